//! A skill's files as they are and as they were: reading contents, and the timeline.

use rusqlite::{Row, Transaction};
use studio_model::SkillId;
use uuid::Uuid;

use crate::{
    Error, FileContent, Library, Reading, Record, SKILL_FILE, Version, VersionId, VersionRow,
    connection::Fault,
    sha256_hex,
    table::{self, Stamp},
};

impl Reading {
    /// A file's content; `SKILL.md` for the skill itself.
    pub fn read_file(&self, skill: SkillId, path: &str) -> Result<FileContent, Error> {
        let key = (self.host().to_string(), skill.to_string());
        let document = "SELECT 'SKILL.md' AS path, d.bytes, d.sha256, 0 AS is_executable, 1 AS is_text,
                s.aggregate_version
            FROM skill_document_t d JOIN skill_t s ON s.host_id = d.host_id AND s.skill_id = d.skill_id
            WHERE d.host_id = ? AND d.skill_id = ?";
        let file = "SELECT f.path, f.bytes, f.sha256, f.is_executable, f.is_text, s.aggregate_version
            FROM skill_file_t f JOIN skill_t s ON s.host_id = f.host_id AND s.skill_id = f.skill_id
            WHERE f.host_id = ? AND f.skill_id = ? AND f.path = ?";
        self.connections.read(|db| {
            let found = if path == SKILL_FILE {
                table::find(db, document, (&key.0, &key.1), content)?
            } else {
                table::find(db, file, (&key.0, &key.1, path), content)?
            };
            found.ok_or_else(|| Error::NotFound { entity: "file", id: format!("{skill}/{path}") }.into())
        })
    }

    /// A content this file has or once had, by hash: the base of a merge. A content it had under another path counts.
    pub fn read_content(&self, skill: SkillId, path: &str, sha256: &str) -> Result<Option<Vec<u8>>, Error> {
        let sql = "SELECT bytes FROM skill_document_t
                WHERE host_id = ?1 AND skill_id = ?2 AND sha256 = ?4 AND ?3 = 'SKILL.md'
            UNION ALL SELECT bytes FROM skill_file_t
                WHERE host_id = ?1 AND skill_id = ?2 AND path = ?3 AND sha256 = ?4
            UNION ALL SELECT bytes FROM skill_version_t WHERE host_id = ?1 AND skill_id = ?2 AND sha256 = ?4
            LIMIT 1";
        let values = (self.host().to_string(), skill.to_string(), path, sha256);
        self.connections.read(|db| table::find(db, sql, values, |row| row.get(0)))
    }

    /// As [`Library::read_content`], with whether the file could be run.
    pub fn read_kept(&self, skill: SkillId, path: &str, sha256: &str) -> Result<Option<(Vec<u8>, bool)>, Error> {
        let sql = "SELECT bytes, 0 FROM skill_document_t
                WHERE host_id = ?1 AND skill_id = ?2 AND sha256 = ?4 AND ?3 = 'SKILL.md'
            UNION ALL SELECT bytes, is_executable FROM skill_file_t
                WHERE host_id = ?1 AND skill_id = ?2 AND path = ?3 AND sha256 = ?4
            UNION ALL SELECT bytes, is_executable FROM skill_version_t
                WHERE host_id = ?1 AND skill_id = ?2 AND path = ?3 AND sha256 = ?4
            LIMIT 1";
        let values = (self.host().to_string(), skill.to_string(), path, sha256);
        self.connections.read(|db| table::find(db, sql, values, |row| Ok((row.get(0)?, row.get(1)?))))
    }

    /// A skill's timeline, newest first.
    pub fn list_versions(&self, skill: SkillId) -> Result<Vec<VersionRow>, Error> {
        let sql =
            "SELECT version_id, skill_id, aggregate_version, created_ts, user, reason, label, path, sha256, added,
                removed
            FROM skill_version_t WHERE host_id = ? AND skill_id = ? ORDER BY aggregate_version DESC, rowid DESC";
        self.connections.read(|db| table::list(db, sql, (self.host().to_string(), skill.to_string()), version_row))
    }

    /// What a file was saved as at a row version of its skill; none where it was not saved as that version.
    pub fn read_file_at(&self, skill: SkillId, path: &str, version: u32) -> Result<Option<Vec<u8>>, Error> {
        let sql = "SELECT bytes FROM skill_version_t
            WHERE host_id = ? AND skill_id = ? AND path = ? AND aggregate_version = ? ORDER BY rowid DESC LIMIT 1";
        let values = (self.host().to_string(), skill.to_string(), path, version);
        self.connections.read(|db| table::find(db, sql, values, |row| row.get(0)))
    }

    /// One version with its content.
    pub fn read_version(&self, id: VersionId) -> Result<Version, Error> {
        let sql = "SELECT * FROM skill_version_t WHERE host_id = ? AND version_id = ?";
        self.connections.read(|db| {
            let found = table::find(db, sql, (self.host().to_string(), id.to_string()), |row| {
                Ok(Version {
                    row: version_row(row)?,
                    bytes: row.get("bytes")?,
                    is_executable: row.get("is_executable")?,
                })
            })?;
            found.ok_or_else(|| unknown(id).into())
        })
    }
}

impl Library {
    /// Names a version; an empty label takes the name away.
    pub fn label_version(&self, id: VersionId, label: &str) -> Result<(), Error> {
        self.connections.write(|tx| {
            let sql = "UPDATE skill_version_t SET label = ? WHERE host_id = ? AND version_id = ?";
            match tx.execute(sql, (label, self.host().to_string(), id.to_string()))? {
                0 => Err(unknown(id).into()),
                _ => Ok(()),
            }
        })
    }
}

/// What a line of the timeline keeps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept<'a> {
    pub(crate) path: &'a str,
    pub(crate) bytes: &'a [u8],
    pub(crate) is_executable: bool,
}

/// Adds a line to a skill's timeline.
pub(crate) fn record(
    tx: &Transaction<'_>,
    stamp: &Stamp,
    skill: SkillId,
    aggregate_version: i64,
    kept: Kept<'_>,
    record: &Record,
) -> Result<(), Fault> {
    tx.prepare_cached(
        "INSERT INTO skill_version_t (host_id, version_id, skill_id, aggregate_version, created_ts, user, reason, label,
            path, sha256, is_executable, added, removed, bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )?
    .execute((
        stamp.host.to_string(),
        Uuid::now_v7().to_string(),
        skill.to_string(),
        aggregate_version,
        &stamp.now,
        &stamp.user,
        &record.reason,
        &record.label,
        kept.path,
        sha256_hex(kept.bytes),
        kept.is_executable,
        record.added,
        record.removed,
        kept.bytes,
    ))?;
    Ok(())
}

fn content(row: &Row<'_>) -> rusqlite::Result<FileContent> {
    Ok(FileContent {
        path: row.get("path")?,
        bytes: row.get("bytes")?,
        sha256: row.get("sha256")?,
        is_executable: row.get("is_executable")?,
        is_text: row.get("is_text")?,
        aggregate_version: row.get("aggregate_version")?,
    })
}

fn version_row(row: &Row<'_>) -> rusqlite::Result<VersionRow> {
    Ok(VersionRow {
        id: VersionId(table::id(row, "version_id")?),
        skill: SkillId(table::id(row, "skill_id")?),
        aggregate_version: row.get("aggregate_version")?,
        created_at: row.get("created_ts")?,
        user: row.get("user")?,
        reason: row.get("reason")?,
        label: row.get("label")?,
        path: row.get("path")?,
        sha256: row.get("sha256")?,
        added: row.get("added")?,
        removed: row.get("removed")?,
    })
}

fn unknown(id: VersionId) -> Error {
    Error::NotFound { entity: "version", id: id.to_string() }
}
