//! A push or a pull that is under way: how far it is, and whether it should stop.

use crate::{Error, ErrorCode, base::activity::Running, dto::ActivityKind, state::session::Session};

/// Work on a shared library.
pub(super) struct Work {
    running: Running,
    done: usize,
    total: usize,
}

impl Work {
    /// Begins; the screen hears of it.
    pub(super) fn begin(session: &Session, title: &str) -> Self {
        let shared = &session.shared;
        Self { running: shared.activities.start(&shared.events, ActivityKind::Share, title), done: 0, total: 0 }
    }

    /// So many things are to be done.
    pub(super) fn of(&mut self, total: usize) {
        self.total = total;
        self.running.report(self.done, total);
    }

    /// So many more are done.
    pub(super) fn add(&mut self, more: usize) {
        self.done += more;
        self.running.report(self.done, self.total);
    }

    /// Whether the author has asked to stop.
    pub(super) fn is_cancelled(&self) -> bool {
        self.running.is_cancelled()
    }

    /// Ends with these words where the author has asked to stop.
    pub(super) fn must_go_on(&self, words: &str) -> Result<(), Error> {
        if self.is_cancelled() { Err(Error::new(ErrorCode::Cancelled, words)) } else { Ok(()) }
    }
}
