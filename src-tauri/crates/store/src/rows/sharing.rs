//! Shapes for what is shared through a server.

use studio_model::{SharedKind, SkillDependency, SkillId, SkillTool};
use uuid::Uuid;

use crate::{AgentRecord, NewSkillRow, ServerRow, SkillChange, ToolRecord};

/// A library on a server that this one is shared through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteRow {
    /// What tells it from any other.
    pub id: Uuid,
    /// The tenant its rows bear there.
    pub tenant: Uuid,
    /// How it is called there.
    pub name: String,
    /// Where it is, without a password.
    pub address: String,
    /// The newest push that was seen.
    pub revision: i64,
    /// When somebody looked last, RFC 3339.
    pub seen_at: String,
}

/// Something on the server as it was seen last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteItemRow {
    /// What kind of thing.
    pub kind: SharedKind,
    /// Its id there.
    pub id: Uuid,
    /// Its id here, or the one it will have.
    pub local: Uuid,
    /// Its name there.
    pub name: String,
    /// Hash of what it is there; none where it is deleted.
    pub sha256: Option<String>,
    /// Its row version there.
    pub row_version: i64,
    /// The push it came with.
    pub revision: i64,
    /// Who changed it.
    pub changed_user: String,
    /// When, RFC 3339.
    pub changed_at: String,
    /// Hash of what both sides last agreed on.
    pub agreed: Option<String>,
}

/// What both sides agree on from now on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// What kind of thing.
    pub kind: SharedKind,
    /// Its id there.
    pub id: Uuid,
    /// Its hash, and what it is; none where both have deleted it.
    pub content: Option<(String, String)>,
}

/// A file of an active skill, by hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileHash {
    /// The skill.
    pub skill: SkillId,
    /// Path within it.
    pub path: String,
    /// SHA-256, hex.
    pub sha256: String,
    /// Whether it may be run.
    pub is_executable: bool,
}

/// What is linked to a skill from now on, and nothing else.
#[derive(Clone, Debug, PartialEq)]
pub struct SkillLinksRow {
    /// The skill.
    pub skill: SkillId,
    /// Its parent.
    pub parent: Option<SkillId>,
    /// Its tools; versions of links are not looked at.
    pub tools: Vec<SkillTool>,
    /// What it needs; versions of links are not looked at.
    pub requires: Vec<SkillDependency>,
}

/// What comes in from a server, stored together or not at all.
#[derive(Clone, Debug, Default)]
pub struct Incoming {
    /// The server's library.
    pub remote: Uuid,
    /// What was in the trash and comes back first, with its row version.
    pub restored: Vec<(SharedKind, Uuid, i64)>,
    /// Servers.
    pub servers: Vec<ServerRow>,
    /// Tools, each with the snapshot its timeline keeps.
    pub tools: Vec<(ToolRecord, serde_json::Value)>,
    /// Skills that were not here.
    pub new_skills: Vec<NewSkillRow>,
    /// Skills that change, as read at a row version.
    pub changed_skills: Vec<(SkillId, i64, SkillChange)>,
    /// Links of skills.
    pub links: Vec<SkillLinksRow>,
    /// Agents.
    pub agents: Vec<AgentRecord>,
    /// What goes to the trash, with its row version.
    pub trashed: Vec<(SharedKind, Uuid, i64)>,
    /// What both sides agree on then.
    pub agreements: Vec<Agreement>,
}
