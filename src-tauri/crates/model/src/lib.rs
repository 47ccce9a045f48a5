//! The nouns and rules of a skill library: skills, tools, parameters, agents and the links between them.
//!
//! Shapes follow the seed's tables (`skill_t`, `tool_t`, `tool_param_t`, `agent_definition_t`, `agent_skill_t`,
//! `skill_tool_t`, `skill_dependency_t`). Nothing here reads a file, a clock or a random source, and nothing here is
//! serialisable: what crosses to a screen or a disk is shaped beside the code that sends it.

mod adk;
mod agent;
mod allowed;
mod audit;
mod client;
mod component;
mod hash;
mod id;
mod level;
mod limits;
mod link;
mod other_tools;
mod own_tools;
mod schema;
mod sharing;
mod shown;
mod skill;
mod standard;
mod tool;
mod wording;

pub use adk::{ADK_SKILL, ADK_WORDS};
pub use agent::Agent;
pub use allowed::{ListedChanges, ToolDrift, listed_changes, tool_of_item};
pub use audit::Audit;
pub use client::Client;
pub use component::Component;
pub use hash::sha256_hex;
pub use id::{AgentId, ComponentId, HostId, ParameterId, SkillId, ToolId};
pub use level::{Level, Levels};
pub use limits::{
    Invalid, MAX_API_ENDPOINT, MAX_API_METHOD, MAX_DESCRIPTION, MAX_IMPLEMENTATION_CLASS, MAX_NAME, MAX_PARAMETER_NAME,
    MAX_RETRIES, MAX_TIMEOUT_S, MAX_VERSION, check_length,
};
pub use link::{AccessLevel, AgentSkill, SkillDependency, SkillTool};
pub use own_tools::OwnTool;
pub use schema::{input_schema, nullable_type, property_schema, refines_type};
pub use sharing::{SharedKind, Standing};
pub use shown::{is_unseen, one_line, visible};
pub use skill::{DEFAULT_VERSION, Skill};
pub use standard::{STANDARD_BODY_LINES, STANDARD_BODY_TOKENS, STANDARD_DESCRIPTION, STANDARD_NAME};
pub use tool::{Implementation, ImplementationKind, Parameter, ParameterType, Tool};
pub use wording::{capitalised, grouped, plural, sentence};
