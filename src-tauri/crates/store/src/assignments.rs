//! The links of the seed: which agent has which skill, which skill needs which other.

use rusqlite::{Row, Transaction};
use studio_model::{AgentId, AgentSkill, Audit, HostId, SkillDependency, SkillId};

use crate::{
    Error, Library, Reading, agents,
    circles::Relation,
    connection::Fault,
    table::{self, Stamp, TableRow},
};

const DEPENDENCY: Relation = Relation {
    name: "dependency",
    edges: "SELECT skill_id, depends_on_skill_id FROM skill_dependency_t WHERE host_id = ? AND active = 1
        ORDER BY skill_id, depends_on_skill_id",
    name_of: "SELECT name FROM skill_t WHERE host_id = ? AND skill_id = ?",
};

impl Library {
    /// Creates (version 0) or updates an assignment, as read at its version. One that was cut comes back instead of a
    /// new one, with its settings where the new one says nothing. The agent's version counts up with it: who read the
    /// agent with its skills before saves over a state that is gone.
    pub fn put_agent_skill(&self, link: &AgentSkill) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| {
            let audit = put_agent_skill(tx, &stamp, &revived(tx, &stamp, link)?)?;
            agents::count_up(tx, &stamp, link.agent)?;
            Ok(audit)
        })
    }
}

impl Reading {
    /// The active assignments, by agent and load order.
    pub fn list_agent_skills(&self) -> Result<Vec<AgentSkill>, Error> {
        let sql = "SELECT l.* FROM agent_skill_t l
            JOIN skill_t s ON s.host_id = l.host_id AND s.skill_id = l.skill_id
            WHERE l.host_id = ? AND l.active = 1
            ORDER BY l.agent_def_id, COALESCE(l.sequence_id, 0), COALESCE(l.priority, 0) DESC, s.name, s.skill_id";
        self.connections.read(|db| table::list(db, sql, [self.host().to_string()], agent_skill))
    }
}

impl Library {
    /// Cuts the assignment of a skill as read at version `expected`; the agent's version counts up.
    pub fn delete_agent_skill(&self, agent: AgentId, skill: SkillId, expected: i64) -> Result<(), Error> {
        let stamp = self.stamp();
        let key = [("agent_def_id", agent.0), ("skill_id", skill.0)];
        let row = TableRow { entity: "assignment", table: "agent_skill_t", key: &key, columns: &[] };
        self.connections.write(|tx| {
            row.set_active(tx, &stamp, expected, false)?;
            agents::count_up(tx, &stamp, agent)
        })
    }

    /// Creates (version 0) or updates a dependency, as read at its version; one that was cut comes back. One that closes a
    /// circle is refused with [`Error::Cycle`], which names it.
    pub fn put_skill_dependency(&self, link: &SkillDependency) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| put_dependency(tx, &stamp, link))
    }
}

impl Reading {
    /// The active dependencies.
    pub fn list_skill_dependencies(&self) -> Result<Vec<SkillDependency>, Error> {
        let sql = "SELECT * FROM skill_dependency_t WHERE host_id = ? AND active = 1
            ORDER BY skill_id, depends_on_skill_id";
        self.connections.read(|db| table::list(db, sql, [self.host().to_string()], skill_dependency))
    }
}

impl Library {
    /// Cuts a dependency as read at version `expected`.
    pub fn delete_skill_dependency(&self, skill: SkillId, depends_on: SkillId, expected: i64) -> Result<(), Error> {
        let stamp = self.stamp();
        let key = [("skill_id", skill.0), ("depends_on_skill_id", depends_on.0)];
        let row = TableRow { entity: "dependency", table: "skill_dependency_t", key: &key, columns: &[] };
        self.connections.write(|tx| row.set_active(tx, &stamp, expected, false).map(drop))
    }
}

impl Reading {
    /// A dependency that was cut.
    pub fn cut_dependency(&self, skill: SkillId, depends_on: SkillId) -> Result<SkillDependency, Error> {
        let sql = "SELECT * FROM skill_dependency_t
            WHERE host_id = ? AND skill_id = ? AND depends_on_skill_id = ? AND active = 0";
        let key = (self.host().to_string(), skill.to_string(), depends_on.to_string());
        let id = || format!("{skill}/{depends_on}");
        self.connections.read(|db| {
            let found = table::find(db, sql, key, skill_dependency)?;
            found.ok_or_else(|| Error::NotFound { entity: "removed dependency", id: id() }.into())
        })
    }
}

/// Creates or updates a dependency within a transaction, as read at its version. One that was cut comes back.
pub(crate) fn put_dependency(tx: &Transaction<'_>, stamp: &Stamp, link: &SkillDependency) -> Result<Audit, Fault> {
    if link.audit.active {
        DEPENDENCY.check(tx, stamp.host, link.skill.0, &[link.depends_on.0])?;
    }
    let row = TableRow {
        entity: "dependency",
        table: "skill_dependency_t",
        key: &[("skill_id", link.skill.0), ("depends_on_skill_id", link.depends_on.0)],
        columns: &[("required", &link.required)],
    };
    let key = (stamp.host.to_string(), link.skill.to_string(), link.depends_on.to_string());
    let sql = "SELECT * FROM skill_dependency_t
        WHERE host_id = ? AND skill_id = ? AND depends_on_skill_id = ? AND active = 0";
    let cut = table::find(tx, sql, key, skill_dependency)?.filter(|_| link.audit.aggregate_version == 0);
    row.put(tx, stamp, &cut.map_or_else(|| link.audit.clone(), |cut| Audit { active: true, ..cut.audit }))
}

/// What a skill needs, what was cut too.
pub(crate) fn dependencies_of(
    tx: &Transaction<'_>,
    host: HostId,
    skill: SkillId,
) -> Result<Vec<SkillDependency>, Fault> {
    let sql = "SELECT * FROM skill_dependency_t WHERE host_id = ? AND skill_id = ?";
    table::list(tx, sql, (host.to_string(), skill.to_string()), skill_dependency)
}

/// A new assignment as the one that was cut before, where there is one: what the new one leaves open stays.
fn revived(tx: &Transaction<'_>, stamp: &Stamp, link: &AgentSkill) -> Result<AgentSkill, Fault> {
    let sql = "SELECT * FROM agent_skill_t WHERE host_id = ? AND agent_def_id = ? AND skill_id = ? AND active = 0";
    let key = (stamp.host.to_string(), link.agent.to_string(), link.skill.to_string());
    let cut = if link.audit.aggregate_version == 0 { table::find(tx, sql, key, agent_skill)? } else { None };
    let Some(cut) = cut else { return Ok(link.clone()) };
    let is_open =
        (link.priority, link.sequence_id) == (0, 0) && link.config.as_object().is_none_or(serde_json::Map::is_empty);
    let settings = if is_open { cut.clone() } else { link.clone() };
    Ok(AgentSkill { audit: Audit { active: true, ..cut.audit }, ..settings })
}

pub(crate) fn put_agent_skill(tx: &Transaction<'_>, stamp: &Stamp, link: &AgentSkill) -> Result<Audit, Fault> {
    let row = TableRow {
        entity: "assignment",
        table: "agent_skill_t",
        key: &[("agent_def_id", link.agent.0), ("skill_id", link.skill.0)],
        columns: &[
            ("config", &link.config.to_string()),
            ("priority", &link.priority),
            ("sequence_id", &link.sequence_id),
        ],
    };
    row.put(tx, stamp, &link.audit)
}

pub(crate) fn agent_skill(row: &Row<'_>) -> rusqlite::Result<AgentSkill> {
    Ok(AgentSkill {
        agent: AgentId(table::id(row, "agent_def_id")?),
        skill: SkillId(table::id(row, "skill_id")?),
        config: table::config(row)?,
        priority: row.get::<_, Option<i64>>("priority")?.unwrap_or_default(),
        sequence_id: row.get::<_, Option<i64>>("sequence_id")?.unwrap_or_default(),
        audit: table::audit(row)?,
    })
}

fn skill_dependency(row: &Row<'_>) -> rusqlite::Result<SkillDependency> {
    Ok(SkillDependency {
        skill: SkillId(table::id(row, "skill_id")?),
        depends_on: SkillId(table::id(row, "depends_on_skill_id")?),
        required: row.get::<_, Option<bool>>("required")?.unwrap_or(true),
        audit: table::audit(row)?,
    })
}
