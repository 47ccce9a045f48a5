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

/// The schema of a parameter: one that may be null may be left out, which its place already says.
pub(super) fn of_parameter(schema: Value) -> Value {
    let Value::Object(mut schema) = plain(schema) else { return json!({ "type": "string" }) };
    for key in ["anyOf", "oneOf"] {
        let Some(Value::Array(choices)) = schema.get(key) else { continue };
        let mut real = choices.iter().filter(|choice| choice.get("type") != Some(&json!("null")));
        if let (Some(Value::Object(only)), None) = (real.next().cloned(), real.next()) {
            schema.shift_remove(key);
            let beside = std::mem::replace(&mut schema, only);
            schema.extend(beside);
        }
    }
    if let Some(Value::Array(types)) = schema.get("type") {
        let mut real = types.iter().filter(|name| **name != json!("null"));
        if let (Some(only), None) = (real.next().cloned(), real.next()) {
            schema.insert("type".to_owned(), only);
        }
    }
    if schema.get("default") == Some(&Value::Null) {
        schema.shift_remove("default");
    }
    Value::Object(schema)
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
    if result.shift_remove("nullable") == Some(Value::Bool(true))
        && let Some(Value::String(name)) = result.get("type").cloned()
    {
        result.insert("type".to_owned(), json!([name, "null"]));
        if let Some(Value::Array(values)) = result.get_mut("enum")
            && !values.contains(&Value::Null)
        {
            values.push(Value::Null);
        }
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
