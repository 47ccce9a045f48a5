//! How messages travel over the pipes of a process, with limits; and when a call left and came back.

use std::{
    future::Future,
    io,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};

use regex::Regex;

use rmcp::{
    RoleClient,
    model::{ClientJsonRpcMessage, ClientRequest, JsonRpcMessage, RequestId, ServerJsonRpcMessage},
    transport::Transport,
};
use serde_json::{Value, json};
use tokio::{
    io::AsyncWriteExt,
    process::{ChildStdin, ChildStdout},
    sync::{Mutex, watch},
};

use super::{
    child::Order,
    journal::{LogStream, cut},
    lines::{Lines, Next},
    link::Link,
};
use crate::weight;

/// The longest message.
const LONGEST_MESSAGE: usize = 16 * 1024 * 1024;

/// What a server may print without a message in it.
const MOST_BYTES: usize = 32 * 1024 * 1024;

/// Lines that are no messages, in a row.
const MOST_GARBAGE: usize = 100;

/// Messages that answer nothing, in a row: what a call reports while it runs, and what a server has to say.
pub(super) const MOST_ASIDE: usize = 100_000;

/// Requests of a server whose responses it has not read yet.
const MOST_OWED: usize = 10_000;

/// Bytes of a line that is no message that are shown.
const SHOWN_BYTES: usize = 200;

/// Bytes of the beginning of a long message that its id may stand in.
const ENDS: usize = 256;

/// The pipes of a process.
pub(super) struct Pipes {
    lines: Lines<ChildStdout>,
    /// Lines since the last message.
    garbage: usize,
    /// Messages since the last answer.
    aside: usize,
    stdin: Arc<Mutex<Option<ChildStdin>>>,
    /// Requests of the server that are not answered yet.
    owed: Arc<AtomicUsize>,
    orders: watch::Sender<Order>,
    link: Arc<Link>,
}

impl Pipes {
    /// What goes wrong with the stream is told to whoever watches over the process.
    pub(super) fn new(stdout: ChildStdout, stdin: ChildStdin, orders: watch::Sender<Order>, link: Arc<Link>) -> Self {
        let lines = Lines::new(stdout, LONGEST_MESSAGE, MOST_BYTES);
        Self {
            lines,
            garbage: 0,
            aside: 0,
            stdin: Arc::new(Mutex::new(Some(stdin))),
            owed: Arc::default(),
            orders,
            link,
        }
    }

    /// Looks at the line that was read.
    fn message(&mut self) -> Option<ServerJsonRpcMessage> {
        let at = Instant::now();
        let line = self.lines.line().trim_ascii();
        let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
        if line.is_empty() {
            return None;
        }
        if !weight::is_light(line) {
            self.note(&format!("a message of more than {} JSON values, skipped", weight::MOST_VALUES));
            let line = self.lines.line();
            let id = id_of_cut(line, &line[line.len().saturating_sub(ENDS)..])?;
            return self.refusal(&id, "has too many JSON values");
        }
        let Ok(message) = serde_json::from_slice::<ServerJsonRpcMessage>(line) else {
            self.note("not a message");
            return None;
        };
        self.aside += 1;
        if let Some(id) = answered(&message) {
            self.link.answered(id, at);
            self.aside = 0;
        }
        if matches!(message, JsonRpcMessage::Request(_)) && self.owed.fetch_add(1, Ordering::Relaxed) >= MOST_OWED {
            self.order(Order::Kill("it keeps sending requests without reading the responses".to_owned()));
            return None;
        }
        stray(&message, &self.link);
        self.garbage = 0;
        self.lines.forgive();
        Some(message)
    }

    /// An answer in the place of one that was too large to be read, so that nobody waits for it.
    fn refusal(&mut self, id: &Value, why: &str) -> Option<ServerJsonRpcMessage> {
        let message = format!("the response {why}; request less at a time");
        let refusal = json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32603, "message": message } });
        let refusal = serde_json::from_value(refusal).ok()?;
        if let Some(id) = answered(&refusal) {
            self.link.answered(id, Instant::now());
        }
        self.lines.forgive();
        Some(refusal)
    }

    fn note(&mut self, what: &str) {
        self.garbage += 1;
        self.link.note(LogStream::Protocol, &format!("{what}: {}", cut(&self.beginning(), SHOWN_BYTES)));
    }

    fn beginning(&self) -> String {
        let line = self.lines.line();
        String::from_utf8_lossy(&line[..line.len().min(2 * SHOWN_BYTES)]).trim().to_owned()
    }

    fn flood(&self, what: &str) {
        let message = format!(
            "it printed {what} to standard output, which is reserved for protocol messages (starting with: {}); \
             check that the command starts an MCP server",
            cut(&self.beginning(), 80)
        );
        self.order(Order::Kill(message));
    }

    /// The first order stands.
    fn order(&self, order: Order) {
        self.orders.send_if_modified(|current| {
            let is_first = matches!(current, Order::Run);
            if is_first {
                *current = order;
            }
            is_first
        });
    }
}

impl Transport<RoleClient> for Pipes {
    type Error = io::Error;

    fn send(&mut self, message: ClientJsonRpcMessage) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let (stdin, link, owed) = (Arc::clone(&self.stdin), Arc::clone(&self.link), Arc::clone(&self.owed));
        async move {
            let mut line = serde_json::to_vec(&message)?;
            line.push(b'\n');
            let mut stdin = stdin.lock().await;
            let Some(stdin) = stdin.as_mut() else { return Err(io::ErrorKind::NotConnected.into()) };
            if let Some(id) = call(&message) {
                link.sent(id.clone());
            }
            stdin.write_all(&line).await?;
            stdin.flush().await?;
            if matches!(message, JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_)) {
                owed.fetch_sub(1, Ordering::Relaxed);
            }
            Ok(())
        }
    }

    async fn receive(&mut self) -> Option<ServerJsonRpcMessage> {
        if self.aside >= MOST_ASIDE {
            let message = format!("it sent {MOST_ASIDE} messages in a row that answer nothing");
            self.order(Order::Kill(message));
            return None;
        }
        loop {
            match self.lines.next().await {
                Next::Line => {
                    if let Some(message) = self.message() {
                        return Some(message);
                    }
                }
                Next::Cut => {
                    self.note("skipped a line longer than 16 MB");
                    let id = id_of_cut(self.lines.line(), self.lines.tail());
                    if let Some(refusal) = id.and_then(|id| self.refusal(&id, "is larger than the limit of 16 MB")) {
                        return Some(refusal);
                    }
                }
                Next::Flood => {
                    self.flood("more than 32 MB without a message");
                    return None;
                }
                Next::End => {
                    self.order(Order::Closed);
                    return None;
                }
            }
            if self.garbage >= MOST_GARBAGE {
                self.flood(&format!("{MOST_GARBAGE} lines in a row that aren't messages"));
                return None;
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.stdin.lock().await.take();
        Ok(())
    }
}

/// Whether a server says that it does not know the session. It should say so with its status; many do it in words.
pub(super) fn is_forgotten(said: &str) -> bool {
    let said = said.to_lowercase();
    said.contains("session id") || said.contains("session not found")
}

/// The id of a message of which only both ends are known: it stands at one of them.
fn id_of_cut(beginning: &[u8], end: &[u8]) -> Option<Value> {
    static ID: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r#""id"\s*:\s*(-?\d{1,18}|"[^"\\]{1,100}")\s*[,}]"#).expect("it is a pattern"));
    let beginning = beginning.trim_ascii_start();
    let beginning = &beginning[..beginning.len().min(ENDS)];
    let end = end.trim_ascii_end();
    if !beginning.starts_with(b"{") || !end.ends_with(b"}") {
        return None;
    }
    let (beginning, end) = (String::from_utf8_lossy(beginning), String::from_utf8_lossy(end));
    let id = ID.captures(&beginning).or_else(|| ID.captures_iter(&end).last())?;
    serde_json::from_str(&id[1]).ok()
}

/// The id of a tool's call; other requests are not timed.
pub(super) fn call(message: &ClientJsonRpcMessage) -> Option<&RequestId> {
    match message {
        JsonRpcMessage::Request(request) if matches!(request.request, ClientRequest::CallToolRequest(_)) => {
            Some(&request.id)
        }
        _ => None,
    }
}

pub(super) fn answered(message: &ServerJsonRpcMessage) -> Option<&RequestId> {
    match message {
        JsonRpcMessage::Response(response) => Some(&response.id),
        JsonRpcMessage::Error(error) => error.id.as_ref(),
        _ => None,
    }
}

/// What is wrong with a question of which the server does not say which one it is: nobody will be answered.
pub(super) fn stray(message: &ServerJsonRpcMessage, link: &Arc<Link>) -> Option<String> {
    let JsonRpcMessage::Error(error) = message else { return None };
    if error.id.is_some() {
        return None;
    }
    let said = cut(&error.error.message, SHOWN_BYTES);
    link.note(LogStream::Protocol, &format!("an error that doesn't belong to a request: {said}"));
    Some(said)
}
