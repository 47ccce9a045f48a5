//! Credentials that were written out: found where something is saved, made secrets or kept in plain on the author's word, and
//! never in a timeline, a consent or a step of undo. Which text is one, `studio_text::credentials` says.

mod saving;
mod texts;

pub(crate) use texts::{leave_out_of_import, leave_out_of_text, leave_out_of_tool, settled_texts};

use serde_json::{Value, json};
use studio_text::credentials::{Found, LEFT_OUT};

use crate::{
    Studio,
    dto::{NamedValue, ServerTransport, ToolEdit, ToolImplementation},
    kept::{self, tools::Snapshot},
};

/// Something without its credentials: references stand in their place.
pub(crate) struct Taken<T> {
    pub(crate) without: T,
    /// Names and values.
    found: Vec<(String, String)>,
    /// Where they stood, in words.
    places: Vec<String>,
}

impl<T> Taken<T> {
    /// A text of what is left, with nothing but a mark where a credential stood.
    fn left_out(&self, text: &str) -> String {
        let mark = |text: String, (name, _): &(String, String)| text.replace(&format!("secret://{name}"), LEFT_OUT);
        // Longer names first: one may begin with another.
        let mut found: Vec<_> = self.found.iter().collect();
        found.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        found.into_iter().fold(text.to_owned(), mark)
    }
}

/// Collects what is taken out of the parts of one thing.
struct Parts<'a> {
    owner: &'a str,
    found: Found,
    places: Vec<String>,
}

impl<'a> Parts<'a> {
    fn of(owner: &'a str) -> Self {
        Self { owner, found: Found::default(), places: Vec::new() }
    }

    fn text(&mut self, place: impl FnOnce() -> String, field: &str, text: &str) -> String {
        let taken = self.found.kept_apart(self.owner, field, text);
        self.noted(place, taken, text)
    }

    fn noted(&mut self, place: impl FnOnce() -> String, taken: Option<String>, text: &str) -> String {
        if taken.is_some() {
            self.places.push(place());
        }
        taken.unwrap_or_else(|| text.to_owned())
    }

    fn script(&mut self, script: &str) -> String {
        let taken = self.found.take_out_of_script(self.owner, script);
        self.noted(|| "the script".to_owned(), taken, script)
    }

    fn named(&mut self, what: &str, values: &[NamedValue]) -> Vec<NamedValue> {
        let value = |pair: &NamedValue| NamedValue {
            name: pair.name.clone(),
            value: self.text(|| format!("the {what} {}", pair.name), &pair.name, &pair.value),
        };
        values.iter().map(value).collect()
    }

    fn into_taken<T>(self, without: T) -> Taken<T> {
        Taken { without, found: self.found.0, places: self.places }
    }
}

impl Studio {
    /// Which of these headers, variables or parameters would be asked about when they are saved.
    pub fn find_credentials(&self, values: &[NamedValue]) -> Vec<bool> {
        let is_one = |pair: &NamedValue| Found::default().kept_apart("", &pair.name, &pair.value).is_some();
        values.iter().map(is_one).collect()
    }
}

fn of_implementation(owner: &str, implementation: &ToolImplementation) -> Taken<ToolImplementation> {
    let mut parts = Parts::of(owner);
    let without = match implementation {
        ToolImplementation::Rest { method, url, headers, query, body, allow_private } => {
            let url = parts.text(|| "the URL".to_owned(), "", url);
            let (headers, query) = (parts.named("header", headers), parts.named("query parameter", query));
            let taken = parts.found.take_out_of_body(owner, body);
            let body = parts.noted(|| "the body".to_owned(), taken, body);
            ToolImplementation::Rest {
                method: method.clone(),
                url,
                headers,
                query,
                body,
                allow_private: *allow_private,
            }
        }
        ToolImplementation::Python { script, allow_network, memory_mb } => {
            let (script, allow_network, memory_mb) = (parts.script(script), *allow_network, *memory_mb);
            ToolImplementation::Python { script, allow_network, memory_mb }
        }
        ToolImplementation::Javascript { script, memory_mb } => {
            ToolImplementation::Javascript { script: parts.script(script), memory_mb: *memory_mb }
        }
        other => other.clone(),
    };
    parts.into_taken(without)
}

/// How a server is reached, without credentials.
pub(crate) fn of_transport(owner: &str, transport: &ServerTransport) -> Taken<ServerTransport> {
    let mut parts = Parts::of(owner);
    let mut without = transport.clone();
    match &mut without {
        ServerTransport::Stdio { command, args, env, .. } => {
            let taken = parts.found.take_out_of_words(owner, command);
            *command = parts.noted(|| "the command".to_owned(), taken, command);
            let mut before: Option<String> = None;
            for (at, argument) in args.iter_mut().enumerate() {
                let taken = parts.found.take_out_of_argument(owner, before.as_deref(), argument);
                let written = std::mem::take(argument);
                *argument = parts.noted(|| format!("argument {}", at + 1), taken, &written);
                before = Some(written);
            }
            *env = parts.named("variable", env);
        }
        ServerTransport::Http { url, headers, .. } => {
            *url = parts.text(|| "the URL".to_owned(), "", url);
            *headers = parts.named("header", headers);
        }
    }
    parts.into_taken(without)
}

/// A server's arguments or address as they may be kept and shown: a mark where a credential stands. Whether one does.
pub(crate) fn shown_argv(owner: &str, transport: &ServerTransport, argv: Vec<String>) -> (Vec<String>, bool) {
    let taken = of_transport(owner, transport);
    let args: Vec<String> = match &taken.without {
        ServerTransport::Stdio { command, args, .. } => {
            std::iter::once(command).chain(args).map(|text| taken.left_out(text)).collect()
        }
        ServerTransport::Http { url, .. } => vec![taken.left_out(url)],
    };
    if args == argv { (argv, false) } else { (args, true) }
}

/// JSON with a mark where a credential stands.
pub(crate) fn left_out(value: Value) -> Value {
    let mut found = Found::default();
    let without = found.take_out_of_json("left-out", "", value.clone());
    if found.0.is_empty() {
        return value;
    }
    let taken = Taken { without: (), found: found.0, places: Vec::new() };
    marked(&taken, without)
}

fn marked(taken: &Taken<()>, value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(taken.left_out(&text)),
        Value::Array(items) => items.into_iter().map(|item| marked(taken, item)).collect(),
        Value::Object(fields) => fields.into_iter().map(|(key, value)| (key, marked(taken, value))).collect(),
        other => other,
    }
}

/// A tool as its timeline keeps it.
pub(crate) fn snapshot(edit: &ToolEdit) -> Value {
    let taken = of_implementation(&edit.name, &edit.implementation);
    let text = taken.left_out(&json!(taken.without).to_string());
    let implementation = serde_json::from_str(&text).unwrap_or_else(|_| taken.without.clone());
    kept::write(&Snapshot::of(&ToolEdit { implementation, ..edit.clone() }))
}
