//! HTTP/1.1 on an address of this machine: `POST /command/NAME`, `GET /events`, `POST /faults`, and the built interface.
//!
//! A command's answer is `{"ok": …}` with what it gives or `{"error": …}` with what it throws. Whoever calls has to know the token; a page is answered from here or from the development server.

use std::{convert::Infallible, path::PathBuf, sync::Arc};

use http_body_util::{BodyExt as _, Either, Full, channel::Channel};
use hyper::{
    Method, Request, Response, StatusCode,
    body::{Bytes, Incoming},
    header::{
        ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_ORIGIN, AUTHORIZATION, CONTENT_SECURITY_POLICY,
        CONTENT_TYPE, HeaderValue, ORIGIN,
    },
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use parking_lot::Mutex;
use serde_json::{Value, json};
use skill_studio::headless::Headless;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{broadcast, oneshot},
    time::sleep,
};

use crate::{Faults, address::value_of, pages};

/// Where `npm run dev` serves the interface.
const DEVELOPMENT: &str = "http://localhost:5173";

/// What a response's body is: known at once, or a stream.
type Body = Either<Full<Bytes>, Channel<Bytes>>;

/// A studio that a page in a browser reaches.
pub struct Bridge {
    /// Its commands.
    pub studio: Headless,
    /// Its events, each as JSON.
    pub events: broadcast::Sender<String>,
    /// What callers show to be answered.
    pub token: String,
    /// What becomes of commands before they reach the studio.
    pub faults: Mutex<Faults>,
    /// Folder of the built interface, where it is served too.
    pub interface: Option<PathBuf>,
}

/// Answers whoever connects, until the task is ended.
pub async fn serve(listener: TcpListener, bridge: Arc<Bridge>) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(converse(stream, Arc::clone(&bridge)));
    }
}

async fn converse(stream: TcpStream, bridge: Arc<Bridge>) {
    let service = service_fn(async |request| Ok::<_, Infallible>(bridge.answer(request).await));
    // Who hangs up early gets no answer.
    let _hung_up = http1::Builder::new().serve_connection(TokioIo::new(stream), service).await;
}

impl Bridge {
    async fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        let is_development = request.headers().get(ORIGIN).is_some_and(|origin| origin == DEVELOPMENT);
        let mut response = self.route(request).await;
        if is_development {
            let headers = response.headers_mut();
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static(DEVELOPMENT));
            headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("authorization, content-type"));
        }
        response
    }

    async fn route(&self, request: Request<Incoming>) -> Response<Body> {
        let path = request.uri().path().to_owned();
        let command = path.strip_prefix("/command/");
        match (request.method(), command) {
            // A browser asks so before it sends another origin's request.
            (&Method::OPTIONS, _) => reply(StatusCode::NO_CONTENT, String::new()),
            (&Method::GET, None) if path != "/events" => self.page(&path),
            _ if !self.is_known(&request) => refusal(StatusCode::FORBIDDEN, "The token is missing or wrong."),
            (&Method::GET, None) => self.follow(),
            (&Method::POST, Some(command)) => self.command(command, request.into_body()).await,
            (&Method::POST, None) if path == "/faults" => self.set_faults(request.uri().query().unwrap_or_default()),
            _ => refusal(StatusCode::NOT_FOUND, "Unknown address."),
        }
    }

    /// Whether the caller shows the token: in its own header, or, for streams, which cannot have one, in the address.
    fn is_known(&self, request: &Request<Incoming>) -> bool {
        let header = request.headers().get(AUTHORIZATION).and_then(|header| header.to_str().ok());
        let shown = header.and_then(|header| header.strip_prefix("Bearer "));
        shown == Some(&self.token) || value_of(request.uri(), "token").as_ref() == Some(&self.token)
    }

    fn page(&self, path: &str) -> Response<Body> {
        let Some(page) = self.interface.as_ref().and_then(|folder| pages::read(folder, path)) else {
            return refusal(StatusCode::NOT_FOUND, "Page not found.");
        };
        let mut response = Response::new(Either::Left(Full::from(page.bytes)));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(page.content_type));
        if let Ok(policy) = HeaderValue::from_str(&page.policy) {
            headers.insert(CONTENT_SECURITY_POLICY, policy);
        }
        response
    }

    /// The events from now on.
    fn follow(&self) -> Response<Body> {
        let (mut sender, body) = Channel::new(16);
        let mut events = self.events.subscribe();
        tokio::spawn(async move {
            // A first line, so that whoever follows knows that nothing is missed from here on.
            let mut line = ": following\n\n".to_owned();
            while sender.send_data(Bytes::from(line)).await.is_ok() {
                line = match events.recv().await {
                    Ok(event) => format!("data: {event}\n\n"),
                    // Some were lost to a page that does not read; the next one is told all the same.
                    Err(broadcast::error::RecvError::Lagged(_)) => ": behind\n\n".to_owned(),
                    Err(broadcast::error::RecvError::Closed) => return,
                };
            }
        });
        let mut response = Response::new(Either::Right(body));
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        response
    }

    async fn command(&self, command: &str, body: Incoming) -> Response<Body> {
        let Ok(body) = body.collect().await else {
            return refusal(StatusCode::BAD_REQUEST, "The request was interrupted.");
        };
        let Ok(arguments) = serde_json::from_slice(&body.to_bytes()) else {
            return refusal(StatusCode::BAD_REQUEST, "The arguments aren't JSON.");
        };
        let (delay, failure) = {
            let faults = self.faults.lock();
            (faults.delay_of(command), faults.failure_of(command))
        };
        sleep(delay).await;
        match failure {
            Some(thrown) => outcome(Err(&thrown.to_string())),
            None => self.call(command, arguments).await,
        }
    }

    async fn call(&self, command: &str, arguments: Value) -> Response<Body> {
        let (answer, answered) = oneshot::channel();
        let answer = Mutex::new(Some(answer));
        self.studio.call(command, arguments, move |given| {
            if let Some(answer) = answer.lock().take() {
                let _hung_up = answer.send(given);
            }
        });
        match answered.await {
            Ok(given) => outcome(given.as_deref().map_err(String::as_str)),
            Err(_) => refusal(StatusCode::INTERNAL_SERVER_ERROR, "The command ended without a response."),
        }
    }

    fn set_faults(&self, query: &str) -> Response<Body> {
        match Faults::parse(query) {
            Ok(faults) => {
                *self.faults.lock() = faults;
                reply(StatusCode::OK, "null".to_owned())
            }
            Err(unknown) => refusal(StatusCode::BAD_REQUEST, &unknown.to_string()),
        }
    }
}

/// What a command gave or threw. A browser would complain of every status but success on its console.
fn outcome(given: Result<&str, &str>) -> Response<Body> {
    let (name, json) = match given {
        Ok(json) => ("ok", json),
        Err(json) => ("error", json),
    };
    reply(StatusCode::OK, format!("{{\"{name}\":{json}}}"))
}

fn refusal(status: StatusCode, why: &str) -> Response<Body> {
    reply(status, json!({ "error": why }).to_string())
}

fn reply(status: StatusCode, json: String) -> Response<Body> {
    let mut response = Response::new(Either::Left(Full::from(json)));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
