//! The trash of all kinds: one list, and the delete for good.
//!
//! Anything that was taken out of use lies here. A link does where both its ends are in use, and a component where its agent
//! is: otherwise it comes back with what is missing.

use rusqlite::{Connection, Row, Transaction};
use studio_model::{AgentId, HostId, SkillId, ToolId};
use uuid::Uuid;

use crate::{
    Counts, Error, Library, Purged, Reading, TrashKey, TrashKind, TrashRow, agents,
    connection::Fault,
    packs, servers, skills,
    table::{self, TableRow},
    tools,
};

impl Reading {
    /// How much is in it.
    pub fn counts(&self) -> Result<Counts, Error> {
        self.connections.read(|db| {
            let sql = "SELECT
                (SELECT count(*) FROM skill_t WHERE host_id = ?1 AND active = 1),
                (SELECT count(*) FROM tool_t WHERE host_id = ?1 AND active = 1),
                (SELECT count(*) FROM agent_definition_t WHERE host_id = ?1 AND active = 1),
                (SELECT count(*) FROM mcp_server_t WHERE host_id = ?1 AND active = 1),
                (SELECT count(*) FROM tool_library_t WHERE host_id = ?1),
                (SELECT count(*) FROM tool_case_t c JOIN tool_t t ON t.host_id = c.host_id AND t.tool_id = c.tool_id
                    WHERE c.host_id = ?1 AND t.active = 1)";
            let trashed = count(db, self.host())?;
            Ok(db.query_row(sql, [self.host().to_string()], |row| {
                Ok(Counts {
                    skills: row.get(0)?,
                    tools: row.get(1)?,
                    agents: row.get(2)?,
                    trashed,
                    servers: row.get(3)?,
                    tool_libraries: row.get(4)?,
                    tool_cases: row.get(5)?,
                })
            })?)
        })
    }

    /// What lies in the trash, newest first.
    pub fn list_trash(&self) -> Result<Vec<TrashRow>, Error> {
        let sql = format!("{TRASH} ORDER BY at DESC, kind, name COLLATE NOCASE, id, to_id");
        self.connections.read(|db| table::list(db, &sql, [self.host().to_string()], row))
    }
}

impl Library {
    /// Deletes those of these for good that lie in the trash at the version they were read at, in one transaction. What
    /// others need that stay, stays too, and they are named.
    pub fn purge(&self, items: &[(TrashKey, i64)]) -> Result<Purged, Error> {
        let host = self.host();
        self.connections.write(|tx| {
            let mut purged = Purged::default();
            let mut left = Vec::new();
            for (key, version) in items {
                if version_in_trash(tx, host, *key)? == Some(*version) { &mut left } else { &mut purged.moved_on }
                    .push(*key);
            }
            // What needs another goes first, wherever in the list it stands.
            loop {
                purged.needed.clear();
                for key in &left {
                    match delete(tx, host, *key) {
                        Ok(()) => purged.gone.push(*key),
                        Err(Fault::Named(Error::Referenced { by, .. })) => purged.needed.push((*key, by)),
                        Err(fault) => return Err(fault),
                    }
                }
                if purged.needed.len() == left.len() {
                    return Ok(purged);
                }
                left = purged.needed.iter().map(|(key, _)| *key).collect();
            }
        })
    }
}

/// A link lies in the trash where both ends are in use, a component where its agent is.
const TRASH: &str = "SELECT 'skill' AS kind, s.skill_id AS id, NULL AS to_id, s.name AS name, '' AS to_name,
        COALESCE(s.description, '') AS about, s.aggregate_version AS version, d.trashed_ts AS at
    FROM skill_document_t d JOIN skill_t s ON s.host_id = d.host_id AND s.skill_id = d.skill_id
    WHERE d.host_id = ?1 AND d.trashed_ts IS NOT NULL
    UNION ALL SELECT 'tool', tool_id, NULL, name, '', description, aggregate_version, update_ts
    FROM tool_t WHERE host_id = ?1 AND active = 0
    UNION ALL SELECT 'agent', a.agent_def_id, NULL, COALESCE(d.trashed_name, a.agent_name), '',
        COALESCE(d.description, ''), a.aggregate_version, a.update_ts
    FROM agent_definition_t a
    LEFT JOIN agent_detail_t d ON d.host_id = a.host_id AND d.agent_def_id = a.agent_def_id
    WHERE a.host_id = ?1 AND a.active = 0
    UNION ALL SELECT 'server', server_id, NULL, COALESCE(trashed_name, name), '', '', aggregate_version, update_ts
    FROM mcp_server_t WHERE host_id = ?1 AND active = 0
    UNION ALL SELECT 'pack', pack_id, NULL, COALESCE(trashed_name, name), '', '', aggregate_version, update_ts
    FROM pack_t WHERE host_id = ?1 AND active = 0
    UNION ALL SELECT 'component', c.component_id, NULL, c.name, a.agent_name, c.description, c.aggregate_version,
        c.update_ts
    FROM agent_component_t c
    JOIN agent_definition_t a ON a.host_id = c.host_id AND a.agent_def_id = c.agent_def_id AND a.active = 1
    WHERE c.host_id = ?1 AND c.active = 0
    UNION ALL SELECT 'agent_skill', a.agent_def_id, s.skill_id, a.agent_name, s.name, '', l.aggregate_version,
        l.update_ts
    FROM agent_skill_t l
    JOIN agent_definition_t a ON a.host_id = l.host_id AND a.agent_def_id = l.agent_def_id AND a.active = 1
    JOIN skill_t s ON s.host_id = l.host_id AND s.skill_id = l.skill_id AND s.active = 1
    WHERE l.host_id = ?1 AND l.active = 0
    UNION ALL SELECT 'skill_tool', s.skill_id, t.tool_id, s.name, t.name, '', l.aggregate_version, l.update_ts
    FROM skill_tool_t l
    JOIN skill_t s ON s.host_id = l.host_id AND s.skill_id = l.skill_id AND s.active = 1
    JOIN tool_t t ON t.host_id = l.host_id AND t.tool_id = l.tool_id AND t.active = 1
    WHERE l.host_id = ?1 AND l.active = 0
    UNION ALL SELECT 'skill_dependency', s.skill_id, o.skill_id, s.name, o.name, '', l.aggregate_version, l.update_ts
    FROM skill_dependency_t l
    JOIN skill_t s ON s.host_id = l.host_id AND s.skill_id = l.skill_id AND s.active = 1
    JOIN skill_t o ON o.host_id = l.host_id AND o.skill_id = l.depends_on_skill_id AND o.active = 1
    WHERE l.host_id = ?1 AND l.active = 0
    UNION ALL SELECT 'tool_need', t.tool_id, o.tool_id, t.name, o.name, '', l.aggregate_version, l.update_ts
    FROM tool_dependency_t l
    JOIN tool_t t ON t.host_id = l.host_id AND t.tool_id = l.tool_id AND t.active = 1
    JOIN tool_t o ON o.host_id = l.host_id AND o.tool_id = l.depends_on_tool_id AND o.active = 1
    WHERE l.host_id = ?1 AND l.active = 0
    UNION ALL SELECT 'agent_tool', a.agent_def_id, t.tool_id, a.agent_name, t.name, '', l.aggregate_version,
        l.update_ts
    FROM agent_tool_t l
    JOIN agent_definition_t a ON a.host_id = l.host_id AND a.agent_def_id = l.agent_def_id AND a.active = 1
    JOIN tool_t t ON t.host_id = l.host_id AND t.tool_id = l.tool_id AND t.active = 1
    WHERE l.host_id = ?1 AND l.active = 0";

/// How much lies in the trash of a host.
pub(crate) fn count(db: &Connection, host: HostId) -> Result<u32, Fault> {
    let sql = format!("SELECT count(*) FROM ({TRASH})");
    Ok(db.prepare_cached(&sql)?.query_row([host.to_string()], |row| row.get(0))?)
}

fn row(row: &Row<'_>) -> rusqlite::Result<TrashRow> {
    Ok(TrashRow {
        key: TrashKey {
            kind: table::named(row, "kind", TrashKind::parse)?,
            id: table::id(row, "id")?,
            to: table::optional_id(row, "to_id")?,
        },
        aggregate_version: row.get("version")?,
        name: row.get("name")?,
        to_name: row.get("to_name")?,
        description: row.get("about")?,
        trashed_at: row.get::<_, Option<String>>("at")?.unwrap_or_default(),
    })
}

/// The row of a key, with the columns of its key.
fn place(kind: TrashKind) -> (&'static str, &'static str, Option<&'static str>) {
    match kind {
        TrashKind::Skill => ("skill_t", "skill_id", None),
        TrashKind::Tool => ("tool_t", "tool_id", None),
        TrashKind::Agent => ("agent_definition_t", "agent_def_id", None),
        TrashKind::Server => ("mcp_server_t", "server_id", None),
        TrashKind::Component => ("agent_component_t", "component_id", None),
        TrashKind::Pack => ("pack_t", "pack_id", None),
        TrashKind::AgentSkill => ("agent_skill_t", "agent_def_id", Some("skill_id")),
        TrashKind::SkillTool => ("skill_tool_t", "skill_id", Some("tool_id")),
        TrashKind::SkillDependency => ("skill_dependency_t", "skill_id", Some("depends_on_skill_id")),
        TrashKind::ToolNeed => ("tool_dependency_t", "tool_id", Some("depends_on_tool_id")),
        TrashKind::AgentTool => ("agent_tool_t", "agent_def_id", Some("tool_id")),
    }
}

/// The version of what lies in the trash; none where it does not.
fn version_in_trash(tx: &Transaction<'_>, host: HostId, key: TrashKey) -> Result<Option<i64>, Fault> {
    let (table, id, to) = place(key.kind);
    let to = to.map_or(String::new(), |column| format!("AND {column} = ?3"));
    let sql = format!(
        "SELECT aggregate_version FROM {table} WHERE host_id = ?1 AND {id} = ?2 {to} AND active = 0 AND ?3 IS NOT NULL"
    );
    let values = (host.to_string(), key.id.to_string(), key.to.map_or(String::new(), |to| to.to_string()));
    table::find(tx, &sql, values, |row| row.get(0))
}

fn delete(tx: &Transaction<'_>, host: HostId, key: TrashKey) -> Result<(), Fault> {
    match key.kind {
        TrashKind::Skill => skills::trash::delete(tx, host, SkillId(key.id)),
        TrashKind::Tool => tools::delete(tx, host, ToolId(key.id)),
        TrashKind::Agent => agents::delete(tx, host, AgentId(key.id)),
        TrashKind::Server => servers::delete(tx, host, key.id),
        TrashKind::Pack => packs::delete(tx, host, key.id),
        TrashKind::Component
        | TrashKind::AgentSkill
        | TrashKind::SkillTool
        | TrashKind::SkillDependency
        | TrashKind::ToolNeed
        | TrashKind::AgentTool => delete_row(tx, host, key),
    }
}

fn delete_row(tx: &Transaction<'_>, host: HostId, key: TrashKey) -> Result<(), Fault> {
    let (table, from, to) = place(key.kind);
    let ends: Vec<(&'static str, Uuid)> = [(from, key.id)].into_iter().chain(to.zip(key.to)).collect();
    TableRow { entity: "item", table, key: &ends, columns: &[] }.delete(tx, host)
}
