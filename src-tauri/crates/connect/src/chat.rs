//! One model, asked on the caller's thread.

#[cfg(test)]
mod tests;

use std::{error::Error as _, sync::Once, time::Duration};

use genai::{
    Client, Headers, ModelIden, ServiceTarget,
    adapter::AdapterKind,
    chat::{ChatMessage, ChatOptions, ChatRequest, ChatResponse, StopReason},
    resolver::{AuthData, Endpoint},
};
use reqwest::{Url, redirect};
use tokio::{runtime::Runtime, sync::watch};

use crate::{Error, ModelSpec, Provider, mock, spec::is_loopback};

/// Tokens an answer may have. Enough for a name and a little thought before it.
pub const MOST_OUTPUT_TOKENS: u32 = 512;

/// How long a server may take to accept a connection.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// Characters of what a server said that are repeated in an error.
const SAID_CHARS: usize = 300;

/// What a model answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Its words.
    pub text: String,
    /// Tokens it read, where it counted them.
    pub input_tokens: Option<u32>,
    /// Tokens it wrote, where it counted them.
    pub output_tokens: Option<u32>,
}

/// A connection to one model. May be asked from several threads at once; goes with everything it started when dropped.
#[derive(Debug)]
pub struct Chat {
    remote: Option<Remote>,
    timeout: Duration,
}

impl Chat {
    /// Prepares to ask a model. Nothing is sent yet. An answer may take `timeout`.
    pub fn open(spec: &ModelSpec, timeout: Duration) -> Result<Self, Error> {
        spec.check()?;
        let remote = match spec.provider {
            Provider::Mock => None,
            Provider::OpenAi => Some(Remote::open(spec, AdapterKind::OpenAI)?),
            Provider::Anthropic => Some(Remote::open(spec, AdapterKind::Anthropic)?),
            Provider::Ollama => Some(Remote::open(spec, AdapterKind::Ollama)?),
        };
        Ok(Self { remote, timeout })
    }

    /// The model's answer to `user`, who speaks after the instructions in `system`. Blocks; not to be called from
    /// asynchronous code.
    pub fn complete(&self, system: &str, user: &str) -> Result<Reply, Error> {
        match &self.remote {
            Some(remote) => remote.complete(system, user, self.timeout),
            None => Ok(Reply { text: mock::answer(system, user), input_tokens: None, output_tokens: None }),
        }
    }

    /// Ends every question that waits for its answer, from another thread, and all that follow.
    pub fn stop(&self) {
        if let Some(remote) = &self.remote {
            remote.is_stopped.send_replace(true);
        }
    }
}

/// What talks to a server.
#[derive(Debug)]
struct Remote {
    target: ServiceTarget,
    provider: Provider,
    address: Url,
    options: ChatOptions,
    client: Client,
    is_stopped: watch::Sender<bool>,
    /// Taken when dropped.
    runtime: Option<Runtime>,
}

impl Remote {
    fn open(spec: &ModelSpec, kind: AdapterKind) -> Result<Self, Error> {
        let address = spec.address()?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("chat")
            .enable_all()
            .build()
            .map_err(|cause| Error::NotStarted { cause: cause.to_string() })?;
        let client = Client::builder()
            .with_reqwest(http(&address)?)
            .build()
            .map_err(|cause| Error::NotStarted { cause: cause.to_string() })?;
        let target = ServiceTarget {
            endpoint: Endpoint::from_owned(address.as_str()),
            // Servers of one's own want no key, but the protocol has a place for one.
            auth: AuthData::from_single(spec.key().unwrap_or("none")),
            model: ModelIden::new(kind, spec.model.trim()),
        };
        let mut options =
            ChatOptions::default().with_max_tokens(MOST_OUTPUT_TOKENS).with_normalize_reasoning_content(true);
        if let (AdapterKind::Ollama, Some(key)) = (kind, spec.key()) {
            // Ollama itself knows no keys; a gateway before it does.
            options = options.with_extra_headers(Headers::from(("Authorization".to_owned(), format!("Bearer {key}"))));
        }
        Ok(Self {
            target,
            provider: spec.provider,
            address,
            options,
            client,
            is_stopped: watch::Sender::new(false),
            runtime: Some(runtime),
        })
    }

    fn complete(&self, system: &str, user: &str, limit: Duration) -> Result<Reply, Error> {
        let runtime = self.runtime.as_ref().expect("it is taken only when dropped");
        let request = ChatRequest::new(vec![ChatMessage::user(user)]).with_system(system);
        let asked = async {
            let answer = self.client.exec_chat(self.target.clone(), request, Some(&self.options));
            let mut stopped = self.is_stopped.subscribe();
            tokio::select! {
                answer = tokio::time::timeout(limit, answer) => Some(answer),
                _ = stopped.wait_for(|is_stopped| *is_stopped) => None,
            }
        };
        match runtime.block_on(asked) {
            Some(Ok(Ok(response))) => self.reply(&response),
            Some(Ok(Err(cause))) => Err(self.error(&cause, limit)),
            Some(Err(_)) => Err(Error::TimedOut { address: self.address.to_string(), limit }),
            None => Err(Error::Stopped),
        }
    }

    fn reply(&self, response: &ChatResponse) -> Result<Reply, Error> {
        let text = response.texts().join("\n").trim().to_owned();
        if text.is_empty() && response.stop_reason.is_none() {
            return Err(self.malformed("it has no text"));
        }
        if text.is_empty() {
            let reason = response.stop_reason.as_ref().map(stop_reason);
            return Err(Error::Empty { model: self.target.model.model_name.to_string(), reason });
        }
        let count = |tokens: Option<i32>| tokens.and_then(|tokens| u32::try_from(tokens).ok());
        Ok(Reply {
            text,
            input_tokens: count(response.usage.prompt_tokens),
            output_tokens: count(response.usage.completion_tokens),
        })
    }

    fn error(&self, cause: &genai::Error, limit: Duration) -> Error {
        let address = self.address.to_string();
        if let genai::Error::WebModelCall { webc_error, .. } = cause {
            return match webc_error {
                genai::webc::Error::ResponseFailedStatus { status, body, headers } => {
                    let retry_after = headers.get("retry-after").and_then(|value| value.to_str().ok());
                    self.refused(status.as_u16(), body, retry_after)
                }
                genai::webc::Error::Reqwest(cause) if cause.is_timeout() => Error::TimedOut {
                    address,
                    limit: if cause.is_connect() { CONNECT_LIMIT.min(limit) } else { limit },
                },
                genai::webc::Error::Reqwest(cause) if cause.is_connect() => {
                    Error::Unreachable { address, cause: self.clean(&innermost(cause)) }
                }
                genai::webc::Error::Reqwest(cause) => Error::CutOff { address, cause: self.clean(&innermost(cause)) },
                genai::webc::Error::ResponseFailedInvalidJson { cause, .. } => self.malformed(cause),
                genai::webc::Error::ResponseFailedNotJson { content_type, .. } => {
                    self.malformed(&format!("its type is “{content_type}”"))
                }
                genai::webc::Error::JsonValueExt(cause) => self.malformed(&cause.to_string()),
            };
        }
        match cause {
            genai::Error::ChatResponseGeneration { cause, .. } => self.malformed(cause),
            other => self.malformed(&other.to_string()),
        }
    }

    fn refused(&self, status: u16, body: &str, retry_after: Option<&str>) -> Error {
        let (address, said) = (self.address.to_string(), self.clean(&said_in(body)));
        match status {
            401 | 403 => Error::KeyRefused { address, status, said },
            404 => Error::NotThere { address, said },
            429 => {
                let seconds = retry_after.and_then(|text| text.trim().parse().ok());
                Error::TooMany { address, retry_after: seconds.map(Duration::from_secs), said }
            }
            _ => Error::Refused { address, status, said },
        }
    }

    fn malformed(&self, said: &str) -> Error {
        Error::Malformed { address: self.address.to_string(), protocol: self.provider.as_str(), said: self.clean(said) }
    }

    /// Words of others made fit for a message: on one line, not long, and without the key, should they repeat it.
    fn clean(&self, said: &str) -> String {
        let key = self.target.auth.single_key_value().unwrap_or_default();
        let said = if key.len() < 4 || key == "none" { said.to_owned() } else { said.replace(&key, "…") };
        let line = said.split_whitespace().collect::<Vec<_>>().join(" ");
        match line.char_indices().nth(SAID_CHARS) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line,
        }
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // A name that is being looked up cannot be interrupted; nobody should wait for it.
            runtime.shutdown_background();
        }
    }
}

/// An HTTP client that never carries a key to where a redirection points, and takes no detour on its way to this machine.
fn http(address: &Url) -> Result<reqwest::Client, Error> {
    static CRYPTOGRAPHY: Once = Once::new();
    CRYPTOGRAPHY.call_once(|| {
        // Fails where another part of the program was first, whose choice is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
    let mut builder = reqwest::Client::builder()
        .user_agent(concat!("skill-studio/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(CONNECT_LIMIT)
        .redirect(redirect::Policy::none());
    if is_loopback(address) {
        builder = builder.no_proxy();
    }
    builder.build().map_err(|cause| Error::NotStarted { cause: innermost(&cause) })
}

/// What is at the bottom of a chain of errors; the links above name the address again and again.
fn innermost(error: &reqwest::Error) -> String {
    let mut source = error.source();
    let mut text = error.to_string();
    while let Some(inner) = source {
        text = inner.to_string();
        source = inner.source();
    }
    text
}

/// The message in a refusal's body: all three protocols put it into `error`, as a text or an object with a `message`.
fn said_in(body: &str) -> String {
    let Ok(value) = serde_json::from_str::<serde_json::Value>(body) else { return body.to_owned() };
    let error = &value["error"];
    error.as_str().or_else(|| error["message"].as_str()).map_or_else(|| body.to_owned(), str::to_owned)
}

fn stop_reason(reason: &StopReason) -> String {
    match reason {
        StopReason::Completed(text)
        | StopReason::MaxTokens(text)
        | StopReason::ToolCall(text)
        | StopReason::ContentFilter(text)
        | StopReason::StopSequence(text)
        | StopReason::Other(text) => text.clone(),
    }
}
