//! Rulings where the seeds disagree on what a tool takes, and on why no skill is taken: as the command line and an export
//! have them.

use serde_json::{Value, json};
use studio_api::dto::{
    ExportTarget, ParameterType, SignatureDialect, SpecEdit, SpecForm, ToolImplementation, ToolParameter,
};

use crate::{
    harness::{Bench, skill},
    packs::to,
    toolbox::{edit_of, signature, tool},
};

/// What `skillctl` answers with, and how it ended.
fn asked(bench: &Bench, arguments: &[&str]) -> (Value, Option<i32>) {
    let ran = bench.skillctl(arguments);
    let document = serde_json::from_slice(&ran.stdout);
    (document.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&ran.stderr))), ran.status.code())
}

/// The rows of a tool by name, as an export gives them to light-4j.
fn rows(bench: &Bench) -> Vec<Value> {
    bench
        .export(&studio_api::dto::ExportRequest {
            is_overwriting: true,
            ..to(bench, ExportTarget::Light4jEvents, "all.json")
        })
        .unwrap();
    let events: Vec<Value> = serde_json::from_slice(&bench.read("all.json")).unwrap();
    let of_parameters = events.into_iter().filter(|event| event["type"] == "ToolParamCreatedEvent");
    of_parameters.map(|event| event["data"].clone()).collect()
}

fn with_tool(text: &str) -> (Bench, String) {
    let bench = Bench::new();
    let id = bench.add_tool(&tool("takes", signature(text), ToolImplementation::None)).id;
    (bench, id)
}

#[test]
fn x_11_an_int_is_shown_and_exported_as_a_number_with_an_integer_rule() {
    let (bench, _) = with_tool("(n: Int, x: Double) --> IO Text");
    let shown = asked(&bench, &["show", "tool", "takes"]).0;
    let of = |at: usize| (shown["parameters"][at]["type"].clone(), shown["parameters"][at]["schema"].clone());
    assert_eq!(of(0), (json!("number"), json!({ "type": "integer" })));
    assert_eq!(of(1), (json!("number"), Value::Null));
    assert_eq!(shown["input_schema"]["properties"]["n"], json!({ "type": "integer" }));
    let rows = rows(&bench);
    assert_eq!(
        (&rows[0]["paramType"], &rows[0]["validationSchema"]),
        (&json!("number"), &json!({ "type": "integer" }))
    );
    assert_eq!((&rows[1]["paramType"], &rows[1]["validationSchema"]), (&json!("number"), &Value::Null));
}

#[test]
fn x_12_nested_types_are_shown_and_exported_flat_with_their_inside_in_a_rule() {
    let (bench, _) = with_tool("(user: {name: Text, age: Maybe Int}, tags: [Text]) --> IO Text");
    let inside = json!({
        "type": "object",
        "properties": { "name": { "type": "string" }, "age": { "type": "integer" } },
        "required": ["name"],
    });
    let list = json!({ "type": "array", "items": { "type": "string" } });
    let shown = asked(&bench, &["show", "tool", "takes"]).0;
    for (at, kind, rule) in [(0, "object", &inside), (1, "array", &list)] {
        assert_eq!((&shown["parameters"][at]["type"], &shown["parameters"][at]["schema"]), (&json!(kind), rule));
        let row = &rows(&bench)[at];
        assert_eq!((&row["paramType"], &row["validationSchema"]), (&json!(kind), rule));
    }
    assert_eq!(shown["input_schema"]["properties"]["user"], inside);
}

#[test]
fn x_13_maybe_and_a_default_are_shown_and_exported_as_not_required() {
    let (bench, _) = with_tool("(a::Text)==>(b::Maybe Text)==>(c::Int {default:3})==>(::Text)");
    let shown = asked(&bench, &["show", "tool", "takes"]).0;
    let shown: Vec<(&Value, &Value)> =
        shown["parameters"].as_array().unwrap().iter().map(|row| (&row["required"], &row["default"])).collect();
    let (yes, no, three) = (json!(true), json!(false), json!(3));
    assert_eq!(shown, [(&yes, &Value::Null), (&no, &Value::Null), (&no, &three)]);
    let rows = rows(&bench);
    let rows: Vec<(&Value, &Value)> = rows.iter().map(|row| (&row["required"], &row["defaultValue"])).collect();
    assert_eq!(rows, shown);
}

#[test]
fn x_14_all_three_dialects_are_read_and_the_window_names_what_a_conversion_loses() {
    let bench = Bench::new();
    let dialects = [
        ("(user: Object, tags: Array, n: Int) --> IO Text", SignatureDialect::Arrow),
        ("(user::Object)==>(tags::Array)==>(n::Int)==>(::Text)", SignatureDialect::Curried),
        ("(user::Object)==>(tags::Array)==>(n::Integer)==>(::String)", SignatureDialect::Classic),
    ];
    let schemas: Vec<Value> = dialects.iter().map(|(text, _)| asked(&bench, &["schema", text]).0).collect();
    assert_eq!(schemas[0]["properties"]["n"], json!({ "type": "integer" }));
    assert!(schemas.windows(2).all(|two| two[0] == two[1]), "{schemas:?}");
    for (text, dialect) in dialects {
        assert_eq!(bench.convert_spec(&signature(text)).unwrap().dialect, dialect, "{text}");
    }
    // What another form is turned into is the seed's, unless somebody asks for another.
    let nested = json!({
        "type": "object",
        "properties": { "user": { "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] } },
        "required": ["user"],
    });
    let spec = SpecEdit { source: SpecForm::Schema, schema: nested.to_string(), ..SpecEdit::default() };
    let canonical = bench.convert_spec(&spec).unwrap();
    assert_eq!((canonical.signature.as_str(), canonical.losses.len()), ("(user: {name: Text}) --> IO Text", 0));
    let curried = bench.convert_spec(&SpecEdit { dialect: SignatureDialect::Curried, ..spec }).unwrap();
    assert_eq!(curried.signature, "(user::Object)==>(::Text)");
    let lost: Vec<&str> = curried.losses.iter().map(|loss| loss.parameter.as_str()).collect();
    assert_eq!(lost, ["user"], "{:?}", curried.losses);
}

#[test]
fn x_15_parameters_typed_beside_a_signature_change_nothing() {
    let (bench, id) = with_tool("(a: Text) --> IO Text");
    let before = asked(&bench, &["show", "tool", "takes"]).0;
    let mut edit = edit_of(&bench.get_tool(&id).unwrap());
    edit.spec.parameters = vec![ToolParameter {
        name: "b".to_owned(),
        kind: ParameterType::Boolean,
        required: false,
        default_value: None,
        description: None,
        validation_schema: None,
    }];
    edit.spec.schema = json!({ "type": "object", "properties": { "c": { "type": "null" } } }).to_string();
    bench.save_tool(&edit).unwrap();
    let after = asked(&bench, &["show", "tool", "takes"]).0;
    for key in ["parameters", "input_schema", "signature"] {
        assert_eq!(after[key], before[key], "{key}");
    }
    assert_eq!(rows(&bench).iter().map(|row| row["name"].clone()).collect::<Vec<_>>(), [json!("a")]);
    // Without a signature the table is the source, and the signature follows.
    edit = edit_of(&bench.get_tool(&id).unwrap());
    edit.spec.source = SpecForm::Parameters;
    edit.spec.parameters[0].kind = ParameterType::Boolean;
    bench.save_tool(&edit).unwrap();
    assert_eq!(asked(&bench, &["show", "tool", "takes"]).0["signature"], "(a: Bool) --> IO Text");
}

#[test]
fn x_21_skillctl_answers_none_and_beside_it_every_rejected_candidate_with_its_reason() {
    let bench = Bench::new();
    let add = |name: &str, description: &str, more: &str| {
        bench.add_skill(name, skill(name, description, more, "Do it."));
    };
    add("gas-valve", "Closes the gas valve when gas leaks.", "allowed-tools: [valve]\n");
    add("gas-bill", "Explains a gas bill.", "");
    let asks = ["resolve", "--by-query", "gas valve", "--by-name", "nobody", "--tools", "", "--json"];
    let (said, code) = asked(&bench, &asks);
    assert_eq!((&said["resolved"], code), (&Value::Null, Some(1)));
    let rejected: Vec<(&str, &str)> = said["rejected"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["name"].as_str().unwrap(), one["reason"].as_str().unwrap()))
        .collect();
    assert_eq!(rejected.len(), 2, "{said:#}");
    assert_eq!(rejected[0], ("gas-valve", r#"Skill 'gas-valve' requires tools not in registry: ["valve"]"#));
    assert!(rejected[1].0 == "gas-bill" && rejected[1].1 == "Ranked 2nd; only the top result is used.", "{rejected:?}");
    assert!(said["rejected"][0]["score"].is_number(), "{said:#}");
    assert!(said["strategies"][1]["detail"].as_str().unwrap().contains("No skill is named “nobody”"), "{said:#}");
}
