//! Reads JSON, YAML or TOML as one tree with places.

use super::{
    Span, json,
    node::{Entry, Kind, MOST_VALUES, Node, TOO_LARGE},
    notes::Notes,
};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use crate::yaml::{self, ReadError};

/// How a client's settings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// JSON, with comments or without.
    Json,
    /// TOML.
    Toml,
}

/// Reads a text in the language it is known to be in; a problem is noted.
pub(super) fn read_as(text: &str, language: Language, notes: &mut Notes<'_>) -> Option<Node> {
    let read = match language {
        Language::Json => json::read(text),
        Language::Toml => read_toml(text),
    };
    read.map_err(|(span, message)| notes.error(span, message)).ok()
}

/// Reads a text as JSON or TOML if it looks like it, else as YAML; a problem is noted.
pub(super) fn read(text: &str, notes: &mut Notes<'_>) -> Option<Node> {
    let first = text.trim_start_matches('\u{feff}').trim_start().chars().next();
    let Some(first) = first else {
        notes.error(Span::new(0, text.len()), "There is nothing to read.");
        return None;
    };
    if is_toml(text) {
        return read_toml(text).map_err(|(span, message)| notes.error(span, message)).ok();
    }
    let read = if matches!(first, '{' | '[' | '"' | '/') { json::read(text) } else { read_yaml(text) };
    read.map_err(|(span, message)| notes.error(span, message)).ok()
}

/// Whether the first line that says something is a table's head or a value of TOML.
fn is_toml(text: &str) -> bool {
    let is_key = |key: &str| {
        let key = key.trim();
        !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '"'))
    };
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = lines.into_iter().find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    let head = first.trim_start_matches('[').trim_end_matches(']');
    let is_head = first.starts_with('[') && first.ends_with(']') && is_key(head) && !head.starts_with('"');
    is_head || first.split_once('=').is_some_and(|(key, _)| is_key(key))
}

fn read_toml(text: &str) -> Result<Node, (Span, String)> {
    let bom = text.len() - text.trim_start_matches('\u{feff}').len();
    // Before each value stands one of these: counted before anything is made of them.
    if text.bytes().filter(|byte| matches!(*byte, b'=' | b',' | b'[')).count() > MOST_VALUES {
        return Err((Span::at(bom), TOO_LARGE.to_owned()));
    }
    let table = DeTable::parse(&text[bom..]).map_err(|error| {
        let at = error.span().map_or(bom, |span| bom + span.start);
        (Span::at(at.min(text.len())), format!("This isn't TOML: {}.", error.message().trim_end_matches('.')))
    })?;
    Ok(of_table(table.get_ref(), Span::new(bom, text.len()), bom))
}

fn of_table(table: &DeTable<'_>, span: Span, bom: usize) -> Node {
    let place = |range: std::ops::Range<usize>| Span::new(bom + range.start, bom + range.end);
    let mut entries: Vec<Entry> = table
        .iter()
        .map(|(key, value)| Entry {
            key: key.get_ref().to_string(),
            key_span: place(key.span()),
            value: of_toml(value, bom),
        })
        .collect();
    entries.sort_by_key(|entry| entry.key_span);
    Node { kind: Kind::Map(entries), span }
}

fn of_toml(value: &Spanned<DeValue<'_>>, bom: usize) -> Node {
    let span = Span::new(bom + value.span().start, bom + value.span().end);
    let scalar = |value: serde_json::Value| Node { kind: Kind::Scalar(value), span };
    match value.get_ref() {
        DeValue::Table(table) => of_table(table, span, bom),
        DeValue::Array(items) => Node { kind: Kind::List(items.iter().map(|item| of_toml(item, bom)).collect()), span },
        DeValue::String(text) => scalar(text.as_ref().into()),
        DeValue::Boolean(is_so) => scalar((*is_so).into()),
        DeValue::Integer(number) => {
            let text = number.to_string();
            scalar(text.parse::<i64>().map_or_else(|_| text.into(), Into::into))
        }
        DeValue::Float(number) => {
            let text = number.to_string();
            scalar(text.parse::<f64>().map_or_else(|_| text.into(), Into::into))
        }
        DeValue::Datetime(when) => scalar(when.to_string().into()),
    }
}

fn read_yaml(text: &str) -> Result<Node, (Span, String)> {
    let bom = text.len() - text.trim_start_matches('\u{feff}').len();
    match yaml::read_within(&text[bom..], bom, yaml::Budget::document(MOST_VALUES)) {
        Ok(tree) => {
            tree.root.as_ref().map(of_yaml).ok_or_else(|| (Span::at(0), "There is nothing to read.".to_owned()))
        }
        Err(ReadError::Syntax { message, at }) => {
            Err((Span::at(at), format!("This is neither JSON nor YAML: {message}.")))
        }
        Err(ReadError::TooLarge { at }) => Err((Span::at(at), TOO_LARGE.to_owned())),
        Err(ReadError::TooDeep { at }) => Err((Span::at(at), "This is nested too deeply to read.".to_owned())),
        Err(ReadError::SecondDocument { at }) => {
            Err((Span::at(at), "A second YAML document starts here. Keep only one.".to_owned()))
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
