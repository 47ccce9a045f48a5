//! What a compaction of the conversation leaves of the skills that were loaded.

use serde::{Deserialize, Serialize};
use specta::Type;

/// A skill that was loaded before the conversation was compacted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct CompactedSkill {
    /// Its name.
    pub skill: String,
    /// Tokens of what was loaded.
    pub tokens: u32,
    /// What of it is attached again.
    pub remains: Remains,
    /// The text that is attached; empty where nothing is.
    pub text: String,
}

/// What of a loaded skill is attached again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Remains {
    /// All of it.
    Whole,
    /// Its beginning.
    Beginning {
        /// Tokens of that.
        tokens: u32,
    },
    /// Nothing: it was dropped.
    Nothing,
}
