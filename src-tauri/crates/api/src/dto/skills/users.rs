//! Who uses a skill.

use serde::{Deserialize, Serialize};
use specta::Type;

/// An agent or a skill that uses a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillUser {
    /// What it is.
    pub kind: SkillUserKind,
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How it uses the skill, as a sentence.
    pub why: String,
}

/// What can use a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum SkillUserKind {
    /// An agent.
    Agent,
    /// A skill.
    Skill,
}
