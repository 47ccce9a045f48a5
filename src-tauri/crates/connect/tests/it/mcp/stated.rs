//! What a server says of its tools, word for word, whichever way it speaks.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    thread,
};

use serde_json::{Value, json};
use studio_connect::mcp::Server;
use studio_runtime::Stop;

use super::{LONG, http, script, start};

/// More than the protocol's library knows of a tool.
fn telling() -> Value {
    json!({
        "name": "work",
        "description": "Works.",
        "inputSchema": { "type": "object", "properties": { "a": { "type": "string", "x-order": 1 } } },
        "title": "Work",
        "outputSchema": { "type": "object", "properties": { "done": { "type": "boolean" } } },
        "annotations": { "readOnlyHint": false, "openWorldHint": false, "costHint": "high" },
        "icons": [
            { "src": "https://example.com/work.png", "mimeType": "image/png", "theme": "dark", "x-shape": "round" },
        ],
        "execution": { "taskSupport": "optional" },
        "_meta": { "example.com/price": 3 },
        "x-price": { "per": "call" },
    })
}

/// How a server over HTTP answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// One JSON text.
    Json,
    /// A stream of events.
    Events,
    /// Its greeting as events, all else as JSON.
    Both,
}

/// A server with one tool, at the address that comes back.
fn serve(way: Way) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/mcp", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let said = read(&mut stream).map_or_else(|| none("405 Method Not Allowed"), |asked| answer(way, &asked));
            let _caller_may_be_gone = stream.write_all(said.as_bytes());
        }
    });
    address
}

/// The message of a request; none where it has none.
fn read(stream: &mut TcpStream) -> Option<Value> {
    let mut reader = BufReader::new(stream);
    let (mut length, mut line) = (0, String::new());
    while reader.read_line(&mut line).is_ok_and(|read| read > 2) {
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap();
        }
        line.clear();
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

fn none(status: &str) -> String {
    format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
}

fn answer(way: Way, asked: &Value) -> String {
    let result = match asked["method"].as_str() {
        Some("initialize") => json!({
            "protocolVersion": asked["params"]["protocolVersion"],
            "capabilities": { "tools": {} },
            "serverInfo": { "name": "telling", "version": "1" },
        }),
        Some("tools/list") => json!({ "tools": [telling()] }),
        _ => return none("202 Accepted"),
    };
    let is_json = way == Way::Json || way == Way::Both && asked["method"] == "tools/list";
    let message = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result }).to_string();
    let (kind, body) = if is_json {
        ("application/json; charset=utf-8", message)
    } else {
        ("text/event-stream", format!("event: message\ndata: {message}\n\n"))
    };
    let length = body.len();
    format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")
}

fn stated(server: &Server) -> Vec<Value> {
    server.tools(LONG, &Stop::new()).unwrap().into_iter().map(|tool| tool.stated).collect()
}

#[test]
fn what_a_server_says_of_a_tool_is_kept_word_for_word() {
    let (server, _) = start(script("misbehaving.py", &["telling"])).unwrap();
    for _ in 0..2 {
        assert_eq!(stated(&server), [telling()], "over pipes");
    }
    for way in [Way::Json, Way::Events, Way::Both] {
        let (server, _) = start(http(&serve(way), &[])).unwrap();
        for _ in 0..2 {
            assert_eq!(stated(&server), [telling()], "over HTTP: {way:?}");
        }
        let tool = server.tools(LONG, &Stop::new()).unwrap().remove(0);
        assert_eq!((tool.title.as_deref(), tool.read_only, tool.destructive), (Some("Work"), Some(false), None));
        assert_eq!(tool.input_schema["properties"]["a"]["x-order"], 1);
    }
}
