//! Agents given away and taken in as gram.

use studio_api::{ErrorCode, dto::ToolEdit};

use crate::harness::{Bench, refused};

/// The sample library's own agent, as gram.
fn hello_world(bench: &Bench) -> String {
    let id = bench.find_agent("hello_world_agent").unwrap().info.id;
    let written = bench.agent_gram(&id).unwrap();
    assert!(written.losses.iter().any(|loss| loss.contains("not their implementations")), "{:?}", written.losses);
    written.text
}

#[test]
fn s2_17_an_agent_goes_out_and_comes_in_and_its_schemas_are_made_again() {
    let from = Bench::with_samples();
    let text = hello_world(&from);
    assert!(text.contains("typeSignature") && !text.contains("\"properties\""), "the schema does not travel: {text}");

    let into = Bench::new();
    let read = into.read_tools(&text).unwrap();
    assert_eq!((read.format.as_str(), read.problems.len()), ("gram", 0), "{:?}", read.problems);
    let early = into.import_agents(&read.agents);
    assert!(refused(early, ErrorCode::Invalid).contains("sayHello, which the library does not have"));
    assert!(into.list_agents().unwrap().is_empty(), "nothing of what was refused is stored");

    let tools: Vec<ToolEdit> = read.tools.into_iter().map(|draft| draft.edit).collect();
    into.import_tools(&tools).unwrap();
    let came = into.import_agents(&read.agents).unwrap().remove(0).edit;
    let went = from.get_agent(&from.find_agent("hello_world_agent").unwrap().info.id).unwrap().edit;
    let of = |edit: &studio_api::dto::AgentEdit| {
        let model = (edit.model_provider.clone(), edit.model_name.clone());
        (edit.name.clone(), edit.description.clone(), edit.instruction.clone(), model)
    };
    assert_eq!(of(&came), of(&went));

    let specification = |bench: &Bench, id: &str| {
        let tool = bench.get_tool(id).unwrap();
        let schema: serde_json::Value = serde_json::from_str(&tool.spec.schema).unwrap();
        (tool.name, tool.description, tool.spec.signature, schema)
    };
    assert_eq!(went.tools.len(), 1);
    let (name, description, signature, schema) = specification(&into, &came.tools[0]);
    let (old_name, old_description, old_signature, old_schema) = specification(&from, &went.tools[0]);
    assert_eq!((name, description, signature), (old_name, old_description, old_signature));
    assert_eq!(schema["required"], old_schema["required"]);
    assert_eq!(schema["properties"]["name"]["type"], "string");

    assert_eq!(hello_world(&into), text, "what came in goes out the same");
    assert!(into.read_tools(&text).unwrap().agents[0].is_taken, "a second time its name is taken");
}
