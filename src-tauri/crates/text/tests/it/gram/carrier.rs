//! Agents and specifications as gram documents.

use proptest::prelude::*;
use studio_text::gram::carrier::{AgentText, ComponentText, SpecText, read, write, write_agent, write_specification};

use crate::documents;

fn specification(name: &str, description: &str, signature: &str) -> SpecText {
    SpecText { name: name.to_owned(), description: description.to_owned(), signature: signature.to_owned() }
}

#[test]
fn x_16_the_seed_s_block_is_imported_as_written() {
    let block = "```gram\ntoolSpecification: sayHello\n  name: \"sayHello\"\n  description: \"Returns a friendly greeting message for the given name\"\n  \
                 typeSignature: \"(name: Text) --> IO Text\"\n```\n";
    let document = read(block);
    assert_eq!(document.problems, []);
    assert_eq!(document.specifications, documents::hello_world().tools);
    let written = write_specification(&document.specifications[0]).text;
    assert_eq!(
        written,
        "[sayHello:ToolSpecification {\n  name: \"sayHello\",\n  description: \"Returns a friendly greeting message for the given name\",\n  \
         typeSignature: \"(name: Text) --> IO Text\"\n}]\n"
    );
    let schema =
        serde_json::json!({ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] });
    assert_eq!(read(&written).specifications[0].schema(), Some(schema));
}

#[test]
fn a_document_that_is_given_up_says_where() {
    let text = format!("{}[late:ToolSpecification {{name: \"late\"}}]\n", "[what is this\n".repeat(60));
    let document = read(&text);
    assert_eq!(document.specifications, []);
    let last = document.problems.last().expect("it has problems");
    assert_eq!(last.message, "Too many errors (50). Nothing after this line was read.");
    assert_eq!(last.span.start, "[what is this\n".len() * 50);
}

#[test]
fn s2_17_both_published_forms_are_read() {
    let text = r#"
// Two ways to write the same.
[sayHello:ToolSpecification {name:"sayHello", description:"…", typeSignature:"(name: Text) --> IO Text"}]

[hello_world_agent:Agent { description: "d", instruction: "i", model: "OpenAI/gpt-4o-mini" } |
  [greet:Tool { description: "Greets" } |
    (personName::String {default:"w) or [ld"})==>(::String) ],
  sayHello ]
(a)-[:knows {since: 2020..}]->(b {x: [1, 2], y: 'z'})
"#;
    let document = read(text);
    let said: Vec<&str> = document.problems.iter().map(|problem| problem.span.of(text)).collect();
    assert_eq!(said, ["(a)-[:knows {since: 2020..}]->(b {x: [1, 2], y: 'z'})"]);
    let say_hello = specification("sayHello", "…", "(name: Text) --> IO Text");
    assert_eq!(document.specifications, std::slice::from_ref(&say_hello));
    let greet = specification("greet", "Greets", r#"(personName::String {default:"w) or [ld"})==>(::String)"#);
    assert_eq!(
        document.agents,
        [AgentText {
            name: "hello_world_agent".to_owned(),
            description: Some("d".to_owned()),
            instruction: "i".to_owned(),
            model: "OpenAI/gpt-4o-mini".to_owned(),
            tools: vec![greet, say_hello],
            components: Vec::new(),
        }]
    );
}

#[test]
fn a_curried_signature_inside_a_tool_is_its_signature() {
    for signature in documents::curried() {
        let document = read(&format!("[t:Tool {{description: \"d\"}} |\n  {signature} ]"));
        assert_eq!(document.problems, []);
        assert_eq!(document.specifications, [specification("t", "d", &signature)]);
    }
}

#[test]
fn what_is_wrong_in_a_document_is_told_and_costs_nothing_else() {
    for (text, covered, words) in [
        ("", "", "no agent and no tool specification"),
        ("some words", "some words", "neither a Gram pattern nor a block"),
        (
            "[a:ToolSpecification {description:\"d\", typeSignature:\"(a: Txt) --> IO Text\"}]",
            "typeSignature:\"(a: Txt) --> IO Text\"",
            "`Text`",
        ),
        (
            "[a:ToolSpecification {description:\"d\"}]",
            "[a:ToolSpecification {description:\"d\"}]",
            "no `typeSignature`",
        ),
        ("[:Agent {instruction:\"i\"}]", "[:Agent {instruction:\"i\"}]", "no name"),
        ("[a:Agent]", "[a:Agent]", "no instruction"),
        ("[a:Agent {instruction:\"i\"} | ghost]", "ghost", "No tool specification `ghost`"),
        ("[a:Agent {instruction:\"i\"", "", "`,` or `}`"),
        ("[a:Agent {instruction:\"i}]", "\"i}]", "never closed"),
        ("[a:Person {name:\"i\"}]", "[a:Person {name:\"i\"}]", "It is skipped"),
        ("agent: a\n  name: \"b\"\nother", "agent: a\n  name: \"b\"", "no instruction"),
    ] {
        let document =
            read(&format!("{text}\n[ok:ToolSpecification {{description:\"d\", typeSignature:\"() --> IO Text\"}}]"));
        let alone = read(text);
        let problem = alone.problems.iter().find(|problem| problem.message.contains(words));
        let problem = problem.unwrap_or_else(|| panic!("{text}: {:?}", alone.problems));
        assert_eq!(problem.span.of(text), covered, "{text}");
        let is_open = text.contains("\"i}") || text.ends_with("\"i\"");
        assert!(is_open || document.specifications.iter().any(|found| found.name == "ok"), "{text}: {document:?}");
    }
    let twice = "[a:Agent {instruction:\"i\"} | [t:Tool {description:\"d\", signature:\"() --> IO Text\"}], t]";
    assert!(read(twice).problems[0].message.starts_with("Tool names must be unique within the agent's tool list"));
}

#[test]
fn s1_13_a_component_goes_out_with_its_state_and_its_tools_and_comes_in_as_it_was() {
    let mut agent = documents::hello_world();
    agent.components.push(ComponentText {
        name: "picos".to_owned(),
        description: "Holds the clinical question.".to_owned(),
        prompt: "## PICOS\nFill in all five.".to_owned(),
        state_schema: r#"{"type":"object"}"#.to_owned(),
        initial_state: r#"{"patient":null,"note":"\"x\""}"#.to_owned(),
        tools: vec![specification("set_picos", "Sets one.", "(value: Text) --> IO Text")],
    });
    agent.components.push(ComponentText {
        name: "bare".to_owned(),
        initial_state: "{}".to_owned(),
        ..ComponentText::default()
    });
    let other = AgentText { name: "other".to_owned(), ..agent.clone() };
    let agents = [agent, other];
    let text = write(&agents, &[]).text;
    assert_eq!(text.matches("set_picos:ToolSpecification").count(), 1, "the second refers to the first: {text}");
    let document = read(&text);
    assert_eq!((document.agents.as_slice(), document.problems.as_slice()), (agents.as_slice(), [].as_slice()));

    let twice = r#"[a:Agent {instruction:"i"} | [c:Component {initialState:"{}"} | t], [t:Tool {description:"d", signature:"() --> IO Text"}]]"#;
    assert!(read(twice).problems[0].message.contains("`t` is listed twice"), "one list, whatever its tools belong to");
}

#[test]
fn a_shared_specification_is_defined_once() {
    let agent = documents::hello_world();
    let other = AgentText { name: "other".to_owned(), ..agent.clone() };
    let changed = AgentText {
        name: "changed".to_owned(),
        tools: vec![specification("sayHello", "Another", "() --> IO Text")],
        ..agent.clone()
    };
    let agents = [agent, other, changed];
    let text = write(&agents, &[]).text;
    assert_eq!(text.matches("sayHello:ToolSpecification").count(), 2, "{text}");
    let document = read(&text);
    assert_eq!((document.agents.as_slice(), document.problems.as_slice()), (agents.as_slice(), [].as_slice()));
    let zero = write_agent(&AgentText { name: "a".to_owned(), instruction: "\0".to_owned(), ..AgentText::default() });
    assert_eq!(zero.losses.len(), 1);
}

proptest! {
    #[test]
    fn s2_17_what_is_written_is_read_as_it_was(
        agents in prop::collection::vec(documents::agent(), 0..3),
        specifications in prop::collection::vec(documents::specification(), 0..3),
    ) {
        let written = write(&agents, &specifications);
        prop_assert_eq!(&written.losses, &vec![]);
        let document = read(&written.text);
        prop_assert_eq!(&document.agents, &agents, "{}", written.text);
        prop_assert_eq!(&document.specifications, &specifications, "{}", written.text);
    }

    #[test]
    fn any_text_is_read(text in r#"(\[|\]|\{|\}|\(|\)|\||:|::|,|"|'|`|```|\n|  |a|Agent|Tool|toolSpecification: x|agent: y|name: "n"|-->|==>|//|/\*\*|\*/|\\|@|1|é|.){0,40}"#) {
        for problem in read(&text).problems {
            prop_assert!(text.get(problem.span.start..problem.span.end).is_some(), "{} {:?}", text, problem);
        }
    }
}
