//! The canary: secrets go to where they are needed and nowhere else.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::json;
use studio_api::{
    ErrorCode,
    dto::{
        AgentEdit, Expectation, Host, NewQuery, Policy, QuerySource, RunRequest, RunState, Scorer, ServerState,
        StudioEvent, ToolCase, ToolImplementation,
    },
};
use studio_store::{Library, Options};

use crate::{
    harness::{Bench, refused, skill},
    toolbox::{Web, named, server, signature, stdio, tool},
};

/// A server that says its secrets wherever it can: its name, its tools, its log, its answers, its errors.
const BLABBER: &str = r#"
import json, os, sys
key, flag = os.environ["KEY"], sys.argv[1]
def answer(request, result):
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
print("starting with " + key + " and " + flag, *sys.argv[2:], file=sys.stderr, flush=True)
for line in sys.stdin:
    request = json.loads(line)
    method = request.get("method")
    if method == "initialize":
        answer(request, {"protocolVersion": request["params"]["protocolVersion"], "capabilities": {"tools": {}},
                         "serverInfo": {"name": "blabber " + key, "version": flag}})
    elif method == "ping":
        answer(request, {})
    elif method == "tools/list":
        schema = {"type": "object", "properties": {"key": {"type": "string", "default": key}}}
        tools = [{"name": name, "description": name + " with " + key + " " + flag, "inputSchema": schema}
                 for name in ("blab", "fail")]
        answer(request, {"tools": tools})
    elif method == "tools/call":
        is_error = request["params"]["name"] == "fail"
        print("called with " + key, file=sys.stderr, flush=True)
        answer(request, {"isError": is_error, "content": [{"type": "text", "text": "my key is " + key + ", " + flag}]})
    elif "id" in request:
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32601, "message": key}}), flush=True)
"#;

/// The end of every planted secret: nothing that could be met by chance.
const TAIL: &str = "-Zq7xW3vK9pLm";

fn canary(number: usize) -> String {
    format!("canary-{number:02}{TAIL}")
}

/// What may be read by anybody. It is planted beside the secrets: a search that does not find it would find no secret.
const OPEN: &str = "said_openly_Wk4TzRb8Yc";

#[test]
fn twenty_secrets_are_found_nowhere() {
    let bench = Bench::new();
    let mut seen = said_of_all(&bench);
    exported(&bench);
    told_on_the_command_line(&bench, &mut seen);
    for (place, text) in &seen {
        assert_eq!(shows(text, TAIL), None, "{place} shows a secret: {text}");
    }
    for place in [
        "get_agent_gram",
        "get_tool",
        "skillctl list tools",
        "skillctl tool call own",
        "skillctl schema",
        "get_server_log",
    ] {
        let texts: Vec<&String> = seen.iter().filter(|(at, _)| at == place).map(|(_, text)| text).collect();
        assert!(texts.iter().any(|text| shows(text, OPEN).is_some()), "{place} is searched: {texts:?}");
    }

    let root = PathBuf::from(bench.path(""));
    let files = files_below(&root);
    let wal = fs::metadata(bench.path("Test.db-wal")).expect("the library is open");
    assert!(wal.len() > 0, "what was written last stands in it");
    for wanted in ["Test.db-wal", "consents.json", "exports/run.json", "exports/tools.jsonl", "linked/SKILL.md"] {
        let file = files.iter().find(|file| file.ends_with(wanted));
        assert!(file.is_some_and(|file| is_in(file, OPEN)), "{wanted} is searched: {files:?}");
    }
    assert!(files.iter().any(|file| file.ends_with("data/secrets.vault")), "{files:?}");
    assert_found_nowhere(&files);

    // As the library is handed on: a copy of the studio's own making, and the file once it is closed.
    let library = Library::open(Path::new(&bench.path("Test.db")), &Options::new("tester")).unwrap().0;
    let copy = library.backup(Path::new(&bench.path("copies"))).unwrap();
    drop(library);
    let bench = bench.reopen(studio_api::Upkeep::OnDemand);
    let set = bench.list_secrets().unwrap().secrets.iter().filter(|secret| secret.is_set).count();
    assert_eq!(set, 20, "they are all there still");
    let files = files_below(&root);
    for whole in [&copy, &PathBuf::from(bench.path("Test.db"))] {
        assert!(files.contains(whole) && is_in(whole, OPEN), "{} is searched", whole.display());
    }
    assert_found_nowhere(&files);
}

fn assert_found_nowhere(files: &[PathBuf]) {
    for file in files {
        assert!(!is_in(file, TAIL), "a secret stands in {}", file.display());
    }
}

pub(crate) fn is_in(file: &Path, planted: &str) -> bool {
    // Whatever is no text does not stand within what is planted.
    shows(&String::from_utf8_lossy(&fs::read(file).unwrap()), planted).is_some()
}

/// The form in which a text shows what is planted.
fn shows(text: &str, planted: &str) -> Option<String> {
    forms(planted).into_iter().find(|form| text.contains(form))
}

#[test]
fn what_would_be_found_is_found() {
    for before in ["", "a", "ab", "me:"] {
        let encoded = base64(format!("{before}{} and more", canary(3)).as_bytes());
        assert!(shows(&encoded, TAIL).is_some(), "{encoded}");
    }
}

/// A secret as it is, and as Base64 writes it wherever it begins in a longer text.
fn forms(secret: &str) -> Vec<String> {
    let base64 = |start: usize| {
        let padded = format!("{}{secret}", "\0".repeat(start));
        let whole = base64(padded.as_bytes());
        // Only the characters that nothing beside the secret decides.
        let (first, last) = ((start * 8).div_ceil(6), (padded.len() * 8) / 6);
        whole[first..last].to_owned()
    };
    vec![secret.to_owned(), base64(0), base64(1), base64(2), secret.chars().rev().collect()]
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits: Vec<bool> = bytes.iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1 == 1)).collect();
    let digit = |six: &[bool]| {
        let value = (0..6).fold(0, |value, at| value << 1 | usize::from(six.get(at).copied().unwrap_or_default()));
        char::from(DIGITS[value])
    };
    bits.chunks(6).map(digit).collect()
}

pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files
}

/// What the studio writes for others: charts and numbers, a skill in a linked folder.
fn exported(bench: &Bench) {
    bench.write("linked/SKILL.md", skill("linked", "Looks up. Use when looking.", "", "Use secret://plain-0."));
    let id = bench.link(&["linked"]).imported[0].id.clone();
    let text = bench.text(&id, "SKILL.md");
    bench.save(&id, "SKILL.md", &text.replace("plain-0.", &format!("plain-0, {OPEN}.")));
    let (set, source) = ("port".to_owned(), QuerySource::Written);
    let (expected, unwanted) = (Vec::new(), Vec::new());
    let query = NewQuery { id: None, set: set.clone(), query: format!("look {OPEN} up"), expected, unwanted, source };
    bench.save_query(&query).unwrap();
    let policy = Policy { top_k: 1, min_score: 1.0, include_tags: Vec::new(), exclude_tags: Vec::new() };
    let (host, label) = (Host::Standard, OPEN.to_owned());
    let request = RunRequest { set, scorer: Scorer::Adk, policy, host, seed: 7, limit: None, label };
    let id = bench.start_run(&request).unwrap();
    bench.events.wait_for(
        "the run's end",
        |event| matches!(event, StudioEvent::Run { run } if run.id == id && run.state != RunState::Running),
    );
    let tools = bench.list_tools().unwrap().into_iter();
    let tools = tools.map(|tool| json!(bench.get_tool(&tool.id).unwrap()).to_string());
    for (name, content) in [
        ("run.json", json!(bench.get_run(&id).unwrap()).to_string()),
        ("map.json", json!(bench.whole_map()).to_string()),
        ("tools.jsonl", tools.collect::<Vec<_>>().join("\n")),
    ] {
        bench.save_export(&bench.path(&format!("exports/{name}")), &content, false).unwrap();
    }
}

/// What the command line says of the same library, with the same secrets.
fn told_on_the_command_line(bench: &Bench, seen: &mut Vec<(String, String)>) {
    let call = |name| ["tool", "call", name, "--allow", "--args"];
    let arguments = json!({"name": OPEN}).to_string();
    let signature = format!("({OPEN}: Text) --> IO Text");
    let library = bench.path("Test.db");
    for (told, arguments, code) in [
        ("list tools", vec!["list", "tools"], 0),
        ("list servers", vec!["list", "servers"], 0),
        ("list agents", vec!["list", "agents"], 0),
        ("show tool", vec!["show", "tool", "own"], 0),
        ("show agent", vec!["show", "agent", "agent 0"], 0),
        ("schema", vec!["schema", &signature], 0),
        ("doctor", vec!["doctor"], 0),
        ("diagnostics", vec!["doctor", "--diagnostics"], 0),
        ("tool call own", [&call("own")[..], &[&arguments]].concat(), 0),
        ("tool call pasted-8", [&call("pasted-8")[..], &[&arguments]].concat(), 0),
        ("tool call blab-own", [&call("blab-own")[..], &["{}"]].concat(), 0),
        ("tool call fail-pasted14", [&call("fail-pasted14")[..], &["{}"]].concat(), 1),
    ] {
        for form in [&["--json"][..], &[]] {
            let output = bench.skillctl(&[&["--library", &library], &arguments[..], form].concat());
            let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
            assert_eq!(output.status.code(), Some(code), "{told}: {said}");
            seen.push((format!("skillctl {told}"), said));
        }
    }
}

/// Everything a screen gets to see while twenty secrets are planted and used.
fn said_of_all(bench: &Bench) -> Vec<(String, String)> {
    let mut seen = Vec::new();
    // Eight by hand, two of them for agents.
    for number in 0..8 {
        seen.push((
            "save_secret".to_owned(),
            json!(bench.save_secret(&format!("plain-{number}"), &canary(number)).unwrap()).to_string(),
        ));
    }
    for number in 0..2 {
        let agent = AgentEdit {
            id: None,
            aggregate_version: 0,
            name: format!("agent {number}"),
            description: String::new(),
            instruction: format!("Help, {OPEN}."),
            model_provider: "openai".to_owned(),
            model_name: "gpt-4o-mini".to_owned(),
            api_key_ref: format!("secret://plain-{number}"),
            temperature: 0.5,
            max_tokens: None,
            skills: Vec::new(),
            tools: Vec::new(),
            components: Vec::new(),
        };
        seen.push(("save_agent".to_owned(), json!(bench.save_agent(&agent).unwrap()).to_string()));
    }
    let bare = AgentEdit { api_key_ref: "sk-live-1234567890".to_owned(), ..agent_of(bench) };
    refused(bench.save_agent(&bare), ErrorCode::Invalid);
    rest(bench, &mut seen);
    servers(bench, &mut seen);
    seen.push(("list_secrets".to_owned(), json!(bench.list_secrets().unwrap()).to_string()));
    seen.push(("list_servers".to_owned(), json!(bench.list_servers().unwrap()).to_string()));
    seen.push(("list_consents".to_owned(), json!(bench.list_consents().unwrap()).to_string()));
    for agent in bench.list_agents().unwrap() {
        seen.push(("get_agent_gram".to_owned(), json!(bench.get_agent_gram(&agent.id).unwrap()).to_string()));
    }
    seen.push(("map".to_owned(), json!(bench.whole_map()).to_string()));
    seen.push(("events".to_owned(), format!("{:?}", bench.events.all())));
    for tool in bench.list_tools().unwrap() {
        seen.push(("get_tool".to_owned(), json!(bench.get_tool(&tool.id).unwrap()).to_string()));
        seen.push(("list_tool_versions".to_owned(), json!(bench.list_tool_versions(&tool.id).unwrap()).to_string()));
        seen.push(("list_tool_cases".to_owned(), json!(bench.list_tool_cases(&tool.id).unwrap()).to_string()));
    }
    seen
}

fn agent_of(bench: &Bench) -> AgentEdit {
    bench.get_agent(&bench.list_agents().unwrap()[0].id).unwrap().edit
}

/// Four secrets in a tool of its own, six in pasted lines; the server they are sent to gives all of them back.
fn rest(bench: &Bench, seen: &mut Vec<(String, String)>) {
    let web = Web::echo();
    let implementation = ToolImplementation::Rest {
        method: "POST".to_owned(),
        url: format!("{}/{{{{name}}}}/secret://plain-2", web.address),
        headers: named(&[("Authorization", "Bearer secret://plain-3")]),
        query: named(&[("key", "secret://plain-4")]),
        body: "{\"name\": \"{{name}}\", \"key\": \"secret://plain-5\"}".to_owned(),
        allow_private: true,
    };
    let mut own = tool("own", signature("(name: Text) --> IO Text"), implementation);
    own.description.push_str(OPEN);
    let mut ids = vec![bench.add_tool(&own).id];
    for number in 8..14 {
        let line = match number % 3 {
            0 => format!("curl {}/{number} -H 'Authorization: Bearer {}'", web.address, canary(number)),
            1 => format!("curl {}/{number} -H 'X-Api-Key: {}'", web.address, canary(number)),
            _ => format!("curl '{}/{number}?api_key={}'", web.address, canary(number)),
        };
        let read = bench.read_tools(&line).unwrap();
        assert_eq!(read.secrets.len(), 1, "{line}: {read:?}");
        seen.push(("read_tools".to_owned(), json!(read).to_string()));
        let mut edit = read.tools[0].edit.clone();
        edit.name = format!("pasted-{number}");
        if let ToolImplementation::Rest { allow_private, .. } = &mut edit.implementation {
            *allow_private = true;
        }
        let stored = bench.import_tools(&[edit]).unwrap();
        seen.push(("import_tools".to_owned(), json!(stored).to_string()));
        ids.push(stored[0].id.clone());
    }
    for id in ids {
        let case = ToolCase {
            id: String::new(),
            tool_id: id.clone(),
            name: "kept".to_owned(),
            arguments: "{\"name\": \"x\"}".to_owned(),
            expected: Expectation::Success,
            last: None,
        };
        bench.save_tool_case(&case).unwrap();
        let outcome = bench.call(&id, &json!({"name": "x"}));
        assert!(outcome.result.is_some() || outcome.error.is_some());
        seen.push(("call_tool".to_owned(), json!(outcome).to_string()));
        seen.push(("run_tool_cases".to_owned(), json!(bench.run_tool_cases(&id, None, "run").unwrap()).to_string()));
    }
    let sent = web.heard().join("\n");
    for number in (2..6).chain(8..14) {
        assert!(sent.contains(&canary(number)), "secret {number} was sent where it belongs");
    }
}

/// Two secrets for a server that is set up here, six in pasted settings; they all say their secrets wherever they can.
fn servers(bench: &Bench, seen: &mut Vec<(String, String)>) {
    let script = bench.write("blabber.py", BLABBER);
    let script = script.to_str().unwrap();
    let transport = stdio("python3", &[script, "secret://plain-6", OPEN], &[("KEY", "secret://plain-7")]);
    let mut edits = vec![server("own", transport)];
    for number in [14, 16, 18] {
        let (flag, key) = (canary(number), canary(number + 1));
        let args = json!([script, format!("--api-key={flag}")]);
        let pasted = json!({"mcpServers": {format!("pasted{number}"): {"command": "python3", "args": args, "env": {"KEY": key}}}});
        let read = bench.read_servers(&pasted.to_string()).unwrap();
        assert_eq!(read.secrets.len(), 2, "{read:?}");
        seen.push(("read_servers".to_owned(), json!(read).to_string()));
        edits.extend(read.servers);
    }
    for edit in edits {
        if let Some(consent) = bench.test_server(&edit).unwrap().consent {
            seen.push(("consent".to_owned(), json!(consent).to_string()));
            bench.grant_consent(&consent.hash).unwrap();
        }
        let test = bench.test_server(&edit).unwrap();
        assert_eq!(test.state, ServerState::Running, "{test:?}");
        seen.push(("test_server".to_owned(), json!(test).to_string()));
        let saved = bench.save_server(&edit).unwrap();
        let started = bench.run_server(&saved.id);
        assert_eq!(started.state, ServerState::Running, "{started:?}");
        seen.push(("start_server".to_owned(), json!(started).to_string()));
        let imported = bench.import_server_tools(&saved.id, &["blab".to_owned(), "fail".to_owned()]).unwrap();
        for tool in imported {
            let outcome = bench.call(&tool.id, &json!({}));
            assert!(outcome.result.is_some() || outcome.error.is_some(), "{outcome:?}");
            seen.push(("call_tool".to_owned(), json!(outcome).to_string()));
            let mut renamed = crate::toolbox::edit_of(&bench.get_tool(&tool.id).unwrap());
            renamed.name = format!("{}-{}", tool.name, edit.name);
            bench.add_tool(&renamed);
        }
        seen.push(("check_servers".to_owned(), json!(bench.check_servers().unwrap()).to_string()));
        seen.push(("get_server_log".to_owned(), json!(bench.get_server_log(&saved.id).unwrap()).to_string()));
    }
}

#[test]
fn secrets_are_named_counted_and_missed() {
    let bench = Bench::new();
    let list = bench.save_secret(" weather ", "hunter2-hunter2").unwrap();
    assert_eq!((list.kind.as_str(), list.secrets.len()), ("vault", 1));
    assert!(list.place.contains("secrets.vault"));
    assert!(!json!(list).to_string().contains("hunter2"));
    for (name, value) in [("", "x"), ("with space", "x"), ("empty", ""), (&"n".repeat(65), "x")] {
        refused(bench.save_secret(name, value), ErrorCode::Invalid);
    }
    let web = Web::start("1");
    let implementation = ToolImplementation::Rest {
        method: "GET".to_owned(),
        url: web.address.clone(),
        headers: named(&[("X-Key", "secret://weather"), ("X-Other", "secret://missing")]),
        query: Vec::new(),
        body: String::new(),
        allow_private: true,
    };
    let stored = bench.add_tool(&tool("weather_now", signature("(name: Text) --> IO Text"), implementation));
    let secrets = bench.list_secrets().unwrap().secrets;
    let shown: Vec<(&str, bool, usize)> =
        secrets.iter().map(|secret| (secret.name.as_str(), secret.is_set, secret.used_by.len())).collect();
    assert_eq!(shown, [("missing", false, 1), ("weather", true, 1)]);
    let outcome = bench.call(&stored.id, &json!({"name": "x"}));
    assert!(outcome.error.unwrap().contains("missing"));
    assert!(web.heard().is_empty());
    bench.save_secret("missing", "there-now").unwrap();
    assert_eq!(bench.try_call(&stored.id, &json!({"name": "x"})).error, None);
    assert!(web.heard()[0].contains("hunter2-hunter2"));
    bench.create_tool_library("Mine", Some("own")).unwrap();
    let used_by = bench.list_secrets().unwrap().secrets[0].used_by.clone();
    assert_eq!(used_by, ["weather_now", "weather_now in Mine"]);
    bench.delete_secret("weather").unwrap();
    assert!(bench.call(&stored.id, &json!({"name": "x"})).error.unwrap().contains("weather"));
    refused(bench.delete_secret("weather"), ErrorCode::NotFound);
    let bench = bench.reopen(studio_api::Upkeep::OnDemand);
    assert!(bench.list_secrets().unwrap().secrets.iter().any(|secret| secret.name == "missing" && secret.is_set));
}
