//! What can go wrong between a question and a model's answer.

use std::time::Duration;

use studio_runtime::context::FailureKind;

/// Messages are fragments that fit after "failed to ask the model: ", and say what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No model is named.
    #[error("no model is set for {provider}; enter its name as the provider spells it")]
    NoModel {
        /// The provider.
        provider: &'static str,
    },
    /// The address cannot be used.
    #[error("“{address}” isn't a valid model URL: {cause}; use a URL like https://host/v1")]
    BadAddress {
        /// As given, without a password.
        address: String,
        /// Why not.
        cause: String,
    },
    /// The server is known to want a key.
    #[error(
        "{address} needs an API key; enter the name of the environment variable that contains it, and start \
            Skill Studio with that variable set"
    )]
    NoKey {
        /// The server.
        address: String,
    },
    /// The key cannot be sent.
    #[error(
        "the API key contains invalid characters; check its environment variable for line breaks or quotation marks"
    )]
    BadKey,
    /// The key would be readable on the way.
    #[error("{address} isn't encrypted, so others on the network could read the API key; use https, or remove the key")]
    KeyInTheClear {
        /// The server.
        address: String,
    },
    /// What talks to servers could not be started.
    #[error("can't make connections on this computer: {cause}")]
    NotStarted {
        /// What the system said.
        cause: String,
    },
    /// Nobody answers there.
    #[error("{address} can't be reached ({cause}); check the URL and that the server is running")]
    Unreachable {
        /// The server.
        address: String,
        /// What the connection said.
        cause: String,
    },
    /// The connection ended before the answer did.
    #[error("{address} closed the connection before its response was complete ({cause}); try again")]
    CutOff {
        /// The server.
        address: String,
        /// What the connection said.
        cause: String,
    },
    /// No answer came in time.
    #[error("{address} didn't respond within {}; try again, or choose a faster model", seconds(.limit))]
    TimedOut {
        /// The server.
        address: String,
        /// How long was waited.
        limit: Duration,
    },
    /// An answer began and did not go on.
    #[error("{address} stopped responding in the middle of its reply (no data for {}); try again", seconds(.limit))]
    Stalled {
        /// The server.
        address: String,
        /// How long was waited.
        limit: Duration,
    },
    /// An answer has no end.
    #[error("{address} sent a response larger than {} MB; check that this is the URL of a chat model", .bytes /
            (1024 * 1024))]
    TooLong {
        /// The server.
        address: String,
        /// Bytes that were read.
        bytes: usize,
    },
    /// The server said within its answer that it cannot go on.
    #[error("{address} ended its response with an error{}", quoted(.said))]
    Broke {
        /// The server.
        address: String,
        /// What the server said.
        said: String,
    },
    /// The reply is not what it was held to.
    #[error("{model} didn't reply with the requested JSON{}; choose a model or server that supports JSON schemas{}",
            cut(*.cut_at), quoted(.said))]
    OffSchema {
        /// The model.
        model: String,
        /// What it said instead.
        said: String,
        /// The most tokens a reply may have, where it ended because of them.
        cut_at: Option<u32>,
    },
    /// The caller did not want to wait any longer.
    #[error("the request was canceled before it completed")]
    Stopped,
    /// The server does not accept the key.
    #[error("{address} rejected the API key (status {status}); check the environment variable that contains it{}",
            quoted(.said))]
    KeyRefused {
        /// The server.
        address: String,
        /// HTTP status.
        status: u16,
        /// What the server said.
        said: String,
    },
    /// Too many questions, or no credit.
    #[error("{address} is limiting requests (status 429); {}, or check the account's limits and credit{}",
            wait(*.retry_after), quoted(.said))]
    TooMany {
        /// The server.
        address: String,
        /// How long it wants to be left alone.
        retry_after: Option<Duration>,
        /// What the server said.
        said: String,
    },
    /// The server does not know the model or the path.
    #[error("{address} doesn't have this model or path (status 404); check the model name and the URL{}",
            quoted(.said))]
    NotThere {
        /// The server.
        address: String,
        /// What the server said.
        said: String,
    },
    /// The server refused for another reason.
    #[error("{address} responded with status {status}{}", quoted(.said))]
    Refused {
        /// The server.
        address: String,
        /// HTTP status.
        status: u16,
        /// What the server said.
        said: String,
    },
    /// The answer is not one of the protocol's.
    #[error("{address} didn't respond like a chat model; check that it uses the {protocol} protocol{}", quoted(.said))]
    Malformed {
        /// The server.
        address: String,
        /// The protocol spoken.
        protocol: &'static str,
        /// What was wrong with it.
        said: String,
    },
    /// The answer has no text.
    #[error("{model} returned an empty response{}; choose a model that replies without extended thinking",
            because(.reason.as_deref()))]
    Empty {
        /// The model.
        model: String,
        /// Why it stopped, where it said so.
        reason: Option<String>,
    },
}

impl Error {
    /// What kind of failure of a session's model it is.
    pub fn kind(&self) -> FailureKind {
        match self {
            Self::Unreachable { .. } | Self::CutOff { .. } | Self::Broke { .. } => FailureKind::Unreachable,
            Self::TimedOut { .. } | Self::Stalled { .. } | Self::Stopped => FailureKind::TimedOut,
            Self::Malformed { .. } | Self::OffSchema { .. } => FailureKind::Garbage,
            Self::TooLong { .. } => FailureKind::TooLong,
            Self::Empty { .. } => FailureKind::Empty,
            Self::NoModel { .. }
            | Self::BadAddress { .. }
            | Self::NoKey { .. }
            | Self::BadKey
            | Self::KeyInTheClear { .. }
            | Self::NotStarted { .. }
            | Self::KeyRefused { .. }
            | Self::TooMany { .. }
            | Self::NotThere { .. }
            | Self::Refused { .. } => FailureKind::Refused,
        }
    }
}

fn seconds(limit: &Duration) -> String {
    let seconds = limit.as_secs_f64();
    if seconds.fract() == 0.0 { format!("{seconds:.0} s") } else { format!("{seconds:.1} s") }
}

fn quoted(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!(" (it returned: {said})") }
}

fn wait(retry_after: Option<Duration>) -> String {
    retry_after.map_or_else(|| "wait a moment".to_owned(), |time| format!("wait {}", seconds(&time)))
}

fn cut(cut_at: Option<u32>) -> String {
    cut_at.map(|most| format!(", because it reached the limit of {most} tokens per reply")).unwrap_or_default()
}

fn because(reason: Option<&str>) -> String {
    reason.map(|reason| format!(" and stopped because of “{reason}”")).unwrap_or_default()
}
