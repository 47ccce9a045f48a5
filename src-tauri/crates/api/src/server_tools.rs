//! What servers offer, beside the library's tools that stand for it.

use std::{collections::HashMap, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use studio_connect::mcp::McpTool;
use studio_model::Implementation;
use studio_store::{ServerCheck, ToolRecord};
use uuid::Uuid;

use crate::{
    Error,
    dto::{Difference, ServerTool, SpecEdit, SpecForm, ToolEdit, ToolEffect, ToolImplementation},
    session::Session,
    tool_forms,
};

/// A tool as its server described it when it was last asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct OfferedTool {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) schema: Value,
    #[serde(default)]
    pub(crate) read_only: Option<bool>,
    #[serde(default)]
    pub(crate) destructive: Option<bool>,
}

/// What every server offered when it was last asked, by the server's name.
#[derive(Debug, Default)]
pub(crate) struct Offered(HashMap<String, Vec<OfferedTool>>);

impl Offered {
    /// In what a server now describes a tool differently from the library. Nothing, where it was never asked.
    pub(crate) fn drift(&self, record: &ToolRecord) -> Vec<Difference> {
        let Some(Implementation::McpServer { server }) = &record.tool.implementation else { return Vec::new() };
        let Some(tools) = self.0.get(server) else { return Vec::new() };
        let ToolImplementation::McpServer { tool: name, .. } = tool_forms::implementation(record) else {
            return Vec::new();
        };
        match tools.iter().find(|tool| tool.name == name) {
            Some(tool) => drift(record, tool),
            None => vec![Difference {
                part: "name".to_owned(),
                specification: name,
                implementation: "not offered any more".to_owned(),
            }],
        }
    }

    /// Names of everything offered.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> {
        self.0.values().flatten().map(|tool| tool.name.clone())
    }

    /// The description a server gives of a tool now.
    pub(crate) fn find(&self, server: &str, tool: &str) -> Option<&OfferedTool> {
        self.0.get(server)?.iter().find(|offered| offered.name == tool)
    }
}

/// In what a server's description differs from the library's.
fn drift(record: &ToolRecord, offered: &OfferedTool) -> Vec<Difference> {
    let mut differences = Vec::new();
    if record.tool.description.trim() != description(offered).trim() {
        differences.push(Difference {
            part: "description".to_owned(),
            specification: record.tool.description.clone(),
            implementation: description(offered),
        });
    }
    let schema = tool_forms::schema(record);
    if schema != offered.schema {
        let pretty = |schema: &Value| studio_text::gram::render_schema(schema).0;
        differences.push(Difference {
            part: "schema".to_owned(),
            specification: pretty(&schema),
            implementation: pretty(&offered.schema),
        });
    }
    differences
}

impl Session {
    /// What the library's servers offered when they were last asked.
    pub(crate) fn offered_tools(&self) -> Result<Offered, Error> {
        let mut checks = self.library.list_server_checks()?;
        let servers = self.library.list_servers()?.into_iter();
        Ok(Offered(servers.filter_map(|row| Some((row.name, tools(&checks.remove(&row.id)?)))).collect()))
    }

    /// Keeps what a server offers now.
    pub(crate) fn keep_check(self: &Arc<Self>, server: Uuid, info: &str, tools: &[McpTool]) -> Result<(), Error> {
        let tools: Vec<OfferedTool> = tools.iter().map(offered).collect();
        let before = self.library.list_server_checks()?.remove(&server).map(|check| self::tools(&check));
        let check = ServerCheck { checked_ts: crate::now(), info: info.to_owned(), tools: serde_json::json!(tools) };
        self.library.put_server_check(server, &check)?;
        if before.is_none_or(|before| before != tools) {
            // What skills name may be there now, or not any more.
            self.tools_changed()?;
        }
        Ok(())
    }
}

/// The tools of a kept check.
pub(crate) fn tools(check: &ServerCheck) -> Vec<OfferedTool> {
    serde_json::from_value(check.tools.clone()).unwrap_or_default()
}

/// A tool as it is kept.
pub(crate) fn offered(tool: &McpTool) -> OfferedTool {
    OfferedTool {
        name: tool.name.clone(),
        description: tool.description.clone(),
        schema: tool.input_schema.clone(),
        read_only: tool.read_only,
        destructive: tool.destructive,
    }
}

/// An offered tool as the screen lists it, beside the library's tool that stands for it.
pub(crate) fn shown(server: &str, offered: &OfferedTool, records: &[ToolRecord]) -> ServerTool {
    let stands_for = |record: &&ToolRecord| {
        matches!(tool_forms::implementation(record),
            ToolImplementation::McpServer { server: of, tool } if of == server && tool == offered.name)
    };
    let record = records.iter().find(stands_for);
    ServerTool {
        name: offered.name.clone(),
        description: offered.description.clone(),
        schema: studio_text::gram::render_schema(&offered.schema).0,
        tool_id: record.map(|record| record.tool.id.to_string()),
        drift: record.map(|record| drift(record, offered)).unwrap_or_default(),
    }
}

/// A tool of the library that stands for an offered one.
pub(crate) fn edit(server: &str, offered: &OfferedTool) -> ToolEdit {
    ToolEdit {
        id: None,
        aggregate_version: 0,
        name: offered.name.clone(),
        description: description(offered),
        version: studio_model::DEFAULT_VERSION.to_owned(),
        spec: spec(offered),
        implementation: ToolImplementation::McpServer { server: server.to_owned(), tool: offered.name.clone() },
        effect: Some(effect(offered)),
        timeout_s: tool_forms::TIMEOUT_S,
        retries: 0,
        depends_on: Vec::new(),
    }
}

/// A server's schema is taken over whole.
pub(crate) fn spec(offered: &OfferedTool) -> SpecEdit {
    let schema = studio_text::gram::render_schema(&offered.schema).0;
    SpecEdit { source: SpecForm::Schema, schema, ..SpecEdit::default() }
}

/// The library wants a description; a tool without one is described by its name.
pub(crate) fn description(offered: &OfferedTool) -> String {
    if offered.description.trim().is_empty() { offered.name.clone() } else { offered.description.clone() }
}

/// By the server's own hints: one that says nothing may do anything.
fn effect(offered: &OfferedTool) -> ToolEffect {
    match (offered.read_only, offered.destructive) {
        (Some(true), _) => ToolEffect::Read,
        (_, Some(false)) => ToolEffect::Write,
        _ => ToolEffect::Execute,
    }
}
