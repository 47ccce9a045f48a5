//! Counting calls beside them: a count is written to the disk while its caller goes on.

use std::{mem, sync::Arc, thread};

use studio_model::{SkillId, ToolId};
use studio_runtime::{Outcome, Status};
use studio_store::CallCount;

use crate::{Error, Studio, state::session::Session};

impl Session {
    /// Counts a call. It is in the library soon, and before anybody reads the counts or the library is closed.
    pub(crate) fn count_call(self: &Arc<Self>, tool: ToolId, skill: Option<SkillId>, outcome: &Outcome) {
        let count = CallCount {
            tool,
            skill,
            calls: 1,
            failed: u32::from(outcome.status != Status::Success),
            total_us: u64::try_from(outcome.elapsed.as_micros()).unwrap_or(u64::MAX),
            last_ts: crate::now(),
        };
        let mut waiting = self.checks.counts.waiting.lock();
        waiting.counts.push(count);
        if waiting.has_writer {
            return;
        }
        let session = Arc::downgrade(self);
        let write = move || {
            // One that is gone has written them.
            while session.upgrade().is_some_and(|session| session.keep_counts().is_ok() && session.has_counts()) {}
        };
        waiting.has_writer = thread::Builder::new().name("call counts".to_owned()).spawn(write).is_ok();
    }

    /// Writes the counts that wait. Those that cannot be written now wait on.
    pub(crate) fn keep_counts(&self) -> Result<(), Error> {
        let counts = &self.checks.counts;
        let _writing = counts.writing.lock();
        let taken = mem::take(&mut counts.waiting.lock().counts);
        if taken.is_empty() {
            return Ok(());
        }
        let kept = self.library.aside().count_calls(&taken);
        if kept.is_err() {
            let mut waiting = counts.waiting.lock();
            let newer = mem::replace(&mut waiting.counts, taken);
            waiting.counts.extend(newer);
            waiting.has_writer = false;
        }
        Ok(kept?)
    }

    /// Whether there is more to be written; where not, the thread that asks is done.
    fn has_counts(&self) -> bool {
        let mut waiting = self.checks.counts.waiting.lock();
        waiting.has_writer = !waiting.counts.is_empty();
        waiting.has_writer
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.look_at_lingering(true);
        // What came of a call matters more than that it is counted.
        self.shared.log.dropped("calls were not counted", self.keep_counts());
    }
}

impl Studio {
    /// Writes what is still on its way to the disk: a thread that has it would come too late when the program ends.
    pub fn settle(&self) {
        if let Ok(session) = self.session_at_all() {
            session.look_at_lingering(true);
            session.shared.log.dropped("calls were not counted", session.keep_counts());
        }
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        self.settle();
    }
}
