//! What runs once a library is open, beside the author's work.

use std::sync::Arc;

use crate::{Error, dto::NoticeCode, state::session::Session};

/// A part of what runs once a library is open.
type Step = fn(&Arc<Session>) -> Result<(), Error>;

impl Session {
    /// What runs once a library is open: scorers, full text, vectors, watched folders, the daily copy. Each part stands
    /// alone: one that fails leaves the others working and is told.
    pub(crate) fn warm_up(self: &Arc<Self>) {
        let steps: [(NoticeCode, Step); 7] = [
            (NoticeCode::Scores, Self::build_scores),
            (NoticeCode::FullText, Self::sync_all),
            (NoticeCode::Vectors, Self::embed_stale),
            (NoticeCode::Rows, Self::complete_rows),
            (NoticeCode::Watch, Self::watch_links),
            (NoticeCode::Backup, Self::copy_daily),
            (NoticeCode::Problems, Self::judge_if_stale),
        ];
        // What only completes the library or follows folders is left where nothing can be written.
        let is_writing = |code| matches!(code, NoticeCode::Rows | NoticeCode::Watch | NoticeCode::Problems);
        let is_read_only = self.library.obstacle().is_some();
        for (code, step) in steps.into_iter().filter(|(code, _)| !(is_read_only && is_writing(*code))) {
            if let Err(error) = step(self) {
                self.notice(code, error.message);
            }
        }
        self.emit_status();
    }
}
