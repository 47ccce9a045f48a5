//! What those who take a list of tools ask of a schema, as they were seen to answer: `OpenAI`'s and Anthropic's interfaces, and
//! MCP's own specification. A schema is written as they take it, with every change named, or refused with the reason.

use serde_json::{Map, Value, json};

use super::model_tools::Source;

/// Keys under which a schema holds values, and no schemas.
const DATA: [&str; 5] = ["default", "enum", "const", "examples", "example"];

/// Keys under which schemas stand by name.
const BY_NAME: [&str; 5] = ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];

/// Longest name of a property that Anthropic takes.
const PROPERTY: usize = 64;

/// A schema as it is written for somebody.
#[derive(Clone, Debug, PartialEq)]
pub struct Suited {
    /// The schema.
    pub schema: Value,
    /// What was changed for it, each as a sentence.
    pub changes: Vec<String>,
}

/// A schema as those take it who read lists of a form; otherwise why they refuse it, as a sentence.
pub fn suited(schema: &Value, form: Source) -> Result<Suited, String> {
    let mut changes = Vec::new();
    let Some(mut root) = schema.as_object().cloned() else {
        return Err("Its schema isn't an object. Write a JSON Schema of type `object`.".to_owned());
    };
    if let Some(reference) = lost_reference(schema) {
        return Err(format!("Its schema refers to `{reference}`, which isn't part of it. Write the part out."));
    }
    if let Some(meant) = root.get("$ref").and_then(Value::as_str).and_then(|reference| find(schema, reference)) {
        root = inlined(&root, meant);
        changes.push("The schema that `$ref` leads to is written at the top level.".to_owned());
    }
    match root.get("type") {
        Some(Value::String(name)) if name == "object" => {}
        None if !has_alternatives(&root) => {
            root.insert("type".to_owned(), json!("object"));
            changes.push("`\"type\": \"object\"` is added at the top level.".to_owned());
        }
        None => {}
        Some(other) => return Err(format!("Its schema is of type {other}, but arguments are always an object.")),
    }
    if let Some(key) = refused_key(&root, form) {
        let who = maker(form);
        return Err(format!("{who} rejects `{key}` at the top level of a schema. Move it into a property."));
    }
    if form == Source::OpenAi {
        complete_for_openai(&mut root, &mut changes);
    }
    if let (Source::Anthropic, Some(name)) = (form, unfit_property(&root)) {
        return Err(format!(
            "Anthropic rejects the parameter name “{name}”. Use up to {PROPERTY} letters, digits, `_`, `-`, and `.`."
        ));
    }
    Ok(Suited { schema: Value::Object(root), changes })
}

/// Whose rules they are.
const fn maker(form: Source) -> &'static str {
    match form {
        Source::OpenAi => "OpenAI",
        Source::Anthropic => "Anthropic",
        Source::Mcp => "MCP",
    }
}

/// The first key of the top level that is refused there.
fn refused_key(root: &Map<String, Value>, form: Source) -> Option<&'static str> {
    let refused: &[&str] = match form {
        Source::OpenAi => &["oneOf", "anyOf", "allOf", "enum", "not"],
        Source::Mcp if root.contains_key("type") => &[],
        Source::Anthropic | Source::Mcp => &["oneOf", "anyOf", "allOf"],
    };
    refused.iter().copied().find(|key| root.contains_key(*key))
}

fn has_alternatives(root: &Map<String, Value>) -> bool {
    ["oneOf", "anyOf", "allOf"].iter().any(|key| root.contains_key(*key))
}

/// The top level with what its reference leads to in the reference's place.
fn inlined(root: &Map<String, Value>, meant: &Value) -> Map<String, Value> {
    let mut whole = meant.as_object().cloned().unwrap_or_default();
    for (key, value) in root.iter().filter(|(key, _)| key.as_str() != "$ref") {
        whole.entry(key.clone()).or_insert_with(|| value.clone());
    }
    whole
}

/// `OpenAI` refuses an object without properties, and a list that says nothing of its items.
fn complete_for_openai(root: &mut Map<String, Value>, changes: &mut Vec<String>) {
    if !root.get("properties").is_some_and(Value::is_object) {
        root.insert("properties".to_owned(), json!({}));
        changes.push("Empty `properties` are added, which OpenAI requires.".to_owned());
    }
    let mut completed = 0;
    for (key, value) in root.iter_mut().filter(|(key, _)| !DATA.contains(&key.as_str())) {
        add_items(value, BY_NAME.contains(&key.as_str()), &mut completed);
    }
    if completed > 0 {
        changes.push("Lists of anything are written with empty `items`, which OpenAI requires.".to_owned());
    }
}

/// Completes the lists in a schema; `is_by_name` says that the value's own keys are names.
fn add_items(schema: &mut Value, is_by_name: bool, completed: &mut usize) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(|item| add_items(item, false, completed)),
        Value::Object(map) => {
            if !is_by_name && is_list(map) && !map.contains_key("items") && !map.contains_key("prefixItems") {
                map.insert("items".to_owned(), json!({}));
                *completed += 1;
            }
            for (key, value) in map.iter_mut().filter(|(key, _)| is_by_name || !DATA.contains(&key.as_str())) {
                add_items(value, !is_by_name && BY_NAME.contains(&key.as_str()), completed);
            }
        }
        _ => {}
    }
}

fn is_list(schema: &Map<String, Value>) -> bool {
    match schema.get("type") {
        Some(Value::String(name)) => name == "array",
        Some(Value::Array(names)) => names.iter().any(|name| name == "array"),
        _ => false,
    }
}

fn unfit_property(root: &Map<String, Value>) -> Option<&str> {
    let fits = |name: &str| {
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        (1..=PROPERTY).contains(&name.len()) && name.bytes().all(is_part)
    };
    let properties = root.get("properties").and_then(Value::as_object)?;
    properties.keys().map(String::as_str).find(|name| !fits(name))
}

/// A reference that leads out of a schema, or to nothing in it.
fn lost_reference(schema: &Value) -> Option<&str> {
    references(schema, false).into_iter().find(|reference| find(schema, reference).is_none())
}

/// Every reference in a schema; `is_by_name` says that the value's own keys are names.
fn references(schema: &Value, is_by_name: bool) -> Vec<&str> {
    match schema {
        Value::Array(items) => items.iter().flat_map(|item| references(item, false)).collect(),
        Value::Object(map) => {
            let own = map.get("$ref").filter(|_| !is_by_name).and_then(Value::as_str);
            let inside = map.iter().filter(|(key, _)| is_by_name || !DATA.contains(&key.as_str()));
            let deeper =
                inside.flat_map(|(key, value)| references(value, !is_by_name && BY_NAME.contains(&key.as_str())));
            own.into_iter().chain(deeper).collect()
        }
        _ => Vec::new(),
    }
}

/// What a reference leads to: a place by its pointer, or a schema by its anchor or its id.
fn find<'a>(schema: &'a Value, reference: &str) -> Option<&'a Value> {
    match reference.strip_prefix('#') {
        Some("") => Some(schema),
        Some(pointer) if pointer.starts_with('/') => {
            schema.pointer(&percent_encoding::percent_decode_str(pointer).decode_utf8_lossy())
        }
        Some(anchor) => with(schema, "$anchor", anchor),
        None => with(schema, "$id", reference),
    }
}

/// The schema that calls itself so.
fn with<'a>(schema: &'a Value, key: &str, name: &str) -> Option<&'a Value> {
    match schema {
        Value::Object(map) if map.get(key).and_then(Value::as_str) == Some(name) => Some(schema),
        Value::Object(map) => map.values().find_map(|value| with(value, key, name)),
        Value::Array(items) => items.iter().find_map(|item| with(item, key, name)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Source, suited};

    #[test]
    fn what_a_maker_refuses_is_named() {
        for (schema, form, words) in [
            (json!({ "type": "object", "properties": {}, "oneOf": [] }), Source::OpenAi, "OpenAI rejects `oneOf`"),
            (json!({ "type": "object", "properties": {}, "not": {} }), Source::OpenAi, "OpenAI rejects `not`"),
            (json!({ "type": "object", "allOf": [] }), Source::Anthropic, "Anthropic rejects `allOf`"),
            (json!({ "anyOf": [{ "type": "object" }] }), Source::Mcp, "MCP rejects `anyOf`"),
            (json!({ "type": "array" }), Source::Mcp, "of type \"array\""),
            (json!({ "type": "object", "properties": { "a b": {} } }), Source::Anthropic, "parameter name “a b”"),
            (
                json!({ "type": "object", "properties": { "a": { "$ref": "#/components/schemas/A" } } }),
                Source::Mcp,
                "`#/components/schemas/A`",
            ),
            (json!({ "$ref": "other.json" }), Source::Anthropic, "`other.json`"),
        ] {
            let why = suited(&schema, form).expect_err("it is refused");
            assert!(why.contains(words), "{schema}: {why}");
        }
    }

    #[test]
    fn what_a_maker_takes_in_another_form_is_written_so_and_named() {
        for (schema, form, written, changes) in [
            (json!({}), Source::OpenAi, json!({ "type": "object", "properties": {} }), 2),
            (json!({ "type": "object" }), Source::Anthropic, json!({ "type": "object" }), 0),
            (json!({ "properties": {} }), Source::Mcp, json!({ "properties": {}, "type": "object" }), 1),
            (
                json!({ "type": "object", "properties": { "a": { "type": ["array", "null"], "default": [{ "type": "array" }] } } }),
                Source::OpenAi,
                json!({ "type": "object", "properties": {
                    "a": { "type": ["array", "null"], "default": [{ "type": "array" }], "items": {} } } }),
                1,
            ),
            (
                json!({ "$ref": "#/$defs/A", "$defs": { "A": { "type": "object", "properties": { "$ref": { "type": "string" } } } } }),
                Source::Mcp,
                json!({
                    "type": "object", "properties": { "$ref": { "type": "string" } },
                    "$defs": { "A": { "type": "object", "properties": { "$ref": { "type": "string" } } } },
                }),
                1,
            ),
            (
                json!({ "type": "object", "oneOf": [{ "required": ["a"] }], "properties": { "a": { "$ref": "#x" } }, "$defs": { "X": { "$anchor": "x" } } }),
                Source::Mcp,
                json!({ "type": "object", "oneOf": [{ "required": ["a"] }], "properties": { "a": { "$ref": "#x" } }, "$defs": { "X": { "$anchor": "x" } } }),
                0,
            ),
        ] {
            let suited = suited(&schema, form).expect("it is taken");
            assert_eq!((&suited.schema, suited.changes.len()), (&written, changes), "{:?}", suited.changes);
        }
    }
}
