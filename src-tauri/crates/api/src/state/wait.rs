//! Waiting for a server, and why it does not run in the end.

use std::time::{Duration, Instant};

use studio_runtime::Stop;

use crate::dto::ConsentRequest;

/// How long somebody waits for a server, be it for its start or for an answer.
#[derive(Clone, Copy)]
pub(crate) struct Wait<'a> {
    begun: Instant,
    /// Altogether.
    pub(crate) limit: Duration,
    /// Ends it early.
    pub(crate) stop: &'a Stop,
}

impl<'a> Wait<'a> {
    /// Begins now.
    pub(crate) fn new(limit: Duration, stop: &'a Stop) -> Self {
        Self { begun: Instant::now(), limit, stop }
    }

    /// What is left of it.
    pub(crate) fn rest(&self) -> Duration {
        self.limit.saturating_sub(self.begun.elapsed())
    }
}

/// Why a server does not run.
#[derive(Debug)]
pub(crate) enum NotRunning {
    /// The author has to be asked first.
    Consent(Box<ConsentRequest>),
    /// It could not be reached.
    Failed(String),
    /// It was cancelled.
    Stopped,
}
