//! Streamable HTTP: what dials, and what its errors mean.

use std::{collections::HashMap, error::Error, sync::Arc, time::Duration};

use reqwest::{
    Url,
    header::{HeaderName, HeaderValue},
};
use rmcp::transport::{
    StreamableHttpClientTransport,
    common::client_side_sse::ExponentialBackoff,
    streamable_http_client::{StreamableHttpClientTransportConfig, StreamableHttpError},
};

use super::{error::McpError, journal::cut, link::Link, overheard::Overheard, verbatim::Verbatim, wire::is_forgotten};
use crate::rest::guarded_client;

/// Bytes of one message. They are read as they come, and two of them may take up a hundred then.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// Bytes of what a server said that are repeated in an error.
const SAID_BYTES: usize = 300;

/// A session is unknown to its server.
const FORGOTTEN: &str = "the session has expired";

/// Headers that belong to the protocol.
const RESERVED: &[&str] = &["accept", "mcp-session-id", "mcp-protocol-version", "last-event-id"];

pub(super) type Dialled = Overheard<StreamableHttpClientTransport<Verbatim>>;

/// Prepares to dial, by what dials nothing but the address that is given here, once it was found to be allowed; nor what it
/// redirects to. Nothing is sent yet. To be called within the runtime.
pub(super) fn dial(
    url: &str,
    headers: &[(String, String)],
    allow_private: bool,
    link: &Arc<Link>,
) -> Result<Dialled, McpError> {
    let address = address(url, &link.name)?;
    let client = guarded_client(address.as_str(), allow_private).map_err(|cause| McpError::BadAddress {
        server: link.name.clone(),
        cause: link.journal.clean(cause.to_string().trim_end_matches('.')),
    })?;
    let mut config = StreamableHttpClientTransportConfig::with_uri(address.as_str())
        .custom_headers(pairs(headers, &link.name)?)
        .max_sse_event_size(MOST_BYTES)
        .max_json_response_size(MOST_BYTES);
    config.retry_config = Arc::new(patience());
    Ok(Overheard::new(StreamableHttpClientTransport::with_client(Verbatim::new(client, link), config), link))
}

/// How often a broken stream is taken up again: for about four seconds.
fn patience() -> ExponentialBackoff {
    let mut patience = ExponentialBackoff::default();
    patience.base_duration = Duration::from_millis(250);
    patience.max_times = Some(4);
    patience
}

/// An address fit to be shown: what is before `@` and after `?` may be secret.
pub(super) fn shown(url: &str) -> String {
    let Ok(url) = Url::parse(url) else { return "…".to_owned() };
    format!("{}{}", url.origin().ascii_serialization(), url.path())
}

/// What went wrong, from the innermost cause that says it.
pub(super) fn explain(error: &(dyn Error + 'static), url: &str, link: &Link) -> McpError {
    let (server, address) = (link.name.clone(), link.journal.clean(&shown(url)));
    let bad = |said: &str| McpError::BadAnswer {
        server: server.clone(),
        address: address.clone(),
        said: cut(link.journal.clean(said).split_whitespace().collect::<Vec<_>>().join(" ").as_str(), SAID_BYTES),
    };
    let Some(cause) = find::<StreamableHttpError<reqwest::Error>>(error) else {
        return find::<reqwest::Error>(error)
            .map_or_else(|| bad(&error.to_string()), |cause| dialling(cause, &server, &address, &bad));
    };
    match cause {
        StreamableHttpError::Client(cause) => dialling(cause, &server, &address, &bad),
        StreamableHttpError::AuthRequired(_) => McpError::KeyRefused { server, address, status: 401 },
        StreamableHttpError::InsufficientScope(_) => McpError::KeyRefused { server, address, status: 403 },
        StreamableHttpError::SessionExpired => bad(FORGOTTEN),
        StreamableHttpError::UnexpectedContentType(kind) => {
            bad(&format!("its type is “{}”, which the protocol doesn't use", kind.as_deref().unwrap_or_default()))
        }
        StreamableHttpError::HttpStatus(cause) => bad(&format!("status {}", cause.status)),
        StreamableHttpError::UnexpectedServerResponse(said) => match status_in(said) {
            Some(404 | 405) => McpError::NotThere { server, address },
            Some(status @ (401 | 403)) => McpError::KeyRefused { server, address, status },
            Some(status @ 300..=399) => bad(&format!("status {status}: it redirects; use the URL it redirects to")),
            _ => bad(said),
        },
        other => bad(&other.to_string()),
    }
}

/// The server took the question and went away.
pub(super) fn broken(url: &str, link: &Link) -> McpError {
    let cause = "the connection closed before the response arrived".to_owned();
    McpError::Unreachable { server: link.name.clone(), address: link.journal.clean(&shown(url)), cause }
}

/// Whether the conversation cannot go on, so that the server has to be greeted anew.
pub(super) fn is_lost(error: &McpError) -> bool {
    match error {
        McpError::Unreachable { .. } => true,
        McpError::Refused { message, .. } => is_forgotten(message),
        McpError::BadAnswer { said, .. } => said == FORGOTTEN,
        _ => false,
    }
}

fn dialling(cause: &reqwest::Error, server: &str, address: &str, bad: &dyn Fn(&str) -> McpError) -> McpError {
    let (server, address) = (server.to_owned(), address.to_owned());
    match cause.status().map(|status| status.as_u16()) {
        Some(404) => McpError::NotThere { server, address },
        Some(status @ (401 | 403)) => McpError::KeyRefused { server, address, status },
        Some(status) => bad(&format!("status {status}")),
        None if cause.is_connect() || cause.is_timeout() => {
            McpError::Unreachable { server, address, cause: innermost(cause) }
        }
        None => bad(&innermost(cause)),
    }
}

/// The status in `HTTP 404 Not Found: …`, which is all that is left of it.
fn status_in(said: &str) -> Option<u16> {
    said.strip_prefix("HTTP ")?.get(..3)?.parse().ok()
}

fn find<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    std::iter::successors(Some(error), |&error| error.source()).find_map(|error| error.downcast_ref())
}

/// What is at the bottom of a chain of errors; the links above name the address, with all that is in it.
fn innermost(error: &(dyn Error + 'static)) -> String {
    std::iter::successors(Some(error), |&error| error.source()).last().map(ToString::to_string).unwrap_or_default()
}

fn address(url: &str, server: &str) -> Result<Url, McpError> {
    let bad = |cause: &str| McpError::BadAddress { server: server.to_owned(), cause: cause.to_owned() };
    let address = Url::parse(url.trim()).map_err(|cause| bad(&cause.to_string()))?;
    if !matches!(address.scheme(), "http" | "https") {
        return Err(bad("it doesn't start with http:// or https://"));
    }
    if !address.username().is_empty() || address.password().is_some() {
        return Err(bad("a password in a URL would be shown and logged; send it in a header"));
    }
    Ok(address)
}

fn pairs(headers: &[(String, String)], server: &str) -> Result<HashMap<HeaderName, HeaderValue>, McpError> {
    let pair = |(name, value): &(String, String)| {
        let bad = |cause: &str| McpError::BadHeader {
            server: server.to_owned(),
            header: name.clone(),
            cause: cause.to_owned(),
        };
        let key = HeaderName::try_from(name.trim())
            .map_err(|_| bad("its name has characters that aren't allowed in headers"))?;
        if RESERVED.contains(&key.as_str()) {
            return Err(bad("it's reserved for the protocol"));
        }
        let mut value = HeaderValue::try_from(value.trim())
            .map_err(|_| bad("its value has characters that aren't allowed in headers"))?;
        value.set_sensitive(true);
        Ok((key, value))
    };
    headers.iter().map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_sent_is_told_without_its_value() {
        let bad = |url: &str| address(url, "s").unwrap_err().to_string();
        assert!(bad("ftp://host/mcp").contains("doesn't start with http:// or https://"));
        assert!(bad("no address").contains("is invalid"));
        assert!(
            bad("https://me:hunter2@host/").contains("send it in a header")
                && !bad("https://me:hunter2@host/").contains("hunter2")
        );
        let sent = |name: &str, value: &str| pairs(&[(name.to_owned(), value.to_owned())], "s").map(|_| ());
        assert!(sent("Authorization", "Bearer hunter2").is_ok());
        for (name, value) in
            [("a b", "hunter2"), ("x", "hunter2\n"), ("x", "hunter\u{1}2"), ("Mcp-Session-Id", "hunter2")]
        {
            if let Err(error) = sent(name, value) {
                assert!(error.to_string().contains(name) && !error.to_string().contains("hunter"), "{error}");
            } else {
                assert_eq!(value, "hunter2\n", "white space around a value is no part of it");
            }
        }
        assert_eq!(shown("https://me:x@host:8/mcp?key=x#y"), "https://host:8/mcp");
    }
}
