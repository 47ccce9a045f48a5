//! What does not fit between skills and their tools.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::Severity;

/// A tool a skill names, or has, that does not fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct ToolProblem {
    /// Which kind.
    pub kind: ToolProblemKind,
    /// How bad it is, as the skill's own problems have it.
    pub severity: Severity,
    /// Skill id.
    pub skill_id: String,
    /// Skill name.
    pub skill: String,
    /// The tool as named.
    pub tool: String,
    /// The tool that was probably meant.
    pub near: Option<String>,
    /// How alike the two names are, 0 to 1.
    #[specta(type = specta_typescript::Number)]
    pub similarity: f64,
    /// What, where, what to do.
    pub message: String,
    /// Line of `SKILL.md` from 1, where it stands in the text.
    pub line: Option<u32>,
}

/// Ways a skill and its tools do not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ToolProblemKind {
    /// No tool or server provides it.
    Missing,
    /// The text seems to call it, and no tool or server provides it: a hint.
    Mentioned,
    /// The skill has it, but its text never mentions it.
    NeverMentioned,
    /// The text mentions it, but a runtime would not have enabled it.
    NotEnabled,
    /// The file lists it, but the skill is not linked to it.
    NotLinked,
    /// The skill is linked to it, but the file does not list it.
    NotListed,
}
