//! The trash: soft delete, restore, and the delete for good that is refused while others depend on the skill.

use rusqlite::Transaction;
use studio_model::{HostId, SkillId};

use super::missing;
use crate::{
    Error, Library, TrashedSkill,
    connection::Fault,
    table::{self, Stamp, TableRow},
};

impl Library {
    /// Moves a skill to the trash (soft delete); nothing happens to one that is there already.
    pub fn trash_skill(&self, id: SkillId) -> Result<(), Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| set_active(tx, &stamp, id, false))
    }

    /// Takes a skill out of the trash; nothing happens to one that is not in it.
    pub fn restore_skill(&self, id: SkillId) -> Result<(), Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| set_active(tx, &stamp, id, true))
    }

    /// The skills in the trash, newest first.
    pub fn list_trash(&self) -> Result<Vec<TrashedSkill>, Error> {
        let sql = "SELECT s.skill_id, s.name, s.description, d.trashed_ts
            FROM skill_t s JOIN skill_document_t d ON d.host_id = s.host_id AND d.skill_id = s.skill_id
            WHERE s.host_id = ? AND d.trashed_ts IS NOT NULL
            ORDER BY d.trashed_ts DESC, s.skill_id DESC";
        self.connections.read(|db| {
            table::list(db, sql, [self.host().to_string()], |row| {
                Ok(TrashedSkill {
                    id: SkillId(table::id(row, "skill_id")?),
                    name: row.get("name")?,
                    description: row.get::<_, Option<String>>("description")?.unwrap_or_default(),
                    trashed_at: row.get("trashed_ts")?,
                })
            })
        })
    }

    /// Deletes a skill for good, with its files, timeline, drafts and assignments.
    ///
    /// Refused with [`Error::Referenced`] while other skills have it as their parent or depend on it.
    pub fn delete_skill(&self, id: SkillId) -> Result<(), Error> {
        let host = self.host();
        self.connections.write(|tx| delete(tx, host, id))
    }

    /// Deletes those of these skills for good that are in the trash, in one transaction; gives which. One that a skill
    /// which stays depends on stays too.
    pub fn empty_trash(&self, ids: &[SkillId]) -> Result<Vec<SkillId>, Error> {
        let host = self.host();
        self.connections.write(|tx| {
            let sql = "SELECT COUNT(*) FROM skill_document_t
                WHERE host_id = ? AND skill_id = ? AND trashed_ts IS NOT NULL";
            let mut left = Vec::new();
            for id in ids {
                let key = (host.to_string(), id.to_string());
                if tx.prepare_cached(sql)?.query_row(key, |row| row.get::<_, i64>(0))? > 0 {
                    left.push(*id);
                }
            }
            let mut gone = Vec::new();
            // What depends on another goes first, wherever in the list it stands.
            loop {
                let mut stays = Vec::new();
                for id in left.iter().copied() {
                    if dependents(tx, host, id)?.is_empty() {
                        delete(tx, host, id)?;
                        gone.push(id);
                    } else {
                        stays.push(id);
                    }
                }
                if stays.len() == left.len() {
                    return Ok(gone);
                }
                left = stays;
            }
        })
    }
}

fn delete(tx: &Transaction<'_>, host: HostId, id: SkillId) -> Result<(), Fault> {
    let by = dependents(tx, host, id)?;
    if !by.is_empty() {
        return Err(Error::Referenced { entity: "skill", id: id.to_string(), by }.into());
    }
    // What the skill itself depends on is its own statement and goes with it.
    let sql = "DELETE FROM skill_dependency_t WHERE host_id = ? AND skill_id = ?";
    tx.prepare_cached(sql)?.execute((host.to_string(), id.to_string()))?;
    TableRow { entity: "skill", table: "skill_t", key: &[("skill_id", id.0)], columns: &[] }.delete(tx, host)
}

/// Moves a skill to the trash or takes it out, within a transaction.
pub(crate) fn set_active(tx: &Transaction<'_>, stamp: &Stamp, id: SkillId, active: bool) -> Result<(), Fault> {
    let key = (stamp.host.to_string(), id.to_string());
    let sql = "SELECT aggregate_version, COALESCE(active, 1) FROM skill_t WHERE host_id = ? AND skill_id = ?";
    let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, bool>(1)?));
    let (version, is_active) = table::find(tx, sql, (&key.0, &key.1), read)?.ok_or_else(|| missing(id))?;
    if is_active == active {
        return Ok(());
    }
    let row = TableRow { entity: "skill", table: "skill_t", key: &[("skill_id", id.0)], columns: &[] };
    row.update(tx, stamp, version, Some(active))?;
    let trashed = (!active).then_some(&stamp.now);
    let sql = "UPDATE skill_document_t SET trashed_ts = ? WHERE host_id = ? AND skill_id = ?";
    tx.prepare_cached(sql)?.execute((trashed, key.0, key.1))?;
    Ok(())
}

/// Names of the skills whose rows a delete would leave dangling, in the trash or not.
fn dependents(tx: &Transaction<'_>, host: HostId, id: SkillId) -> Result<Vec<String>, Fault> {
    let sql = "SELECT name FROM skill_t WHERE host_id = ?1 AND parent_skill_id = ?2
        UNION SELECT s.name FROM skill_dependency_t l JOIN skill_t s ON s.host_id = l.host_id AND s.skill_id = l.skill_id
            WHERE l.host_id = ?1 AND l.depends_on_skill_id = ?2 AND l.skill_id <> ?2
        ORDER BY name COLLATE NOCASE";
    table::list(tx, sql, (host.to_string(), id.to_string()), |row| row.get(0))
}
