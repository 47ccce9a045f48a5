//! The shapes that go in and out of a library beside the nouns of `studio-model`.

mod agents;
mod changes;
mod findings;
mod forms;
mod links;
mod packs;
mod queries;
mod rules;
mod sharing;
mod simulations;
mod skills;
mod tools;
mod trash;
mod undo;
mod uses;
mod versions;

use studio_model::{Audit, HostId};

pub use agents::{AgentRecord, LoadedAgent, LoadedSkill, LoadedTool};
pub use changes::{
    AppliedSet, ChangeAspect, ChangeItem, ChangeKind, ChangeSetId, ChangeSetRow, ChangeStep, NewChangeSet, SkillStep,
};
pub use findings::{FindingRow, Ignored, IgnoredBy, IgnoredFinding, JudgedSkill, StoredFinding};
pub use forms::{FormDraft, FormKind};
pub use links::{FolderLink, HeldLink, LinkStatus, NewLink, Origin, PlacedSkill, RootRow, SyncedFile};
pub use packs::{PackExportRow, PackFileRow, PackRow, ScanDismissal};
pub use queries::{LabelledQuery, OverlapDismissal, QueryPlace, QuerySet, RunRow};
pub use rules::{IgnoredRule, Ignores, RulePlace};
pub use sharing::{Agreement, FileHash, Incoming, RemoteItemRow, RemoteRow, SkillLinksRow};
pub use simulations::{SimulationCaseRow, SimulationEventRow, SimulationRow};
pub use skills::{
    Broken, Document, FileChange, FileContent, FileRow, NewFile, NewSkillRow, SkillChange, SkillContent, SkillDetail,
    SkillRow, SkillToolChange, StoredSkill, Tokens,
};
pub use tools::{
    AssignedSkill, CallCount, LibraryToolRow, ServerCheck, ServerRow, ToolCaseRow, ToolDetailRow, ToolLibraryRow,
    ToolRecord, ToolVersionRow,
};
pub use trash::{Purged, TrashKey, TrashKind, TrashRow};
pub use undo::{UndoHistory, UndoScope};
pub use uses::{HowUsed, SkillUse};
pub use versions::{Draft, Record, Version, VersionId, VersionRow};

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
    /// What lies in the trash, of every kind.
    pub trashed: u32,
    /// MCP servers.
    pub servers: u32,
    /// Libraries of implementations.
    pub tool_libraries: u32,
    /// Kept calls of active tools.
    pub tool_cases: u32,
}
