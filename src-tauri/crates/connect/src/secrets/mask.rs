//! Secrets taken out of what a server or program says.

use std::fmt;

use serde_json::Value;
use zeroize::Zeroizing;

use super::{MASKED, Secret};
use crate::percent;

/// Shorter values occur everywhere by chance: masking them would make answers useless and tell nobody less.
const FEWEST_BYTES: usize = 4;

/// Replaces secrets, as they are and as addresses, forms and JSON write them, by [`MASKED`].
#[derive(Clone, Default)]
pub struct Mask {
    /// The longest first, so that no part of one is replaced before the whole.
    forms: Vec<Zeroizing<String>>,
}

impl Mask {
    /// Takes out these secrets. Values of fewer than four bytes are left.
    pub fn new<'a>(secrets: impl IntoIterator<Item = &'a Secret>) -> Self {
        let mut forms: Vec<_> = secrets.into_iter().flat_map(forms).collect();
        forms.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        forms.dedup();
        Self { forms }
    }

    /// Whether there is nothing to take out.
    pub fn is_empty(&self) -> bool {
        self.forms.is_empty()
    }

    /// Whether the text holds a secret.
    pub fn is_in(&self, text: &str) -> bool {
        self.forms.iter().any(|form| text.contains(form.as_str()))
    }

    /// The text without secrets.
    pub fn text(&self, text: &str) -> String {
        self.forms.iter().fold(text.to_owned(), |text, form| {
            if text.contains(form.as_str()) { text.replace(form.as_str(), MASKED) } else { text }
        })
    }

    /// The secrets as they are looked for, the longest first; none of them is empty.
    pub(super) fn forms(&self) -> impl Iterator<Item = &str> {
        self.forms.iter().map(|form| form.as_str())
    }

    /// A text that is JSON, or should be, without secrets, also where one is written in escapes; as it came where it has
    /// none.
    pub fn json(&self, text: &str) -> String {
        if self.is_empty() {
            return text.to_owned();
        }
        let plain = self.text(text);
        let Ok(found) = serde_json::from_str::<Value>(&plain) else { return plain };
        let clean = self.value(found.clone());
        if clean == found { plain } else { clean.to_string() }
    }

    /// Words of others made fit for a message: without secrets, on one line, and no longer than `most` characters.
    pub fn said(&self, text: &str, most: usize) -> String {
        let text = self.text(text);
        let mut line = String::new();
        let mut words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
        // Four bytes are the longest character: nothing that is shown is left out, and an endless text is not gone through.
        while let Some(word) = words.next().filter(|_| line.len() <= 4 * most) {
            if !word.is_empty() {
                line.push_str(if line.is_empty() { "" } else { " " });
                line.push_str(word);
            }
        }
        match line.char_indices().nth(most) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line,
        }
    }

    /// The value without secrets, in its keys, texts and numbers.
    pub fn value(&self, value: Value) -> Value {
        if self.is_empty() {
            return value;
        }
        match value {
            Value::String(text) if self.is_in(&text) => Value::String(self.text(&text)),
            Value::Number(number) if self.is_in(&number.to_string()) => Value::String(self.text(&number.to_string())),
            Value::Array(items) => items.into_iter().map(|item| self.value(item)).collect(),
            Value::Object(fields) => {
                fields.into_iter().map(|(key, value)| (self.text(&key), self.value(value))).collect()
            }
            other => other,
        }
    }
}

impl fmt::Debug for Mask {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(MASKED)
    }
}

fn forms(secret: &Secret) -> Vec<Zeroizing<String>> {
    let value = secret.expose();
    if value.trim().len() < FEWEST_BYTES {
        return Vec::new();
    }
    let (segment, form, json) = (percent::segment(value), percent::form(value), Value::from(value).to_string());
    let lower = |text: &str| lower_escapes(text);
    [
        value.to_owned(),
        value.trim().to_owned(),
        lower(&segment),
        lower(&form),
        segment,
        form,
        json[1..json.len() - 1].to_owned(),
    ]
    .map(Zeroizing::new)
    .into()
}

/// `%2F` as `%2f`, which some servers write.
fn lower_escapes(text: &str) -> String {
    let mut left = 0;
    text.chars()
        .map(|letter| {
            left = if letter == '%' { 3 } else { left - i32::from(left > 0) };
            if left > 0 { letter.to_ascii_lowercase() } else { letter }
        })
        .collect()
}
