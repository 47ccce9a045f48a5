//! Agents as an author edits them: the row with its skills and its own tools, saved together or not at all.

use std::collections::{HashMap, HashSet};

use rusqlite::Transaction;
use studio_model::{Agent, AgentId, AgentSkill, Audit, SkillId, ToolId};

use crate::{
    AssignedSkill, Error, Library, agents, assignments,
    connection::Fault,
    table::{self, Stamp, TableRow},
};

impl Library {
    /// Creates (version 0) or updates an agent as read at its version, and makes its skills and its own tools equal to
    /// the given ones. Assignments that did not change keep their version.
    ///
    /// A skill or tool that is named twice is refused with [`Error::Taken`], as are two tools of one name.
    pub fn save_agent(&self, agent: &Agent, skills: &[AssignedSkill], tools: &[ToolId]) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| save(tx, &stamp, agent, skills, tools))
    }

    /// Takes an agent as read at version `expected` out of use, or back into it.
    pub fn set_agent_active(&self, id: AgentId, expected: i64, active: bool) -> Result<Audit, Error> {
        let stamp = self.stamp();
        let key = [("agent_def_id", id.0)];
        let row = TableRow { entity: "agent", table: "agent_definition_t", key: &key, columns: &[] };
        self.connections.write(|tx| row.set_active(tx, &stamp, expected, active))
    }

    /// Makes the tools an agent is given by itself equal to the given ones, in their order. Where that changes them, it
    /// counts the agent's version up.
    pub fn set_agent_tools(&self, agent: AgentId, tools: &[ToolId]) -> Result<(), Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| {
            if given_tools(tx, &stamp, agent)? == tools {
                return Ok(());
            }
            put_tools(tx, &stamp, agent, tools)?;
            agents::count_up(tx, &stamp, agent)
        })
    }

    /// The tools agents are given by themselves, by agent and in the author's order; those out of use too.
    pub fn list_agent_tools(&self) -> Result<Vec<(AgentId, ToolId)>, Error> {
        let sql = "SELECT agent_def_id, tool_id FROM agent_tool_t WHERE host_id = ?
            ORDER BY agent_def_id, order_index";
        self.connections.read(|db| {
            table::list(db, sql, [self.host().to_string()], |row| {
                Ok((AgentId(table::id_at(row, 0)?), ToolId(table::id_at(row, 1)?)))
            })
        })
    }
}

/// See [`Library::save_agent`].
pub(crate) fn save(
    tx: &Transaction<'_>,
    stamp: &Stamp,
    agent: &Agent,
    skills: &[AssignedSkill],
    tools: &[ToolId],
) -> Result<Audit, Fault> {
    let audit = agents::put(tx, stamp, agent)?;
    put_skills(tx, stamp, agent.id, skills)?;
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
    for gone in stored.keys() {
        let key = [("agent_def_id", agent.0), ("skill_id", gone.0)];
        let row = TableRow { entity: "assignment", table: "agent_skill_t", key: &key, columns: &[] };
        row.delete(tx, stamp.host)?;
    }
    Ok(())
}

fn given_tools(tx: &Transaction<'_>, stamp: &Stamp, agent: AgentId) -> Result<Vec<ToolId>, Fault> {
    let sql = "SELECT tool_id FROM agent_tool_t WHERE host_id = ? AND agent_def_id = ? ORDER BY order_index";
    let key = (stamp.host.to_string(), agent.to_string());
    table::list(tx, sql, key, |row| Ok(ToolId(table::id_at(row, 0)?)))
}

fn put_tools(tx: &Transaction<'_>, stamp: &Stamp, agent: AgentId, tools: &[ToolId]) -> Result<(), Fault> {
    check_once("agent tool", tools.iter().copied())?;
    let key = (stamp.host.to_string(), agent.to_string());
    tx.prepare_cached("DELETE FROM agent_tool_t WHERE host_id = ? AND agent_def_id = ?")?.execute((&key.0, &key.1))?;
    let sql = "INSERT INTO agent_tool_t (host_id, agent_def_id, tool_id, order_index) VALUES (?, ?, ?, ?)";
    let mut insert = tx.prepare_cached(sql)?;
    for (index, tool) in tools.iter().enumerate() {
        let outcome = insert.execute((&key.0, &key.1, tool.to_string(), index as i64));
        outcome.map_err(|error| table::dangling(error, "agent tool", &format!("{agent}/{tool}")))?;
    }
    let sql = "SELECT t.name FROM agent_tool_t l JOIN tool_t t ON t.host_id = l.host_id AND t.tool_id = l.tool_id
        WHERE l.host_id = ? AND l.agent_def_id = ? GROUP BY t.name HAVING count(*) > 1 LIMIT 1";
    match table::find(tx, sql, (&key.0, &key.1), |row| row.get(0))? {
        Some(name) => Err(Error::Taken { entity: "agent tool", name }.into()),
        None => Ok(()),
    }
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
