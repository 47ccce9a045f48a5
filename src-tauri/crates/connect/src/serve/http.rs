//! Requests on an address of this machine: HTTP/1.1 with JSON, one request a connection.

use std::{convert::Infallible, sync::Arc, time::Duration};

use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::{
    Response,
    body::{Bytes, Incoming},
    header::{CONTENT_TYPE, HeaderValue, ORIGIN},
    http::request::Parts,
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::{TokioIo, TokioTimer};
use reqwest::Url;
use serde_json::{Value, json};
use tokio::{
    net::{TcpListener, TcpStream},
    time::timeout,
};

use super::{Desk, Reply, Request};

/// Bytes of a request's body.
const MOST_BYTES: usize = 1024 * 1024;

/// How long a request's head may take to come in, and how long its body.
const LIMIT: Duration = Duration::from_secs(10);

/// Answers whoever connects, until the task is ended.
pub(super) async fn listen(listener: TcpListener, desk: Arc<dyn Desk>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Too many connections, say; they pass.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        tokio::spawn(converse(stream, Arc::clone(&desk)));
    }
}

async fn converse(stream: TcpStream, desk: Arc<dyn Desk>) {
    let service = service_fn(async |request| Ok::<_, Infallible>(answer(request, &*desk).await));
    let served = http1::Builder::new()
        .keep_alive(false)
        .timer(TokioTimer::new())
        .header_read_timeout(LIMIT)
        .serve_connection(TokioIo::new(stream), service);
    // Who hangs up early gets no answer.
    let _hung_up = served.await;
}

async fn answer(request: hyper::Request<Incoming>, desk: &dyn Desk) -> Response<Full<Bytes>> {
    let reply = match timeout(LIMIT, read(request)).await {
        Ok(Ok(request)) => desk.request(&request),
        Ok(Err(refused)) => refused,
        Err(_) => refusal(408, "The request took too long to arrive."),
    };
    let mut response = Response::new(Full::from(reply.body.to_string()));
    *response.status_mut() = reply.status.try_into().unwrap_or_default();
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// A request with its body, or why it is refused.
async fn read(request: hyper::Request<Incoming>) -> Result<Request, Reply> {
    let (parts, body) = request.into_parts();
    let request = head(&parts)?;
    let body = Limited::new(body, MOST_BYTES).collect().await.map_err(|cause| {
        if cause.is::<LengthLimitError>() {
            refusal(413, "The request is too large.")
        } else {
            refusal(400, &format!("Can't read the request: {cause}."))
        }
    })?;
    let body = body.to_bytes();
    if body.is_empty() {
        return Ok(request);
    }
    match serde_json::from_slice(&body) {
        Ok(body) => Ok(Request { body, ..request }),
        Err(cause) => Err(refusal(400, &format!("The request body isn't JSON: {cause}."))),
    }
}

/// What stands before a body.
fn head(parts: &Parts) -> Result<Request, Reply> {
    if parts.headers.contains_key(ORIGIN) || parts.headers.contains_key("sec-fetch-site") {
        return Err(refusal(403, "Requests from browsers aren't allowed."));
    }
    let target = parts.uri.path_and_query().map_or("/", |target| target.as_str());
    let url = Url::parse("http://localhost").and_then(|base| base.join(target));
    let url = url.map_err(|cause| refusal(400, &format!("Can't read the request URL: {cause}.")))?;
    let query = url.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
    Ok(Request { method: parts.method.to_string(), path: url.path().to_owned(), query, body: Value::Null })
}

fn refusal(status: u16, why: &str) -> Reply {
    Reply { status, body: json!({ "error": why }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_and_a_page_refused() {
        let request = |name: &str| {
            let request = hyper::Request::get("/v2/a%20b?q=1+2&q=%7B%7D").header(name, "x").body(()).unwrap();
            request.into_parts().0
        };
        let read = head(&request("accept")).unwrap();
        let pairs = [("q", "1 2"), ("q", "{}")].map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!((read.method.as_str(), read.path.as_str()), ("GET", "/v2/a%20b"));
        assert_eq!(read.query, pairs);
        for name in ["Origin", "Sec-Fetch-Site"] {
            assert_eq!(head(&request(name)).unwrap_err().status, 403, "{name}");
        }
    }
}
