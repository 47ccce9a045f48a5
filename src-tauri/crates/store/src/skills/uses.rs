//! Who uses a skill.

use rusqlite::{Connection, Row};
use studio_model::{HostId, SkillId};

use crate::{Error, HowUsed, Reading, SkillUse, connection::Fault, table};

impl Reading {
    /// The active agents and skills that use a skill, by name in any case.
    pub fn skill_uses(&self, id: SkillId) -> Result<Vec<SkillUse>, Error> {
        self.connections.read(|db| uses(db, self.host(), id))
    }
}

pub(super) fn uses(db: &Connection, host: HostId, id: SkillId) -> Result<Vec<SkillUse>, Fault> {
    let sql = "SELECT a.agent_def_id AS id, a.agent_name AS name, 0 AS how FROM agent_skill_t l
            JOIN agent_definition_t a ON a.host_id = l.host_id AND a.agent_def_id = l.agent_def_id
            WHERE l.host_id = ?1 AND l.skill_id = ?2 AND l.active = 1 AND a.active = 1
        UNION ALL SELECT s.skill_id, s.name, CASE WHEN coalesce(l.required, 1) = 1 THEN 1 ELSE 2 END
            FROM skill_dependency_t l
            JOIN skill_t s ON s.host_id = l.host_id AND s.skill_id = l.skill_id
            WHERE l.host_id = ?1 AND l.depends_on_skill_id = ?2 AND l.active = 1 AND s.active = 1
        UNION ALL SELECT s.skill_id, s.name, 3 FROM skill_t s INDEXED BY idx_skill_parent
            WHERE s.host_id = ?1 AND s.parent_skill_id = ?2 AND s.active = 1
        ORDER BY name COLLATE NOCASE, how, id";
    table::list(db, sql, (host.to_string(), id.to_string()), skill_use)
}

fn skill_use(row: &Row<'_>) -> rusqlite::Result<SkillUse> {
    let how = match row.get::<_, u8>("how")? {
        0 => HowUsed::Loaded,
        1 => HowUsed::Required,
        2 => HowUsed::Recommended,
        _ => HowUsed::Child,
    };
    Ok(SkillUse { id: table::id(row, "id")?, name: row.get("name")?, how })
}
