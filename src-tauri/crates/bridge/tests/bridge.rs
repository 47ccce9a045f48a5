//! The bridge as a browser meets it: over its address, with its token.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use skill_studio::{
    Arguments,
    headless::{Answers, Headless},
};
use studio_api::{Config, Upkeep};
use studio_bridge::{Bridge, Faults, config, serve};
use studio_testkit::PATIENCE;
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
    sync::broadcast,
};

struct Started {
    address: String,
    _home: TempDir,
}

async fn start(answers: Answers) -> Started {
    let home = tempfile::tempdir().unwrap();
    let events = broadcast::Sender::new(64);
    let told = events.clone();
    let arguments = Arguments { samples: true, ..Arguments::default() };
    let on_event = move |event: &str| drop(told.send(event.to_owned()));
    // A test may be over before what is made in the background is.
    let config = Config { upkeep: Upkeep::OnDemand, ..config(home.path()).unwrap() };
    let studio = Headless::start(config, arguments, answers, on_event).unwrap();
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let faults = Faults::default().into();
    tokio::spawn(serve(listener, Arc::new(Bridge { studio, events, token: "token".into(), faults, interface: None })));
    Started { address, _home: home }
}

impl Started {
    async fn send(&self, method: &str, path: &str, token: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).await.unwrap();
        let length = body.len();
        let head = format!("{method} {path} HTTP/1.1\r\nhost: bridge\r\nauthorization: Bearer {token}\r\n");
        let request = format!("{head}connection: close\r\ncontent-length: {length}\r\n\r\n{body}");
        stream.write_all(request.as_bytes()).await.unwrap();
        stream
    }

    /// The status and the body of an answer.
    async fn post(&self, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let mut answer = String::new();
        let mut stream = self.send("POST", path, token, &body.to_string()).await;
        stream.read_to_string(&mut answer).await.unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head[9..12].parse().unwrap(), serde_json::from_str(body).unwrap())
    }

    async fn call(&self, command: &str, arguments: Value) -> Value {
        let (status, body) = self.post(&format!("/command/{command}"), "token", &arguments).await;
        assert_eq!(status, 200, "{body}");
        body
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_are_the_windows_own() {
    let bridge = start(Answers::default()).await;
    let skills = bridge.call("list_skills", json!({})).await;
    assert!(skills["ok"].as_array().unwrap().iter().any(|row| row["name"] == "gas-emergency"));
    assert_eq!(bridge.call("get_skill", json!({ "id": "nobody" })).await["error"]["code"], "not_found");
    // What the page of a window may not call, it may not call here.
    let refused = bridge.call("answer_question", json!({ "isAllowed": true })).await;
    assert_eq!(refused["error"], "The command answer_question isn't available in this window.");
    assert!(bridge.call("no_such_command", json!({})).await["error"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_without_the_token_is_answered() {
    let bridge = start(Answers::default()).await;
    for path in ["/command/list_skills", "/faults?delay=1"] {
        assert_eq!(bridge.post(path, "guessed", &json!({})).await.0, 403, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_only_an_author_answers_is_answered_as_was_said() {
    let chosen = PathBuf::from("/srv/skills");
    let bridge = start(Answers { allows: true, paths: vec![chosen] }).await;
    let choice = json!({ "choice": { "kind": "folder", "title": "Import" } });
    assert_eq!(bridge.call("choose_paths", choice.clone()).await["ok"], json!(["/srv/skills"]));
    let refusing = start(Answers::default()).await;
    assert_eq!(refusing.call("choose_paths", choice).await["ok"], json!([]));
    let place = json!({ "path": std::env::temp_dir().join("refused.db"), "hasSamples": false });
    assert_eq!(refusing.call("create_library", place).await["error"]["code"], "cancelled");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_yes_to_a_models_secret_holds_when_the_model_is_asked() {
    // Whatever is asked has no answer there, but it is asked.
    let far = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let base_url = format!("http://{}/v1", far.local_addr().unwrap());
    let model = json!({ "provider": "openai", "name": "mine", "model": "m", "base_url": base_url, "key_variable": "",
        "secret": "openai", "input_price": 0, "output_price": 0 });
    for (command, arguments) in [
        ("save_model", json!({ "settings": model, "before": null })),
        ("set_model_settings", json!({ "settings": model })),
    ] {
        let bridge = start(Answers { allows: true, ..Answers::default() }).await;
        let kept = bridge.call("save_secret", json!({ "name": "openai", "value": "sk-of-the-author" })).await;
        assert!(kept["error"].is_null(), "{kept}");
        let saved = bridge.call(command, arguments.clone()).await;
        assert!(saved["ok"].is_object(), "{command}: {saved}");
        let consents = bridge.call("list_consents", json!({})).await;
        let goes_to = &consents["ok"][0];
        assert_eq!((&goes_to["kind"], &goes_to["subject"]), (&json!("secret"), &json!("openai")), "{consents}");
        let picks = bridge.call("set_model_settings", json!({ "settings": model })).await;
        assert!(picks["ok"].is_object(), "{picks}");
        let policy = json!({ "top_k": 1, "min_score": 0, "include_tags": [], "exclude_tags": [] });
        let question = json!({ "query": "say hello", "policy": policy, "host": null });
        let heard = async {
            let (mut stream, _) = far.accept().await.unwrap();
            let mut head = vec![0; 4096];
            let read = stream.read(&mut head).await.unwrap();
            String::from_utf8_lossy(&head[..read]).to_lowercase()
        };
        tokio::select! {
            answer = bridge.call("ask_model", question) => panic!("{command}: nobody was asked: {answer}"),
            head = heard => assert!(head.contains("authorization: bearer sk-of-the-author"), "{command}: {head}"),
        }

        let refusing = start(Answers::default()).await;
        refusing.call("save_secret", json!({ "name": "openai", "value": "sk-of-the-author" })).await;
        assert_eq!(refusing.call(command, arguments).await["error"]["code"], "cancelled");
        assert_eq!(refusing.call("list_consents", json!({})).await["ok"], json!([]));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_typed_with_a_tilde_is_read_where_the_author_was_asked_about_it() {
    let bridge = start(Answers { allows: true, ..Answers::default() }).await;
    let home = std::env::home_dir().expect("a user has a home folder");
    let folder = tempfile::Builder::new().prefix(".skill-studio-test-").tempdir_in(&home).unwrap();
    let typed = |name: &str| format!(" ~/{}/{name}", folder.path().file_name().unwrap().display());
    std::fs::write(folder.path().join("queries.jsonl"), r#"{"query": "It burns", "expected": "fire"}"#).unwrap();
    std::fs::write(folder.path().join("cases.json"), r#"{"evals": [{"id": 1, "prompt": "It burns"}]}"#).unwrap();
    let skill = folder.path().join("fire/SKILL.md");
    std::fs::create_dir(skill.parent().unwrap()).unwrap();
    std::fs::write(skill, "---\nname: fire\ndescription: Puts out fires.\n---\n").unwrap();
    for (command, arguments, is_read) in [
        ("import_queries", json!({ "path": typed("queries.jsonl"), "set": null, "labels": "first" }), "/imported"),
        ("read_simulation_cases", json!({ "path": typed("cases.json") }), "/entries/0"),
        ("preview_import", json!({ "paths": [typed("fire")] }), "/items/0"),
        ("check_import", json!({ "paths": [typed("fire")] }), "/scan/files"),
        ("import_paths", json!({ "paths": [typed("fire")], "isLinked": false }), "/imported/0"),
        ("create_library", json!({ "path": folder.path().join("made.db"), "hasSamples": false }), "/name"),
        ("open_library", json!({ "path": typed("made.db") }), "/name"),
    ] {
        let answer = bridge.call(command, arguments).await;
        let read = answer["ok"].pointer(is_read);
        assert!(read.is_some_and(|read| *read != json!(0) && !read.is_null()), "{command}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_in_the_window_waits_for_standard_input() {
    // Even an author who says yes to everything has no keyboard there.
    let bridge = start(Answers { allows: true, ..Answers::default() }).await;
    let setup = json!({ "agent": "x", "runtime": "agent-lib", "components": "only_skills",
        "adk": {
            "way": "coordinator", "strategies": [], "mode": "strict", "max_chars": null,
            "policy": { "top_k": 1, "min_score": 1.0, "include_tags": [], "exclude_tags": [] },
        },
        "model": { "kind": "scripted", "replies": "[]" }, "tool_library": "mock", "max_iterations": 10,
        "window_tokens": 1000, "host": "agent-skills", "without": [], "uses": null, "versions": [], "inputs": [] });
    for (command, arguments) in [
        ("import_queries", json!({ "path": "-", "set": null, "labels": "first" })),
        ("read_simulation_cases", json!({ "path": "-" })),
        ("import_simulation_cases", json!({ "path": "-", "setup": setup })),
        ("preview_import", json!({ "paths": ["-"] })),
        ("import_paths", json!({ "paths": ["-"], "isLinked": false })),
        ("check_import", json!({ "paths": ["-"] })),
        ("import_rows", json!({ "paths": ["-"], "format": "well-known" })),
    ] {
        let call = bridge.call(command, arguments);
        let answer = tokio::time::timeout(PATIENCE, call).await;
        let answer = answer.unwrap_or_else(|_| panic!("{command} waits"));
        assert_eq!(answer["error"]["code"], "invalid", "{command}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_is_late_or_fails_where_that_was_asked_for() {
    let bridge = start(Answers::default()).await;
    bridge.call("get_library", json!({})).await;
    let faults = "/faults?delay=get_library:400&fail=list_skills:stale";
    assert_eq!(bridge.post(faults, "token", &Value::Null).await.0, 200);
    assert_eq!(bridge.call("list_skills", json!({})).await["error"]["code"], "stale");
    let began = Instant::now();
    assert!(bridge.call("get_library", json!({})).await["ok"].is_object());
    // No machine waits for less than it was told to.
    assert!(began.elapsed() >= Duration::from_millis(400));
    assert_eq!(bridge.post("/faults?fail=list_skills:tired", "token", &Value::Null).await.0, 400);
    assert_eq!(bridge.post("/faults", "token", &Value::Null).await.0, 200);
    assert!(bridge.call("list_skills", json!({})).await["ok"].is_array());
}

#[tokio::test(flavor = "multi_thread")]
async fn events_are_told_as_they_happen() {
    let bridge = start(Answers::default()).await;
    bridge.call("get_library", json!({})).await;
    let mut lines = BufReader::new(bridge.send("GET", "/events", "token", "").await).lines();
    while lines.next_line().await.unwrap().unwrap() != ": following" {}
    let skill = json!({ "skill": { "name": "told", "description": "Tells." } });
    let made = bridge.call("create_skill", skill).await;
    assert!(made["ok"].is_object(), "{made}");
    while !lines.next_line().await.unwrap().unwrap().contains("_changed") {}
}
