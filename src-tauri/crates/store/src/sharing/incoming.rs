//! What comes in from a server: one transaction with what both sides agree on then.

use std::collections::{HashMap, HashSet};

use rusqlite::Transaction;
use studio_model::{AgentId, Audit, SharedKind, SkillDependency, SkillId, SkillTool, ToolId};
use uuid::Uuid;

use crate::{
    Error, Incoming, Library, SkillLinksRow, agent_edits, agents, assignments, connection::Fault, servers, skill_tools,
    skills, table::Stamp, tool_records, tools,
};

impl Library {
    /// Stores all of it, or nothing where one of its rows is refused.
    pub fn take_in(&self, incoming: &Incoming) -> Result<(), Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| take_in(tx, &stamp, incoming))
    }
}

const REASON: &str = "pulled";

fn take_in(tx: &Transaction<'_>, stamp: &Stamp, incoming: &Incoming) -> Result<(), Fault> {
    // What goes leaves its name to what comes.
    for (kind, id, version) in &incoming.trashed {
        set_active(tx, stamp, *kind, *id, *version, false)?;
    }
    for (kind, id, version) in &incoming.restored {
        set_active(tx, stamp, *kind, *id, *version, true)?;
    }
    for server in &incoming.servers {
        servers::put(tx, stamp, server)?;
    }
    for (record, snapshot) in in_order(&incoming.tools) {
        tool_records::save(tx, stamp, record, snapshot, REASON)?;
    }
    for skill in &incoming.new_skills {
        skills::insert(tx, stamp, skill)?;
    }
    for (id, version, change) in &incoming.changed_skills {
        skills::change::update(tx, stamp, *id, *version, change)?;
    }
    for links in &incoming.links {
        put_links(tx, stamp, links)?;
    }
    for record in &incoming.agents {
        agent_edits::save(tx, stamp, record)?;
    }
    super::agree(tx, stamp, incoming.remote, &incoming.agreements)
}

/// Tools, those first that others of them need.
fn in_order(given: &[(crate::ToolRecord, serde_json::Value)]) -> Vec<&(crate::ToolRecord, serde_json::Value)> {
    let mut waiting: Vec<_> = given.iter().collect();
    let mut ordered = Vec::with_capacity(given.len());
    while !waiting.is_empty() {
        let open: HashSet<ToolId> = waiting.iter().map(|(record, _)| record.tool.id).collect();
        let is_ready = |record: &crate::ToolRecord| record.detail.depends_on.iter().all(|other| !open.contains(other));
        let (ready, rest): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|(record, _)| is_ready(record));
        if ready.is_empty() {
            // A circle is refused by name where it is stored.
            ordered.extend(rest);
            break;
        }
        ordered.extend(ready);
        waiting = rest;
    }
    ordered
}

fn set_active(
    tx: &Transaction<'_>,
    stamp: &Stamp,
    kind: SharedKind,
    id: Uuid,
    version: i64,
    active: bool,
) -> Result<Audit, Fault> {
    match kind {
        SharedKind::Server => {
            let mut row = servers::find(tx, stamp.host, id)?;
            row.audit = Audit { aggregate_version: version, active, ..row.audit };
            servers::put(tx, stamp, &row)
        }
        SharedKind::Tool => tools::set_active(tx, stamp, ToolId(id), version, active),
        SharedKind::Skill => skills::trash::set_active(tx, stamp, SkillId(id), version, active),
        SharedKind::Agent => agents::set_active(tx, stamp, AgentId(id), version, active),
    }
}

/// Makes the links of a skill these. Those that stay as they are keep their version.
fn put_links(tx: &Transaction<'_>, stamp: &Stamp, links: &SkillLinksRow) -> Result<(), Fault> {
    set_parent(tx, stamp, links.skill, links.parent)?;
    let stored = skill_tools::of_skill(tx, stamp.host, links.skill)?;
    let mut stored: HashMap<ToolId, SkillTool> = stored.into_iter().map(|link| (link.tool, link)).collect();
    for link in &links.tools {
        let before = stored.remove(&link.tool);
        let audit = before.as_ref().map_or_else(crate::unsaved, |link| link.audit.clone());
        let tool_version = before.as_ref().and_then(|link| link.tool_version);
        let wanted = SkillTool { tool_version, audit: Audit { active: true, ..audit }, ..link.clone() };
        if before.as_ref() != Some(&wanted) {
            skill_tools::put(tx, stamp, &wanted)?;
        }
    }
    for gone in stored.values().filter(|link| link.audit.active) {
        skill_tools::cut(tx, stamp, gone.skill, gone.tool, gone.audit.aggregate_version)?;
    }
    put_requirements(tx, stamp, links)
}

fn put_requirements(tx: &Transaction<'_>, stamp: &Stamp, links: &SkillLinksRow) -> Result<(), Fault> {
    let stored = assignments::dependencies_of(tx, stamp.host, links.skill)?;
    let mut stored: HashMap<SkillId, SkillDependency> =
        stored.into_iter().map(|link| (link.depends_on, link)).collect();
    for link in &links.requires {
        let before = stored.remove(&link.depends_on);
        let audit = before.as_ref().map_or_else(crate::unsaved, |link| link.audit.clone());
        let wanted = SkillDependency { audit: Audit { active: true, ..audit }, ..link.clone() };
        if before.as_ref() != Some(&wanted) {
            assignments::put_dependency(tx, stamp, &wanted)?;
        }
    }
    for gone in stored.values().filter(|link| link.audit.active) {
        let cut = SkillDependency { audit: Audit { active: false, ..gone.audit.clone() }, ..gone.clone() };
        assignments::put_dependency(tx, stamp, &cut)?;
    }
    Ok(())
}

/// A skill's place in the tree is part of what came: it raises no version of its own.
fn set_parent(tx: &Transaction<'_>, stamp: &Stamp, skill: SkillId, parent: Option<SkillId>) -> Result<(), Fault> {
    skills::check_parent(tx, stamp, skill, "", parent)?;
    let parent = parent.map(|parent| parent.to_string());
    let sql = "UPDATE skill_t SET parent_skill_id = ?1 WHERE host_id = ?2 AND skill_id = ?3
        AND parent_skill_id IS NOT ?1";
    tx.prepare_cached(sql)?.execute((parent, stamp.host.to_string(), skill.to_string()))?;
    Ok(())
}
