//! Addresses where something else answers than what was hoped for.

use parking_lot::Mutex;
use std::{
    io::{self, BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::Arc,
    thread,
    time::Duration,
};

use serde_json::{Value, json};
use studio_connect::mcp::{Server, ServerEvent, ServerSpec, Transport};
use studio_runtime::Stop;
use studio_testkit::until;

use super::{Ear, LONG, http, refusal, spec, start};

const KEY: (&str, &str) = ("Authorization", "Bearer hunter2-hunter2");

/// Says the same to everybody and remembers what it heard.
struct Parrot {
    address: String,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Parrot {
    fn start(said: impl Into<String>) -> Self {
        let (said, listener) = (said.into(), TcpListener::bind("127.0.0.1:0").unwrap());
        let address = format!("http://{}/mcp", listener.local_addr().unwrap());
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ears = Arc::clone(&heard);
        thread::spawn(move || {
            let mut held = Vec::new();
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                ears.lock().push(request(&mut stream));
                let _caller_may_be_gone = stream.write_all(said.as_bytes());
                // What says nothing hangs.
                if said.is_empty() {
                    held.push(stream);
                }
            }
        });
        Self { address, heard }
    }

    fn heard(&self) -> Vec<String> {
        self.heard.lock().clone()
    }
}

/// The head of a request and what of its body came with it.
fn request(stream: &mut TcpStream) -> String {
    let (mut request, mut buffer) = (Vec::new(), [0; 4096]);
    while !request.windows(4).any(|window| window == b"\r\n\r\n") {
        match stream.read(&mut buffer) {
            Ok(read @ 1..) => request.extend_from_slice(&buffer[..read]),
            _ => break,
        }
    }
    String::from_utf8_lossy(&request).into_owned()
}

fn response(status: &str, kind: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")
}

#[test]
fn s0_20_whatever_answers_at_an_address_is_understood() {
    let json = "application/json";
    let cases = [
        (
            response("401 Unauthorized", "text/plain", "who?"),
            "denied access (status 401); check its Authorization header",
        ),
        (response("403 Forbidden", json, "{}"), "denied access (status 403)"),
        (
            "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Bearer\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                .to_owned(),
            "denied access (status 401)",
        ),
        (response("404 Not Found", "text/html", "<html>"), "(status 404); the path is often /mcp"),
        (response("405 Method Not Allowed", "text/html", "<html>"), "the path is often /mcp"),
        (response("500 Internal Server Error", "text/html", "<html>"), "sent an invalid response: status 500"),
        (response("429 Too Many Requests", json, "{}"), "sent an invalid response: status 429"),
        (
            response("200 OK", "text/html", "<html>Welcome</html>"),
            "sent an invalid response: its type is “text/html”, which the protocol doesn't use",
        ),
        (response("200 OK", json, "{\"hello\": 1}"), "sent an invalid response: could not parse JSON response"),
        (response("200 OK", json, "You sent Bearer hunter2-hunter2"), "You sent ••••"),
        (
            response(
                "200 OK",
                json,
                r#"{"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"no more hunter2-hunter2"}}"#,
            ),
            "the MCP server “test” returned an error: no more •••• (code -32000)",
        ),
        ("Where am I?\r\n\r\n".to_owned(), "sent an invalid response: invalid HTTP"),
    ];
    for (said, expected) in cases {
        let parrot = Parrot::start(said.clone());
        let told = refusal(http(&parrot.address, &[KEY]));
        assert!(told.contains(expected) && told.contains("“test”") && !told.contains("hunter2"), "{said}\n{told}");
        assert!(parrot.heard()[0].contains("hunter2-hunter2"), "the key goes to the server");
    }
}

#[test]
fn s0_20_a_key_does_not_follow_a_redirection_to_another_host() {
    let elsewhere = Parrot::start(response("200 OK", "application/json", "{}"));
    let location = format!(
        "HTTP/1.1 307 Temporary Redirect\r\nLocation: {}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        elsewhere.address
    );
    let here = Parrot::start(location);
    let told = refusal(http(&here.address, &[KEY]));
    assert!(told.contains("status 307: it redirects; use the URL it redirects to"), "{told}");
    assert!(elsewhere.heard().is_empty());
}

/// What is dialled is what is checked: however it is written, and whether it is a name or a number.
#[test]
fn this_machine_is_not_dialled_unless_it_is_allowed() {
    let parrot = Parrot::start(response("200 OK", "application/json", "{}"));
    let port = parrot.address.rsplit([':', '/']).nth(1).unwrap();
    for host in ["127.0.0.1", "localhost", "0x7f.1", "2130706433", "[::ffff:127.0.0.1]", "127.0.0.1."] {
        let transport = Transport::Http {
            url: format!(" http://{host}:{port}/mcp\n"),
            headers: vec![(KEY.0.to_owned(), KEY.1.to_owned())],
            allow_private: false,
        };
        let told = refusal(transport);
        assert!(told.contains("Allow localhost and private networks") && told.contains("“test”"), "{host}: {told}");
    }
    assert!(parrot.heard().is_empty());
}

#[test]
fn s0_20_an_address_that_says_nothing_is_waited_for_as_long_as_allowed() {
    let silent = Parrot::start("");
    let limit = Duration::from_millis(300);
    let short = ServerSpec { start_limit: limit, ..spec(http(&silent.address, &[])) };
    let told = Server::start(&short, &Ear::default().on_event(), &Stop::new()).err().unwrap().to_string();
    assert!(told.starts_with("the MCP server “test” didn't complete the handshake within 0.3 s"), "{told}");
    let (stop, before) = (Stop::new(), silent.heard().len());
    thread::scope(|scope| {
        let long = ServerSpec { start_limit: LONG, ..short };
        let stop = &stop;
        let starting = scope.spawn(move || Server::start(&long, &Ear::default().on_event(), stop).err());
        until("the greeting", || silent.heard().len() > before);
        stop.stop();
        assert!(starting.join().unwrap().unwrap().to_string().contains("was canceled"));
    });
}

/// Answers a greeting (or not), and everything else with a stream that says the same until nobody listens any more.
/// Gives the address.
fn endless(is_greeted: bool, piece: &str) -> String {
    let (piece, listener) = (piece.to_owned(), TcpListener::bind("127.0.0.1:0").unwrap());
    let address = format!("http://{}/mcp", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (stream, piece) = (stream.unwrap(), piece.clone());
            // Whoever has heard enough hangs up.
            thread::spawn(move || answer(stream, is_greeted, &piece));
        }
    });
    address
}

fn answer(mut stream: TcpStream, is_greeted: bool, piece: &str) -> io::Result<()> {
    let mut asked = BufReader::new(stream.try_clone()?);
    let (mut line, mut length) = (String::new(), 0);
    while asked.read_line(&mut line)? > 2 {
        if let Some(bytes) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = bytes.trim().parse().unwrap_or(0);
        }
        line.clear();
    }
    let mut body = Vec::new();
    asked.take(length).read_to_end(&mut body)?;
    let asked: Value = serde_json::from_slice(&body).unwrap_or_default();
    if asked["id"].is_null() {
        return stream.write_all(response("202 Accepted", "text/plain", "").as_bytes());
    }
    if is_greeted && asked["method"] == "initialize" {
        let info = json!({ "name": "endless", "version": "1" });
        let result = json!({ "protocolVersion": "2025-06-18", "capabilities": { "tools": {} }, "serverInfo": info });
        let greeting = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result }).to_string();
        return stream.write_all(response("200 OK", "application/json", &greeting).as_bytes());
    }
    stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")?;
    let many = piece.repeat((64 * 1024 / piece.len()).max(1));
    loop {
        stream.write_all(many.as_bytes())?;
    }
}

/// Limits of what is said, not of time: whoever waits would wait for much longer.
#[test]
fn a_stream_without_an_end_is_heard_no_longer_than_one_of_a_process() {
    let notice =
        json!({ "jsonrpc": "2.0", "method": "notifications/message", "params": { "level": "info", "data": "" } });
    let notice = format!("data: {notice}\n\n");
    let aside = "he MCP server “test” sent 100000 messages in a row that answer nothing";
    let lines = "he MCP server “test” sent more than 1000000 lines without a message";
    let bytes = "he MCP server “test” sent more than 32 MB without a message";
    let comment = format!(": {}\n\n", "x".repeat(1_000));
    let many = format!("data: [{}0]\n\n", "0,".repeat(201_000));
    for (piece, expected) in [
        ("\n", lines),
        (":\r\n", lines),
        (comment.as_str(), bytes),
        ("event: ping\n\n", aside),
        (notice.as_str(), aside),
        (many.as_str(), bytes),
    ] {
        let shown = &piece[..piece.len().min(40)];
        let told = refusal(http(&endless(false, piece), &[]));
        assert!(told.contains(expected), "while greeting: {shown}\n{told}");
        let (server, ear) = start(http(&endless(true, piece), &[])).unwrap();
        let told = server.tools(LONG, &Stop::new()).unwrap_err().to_string();
        assert!(told.contains(expected), "asked: {shown}\n{told}");
        ear.wait_for(|event| matches!(event, ServerEvent::Ended { message } if message.contains(expected)));
        assert!(!server.is_alive());
    }
}

#[test]
fn an_event_that_is_too_large_fails_its_question_and_no_other() {
    for piece in ["data: x", "data: xxxxxxxxxxxxxxxxxx\n", "data: xxxxxxxxxxxxxxxxxx\r\n", ": xxxxxxxxxxxxxxxxxx\r"] {
        let (server, _ear) = start(http(&endless(true, piece), &[])).unwrap();
        for _ in 0..3 {
            let told = server.tools(LONG, &Stop::new()).unwrap_err().to_string();
            assert!(told.contains("the response is larger than the limit of 4 MB; request less at a time"), "{told}");
            assert!(server.is_alive(), "{piece:?}");
        }
    }
}
