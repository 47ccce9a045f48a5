//! The links of the seed: which agent has which skill, which skill needs which other.

use rusqlite::{Row, Transaction};
use studio_model::{AgentId, AgentSkill, Audit, SkillDependency, SkillId};
use uuid::Uuid;

use crate::{
    Error, Library, agents,
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
    /// Creates (version 0) or updates an assignment, as read at its version. The agent's version counts up with it: who
    /// read the agent with its skills before saves over a state that is gone.
    pub fn put_agent_skill(&self, link: &AgentSkill) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| {
            let audit = put_agent_skill(tx, &stamp, link)?;
            agents::count_up(tx, &stamp, link.agent)?;
            Ok(audit)
        })
    }

    /// The active assignments, by agent and load order.
    pub fn list_agent_skills(&self) -> Result<Vec<AgentSkill>, Error> {
        let sql = "SELECT l.* FROM agent_skill_t l
            JOIN skill_t s ON s.host_id = l.host_id AND s.skill_id = l.skill_id
            WHERE l.host_id = ? AND l.active = 1
            ORDER BY l.agent_def_id, COALESCE(l.sequence_id, 0), COALESCE(l.priority, 0) DESC, s.name, s.skill_id";
        self.connections.read(|db| table::list(db, sql, [self.host().to_string()], agent_skill))
    }

    /// Takes a skill away from an agent, whose version counts up.
    pub fn delete_agent_skill(&self, agent: AgentId, skill: SkillId) -> Result<(), Error> {
        let stamp = self.stamp();
        let key = [("agent_def_id", agent.0), ("skill_id", skill.0)];
        let row = TableRow { entity: "assignment", table: "agent_skill_t", key: &key, columns: &[] };
        self.connections.write(|tx| {
            row.delete(tx, stamp.host)?;
            agents::count_up(tx, &stamp, agent)
        })
    }

    /// Creates (version 0) or updates a dependency, as read at its version. One that closes a circle is refused with
    /// [`Error::Cycle`], which names it.
    pub fn put_skill_dependency(&self, link: &SkillDependency) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| {
            if link.audit.active {
                DEPENDENCY.check(tx, stamp.host, link.skill.0, &[link.depends_on.0])?;
            }
            let row = TableRow {
                entity: "dependency",
                table: "skill_dependency_t",
                key: &[("skill_id", link.skill.0), ("depends_on_skill_id", link.depends_on.0)],
                columns: &[("required", &link.required)],
            };
            row.put(tx, &stamp, &link.audit)
        })
    }

    /// The active dependencies.
    pub fn list_skill_dependencies(&self) -> Result<Vec<SkillDependency>, Error> {
        let sql = "SELECT * FROM skill_dependency_t WHERE host_id = ? AND active = 1
            ORDER BY skill_id, depends_on_skill_id";
        self.connections.read(|db| table::list(db, sql, [self.host().to_string()], skill_dependency))
    }

    /// Takes a dependency away.
    pub fn delete_skill_dependency(&self, skill: SkillId, depends_on: SkillId) -> Result<(), Error> {
        let key = [("skill_id", skill.0), ("depends_on_skill_id", depends_on.0)];
        self.delete_assignment("dependency", "skill_dependency_t", &key)
    }

    fn delete_assignment(
        &self,
        entity: &'static str,
        table: &'static str,
        key: &[(&'static str, Uuid)],
    ) -> Result<(), Error> {
        self.connections.write(|tx| TableRow { entity, table, key, columns: &[] }.delete(tx, self.host()))
    }
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
