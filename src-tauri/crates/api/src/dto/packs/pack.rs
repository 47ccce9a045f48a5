//! A pack as its author sets it up.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::{ExportTarget, Host, PackGate, Scorer, Tokens, UnreadableRow};

/// A named selection of the library with the targets it is written to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Pack {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Row version.
    pub aggregate_version: u32,
    /// Time of the last change, RFC 3339.
    pub updated_at: String,
    /// What it is made of.
    pub content: PackContent,
    /// The version that follows its own: the last number is one more.
    pub next_version: String,
    /// The folder it was written to last; none where it never was.
    pub last_out: Option<String>,
}

/// The packs of the library.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackList {
    /// Those that can be read, by name.
    pub packs: Vec<Pack>,
    /// Those that cannot.
    pub unreadable: Vec<UnreadableRow>,
}

/// A pack as it is to be saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackEdit {
    /// Its id; none for a new one.
    pub id: Option<String>,
    /// Row version it was read at; 0 for a new one.
    pub aggregate_version: u32,
    /// Its name.
    pub name: String,
    /// What it is made of.
    pub content: PackContent,
}

/// What a pack is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackContent {
    /// Ids of its skills.
    pub skills: Vec<String>,
    /// What goes along with them.
    pub along: PackAlong,
    /// Where it is written; no two into one folder.
    pub targets: Vec<PackTarget>,
    /// Its version, three numbers such as `1.2.0`, and what semantic versions allow beside.
    pub version: String,
    /// What is checked before it is written.
    pub gates: PackGates,
}

/// What goes along with the skills of a pack.
#[expect(clippy::struct_excessive_bools, reason = "each is a box to tick, and any of them may be")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackAlong {
    /// The skills they require, however far.
    pub required_skills: bool,
    /// The tools they are linked to.
    pub tools: bool,
    /// The agents that are given one of them.
    pub agents: bool,
    /// The labelled queries that expect one of them.
    pub queries: bool,
}

/// One target of a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackTarget {
    /// Which.
    pub target: ExportTarget,
    /// Whose folder is written, for that target.
    pub client: Option<Host>,
    /// What a plugin is called; none for the pack's name.
    pub plugin: Option<String>,
    /// Its folder below the one the pack is written to, with `/`; empty for that one itself.
    pub folder: String,
}

/// What is checked before a pack is written, and how strictly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackGates {
    /// The gates that hold the pack back where they fail; the others only tell.
    pub enforced: Vec<PackGate>,
    /// Least accuracy on the first choice, in per cent; none for no such limit.
    pub min_accuracy: Option<u32>,
    /// Who scores the labelled queries.
    pub scorer: Scorer,
    /// The set of labelled queries; none for all of them.
    pub query_set: Option<String>,
}

/// What a pack comes to, without its targets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackSummary {
    /// Its skills, with those that go along, by name.
    pub skills: Vec<PackSkill>,
    /// Ids of skills that are not in the library any more.
    pub missing: Vec<String>,
    /// Required skills that were not chosen, whether they go along or not.
    pub required_skills: u32,
    /// Tools of these skills, whether they go along or not.
    pub tools: u32,
    /// Agents that are given one of these skills, whether they go along or not.
    pub agents: u32,
    /// Labelled queries that expect one of these skills, whether they go along or not.
    pub queries: u32,
    /// Other files of these skills.
    pub files: u32,
    /// Estimated tokens by tier: the list of skills, their instructions, their other files.
    pub tokens: Tokens,
}

/// A skill of a pack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct PackSkill {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its version as its file says it.
    pub version: String,
    /// Whether it is here because another one requires it.
    pub is_required_only: bool,
    /// How many other files it has.
    pub files: u32,
    /// Estimated tokens.
    pub tokens: Tokens,
    /// Findings that are errors.
    pub errors: u32,
    /// Findings that are warnings.
    pub warnings: u32,
    /// Tools it names that neither the library nor a host has.
    pub missing_tools: Vec<String>,
}
