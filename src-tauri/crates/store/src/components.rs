//! Components of agents: what they begin with, and the tools that work on them. They are saved with their agent, under its
//! version; each has a version of its own besides.

use std::collections::HashMap;

use rusqlite::{Connection, Row, ToSql, Transaction};
use serde_json::Value;
use studio_model::{AgentId, Audit, Component, ComponentId, HostId, ToolId};
use uuid::Uuid;

use crate::{
    Error, Library, Reading, agents,
    connection::Fault,
    owned_links::WORKS_ON,
    table::{self, Stamp, TableRow},
};

impl Reading {
    /// The components of all agents that are in use, by agent and in the author's order.
    pub fn list_components(&self) -> Result<Vec<Component>, Error> {
        let sql = "SELECT * FROM agent_component_t WHERE host_id = ? AND active = 1
            ORDER BY agent_def_id, order_index, name";
        self.connections.read(|db| {
            let mut found = table::list(db, sql, [self.host().to_string()], component)?;
            let mut tools = tools(db, self.host())?;
            for component in &mut found {
                component.tools = tools.remove(&component.id).unwrap_or_default();
            }
            Ok(found)
        })
    }
}

impl Library {
    /// Takes a component as read at version `expected` out of use, or back into it under this name, and counts its
    /// agent's version up. Refused where another component of the agent has the name by now, or one of its tools.
    pub fn set_component_active(
        &self,
        id: ComponentId,
        expected: i64,
        active: bool,
        name: Option<&str>,
    ) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| {
            let sql = "SELECT * FROM agent_component_t WHERE host_id = ? AND component_id = ?";
            let found = table::find(tx, sql, (stamp.host.to_string(), id.to_string()), component)?;
            let found = found.ok_or_else(|| Error::NotFound { entity: "component", id: id.to_string() })?;
            let name = name.map_or(found.name.as_str(), str::trim);
            Component { name: name.to_owned(), ..found.clone() }.check().map_err(|reason| Error::Invalid {
                entity: "component",
                name: name.to_owned(),
                reason,
            })?;
            let columns: [(&str, &dyn ToSql); 1] = [("name", &name)];
            let key = [("component_id", id.0)];
            let row = TableRow { columns: &columns, ..row(&key) };
            let audit =
                row.set_active(tx, &stamp, expected, active).map_err(|fault| table::taken(fault, "component", name))?;
            check_names(tx, &stamp, found.agent)?;
            agents::count_up(tx, &stamp, found.agent)?;
            Ok(audit)
        })
    }
}

/// Makes the components of an agent equal to the given ones, in their order. What stays as it is keeps its version.
pub(crate) fn put_all(
    tx: &Transaction<'_>,
    stamp: &Stamp,
    agent: AgentId,
    components: &[Component],
) -> Result<(), Fault> {
    let mut stored = stored(tx, stamp.host, agent)?;
    // Names may change hands: those that go, and those that get another one, leave theirs first.
    let gone = stored.values().filter(|(one, _)| one.audit.active && components.iter().all(|kept| kept.id != one.id));
    for (gone, _) in gone {
        row(&[("component_id", gone.id.0)]).set_active(tx, stamp, gone.audit.aggregate_version, false)?;
    }
    let is_renamed = |one: &&Component| {
        stored.get(&one.id).is_some_and(|(before, _)| before.audit.active && before.name != one.name)
    };
    for renamed in components.iter().filter(is_renamed) {
        let sql = "UPDATE agent_component_t SET name = component_id WHERE host_id = ? AND component_id = ?";
        tx.prepare_cached(sql)?.execute((stamp.host.to_string(), renamed.id.to_string()))?;
    }
    for (at, component) in components.iter().enumerate() {
        let invalid = |reason| Error::Invalid { entity: "component", name: component.name.clone(), reason };
        component.check().map_err(invalid)?;
        put(tx, stamp, agent, component, (at as i64, stored.remove(&component.id)))?;
        let tools: Vec<Uuid> = component.tools.iter().map(|tool| tool.0).collect();
        WORKS_ON.cut(tx, stamp, component.id.0, &tools)?;
        WORKS_ON.put(tx, stamp, component.id.0, &tools)?;
    }
    Ok(())
}

fn put(
    tx: &Transaction<'_>,
    stamp: &Stamp,
    agent: AgentId,
    component: &Component,
    (at, before): (i64, Option<(Component, i64)>),
) -> Result<(), Fault> {
    let audit = before.as_ref().map_or_else(crate::unsaved, |(before, _)| before.audit.clone());
    let wanted = Component {
        host: stamp.host,
        agent,
        tools: Vec::new(),
        audit: Audit { active: true, ..audit },
        ..component.clone()
    };
    if before.is_some_and(|before| before == (wanted.clone(), at)) {
        return Ok(());
    }
    let agent = agent.to_string();
    let (schema, state) = (wanted.state_schema.as_ref().map(Value::to_string), wanted.initial_state.to_string());
    let columns: [(&str, &dyn ToSql); 7] = [
        ("agent_def_id", &agent),
        ("name", &wanted.name),
        ("description", &wanted.description),
        ("prompt", &wanted.prompt),
        ("state_schema", &schema),
        ("initial_state", &state),
        ("order_index", &at),
    ];
    let key = [("component_id", component.id.0)];
    let row = TableRow { columns: &columns, ..row(&key) };
    row.put(tx, stamp, &wanted.audit).map_err(|fault| table::taken(fault, "component", &wanted.name))?;
    Ok(())
}

/// The components an agent has or had, with their places.
fn stored(tx: &Transaction<'_>, host: HostId, agent: AgentId) -> Result<HashMap<ComponentId, (Component, i64)>, Fault> {
    let sql = "SELECT * FROM agent_component_t WHERE host_id = ? AND agent_def_id = ?";
    let read = |row: &Row<'_>| Ok((component(row)?, row.get("order_index")?));
    let found = table::list(tx, sql, (host.to_string(), agent.to_string()), read)?;
    Ok(found.into_iter().map(|(component, at)| (component.id, (component, at))).collect())
}

fn tools(db: &Connection, host: HostId) -> Result<HashMap<ComponentId, Vec<ToolId>>, Fault> {
    let sql = "SELECT component_id, tool_id FROM component_tool_t WHERE host_id = ? AND active = 1
        ORDER BY component_id, order_index";
    let read = |row: &Row<'_>| Ok((ComponentId(table::id_at(row, 0)?), ToolId(table::id_at(row, 1)?)));
    let mut found: HashMap<ComponentId, Vec<ToolId>> = HashMap::new();
    for (component, tool) in table::list(db, sql, [host.to_string()], read)? {
        found.entry(component).or_default().push(tool);
    }
    Ok(found)
}

const fn row<'a>(key: &'a [(&'static str, Uuid)]) -> TableRow<'a> {
    TableRow { entity: "component", table: "agent_component_t", key, columns: &[] }
}

/// A row without its tools.
fn component(row: &Row<'_>) -> rusqlite::Result<Component> {
    Ok(Component {
        host: HostId(table::id(row, "host_id")?),
        id: ComponentId(table::id(row, "component_id")?),
        agent: AgentId(table::id(row, "agent_def_id")?),
        name: row.get("name")?,
        description: row.get("description")?,
        prompt: row.get("prompt")?,
        state_schema: table::optional_json(row, "state_schema")?,
        initial_state: table::json(row, "initial_state")?,
        tools: Vec::new(),
        audit: table::audit(row)?,
    })
}

/// Refuses two tools of one name, or one that is there twice: a model is given one list, whatever its tools belong to.
pub(crate) fn check_names(tx: &Transaction<'_>, stamp: &Stamp, agent: AgentId) -> Result<(), Fault> {
    let key = (stamp.host.to_string(), agent.to_string());
    let sql = "SELECT t.name FROM (
            SELECT tool_id FROM agent_tool_t WHERE host_id = ?1 AND agent_def_id = ?2 AND active = 1
            UNION ALL SELECT l.tool_id FROM agent_component_t c JOIN component_tool_t l
                ON l.host_id = c.host_id AND l.component_id = c.component_id AND l.active = 1
            WHERE c.host_id = ?1 AND c.agent_def_id = ?2 AND c.active = 1
        ) own JOIN tool_t t ON t.host_id = ?1 AND t.tool_id = own.tool_id
        GROUP BY t.name HAVING count(*) > 1 LIMIT 1";
    match table::find(tx, sql, (&key.0, &key.1), |row| row.get(0))? {
        Some(name) => Err(Error::Taken { entity: "agent tool", name }.into()),
        None => Ok(()),
    }
}
