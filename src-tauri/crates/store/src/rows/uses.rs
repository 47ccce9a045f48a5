//! Shapes for what uses a skill.

use uuid::Uuid;

/// An agent or a skill that uses a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillUse {
    /// Its id.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// How it uses the skill.
    pub how: HowUsed,
}

/// How a skill is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowUsed {
    /// An agent loads it.
    Loaded,
    /// A skill requires it.
    Required,
    /// A skill works better with it.
    Recommended,
    /// A skill is its child.
    Child,
}
