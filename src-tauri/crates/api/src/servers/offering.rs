//! Tools that servers offer, taken into the library.

use crate::{
    Error, ErrorCode, Studio,
    base::ids::server_id,
    definitions::forms as tool_forms,
    dto::{ToolDetail, ToolImplementation, ToolInfo},
    servers::tools as server_tools,
};

impl Studio {
    /// Makes tools of the library of what a server offers. Names that are there already stand for what they stood for.
    pub fn import_server_tools(&self, id: &str, names: &[String]) -> Result<Vec<ToolInfo>, Error> {
        let session = self.session()?;
        let row = session.library.get_server(server_id(id)?)?;
        let checks = session.library.list_server_checks()?;
        let offered = checks.get(&row.id).map(server_tools::tools).unwrap_or_default();
        if let Some(name) = names.iter().find(|name| !offered.iter().any(|tool| tool.name == **name)) {
            let message = format!(
                "The server {} doesn't offer the tool {name}. Start the server and refresh its tool list.",
                row.name
            );
            return Err(Error::new(ErrorCode::NotFound, message));
        }
        let known = session.library.list_tool_records()?;
        let mut edits = Vec::new();
        for tool in offered.iter().filter(|tool| names.contains(&tool.name)) {
            if server_tools::shown(&row.name, tool, &known).tool_id.is_some() {
                continue;
            }
            if known.iter().any(|record| record.tool.name == tool.name) {
                let message = format!(
                    "The library has another tool named {}. Rename that one, then import this one from {}.",
                    tool.name, row.name
                );
                return Err(Error::new(ErrorCode::Invalid, message));
            }
            edits.push(server_tools::edit(&row.name, tool));
        }
        session.store_tools(&edits, "imported")?;
        session.tools_changed()?;
        let all = self.list_tools()?;
        Ok(all.into_iter().filter(|tool| names.contains(&tool.name)).collect())
    }

    /// Takes over what a server now says of a tool.
    pub fn accept_drift(&self, tool_id: &str) -> Result<ToolDetail, Error> {
        let session = self.session()?;
        let id = crate::base::ids::tool_id(tool_id)?;
        let record = session.library.get_tool_record(id)?;
        let offered = session.offered_tools()?;
        let now = match tool_forms::implementation(&record) {
            ToolImplementation::McpServer { server, tool } => offered.find(&server, &tool),
            _ => None,
        };
        let now = now.ok_or_else(|| {
            Error::new(ErrorCode::NotFound, format!("Its server no longer offers {}.", record.tool.name))
        })?;
        let mut edit = tool_forms::edit(&record);
        edit.description = server_tools::description(now);
        edit.spec = server_tools::spec(now);
        edit.stated = server_tools::stated(now);
        if now.is_other_effect() {
            edit.effect = server_tools::hinted_effect(now);
        }
        session.store_tool(&edit, "drift")?;
        if let ToolImplementation::McpServer { server, tool } = &edit.implementation {
            session.agree_to_effect(server, tool)?;
        }
        session.tools_changed()?;
        session.tool_detail(id)
    }
}
