//! One question on its way: where it goes, how long is waited, and what went over the wire so far.

use std::{sync::Arc, time::Duration};

use hyper::header::HeaderMap;
use parking_lot::Mutex;
use reqwest::Url;
use serde_json::Value;
use tokio::time::Instant;

use super::{Exchange, Patience, peer::Peer};
use crate::Error;

/// Bytes an answer may have; whatever is longer is no reply of a model.
pub(super) const MOST_BYTES: usize = 8 * 1024 * 1024;

/// The type of an answer that is a stream of events.
pub(super) const EVENT_STREAM: &str = "text/event-stream";

/// The type of an answer that is a stream of JSON texts, one a line.
pub(super) const LINES: &str = "application/x-ndjson";

/// Bytes of an answer that are kept to be shown.
const KEPT_BYTES: usize = 256 * 1024;

/// A question on its way.
#[derive(Debug)]
pub(super) struct Wire {
    pub(super) peer: Arc<Peer>,
    pub(super) client: reqwest::Client,
    pub(super) patience: Patience,
    /// The type an answer must have.
    pub(super) answer_type: &'static str,
    /// What is added to the request's body.
    pub(super) more: Option<Value>,
    /// Only who knows it is answered.
    pub(super) token: String,
    log: Mutex<Log>,
}

#[derive(Debug, Default)]
struct Log {
    exchanges: Vec<Exchange>,
    /// Of the last exchange.
    body: Vec<u8>,
    begun: Option<Instant>,
    failure: Option<Error>,
}

impl Wire {
    pub(super) fn new(
        peer: Arc<Peer>,
        client: reqwest::Client,
        patience: Patience,
        answer_type: &'static str,
        more: Option<Value>,
    ) -> Self {
        let token = uuid::Uuid::new_v4().simple().to_string();
        Self { peer, client, patience, answer_type, more, token, log: Mutex::default() }
    }

    /// A request is about to leave; its headers have a variable for the key.
    pub(super) fn leaves(&self, url: &Url, headers: &HeaderMap, body: &[u8]) {
        let mut log = self.log.lock();
        log.finish(&self.peer);
        log.begun = Some(Instant::now());
        log.exchanges.push(Exchange {
            url: url.to_string(),
            request_headers: pairs(headers),
            request_body: self.peer.mask.text(&String::from_utf8_lossy(body)),
            ..Exchange::default()
        });
    }

    /// An answer begins.
    pub(super) fn begins(&self, status: u16, headers: &HeaderMap) {
        let mut log = self.log.lock();
        if let Some(last) = log.exchanges.last_mut() {
            last.status = Some(status);
            last.response_headers =
                pairs(headers).into_iter().map(|(name, value)| (name, self.peer.mask.text(&value))).collect();
        }
    }

    /// More of it came; false where that is too much.
    pub(super) fn came(&self, piece: &[u8]) -> bool {
        let mut log = self.log.lock();
        log.body.extend_from_slice(piece);
        log.body.len() <= MOST_BYTES
    }

    /// The first failure counts: those after it are its consequences.
    pub(super) fn failed(&self, failure: Error) {
        self.log.lock().failure.get_or_insert(failure);
    }

    pub(super) fn failure(&self) -> Option<Error> {
        self.log.lock().failure.clone()
    }

    /// What is wrong with the lines of an answer that was read all the same.
    pub(super) fn flaw(&self, find: impl Fn(&str) -> Option<Error>) -> Option<Error> {
        find(&String::from_utf8_lossy(&self.log.lock().body))
    }

    /// What went over the wire.
    pub(super) fn exchanges(&self) -> Vec<Exchange> {
        let mut log = self.log.lock();
        log.finish(&self.peer);
        std::mem::take(&mut log.exchanges)
    }
}

impl Log {
    /// Puts what came where it is shown.
    fn finish(&mut self, peer: &Peer) {
        let (body, begun) = (std::mem::take(&mut self.body), self.begun.take());
        let (Some(last), Some(begun)) = (self.exchanges.last_mut(), begun) else { return };
        let kept = &body[..body.len().min(KEPT_BYTES)];
        last.response_body = peer.mask.text(&String::from_utf8_lossy(kept));
        last.response_bytes = body.len();
        last.elapsed = begun.elapsed();
    }
}

fn pairs(headers: &HeaderMap) -> Vec<(String, String)> {
    let text = |value: &hyper::header::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect()
}

/// What a server wants to be left alone for: seconds, as all of them write it.
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds: f64 = headers.get("retry-after")?.to_str().ok()?.trim().parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}
