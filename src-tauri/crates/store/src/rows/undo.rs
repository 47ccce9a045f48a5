//! Shapes for the steps that can be undone.

use studio_model::{AgentId, SkillId, ToolId};
use uuid::Uuid;

/// A place one works in, whose steps can be undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UndoScope {
    /// The map.
    Map,
    /// A file of a skill.
    File {
        /// The skill.
        skill: SkillId,
        /// Path of the file within it.
        path: String,
    },
    /// The form of a tool.
    Tool(ToolId),
    /// The form of a server.
    Server(Uuid),
    /// The form of an agent.
    Agent(AgentId),
    /// A pack.
    Pack(Uuid),
}

/// Steps that can be undone, and done again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UndoHistory {
    /// What was done, the oldest first: the last one is undone next.
    pub done: Vec<String>,
    /// What was undone, the last one is done again next.
    pub undone: Vec<String>,
    /// What the steps lead to, as a hash or a version: with another basis they say nothing.
    pub basis: String,
}
