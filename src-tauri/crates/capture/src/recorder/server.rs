//! The server that the client takes for its model's.

use std::{convert::Infallible, io, net::TcpListener, sync::Arc, thread, time::Instant};

use http_body_util::{BodyExt as _, Collected, Full, Limited};
use hyper::{
    Response, StatusCode,
    body::{Bytes, Incoming},
    header::{CONTENT_TYPE, HeaderValue},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use serde_json::Value;

use super::{Desk, Request, replies::Reply};

/// Bytes of a request's body.
const MOST_BYTES: usize = 64 * 1024 * 1024;

/// Listens on a free port of this machine's own address, which it names, until the program ends.
pub(super) fn start(desk: &Arc<Desk>) -> io::Result<String> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    let address = format!("http://{}", listener.local_addr()?);
    listener.set_nonblocking(true)?;
    let desk = Arc::clone(desk);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    thread::spawn(move || {
        runtime.block_on(async {
            let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
            while let Ok((stream, _)) = listener.accept().await {
                let desk = Arc::clone(&desk);
                tokio::spawn(async move {
                    let service = service_fn(async |request| Ok::<_, Infallible>(answer(request, &desk).await));
                    // Who hangs up early gets no answer.
                    let _hung_up = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
                });
            }
        });
    });
    Ok(address)
}

async fn answer(request: hyper::Request<Incoming>, desk: &Desk) -> Response<Full<Bytes>> {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path_and_query().map_or_else(|| parts.uri.to_string(), ToString::to_string);
    let bytes = Limited::new(body, MOST_BYTES).collect().await.map(Collected::to_bytes).unwrap_or_default();
    let body: Option<Value> = serde_json::from_slice(&bytes).ok();
    let reply = Reply::to(&parts.method, &path, body.as_ref(), &mut desk.call.lock());
    // What an answer ends is known by then.
    desk.requests.lock().push(Request { method: parts.method.to_string(), path, body });
    if reply.is_last_word {
        *desk.answered.lock() = Some(Instant::now());
    }
    let mut response = Response::new(Full::from(reply.body));
    *response.status_mut() = StatusCode::from_u16(reply.status).unwrap_or_default();
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(reply.content_type));
    response
}
