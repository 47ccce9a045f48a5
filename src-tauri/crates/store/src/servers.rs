//! MCP servers, and what they offered when they were last asked.

use std::collections::HashMap;

use rusqlite::{Row, ToSql, Transaction};
use studio_model::{Audit, Invalid, MAX_NAME, check_length};
use uuid::Uuid;

use crate::{
    Error, Library, ServerCheck, ServerRow,
    connection::Fault,
    table::{self, Stamp, TableRow},
};

impl Library {
    /// Creates (version 0) or updates a server, as read at its version. A name that another one has is refused with
    /// [`Error::Taken`].
    pub fn put_server(&self, server: &ServerRow) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| put(tx, &stamp, server))
    }

    /// One server.
    pub fn get_server(&self, id: Uuid) -> Result<ServerRow, Error> {
        let sql = "SELECT * FROM mcp_server_t WHERE host_id = ? AND server_id = ?";
        self.connections.read(|db| {
            let found = table::find(db, sql, (self.host().to_string(), id.to_string()), server)?;
            found.ok_or_else(|| Error::NotFound { entity: "server", id: id.to_string() }.into())
        })
    }

    /// The servers by name.
    pub fn list_servers(&self) -> Result<Vec<ServerRow>, Error> {
        let sql = "SELECT * FROM mcp_server_t WHERE host_id = ? AND active = 1
            ORDER BY name COLLATE NOCASE, server_id";
        self.connections.read(|db| table::list(db, sql, [self.host().to_string()], server))
    }

    /// Deletes a server for good. Tools that name it keep its name.
    pub fn delete_server(&self, id: Uuid) -> Result<(), Error> {
        let key = [("server_id", id)];
        let row = TableRow { entity: "server", table: "mcp_server_t", key: &key, columns: &[] };
        self.connections.write(|tx| row.delete(tx, self.host()))
    }

    /// Keeps what a server offered, over what it offered before.
    pub fn put_server_check(&self, server: Uuid, check: &ServerCheck) -> Result<(), Error> {
        let sql = "INSERT OR REPLACE INTO mcp_server_check_t (host_id, server_id, checked_ts, info, tools)
            VALUES (?, ?, ?, ?, ?)";
        let key = (self.host().to_string(), server.to_string());
        let values = (key.0, &key.1, &check.checked_ts, &check.info, check.tools.to_string());
        self.connections.write(|tx| match tx.execute(sql, values) {
            Ok(_) => Ok(()),
            Err(error) => Err(table::dangling(error, "server check", &key.1)),
        })
    }

    /// What each server offered when it was last asked.
    pub fn list_server_checks(&self) -> Result<HashMap<Uuid, ServerCheck>, Error> {
        let sql = "SELECT server_id, checked_ts, info, tools FROM mcp_server_check_t WHERE host_id = ?";
        let read = |row: &Row<'_>| {
            let check = ServerCheck { checked_ts: row.get(1)?, info: row.get(2)?, tools: table::json(row, "tools")? };
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
    let key = [("server_id", server.id)];
    let columns: [(&str, &dyn ToSql); 3] =
        [("name", &server.name), ("transport", &server.transport.to_string()), ("is_enabled", &server.is_enabled)];
    let row = TableRow { entity: "server", table: "mcp_server_t", key: &key, columns: &columns };
    row.put(tx, stamp, &server.audit).map_err(|fault| table::taken(fault, "server", &server.name))
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
        name: row.get("name")?,
        transport: table::json(row, "transport")?,
        is_enabled: row.get("is_enabled")?,
        audit: table::audit(row)?,
    })
}
