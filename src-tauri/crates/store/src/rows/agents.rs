//! Shapes for agents with all they load.

use studio_model::{Agent, AgentSkill, Parameter, Skill, SkillTool, Tool};

/// An agent with all it loads, in load order.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedAgent {
    /// The agent.
    pub agent: Agent,
    /// Its active skills; never empty.
    pub skills: Vec<LoadedSkill>,
}

/// A skill as an agent loads it.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedSkill {
    /// The assignment.
    pub link: AgentSkill,
    /// The skill.
    pub skill: Skill,
    /// Its active tools, by name.
    pub tools: Vec<LoadedTool>,
}

/// A tool as a skill brings it.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedTool {
    /// The link with its access level.
    pub link: SkillTool,
    /// The tool.
    pub tool: Tool,
    /// Its active parameters, by `order_index`.
    pub parameters: Vec<Parameter>,
}
