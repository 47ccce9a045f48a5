//! An import that fails in the middle leaves nothing.

use studio_api::{
    ErrorCode,
    dto::{AgentDraft, AgentEdit, ServerEdit, ServerTransport, ToolEdit, ToolImplementation, ToolboxEdit},
};

use crate::{
    harness::{Bench, refused},
    toolbox::{signature, tool},
};

fn described(name: &str) -> ToolEdit {
    tool(name, signature("(name: Text) --> IO Text"), ToolImplementation::None)
}

fn server(name: &str) -> ServerEdit {
    let transport = ServerTransport::Stdio {
        command: "true".to_owned(),
        args: Vec::new(),
        env: Vec::new(),
        cwd: String::new(),
        sandbox: None,
    };
    ServerEdit { id: None, aggregate_version: 0, name: name.to_owned(), transport, is_enabled: true }
}

fn agent(name: &str, tools: &[&str]) -> AgentDraft {
    let edit = AgentEdit {
        name: name.to_owned(),
        instruction: "You help.".to_owned(),
        model_provider: "openai".to_owned(),
        model_name: "gpt-4o-mini".to_owned(),
        ..AgentEdit::default()
    };
    let tools = tools.iter().map(ToString::to_string).collect();
    AgentDraft { edit, tools, component_tools: Vec::new(), is_taken: false, differing: Vec::new() }
}

/// How many tools, agents and servers there are.
fn amounts(bench: &Bench) -> [usize; 3] {
    let servers = bench.list_servers().unwrap().len();
    [bench.list_tools().unwrap().len(), bench.list_agents().unwrap().len(), servers]
}

#[test]
fn an_import_of_tools_agents_or_servers_that_fails_in_the_middle_leaves_nothing() {
    let bench = Bench::new();
    bench.import_agents(&[agent("taken", &[])]).unwrap();
    let before = amounts(&bench);
    // Only the database finds out that what the second one needs is not there.
    let nobody = "00000000-0000-7000-8000-000000000000".to_owned();
    let needy = ToolEdit { depends_on: vec![nobody], ..described("second") };
    let cases = [
        ("tools", ToolboxEdit { tools: vec![described("first"), needy.clone()], ..ToolboxEdit::default() }),
        ("agents", ToolboxEdit { agents: vec![agent("free", &[]), agent("taken", &[])], ..ToolboxEdit::default() }),
        ("servers", ToolboxEdit { servers: vec![server("files"), server("files")], ..ToolboxEdit::default() }),
        (
            "gram: an agent and its tools",
            ToolboxEdit {
                tools: vec![described("first")],
                agents: vec![agent("free", &["first"]), agent("taken", &["first"])],
                ..ToolboxEdit::default()
            },
        ),
        (
            "servers before tools",
            ToolboxEdit { servers: vec![server("files")], tools: vec![needy], ..ToolboxEdit::default() },
        ),
    ];
    for (what, toolbox) in cases {
        bench.events.clear();
        refused(bench.import_toolbox(&toolbox), ErrorCode::Invalid);
        assert_eq!(amounts(&bench), before, "{what}");
        assert!(bench.events.all().is_empty(), "{what}: nothing changed, so nothing is told");
    }
    let whole = ToolboxEdit {
        servers: vec![server("files")],
        tools: vec![described("first"), described("second")],
        agents: vec![agent("free", &["second", "first"])],
    };
    let stored = bench.import_toolbox(&whole).unwrap();
    assert_eq!((stored.servers.len(), stored.tools.len(), stored.agents.len()), (1, 2, 1));
    assert_eq!(stored.agents[0].edit.tools, [stored.tools[1].id.clone(), stored.tools[0].id.clone()]);
    assert_eq!(amounts(&bench), [2, 2, 1]);
}

#[test]
fn a_server_of_the_import_that_is_stale_keeps_all_of_it_out() {
    let bench = Bench::new();
    let known = bench.import_toolbox(&ToolboxEdit { servers: vec![server("known")], ..ToolboxEdit::default() });
    let known = known.unwrap().servers.remove(0);
    let stale = ServerEdit { id: Some(known.id), aggregate_version: 77, ..server("known") };
    let toolbox = ToolboxEdit { servers: vec![server("new"), stale], ..ToolboxEdit::default() };
    refused(bench.import_toolbox(&toolbox), ErrorCode::Stale);
    assert_eq!(bench.list_servers().unwrap().len(), 1);
}
