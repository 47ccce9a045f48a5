//! Agents as an author edits them: the row with its skills, its own tools and its components, saved together or not at all.

use std::collections::{HashMap, HashSet};

use rusqlite::Transaction;
use studio_model::{AgentId, AgentSkill, Audit, SkillId, ToolId};
use uuid::Uuid;

use crate::{
    AgentRecord, AssignedSkill, Error, Library, Reading, agents, assignments, components,
    connection::Fault,
    owned_links::GIVEN,
    table::{self, Stamp, TableRow},
};

impl Library {
    /// Creates (version 0) or updates an agent as read at its version, and makes its skills, its own tools and its
    /// components equal to the given ones. What did not change keeps its version; a component that is not among them any
    /// more lies in the trash.
    ///
    /// A skill or tool that is named twice is refused with [`Error::Taken`], as are two tools of one name, whether it is
    /// given them or they are a component's.
    pub fn save_agent(&self, record: &AgentRecord) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| save(tx, &stamp, record))
    }

    /// Takes an agent as read at version `expected` out of use, or back into it where no other one has its name by now.
    pub fn set_agent_active(&self, id: AgentId, expected: i64, active: bool) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| agents::set_active(tx, &stamp, id, expected, active))
    }

    /// Makes the tools an agent as read at version `expected` is given by itself equal to the given ones, in their
    /// order. Where that changes them, it counts the agent's version up.
    pub fn set_agent_tools(&self, agent: AgentId, expected: i64, tools: &[ToolId]) -> Result<(), Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| {
            agents::check_version(tx, stamp.host, agent, expected)?;
            if given_tools(tx, &stamp, agent)? == tools {
                return Ok(());
            }
            put_tools(tx, &stamp, agent, tools)?;
            agents::count_up(tx, &stamp, agent)
        })
    }
}

impl Reading {
    /// The version of each link from an agent to a tool it is given by itself.
    pub fn list_agent_tool_versions(&self) -> Result<HashMap<(AgentId, ToolId), i64>, Error> {
        let found = self.connections.read(|db| GIVEN.versions(db, self.host()))?;
        Ok(found.into_iter().map(|((agent, tool), version)| ((AgentId(agent), ToolId(tool)), version)).collect())
    }

    /// The tools agents are given by themselves, by agent and in the author's order; those out of use too.
    pub fn list_agent_tools(&self) -> Result<Vec<(AgentId, ToolId)>, Error> {
        let sql = "SELECT agent_def_id, tool_id FROM agent_tool_t WHERE host_id = ? AND active = 1
            ORDER BY agent_def_id, order_index";
        self.connections.read(|db| {
            table::list(db, sql, [self.host().to_string()], |row| {
                Ok((AgentId(table::id_at(row, 0)?), ToolId(table::id_at(row, 1)?)))
            })
        })
    }
}

/// See [`Library::save_agent`].
pub(crate) fn save(tx: &Transaction<'_>, stamp: &Stamp, record: &AgentRecord) -> Result<Audit, Fault> {
    let AgentRecord { agent, skills, tools, components } = record;
    let audit = agents::put(tx, stamp, agent)?;
    put_skills(tx, stamp, agent.id, skills)?;
    components::put_all(tx, stamp, agent.id, components)?;
    put_tools(tx, stamp, agent.id, tools)?;
    Ok(audit)
}

fn put_skills(tx: &Transaction<'_>, stamp: &Stamp, agent: AgentId, given: &[AssignedSkill]) -> Result<(), Fault> {
    check_once("assignment", given.iter().map(|assigned| assigned.skill))?;
    let sql = "SELECT * FROM agent_skill_t WHERE host_id = ? AND agent_def_id = ?";
    let key = (stamp.host.to_string(), agent.to_string());
    let mut stored: HashMap<SkillId, AgentSkill> =
        table::list(tx, sql, key, assignments::agent_skill)?.into_iter().map(|link| (link.skill, link)).collect();
    for assigned in given {
        let before = stored.remove(&assigned.skill);
        let audit = before.as_ref().map_or_else(crate::unsaved, |before| before.audit.clone());
        let link = AgentSkill {
            agent,
            skill: assigned.skill,
            config: assigned.config.clone(),
            priority: assigned.priority,
            sequence_id: assigned.sequence_id,
            audit: Audit { active: true, ..audit },
        };
        if before.as_ref() != Some(&link) {
            assignments::put_agent_skill(tx, stamp, &link)?;
        }
    }
    for gone in stored.values().filter(|link| link.audit.active) {
        let key = [("agent_def_id", agent.0), ("skill_id", gone.skill.0)];
        let row = TableRow { entity: "assignment", table: "agent_skill_t", key: &key, columns: &[] };
        row.set_active(tx, stamp, gone.audit.aggregate_version, false)?;
    }
    Ok(())
}

fn given_tools(tx: &Transaction<'_>, stamp: &Stamp, agent: AgentId) -> Result<Vec<ToolId>, Fault> {
    let sql = "SELECT tool_id FROM agent_tool_t WHERE host_id = ? AND agent_def_id = ? AND active = 1
        ORDER BY order_index";
    let key = (stamp.host.to_string(), agent.to_string());
    table::list(tx, sql, key, |row| Ok(ToolId(table::id_at(row, 0)?)))
}

fn put_tools(tx: &Transaction<'_>, stamp: &Stamp, agent: AgentId, tools: &[ToolId]) -> Result<(), Fault> {
    check_once("agent tool", tools.iter().copied())?;
    let ids: Vec<Uuid> = tools.iter().map(|tool| tool.0).collect();
    GIVEN.cut(tx, stamp, agent.0, &ids)?;
    GIVEN.put(tx, stamp, agent.0, &ids)?;
    components::check_names(tx, stamp, agent)
}

fn check_once<T: std::hash::Hash + Eq + std::fmt::Display>(
    entity: &'static str,
    mut ids: impl Iterator<Item = T>,
) -> Result<(), Error> {
    let mut seen = HashSet::new();
    let double = ids.find_map(|id| {
        let name = id.to_string();
        (!seen.insert(id)).then_some(name)
    });
    double.map_or(Ok(()), |name| Err(Error::Taken { entity, name }))
}
