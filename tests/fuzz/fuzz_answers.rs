//! Readers of what models, servers and tools answer.

use std::{fs, sync::Arc, time::Duration};

use serde_json::{Value, json};
use studio_api::{
    Config, Keychain, Studio, Upkeep,
    dto::{LabelledQuery, ModelProvider, ModelSettings, Policy, QuerySource, Scorer},
};
use studio_connect::{
    mcp::{OnEvent, Server, ServerEvent, ServerSpec, Transport},
    rest::{Dialer, Rest, RestTool},
    secrets::{Error as SecretError, Secret},
};
use studio_runtime::{Call, Handler as _, Stop};

use crate::{
    answering::Answering,
    engine::{FEW, fuzz},
    fuzz_texts::JSON_WORDS,
};

/// How long an answer may keep anybody waiting here.
const LIMIT: Duration = Duration::from_millis(300);

const HTTP_WORDS: &[&str] = &[
    "HTTP/1.1 200 OK\r\n",
    "HTTP/1.1 429 \r\n",
    "retry-after: 0\r\n",
    "content-length: 99999999999\r\n",
    "content-type: text/event-stream\r\n",
    "content-encoding: gzip\r\n",
    "transfer-encoding: chunked\r\n",
    "ffffffffffffffff\r\n",
    "\r\n\r\n",
    "data: ",
    "event: ",
    "\n\n",
];

pub(crate) fn words() -> Vec<&'static str> {
    JSON_WORDS.iter().chain(HTTP_WORDS).copied().collect()
}

#[test]
fn replies_of_chat_models() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let studio = studio(folder.path());
    let skill = folder.path().join("one");
    fs::create_dir_all(&skill).expect("the temporary folder can be written");
    fs::write(skill.join("SKILL.md"), "---\nname: one\ndescription: First. Use when first.\n---\n\nBody.\n")
        .expect("the temporary folder can be written");
    studio.import_paths(&[skill.display().to_string()], false).expect("it comes in");
    let own: &[&[u8]] = &[
        br#"{"choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"one"}}],"usage":{"prompt_tokens":1,"completion_tokens":1}}"#,
        br#"{"id":"a","type":"message","role":"assistant","content":[{"type":"text","text":"- \"ONE\"\nNONE: {\"skill\": null}"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":-1}}"#,
        br#"{"model":"a","message":{"role":"assistant","content":"`one`"},"done":true,"done_reason":"stop","prompt_eval_count":1,"eval_count":1}"#,
        b"HTTP/1.1 500 So\r\nretry-after: 1\r\ncontent-type: application/json\r\n\r\n{\"error\":{\"message\":\"a\"}}",
    ];
    let server = Answering::start();
    let policy = Policy { top_k: 1, min_score: 0.5, include_tags: Vec::new(), exclude_tags: Vec::new() };
    let asked = std::cell::Cell::new(0_u32);
    fuzz("chat", FEW, own, &words(), |bytes| {
        server.say(vec![bytes.to_vec()]);
        let provider =
            [ModelProvider::OpenAi, ModelProvider::Anthropic, ModelProvider::Ollama][asked.get() as usize % 3];
        asked.set(asked.get() + 1);
        let settings = ModelSettings {
            provider,
            model: "small".to_owned(),
            base_url: format!("http://{}/v1", server.address),
            ..ModelSettings::default()
        };
        studio.set_model_settings(&settings).expect("an address of this machine is fine");
        // Another question each time: answers that could be read are kept.
        let queries = [LabelledQuery {
            id: String::new(),
            set: String::new(),
            query: format!("question {}", asked.get()),
            expected: vec!["one".to_owned()],
            unwanted: Vec::new(),
            source: QuerySource::Written,
            unknown: Vec::new(),
        }];
        drop(studio.evaluate(Scorer::Model, &policy, &queries));
    });
}

#[test]
fn answers_of_requests() {
    let own: &[&[u8]] = &[
        br#"{"a":[1,null]}"#,
        b"HTTP/1.1 200 OK\r\ncontent-type: text/plain; charset=latin1\r\nx-a: b\r\nx-a: c\r\n\r\ncaf\xe9",
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\n[1,\r\n2\r\n2]\r\n0\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nlocation: /b?c#d\r\n\r\n",
        b"HTTP/1.1 429 So\r\nretry-after: Wed, 21 Oct 2015 07:28:00 GMT\r\ncontent-type: application/problem+json\r\n\r\n{}",
    ];
    let server = Answering::start();
    let tool = RestTool {
        url: format!("http://{}/x", server.address),
        allow_private: true,
        own_server: None,
        ..RestTool::default()
    };
    let none = |name: &str| -> Result<Secret, SecretError> { Err(SecretError::Missing { name: name.to_owned() }) };
    let dialer = Arc::new(Dialer::start().expect("a dialer starts"));
    let rest = Rest::open(&tool, Arc::new(none), dialer).expect("the tool is well");
    fuzz("answer", FEW, own, &words(), |bytes| {
        server.say(vec![bytes.to_vec()]);
        let call = Call { name: "x", arguments: &json!({}), limit: LIMIT, stop: &Stop::new() };
        drop(rest.call(&call));
    });
}

const MESSAGES: &[&[u8]] = &[
    b"{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{\"listChanged\":true}},\"serverInfo\":{\"name\":\"a\",\"version\":\"1\"}}}\n\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"x\",\"description\":\"b\",\"inputSchema\":{\"type\":\"object\"},\"annotations\":{\"readOnlyHint\":true}}],\"nextCursor\":\"\"}}\n{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"c\"},{\"type\":\"image\",\"data\":\"AAAA\",\"mimeType\":\"image/png\"}],\"structuredContent\":{\"d\":1}}}\n",
    b"{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":{\"code\":-32601,\"message\":\"no\"}}\n",
    b"data: {\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\"serverInfo\":{\"name\":\"a\",\"version\":\"1\"}}}\r\rid: 1\n",
    b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":\"e\"}}\n{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"sampling/createMessage\",\"params\":{}}\n",
];

/// Greets a server, lists its tools and calls one.
fn converse(transport: Transport) {
    let spec = ServerSpec { name: "test".to_owned(), transport, start_limit: LIMIT, secrets: Vec::new(), host: None };
    let unheard: OnEvent = Arc::new(|_: ServerEvent| ());
    let Ok(server) = Server::start(&spec, &unheard, &Stop::new()) else { return };
    drop(server.tools(LIMIT, &Stop::new()));
    drop(server.call("x", &Value::Null, LIMIT, &Stop::new()));
    server.stop();
}

#[test]
fn messages_of_servers_over_http() {
    let server = Answering::start();
    fuzz("mcp-http", FEW, MESSAGES, &words(), |bytes| {
        // A notification is answered, too.
        server.say(bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect());
        let url = format!("http://{}/mcp", server.address);
        converse(Transport::Http { url, headers: Vec::new(), allow_private: true });
    });
}

#[test]
fn messages_of_servers_that_are_programs() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("answers");
    // For each line it hears it says one.
    let script = "while read -r heard; do IFS= read -r said <&3 || exit 3; printf '%s\\n' \"$said\"; done 3<\"$0\"";
    fuzz("mcp", FEW, MESSAGES, &words(), |bytes| {
        fs::write(&file, bytes).expect("the temporary folder can be written");
        converse(Transport::Stdio {
            command: "sh".to_owned(),
            args: vec!["-c".to_owned(), script.to_owned(), file.display().to_string()],
            env: Vec::new(),
            cwd: None,
            sandbox: None,
        });
    });
}

/// A studio with an empty library below a folder.
pub(crate) fn studio(folder: &std::path::Path) -> Studio {
    let studio = start(folder);
    let library = folder.join("Test.db").display().to_string();
    studio.create_library(&library, false).expect("an empty library can be made");
    studio
}

/// A studio on the folders below one.
pub(crate) fn start(folder: &std::path::Path) -> Studio {
    let config = Config {
        data_dir: folder.join("data"),
        cache_dir: folder.join("cache"),
        config_dir: folder.join("config"),
        home_dir: None,
        documents_dir: None,
        script_host: None,
        client_path: None,
        resource_dir: None,
        user: "tester".to_owned(),
        upkeep: Upkeep::OnDemand,
        keychain: Keychain::Never,
    };
    let unseen = studio_embed::Embedder::start(|| Err(studio_embed::Error::Stopped));
    Studio::start_with(config, Arc::new(|_| ()), unseen).expect("a studio starts")
}
