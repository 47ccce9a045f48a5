//! Credentials that were written out: kept in plain only on the author's word, and found nowhere else.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};
use studio_api::{
    ErrorCode,
    dto::{
        AdkSettings, AgentEdit, ComponentTools, CredentialChoice, Expectation, Host, LibraryBehaviour, LibraryTool,
        ServerTransport, SimulatedRuntime, SimulationCase, SimulationModel, SimulationPace, SimulationSetup, ToolCase,
        ToolEdit, ToolImplementation, UndoHistory, UndoScope,
    },
};

use crate::{
    harness::{Bench, refused, skill},
    toolbox::{Web, agent, edit_of, named, result, server, signature, stdio, tool},
};

/// Each planted value ends so: nothing that could be met by chance.
const TAIL: &str = "Zq7xW3vK9pLmT5";

fn canary(number: usize) -> String {
    format!("sk-canary{number:02}{TAIL}")
}

pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

/// The files that hold a text in plain.
fn holding(bench: &Bench, text: &str) -> Vec<PathBuf> {
    let mut files = files_below(Path::new(&bench.path("")));
    files.retain(|file| String::from_utf8_lossy(&fs::read(file).unwrap_or_default()).contains(text));
    files
}

fn rest(url: &str, headers: &[(&str, &str)], query: &[(&str, &str)], body: &str) -> ToolImplementation {
    ToolImplementation::Rest {
        method: "POST".to_owned(),
        url: url.to_owned(),
        headers: named(headers),
        query: named(query),
        body: body.to_owned(),
        allow_private: true,
    }
}

fn case(tool: &str, arguments: &Value) -> ToolCase {
    ToolCase {
        id: String::new(),
        tool_id: tool.to_owned(),
        name: "kept".to_owned(),
        arguments: arguments.to_string(),
        expected: Expectation::Success,
        last: None,
    }
}

/// Everything that can be saved with a credential in it, numbers of the canaries beside it.
fn tools(web: &Web) -> Vec<(ToolEdit, Vec<usize>)> {
    let keys: Vec<String> = (0..20).map(canary).collect();
    let edit = |name: &str, how| tool(name, signature("(name: Text) --> IO Text"), how);
    let at = |path: &str| format!("{}{path}", web.address);
    let bearer = format!("Bearer {}", keys[0]);
    let json_body = json!({ "name": "{{name}}", "deep": [{ "api_key": keys[3] }] }).to_string();
    vec![
        (edit("in_a_header", rest(&at("/a"), &[("Authorization", &bearer)], &[], "")), vec![0]),
        (edit("in_the_query", rest(&at("/b"), &[], &[("key", &keys[1])], "")), vec![1]),
        (edit("in_the_address", rest(&at(&format!("/c?access_token={}", keys[2])), &[], &[], "")), vec![2]),
        (edit("in_json", rest(&at("/d"), &[], &[], &json_body)), vec![3]),
        (
            edit(
                "in_a_form",
                rest(
                    &at("/e"),
                    &[("Content-Type", "application/x-www-form-urlencoded")],
                    &[],
                    &format!("name={{{{name}}}}&password={}", keys[4]),
                ),
            ),
            vec![4],
        ),
        (edit("twice", rest(&at("/f"), &[("X-Api-Key", &keys[5])], &[("token", &keys[6])], "")), vec![5, 6]),
    ]
}

fn servers() -> Vec<(&'static str, ServerTransport, Vec<usize>)> {
    let http = |url: String, headers: &[(&str, &str)]| ServerTransport::Http {
        url,
        headers: named(headers),
        allow_private: true,
    };
    let flag = format!("--api-key={}", canary(8));
    let header = format!("Authorization: Bearer {}", canary(10));
    vec![
        ("env", stdio("no-such-program", &["--stdio"], &[("KEY", &canary(7))]), vec![7]),
        ("flags", stdio("no-such-program", &[&flag, "--token", &canary(9), "--header", &header], &[]), vec![8, 9, 10]),
        ("far", http("https://far.example.com/mcp".to_owned(), &[("X-Key", &canary(11))]), vec![11]),
        ("query", http(format!("https://far.example.com/mcp?api_key={}", canary(12)), &[]), vec![12]),
    ]
}

#[test]
fn twenty_credentials_that_were_written_out_are_in_plain_nowhere() {
    let bench = Bench::new();
    let web = Web::echo();
    let mut planted = Vec::new();
    for (edit, numbers) in tools(&web) {
        let said = refused(bench.save_tool(&edit), ErrorCode::Credentials);
        assert!(said.contains("Save it as a secret") && !said.contains(TAIL), "{said}");
        let saved = bench.save_tool_choosing(&edit, CredentialChoice::Secret).unwrap();
        result(&bench.call(&saved.id, &json!({ "name": "Ada" })));
        let heard = web.heard().join("\n");
        for number in numbers {
            assert!(heard.contains(&canary(number)), "{}: {number} is sent where it belongs", edit.name);
            planted.push(number);
        }
    }
    for (name, transport, numbers) in servers() {
        let edit = server(name, transport);
        // Trying it asks first, and what is asked is not kept in plain either.
        if let Some(asked) = bench.test_server(&edit).unwrap().consent {
            assert!(!json!(asked).to_string().contains(TAIL), "{asked:?}");
            bench.grant_consent(&asked.hash).unwrap();
        }
        let said = refused(bench.save_server(&edit), ErrorCode::Credentials);
        assert!(!said.contains(TAIL), "{said}");
        bench.save_server_choosing(&edit, CredentialChoice::Secret).unwrap();
        planted.extend(numbers);
    }
    // A library's own way, a kept call, steps of undo, and what others wrote.
    let id = bench.tool("in_a_header").id;
    let how = rest(&format!("{}/g", web.address), &[("X-Key", &canary(13))], &[], "");
    bench.implement_in_tool_library("staging", &id, &how).unwrap();
    let kept = case(&id, &json!({ "name": "Ada", "token": canary(14) }));
    refused(bench.save_tool_case(&kept), ErrorCode::Credentials);
    let kept = bench.save_tool_case_choosing(&kept, CredentialChoice::Secret).unwrap();
    assert!(kept.arguments.contains("Ada") && kept.arguments.contains("••••"), "{}", kept.arguments);
    let step =
        json!({ "headers": [{ "name": "Authorization", "value": format!("Bearer {}", canary(15)) }] }).to_string();
    let history = UndoHistory { done: vec![step], ..UndoHistory::default() };
    bench.save_undo_history(&UndoScope::Tool { id: id.clone() }, history).unwrap();
    let line = format!("curl https://far.example.com -u ada:{} -H 'X-Key: {}'", canary(16), canary(17));
    let read = bench.read_tools(&line).unwrap();
    assert!(!json!(read).to_string().contains(TAIL), "{read:?}");
    let drafts: Vec<ToolEdit> = read.tools.into_iter().map(|draft| draft.edit).collect();
    bench.import_tools(&drafts).unwrap();
    let config = json!({ "mcpServers": { "pasted": { "command": "no-such-program",
        "args": ["--token", canary(18)], "env": { "API_KEY": canary(19) } } } });
    let read = bench.read_servers(&config.to_string()).unwrap();
    bench.save_server(&read.servers[0]).unwrap();
    planted.extend(13..20);
    planted.sort_unstable();
    assert_eq!(planted, (0..20).collect::<Vec<_>>(), "each form was tried");

    let export: Vec<Value> =
        bench.list_tools().unwrap().iter().map(|tool| json!(bench.get_tool(&tool.id).unwrap())).collect();
    bench.save_export(&bench.path("exports/tools.json"), &json!(export).to_string(), false).unwrap();
    assert_eq!(holding(&bench, TAIL), Vec::<PathBuf>::new(), "library, log, index, consents, exports");
    assert!(bench.list_secrets().unwrap().secrets.iter().filter(|secret| secret.is_set).count() >= 18);
    let bench = bench.reopen(studio_api::Upkeep::OnDemand);
    assert_eq!(holding(&bench, TAIL), Vec::<PathBuf>::new(), "nor once it is closed");
}

#[test]
fn a_key_in_a_message_or_test_case_is_asked_about_and_left_out() {
    let bench = Bench::new();
    bench.save_agent(&agent("Clerk")).unwrap();
    let setup = SimulationSetup {
        agent: "Clerk".to_owned(),
        runtime: SimulatedRuntime::AgentLib,
        components: ComponentTools::OnlySkills,
        adk: AdkSettings::default(),
        model: SimulationModel::Mock,
        tool_library: None,
        max_iterations: 3,
        window_tokens: 200_000,
        host: Host::Standard,
        without: Vec::new(),
        uses: None,
        versions: Vec::new(),
        inputs: Vec::new(),
        captured: None,
        skills: None,
        reads: None,
    };
    let id = bench.start_simulation(&setup).unwrap().row.id;
    let text = format!("Sign in with {} and then with {}.", canary(1), canary(2));
    let say = |choice| bench.say_choosing(&id, &text, SimulationPace::Run, choice);
    let said = refused(bench.say_in_simulation(&id, &text, SimulationPace::Run), ErrorCode::Credentials);
    assert!(said.contains("looks like a password or key") && !said.contains(TAIL), "{said}");
    assert_eq!(bench.get_simulation(&id).unwrap().events, bench.start_simulation(&setup).unwrap().events);
    let view = say(CredentialChoice::Secret).unwrap();
    assert!(json!(view.events).to_string().contains("Sign in with •••• and then with ••••."), "{:?}", view.events);

    let case = SimulationCase {
        messages: vec![text.clone()],
        expected_text: Some(canary(3)),
        expected_output: canary(4),
        ..bench.save_simulation_as_case(&id, "Signs in").unwrap()
    };
    let said = refused(bench.save_simulation_case(&case), ErrorCode::Credentials);
    assert!(!said.contains(TAIL), "{said}");
    let kept = bench.save_simulation_case_choosing(&case, CredentialChoice::Secret).unwrap();
    assert_eq!(kept.messages, ["Sign in with •••• and then with ••••."]);
    let evals = json!({ "skill_name": "clerk", "evals": [{ "id": 1, "prompt": text, "expected_output": canary(5) }] });
    bench.write("evals.json", evals.to_string().as_bytes());
    let brought = bench.import_simulation_cases(&bench.path("evals.json"), &setup).unwrap();
    assert_eq!(brought.cases[0].messages, kept.messages);
    fs::remove_file(bench.path("evals.json")).unwrap();
    assert_eq!(holding(&bench, TAIL), Vec::<PathBuf>::new());

    let view = say(CredentialChoice::Plain).unwrap();
    assert!(json!(view.events).to_string().contains(&text), "it is the author's word");
}

#[test]
fn plain_is_the_authors_word_and_goes_from_the_history_when_they_take_it_back() {
    let bench = Bench::new();
    let web = Web::echo();
    let how = rest(&format!("{}/a", web.address), &[("Authorization", &format!("Bearer {}", canary(1)))], &[], "");
    let edit = tool("plain", signature("(name: Text) --> IO Text"), how);
    refused(bench.save_tool(&edit), ErrorCode::Credentials);
    assert!(holding(&bench, TAIL).is_empty(), "what was refused was not stored");
    let saved = bench.save_tool_choosing(&edit, CredentialChoice::Plain).unwrap();
    assert!(json!(saved.implementation).to_string().contains(&canary(1)), "it stays as it was written");
    result(&bench.call(&saved.id, &json!({ "name": "x" })));
    assert!(web.heard().join("\n").contains(&canary(1)));
    // Its timeline has it not, even now.
    let kept = bench.restore_tool_version(&saved.id, &bench.list_tool_versions(&saved.id).unwrap()[0].id).unwrap();
    assert!(!json!(kept).to_string().contains(&canary(1)) && json!(kept).to_string().contains("••••"));
    let mut again = edit_of(&kept);
    again.implementation = edit.implementation.clone();
    let saved = bench.save_tool_choosing(&again, CredentialChoice::Plain).unwrap();
    bench.save_tool_case_choosing(&case(&saved.id, &json!({ "name": canary(1) })), CredentialChoice::Plain).unwrap();
    assert!(!holding(&bench, TAIL).is_empty(), "what would be found is found");
    // A copy is made of it as it is.
    let bench = bench.reopen(studio_api::Upkeep::InBackground);
    crate::harness::until("the daily copy", || bench.get_backup_info().unwrap().copies == 1);
    let copies = bench.get_backup_info().unwrap().folder;
    assert!(holding(&bench, TAIL).iter().any(|file| file.starts_with(&copies)));
    let bench = bench.reopen(studio_api::Upkeep::OnDemand);

    // The author thinks better of it.
    let moved = bench.save_tool_choosing(&edit_of(&saved), CredentialChoice::Secret).unwrap();
    assert!(json!(moved.implementation).to_string().contains("secret://plain-authorization"), "{moved:?}");
    assert_eq!(bench.list_tool_cases(&saved.id).unwrap().cases[0].arguments, r#"{"name":"••••"}"#);
    let bench = bench.reopen(studio_api::Upkeep::OnDemand);
    assert_eq!(holding(&bench, TAIL), Vec::<PathBuf>::new(), "neither file, log nor copy has a byte of it");
    let copy = fs::read_dir(copies).unwrap().next().unwrap().unwrap().path();
    bench.open_library(copy.to_str().unwrap()).unwrap();
    assert!(json!(bench.get_tool(&saved.id).unwrap().implementation).to_string().contains("••••"), "the copy is whole");
}

#[test]
fn a_key_in_a_script_or_in_the_path_of_an_address_is_asked_about() {
    let bench = Bench::new();
    let script = format!("import json\nkey = \"{}\"\nprint(json.dumps(1))\n", canary(1));
    let python = ToolImplementation::Python { script, allow_network: false, memory_mb: 64 };
    let script = format!("const key = '{}';\n", canary(2));
    let javascript = ToolImplementation::Javascript { script, memory_mb: 64 };
    let hook = rest(&format!("https://hooks.far.example.com/services/T1/{}", canary(3)), &[], &[], "");
    for (name, place, how) in
        [("py", "The script of py", python), ("js", "The script of js", javascript), ("hook", "The URL", hook)]
    {
        let edit = tool(name, signature("(name: Text) --> IO Text"), how);
        let said = refused(bench.save_tool(&edit), ErrorCode::Credentials);
        assert!(said.starts_with(place) && !said.contains(TAIL), "{said}");
        let saved = bench.save_tool_choosing(&edit, CredentialChoice::Secret).unwrap();
        assert!(json!(saved.implementation).to_string().contains(&format!("secret://{name}-")), "{saved:?}");
    }
    assert_eq!(holding(&bench, TAIL), Vec::<PathBuf>::new());
}

#[test]
fn a_key_in_a_skill_is_a_problem_with_a_fix_and_said_of_its_files() {
    let bench = Bench::new();
    let key = canary(7);
    let text = skill("one", "First. Use when first.", "", &format!("Call it with the key {key}."));
    let id = bench.add_skill("one", text).id;
    let listed = bench.list_problems().unwrap();
    let problem = listed.files.iter().flat_map(|file| &file.problems).find(|one| one.code == "credential").unwrap();
    assert!(problem.has_fix && problem.subject == "sk-…" && !problem.message.contains(TAIL), "{problem:?}");
    bench.fix_all(Some("credential"), std::slice::from_ref(&id)).unwrap();
    assert!(bench.text(&id, "SKILL.md").contains("with the key YOUR_CREDENTIAL."));

    let script = format!("TOKEN = '{key}'\n");
    assert_eq!(bench.analyze(&id, "scripts/run.py", &script).unwrap().findings[0].code, "credential");
    bench.write("two/SKILL.md", skill("two", "Second. Use when second.", "", "Run it."));
    let file = bench.write("two/scripts/run.py", script);
    let output = bench.skillctl(&["lint", &bench.path("two")]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("run.py") && said.contains("credential") && !said.contains(TAIL), "{said}");
    assert_eq!(output.status.code(), Some(1), "{}", file.display());
}

/// Texts with a credential of each form that is known by itself, as somebody would type it, and what of it is secret.
fn typed() -> Vec<(String, String)> {
    let tail = |at: usize| format!("q7Wx3vK9pLmT5zR8nB2c{at}D4e");
    vec![
        (canary(9), canary(9)),
        (format!("xoxb-123456789012-1234567890123-{}", tail(1)), tail(1)),
        (format!("123456789:AAH{}_4hJ6kM9s", tail(2)), tail(2)),
        (format!("postgres://ann:{}@db.far.test/care", tail(3)), tail(3)),
        (format!("https://api.far.test/?dsn=postgres://ann:{}@db.far.test/care", tail(4)), tail(4)),
    ]
}

/// A session of the agent Clerk with scripted replies.
pub(crate) fn scripted(replies: &Value) -> SimulationSetup {
    SimulationSetup {
        agent: "Clerk".to_owned(),
        runtime: SimulatedRuntime::AgentLib,
        components: ComponentTools::OnlySkills,
        adk: AdkSettings::default(),
        model: SimulationModel::Scripted { replies: replies.to_string() },
        tool_library: None,
        max_iterations: 3,
        window_tokens: 200_000,
        host: Host::Standard,
        without: Vec::new(),
        uses: None,
        versions: Vec::new(),
        inputs: Vec::new(),
        captured: None,
        skills: None,
        reads: None,
    }
}

#[test]
fn a_key_in_any_text_of_an_agent_a_tool_a_mock_or_scripted_replies_is_asked_about() {
    let bench = Bench::new();
    bench.save_agent(&agent("Clerk")).unwrap();
    for (at, (key, secret)) in typed().into_iter().enumerate() {
        let text = format!("Sign in with {key} first.");
        let prompt = AgentEdit { instruction: text.clone(), ..agent(&format!("agent-{at}")) };
        let said = refused(bench.save_agent(&prompt), ErrorCode::Credentials);
        assert!(said.contains("looks like a password or key") && !said.contains(&secret), "{said}");
        let saved = bench.save_agent_choosing(&prompt, CredentialChoice::Secret).unwrap();
        assert!(saved.edit.instruction.contains("••••") && !saved.edit.instruction.contains(&secret), "{saved:?}");

        let described = tool(&format!("tool-{at}"), signature("(name: Text) --> IO Text"), ToolImplementation::None);
        let described = ToolEdit { description: text.clone(), ..described };
        refused(bench.save_tool(&described), ErrorCode::Credentials);
        let saved = bench.save_tool_choosing(&described, CredentialChoice::Secret).unwrap();
        assert!(saved.description.contains("••••") && !saved.description.contains(&secret), "{saved:?}");

        let mock = LibraryTool {
            name: "bare".to_owned(),
            description: String::new(),
            schema: "{}".to_owned(),
            behaviour: LibraryBehaviour::Garbage { text: text.clone() },
        };
        let choice = CredentialChoice::Ask;
        refused(bench.save_implementation_choosing("staging", &mock, choice), ErrorCode::Credentials);

        let script = format!("import os\nurl = \"{key}\"\n");
        let python = ToolImplementation::Python { script, allow_network: false, memory_mb: 64 };
        let with_script = tool(&format!("script-{at}"), signature("(name: Text) --> IO Text"), python);
        refused(bench.save_tool(&with_script), ErrorCode::Credentials);
        let url = format!("https://api.far.test/{}", if key.contains("://") { format!("?dsn={key}") } else { key });
        let with_address = tool(&format!("rest-{at}"), signature("(name: Text) --> IO Text"), rest(&url, &[], &[], ""));
        refused(bench.save_tool(&with_address), ErrorCode::Credentials);

        let replies = json!([{ "text": text }]);
        refused(bench.start_simulation(&scripted(&replies)), ErrorCode::Credentials);
        assert_eq!(holding(&bench, &secret), Vec::<PathBuf>::new(), "{at}");
        let plain = AgentEdit { name: format!("plain-{at}"), ..prompt };
        bench.save_agent_choosing(&plain, CredentialChoice::Plain).unwrap();
        assert!(!holding(&bench, &secret).is_empty(), "it is the author's word");
    }
}
