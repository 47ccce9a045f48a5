//! Shapes for agents with all they load.

use studio_model::{Agent, AgentSkill, Component, Parameter, Skill, SkillTool, Tool, ToolId};

use crate::AssignedSkill;

/// An agent with everything that is saved together with it.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentRecord {
    /// The row of `agent_definition_t`, with what the studio adds to it.
    pub agent: Agent,
    /// The skills assigned to it.
    pub skills: Vec<AssignedSkill>,
    /// The tools it is given by itself, in the author's order.
    pub tools: Vec<ToolId>,
    /// Its components in their order. Which version each is at is the store's business.
    pub components: Vec<Component>,
}

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
