//! A component of an agent: state that its tools work on, and what the prompt says of it.

use std::collections::HashSet;

use serde_json::Value;

use crate::{
    AgentId, Audit, ComponentId, HostId, MAX_DESCRIPTION, MAX_NAME, ToolId,
    limits::{Invalid, check_length},
};

/// A row of `agent_component_t`: what a session of the agent keeps a state for. The state itself belongs to the session;
/// here stands what it begins as.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// The library's host.
    pub host: HostId,
    /// `component_id`.
    pub id: ComponentId,
    /// Whose component it is.
    pub agent: AgentId,
    /// Unique within the agent: the key that its tools are registered under.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// The section it adds to the agent's prompt; empty for none.
    pub prompt: String,
    /// JSON Schema of its state; none where any JSON will do.
    pub state_schema: Option<Value>,
    /// The state a session begins with.
    pub initial_state: Value,
    /// The tools that work on its state, in the author's order.
    pub tools: Vec<ToolId>,
    /// Row version and state.
    pub audit: Audit,
}

impl Component {
    /// Checks every length the store enforces, and that no tool is named twice.
    pub fn check(&self) -> Result<(), Invalid> {
        if self.name.trim().is_empty() {
            return Err(Invalid { field: "name", problem: "is empty".to_owned() });
        }
        check_length("name", &self.name, MAX_NAME)?;
        check_length("description", &self.description, MAX_DESCRIPTION)?;
        let mut seen = HashSet::new();
        if self.tools.iter().any(|tool| !seen.insert(*tool)) {
            return Err(Invalid { field: "tools", problem: "lists a tool twice".to_owned() });
        }
        Ok(())
    }
}
