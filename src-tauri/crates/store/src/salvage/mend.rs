//! Making rescued rows fit together: every skill has its row and its file, no row names one that was lost.

use std::collections::HashSet;

use rusqlite::Connection;
use studio_model::HostId;
use uuid::Uuid;

use crate::{
    connection::Fault,
    library::{sha256_hex, wrong_hashes},
};

/// Makes the rescued rows fit together again; a sentence for each thing that had to be done.
pub(super) fn mend(fresh: &Connection) -> Result<Vec<String>, Fault> {
    let mut repairs = Vec::new();
    let mut note = |count: usize, what: &str| {
        if count > 0 {
            repairs.push(format!("{count} {what}"));
        }
    };
    note(skills_for_documents(fresh)?, "skills lost their row: it was made anew from their file");
    note(documents_for_skills(fresh)?, "skills lost their file: it was made anew from their row");
    let parents = "UPDATE skill_t SET parent_skill_id = NULL WHERE parent_skill_id IS NOT NULL AND NOT EXISTS
        (SELECT 1 FROM skill_t p WHERE p.host_id = skill_t.host_id AND p.skill_id = skill_t.parent_skill_id)";
    note(fresh.execute(parents, [])?, "skills lost their parent and stand by themselves");
    note(own_host_row(fresh)?, "library row was made anew");
    note(delete_dangling(fresh)?, "rows belonged to rows that were lost, and went with them");
    repairs.extend(rehash(fresh)?);
    Ok(repairs)
}

fn skills_for_documents(fresh: &Connection) -> Result<usize, Fault> {
    let sql = "SELECT d.host_id, d.skill_id, d.bytes FROM skill_document_t d WHERE NOT EXISTS
        (SELECT 1 FROM skill_t s WHERE s.host_id = d.host_id AND s.skill_id = d.skill_id)";
    let orphans: Vec<(String, String, Vec<u8>)> = fresh
        .prepare(sql)?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for (host, skill, bytes) in &orphans {
        let sql = "INSERT INTO skill_t (host_id, skill_id, name, content_markdown) VALUES (?, ?, ?, ?)";
        let name = format!("recovered-{}", skill.get(..8).unwrap_or(skill));
        fresh.execute(sql, (host, skill, name, String::from_utf8_lossy(bytes)))?;
    }
    Ok(orphans.len())
}

fn documents_for_skills(fresh: &Connection) -> Result<usize, Fault> {
    let sql = "SELECT s.host_id, s.skill_id, s.name, s.description, s.content_markdown, s.active, s.update_ts
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
        fresh.execute(sql, (host, skill, sha256_hex(text.as_bytes()), trashed, text.as_bytes()))?;
        count += 1;
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
    let count = fresh.execute(sql, [])?;
    if count == 0 {
        let sql = "INSERT INTO library_t (host_id, name, created_ts)
            VALUES (?, 'recovered', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))";
        fresh.execute(sql, [HostId(Uuid::now_v7()).to_string()])?;
    }
    Ok(1)
}

/// Gives contents that were damaged the hash of what they are now, and names each.
fn rehash(fresh: &Connection) -> Result<Vec<String>, Fault> {
    let damaged = wrong_hashes(fresh)?;
    if damaged.is_empty() {
        return Ok(damaged);
    }
    for table in ["skill_document_t", "skill_file_t", "skill_version_t"] {
        let mut statement = fresh.prepare(&format!("SELECT rowid, sha256, bytes FROM {table}"))?;
        let mut rows = statement.query([])?;
        let mut changed = Vec::new();
        while let Some(row) = rows.next()? {
            let now = sha256_hex(row.get_ref(2)?.as_blob().map_err(rusqlite::Error::from)?);
            if row.get::<_, String>(1)? != now {
                changed.push((now, row.get::<_, i64>(0)?));
            }
        }
        for values in changed {
            fresh.execute(&format!("UPDATE {table} SET sha256 = ? WHERE rowid = ?"), values)?;
        }
    }
    Ok(damaged)
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
