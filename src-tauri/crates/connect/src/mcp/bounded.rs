//! HTTP as MCP servers speak it: `rmcp`'s client, but that all a server says goes by [`Said`], which bounds it.

use std::{borrow::Cow, collections::HashMap, sync::Arc};

use reqwest::{
    Client, RequestBuilder, Response, StatusCode,
    header::{ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue},
};
use rmcp::{
    model::{ClientJsonRpcMessage, ClientRequest, JsonRpcMessage, RequestId, ServerJsonRpcMessage},
    transport::streamable_http_client::{
        HttpStatusError, StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse,
        StreamableHttpResponseLimits,
    },
};
use tokio::time::sleep_until;

use super::{
    link::Link,
    said::{Events, Said},
};
use crate::weight;

/// Bytes of an answer that is none, as they are repeated.
const SHOWN_BYTES: usize = 256;

const EVENTS: &str = "text/event-stream";
const JSON: &str = "application/json";
const SESSION: &str = "mcp-session-id";
const LAST_EVENT: &str = "last-event-id";

type Outcome<T> = Result<T, StreamableHttpError<reqwest::Error>>;

/// What dials one server, and hears no more of it than makes sense.
#[derive(Clone)]
pub(super) struct Bounded {
    client: Client,
    said: Arc<Said>,
}

/// What an answer is, by its type.
enum Kind {
    Events,
    Json,
    Other(Option<String>),
}

impl Bounded {
    pub(super) fn new(client: Client, link: &Arc<Link>) -> Self {
        Self { client, said: Arc::new(Said::new(link)) }
    }

    /// An answer that comes whole.
    async fn json(&self, response: Response, most: usize, is_question: bool) -> Outcome<StreamableHttpPostResponse> {
        let session = header(&response, SESSION);
        let body = whole(response, most).await?;
        if !weight::is_light(&body) {
            let why = format!("it has more than {} JSON values; request less at a time", weight::MOST_VALUES);
            return Err(StreamableHttpError::UnexpectedServerResponse(Cow::Owned(why)));
        }
        match serde_json::from_slice::<ServerJsonRpcMessage>(&body) {
            Ok(message) => {
                self.said.message(&message);
                self.said.overhear(&body);
                Ok(StreamableHttpPostResponse::Json(message, session))
            }
            // Nobody waits for an answer to what is no question.
            Err(_) if !is_question => Ok(StreamableHttpPostResponse::Accepted),
            Err(cause) => {
                let shown = String::from_utf8_lossy(&body[..body.len().min(SHOWN_BYTES)]);
                let why = format!("could not parse JSON response: {cause}: {shown}");
                Err(StreamableHttpError::UnexpectedServerResponse(Cow::Owned(why)))
            }
        }
    }
}

impl StreamableHttpClient for Bounded {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Outcome<StreamableHttpPostResponse> {
        let limits = StreamableHttpResponseLimits::default();
        self.post_message_with_response_limits(uri, message, session_id, auth_header, custom_headers, limits).await
    }

    async fn post_message_with_response_limits(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
        limits: StreamableHttpResponseLimits,
    ) -> Outcome<StreamableHttpPostResponse> {
        let request = self.client.post(uri.as_ref()).header(CONTENT_TYPE, JSON).body(serde_json::to_vec(&message)?);
        let (asked, is_greeting) = question(&message);
        let is_in_session = session_id.is_some();
        let response = with(request, session_id, auth_header, custom_headers).send().await?;
        let status = response.status();
        let is_empty = status.is_success() && asked.is_none() && response.content_length() == Some(0);
        if is_empty || matches!(status, StatusCode::ACCEPTED | StatusCode::NO_CONTENT) {
            return Ok(StreamableHttpPostResponse::Accepted);
        }
        if status == StatusCode::NOT_FOUND && is_in_session {
            return Err(StreamableHttpError::SessionExpired);
        }
        if !status.is_success() {
            return refused(response, asked.filter(|_| is_greeting), limits).await;
        }
        match kind(&response) {
            Kind::Events => {
                let session = header(&response, SESSION);
                Ok(StreamableHttpPostResponse::Sse(self.said.events(response, asked), session))
            }
            Kind::Json => self.json(response, limits.max_json_response_size, asked.is_some()).await,
            Kind::Other(_) if asked.is_none() => Ok(StreamableHttpPostResponse::Accepted),
            Kind::Other(kind) => Err(StreamableHttpError::UnexpectedContentType(kind)),
        }
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session_id: Arc<str>,
        auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Outcome<()> {
        self.client.delete_session(uri, session_id, auth_header, custom_headers).await
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session_id: Option<Arc<str>>,
        last_event_id: Option<String>,
        auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Outcome<Events> {
        sleep_until(self.said.turn()).await;
        if self.said.is_over() {
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        }
        let mut request = self.client.get(uri.as_ref());
        if let Some(last) = last_event_id {
            request = request.header(LAST_EVENT, last);
        }
        let response = with(request, session_id, auth_header, custom_headers).send().await?;
        match (response.status(), kind(&response)) {
            (StatusCode::METHOD_NOT_ALLOWED, _) => Err(StreamableHttpError::ServerDoesNotSupportSse),
            (status, _) if !status.is_success() => Err(HttpStatusError::new(status.as_u16(), None).into()),
            (_, Kind::Events | Kind::Json) => Ok(self.said.events(response, None)),
            (_, Kind::Other(kind)) => Err(StreamableHttpError::UnexpectedContentType(kind)),
        }
    }
}

/// What a server says that did not do what it was asked: an answer all the same, or no more than its status.
async fn refused(
    response: Response,
    greeting: Option<RequestId>,
    limits: StreamableHttpResponseLimits,
) -> Outcome<StreamableHttpPostResponse> {
    let status = response.status();
    let is_busy = status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error();
    let is_about_keys = matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
    let is_json = matches!(kind(&response), Kind::Json) && status != StatusCode::TOO_MANY_REQUESTS;
    if is_busy && !is_json {
        return Err(HttpStatusError::new(status.as_u16(), None).into());
    }
    let session = header(&response, SESSION);
    let body = if is_json && !is_about_keys {
        whole(response, limits.max_json_response_size).await.unwrap_or_default()
    } else {
        beginning(response, limits.max_error_response_size).await
    };
    let read = weight::is_light(&body).then(|| serde_json::from_slice::<ServerJsonRpcMessage>(&body).ok()).flatten();
    match read {
        Some(JsonRpcMessage::Error(mut error)) if !is_about_keys => {
            // Who refuses the newest greeting may not know what it answers.
            error.id = greeting.or(error.id);
            Ok(StreamableHttpPostResponse::Json(JsonRpcMessage::Error(error), session))
        }
        _ if is_busy => Err(HttpStatusError::new(status.as_u16(), None).into()),
        _ => {
            let said = String::from_utf8_lossy(&body[..body.len().min(limits.max_error_response_size)]);
            Err(StreamableHttpError::UnexpectedServerResponse(Cow::Owned(format!("HTTP {status}: {said}"))))
        }
    }
}

/// All of a body, of at most so many bytes.
async fn whole(mut response: Response, most: usize) -> Outcome<Vec<u8>> {
    let too_large = || StreamableHttpError::ResponseBodyTooLarge { max_size: most };
    if response.content_length().is_some_and(|length| length > most as u64) {
        return Err(too_large());
    }
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await? {
        if piece.len() > most - body.len() {
            return Err(too_large());
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

/// The first bytes of a body, as far as they come.
async fn beginning(mut response: Response, most: usize) -> Vec<u8> {
    let mut body = Vec::new();
    while body.len() < most
        && let Ok(Some(piece)) = response.chunk().await
    {
        body.extend_from_slice(&piece[..piece.len().min(most - body.len())]);
    }
    body
}

/// A request with what all of them have.
fn with(
    request: RequestBuilder,
    session: Option<Arc<str>>,
    key: Option<String>,
    headers: HashMap<HeaderName, HeaderValue>,
) -> RequestBuilder {
    let mut request = request.header(ACCEPT, format!("{EVENTS}, {JSON}"));
    if let Some(session) = session {
        request = request.header(SESSION, session.as_ref());
    }
    if let Some(key) = key {
        request = request.bearer_auth(key);
    }
    headers.into_iter().fold(request, |request, (name, value)| request.header(name, value))
}

/// The id of what wants an answer, and whether it is the newest greeting.
fn question(message: &ClientJsonRpcMessage) -> (Option<RequestId>, bool) {
    match message {
        JsonRpcMessage::Request(asked) => {
            (Some(asked.id.clone()), matches!(asked.request, ClientRequest::DiscoverRequest(_)))
        }
        _ => (None, false),
    }
}

fn kind(response: &Response) -> Kind {
    let Some(said) = response.headers().get(CONTENT_TYPE) else { return Kind::Other(None) };
    let said = String::from_utf8_lossy(said.as_bytes()).into_owned();
    let plain = said.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match plain.as_str() {
        EVENTS => Kind::Events,
        JSON => Kind::Json,
        _ => Kind::Other(Some(said)),
    }
}

fn header(response: &Response, name: &str) -> Option<String> {
    response.headers().get(name)?.to_str().ok().map(str::to_owned)
}
