//! From a signature to a parameter table and to the JSON Schema a model is sent.

use serde_json::{Map, Value, json};
use studio_model::{ParameterType, property_schema};

use super::{RecordField, Signature, SignatureParameter, Type};

/// A row of the parameter table, without what only the store knows.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolParameter {
    /// Name of the argument.
    pub name: String,
    /// Its type in the table, which has no integer.
    pub kind: ParameterType,
    /// Whether a call must give it.
    pub required: bool,
    /// Value taken when a call gives none.
    pub default_value: Option<Value>,
    /// Tells the model what to put there.
    pub description: Option<String>,
    /// JSON Schema for what the type alone cannot say.
    pub validation_schema: Option<Value>,
}

/// The JSON Schema of a parameter table, as [`studio_model::input_schema`] makes it of stored rows.
pub fn schema_of(parameters: &[ToolParameter]) -> Value {
    let properties: Map<String, Value> =
        parameters.iter().map(|parameter| (parameter.name.clone(), parameter.schema())).collect();
    let required: Vec<&str> =
        parameters.iter().filter(|parameter| parameter.required).map(|parameter| parameter.name.as_str()).collect();
    json!({ "type": "object", "properties": properties, "required": required })
}

impl ToolParameter {
    /// The parameter's own schema, with its description and default.
    pub fn schema(&self) -> Value {
        property_schema(
            self.kind,
            self.description.as_deref(),
            self.default_value.as_ref(),
            self.validation_schema.as_ref(),
        )
    }
}

impl Signature {
    /// The JSON Schema of a call's arguments.
    pub fn schema(&self) -> Value {
        schema_of(&self.to_parameters())
    }

    /// The parameter table: `Int` is a number with an integer rule; lists and records keep their inside in
    /// the validation schema; `Maybe` is not required; a default makes not required and is kept.
    pub fn to_parameters(&self) -> Vec<ToolParameter> {
        self.parameters.iter().map(SignatureParameter::to_parameter).collect()
    }
}

impl SignatureParameter {
    pub(super) fn to_parameter(&self) -> ToolParameter {
        let ty = self.ty.inner();
        ToolParameter {
            name: self.name.clone(),
            kind: kind(ty),
            required: self.is_required(),
            default_value: self.default.clone(),
            description: None,
            validation_schema: (!is_plain(ty)).then(|| type_schema(ty)),
        }
    }
}

/// The table's type for a signature's.
const fn kind(ty: &Type) -> ParameterType {
    match ty {
        Type::Text => ParameterType::String,
        Type::Int | Type::Double => ParameterType::Number,
        Type::Bool => ParameterType::Boolean,
        Type::List(_) | Type::Array => ParameterType::Array,
        Type::Record(_) | Type::Object => ParameterType::Object,
        Type::Maybe(inner) => kind(inner),
    }
}

/// Whether the table's type alone says all.
const fn is_plain(ty: &Type) -> bool {
    matches!(ty, Type::Text | Type::Double | Type::Bool | Type::Object | Type::Array)
}

fn type_schema(ty: &Type) -> Value {
    match ty {
        Type::Text => json!({ "type": "string" }),
        Type::Int => json!({ "type": "integer" }),
        Type::Double => json!({ "type": "number" }),
        Type::Bool => json!({ "type": "boolean" }),
        Type::Object => json!({ "type": "object" }),
        Type::Array => json!({ "type": "array" }),
        Type::Maybe(inner) => type_schema(inner),
        Type::List(item) => json!({ "type": "array", "items": type_schema(item) }),
        Type::Record(fields) => record_schema(fields),
    }
}

fn record_schema(fields: &[RecordField]) -> Value {
    let properties: Map<String, Value> =
        fields.iter().map(|field| (field.name.clone(), type_schema(&field.ty))).collect();
    let required: Vec<&str> =
        fields.iter().filter(|field| field.is_required()).map(|field| field.name.as_str()).collect();
    json!({ "type": "object", "properties": properties, "required": required })
}
