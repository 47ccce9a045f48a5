//! Tools as an author edits them: the row, its parameters, what it is beyond the seed's columns, and its timeline, saved
//! together or not at all.

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, Row, Transaction};
use serde_json::Value;
use studio_model::{AccessLevel, Audit, HostId, Parameter, ParameterId, ToolId};
use uuid::Uuid;

use crate::{
    Error, Library, Reading, ToolDetailRow, ToolRecord, ToolVersionRow,
    circles::Relation,
    connection::Fault,
    owned_links::NEEDS,
    skill_tools,
    table::{self, Stamp},
    tools,
};

/// A tool in the trash still counts: taking it out again must not close a circle.
const DEPENDENCY: Relation = Relation {
    name: "tool dependency",
    edges: "SELECT tool_id, depends_on_tool_id FROM tool_dependency_t WHERE host_id = ? AND active = 1
        ORDER BY tool_id, order_index, depends_on_tool_id",
    name_of: "SELECT name FROM tool_t WHERE host_id = ? AND tool_id = ?",
};

impl Reading {
    /// One tool, active or not, with all that is saved with it.
    pub fn get_tool_record(&self, id: ToolId) -> Result<ToolRecord, Error> {
        let host = self.host();
        self.connections.read(|db| {
            let tool = tools::find(db, host, id)?.ok_or_else(|| tools::missing(id))?;
            let key = (host.to_string(), id.to_string());
            let sql = format!("{DETAILS} WHERE d.host_id = ? AND d.tool_id = ?");
            let mut detail = table::find(db, &sql, (&key.0, &key.1), detail)?.unwrap_or_default();
            let sql = "SELECT depends_on_tool_id FROM tool_dependency_t
                WHERE host_id = ? AND tool_id = ? AND active = 1 ORDER BY order_index";
            detail.depends_on = table::list(db, sql, (&key.0, &key.1), |row| Ok(ToolId(table::id_at(row, 0)?)))?;
            Ok(ToolRecord { tool, parameters: tools::parameters(db, host, id)?, detail })
        })
    }

    /// The active tools by name, with all that is saved with them.
    pub fn list_tool_records(&self) -> Result<Vec<ToolRecord>, Error> {
        let host = self.host();
        self.connections.read(|db| {
            let mut parameters = grouped(tools::all_parameters(db, host)?, |parameter| parameter.tool);
            let mut details = all_details(db, host)?;
            let records = tools::active(db, host)?.into_iter().map(|tool| ToolRecord {
                parameters: parameters.remove(&tool.id).unwrap_or_default(),
                detail: details.remove(&tool.id).unwrap_or_default(),
                tool,
            });
            Ok(records.collect())
        })
    }
}

impl Library {
    /// Creates (version 0) or updates a tool as read at its version, with its parameters, its details and a line of its
    /// timeline that keeps `snapshot`.
    ///
    /// Parameters that are not named any more are deleted. Refused are a name that another active tool has
    /// ([`Error::Taken`]), two parameters of one name (the same), and dependencies that close a circle
    /// ([`Error::Cycle`]).
    pub fn save_tool(&self, record: &ToolRecord, snapshot: &Value, reason: &str) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| save(tx, &stamp, record, snapshot, reason))
    }

    /// Takes a tool as read at version `expected` out of use, or back into it where no other active one has its name
    /// by now.
    pub fn set_tool_active(&self, id: ToolId, expected: i64, active: bool) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| {
            let tool = tools::find(tx, stamp.host, id)?.ok_or_else(|| tools::missing(id))?;
            if active {
                check_name(tx, stamp.host, id, &tool.name)?;
            }
            let audit = tools::set_active(tx, &stamp, id, expected, active)?;
            if active {
                skill_tools::link_where_listed(tx, &stamp, id, &tool.name)?;
            }
            Ok(audit)
        })
    }
}

impl Reading {
    /// What every tool that needs others needs, in the author's order.
    pub fn list_tool_needs(&self) -> Result<HashMap<ToolId, Vec<ToolId>>, Error> {
        self.connections.read(|db| needs(db, self.host()))
    }

    /// The version of each link from a tool to one it needs.
    pub fn list_tool_need_versions(&self) -> Result<HashMap<(ToolId, ToolId), i64>, Error> {
        let found = self.connections.read(|db| NEEDS.versions(db, self.host()))?;
        Ok(found.into_iter().map(|((tool, on), version)| ((ToolId(tool), ToolId(on)), version)).collect())
    }

    /// A tool's timeline, newest first.
    pub fn list_tool_versions(&self, id: ToolId) -> Result<Vec<ToolVersionRow>, Error> {
        let sql = format!("{VERSIONS} ORDER BY aggregate_version DESC, rowid DESC");
        self.connections.read(|db| table::list(db, &sql, (self.host().to_string(), id.to_string()), version))
    }

    /// A tool as it was at a row version, where that was kept.
    pub fn find_tool_version(&self, id: ToolId, at: i64) -> Result<Option<ToolVersionRow>, Error> {
        let sql = format!("{VERSIONS} AND aggregate_version = ? ORDER BY rowid DESC LIMIT 1");
        self.connections.read(|db| table::find(db, &sql, (self.host().to_string(), id.to_string(), at), version))
    }

    /// A tool as it was at a row version, by what was kept last until then: taking a tool out of use and back into it keeps
    /// nothing and changes nothing else.
    pub fn find_tool_until(&self, id: ToolId, at: i64) -> Result<Option<ToolVersionRow>, Error> {
        let sql = format!("{VERSIONS} AND aggregate_version <= ? ORDER BY aggregate_version DESC, rowid DESC LIMIT 1");
        self.connections.read(|db| table::find(db, &sql, (self.host().to_string(), id.to_string(), at), version))
    }
}

const VERSIONS: &str = "SELECT version_id, aggregate_version, created_ts, user, reason, snapshot FROM tool_version_t
    WHERE host_id = ? AND tool_id = ?";

fn version(row: &Row<'_>) -> rusqlite::Result<ToolVersionRow> {
    Ok(ToolVersionRow {
        id: table::id_at(row, 0)?,
        aggregate_version: row.get(1)?,
        created_ts: row.get(2)?,
        user: row.get(3)?,
        reason: row.get(4)?,
        snapshot: table::kept(row, "snapshot")?,
    })
}

/// See [`Library::save_tool`].
pub(crate) fn save(
    tx: &Transaction<'_>,
    stamp: &Stamp,
    record: &ToolRecord,
    snapshot: &Value,
    reason: &str,
) -> Result<Audit, Fault> {
    check_parameter_names(&record.parameters)?;
    let tool = &record.tool;
    if tool.audit.active {
        check_name(tx, stamp.host, tool.id, &tool.name)?;
    }
    let audit = tools::put(tx, stamp, tool)?;
    put_parameters(tx, stamp, tool.id, &record.parameters)?;
    put_detail(tx, stamp, tool.id, &record.detail)?;
    put_dependencies(tx, stamp, tool.id, &record.detail.depends_on)?;
    put_version(tx, stamp, tool.id, audit.aggregate_version, snapshot, reason)?;
    Ok(audit)
}

const DETAILS: &str = "SELECT d.tool_id, d.spec_source, d.signature, d.dialect, d.schema, d.settings, d.effect,
    d.timeout_s, d.retries FROM tool_detail_t d";

/// Reads the columns of [`DETAILS`]; what the tool depends on stands in a table of its own.
fn detail(row: &Row<'_>) -> rusqlite::Result<ToolDetailRow> {
    let has_effect = row.get_ref("effect")?.as_str_or_null()?.is_some();
    Ok(ToolDetailRow {
        spec_source: row.get("spec_source")?,
        signature: row.get("signature")?,
        dialect: row.get("dialect")?,
        schema: table::optional_json(row, "schema")?,
        settings: table::kept(row, "settings")?,
        effect: has_effect.then(|| table::named(row, "effect", AccessLevel::parse)).transpose()?,
        timeout_s: row.get("timeout_s")?,
        retries: row.get("retries")?,
        depends_on: Vec::new(),
    })
}

fn all_details(db: &Connection, host: HostId) -> Result<HashMap<ToolId, ToolDetailRow>, Fault> {
    let sql = format!("{DETAILS} WHERE d.host_id = ?");
    let read = |row: &Row<'_>| Ok((ToolId(table::id_at(row, 0)?), detail(row)?));
    let mut details: HashMap<_, ToolDetailRow> = table::list(db, &sql, [host.to_string()], read)?.into_iter().collect();
    for (tool, depends_on) in needs(db, host)? {
        details.entry(tool).or_default().depends_on = depends_on;
    }
    Ok(details)
}

fn needs(db: &Connection, host: HostId) -> Result<HashMap<ToolId, Vec<ToolId>>, Fault> {
    let sql = "SELECT tool_id, depends_on_tool_id FROM tool_dependency_t
        WHERE host_id = ? AND active = 1 ORDER BY tool_id, order_index";
    let read = |row: &Row<'_>| Ok((ToolId(table::id_at(row, 0)?), ToolId(table::id_at(row, 1)?)));
    let mut needs: HashMap<ToolId, Vec<ToolId>> = HashMap::new();
    for (tool, depends_on) in table::list(db, sql, [host.to_string()], read)? {
        needs.entry(tool).or_default().push(depends_on);
    }
    Ok(needs)
}

fn grouped<T>(rows: Vec<T>, key: impl Fn(&T) -> ToolId) -> HashMap<ToolId, Vec<T>> {
    let mut groups: HashMap<ToolId, Vec<T>> = HashMap::new();
    for row in rows {
        groups.entry(key(&row)).or_default().push(row);
    }
    groups
}

fn check_parameter_names(parameters: &[Parameter]) -> Result<(), Error> {
    let mut names = HashSet::new();
    match parameters.iter().find(|parameter| !names.insert(&parameter.name)) {
        Some(double) => Err(Error::Taken { entity: "parameter", name: double.name.clone() }),
        None => Ok(()),
    }
}

/// Refuses a name that another active tool has: a call names its tool.
fn check_name(tx: &Transaction<'_>, host: HostId, id: ToolId, name: &str) -> Result<(), Fault> {
    let sql = "SELECT 1 FROM tool_t WHERE host_id = ? AND name = ? AND active = 1 AND tool_id <> ?";
    match table::find(tx, sql, (host.to_string(), name, id.to_string()), |_| Ok(()))? {
        Some(()) => Err(Error::Taken { entity: "tool", name: name.to_owned() }.into()),
        None => Ok(()),
    }
}

/// Makes a tool's parameters equal to the given ones. Those that did not change keep their version.
fn put_parameters(tx: &Transaction<'_>, stamp: &Stamp, tool: ToolId, given: &[Parameter]) -> Result<(), Fault> {
    let mut stored: HashMap<ParameterId, Parameter> =
        tools::every_parameter(tx, stamp.host, tool)?.into_iter().map(|parameter| (parameter.id, parameter)).collect();
    let ids: HashSet<ParameterId> = given.iter().map(|parameter| parameter.id).collect();
    for gone in stored.keys().filter(|id| !ids.contains(id)) {
        tools::delete_parameter(tx, stamp.host, *gone)?;
    }
    for parameter in given {
        let before = stored.remove(&parameter.id);
        let audit = before.as_ref().map_or_else(crate::unsaved, |before| before.audit.clone());
        let row = Parameter { tool, audit: Audit { active: true, ..audit }, ..parameter.clone() };
        if before.as_ref() != Some(&row) {
            tools::put_parameter(tx, stamp, &row)?;
        }
    }
    Ok(())
}

fn put_detail(tx: &Transaction<'_>, stamp: &Stamp, tool: ToolId, detail: &ToolDetailRow) -> Result<(), Fault> {
    let sql = "INSERT OR REPLACE INTO tool_detail_t
            (host_id, tool_id, spec_source, signature, dialect, schema, settings, effect, timeout_s, retries)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    tx.prepare_cached(sql)?.execute((
        stamp.host.to_string(),
        tool.to_string(),
        &detail.spec_source,
        &detail.signature,
        &detail.dialect,
        detail.schema.as_ref().map(Value::to_string),
        detail.settings.to_string(),
        detail.effect.map(AccessLevel::as_str),
        detail.timeout_s,
        detail.retries,
    ))?;
    Ok(())
}

/// Makes what a tool depends on equal to the given list; one that is named twice counts once.
fn put_dependencies(tx: &Transaction<'_>, stamp: &Stamp, tool: ToolId, depends_on: &[ToolId]) -> Result<(), Fault> {
    let others: Vec<Uuid> = depends_on.iter().map(|other| other.0).collect();
    NEEDS.cut(tx, stamp, tool.0, &others)?;
    DEPENDENCY.check(tx, stamp.host, tool.0, &others)?;
    NEEDS.put(tx, stamp, tool.0, &others)
}

fn put_version(
    tx: &Transaction<'_>,
    stamp: &Stamp,
    tool: ToolId,
    aggregate_version: i64,
    snapshot: &Value,
    reason: &str,
) -> Result<(), Fault> {
    let sql = "INSERT INTO tool_version_t
            (host_id, version_id, tool_id, aggregate_version, created_ts, user, reason, snapshot)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    tx.prepare_cached(sql)?.execute((
        stamp.host.to_string(),
        Uuid::now_v7().to_string(),
        tool.to_string(),
        aggregate_version,
        &stamp.now,
        &stamp.user,
        reason,
        snapshot.to_string(),
    ))?;
    Ok(())
}
