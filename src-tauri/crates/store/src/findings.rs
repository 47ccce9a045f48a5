//! What lint found in each skill, and what of it the author ignores.
//!
//! Findings are written together with the document they are of. A skill's counts of errors and warnings are of those
//! that are not ignored.

use std::collections::HashSet;

use rusqlite::{Connection, Row, Transaction};
use studio_model::{HostId, SkillId};

use crate::{
    Error, FindingRow, IgnoredFinding, JudgedSkill, Library, Reading, StoredFinding,
    connection::Fault,
    table::{self, Stamp},
};

impl Reading {
    /// The findings of every active skill, each skill's in the order of its text.
    pub fn list_findings(&self) -> Result<Vec<StoredFinding>, Error> {
        let sql = "SELECT f.skill_id, f.severity, f.code, f.message, f.subject, f.from_line, f.from_column, f.to_line,
                f.to_column, f.has_fix, i.reason
            FROM skill_finding_t f JOIN skill_t s ON s.host_id = f.host_id AND s.skill_id = f.skill_id
            LEFT JOIN ignored_finding_t i ON i.host_id = f.host_id AND i.skill_id = f.skill_id AND i.code = f.code
                AND i.subject = f.subject
            WHERE f.host_id = ? AND s.active = 1 ORDER BY f.skill_id, f.order_index";
        self.connections.read(|db| table::list(db, sql, [self.host().to_string()], stored_finding))
    }

    /// The active skills that have a finding with this code.
    pub fn skills_with_finding(&self, code: &str) -> Result<HashSet<SkillId>, Error> {
        let sql = "SELECT DISTINCT f.skill_id FROM skill_finding_t f
            JOIN skill_t s ON s.host_id = f.host_id AND s.skill_id = f.skill_id
            WHERE f.host_id = ? AND f.code = ? AND s.active = 1";
        let values = (self.host().to_string(), code);
        let skills = self.connections.read(|db| table::list(db, sql, values, |row| table::id_at(row, 0)))?;
        Ok(skills.into_iter().map(SkillId).collect())
    }
}

impl Library {
    /// Takes newly judged findings in, of skills whose content is still the same. No row version changes: nothing an
    /// author wrote has.
    pub fn set_findings(&self, judged: &[JudgedSkill]) -> Result<(), Error> {
        let host = self.host();
        self.connections.write_aside(|tx| {
            for one in judged {
                let sql = "SELECT sha256 FROM skill_document_t WHERE host_id = ? AND skill_id = ?";
                let key = (host.to_string(), one.skill.to_string());
                let now: Option<String> = table::find(tx, sql, key, |row| row.get(0))?;
                if now.as_deref() == Some(one.sha256.as_str()) {
                    put(tx, host, one.skill, &one.findings)?;
                    count(tx, host, one.skill)?;
                }
            }
            Ok(())
        })
    }
}

impl Reading {
    /// What the author ignores, of all skills.
    pub fn list_ignored(&self) -> Result<Vec<IgnoredFinding>, Error> {
        let sql = "SELECT skill_id, code, subject, reason FROM ignored_finding_t WHERE host_id = ?
            ORDER BY skill_id, code, subject";
        self.connections.read(|db| table::list(db, sql, [self.host().to_string()], ignored))
    }

    /// What the author ignores of one skill.
    pub fn ignored_of(&self, skill: SkillId) -> Result<Vec<IgnoredFinding>, Error> {
        let sql = "SELECT skill_id, code, subject, reason FROM ignored_finding_t WHERE host_id = ? AND skill_id = ?
            ORDER BY code, subject";
        self.connections.read(|db| table::list(db, sql, (self.host().to_string(), skill.to_string()), ignored))
    }
}

impl Library {
    /// Ignores a finding from now on, or gives it another reason.
    pub fn ignore_finding(&self, finding: &IgnoredFinding) -> Result<(), Error> {
        let Stamp { host, now, .. } = self.stamp();
        self.connections.write(|tx| {
            let sql = "INSERT OR REPLACE INTO ignored_finding_t (host_id, skill_id, code, subject, reason, created_ts)
                VALUES (?, ?, ?, ?, ?, ?)";
            let IgnoredFinding { skill, code, subject, reason } = finding;
            let inserted = tx.execute(sql, (host.to_string(), skill.to_string(), code, subject, reason, now));
            inserted.map_err(|error| table::dangling(error, "skill", &skill.to_string()))?;
            count(tx, host, *skill)
        })
    }

    /// Counts a finding again; nothing happens where it is not ignored.
    pub fn stop_ignoring(&self, skill: SkillId, code: &str, subject: &str) -> Result<(), Error> {
        let host = self.host();
        self.connections.write(|tx| {
            let sql = "DELETE FROM ignored_finding_t WHERE host_id = ? AND skill_id = ? AND code = ? AND subject = ?";
            tx.execute(sql, (host.to_string(), skill.to_string(), code, subject))?;
            count(tx, host, skill)
        })
    }
}

/// Writes a skill's findings in place of those it had; its counts are the caller's business.
pub(crate) fn put(tx: &Transaction<'_>, host: HostId, skill: SkillId, findings: &[FindingRow]) -> Result<(), Fault> {
    let key = (host.to_string(), skill.to_string());
    let sql = "DELETE FROM skill_finding_t WHERE host_id = ? AND skill_id = ?";
    tx.prepare_cached(sql)?.execute((&key.0, &key.1))?;
    let sql =
        "INSERT INTO skill_finding_t (host_id, skill_id, order_index, severity, code, message, subject, from_line,
        from_column, to_line, to_column, has_fix) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let mut statement = tx.prepare_cached(sql)?;
    for (index, row) in findings.iter().enumerate() {
        statement.execute((
            &key.0,
            &key.1,
            index as u32,
            &row.severity,
            &row.code,
            &row.message,
            &row.subject,
            row.from_line,
            row.from_column,
            row.to_line,
            row.to_column,
            row.has_fix,
        ))?;
    }
    Ok(())
}

/// Whether anything of a skill is ignored, so that its findings have to be counted.
pub(crate) fn is_any_ignored(db: &Connection, host: HostId, skill: SkillId) -> Result<bool, Fault> {
    let sql = "SELECT EXISTS (SELECT 1 FROM ignored_finding_t WHERE host_id = ? AND skill_id = ?)";
    Ok(db.prepare_cached(sql)?.query_row((host.to_string(), skill.to_string()), |row| row.get(0))?)
}

/// Counts a skill's errors and warnings without those that are ignored.
pub(crate) fn count(tx: &Transaction<'_>, host: HostId, skill: SkillId) -> Result<(), Fault> {
    let of = |severity: &str| {
        format!(
            "(SELECT count(*) FROM skill_finding_t f WHERE f.host_id = ?1 AND f.skill_id = ?2
                AND f.severity = '{severity}' AND NOT EXISTS (SELECT 1 FROM ignored_finding_t i
                    WHERE i.host_id = f.host_id AND i.skill_id = f.skill_id AND i.code = f.code
                        AND i.subject = f.subject))"
        )
    };
    let (errors, warnings) = (of("error"), of("warning"));
    let sql = format!(
        "UPDATE skill_document_t SET errors = {errors}, warnings = {warnings} WHERE host_id = ?1 AND skill_id = ?2"
    );
    tx.prepare_cached(&sql)?.execute((host.to_string(), skill.to_string()))?;
    Ok(())
}

/// By position, because there may be tens of thousands of these.
fn stored_finding(row: &Row<'_>) -> rusqlite::Result<StoredFinding> {
    Ok(StoredFinding {
        skill: SkillId(table::id_at(row, 0)?),
        finding: FindingRow {
            severity: row.get(1)?,
            code: row.get(2)?,
            message: row.get(3)?,
            subject: row.get(4)?,
            from_line: row.get(5)?,
            from_column: row.get(6)?,
            to_line: row.get(7)?,
            to_column: row.get(8)?,
            has_fix: row.get(9)?,
        },
        ignored: row.get(10)?,
    })
}

fn ignored(row: &Row<'_>) -> rusqlite::Result<IgnoredFinding> {
    Ok(IgnoredFinding {
        skill: SkillId(table::id_at(row, 0)?),
        code: row.get(1)?,
        subject: row.get(2)?,
        reason: row.get(3)?,
    })
}
