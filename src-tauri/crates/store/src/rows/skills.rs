//! Shapes for skills: what is written, listed and read of them.

use studio_model::{Skill, SkillId, SkillTool, ToolId};

use super::{FindingRow, FolderLink, LinkStatus, NewLink, Origin, Record, SkillUse};

/// Estimated tokens by tier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// Name and description.
    pub description: u32,
    /// Instructions.
    pub body: u32,
    /// Other files; the library keeps this sum itself.
    pub files: u32,
}

/// Why a skill's file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Stable short name.
    pub code: String,
    /// What, where, what to do.
    pub message: String,
    /// Line from 1, where known.
    pub line: Option<u32>,
    /// Column from 1, where known.
    pub column: Option<u32>,
}

/// A `SKILL.md` with all that was read out of it. The library stores it and reads none of it itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkillContent {
    /// Name the model sees.
    pub name: String,
    /// Description, none where the file has none.
    pub description: Option<String>,
    /// Instructions without frontmatter.
    pub content_markdown: String,
    /// The author's version text; empty takes the default.
    pub version: String,
    /// The file exactly as written.
    pub bytes: Vec<u8>,
    /// Name of its encoding.
    pub encoding: String,
    /// Tags in the order written.
    pub tags: Vec<String>,
    /// Allowed tools in the order written.
    pub allowed_tools: Vec<String>,
    /// Why it cannot be read, where it cannot.
    pub broken: Option<Broken>,
    /// Number of findings that are errors.
    pub errors: u32,
    /// Number of findings that are warnings.
    pub warnings: u32,
    /// What lint found, in the order of the text.
    pub findings: Vec<FindingRow>,
    /// Tokens of name and description.
    pub tokens_description: u32,
    /// Tokens of the instructions.
    pub tokens_body: u32,
}

/// One of a skill's other files, to be stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewFile {
    /// Path relative to the skill's folder, `/` between parts; never `SKILL.md`.
    pub path: String,
    /// Content.
    pub bytes: Vec<u8>,
    /// Whether it may be run.
    pub is_executable: bool,
    /// Whether it can be edited as text.
    pub is_text: bool,
    /// Estimated tokens; 0 for a binary file.
    pub tokens: u32,
}

/// A skill to be created, with its files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewSkillRow {
    /// The id to give it; a new one where none is named.
    pub id: Option<SkillId>,
    /// The skill it is grouped under in the seed's tree.
    pub parent: Option<SkillId>,
    /// The group the library's list shows it under.
    pub group: String,
    /// `SKILL.md` and what was read out of it.
    pub content: SkillContent,
    /// Its other files.
    pub files: Vec<NewFile>,
    /// The folder to link it to.
    pub link: Option<NewLink>,
    /// Where it was imported from.
    pub origin: Option<Origin>,
    /// Reason of its first version: `created`, `imported`, `duplicated`…
    pub reason: String,
}

/// What an update does to a skill. Everything not named stays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SkillChange {
    /// The new `SKILL.md`. Equal bytes are no new version, but what was read out of them is stored anew.
    pub content: Option<SkillContent>,
    /// The new parent (`Some(None)` takes it out of the tree).
    pub parent: Option<Option<SkillId>>,
    /// The new group in the list.
    pub group: Option<String>,
    /// Changes of the other files, in this order.
    pub files: Vec<FileChange>,
    /// Links that change with the document; those its list of tools asks for follow by themselves.
    pub tools: Vec<SkillToolChange>,
    /// How the timeline names this change.
    pub record: Record,
}

/// A change of the tools a skill is linked to.
#[derive(Clone, Debug, PartialEq)]
pub enum SkillToolChange {
    /// Makes a link, or changes it as read at its version.
    Put(SkillTool),
    /// Takes a link away as read at its version.
    Cut {
        /// The skill.
        skill: SkillId,
        /// The tool it is linked to.
        tool: ToolId,
        /// The link's version.
        expected: i64,
    },
}

/// A change of one of a skill's other files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileChange {
    /// Creates the file or replaces its content.
    Put(NewFile),
    /// Gives it another path; its draft follows. Refused where the new path is taken.
    Rename {
        /// Path now.
        from: String,
        /// Path after.
        to: String,
    },
    /// Takes it away; its content stays in the timeline.
    Delete {
        /// Path.
        path: String,
    },
}

/// One row of the library's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillRow {
    /// Skill id.
    pub id: SkillId,
    /// Name.
    pub name: String,
    /// Description, empty where there is none.
    pub description: String,
    /// Group.
    pub group: String,
    /// Tags.
    pub tags: Vec<String>,
    /// Tokens by tier.
    pub tokens: Tokens,
    /// Findings that are errors.
    pub errors: u32,
    /// Findings that are warnings.
    pub warnings: u32,
    /// Whether any of its files has a draft.
    pub has_draft: bool,
    /// How it stands to the folder it is linked to.
    pub link: LinkStatus,
    /// Why it cannot be read, where it cannot.
    pub broken: Option<Broken>,
    /// SHA-256 of `SKILL.md`, hex.
    pub sha256: String,
    /// Row version.
    pub aggregate_version: i64,
    /// Time of the last change, RFC 3339.
    pub update_ts: String,
}

/// A skill with its document and the list of its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillDetail {
    /// The row of `skill_t`.
    pub skill: Skill,
    /// Group.
    pub group: String,
    /// Its `SKILL.md`.
    pub document: Document,
    /// Its other files, by path.
    pub files: Vec<FileRow>,
    /// The folder it is linked to.
    pub link: Option<FolderLink>,
    /// How many versions are kept.
    pub versions: u32,
    /// The agents and skills that use it.
    pub uses: Vec<SkillUse>,
    /// When it was moved to the trash, where it was.
    pub trashed_at: Option<String>,
}

/// A stored `SKILL.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The file exactly as written.
    pub bytes: Vec<u8>,
    /// SHA-256 of `bytes`, hex.
    pub sha256: String,
    /// Name of its encoding.
    pub encoding: String,
    /// Tags.
    pub tags: Vec<String>,
    /// Allowed tools.
    pub allowed_tools: Vec<String>,
    /// Why it cannot be read, where it cannot.
    pub broken: Option<Broken>,
    /// Findings that are errors.
    pub errors: u32,
    /// Findings that are warnings.
    pub warnings: u32,
    /// Tokens by tier.
    pub tokens: Tokens,
}

/// An active skill as scorers and the index need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSkill {
    /// Skill id.
    pub id: SkillId,
    /// Name.
    pub name: String,
    /// Description, empty where there is none.
    pub description: String,
    /// Instructions without frontmatter.
    pub content_markdown: String,
    /// Group.
    pub group: String,
    /// Tags.
    pub tags: Vec<String>,
    /// Allowed tools.
    pub allowed_tools: Vec<String>,
    /// `SKILL.md` exactly as written.
    pub bytes: Vec<u8>,
    /// SHA-256 of `bytes`, hex.
    pub sha256: String,
    /// Name of its encoding.
    pub encoding: String,
    /// Whether it cannot be read.
    pub is_broken: bool,
    /// Folder and skill file it is linked to.
    pub linked_file: Option<(String, String)>,
    /// Where it was imported from; none where it was made here or came from an archive.
    pub origin: Option<Origin>,
    /// Its `agents/openai.yaml`, in which Codex looks for more.
    pub openai_yaml: Option<Vec<u8>>,
}

/// One of a skill's other files, without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRow {
    /// Path within the skill.
    pub path: String,
    /// Size in bytes.
    pub size: u64,
    /// SHA-256, hex.
    pub sha256: String,
    /// Whether it may be run.
    pub is_executable: bool,
    /// Whether it can be edited as text.
    pub is_text: bool,
    /// Estimated tokens.
    pub tokens: u32,
}

/// A file's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileContent {
    /// Path within the skill.
    pub path: String,
    /// Content.
    pub bytes: Vec<u8>,
    /// SHA-256 of `bytes`, hex.
    pub sha256: String,
    /// Whether it may be run.
    pub is_executable: bool,
    /// Whether it can be edited as text; always so for `SKILL.md`.
    pub is_text: bool,
    /// Row version of the skill it was read at.
    pub aggregate_version: i64,
}
