//! Gram signatures: the table T1–T14, the three dialects, the three views of one tool.

mod carrier;
mod laws;
mod views;

use serde_json::{Value, json};
use studio_text::gram::{Dialect, Signature, read};

/// The signature a text is; problems fail the test.
fn signature(text: &str) -> Signature {
    let reading = read(text);
    assert_eq!(reading.problems, [], "{text}");
    reading.signature.expect("no problems means a signature")
}

fn check(text: &str, dialect: Dialect, schema: &Value) {
    assert_eq!(read(text).dialect, Some(dialect), "{text}");
    // As text, so that the order of the keys counts.
    assert_eq!(signature(text).schema().to_string(), schema.to_string(), "{text}");
}

/// The one problem of a text: what it covers, and words its message holds.
fn refused(text: &str, covered: &str, words: &[&str]) {
    let reading = read(text);
    assert_eq!(reading.signature, None, "{text}");
    let [problem] = reading.problems.as_slice() else { panic!("{text}: {:#?}", reading.problems) };
    assert_eq!(problem.span.of(text), covered, "{text}: {}", problem.message);
    for word in words {
        assert!(problem.message.contains(word), "{text}: {} lacks {word}", problem.message);
    }
}

#[test]
fn t01_a_text() {
    let schema = json!({ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] });
    check("(name: Text) --> IO Text", Dialect::Arrow, &schema);
}

#[test]
fn t02_maybe_is_not_required() {
    let properties = json!({ "name": { "type": "string" }, "age": { "type": "integer" } });
    let schema = json!({ "type": "object", "properties": properties, "required": ["name"] });
    check("(name: Text, age: Maybe Int) --> IO Text", Dialect::Arrow, &schema);
}

#[test]
fn t03_two_required() {
    let properties = json!({ "name": { "type": "string" }, "age": { "type": "integer" } });
    let schema = json!({ "type": "object", "properties": properties, "required": ["name", "age"] });
    check("(name: Text, age: Int) --> IO Text", Dialect::Arrow, &schema);
}

#[test]
fn t04_no_parameters() {
    let schema = json!({ "type": "object", "properties": {}, "required": [] });
    check("() --> IO Text", Dialect::Arrow, &schema);
    check("()==>(::Text)", Dialect::Curried, &schema);
}

#[test]
fn t05_a_record() {
    let user = json!({
        "type": "object",
        "properties": { "name": { "type": "string" }, "email": { "type": "string" } },
        "required": ["name", "email"],
    });
    let schema = json!({ "type": "object", "properties": { "user": user }, "required": ["user"] });
    check("(user: {name: Text, email: Text}) --> IO Text", Dialect::Arrow, &schema);
}

#[test]
fn t06_a_record_in_a_record() {
    let address = json!({
        "type": "object",
        "properties": { "city": { "type": "string" }, "country": { "type": "string" } },
        "required": ["city", "country"],
    });
    let user = json!({
        "type": "object",
        "properties": { "name": { "type": "string" }, "address": address },
        "required": ["name", "address"],
    });
    let schema = json!({ "type": "object", "properties": { "user": user }, "required": ["user"] });
    check("(user: {name: Text, address: {city: Text, country: Text}}) --> IO Text", Dialect::Arrow, &schema);
}

#[test]
fn t07_a_list() {
    let items = json!({ "type": "array", "items": { "type": "string" } });
    let schema = json!({ "type": "object", "properties": { "items": items }, "required": ["items"] });
    check("(items: [Text]) --> IO Int", Dialect::Arrow, &schema);
}

#[test]
fn t08_everything_nested() {
    let range = json!({
        "type": "object",
        "properties": { "min": { "type": "number" }, "max": { "type": "number" } },
        "required": ["min", "max"],
    });
    let filters = json!({
        "type": "object",
        "properties": { "category": { "type": "string" }, "priceRange": range },
        "required": [],
    });
    let search = json!({
        "type": "object",
        "properties": { "query": { "type": "string" }, "filters": filters, "limit": { "type": "integer" } },
        "required": ["query", "filters"],
    });
    let schema = json!({ "type": "object", "properties": { "searchParams": search }, "required": ["searchParams"] });
    let text = "(searchParams: {query: Text, filters: {category: Maybe Text, priceRange: Maybe {min: Double, max: Double}}, \
                limit: Maybe Int}) --> IO [Text]";
    check(text, Dialect::Arrow, &schema);
    check(&text.replace(", ", ",\n\t"), Dialect::Arrow, &schema);
}

#[test]
fn t09_an_unnamed_parameter_is_refused_by_its_place() {
    refused("(Text) --> IO Text", "Text", &["first parameter", "no name", "`name: Text`"]);
    refused("(a: Int, [Text]) --> IO Text", "[Text]", &["second parameter", "`name: [Text]`"]);
    refused("(a: Int, b: Int, Maybe {x: Int}) --> IO Text", "Maybe {x: Int}", &["third parameter"]);
    refused("(a::Int)==>(::Text)==>(::Text)", "::Text", &["second parameter", "`name::Text`"]);
    refused("(Txet) --> IO Text", "Txet", &["first parameter", "`name: Text`"]);
}

#[test]
fn t10_a_default_is_not_required() {
    let name = json!({ "type": "string", "default": "world" });
    let schema = json!({ "type": "object", "properties": { "personName": name }, "required": [] });
    check(r#"(personName::String {default:"world"})==>(::String)"#, Dialect::Classic, &schema);
}

#[test]
fn t11_words_of_two_dialects() {
    let properties = json!({ "personName": { "type": "string" }, "age": { "type": "integer", "default": 18 } });
    let schema = json!({ "type": "object", "properties": properties, "required": ["personName"] });
    check("(personName::Text)==>(age::Int {default:18})==>(::String)", Dialect::Curried, &schema);
}

#[test]
fn t12_integer_with_a_default() {
    let limit = json!({ "type": "integer", "default": 10 });
    let schema = json!({ "type": "object", "properties": { "limit": limit }, "required": [] });
    check("(limit::Integer {default:10})==>(::Array)", Dialect::Classic, &schema);
}

#[test]
fn t13_an_object_of_unknown_fields() {
    let properties = json!({ "userParams": { "type": "object" } });
    let schema = json!({ "type": "object", "properties": properties, "required": ["userParams"] });
    check("(userParams::Object)==>(::String)", Dialect::Classic, &schema);
}

#[test]
fn t14_each_slip_has_its_own_message_and_place() {
    for (text, covered, words) in [
        ("", "", &["empty"][..]),
        ("   ", "   ", &["empty"]),
        // Bad syntax.
        ("name: Text --> IO Text", "name", &["in parentheses"]),
        ("(name: Text --> IO Text", "(name: Text", &["parameter list", "never closed", "`)`"]),
        ("(name: Text) -> IO Text", "->", &["`-->`"]),
        ("(name: Text) ==> IO Text", "IO", &["in parentheses"]),
        ("(name: Text, ) --> IO Text", ")", &["comma"]),
        ("(name: Text age: Int) --> IO Text", "age", &["put a comma before it"]),
        ("(name Text) --> IO Text", "name", &["`name`", "no type"]),
        ("(name: ) --> IO Text", ")", &["write a type"]),
        ("(name: Text) --> IO Text Int", "Int", &["what follows the result's type"]),
        ("(a: Text) --> (b: Text) --> IO Text", "-->", &["one arrow", "one pair of parentheses"]),
        ("(a::Text, b::Int)==>(::Text)", "b::Int", &["own parentheses"]),
        ("(a::Text {default:\"x)==>(::Text)", "\"x)==>(::Text)", &["never closed"]),
        ("(a: Text; b: Int) --> IO Text", ";", &["`;`", "comma"]),
        ("(a::Text)(b::Int)==>(::Text)", "(", &["write `==>` between"]),
        ("(a?: Text) --> IO Text", "a", &["`a: Maybe Text`"]),
        ("(a: Text[]) --> IO Text", "[", &["`[Text]`"]),
        ("(a: Text | Int) --> IO Text", "|", &["one type"]),
        ("(a: Int = 3) --> IO Text", "=", &["curried form"]),
        // Unknown types, with what was probably meant.
        ("(name: Txt) --> IO Text", "Txt", &["`Txt` isn't a type", "`Text`"]),
        ("(name: text) --> IO Text", "text", &["Did you mean `Text`?"]),
        ("(name: float) --> IO Text", "float", &["Did you mean `Double`?"]),
        ("(name: Widget) --> IO Text", "Widget", &["`Widget` isn't a type", "Text, Int, Double, Bool"]),
        ("(a: Int) --> IO Strin", "Strin", &["`Text`"]),
        ("(a: Maybe) --> IO Text", "Maybe", &["`Maybe` needs a type"]),
        ("(a: Maybe Maybe Int) --> IO Text", "Maybe", &["twice"]),
        ("(a: IO Text) --> IO Text", "IO", &["before the result"]),
        // Lists and records.
        ("(a: []) --> IO Text", "[]", &["no item type"]),
        ("(a: [Text) --> IO Text", "[Text", &["list", "never closed", "`]`"]),
        ("(a: [Text, Int]) --> IO Text", ",", &["one type for all its items"]),
        ("(a: {name: Text) --> IO Text", "{name: Text", &["record", "never closed", "`}`"]),
        ("(a: {name}) --> IO Text", "name", &["field `name` has no type"]),
        ("(a: {name: Text, }) --> IO Text", "}", &["comma"]),
        ("(a: {name: Text other: Int}) --> IO Text", "other", &["put a comma before it"]),
        ("(a: {name: Text, name: Int}) --> IO Text", "name", &["named `name`"]),
        // The result.
        ("(name: Text)", "", &["result is missing", "--> IO Text"]),
        ("(name::Text)", "", &["result is missing", "==>(::Text)"]),
        ("(name: Text) -->", "-->", &["result is missing after the arrow"]),
        ("(name: Text) --> IO", "", &["missing after `IO`"]),
        ("(name: Text) --> Text", "Text", &["`IO`"]),
        ("(name: Text) --> IO ()", "()", &["isn't a type"]),
        ("(name::Strng)==>(::String)", "Strng", &["`String`"]),
        ("(name::Text)==>", "", &["result is missing after the arrow"]),
        ("(name::Text)==>(age::Int)", "", &["`age` is a parameter; a result has no name", "==>(::Text)"]),
        ("(name::Text)==>()", "", &["result is missing"]),
        ("(name::Text)==>(::Text {default:\"x\"})", "::Text {default:\"x\"}", &["result can't have a default"]),
        // Names.
        ("(a: Text, a: Int) --> IO Text", "a", &["named `a`"]),
        ("(a::Text)==>(a::Int)==>(::Text)", "a", &["named `a`"]),
        // Defaults.
        ("(a::Int {default:\"x\"})==>(::Text)", "\"x\"", &["wrong type", "a whole number"]),
        ("(a::Int {default:1.5})==>(::Text)", "1.5", &["wrong type", "a whole number"]),
        ("(a::Text {default:18})==>(::Text)", "18", &["wrong type", "text in quotes"]),
        ("(a::Bool {default:1})==>(::Text)", "1", &["true or false"]),
        ("(a::Array {default:{a:1}})==>(::Text)", "{a:1}", &["wrong type", "list"]),
        ("(a::Text {default:world})==>(::Text)", "world", &["Put text in quotes", "\"world\""]),
        ("(a::Text {defualt:\"x\"})==>(::Text)", "defualt", &["Unknown key `defualt`"]),
        ("(a: Int {default: 3}) --> IO Text", "{default: 3}", &["arrow form doesn't support defaults", "Maybe"]),
        ("(a::Double {default:1e999})==>(::Text)", "1e999", &["too large"]),
    ] {
        refused(text, covered, words);
    }
}

#[test]
fn t14_every_problem_of_a_text_is_told() {
    let text = "(a: Txt, Int, b: [], b: {x}) --> IO Foo";
    let covered: Vec<&str> = read(text).problems.iter().map(|problem| problem.span.of(text)).collect();
    assert_eq!(covered, ["Txt", "Int", "[]", "b", "x", "Foo"]);
}

#[test]
fn s2_18_every_form_is_read_in_any_layout_and_mixture() {
    for (text, again) in [
        ("( a : Text )-->IO Text", "(a: Text) --> IO Text"),
        ("(\n  a: String,\n  b: Maybe Number\n)\n--> IO Boolean", "(a: Text, b: Maybe Double) --> IO Bool"),
        ("(a::[Text])==>(b::{x: Int})==>(::Text)", "(a: [Text], b: {x: Int}) --> IO Text"),
        ("(a: Maybe (Int)) --> IO (Maybe Text)", "(a: Maybe Int) --> IO Maybe Text"),
        ("(a: {}) --> IO Text", "(a: {}) --> IO Text"),
        ("(a:Text)==>(:Int)", "(a: Text) --> IO Int"),
    ] {
        let printed = signature(text).print(Dialect::Arrow);
        assert_eq!((printed.text.as_str(), printed.losses.len()), (again, 0), "{text}");
    }
    let names: Vec<&str> = Dialect::ALL.iter().map(|dialect| dialect.as_str()).collect();
    assert_eq!(names, ["arrow", "curried", "classic"]);
    assert!(Dialect::ALL.iter().all(|dialect| Dialect::parse(dialect.as_str()) == Some(*dialect)));
}

#[test]
fn a_type_nested_beyond_reason_is_a_problem_and_not_a_crash() {
    for (open, close) in [("[", "]"), ("{a: ", "}"), ("(", ")"), ("Maybe ", "")] {
        let text = format!("(a: {}Text{}) --> IO Text", open.repeat(50_000), close.repeat(50_000));
        let reading = read(&text);
        assert!(reading.signature.is_none() && !reading.problems.is_empty());
    }
}
