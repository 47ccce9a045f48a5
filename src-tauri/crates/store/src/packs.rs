//! Packs, their exports, and what was dismissed of scans. What they hold is the use-cases' own text; nothing here reads it.

use std::collections::HashMap;

use rusqlite::{Connection, Row, ToSql, Transaction};
use studio_model::{Audit, HostId, Invalid, MAX_NAME, check_length};
use uuid::Uuid;

use crate::{
    Error, Library, PackExportRow, PackFileRow, PackRow, Reading, ScanDismissal,
    connection::Fault,
    table::{self, Stamp, TableRow},
};

/// Exports of a pack whose texts are kept; of older ones hashes and sizes are.
pub const EXPORTS_WITH_TEXTS: u32 = 20;

impl Library {
    /// Creates (version 0) or updates a pack, as read at its version. A name that another one has is refused with
    /// [`Error::Taken`]; one in the trash leaves its name to others.
    pub fn put_pack(&self, pack: &PackRow) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| put(tx, &stamp, pack))
    }

    /// Takes a pack as read at version `expected` out of use, or back into it where no other one has its name by now.
    pub fn set_pack_active(&self, id: Uuid, expected: i64, active: bool) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| {
            let mut row = find(tx, stamp.host, id)?;
            row.audit = Audit { aggregate_version: expected, active, ..row.audit };
            put(tx, &stamp, &row)
        })
    }

    /// Keeps an export with its files, and the texts that are given by their hash. Texts of exports that are too old to
    /// be compared go.
    pub fn put_pack_export(
        &self,
        export: &PackExportRow,
        files: &[PackFileRow],
        texts: &HashMap<String, String>,
    ) -> Result<(), Error> {
        let host = self.host().to_string();
        self.connections.write(|tx| {
            let key = (export.id.to_string(), export.pack.to_string());
            let sql = "INSERT INTO pack_export_t (host_id, export_id, pack_id, made_ts, kept) VALUES (?, ?, ?, ?, ?)";
            let values = (&host, &key.0, &key.1, &export.made_at, &export.kept);
            tx.execute(sql, values).map_err(|error| table::dangling(error, "pack", &key.1))?;
            for (sha256, text) in texts {
                let sql = "INSERT INTO pack_text_t (host_id, sha256, text) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
                tx.prepare_cached(sql)?.execute((&host, sha256, text))?;
            }
            for file in files {
                let sql = "INSERT INTO pack_export_file_t (host_id, export_id, folder, path, sha256, bytes, has_text)
                    VALUES (?, ?, ?, ?, ?, ?, ?)";
                let (bytes, has_text) = (file.bytes as i64, texts.contains_key(&file.sha256));
                let values = (&host, &key.0, &file.folder, &file.path, &file.sha256, bytes, has_text);
                tx.prepare_cached(sql)?.execute(values)?;
            }
            let sql = "UPDATE pack_export_file_t SET has_text = 0
                WHERE host_id = ?1 AND has_text = 1 AND export_id IN (SELECT export_id FROM pack_export_t
                    WHERE host_id = ?1 AND pack_id = ?2 ORDER BY made_ts DESC, rowid DESC LIMIT -1 OFFSET ?3)";
            tx.execute(sql, (&host, &key.1, EXPORTS_WITH_TEXTS))?;
            Ok(())
        })
    }

    /// Dismisses a finding of a scan, in place of what was noted before.
    pub fn put_scan_dismissal(&self, dismissal: &ScanDismissal) -> Result<(), Error> {
        let stamp = self.stamp();
        let sql = "INSERT OR REPLACE INTO scan_dismissal_t (host_id, finding_key, rule, note, dismissed_ts)
            VALUES (?, ?, ?, ?, ?)";
        let ScanDismissal { key, rule, note } = dismissal;
        self.connections.write(|tx| {
            tx.execute(sql, (stamp.host.to_string(), key, rule, note, &stamp.now))?;
            Ok(())
        })
    }

    /// Takes a dismissal back; nothing happens where there is none.
    pub fn delete_scan_dismissal(&self, key: &str) -> Result<(), Error> {
        let sql = "DELETE FROM scan_dismissal_t WHERE host_id = ? AND finding_key = ?";
        self.connections.write(|tx| {
            tx.execute(sql, (self.host().to_string(), key))?;
            Ok(())
        })
    }
}

impl Reading {
    /// One pack, active or not.
    pub fn get_pack(&self, id: Uuid) -> Result<PackRow, Error> {
        self.connections.read(|db| find(db, self.host(), id))
    }

    /// The packs by name.
    pub fn list_packs(&self) -> Result<Vec<PackRow>, Error> {
        let sql = "SELECT * FROM pack_t WHERE host_id = ? AND active = 1 ORDER BY name COLLATE NOCASE, pack_id";
        self.connections.read(|db| table::list(db, sql, [self.host().to_string()], pack))
    }

    /// The exports of a pack, newest first.
    pub fn list_pack_exports(&self, pack: Uuid) -> Result<Vec<PackExportRow>, Error> {
        let sql = "SELECT * FROM pack_export_t WHERE host_id = ? AND pack_id = ? ORDER BY made_ts DESC, rowid DESC";
        let key = (self.host().to_string(), pack.to_string());
        self.connections.read(|db| table::list(db, sql, key, export))
    }

    /// The newest export of a pack.
    pub fn last_pack_export(&self, pack: Uuid) -> Result<Option<PackExportRow>, Error> {
        let sql =
            "SELECT * FROM pack_export_t WHERE host_id = ? AND pack_id = ? ORDER BY made_ts DESC, rowid DESC LIMIT 1";
        let key = (self.host().to_string(), pack.to_string());
        self.connections.read(|db| table::find(db, sql, key, export))
    }

    /// The files of an export, by folder and path.
    pub fn list_pack_files(&self, export: Uuid) -> Result<Vec<PackFileRow>, Error> {
        let sql = "SELECT * FROM pack_export_file_t WHERE host_id = ? AND export_id = ? ORDER BY folder, path";
        let key = (self.host().to_string(), export.to_string());
        let file = |row: &Row<'_>| {
            Ok(PackFileRow {
                folder: row.get("folder")?,
                path: row.get("path")?,
                sha256: row.get("sha256")?,
                bytes: row.get::<_, i64>("bytes")? as u64,
                has_text: row.get("has_text")?,
            })
        };
        self.connections.read(|db| {
            let known = "SELECT 1 FROM pack_export_t WHERE host_id = ? AND export_id = ?";
            if table::find(db, known, (&key.0, &key.1), |_| Ok(()))?.is_none() {
                return Err(Error::NotFound { entity: "export", id: key.1.clone() }.into());
            }
            table::list(db, sql, (&key.0, &key.1), file)
        })
    }

    /// The text of a file of an export, by its hash; none where it is not kept.
    pub fn pack_text(&self, sha256: &str) -> Result<Option<String>, Error> {
        let sql = "SELECT text FROM pack_text_t WHERE host_id = ? AND sha256 = ?";
        self.connections.read(|db| table::find(db, sql, (self.host().to_string(), sha256), |row| row.get(0)))
    }

    /// What was dismissed of scans.
    pub fn list_scan_dismissals(&self) -> Result<Vec<ScanDismissal>, Error> {
        let sql = "SELECT finding_key, rule, note FROM scan_dismissal_t WHERE host_id = ? ORDER BY finding_key";
        self.connections.read(|db| {
            table::list(db, sql, [self.host().to_string()], |row| {
                Ok(ScanDismissal { key: row.get(0)?, rule: row.get(1)?, note: row.get(2)? })
            })
        })
    }
}

/// See [`Library::put_pack`].
pub(crate) fn put(tx: &Transaction<'_>, stamp: &Stamp, pack: &PackRow) -> Result<Audit, Fault> {
    check_name(&pack.name).map_err(|reason| Error::Invalid { entity: "pack", name: pack.name.clone(), reason })?;
    let is_active = pack.audit.active;
    let name = if is_active { pack.name.clone() } else { pack.id.to_string() };
    let key = [("pack_id", pack.id)];
    let columns: [(&str, &dyn ToSql); 3] =
        [("name", &name), ("trashed_name", &(!is_active).then_some(&pack.name)), ("content", &pack.content)];
    let row = TableRow { entity: "pack", table: "pack_t", key: &key, columns: &columns };
    row.put(tx, stamp, &pack.audit).map_err(|fault| table::taken(fault, "pack", &pack.name))
}

/// Deletes a pack with its exports for good.
pub(crate) fn delete(tx: &Transaction<'_>, host: HostId, id: Uuid) -> Result<(), Fault> {
    let key = [("pack_id", id)];
    TableRow { entity: "pack", table: "pack_t", key: &key, columns: &[] }.delete(tx, host)
}

fn find(db: &Connection, host: HostId, id: Uuid) -> Result<PackRow, Fault> {
    let sql = "SELECT * FROM pack_t WHERE host_id = ? AND pack_id = ?";
    let found = table::find(db, sql, (host.to_string(), id.to_string()), pack)?;
    found.ok_or_else(|| Error::NotFound { entity: "pack", id: id.to_string() }.into())
}

fn check_name(name: &str) -> Result<(), Invalid> {
    if name.trim().is_empty() {
        return Err(Invalid { field: "name", problem: "is empty".to_owned() });
    }
    check_length("name", name, MAX_NAME)
}

fn pack(row: &Row<'_>) -> rusqlite::Result<PackRow> {
    Ok(PackRow {
        id: table::id(row, "pack_id")?,
        name: match row.get("trashed_name")? {
            Some(name) => name,
            None => row.get("name")?,
        },
        content: row.get("content")?,
        audit: table::audit(row)?,
    })
}

fn export(row: &Row<'_>) -> rusqlite::Result<PackExportRow> {
    Ok(PackExportRow {
        id: table::id(row, "export_id")?,
        pack: table::id(row, "pack_id")?,
        made_at: row.get("made_ts")?,
        kept: row.get("kept")?,
    })
}
