//! Servers that take their time, by a clock that jumps on whenever everybody waits: minutes go by, and no test waits.

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    runtime::{Builder, Handle},
    time::sleep,
};

use super::{
    replies::{EVENTS, ask, delta, good, prompt},
    *,
};

/// What a server says, piece by piece, each after a while.
type Pieces = Vec<(Duration, String)>;

fn after(seconds: u64, piece: impl Into<String>) -> (Duration, String) {
    (Duration::from_secs(seconds), piece.into())
}

fn head(kind: &str) -> String {
    format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\nconnection: close\r\n\r\n")
}

/// A connection to a server that says this to whoever asks, and the clock that both go by.
fn slow(provider: Provider, pieces: Pieces) -> (Chat, Handle) {
    let runtime = Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    runtime.spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer(stream, pieces.clone()));
        }
    });
    let clock = runtime.handle().clone();
    let base = if provider == Provider::Ollama { address } else { format!("{address}/v1") };
    let spec = ModelSpec { provider, model: "small".to_owned(), base_url: Some(base), key: None };
    (Chat { remote: Some(Talk::on(runtime, &spec).unwrap()), timeout: Duration::from_mins(2) }, clock)
}

async fn answer(mut stream: TcpStream, pieces: Pieces) {
    let mut asked = Vec::new();
    while !is_whole(&asked) {
        if !stream.read_buf(&mut asked).await.is_ok_and(|read| read > 0) {
            return;
        }
    }
    for (pause, piece) in pieces {
        sleep(pause).await;
        if stream.write_all(piece.as_bytes()).await.is_err() {
            return;
        }
    }
}

/// Whether a request has come with all of its body.
fn is_whole(asked: &[u8]) -> bool {
    let text = String::from_utf8_lossy(asked).to_lowercase();
    let Some((head, body)) = text.split_once("\r\n\r\n") else { return false };
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    length.and_then(|length| length.parse::<usize>().ok()).is_none_or(|length| body.len() >= length)
}

/// As sessions ask, with the patience that they have.
fn patient(is_streamed: bool) -> Ask {
    Ask { is_streamed, patience: Patience::default(), ..ask() }
}

fn converse(provider: Provider, is_streamed: bool, pieces: Pieces) -> Answered {
    let (chat, clock) = slow(provider, pieces);
    let _by_it = clock.enter();
    chat.converse(&prompt(), &patient(is_streamed), &Stop::new(), &mut |_| {})
}

#[test]
fn a_first_word_after_ninety_seconds_is_heard() {
    let (role, words) = (json!({ "role": "assistant", "content": "It is sunny." }), "It is sunny.");
    let whole = json!({ "choices": [{ "index": 0, "message": role, "finish_reason": "stop" }] }).to_string();
    let line = json!({ "message": role, "done": true, "done_reason": "stop" }).to_string() + "\n";
    let json = "application/json";
    let events = || good().concat();
    for (name, provider, is_streamed, pieces) in [
        ("the head, too", Provider::OpenAi, true, vec![after(90, head(EVENTS) + &events())]),
        ("after the head", Provider::OpenAi, true, vec![after(0, head(EVENTS)), after(90, events())]),
        (
            "after signs of life",
            Provider::OpenAi,
            true,
            vec![after(1, head(EVENTS)), after(1, ": loading\n\n"), after(90, events())],
        ),
        (
            "and as long as a word may take after that",
            Provider::OpenAi,
            true,
            vec![after(90, head(EVENTS)), after(90, delta("It is ")), after(55, good()[1..].concat())],
        ),
        ("whole", Provider::OpenAi, false, vec![after(90, head(json) + &whole)]),
        ("whole, after the head", Provider::OpenAi, false, vec![after(0, head(json)), after(90, whole.clone())]),
        ("lines", Provider::Ollama, true, vec![after(0, head("application/x-ndjson")), after(90, line)]),
    ] {
        let answered = converse(provider, is_streamed, pieces);
        let text = answered.reply.map(|reply| reply.text);
        assert_eq!(text.as_deref(), Ok(words), "{name}");
        let [exchange] = answered.exchanges.as_slice() else { panic!("{name}: {:?}", answered.exchanges) };
        assert!(exchange.elapsed >= Duration::from_secs(90), "{name}: the clock went on for {:?}", exchange.elapsed);
    }
    let (chat, clock) = slow(Provider::OpenAi, vec![after(90, head(json) + &whole)]);
    let _by_it = clock.enter();
    let reply = chat.complete("Be brief.", "Weather?");
    assert_eq!(reply.map(|reply| reply.text).as_deref(), Ok(words), "a few words, too");
}

#[test]
fn waiting_ends_where_it_is_set_to() {
    let silent = vec![after(0, head(EVENTS)), after(125, good().concat())];
    let reply = converse(Provider::OpenAi, true, silent).reply;
    let Err(Error::TimedOut { limit, .. }) = reply else { panic!("{reply:?}") };
    assert_eq!(limit, Duration::from_mins(2));
    let stalls = vec![after(90, head(EVENTS) + &delta("It is ")), after(65, good().concat())];
    let reply = converse(Provider::OpenAi, true, stalls).reply;
    let Err(Error::Stalled { limit, .. }) = reply else { panic!("{reply:?}") };
    assert_eq!(limit, Duration::from_mins(1));
    let mut endless = vec![after(0, head(EVENTS))];
    endless.extend((0..20).map(|_| after(50, delta("and "))));
    let reply = converse(Provider::OpenAi, true, endless).reply;
    let Err(Error::TimedOut { limit, .. }) = reply else { panic!("{reply:?}") };
    assert_eq!(limit, Duration::from_mins(15));
}
