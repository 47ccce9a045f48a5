//! What tools, agents and servers say of themselves, for those who look for them: read from the library when something
//! about them changed, its words kept in full text, its meaning in the index.
//!
//! Skills are not among them: they have many texts each, and the scorers hold those.

use std::{collections::HashMap, sync::Arc};

use studio_model::{Agent, Implementation};
use studio_store::{EntityKind, ToolRecord, sha256_hex};
use uuid::Uuid;

use crate::{
    Error,
    definitions::forms as tool_forms,
    servers::tools as server_tools,
    state::{
        described::{Described, KINDS},
        session::Session,
    },
};

impl Session {
    /// Every tool, agent and server in use. Read anew after one changed; the full text then follows.
    pub(crate) fn described(&self) -> Result<Arc<Vec<Described>>, Error> {
        let mut kept = self.described.lock();
        if let Some(known) = &*kept {
            return Ok(Arc::clone(known));
        }
        let all = self.read_described()?;
        let host = self.library.host();
        for kind in KINDS {
            let of_kind = || all.iter().filter(move |one| one.kind == kind);
            self.index.sync_text(host, kind, &of_kind().map(Described::text_row).collect::<Vec<_>>())?;
            self.index.retain(host, kind, &of_kind().map(|one| one.id).collect::<Vec<_>>())?;
        }
        let all = Arc::new(all);
        *kept = Some(Arc::clone(&all));
        Ok(all)
    }

    /// Has them read anew when somebody asks next.
    pub(crate) fn forget_described(&self) {
        *self.described.lock() = None;
    }

    fn read_described(&self) -> Result<Vec<Described>, Error> {
        let records = self.library.list_tool_records()?;
        let mut all: Vec<Described> = records.iter().map(tool).collect();
        all.extend(self.library.list_agents()?.into_iter().map(agent));
        all.extend(self.servers_with_tools(&records)?.into_iter().map(server));
        Ok(all)
    }

    /// The servers of the library, and those its tools only name, each with its tools by name.
    fn servers_with_tools(&self, records: &[ToolRecord]) -> Result<Vec<ServerTools>, Error> {
        let checks = self.library.list_server_checks()?;
        let mut servers: Vec<ServerTools> = Vec::new();
        for row in self.library.list_servers()? {
            let offered = checks.get(&row.id).map(server_tools::tools).unwrap_or_default();
            let tools = offered.into_iter().map(|tool| (tool.name, tool.description)).collect();
            servers.push(ServerTools { id: Some(row.id), name: row.name, tools });
        }
        let mut places: HashMap<String, usize> =
            servers.iter().enumerate().map(|(at, server)| (server.name.clone(), at)).collect();
        for record in records {
            let Some(Implementation::McpServer { server }) = &record.tool.implementation else { continue };
            let at = *places.entry(server.clone()).or_insert_with(|| {
                servers.push(ServerTools { id: None, name: server.clone(), tools: Vec::new() });
                servers.len() - 1
            });
            if !servers[at].tools.iter().any(|(name, _)| *name == record.tool.name) {
                servers[at].tools.push((record.tool.name.clone(), record.tool.description.clone()));
            }
        }
        Ok(servers)
    }
}

/// A server with the names and descriptions of its tools.
struct ServerTools {
    /// None where tools only name it.
    id: Option<Uuid>,
    name: String,
    tools: Vec<(String, String)>,
}

fn tool(record: &ToolRecord) -> Described {
    let parameters = record.parameters.iter().map(|parameter| {
        let description = parameter.description.as_deref().unwrap_or_default();
        format!("{} {description}", parameter.name).trim_end().to_owned()
    });
    Described {
        kind: EntityKind::Tool,
        id: record.tool.id.0,
        shown_id: record.tool.id.to_string(),
        meaning: studio_select::meaning_text(&record.tool.name, &record.tool.description),
        name: record.tool.name.clone(),
        description: record.tool.description.clone(),
        sorted_by: tool_forms::group(record.tool.implementation.as_ref()),
        body: parameters.collect::<Vec<_>>().join("\n"),
    }
}

fn agent(agent: Agent) -> Described {
    let description = agent.description.unwrap_or_default();
    let says = if description.is_empty() { &agent.instruction } else { &description };
    Described {
        kind: EntityKind::Agent,
        id: agent.id.0,
        shown_id: agent.id.to_string(),
        meaning: studio_select::meaning_text(&agent.name, says),
        name: agent.name,
        description,
        sorted_by: format!("{} {}", agent.model_provider, agent.model_name),
        body: agent.instruction,
    }
}

fn server(server: ServerTools) -> Described {
    let ServerTools { id, name, tools } = server;
    let names: Vec<&str> = tools.iter().map(|(name, _)| name.as_str()).collect();
    let spoken = names.join(", ").replace('_', " ");
    Described {
        kind: EntityKind::Server,
        id: id.unwrap_or_else(|| id_of_name(&name)),
        shown_id: id.map_or_else(|| name.clone(), |id| id.to_string()),
        meaning: studio_select::meaning_text(&name, &spoken),
        description: names.join(", "),
        sorted_by: String::new(),
        body: tools.iter().map(|(name, description)| format!("{name} {description}")).collect::<Vec<_>>().join("\n"),
        name,
    }
}

/// What the index knows a server by that has no row: it needs an id that stays.
fn id_of_name(name: &str) -> Uuid {
    Uuid::parse_str(&sha256_hex(name.as_bytes())[..32]).unwrap_or_default()
}
