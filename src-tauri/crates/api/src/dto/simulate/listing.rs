//! What became of the list of skills in a session, and what decides it.

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
    /// Whether an installed client sent it so; then the version is that client's, and nothing was cut here.
    pub is_captured: bool,
}

/// A skill that is not listed whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct CutSkill {
    /// Its name.
    pub skill: String,
    /// What became of it.
    pub state: HostState,
}

/// A skill that a session was to begin with and does not have: another one of its name is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct NotTaken {
    /// Its name.
    pub skill: String,
    /// The path of its file; empty where the studio cannot read it.
    pub path: String,
    /// Why, as the end of a sentence.
    pub why: String,
}

/// How often a client has used a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillUses {
    /// The skill's name.
    pub skill: String,
    /// How often.
    pub uses: u32,
}

/// The list of skills as an installed client sent it, for a session whose model is to see just that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct CapturedListing {
    /// The client.
    pub client: Host,
    /// The version it said it has; empty where it said none.
    pub version: String,
    /// Tokens of the context it said its model has.
    pub window_tokens: Option<u32>,
    /// How often it had used skills, by the names it has for them.
    pub uses: Vec<SkillUses>,
    /// Its entries in its order, but for those of its own skills.
    pub lines: Vec<CapturedLine>,
    /// Names that it listed without an entry.
    pub names: Vec<String>,
}

/// An entry of a list as an installed client sent it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct CapturedLine {
    /// What the client calls the skill.
    pub name: String,
    /// All of it, without the last line end.
    pub line: String,
    /// Where the client says the skill is from: a path, or a word of its own.
    pub location: Option<String>,
}
