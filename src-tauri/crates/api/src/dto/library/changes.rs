//! Changes of many skills at once that are undone as one.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::TrashRef;

/// What a set of changes was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ChangeSetKind {
    /// Problems were fixed.
    Fix,
    /// Text was replaced in files.
    Replace,
    /// Tags were added or removed.
    Tag,
    /// Skills were moved to another group.
    Move,
    /// Skills were moved to the trash, or out of it.
    Trash,
    /// Samples were brought up to date.
    Sample,
}

/// A set of changes that can be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ChangeSetInfo {
    /// Its id.
    pub id: String,
    /// What it was made for.
    pub kind: ChangeSetKind,
    /// What it did, in a few words.
    pub title: String,
    /// When, RFC 3339.
    pub created_at: String,
    /// Things it changed: files, groups, skills.
    pub changes: u32,
    /// Skills it changed.
    pub skills: u32,
    /// How many of its changes are undone now.
    pub undone: u32,
}

/// A file that a set changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ChangedFile {
    /// The skill it is of.
    pub skill_id: String,
    /// Whether its change is undone now.
    pub is_undone: bool,
}

/// What a set of changes came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ChangeReport {
    /// The set as it is now; none where nothing was changed.
    pub set: Option<ChangeSetInfo>,
    /// Things that were changed, undone or redone just now.
    pub done: u32,
    /// What was left alone, and why.
    pub refused: Vec<ChangeRefusal>,
}

/// What came of restoring several things.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct RestoreReport {
    /// The skills, as one set of changes.
    pub skills: ChangeReport,
    /// Everything else that is back, as it is now.
    pub others: Vec<TrashRef>,
    /// The names of those whose own belongs to another one by now, as they are called now.
    pub renamed: Vec<String>,
    /// What stays in the trash, each with the reason as a sentence.
    pub kept: Vec<String>,
}

/// Samples that ship in another wording than the library has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SampleUpdate {
    /// Tools that can be brought up to date, by name.
    pub tools: Vec<String>,
    /// Skills that can.
    pub skills: Vec<String>,
    /// What shows their use and is not there, as an older version made no such things.
    pub examples: Vec<SampleExample>,
    /// Tools and skills that the author changed, which stay as they are.
    pub kept: Vec<String>,
}

/// What a sample library has beside its samples, to show their use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum SampleExample {
    /// Test queries.
    Queries,
    /// A run over them.
    Run,
    /// A session.
    Session,
    /// A pack.
    Pack,
}

/// What was made of those.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SampleExamples {
    /// Ids of the test queries.
    pub queries: Vec<String>,
    /// Id of the run.
    pub run: Option<String>,
    /// Id of the session.
    pub session: Option<String>,
    /// The pack, as it is now.
    pub pack: Option<TrashRef>,
}

/// What an update of the samples came to; what is needed to take it back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SamplesUpdated {
    /// The tools, as they are now.
    pub tools: Vec<TrashRef>,
    /// The server that was added.
    pub server: Option<TrashRef>,
    /// What became of the skills.
    pub skills: ChangeReport,
    /// What was added to show their use.
    pub examples: SampleExamples,
}

/// One thing a set could not change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ChangeRefusal {
    /// Skill id.
    pub skill_id: String,
    /// Skill name.
    pub skill: String,
    /// The file; empty where it is about none.
    pub path: String,
    /// Why.
    pub reason: RefusalReason,
    /// Why, as a sentence about the file, or the skill where there is none; it does not name either.
    pub message: String,
}

impl ChangeRefusal {
    /// What it is about: `skill/path`, or the skill.
    #[must_use]
    pub fn place(&self) -> String {
        if self.path.is_empty() { self.skill.clone() } else { format!("{}/{}", self.skill, self.path) }
    }
}

/// Why a change was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum RefusalReason {
    /// It is not what it was any more.
    ChangedSince,
    /// There is unsaved text over it.
    HasDraft,
    /// The linked file on disk is not what the library has.
    ChangedOutside,
    /// The skill, its file or the content to go back to is gone.
    Gone,
    /// The library refused to store it.
    Refused,
    /// The text doesn't have what was to be changed.
    NotNamed,
    /// The library has the change, the linked folder does not.
    NotWritten,
}

/// What a fix would make of a skill file, as an editor holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FixPreview {
    /// The stored text.
    pub before: String,
    /// The text after the fix.
    pub after: String,
    /// How many problems it fixes.
    pub fixes: u32,
    /// Whether there is unsaved text over it, so that it would be left alone.
    pub has_draft: bool,
    /// What to know of the name it gets or can't have, a sentence each.
    pub notes: Vec<String>,
}
