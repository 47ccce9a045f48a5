//! What a tool is beyond the seed's columns, as far as an import would not set it by itself.

use std::collections::HashMap;

use studio_model::ToolId;
use studio_pack::targets::ToolField;
use studio_store::{Reading, ServerRow, ToolRecord};

use crate::{
    Error,
    definitions::forms,
    dto::{NamedValue, SpecForm, ToolImplementation},
    kept::{self, servers::Transport},
};

/// What details of tools tell of beside a tool itself.
pub(super) struct Around {
    /// Names of all tools.
    pub(super) names: HashMap<ToolId, String>,
    /// How servers are reached, by name.
    pub(super) servers: HashMap<String, &'static str>,
}

impl Around {
    pub(super) fn of(library: &Reading, records: &[ToolRecord]) -> Result<Self, Error> {
        let names = records.iter().map(|record| (record.tool.id, record.tool.name.clone())).collect();
        let servers = library.list_servers()?.into_iter().map(|row| (row.name.clone(), reached(&row)));
        Ok(Self { names, servers: servers.collect() })
    }
}

/// In what way a server is reached; with what is nobody's who reads a report.
fn reached(row: &ServerRow) -> &'static str {
    match kept::read::<Transport>(&row.transport) {
        Ok(Transport::Http { .. }) => "a URL",
        Ok(Transport::Stdio { .. }) => "a program",
        Err(_) => "settings that can't be read",
    }
}

/// The details of a tool.
pub(super) fn of(record: &ToolRecord, around: &Around) -> Vec<(ToolField, String)> {
    let edit = forms::edit(record);
    let mut found = Vec::new();
    if edit.spec.source == SpecForm::Signature {
        found.push((ToolField::Signature, edit.spec.signature.clone()));
    }
    if let ToolImplementation::McpServer { server, .. } = &edit.implementation
        && let Some(reached) = around.servers.get(server)
    {
        found.push((ToolField::Server, (*reached).to_owned()));
    }
    of_implementation(&edit.implementation, &edit.name, &mut found);
    let usual = forms::effect_of(&crate::dto::ToolEdit { effect: None, ..edit.clone() });
    let effect = forms::effect(record);
    if effect != usual {
        found.push((ToolField::Effect, forms::access_for(effect).as_str().to_owned()));
    }
    if edit.timeout_s != forms::TIMEOUT_S {
        found.push((ToolField::Timeout, edit.timeout_s.to_string()));
    }
    if edit.retries != 0 {
        found.push((ToolField::Retries, edit.retries.to_string()));
    }
    if !record.detail.depends_on.is_empty() {
        let needed = record.detail.depends_on.iter().filter_map(|id| around.names.get(id)).cloned().collect::<Vec<_>>();
        found.push((ToolField::Needs, needed.join(", ")));
    }
    found
}

fn of_implementation(implementation: &ToolImplementation, name: &str, found: &mut Vec<(ToolField, String)>) {
    let mut script = |is_online: bool, memory_mb: u32| {
        if is_online {
            found.push((ToolField::Network, "true".to_owned()));
        }
        if memory_mb != forms::MEMORY_MB {
            found.push((ToolField::Memory, memory_mb.to_string()));
        }
    };
    match implementation {
        ToolImplementation::None => {}
        ToolImplementation::McpServer { tool, .. } if tool == name => {}
        ToolImplementation::McpServer { tool, .. } => found.push((ToolField::ServerTool, tool.clone())),
        ToolImplementation::Rest { headers, query, body, allow_private, .. } => {
            let listed = [(ToolField::Headers, named(headers)), (ToolField::Query, named(query))];
            found.extend(listed.into_iter().filter(|(_, names)| !names.is_empty()));
            if !body.is_empty() {
                found.push((ToolField::Body, body.clone()));
            }
            if *allow_private {
                found.push((ToolField::PrivateAddresses, "true".to_owned()));
            }
        }
        ToolImplementation::Python { allow_network, memory_mb, .. } => script(*allow_network, *memory_mb),
        ToolImplementation::Javascript { memory_mb, .. } => script(false, *memory_mb),
        ToolImplementation::Java { method, class_path, allow_network, memory_mb, .. } => {
            script(*allow_network, *memory_mb);
            if !method.is_empty() {
                found.push((ToolField::Method, method.clone()));
            }
            if !class_path.is_empty() {
                found.push((ToolField::ClassPath, class_path.join(", ")));
            }
        }
    }
}

/// The names; the values are nobody's who reads a report.
fn named(values: &[NamedValue]) -> String {
    values.iter().map(|value| value.name.as_str()).collect::<Vec<_>>().join(", ")
}
