//! What comes of a server over HTTP, counted and bounded over all its streams.
//!
//! What `rmcp` has for it bounds one event and one answer. Nobody bounds there what comes between two messages (comments,
//! empty lines, events of other kinds, streams that end at once and are taken up again), nor what a message takes up once
//! it is read; both are bounded here, as those of a process are in [`super::wire`].

use std::{
    future::ready,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use futures_util::{
    StreamExt as _,
    stream::{BoxStream, unfold},
};
use parking_lot::Mutex;
use reqwest::Response;
use rmcp::{
    model::{RequestId, ServerJsonRpcMessage},
    transport::streamable_http_client::SseError,
};
use serde_json::Value;
use sse_stream::{Sse, SseStream};
use tokio::time::Instant;

use super::{
    journal::LogStream,
    link::Link,
    wire::{ENDS, MOST_ASIDE, MOST_BYTES, answered, id_of_cut, refusal},
};
use crate::weight;

/// Bytes of one message. They are read as they come, and two of them may take up a hundred then.
pub(super) const LONGEST_MESSAGE: usize = 4 * 1024 * 1024;

/// Lines that a server may send without a message in them.
const MOST_LINES: usize = 1_000_000;

/// Between two streams that are opened: one that ends at once is not taken up again at once.
const PAUSE: Duration = Duration::from_millis(250);

pub(super) type Events = BoxStream<'static, Result<Sse, SseError>>;

/// What came of a server since something that counts.
pub(super) struct Said {
    link: Arc<Link>,
    /// Bytes since the last message.
    bytes: AtomicUsize,
    /// Lines since the last message.
    lines: AtomicUsize,
    /// Events since the last answer.
    events: AtomicUsize,
    /// When the next stream may be opened.
    next_stream: Mutex<Instant>,
}

/// Why no more of a stream is read.
#[derive(Debug, thiserror::Error)]
enum Broken {
    #[error(transparent)]
    Read(reqwest::Error),
    #[error("an event is larger than the limit of 4 MB")]
    TooLarge,
}

impl Said {
    pub(super) fn new(link: &Arc<Link>) -> Self {
        Self {
            link: Arc::clone(link),
            bytes: AtomicUsize::new(0),
            lines: AtomicUsize::new(0),
            events: AtomicUsize::new(0),
            next_stream: Mutex::new(Instant::now()),
        }
    }

    /// The events of an answer, as long as they are within the limits. `asked` is the question they answer, if they do.
    pub(super) fn events(self: &Arc<Self>, response: Response, asked: Option<RequestId>) -> Events {
        let open = (response, OpenEvent::default(), Arc::clone(self));
        let pieces = unfold(Some(open), |open| async move {
            let (mut response, mut event, said) = open?;
            let piece = match response.chunk().await.transpose()? {
                Ok(piece) => piece,
                Err(cause) => return Some((Err(Broken::Read(cause)), None)),
            };
            let (largest, lines) = event.take(&piece);
            if !said.may_go_on(piece.len(), lines) {
                return None;
            }
            if largest > LONGEST_MESSAGE {
                return Some((Err(Broken::TooLarge), None));
            }
            Some((Ok(piece), Some((response, event, said))))
        });
        let heard = (Arc::clone(self), asked);
        SseStream::from_bytes_stream(pieces)
            .scan(heard, |(said, asked), event| ready(said.heard(event, asked.as_ref())))
            .boxed()
    }

    /// Hears a message as it was sent: what `rmcp` doesn't know of it, it drops.
    pub(super) fn overhear(&self, message: &[u8]) {
        self.link.overhear(message);
    }

    /// A message came: begins to count anew.
    pub(super) fn message(&self, message: &ServerJsonRpcMessage) {
        self.bytes.store(0, Ordering::Relaxed);
        self.lines.store(0, Ordering::Relaxed);
        if answered(message).is_some() {
            self.events.store(0, Ordering::Relaxed);
        }
    }

    /// When a stream may be opened that is asked for now.
    pub(super) fn turn(&self) -> Instant {
        let mut next = self.next_stream.lock();
        let turn = (*next).max(Instant::now());
        *next = turn + PAUSE;
        turn
    }

    /// Whether nothing more of it is heard.
    pub(super) fn is_over(&self) -> bool {
        self.link.ending().is_some()
    }

    /// Counts what came; false, and the end of the server, where it is too much without a message.
    fn may_go_on(&self, bytes: usize, lines: usize) -> bool {
        let bytes = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let lines = self.lines.fetch_add(lines, Ordering::Relaxed) + lines;
        if bytes > MOST_BYTES {
            self.end("more than 32 MB without a message");
        } else if lines > MOST_LINES {
            self.end(&format!("more than {MOST_LINES} lines without a message"));
        }
        bytes <= MOST_BYTES && lines <= MOST_LINES
    }

    /// Looks at an event before anybody reads it; nothing where the server had to end.
    fn heard(&self, event: Result<Sse, SseError>, asked: Option<&RequestId>) -> Option<Result<Sse, SseError>> {
        if self.events.fetch_add(1, Ordering::Relaxed) >= MOST_ASIDE {
            self.end(&format!("{MOST_ASIDE} messages in a row that answer nothing"));
            return None;
        }
        let event = match event {
            Ok(event) => event,
            Err(SseError::Body(cause)) if is_too_large(cause.as_ref()) => {
                let asked = asked.and_then(|id| serde_json::to_value(id).ok());
                let refused = asked.and_then(|id| self.instead(&id, "is larger than the limit of 4 MB"));
                return Some(refused.ok_or(SseError::Body(cause)));
            }
            Err(cause) => return Some(Err(cause)),
        };
        let data = event.data.as_deref().unwrap_or_default();
        if !weight::is_light(data.as_bytes()) {
            return Some(Ok(self.too_heavy(data)));
        }
        if let Ok(message) = serde_json::from_str::<ServerJsonRpcMessage>(data) {
            self.message(&message);
            self.overhear(data.as_bytes());
        }
        Some(Ok(event))
    }

    /// What stands in the place of an event that would take up too much.
    fn too_heavy(&self, data: &str) -> Sse {
        let skipped = format!("a message of more than {} JSON values, skipped", weight::MOST_VALUES);
        self.link.note(LogStream::Protocol, &skipped);
        let data = data.as_bytes();
        let id = id_of_cut(data, &data[data.len().saturating_sub(ENDS)..]);
        id.and_then(|id| self.instead(&id, "has too many JSON values")).unwrap_or_default()
    }

    /// An answer in the place of one that is not read, so that nobody waits for it.
    fn instead(&self, id: &Value, why: &str) -> Option<Sse> {
        let refusal = refusal(id, why);
        let text = refusal.to_string();
        self.message(&serde_json::from_value(refusal).ok()?);
        Some(Sse::default().data(text))
    }

    fn end(&self, sent: &str) {
        self.link.end(&format!("The MCP server “{}” sent {sent}.", self.link.name));
    }
}

/// How far an event was read that has not ended.
#[derive(Default)]
struct OpenEvent {
    /// Bytes of it.
    event: usize,
    /// Bytes of its last line.
    line: usize,
    /// Whether the last byte was the first half of a line's end, or all of it.
    was_return: bool,
}

impl OpenEvent {
    /// Takes what came next; gives how large an event became in it, and how many lines ended.
    fn take(&mut self, piece: &[u8]) -> (usize, usize) {
        let (mut largest, mut lines) = (0, 0);
        for &byte in piece {
            match byte {
                b'\n' if self.was_return => {}
                b'\n' | b'\r' => {
                    lines += 1;
                    // An empty line ends an event.
                    self.event = if self.line == 0 { 0 } else { self.event + 1 };
                    self.line = 0;
                }
                _ => {
                    self.line += 1;
                    self.event += 1;
                }
            }
            self.was_return = byte == b'\r';
            largest = largest.max(self.event);
        }
        (largest, lines)
    }
}

fn is_too_large(cause: &(dyn std::error::Error + Send + Sync + 'static)) -> bool {
    matches!(cause.downcast_ref::<Broken>(), Some(Broken::TooLarge))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_as_large_as_its_lines_however_they_end_and_come() {
        let largest = |text: &str, size: usize| {
            let mut open = OpenEvent::default();
            text.as_bytes().chunks(size).fold((0, 0), |(largest, lines), piece| {
                let (now, ended) = open.take(piece);
                (largest.max(now), lines + ended)
            })
        };
        for end in ["\n", "\r", "\r\n"] {
            let text = format!("data: a{end}data: bc{end}{end}: d{end}{end}{end}data: e");
            for size in 1..text.len() {
                assert_eq!(largest(&text, size), (17, 6), "{end:?} in pieces of {size}");
            }
        }
    }
}
