//! Arguments and what is said of them.

use serde_json::{Value, json};
use studio_runtime::ArgumentCheck;

fn said(schema: &Value, text: &str) -> Vec<String> {
    match ArgumentCheck::new(schema).read(text) {
        Ok(valid) => vec![format!("ok {}", valid.arguments)],
        Err(problems) => problems.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn s2_10_arguments_are_validated_with_every_error_and_its_path() {
    let schema = json!({
        "type": "object",
        "properties": {
            "name": { "type": "string", "minLength": 2, "pattern": "^[a-z]+$" },
            "age": { "type": ["integer", "null"], "minimum": 0 },
            "user": {
                "type": "object",
                "properties": { "mail": { "type": "string" } },
                "required": ["mail"],
                "additionalProperties": false,
            },
            "tags": { "type": "array", "items": { "enum": ["a", "b"] }, "maxItems": 3 },
            "a/b": { "anyOf": [{ "type": "number" }, { "type": "string", "maxLength": 1 }] },
        },
        "required": ["name", "age"],
        "additionalProperties": false,
    });
    let cases: &[(&str, &[&str])] = &[
        (r#"{"name":"ada","age":1}"#, &[r#"ok {"name":"ada","age":1}"#]),
        ("{}", &["Missing required field: name", "Missing required field: age"]),
        ("", &["Missing required field: name", "Missing required field: age"]),
        ("[]", &["Arguments must be an object"]),
        ("null", &["Arguments must be an object"]),
        (r#""{}""#, &["Arguments must be an object"]),
        ("{\"name\":", &["Arguments are not valid JSON: EOF while parsing a value at line 1 column 8"]),
        (
            r#"{"name":"A","age":"one","x":1,"y":2}"#,
            &[
                r#"/name: "A" is shorter than 2 characters"#,
                r#"/name: "A" does not match "^[a-z]+$""#,
                r#"/age: Expected null or integer, found "one""#,
                "/x: Unknown field: x",
                "/y: Unknown field: y",
            ],
        ),
        (
            r#"{"name":"ada","age":-1,"user":{"e":1},"tags":["a","c",1,2],"a/b":"long"}"#,
            &[
                "/age: -1 is less than the minimum of 0",
                "/user: Missing required field: mail",
                "/user/e: Unknown field: e",
                "/tags: a list of 4 has more than 3 items",
                r#"/tags/1: "c" is not one of "a" or "b""#,
                r#"/tags/2: 1 is not one of "a" or "b""#,
                r#"/tags/3: 2 is not one of "a" or "b""#,
                r#"/a~1b: Matches none of the 2 allowed forms: Expected number, found "long"; or: "long" is longer than 1 character"#,
            ],
        ),
    ];
    for (text, expected) in cases {
        let mut found = said(&schema, text);
        let mut expected: Vec<String> = expected.iter().map(ToString::to_string).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{text}");
    }
    let long = "x".repeat(1_000_000);
    let message = said(&schema, &json!({ "name": "ada", "age": long }).to_string()).remove(0);
    assert!(message.len() < 150, "{message}");
}

#[test]
fn more_problems_than_are_listed_are_said_to_be_there() {
    let schema = json!({"type": "object", "properties": {"years": {"type": "array", "items": {"type": "integer"}}}});
    let wrong = |count: usize| said(&schema, &json!({"years": vec!["x"; count]}).to_string());
    assert_eq!(wrong(100).len(), 100);
    let told = wrong(5_000);
    assert_eq!(told.len(), 101);
    assert_eq!(told[100], "Arguments are wrong in more places: only the first 100 are listed");
    assert!(told[99].contains("/years/99"), "{}", told[99]);
}

#[test]
fn absent_properties_take_their_default_where_it_fits() {
    let schema = json!({
        "type": "object",
        "properties": {
            "limit": { "type": "integer", "default": 10 },
            "deep": { "type": "object", "properties": { "in": { "default": 1 } } },
            "wrong": { "type": "string", "default": 1 },
            "needed": { "type": "string", "default": "x" },
        },
        "required": ["needed"],
        "maxProperties": 3,
    });
    let check = ArgumentCheck::new(&schema);
    let valid = check.read(r#"{"needed":"y","deep":{}}"#).unwrap();
    assert_eq!(valid.arguments, json!({ "needed": "y", "deep": {}, "limit": 10 }));
    assert_eq!(valid.defaults, ["limit"], "only outermost ones, and none that does not fit");
    let given = r#"{"needed":"y","limit":3}"#;
    assert_eq!(check.read(given).unwrap().arguments.to_string(), given, "what is given stays as it is");
    let full = check.read(r#"{"needed":"y","deep":{},"wrong":"z"}"#).unwrap();
    assert_eq!(full.defaults, [""; 0], "arguments that fit are never made not to");
    assert_eq!(check.read("{}").unwrap_err()[0].message, "Missing required field: needed", "needed means given");
}

#[test]
fn a_schema_that_is_none_is_told_and_none_is_fetched() {
    let cases = [
        (json!({ "type": "strin" }), "at /type"),
        (json!({ "type": "object", "properties": 5 }), "at /properties"),
        (json!({ "properties": { "a": { "pattern": "(" } } }), r#""(" is not a "regex""#),
        (json!({ "$ref": "http://127.0.0.1:9/schema.json" }), "127.0.0.1"),
        (json!({ "$ref": "file:///etc/passwd" }), "file:///etc/passwd"),
        (json!({ "$ref": "#/nowhere" }), "nowhere"),
        (json!(7), ""),
    ];
    for (schema, place) in cases {
        let check = ArgumentCheck::new(&schema);
        let problem = check.schema_problem().unwrap_or_else(|| panic!("{schema} is taken for a schema"));
        assert!(problem.message.contains(place), "{schema}: {problem}");
        assert_eq!(check.problems(&json!({}))[0].message, problem.message);
    }
    for schema in
        [json!({}), json!(true), json!({ "format": "date", "$schema": "http://json-schema.org/draft-07/schema#" })]
    {
        assert_eq!(ArgumentCheck::new(&schema).schema_problem(), None, "{schema}");
        assert_eq!(said(&schema, "{}"), ["ok {}"]);
        assert_eq!(said(&schema, "1"), ["Arguments must be an object"]);
    }
    assert_eq!(said(&json!(false), "{}"), ["False schema does not allow an object"]);
    let date = json!({ "properties": { "day": { "type": "string", "format": "date" } } });
    assert_eq!(said(&date, r#"{"day":"someday"}"#), [r#"ok {"day":"someday"}"#], "a format is a note");
}

#[test]
fn hostile_schemas_do_no_harm() {
    // One that refers to nothing but itself, and one whose patterns would be tried for ever.
    let endless = ArgumentCheck::new(&json!({ "$ref": "#" }));
    assert!(endless.schema_problem().is_some() || endless.read("{}").is_ok());
    let patient = json!({ "properties": { "a": { "pattern": "^(a+)+$" }, "b": { "pattern": "^(?=(b+)+$)x" } } });
    let text = json!({ "a": format!("{}!", "a".repeat(50)), "b": format!("{}!", "b".repeat(50)) }).to_string();
    assert_eq!(said(&patient, &text).len(), 2);
    let mut deep = json!({ "type": "string" });
    for _ in 0..50 {
        deep = json!({ "type": "object", "properties": { "a": deep } });
    }
    assert_eq!(said(&deep, r#"{"a":{"a":1}}"#), ["/a/a: Expected object, found 1"]);
    assert!(problem(&json!({ "allOf": [{ "allOf": [deep] }, nested(200, "not")] })).contains("nested too deeply"));
}

fn problem(schema: &Value) -> String {
    ArgumentCheck::new(schema).schema_problem().map_or_else(|| "none".to_owned(), ToString::to_string)
}

/// A schema many levels deep.
fn nested(levels: usize, keyword: &str) -> Value {
    let mut schema = json!({});
    for _ in 0..levels {
        schema = Value::Object([(keyword.to_owned(), schema)].into_iter().collect());
    }
    schema
}

/// Definitions each of which refers to the next one, the last one to `end`.
fn chain(length: usize, end: &Value, link: fn(Value) -> Value) -> Value {
    let mut definitions = serde_json::Map::new();
    for level in 0..length {
        definitions.insert(format!("d{level}"), link(json!({ "$ref": format!("#/$defs/d{}", level + 1) })));
    }
    definitions.insert(format!("d{length}"), end.clone());
    json!({ "type": "object", "properties": { "a": { "$ref": "#/%24defs/d0" } }, "$defs": definitions })
}

#[test]
fn a_schema_that_reaches_too_far_is_refused_before_anything_follows_it() {
    let end = json!({ "type": "string" });
    let twice = |next: Value| json!({ "allOf": [next, next] });
    assert_eq!(said(&chain(100, &end, |next| next), r#"{"a":1}"#), ["/a: Expected string, found 1"]);
    assert!(problem(&chain(500, &end, |next| next)).contains("nested too deeply"));
    assert!(problem(&chain(100_000, &end, |next| next)).contains("nested too deeply"));
    assert_eq!(said(&chain(10, &end, twice), r#"{"a":"x"}"#), [r#"ok {"a":"x"}"#]);
    assert!(problem(&chain(40, &end, twice)).contains("too many nested references"));

    // One that refers to itself goes as deep as the arguments do.
    let arguments = |levels: usize| format!("{}{{}}{}", r#"{"a":"#.repeat(levels), "}".repeat(levels));
    let tree = chain(0, &json!({ "$ref": "#" }), |next| next);
    assert_eq!(said(&tree, &arguments(125)), [format!("ok {}", arguments(125))]);
    let winding = chain(100, &json!({ "$ref": "#" }), |next| next);
    assert_eq!(said(&winding, &arguments(10)), [format!("ok {}", arguments(10))]);
    let refusal = said(&winding, &arguments(125)).remove(0);
    assert!(refusal.starts_with("Arguments are nested too deeply for this schema: at most 1"), "{refusal}");
    assert!(said(&tree, &arguments(200))[0].starts_with("Arguments are not valid JSON: recursion limit exceeded"));
}

#[test]
fn references_are_followed_by_place_and_by_name() {
    let text = json!({ "type": "string" });
    for (schema, wrong) in [
        (json!({ "properties": { "a": { "$ref": "#/$defs/b" } }, "$defs": { "b": text } }), 1),
        (json!({ "properties": { "a": { "$ref": "#/definitions/b~1c%20d" } }, "definitions": { "b/c d": text } }), 1),
        (json!({ "properties": { "a": { "$ref": "#b" } }, "$defs": { "b": { "$anchor": "b", "type": "string" } } }), 1),
        (
            json!({ "$id": "http://x/y", "properties": { "a": { "$ref": "http://x/y#/$defs/b" } }, "$defs": { "b": text } }),
            1,
        ),
        (json!({ "properties": { "$ref": text, "a": { "properties": { "$ref": text } } } }), 0),
    ] {
        assert_eq!(problem(&schema), "none", "{schema}");
        assert_eq!(ArgumentCheck::new(&schema).problems(&json!({ "a": 1 })).len(), wrong, "{schema}");
    }
}
