//! HTTP as `rmcp` speaks it, but for lists of tools, which are also kept as they came: what `rmcp` doesn't know of a tool, it
//! drops.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use futures_util::StreamExt as _;
use reqwest::{
    StatusCode,
    header::{ACCEPT, CONTENT_TYPE, HeaderName, HeaderValue},
};
use rmcp::{
    model::{ClientJsonRpcMessage, ClientRequest, JsonRpcMessage},
    transport::{
        common::{
            client_side_sse::BoxedSseResponse,
            http_header::{EVENT_STREAM_MIME_TYPE, HEADER_SESSION_ID, JSON_MIME_TYPE},
        },
        streamable_http_client::{
            StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse, StreamableHttpResponseLimits,
        },
    },
};

use super::link::Link;
use crate::weight;

type Answered = Result<StreamableHttpPostResponse, StreamableHttpError<reqwest::Error>>;

/// What dials, with an ear on lists of tools.
#[derive(Clone)]
pub(super) struct Verbatim {
    client: reqwest::Client,
    link: Arc<Link>,
    /// Whether the server's last answer was one JSON text, and no stream of events. Only of a stream can be heard what comes.
    is_json: Arc<AtomicBool>,
}

/// A message with all that goes along with it.
#[derive(Clone)]
struct Posted {
    uri: Arc<str>,
    message: ClientJsonRpcMessage,
    session_id: Option<Arc<str>>,
    auth_header: Option<String>,
    custom_headers: HashMap<HeaderName, HeaderValue>,
    limits: StreamableHttpResponseLimits,
}

impl Verbatim {
    pub(super) fn new(client: reqwest::Client, link: &Arc<Link>) -> Self {
        Self { client, link: Arc::clone(link), is_json: Arc::default() }
    }

    /// As `rmcp` does it.
    async fn post(&self, posted: Posted) -> Answered {
        let Posted { uri, message, session_id, auth_header, custom_headers, limits } = posted;
        let answer = self
            .client
            .post_message_with_response_limits(uri, message, session_id, auth_header, custom_headers, limits)
            .await?;
        Ok(match answer {
            StreamableHttpPostResponse::Sse(events, session_id) => {
                self.is_json.store(false, Ordering::Relaxed);
                StreamableHttpPostResponse::Sse(self.heard(events), session_id)
            }
            StreamableHttpPostResponse::Json(message, session_id) => {
                self.is_json.store(true, Ordering::Relaxed);
                StreamableHttpPostResponse::Json(message, session_id)
            }
            other => other,
        })
    }

    /// Asks for a page of tools so that it is known as it came. A server that answers otherwise than it did so far is asked
    /// once more, in the other way.
    async fn list(&self, posted: Posted) -> Answered {
        if self.is_json.load(Ordering::Relaxed) {
            return match self.read(&posted).await {
                Some(answer) => Ok(answer),
                None => self.post(posted).await,
            };
        }
        let answer = self.post(posted.clone()).await?;
        let is_page = matches!(&answer, StreamableHttpPostResponse::Json(JsonRpcMessage::Response(_), _));
        if !is_page {
            return Ok(answer);
        }
        Ok(self.read(&posted).await.unwrap_or(answer))
    }

    /// A page of tools as one JSON text; none where anything else came, which `rmcp` knows how to tell.
    async fn read(&self, posted: &Posted) -> Option<StreamableHttpPostResponse> {
        let accepted = [EVENT_STREAM_MIME_TYPE, JSON_MIME_TYPE].join(", ");
        let headers = posted.custom_headers.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        let mut request = self.client.post(&*posted.uri).headers(headers).header(ACCEPT, accepted);
        if let Some(token) = &posted.auth_header {
            request = request.bearer_auth(token);
        }
        if let Some(session_id) = &posted.session_id {
            request = request.header(HEADER_SESSION_ID, session_id.as_ref());
        }
        let asked = serde_json::to_vec(&posted.message).ok()?;
        let mut response = request.header(CONTENT_TYPE, JSON_MIME_TYPE).body(asked).send().await.ok()?;
        let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let is_json = header(CONTENT_TYPE.as_str()).is_some_and(|kind| kind.trim_start().starts_with(JSON_MIME_TYPE));
        if response.status() != StatusCode::OK || !is_json {
            return None;
        }
        let session_id = header(HEADER_SESSION_ID);
        let mut body = Vec::new();
        while let Some(piece) = response.chunk().await.ok()? {
            body.extend_from_slice(&piece);
            if body.len() > posted.limits.max_json_response_size {
                return None;
            }
        }
        if !weight::is_light(&body) {
            return None;
        }
        let message = serde_json::from_slice(&body).ok()?;
        self.link.overhear(&body);
        Some(StreamableHttpPostResponse::Json(message, session_id))
    }

    /// A stream with an ear on it.
    fn heard(&self, events: BoxedSseResponse) -> BoxedSseResponse {
        let link = Arc::clone(&self.link);
        Box::pin(events.inspect(move |event| {
            if let Ok(event) = event
                && let Some(data) = &event.data
            {
                link.overhear(data.as_bytes());
            }
        }))
    }
}

impl StreamableHttpClient for Verbatim {
    type Error = reqwest::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session_id: Option<Arc<str>>,
        auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Answered {
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
    ) -> Answered {
        let is_listing = matches!(
            &message,
            JsonRpcMessage::Request(request) if matches!(request.request, ClientRequest::ListToolsRequest(_))
        );
        let posted = Posted { uri, message, session_id, auth_header, custom_headers, limits };
        if is_listing { self.list(posted).await } else { self.post(posted).await }
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session_id: Arc<str>,
        auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), StreamableHttpError<reqwest::Error>> {
        self.client.delete_session(uri, session_id, auth_header, custom_headers).await
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session_id: Option<Arc<str>>,
        last_event_id: Option<String>,
        auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<BoxedSseResponse, StreamableHttpError<reqwest::Error>> {
        let events = self.client.get_stream(uri, session_id, last_event_id, auth_header, custom_headers).await?;
        Ok(self.heard(events))
    }

    async fn get_stream_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        session_id: Option<Arc<str>>,
        last_event_id: Option<String>,
        auth_header: Option<String>,
        custom_headers: HashMap<HeaderName, HeaderValue>,
        max_sse_event_size: usize,
    ) -> Result<BoxedSseResponse, StreamableHttpError<reqwest::Error>> {
        let events = self
            .client
            .get_stream_with_max_sse_event_size(
                uri,
                session_id,
                last_event_id,
                auth_header,
                custom_headers,
                max_sse_event_size,
            )
            .await?;
        Ok(self.heard(events))
    }
}
