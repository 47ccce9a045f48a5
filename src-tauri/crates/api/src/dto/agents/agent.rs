//! Agents: as their page opens them, as they are stored, and what they load.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::{Access, ComponentEdit, ParameterType};

/// An agent as its page opens it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct AgentDetail {
    /// What can be changed.
    pub edit: AgentEdit,
    /// Whether it is in use; false for a deleted one.
    pub is_active: bool,
    /// What it would load, in that order.
    pub loads: Vec<AgentLoad>,
    /// The skills it has and can't load.
    pub left_out: Vec<LeftOutSkill>,
    /// What is wrong with it, as sentences.
    pub problems: Vec<String>,
    /// Time of the last change, RFC 3339.
    pub updated_at: String,
}

/// A skill that an agent has and can't load.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LeftOutSkill {
    /// Skill name.
    pub skill: String,
    /// Why, as a sentence about it.
    pub why: String,
}

impl LeftOutSkill {
    /// That it is not loaded and why, where nothing else names it.
    pub(crate) fn sentence(&self) -> String {
        format!("{} isn't loaded. {}", self.skill, self.why)
    }
}

/// A skill as an agent loads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AgentLoad {
    /// Skill id.
    pub skill_id: String,
    /// Skill name.
    pub skill: String,
    /// Lower loads first.
    pub sequence: i32,
    /// Higher loads first within one sequence.
    pub priority: i32,
    /// Its own tools by name, then those of skills it requires.
    pub tools: Vec<LoadedTool>,
}

/// A tool as an agent loads it with a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LoadedTool {
    /// Tool id.
    pub id: String,
    /// Tool name.
    pub name: String,
    /// What the skill may do with it.
    pub access: Access,
    /// The required skill that brings it; none for one of the skill's own.
    pub through: Option<String>,
    /// The row version its link is bound to; none for the newest.
    pub version: Option<u32>,
    /// Its parameters, in the order of the tool's list.
    pub parameters: Vec<LoadedParameter>,
}

/// A parameter of a loaded tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LoadedParameter {
    /// Name of the argument.
    pub name: String,
    /// Its JSON type.
    #[serde(rename = "type")]
    pub kind: ParameterType,
    /// Whether a call must give it.
    pub required: bool,
}

/// An agent to be created (without id) or changed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
pub struct AgentEdit {
    /// Agent id; none creates one.
    pub id: Option<String>,
    /// Row version it was read at; 0 for a new one.
    pub aggregate_version: u32,
    /// Name, unique in the library.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// Its system prompt.
    pub instruction: String,
    /// Who offers the model.
    pub model_provider: String,
    /// The model.
    pub model_name: String,
    /// `secret://name`, or empty.
    pub api_key_ref: String,
    /// 0 to 2.
    #[specta(type = specta_typescript::Number)]
    pub temperature: f64,
    /// Most tokens of an answer.
    pub max_tokens: Option<u32>,
    /// Its skills.
    pub skills: Vec<AgentSkillEdit>,
    /// Ids of the tools it is given the specification of.
    pub tools: Vec<String>,
    /// Its components, in their order.
    pub components: Vec<ComponentEdit>,
}

/// An agent read out of gram, not stored yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct AgentDraft {
    /// What would be stored, its tools and those of its components apart.
    pub edit: AgentEdit,
    /// Names of the tools it is given.
    pub tools: Vec<String>,
    /// Names of the tools of each of its components.
    pub component_tools: Vec<Vec<String>>,
    /// Whether an agent of that name exists already.
    pub is_taken: bool,
    /// Names of its tools that the library has with another specification than the text says: it can't be given those.
    pub differing: Vec<String>,
}

/// A skill assigned to an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct AgentSkillEdit {
    /// Skill id.
    pub skill_id: String,
    /// Higher loads first within one sequence.
    pub priority: i32,
    /// Lower loads first.
    pub sequence: i32,
    /// Free settings, JSON text, kept as written for whoever runs the agent. No session here reads them.
    pub config: String,
}
