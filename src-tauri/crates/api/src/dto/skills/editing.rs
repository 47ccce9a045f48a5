//! One skill open for editing: its files, drafts, versions and the folder it is linked to.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{
    closed::closed,
    dto::{Broken, SkillToolInfo, SkillUser, Tokens},
};

/// A skill with all an editor needs to open it.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct SkillDetail {
    /// Skill id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Description, empty where there is none.
    pub description: String,
    /// Tags.
    pub tags: Vec<String>,
    /// Allowed tools, in the order written.
    pub allowed_tools: Vec<String>,
    /// Its tools, those its file lists first: what they are to the library.
    pub tools: Vec<SkillToolInfo>,
    /// Row version to name when saving.
    pub aggregate_version: u32,
    /// The author's version text.
    pub version: String,
    /// SHA-256 of `SKILL.md` as stored, hex.
    pub hash: String,
    /// `SKILL.md` and the other files, sorted by path with `SKILL.md` first.
    pub files: Vec<FileInfo>,
    /// Tokens by tier.
    pub tokens: Tokens,
    /// Why it cannot be read, where it cannot.
    pub broken: Option<Broken>,
    /// The folder it is linked to.
    pub link: Option<LinkState>,
    /// How many versions are kept.
    pub versions: u32,
    /// Agents and skills that use it, by name.
    pub uses: Vec<SkillUser>,
}

/// A file of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FileInfo {
    /// Path relative to the skill's folder, `/` between parts; `SKILL.md` for the skill itself.
    pub path: String,
    /// Size in bytes.
    pub bytes: u32,
    /// Estimated tokens; 0 for a binary file.
    pub tokens: u32,
    /// Whether it can be edited as text.
    pub is_text: bool,
}

/// A file's content, with the draft that was never saved.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct FileContent {
    /// Path within the skill.
    pub path: String,
    /// The stored text; empty for a binary file.
    pub text: String,
    /// SHA-256 of the stored bytes, hex.
    pub hash: String,
    /// Whether it can be edited as text.
    pub is_text: bool,
    /// Row version of the skill it was read at.
    pub aggregate_version: u32,
    /// Text typed but not saved.
    pub draft: Option<String>,
}

/// A draft that was never saved.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct DraftInfo {
    /// Skill id.
    pub skill_id: String,
    /// Skill name.
    pub skill_name: String,
    /// File within the skill.
    pub path: String,
    /// The text that was typed.
    pub text: String,
    /// The stored text it was typed over.
    pub stored: String,
    /// Time it was kept, RFC 3339.
    pub saved_at: String,
}

/// What saving came to.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SaveOutcome {
    /// Stored, and written to the linked folder where there is one.
    Saved {
        /// The skill as it is now.
        detail: SkillDetail,
    },
    /// Somebody else changed it since it was read; nothing was written.
    Conflict {
        /// The three texts and a proposed merge.
        merge: Merge,
    },
}

closed! {
    /// Who changed a file while it was edited here.
    pub enum MergeSource {
        /// The linked file changed.
        File = "file",
        /// Another window or process saved first.
        Library = "library",
        /// Somebody pushed it to a shared library.
        Server = "server",
    }
}

/// A three-way merge put to the author.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct Merge {
    /// Skill id.
    pub skill_id: String,
    /// Skill name.
    pub skill_name: String,
    /// File within the skill.
    pub path: String,
    /// Who the other side is.
    pub source: MergeSource,
    /// The text both started from.
    pub base: String,
    /// What was typed here.
    pub mine: String,
    /// What the other side has.
    pub theirs: String,
    /// The merge; holds conflict markers where `conflicts` > 0.
    pub merged: String,
    /// Number of places both changed.
    pub conflicts: u32,
    /// Row version to name when saving the merge.
    pub aggregate_version: u32,
    /// Hash of the other side, to name when saving the merge.
    pub their_hash: String,
}

/// The folder a skill is linked to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LinkState {
    /// Absolute path of the folder its skill file lies in.
    pub folder: String,
    /// Absolute path of that file, which need not be called `SKILL.md`.
    pub file: String,
    /// Files changed there since they were read.
    pub changed: Vec<String>,
    /// Whether the folder is gone.
    pub is_missing: bool,
}

closed! {
    /// What made a version of a skill.
    pub enum VersionReason {
        /// It is what the library began with.
        Original = "original",
        /// It was imported.
        Imported = "imported",
        /// It was written here.
        Created = "created",
        /// It is a copy of another skill.
        Duplicated = "duplicated",
        /// It was saved.
        Saved = "saved",
        /// Two sides were brought together.
        Merged = "merged",
        /// An earlier version was brought back.
        Restored = "restored",
        /// Something got another name.
        Renamed = "renamed",
        /// A file was deleted.
        Deleted = "deleted",
        /// A file was deleted in the linked folder.
        DeletedOutside = "deleted outside",
        /// A file came in the linked folder.
        AddedOutside = "added outside",
        /// A tool was linked.
        ToolLinked = "tool linked",
        /// A tool was unlinked.
        ToolUnlinked = "tool unlinked",
        /// A fix was made in several skills.
        Fixed = "fixed",
        /// A text was replaced in several skills.
        Replaced = "replaced",
        /// Tags of several skills changed.
        Tagged = "tagged",
        /// A change of several skills was taken back.
        Undone = "undone",
        /// A change of several skills was made again.
        Redone = "redone",
        /// It came with the samples.
        Sample = "sample",
        /// The linked file changed.
        Outside = "changed outside",
        /// Something this version does not know.
        Other = "other",
    }
}

/// One version in a skill's timeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct VersionInfo {
    /// Version id.
    pub id: String,
    /// Row version it stood at.
    pub aggregate_version: u32,
    /// Time, RFC 3339.
    pub created_at: String,
    /// Who.
    pub user: String,
    /// What made it.
    pub reason: VersionReason,
    /// Name of a checkpoint, empty for an ordinary version.
    pub label: String,
    /// File that changed.
    pub path: String,
    /// Words added in this version.
    pub added: u32,
    /// Words removed in this version.
    pub removed: u32,
}

/// What a new skill starts from.
#[derive(Clone, Debug, Default, Serialize, Deserialize, Type)]
pub struct NewSkill {
    /// Name; also the folder's name in exports.
    pub name: String,
    /// What it does and when to use it.
    pub description: String,
    /// The example it is made like.
    #[serde(default)]
    #[specta(optional)]
    pub template: SkillTemplate,
}

/// The examples a new skill can be made like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum SkillTemplate {
    /// Instructions alone.
    #[default]
    Plain,
    /// With the tools it may use.
    Tools,
    /// With files that are read when they are needed.
    References,
    /// With a script that is run.
    Scripts,
}
