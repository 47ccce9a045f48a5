//! Tools with their parameters.

use std::collections::BTreeMap;

use studio_model::{HostId, Implementation, ImplementationKind, Parameter, ParameterId, ParameterType, Tool, ToolId};
use uuid::Uuid;

use super::{Reader, unread, uuid_of, version};
use crate::targets::light4j::{
    cell::ReadRow,
    incoming::{Beside, Known, RowProblem, ToolIn},
    table::Table,
};

impl Reader<'_> {
    pub(super) fn tools(&mut self) {
        let mut parameters: BTreeMap<String, Vec<&ReadRow>> = BTreeMap::new();
        for row in self.of(Table::Parameter) {
            parameters.entry(row.text("tool_id").unwrap_or_default().to_owned()).or_default().push(row);
        }
        for row in self.of(Table::Tool) {
            let (Some(id), Some(name), Some(description)) =
                (self.needed(row, "tool_id"), self.needed(row, "name"), self.needed(row, "description"))
            else {
                continue;
            };
            let tool = Tool {
                host: HostId(Uuid::nil()),
                id: ToolId(uuid_of(&id)),
                name: name.clone(),
                description,
                implementation: self.implementation(row),
                version: version(row),
                audit: unread(),
            };
            let mut of_tool = parameters.remove(&id).unwrap_or_default();
            of_tool.sort_by_key(|row| row.whole("order_index").unwrap_or_default());
            let parameters = of_tool.into_iter().filter_map(|row| self.parameter(row, tool.id)).collect();
            let tool = self.named(row, ToolIn { tool, own_name: name, parameters, beside: Beside::New });
            self.tools.insert(id, tool.tool.name.clone());
            self.incoming.tools.push(tool);
        }
        for row in parameters.into_values().flatten() {
            self.problem(row, "A parameter of a tool that isn't in the file was skipped.".to_owned());
        }
    }

    /// A tool by its name in the import. The rows know tools by their ids and may have several of one name, and the library
    /// may have another one of it; here a name is one tool's, so that each link leads to the tool it was to.
    fn named(&mut self, row: &ReadRow, mut tool: ToolIn) -> ToolIn {
        let name = tool.own_name.clone();
        let numbered = (2..u32::MAX).map(|number| format!("{name}_{number}"));
        let is_taken = |name: &str| self.incoming.tools.iter().any(|known| known.tool.name == name);
        let is_twice = is_taken(&name);
        let free = std::iter::once(name.clone())
            .chain(numbered)
            .filter(|name| !is_taken(name))
            .map(|name| ((self.known)(&name, &tool), name))
            .find(|(known, _)| *known != Known::Another);
        let Some((known, free)) = free else { return tool };
        if known == Known::Same {
            tool.beside = Beside::Shared;
        } else if free != name && is_twice {
            let message = format!("Another tool in the file is also named {name}. This one was imported as {free}.");
            self.problem(row, message);
        } else if free != name {
            tool.beside = Beside::Renamed;
        }
        tool.tool.name = free;
        tool
    }

    fn implementation(&mut self, row: &ReadRow) -> Option<Implementation> {
        let kind = row.text("implementation_type")?;
        let text = |column: &str| row.text(column).unwrap_or_default().to_owned();
        let Some(kind) = ImplementationKind::parse(kind) else {
            let message = format!(
                "Unknown implementation type “{kind}”. {} was imported without an implementation.",
                text("name")
            );
            self.problem(row, message);
            return None;
        };
        Some(match kind {
            ImplementationKind::Java => Implementation::Java { class: text("implementation_class") },
            ImplementationKind::McpServer => Implementation::McpServer { server: text("mcp_server_name") },
            ImplementationKind::Rest => {
                Implementation::Rest { endpoint: text("api_endpoint"), method: text("api_method") }
            }
            ImplementationKind::Python => Implementation::Python { script: text("script_content") },
            ImplementationKind::Javascript => Implementation::Javascript { script: text("script_content") },
        })
    }

    fn parameter(&mut self, row: &ReadRow, tool: ToolId) -> Option<Parameter> {
        let name = self.needed(row, "name")?;
        let written = row.text("param_type").unwrap_or_default();
        let Some(kind) = ParameterType::parse(written) else {
            self.problem(row, format!("Unknown parameter type “{written}”. {name} was skipped."));
            return None;
        };
        let mut json = |column: &str| match row.json(column) {
            Ok(value) => value,
            Err(why) => {
                self.incoming.problems.push(RowProblem::new(row.line, format!("{name}: {why}. It was skipped.")));
                None
            }
        };
        Some(Parameter {
            id: ParameterId(uuid_of(row.text("param_id").unwrap_or_default())),
            tool,
            kind,
            required: row.truth("required").unwrap_or(true),
            default_value: json("default_value"),
            validation_schema: json("validation_schema"),
            description: row.text("description").map(str::to_owned),
            order_index: row.whole("order_index").unwrap_or_default(),
            audit: unread(),
            name,
        })
    }
}
