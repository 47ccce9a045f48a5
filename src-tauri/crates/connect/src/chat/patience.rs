//! How long is waited for a model, and how often it is asked again.

use std::time::Duration;

/// How long is waited for a model, and how often it is asked again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Until an answer begins. A model on this machine may have to be loaded first.
    pub first: Duration,
    /// Between two pieces of an answer.
    pub stall: Duration,
    /// For all of it, with what is tried again.
    pub total: Duration,
    /// How often it is asked again where it says that it is too busy.
    pub retries: u32,
    /// Longest wait before that; a server that wants a longer one has refused.
    pub longest_wait: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            first: Duration::from_mins(2),
            stall: Duration::from_mins(1),
            total: Duration::from_mins(15),
            retries: 2,
            longest_wait: Duration::from_secs(30),
        }
    }
}

impl Patience {
    /// One try, in so much time.
    pub fn of_one_try(limit: Duration) -> Self {
        Self { first: limit, stall: limit, total: limit, retries: 0, longest_wait: Duration::ZERO }
    }

    /// How long to wait before the next try, after so many; none where there is no use in one.
    pub(super) fn wait(&self, status: u16, asked_for: Option<Duration>, tries: u32) -> Option<Duration> {
        let is_busy = matches!(status, 429 | 500 | 502 | 503 | 504 | 529);
        let wait = asked_for.unwrap_or_else(|| Duration::from_secs(1 << tries.min(5)));
        (is_busy && tries < self.retries && wait <= self.longest_wait).then_some(wait)
    }
}
