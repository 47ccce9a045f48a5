//! The shapes that go in and out of a library beside the nouns of `studio-model`.

mod changes;
mod findings;
mod tools;

use std::fmt;

use studio_model::{Agent, AgentId, AgentSkill, Audit, HostId, Parameter, Skill, SkillId, SkillTool, Tool, ToolId};
use uuid::Uuid;

pub use changes::{
    AppliedSet, ChangeAspect, ChangeItem, ChangeKind, ChangeSetId, ChangeSetRow, ChangeStep, NewChangeSet, SkillStep,
};
pub use findings::{FindingRow, IgnoredFinding, JudgedSkill, StoredFinding};
pub use tools::{
    AssignedSkill, CallCount, LibraryToolRow, ServerCheck, ServerRow, ToolCaseRow, ToolDetailRow, ToolLibraryRow,
    ToolRecord, ToolVersionRow,
};

/// Path of the skill itself among its files.
pub const SKILL_FILE: &str = "SKILL.md";

/// The audit columns of a row that is not in the library yet: a `put_…` with version 0 creates.
pub fn unsaved() -> Audit {
    Audit { aggregate_version: 0, active: true, update_ts: String::new(), update_user: String::new() }
}

/// What a library says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryRow {
    /// The tenant all its rows belong to.
    pub host: HostId,
    /// Display name.
    pub name: String,
    /// When it was created, RFC 3339.
    pub created_at: String,
    /// Whether it was filled with the samples.
    pub is_sample: bool,
}

/// How much is in a library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Active skills.
    pub skills: u32,
    /// Active tools.
    pub tools: u32,
    /// Active agents.
    pub agents: u32,
    /// Skills in the trash.
    pub trashed: u32,
    /// MCP servers.
    pub servers: u32,
    /// Libraries of implementations.
    pub tool_libraries: u32,
    /// Kept calls of active tools.
    pub tool_cases: u32,
}

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

/// The folder a new skill is linked to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewLink {
    /// Absolute path of the folder.
    pub folder: String,
    /// Its skill file, relative to the folder (mostly `SKILL.md`).
    pub skill_file: String,
    /// Its files as they were read.
    pub files: Vec<SyncedFile>,
}

/// Where a skill was imported from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Origin {
    /// Absolute path of the folder the author chose.
    pub root: String,
    /// The skill file relative to it, `/` between parts.
    pub path: String,
}

/// A folder skills were imported from, and how they stand to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RootRow {
    /// Absolute path.
    pub root: String,
    /// Active skills that were imported from it.
    pub skills: u32,
    /// Those that are linked.
    pub linked: u32,
    /// Those linked whose files changed outside, which is not taken over yet.
    pub changed: u32,
    /// Those linked whose file is gone.
    pub missing: u32,
}

/// How a skill stands to the folder it is linked to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkStatus {
    /// It is linked to none, and was imported from none.
    #[default]
    None,
    /// It was imported from one, and is not linked to it.
    Unlinked,
    /// Library and folder agree.
    Linked,
    /// A file changed outside, and the change is not taken over.
    Changed,
    /// Its file was gone when last looked for.
    Missing,
}

/// What an update does to a skill. Everything not named stays.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkillChange {
    /// The new `SKILL.md`. Equal bytes are no new version, but what was read out of them is stored anew.
    pub content: Option<SkillContent>,
    /// The new parent (`Some(None)` takes it out of the tree).
    pub parent: Option<Option<SkillId>>,
    /// The new group in the list.
    pub group: Option<String>,
    /// Changes of the other files, in this order.
    pub files: Vec<FileChange>,
    /// How the timeline names this change.
    pub record: Record,
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

/// How the timeline names a change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// `saved`, `restored`, `renamed`, `merged`…
    pub reason: String,
    /// Name of a checkpoint, empty for an ordinary version.
    pub label: String,
    /// Words added.
    pub added: u32,
    /// Words removed.
    pub removed: u32,
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
    /// Names of the agents and skills that use it.
    pub uses: Vec<String>,
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

/// A skill in the trash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrashedSkill {
    /// Skill id.
    pub id: SkillId,
    /// Name.
    pub name: String,
    /// Description, empty where there is none.
    pub description: String,
    /// When it was moved there, RFC 3339.
    pub trashed_at: String,
}

/// A version in a skill's timeline.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VersionId(pub Uuid);

impl fmt::Display for VersionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.as_hyphenated().fmt(f)
    }
}

impl fmt::Debug for VersionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VersionId({})", self.0)
    }
}

impl std::str::FromStr for VersionId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Uuid::parse_str(text).map(Self)
    }
}

/// One version, without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionRow {
    /// Version id.
    pub id: VersionId,
    /// The skill.
    pub skill: SkillId,
    /// Row version it stood at.
    pub aggregate_version: i64,
    /// Time, RFC 3339.
    pub created_at: String,
    /// Who.
    pub user: String,
    /// What happened.
    pub reason: String,
    /// Name of a checkpoint, empty for an ordinary version.
    pub label: String,
    /// The file.
    pub path: String,
    /// SHA-256 of the content, hex.
    pub sha256: String,
    /// Words added.
    pub added: u32,
    /// Words removed.
    pub removed: u32,
}

/// One version with its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The row.
    pub row: VersionRow,
    /// The file's whole content at that version.
    pub bytes: Vec<u8>,
    /// Whether it could be run.
    pub is_executable: bool,
}

/// Text typed and not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The skill.
    pub skill: SkillId,
    /// Its name.
    pub skill_name: String,
    /// The file.
    pub path: String,
    /// The text.
    pub text: String,
    /// SHA-256 of the stored content it was typed over, hex.
    pub base_sha256: String,
    /// When it was kept, RFC 3339.
    pub saved_at: String,
}

/// The folder a skill is linked to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FolderLink {
    /// The skill.
    pub skill: SkillId,
    /// Absolute path of the folder.
    pub folder: String,
    /// Its skill file, relative to the folder.
    pub skill_file: String,
    /// Whether the folder was gone when last looked for.
    pub is_missing: bool,
    /// Each of its files as library and folder last agreed on it.
    pub files: Vec<SyncedFile>,
}

/// A linked file as library and folder last agreed on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SyncedFile {
    /// Path within the skill (`SKILL.md` for the skill file, whatever its name on disk).
    pub path: String,
    /// SHA-256, hex.
    pub sha256: String,
    /// Size in bytes.
    pub size: u64,
    /// Modification time, milliseconds since 1970.
    pub mtime_ms: i64,
    /// Whether the file on disk has changed since and the change is not taken over.
    pub is_changed_outside: bool,
}

/// A query with the skills it should wake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelledQuery {
    /// Its id.
    pub id: Uuid,
    /// The set it belongs to.
    pub set: String,
    /// What a user would say.
    pub text: String,
    /// Names of the skills it should wake; none where no skill should.
    pub expected: Vec<String>,
    /// Where it comes from: `sample`, `author`…
    pub source: String,
}

/// A set of labelled queries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuerySet {
    /// Its name.
    pub name: String,
    /// Queries in it.
    pub queries: u32,
    /// Those that should wake a skill.
    pub in_scope: u32,
}

/// A finished run over labelled queries, without its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRow {
    /// Its id.
    pub id: Uuid,
    /// When it ended, RFC 3339.
    pub finished_at: String,
    /// How long it took, in milliseconds.
    pub elapsed_ms: u32,
    /// What it was about, in the author's words.
    pub label: String,
    /// What was asked, as the use-case wrote it.
    pub request: String,
    /// What it came to, as the use-case wrote it.
    pub summary: String,
}

/// A pair of skills whose overlap the author has dismissed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlapDismissal {
    /// The one whose id comes first.
    pub a: SkillId,
    /// The other.
    pub b: SkillId,
    /// Hash of the texts the author looked at; with other texts the dismissal says nothing.
    pub texts_hash: String,
}

/// An agent with all it loads, in load order.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedAgent {
    /// The agent.
    pub agent: Agent,
    /// Its active skills; never empty.
    pub skills: Vec<LoadedSkill>,
}

/// A skill as an agent loads it.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedSkill {
    /// The assignment.
    pub link: AgentSkill,
    /// The skill.
    pub skill: Skill,
    /// Its active tools, by name.
    pub tools: Vec<LoadedTool>,
}

/// A tool as a skill brings it.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedTool {
    /// The link with its access level.
    pub link: SkillTool,
    /// The tool.
    pub tool: Tool,
    /// Its active parameters, by `order_index`.
    pub parameters: Vec<Parameter>,
}

/// A place one works in, whose steps can be undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndoScope {
    /// The map.
    Map,
    /// A file of a skill.
    File {
        /// The skill.
        skill: SkillId,
        /// Path of the file within it.
        path: String,
    },
    /// The form of a tool.
    Tool(ToolId),
    /// The form of a server.
    Server(Uuid),
    /// The form of an agent.
    Agent(AgentId),
}

/// Steps that can be undone, and done again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UndoHistory {
    /// What was done, the oldest first: the last one is undone next.
    pub done: Vec<String>,
    /// What was undone, the last one is done again next.
    pub undone: Vec<String>,
    /// What the steps lead to, as a hash or a version: with another basis they say nothing.
    pub basis: String,
}
