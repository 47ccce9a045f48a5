//! Schemas of signatures, calls of tools, and skills that name tools nobody has.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde_json::{Value, json};
use studio_api::{
    Config, Keychain, Studio, Upkeep,
    dto::{
        LibraryBehaviour, LibraryTool, ServerEdit, ServerTransport, SpecEdit, SpecForm, ToolEdit, ToolImplementation,
    },
};

use crate::harness::{Home, check_fields, skill};

const PAST: &str =
    r#"{"past": [{"usage": 100, "degree_days": 10}, {"usage": 300, "degree_days": 30}], "degree_days": 20}"#;
/// A call of a sample that is a Python script.
const ESTIMATE: [&str; 5] = ["tool", "call", "usage_estimate", "--args", PAST];

#[test]
fn schema_reads_every_dialect() {
    let home = Home::new();
    for (signature, properties, required) in [
        (
            "(name: Text, age: Maybe Int) --> IO Text",
            json!({"name": {"type": "string"}, "age": {"type": "integer"}}),
            json!(["name"]),
        ),
        (
            "(name::Text)==>(age::Int {default:18})==>(::Text)",
            json!({"name": {"type": "string"}, "age": {"type": "integer", "default": 18}}),
            json!(["name"]),
        ),
        (
            "(name::String)==>(tags::Array)==>(::Boolean)",
            json!({"name": {"type": "string"}, "tags": {"type": "array"}}),
            json!(["name", "tags"]),
        ),
        (
            "(lines: [{id: Text, amount: Double}]) --> IO Bool",
            json!({"lines": {"type": "array", "items": {
                "type": "object",
                "properties": {"id": {"type": "string"}, "amount": {"type": "number"}},
                "required": ["id", "amount"],
            }}}),
            json!(["lines"]),
        ),
    ] {
        let schema = home.json(&["schema", signature], 0);
        assert_eq!(schema["type"], "object", "{signature}");
        assert_eq!((&schema["properties"], &schema["required"]), (&properties, &required), "{signature}");
        let plain = home.run(&["schema", signature]).ended(0);
        assert_eq!(plain.json(), schema, "{signature}");
        assert_eq!(plain.err, "");
    }
}

#[test]
fn schema_says_what_is_wrong_and_where() {
    let home = Home::new();
    for (signature, said) in [
        ("(name: Txt) --> IO Text", &["1:8: `Txt` isn't a type. Did you mean `Text`?"][..]),
        ("(name: Text)\n  --> IO Text x", &["2:15: "]),
        ("(name: Text, name: Text) --> IO Text", &["1:14: Two parameters are named `name`"]),
        ("(name::Text)==>(age::Itn)==>(::Text)", &["1:22: `Itn` isn't a type. Did you mean `Int`?"]),
        ("(name: Txt, age: Itn) --> IO Text", &["1:8: ", "  1:18: "]),
        ("(name: Text", &["1:1: ", "  1:12: "]),
        ("", &["1:1: The signature is empty"]),
    ] {
        let ran = home.run(&["schema", signature]).ended(2);
        assert_eq!(ran.out, "", "{signature}");
        let lines: Vec<&str> = ran.err.trim_start_matches("skillctl: ").lines().collect();
        assert_eq!(lines.len(), said.len(), "{signature}: {lines:?}");
        for (line, said) in lines.iter().zip(said) {
            assert!(line.starts_with(said), "{signature}: {line}");
        }
    }
    let ran = home.run(&["schema", "(name: Txt) --> IO Text", "--json"]).ended(2);
    let error: Value = serde_json::from_str(ran.err.trim()).expect("with --json errors are JSON too");
    assert_eq!(error["error"]["code"], "input");
    assert!(error["error"]["message"].as_str().unwrap().starts_with("1:8: "), "{error}");
}

#[test]
fn a_mock_answers_without_being_allowed() {
    let home = Home::with_samples();
    let call = ["tool", "call", "sayHello", "--args", r#"{"name": "Ada"}"#, "--library-name", "mock"];
    let document = home.json(&call, 0);
    check_fields(&document, &["name", "args", "result", "elapsed_ms", "trace"]);
    assert_eq!(document["name"], "sayHello");
    assert_eq!((&document["args"], &document["result"]), (&json!({"name": "Ada"}), &json!({"name": "Ada"})));
    assert!(document["elapsed_ms"].as_f64() > Some(0.0) && document.get("error").is_none());
    let stages: Vec<&Value> = document["trace"].as_array().unwrap().iter().map(|stage| &stage["stage"]).collect();
    assert_eq!(stages, ["look_up", "enabled", "validate", "consent", "handler", "result"]);
    let plain = home.run(&call).ended(0);
    assert_eq!(plain.json(), json!({"name": "Ada"}), "the result alone is the output");
    assert!(plain.err.contains("validate") && plain.err.contains("handler"), "{}", plain.err);
    for (arguments, named) in [
        (["tool", "call", "nobody", "--args", "{}"], "nobody"),
        (["tool", "call", "sayHello", "--library-name", "nothing"], "nothing"),
        (["tool", "call", "sayHello", "--skill", "no-skill"], "no-skill"),
    ] {
        let ran = home.run(&arguments).ended(2);
        assert!(ran.err.contains(named) && ran.out.is_empty(), "{}", ran.err);
    }
}

#[test]
fn arguments_that_do_not_fit_are_named_by_path() {
    let home = Home::with_samples();
    let wrong = r#"{"past": [{"usage": "much", "degree_days": 10}], "degree_days": "many"}"#;
    let call = ["tool", "call", "usage_estimate", "--args", wrong];
    let document = home.json(&call, 1);
    check_fields(&document, &["name", "args", "error", "elapsed_ms", "trace"]);
    assert_eq!((&document["status"], document.get("result")), (&json!("refused"), None));
    let mut paths: Vec<&str> =
        document["problems"].as_array().unwrap().iter().map(|problem| problem["path"].as_str().unwrap()).collect();
    paths.sort_unstable();
    assert_eq!(paths, ["/degree_days", "/past/0/usage"]);
    let states: Vec<&Value> = document["trace"].as_array().unwrap().iter().map(|stage| &stage["state"]).collect();
    assert_eq!(states, ["passed", "passed", "failed", "not_reached", "not_reached", "not_reached"]);
    let plain = home.run(&call).ended(1);
    assert_eq!(plain.out, "");
    for path in paths {
        assert!(plain.err.contains(path), "{path} in {}", plain.err);
    }
}

#[test]
fn a_script_runs_only_when_it_is_allowed() {
    let home = Home::with_samples();
    let refused = home.run(&ESTIMATE).ended(2);
    assert_eq!(refused.out, "");
    assert!(refused.err.starts_with("skillctl: usage_estimate isn't allowed to run yet.\n"), "{}", refused.err);
    for shown in ["  command ", "python3", "  environment ", "PATH", "  sandbox ", "no network", "again with --allow."]
    {
        assert!(refused.err.contains(shown), "{shown} in {}", refused.err);
    }
    let with_json = home.run(&[&ESTIMATE[..], &["--json"]].concat()).ended(2);
    let error: Value = serde_json::from_str(with_json.err.trim()).expect("with --json errors are JSON too");
    assert_eq!((&error["error"]["code"], with_json.out.as_str()), (&json!("needs_consent"), ""));
    assert!(!consents(&home).exists(), "a refusal allows nothing");

    let document = home.json(&[&ESTIMATE[..], &["--allow"]].concat(), 0);
    assert_eq!(document["result"]["expected"], 200);
    check_fields(&document, &["sandbox", "log", "trace"]);
    let plain = home.run(&ESTIMATE).ended(0);
    assert_eq!(plain.json(), document["result"], "what was allowed runs without a word");
}

#[test]
fn what_was_taken_back_or_changed_is_asked_for_again() {
    let home = Home::with_samples();
    let allowed = [&ESTIMATE[..], &["--allow"]].concat();
    home.run(&allowed).ended(0);
    // As when the same tool was allowed, but ran something else.
    let mut kept: Value = serde_json::from_slice(&fs::read(consents(&home)).unwrap()).unwrap();
    kept["granted"][0]["hash"] = json!("another");
    kept["granted"][0]["argv"] = json!(["/elsewhere/python3", "tool.py"]);
    fs::write(consents(&home), kept.to_string()).unwrap();
    let changed = home.run(&ESTIMATE).ended(2);
    assert!(changed.err.starts_with("skillctl: usage_estimate has changed since you allowed it.\n"), "{}", changed.err);
    assert!(changed.err.contains("  before       /elsewhere/python3 tool.py\n"), "{}", changed.err);
    assert!(changed.err.contains("  changed      program, arguments\n"), "{}", changed.err);
    home.run(&allowed).ended(0);
    home.run(&ESTIMATE).ended(0);
    // As the window writes it when the last consent is revoked.
    fs::write(consents(&home), "[]").unwrap();
    let revoked = home.run(&ESTIMATE).ended(2);
    assert!(revoked.err.contains("isn't allowed"), "{}", revoked.err);
    assert_eq!(fs::read_to_string(consents(&home)).unwrap(), "[]");
}

#[test]
fn on_a_terminal_it_shows_what_would_run_and_asks() {
    let home = Home::with_samples();
    for typed in ["n\n", "\n"] {
        let ran = home.run_on_terminal(&ESTIMATE, typed).ended(1);
        for shown in ["def run(args):", "Allow usage_estimate to run?", "  sandbox ", "[y/N] "] {
            assert!(ran.out.contains(shown), "{shown} in {}", ran.out);
        }
        assert!(!ran.out.contains("\"expected\": 200") && !consents(&home).exists(), "{}", ran.out);
    }
    let ran = home.run_on_terminal(&ESTIMATE, "y\n").ended(0);
    assert!(ran.out.contains("Allow usage_estimate to run?") && ran.out.contains("\"expected\": 200"), "{}", ran.out);
    let again = home.run_on_terminal(&ESTIMATE, "").ended(0);
    assert!(!again.out.contains("Allow") && again.out.contains("\"expected\": 200"), "{}", again.out);
}

#[test]
fn a_library_from_somebody_else_brings_no_consent_along() {
    let home = Home::new();
    let marker = home.folder().join("started");
    received(&home, &marker);
    for (call, subject) in [
        (&["tool", "call", "greet"][..], "greet isn't allowed to run yet."),
        (&["tool", "call", "greet", "--library-name", "Theirs"], "isn't allowed to run yet."),
        (&["tool", "call", "serve"], "theirs isn't allowed to start yet."),
    ] {
        let call = [&["--library", "theirs.db"], call, &["--args", r#"{"name": "Ada"}"#]].concat();
        let refused = home.run(&call).ended(2);
        assert!(refused.err.contains(subject) && refused.err.contains("--allow"), "{}", refused.err);
        assert!(!marker.exists() && !consents(&home).exists(), "nothing has run, nothing is allowed");
        let ran = home.json(&[&call[..], &["--allow"]].concat(), i32::from(subject.starts_with("theirs")));
        assert!(ran["result"] == "Hi, Ada" || ran["error"].is_string(), "{ran}");
        let _others = fs::remove_file(consents(&home));
    }
    assert!(marker.exists(), "the server was started once it was allowed");
}

/// A studio of somebody else's.
fn author(home: &Home, work: impl FnOnce(&Studio)) {
    let folder = |name: &str| home.folder().join("elsewhere").join(name);
    let config = Config {
        data_dir: folder("data"),
        cache_dir: folder("cache"),
        config_dir: folder("config"),
        home_dir: None,
        documents_dir: None,
        script_host: None,
        client_path: None,
        resource_dir: None,
        user: "somebody".to_owned(),
        upkeep: Upkeep::OnDemand,
        keychain: Keychain::Never,
    };
    work(&Studio::start(config, Arc::new(|_| ())).unwrap());
}

/// A library with two scripts and a server, all of which its author runs without being asked.
fn received(home: &Home, marker: &std::path::Path) {
    author(home, |studio| write_received(home, marker, studio));
}

fn write_received(home: &Home, marker: &std::path::Path, studio: &Studio) {
    studio.create_library(home.folder().join("theirs.db").to_str().unwrap(), false).unwrap();
    let script = "def run(args):\n    return 'Hi, ' + args['name']\n";
    let python = ToolImplementation::Python { script: script.to_owned(), allow_network: false, memory_mb: 256 };
    studio.save_tool(&tool("greet", python.clone())).unwrap();
    studio.create_tool_library("Theirs", None).unwrap();
    let own = studio.get_tool_library("own").unwrap().tools.remove(0);
    let run = LibraryTool { behaviour: LibraryBehaviour::Run { implementation: python }, ..own };
    studio.save_implementation("Theirs", &run).unwrap();
    let program = format!("open({:?}, 'w')", marker.to_str().unwrap());
    let transport = ServerTransport::Stdio {
        command: "python3".to_owned(),
        args: vec!["-c".to_owned(), program],
        env: Vec::new(),
        cwd: String::new(),
        sandbox: None,
    };
    let server = ServerEdit { id: None, aggregate_version: 0, name: "theirs".to_owned(), transport, is_enabled: true };
    studio.save_server(&server).unwrap();
    let served = ToolImplementation::McpServer { server: "theirs".to_owned(), tool: "serve".to_owned() };
    studio.save_tool(&tool("serve", served)).unwrap();
}

fn tool(name: &str, implementation: ToolImplementation) -> ToolEdit {
    let signature = "(name: Text) --> IO Text".to_owned();
    ToolEdit {
        id: None,
        aggregate_version: 0,
        name: name.to_owned(),
        description: format!("Does {name}. Use when {name} is asked for."),
        version: "1.0.0".to_owned(),
        spec: SpecEdit { source: SpecForm::Signature, signature, ..SpecEdit::default() },
        implementation,
        effect: None,
        timeout_s: 30,
        retries: 0,
        depends_on: Vec::new(),
        stated: None,
    }
}

/// Where this user's consents are kept.
fn consents(home: &Home) -> PathBuf {
    home.folder().join("data/dev.skillstudio.desktop/consents.json")
}

#[test]
fn a_server_is_confined_by_what_was_imported_and_says_so_where_it_asks() {
    let home = Home::new();
    home.run(&["init", "--library", "s.db"]).ended(0);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/servers/misbehaving.py");
    let script = script.canonicalize().unwrap();
    let servers = script.parent().unwrap();
    let sandbox = json!({"read": [servers], "network": false});
    let program = json!({"command": "/usr/bin/python3", "args": [script, "tries"], "sandbox": sandbox});
    home.write(
        "servers.json",
        &json!({"mcpServers": {"tries": program, "bad": {"command": "x", "sandbox": 7}}}).to_string(),
    );
    let imported = home.json(&["--library", "s.db", "import", "servers.json", "--format", "mcp-servers"], 1);
    assert_eq!(imported["imported"].as_array().unwrap().len(), 1, "{imported}");
    assert!(
        imported.to_string().contains("The `sandbox` of `bad` is invalid, so the server is left out."),
        "{imported}"
    );
    let shown = home.json(&["--library", "s.db", "show", "server", "tries"], 0);
    assert_eq!(shown["transport"]["sandbox"], json!({"read": [servers], "write": [], "allow_network": false}));

    let served = ToolImplementation::McpServer { server: "tries".to_owned(), tool: "work".to_owned() };
    author(&home, |studio| {
        studio.open_library(home.folder().join("s.db").to_str().unwrap()).unwrap();
        let signature = "(read: [Text], write: [Text], dial: Int) --> IO Text".to_owned();
        let spec = SpecEdit { source: SpecForm::Signature, signature, ..SpecEdit::default() };
        studio.save_tool(&ToolEdit { spec, ..tool("work", served) }).unwrap();
    });
    let arguments = json!({"read": ["/etc/passwd", script], "write": [script], "dial": 9}).to_string();
    let call = ["--library", "s.db", "tool", "call", "work", "--args", &arguments];
    let refused = home.run(&call).ended(2);
    let reads = format!("no network, reads the system's programs and libraries and {},", servers.display());
    assert!(refused.err.contains("  sandbox      ") && refused.err.contains(&reads), "{}", refused.err);
    let answer = home.json(&[&call[..], &["--allow"]].concat(), 0);
    let found: Value = serde_json::from_str(answer["result"].as_str().unwrap()).unwrap();
    assert_eq!((&found["read"], &found["write"]), (&json!([script]), &json!([])), "{answer}");
}

#[test]
fn lint_with_a_library_names_tools_nobody_has() {
    let home = Home::new();
    let text = skill("greets", "Greets people. Use when somebody comes in.");
    home.write("greets/SKILL.md", &text.replace("Body.", "Call `sayHelo` first, then `shake_hands_twice`."));
    assert_eq!(home.json(&["lint", "greets"], 0)["findings"], json!([]), "without a library there is nothing to know");
    home.run(&["init", "--samples", "--library", "s.db"]).ended(0);
    let linted = home.json(&["lint", "greets", "--library", "s.db"], 1);
    let findings = linted["findings"].as_array().unwrap();
    let slip = findings.iter().find(|finding| finding["code"] == "unknown-tool").unwrap();
    assert_eq!(slip["message"], "Unknown tool `sayHelo`. Did you mean `sayHello`?");
    assert_eq!((&slip["line"], &slip["column"], &slip["severity"]), (&json!(6), &json!(7), &json!("warning")));
    assert!(slip["fix"]["title"].as_str().unwrap().contains("sayHello"), "{slip}");
    let other = findings.iter().find(|finding| finding["message"].as_str().unwrap().contains("`shake_hands_twice`"));
    assert!(other.is_some(), "{linted}");
    let plain = home.run(&["lint", "greets", "--library", "s.db"]).ended(1).out;
    assert!(plain.contains("SKILL.md:6:7: warning: Unknown tool `sayHelo`."), "{plain}");
}
