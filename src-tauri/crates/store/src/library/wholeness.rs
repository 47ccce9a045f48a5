//! Whether a library is whole.

use rusqlite::Connection;

use super::Reading;
use crate::{Error, connection::Fault, sha256_hex, table};

impl Reading {
    /// Looks through the whole file: structure, references, hashes. Each line is a problem; none means all is well.
    pub fn check(&self) -> Result<Vec<String>, Error> {
        self.connections.read(|db| {
            let mut problems = table::list(db, "PRAGMA integrity_check", [], |row| row.get::<_, String>(0))?;
            problems.retain(|line| line != "ok");
            problems.extend(dangling_rows(db)?);
            problems.extend(wrong_hashes(db)?);
            problems.extend(skills_without_document(db)?);
            Ok(problems)
        })
    }
}

fn dangling_rows(db: &Connection) -> Result<Vec<String>, Fault> {
    table::list(db, "PRAGMA foreign_key_check", [], |row| {
        let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
        Ok(format!("a row of {table} refers to a missing row of {parent}"))
    })
}

/// Contents that changed without their hash, a sentence each.
fn wrong_hashes(db: &Connection) -> Result<Vec<String>, Fault> {
    let mut problems = Vec::new();
    let sql = "SELECT skill_id, 'SKILL.md', sha256, bytes FROM skill_document_t
        UNION ALL SELECT skill_id, path, sha256, bytes FROM skill_file_t
        UNION ALL SELECT skill_id, path || ' (version ' || version_id || ')', sha256, bytes FROM skill_version_t";
    let mut statement = db.prepare(sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (skill, path): (String, String) = (row.get(0)?, row.get(1)?);
        let expected: String = row.get(2)?;
        if sha256_hex(row.get_ref(3)?.as_blob().map_err(rusqlite::Error::from)?) != expected {
            problems.push(format!("the content of {path} in skill {skill} doesn't match its hash"));
        }
    }
    Ok(problems)
}

fn skills_without_document(db: &Connection) -> Result<Vec<String>, Fault> {
    let sql = "SELECT skill_id FROM skill_t s WHERE NOT EXISTS
        (SELECT 1 FROM skill_document_t d WHERE d.host_id = s.host_id AND d.skill_id = s.skill_id)";
    table::list(db, sql, [], |row| Ok(format!("skill {} has no SKILL.md", row.get::<_, String>(0)?)))
}
