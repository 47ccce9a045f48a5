//! JSON or YAML as one tree with places.

use serde_json::Value;

use super::{Span, json, notes::Notes};
use crate::yaml::{self, ReadError};

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

/// Reads a text as JSON if it looks like it, else as YAML; a problem is noted.
pub(super) fn read(text: &str, notes: &mut Notes<'_>) -> Option<Node> {
    let first = text.trim_start_matches('\u{feff}').trim_start().chars().next();
    let Some(first) = first else {
        notes.error(Span::new(0, text.len()), "There is nothing here to read.");
        return None;
    };
    let read = if matches!(first, '{' | '[' | '"' | '/') { json::read(text) } else { read_yaml(text) };
    read.map_err(|(span, message)| notes.error(span, message)).ok()
}

fn read_yaml(text: &str) -> Result<Node, (Span, String)> {
    let bom = text.len() - text.trim_start_matches('\u{feff}').len();
    match yaml::read_within(&text[bom..], bom, yaml::Budget::DOCUMENT) {
        Ok(tree) => {
            tree.root.as_ref().map(of_yaml).ok_or_else(|| (Span::at(0), "There is nothing here to read.".to_owned()))
        }
        Err(ReadError::Syntax { message, at }) => {
            Err((Span::at(at), format!("This is neither JSON nor YAML: {message}.")))
        }
        Err(ReadError::TooLarge { at }) => Err((Span::at(at), "This is too large to be read.".to_owned())),
        Err(ReadError::TooDeep { at }) => Err((Span::at(at), "This is nested too deeply to be read.".to_owned())),
        Err(ReadError::SecondDocument { at }) => {
            Err((Span::at(at), "A second YAML document begins here. Keep only one.".to_owned()))
        }
    }
}

fn of_yaml(value: &yaml::Value) -> Node {
    let kind = if let Some(items) = value.items() {
        Kind::List(items.iter().map(of_yaml).collect())
    } else if let Some(entries) = value.entries() {
        let entry = |(key, value): &(yaml::Value, yaml::Value)| Entry {
            key: key.key_text(),
            key_span: key.span,
            value: of_yaml(value),
        };
        Kind::Map(entries.iter().map(entry).collect())
    } else {
        Kind::Scalar(value.to_json())
    };
    Node { kind, span: value.span }
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
