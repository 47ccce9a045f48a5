//! Agents given away and taken in as gram.

use std::path::Path;

use serde_json::{Value, json};
use studio_api::{
    ErrorCode,
    dto::{AgentEdit, AgentSkillEdit, ExportLoss, PastedFormat, ToolEdit, ToolEffect, ToolImplementation},
};

use crate::{
    harness::{Bench, refused, skill},
    toolbox::{javascript, schema, signature, tool},
};

/// The sample library's own agent, as gram.
fn hello_world(bench: &Bench) -> String {
    let id = bench.find_agent("hello_world_agent").unwrap().info.id;
    let written = bench.get_agent_gram(&id).unwrap();
    written.text
}

#[test]
fn s2_17_an_agent_goes_out_and_comes_in_and_its_schemas_are_made_again() {
    let from = Bench::with_samples();
    let text = hello_world(&from);
    let losses = from.get_agent_gram("hello_world_agent").unwrap().losses;
    let is_told = |loss: &ExportLoss| loss.field == "implementation" && loss.why.contains("not the implementation");
    assert!(losses.iter().any(is_told), "{losses:?}");
    assert!(text.contains("typeSignature") && !text.contains("\"properties\""), "the schema does not travel: {text}");

    let into = Bench::new();
    let read = into.read_tools(&text).unwrap();
    assert_eq!((read.format.map_or("", PastedFormat::as_str), read.problems.len()), ("gram", 0), "{:?}", read.problems);
    let early = into.import_agents(&read.agents);
    assert!(refused(early, ErrorCode::Invalid).contains("sayHello, which isn't in the library"));
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

#[test]
fn s2_03_s2_17_a_file_shares_a_tool_that_is_specified_alike_and_is_told_of_one_that_is_not() {
    let bench = Bench::with_samples();
    let text = hello_world(&bench);
    let import = |name: &str, text: &str| {
        let path = bench.write(name, text);
        let output = bench.skillctl(&["import", path.to_str().unwrap(), "--json"]);
        (output.status.success(), serde_json::from_slice::<Value>(&output.stdout).unwrap())
    };
    let again = text.replace("hello_world_agent", "second_agent");
    let (is_whole, report) = import("again.gram", &again);
    assert!(is_whole, "{report:#}");
    let came = |report: &Value| -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        report["imported"].as_array().unwrap().iter().map(|one| (text(&one["name"]), text(&one["outcome"]))).collect()
    };
    let expected = [("sayHello", "unchanged"), ("second_agent", "added")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    assert_eq!(came(&report), expected);
    let tools_of = |name: &str| bench.get_agent(name).unwrap().edit.tools;
    assert_eq!(tools_of("second_agent"), tools_of("hello_world_agent"), "both are given one and the same tool");

    let other = text.replace("hello_world_agent", "third_agent").replace("Returns a friendly", "Returns a rude");
    let (is_whole, report) = import("other.gram", &other);
    assert!(!is_whole && came(&report).is_empty(), "{report:#}");
    let said = report["skipped"].to_string();
    assert!(
        said.contains("third_agent uses the tool sayHello") && said.contains("description or parameters"),
        "{said}"
    );
    assert!(bench.list_agents().unwrap().iter().all(|agent| agent.name != "third_agent"));
    // The window says so before anything is stored, and stores nothing either.
    let read = bench.read_tools(&other).unwrap();
    assert_eq!((read.agents[0].differing.as_slice(), &read.tools[0].same_as), (&["sayHello".to_owned()][..], &None));
    assert!(refused(bench.import_agents(&read.agents), ErrorCode::Invalid).contains("is another one"));
}

/// An agent of which gram can hold next to nothing, with its tools.
fn rich(bench: &Bench) {
    let skill =
        bench.add_skill("gas", skill("gas", "Handles gas leaks. Use when gas leaks.", "", "Close the valve.")).id;
    let plain = tool("plain", signature("(name: Text) --> IO Text"), ToolImplementation::None);
    let plain = bench.add_tool(&plain).id;
    let strict = schema(&json!({
        "type": "object", "required": ["street"], "additionalProperties": false,
        "properties": { "street": { "type": "string", "maxLength": 40, "pattern": "^[A-Z]" } },
    }));
    let valve = ToolEdit {
        version: "2.1.0".to_owned(),
        effect: Some(ToolEffect::Write),
        timeout_s: 5,
        depends_on: vec![plain.clone()],
        ..tool("valve", strict, javascript("function run() { return 1; }"))
    };
    let valve = bench.add_tool(&valve).id;
    let assigned =
        AgentSkillEdit { skill_id: skill, priority: 3, sequence: 1, config: r#"{"tone":"calm"}"#.to_owned() };
    let edit = AgentEdit {
        name: "Dispatcher".to_owned(),
        description: "Sends people.".to_owned(),
        instruction: "You dispatch.".to_owned(),
        model_provider: "openai".to_owned(),
        model_name: "gpt-4o-mini".to_owned(),
        api_key_ref: "secret://openai".to_owned(),
        temperature: 0.2,
        max_tokens: Some(512),
        skills: vec![assigned],
        tools: vec![plain, valve],
        ..AgentEdit::default()
    };
    bench.save_agent(&edit).unwrap();
}

#[test]
fn s2_17_every_field_that_gram_loses_is_named_before_anything_is_written() {
    let bench = Bench::new();
    rich(&bench);
    let written = bench.get_agent_gram("dispatcher").unwrap();
    let named: Vec<(&str, &str)> =
        written.losses.iter().map(|loss| (loss.entity.as_str(), loss.field.as_str())).collect();
    let (agent, valve) = ("agent Dispatcher", "tool valve");
    for field in ["api_key_ref", "temperature", "max_tokens", "skills", "skills: gas: config"] {
        assert!(named.contains(&(agent, field)), "{field}: {named:?}");
    }
    for field in ["schema: street", "implementation", "version", "effect", "limits", "depends_on"] {
        assert!(named.iter().any(|(of, lost)| *of == valve && lost.starts_with(field)), "{field}: {named:?}");
    }
    assert!(named.iter().all(|(of, _)| [agent, valve].contains(of)), "nothing of what is plain is lost: {named:?}");
    let said = |field: &str| &written.losses.iter().find(|loss| loss.field == field).unwrap().why;
    assert!(said("temperature").contains("0.2") && said("temperature").contains("0.7"));
    assert!(said("skills: gas: config").contains(r#"{"tone":"calm"}"#));
    assert!(said("skills").contains("gas") && said("api_key_ref").contains("secret://openai"));

    // What an import has otherwise is just what was named.
    let into = Bench::new();
    let read = into.read_tools(&written.text).unwrap();
    into.import_tools(&read.tools.into_iter().map(|draft| draft.edit).collect::<Vec<_>>()).unwrap();
    let came = into.import_agents(&read.agents).unwrap().remove(0).edit;
    let went = bench.get_agent("dispatcher").unwrap().edit;
    let changed = |went: &Value, came: &Value| -> Vec<String> {
        let object = went.as_object().unwrap().iter();
        let ids = ["id", "aggregate_version", "tools"];
        object
            .filter(|(field, value)| !ids.contains(&field.as_str()) && came[*field] != **value)
            .map(|(field, _)| field.clone())
            .collect()
    };
    for field in changed(&json!(went), &json!(came)) {
        assert!(named.contains(&(agent, field.as_str())), "{field} is lost unnamed");
    }
}

#[test]
fn s2_17_skillctl_names_the_losses_and_a_dry_run_writes_nothing() {
    let bench = Bench::new();
    rich(&bench);
    let out = bench.path("dispatcher.gram");
    let export = ["export", "--target", "gram", "--agent", "Dispatcher", "--out", &out, "--json"];
    let dry = bench.skillctl(&[&export[..], &["--dry-run"]].concat());
    assert!(dry.status.success(), "{}", String::from_utf8_lossy(&dry.stderr));
    assert!(!Path::new(&out).exists(), "a dry run writes nothing");
    let told = String::from_utf8_lossy(&dry.stderr).into_owned();
    for field in ["temperature", "max_tokens", "api_key_ref", "skills", "implementation", "schema"] {
        assert!(told.contains(field), "{field}: {told}");
    }
    let planned: Value = serde_json::from_slice(&dry.stdout).unwrap();
    let wrote = bench.skillctl(&export);
    assert_eq!(serde_json::from_slice::<Value>(&wrote.stdout).unwrap(), planned, "what was said is what is written");
    let bytes = std::fs::read(&out).unwrap();
    assert_eq!(planned["files"][0]["bytes"], json!(bytes.len()));
    assert_eq!(planned["files"][0]["sha256"], json!(studio_api::sha256_hex(&bytes)));
    assert_eq!(planned["losses"], json!(bench.get_agents_gram(&[]).unwrap().losses));
    let unknown = bench.skillctl(&["export", "--target", "gram", "--agent", "nobody", "--out", &out]);
    assert_eq!(unknown.status.code(), Some(2));
}
