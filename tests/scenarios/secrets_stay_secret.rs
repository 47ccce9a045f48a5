//! The canary: secrets go to where they are needed and nowhere else.

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::json;
use studio_api::{
    ErrorCode,
    dto::{AgentEdit, Expectation, ServerState, ToolCase, ToolImplementation},
};

use crate::{
    harness::{Bench, refused},
    toolbox::{Web, named, server, signature, stdio, tool},
};

/// A server that says its secrets wherever it can: its name, its tools, its log, its answers, its errors.
const BLABBER: &str = r#"
import json, os, sys
key, flag = os.environ["KEY"], sys.argv[1]
def answer(request, result):
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
print("starting with " + key + " and " + flag, file=sys.stderr, flush=True)
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

#[test]
fn twenty_secrets_are_found_nowhere() {
    let bench = Bench::new();
    // What a test holds in its own files must not be found either.
    let seen = said_of_all(&bench);
    for (place, text) in &seen {
        for number in 0..20 {
            assert!(!text.contains(&canary(number)), "{place} shows secret {number}: {text}");
        }
    }
    let backup = bench.path("copies/backup.db");
    fs::create_dir_all(bench.path("copies")).unwrap();
    fs::copy(bench.path("Test.db"), &backup).unwrap();
    let files = files_below(Path::new(&bench.path("")));
    for wanted in ["Test.db", "consents.json", "secrets.vault"] {
        assert!(files.iter().any(|file| file.ends_with(wanted)), "{wanted} is searched: {files:?}");
    }
    assert_found_nowhere(&files);
    let path = PathBuf::from(bench.path(""));
    drop(bench.second());
    assert_found_nowhere(&files_below(&path));
    assert_eq!(bench.list_secrets().unwrap().secrets.iter().filter(|secret| secret.is_set).count(), 20);
}

fn assert_found_nowhere(files: &[PathBuf]) {
    for file in files {
        // Whatever is no text does not stand within one of these.
        let bytes = fs::read(file).unwrap();
        let text = String::from_utf8_lossy(&bytes);
        for form in forms(TAIL) {
            assert!(!text.contains(&form), "a secret stands as {form} in {}", file.display());
        }
    }
}

#[test]
fn what_would_be_found_is_found() {
    for before in ["", "a", "ab", "me:"] {
        let encoded = base64(format!("{before}{} and more", canary(3)).as_bytes());
        assert!(forms(TAIL).iter().any(|form| encoded.contains(form)), "{encoded}");
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

fn files_below(folder: &Path) -> Vec<PathBuf> {
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

/// Everything a screen gets to see while twenty secrets are planted and used.
fn said_of_all(bench: &Bench) -> Vec<(&'static str, String)> {
    let mut seen = Vec::new();
    // Eight by hand, two of them for agents.
    for number in 0..8 {
        seen.push((
            "set_secret",
            json!(bench.set_secret(&format!("plain-{number}"), &canary(number)).unwrap()).to_string(),
        ));
    }
    for number in 0..2 {
        let agent = AgentEdit {
            id: None,
            aggregate_version: 0,
            name: format!("agent {number}"),
            description: String::new(),
            instruction: "Help.".to_owned(),
            model_provider: "openai".to_owned(),
            model_name: "gpt-4o-mini".to_owned(),
            api_key_ref: format!("secret://plain-{number}"),
            temperature: 0.5,
            max_tokens: None,
            skills: Vec::new(),
            tools: Vec::new(),
        };
        seen.push(("save_agent", json!(bench.save_agent(&agent).unwrap()).to_string()));
    }
    let bare = AgentEdit { api_key_ref: "sk-live-1234567890".to_owned(), ..agent_of(bench) };
    refused(bench.save_agent(&bare), ErrorCode::Invalid);
    rest(bench, &mut seen);
    servers(bench, &mut seen);
    seen.push(("list_secrets", json!(bench.list_secrets().unwrap()).to_string()));
    seen.push(("list_servers", json!(bench.list_servers().unwrap()).to_string()));
    seen.push(("list_consents", json!(bench.list_consents().unwrap()).to_string()));
    seen.push(("map", json!(bench.map().unwrap()).to_string()));
    seen.push(("events", format!("{:?}", bench.events.all())));
    for tool in bench.list_tools().unwrap() {
        seen.push(("get_tool", json!(bench.get_tool(&tool.id).unwrap()).to_string()));
        seen.push(("list_tool_versions", json!(bench.list_tool_versions(&tool.id).unwrap()).to_string()));
        seen.push(("list_tool_cases", json!(bench.list_tool_cases(&tool.id).unwrap()).to_string()));
    }
    seen
}

fn agent_of(bench: &Bench) -> AgentEdit {
    bench.get_agent(&bench.list_agents().unwrap()[0].id).unwrap().edit
}

/// Four secrets in a tool of its own, six in pasted lines; the server they are sent to gives all of them back.
fn rest(bench: &Bench, seen: &mut Vec<(&'static str, String)>) {
    let web = Web::echo();
    let implementation = ToolImplementation::Rest {
        method: "POST".to_owned(),
        url: format!("{}/{{{{name}}}}/secret://plain-2", web.address),
        headers: named(&[("Authorization", "Bearer secret://plain-3")]),
        query: named(&[("key", "secret://plain-4")]),
        body: "{\"name\": \"{{name}}\", \"key\": \"secret://plain-5\"}".to_owned(),
        allow_private: true,
    };
    let mut ids = vec![bench.add_tool(&tool("own", signature("(name: Text) --> IO Text"), implementation)).id];
    for number in 8..14 {
        let line = match number % 3 {
            0 => format!("curl {}/{number} -H 'Authorization: Bearer {}'", web.address, canary(number)),
            1 => format!("curl {}/{number} -H 'X-Api-Key: {}'", web.address, canary(number)),
            _ => format!("curl '{}/{number}?api_key={}'", web.address, canary(number)),
        };
        let read = bench.read_tools(&line).unwrap();
        assert_eq!(read.secrets.len(), 1, "{line}: {read:?}");
        seen.push(("read_tools", json!(read).to_string()));
        let mut edit = read.tools[0].edit.clone();
        edit.name = format!("pasted-{number}");
        if let ToolImplementation::Rest { allow_private, .. } = &mut edit.implementation {
            *allow_private = true;
        }
        let stored = bench.import_tools(&[edit]).unwrap();
        seen.push(("import_tools", json!(stored).to_string()));
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
        seen.push(("call_tool", json!(outcome).to_string()));
        seen.push(("run_tool_cases", json!(bench.run_tool_cases(&id, None, "run").unwrap()).to_string()));
    }
    let sent = web.heard().join("\n");
    for number in (2..6).chain(8..14) {
        assert!(sent.contains(&canary(number)), "secret {number} was sent where it belongs");
    }
}

/// Two secrets for a server that is set up here, six in pasted settings; they all say their secrets wherever they can.
fn servers(bench: &Bench, seen: &mut Vec<(&'static str, String)>) {
    let script = bench.write("blabber.py", BLABBER);
    let script = script.to_str().unwrap();
    let transport = stdio("python3", &[script, "secret://plain-6"], &[("KEY", "secret://plain-7")]);
    let mut edits = vec![server("own", transport)];
    for number in [14, 16, 18] {
        let (flag, key) = (canary(number), canary(number + 1));
        let args = json!([script, format!("--api-key={flag}")]);
        let pasted = json!({"mcpServers": {format!("pasted{number}"): {"command": "python3", "args": args, "env": {"KEY": key}}}});
        let read = bench.read_servers(&pasted.to_string()).unwrap();
        assert_eq!(read.secrets.len(), 2, "{read:?}");
        seen.push(("read_servers", json!(read).to_string()));
        edits.extend(read.servers);
    }
    for edit in edits {
        if let Some(consent) = bench.test_server(&edit).unwrap().consent {
            seen.push(("consent", json!(consent).to_string()));
            bench.grant_consent(&consent.hash).unwrap();
        }
        let test = bench.test_server(&edit).unwrap();
        assert_eq!(test.state, ServerState::Running, "{test:?}");
        seen.push(("test_server", json!(test).to_string()));
        let saved = bench.save_server(&edit).unwrap();
        let started = bench.run_server(&saved.id);
        assert_eq!(started.state, ServerState::Running, "{started:?}");
        seen.push(("start_server", json!(started).to_string()));
        let imported = bench.import_server_tools(&saved.id, &["blab".to_owned(), "fail".to_owned()]).unwrap();
        for tool in imported {
            let outcome = bench.call(&tool.id, &json!({}));
            assert!(outcome.result.is_some() || outcome.error.is_some(), "{outcome:?}");
            seen.push(("call_tool", json!(outcome).to_string()));
            let mut renamed = crate::toolbox::edit_of(&bench.get_tool(&tool.id).unwrap());
            renamed.name = format!("{}-{}", tool.name, edit.name);
            bench.add_tool(&renamed);
        }
        seen.push(("check_servers", json!(bench.check_servers().unwrap()).to_string()));
        seen.push(("server_log", json!(bench.server_log(&saved.id).unwrap()).to_string()));
    }
}

#[test]
fn secrets_are_named_counted_and_missed() {
    let bench = Bench::new();
    let list = bench.set_secret(" weather ", "hunter2-hunter2").unwrap();
    assert_eq!((list.kind.as_str(), list.secrets.len()), ("vault", 1));
    assert!(list.place.contains("secrets.vault"));
    assert!(!json!(list).to_string().contains("hunter2"));
    for (name, value) in [("", "x"), ("with space", "x"), ("empty", ""), (&"n".repeat(65), "x")] {
        refused(bench.set_secret(name, value), ErrorCode::Invalid);
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
    let outcome = bench.try_call(&stored.id, &json!({"name": "x"}));
    assert!(outcome.error.unwrap().contains("missing"));
    assert!(web.heard().is_empty());
    bench.set_secret("missing", "there-now").unwrap();
    assert_eq!(bench.try_call(&stored.id, &json!({"name": "x"})).error, None);
    assert!(web.heard()[0].contains("hunter2-hunter2"));
    bench.create_tool_library("Mine", Some("own")).unwrap();
    let used_by = bench.list_secrets().unwrap().secrets[0].used_by.clone();
    assert_eq!(used_by, ["weather_now", "weather_now in Mine"]);
    bench.delete_secret("weather").unwrap();
    assert!(bench.try_call(&stored.id, &json!({"name": "x"})).error.unwrap().contains("weather"));
    refused(bench.delete_secret("weather"), ErrorCode::NotFound);
    let bench = bench.reopen(studio_api::Upkeep::OnDemand);
    assert!(bench.list_secrets().unwrap().secrets.iter().any(|secret| secret.name == "missing" && secret.is_set));
}
