//! Where the vectors of one library stand: what runs, and what waits for it.

use std::collections::HashMap;

use studio_embed::BatchHandle;
use studio_store::EntityKind;
use uuid::Uuid;

use crate::{dto::Activity, state::parts::Part};

/// What a text is of.
pub(crate) type Whose = (EntityKind, Uuid);

/// Where the vectors of one library stand.
#[derive(Debug, Default)]
pub(crate) struct Embedding {
    /// What runs: one for the whole library, and one for each change made meanwhile. Only the first is told as
    /// an activity: to the author all of it is one.
    pub(crate) batches: Vec<(Activity, BatchHandle)>,
    /// Texts without a vector, by what they are of.
    pub(crate) waiting: HashMap<Whose, usize>,
    /// Whether it was looked for what lacks a vector; before, that nothing waits says nothing.
    pub(crate) is_looked_at: bool,
    /// The text that was last submitted of each tool, agent and server among them.
    pub(crate) submitted: HashMap<Whose, String>,
    pub(crate) is_paused: bool,
    pub(crate) unavailable: Option<String>,
}

impl Embedding {
    /// Stops all that runs; gives what it was told as.
    pub(crate) fn stop(&mut self) -> Vec<Activity> {
        let stop = |(activity, batch): (Activity, BatchHandle)| {
            batch.cancel();
            activity
        };
        self.batches.drain(..).map(stop).collect()
    }

    pub(crate) fn runs(&self, activity: &str) -> bool {
        self.batches.iter().any(|(running, _)| running.id == activity)
    }

    pub(crate) fn arrived(&mut self, whose: Whose) {
        if let Some(left) = self.waiting.get_mut(&whose) {
            *left -= 1;
            if *left == 0 {
                self.waiting.remove(&whose);
                self.submitted.remove(&whose);
            }
        }
    }
}

impl Drop for Embedding {
    fn drop(&mut self) {
        // Nobody asks for the vectors of a library that is closed.
        self.stop();
    }
}

/// A text to embed, and what it is of.
pub(crate) struct PartText {
    pub(crate) whose: Whose,
    pub(crate) part: Part,
}

impl PartText {
    pub(crate) const fn of(whose: Whose, part: Part) -> Self {
        Self { whose, part }
    }

    pub(crate) const fn key(&self) -> (Whose, u16) {
        (self.whose, self.part.number)
    }
}
