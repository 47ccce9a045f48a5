//! Schemas of `OpenAPI` as JSON Schema: what 3.0 writes its own way, and what only documents.

use serde_json::{Map, Value, json};

/// Keys that document, or speak of things a call does not have.
const IDLE: [&str; 6] = ["example", "xml", "externalDocs", "discriminator", "readOnly", "writeOnly"];

/// The schema of a body, the parts of an `allOf` put together so that its properties are seen.
pub(super) fn whole(schema: Value) -> Value {
    let Value::Object(mut whole) = schema else { return schema };
    let Some(Value::Array(parts)) = whole.shift_remove("allOf") else { return Value::Object(whole) };
    for part in parts {
        let Value::Object(part) = self::whole(part) else { continue };
        for (key, value) in part {
            match (whole.get_mut(&key), value) {
                (Some(Value::Object(known)), Value::Object(more)) if key == "properties" => known.extend(more),
                (Some(Value::Array(known)), Value::Array(more)) if key == "required" => known.extend(more),
                (Some(_), _) => {}
                (None, value) => {
                    whole.insert(key, value);
                }
            }
        }
    }
    Value::Object(whole)
}

/// Whether a schema as it is written takes null beside what it says of it.
pub(super) fn takes_null(schema: &Value) -> bool {
    let is_listed = schema.get("type").and_then(Value::as_array).is_some_and(|types| types.contains(&json!("null")));
    is_listed || schema.get("nullable") == Some(&Value::Bool(true))
}

/// The parts of an `allOf` put together, where none says otherwise than another: its type would be guessed, without null.
fn together(schema: Value) -> Value {
    let Some(Value::Array(parts)) = schema.get("allOf") else { return schema };
    let is_alike = |key: &String| matches!(key.as_str(), "title" | "description") || is_told_once(&schema, parts, key);
    let is_alike = parts.iter().filter_map(Value::as_object).flat_map(Map::keys).all(is_alike);
    if is_alike && parts.iter().all(Value::is_object) { whole(schema) } else { schema }
}

/// Whether all that say something of a key say the same.
fn is_told_once(schema: &Value, parts: &[Value], key: &str) -> bool {
    let mut told = std::iter::once(schema).chain(parts).filter_map(|part| part.get(key));
    let first = told.next();
    key != "allOf" && told.all(|value| Some(value) == first)
}

/// The schema of a parameter: null is a value like any other, by which a call clears what was there.
pub(super) fn of_parameter(schema: Value) -> Value {
    let Value::Object(mut schema) = together(plain(schema)) else { return json!({ "type": "string" }) };
    for key in ["anyOf", "oneOf"] {
        let Some(Value::Array(choices)) = schema.get(key) else { continue };
        let is_null = |choice: &&Value| choice.get("type") == Some(&json!("null"));
        let may_be_null = choices.iter().any(|choice| is_null(&choice));
        let mut real = choices.iter().filter(|choice| !is_null(choice));
        if let (Some(Value::Object(mut only)), None) = (real.next().cloned(), real.next()) {
            if may_be_null {
                allow_null(&mut only);
            }
            schema.shift_remove(key);
            let beside = std::mem::replace(&mut schema, only);
            schema.extend(beside);
        }
    }
    if let Some(Value::Array(types)) = schema.get("type")
        && let [only] = types.as_slice()
    {
        let only = only.clone();
        schema.insert("type".to_owned(), only);
    }
    add_type_of_values(&mut schema);
    // What an API takes where nothing is sent need not be sent.
    if schema.get("default") == Some(&Value::Null) {
        schema.shift_remove("default");
    }
    Value::Object(schema)
}

/// Makes a schema take null, too. One that says nothing of a type takes it anyway.
fn allow_null(schema: &mut Map<String, Value>) {
    if let Some(Value::Array(values)) = schema.get_mut("enum")
        && !values.contains(&Value::Null)
    {
        values.push(Value::Null);
    }
    if !schema.contains_key("type") {
        let is_said = |key: &String| matches!(key.as_str(), "anyOf" | "oneOf" | "allOf" | "const" | "properties");
        if schema.keys().any(is_said) {
            let own = Value::Object(std::mem::take(schema));
            schema.insert("anyOf".to_owned(), json!([own, { "type": "null" }]));
        }
        return;
    }
    match schema.get_mut("type") {
        Some(Value::Array(names)) if !names.contains(&json!("null")) => names.push(json!("null")),
        Some(Value::String(name)) if name.as_str() != "null" => {
            let both = json!([name.as_str(), "null"]);
            schema.insert("type".to_owned(), both);
        }
        _ => {}
    }
}

/// Says of which type the values are that a schema lists, where null is among them: a type that is guessed would not have it.
fn add_type_of_values(schema: &mut Map<String, Value>) {
    if ["type", "anyOf", "oneOf", "allOf"].into_iter().any(|key| schema.contains_key(key)) {
        return;
    }
    let values = match (schema.get("enum"), schema.get("const")) {
        (Some(Value::Array(values)), _) => values.as_slice(),
        (_, Some(value)) => std::slice::from_ref(value),
        _ => return,
    };
    let type_of = |value: &Value| match value {
        Value::String(_) => Some("string"),
        Value::Number(_) => Some("number"),
        Value::Bool(_) => Some("boolean"),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    };
    let mut types: Vec<&str> = values.iter().filter_map(type_of).collect();
    types.sort_unstable();
    types.dedup();
    let of_values = if let [only] = types[..] { only } else { "string" };
    if types.len() < 2 && values.contains(&Value::Null) {
        schema.insert("type".to_owned(), json!([of_values, "null"]));
    }
}

/// A schema without `OpenAPI`'s own words.
fn plain(value: Value) -> Value {
    match value {
        Value::Object(schema) => Value::Object(plain_object(schema)),
        Value::Array(items) => items.into_iter().map(plain).collect(),
        other => other,
    }
}

fn plain_object(schema: Map<String, Value>) -> Map<String, Value> {
    let mut result = Map::new();
    for (key, value) in schema {
        let value = match (key.as_str(), value) {
            (key, _) if IDLE.contains(&key) || key.starts_with("x-") => continue,
            ("enum" | "const" | "default" | "examples" | "required", value) => value,
            ("properties", Value::Object(properties)) => {
                Value::Object(properties.into_iter().map(|(name, value)| (name, plain(value))).collect())
            }
            (_, value) => plain(value),
        };
        result.insert(key, value);
    }
    bounds(&mut result, "minimum", "exclusiveMinimum");
    bounds(&mut result, "maximum", "exclusiveMaximum");
    if result.shift_remove("nullable") == Some(Value::Bool(true)) {
        if let Value::Object(put_together) = whole(Value::Object(std::mem::take(&mut result))) {
            result = put_together;
        }
        allow_null(&mut result);
    }
    result
}

/// 3.0 says with a truth value whether a bound belongs to the range; JSON Schema has a bound of its own for each.
fn bounds(schema: &mut Map<String, Value>, bound: &str, exclusive: &str) {
    if let Some(Value::Bool(is_exclusive)) = schema.get(exclusive).cloned() {
        schema.shift_remove(exclusive);
        if is_exclusive && let Some(value) = schema.shift_remove(bound) {
            schema.insert(exclusive.to_owned(), value);
        }
    }
}
