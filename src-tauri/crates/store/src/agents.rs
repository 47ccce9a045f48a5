//! Agents, and all that one of them loads.

use rusqlite::{Connection, Row, ToSql, Transaction};
use studio_model::{Agent, AgentId, AgentSkill, Audit, HostId, SkillId, SkillTool, ToolId};

use crate::{
    Error, Library, LoadedAgent, LoadedSkill, LoadedTool, Reading,
    connection::Fault,
    skills, table,
    table::{Stamp, TableRow},
    tools,
};

impl Library {
    /// Creates (version 0) or updates an agent, as read at its version. The row's host is this library's; the
    /// temperature is kept to two decimals.
    pub fn put_agent(&self, agent: &Agent) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| put(tx, &stamp, agent))
    }
}

impl Reading {
    /// One agent, active or not.
    pub fn get_agent(&self, id: AgentId) -> Result<Agent, Error> {
        self.connections.read(|db| find(db, self.host(), id))
    }

    /// The active agent of an id, or of a name in any case.
    pub fn find_agent(&self, id_or_name: &str) -> Result<Agent, Error> {
        self.connections.read(|db| find_agent(db, self.host(), id_or_name))
    }

    /// The active agents by name.
    pub fn list_agents(&self) -> Result<Vec<Agent>, Error> {
        self.connections.read(|db| active_agents(db, self.host()))
    }

    /// All an agent loads, by id or by name in any case.
    ///
    /// Only what is active counts, links included. Skills come by sequence, then by priority with the highest first,
    /// then by name; each one's tools by name; each tool's parameters by their order index. An agent for which that
    /// leaves no skill is refused with [`Error::NoActiveSkills`].
    pub fn load_agent(&self, id_or_name: &str) -> Result<LoadedAgent, Error> {
        self.connections.read(|db| {
            let agent = find_agent(db, self.host(), id_or_name)?;
            let mut skills = loaded_skills(db, self.host(), agent.id)?;
            if skills.is_empty() {
                return Err(Error::NoActiveSkills { agent: agent.name }.into());
            }
            for loaded in &mut skills {
                loaded.tools = loaded_tools(db, self.host(), loaded.skill.id)?;
            }
            Ok(LoadedAgent { agent, skills })
        })
    }
}

const AGENTS: &str = "SELECT a.*, COALESCE(d.trashed_name, a.agent_name) AS name, d.description, COALESCE(d.instruction, '') AS instruction
    FROM agent_definition_t a
    LEFT JOIN agent_detail_t d ON d.host_id = a.host_id AND d.agent_def_id = a.agent_def_id";

/// One agent, active or not.
pub(crate) fn find(db: &Connection, host: HostId, id: AgentId) -> Result<Agent, Fault> {
    let sql = format!("{AGENTS} WHERE a.host_id = ? AND a.agent_def_id = ?");
    let found = table::find(db, &sql, (host.to_string(), id.to_string()), agent)?;
    found.ok_or_else(|| Error::NotFound { entity: "agent", id: id.to_string() }.into())
}

/// Deletes an agent for good.
pub(crate) fn delete(tx: &Transaction<'_>, host: HostId, id: AgentId) -> Result<(), Fault> {
    let row = TableRow { entity: "agent", table: "agent_definition_t", key: &[("agent_def_id", id.0)], columns: &[] };
    row.delete(tx, host)
}

/// Creates (version 0) or updates an agent's row and what the studio adds to it.
pub(crate) fn put(tx: &Transaction<'_>, stamp: &Stamp, agent: &Agent) -> Result<Audit, Fault> {
    let invalid = |reason| Error::Invalid { entity: "agent", name: agent.name.clone(), reason };
    agent.check().map_err(invalid)?;
    let audit = put_definition(tx, stamp, agent)?;
    let trashed_name = (!agent.audit.active).then_some(&agent.name);
    let sql = "INSERT OR REPLACE INTO agent_detail_t (host_id, agent_def_id, description, instruction, trashed_name)
        VALUES (?, ?, ?, ?, ?)";
    let key = (stamp.host.to_string(), agent.id.to_string());
    tx.prepare_cached(sql)?.execute((key.0, key.1, &agent.description, &agent.instruction, trashed_name))?;
    Ok(audit)
}

/// An agent in the trash leaves its name to others: the column holds its id.
fn put_definition(tx: &Transaction<'_>, stamp: &Stamp, agent: &Agent) -> Result<Audit, Fault> {
    let name = if agent.audit.active { agent.name.clone() } else { agent.id.to_string() };
    let row = TableRow {
        entity: "agent",
        table: "agent_definition_t",
        key: &[("agent_def_id", agent.id.0)],
        columns: &[
            ("agent_name", &name),
            ("model_provider", &agent.model_provider),
            ("model_name", &agent.model_name),
            ("api_key_ref", &agent.api_key_ref),
            ("temperature", &((agent.temperature * 100.0).round() / 100.0)),
            ("max_tokens", &agent.max_tokens),
        ],
    };
    row.put(tx, stamp, &agent.audit).map_err(|fault| table::taken(fault, "agent", &agent.name))
}

/// Takes an agent out of use, or back into it; whatever else its row holds stays as it is.
pub(crate) fn set_active(
    tx: &Transaction<'_>,
    stamp: &Stamp,
    id: AgentId,
    expected: i64,
    active: bool,
) -> Result<Audit, Fault> {
    let name = find(tx, stamp.host, id)?.name;
    let column = if active { name.clone() } else { id.to_string() };
    let key = [("agent_def_id", id.0)];
    let columns: [(&str, &dyn ToSql); 1] = [("agent_name", &column)];
    let row = TableRow { entity: "agent", table: "agent_definition_t", key: &key, columns: &columns };
    let audit = row.set_active(tx, stamp, expected, active).map_err(|fault| table::taken(fault, "agent", &name))?;
    let sql = "INSERT INTO agent_detail_t (host_id, agent_def_id, trashed_name) VALUES (?, ?, ?)
        ON CONFLICT (host_id, agent_def_id) DO UPDATE SET trashed_name = excluded.trashed_name";
    let values = (stamp.host.to_string(), id.to_string(), (!active).then_some(&name));
    tx.prepare_cached(sql)?.execute(values)?;
    Ok(audit)
}

/// Refuses an agent that is not at the version it was read at.
pub(crate) fn check_version(tx: &Transaction<'_>, host: HostId, id: AgentId, expected: i64) -> Result<(), Fault> {
    let found = find(tx, host, id)?.audit.aggregate_version;
    if found == expected {
        return Ok(());
    }
    Err(Error::Stale { entity: "agent", id: id.to_string(), expected, found }.into())
}

/// Counts an agent's version up after its skills or tools changed.
pub(crate) fn count_up(tx: &Transaction<'_>, stamp: &Stamp, id: AgentId) -> Result<(), Fault> {
    let sql = "UPDATE agent_definition_t SET aggregate_version = aggregate_version + 1, update_ts = ?, update_user = ?
        WHERE host_id = ? AND agent_def_id = ?";
    let values = (&stamp.now, &stamp.user, stamp.host.to_string(), id.to_string());
    tx.prepare_cached(sql)?.execute(values)?;
    Ok(())
}

fn active_agents(db: &Connection, host: HostId) -> Result<Vec<Agent>, Fault> {
    let sql =
        format!("{AGENTS} WHERE a.host_id = ? AND a.active = 1 ORDER BY a.agent_name COLLATE NOCASE, a.agent_def_id");
    table::list(db, &sql, [host.to_string()], agent)
}

/// An id before a name, a name as written before one in another case.
fn find_agent(db: &Connection, host: HostId, id_or_name: &str) -> Result<Agent, Fault> {
    let wanted = id_or_name.to_lowercase();
    let mut agents = active_agents(db, host)?;
    let position = agents
        .iter()
        .position(|agent| agent.id.to_string() == wanted)
        .or_else(|| agents.iter().position(|agent| agent.name == id_or_name))
        .or_else(|| agents.iter().position(|agent| agent.name.to_lowercase() == wanted));
    match position {
        Some(position) => Ok(agents.swap_remove(position)),
        None => Err(Error::NotFound { entity: "agent", id: id_or_name.to_owned() }.into()),
    }
}

fn loaded_skills(db: &Connection, host: HostId, agent: AgentId) -> Result<Vec<LoadedSkill>, Fault> {
    let sql = format!(
        "SELECT {}, l.config, l.priority, l.sequence_id, l.aggregate_version AS link_version,
            l.update_ts AS link_ts, l.update_user AS link_user
        FROM agent_skill_t l JOIN skill_t s ON s.host_id = l.host_id AND s.skill_id = l.skill_id
        WHERE l.host_id = ? AND l.agent_def_id = ? AND l.active = 1 AND s.active = 1
        ORDER BY COALESCE(l.sequence_id, 0), COALESCE(l.priority, 0) DESC, s.name, s.skill_id",
        skills::SKILL_COLUMNS
    );
    table::list(db, &sql, (host.to_string(), agent.to_string()), |row| {
        let link = AgentSkill {
            agent,
            skill: SkillId(table::id(row, "skill_id")?),
            config: table::config(row)?,
            priority: row.get::<_, Option<i64>>("priority")?.unwrap_or_default(),
            sequence_id: row.get::<_, Option<i64>>("sequence_id")?.unwrap_or_default(),
            audit: link_audit(row)?,
        };
        Ok(LoadedSkill { link, skill: skills::skill(row)?, tools: Vec::new() })
    })
}

fn loaded_tools(db: &Connection, host: HostId, skill: SkillId) -> Result<Vec<LoadedTool>, Fault> {
    let sql = format!(
        "SELECT {}, l.config, l.access_level, l.aggregate_version AS link_version, l.update_ts AS link_ts,
            l.update_user AS link_user, p.tool_version
        FROM skill_tool_t l JOIN tool_t t ON t.host_id = l.host_id AND t.tool_id = l.tool_id
        LEFT JOIN skill_tool_pin_t p ON p.host_id = l.host_id AND p.skill_id = l.skill_id AND p.tool_id = l.tool_id
        WHERE l.host_id = ? AND l.skill_id = ? AND l.active = 1 AND t.active = 1
        ORDER BY t.name, t.tool_id",
        tools::TOOL_COLUMNS
    );
    let mut loaded = table::list(db, &sql, (host.to_string(), skill.to_string()), |row| {
        let link = SkillTool {
            skill,
            tool: ToolId(table::id(row, "tool_id")?),
            config: table::config(row)?,
            access: crate::skill_tools::access(row)?,
            tool_version: row.get("tool_version")?,
            audit: link_audit(row)?,
        };
        Ok(LoadedTool { link, tool: tools::tool(row)?, parameters: Vec::new() })
    })?;
    for tool in &mut loaded {
        tool.parameters = tools::parameters(db, host, tool.tool.id)?;
    }
    Ok(loaded)
}

fn link_audit(row: &Row<'_>) -> rusqlite::Result<Audit> {
    Ok(Audit {
        aggregate_version: row.get("link_version")?,
        active: true,
        update_ts: row.get::<_, Option<String>>("link_ts")?.unwrap_or_default(),
        update_user: row.get::<_, Option<String>>("link_user")?.unwrap_or_default(),
    })
}

fn agent(row: &Row<'_>) -> rusqlite::Result<Agent> {
    Ok(Agent {
        host: HostId(table::id(row, "host_id")?),
        id: AgentId(table::id(row, "agent_def_id")?),
        name: row.get("name")?,
        description: row.get("description")?,
        instruction: row.get("instruction")?,
        model_provider: row.get("model_provider")?,
        model_name: row.get("model_name")?,
        api_key_ref: row.get("api_key_ref")?,
        temperature: row.get::<_, Option<f64>>("temperature")?.unwrap_or(0.7),
        max_tokens: row.get("max_tokens")?,
        audit: table::audit(row)?,
    })
}
