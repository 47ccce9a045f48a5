//! A real server on this machine, with what servers answer on good days and bad ones.

use parking_lot::Mutex;
use std::{
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    sync::Arc,
    thread,
};

use serde_json::{Value, json};
use studio_testkit::{PATIENCE, until};

use super::*;
use crate::{Key, rest::tests::nobody};

mod replies;
mod slow;

const KEY: &str = "sk-very-secret";

/// What the server does with a question.
#[derive(Clone)]
enum Script {
    Answer {
        status: u16,
        headers: &'static str,
        body: String,
    },
    /// The head promises more than comes.
    Cut,
    /// Nothing, for as long as the test lasts.
    Hang,
    /// A reply in pieces, without a length.
    Stream {
        kind: &'static str,
        pieces: Vec<String>,
        /// Whether it goes on without saying more.
        hangs: bool,
    },
    /// One after the other.
    InTurn(Vec<Script>),
}

impl Script {
    /// What is done with a question, after so many.
    fn at(&self, count: usize) -> &Self {
        match self {
            Self::InTurn(scripts) => &scripts[count.min(scripts.len() - 1)],
            one => one,
        }
    }
}

/// A server that does what its script says with every question and remembers each as it came.
struct Server {
    address: String,
    heard: Arc<Mutex<Vec<(String, Value)>>>,
}

impl Server {
    fn start(script: Script) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ears = Arc::clone(&heard);
        thread::spawn(move || {
            let mut held = Vec::new();
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let Some(question) = question(&mut stream) else { continue };
                let count = ears.lock().len();
                ears.lock().push(question);
                match script.at(count) {
                    Script::Answer { status, headers, body } => {
                        let length = body.len();
                        let head = format!(
                            "HTTP/1.1 {status} So\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n"
                        );
                        stream.write_all((head + body).as_bytes()).unwrap();
                    }
                    Script::Cut => {
                        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{\"choices\":";
                        stream.write_all(head.as_bytes()).unwrap();
                    }
                    Script::Hang => held.push(stream),
                    Script::Stream { kind, pieces, hangs } => {
                        let head = format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\nconnection: close\r\n\r\n");
                        // The first piece comes with the head: what stalls does so after it, on any machine.
                        let (first, more) = pieces.split_first().expect("a stream says something");
                        // Who has heard enough hangs up.
                        let _ = stream.write_all((head + first).as_bytes());
                        let _ = more.iter().try_for_each(|piece| stream.write_all(piece.as_bytes()));
                        if *hangs {
                            held.push(stream);
                        }
                    }
                    Script::InTurn(_) => unreachable!("scripts are not nested"),
                }
            }
        });
        Self { address, heard }
    }

    fn json(status: u16, body: &Value) -> Self {
        Self::start(Script::Answer { status, headers: "content-type: application/json\r\n", body: body.to_string() })
    }

    fn ask(&self, provider: Provider) -> Result<Reply, Error> {
        self.ask_within(provider, PATIENCE)
    }

    fn ask_within(&self, provider: Provider, timeout: Duration) -> Result<Reply, Error> {
        Chat::open(&self.spec(provider), timeout)?.complete("Pick one.", "Which?")
    }

    fn spec(&self, provider: Provider) -> ModelSpec {
        let path = if provider == Provider::Ollama { "" } else { "/v1" };
        let base_url = Some(format!("{}{path}", self.address));
        ModelSpec { provider, model: "small".to_owned(), base_url, key: Some(Key::new("my-key", KEY)) }
    }
}

/// The first line with the headers, and the body.
fn question(stream: &mut TcpStream) -> Option<(String, Value)> {
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        match stream.read(&mut piece) {
            Ok(count) if count > 0 => bytes.extend_from_slice(&piece[..count]),
            _ => return None,
        }
    };
    let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "))?.parse::<usize>().ok()?;
    let mut body = bytes.split_off(end + 4);
    while body.len() < length {
        let count = stream.read(&mut piece).ok().filter(|count| *count > 0)?;
        body.extend_from_slice(&piece[..count]);
    }
    Some((head, serde_json::from_slice(&body).ok()?))
}

fn openai(text: &str) -> Value {
    json!({
        "id": "1", "object": "chat.completion", "model": "small",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15}
    })
}

fn anthropic(text: &str) -> Value {
    json!({
        "id": "1", "type": "message", "role": "assistant", "model": "small", "stop_reason": "end_turn",
        "content": [{"type": "text", "text": text}], "usage": {"input_tokens": 12, "output_tokens": 3}
    })
}

fn ollama(text: &str) -> Value {
    json!({
        "model": "small", "done": true, "done_reason": "stop", "message": {"role": "assistant", "content": text},
        "prompt_eval_count": 12, "eval_count": 3
    })
}

#[test]
fn every_protocol_is_spoken() {
    let cases = [
        (
            Provider::OpenAi,
            openai("  deploy-site\n"),
            "post /v1/chat/completions ",
            "authorization: bearer sk-very-secret",
        ),
        (Provider::Anthropic, anthropic("deploy-site"), "post /v1/messages ", "x-api-key: sk-very-secret"),
        (Provider::Ollama, ollama("deploy-site"), "post /api/chat ", "authorization: bearer sk-very-secret"),
    ];
    for (provider, body, path, key) in cases {
        let server = Server::json(200, &body);
        let reply = server.ask(provider).unwrap();
        let expected = Reply { text: "deploy-site".to_owned(), input_tokens: Some(12), output_tokens: Some(3) };
        assert_eq!(reply, expected, "{provider:?}");
        let heard = server.heard.lock();
        let (head, body) = &heard[0];
        assert!(head.starts_with(path) && head.contains(key), "{head}");
        let body = body.to_string();
        assert!(body.contains("Pick one.") && body.contains("Which?") && body.contains("\"small\""), "{body}");
        assert!(body.contains(&MOST_OUTPUT_TOKENS.to_string()), "{body}");
        assert_eq!(heard.len(), 1);
    }
}

#[test]
fn a_refusal_says_what_to_do_and_never_repeats_the_key() {
    let said = json!({"error": {"message": format!("Incorrect key {KEY} provided")}});
    let cases: [(u16, &str); 5] = [
        (401, "rejected the API key (status 401)"),
        (403, "rejected the API key (status 403)"),
        (404, "doesn't have this model"),
        (429, "wait 7 s"),
        (503, "status 503"),
    ];
    for (status, words) in cases {
        let headers = "content-type: application/json\r\nretry-after: 7\r\n";
        let server = Server::start(Script::Answer { status, headers, body: said.to_string() });
        for provider in [Provider::OpenAi, Provider::Anthropic, Provider::Ollama] {
            let error = server.ask(provider).unwrap_err();
            let told = error.to_string();
            assert!(told.contains(words) && told.contains("Incorrect key •••• provided"), "{told}");
            assert!(!format!("{told}{error:?}").contains(KEY), "{error:?}");
        }
    }
}

#[test]
fn a_key_does_not_follow_a_redirection() {
    let elsewhere = Server::json(200, &openai("deploy-site"));
    let headers = format!("location: {}/v1/chat/completions\r\n", elsewhere.address);
    let server = Server::start(Script::Answer { status: 307, headers: headers.leak(), body: String::new() });
    assert!(matches!(server.ask(Provider::OpenAi), Err(Error::Refused { status: 307, .. })));
    assert!(elsewhere.heard.lock().is_empty());
}

#[test]
fn what_is_no_answer_is_an_error() {
    let page = Script::Answer { status: 200, headers: "content-type: text/html\r\n", body: "<html>".to_owned() };
    let broken =
        Script::Answer { status: 200, headers: "content-type: application/json\r\n", body: "{\"choices".to_owned() };
    for provider in [Provider::OpenAi, Provider::Anthropic, Provider::Ollama] {
        for server in [
            Server::start(page.clone()),
            Server::start(broken.clone()),
            Server::json(200, &json!({"something": "else"})),
            Server::json(200, &json!([1, 2])),
        ] {
            let error = server.ask(provider).unwrap_err();
            assert!(matches!(error, Error::Malformed { .. }), "{provider:?}: {error:?}");
        }
    }
}

#[test]
fn an_answer_without_a_word_says_why() {
    let mut cut = openai("");
    cut["choices"][0]["finish_reason"] = json!("length");
    let error = Server::json(200, &cut).ask(Provider::OpenAi).unwrap_err();
    assert_eq!(error, Error::Empty { model: "small".to_owned(), reason: Some("length".to_owned()) });
}

#[test]
fn thoughts_are_no_part_of_the_answer() {
    let server = Server::json(200, &openai("<think>deploy? invoice?</think>\nmake-invoice"));
    assert_eq!(server.ask(Provider::OpenAi).unwrap().text, "make-invoice");
}

#[test]
fn a_connection_that_breaks_is_told_from_one_that_waits() {
    let error = Server::start(Script::Cut).ask(Provider::OpenAi).unwrap_err();
    assert!(matches!(error, Error::CutOff { .. }), "{error:?}");

    let limit = Duration::from_millis(200);
    let error = Server::start(Script::Hang).ask_within(Provider::Anthropic, limit).unwrap_err();
    assert!(matches!(&error, Error::TimedOut { limit: waited, .. } if *waited == limit), "{error:?}");
    assert!(error.to_string().contains("within 0.2 s"), "{error}");

    let (_port, address) = nobody();
    let absent = Server { address: format!("http://{address}"), heard: Arc::default() };
    let error = absent.ask(Provider::Ollama).unwrap_err();
    assert!(matches!(error, Error::Unreachable { .. }), "{error:?}");
    assert!(error.to_string().contains("refused"), "{error}");
}

#[test]
fn a_question_can_be_taken_back() {
    let server = Server::start(Script::Hang);
    let spec = ModelSpec {
        provider: Provider::Ollama,
        model: "small".to_owned(),
        base_url: Some(server.address.clone()),
        key: None,
    };
    let chat = Chat::open(&spec, PATIENCE).unwrap();
    thread::scope(|scope| {
        let asked = scope.spawn(|| chat.complete("Pick one.", "Which?"));
        until("the question", || !server.heard.lock().is_empty());
        chat.stop();
        assert_eq!(asked.join().unwrap(), Err(Error::Stopped));
    });
    assert_eq!(chat.complete("Pick one.", "And now?"), Err(Error::Stopped));
}

#[test]
fn one_chat_is_asked_from_several_threads() {
    let server = Server::json(200, &ollama("NONE"));
    let spec = ModelSpec {
        provider: Provider::Ollama,
        model: "small".to_owned(),
        base_url: Some(server.address.clone()),
        key: None,
    };
    let chat = Chat::open(&spec, PATIENCE).unwrap();
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(chat.complete("Pick one.", "Which?").unwrap().text, "NONE"));
        }
    });
    let heard = server.heard.lock();
    assert_eq!(heard.len(), 4);
    assert!(heard.iter().all(|(head, _)| !head.contains("authorization")), "{}", heard[0].0);
}
