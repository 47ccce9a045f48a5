//! Skills in the trash: soft delete, restore, and the delete for good that is refused while others depend on the skill.

use rusqlite::Transaction;
use studio_model::{Audit, HostId, SkillId};

use crate::{
    Error, Library,
    connection::Fault,
    rules,
    table::{self, Stamp, TableRow},
};

impl Library {
    /// Moves a skill as read at version `expected` to the trash (soft delete), or takes it out.
    pub fn set_skill_active(&self, id: SkillId, expected: i64, active: bool) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| set_active(tx, &stamp, id, expected, active))
    }
}

/// Deletes a skill for good; refused while others need it.
pub(crate) fn delete(tx: &Transaction<'_>, host: HostId, id: SkillId) -> Result<(), Fault> {
    let by = dependents(tx, host, id)?;
    if !by.is_empty() {
        return Err(Error::Referenced { entity: "skill", id: id.to_string(), by }.into());
    }
    // What the skill itself depends on is its own statement and goes with it; so does what was cut and lies in the trash.
    let sql = "DELETE FROM skill_dependency_t WHERE host_id = ?1 AND (skill_id = ?2 OR depends_on_skill_id = ?2)";
    tx.prepare_cached(sql)?.execute((host.to_string(), id.to_string()))?;
    rules::forget_skill(tx, host, id)?;
    TableRow { entity: "skill", table: "skill_t", key: &[("skill_id", id.0)], columns: &[] }.delete(tx, host)
}

/// Moves a skill to the trash or takes it out, within a transaction.
pub(crate) fn set_active(
    tx: &Transaction<'_>,
    stamp: &Stamp,
    id: SkillId,
    expected: i64,
    active: bool,
) -> Result<Audit, Fault> {
    let row = TableRow { entity: "skill", table: "skill_t", key: &[("skill_id", id.0)], columns: &[] };
    let audit = row.set_active(tx, stamp, expected, active)?;
    let trashed = (!active).then_some(&stamp.now);
    let sql = "UPDATE skill_document_t SET trashed_ts = ? WHERE host_id = ? AND skill_id = ?";
    tx.prepare_cached(sql)?.execute((trashed, stamp.host.to_string(), id.to_string()))?;
    Ok(audit)
}

/// Names of the skills whose rows a delete would leave dangling, in the trash or not.
fn dependents(tx: &Transaction<'_>, host: HostId, id: SkillId) -> Result<Vec<String>, Fault> {
    let sql = "SELECT name FROM skill_t WHERE host_id = ?1 AND parent_skill_id = ?2
        UNION SELECT s.name FROM skill_dependency_t l JOIN skill_t s ON s.host_id = l.host_id AND s.skill_id = l.skill_id
            WHERE l.host_id = ?1 AND l.depends_on_skill_id = ?2 AND l.skill_id <> ?2 AND l.active = 1
        ORDER BY name COLLATE NOCASE";
    table::list(tx, sql, (host.to_string(), id.to_string()), |row| row.get(0))
}
