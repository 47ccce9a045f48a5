//! The links: which agent has which skill, which skill may use which tool, which skill needs which other.

use serde_json::Value;

use crate::{AgentId, Audit, SkillId, ToolId};

/// A row of `agent_skill_t`.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentSkill {
    /// The agent.
    pub agent: AgentId,
    /// The skill assigned to it.
    pub skill: SkillId,
    /// Free settings of this assignment, `{}` by default. The schema gives them no meaning: whoever runs the agent does.
    pub config: Value,
    /// Higher loads first within one sequence.
    pub priority: i64,
    /// Lower loads first.
    pub sequence_id: i64,
    /// Row version and state.
    pub audit: Audit,
}

/// A row of `skill_tool_t`.
#[derive(Clone, Debug, PartialEq)]
pub struct SkillTool {
    /// The skill.
    pub skill: SkillId,
    /// The tool it may use.
    pub tool: ToolId,
    /// Free settings of this link, `{}` by default. The schema gives them no meaning either.
    pub config: Value,
    /// What the skill may do with the tool.
    pub access: AccessLevel,
    /// The row version of the tool it is bound to; none for whatever is the newest.
    pub tool_version: Option<i64>,
    /// Row version and state.
    pub audit: Audit,
}

/// A row of `skill_dependency_t`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkillDependency {
    /// The skill that depends.
    pub skill: SkillId,
    /// The skill it depends on.
    pub depends_on: SkillId,
    /// Whether it cannot work without.
    pub required: bool,
    /// Row version and state.
    pub audit: Audit,
}

/// What a skill may do with a tool. Ordered: each level includes the ones before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum AccessLevel {
    /// `read`, the default.
    #[default]
    Read,
    /// `write`
    Write,
    /// `execute`
    Execute,
}

impl AccessLevel {
    /// Every level, weakest first.
    pub const ALL: [Self; 3] = [Self::Read, Self::Write, Self::Execute];

    /// The text of the column.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Execute => "execute",
        }
    }

    /// The level a column's text names.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.as_str() == text)
    }
}
