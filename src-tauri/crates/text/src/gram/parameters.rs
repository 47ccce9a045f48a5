//! From a parameter table, or any JSON Schema inside it, to a signature.

use std::collections::HashSet;

use serde_json::{Map, Value};
use studio_model::{ParameterType, nullable_type};

use super::{Loss, RecordField, Signature, SignatureParameter, ToolParameter, Type, brief, marks::join};

/// Deepest nesting a signature is given.
const DEPTH: usize = 30;

/// What a parameter table gives as a signature.
#[derive(Clone, Debug, PartialEq)]
pub struct FromParameters {
    /// The signature. A table does not say what comes back: `Text` stands there.
    pub signature: Signature,
    /// What the table says and a signature cannot.
    pub losses: Vec<Loss>,
}

/// The signature that says what a parameter table says, as far as one can. Where no loss is named, its own table means the
/// same.
pub fn from_parameters(parameters: &[ToolParameter]) -> FromParameters {
    let mut losses = Vec::new();
    let mut taken = Vec::with_capacity(parameters.len());
    let mut names = HashSet::with_capacity(parameters.len());
    for parameter in parameters {
        if parameter.name.is_empty() {
            losses.push(Loss::new("", "a parameter without a name is left out"));
        } else if !names.insert(parameter.name.as_str()) {
            losses.push(Loss::new(&parameter.name, "another parameter already has this name, so this one is left out"));
        } else {
            taken.push(signature_parameter(parameter, &mut losses));
        }
    }
    FromParameters { signature: Signature { parameters: taken, result: Type::Text }, losses }
}

fn signature_parameter(parameter: &ToolParameter, losses: &mut Vec<Loss>) -> SignatureParameter {
    let before = losses.len();
    let bare = ToolParameter { description: None, default_value: None, ..parameter.clone() };
    let schema = bare.schema();
    let ty = type_of(&schema, &parameter.name, 0, losses);
    if parameter.description.is_some() {
        losses.push(Loss::new(&parameter.name, "a signature doesn't support descriptions; the table keeps it"));
    }
    let default = default_of(parameter, &ty, losses);
    let is_optional = default.is_none() && (!parameter.required || is_nullable(&schema));
    let result = SignatureParameter {
        name: parameter.name.clone(),
        ty: if is_optional { Type::Maybe(Box::new(ty)) } else { ty },
        default,
    };
    let again = result.to_parameter();
    if losses.len() == before && !means_the_same(parameter, &again) {
        let why = format!("it changes from {} to {}", brief(&parameter.schema()), brief(&again.schema()));
        losses.push(Loss::new(&parameter.name, why));
    }
    result
}

/// Whether two rows say the same, however they part it between the type and the rules, and whether or not a record without
/// required fields says so.
fn means_the_same(one: &ToolParameter, other: &ToolParameter) -> bool {
    one.required == other.required && in_full(one.schema()) == in_full(other.schema())
}

fn in_full(schema: Value) -> Value {
    let Value::Object(mut schema) = schema else { return schema };
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for property in properties.values_mut() {
            *property = in_full(property.take());
        }
        schema.entry("required").or_insert_with(|| Value::Array(Vec::new()));
    }
    if let Some(items) = schema.get_mut("items") {
        *items = in_full(items.take());
    }
    Value::Object(schema)
}

fn default_of(parameter: &ToolParameter, ty: &Type, losses: &mut Vec<Loss>) -> Option<Value> {
    let default = parameter.default_value.as_ref()?;
    if !ty.admits(default) {
        let why = format!("the default {default} isn't {}, so it is left out", ty.noun());
        losses.push(Loss::new(&parameter.name, why));
        return None;
    }
    if parameter.required {
        let why = "it is required and has a default; in a signature, a default makes it optional";
        losses.push(Loss::new(&parameter.name, why));
    }
    Some(default.clone())
}

/// The closest type to a JSON Schema; what it leaves out goes into `losses`.
fn type_of(schema: &Value, path: &str, depth: usize, losses: &mut Vec<Loss>) -> Type {
    let Some(schema) = schema.as_object() else {
        losses
            .push(Loss::new(path, "any value is allowed, but a signature can't express that; `Text` is used instead"));
        return Type::Text;
    };
    let name = named_type(schema, path, losses);
    let (ty, known): (Type, &[&str]) = match name {
        "string" => (Type::Text, &["type"]),
        "integer" => (Type::Int, &["type"]),
        "number" => (Type::Double, &["type"]),
        "boolean" => (Type::Bool, &["type"]),
        "array" => (list_of(schema, path, depth, losses), &["type", "items"]),
        "object" => (record_of(schema, path, depth, losses), &["type", "properties", "required"]),
        other => {
            losses.push(Loss::new(
                path,
                format!("a signature doesn't support the type `{other}`; `Text` is used instead"),
            ));
            (Type::Text, &["type"])
        }
    };
    let beyond: Vec<String> =
        schema.keys().filter(|key| !known.contains(&key.as_str())).map(|key| format!("`{key}`")).collect();
    if !beyond.is_empty() {
        losses.push(Loss::new(path, format!("a signature doesn't support {}", beyond.join(", "))));
    }
    ty
}

/// The type that a schema names, beside null or not.
fn named_type<'a>(schema: &'a Map<String, Value>, path: &str, losses: &mut Vec<Loss>) -> &'a str {
    match schema.get("type") {
        Some(Value::String(name)) => name,
        said => match said.and_then(nullable_type) {
            Some(name) => {
                losses.push(Loss::new(path, "a signature can't tell `null` from a value that is left out"));
                name
            }
            None => guessed(schema, path, losses),
        },
    }
}

fn is_nullable(schema: &Value) -> bool {
    schema.get("type").and_then(nullable_type).is_some()
}

/// The type of a schema that names none, or several.
fn guessed<'a>(schema: &'a Map<String, Value>, path: &str, losses: &mut Vec<Loss>) -> &'a str {
    let name = guess(schema);
    losses.push(Loss::new(path, format!("a signature can't list several types; the import uses `{name}`")));
    name
}

/// The one type that fits best where a schema names none, or several: never `null`.
pub(super) fn guess(schema: &Map<String, Value>) -> &str {
    let listed = schema.get("type").and_then(Value::as_array);
    let named = listed.into_iter().flatten().filter_map(Value::as_str).find(|name| *name != "null");
    let choices = ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|key| schema.get(key)?.as_array()).flatten();
    let chosen = || choices.filter_map(|choice| choice.get("type")?.as_str()).find(|name| *name != "null");
    let sample = || {
        let listed = schema.get("enum").and_then(Value::as_array).into_iter().flatten();
        listed.chain(schema.get("const")).find(|value| !value.is_null()).map(type_name)
    };
    let shape = || {
        if schema.contains_key("properties") { Some("object") } else { schema.contains_key("items").then_some("array") }
    };
    named.or_else(chosen).or_else(sample).or_else(shape).unwrap_or("string")
}

const fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null | Value::String(_) => ParameterType::String.as_str(),
        Value::Bool(_) => ParameterType::Boolean.as_str(),
        Value::Number(_) => ParameterType::Number.as_str(),
        Value::Array(_) => ParameterType::Array.as_str(),
        Value::Object(_) => ParameterType::Object.as_str(),
    }
}

fn list_of(schema: &Map<String, Value>, path: &str, depth: usize, losses: &mut Vec<Loss>) -> Type {
    let path = format!("{path}[]");
    match schema.get("items") {
        None => Type::Array,
        Some(_) if depth >= DEPTH => {
            losses
                .push(Loss::new(&path, format!("it is nested more than {DEPTH} levels deep; `Array` is used instead")));
            Type::Array
        }
        Some(items) if items.as_object().is_some_and(|items| !items.is_empty()) => {
            Type::List(Box::new(type_of(items, &path, depth + 1, losses)))
        }
        Some(_) => {
            losses.push(Loss::new(
                &path,
                "a signature can't give each item its own type; the import uses `Array` (any items)",
            ));
            Type::Array
        }
    }
}

fn record_of(schema: &Map<String, Value>, path: &str, depth: usize, losses: &mut Vec<Loss>) -> Type {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        if schema.contains_key("required") || schema.contains_key("properties") {
            losses.push(Loss::new(
                path,
                "a signature doesn't support fields without a type; `Object` (any fields) is used",
            ));
        }
        return Type::Object;
    };
    if depth >= DEPTH {
        losses.push(Loss::new(path, format!("it is nested more than {DEPTH} levels deep; `Object` is used instead")));
        return Type::Object;
    }
    let required: HashSet<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    if let Some(missing) = required.iter().find(|name| !properties.contains_key(**name)) {
        losses.push(Loss::new(path, format!("`{missing}` is required but has no schema, so it is left out")));
    }
    let mut fields = Vec::with_capacity(properties.len());
    for (name, property) in properties {
        let path = join(path, name);
        if name.is_empty() {
            losses.push(Loss::new(&path, "a field without a name is left out"));
            continue;
        }
        let ty = type_of(property, &path, depth + 1, losses);
        let is_required = required.contains(name.as_str()) && !is_nullable(property);
        fields.push(RecordField { name: name.clone(), ty: if is_required { ty } else { Type::Maybe(Box::new(ty)) } });
    }
    Type::Record(fields)
}
