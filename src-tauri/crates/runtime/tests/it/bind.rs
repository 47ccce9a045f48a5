//! Specifications, implementations, and binding the one to the other.

use std::time::Duration;

use serde_json::{Value, json};
use studio_runtime::{
    BindError, Bound, Call, Described, Part, Stop, Tool, ToolLibrary, ToolSpecification, differences, is_equal, mock,
    mock::Mock,
};

use crate::{SayHello, handler, say_hello};

fn library(tool: Tool) -> ToolLibrary {
    [tool].into_iter().collect()
}

#[test]
fn s2_01_specification_and_implementation_are_apart() {
    // A field that carries something out would have to be named here, and could not be written as JSON.
    let ToolSpecification { name, description, signature, schema } = say_hello();
    let kept =
        json!({ "name": name, "description": description, "signature": signature, "schema": schema }).to_string();
    let read: Value = serde_json::from_str(&kept).unwrap();
    let text = |field: &str| read[field].as_str().unwrap().to_owned();
    let specification = ToolSpecification {
        name: text("name"),
        description: text("description"),
        signature: Some(text("signature")),
        schema: read["schema"].clone(),
    };
    assert_eq!(specification, say_hello(), "what is kept is the whole of it");

    // What carries it out is found only now, and whatever that is, the specification does not tell.
    let real = library(Tool::of(&say_hello(), handler(SayHello::default())));
    let pretended = mock::library(&[say_hello()], &Mock::Echo);
    let arguments = json!({ "name": "Ada" });
    for (library, answer) in [(real, json!("Hello, Ada! Nice to meet you.")), (pretended, arguments.clone())] {
        let bound = library.bind(&specification).unwrap();
        assert_eq!(bound.specification, specification);
        assert_eq!(invoked(&bound.tool, &arguments), Ok(answer));
    }
    assert!(matches!(ToolLibrary::empty().bind(&specification), Err(BindError::Missing { .. })));
}

#[test]
fn s2_02_a_specification_has_a_name_and_a_description() {
    assert_eq!(say_hello().check(), Ok(()));
    let nameless = ToolSpecification { name: " ".to_owned(), ..say_hello() };
    assert_eq!(nameless.check().unwrap_err().to_string(), "name is empty");
    let silent = ToolSpecification { description: String::new(), ..say_hello() };
    assert_eq!(silent.check().unwrap_err().to_string(), "description is empty");
}

#[test]
fn s2_03_a_specification_is_shared_by_any_number_of_agents() {
    let shared = say_hello();
    let library = mock::library(std::slice::from_ref(&shared), &Mock::Echo);
    let other = ToolSpecification { name: "other".to_owned(), ..say_hello() };
    for agent in [vec![shared.clone()], vec![shared.clone()], vec![]] {
        assert_eq!(library.bind_all(&agent).unwrap().len(), agent.len(), "S2-09: one without tools is valid");
    }
    assert_eq!(library.bind_all(&[shared, other.clone()]).unwrap_err(), [BindError::Missing { name: other.name }]);
}

#[test]
fn s2_04_a_tool_is_described_invoked_with_json_and_never_serialised() {
    let tool = Tool::of(&say_hello(), handler(SayHello::default()));
    let Described { name, description, schema } = tool.described();
    assert_eq!((name, description), ("sayHello", "Returns a friendly greeting message for the given name"));
    assert_eq!(schema, &say_hello().schema);
    assert_eq!(invoked(&tool, &json!({ "name": "Ada" })), Ok(json!("Hello, Ada! Nice to meet you.")));
    let any = json!({ "deep": [1, 2.5, null, { "ключ": "🦀" }], "large": 18_446_744_073_709_551_615_u64 });
    assert_eq!(invoked(&Tool { handler: handler(Mock::Echo), ..tool.clone() }, &any), Ok(any), "any JSON goes through");
    let fails = Tool { handler: handler(Mock::Error("out of ink".to_owned())), ..tool.clone() };
    assert_eq!(invoked(&fails, &json!({})), Err("out of ink".to_owned()));

    let (kept, of_tool, of_bound) =
        (Written::<Value>::IS_POSSIBLE, Written::<Tool>::IS_POSSIBLE, Written::<Bound>::IS_POSSIBLE);
    assert!(kept, "what can be written is recognised");
    assert!(!of_tool && !of_bound, "nothing writes a tool, alone or bound");
    assert_eq!(format!("{tool:?}"), r#"Tool { name: "sayHello", .. }"#, "a log does not show what carries it out");
}

/// Whether serde can write a type: the constant of its own is meant where its bound holds, else the trait's.
struct Written<T>(std::marker::PhantomData<T>);

impl<T: serde::Serialize> Written<T> {
    const IS_POSSIBLE: bool = true;
}

trait NotWritten {
    const IS_POSSIBLE: bool = false;
}

impl<T> NotWritten for Written<T> {}

/// What a tool's handler answers.
fn invoked(tool: &Tool, arguments: &Value) -> Result<Value, String> {
    let call = Call { name: &tool.name, arguments, limit: Duration::from_mins(1), stop: &Stop::new() };
    tool.handler.call(&call).map(|answer| answer.value).map_err(|failure| failure.to_string())
}

#[test]
fn s2_05_a_library_registers_replaces_and_looks_up() {
    let mut library = ToolLibrary::empty();
    assert!(library.lookup("sayHello").is_none() && library.tools().next().is_none());
    let tool = |description: &str| {
        let specification = ToolSpecification { description: description.to_owned(), ..say_hello() };
        Tool::of(&specification, handler(Mock::Echo))
    };
    assert!(library.register(tool("first")).is_none());
    assert_eq!(library.register(tool("second")).unwrap().description, "first");
    assert_eq!(library.lookup("sayHello").unwrap().description, "second");
    assert!(library.lookup("SayHello").is_none(), "a name is a name");
    assert_eq!(library.tools().count(), 1);
}

#[test]
fn s2_06_binding_shows_which_part_differs_and_how() {
    let specification = say_hello();
    let bind = |change: fn(&mut Tool)| {
        let mut tool = Tool::of(&specification, handler(Mock::Echo));
        change(&mut tool);
        library(tool).bind(&specification)
    };
    assert!(bind(|_| ()).is_ok());
    // Neither the order of keys nor the form of a number is a difference; the order of a list is.
    assert!(
        bind(|tool| {
            tool.schema =
                json!({ "required": ["name"], "properties": { "name": { "type": "string" } }, "type": "object" });
        })
        .is_ok()
    );
    let found = |change: fn(&mut Tool)| match bind(change).unwrap_err() {
        BindError::Differs { differences, .. } => differences
            .into_iter()
            .map(|it| format!("{} {} | {} | {}", it.part.as_str(), it.path, it.specification, it.implementation))
            .collect::<Vec<_>>(),
        error => panic!("{error}"),
    };
    assert_eq!(
        found(|tool| tool.description.push('.')),
        ["description  | Returns a friendly greeting message for the given name | \
          Returns a friendly greeting message for the given name."]
    );
    assert_eq!(
        found(|tool| {
            tool.schema["properties"]["name"]["type"] = json!("number");
            tool.schema["properties"]["a/b~c"] = json!(true);
            tool.schema["required"] = json!([]);
        }),
        [
            r#"schema /properties/name/type | "string" | "number""#,
            "schema /properties/a~1b~0c |  | true",
            r#"schema /required | ["name"] | []"#,
        ]
    );
    assert_eq!(found(|tool| tool.schema = json!(true)).len(), 1);
    let error = bind(|tool| {
        tool.description.clear();
        tool.schema = json!({});
    });
    assert_eq!(
        error.unwrap_err().to_string(),
        "Tool 'sayHello' not found in library or validation failed: its description and its schema differ"
    );
    let error = ToolLibrary::empty().bind(&specification).unwrap_err();
    assert_eq!(error.to_string(), "Tool 'sayHello' not found in library or validation failed");
}

#[test]
fn s2_08_names_are_unique_within_an_agent() {
    let library = mock::library(&[say_hello()], &Mock::Echo);
    let errors = library.bind_all(&[say_hello(), say_hello()]).unwrap_err();
    assert_eq!(errors[0].to_string(), "Tool names must be unique within agent's tool list");
}

#[test]
fn json_values_are_the_same_whatever_their_keys_order_and_their_numbers_form() {
    let parse = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
    for (a, b, same) in [
        ("1", "1.0", true),
        ("1", "1e0", true),
        ("-0.0", "0", true),
        ("0.1", "0.10", true),
        ("1", "2", false),
        ("1", "\"1\"", false),
        ("9007199254740993", "9007199254740992", false),
        ("18446744073709551615", "18446744073709551614", false),
        (r#"{"a":1,"b":[1.0]}"#, r#"{"b":[1],"a":1}"#, true),
        (r#"{"a":1}"#, r#"{"a":1,"b":null}"#, false),
        ("[1,2]", "[2,1]", false),
        ("null", "false", false),
    ] {
        assert_eq!((is_equal(&parse(a), &parse(b)), is_equal(&parse(b), &parse(a))), (same, same), "{a} and {b}");
        let side = |schema| Described { name: "x", description: "x", schema };
        let found = differences(side(&parse(a)), side(&parse(b)));
        assert_eq!(found.is_empty(), same, "{a} and {b}: {found:?}");
        assert!(found.iter().all(|difference| difference.part == Part::Schema));
    }
}
