//! Credentials within what has a structure of its own: JSON however deep, and the bodies of requests.

use serde_json::Value;

use super::Found;

impl Found {
    /// A text that is JSON, with its credentials taken out; none for any other.
    pub(super) fn take_out_of_inner_json(&mut self, owner: &str, text: &str) -> Option<String> {
        if !text.trim_start().starts_with(['{', '[']) {
            return None;
        }
        let value: Value = serde_json::from_str(text).ok()?;
        let taken = self.take_out_of_json(owner, "", value.clone());
        (taken != value).then(|| taken.to_string())
    }

    /// JSON with its credentials taken out, however deep they stand; a list of names and values is read as such.
    pub fn take_out_of_json(&mut self, owner: &str, field: &str, value: Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.kept_apart(owner, field, &text).unwrap_or(text)),
            Value::Array(items) => items.into_iter().map(|item| self.take_out_of_json(owner, field, item)).collect(),
            Value::Object(fields) => {
                let name = fields.get("name").and_then(Value::as_str).map(str::to_owned);
                let taken = |(key, value): (String, Value)| {
                    let field = name.as_deref().filter(|_| key == "value").unwrap_or(&key);
                    let value = self.take_out_of_json(owner, field, value);
                    (key, value)
                };
                Value::Object(fields.into_iter().map(taken).collect())
            }
            other => other,
        }
    }

    /// The body of a request with its credentials taken out: JSON, a form, or any other text.
    pub fn take_out_of_body(&mut self, owner: &str, body: &str) -> Option<String> {
        if let Ok(value) = serde_json::from_str::<Value>(body) {
            let taken = self.take_out_of_json(owner, "", value.clone());
            return (taken != value).then(|| format!("{taken:#}"));
        }
        let pair = |pair: &str| match pair.split_once('=') {
            Some((key, value)) => Some(format!("{key}={}", self.kept_apart(owner, key.trim(), value)?)),
            None => self.kept_apart(owner, "", pair),
        };
        let mut pair = pair;
        let pieces: Vec<String> =
            body.split('&').map(|piece| pair(piece).unwrap_or_else(|| piece.to_owned())).collect();
        let taken = pieces.join("&");
        (taken != body).then_some(taken)
    }
}
