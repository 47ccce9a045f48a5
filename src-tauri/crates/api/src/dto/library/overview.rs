//! The library as a whole: what it is and what is in it.

use crate::{
    closed::closed,
    dto::{Broken, Host, ImplementationKind, LeftOutSkill, Tokens},
};
use serde::{Deserialize, Serialize};
use specta::Type;

/// The open library.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct LibraryInfo {
    /// Display name: the file's stem, or what the author called it.
    pub name: String,
    /// Path of `library.db`.
    pub path: String,
    /// The author's home folder, for which paths are shown with `~`; none where the system tells none.
    pub home: Option<String>,
    /// Its host id.
    pub host: String,
    /// Number of active skills.
    pub skills: u32,
    /// Whether the library was filled with the samples that ship.
    pub is_sample: bool,
    /// What opening it had to do or could not do.
    pub notices: Vec<Notice>,
    /// Why nothing in it can be changed, where nothing can: a sentence.
    pub read_only: Option<String>,
    /// What became of its file, where that is not at its path any more.
    pub displaced: Option<DisplacedLibrary>,
    /// What is worth a look first.
    pub opens_on: FirstPlace,
}

closed! {
    /// What one looks at first in a library.
    pub enum FirstPlace {
        /// One of its skills.
        Skill = "skill",
        /// The overview: it has many skills, in several groups.
        Overview = "overview",
    }
}

/// The open library's file is not at its path any more. Nothing is written to it; everything in it can still be read, unless it
/// was overwritten.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct DisplacedLibrary {
    /// What became of it.
    pub how: DisplacedHow,
    /// The same as a sentence.
    pub message: String,
    /// Where it was opened.
    pub path: String,
    /// Where it is now, where that is known.
    pub moved_to: Option<String>,
    /// Whether another file stands at the path.
    pub is_path_taken: bool,
    /// The copy that was made when this was noticed; of one that was overwritten, the latest there was.
    pub copy: Option<String>,
    /// How many files were typed in since; their texts are kept until the library is open again.
    pub drafts: u32,
}

/// What can become of a library's file while it is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum DisplacedHow {
    /// It was moved or renamed.
    Moved,
    /// It was deleted.
    Deleted,
    /// Another file was put in its place.
    Replaced,
    /// Another file, or another log, was written over it: nothing can be read from it any more.
    Overwritten,
    /// Its folder or drive is gone.
    Unreachable,
}

closed! {
    /// What a notice is about.
    pub enum NoticeCode {
        /// Changes were found that a moved or replaced library had left behind.
        LeftLog = "left-log",
        /// What a program was in the middle of when it was killed is undone or complete.
        InterruptedWrite = "interrupted-write",
        /// A damaged library was rescued.
        Salvaged = "salvaged",
        /// A library of an older format was upgraded.
        Migrated = "migrated",
        /// Another program changed a linked file while it was saved.
        ChangedWhileSaving = "changed-while-saving",
        /// A copy of the library may still hold what was made a secret.
        CopyNotScrubbed = "copy-not-scrubbed",
        /// The scorers' index could not be made.
        Scores = "scores",
        /// Full text could not be brought up to date.
        FullText = "full-text",
        /// Vectors could not be made.
        Vectors = "vectors",
        /// Rows of the library could not be completed.
        Rows = "rows",
        /// Linked folders are not watched.
        Watch = "watch",
        /// Links of the library were not made on this computer.
        HeldLinks = "held-links",
        /// The library could not be copied.
        Backup = "backup",
        /// Skills could not be judged anew.
        Problems = "problems",
    }
}

/// Something the author should know, shown until dismissed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Notice {
    /// What it is about.
    pub code: NoticeCode,
    /// What happened and what to do.
    pub message: String,
}

/// What rescuing a damaged library came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SalvageReport {
    /// When it was done, RFC 3339.
    pub salvaged_at: String,
    /// The damaged file, kept as it was.
    pub kept: String,
    /// All of it in two sentences.
    pub summary: String,
    /// What became of each kind of row.
    pub tables: Vec<SalvagedTable>,
    /// Texts that are not what was saved, by name.
    pub altered: Vec<String>,
    /// What had to be put right, a sentence each.
    pub repairs: Vec<String>,
}

/// What became of the rows of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SalvagedTable {
    /// What they are.
    pub name: String,
    /// How many there were.
    pub before: u32,
    /// How many came over.
    pub rescued: u32,
    /// How many were put right or made anew.
    pub repaired: u32,
    /// How many have a content that is not what was saved.
    pub altered: u32,
    /// How many are lost.
    pub lost: u32,
    /// Whether these are all; where not, more may be lost.
    pub is_exact: bool,
}

/// A library opened before.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct RecentLibrary {
    /// Display name.
    pub name: String,
    /// Path of the file.
    pub path: String,
}

/// A folder of the author's own skills, found on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillFolder {
    /// Whose folder it is; the standard's where several clients share it.
    pub client: Host,
    /// Its path in full.
    pub path: String,
    /// Its path as an author writes it, such as `~/.claude/skills`.
    pub shown: String,
    /// How many skills an import would find in it.
    pub skills: u32,
}

/// Where a new library would be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LibraryPlace {
    /// The file in full; empty where there is a problem.
    pub path: String,
    /// Why it cannot be written there, where it cannot: what, where, what to do.
    pub problem: Option<String>,
}

/// A query to try first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SuggestedQuery {
    /// What a user might say.
    pub query: String,
    /// Name of the skill whose description it was read off.
    pub skill: String,
}

/// One row of the library's list.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
#[expect(clippy::struct_excessive_bools, reason = "each is said of a skill by itself, and any of them may be so")]
pub struct SkillRow {
    /// Skill id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Description, empty where there is none.
    pub description: String,
    /// The group it is listed under: the folder above its own, or the library.
    pub group: String,
    /// Tags.
    pub tags: Vec<String>,
    /// Estimated tokens of its tiers.
    pub tokens: Tokens,
    /// Number of findings that are errors.
    pub errors: u32,
    /// Number of findings that are warnings.
    pub warnings: u32,
    /// Whether a problem of it can be fixed, counts for the library's client and is not ignored: all those are fixed together.
    pub is_fixable: bool,
    /// Whether there is a draft that was not saved.
    pub has_draft: bool,
    /// How it stands to the folder it is linked to.
    pub link: LinkStatus,
    /// Whether there is a link that can be cut.
    pub is_linked: bool,
    /// Whether saving it writes to its folder.
    pub is_written: bool,
    /// Why it cannot be read, where it cannot.
    pub broken: Option<Broken>,
    /// Row version.
    pub aggregate_version: u32,
    /// Time of the last change, RFC 3339.
    pub updated_at: String,
}

/// How a skill stands to the folder it is linked to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum LinkStatus {
    /// It is linked to none, and was imported from none.
    #[default]
    None,
    /// It was imported from one, and is not linked to it.
    Unlinked,
    /// Library and folder hold the same.
    Linked,
    /// A file changed outside, and the change is not taken over.
    Changed,
    /// Its file is gone.
    Missing,
    /// Its folder is not followed on this computer: the file is neither read nor written.
    Held,
}

/// A tool, as lists and checkboxes need it.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct ToolInfo {
    /// Tool id.
    pub id: String,
    /// Name.
    pub name: String,
    /// When and how to use it.
    pub description: String,
    /// How it is carried out; none where it is only described.
    pub implementation: Option<ImplementationKind>,
    /// What it is listed under: its server, package or host, or the kind of script.
    pub group: String,
    /// How many skills may use it.
    pub used_by: u32,
    /// What is wrong with it, or what its server says differently; none where it is fine.
    pub problem: Option<String>,
}

/// An agent, as lists need it.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct AgentInfo {
    /// Agent id.
    pub id: String,
    /// Name.
    pub name: String,
    /// `provider/model`.
    pub model: String,
    /// Names of its skills in load order.
    pub skills: Vec<String>,
    /// The skills it has and can't load.
    pub left_out: Vec<LeftOutSkill>,
}
