//! A skill as the scorers see it.

use std::{cmp::Ordering, path::Path};

use studio_clients::Readings;
use studio_model::SkillId;

/// A skill as the scorers see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The skill in the library.
    pub key: SkillId,
    /// Provenance id as adk makes it: normalised name and the first 12 hex digits of the hash.
    pub id: String,
    /// Name, as written.
    pub name: String,
    /// Description, as written.
    pub description: String,
    /// Tags, as written.
    pub tags: Vec<String>,
    /// The instructions, trimmed; empty in an index that forgets them.
    pub body: String,
    /// Names of the tools the skill asks for, in its order, repeats kept.
    pub allowed_tools: Vec<String>,
    /// Path of the skill's file; breaks ties between equal names, compared part by part.
    pub path: String,
    /// SHA-256 of the raw file, hex.
    pub hash: String,
    /// Whether its file says `trigger: true`: it wants to be named. Heeded only where [`crate::TriggerRule`] says so.
    pub is_only_by_name: bool,
    /// What each client makes of its files.
    pub readings: Readings,
    /// Why the skill cannot be read, where it cannot: such a skill is listed with this reason and never chosen.
    pub broken: Option<String>,
    /// Why adk drops the skill's file, where it does: its scorer and the coordinator then list it with this reason and
    /// never choose it. The other scorers score it.
    pub dropped: Option<String>,
}

impl Entry {
    /// Whether adk has the skill at all.
    pub(crate) fn is_read_by_adk(&self) -> bool {
        self.broken.is_none() && self.dropped.is_none()
    }

    /// The order in which skills of equal score rank: name, then path part by part as adk compares it, then key.
    pub(crate) fn cmp_place(&self, other: &Self) -> Ordering {
        self.name
            .cmp(&other.name)
            .then_with(|| Path::new(&self.path).cmp(Path::new(&other.path)))
            .then_with(|| self.key.cmp(&other.key))
    }
}
