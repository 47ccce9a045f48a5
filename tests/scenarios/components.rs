//! Components of agents: state as data, the tools that work on it, and the section of the prompt.

use std::fs;

use serde_json::{Value, json};
use studio_api::{
    ErrorCode,
    dto::{AgentEdit, ComponentEdit, MapLinkKind, ToolEdit, ToolImplementation, TrashItem, TrashKind},
};

use crate::{
    harness::{AsItIsNow, Bench, refused},
    toolbox::{self, signature, tool},
};

fn add_tool(bench: &Bench, name: &str) -> String {
    bench.add_tool(&tool(name, signature("(a: Text) --> IO Text"), ToolImplementation::None)).id
}

fn component(name: &str, tools: &[&String]) -> ComponentEdit {
    ComponentEdit {
        name: name.to_owned(),
        description: "Keeps what was found.".to_owned(),
        prompt: "## Table\nFill it in.".to_owned(),
        state_schema: r#"{"type":"object","properties":{"rows":{"type":"array"}},"required":["rows"]}"#.to_owned(),
        initial_state: r#"{"rows":[]}"#.to_owned(),
        tools: tools.iter().map(|id| (*id).clone()).collect(),
        ..ComponentEdit::default()
    }
}

fn agent(components: Vec<ComponentEdit>) -> AgentEdit {
    AgentEdit { components, ..toolbox::agent("Reviewer") }
}

fn lies(bench: &Bench, name: &str) -> Option<TrashItem> {
    bench.list_trash().unwrap().into_iter().find(|item| item.name == name)
}

#[test]
fn s1_13_components_with_their_state_are_saved_listed_edited_and_shown() {
    let bench = Bench::new();
    let (set, clear, ask) = (add_tool(&bench, "set"), add_tool(&bench, "clear"), add_tool(&bench, "ask"));
    let edit = agent(vec![component("table", &[&set, &clear]), component("notes", &[])]);
    let saved = bench.save_agent(&edit).unwrap().edit;
    assert_eq!(saved.components.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["table", "notes"]);
    let read = bench.get_agent("reviewer").unwrap().edit;
    assert_eq!(read, saved);
    assert_eq!(read.components[0].tools, [set.clone(), clear]);
    assert_eq!(read.components[0].initial_state, r#"{"rows":[]}"#);

    // Order, state, tools and names change in one save; names may change hands.
    let mut edit = read;
    edit.components.reverse();
    edit.components[0].name = "table".to_owned();
    edit.components[1].name = "notes".to_owned();
    edit.components[1].initial_state = r#"{"rows":[1]}"#.to_owned();
    edit.components[1].tools = vec![ask.clone(), set];
    let saved = bench.save_agent(&edit).unwrap().edit;
    assert_eq!((&saved.components, saved.aggregate_version), (&edit.components, 2));
    refused(bench.save_agent(&edit), ErrorCode::Stale);

    // Its tools stand on the map, and what lies in the trash is missed.
    let links = bench.get_map().unwrap().links;
    assert_eq!(links.iter().filter(|link| link.facts.kind() == MapLinkKind::Component).count(), 2);
    let item = bench.now(TrashKind::Tool, &ask).unwrap();
    assert_eq!(bench.list_dependents(&[item]).unwrap()[0].why, "Reviewer has a component that uses ask.");
    bench.trash_now(TrashKind::Tool, &ask).unwrap();
    let problems = bench.get_agent("reviewer").unwrap().problems;
    assert!(
        problems.contains(&"The component notes uses the tool ask, which is in the trash.".to_owned()),
        "{problems:?}"
    );

    let shown = bench.skillctl(&["show", "agent", "Reviewer", "--json"]);
    let shown: Value = serde_json::from_slice(&shown.stdout).unwrap();
    let notes = &shown["components"][1];
    assert_eq!((notes["name"].as_str(), &notes["initial_state"]), (Some("notes"), &json!({"rows": [1]})));
    assert_eq!(notes["tools"], json!(["ask", "set"]));
    assert_eq!(notes["state_schema"]["required"], json!(["rows"]));
}

#[test]
fn s1_13_a_component_that_cannot_be_run_is_refused_with_what_to_change() {
    let bench = Bench::new();
    let set = add_tool(&bench, "set");
    let why = |components: Vec<ComponentEdit>, tools: Vec<String>| {
        refused(bench.save_agent(&AgentEdit { tools, ..agent(components) }), ErrorCode::Invalid)
    };
    let with = |change: &dyn Fn(&mut ComponentEdit)| {
        let mut one = component("table", &[]);
        change(&mut one);
        why(vec![one], Vec::new())
    };
    assert_eq!(with(&|one| one.name = " ".to_owned()), "A component needs a name.");
    assert!(with(&|one| one.initial_state = "{".to_owned()).starts_with("The initial state of table isn't valid JSON"));
    assert!(with(&|one| one.state_schema = "[".to_owned()).starts_with("The state schema of table isn't valid JSON"));
    let schema = r#"{"type":"list"}"#.to_owned();
    assert!(with(&|one| one.state_schema = schema.clone()).contains("isn't a JSON Schema"));
    let unfit = with(&|one| one.initial_state = "{}".to_owned());
    assert!(
        unfit.starts_with("The initial state of table doesn't match its schema") && unfit.contains("rows"),
        "{unfit}"
    );
    let twice = why(vec![component("a", &[]), component("a", &[])], Vec::new());
    assert_eq!(twice, "Two components are named a. Rename one of them.");
    let one_list = "Tool names must be unique within the agent's tool list: set is listed twice.";
    assert_eq!(why(vec![component("a", &[&set]), component("b", &[&set])], Vec::new()), one_list);
    assert_eq!(why(vec![component("a", &[&set])], vec![set.clone()]), one_list);
    assert!(bench.list_agents().unwrap().is_empty(), "nothing of what was refused is stored");

    // On the map, too, a tool of a component is not given once more.
    let id = bench.save_agent(&agent(vec![component("a", &[&set])])).unwrap().edit.id.unwrap();
    let given = crate::toolbox::link(MapLinkKind::Given, &format!("agent:{id}"), &format!("tool:{set}"));
    assert_eq!(refused(bench.save_link(&given), ErrorCode::Invalid), one_list);
}

#[test]
fn s1_13_a_removed_component_lies_in_the_trash_and_comes_back_whole() {
    let bench = Bench::new();
    let set = add_tool(&bench, "set");
    let saved = bench.save_agent(&agent(vec![component("table", &[&set])])).unwrap().edit;
    let bare = AgentEdit { components: Vec::new(), ..saved.clone() };
    let version = bench.save_agent(&bare).unwrap().edit.aggregate_version;
    let there = lies(&bench, "table of Reviewer").unwrap();
    assert_eq!((there.item.kind, there.free_name.as_deref()), (TrashKind::Component, None));

    bench.restore_item(&there.item, None).unwrap();
    let back = bench.get_agent("reviewer").unwrap().edit;
    assert_eq!((&back.components, back.aggregate_version), (&saved.components, version + 1));
    refused(bench.restore_item(&there.item, None), ErrorCode::NotFound);

    // Meanwhile another one took the name: it comes back under a free one.
    bench.save_agent(&AgentEdit { components: vec![component("table", &[])], ..back }).unwrap();
    let there = lies(&bench, "table of Reviewer").unwrap();
    let free = there.free_name.clone().unwrap();
    assert!(refused(bench.restore_item(&there.item, None), ErrorCode::Invalid).contains(&free));
    let restored = bench.skillctl(&["trash", "restore", "component", "table of Reviewer", "--as", &free]);
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
    let names: Vec<String> =
        bench.get_agent("reviewer").unwrap().edit.components.into_iter().map(|one| one.name).collect();
    assert_eq!(names.len(), 2);
    assert!(names.contains(&free));

    // One that waits goes and comes with its agent, and goes for good.
    let edit = bench.get_agent("reviewer").unwrap().edit;
    bench.save_agent(&AgentEdit { components: edit.components[..1].to_vec(), ..edit.clone() }).unwrap();
    let id = edit.id.unwrap();
    bench.trash_now(TrashKind::Agent, &id).unwrap();
    assert!(bench.list_trash().unwrap().iter().all(|item| item.item.kind != TrashKind::Component));
    bench.restore_now(TrashKind::Agent, &id).unwrap();
    assert_eq!(bench.get_agent("reviewer").unwrap().edit.components.len(), 1);
    let waiting = bench.list_trash().unwrap().remove(0).item;
    assert_eq!(bench.delete_trashed(&[waiting]).unwrap().deleted, 1);
    assert_eq!(bench.count_trash().unwrap(), 0);
}

#[test]
fn s1_13_components_go_out_in_gram_and_come_in_as_they_were() {
    let from = Bench::with_samples();
    let went = from.get_agent("pico_reviewer").unwrap().edit;
    assert_eq!((went.components.len(), went.components[0].tools.len()), (1, 5), "the sample shows one");
    let written = from.get_agent_gram("pico_reviewer").unwrap();
    assert!(written.losses.iter().all(|loss| !loss.field.starts_with("components")), "{:?}", written.losses);
    let file = from.path("pico.gram");
    fs::write(&file, &written.text).unwrap();

    let into = Bench::new();
    let ran = into.skillctl(&["import", &file, "--format", "gram"]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let came = into.get_agent("pico_reviewer").unwrap().edit;
    let names = |bench: &Bench, edit: &AgentEdit| -> Vec<String> {
        edit.components[0].tools.iter().map(|id| bench.get_tool(id).unwrap().name).collect()
    };
    assert_eq!(names(&into, &came), names(&from, &went));
    let bare = |edit: &AgentEdit| ComponentEdit { id: None, tools: Vec::new(), ..edit.components[0].clone() };
    assert_eq!(bare(&came), bare(&went));
    assert_eq!(into.get_agent_gram("pico_reviewer").unwrap().text, written.text, "what came in goes out the same");

    // Its tools come with it or not at all.
    let other = Bench::new();
    let mut drafts = other.read_tools(&written.text).unwrap();
    let without: Vec<ToolEdit> = drafts.tools.drain(1..).map(|draft| draft.edit).collect();
    other.import_tools(&without).unwrap();
    assert!(refused(other.import_agents(&drafts.agents), ErrorCode::Invalid).contains("which isn't in the library"));
}
