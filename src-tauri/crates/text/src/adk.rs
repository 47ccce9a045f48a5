//! adk-rust's own reading of instruction files, as the crate adk-skill 0.6.0 does it.
//!
//! Unlike [`crate::SkillDocument`] this reading fails where that crate fails: it answers "would adk load this, and as
//! what?". Selection is not here.

mod discovery;
mod fields;

use std::path::Path;

use serde_json::{Map, Value as Json};

pub use discovery::{is_convention_file, is_discovered};

use crate::sha256_hex;

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
    /// The frontmatter is not YAML.
    #[error("yaml parse error: {0}")]
    Yaml(String),
    /// A field is not of the type adk wants.
    #[error("{field} is {found}, but adk expects {expected}")]
    WrongType {
        /// Its key, or which part of its value.
        field: String,
        /// What it is.
        found: &'static str,
        /// What it would have to be.
        expected: &'static str,
    },
}

/// Longest description taken from a convention file's first line, in characters.
const MAX_DERIVED_DESCRIPTION: usize = 120;

/// Reads a file as adk does. `path` decides whether it is a convention file.
pub fn parse(path: &str, text: &str) -> Result<AdkSkill, AdkError> {
    if is_convention_file(path) && !is_in_skills_folder(path) {
        return Ok(parse_convention(path, text));
    }
    parse_skill(text)
}

/// adk's id of a skill: its name, normalised, and the first 12 hex digits of the raw text's SHA-256.
pub fn skill_id(name: &str, raw: &str) -> String {
    id_of(name, &sha256_hex(raw.as_bytes()))
}

fn id_of(name: &str, hash: &str) -> String {
    let normalized: String = name
        .chars()
        .filter_map(|c| match c {
            ' ' | '-' | '_' => Some('-'),
            _ if c.is_ascii_alphanumeric() => Some(c.to_ascii_lowercase()),
            _ => None,
        })
        .collect();
    let normalized = if normalized.is_empty() { "skill" } else { &normalized };
    format!("{normalized}-{}", &hash[..12])
}

fn is_in_skills_folder(path: &str) -> bool {
    Path::new(path).components().any(|part| part.as_os_str().eq_ignore_ascii_case(".skills"))
}

fn parse_skill(raw: &str) -> Result<AdkSkill, AdkError> {
    let text = raw.replace("\r\n", "\n");
    let mut lines = text.lines();
    if lines.next().unwrap_or_default().trim() != "---" {
        return Err(AdkError::MissingOpening);
    }
    // Joined without a line end behind the last line, which a block scalar there would otherwise keep.
    let mut yaml: Vec<&str> = Vec::new();
    loop {
        let line = lines.next().ok_or(AdkError::MissingClosing)?;
        if line.trim() == "---" {
            break;
        }
        yaml.push(line);
    }
    let fields = fields::read(&yaml.join("\n"))?;
    let body = lines.collect::<Vec<_>>().join("\n");
    let name = required("name", &fields.name)?;
    let description = required("description", &fields.description)?;
    let hash = sha256_hex(raw.as_bytes());
    Ok(AdkSkill {
        id: id_of(&name, &hash),
        hash,
        name,
        description,
        version: fields.version,
        license: fields.license,
        compatibility: fields.compatibility,
        tags: trimmed(&fields.tags),
        allowed_tools: trimmed(&fields.allowed_tools),
        references: trimmed(&fields.references),
        trigger: fields.trigger,
        hint: fields.hint,
        triggers: fields.triggers,
        metadata: fields.metadata,
        body: body.trim().to_owned(),
    })
}

fn required(field: &'static str, value: &str) -> Result<String, AdkError> {
    let value = value.trim();
    if value.is_empty() { Err(AdkError::MissingField(field)) } else { Ok(value.to_owned()) }
}

fn trimmed(items: &[String]) -> Vec<String> {
    items.iter().map(|item| item.trim()).filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

/// A convention file needs no frontmatter: its name and first line stand in.
fn parse_convention(path: &str, raw: &str) -> AdkSkill {
    if let Ok(skill) = parse_skill(raw) {
        return skill;
    }
    let file = Path::new(path).file_name().and_then(|name| name.to_str()).unwrap_or(path);
    let name = discovery::convention_name(file).unwrap_or("instruction");
    let body = raw.replace("\r\n", "\n").trim().to_owned();
    let hash = sha256_hex(raw.as_bytes());
    AdkSkill {
        id: id_of(name, &hash),
        hash,
        name: name.to_owned(),
        description: first_line(&body).unwrap_or_else(|| format!("Instructions loaded from {file}")),
        version: None,
        license: None,
        compatibility: None,
        tags: vec!["convention".to_owned(), format!("{name}-md")],
        allowed_tools: Vec::new(),
        references: Vec::new(),
        trigger: false,
        hint: None,
        triggers: Vec::new(),
        metadata: Map::new(),
        body,
    }
}

/// The first line that is not blank: a heading without its marks, anything else cut short.
fn first_line(body: &str) -> Option<String> {
    let line = body.lines().map(str::trim).find(|line| !line.is_empty())?;
    let heading = if line.starts_with('#') { line.trim_start_matches('#').trim() } else { "" };
    if heading.is_empty() {
        Some(line.chars().take(MAX_DERIVED_DESCRIPTION).collect())
    } else {
        Some(heading.to_owned())
    }
}
