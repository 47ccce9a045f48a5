//! Which skill may use which tool. The list in a skill's file says so too: what a save changes in it changes the links, and
//! a tool that comes is linked to the skills whose files name it.

use std::collections::{HashMap, HashSet};

use rusqlite::{Row, Transaction};
use studio_model::{AccessLevel, Audit, HostId, SkillId, SkillTool, ToolId, listed_changes};

use crate::{
    Error, Library, Reading, SkillToolChange,
    connection::Fault,
    table::{self, Stamp, TableRow},
};

impl Library {
    /// Creates (version 0) or updates a link, as read at its version. One that was taken away comes back.
    pub fn put_skill_tool(&self, link: &SkillTool) -> Result<Audit, Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| put(tx, &stamp, link))
    }
}

impl Reading {
    /// The active links, by skill and tool name.
    pub fn list_skill_tools(&self) -> Result<Vec<SkillTool>, Error> {
        let sql = format!(
            "{LINKS} JOIN tool_t t ON t.host_id = l.host_id AND t.tool_id = l.tool_id
            WHERE l.host_id = ? AND l.active = 1 ORDER BY l.skill_id, t.name, t.tool_id"
        );
        self.connections.read(|db| table::list(db, &sql, [self.host().to_string()], skill_tool))
    }

    /// The link of a skill to a tool, active or not.
    pub fn find_skill_tool(&self, skill: SkillId, tool: ToolId) -> Result<Option<SkillTool>, Error> {
        let sql = format!("{LINKS} WHERE l.host_id = ? AND l.skill_id = ? AND l.tool_id = ?");
        let key = (self.host().to_string(), skill.to_string(), tool.to_string());
        self.connections.read(|db| table::find(db, &sql, key, skill_tool))
    }

    /// The active links of a skill.
    pub fn list_tools_of_skill(&self, skill: SkillId) -> Result<Vec<SkillTool>, Error> {
        let sql = format!("{LINKS} WHERE l.host_id = ? AND l.skill_id = ? AND l.active = 1");
        let key = (self.host().to_string(), skill.to_string());
        self.connections.read(|db| table::list(db, &sql, key, skill_tool))
    }

    /// Which of these names are those of tools in use.
    pub fn find_tool_names<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Result<HashSet<String>, Error> {
        let sql = "SELECT name FROM tool_t WHERE host_id = ? AND name = ? AND active = 1";
        let host = self.host().to_string();
        self.connections.read(|db| {
            let mut found = HashSet::new();
            for name in names {
                found.extend(table::find(db, sql, (&host, name), |row| row.get::<_, String>(0))?);
            }
            Ok(found)
        })
    }

    /// Names of the tools in use that a skill is linked to.
    pub fn linked_tool_names(&self, skill: SkillId) -> Result<Vec<String>, Error> {
        let sql = "SELECT t.name FROM skill_tool_t l JOIN tool_t t ON t.host_id = l.host_id AND t.tool_id = l.tool_id
            WHERE l.host_id = ? AND l.skill_id = ? AND l.active = 1 AND t.active = 1 ORDER BY t.name";
        let key = (self.host().to_string(), skill.to_string());
        self.connections.read(|db| table::list(db, sql, key, |row| row.get(0)))
    }

    /// What every skill's stored file lists, where it lists anything.
    pub fn list_listed_tools(&self) -> Result<HashMap<SkillId, Vec<String>>, Error> {
        let sql = "SELECT skill_id, allowed_tools FROM skill_document_t WHERE host_id = ? AND allowed_tools <> '[]'";
        let read = |row: &Row<'_>| Ok((SkillId(table::id_at(row, 0)?), table::texts(row, 1)?));
        let rows = self.connections.read(|db| table::list(db, sql, [self.host().to_string()], read))?;
        Ok(rows.into_iter().collect())
    }

    /// A link from a skill to a tool that was cut.
    pub fn cut_skill_tool(&self, skill: SkillId, tool: ToolId) -> Result<SkillTool, Error> {
        let sql = format!("{LINKS} WHERE l.host_id = ? AND l.skill_id = ? AND l.tool_id = ? AND l.active = 0");
        let key = (self.host().to_string(), skill.to_string(), tool.to_string());
        let id = || format!("{skill}/{tool}");
        self.connections.read(|db| {
            let found = table::find(db, &sql, key, skill_tool)?;
            found.ok_or_else(|| Error::NotFound { entity: "removed tool link", id: id() }.into())
        })
    }
}

impl Library {
    /// Takes a tool as linked at version `expected` away from a skill. The link keeps its settings, should it come back.
    pub fn delete_skill_tool(&self, skill: SkillId, tool: ToolId, expected: i64) -> Result<(), Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| cut(tx, &stamp, skill, tool, expected))
    }
}

const LINKS: &str = "SELECT l.*, p.tool_version FROM skill_tool_t l
    LEFT JOIN skill_tool_pin_t p ON p.host_id = l.host_id AND p.skill_id = l.skill_id AND p.tool_id = l.tool_id";

/// The links of a skill, those that were cut too.
pub(crate) fn of_skill(tx: &Transaction<'_>, host: HostId, skill: SkillId) -> Result<Vec<SkillTool>, Fault> {
    let sql = format!("{LINKS} WHERE l.host_id = ? AND l.skill_id = ?");
    table::list(tx, &sql, (host.to_string(), skill.to_string()), skill_tool)
}

/// The link of a skill to a tool that is in use.
pub(crate) fn find(
    tx: &Transaction<'_>,
    host: HostId,
    skill: SkillId,
    tool: ToolId,
) -> Result<Option<SkillTool>, Fault> {
    let sql = format!("{LINKS} WHERE l.host_id = ? AND l.skill_id = ? AND l.tool_id = ? AND l.active = 1");
    table::find(tx, &sql, (host.to_string(), skill.to_string(), tool.to_string()), skill_tool)
}

/// Makes one change of a skill's links.
pub(crate) fn change(tx: &Transaction<'_>, stamp: &Stamp, change: &SkillToolChange) -> Result<(), Fault> {
    match change {
        SkillToolChange::Put(link) => put(tx, stamp, link).map(drop),
        SkillToolChange::Cut { skill, tool, expected } => cut(tx, stamp, *skill, *tool, *expected),
    }
}

/// Makes the links a changed list of tools asks for, and takes those away that it has dropped.
pub(crate) fn follow_list(
    tx: &Transaction<'_>,
    stamp: &Stamp,
    skill: SkillId,
    before: &[String],
    after: &[String],
) -> Result<(), Fault> {
    let changes = listed_changes(before, after);
    let (host, skill) = (stamp.host.to_string(), skill.to_string());
    for name in changes.added {
        let sql = "INSERT INTO skill_tool_t (host_id, skill_id, tool_id, update_ts, update_user)
            SELECT host_id, ?, tool_id, ?, ? FROM tool_t WHERE host_id = ? AND name = ? AND active = 1
            ON CONFLICT (host_id, skill_id, tool_id) DO UPDATE SET active = 1,
                aggregate_version = aggregate_version + 1, update_ts = excluded.update_ts,
                update_user = excluded.update_user WHERE active = 0";
        tx.prepare_cached(sql)?.execute((&skill, &stamp.now, &stamp.user, &host, name))?;
    }
    for name in changes.removed {
        let sql = "UPDATE skill_tool_t SET active = 0, aggregate_version = aggregate_version + 1, update_ts = ?,
                update_user = ?
            WHERE host_id = ? AND skill_id = ? AND active = 1
                AND tool_id IN (SELECT tool_id FROM tool_t WHERE host_id = ? AND name = ?)";
        tx.prepare_cached(sql)?.execute((&stamp.now, &stamp.user, &host, &skill, &host, name))?;
    }
    Ok(())
}

/// Links a tool that came, or has another name now, to the skills whose files list it.
pub(crate) fn link_where_listed(tx: &Transaction<'_>, stamp: &Stamp, tool: ToolId, name: &str) -> Result<(), Fault> {
    let sql = "INSERT INTO skill_tool_t (host_id, skill_id, tool_id, update_ts, update_user)
        SELECT DISTINCT d.host_id, d.skill_id, ?1, ?2, ?3
        FROM skill_document_t d JOIN json_each(d.allowed_tools) listed
        WHERE d.host_id = ?4 AND d.allowed_tools <> '[]' AND instr(d.allowed_tools, ?5) > 0 AND d.broken_code IS NULL
            AND trim(substr(listed.value, 1, instr(listed.value || '(', '(') - 1)) = ?5
        ON CONFLICT (host_id, skill_id, tool_id) DO UPDATE SET active = 1, aggregate_version = aggregate_version + 1,
            update_ts = excluded.update_ts, update_user = excluded.update_user WHERE active = 0";
    let (tool, host) = (tool.to_string(), stamp.host.to_string());
    tx.prepare_cached(sql)?.execute((tool, &stamp.now, &stamp.user, host, name))?;
    Ok(())
}

/// Creates or updates a link within a transaction; see [`Library::put_skill_tool`].
pub(crate) fn put(tx: &Transaction<'_>, stamp: &Stamp, link: &SkillTool) -> Result<Audit, Fault> {
    let row = TableRow {
        entity: "skill tool",
        table: "skill_tool_t",
        key: &[("skill_id", link.skill.0), ("tool_id", link.tool.0)],
        columns: &[("config", &link.config.to_string()), ("access_level", &link.access.as_str())],
    };
    if link.audit.aggregate_version == 0 {
        let sql = "SELECT aggregate_version FROM skill_tool_t
            WHERE host_id = ? AND skill_id = ? AND tool_id = ? AND active = 0";
        let key = (stamp.host.to_string(), link.skill.to_string(), link.tool.to_string());
        if let Some(version) = table::find(tx, sql, key, |found| found.get::<_, i64>(0))? {
            return row.set_active(tx, stamp, version, true);
        }
    }
    let audit = row.put(tx, stamp, &link.audit)?;
    let key = (stamp.host.to_string(), link.skill.to_string(), link.tool.to_string());
    if let Some(version) = link.tool_version {
        let sql = "INSERT OR REPLACE INTO skill_tool_pin_t (host_id, skill_id, tool_id, tool_version)
            VALUES (?, ?, ?, ?)";
        tx.prepare_cached(sql)?.execute((key.0, key.1, key.2, version))?;
    } else {
        let sql = "DELETE FROM skill_tool_pin_t WHERE host_id = ? AND skill_id = ? AND tool_id = ?";
        tx.prepare_cached(sql)?.execute(key)?;
    }
    Ok(audit)
}

/// Takes a link as read at version `expected` out of use.
pub(crate) fn cut(
    tx: &Transaction<'_>,
    stamp: &Stamp,
    skill: SkillId,
    tool: ToolId,
    expected: i64,
) -> Result<(), Fault> {
    let key = [("skill_id", skill.0), ("tool_id", tool.0)];
    let row = TableRow { entity: "skill tool", table: "skill_tool_t", key: &key, columns: &[] };
    row.set_active(tx, stamp, expected, false).map(drop)
}

/// Reads the access level of a link; the seed's default where there is none.
pub(crate) fn access(row: &Row<'_>) -> rusqlite::Result<AccessLevel> {
    if row.get_ref("access_level")?.as_str_or_null()?.is_none() {
        return Ok(AccessLevel::default());
    }
    table::named(row, "access_level", AccessLevel::parse)
}

fn skill_tool(row: &Row<'_>) -> rusqlite::Result<SkillTool> {
    Ok(SkillTool {
        skill: SkillId(table::id(row, "skill_id")?),
        tool: ToolId(table::id(row, "tool_id")?),
        config: table::config(row)?,
        access: access(row)?,
        tool_version: row.get("tool_version")?,
        audit: table::audit(row)?,
    })
}
