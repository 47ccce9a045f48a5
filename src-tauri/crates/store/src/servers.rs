//! MCP servers, and what they offered when they were last asked.

use std::collections::HashMap;

use rusqlite::{Connection, Row, ToSql, Transaction};
use studio_model::{Audit, HostId, Invalid, MAX_NAME, check_length};
use uuid::Uuid;

use crate::{
    Error, Library, Reading, ServerCheck, ServerRow,
    connection::Fault,
    table::{self, Stamp, TableRow},
};

impl Library {
    /// Creates (version 0) or updates a server, as read at its version. A name that another one has is refused with
    /// [`Error::Taken`]; one in the trash leaves its name to others.
    pub fn put_server(&self, server: &ServerRow) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| put(tx, &stamp, server))
    }

    /// Takes a server as read at version `expected` out of use, or back into it where no other one has its name by now.
    pub fn set_server_active(&self, id: Uuid, expected: i64, active: bool) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| {
            let mut row = find(tx, stamp.host, id)?;
            row.audit = Audit { aggregate_version: expected, active, ..row.audit };
            put(tx, &stamp, &row)
        })
    }
}

impl Reading {
    /// One server, active or not.
    pub fn get_server(&self, id: Uuid) -> Result<ServerRow, Error> {
        self.connections.read(|db| find(db, self.host(), id))
    }

    /// The servers by name.
    pub fn list_servers(&self) -> Result<Vec<ServerRow>, Error> {
        let sql = "SELECT * FROM mcp_server_t WHERE host_id = ? AND active = 1
            ORDER BY name COLLATE NOCASE, server_id";
        self.connections.read(|db| table::list(db, sql, [self.host().to_string()], server))
    }
}

impl Library {
    /// Keeps what a server offered, over what it offered before.
    pub fn put_server_check(&self, server: Uuid, check: &ServerCheck) -> Result<(), Error> {
        let sql = "INSERT OR REPLACE INTO mcp_server_check_t (host_id, server_id, checked_ts, info, tools)
            VALUES (?, ?, ?, ?, ?)";
        let key = (self.host().to_string(), server.to_string());
        let values = (key.0, &key.1, &check.checked_ts, &check.info, check.tools.to_string());
        self.connections.write_aside(|tx| match tx.execute(sql, values) {
            Ok(_) => Ok(()),
            Err(error) => Err(table::dangling(error, "server check", &key.1)),
        })
    }
}

impl Reading {
    /// What each server offered when it was last asked.
    pub fn list_server_checks(&self) -> Result<HashMap<Uuid, ServerCheck>, Error> {
        let sql = "SELECT server_id, checked_ts, info, tools FROM mcp_server_check_t WHERE host_id = ?";
        let read = |row: &Row<'_>| {
            let check = ServerCheck { checked_ts: row.get(1)?, info: row.get(2)?, tools: table::kept(row, "tools")? };
            Ok((table::id_at(row, 0)?, check))
        };
        let found = self.connections.read(|db| table::list(db, sql, [self.host().to_string()], read))?;
        Ok(found.into_iter().collect())
    }
}

/// See [`Library::put_server`].
pub(crate) fn put(tx: &Transaction<'_>, stamp: &Stamp, server: &ServerRow) -> Result<Audit, Fault> {
    check_name(&server.name).map_err(|reason| Error::Invalid {
        entity: "server",
        name: server.name.clone(),
        reason,
    })?;
    let is_active = server.audit.active;
    let name = if is_active { server.name.clone() } else { server.id.to_string() };
    let key = [("server_id", server.id)];
    let columns: [(&str, &dyn ToSql); 4] = [
        ("name", &name),
        ("trashed_name", &(!is_active).then_some(&server.name)),
        ("transport", &server.transport.to_string()),
        ("is_enabled", &server.is_enabled),
    ];
    let row = TableRow { entity: "server", table: "mcp_server_t", key: &key, columns: &columns };
    row.put(tx, stamp, &server.audit).map_err(|fault| table::taken(fault, "server", &server.name))
}

/// A server, in use or not.
pub(crate) fn find(db: &Connection, host: HostId, id: Uuid) -> Result<ServerRow, Fault> {
    let sql = "SELECT * FROM mcp_server_t WHERE host_id = ? AND server_id = ?";
    let found = table::find(db, sql, (host.to_string(), id.to_string()), server)?;
    found.ok_or_else(|| Error::NotFound { entity: "server", id: id.to_string() }.into())
}

/// Deletes a server for good.
pub(crate) fn delete(tx: &Transaction<'_>, host: HostId, id: Uuid) -> Result<(), Fault> {
    let key = [("server_id", id)];
    TableRow { entity: "server", table: "mcp_server_t", key: &key, columns: &[] }.delete(tx, host)
}

fn check_name(name: &str) -> Result<(), Invalid> {
    if name.trim().is_empty() {
        return Err(Invalid { field: "name", problem: "is empty".to_owned() });
    }
    check_length("name", name, MAX_NAME)
}

fn server(row: &Row<'_>) -> rusqlite::Result<ServerRow> {
    Ok(ServerRow {
        id: table::id(row, "server_id")?,
        name: match row.get("trashed_name")? {
            Some(name) => name,
            None => row.get("name")?,
        },
        transport: table::kept(row, "transport")?,
        is_enabled: row.get("is_enabled")?,
        audit: table::audit(row)?,
    })
}
