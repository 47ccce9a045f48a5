//! What runs once a library is open, beside the author's work.

use std::sync::Arc;

use crate::{Error, studio::session::Session};

/// A part of what runs once a library is open.
type Step = fn(&Arc<Session>) -> Result<(), Error>;

impl Session {
    /// What runs once a library is open: scorers, full text, vectors, watched folders, the daily copy. Each part stands
    /// alone: one that fails leaves the others working and is told.
    pub(crate) fn warm_up(self: &Arc<Self>) {
        let steps: [(&str, Step); 7] = [
            ("scores", Self::build_scores),
            ("full-text", Self::sync_all),
            ("vectors", Self::embed_stale),
            ("rows", Self::complete_rows),
            ("watch", Self::watch_links),
            ("backup", Self::copy_daily),
            ("problems", Self::judge_if_stale),
        ];
        // What only completes the library or follows folders is left where nothing can be written.
        let is_writing = |name: &str| matches!(name, "rows" | "watch" | "problems");
        let is_read_only = self.library.obstacle().is_some();
        for (name, step) in steps.into_iter().filter(|(name, _)| !(is_read_only && is_writing(name))) {
            if let Err(error) = step(self) {
                self.notice(name, error.message);
            }
        }
        self.emit_status();
    }
}
