//! The texts of many skills at once: what a search through files reads.

use std::ops::ControlFlow;

use rusqlite::{Connection, Row};
use studio_model::SkillId;

use crate::{Error, FileContent, FileRow, Reading, connection::Fault, table};

/// Which files of a skill are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFiles {
    /// `SKILL.md` alone.
    Skill,
    /// `SKILL.md` and every other file that is text.
    All,
}

impl Reading {
    /// Every other file of the active skills, without its content, by skill and path.
    pub fn list_files(&self) -> Result<Vec<(SkillId, FileRow)>, Error> {
        let sql = "SELECT f.skill_id, f.path, length(f.bytes) AS size, f.sha256, f.is_executable, f.is_text, f.tokens
            FROM skill_file_t f JOIN skill_t s ON s.host_id = f.host_id AND s.skill_id = f.skill_id
            WHERE f.host_id = ? AND s.active = 1 ORDER BY f.skill_id, f.path";
        let read = |row: &Row<'_>| {
            let file = FileRow {
                path: row.get("path")?,
                size: row.get::<_, i64>("size")? as u64,
                sha256: row.get("sha256")?,
                is_executable: row.get("is_executable")?,
                is_text: row.get("is_text")?,
                tokens: row.get("tokens")?,
            };
            Ok((SkillId(table::id(row, "skill_id")?), file))
        };
        self.connections.read(|db| table::list(db, sql, [self.host().to_string()], read))
    }

    /// Hands the texts of these skills to `visit`, one after another and never all in memory, until it breaks off. All
    /// are of one moment.
    pub fn visit_texts(
        &self,
        skills: &[SkillId],
        files: TextFiles,
        mut visit: impl FnMut(SkillId, FileContent) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let host = self.host().to_string();
        self.connections.read(|db| {
            for skill in skills {
                if visit_skill(db, (&host, &skill.to_string()), files, &mut |file| visit(*skill, file))?.is_break() {
                    break;
                }
            }
            Ok(())
        })
    }
}

fn visit_skill(
    db: &Connection,
    key: (&str, &str),
    files: TextFiles,
    visit: &mut dyn FnMut(FileContent) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Fault> {
    let document = "SELECT 'SKILL.md', d.bytes, d.sha256, 0, 1, s.aggregate_version
        FROM skill_document_t d JOIN skill_t s ON s.host_id = d.host_id AND s.skill_id = d.skill_id
        WHERE d.host_id = ? AND d.skill_id = ?";
    let others = "SELECT f.path, f.bytes, f.sha256, f.is_executable, f.is_text, s.aggregate_version
        FROM skill_file_t f JOIN skill_t s ON s.host_id = f.host_id AND s.skill_id = f.skill_id
        WHERE f.host_id = ? AND f.skill_id = ? AND f.is_text = 1 ORDER BY f.path";
    let statements: &[&str] = if files == TextFiles::All { &[document, others] } else { &[document] };
    for sql in statements {
        let mut statement = db.prepare_cached(sql)?;
        let mut rows = statement.query(key)?;
        while let Some(row) = rows.next()? {
            if visit(content(row)?).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn content(row: &Row<'_>) -> rusqlite::Result<FileContent> {
    Ok(FileContent {
        path: row.get(0)?,
        bytes: row.get(1)?,
        sha256: row.get(2)?,
        is_executable: row.get(3)?,
        is_text: row.get(4)?,
        aggregate_version: row.get(5)?,
    })
}
