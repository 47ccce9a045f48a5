//! A tree with places, whichever of JSON, YAML and TOML it was read from.

use serde_json::Value;

use super::Span;

/// Most values of one text: the largest descriptions of APIs have some 300,000.
pub(super) const MOST_VALUES: usize = 400_000;

/// Said of a text that has more.
pub(super) const TOO_LARGE: &str =
    "This is too large to read. At most 400,000 values in 32 MB are read. Keep only the part you need.";

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Scalar(Value),
    List(Vec<Node>),
    Map(Vec<Entry>),
}

/// A key with its value.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) key_span: Span,
    pub(super) value: Node,
}

impl Node {
    /// The value of a key; of a repeated one the last.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        self.entry(key).map(|entry| &entry.value)
    }

    pub(super) fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries()?.iter().rev().find(|entry| entry.key == key)
    }

    pub(super) fn entries(&self) -> Option<&[Entry]> {
        match &self.kind {
            Kind::Map(entries) => Some(entries),
            Kind::Scalar(_) | Kind::List(_) => None,
        }
    }

    /// Whether it is a list or a map that holds nothing.
    pub(super) fn is_empty(&self) -> bool {
        match &self.kind {
            Kind::List(items) => items.is_empty(),
            Kind::Map(entries) => entries.is_empty(),
            Kind::Scalar(_) => false,
        }
    }

    pub(super) fn items(&self) -> Option<&[Self]> {
        match &self.kind {
            Kind::List(items) => Some(items),
            Kind::Scalar(_) | Kind::Map(_) => None,
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Scalar(Value::String(text)) => Some(text),
            _ => None,
        }
    }

    pub(super) fn is_true(&self) -> bool {
        matches!(self.kind, Kind::Scalar(Value::Bool(true)))
    }

    /// A text, or what a number or truth value reads as; none for null, lists and maps.
    pub(super) fn scalar_text(&self) -> Option<String> {
        match &self.kind {
            Kind::Scalar(Value::String(text)) => Some(text.clone()),
            Kind::Scalar(Value::Null) | Kind::List(_) | Kind::Map(_) => None,
            Kind::Scalar(other) => Some(other.to_string()),
        }
    }

    /// The text of a key, trimmed, where it holds any.
    pub(super) fn text_of(&self, key: &str) -> Option<&str> {
        self.get(key)?.text().map(str::trim).filter(|text| !text.is_empty())
    }

    pub(super) fn to_json(&self) -> Value {
        match &self.kind {
            Kind::Scalar(value) => value.clone(),
            Kind::List(items) => items.iter().map(Self::to_json).collect(),
            Kind::Map(entries) => entries.iter().map(|entry| (entry.key.clone(), entry.value.to_json())).collect(),
        }
    }
}
