//! What came of the tools and skills of a session, in numbers.

use serde::{Deserialize, Serialize};
use specta::Type;

/// The numbers of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SimulationMetrics {
    /// By tool and skill, in the order they were first called.
    pub tools: Vec<ToolNumbers>,
    /// By skill, in the order of the agent; those that never came into the context, too.
    pub skills: Vec<SkillNumbers>,
}

/// What came of the calls of one tool in the name of one skill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ToolNumbers {
    /// Name of the tool.
    pub tool: String,
    /// The active skill in whose name it was called; none where no active skill has it.
    pub skill: Option<String>,
    /// Whether the runtime brings the tool itself.
    pub is_own: bool,
    /// Calls that were answered.
    pub calls: u32,
    /// Of these, calls that were carried out and failed.
    pub failed: u32,
    /// Of these, calls that were never carried out: the tool was off or unknown, or its arguments were wrong.
    pub refused: u32,
    /// Microseconds a call took on average.
    pub mean_us: u32,
    /// Microseconds the slowest call took.
    pub most_us: u32,
    /// Tokens of all answers.
    pub tokens: u32,
}

/// What came of one skill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillNumbers {
    /// Its name.
    pub skill: String,
    /// How often it came into the context because it was chosen.
    pub chosen: u32,
    /// How often it came with a skill that requires it.
    pub required: u32,
    /// Questions to the model while it was active.
    pub steps: u32,
    /// Files of it that were read, repeats included.
    pub files: u32,
    /// Calls in its name.
    pub calls: u32,
    /// Of these, calls that failed or were refused.
    pub failed: u32,
}
