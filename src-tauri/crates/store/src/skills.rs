//! Reading skills: the list, one in detail, all of them for scorers and the index.

pub(crate) mod change;
mod create;
mod placed;
mod rows;
pub(crate) mod trash;
mod uses;

use std::collections::{HashMap, HashSet};

use rusqlite::{OptionalExtension as _, Row};
use studio_model::SkillId;

use crate::{Error, Reading, SkillDetail, SkillRow, StoredSkill, table};
pub use create::check_new_skill;
pub(crate) use create::{check_parent, insert};
use rows::{ROW, STORED, detail, skill_row, stored_skill};
pub(crate) use rows::{SKILL_COLUMNS, skill};

/// The active skills that have a parent, with it. Few have one: in the order of ids, every skill there is would be read.
const CHILDREN: &str = "FROM skill_t s INDEXED BY idx_skill_parent
    JOIN skill_t p ON p.host_id = s.host_id AND p.skill_id = s.parent_skill_id
    WHERE s.host_id = ? AND s.parent_skill_id IS NOT NULL AND s.active = 1";

impl Reading {
    /// The active skills by name, in one query.
    pub fn list_skills(&self) -> Result<Vec<SkillRow>, Error> {
        let sql = format!(
            "{ROW} FROM skill_t s INDEXED BY idx_skill_list
            CROSS JOIN skill_document_t d INDEXED BY idx_skill_document_list
                ON d.host_id = s.host_id AND d.skill_id = s.skill_id
            WHERE s.host_id = ?1 AND s.active = 1
            ORDER BY s.name COLLATE NOCASE, s.skill_id"
        );
        let followed = &*self.followed.read();
        let read = |row: &Row<'_>| skill_row(row, followed);
        self.connections.read(|db| table::list(db, &sql, [self.host().to_string()], read))
    }

    /// Those of these skills that are active, as [`Library::list_skills`] has them.
    pub fn skill_rows(&self, ids: &[SkillId]) -> Result<Vec<SkillRow>, Error> {
        let sql = format!(
            "{ROW} FROM skill_t s JOIN skill_document_t d ON d.host_id = s.host_id AND d.skill_id = s.skill_id
            WHERE s.host_id = ?1 AND s.skill_id = ?2 AND s.active = 1"
        );
        let host = self.host().to_string();
        let followed = &*self.followed.read();
        let read = |row: &Row<'_>| skill_row(row, followed);
        self.connections.read(|db| {
            let find = |id: &SkillId| table::find(db, &sql, (&host, id.to_string()), read).transpose();
            ids.iter().filter_map(find).collect()
        })
    }

    /// The versions that the files of these skills say, in their order; the usual one where there is no such skill.
    pub fn declared_versions(&self, ids: &[SkillId]) -> Result<Vec<String>, Error> {
        let host = self.host().to_string();
        self.connections.read(|db| {
            let mut statement = db.prepare_cached("SELECT version FROM skill_t WHERE host_id = ? AND skill_id = ?")?;
            let mut versions = Vec::with_capacity(ids.len());
            for id in ids {
                let found = statement.query_row((&host, id.to_string()), |row| row.get::<_, Option<String>>(0));
                let version = found.optional()?.flatten();
                versions.push(version.unwrap_or_else(|| studio_model::DEFAULT_VERSION.to_owned()));
            }
            Ok(versions)
        })
    }

    /// One skill, active or in the trash.
    pub fn get_skill(&self, id: SkillId) -> Result<SkillDetail, Error> {
        let mut found = self.connections.read(|db| detail(db, self.host(), id)?.ok_or_else(|| missing(id).into()))?;
        found.link = found.link.filter(|link| self.follows(&link.folder));
        Ok(found)
    }

    /// Path and hash of every other file of the active skills.
    pub fn list_file_hashes(&self) -> Result<HashMap<SkillId, Vec<(String, String)>>, Error> {
        let sql = "SELECT f.skill_id, f.path, f.sha256 FROM skill_file_t f
            JOIN skill_t s ON s.host_id = f.host_id AND s.skill_id = f.skill_id
            WHERE f.host_id = ? AND s.active = 1 ORDER BY f.skill_id, f.path";
        let read = |row: &Row<'_>| Ok((SkillId(table::id_at(row, 0)?), (row.get(1)?, row.get(2)?)));
        let rows = self.connections.read(|db| table::list(db, sql, [self.host().to_string()], read))?;
        let mut files: HashMap<SkillId, Vec<(String, String)>> = HashMap::new();
        for (skill, file) in rows {
            files.entry(skill).or_default().push(file);
        }
        Ok(files)
    }

    /// Path and hash of every other file of these skills.
    pub fn file_hashes(&self, ids: &[SkillId]) -> Result<HashMap<SkillId, Vec<(String, String)>>, Error> {
        let sql = "SELECT path, sha256 FROM skill_file_t WHERE host_id = ? AND skill_id = ? ORDER BY path";
        let host = self.host().to_string();
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        self.connections.read(|db| {
            let of = |id: &SkillId| Ok((*id, table::list(db, sql, (&host, id.to_string()), read)?));
            ids.iter().map(of).collect()
        })
    }

    /// How many groups the active skills stand in.
    pub fn count_groups(&self) -> Result<u32, Error> {
        let sql = "SELECT count(DISTINCT d.group_name) FROM skill_t s INDEXED BY idx_skill_list
            CROSS JOIN skill_document_t d INDEXED BY idx_skill_document_list
                ON d.host_id = s.host_id AND d.skill_id = s.skill_id
            WHERE s.host_id = ? AND s.active = 1";
        self.connections.read(|db| Ok(db.query_row(sql, [self.host().to_string()], |row| row.get(0))?))
    }

    /// Where these skills lie or were imported from: a folder, and the skill file below it. What is on no disk is not told.
    pub fn places_on_disk(&self, ids: &[SkillId]) -> Result<HashMap<SkillId, (String, String)>, Error> {
        let sql = "SELECT coalesce(l.folder, o.root), CASE WHEN l.folder IS NULL THEN o.path ELSE l.skill_file END
            FROM skill_t s
            LEFT JOIN skill_link_t l ON l.host_id = s.host_id AND l.skill_id = s.skill_id
            LEFT JOIN skill_origin_t o ON o.host_id = s.host_id AND o.skill_id = s.skill_id
            WHERE s.host_id = ? AND s.skill_id = ? AND (l.folder IS NOT NULL OR o.root IS NOT NULL)";
        let host = self.host().to_string();
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        self.connections.read(|db| {
            let of = |id: &SkillId| {
                let place = table::find(db, sql, (&host, id.to_string()), read).transpose()?;
                Some(place.map(|place| (*id, place)))
            };
            ids.iter().filter_map(of).collect()
        })
    }

    /// The active skills whose `SKILL.md` is as it was imported last, or as it was at first where it never was.
    pub fn list_unedited(&self) -> Result<HashSet<SkillId>, Error> {
        let sql = "SELECT d.skill_id FROM skill_document_t d
            JOIN skill_t s ON s.host_id = d.host_id AND s.skill_id = d.skill_id
            WHERE d.host_id = ? AND s.active = 1 AND d.sha256 = (SELECT v.sha256 FROM skill_version_t v
                WHERE v.host_id = d.host_id AND v.skill_id = d.skill_id AND v.path = 'SKILL.md'
                ORDER BY CASE v.reason WHEN 'imported' THEN -v.aggregate_version ELSE v.aggregate_version END LIMIT 1)";
        let read = |row: &Row<'_>| Ok(SkillId(table::id_at(row, 0)?));
        let ids = self.connections.read(|db| table::list(db, sql, [self.host().to_string()], read))?;
        Ok(ids.into_iter().collect())
    }

    /// The names of the active skills, each with whose it is, in no order.
    pub fn list_skill_names(&self) -> Result<Vec<(SkillId, String)>, Error> {
        let sql = "SELECT skill_id, name FROM skill_t INDEXED BY idx_skill_list WHERE host_id = ? AND active = 1";
        let read = |row: &Row<'_>| Ok((SkillId(table::id_at(row, 0)?), row.get(1)?));
        self.connections.read(|db| table::list(db, sql, [self.host().to_string()], read))
    }

    /// The ids of the active skills with exactly this name.
    pub fn find_skills(&self, name: &str) -> Result<Vec<SkillId>, Error> {
        // By the order of ids, it would read every skill there is.
        let sql = "SELECT skill_id FROM skill_t INDEXED BY idx_skill_name
            WHERE host_id = ? AND name = ? AND active = 1 ORDER BY skill_id";
        self.connections.read(|db| {
            table::list(db, sql, (self.host().to_string(), name), |row| Ok(SkillId(table::id(row, "skill_id")?)))
        })
    }

    /// Every active skill that has an active parent, with that parent and its own row version.
    pub fn list_parents(&self) -> Result<Vec<(SkillId, SkillId, i64)>, Error> {
        let sql = format!(
            "SELECT s.skill_id, s.parent_skill_id, s.aggregate_version {CHILDREN} AND p.active = 1 ORDER BY s.skill_id"
        );
        let read = |row: &Row<'_>| {
            let (skill, parent) = (table::id(row, "skill_id")?, table::id(row, "parent_skill_id")?);
            Ok((SkillId(skill), SkillId(parent), row.get("aggregate_version")?))
        };
        self.connections.read(|db| table::list(db, &sql, [self.host().to_string()], read))
    }

    /// Every active skill whose parent is not active, with that parent.
    pub fn list_orphans(&self) -> Result<Vec<(SkillId, SkillId)>, Error> {
        let sql = format!("SELECT s.skill_id, s.parent_skill_id {CHILDREN} AND p.active = 0 ORDER BY s.skill_id");
        let read = |row: &Row<'_>| {
            let (skill, parent) = (table::id(row, "skill_id")?, table::id(row, "parent_skill_id")?);
            Ok((SkillId(skill), SkillId(parent)))
        };
        self.connections.read(|db| table::list(db, &sql, [self.host().to_string()], read))
    }

    /// Hands every active skill, by name, to `visit`; their documents are never all in memory.
    pub fn visit_skills(&self, mut visit: impl FnMut(StoredSkill)) -> Result<(), Error> {
        let sql = format!("{STORED} WHERE s.host_id = ? AND s.active = 1 ORDER BY s.name COLLATE NOCASE, s.skill_id");
        self.connections.read(|db| {
            let mut statement = db.prepare_cached(&sql)?;
            let mut rows = statement.query([self.host().to_string()])?;
            while let Some(row) = rows.next()? {
                visit(stored_skill(row)?);
            }
            Ok(())
        })
    }

    /// Paths of the other files of every active skill.
    pub fn list_file_paths(&self) -> Result<HashMap<SkillId, Vec<String>>, Error> {
        let sql = "SELECT f.skill_id, f.path FROM skill_file_t f
            JOIN skill_t s ON s.host_id = f.host_id AND s.skill_id = f.skill_id
            WHERE f.host_id = ? AND s.active = 1 ORDER BY f.skill_id, f.path";
        let read = |row: &Row<'_>| Ok((SkillId(table::id_at(row, 0)?), row.get(1)?));
        let rows = self.connections.read(|db| table::list(db, sql, [self.host().to_string()], read))?;
        let mut paths: HashMap<SkillId, Vec<String>> = HashMap::new();
        for (skill, path) in rows {
            paths.entry(skill).or_default().push(path);
        }
        Ok(paths)
    }

    /// One skill as [`Library::visit_skills`] gives it; none where it is not active.
    pub fn stored_skill(&self, id: SkillId) -> Result<Option<StoredSkill>, Error> {
        let sql = format!("{STORED} WHERE s.host_id = ? AND s.active = 1 AND s.skill_id = ?");
        self.connections.read(|db| table::find(db, &sql, (self.host().to_string(), id.to_string()), stored_skill))
    }
}

pub(crate) fn missing(id: SkillId) -> Error {
    Error::NotFound { entity: "skill", id: id.to_string() }
}
