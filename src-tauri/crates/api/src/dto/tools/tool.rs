//! Tools: as their page opens them, as they are stored, and what changed.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{
    closed::closed,
    dto::{ConsentKind, SpecEdit, ToolEffect, ToolImplementation, ToolSpec},
};

closed! {
    /// What a skill may do with a tool.
    pub enum Access {
        /// Look only.
        Read = "read",
        /// Change something.
        Write = "write",
        /// Run something.
        Execute = "execute",
    }
}

/// A tool as its page opens it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct ToolDetail {
    /// Tool id.
    pub id: String,
    /// Name.
    pub name: String,
    /// When and how to use it.
    pub description: String,
    /// The author's version text.
    pub version: String,
    /// Row version.
    pub aggregate_version: u32,
    /// SHA-256 of all that is written of it, hex: equal tools of two libraries have the same.
    pub hash: String,
    /// Whether it is in use; false for a deleted one.
    pub is_active: bool,
    /// Its specification.
    pub spec: ToolSpec,
    /// How it is carried out.
    pub implementation: ToolImplementation,
    /// What the author is asked on this computer before a call goes out; none where nothing is left to allow.
    pub asks_first: Option<ConsentKind>,
    /// What a call does to the world.
    pub effect: ToolEffect,
    /// What the list it came with said of it and nobody has said otherwise since, as JSON; none where there was no list.
    #[specta(optional)]
    pub stated: Option<String>,
    /// Longest time of a call, in seconds.
    pub timeout_s: u32,
    /// How often a call that failed on the way is tried again.
    pub retries: u32,
    /// The skills that may use it.
    pub used_by: Vec<ToolUse>,
    /// Tools it needs to have run or at hand.
    pub depends_on: Vec<ToolName>,
    /// Estimated tokens of its description.
    pub description_tokens: u32,
    /// Estimated tokens of its schema.
    pub schema_tokens: u32,
    /// What came of its calls so far, by the skill in whose name they were made.
    pub metrics: Vec<ToolMetrics>,
    /// What its server says of it now, where that differs.
    pub drift: Vec<Difference>,
    /// Problems of name, description and limits, as sentences.
    pub problems: Vec<String>,
    /// Time of the last change, RFC 3339.
    pub updated_at: String,
}

/// A tool by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ToolName {
    /// Tool id.
    pub id: String,
    /// Name.
    pub name: String,
}

/// A skill that may use a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ToolUse {
    /// Skill id.
    pub skill_id: String,
    /// Skill name.
    pub skill: String,
    /// What it may do with it.
    pub access: Access,
    /// The skill whose tools it reuses, where the tool comes from that one.
    pub through: Option<String>,
    /// The row version its link is bound to; none for the newest.
    pub version: Option<u32>,
}

/// What came of a tool's calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ToolMetrics {
    /// The skill in whose name; none for the test bench and pipelines.
    pub skill: Option<String>,
    /// Calls.
    pub calls: u32,
    /// How many of them had no result.
    pub failed: u32,
    /// Mean time, in microseconds.
    pub mean_us: u32,
    /// Time of the last one, RFC 3339.
    pub called_at: String,
}

closed! {
    /// Parts of a tool that can change, or differ between two descriptions of it.
    pub enum ToolPart {
        /// Its name.
        Name = "name",
        /// When and how to use it.
        Description = "description",
        /// The author's version text.
        Version = "version",
        /// What it takes.
        Schema = "schema",
        /// How it is carried out.
        Implementation = "implementation",
        /// What a call does to the world.
        Effect = "effect",
        /// Its time limit and retries.
        Limits = "limits",
        /// The tools it needs.
        Dependencies = "dependencies",
    }
}

/// One thing in which two descriptions of a tool differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Difference {
    /// Which part.
    pub part: ToolPart,
    /// JSON pointer to the place in the schema; none for the whole of a part.
    pub pointer: Option<String>,
    /// What the specification says.
    pub specification: String,
    /// What the implementation says.
    pub implementation: String,
}

/// A tool to be created (without id) or changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct ToolEdit {
    /// Tool id; none creates one.
    pub id: Option<String>,
    /// Row version it was read at; 0 for a new one.
    pub aggregate_version: u32,
    /// Name.
    pub name: String,
    /// When and how to use it.
    pub description: String,
    /// The author's version text.
    pub version: String,
    /// Its specification.
    pub spec: SpecEdit,
    /// How it is carried out.
    pub implementation: ToolImplementation,
    /// What a call does to the world; none leaves it to what is known of the implementation.
    pub effect: Option<ToolEffect>,
    /// Longest time of a call, in seconds.
    pub timeout_s: u32,
    /// How often a call that failed on the way is tried again.
    pub retries: u32,
    /// Ids of the tools it needs.
    pub depends_on: Vec<String>,
    /// What the list it came with said of it, in its own words, as JSON; none leaves what is kept of that.
    #[specta(optional)]
    pub stated: Option<String>,
}

closed! {
    /// What made a version of a tool.
    pub enum ToolVersionReason {
        /// It was written.
        Created = "created",
        /// It was saved.
        Saved = "saved",
        /// It came with an import.
        Imported = "imported",
        /// What its server says of it was taken over.
        Drift = "drift",
        /// An earlier state was brought back.
        Restored = "restored",
        /// It came with the samples.
        Sample = "sample",
        /// Something this version does not know.
        Other = "other",
    }
}

/// An earlier state of a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ToolVersionInfo {
    /// Version id.
    pub id: String,
    /// Row version.
    pub aggregate_version: u32,
    /// When, RFC 3339.
    pub created_at: String,
    /// Who.
    pub user: String,
    /// What made it.
    pub reason: ToolVersionReason,
    /// The author's version text then.
    pub version: String,
    /// What changed against the one before.
    pub changed: Vec<ToolPart>,
    /// Why it cannot be read, as a sentence, where it cannot.
    pub unreadable: Option<String>,
}

/// A tool read out of something that was pasted or opened, not stored yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct ToolDraft {
    /// What would be stored.
    pub edit: ToolEdit,
    /// Whether a tool of that name exists already.
    pub is_taken: bool,
    /// Id of the tool that exists already with this very specification, which is shared; none where there is none.
    pub same_as: Option<String>,
    /// What to look at before storing it.
    pub notes: Vec<String>,
}

/// One of a skill's tools: linked, or listed in its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillToolInfo {
    /// Its name; as the file writes it where the file lists it.
    pub name: String,
    /// What stands behind the name.
    pub standing: ToolStanding,
    /// The tool of the library, where it is one.
    pub tool_id: Option<String>,
    /// What the skill may do with it, where it is linked.
    pub access: Option<Access>,
}

/// What stands behind the name of a skill's tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ToolStanding {
    /// The skill is linked to it, and its file lists it.
    Linked,
    /// The skill is linked to it, and its file does not list it.
    NotListed,
    /// The file lists a tool of the library that the skill is not linked to.
    NotLinked,
    /// A server offers it.
    Offered,
    /// Agent hosts bring it along.
    Host,
    /// No tool has this name.
    Missing,
}
