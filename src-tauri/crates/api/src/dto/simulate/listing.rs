//! What became of the list of skills in a session.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::{Host, HostState};

/// What a client's budget did to the list of skills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulationListing {
    /// The client.
    pub host: Host,
    /// The version of the client that was measured; empty where none was.
    pub version: String,
    /// The day it was measured, as an ISO date; empty where nobody wrote it down.
    pub measured_on: String,
    /// How it cuts, in a sentence.
    pub rule: String,
    /// The skills that are not listed whole.
    pub cut: Vec<CutSkill>,
    /// Tokens of descriptions that are not shown.
    pub cut_tokens: u32,
}

/// A skill that is not listed whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct CutSkill {
    /// Its name.
    pub skill: String,
    /// What became of it.
    pub state: HostState,
}
