//! A tool's parameters as the JSON Schema a model is sent.

use serde_json::{Map, Value, json};

use crate::{Parameter, ParameterType};

/// The JSON Schema of a call's arguments: an object with one property a parameter, in the parameters' order.
pub fn input_schema(parameters: &[Parameter]) -> Value {
    let properties: Map<String, Value> =
        parameters.iter().map(|parameter| (parameter.name.clone(), property(parameter))).collect();
    let required: Vec<&str> =
        parameters.iter().filter(|parameter| parameter.required).map(|parameter| parameter.name.as_str()).collect();
    json!({ "type": "object", "properties": properties, "required": required })
}

fn property(parameter: &Parameter) -> Value {
    property_schema(
        parameter.kind,
        parameter.description.as_deref(),
        parameter.default_value.as_ref(),
        parameter.validation_schema.as_ref(),
    )
}

/// The JSON Schema of one parameter.
///
/// What a validation schema says, `rules`, is taken over; type, description and default of the parameter itself stand above
/// it. A whole-number rule (`{"type": "integer"}`) therefore narrows `number`, which has no integer of its own, and one that
/// allows null (`{"type": ["string", "null"]}`) stands.
pub fn property_schema(
    kind: ParameterType,
    description: Option<&str>,
    default: Option<&Value>,
    rules: Option<&Value>,
) -> Value {
    let mut schema = match rules {
        Some(Value::Object(rules)) => rules.clone(),
        _ => Map::new(),
    };
    if !schema.get("type").is_some_and(|said| refines_type(kind, said)) {
        schema.insert("type".to_owned(), json!(kind.as_str()));
    }
    if let Some(description) = description {
        schema.insert("description".to_owned(), json!(description));
    }
    if let Some(default) = default {
        schema.insert("default".to_owned(), default.clone());
    }
    Value::Object(schema)
}

/// Whether what rules say of a type says more than the type itself: that a number is whole, or that it may be null.
pub fn refines_type(kind: ParameterType, said: &Value) -> bool {
    let is_whole = |name: &str| kind == ParameterType::Number && name == "integer";
    match said {
        Value::String(name) => is_whole(name),
        said => nullable_type(said).is_some_and(|name| name == kind.as_str() || is_whole(name)),
    }
}

/// The type beside which null is allowed, where a schema's `type` says just that.
pub fn nullable_type(said: &Value) -> Option<&str> {
    let [one, other] = said.as_array()?.as_slice() else { return None };
    match (one.as_str()?, other.as_str()?) {
        ("null", "null") => None,
        (name, "null") | ("null", name) => Some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use uuid::Uuid;

    use super::input_schema;
    use crate::{Audit, Parameter, ParameterId, ParameterType, ToolId};

    fn parameter(name: &str, kind: ParameterType) -> Parameter {
        let audit = Audit { aggregate_version: 1, active: true, update_ts: String::new(), update_user: String::new() };
        Parameter {
            id: ParameterId(Uuid::nil()),
            tool: ToolId(Uuid::nil()),
            name: name.to_owned(),
            kind,
            required: true,
            default_value: None,
            description: None,
            validation_schema: None,
            order_index: 0,
            audit,
        }
    }

    #[test]
    fn s0_12_parameters_map_directly_to_json_schema() {
        let query = Parameter {
            description: Some("What to look for".to_owned()),
            validation_schema: Some(json!({ "minLength": 2, "type": "string" })),
            ..parameter("query", ParameterType::String)
        };
        let limit = Parameter {
            required: false,
            default_value: Some(json!(3)),
            validation_schema: Some(json!({ "type": "integer", "maximum": 10 })),
            ..parameter("limit", ParameterType::Number)
        };
        let filters = Parameter {
            validation_schema: Some(json!({ "properties": { "area": { "type": "string" } } })),
            ..parameter("filters", ParameterType::Object)
        };
        assert_eq!(
            input_schema(&[query, limit, filters, parameter("dry", ParameterType::Boolean)]),
            json!({
                "type": "object",
                "properties": {
                    "query": { "type": "string", "minLength": 2, "description": "What to look for" },
                    "limit": { "type": "integer", "maximum": 10, "default": 3 },
                    "filters": { "type": "object", "properties": { "area": { "type": "string" } } },
                    "dry": { "type": "boolean" },
                },
                "required": ["query", "filters", "dry"],
            })
        );
        assert_eq!(input_schema(&[]), json!({ "type": "object", "properties": {}, "required": [] }));
    }
}
