//! What a server that means harm, or is broken, says over HTTP. Nothing large is kept: it is written again and again.

use std::io::{self, Write};

/// The key of whoever asks, which no message may repeat.
pub(crate) const SECRET: &str = "hunter2-hunter2";

const MB: usize = 1024 * 1024;

/// Bytes that are written at once.
const PIECE: usize = 64 * 1024;

/// A reply: its head, and a body of which one piece comes many times.
#[derive(Clone)]
pub(crate) struct Hostile {
    pub(crate) kind: &'static str,
    pub(crate) status: u16,
    pub(crate) headers: String,
    pub(crate) open: Vec<u8>,
    pub(crate) piece: Vec<u8>,
    pub(crate) times: usize,
    pub(crate) close: Vec<u8>,
    /// Whether it ends in an error whoever hears it. Others may be an answer to one who only takes it down.
    pub(crate) is_error: bool,
}

impl Hostile {
    /// A body that is sent as it stands.
    pub(crate) fn of(kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        let (piece, close) = (Vec::new(), Vec::new());
        Self { kind, status: 200, headers: String::new(), open: body.into(), piece, times: 0, close, is_error: false }
    }

    /// The same, of which nobody may make an answer: it breaks off, is refused or goes on beyond every limit.
    pub(crate) fn fails(mut self) -> Self {
        self.is_error = true;
        self
    }

    /// The same with this so often behind it that it has about so many bytes.
    pub(crate) fn then(mut self, piece: &[u8], bytes: usize) -> Self {
        self.piece = piece.repeat((PIECE / piece.len()).max(1));
        self.times = bytes.div_ceil(self.piece.len());
        self
    }

    fn with(mut self, status: u16, headers: &str) -> Self {
        (self.status, self.headers) = (status, headers.to_owned());
        self
    }

    /// Says it, until nobody listens any more.
    pub(crate) fn say(&self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(&self.open)?;
        (0..self.times).try_for_each(|_| to.write_all(&self.piece))?;
        to.write_all(&self.close)
    }
}

/// One of each kind; as the data of an event where the answer is a stream of events. `flood` are the bytes of what comes
/// in small parts.
pub(crate) fn replies(is_events: bool, flood: usize) -> Vec<Hostile> {
    let call = r#"{"index":4000000000,"id":"a","function":{"name":"f","arguments":"{}"}}"#;
    let index = format!(r#"{{"choices":[{{"index":9e99,"delta":{{"tool_calls":[{call}]}}}}]}}"#);
    let counts = r#"{"usage":{"prompt_tokens":1e300,"completion_tokens":-99999999999999999999},"eval_count":1e99,
        "jsonrpc":"2.0","id":18446744073709551616,"result":{"total":99999999999999999999}}"#;
    let many = "x-more: of the same\r\n".repeat(5_000);
    let whole = [
        Hostile::of("a huge index", index),
        Hostile::of("huge counts", counts.replace('\n', "")),
        Hostile::of("a length that does not come", "{").with(200, "content-length: 999999999999\r\n").fails(),
        Hostile::of("a piece of a huge length", "ffffffffffffffff\r\n{")
            .with(200, "transfer-encoding: chunked\r\n")
            .fails(),
        Hostile::of("deep nesting", "").then(b"[", 4 * MB),
        Hostile::of("deep objects", "").then(b"{\"a\":", 4 * MB),
        Hostile::of("an endless line", "{\"a\":\"").then(b"a", 200 * MB).fails(),
        Hostile::of("endless values", "[").then(b"0,", 50 * MB).fails(),
        Hostile::of("endless objects", "[").then(b"{\"\":0},", 50 * MB).fails(),
        Hostile::of("wrong types", r#"{"choices":7,"message":[],"content":{"a":1},"jsonrpc":2,"id":{},"result":"x"}"#),
        Hostile::of("cut off", r#"{"choices":[{"delta":{"content":"#),
        Hostile::of("NUL", "{\"choices\":\"\0\0\0\0\"}\0\0"),
        Hostile::of("invalid UTF-8", *b"{\"choices\":\"\xff\xfe\x80\xc0\xaf\"}"),
        Hostile::of("a compression bomb", *b"\x1f\x8b\x08\0\0\0\0\0\0\xff")
            .then(&[0xed, 0xc1, 1, 1, 0], 50 * MB)
            .fails(),
        Hostile::of("the key", format!(r#"{{"error":{{"message":"Bearer {SECRET} {SECRET}"}}}}"#))
            .with(400, "")
            .fails(),
        Hostile::of("nothing", ""),
        Hostile::of("a page", "<!doctype html><html><body>"),
    ];
    let framed = whole.into_iter().map(|mut reply| {
        if is_events {
            reply.open = [b"data: ", reply.open.as_slice()].concat();
            reply.close = b"\n\n".to_vec();
        }
        if reply.kind == "a compression bomb" {
            "content-encoding: gzip\r\n".clone_into(&mut reply.headers);
        }
        reply
    });
    let plain = [
        Hostile::of("an endless stream", "").then(b"data: {}\n\n", flood).fails(),
        Hostile::of("endless empty lines", "").then(b"\n", flood).fails(),
        Hostile::of("endless short lines", "").then(b"a\n", flood).fails(),
        Hostile::of("a loop of redirections", "").with(307, "location: /\r\n").fails(),
        Hostile::of("an error of 50 MB", "").then(b"no ", 50 * MB).with(500, "").fails(),
        Hostile::of("thousands of headers", "{}").with(200, &many),
    ];
    framed.chain(plain).collect()
}
