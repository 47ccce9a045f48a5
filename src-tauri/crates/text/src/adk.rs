//! adk-rust's own reading of instruction files, as the crate adk-skill 0.6.0 does it.
//!
//! Unlike [`crate::SkillDocument`] this reading fails where that crate fails: it answers "would adk load this, and as
//! what?". Selection is not here.

use serde_json::{Map, Value as Json};

/// A file as adk loads it.
#[derive(Clone, Debug, PartialEq)]
pub struct AdkSkill {
    /// Trimmed, never empty.
    pub name: String,
    /// Trimmed, never empty.
    pub description: String,
    /// As written.
    pub version: Option<String>,
    /// As written.
    pub license: Option<String>,
    /// As written.
    pub compatibility: Option<String>,
    /// Trimmed, none empty.
    pub tags: Vec<String>,
    /// Trimmed, none empty, repeats kept.
    pub allowed_tools: Vec<String>,
    /// Trimmed, none empty.
    pub references: Vec<String>,
    /// Carried, never used by selection.
    pub trigger: bool,
    /// Carried, never used by selection.
    pub hint: Option<String>,
    /// Carried, never used by selection.
    pub triggers: Vec<String>,
    /// Free.
    pub metadata: Map<String, Json>,
    /// After the frontmatter, with LF line ends, trimmed.
    pub body: String,
    /// [`skill_id`] of the name and the raw text.
    pub id: String,
    /// SHA-256 of the raw text, hexadecimal.
    pub hash: String,
}

/// Why adk drops a file (silently).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AdkError {
    /// The first line is not `---`.
    #[error("missing opening frontmatter delimiter (`---`)")]
    MissingOpening,
    /// No further line is `---`.
    #[error("missing closing frontmatter delimiter (`---`)")]
    MissingClosing,
    /// A required field is empty or missing.
    #[error("missing required field `{0}`")]
    MissingField(&'static str),
    /// The frontmatter is not YAML, or not of the types adk wants.
    #[error("yaml parse error: {0}")]
    Yaml(String),
}

/// Reads a file as adk does. `path` decides whether it is a convention file.
pub fn parse(path: &str, text: &str) -> Result<AdkSkill, AdkError> {
    let _ = (path, text);
    Err(AdkError::MissingOpening)
}

/// Whether the file's name is one of the convention files', whatever its case.
pub fn is_convention_file(path: &str) -> bool {
    let _ = path;
    false
}

/// Whether adk finds a file at this path relative to the root it searches.
pub fn is_discovered(relative_path: &str) -> bool {
    let _ = relative_path;
    false
}

/// adk's id of a skill: its name, normalised, and the first 12 hex digits of the raw text's SHA-256.
pub fn skill_id(name: &str, raw: &str) -> String {
    let _ = (name, raw);
    String::new()
}
