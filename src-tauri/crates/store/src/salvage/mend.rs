//! Making rescued rows fit together: every skill has its row and its file, no row names one that was lost.

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, types::ValueRef};
use studio_model::HostId;
use uuid::Uuid;

use crate::{connection::Fault, sha256_hex};

/// What was done so that the rows fit together, counted by table.
#[derive(Debug, Default)]
pub(super) struct Mended {
    /// Rows made anew from others.
    pub(super) made: HashMap<&'static str, u32>,
    /// Rows that others told of and that were not there.
    pub(super) missed: HashMap<&'static str, u32>,
    /// Rows whose content was damaged and was found once more elsewhere.
    pub(super) restored: HashMap<&'static str, u32>,
    /// Rows whose content is not what it was.
    pub(super) changed: HashMap<&'static str, u32>,
    /// Those contents by name.
    pub(super) altered: Vec<String>,
    /// A sentence for each thing that was done.
    pub(super) repairs: Vec<String>,
}

/// Makes the rescued rows fit together again. A row that cannot be made to fit goes, and takes no other with it.
pub(super) fn mend(fresh: &Connection) -> Result<Mended, Fault> {
    let mut mended = Mended::default();
    restore_contents(fresh, &mut mended)?;
    let rows = skills_for_documents(fresh)?;
    let documents = documents_for_skills(fresh)?;
    let parents = "UPDATE skill_t SET parent_skill_id = NULL WHERE parent_skill_id IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM skill_t p WHERE p.host_id = skill_t.host_id AND p.skill_id = skill_t.parent_skill_id)";
    let alone = fresh.execute(parents, [])?;
    let libraries = own_host_row(fresh)?;
    let gone = delete_dangling(fresh)?;
    for (table, count) in [("skill_t", rows), ("skill_document_t", documents), ("library_t", libraries)] {
        mended.made.insert(table, count as u32);
        mended.missed.insert(table, count as u32);
    }
    for (count, what) in [
        (rows, "skills recreated from their file"),
        (documents, "skill files recreated from the database"),
        (alone, "skills moved to the top level because their parent was lost"),
        (libraries, "library record recreated"),
        (gone, "rows removed because they belonged to lost rows"),
    ] {
        if count > 0 {
            mended.repairs.push(format!("{what}: {count}"));
        }
    }
    Ok(mended)
}

fn skills_for_documents(fresh: &Connection) -> Result<usize, Fault> {
    let sql = "SELECT d.host_id, d.skill_id, d.bytes FROM skill_document_t d WHERE NOT EXISTS
        (SELECT 1 FROM skill_t s WHERE s.host_id = d.host_id AND s.skill_id = d.skill_id)";
    let orphans: Vec<(String, String, Vec<u8>)> = fresh
        .prepare(sql)?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let mut made = 0;
    for (host, skill, bytes) in &orphans {
        let sql = "INSERT INTO skill_t (host_id, skill_id, name, content_markdown) VALUES (?, ?, ?, ?)";
        let name = format!("recovered-{}", skill.chars().take(8).collect::<String>());
        // One whose id is no id any more goes with those that belong to nobody.
        made += usize::from(is_done(fresh.execute(sql, (host, skill, name, String::from_utf8_lossy(bytes))))?);
    }
    Ok(made)
}

/// Whether a row could be written; false where the row itself is to blame.
fn is_done(outcome: rusqlite::Result<usize>) -> Result<bool, Fault> {
    match outcome.map_err(Fault::from) {
        Ok(_) => Ok(true),
        Err(fault) if fault.is_of_the_row() => Ok(false),
        Err(fault) => Err(fault),
    }
}

fn documents_for_skills(fresh: &Connection) -> Result<usize, Fault> {
    let sql = "SELECT s.host_id, s.skill_id, s.name, s.description, s.content_markdown, s.active, s.update_ts, s.rowid
        FROM skill_t s WHERE NOT EXISTS
        (SELECT 1 FROM skill_document_t d WHERE d.host_id = s.host_id AND d.skill_id = s.skill_id)";
    let mut statement = fresh.prepare(sql)?;
    let mut rows = statement.query([])?;
    let mut count = 0;
    while let Some(row) = rows.next()? {
        let (host, skill): (String, String) = (row.get(0)?, row.get(1)?);
        let (name, description): (String, Option<String>) = (row.get(2)?, row.get(3)?);
        let body: String = row.get(4)?;
        let text = document_text(&name, description.as_deref().unwrap_or_default(), &body);
        let is_active = row.get::<_, Option<bool>>(5)?.unwrap_or(true);
        let trashed = if is_active { None } else { row.get::<_, Option<String>>(6)? };
        let sql = "INSERT INTO skill_document_t (host_id, skill_id, sha256, encoding, trashed_ts, bytes)
            VALUES (?, ?, ?, 'utf-8', ?, ?)";
        let values = (host, skill, sha256_hex(text.as_bytes()), trashed, text.as_bytes());
        if is_done(fresh.execute(sql, values))? {
            count += 1;
        } else {
            fresh.execute("DELETE FROM skill_t WHERE rowid = ?", [row.get::<_, i64>(7)?])?;
        }
    }
    Ok(count)
}

/// A `SKILL.md` of what a row holds. JSON's quoting is also YAML's.
fn document_text(name: &str, description: &str, body: &str) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    format!("---\nname: {}\ndescription: {}\n---\n\n{body}\n", quoted(name), quoted(description))
}

/// The host that most skills belong to, where the library's own row was lost.
fn own_host_row(fresh: &Connection) -> Result<usize, Fault> {
    let known: i64 = fresh.query_row("SELECT count(*) FROM library_t", [], |row| row.get(0))?;
    if known > 0 {
        return Ok(0);
    }
    let sql = "INSERT INTO library_t (host_id, name, created_ts)
        SELECT host_id, 'recovered', min(update_ts) FROM skill_t GROUP BY host_id ORDER BY count(*) DESC LIMIT 1";
    if !matches!(fresh.execute(sql, []), Ok(1..)) {
        let sql = "INSERT INTO library_t (host_id, name, created_ts)
            VALUES (?, 'recovered', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))";
        fresh.execute(sql, [HostId(Uuid::now_v7()).to_string()])?;
    }
    Ok(1)
}

/// A column that holds contents with their hash beside it.
struct Contents {
    table: &'static str,
    content: &'static str,
    hash: &'static str,
    /// How one of them is called.
    called: &'static str,
    /// Whether other rows, or a server, know the content by that hash: it stays then, whatever became of the content.
    is_known_by_hash: bool,
}

/// The name of the skill a row is of.
macro_rules! of_skill {
    ($what:literal) => {
        concat!(
            $what,
            " || ' of ' || coalesce((SELECT s.name FROM skill_t s
                WHERE s.host_id = c.host_id AND s.skill_id = c.skill_id), c.skill_id)"
        )
    };
}

const CONTENTS: [Contents; 6] = [
    of_skill_table("skill_document_t", of_skill!("'SKILL.md'")),
    of_skill_table("skill_file_t", of_skill!("c.path")),
    of_skill_table("skill_version_t", of_skill!("c.path || ' as of ' || c.created_ts")),
    Contents {
        table: "pack_text_t",
        content: "text",
        hash: "sha256",
        called: "coalesce((SELECT f.path || ' as exported with the pack ' || p.name FROM pack_export_file_t f
            JOIN pack_export_t e USING (host_id, export_id) JOIN pack_t p USING (host_id, pack_id)
            WHERE f.host_id = c.host_id AND f.sha256 = c.sha256 LIMIT 1), 'a file of a pack')",
        is_known_by_hash: true,
    },
    Contents {
        table: "simulation_world_t",
        content: "world",
        hash: "world_hash",
        called: "coalesce((SELECT 'the agent of the session of ' || min(s.started_ts) FROM simulation_t s
            WHERE s.host_id = c.host_id AND s.world_hash = c.world_hash), 'a skill of a session')",
        is_known_by_hash: true,
    },
    Contents {
        table: "remote_item_t",
        content: "agreed",
        hash: "agreed_sha256",
        called: "c.name || ' as agreed on with ' || coalesce((SELECT r.name FROM remote_t r
            WHERE r.host_id = c.host_id AND r.remote_id = c.remote_id), 'a server')",
        is_known_by_hash: true,
    },
];

const fn of_skill_table(table: &'static str, called: &'static str) -> Contents {
    Contents { table, content: "bytes", hash: "sha256", called, is_known_by_hash: false }
}

/// Looks at every content that does not fit its hash any more: the same content may be there once more, as a version or in
/// another skill. Where it is not, what is there is named as altered, with the hash it has now where nobody knows it by the
/// old one.
fn restore_contents(fresh: &Connection, mended: &mut Mended) -> Result<(), Fault> {
    for contents in &CONTENTS {
        let Contents { table, content, hash, is_known_by_hash, .. } = *contents;
        for Wrong { number, expected, found, name, is_text } in wrong_contents(fresh, contents)? {
            if let Some(bytes) = same_content(fresh, &expected)? {
                let value = if is_text { "CAST(? AS TEXT)" } else { "?" };
                let sql = format!("UPDATE {table} SET {content} = {value} WHERE rowid = ?");
                fresh.execute(&sql, (bytes, number))?;
                *mended.restored.entry(table).or_default() += 1;
                mended.repairs.push(format!("{name} was damaged and restored from another copy"));
                continue;
            }
            if !is_known_by_hash {
                fresh.execute(&format!("UPDATE {table} SET {hash} = ? WHERE rowid = ?"), (found, number))?;
            }
            *mended.changed.entry(table).or_default() += 1;
            mended.altered.push(name);
        }
    }
    Ok(())
}

/// A content that does not fit its hash.
struct Wrong {
    number: i64,
    expected: String,
    found: String,
    name: String,
    is_text: bool,
}

fn wrong_contents(fresh: &Connection, contents: &Contents) -> Result<Vec<Wrong>, Fault> {
    let Contents { table, content, hash, called, .. } = contents;
    let sql = format!(
        "SELECT c.rowid, c.{hash}, c.{content}, {called} FROM {table} c
            WHERE c.{hash} IS NOT NULL AND c.{content} IS NOT NULL"
    );
    let mut wrong = Vec::new();
    let mut statement = fresh.prepare(&sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let value = row.get_ref(2)?;
        let is_text = matches!(value, ValueRef::Text(_));
        let expected: String = row.get(1)?;
        let found = sha256_hex(value.as_bytes().unwrap_or_default());
        if expected != found {
            wrong.push(Wrong { number: row.get(0)?, expected, found, name: row.get(3)?, is_text });
        }
    }
    Ok(wrong)
}

/// A content that fits a hash, wherever there is one.
fn same_content(fresh: &Connection, sha256: &str) -> Result<Option<Vec<u8>>, Fault> {
    for Contents { table, content, hash, .. } in &CONTENTS {
        let sql = format!("SELECT {content} FROM {table} WHERE {hash} = ? AND {content} IS NOT NULL");
        let mut statement = fresh.prepare(&sql)?;
        let mut rows = statement.query([sha256])?;
        while let Some(row) = rows.next()? {
            let bytes = row.get_ref(0)?.as_bytes().unwrap_or_default();
            if sha256_hex(bytes) == sha256 {
                return Ok(Some(bytes.to_vec()));
            }
        }
    }
    Ok(None)
}

/// Deletes rows whose owner is gone, until none is left: an owner may itself be such a row.
fn delete_dangling(fresh: &Connection) -> Result<usize, Fault> {
    let mut deleted = 0;
    loop {
        let dangling: HashSet<(String, i64)> = fresh
            .prepare("PRAGMA foreign_key_check")?
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?;
        if dangling.is_empty() {
            return Ok(deleted);
        }
        for (table, number) in dangling {
            deleted += fresh.execute(&format!("DELETE FROM {table} WHERE rowid = ?"), [number])?;
        }
    }
}
