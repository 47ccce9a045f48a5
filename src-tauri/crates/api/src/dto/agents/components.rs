//! Components of agents.

use serde::{Deserialize, Serialize};
use specta::Type;

/// A component of an agent to be created (without id) or changed, saved with its agent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ComponentEdit {
    /// Component id; none creates one.
    pub id: Option<String>,
    /// Name, unique within the agent: the key its tools are registered under.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// The section it adds to the agent's prompt.
    pub prompt: String,
    /// JSON Schema of its state; empty where any JSON will do.
    pub state_schema: String,
    /// The state a session begins with, as JSON; empty for `{}`.
    pub initial_state: String,
    /// Ids of the tools that work on its state.
    pub tools: Vec<String>,
}
