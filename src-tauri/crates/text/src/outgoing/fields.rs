//! Which keys a form has, and what becomes of those it has not.

use super::{Change, ChangeKind};
use crate::{
    Field, SkillDocument, Value, ValueKind,
    document::{KNOWN_KEYS, holds_list},
};

/// A value as it is written.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Written {
    /// A text, quoted where it would be taken for something else.
    Text(String),
    /// `true`, `12`: as it stands.
    Plain(String),
    List(Vec<Written>),
    Map(Vec<(String, Written)>),
}

pub(super) type Fields = Vec<(String, Written)>;

/// The standard's six keys. Others stand under `metadata`, as texts.
pub(super) fn standard(document: &SkillDocument, changes: &mut Vec<Change>) -> Fields {
    only(document, is_standard, changes)
}

/// The standard's keys, and those that clients read.
pub(super) fn client(document: &SkillDocument, changes: &mut Vec<Change>) -> Fields {
    let mut fields = only(document, |key| is_standard(key) || is_of_clients(key), changes);
    let own = last_fields(document).filter(|field| is_of_clients(&field.key) && !is_empty(&field.value));
    fields.extend(own.map(|field| (field.key.clone(), any(&field.value))));
    fields
}

/// Whether a key is one that some client reads, and the standard does not have.
pub(super) fn is_of_clients(key: &str) -> bool {
    studio_model::Client::any_reads(key)
}

/// The standard's keys; what is no key that `is_kept` stands under `metadata`, as text.
fn only(document: &SkillDocument, is_kept: impl Fn(&str) -> bool, changes: &mut Vec<Change>) -> Fields {
    let mut metadata: Vec<(String, Written)> = Vec::new();
    for (key, value) in document.field("metadata").and_then(|field| field.value.entries()).unwrap_or_default() {
        let key = key.key_text();
        if !value.is_string() {
            changes.push(Change { key: format!("metadata.{key}"), kind: ChangeKind::AsText });
        }
        put(&mut metadata, key, Written::Text(as_text(value)));
    }
    for field in last_fields(document).filter(|field| !is_kept(&field.key) && !is_empty(&field.value)) {
        let is_taken = metadata.iter().any(|(key, _)| *key == field.key);
        let kind = if is_taken { ChangeKind::LeftOut } else { ChangeKind::Moved };
        changes.push(Change { key: field.key.clone(), kind });
        if !is_taken {
            let items = if holds_list(&field.key) { field.items() } else { Vec::new() };
            let text = if items.is_empty() { as_text(&field.value) } else { items.join(", ") };
            metadata.push((field.key.clone(), Written::Text(text)));
        }
    }
    let text = |key: &str, value: Option<&str>| Some((key.to_owned(), Written::Text(value?.to_owned())));
    let items = document.allowed_tools();
    let joined = items.join(" ");
    if crate::document::split_items(&joined) != items {
        // A name with a blank in it is two in a string.
        changes.push(Change { key: "allowed-tools".to_owned(), kind: ChangeKind::AsText });
    }
    let tools = Some(joined).filter(|tools| !tools.is_empty());
    let fields = [
        text("name", document.name()),
        text("description", document.description()),
        text("license", document.license()),
        text("compatibility", document.compatibility()),
        (!metadata.is_empty()).then(|| ("metadata".to_owned(), Written::Map(metadata))),
        text("allowed-tools", tools.as_deref()),
    ];
    fields.into_iter().flatten().collect()
}

fn is_standard(key: &str) -> bool {
    matches!(key, "name" | "description" | "license" | "compatibility" | "metadata" | "allowed-tools")
}

/// adk's keys in the types it wants, then those it passes over.
pub(super) fn adk(document: &SkillDocument, changes: &mut Vec<Change>) -> Fields {
    let mut fields = Fields::new();
    for field in KNOWN_KEYS.iter().filter_map(|key| document.field(key)).filter(|field| !is_empty(&field.value)) {
        let key = field.key.as_str();
        let items = field.items();
        let value = match &field.value.kind {
            _ if holds_list(key) && !items.is_empty() => {
                Some(Written::List(items.iter().map(|item| Written::Text((*item).to_owned())).collect()))
            }
            _ if key == "trigger" => truth(&field.value).map(|is_so| Written::Plain(is_so.to_string())),
            ValueKind::Map { .. } if key == "metadata" => Some(any(&field.value)),
            ValueKind::Text { text, .. } if !holds_list(key) && key != "metadata" => {
                Some(Written::Text(text.trim().to_owned()))
            }
            _ => None,
        };
        match value {
            Some(value) => fields.push((field.key.clone(), value)),
            None => changes.push(Change { key: field.key.clone(), kind: ChangeKind::LeftOut }),
        }
    }
    let passed_over = last_fields(document)
        .filter(|field| !KNOWN_KEYS.contains(&field.key.as_str()) && !is_empty(&field.value))
        .map(|field| (field.key.clone(), any(&field.value)));
    fields.extend(passed_over);
    fields
}

/// The words that people write for a truth value.
fn truth(value: &Value) -> Option<bool> {
    match value.text()?.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" | "1" => Some(true),
        "false" | "no" | "off" | "n" | "0" => Some(false),
        _ => None,
    }
}

/// Each key once: of one that stands twice, the last counts.
fn last_fields(document: &SkillDocument) -> impl Iterator<Item = &Field> {
    let fields = document.fields();
    fields
        .iter()
        .enumerate()
        .filter(|(at, field)| !fields[at + 1..].iter().any(|later| later.key == field.key))
        .map(|(_, field)| field)
}

/// Nothing that a reader could tell from an absent key.
fn is_empty(value: &Value) -> bool {
    value.is_null()
        || match &value.kind {
            ValueKind::Text { text, .. } => text.trim().is_empty(),
            ValueKind::List { items, .. } => items.is_empty(),
            ValueKind::Map { entries, .. } => entries.is_empty(),
        }
}

fn any(value: &Value) -> Written {
    match &value.kind {
        ValueKind::Text { text, .. } if !value.is_string() => {
            Written::Plain(if text.is_empty() { "null".to_owned() } else { text.clone() })
        }
        ValueKind::Text { text, .. } => Written::Text(text.clone()),
        ValueKind::List { items, .. } => Written::List(items.iter().map(any).collect()),
        ValueKind::Map { entries, .. } => {
            let mut written = Vec::with_capacity(entries.len());
            for (key, value) in entries {
                put(&mut written, key.key_text(), any(value));
            }
            Written::Map(written)
        }
    }
}

/// Of a key that stands twice the last counts.
fn put(entries: &mut Vec<(String, Written)>, key: String, value: Written) {
    match entries.iter_mut().find(|(known, _)| *known == key) {
        Some((_, known)) => *known = value,
        None => entries.push((key, value)),
    }
}

/// A value as one text: a scalar as it is written, anything else as JSON.
fn as_text(value: &Value) -> String {
    value.text().map_or_else(|| value.to_json().to_string(), |text| text.trim().to_owned())
}
