//! What a curl line sends, as a template.

use serde_json::{Map, Value};

use super::{Builder, Options};
use crate::tool_lists::{percent, placeholder};

impl Builder<'_> {
    /// The body: JSON with a place for each key, a form with a place for each field, or the text itself.
    pub(super) fn body(&mut self, options: &Options) {
        let pieces: Vec<&str> = options.data.iter().map(|data| data.text.as_str()).collect();
        if pieces.is_empty() {
            return;
        }
        let says_json = options.data.iter().any(|data| data.is_json);
        let kind = options.header("content-type").map(str::to_ascii_lowercase);
        let text = pieces.join(if says_json { "" } else { "&" });
        let is_json_kind = says_json || kind.as_deref().is_some_and(|kind| kind.contains("json"));
        let looks_like_json = text.trim_start().starts_with(['{', '[']);
        if is_json_kind || (looks_like_json && kind.as_deref().is_none_or(|kind| kind.contains("form-urlencoded"))) {
            match serde_json::from_str(&text) {
                Ok(value) => return self.json_body(value, kind.as_deref(), is_json_kind),
                Err(cause) if is_json_kind => {
                    self.notes.error(
                        self.place(&text),
                        format!("The request body isn't valid JSON: {cause}. It is left out."),
                    );
                    return;
                }
                Err(_) => {}
            }
        }
        if kind.as_deref().is_none_or(|kind| kind.contains("form-urlencoded")) {
            self.form_body(&text, kind.is_none());
        } else {
            self.draft.body = Some(self.with_places("", &text));
        }
    }

    fn json_body(&mut self, value: Value, kind: Option<&str>, is_said: bool) {
        if !kind.is_some_and(|kind| kind.contains("json")) {
            self.draft.headers.retain(|(name, _)| !name.eq_ignore_ascii_case("content-type"));
            self.draft.headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
            if !is_said {
                let span = self.place("-d");
                self.notes.info(span, "The request body is JSON, so `Content-Type: application/json` is added.");
            }
        }
        let Value::Object(entries) = value else {
            let name = self.parameter("body", Some(value));
            self.draft.body = Some(format!("\"{}\"", placeholder(&name)));
            return;
        };
        let places: Map<String, Value> =
            entries.into_iter().map(|(key, value)| (key.clone(), Value::String(self.entry(&key, value)))).collect();
        self.draft.body = serde_json::to_string_pretty(&places).ok();
    }

    /// A secret, a text with the shell's variables, or a place for the value.
    fn entry(&mut self, key: &str, value: Value) -> String {
        let text = value.as_str().unwrap_or_default();
        if let Some(taken) = self.taken(key, key, text) {
            return taken;
        }
        let value = self.without_secrets(key, value);
        let name = self.parameter(key, Some(value));
        placeholder(&name)
    }

    /// Credentials deeper inside cannot be referred to from a default: they are stored, and go.
    fn without_secrets(&mut self, path: &str, value: Value) -> Value {
        match value {
            Value::Object(entries) => Value::Object(
                entries
                    .into_iter()
                    .map(|(key, value)| {
                        let path = format!("{path}-{key}");
                        let text = value.as_str().unwrap_or_default();
                        let value = match self.found.take_out(&path, &key, text) {
                            Some(reference) => {
                                let span = self.place(text);
                                let message = format!(
                                    "`{key}` contains a credential inside `{path}`. Use `{reference}` in the body instead."
                                );
                                self.notes.warning(span, message);
                                Value::String(String::new())
                            }
                            None => self.without_secrets(&path, value),
                        };
                        (key, value)
                    })
                    .collect(),
            ),
            Value::Array(items) => items.into_iter().map(|item| self.without_secrets(path, item)).collect(),
            other => other,
        }
    }

    fn form_body(&mut self, text: &str, is_unsaid: bool) {
        if is_unsaid {
            self.draft.headers.push(("Content-Type".to_owned(), "application/x-www-form-urlencoded".to_owned()));
        }
        let fields: Vec<String> = percent::pairs(text)
            .into_iter()
            .map(|(key, value)| format!("{}={}", percent::encoded(&key), self.pair(&key, &value)))
            .collect();
        self.draft.body = Some(fields.join("&"));
    }
}
