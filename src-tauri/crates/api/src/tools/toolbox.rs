//! Imports of servers, tools and agents: all of it is stored, or nothing.

use std::collections::{HashMap, HashSet};

use studio_model::ToolId;
use studio_store::{AgentRecord, Together, ToolRecord};

use crate::{
    Error, ErrorCode, Studio,
    dto::{AgentDetail, AgentDraft, AgentEdit, StudioEvent, ToolEdit, ToolInfo, Toolbox, ToolboxEdit},
    state::session::Session,
};

impl Studio {
    /// Stores tools that were read, and the secrets they refer to. All or none of them.
    pub fn import_tools(&self, tools: &[ToolEdit]) -> Result<Vec<ToolInfo>, Error> {
        let toolbox = ToolboxEdit { tools: tools.to_vec(), ..ToolboxEdit::default() };
        Ok(self.import_toolbox(&toolbox)?.tools)
    }

    /// Stores agents that were read, each given the tools of the library that it names. All or none of them.
    pub fn import_agents(&self, agents: &[AgentDraft]) -> Result<Vec<AgentDetail>, Error> {
        let toolbox = ToolboxEdit { agents: agents.to_vec(), ..ToolboxEdit::default() };
        Ok(self.import_toolbox(&toolbox)?.agents)
    }

    /// Stores what was read, and the secrets it refers to, in one transaction: where one thing can't be stored, nothing is.
    pub fn import_toolbox(&self, toolbox: &ToolboxEdit) -> Result<Toolbox, Error> {
        let session = self.session()?;
        let toolbox = &self.imported_without_credentials(toolbox)?;
        let writing = session.writing();
        let known: HashMap<String, ToolId> =
            session.library.list_tools()?.into_iter().map(|tool| (tool.name, tool.id)).collect();
        refuse_taken(&toolbox.tools, &known)?;
        let servers = toolbox.servers.iter().map(|edit| session.edited_server(edit)).collect::<Result<Vec<_>, _>>()?;
        let tools = session.edited_tools(&toolbox.tools)?;
        let together = Together {
            servers: servers.iter().map(|edited| edited.row.clone()).collect(),
            agents: session.imported_agents(&toolbox.agents, known, &tools)?,
            tools,
            ..Together::default()
        };
        writing.save_together(&together, "imported")?;
        drop(writing);
        self.keep_found_secrets(&serde_json::json!(toolbox).to_string())?;
        for server in &servers {
            session.server_changed(server)?;
        }
        if !servers.is_empty() {
            session.emit(StudioEvent::ServersChanged);
        }
        session.tools_changed()?;
        let stored: HashSet<String> = together.tools.iter().map(|(record, _)| record.tool.id.to_string()).collect();
        Ok(Toolbox {
            servers: servers.iter().map(|edited| session.server(edited.row.id)).collect::<Result<_, _>>()?,
            tools: self.list_tools()?.into_iter().filter(|tool| stored.contains(&tool.id)).collect(),
            agents: together
                .agents
                .iter()
                .map(|record| session.agent_detail(record.agent.id))
                .collect::<Result<_, _>>()?,
        })
    }
}

impl Session {
    /// Agents as they are stored, given tools of the library and those that come with them, by name.
    fn imported_agents(
        &self,
        agents: &[AgentDraft],
        mut known: HashMap<String, ToolId>,
        tools: &[(ToolRecord, serde_json::Value)],
    ) -> Result<Vec<AgentRecord>, Error> {
        known.extend(tools.iter().map(|(record, _)| (record.tool.name.clone(), record.tool.id)));
        let edits = agents.iter().map(|draft| with_tools(draft, &known)).collect::<Result<Vec<_>, _>>()?;
        edits.iter().map(|edit| self.edited_agent(edit)).collect()
    }
}

fn refuse_taken(tools: &[ToolEdit], known: &HashMap<String, ToolId>) -> Result<(), Error> {
    let mut names = HashSet::new();
    for tool in tools {
        let name = tool.name.trim();
        if tool.id.is_none() && (known.contains_key(name) || !names.insert(name)) {
            let message = format!("A tool named {name} already exists. Rename the new one, or skip it.");
            return Err(Error::new(ErrorCode::Invalid, message));
        }
    }
    Ok(())
}

/// What is told of an agent whose text describes a tool that the library has otherwise.
pub(crate) fn another_tool(agent: &str, tool: &str) -> String {
    format!(
        "{agent} uses the tool {tool}, but the library's tool of that name is another one: its description or parameters \
         differ from the file's. Import the file's tool under another name, or change one to match."
    )
}

fn with_tools(draft: &AgentDraft, known: &HashMap<String, ToolId>) -> Result<AgentEdit, Error> {
    let mut names = HashSet::new();
    let mut id = |name: &String| {
        if !names.insert(name.clone()) {
            let message = format!("Tool names must be unique within the agent's tool list: {name} is listed twice.");
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        if draft.differing.contains(name) {
            return Err(Error::new(ErrorCode::Invalid, another_tool(&draft.edit.name, name)));
        }
        known.get(name).map(ToString::to_string).ok_or_else(|| {
            let message = format!(
                "{} uses the tool {name}, which isn't in the library. Import the tool too, or leave the agent out.",
                draft.edit.name
            );
            Error::new(ErrorCode::Invalid, message)
        })
    };
    let mut edit = draft.edit.clone();
    for (component, tools) in edit.components.iter_mut().zip(&draft.component_tools) {
        component.tools = tools.iter().map(&mut id).collect::<Result<_, _>>()?;
    }
    edit.tools = draft.tools.iter().map(id).collect::<Result<_, _>>()?;
    Ok(edit)
}
