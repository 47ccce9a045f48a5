//! Where skills were imported from, root by root. Whether one is linked to its place there is `links`' to say.

use std::collections::HashMap;

use rusqlite::{ErrorCode, Row, Transaction};
use studio_model::{HostId, SkillId};

use crate::{Error, Origin, Reading, RootRow, connection::Fault, table};

impl Reading {
    /// Every folder that active skills were imported from, by path.
    pub fn list_roots(&self) -> Result<Vec<RootRow>, Error> {
        let sql = "SELECT o.root, count(*) AS skills, count(l.skill_id) AS linked,
                count(CASE WHEN l.is_missing = 0 AND EXISTS (SELECT 1 FROM skill_link_file_t f
                    WHERE f.host_id = l.host_id AND f.skill_id = l.skill_id AND f.is_changed_outside = 1)
                    THEN 1 END) AS changed,
                count(CASE WHEN l.is_missing = 1 THEN 1 END) AS missing,
                count(h.value) AS held
            FROM skill_origin_t o
            JOIN skill_t s ON s.host_id = o.host_id AND s.skill_id = o.skill_id
            LEFT JOIN json_each(?2) h ON h.value = o.skill_id
            LEFT JOIN skill_link_t l ON l.host_id = o.host_id AND l.skill_id = o.skill_id AND h.value IS NULL
            WHERE o.host_id = ?1 AND s.active = 1 GROUP BY o.root ORDER BY o.root";
        let read = |row: &Row<'_>| {
            Ok(RootRow {
                root: row.get("root")?,
                skills: row.get("skills")?,
                linked: row.get("linked")?,
                changed: row.get("changed")?,
                missing: row.get("missing")?,
                held: row.get("held")?,
            })
        };
        let held: Vec<String> = self.held_skills()?.iter().map(ToString::to_string).collect();
        let values = (self.host().to_string(), table::json_list(&held));
        self.connections.read(|db| table::list(db, sql, values, read))
    }

    /// The folders that skills were imported from, those of trashed ones too.
    pub fn list_root_paths(&self) -> Result<Vec<String>, Error> {
        let sql = "SELECT DISTINCT root FROM skill_origin_t WHERE host_id = ?";
        self.connections.read(|db| table::list(db, sql, [self.host().to_string()], |row| row.get(0)))
    }

    /// Where each active skill was imported from; those made here have no origin.
    pub fn list_origins(&self) -> Result<HashMap<SkillId, Origin>, Error> {
        let sql = "SELECT o.skill_id, o.root, o.path FROM skill_origin_t o
            JOIN skill_t s ON s.host_id = o.host_id AND s.skill_id = o.skill_id
            WHERE o.host_id = ? AND s.active = 1";
        let read = |row: &Row<'_>| {
            let origin = Origin { root: row.get("root")?, path: row.get("path")? };
            Ok((SkillId(table::id(row, "skill_id")?), origin))
        };
        let rows = self.connections.read(|db| table::list(db, sql, [self.host().to_string()], read))?;
        Ok(rows.into_iter().collect())
    }
}

pub(crate) fn put(tx: &Transaction<'_>, host: HostId, skill: SkillId, origin: &Origin) -> Result<(), Fault> {
    let sql = "INSERT OR REPLACE INTO skill_origin_t (host_id, skill_id, root, path) VALUES (?, ?, ?, ?)";
    let values = (host.to_string(), skill.to_string(), &origin.root, &origin.path);
    match tx.prepare_cached(sql)?.execute(values) {
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
            Err(Error::NotFound { entity: "skill", id: skill.to_string() }.into())
        }
        outcome => Ok(outcome.map(drop)?),
    }
}
