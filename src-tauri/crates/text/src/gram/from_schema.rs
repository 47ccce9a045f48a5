//! From a JSON Schema to a parameter table and a signature, each loss named for the view that has it.

pub(crate) mod references;

use std::collections::HashSet;

use serde_json::{Map, Value};
use studio_model::{MAX_PARAMETER_NAME, ParameterType, nullable_type, refines_type};

use super::{FromParameters, Loss, Signature, ToolParameter, brief, from_parameters, parameters::guess};

/// Keys of the whole schema that the table says too, or that say nothing about a call.
const KNOWN: [&str; 5] = ["type", "properties", "required", "$defs", "definitions"];

/// What a JSON Schema gives in the two other views.
#[derive(Clone, Debug, PartialEq)]
pub struct FromSchema {
    /// The signature; none where the schema is not that of an object.
    pub signature: Option<Signature>,
    /// The parameter table, in the schema's order.
    pub parameters: Vec<ToolParameter>,
    /// What the parameter table cannot hold.
    pub parameter_losses: Vec<Loss>,
    /// What a signature cannot say of that table.
    pub signature_losses: Vec<Loss>,
}

impl FromSchema {
    /// All losses, those of the table first.
    pub fn losses(&self) -> impl Iterator<Item = &Loss> {
        self.parameter_losses.iter().chain(&self.signature_losses)
    }
}

/// The parameter table and the signature of a schema. What the table's own columns do not say goes into the validation
/// schemas unchanged, so that [`super::schema_of`] gives the schema back wherever no loss is named; only the list of
/// required names takes the order of the properties, and is there where it was left out.
pub fn from_schema(schema: &Value) -> FromSchema {
    let mut budget = references::Budget::SCHEMA;
    let references::Written { schema, in_place: mut losses, cut } =
        references::written_out(schema, schema, &mut budget);
    losses.extend(cut);
    let Some(root) = object_root(&schema, &mut losses) else {
        return FromSchema {
            signature: None,
            parameters: Vec::new(),
            parameter_losses: losses,
            signature_losses: Vec::new(),
        };
    };
    whole_losses(root, &mut losses);
    let parameters = table(root, &mut losses);
    let FromParameters { signature, losses: signature_losses } = from_parameters(&parameters);
    FromSchema { signature: Some(signature), parameters, parameter_losses: losses, signature_losses }
}

fn object_root<'a>(schema: &'a Value, losses: &mut Vec<Loss>) -> Option<&'a Map<String, Value>> {
    let Some(root) = schema.as_object() else {
        losses.push(Loss::new("", "the schema isn't a JSON object, so none of it can be converted"));
        return None;
    };
    match root.get("type") {
        Some(Value::String(name)) if name == "object" => {}
        None if root.contains_key("properties") || root.is_empty() => {
            losses.push(Loss::new("", "the schema has no `\"type\": \"object\"`; it is added"));
        }
        None => {
            losses.push(Loss::new("", "tool arguments must be an object with properties, but the schema has none"));
            return None;
        }
        Some(other) => {
            losses.push(Loss::new("", format!("tool arguments must be an object, but the schema says {other}")));
            return None;
        }
    }
    Some(root)
}

/// What is said about the whole and has no place in a table.
fn whole_losses(root: &Map<String, Value>, losses: &mut Vec<Loss>) {
    for (key, value) in root.iter().filter(|(key, _)| !KNOWN.contains(&key.as_str())) {
        let what = match key.as_str() {
            "additionalProperties" | "unevaluatedProperties" => "the table doesn't support additional properties",
            "patternProperties" | "propertyNames" => "the table doesn't support name patterns",
            "oneOf" | "anyOf" | "allOf" | "not" | "if" | "then" | "else" => "the table doesn't support alternatives",
            "$ref" => "the reference points outside this schema",
            "description" | "title" | "$comment" => "the tool's own name and description are used instead",
            "$schema" | "$id" => "it only identifies the schema",
            _ => "the table doesn't support it",
        };
        losses.push(Loss::new("", format!("`{key}` at the top level is left out: {what} ({})", brief(value))));
    }
    if root.get("properties").is_some_and(|properties| !properties.is_object()) {
        losses.push(Loss::new("", "`properties` isn't an object, so it is left out"));
    }
}

fn table(root: &Map<String, Value>, losses: &mut Vec<Loss>) -> Vec<ToolParameter> {
    let nothing = Map::new();
    let properties = root.get("properties").and_then(Value::as_object).unwrap_or(&nothing);
    let required = required_names(root, properties, losses);
    let mut parameters = Vec::with_capacity(properties.len());
    for (name, property) in properties {
        if name.trim().is_empty() || name.chars().count() > MAX_PARAMETER_NAME {
            let why =
                format!("a parameter name must have 1 to {MAX_PARAMETER_NAME} characters, so this one is left out");
            losses.push(Loss::new(name, why));
            continue;
        }
        let before = losses.len();
        let parameter = parameter(name, property, required.contains(name.as_str()), losses);
        let again = parameter.schema();
        if losses.len() == before && again != *property {
            losses.push(Loss::new(name, format!("it changes from {} to {}", brief(property), brief(&again))));
        }
        parameters.push(parameter);
    }
    parameters
}

fn required_names<'a>(
    root: &'a Map<String, Value>,
    properties: &Map<String, Value>,
    losses: &mut Vec<Loss>,
) -> HashSet<&'a str> {
    let Some(required) = root.get("required") else { return HashSet::new() };
    let names: HashSet<&str> = required.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let in_order = required.as_array().into_iter().flatten().filter_map(Value::as_str);
    for name in in_order.filter(|name| !properties.contains_key(*name)) {
        losses.push(Loss::new(name, "it is required but has no schema, so it is left out"));
    }
    if required.as_array().is_none_or(|required| required.len() != names.len()) {
        losses.push(Loss::new("", "`required` must be a list of unique names; everything else is left out"));
    }
    names
}

/// One row of the table, from a property's schema.
pub(crate) fn parameter(name: &str, property: &Value, required: bool, losses: &mut Vec<Loss>) -> ToolParameter {
    let mut rules = property.as_object().cloned().unwrap_or_default();
    let kind = kind(name, &rules, losses);
    let is_narrowed = rules.get("type").is_some_and(|said| refines_type(kind, said));
    if rules.get("type").and_then(Value::as_str) != Some(kind.as_str()) && !is_narrowed {
        rules.shift_remove("type");
    }
    let description = rules.get("description").and_then(Value::as_str).map(str::to_owned);
    if description.is_some() {
        rules.shift_remove("description");
    }
    let default_value = rules.shift_remove("default");
    let says_more = is_narrowed || rules.keys().any(|key| key != "type");
    ToolParameter {
        name: name.to_owned(),
        kind,
        required,
        default_value,
        description,
        validation_schema: says_more.then_some(Value::Object(rules)),
    }
}

/// The table's type; where the schema names none of its own, the closest, with a loss.
fn kind(name: &str, rules: &Map<String, Value>, losses: &mut Vec<Loss>) -> ParameterType {
    let said = match rules.get("type") {
        Some(Value::String(said)) => of_name(said),
        Some(said) => nullable_type(said).and_then(of_name),
        None => None,
    };
    said.unwrap_or_else(|| {
        let taken = of_name(guess(rules)).unwrap_or(ParameterType::String);
        let why = match rules.get("type") {
            Some(said) => {
                format!("the table doesn't support the type {said}; `{}` is used instead", taken.as_str())
            }
            None => format!("the schema gives no type; `{}` is added", taken.as_str()),
        };
        losses.push(Loss::new(name, why));
        taken
    })
}

fn of_name(name: &str) -> Option<ParameterType> {
    if name == "integer" { Some(ParameterType::Number) } else { ParameterType::parse(name) }
}
