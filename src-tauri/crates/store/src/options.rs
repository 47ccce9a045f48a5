//! How a library is opened, and what opening it had to do.

use studio_model::MAX_NAME;

/// How to open a library.
#[derive(Clone, Debug)]
pub struct Options {
    /// Who writes, for `update_user`; cut at 126 characters.
    pub user: String,
    /// The time of a change, RFC 3339 in UTC. Passed in, so that tests can stop the clock.
    pub now: fn() -> String,
}

impl Options {
    /// Options with the system's clock.
    pub fn new(user: impl Into<String>) -> Self {
        Self { user: user.into(), now: system_time }
    }

    pub(crate) fn short_user(&self) -> String {
        self.user.chars().take(MAX_NAME).collect()
    }
}

fn system_time() -> String {
    format!("{:.3}", jiff::Timestamp::now())
}

/// What opening had to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenReport {
    /// Whether the file was created.
    pub is_new: bool,
    /// The older format it was brought up from.
    pub migrated_from: Option<u32>,
}
