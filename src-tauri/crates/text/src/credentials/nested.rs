//! Credentials within what has a structure of its own: JSON however deep, and the bodies of requests.

use serde_json::Value;

use super::Found;

impl Found {
    /// A text that is JSON, with its credentials taken out; none for any other. They are kept as they stand in it.
    pub(super) fn take_out_of_inner_json(&mut self, owner: &str, text: &str) -> Option<String> {
        if !text.trim_start().starts_with(['{', '[']) {
            return None;
        }
        let value: Value = serde_json::from_str(text).ok()?;
        self.1 += 1;
        let taken = self.take_out_of_json(owner, "", value.clone());
        self.1 -= 1;
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
        let mut pair = |pair: &str| {
            let named = pair.split_once('=');
            let taken =
                named.and_then(|(key, value)| Some(format!("{key}={}", self.kept_apart(owner, key.trim(), value)?)));
            taken.or_else(|| self.kept_apart(owner, "", pair))
        };
        let pieces: Vec<String> =
            body.split('&').map(|piece| pair(piece).unwrap_or_else(|| piece.to_owned())).collect();
        let taken = pieces.join("&");
        (taken != body).then_some(taken)
    }
}

/// A text as it stands within one of JSON.
pub(super) fn escaped(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Found;

    /// A value as whoever fills its references in gets it.
    fn filled(taken: &str, found: &Found) -> String {
        let longest = |(name, _): &&(String, String)| std::cmp::Reverse(name.len());
        let mut secrets: Vec<_> = found.0.iter().collect();
        secrets.sort_by_key(longest);
        secrets
            .into_iter()
            .fold(taken.to_owned(), |text, (name, value)| text.replace(&format!("secret://{name}"), value))
    }

    #[test]
    fn what_is_taken_out_of_json_in_a_value_is_put_back_as_it_was() {
        for odd in ["plain", "a\"b", "a\\b\\", "a\nb\tc", "Größe\u{1}", "\\\"", "/"] {
            let once = json!({ "level": 3, "token": odd, "deep": [{ "headers": { "Authorization": format!("Bearer {odd}") } }] });
            let twice = json!({ "config": once.to_string(), "api_key": odd });
            for value in [once, twice] {
                let mut found = Found::default();
                found.keep("own-before", odd);
                let taken = found.kept_apart("own", "CONFIG", &value.to_string()).unwrap();
                assert!(odd.len() < 3 || !taken.contains(odd), "{taken}");
                let back: Value = serde_json::from_str(&filled(&taken, &found)).unwrap();
                assert_eq!(back, value, "{odd:?}");
            }
        }
    }

    #[test]
    fn a_body_of_json_is_filled_as_json_so_its_own_texts_are_kept_as_they_mean() {
        let mut found = Found::default();
        let body = json!({ "password": "a\"b", "inner": json!({ "token": "c\"d" }).to_string() });
        let taken: Value = serde_json::from_str(&found.take_out_of_body("own", &body.to_string()).unwrap()).unwrap();
        let fill = |field: &str| filled(taken[field].as_str().unwrap(), &found);
        assert_eq!([fill("password"), fill("inner")], ["a\"b".to_owned(), body["inner"].as_str().unwrap().to_owned()]);
    }
}
