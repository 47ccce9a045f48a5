//! Reads JSON or YAML as one tree with places.

use super::{
    Span, json,
    node::{Entry, Kind, Node},
    notes::Notes,
};
use crate::yaml::{self, ReadError};

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
