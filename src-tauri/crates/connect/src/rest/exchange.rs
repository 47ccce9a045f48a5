//! Sending a request: where it is sent on to, when it is sent again, and how much of an answer is read.

use std::{
    error::Error as _,
    time::{Duration, Instant},
};

use reqwest::{
    Method, Response, StatusCode, Url,
    header::{
        AUTHORIZATION, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LOCATION, CONTENT_TYPE, COOKIE, HeaderMap, LOCATION,
        PROXY_AUTHORIZATION, RETRY_AFTER,
    },
};
use studio_runtime::Failure;

use super::{
    address::Forbidden,
    dial::{CONNECT_LIMIT, Dialer},
    plan::Plan,
    refused,
    request::Request,
};
use crate::secrets::Mask;

/// Times a request is sent on.
const MOST_REDIRECTIONS: usize = 5;

/// Bytes of an answer.
pub(super) const MOST_BYTES: usize = 10 * 1024 * 1024;

/// The first wait before a request is sent again; each later one is twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(200);

/// The longest wait a server may ask for.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// What came back.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) method: Method,
    pub(super) url: Url,
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) bytes: Vec<u8>,
}

/// What happened on the way.
#[derive(Debug, Default)]
pub(super) struct Journey {
    pub(super) log: Vec<String>,
    pub(super) outside: Duration,
}

/// Sends the request until there is an answer worth giving.
pub(super) async fn exchange(
    dialer: &Dialer,
    plan: &Plan,
    request: &Request,
    mask: &Mask,
    journey: &mut Journey,
) -> Result<Reply, Failure> {
    let is_repeatable = !matches!(request.method, Method::POST | Method::PATCH);
    let mut retries = if is_repeatable { plan.retries } else { 0 };
    let mut wait = FIRST_WAIT;
    loop {
        let done = follow(dialer, plan, request, mask, journey).await;
        let (why, asked) = match &done {
            Ok(reply) if is_passing(reply.status) => (named(reply.status), retry_after(&reply.headers)),
            Err(Failure::Unavailable { message }) => (message.clone(), None),
            _ => return done,
        };
        let pause = asked.unwrap_or_default().max(wait);
        if retries == 0 || pause > LONGEST_WAIT {
            return done;
        }
        journey.log.push(format!("{why}; retried after {} ms", pause.as_millis()));
        tokio::time::sleep(pause).await;
        retries -= 1;
        wait *= 2;
    }
}

/// Whether the same request may well be answered a moment later.
fn is_passing(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::TOO_MANY_REQUESTS
            | StatusCode::BAD_GATEWAY
            | StatusCode::SERVICE_UNAVAILABLE
            | StatusCode::GATEWAY_TIMEOUT
    )
}

fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}

/// Sends the request where it leads. Every step is checked like the first.
async fn follow(
    dialer: &Dialer,
    plan: &Plan,
    request: &Request,
    mask: &Mask,
    journey: &mut Journey,
) -> Result<Reply, Failure> {
    let mut request = request.clone();
    for _ in 0..=MOST_REDIRECTIONS {
        let client = dialer.client(&request.url, plan.may_be_private(&request.url))?;
        let start = Instant::now();
        let reply = send(client, &request).await;
        journey.outside += start.elapsed();
        let reply = reply?;
        if !matches!(reply.status.as_u16(), 301 | 302 | 303 | 307 | 308) {
            return Ok(reply);
        }
        let step = format!("{} {} from {}", reply.status.as_u16(), reason(reply.status), place(&reply.url));
        redirect(&mut request, &reply, mask)?;
        journey.log.push(format!("{step} to {}", place(&request.url)));
    }
    Err(refused(&format!("{} redirected the request more than {MOST_REDIRECTIONS} times.", place(&request.url))))
}

async fn send(client: &reqwest::Client, request: &Request) -> Result<Reply, Failure> {
    let mut builder = client.request(request.method.clone(), request.url.clone()).headers(request.headers.clone());
    if let Some(body) = &request.body {
        builder = builder.body(body.clone());
    }
    let mut response = builder.send().await.map_err(|cause| unreachable(&request.url, &cause))?;
    let bytes = read(&mut response, &request.url).await?;
    Ok(Reply {
        method: request.method.clone(),
        url: request.url.clone(),
        status: response.status(),
        headers: response.headers().clone(),
        bytes,
    })
}

async fn read(response: &mut Response, url: &Url) -> Result<Vec<u8>, Failure> {
    let too_long = || Failure::Capped {
        message: format!(
            "The response from {} is larger than the limit of {} MB. Request less at a time.",
            place(url),
            MOST_BYTES / 1024 / 1024
        ),
    };
    if response.content_length().is_some_and(|length| length > MOST_BYTES as u64) {
        return Err(too_long());
    }
    let mut bytes = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|cause| cut_off(url, &cause))? {
        if bytes.len() + piece.len() > MOST_BYTES {
            return Err(too_long());
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes)
}

/// Makes of a request the one that its answer asks for (RFC 9110, 15.4; fetch for what it leaves open).
pub(super) fn redirect(request: &mut Request, reply: &Reply, mask: &Mask) -> Result<(), Failure> {
    let status = reply.status;
    let from = place(&request.url);
    let target = reply.headers.get(LOCATION).and_then(|value| value.to_str().ok());
    let target = target.and_then(|target| request.url.join(target).ok()).ok_or_else(|| Failure::Garbage {
        message: format!("{from} responded with {} but no URL to redirect to.", named(status)),
        log: String::new(),
    })?;
    let deny = |why: &str| Err(refused(&format!("{from} redirects to {}, {why}.", place(&target))));
    if !matches!(target.scheme(), "http" | "https") {
        return deny("which isn't http or https");
    }
    if request.has_secret && request.url.scheme() == "https" && target.scheme() == "http" {
        return deny("which isn't encrypted, but the request contains a secret");
    }
    let is_turned = match status.as_u16() {
        303 => !matches!(request.method, Method::GET | Method::HEAD),
        301 | 302 => request.method == Method::POST,
        _ => false,
    };
    if is_turned {
        turn_to_get(request);
    }
    if request.url.origin() != target.origin() {
        if request.body.is_some() && request.has_body_secret || mask.is_in(target.as_str()) {
            return deny("which would receive a secret that isn't meant for it");
        }
        leave_origin(request);
    }
    request.url = target;
    // A name or password in an address would become a header.
    let _ = request.url.set_username("");
    let _ = request.url.set_password(None);
    Ok(())
}

fn turn_to_get(request: &mut Request) {
    request.method = Method::GET;
    request.body = None;
    for name in [CONTENT_TYPE, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_LOCATION] {
        request.headers.remove(name);
    }
}

/// Drops what is meant for the tool's own server only.
fn leave_origin(request: &mut Request) {
    for name in [AUTHORIZATION, COOKIE, PROXY_AUTHORIZATION] {
        request.headers.remove(name);
    }
    for name in &request.secret_headers {
        request.headers.remove(name.as_str());
    }
}

/// An address fit for a message: without its query, which may hold more than it should.
pub(super) fn place(url: &Url) -> String {
    format!("{}{}", url.origin().ascii_serialization(), url.path())
}

/// A status with its name.
pub(super) fn named(status: StatusCode) -> String {
    format!("{} {}", status.as_u16(), reason(status)).trim_end().to_owned()
}

fn reason(status: StatusCode) -> &'static str {
    status.canonical_reason().unwrap_or_default()
}

fn unreachable(url: &Url, cause: &reqwest::Error) -> Failure {
    if let Some(forbidden) = sources(cause).find_map(|cause| cause.downcast_ref::<Forbidden>()) {
        return refused(&forbidden.to_string());
    }
    let (place, said) = (place(url), innermost(cause));
    let what = if cause.is_connect() && cause.is_timeout() {
        format!("{place} can't be reached (it didn't accept the connection within {} seconds)", CONNECT_LIMIT.as_secs())
    } else if cause.is_connect() {
        format!("{place} can't be reached ({said})")
    } else {
        format!("{place} sent an unreadable response ({said})")
    };
    Failure::Unavailable { message: format!("{what}. Check the URL and that the server is running.") }
}

fn cut_off(url: &Url, cause: &reqwest::Error) -> Failure {
    Failure::Garbage {
        message: format!(
            "{} closed the connection before its response was complete ({}).",
            place(url),
            innermost(cause)
        ),
        log: String::new(),
    }
}

fn sources(cause: &reqwest::Error) -> impl Iterator<Item = &(dyn std::error::Error + 'static)> {
    std::iter::successors(cause.source(), |cause| (*cause).source())
}

/// What is at the bottom of a chain of errors; the links above name the address again and again.
fn innermost(cause: &reqwest::Error) -> String {
    sources(cause).last().map_or_else(|| "no reason given".to_owned(), ToString::to_string)
}
