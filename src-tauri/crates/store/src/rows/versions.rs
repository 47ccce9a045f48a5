//! Shapes for the timeline of a skill: its versions, and text that is not saved.

use std::fmt;

use studio_model::SkillId;
use uuid::Uuid;

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
