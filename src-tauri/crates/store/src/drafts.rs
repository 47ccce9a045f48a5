//! Text typed and not saved, kept so that a crash takes none of it.

use rusqlite::{ErrorCode, Row};
use studio_model::SkillId;

use crate::{Draft, Error, Library, Reading, connection::Fault, table};

impl Library {
    /// Keeps text that was typed and not saved, in place of what was kept of this file before.
    pub fn put_draft(&self, skill: SkillId, path: &str, text: &str, base_sha256: &str) -> Result<(), Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| {
            let sql = "INSERT OR REPLACE INTO draft_t (host_id, skill_id, path, text, base_sha256, saved_ts)
                VALUES (?, ?, ?, ?, ?, ?)";
            let values = (stamp.host.to_string(), skill.to_string(), path, text, base_sha256, &stamp.now);
            match tx.prepare_cached(sql)?.execute(values) {
                Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                    Err(Fault::from(Error::NotFound { entity: "skill", id: skill.to_string() }))
                }
                outcome => Ok(outcome.map(|_| ())?),
            }
        })
    }
}

impl Reading {
    /// One draft.
    pub fn get_draft(&self, skill: SkillId, path: &str) -> Result<Option<Draft>, Error> {
        let sql = format!("{DRAFTS} WHERE x.host_id = ? AND x.skill_id = ? AND x.path = ?");
        let values = (self.host().to_string(), skill.to_string(), path);
        self.connections.read(|db| table::find(db, &sql, values, draft))
    }
}

impl Library {
    /// Forgets a draft; nothing happens where there is none.
    pub fn discard_draft(&self, skill: SkillId, path: &str) -> Result<(), Error> {
        self.connections.write(|tx| {
            let sql = "DELETE FROM draft_t WHERE host_id = ? AND skill_id = ? AND path = ?";
            tx.prepare_cached(sql)?.execute((self.host().to_string(), skill.to_string(), path))?;
            Ok(())
        })
    }
}

impl Reading {
    /// The drafts of active skills, newest first.
    pub fn list_drafts(&self) -> Result<Vec<Draft>, Error> {
        let sql = format!("{DRAFTS} WHERE x.host_id = ? AND s.active = 1 ORDER BY x.saved_ts DESC, x.rowid DESC");
        self.connections.read(|db| table::list(db, &sql, [self.host().to_string()], draft))
    }
}

const DRAFTS: &str = "SELECT x.skill_id, s.name, x.path, x.text, x.base_sha256, x.saved_ts
    FROM draft_t x JOIN skill_t s ON s.host_id = x.host_id AND s.skill_id = x.skill_id";

fn draft(row: &Row<'_>) -> rusqlite::Result<Draft> {
    Ok(Draft {
        skill: SkillId(table::id(row, "skill_id")?),
        skill_name: row.get("name")?,
        path: row.get("path")?,
        text: row.get("text")?,
        base_sha256: row.get("base_sha256")?,
        saved_at: row.get("saved_ts")?,
    })
}
