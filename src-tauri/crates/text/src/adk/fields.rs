//! adk's frontmatter: types as strict as that crate's, which reads it with `serde_yaml` into a struct.

use serde_json::{Map, Value as Json};

use super::AdkError;
use crate::{
    ScalarStyle, Value, ValueKind,
    yaml::{self, ReadError},
};

/// The fields, not yet trimmed.
#[derive(Debug, Default)]
pub(super) struct Fields {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) version: Option<String>,
    pub(super) license: Option<String>,
    pub(super) compatibility: Option<String>,
    pub(super) tags: Vec<String>,
    pub(super) allowed_tools: Vec<String>,
    pub(super) references: Vec<String>,
    pub(super) trigger: bool,
    pub(super) hint: Option<String>,
    pub(super) metadata: Map<String, Json>,
    pub(super) triggers: Vec<String>,
}

const KEYS: [&str; 12] = [
    "name",
    "description",
    "version",
    "license",
    "compatibility",
    "tags",
    "allowed-tools",
    "references",
    "trigger",
    "hint",
    "metadata",
    "triggers",
];

/// Reads the text between the delimiters.
pub(super) fn read(source: &str) -> Result<Fields, AdkError> {
    let tree = yaml::read(source, 0).map_err(|error| AdkError::Yaml(message(&error)))?;
    let mut entries = match tree.root.map(|root| root.kind) {
        Some(ValueKind::Map { entries, .. }) => entries,
        Some(_) => return Err(AdkError::Yaml("invalid type, expected struct SkillFrontmatter".to_owned())),
        None => Vec::new(),
    };
    if !source.ends_with('\n')
        && let Some((_, last)) = entries.last_mut()
    {
        without_line_end(last);
    }
    let mut fields = Fields::default();
    let mut seen = Vec::new();
    for (key, value) in &entries {
        let Some(known) = key.text().and_then(|key| KEYS.into_iter().find(|known| *known == key)) else { continue };
        if seen.contains(&known) {
            return Err(AdkError::Yaml(format!("duplicate field `{known}`")));
        }
        seen.push(known);
        fields.set(known, value)?;
    }
    for required in ["name", "description"] {
        if !seen.contains(&required) {
            return Err(AdkError::Yaml(format!("missing field `{required}`")));
        }
    }
    Ok(fields)
}

/// A block scalar that the text ends with has no line end there, which YAML's newer parsers put in.
fn without_line_end(value: &mut Value) {
    match &mut value.kind {
        ValueKind::Text { text, style: ScalarStyle::Literal | ScalarStyle::Folded } if text.ends_with('\n') => {
            text.pop();
        }
        ValueKind::List { items, .. } => items.last_mut().map_or((), without_line_end),
        ValueKind::Map { entries, .. } => entries.last_mut().map_or((), |(_, last)| without_line_end(last)),
        ValueKind::Text { .. } => {}
    }
}

impl Fields {
    fn set(&mut self, key: &str, value: &Value) -> Result<(), AdkError> {
        match key {
            "name" => self.name = string(key, value)?,
            "description" => self.description = string(key, value)?,
            "version" => self.version = optional(key, value)?,
            "license" => self.license = optional(key, value)?,
            "compatibility" => self.compatibility = optional(key, value)?,
            "hint" => self.hint = optional(key, value)?,
            "tags" => self.tags = list(key, value)?,
            "allowed-tools" => self.allowed_tools = list(key, value)?,
            "references" => self.references = list(key, value)?,
            "triggers" => self.triggers = list(key, value)?,
            "trigger" => self.trigger = boolean(key, value)?,
            _ => self.metadata = map(key, value)?,
        }
        Ok(())
    }
}

fn message(error: &ReadError) -> String {
    match error {
        ReadError::Syntax { message, .. } => message.clone(),
        ReadError::TooLarge { .. } => "repetition limit exceeded".to_owned(),
        ReadError::TooDeep { .. } => "recursion limit exceeded".to_owned(),
        ReadError::SecondDocument { .. } => "more than one document".to_owned(),
    }
}

fn mismatch(key: &str, value: &Value, expected: &'static str) -> AdkError {
    let found = match &value.kind {
        ValueKind::Text { .. } if value.is_null() => "empty (`null`)",
        ValueKind::Text { .. } => "a string",
        ValueKind::List { .. } => "a list",
        ValueKind::Map { .. } => "a map",
    };
    AdkError::WrongType { field: format!("`{key}`"), found, expected }
}

/// Any scalar is a string there, `~` too.
fn string(key: &str, value: &Value) -> Result<String, AdkError> {
    value.text().map(str::to_owned).ok_or_else(|| mismatch(key, value, "text"))
}

fn optional(key: &str, value: &Value) -> Result<Option<String>, AdkError> {
    if value.is_null() { Ok(None) } else { string(key, value).map(Some) }
}

/// Nothing at all is an empty list, `~` is not.
fn list(key: &str, value: &Value) -> Result<Vec<String>, AdkError> {
    match &value.kind {
        ValueKind::List { items, .. } => items
            .iter()
            .map(|item| {
                string(key, item).map_err(|error| match error {
                    AdkError::WrongType { field, found, expected } => {
                        AdkError::WrongType { field: format!("an item of {field}"), found, expected }
                    }
                    other => other,
                })
            })
            .collect(),
        _ if is_absent(value) => Ok(Vec::new()),
        _ => Err(mismatch(key, value, "a list")),
    }
}

fn boolean(key: &str, value: &Value) -> Result<bool, AdkError> {
    match value.to_json() {
        Json::Null if value.is_null() => Ok(false),
        Json::Bool(value) => Ok(value),
        _ => Err(mismatch(key, value, "`true` or `false`")),
    }
}

fn map(key: &str, value: &Value) -> Result<Map<String, Json>, AdkError> {
    match value.to_json() {
        Json::Object(map) => Ok(map),
        _ if is_absent(value) => Ok(Map::new()),
        _ => Err(mismatch(key, value, "a map")),
    }
}

fn is_absent(value: &Value) -> bool {
    value.style() == Some(ScalarStyle::Plain) && value.text() == Some("")
}
