//! Laws: round trips without loss, and reading anything without a panic.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use studio_model::{Audit, Parameter, ParameterId, ParameterType, ToolId, input_schema};
use studio_text::gram::{
    Dialect, ToolParameter, Type, from_parameters, from_schema, read, render_schema, schema_marks, schema_of,
};
use uuid::Uuid;

use crate::documents::{name, signature};

fn property() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!({ "type": "string" })),
        Just(json!({ "type": "string", "minLength": 2, "description": "d" })),
        Just(json!({ "type": "integer", "maximum": 10, "default": 3 })),
        Just(json!({ "type": "number", "exclusiveMinimum": 0.5 })),
        Just(json!({ "type": "boolean", "default": false })),
        Just(json!({ "type": "string", "enum": ["a", "b"], "default": null })),
        Just(json!({ "type": "object", "additionalProperties": { "type": "string" } })),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|items| json!({ "type": "array", "items": items, "minItems": 1 })),
            prop::collection::btree_map("[a-z]{1,5}", inner, 0..3).prop_map(|properties| {
                let required: Vec<&String> = properties.keys().take(1).collect();
                json!({ "type": "object", "properties": properties, "required": required, "title": "T" })
            }),
        ]
    })
}

fn row(parameter: &ToolParameter) -> Parameter {
    let parameter = parameter.clone();
    Parameter {
        id: ParameterId(Uuid::nil()),
        tool: ToolId(Uuid::nil()),
        name: parameter.name,
        kind: parameter.kind,
        required: parameter.required,
        default_value: parameter.default_value,
        description: parameter.description,
        validation_schema: parameter.validation_schema,
        order_index: 0,
        audit: Audit { aggregate_version: 1, active: true, update_ts: String::new(), update_user: String::new() },
    }
}

proptest! {
    #[test]
    fn a_printed_signature_is_read_as_it_was(signature in signature()) {
        for dialect in Dialect::ALL {
            let printed = signature.print(dialect);
            let reading = read(&printed.text);
            prop_assert_eq!(&reading.problems, &vec![], "{}", printed.text);
            let again = reading.signature.expect("no problems");
            // What has no word of its own in the arrow form is still read back; only defaults go.
            let keeps_all = match dialect {
                Dialect::Arrow => signature.parameters.iter().all(|parameter| parameter.default.is_none()),
                Dialect::Curried | Dialect::Classic => printed.losses.is_empty(),
            };
            if keeps_all {
                prop_assert_eq!(&again, &signature, "{}", printed.text);
            }
            prop_assert!(keeps_all || !printed.losses.is_empty());
            prop_assert_eq!(again.print(dialect).text, printed.text);
        }
    }

    #[test]
    fn x_15_the_three_views_of_a_signature_agree(signature in signature()) {
        let parameters = signature.to_parameters();
        let rows: Vec<Parameter> = parameters.iter().map(row).collect();
        prop_assert_eq!(signature.schema().to_string(), input_schema(&rows).to_string());
        let back = from_parameters(&parameters);
        if back.losses.is_empty() {
            prop_assert_eq!(&back.signature.to_parameters(), &parameters);
        }
        let taken = from_schema(&signature.schema());
        prop_assert_eq!(taken.parameter_losses.iter().filter(|loss| !loss.parameter.trim().is_empty()).count(), 0);
    }

    #[test]
    fn a_schema_goes_through_the_table_unchanged(
        properties in prop::collection::btree_map("[a-z-]{1,8}", property(), 0..5),
        required in any::<u8>(),
    ) {
        let required: Vec<&String> =
            properties.keys().enumerate().filter(|(at, _)| required >> at & 1 == 1).map(|(_, name)| name).collect();
        let schema = json!({ "type": "object", "properties": properties, "required": required });
        let taken = from_schema(&schema);
        prop_assert_eq!(&taken.parameter_losses, &vec![]);
        prop_assert_eq!(&schema_of(&taken.parameters), &schema);
        let (text, marks) = render_schema(&schema);
        prop_assert_eq!(serde_json::from_str::<Value>(&text).expect("it is JSON"), schema);
        prop_assert_eq!(marks, schema_marks(&text));
        if taken.signature_losses.is_empty() {
            prop_assert_eq!(taken.signature.expect("an object").to_parameters(), taken.parameters);
        }
    }

    #[test]
    fn any_table_gives_a_signature_and_its_losses(
        names in prop::collection::vec(name(), 0..4),
        kind in prop::sample::select(ParameterType::ALL.to_vec()),
        rules in prop::option::of(property()),
        default in prop::option::of(Just(json!("x"))),
        required in any::<bool>(),
    ) {
        let table: Vec<ToolParameter> = names
            .into_iter()
            .map(|name| ToolParameter {
                name, kind, required, default_value: default.clone(), description: None, validation_schema: rules.clone(),
            })
            .collect();
        let back = from_parameters(&table);
        prop_assert!(!back.losses.is_empty() || back.signature.schema() == schema_of(&table));
    }

    #[test]
    fn reading_never_panics(text in r#"(\(|\)|\[|\]|\{|\}|,|:|::|-->|==>|->|IO|Maybe|Text|Int|a|b|é|`|"|'|\\|default|1|-|\.|\s|.){0,40}"#) {
        let reading = read(&text);
        prop_assert_eq!(reading.signature.is_some(), reading.problems.is_empty(), "{}", text);
        for problem in &reading.problems {
            prop_assert!(text.get(problem.span.start..problem.span.end).is_some(), "{} {:?}", text, problem);
            prop_assert!(problem.message.ends_with(['.', '?']));
        }
        for mark in reading.marks.iter().chain(&schema_marks(&text)) {
            prop_assert!(text.get(mark.span.start..mark.span.end).is_some());
        }
        if let Some(signature) = reading.signature {
            signature.schema();
        }
    }

    #[test]
    fn any_json_is_taken_as_a_schema(keys in prop::collection::vec(
        (prop::sample::select(vec!["type", "properties", "required", "items", "enum", "anyOf", "$ref", "default", "x"]), 0..7_u8), 0..6,
    )) {
        let value = |form: u8, inner: Value| match form {
            0 => json!("object"),
            1 => json!({ "a": inner }),
            2 => json!(["a", "null", inner]),
            3 => json!("#"),
            4 => json!(true),
            5 => inner,
            _ => Value::Null,
        };
        let mut schema = json!({ "type": "array" });
        for (key, form) in keys {
            let mut next = Map::new();
            next.insert("type".to_owned(), json!("object"));
            next.insert("properties".to_owned(), json!({ "p": schema.clone() }));
            next.insert(key.to_owned(), value(form, schema));
            schema = Value::Object(next);
        }
        let taken = from_schema(&schema);
        render_schema(&schema);
        if taken.parameter_losses.is_empty() {
            schema.as_object_mut().expect("the last one made is an object").entry("required").or_insert(json!([]));
            prop_assert_eq!(schema_of(&taken.parameters), schema);
        }
    }
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        (-9.5..9.5).prop_map(|number: f64| json!(number)),
        "[a-c]{0,2}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::btree_map("[a-c]", inner, 0..3).prop_map(|entries| json!(entries)),
        ]
    })
}

/// A value of a type, as far as one is easily made.
fn sample(ty: &Type) -> Value {
    match ty {
        Type::Text => json!("text"),
        Type::Int => json!(7),
        Type::Double => json!(0.5),
        Type::Bool => json!(true),
        Type::Maybe(inner) => sample(inner),
        Type::List(item) => json!([sample(item), sample(item)]),
        Type::Array => json!([1, "two"]),
        Type::Object => json!({ "any": 1 }),
        Type::Record(fields) => {
            fields.iter().map(|field| (field.name.clone(), sample(&field.ty))).collect::<Map<_, _>>().into()
        }
    }
}

proptest! {
    #[test]
    fn s2_02_a_generated_schema_is_one_and_takes_what_the_signature_takes(signature in signature(), value in value()) {
        let schema = signature.schema();
        prop_assert!(jsonschema::meta::is_valid(&schema), "{schema}");
        let all: Map<String, Value> =
            signature.parameters.iter().map(|parameter| (parameter.name.clone(), sample(&parameter.ty))).collect();
        prop_assert!(jsonschema::is_valid(&schema, &Value::Object(all.clone())), "{schema}");
        for parameter in &signature.parameters {
            let mut without = all.clone();
            without.remove(&parameter.name);
            let is_valid = jsonschema::is_valid(&schema, &Value::Object(without));
            prop_assert_eq!(is_valid, !parameter.is_required());
            // A whole number with a fraction of zero is one to the validator, but no default of ours.
            let property = &schema["properties"][&parameter.name];
            prop_assert!(!parameter.ty.admits(&value) || jsonschema::is_valid(property, &value), "{property} {value}");
            prop_assert!(parameter.default.as_ref().is_none_or(|default| jsonschema::is_valid(property, default)));
        }
    }
}
