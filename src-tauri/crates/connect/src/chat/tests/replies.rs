//! Replies with all of a session's context: good ones, and whatever servers send instead.

use std::time::Instant;

use studio_runtime::context::{ModelCall, Offered, Origin, Part, Piece, Role, Tier};

use super::{
    super::{peer::Peer, relay, wire::Wire},
    *,
};

pub(super) const EVENTS: &str = "text/event-stream";

pub(super) fn prompt() -> Prompt {
    let said = Piece {
        role: Role::User,
        tier: Tier::Conversation,
        origin: Origin::User,
        text: "Weather in Paris?".to_owned(),
        part: Part::Text,
    };
    let schema = json!({ "type": "object", "properties": { "city": { "type": "string" } }, "required": ["city"] });
    let (name, description) = ("weather".to_owned(), "Tells the weather.".to_owned());
    let system = Piece::system(Tier::System, Origin::Agent, "Be kind.");
    Prompt { pieces: vec![system, said], tools: vec![Offered { name, description, schema, is_own: false }] }
}

pub(super) fn ask() -> Ask {
    let patience = Patience { first: PATIENCE, stall: PATIENCE, total: PATIENCE, ..Patience::default() };
    Ask {
        calling: ToolCalling::Native,
        is_streamed: true,
        most_output: 1000,
        temperature: None,
        window: Some(8192),
        patience,
    }
}

impl Server {
    fn converse(&self, provider: Provider, ask: &Ask, heard: &mut dyn FnMut(&str)) -> Answered {
        self.chat(provider).converse(&prompt(), ask, &Stop::new(), heard)
    }

    fn chat(&self, provider: Provider) -> Chat {
        Chat::open(&self.spec(provider), PATIENCE).unwrap()
    }

    fn failure(&self, provider: Provider, ask: &Ask) -> Error {
        let answered = self.converse(provider, ask, &mut |_| {});
        assert!(!answered.exchanges.is_empty());
        answered.reply.unwrap_err()
    }
}

fn stream(kind: &'static str, pieces: &[String], hangs: bool) -> Script {
    Script::Stream { kind, pieces: pieces.to_vec(), hangs }
}

pub(super) fn delta(text: &str) -> String {
    format!("data: {}\n\n", json!({ "choices": [{ "index": 0, "delta": { "content": text } }] }))
}

pub(super) fn good() -> Vec<String> {
    let stop = json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": "stop" }] });
    let usage = json!({ "choices": [], "usage": { "prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15 } });
    vec![delta("It is "), delta("sunny."), format!("data: {stop}\n\ndata: {usage}\n\ndata: [DONE]\n\n")]
}

#[test]
fn a_reply_is_heard_as_it_comes_and_its_request_is_kept_without_the_key() {
    let server = Server::start(stream(EVENTS, &good(), false));
    let mut heard = String::new();
    let Answered { reply, exchanges } = server.converse(Provider::OpenAi, &ask(), &mut |text| heard.push_str(text));
    let reply = reply.unwrap();
    assert_eq!((reply.text.as_str(), heard.as_str()), ("It is sunny.", "It is sunny."));
    assert_eq!((reply.usage.input, reply.usage.output, reply.cut_at), (Some(12), Some(3), None));

    let [exchange] = exchanges.as_slice() else { panic!("{exchanges:?}") };
    let (head, body) = server.heard.lock()[0].clone();
    assert!(head.contains("authorization: bearer sk-very-secret"), "{head}");
    assert_eq!(serde_json::from_str::<Value>(&exchange.request_body).unwrap(), body);
    assert_eq!(exchange.response_body, good().concat());
    assert_eq!(
        (exchange.status, exchange.url.as_str()),
        (Some(200), &*format!("{}/v1/chat/completions", server.address))
    );
    assert!(exchange.curl().contains("\"authorization: Bearer $MY_KEY\""), "{}", exchange.curl());
    assert!(!format!("{exchange:?}").contains(KEY));
    assert_eq!(body["tools"][0]["function"]["name"], "weather");
    assert_eq!((&body["messages"][0]["content"], &body["max_tokens"]), (&json!("Be kind."), &json!(1000)));
}

#[test]
fn a_key_that_is_repeated_in_an_answer_is_not_kept() {
    let server = Server::start(stream(EVENTS, &[delta(KEY), good()[2].clone()], false));
    let answered = server.converse(Provider::OpenAi, &ask(), &mut |_| {});
    assert_eq!(answered.reply.unwrap().text, "••••");
    assert!(!answered.exchanges[0].response_body.contains(KEY));
}

#[test]
fn a_model_without_tools_is_held_to_a_schema() {
    let said = json!({ "next": { "tool": "weather", "arguments": { "city": "Paris" } } }).to_string();
    let pieces = [delta(&said[..10]), delta(&said[10..]), good()[2].clone()];
    let server = Server::start(stream(EVENTS, &pieces, false));
    let ask = Ask { calling: ToolCalling::Constrained, ..ask() };
    let mut heard = String::new();
    let reply = server.converse(Provider::OpenAi, &ask, &mut |text| heard.push_str(text)).reply.unwrap();
    let (name, arguments) = ("weather".to_owned(), "{\"city\":\"Paris\"}".to_owned());
    assert_eq!(reply.calls, [ModelCall { id: String::new(), name, arguments }]);
    assert_eq!((reply.text.as_str(), heard.as_str()), ("", ""));
    let (_, body) = server.heard.lock()[0].clone();
    assert!(body.get("tools").is_none());
    let next = &body["response_format"]["json_schema"]["schema"]["properties"]["next"]["anyOf"];
    assert_eq!(next[0]["properties"]["tool"]["enum"], json!(["weather"]));

    let server = Server::start(stream(EVENTS, &good(), false));
    let error = server.failure(Provider::OpenAi, &ask);
    assert!(matches!(&error, Error::OffSchema { cut_at: None, .. }), "{error:?}");
    assert!(error.to_string().contains("It is sunny."), "{error}");
}

#[test]
fn a_busy_server_is_asked_again_after_the_time_it_names() {
    let busy = |wait: &'static str| {
        let headers = format!("content-type: application/json\r\nretry-after: {wait}\r\n");
        Script::Answer { status: 429, headers: headers.leak(), body: "{\"error\":\"slow down\"}".to_owned() }
    };
    let server = Server::start(Script::InTurn(vec![busy("0.3"), busy("0"), stream(EVENTS, &good(), false)]));
    let begun = Instant::now();
    let answered = server.converse(Provider::OpenAi, &ask(), &mut |_| {});
    assert_eq!(answered.reply.unwrap().text, "It is sunny.");
    let statuses: Vec<_> = answered.exchanges.iter().map(|one| one.status).collect();
    assert_eq!(statuses, [Some(429), Some(429), Some(200)]);
    assert_eq!(answered.exchanges[0].response_body, "{\"error\":\"slow down\"}");
    // A clock that waited less than it was told to would be wrong on any machine.
    assert!(begun.elapsed() >= Duration::from_millis(300));

    for (script, words) in [(busy("0"), "slow down"), (busy("3600"), "wait 3600 s")] {
        let server = Server::start(script);
        let error = server.failure(Provider::OpenAi, &ask());
        assert!(matches!(error, Error::TooMany { .. }) && error.to_string().contains(words), "{error}");
        let tries = if words == "slow down" { 3 } else { 1 };
        assert_eq!(server.heard.lock().len(), tries);
    }
}

#[test]
fn a_servers_numbers_of_tool_calls_make_neither_room_nor_more_calls() {
    let call = |number: u64, name: &str, arguments: &str| {
        let call = json!({ "index": number, "id": format!("id-{number}"), "type": "function",
            "function": { "name": name, "arguments": arguments } });
        format!("data: {}\n\n", json!({ "choices": [{ "index": 0, "delta": { "tool_calls": [call] } }] }))
    };
    for (first, second) in [(0, 1), (1, 2), (2_000_000, 7), (4_000_000_000, 0), (u64::MAX, u64::from(u32::MAX))] {
        let mut pieces = vec![call(first, "weather", "{\"city\": "), call(second, "weather", "{\"city\": \"Bonn\"}")];
        pieces.push(call(first, "", "\"Paris\"}"));
        pieces.extend(good());
        let answered = Server::start(stream(EVENTS, &pieces, false)).converse(Provider::OpenAi, &ask(), &mut |_| {});
        let calls = answered.reply.unwrap().calls.into_iter();
        let cities: Vec<Value> = calls.map(|call| serde_json::from_str(&call.arguments).unwrap()).collect();
        assert_eq!(cities, [json!({ "city": "Paris" }), json!({ "city": "Bonn" })], "{first} and {second}");
    }
}

#[test]
fn a_stream_that_ends_too_early_is_no_answer() {
    let message_start = json!({ "type": "message_start", "message": { "usage": { "input_tokens": 1 } } });
    let anthropic = format!("event: message_start\ndata: {message_start}\n\n");
    let ollama = format!("{}\n", json!({ "message": { "role": "assistant", "content": "It is" }, "done": false }));
    let responses = json!({ "type": "response.output_text.delta", "delta": "It is" });
    let responses = format!("event: response.output_text.delta\ndata: {responses}\n\n");
    for (provider, kind, piece) in [
        (Provider::OpenAi, EVENTS, delta("It is")),
        (Provider::OpenAiResponses, EVENTS, responses),
        (Provider::Anthropic, EVENTS, anthropic),
        (Provider::Ollama, "application/x-ndjson", ollama),
        (Provider::OpenAi, EVENTS, String::new()),
    ] {
        let error = Server::start(stream(kind, &[piece], false)).failure(provider, &ask());
        assert!(matches!(error, Error::CutOff { .. }), "{provider:?}: {error:?}");
    }
}

#[test]
fn a_chunk_that_cannot_be_read_is_garbage() {
    for provider in [Provider::OpenAi, Provider::OpenAiResponses, Provider::Anthropic] {
        let piece = "event: content_block_start\ndata: {\"choices\": [{\n\n".to_owned();
        let completed = json!({ "type": "response.completed", "response": { "id": "1", "status": "completed",
            "model": "small", "output": [] } });
        let end = format!("event: response.completed\ndata: {completed}\n\n");
        let server = Server::start(stream(EVENTS, &[piece, end], false));
        let error = server.failure(provider, &ask());
        assert!(matches!(error, Error::Malformed { .. }), "{provider:?}: {error:?}");
    }
    let error = Server::start(stream("application/x-ndjson", &["{\"message\":\n".to_owned()], false));
    let error = error.failure(Provider::Ollama, &ask());
    assert!(matches!(error, Error::Malformed { .. }), "{error:?}");
    let error = Server::json(200, &openai("sunny")).failure(Provider::OpenAi, &ask());
    assert!(error.to_string().contains("turn off streaming"), "{error}");
}

#[test]
fn an_error_within_a_stream_is_told_in_the_servers_words() {
    let overloaded = json!({ "type": "error", "error": { "type": "overloaded_error", "message": "Overloaded" } });
    let pieces = [format!("event: error\ndata: {overloaded}\n\n")];
    let error = Server::start(stream(EVENTS, &pieces, false)).failure(Provider::Anthropic, &ask());
    assert!(matches!(&error, Error::Broke { said, .. } if said == "Overloaded"), "{error:?}");
}

#[test]
fn a_reply_of_ten_megabytes_is_not_taken_in() {
    let server = Server::start(stream(EVENTS, &vec![delta(&"x".repeat(10_000)); 1_050], false));
    let answered = server.converse(Provider::OpenAi, &ask(), &mut |_| {});
    assert!(matches!(answered.reply, Err(Error::TooLong { .. })), "{:?}", answered.reply);
    let kept = &answered.exchanges[0];
    assert!(kept.response_body.len() < kept.response_bytes && kept.response_bytes > 8_000_000);
}

#[test]
fn a_stream_that_stalls_ends_and_one_that_says_nothing_at_all() {
    let short = Duration::from_millis(200);
    let with = |patience| Ask { patience, ..ask() };
    let stalls = with(Patience { stall: short, ..ask().patience });
    let mut heard = String::new();
    let server = Server::start(stream(EVENTS, &[delta("It is")], true));
    let answered = server.converse(Provider::OpenAi, &stalls, &mut |text| heard.push_str(text));
    assert!(matches!(answered.reply, Err(Error::Stalled { .. })), "{:?}", answered.reply);
    assert_eq!(heard, "It is");
    let silent = with(Patience { first: short, ..ask().patience });
    let error = Server::start(Script::Hang).failure(Provider::OpenAi, &silent);
    assert!(matches!(error, Error::TimedOut { .. }), "{error:?}");
}

#[test]
fn a_question_is_taken_back_while_it_is_answered() {
    for script in [stream(EVENTS, &[delta("It is")], true), Script::Hang] {
        let server = Server::start(script);
        let (chat, stop) = (server.chat(Provider::OpenAi), Stop::new());
        thread::scope(|scope| {
            let asked = scope.spawn(|| chat.converse(&prompt(), &ask(), &stop, &mut |_| {}));
            until("the question", || !server.heard.lock().is_empty());
            stop.stop();
            assert_eq!(asked.join().unwrap().reply, Err(Error::Stopped));
        });
    }
}

#[test]
fn a_server_of_ones_own_is_told_how_much_context_it_has() {
    let done = json!({ "message": { "role": "assistant", "content": "Sunny." }, "done": true, "done_reason": "stop",
        "prompt_eval_count": 12, "eval_count": 3 });
    let server = Server::start(stream("application/x-ndjson", &[format!("{done}\n")], false));
    let ask = Ask { temperature: Some(0.2), ..ask() };
    let reply = server.converse(Provider::Ollama, &ask, &mut |_| {}).reply.unwrap();
    assert_eq!((reply.text.as_str(), reply.usage.output), ("Sunny.", Some(3)));
    let options = server.heard.lock()[0].1["options"].clone();
    assert_eq!((&options["num_ctx"], &options["num_predict"]), (&json!(8192), &json!(1000)));
    assert_eq!(options["temperature"], json!(0.2), "an agent's temperature stays beside it");
}

#[test]
fn what_is_cut_at_the_most_tokens_says_so() {
    let stop = json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": "length" }] });
    let pieces = [delta("It is"), format!("data: {stop}\n\ndata: [DONE]\n\n")];
    let server = Server::start(stream(EVENTS, &pieces, false));
    assert_eq!(server.converse(Provider::OpenAi, &ask(), &mut |_| {}).reply.unwrap().cut_at, Some(1000));
}

#[test]
fn who_does_not_know_the_token_gets_nothing_through() {
    let server = Server::start(stream(EVENTS, &good(), false));
    let peer = Peer::of(&server.spec(Provider::OpenAi)).unwrap();
    let client = peer.client().unwrap();
    let wire = Arc::new(Wire::new(Arc::new(peer), client, ask().patience, EVENTS, None));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    let token = wire.token.clone();
    runtime.spawn(relay::carry(listener, wire));
    let answer_to = |path: &str| {
        let mut stream = TcpStream::connect(address).unwrap();
        let head = format!("POST {path} HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{{}}");
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.lines().next().unwrap_or_default().to_owned()
    };
    let another = uuid::Uuid::new_v4().simple().to_string();
    let strangers = ["", &another, &token[1..], &format!("{token}0"), &format!("./{token}")];
    for stranger in strangers {
        assert_eq!(answer_to(&format!("/{stranger}/chat/completions")), "HTTP/1.1 404 Not Found", "{stranger}");
    }
    assert!(server.heard.lock().is_empty());
    assert_eq!(answer_to(&format!("/{token}/chat/completions")), "HTTP/1.1 200 OK");
    assert_eq!(server.heard.lock().len(), 1);
}

#[test]
fn a_key_that_a_reply_repeats_is_nowhere_in_what_is_told_and_kept() {
    let escaped = KEY.replace('-', "\\u002d");
    let arguments = format!(r#"{{"city": "{escaped}", "why": "{KEY}"}}"#);
    let call = json!({ "index": 0, "id": KEY, "function": { "name": "weather", "arguments": arguments } });
    let said =
        json!({ "choices": [{ "index": 0, "delta": { "content": format!("It is {KEY}."), "tool_calls": [call] } }] });
    let end = json!({ "choices": [{ "index": 0, "delta": {}, "finish_reason": "tool_calls" }] });
    // The key comes letter by letter, then whole.
    let mut pieces: Vec<String> = KEY.chars().map(|letter| delta(&letter.to_string())).collect();
    pieces.extend([format!("data: {said}\n\n"), format!("data: {end}\n\ndata: [DONE]\n\n")]);
    let server = Server::start(stream(EVENTS, &pieces, false));
    let mut told = String::new();
    let answered = server.converse(Provider::OpenAi, &ask(), &mut |text| told.push_str(text));
    let reply = answered.reply.unwrap();
    assert_eq!((told.as_str(), reply.text.as_str()), ("••••It is ••••.", "••••It is ••••."));
    assert_eq!(reply.calls[0].arguments, r#"{"city":"••••","why":"••••"}"#);
    let kept = format!("{reply:?}{:?}", answered.exchanges[0].request_body);
    assert!(!kept.contains(KEY) && !kept.contains("u002d"), "{kept}");
}
