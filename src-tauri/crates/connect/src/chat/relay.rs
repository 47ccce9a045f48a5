//! Carries a request that `genai` made to the server and its answer back, and keeps a record of both.
//!
//! It listens on this machine for as long as one question takes, and answers only who knows the question's token. Whoever
//! asks it gets to one server only; the key is put in here and nowhere before.

use std::{
    convert::Infallible,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use http_body_util::{BodyExt as _, Either, Full};
use hyper::{
    Request, Response, StatusCode,
    body::{Body, Bytes, Frame, Incoming},
    header::{CONTENT_LENGTH, CONTENT_TYPE, HOST, HeaderMap, HeaderValue},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use reqwest::Url;
use serde_json::Value;
use tokio::{
    net::TcpListener,
    task::JoinSet,
    time::{Instant, Sleep, sleep, timeout},
};

use super::{
    pieces::Pieces,
    wire::{MOST_BYTES, Wire, retry_after},
};
use crate::{Error, weight::MOST_VALUES};

/// Bytes of a refusal that are read.
const REFUSAL_BYTES: usize = 64 * 1024;

/// Answers `genai`, until it is dropped.
pub(super) async fn carry(listener: TcpListener, wire: Arc<Wire>) {
    let mut connections = JoinSet::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        let wire = Arc::clone(&wire);
        connections.spawn(async move {
            let answer = service_fn(|request| {
                let wire = Arc::clone(&wire);
                async move { Ok::<_, Infallible>(answered(request, &wire).await) }
            });
            // Who hangs up early gets no answer.
            let _hung_up = http1::Builder::new().serve_connection(TokioIo::new(stream), answer).await;
        });
    }
}

type Answer = Response<Either<Full<Bytes>, Watched>>;

async fn answered(request: Request<Incoming>, wire: &Arc<Wire>) -> Answer {
    let path = request.uri().path().strip_prefix('/').and_then(|path| path.strip_prefix(&wire.token));
    let Some(path) = path.and_then(|path| path.strip_prefix('/')).map(str::to_owned) else {
        return refusal(StatusCode::NOT_FOUND, Bytes::new());
    };
    match sent(request, &path, wire).await {
        Ok(answer) => answer,
        Err(failure) => {
            wire.failed(failure);
            refusal(StatusCode::BAD_GATEWAY, Bytes::new())
        }
    }
}

fn refusal(status: StatusCode, body: Bytes) -> Answer {
    let mut response = Response::new(Either::Left(Full::from(body)));
    *response.status_mut() = status;
    response
}

/// Sends a request, again where the server asks for that, until there is an answer.
async fn sent(request: Request<Incoming>, path: &str, wire: &Arc<Wire>) -> Result<Answer, Error> {
    let peer = &wire.peer;
    let url = peer.address.join(path).map_err(|cause| peer.malformed(&cause.to_string()))?;
    let (parts, body) = request.into_parts();
    let body = body.collect().await.map_err(|cause| peer.cut_off(&cause.to_string()))?.to_bytes();
    let body = with_more(body, wire.more.as_ref());
    let headers = fit(parts.headers, wire);
    let mut tries = 0;
    loop {
        wire.leaves(&url, &headers, &body);
        let answer = dialled(wire, &url, &headers, body.clone()).await?;
        let (status, answer_headers) = (answer.status(), answer.headers().clone());
        wire.begins(status.as_u16(), &answer_headers);
        if status.is_success() {
            return passed_on(answer, wire);
        }
        let said = refused_with(answer, wire).await;
        let asked_for = retry_after(&answer_headers);
        let wait = wire.patience.wait(status.as_u16(), asked_for, tries);
        let Some(wait) = wait else { return Err(peer.refused(status.as_u16(), &said, asked_for)) };
        tries += 1;
        sleep(wait).await;
    }
}

/// A request's headers as they leave, but for the key.
fn fit(mut headers: HeaderMap, wire: &Wire) -> HeaderMap {
    headers.remove(HOST);
    headers.remove(CONTENT_LENGTH);
    if wire.peer.key.is_none() {
        // The protocols want one in any case; who needs none gets none.
        headers.remove("authorization");
        headers.remove("x-api-key");
    }
    headers
}

fn with_more(body: Bytes, more: Option<&Value>) -> Bytes {
    let Some(Value::Object(more)) = more else { return body };
    let Ok(Value::Object(mut fields)) = serde_json::from_slice(&body) else { return body };
    for (name, value) in more {
        match (fields.get_mut(name).and_then(Value::as_object_mut), value.as_object()) {
            (Some(inner), Some(more)) => inner.extend(more.clone()),
            _ => drop(fields.insert(name.clone(), value.clone())),
        }
    }
    Value::Object(fields).to_string().into()
}

async fn dialled(wire: &Wire, url: &Url, headers: &HeaderMap, body: Bytes) -> Result<reqwest::Response, Error> {
    let limit = wire.patience.first;
    let request = wire.client.post(url.clone()).headers(with_key(headers, wire)).body(body);
    match timeout(limit, request.send()).await {
        Ok(answer) => answer.map_err(|cause| wire.peer.unreached(&cause, limit)),
        Err(_) => Err(Error::TimedOut { address: wire.peer.place(), limit }),
    }
}

/// The key in the place of what stands for it.
fn with_key(headers: &HeaderMap, wire: &Wire) -> HeaderMap {
    let mut headers = headers.clone();
    let (Some(key), Some(stand_in)) = (&wire.peer.key, wire.peer.stand_in()) else { return headers };
    for value in headers.values_mut() {
        let filled = value.to_str().ok().filter(|text| text.contains(&stand_in));
        let filled = filled.map(|text| text.replace(&stand_in, key.secret.expose()));
        if let Some(mut filled) = filled.and_then(|text| HeaderValue::try_from(text).ok()) {
            filled.set_sensitive(true);
            *value = filled;
        }
    }
    headers
}

/// What a refusal says.
async fn refused_with(mut answer: reqwest::Response, wire: &Wire) -> String {
    let mut said = Vec::new();
    let read = async {
        while let Ok(Some(piece)) = answer.chunk().await {
            wire.came(&piece);
            said.extend_from_slice(&piece);
            if said.len() > REFUSAL_BYTES {
                break;
            }
        }
    };
    // What it said so far is better than nothing.
    let _whole = timeout(wire.patience.stall, read).await;
    String::from_utf8_lossy(&said).into_owned()
}

fn passed_on(answer: reqwest::Response, wire: &Arc<Wire>) -> Result<Answer, Error> {
    let kind = answer.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    if !kind.to_ascii_lowercase().starts_with(wire.answer_type) {
        let is_whole = kind.starts_with("application/json");
        let hint = if is_whole { "; it doesn't stream, so turn off streaming for this model" } else { "" };
        return Err(wire.peer.malformed(&format!("its type is “{kind}”{hint}")));
    }
    let mut response = Response::new(Either::Right(Watched::new(answer, Arc::clone(wire))));
    if let Ok(kind) = HeaderValue::try_from(kind) {
        response.headers_mut().insert(CONTENT_TYPE, kind);
    }
    Ok(response)
}

/// An answer's body on its way back: it may neither stall nor grow without end.
struct Watched {
    body: Pin<Box<reqwest::Body>>,
    stall: Pin<Box<Sleep>>,
    /// Whether it has said something.
    has_begun: bool,
    pieces: Pieces,
    is_over: bool,
    wire: Arc<Wire>,
}

impl Watched {
    fn new(answer: reqwest::Response, wire: Arc<Wire>) -> Self {
        let stall = Box::pin(sleep(wire.patience.first));
        let pieces = Pieces::of(wire.answer_type);
        let body = Box::pin(reqwest::Body::from(answer));
        Self { body, stall, has_begun: false, pieces, is_over: false, wire }
    }

    /// How long is waited for what comes next.
    fn limit(&self) -> Duration {
        if self.has_begun { self.wire.patience.stall } else { self.wire.patience.first }
    }

    fn late(&self) -> Error {
        let (address, limit) = (self.wire.peer.place(), self.limit());
        if self.has_begun { Error::Stalled { address, limit } } else { Error::TimedOut { address, limit } }
    }

    fn fail(&self, failure: Error) -> std::io::Error {
        self.wire.failed(failure);
        std::io::ErrorKind::BrokenPipe.into()
    }
}

impl Body for Watched {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        while !self.is_over {
            let Poll::Ready(next) = self.body.as_mut().poll_frame(cx) else {
                ready!(self.stall.as_mut().poll(cx));
                return Poll::Ready(Some(Err(self.fail(self.late()))));
            };
            let frame = match next {
                Some(Ok(frame)) => frame,
                Some(Err(cause)) => {
                    let failure = self.wire.peer.unreached(&cause, self.limit());
                    return Poll::Ready(Some(Err(self.fail(failure))));
                }
                None => {
                    self.is_over = true;
                    let rest = self.pieces.rest();
                    return Poll::Ready((!rest.is_empty()).then(|| Ok(Frame::data(rest.into()))));
                }
            };
            let Ok(piece) = frame.into_data() else { continue };
            if !self.wire.came(&piece) {
                let address = self.wire.peer.place();
                return Poll::Ready(Some(Err(self.fail(Error::TooLong { address, bytes: MOST_BYTES }))));
            }
            let Some(whole) = self.pieces.take(piece) else {
                let failure = self.wire.peer.malformed(&format!("it has more than {MOST_VALUES} JSON values"));
                return Poll::Ready(Some(Err(self.fail(failure))));
            };
            self.has_begun |= self.pieces.says_something(&whole);
            let until = Instant::now() + self.limit();
            self.stall.as_mut().reset(until);
            if !whole.is_empty() {
                return Poll::Ready(Some(Ok(Frame::data(whole))));
            }
        }
        Poll::Ready(None)
    }
}
