//! Tools and their parameters.

use rusqlite::{Connection, Row, Transaction};
use studio_model::{
    Audit, HostId, Implementation, ImplementationKind, Parameter, ParameterId, ParameterType, Tool, ToolId,
};

use crate::{
    Error, Library, Reading,
    connection::Fault,
    skill_tools,
    table::{self, Stamp, TableRow},
};

impl Library {
    /// Creates (version 0) or updates a tool, as read at its version. The row's host is this library's.
    pub fn put_tool(&self, tool: &Tool) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| put(tx, &stamp, tool))
    }
}

impl Reading {
    /// One tool, active or not.
    pub fn get_tool(&self, id: ToolId) -> Result<Tool, Error> {
        self.connections.read(|db| find(db, self.host(), id)?.ok_or_else(|| missing(id).into()))
    }

    /// The active tools by name.
    pub fn list_tools(&self) -> Result<Vec<Tool>, Error> {
        self.connections.read(|db| active(db, self.host()))
    }
}

impl Library {
    /// Creates (version 0) or updates a parameter, as read at its version.
    pub fn put_parameter(&self, parameter: &Parameter) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| put_parameter(tx, &stamp, parameter))
    }
}

impl Reading {
    /// A tool's active parameters by `order_index`.
    pub fn list_parameters(&self, tool: ToolId) -> Result<Vec<Parameter>, Error> {
        self.connections.read(|db| parameters(db, self.host(), tool))
    }
}

impl Library {
    /// Deletes a parameter for good.
    pub fn delete_parameter(&self, id: ParameterId) -> Result<(), Error> {
        self.connections.write(|tx| delete_parameter(tx, self.host(), id))
    }
}

pub(crate) fn missing(id: ToolId) -> Error {
    Error::NotFound { entity: "tool", id: id.to_string() }
}

/// Names of the tools that need this one, in use or not.
fn dependents(tx: &Transaction<'_>, host: HostId, id: ToolId) -> Result<Vec<String>, Fault> {
    let sql = "SELECT t.name FROM tool_dependency_t l JOIN tool_t t ON t.host_id = l.host_id AND t.tool_id = l.tool_id
        WHERE l.host_id = ? AND l.depends_on_tool_id = ? AND l.active = 1 ORDER BY t.name COLLATE NOCASE";
    table::list(tx, sql, (host.to_string(), id.to_string()), |row| row.get(0))
}

/// Deletes a tool for good; refused while others need it.
pub(crate) fn delete(tx: &Transaction<'_>, host: HostId, id: ToolId) -> Result<(), Fault> {
    let by = dependents(tx, host, id)?;
    if !by.is_empty() {
        return Err(Error::Referenced { entity: "tool", id: id.to_string(), by }.into());
    }
    let sql = "DELETE FROM tool_dependency_t WHERE host_id = ? AND depends_on_tool_id = ?";
    tx.prepare_cached(sql)?.execute((host.to_string(), id.to_string()))?;
    TableRow { entity: "tool", table: "tool_t", key: &[("tool_id", id.0)], columns: &[] }.delete(tx, host)
}

/// Creates (version 0) or updates a tool's row.
pub(crate) fn put(tx: &Transaction<'_>, stamp: &Stamp, tool: &Tool) -> Result<Audit, Fault> {
    tool.check().map_err(|reason| Error::Invalid { entity: "tool", name: tool.name.clone(), reason })?;
    let kind = tool.implementation.as_ref().map(|implementation| implementation.kind().as_str());
    let parts = Parts::of(tool.implementation.as_ref());
    let row = TableRow {
        entity: "tool",
        table: "tool_t",
        key: &[("tool_id", tool.id.0)],
        columns: &[
            ("name", &tool.name),
            ("description", &tool.description),
            ("implementation_type", &kind),
            ("implementation_class", &parts.class),
            ("mcp_server_name", &parts.server),
            ("api_endpoint", &parts.endpoint),
            ("api_method", &parts.method),
            ("script_content", &parts.script),
            ("version", &tool.version),
        ],
    };
    let audit = row.put(tx, stamp, &tool.audit)?;
    if audit.active {
        skill_tools::link_where_listed(tx, stamp, tool.id, &tool.name)?;
    }
    Ok(audit)
}

/// Takes a tool out of use, or back into it.
pub(crate) fn set_active(
    tx: &Transaction<'_>,
    stamp: &Stamp,
    id: ToolId,
    expected: i64,
    active: bool,
) -> Result<Audit, Fault> {
    let row = TableRow { entity: "tool", table: "tool_t", key: &[("tool_id", id.0)], columns: &[] };
    row.set_active(tx, stamp, expected, active)
}

pub(crate) fn find(db: &Connection, host: HostId, id: ToolId) -> Result<Option<Tool>, Fault> {
    let sql = format!("SELECT {TOOL_COLUMNS} FROM tool_t t WHERE t.host_id = ? AND t.tool_id = ?");
    table::find(db, &sql, (host.to_string(), id.to_string()), tool)
}

/// The active tools by name.
pub(crate) fn active(db: &Connection, host: HostId) -> Result<Vec<Tool>, Fault> {
    let sql = format!(
        "SELECT {TOOL_COLUMNS} FROM tool_t t WHERE t.host_id = ? AND t.active = 1
        ORDER BY t.name COLLATE NOCASE, t.tool_id"
    );
    table::list(db, &sql, [host.to_string()], tool)
}

/// Creates (version 0) or updates a parameter's row.
pub(crate) fn put_parameter(tx: &Transaction<'_>, stamp: &Stamp, parameter: &Parameter) -> Result<Audit, Fault> {
    let name = || parameter.name.clone();
    parameter.check().map_err(|reason| Error::Invalid { entity: "parameter", name: name(), reason })?;
    let default_value = parameter.default_value.as_ref().map(ToString::to_string);
    let schema = parameter.validation_schema.as_ref().map(ToString::to_string);
    let row = TableRow {
        entity: "parameter",
        table: "tool_param_t",
        key: &[("param_id", parameter.id.0)],
        columns: &[
            ("tool_id", &parameter.tool.to_string()),
            ("name", &parameter.name),
            ("param_type", &parameter.kind.as_str()),
            ("required", &parameter.required),
            ("default_value", &default_value),
            ("description", &parameter.description),
            ("validation_schema", &schema),
            ("order_index", &parameter.order_index),
        ],
    };
    row.put(tx, stamp, &parameter.audit)
}

pub(crate) fn delete_parameter(tx: &Transaction<'_>, host: HostId, id: ParameterId) -> Result<(), Fault> {
    TableRow { entity: "parameter", table: "tool_param_t", key: &[("param_id", id.0)], columns: &[] }.delete(tx, host)
}

/// The columns of `tool_t` without the vector.
pub(crate) const TOOL_COLUMNS: &str = "t.host_id, t.tool_id, t.name, t.description, t.implementation_type, \
    t.implementation_class, t.mcp_server_name, t.api_endpoint, t.api_method, t.script_content, t.version, \
    t.aggregate_version, t.active, t.update_ts, t.update_user";

/// Reads the columns of [`TOOL_COLUMNS`].
pub(crate) fn tool(row: &Row<'_>) -> rusqlite::Result<Tool> {
    Ok(Tool {
        host: HostId(table::id(row, "host_id")?),
        id: ToolId(table::id(row, "tool_id")?),
        name: row.get("name")?,
        description: row.get("description")?,
        implementation: implementation(row)?,
        version: row.get::<_, Option<String>>("version")?.unwrap_or_else(|| studio_model::DEFAULT_VERSION.to_owned()),
        audit: table::audit(row)?,
    })
}

pub(crate) fn parameters(db: &Connection, host: HostId, tool: ToolId) -> Result<Vec<Parameter>, Fault> {
    let sql = "SELECT * FROM tool_param_t WHERE host_id = ? AND tool_id = ? AND active = 1
        ORDER BY COALESCE(order_index, 0), name, param_id";
    table::list(db, sql, (host.to_string(), tool.to_string()), parameter)
}

/// The active parameters of every tool, by `order_index`.
pub(crate) fn all_parameters(db: &Connection, host: HostId) -> Result<Vec<Parameter>, Fault> {
    let sql = "SELECT * FROM tool_param_t WHERE host_id = ? AND active = 1
        ORDER BY tool_id, COALESCE(order_index, 0), name, param_id";
    table::list(db, sql, [host.to_string()], parameter)
}

/// A tool's parameters, active or not.
pub(crate) fn every_parameter(db: &Connection, host: HostId, tool: ToolId) -> Result<Vec<Parameter>, Fault> {
    let sql = "SELECT * FROM tool_param_t WHERE host_id = ? AND tool_id = ?";
    table::list(db, sql, (host.to_string(), tool.to_string()), parameter)
}

fn parameter(row: &Row<'_>) -> rusqlite::Result<Parameter> {
    Ok(Parameter {
        id: ParameterId(table::id(row, "param_id")?),
        tool: ToolId(table::id(row, "tool_id")?),
        name: row.get("name")?,
        kind: table::named(row, "param_type", ParameterType::parse)?,
        required: row.get::<_, Option<bool>>("required")?.unwrap_or(true),
        default_value: table::optional_json(row, "default_value")?,
        description: row.get("description")?,
        validation_schema: table::optional_json(row, "validation_schema")?,
        order_index: row.get::<_, Option<i64>>("order_index")?.unwrap_or_default(),
        audit: table::audit(row)?,
    })
}

/// An implementation spread over its columns.
#[derive(Default)]
struct Parts<'a> {
    class: Option<&'a str>,
    server: Option<&'a str>,
    endpoint: Option<&'a str>,
    method: Option<&'a str>,
    script: Option<&'a str>,
}

impl<'a> Parts<'a> {
    fn of(implementation: Option<&'a Implementation>) -> Self {
        match implementation {
            None => Self::default(),
            Some(Implementation::Java { class }) => Self { class: Some(class), ..Self::default() },
            Some(Implementation::McpServer { server }) => Self { server: Some(server), ..Self::default() },
            Some(Implementation::Rest { endpoint, method }) => {
                Self { endpoint: Some(endpoint), method: Some(method), ..Self::default() }
            }
            Some(Implementation::Python { script } | Implementation::Javascript { script }) => {
                Self { script: Some(script), ..Self::default() }
            }
        }
    }
}

fn implementation(row: &Row<'_>) -> rusqlite::Result<Option<Implementation>> {
    if row.get_ref("implementation_type")?.as_str_or_null()?.is_none() {
        return Ok(None);
    }
    let text = |column: &str| Ok::<_, rusqlite::Error>(row.get::<_, Option<String>>(column)?.unwrap_or_default());
    Ok(Some(match table::named(row, "implementation_type", ImplementationKind::parse)? {
        ImplementationKind::Java => Implementation::Java { class: text("implementation_class")? },
        ImplementationKind::McpServer => Implementation::McpServer { server: text("mcp_server_name")? },
        ImplementationKind::Rest => {
            Implementation::Rest { endpoint: text("api_endpoint")?, method: text("api_method")? }
        }
        ImplementationKind::Python => Implementation::Python { script: text("script_content")? },
        ImplementationKind::Javascript => Implementation::Javascript { script: text("script_content")? },
    }))
}
