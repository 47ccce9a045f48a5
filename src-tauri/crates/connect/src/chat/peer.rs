//! The server at the other end: where it is, what it is sent, and what its refusals mean.

use std::time::Duration;

use reqwest::{Url, redirect};

use crate::{
    Error, ModelSpec, Provider,
    client::{bare, innermost},
    secrets::Mask,
    spec::{Key, is_loopback},
};

/// How long a server may take to accept a connection.
pub(super) const CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// Characters of what a server said that are repeated in an error.
const SAID_CHARS: usize = 300;

/// A server and one of its models.
#[derive(Debug)]
pub(super) struct Peer {
    pub(super) address: Url,
    pub(super) provider: Provider,
    pub(super) model: String,
    pub(super) key: Option<Key>,
    pub(super) mask: Mask,
}

impl Peer {
    pub(super) fn of(spec: &ModelSpec) -> Result<Self, Error> {
        let key = spec.key().cloned();
        Ok(Self {
            address: spec.address()?,
            provider: spec.provider,
            model: spec.model.trim().to_owned(),
            mask: Mask::new(key.iter().map(|key| &key.secret)),
            key,
        })
    }

    /// What stands for the key until the request leaves.
    pub(super) fn stand_in(&self) -> Option<String> {
        self.key.as_ref().map(|key| format!("${}", key.variable))
    }

    pub(super) fn place(&self) -> String {
        self.address.to_string()
    }

    /// What a status means that is no success.
    pub(super) fn refused(&self, status: u16, body: &str, retry_after: Option<Duration>) -> Error {
        let (address, said) = (self.place(), self.clean(&said_in(body)));
        match status {
            401 | 403 => Error::KeyRefused { address, status, said },
            404 => Error::NotThere { address, said },
            429 => Error::TooMany { address, retry_after, said },
            _ => Error::Refused { address, status, said },
        }
    }

    /// What failed before an answer came.
    pub(super) fn unreached(&self, cause: &reqwest::Error, limit: Duration) -> Error {
        let address = self.place();
        if cause.is_timeout() {
            let limit = if cause.is_connect() { CONNECT_LIMIT.min(limit) } else { limit };
            return Error::TimedOut { address, limit };
        }
        let said = self.clean(&innermost(cause));
        if cause.is_connect() { Error::Unreachable { address, cause: said } } else { self.cut_off(&said) }
    }

    pub(super) fn cut_off(&self, cause: &str) -> Error {
        Error::CutOff { address: self.place(), cause: self.clean(cause) }
    }

    pub(super) fn malformed(&self, said: &str) -> Error {
        Error::Malformed { address: self.place(), protocol: self.provider.as_str(), said: self.clean(said) }
    }

    /// What a server said within a reply that began well.
    pub(super) fn broke(&self, body: &serde_json::Value) -> Error {
        Error::Broke { address: self.place(), said: self.clean(&said_in(&body.to_string())) }
    }

    /// Words of others made fit for a message: on one line, not long, and without the key, should they repeat it.
    pub(super) fn clean(&self, said: &str) -> String {
        self.mask.said(said, SAID_CHARS)
    }

    /// An HTTP client that never carries a key to where a redirection points, and takes no detour on its way to this
    /// machine. Nothing is packed on the way: what is unpacked could be far larger, and would come in larger pieces.
    pub(super) fn client(&self) -> Result<reqwest::Client, Error> {
        let builder = bare().connect_timeout(CONNECT_LIMIT).redirect(redirect::Policy::none());
        let builder = if is_loopback(&self.address) { builder.no_proxy() } else { builder };
        builder.build().map_err(|cause| Error::NotStarted { cause: innermost(&cause) })
    }
}

/// The client that `genai` talks to [`super::relay`] with.
pub(super) fn local_client() -> Result<reqwest::Client, Error> {
    let builder = bare().no_proxy().redirect(redirect::Policy::none());
    builder.build().map_err(|cause| Error::NotStarted { cause: innermost(&cause) })
}

/// The message in a refusal's body: all protocols put it into `error`, as a text or an object with a `message`.
fn said_in(body: &str) -> String {
    let Ok(value) = serde_json::from_str::<serde_json::Value>(body) else { return body.to_owned() };
    let error = value.get("error").unwrap_or(&value);
    error.as_str().or_else(|| error["message"].as_str()).map_or_else(|| body.to_owned(), str::to_owned)
}
