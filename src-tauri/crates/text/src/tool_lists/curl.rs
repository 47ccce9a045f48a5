//! A curl command line as a request with parameters.
//!
//! What the line sends becomes the parameters' defaults, so that a call without arguments sends the same. Credentials go
//! out of the draft: `secret://name` stands for each.

mod body;
mod options;
mod variables;
mod words;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use studio_model::ParameterType;

use super::{Problem, RestDraft, Span, notes::Notes, percent, placeholder, sanitized};
use crate::{
    credentials::{self, Found},
    gram::ToolParameter,
};
use options::Options;

/// What reading a curl line gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CurlLine {
    /// The request; none where there is no address.
    pub draft: Option<RestDraft>,
    /// What could not be taken.
    pub problems: Vec<Problem>,
    /// Names and values of the credentials in the line. A secret of the draft without a value here came from the shell's
    /// environment.
    pub found_secrets: Vec<(String, String)>,
}

/// Reads a curl command line as a shell would, over several lines too.
pub fn read(text: &str) -> CurlLine {
    let mut builder = Builder { text, notes: Notes::new(text), found: Found::default(), draft: RestDraft::default() };
    let draft = words::split(text, &mut builder.notes)
        .map(|words| Options::read(&words, text, &mut builder.notes))
        .and_then(|options| builder.request(&options));
    CurlLine { draft, problems: builder.notes.finish(), found_secrets: builder.found.0 }
}

struct Builder<'a> {
    text: &'a str,
    notes: Notes<'a>,
    found: Found,
    draft: RestDraft,
}

impl Builder<'_> {
    fn request(&mut self, options: &Options) -> Option<RestDraft> {
        let Some(url) = options.url.clone() else {
            self.notes.error(Span::new(0, self.text.len()), "This command has no URL.");
            return None;
        };
        self.draft.method = options.method();
        self.address(&url, options);
        for (name, value) in &options.headers {
            let value = self.header(name, value);
            self.draft.headers.push((name.clone(), value));
        }
        if let Some(user) = &options.user {
            self.basic(user);
        }
        if !options.sends_in_query() {
            self.body(options);
        }
        self.name();
        Some(std::mem::take(&mut self.draft))
    }

    fn address(&mut self, url: &str, options: &Options) {
        let url = if url.contains("://") {
            url.to_owned()
        } else {
            self.notes.warning(self.place(url), "The URL has no scheme, so `https://` is added.");
            format!("https://{url}")
        };
        let without_fragment = url.split_once('#').map_or(url.as_str(), |(before, _)| before);
        let (address, query) = without_fragment.split_once('?').unwrap_or((without_fragment, ""));
        let address = self.without_user(address);
        self.draft.url_template = self.path(&address);
        let mut pairs = percent::pairs(query);
        if options.sends_in_query() {
            pairs.extend(options.data.iter().flat_map(|data| percent::pairs(&data.text)));
        }
        for (key, value) in pairs {
            let value = self.pair(&key, &value);
            self.draft.query.push((key, value));
        }
    }

    /// An address without `user:password@`, which goes into a header.
    fn without_user(&mut self, address: &str) -> String {
        let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
        let (authority, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
        let Some((user, host)) = authority.rsplit_once('@') else { return address.to_owned() };
        self.basic(&percent::decoded(user));
        format!("{scheme}://{host}{path}")
    }

    /// Variables and `{name}` in the path become places.
    fn path(&mut self, address: &str) -> String {
        let mut result = String::new();
        let mut rest = address;
        while let Some((before, inner)) = rest.split_once('{') {
            let Some((name, after)) =
                inner.split_once('}').filter(|_| !before.ends_with(['$', '{']) && !inner.starts_with('{'))
            else {
                break;
            };
            let name = self.parameter(name, None);
            result.push_str(before);
            result.push_str(&placeholder(&name));
            rest = after;
        }
        result.push_str(rest);
        self.with_places("", &result)
    }

    /// The value of a query entry or a form's field: a reference to a secret, or a place.
    fn pair(&mut self, key: &str, value: &str) -> String {
        self.taken(key, key, value).unwrap_or_else(|| {
            let name = self.parameter(key, Some(Value::from(value)));
            placeholder(&name)
        })
    }

    fn header(&mut self, name: &str, value: &str) -> String {
        self.taken(&self.secret_for(name), name, value).unwrap_or_else(|| value.to_owned())
    }

    /// What stands for a value that holds the shell's variables or a credential; none for any other.
    fn taken(&mut self, wanted: &str, field: &str, value: &str) -> Option<String> {
        if variables::find(value).is_some() {
            return Some(self.with_places(field, value));
        }
        let reference = self.found.take_out(wanted, field, value)?;
        Some(self.secret(reference))
    }

    /// `Authorization` alone would be every tool's secret: the host tells them apart.
    fn secret_for(&self, field: &str) -> String {
        let host = self.draft.url_template.split("://").nth(1).unwrap_or_default();
        let host = host.split(['/', ':', '{']).next().unwrap_or_default();
        format!("{host}-{field}")
    }

    fn basic(&mut self, user: &str) {
        let wanted = self.secret_for("basic");
        let value = if variables::find(user).is_some() {
            let name = credentials::secret_name(&wanted);
            self.notes.info(
                self.place(user),
                format!("The password comes from the shell. Store `user:password`, encoded as Base64, in the secret `{name}`."),
            );
            credentials::reference(&name)
        } else {
            self.found.keep(&wanted, &STANDARD.encode(user))
        };
        let value = self.secret(value);
        self.draft.headers.push(("Authorization".to_owned(), format!("Basic {value}")));
    }

    /// Notes which secret a text refers to.
    fn secret(&mut self, text: String) -> String {
        let name = text.split("secret://").nth(1).unwrap_or_default().to_owned();
        if !name.is_empty() && !self.draft.secrets.contains(&name) {
            self.draft.secrets.push(name);
        }
        text
    }

    /// A text with the shell's variables as places; those that hold credentials, by their names or the field's, are secrets.
    fn with_places(&mut self, field: &str, text: &str) -> String {
        let mut result = String::new();
        let mut rest = text;
        while let Some((span, variable)) = variables::find(rest) {
            result.push_str(&rest[..span.start]);
            if credentials::is_telling(&variable) || credentials::is_telling(field) {
                let name = credentials::secret_name(&variable);
                self.notes.info(
                    self.place(&variable),
                    format!("`{variable}` comes from the shell. Store its value in the secret `{name}`."),
                );
                let reference = self.secret(credentials::reference(&name));
                result.push_str(&reference);
            } else {
                let name = self.parameter(&variable, None);
                result.push_str(&placeholder(&name));
            }
            rest = &rest[span.end..];
        }
        result.push_str(rest);
        result
    }

    /// Adds a parameter, with what the line sends as its default; gives its name.
    fn parameter(&mut self, wanted: &str, sample: Option<Value>) -> String {
        let base = sanitized(wanted, &['_', '-', '.']);
        let known = |name: &str| self.draft.parameters.iter().any(|parameter| parameter.name == name);
        if sample.is_none() && known(&base) {
            return base;
        }
        let numbered = (2..).map(|number| format!("{base}_{number}"));
        let name = std::iter::once(base.clone()).chain(numbered).find(|name| !known(name)).unwrap_or(base);
        let (kind, rules) = kind_of(sample.as_ref());
        self.draft.parameters.push(ToolParameter {
            name: name.clone(),
            kind,
            required: sample.is_none(),
            default_value: sample.filter(|sample| !sample.is_null()),
            description: None,
            validation_schema: rules,
        });
        name
    }

    /// A name from the method and the end of the path.
    fn name(&mut self) {
        let draft = &mut self.draft;
        let path = draft.url_template.split("://").nth(1).unwrap_or_default();
        let (host, path) = path.split_once('/').unwrap_or((path, ""));
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && !part.contains("{{")).collect();
        let tail = parts[parts.len().saturating_sub(2)..].join("_");
        let what = if tail.is_empty() { host } else { tail.as_str() };
        let name = sanitized(&format!("{}_{what}", draft.method.to_ascii_lowercase()), &['_', '-']);
        name[..name.len().min(64)].trim_end_matches('_').clone_into(&mut draft.name);
        draft.description = format!("{} /{path} at {host}", draft.method);
    }

    /// Where a word stands in the text, as far as it can be found again.
    fn place(&self, word: &str) -> Span {
        words::place(self.text, word)
    }
}

fn kind_of(sample: Option<&Value>) -> (ParameterType, Option<Value>) {
    match sample {
        None | Some(Value::Null | Value::String(_)) => (ParameterType::String, None),
        Some(Value::Bool(_)) => (ParameterType::Boolean, None),
        Some(Value::Number(number)) if number.is_f64() => (ParameterType::Number, None),
        Some(Value::Number(_)) => (ParameterType::Number, Some(json!({ "type": "integer" }))),
        Some(Value::Array(_)) => (ParameterType::Array, None),
        Some(Value::Object(_)) => (ParameterType::Object, None),
    }
}
