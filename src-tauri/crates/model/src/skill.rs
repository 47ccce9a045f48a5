//! A skill: instructions that enter the prompt.

use crate::{
    Audit, HostId, MAX_DESCRIPTION, MAX_NAME, MAX_VERSION, SkillId,
    limits::{Invalid, check_length},
};

/// The version a skill or tool has when none is given.
pub const DEFAULT_VERSION: &str = "1.0.0";

/// A row of `skill_t`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skill {
    /// The library's host.
    pub host: HostId,
    /// The skill's own id.
    pub id: SkillId,
    /// The skill this one is grouped under; a tree, never a cycle.
    pub parent: Option<SkillId>,
    /// Name the model sees.
    pub name: String,
    /// What it does and when to use it: the text that decides whether the skill wakes.
    pub description: Option<String>,
    /// The instructions, without frontmatter.
    pub content_markdown: String,
    /// The author's version text.
    pub version: String,
    /// Row version and state.
    pub audit: Audit,
}

impl Skill {
    /// Checks every length the store enforces.
    pub fn check(&self) -> Result<(), Invalid> {
        if self.name.trim().is_empty() {
            return Err(Invalid { field: "name", problem: "is empty".to_owned() });
        }
        check_length("name", &self.name, MAX_NAME)?;
        check_length("description", self.description.as_deref().unwrap_or(""), MAX_DESCRIPTION)?;
        check_length("version", &self.version, MAX_VERSION)
    }
}
