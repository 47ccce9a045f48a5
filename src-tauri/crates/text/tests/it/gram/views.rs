//! Signature, parameter table and schema: three views of one tool, and what each cannot say.

use serde_json::{Value, json};
use studio_model::ParameterType;
use studio_text::gram::{
    Dialect, Loss, ToolParameter, from_parameters, from_schema, marks, render_schema, schema_marks, schema_of,
};

use super::signature;

fn parameter(name: &str, kind: ParameterType) -> ToolParameter {
    ToolParameter {
        name: name.to_owned(),
        kind,
        required: true,
        default_value: None,
        description: None,
        validation_schema: None,
    }
}

fn named(losses: &[Loss]) -> Vec<&str> {
    losses.iter().map(|loss| loss.parameter.as_str()).collect()
}

#[test]
fn x_11_int_is_a_number_with_an_integer_rule() {
    let parameters = signature("(n: Int, x: Double) --> IO Text").to_parameters();
    assert_eq!((parameters[0].kind, parameters[1].kind), (ParameterType::Number, ParameterType::Number));
    assert_eq!(parameters[0].validation_schema, Some(json!({ "type": "integer" })));
    assert_eq!(parameters[1].validation_schema, None);
    assert_eq!(from_parameters(&parameters).signature, signature("(n: Int, x: Double) --> IO Text"));
}

#[test]
fn x_12_nested_types_keep_their_inside_in_the_validation_schema() {
    let text = "(user: {name: Text, age: Maybe Int}, tags: [Text], any: Object) --> IO Text";
    let parameters = signature(text).to_parameters();
    let kinds: Vec<&str> = parameters.iter().map(|parameter| parameter.kind.as_str()).collect();
    assert_eq!(kinds, ["object", "array", "object"]);
    let user = json!({
        "type": "object",
        "properties": { "name": { "type": "string" }, "age": { "type": "integer" } },
        "required": ["name"],
    });
    assert_eq!(parameters[0].validation_schema, Some(user));
    assert_eq!(parameters[1].validation_schema, Some(json!({ "type": "array", "items": { "type": "string" } })));
    assert_eq!(parameters[2].validation_schema, None);
    let back = from_parameters(&parameters);
    assert_eq!((back.signature, back.losses), (signature(text), vec![]));
}

#[test]
fn x_13_maybe_and_default_are_not_required() {
    let parameters =
        signature("(a::Maybe Int)==>(b::Int {default:3})==>(c::Maybe Int {default:4})==>(::Text)").to_parameters();
    let rows: Vec<(bool, Option<Value>)> =
        parameters.iter().map(|parameter| (parameter.required, parameter.default_value.clone())).collect();
    assert_eq!(rows, [(false, None), (false, Some(json!(3))), (false, Some(json!(4)))]);
    let both = ToolParameter { default_value: Some(json!("x")), ..parameter("a", ParameterType::String) };
    let back = from_parameters(&[both]);
    assert_eq!(named(&back.losses), ["a"]);
    assert!(back.losses[0].why.contains("required and has a default"), "{:?}", back.losses);
}

#[test]
fn x_14_lossy_conversions_are_named() {
    let text = "(user: {name: Text}, tags: [Text], age: Maybe Int) --> IO [Text]";
    let curried = signature(text).print(Dialect::Curried);
    assert_eq!(curried.text, "(user::Object)==>(tags::Array)==>(age::Int)==>(::Array)");
    assert_eq!(named(&curried.losses), ["user", "tags", "age", ""]);
    let classic = signature(text).print(Dialect::Classic);
    assert_eq!(classic.text, "(user::Object)==>(tags::Array)==>(age::Integer)==>(::Array)");

    let arrow =
        signature(r"(limit::Int {default:10})==>(any::Object)==>(`a b`::Text)==>(::Text)").print(Dialect::Arrow);
    assert_eq!(arrow.text, "(limit: Maybe Int, any: Object, `a b`: Text) --> IO Text");
    assert_eq!(named(&arrow.losses), ["limit", "any", "a b"]);
    assert!(arrow.losses[0].why.contains("doesn't support defaults; 10"), "{:?}", arrow.losses);

    let unsayable = from_schema(&json!({
        "type": "object",
        "properties": { "tags": { "type": "array", "default": [] } },
        "required": [],
    }));
    let printed = unsayable.signature.expect("it is an object").print(Dialect::Curried);
    assert_eq!((printed.text.as_str(), named(&printed.losses)), ("(tags::Array)==>(::Text)", vec!["tags"]));
    assert!(printed.losses[0].why.contains("empty list"), "{:?}", printed.losses);
}

#[test]
fn x_15_parameters_and_schema_follow_the_signature() {
    let source = signature("(a: Text, b: {c: [Int]}) --> IO Text");
    assert_eq!(schema_of(&source.to_parameters()), source.schema());
}

#[test]
fn s2_02_the_schema_is_generated_and_never_typed_in() {
    let source =
        signature("(destination: Text, caller: {number: Text, name: Maybe Text}, priority: Maybe Int) --> IO Text");
    let back = from_schema(&source.schema());
    assert_eq!(back.losses().count(), 0);
    assert_eq!(back.parameters, source.to_parameters());
    assert_eq!(back.signature, Some(source));
}

#[test]
fn a_schema_from_elsewhere_keeps_what_it_can_and_names_the_rest() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "query": { "type": "string", "description": "What to look for", "minLength": 2 },
            "mode": { "type": "string", "enum": ["fast", "deep"], "default": "fast" },
            "limit": { "type": "integer", "maximum": 10 },
            "area": { "$ref": "#/$defs/Area" },
            "when": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
            "page-size": { "type": ["integer", "null"] },
        },
        "required": ["query", "ghost"],
        "$defs": { "Area": { "type": "object", "properties": { "in": { "$ref": "#/$defs/Area" } }, "required": [] } },
    });
    let taken = from_schema(&schema);
    assert_eq!(named(&taken.parameter_losses), ["area", "area.in", "", "", "ghost", "when"]);
    let again = schema_of(&taken.parameters);
    for kept in ["query", "mode", "limit", "page-size"] {
        assert_eq!(again["properties"][kept], schema["properties"][kept]);
    }
    assert_eq!(again["required"], json!(["query"]));
    let losses = named(&taken.signature_losses);
    for name in ["query", "mode", "limit", "when", "page-size"] {
        assert!(losses.contains(&name), "{name} in {losses:?}");
    }
    let text = taken.signature.expect("it is an object").print(Dialect::Arrow).text;
    assert!(
        text.starts_with("(query: Text,\n mode: Maybe Text,\n limit: Maybe Int,\n area: Maybe {in: Maybe Object},\n"),
        "{text}"
    );
}

#[test]
fn what_means_the_same_is_no_loss() {
    let inner = json!({ "type": "object", "properties": { "b": { "type": "string" } } });
    let taken = from_schema(&json!({ "type": "object", "properties": { "a": inner } }));
    assert_eq!(taken.losses().count(), 0);
    assert_eq!(taken.signature, Some(signature("(a: Maybe {b: Maybe Text}) --> IO Text")));
}

#[test]
fn what_is_no_object_has_no_signature() {
    for (schema, word) in [
        (json!({ "type": "string" }), "object"),
        (json!({ "oneOf": [{ "type": "object" }] }), "properties"),
        (json!(true), "JSON object"),
    ] {
        let taken = from_schema(&schema);
        assert!(taken.signature.is_none() && taken.parameters.is_empty());
        assert!(taken.parameter_losses.iter().any(|loss| loss.why.contains(word)), "{:?}", taken.parameter_losses);
    }
}

#[test]
fn references_that_double_each_other_end() {
    let mut defs = serde_json::Map::new();
    for level in 0..40 {
        let next = json!({ "$ref": format!("#/$defs/d{}", level + 1) });
        let properties = json!({ "l": next, "r": next });
        defs.insert(format!("d{level}"), json!({ "type": "object", "properties": properties }));
    }
    let schema =
        json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/d0" } }, "required": [], "$defs": defs });
    assert!(from_schema(&schema).parameter_losses.iter().any(|loss| loss.why.contains("too large")));

    let chain: serde_json::Map<String, Value> = (0..50_000)
        .map(|link| {
            (format!("d{link}"), json!({ "type": "array", "items": { "$ref": format!("#/$defs/d{}", link + 1) } }))
        })
        .collect();
    let schema =
        json!({ "type": "object", "properties": { "a": { "$ref": "#/$defs/d0" } }, "required": [], "$defs": chain });
    assert!(from_schema(&schema).parameter_losses.iter().any(|loss| loss.why.contains("too deep")));
}

#[test]
fn a_schema_of_very_many_properties_is_taken_in_one_go() {
    let names: Vec<String> = (0..40_000).map(|number| format!("property{number}")).collect();
    let definitions: serde_json::Map<String, Value> =
        names.iter().map(|name| (name.clone(), json!({ "type": "string" }))).collect();
    let properties: serde_json::Map<String, Value> =
        names.iter().map(|name| (name.clone(), json!({ "$ref": format!("#/$defs/{name}") }))).collect();
    let schema = json!({ "type": "object", "properties": properties, "required": names, "$defs": definitions });
    let nested = json!({ "type": "object", "properties": { "all": schema.clone() } });
    assert_eq!(from_schema(&schema).parameters.len(), names.len());
    assert_eq!(from_schema(&nested).parameters.len(), 1);
}

#[test]
fn long_signatures_stand_one_parameter_a_line() {
    let text = "(destination: Text,\n reason: Text,\n caller: {number: Text, name: Maybe Text},\n priority: Maybe Int)\n \
                --> IO {callId: Text, queuedAt: Text}";
    assert_eq!(signature(text).print(Dialect::Arrow).text, text);
    let curried = signature(text).print(Dialect::Curried).text;
    assert_eq!(
        curried,
        "(destination::Text)\n==>(reason::Text)\n==>(caller::Object)\n==>(priority::Int)\n==>(::Object)"
    );
}

#[test]
fn a_parameter_is_found_in_both_texts() {
    let text = "(destination: Text,\n caller: {number: Text, tags: [{id: Int}]},\n priority: Maybe Int) --> IO Text";
    let found: Vec<(String, &str)> = marks(text).into_iter().map(|mark| (mark.path, mark.span.of(text))).collect();
    let places = [
        ("destination", "destination: Text"),
        ("caller", "caller: {number: Text, tags: [{id: Int}]}"),
        ("caller.number", "number: Text"),
        ("caller.tags", "tags: [{id: Int}]"),
        ("caller.tags[].id", "id: Int"),
        ("priority", "priority: Maybe Int"),
    ];
    assert_eq!(found, places.map(|(path, place)| (path.to_owned(), place)));

    let (schema, in_schema) = render_schema(&signature(text).schema());
    let paths: Vec<&str> = in_schema.iter().map(|mark| mark.path.as_str()).collect();
    assert_eq!(paths, places.map(|(path, _)| path));
    assert_eq!(in_schema[5].span.of(&schema), r#""priority": { "type": "integer" }"#);
    assert_eq!(serde_json::from_str::<Value>(&schema).expect("it is JSON"), signature(text).schema());
    let expected = r#"{
  "type": "object",
  "properties": {
    "destination": { "type": "string" },
    "caller": {
      "type": "object",
      "properties": {
        "number": { "type": "string" },
        "tags": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "id": { "type": "integer" } },
            "required": ["id"] } } },
      "required": ["number", "tags"] },
    "priority": { "type": "integer" } },
  "required": ["destination", "caller"]
}"#;
    assert_eq!(schema, expected);
    // Marks go as far as the text is JSON.
    assert_eq!(schema_marks(&expected[..200]).len(), 2);
}
