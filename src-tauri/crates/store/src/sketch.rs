//! Signatures; the bodies follow.
#![expect(
    clippy::unimplemented,
    unused_variables,
    clippy::unused_self,
    clippy::needless_pass_by_value,
    reason = "signatures first"
)]
#![expect(clippy::missing_fields_in_debug, reason = "signatures first")]

use crate::{
    Counts, Draft, Error, FileContent, FolderLink, LabelledQuery, LibraryRow, LoadedAgent, NewSkillRow, SkillChange,
    SkillDetail, SkillRow, StoredSkill, SyncedFile, TrashedSkill, Version, VersionId, VersionRow,
};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};
use studio_model::{
    Agent, AgentId, AgentSkill, Audit, HostId, Parameter, ParameterId, SkillDependency, SkillId, SkillTool, Tool,
    ToolId,
};
use uuid::Uuid;

/// How to open a library.
#[derive(Clone, Debug)]
pub struct Options {
    /// Who writes, for `update_user`; cut at 126 characters.
    pub user: String,
    /// The time of a change, RFC 3339 in UTC.
    pub now: fn() -> String,
}

impl Options {
    /// Options with the system's clock.
    pub fn new(user: impl Into<String>) -> Self {
        unimplemented!()
    }
}

/// What opening had to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenReport {
    /// Whether the file was created.
    pub is_new: bool,
    /// The older format it was brought up from.
    pub migrated_from: Option<u32>,
}

/// What salvaging a damaged library came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SalvageReport {
    /// The damaged file, kept as it was.
    pub kept: PathBuf,
    /// Table by table, in the order they were copied.
    pub tables: Vec<TableSalvage>,
    /// What had to be mended so that the rows fit together, a sentence each.
    pub repairs: Vec<String>,
}

/// What became of one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSalvage {
    /// Its name.
    pub table: String,
    /// Rows copied.
    pub copied: u32,
    /// Rows that are known to have been there and could not be read or did not fit.
    pub lost: u32,
    /// Whether it could be read to its end.
    pub is_whole: bool,
}

/// An open `library.db`.
#[derive(Debug)]
pub struct Library {}

impl Library {
    /// Opens the library at `path`, creates it where there is none, and brings an older one up to date.
    pub fn open(path: &Path, options: &Options) -> Result<(Self, OpenReport), Error> {
        unimplemented!()
    }
    /// Rescues every readable row of a damaged library into a fresh file at the same path and keeps the original beside it.
    pub fn salvage(path: &Path, options: &Options) -> Result<SalvageReport, Error> {
        unimplemented!()
    }
    /// Where the file is.
    pub fn path(&self) -> &Path {
        unimplemented!()
    }
    /// The tenant all rows belong to.
    pub fn host(&self) -> HostId {
        unimplemented!()
    }
    /// What the library says of itself.
    pub fn info(&self) -> Result<LibraryRow, Error> {
        unimplemented!()
    }
    /// Names the library and says whether it holds the samples.
    pub fn set_info(&self, name: &str, is_sample: bool) -> Result<(), Error> {
        unimplemented!()
    }
    /// How much is in it.
    pub fn counts(&self) -> Result<Counts, Error> {
        unimplemented!()
    }
    /// A number that changes when another process (or another `Library`) has written to the file.
    pub fn outside_writes(&self) -> Result<i64, Error> {
        unimplemented!()
    }
    /// Looks through the whole file: structure, references, hashes. Each line is a problem; none means all is well.
    pub fn check(&self) -> Result<Vec<String>, Error> {
        unimplemented!()
    }
    /// Copies the library into `dir` as one file, keeps the newest seven copies, and names the new one.
    pub fn backup(&self, dir: &Path) -> Result<PathBuf, Error> {
        unimplemented!()
    }

    /// Creates one skill with its files, link and first version.
    pub fn create_skill(&self, skill: &NewSkillRow) -> Result<SkillId, Error> {
        unimplemented!()
    }
    /// Creates many in one transaction. A row that cannot be stored is answered with its error; the others come in.
    pub fn create_skills(&self, skills: &[NewSkillRow]) -> Result<Vec<Result<SkillId, Error>>, Error> {
        unimplemented!()
    }
    /// Applies a change to the skill as read at `expected`, and returns its new row version.
    pub fn update_skill(&self, id: SkillId, expected: i64, change: &SkillChange) -> Result<i64, Error> {
        unimplemented!()
    }
    /// The active skills by name, in one query.
    pub fn list_skills(&self) -> Result<Vec<SkillRow>, Error> {
        unimplemented!()
    }
    /// One skill, active or in the trash.
    pub fn get_skill(&self, id: SkillId) -> Result<SkillDetail, Error> {
        unimplemented!()
    }
    /// The ids of the active skills with exactly this name.
    pub fn find_skills(&self, name: &str) -> Result<Vec<SkillId>, Error> {
        unimplemented!()
    }
    /// Hands every active skill, by name, to `visit`; their documents are never all in memory.
    pub fn visit_skills(&self, visit: impl FnMut(StoredSkill)) -> Result<(), Error> {
        unimplemented!()
    }
    /// One skill as `visit_skills` gives it; none where it is not active.
    pub fn stored_skill(&self, id: SkillId) -> Result<Option<StoredSkill>, Error> {
        unimplemented!()
    }
    /// Moves a skill to the trash (soft delete).
    pub fn trash_skill(&self, id: SkillId) -> Result<(), Error> {
        unimplemented!()
    }
    /// Takes a skill out of the trash.
    pub fn restore_skill(&self, id: SkillId) -> Result<(), Error> {
        unimplemented!()
    }
    /// The skills in the trash, newest first.
    pub fn list_trash(&self) -> Result<Vec<TrashedSkill>, Error> {
        unimplemented!()
    }
    /// Deletes a skill for good, with its files and timeline. Refused while children or dependents exist.
    pub fn delete_skill(&self, id: SkillId) -> Result<(), Error> {
        unimplemented!()
    }

    /// A file's content; `SKILL.md` for the skill itself.
    pub fn read_file(&self, skill: SkillId, path: &str) -> Result<FileContent, Error> {
        unimplemented!()
    }
    /// A content this file once had, by hash: the base of a merge.
    pub fn read_content(&self, skill: SkillId, path: &str, sha256: &str) -> Result<Option<Vec<u8>>, Error> {
        unimplemented!()
    }

    /// A skill's timeline, newest first.
    pub fn list_versions(&self, skill: SkillId) -> Result<Vec<VersionRow>, Error> {
        unimplemented!()
    }
    /// One version with its content.
    pub fn read_version(&self, id: VersionId) -> Result<Version, Error> {
        unimplemented!()
    }
    /// Names a version; an empty label takes the name away.
    pub fn label_version(&self, id: VersionId, label: &str) -> Result<(), Error> {
        unimplemented!()
    }

    /// Keeps text that was typed and not saved.
    pub fn put_draft(&self, skill: SkillId, path: &str, text: &str, base_sha256: &str) -> Result<(), Error> {
        unimplemented!()
    }
    /// One draft.
    pub fn get_draft(&self, skill: SkillId, path: &str) -> Result<Option<Draft>, Error> {
        unimplemented!()
    }
    /// Forgets a draft; nothing happens where there is none.
    pub fn discard_draft(&self, skill: SkillId, path: &str) -> Result<(), Error> {
        unimplemented!()
    }
    /// The drafts of active skills, newest first.
    pub fn list_drafts(&self) -> Result<Vec<Draft>, Error> {
        unimplemented!()
    }

    /// Links a skill to a folder, in place of any link it had.
    pub fn put_link(&self, link: &FolderLink) -> Result<(), Error> {
        unimplemented!()
    }
    /// The folder a skill is linked to.
    pub fn get_link(&self, skill: SkillId) -> Result<Option<FolderLink>, Error> {
        unimplemented!()
    }
    /// The links of active skills, by folder.
    pub fn list_links(&self) -> Result<Vec<FolderLink>, Error> {
        unimplemented!()
    }
    /// Forgets the link; the folder is not touched.
    pub fn delete_link(&self, skill: SkillId) -> Result<(), Error> {
        unimplemented!()
    }
    /// Notes what library and folder now agree on (or what changed outside) for these files; other files stay.
    pub fn put_synced(&self, skill: SkillId, files: &[SyncedFile]) -> Result<(), Error> {
        unimplemented!()
    }
    /// Forgets a file of the link: it was deleted on both sides.
    pub fn delete_synced(&self, skill: SkillId, path: &str) -> Result<(), Error> {
        unimplemented!()
    }
    /// Notes whether the linked folder is gone.
    pub fn set_link_missing(&self, skill: SkillId, is_missing: bool) -> Result<(), Error> {
        unimplemented!()
    }

    /// Creates (version 0) or updates a tool.
    pub fn put_tool(&self, tool: &Tool) -> Result<Audit, Error> {
        unimplemented!()
    }
    /// One tool.
    pub fn get_tool(&self, id: ToolId) -> Result<Tool, Error> {
        unimplemented!()
    }
    /// The active tools by name.
    pub fn list_tools(&self) -> Result<Vec<Tool>, Error> {
        unimplemented!()
    }
    /// Deletes a tool for good, with its parameters and links.
    pub fn delete_tool(&self, id: ToolId) -> Result<(), Error> {
        unimplemented!()
    }
    /// Creates (version 0) or updates a parameter.
    pub fn put_parameter(&self, parameter: &Parameter) -> Result<Audit, Error> {
        unimplemented!()
    }
    /// A tool's active parameters by `order_index`.
    pub fn list_parameters(&self, tool: ToolId) -> Result<Vec<Parameter>, Error> {
        unimplemented!()
    }
    /// Deletes a parameter for good.
    pub fn delete_parameter(&self, id: ParameterId) -> Result<(), Error> {
        unimplemented!()
    }
    /// Creates (version 0) or updates an agent.
    pub fn put_agent(&self, agent: &Agent) -> Result<Audit, Error> {
        unimplemented!()
    }
    /// One agent.
    pub fn get_agent(&self, id: AgentId) -> Result<Agent, Error> {
        unimplemented!()
    }
    /// The active agents by name.
    pub fn list_agents(&self) -> Result<Vec<Agent>, Error> {
        unimplemented!()
    }
    /// Deletes an agent for good, with its assignments.
    pub fn delete_agent(&self, id: AgentId) -> Result<(), Error> {
        unimplemented!()
    }
    /// All an agent loads, by id or name in any case, in load order.
    pub fn load_agent(&self, id_or_name: &str) -> Result<LoadedAgent, Error> {
        unimplemented!()
    }
    /// Creates (version 0) or updates an assignment.
    pub fn put_agent_skill(&self, link: &AgentSkill) -> Result<Audit, Error> {
        unimplemented!()
    }
    /// The active assignments, by agent and load order.
    pub fn list_agent_skills(&self) -> Result<Vec<AgentSkill>, Error> {
        unimplemented!()
    }
    /// Takes a skill away from an agent.
    pub fn delete_agent_skill(&self, agent: AgentId, skill: SkillId) -> Result<(), Error> {
        unimplemented!()
    }
    /// Creates (version 0) or updates a link.
    pub fn put_skill_tool(&self, link: &SkillTool) -> Result<Audit, Error> {
        unimplemented!()
    }
    /// The active links.
    pub fn list_skill_tools(&self) -> Result<Vec<SkillTool>, Error> {
        unimplemented!()
    }
    /// Takes a tool away from a skill.
    pub fn delete_skill_tool(&self, skill: SkillId, tool: ToolId) -> Result<(), Error> {
        unimplemented!()
    }
    /// Creates (version 0) or updates a dependency; refused where it closes a cycle.
    pub fn put_skill_dependency(&self, link: &SkillDependency) -> Result<Audit, Error> {
        unimplemented!()
    }
    /// The active dependencies.
    pub fn list_skill_dependencies(&self) -> Result<Vec<SkillDependency>, Error> {
        unimplemented!()
    }
    /// Takes a dependency away.
    pub fn delete_skill_dependency(&self, skill: SkillId, depends_on: SkillId) -> Result<(), Error> {
        unimplemented!()
    }

    /// A setting kept in the library.
    pub fn get_setting(&self, key: &str) -> Result<Option<String>, Error> {
        unimplemented!()
    }
    /// Keeps a setting.
    pub fn set_setting(&self, key: &str, value: &str) -> Result<(), Error> {
        unimplemented!()
    }
    /// Creates or replaces a labelled query.
    pub fn put_query(&self, query: &LabelledQuery) -> Result<(), Error> {
        unimplemented!()
    }
    /// The labelled queries in the order they came.
    pub fn list_queries(&self) -> Result<Vec<LabelledQuery>, Error> {
        unimplemented!()
    }
    /// Forgets a labelled query.
    pub fn delete_query(&self, id: Uuid) -> Result<(), Error> {
        unimplemented!()
    }
}

/// What a vector or text belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntityKind {
    /// A skill.
    Skill,
    /// A tool.
    Tool,
}

/// A vector for one entity.
#[derive(Clone, Debug, PartialEq)]
pub struct NewVector {
    /// The skill's or tool's id.
    pub id: Uuid,
    /// Hash of the text it was made from.
    pub text_hash: String,
    /// The vector.
    pub vector: Vec<f32>,
}

/// A skill's text for full-text search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextRow {
    /// The skill.
    pub id: Uuid,
    /// Hash of the whole file; equal hash means nothing to do.
    pub hash: String,
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// Tags, separated by blanks.
    pub tags: String,
    /// Instructions.
    pub body: String,
}

/// A skill found by its words.
#[derive(Clone, Debug, PartialEq)]
pub struct WordHit {
    /// The skill.
    pub id: Uuid,
    /// BM25, higher is better.
    pub score: f64,
    /// The passage that matched, with matches between `[` and `]`.
    pub snippet: String,
}

/// An open `index.db`.
#[derive(Debug)]
pub struct Index {}

impl Index {
    /// Opens the index at `path` for one model. One that is damaged, of another format, model or dimension is thrown away.
    pub fn open(path: &Path, model: &str, dimension: usize) -> Result<Self, Error> {
        unimplemented!()
    }
    /// The entities of `texts` (id, text hash) that have no vector of just this text.
    pub fn stale(&self, host: HostId, kind: EntityKind, texts: &[(Uuid, String)]) -> Result<Vec<Uuid>, Error> {
        unimplemented!()
    }
    /// Stores vectors, in place of older ones.
    pub fn put_vectors(&self, host: HostId, kind: EntityKind, vectors: &[NewVector]) -> Result<(), Error> {
        unimplemented!()
    }
    /// Every vector of a host.
    pub fn vectors(&self, host: HostId, kind: EntityKind) -> Result<Vec<(Uuid, Vec<f32>)>, Error> {
        unimplemented!()
    }
    /// The `limit` nearest, with their cosine, best first.
    pub fn nearest(
        &self,
        host: HostId,
        kind: EntityKind,
        query: &[f32],
        limit: usize,
    ) -> Result<Vec<(Uuid, f32)>, Error> {
        unimplemented!()
    }
    /// The hash of each text it holds.
    pub fn text_hashes(&self, host: HostId) -> Result<HashMap<Uuid, String>, Error> {
        unimplemented!()
    }
    /// Stores texts whose hash is not the stored one; says how many those were.
    pub fn sync_text(&self, host: HostId, rows: &[TextRow]) -> Result<usize, Error> {
        unimplemented!()
    }
    /// Forgets the vectors and texts of every entity of this kind that is not in `ids`.
    pub fn retain(&self, host: HostId, kind: EntityKind, ids: &[Uuid]) -> Result<(), Error> {
        unimplemented!()
    }
    /// Forgets one entity.
    pub fn remove(&self, host: HostId, kind: EntityKind, id: Uuid) -> Result<(), Error> {
        unimplemented!()
    }
    /// The skills whose text holds the query's words, best first. Any text is a query; none is a syntax error.
    pub fn search_words(&self, host: HostId, query: &str, limit: usize) -> Result<Vec<WordHit>, Error> {
        unimplemented!()
    }
}

/// SHA-256 as the library writes it: 64 hex digits in lower case.
pub fn sha256_hex(bytes: &[u8]) -> String {
    unimplemented!()
}
