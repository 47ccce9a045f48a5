//! Skills with where each lies on disk: what somebody needs to know who looks whether any moved.

use std::collections::HashMap;

use rusqlite::{Connection, Row};
use studio_model::SkillId;

use crate::{Error, Origin, PlacedSkill, Reading, connection::Fault, table};

impl Reading {
    /// Every active skill with its place on disk, in the order of [`Self::visit_skills`].
    pub fn list_placed_skills(&self) -> Result<Vec<PlacedSkill>, Error> {
        let sql = "SELECT s.skill_id, s.name, d.group_name, s.aggregate_version
            FROM skill_t s INDEXED BY idx_skill_list
            CROSS JOIN skill_document_t d INDEXED BY idx_skill_document_list
                ON d.host_id = s.host_id AND d.skill_id = s.skill_id
            WHERE s.host_id = ? AND s.active = 1 ORDER BY s.name COLLATE NOCASE, s.skill_id";
        let host = self.host().to_string();
        self.connections.read(|db| {
            // Read in the order of their rows: to look up those of ten thousand skills takes several times as long.
            let links = "SELECT skill_id, folder, skill_file FROM skill_link_t NOT INDEXED WHERE host_id = ?";
            let mut links = places(db, links, &host)?;
            let origins = "SELECT skill_id, root, path FROM skill_origin_t NOT INDEXED WHERE host_id = ?";
            let mut origins = places(db, origins, &host)?;
            table::list(db, sql, [&host], |row| {
                let id = SkillId(table::id_at(row, 0)?);
                let origin = origins.remove(&id).map(|(root, path)| Origin { root, path });
                Ok(PlacedSkill { linked_file: links.remove(&id), origin, ..skill(row)? })
            })
        })
    }

    /// Those of these skills that are active, each with its place on disk.
    pub fn placed_skills(&self, ids: &[SkillId]) -> Result<Vec<PlacedSkill>, Error> {
        let sql = "SELECT s.skill_id, s.name, d.group_name, s.aggregate_version, l.folder, l.skill_file, o.root, o.path
            FROM skill_t s JOIN skill_document_t d ON d.host_id = s.host_id AND d.skill_id = s.skill_id
            LEFT JOIN skill_link_t l ON l.host_id = s.host_id AND l.skill_id = s.skill_id
            LEFT JOIN skill_origin_t o ON o.host_id = s.host_id AND o.skill_id = s.skill_id
            WHERE s.host_id = ? AND s.skill_id = ? AND s.active = 1";
        let host = self.host().to_string();
        let read = |row: &Row<'_>| {
            let (folder, file): (Option<String>, Option<String>) = (row.get(4)?, row.get(5)?);
            let (root, path): (Option<String>, Option<String>) = (row.get(6)?, row.get(7)?);
            let origin = root.zip(path).map(|(root, path)| Origin { root, path });
            Ok(PlacedSkill { linked_file: folder.zip(file), origin, ..skill(row)? })
        };
        self.connections.read(|db| {
            let find = |id: &SkillId| table::find(db, sql, (&host, id.to_string()), read).transpose();
            ids.iter().filter_map(find).collect()
        })
    }
}

/// A skill without its place.
fn skill(row: &Row<'_>) -> rusqlite::Result<PlacedSkill> {
    Ok(PlacedSkill {
        id: SkillId(table::id_at(row, 0)?),
        name: row.get(1)?,
        group: row.get(2)?,
        aggregate_version: row.get(3)?,
        linked_file: None,
        origin: None,
    })
}

/// The places that a table has of skills: a folder, and a file below it.
fn places(db: &Connection, sql: &str, host: &str) -> Result<HashMap<SkillId, (String, String)>, Fault> {
    let read = |row: &Row<'_>| Ok((SkillId(table::id_at(row, 0)?), (row.get(1)?, row.get(2)?)));
    Ok(table::list(db, sql, [host], read)?.into_iter().collect())
}
