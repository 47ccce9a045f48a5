//! What is shared through servers: what was seen there last, and what both sides last agreed on.

mod incoming;

use rusqlite::{Connection, Row, Transaction};
use studio_model::{HostId, SharedKind, SkillId};
use uuid::Uuid;

use crate::{
    Agreement, Error, FileHash, Library, Reading, RemoteItemRow, RemoteRow,
    connection::Fault,
    table::{self, Stamp},
};

impl Reading {
    /// The libraries on servers that this one is shared through, the one looked at last first.
    pub fn list_remotes(&self) -> Result<Vec<RemoteRow>, Error> {
        let sql = "SELECT * FROM remote_t WHERE host_id = ? ORDER BY seen_ts DESC, remote_id";
        self.connections.read(|db| table::list(db, sql, [self.host().to_string()], remote))
    }

    /// All that was seen in one of them.
    pub fn list_remote_items(&self, remote: Uuid) -> Result<Vec<RemoteItemRow>, Error> {
        self.connections.read(|db| items(db, self.host(), remote))
    }

    /// What both sides last agreed on of one thing.
    pub fn agreed_content(&self, remote: Uuid, kind: SharedKind, id: Uuid) -> Result<Option<String>, Error> {
        let sql = "SELECT agreed FROM remote_item_t WHERE host_id = ? AND remote_id = ? AND kind = ? AND item_id = ?";
        let key = (self.host().to_string(), remote.to_string(), kind.as_str(), id.to_string());
        Ok(self.connections.read(|db| table::find(db, sql, key, |row| row.get(0)))?.flatten())
    }

    /// The other files of all active skills, by hash.
    pub fn list_shared_files(&self) -> Result<Vec<FileHash>, Error> {
        let sql = "SELECT f.skill_id, f.path, f.sha256, f.is_executable FROM skill_file_t f
            JOIN skill_t s ON s.host_id = f.host_id AND s.skill_id = f.skill_id
            WHERE f.host_id = ? AND s.active = 1 ORDER BY f.skill_id, f.path";
        let read = |row: &Row<'_>| {
            Ok(FileHash {
                skill: SkillId(table::id_at(row, 0)?),
                path: row.get(1)?,
                sha256: row.get(2)?,
                is_executable: row.get(3)?,
            })
        };
        self.connections.read(|db| table::list(db, sql, [self.host().to_string()], read))
    }

    /// The row version of something in the trash; none where it is in use, or not here at all.
    pub fn trashed_version(&self, kind: SharedKind, id: Uuid) -> Result<Option<i64>, Error> {
        let (table, key) = place(kind);
        let sql = format!("SELECT aggregate_version FROM {table} WHERE host_id = ? AND {key} = ? AND active = 0");
        let values = (self.host().to_string(), id.to_string());
        self.connections.read(|db| table::find(db, &sql, values, |row| row.get(0)))
    }
}

impl Library {
    /// Keeps what was seen on a server: where it is, and what came since. What both sides agreed on stays.
    pub fn put_seen(&self, remote: &RemoteRow, items: &[RemoteItemRow]) -> Result<(), Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| {
            put_remote(tx, &stamp, remote)?;
            items.iter().try_for_each(|item| put_item(tx, &stamp, remote.id, item))
        })
    }

    /// Forgets a library on a server, with what was seen there and agreed on.
    pub fn delete_remote(&self, remote: Uuid) -> Result<(), Error> {
        let key = (self.host().to_string(), remote.to_string());
        self.connections.write(|tx| {
            tx.execute("DELETE FROM remote_t WHERE host_id = ? AND remote_id = ?", key)?;
            Ok(())
        })
    }

    /// Keeps what both sides agree on.
    pub fn put_agreements(&self, remote: Uuid, agreements: &[Agreement]) -> Result<(), Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| agree(tx, &stamp, remote, agreements))
    }
}

fn put_remote(tx: &Transaction<'_>, stamp: &Stamp, remote: &RemoteRow) -> Result<(), Fault> {
    let sql = "INSERT INTO remote_t (host_id, remote_id, tenant_id, name, address, revision, seen_ts)
        VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (host_id, remote_id) DO UPDATE SET tenant_id = excluded.tenant_id,
            name = excluded.name, address = excluded.address, revision = excluded.revision, seen_ts = excluded.seen_ts";
    tx.prepare_cached(sql)?.execute((
        stamp.host.to_string(),
        remote.id.to_string(),
        remote.tenant.to_string(),
        &remote.name,
        &remote.address,
        remote.revision,
        &remote.seen_at,
    ))?;
    Ok(())
}

fn put_item(tx: &Transaction<'_>, stamp: &Stamp, remote: Uuid, item: &RemoteItemRow) -> Result<(), Fault> {
    let sql = "INSERT INTO remote_item_t (host_id, remote_id, kind, item_id, local_id, name, sha256, row_version, revision,
            changed_user, changed_ts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (host_id, remote_id, kind, item_id) DO UPDATE SET local_id = excluded.local_id, name = excluded.name,
            sha256 = excluded.sha256, row_version = excluded.row_version, revision = excluded.revision,
            changed_user = excluded.changed_user, changed_ts = excluded.changed_ts";
    tx.prepare_cached(sql)?.execute((
        stamp.host.to_string(),
        remote.to_string(),
        item.kind.as_str(),
        item.id.to_string(),
        item.local.to_string(),
        &item.name,
        &item.sha256,
        item.row_version,
        item.revision,
        &item.changed_user,
        &item.changed_at,
    ))?;
    Ok(())
}

fn agree(tx: &Transaction<'_>, stamp: &Stamp, remote: Uuid, agreements: &[Agreement]) -> Result<(), Fault> {
    let sql = "UPDATE remote_item_t SET agreed_sha256 = ?, agreed = ?
        WHERE host_id = ? AND remote_id = ? AND kind = ? AND item_id = ?";
    let mut put = tx.prepare_cached(sql)?;
    for one in agreements {
        let (sha256, content) = one.content.as_ref().map(|(sha256, content)| (sha256, content)).unzip();
        let key = (stamp.host.to_string(), remote.to_string(), one.kind.as_str(), one.id.to_string());
        if put.execute((sha256, content, key.0, key.1, key.2, &key.3))? != 1 {
            return Err(Error::NotFound { entity: "shared item", id: key.3 }.into());
        }
    }
    Ok(())
}

fn items(db: &Connection, host: HostId, remote: Uuid) -> Result<Vec<RemoteItemRow>, Fault> {
    let sql =
        "SELECT kind, item_id, local_id, name, sha256, row_version, revision, changed_user, changed_ts, agreed_sha256
        FROM remote_item_t WHERE host_id = ? AND remote_id = ? ORDER BY kind, name, item_id";
    table::list(db, sql, (host.to_string(), remote.to_string()), |row| {
        Ok(RemoteItemRow {
            kind: table::named(row, "kind", SharedKind::parse)?,
            id: table::id_at(row, 1)?,
            local: table::id_at(row, 2)?,
            name: row.get(3)?,
            sha256: row.get(4)?,
            row_version: row.get(5)?,
            revision: row.get(6)?,
            changed_user: row.get(7)?,
            changed_at: row.get(8)?,
            agreed: row.get(9)?,
        })
    })
}

fn remote(row: &Row<'_>) -> rusqlite::Result<RemoteRow> {
    Ok(RemoteRow {
        id: table::id(row, "remote_id")?,
        tenant: table::id(row, "tenant_id")?,
        name: row.get("name")?,
        address: row.get("address")?,
        revision: row.get("revision")?,
        seen_at: row.get("seen_ts")?,
    })
}

/// Where a kind has its rows.
const fn place(kind: SharedKind) -> (&'static str, &'static str) {
    match kind {
        SharedKind::Server => ("mcp_server_t", "server_id"),
        SharedKind::Tool => ("tool_t", "tool_id"),
        SharedKind::Skill => ("skill_t", "skill_id"),
        SharedKind::Agent => ("agent_definition_t", "agent_def_id"),
    }
}
