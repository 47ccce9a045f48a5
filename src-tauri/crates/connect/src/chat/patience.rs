//! How long is waited for a model, and how often it is asked again.

use std::time::Duration;

/// How long is waited for a model, and how often it is asked again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Until an answer's head comes, and from then on until its first words do: many servers say at once that they will
    /// answer, and load the model or read the prompt afterwards.
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
            stall: stall(),
            total: Duration::from_mins(15),
            retries: 2,
            longest_wait: Duration::from_secs(30),
        }
    }
}

/// Milliseconds, where a test wants to see a stall. Looked at only in builds with debug assertions.
#[cfg(debug_assertions)]
const VARIABLE: &str = "SKILL_STUDIO_TEST_STALL";

fn stall() -> Duration {
    #[cfg(debug_assertions)]
    if let Some(wanted) = std::env::var(VARIABLE).ok().and_then(|text| text.parse().ok()) {
        return Duration::from_millis(wanted);
    }
    Duration::from_mins(1)
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
