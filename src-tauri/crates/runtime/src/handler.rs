//! What carries a call out.

use std::time::Duration;

use serde_json::Value;

use crate::Stop;

/// Carries calls of one tool out. Called from several threads; blocks until there is an answer.
pub trait Handler: Send + Sync {
    /// Carries one call out. Ends within the call's limit, and soon after its stop was asked for.
    fn call(&self, call: &Call<'_>) -> Result<Answer, Failure>;
}

/// One call, already checked.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// Name of the tool.
    pub name: &'a str,
    /// Arguments, valid under the tool's schema.
    pub arguments: &'a Value,
    /// Longest time it may take.
    pub limit: Duration,
    /// Asks it to end early.
    pub stop: &'a Stop,
}

/// What came of a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The result.
    pub value: Value,
    /// What the tool said beside it (a script's standard error), shortened.
    pub log: String,
    /// What confined it, in words; none where nothing ran on this machine.
    pub sandbox: Option<String>,
    /// Time spent on the other side, where that is known apart from our own.
    pub outside: Option<Duration>,
}

/// Why a call has no result. Messages are whole sentences: the model reads them as the tool's answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// It was asked to end.
    #[error("The call was canceled.")]
    Stopped,
    /// It took longer than it may.
    #[error("Tool execution timed out after {} seconds", .limit.as_secs_f64())]
    TimedOut {
        /// The limit.
        limit: Duration,
    },
    /// It broke a cap: memory, output, processes.
    #[error("{message}")]
    Capped {
        /// Which cap, how high it is, and where to raise it.
        message: String,
    },
    /// Something is not there that it needs: a program, a server, a secret.
    #[error("{message}")]
    Unavailable {
        /// What, and how to get it.
        message: String,
    },
    /// What it wanted is not allowed: an address, a file.
    #[error("{message}")]
    Refused {
        /// What, why, and where to allow it.
        message: String,
    },
    /// The tool itself failed.
    #[error("{message}")]
    Failed {
        /// What it said.
        message: String,
        /// What it said beside that, shortened.
        log: String,
    },
    /// What it answered cannot be read.
    #[error("{message}")]
    Garbage {
        /// What was wrong with it, with its beginning.
        message: String,
        /// What it said beside that, shortened.
        log: String,
    },
}
