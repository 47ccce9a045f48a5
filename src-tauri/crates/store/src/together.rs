//! An import of servers, tools and agents: stored together or not at all.

use serde_json::Value;

use crate::{AgentRecord, Error, Library, ServerRow, ToolRecord, agent_edits, servers, tool_records};

/// What is stored in one transaction. Tools may name the servers, agents the tools.
#[derive(Clone, Debug, Default)]
pub struct Together {
    /// Servers, each as read at its version.
    pub servers: Vec<ServerRow>,
    /// Tools, each with the snapshot its timeline keeps.
    pub tools: Vec<(ToolRecord, Value)>,
    /// Agents, each as read at its version.
    pub agents: Vec<AgentRecord>,
}

impl Library {
    /// Stores all of it, or nothing where one of its rows is refused. Each is refused as on its own: see
    /// [`Library::put_server`], [`Library::save_tool`] and [`Library::save_agent`].
    pub fn save_together(&self, together: &Together, reason: &str) -> Result<(), Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| {
            for server in &together.servers {
                servers::put(tx, &stamp, server)?;
            }
            for (record, snapshot) in &together.tools {
                tool_records::save(tx, &stamp, record, snapshot, reason)?;
            }
            for record in &together.agents {
                agent_edits::save(tx, &stamp, record)?;
            }
            Ok(())
        })
    }
}
