//! What lint found in each skill, and what of it the author ignores.
//!
//! Findings are written together with the document they are of, as their rules tell them. How bad the author finds a rule, and
//! what they ignore, is applied where findings are read and counted, so that either is heard at once.

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, Params, Row, Transaction};
use studio_model::{HostId, Level, Levels, SkillId};

use crate::{
    Error, FindingRow, IgnoredFinding, Ignores, JudgedSkill, Library, Reading, StoredFinding,
    connection::Fault,
    rules,
    table::{self, Stamp},
};

impl Reading {
    /// The findings of every active skill at the levels of their rules, each skill's in the order of its text.
    pub fn list_findings(&self) -> Result<Vec<StoredFinding>, Error> {
        self.connections.read(|db| as_told(db, self.host(), rows(db, self.host())?))
    }

    /// How bad each finding with one of these codes is, with its skill: at the level of its rule, without what is ignored. Those
    /// of some skills, or of all where none are named.
    pub fn counted_levels(&self, codes: &[String], only: Option<&[SkillId]>) -> Result<Vec<(SkillId, Level)>, Error> {
        let (host, codes) = (self.host(), table::json_list(codes));
        self.connections.read(|db| {
            let counting = Counting::of(db, host)?;
            let of_codes = "f.code IN (SELECT value FROM json_each(?))";
            let Some(ids) = only else {
                let found = counting.find(&format!("{OF_ALL} AND {of_codes}"), (host.to_string(), &codes))?;
                return Ok(found.into_iter().map(|one| (one.skill, one.level)).collect());
            };
            let sql = format!("{OF_SKILL} AND {of_codes}");
            let mut levels = Vec::new();
            for id in ids {
                let found = counting.find(&sql, (host.to_string(), id.to_string(), &codes))?;
                levels.extend(found.into_iter().map(|one| (one.skill, one.level)));
            }
            Ok(levels)
        })
    }

    /// The skill and the code of each finding with a fix, without what is ignored and rules that are off. Those of some
    /// skills, or of all where none are named.
    pub fn counted_with_fix(&self, only: Option<&[SkillId]>) -> Result<Vec<(SkillId, String)>, Error> {
        let host = self.host();
        self.connections.read(|db| {
            let counting = Counting::of(db, host)?;
            let Some(ids) = only else {
                let found = counting.find(&format!("{OF_ALL} AND f.has_fix = 1"), [host.to_string()])?;
                return Ok(found.into_iter().map(|one| (one.skill, one.code)).collect());
            };
            let sql = format!("{OF_SKILL} AND f.has_fix = 1");
            let mut codes = Vec::new();
            for id in ids {
                let found = counting.find(&sql, (host.to_string(), id.to_string()))?;
                codes.extend(found.into_iter().map(|one| (one.skill, one.code)));
            }
            Ok(codes)
        })
    }

    /// The findings of every active skill as lint made them.
    pub fn findings_as_made(&self) -> Result<HashMap<SkillId, Vec<FindingRow>>, Error> {
        let mut of_skills: HashMap<SkillId, Vec<FindingRow>> = HashMap::new();
        for (skill, _, finding) in self.connections.read(|db| rows(db, self.host()))? {
            of_skills.entry(skill).or_default().push(finding);
        }
        Ok(of_skills)
    }

    /// The active skills that have a finding with this code; none where its rule is off.
    pub fn skills_with_finding(&self, code: &str) -> Result<HashSet<SkillId>, Error> {
        if self.rule_levels()?.of(code) == Some(Level::Off) {
            return Ok(HashSet::new());
        }
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
            let counting = Counting::of(tx, host)?;
            for one in judged {
                let sql = "SELECT sha256 FROM skill_document_t WHERE host_id = ? AND skill_id = ?";
                let key = (host.to_string(), one.skill.to_string());
                let now: Option<String> = table::find(tx, sql, key, |row| row.get(0))?;
                if now.as_deref() == Some(one.sha256.as_str()) {
                    put(tx, host, one.skill, &one.findings)?;
                    counting.count(one.skill)?;
                }
            }
            Ok(())
        })
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

/// Counts a skill's errors and warnings anew where the author says anything of findings; else they are as lint counted them.
pub(crate) fn count_if_said(tx: &Transaction<'_>, host: HostId, skill: SkillId) -> Result<(), Fault> {
    let counting = Counting::of(tx, host)?;
    if counting.levels == Levels::default() && counting.ignores.is_empty() { Ok(()) } else { counting.count(skill) }
}

/// Counts a skill's errors and warnings.
fn count(tx: &Transaction<'_>, host: HostId, skill: SkillId) -> Result<(), Fault> {
    Counting::of(tx, host)?.count(skill)
}

/// Counts the errors and warnings of all skills.
pub(crate) fn count_all(tx: &Transaction<'_>, host: HostId) -> Result<(), Fault> {
    let counting = Counting::of(tx, host)?;
    let sql = "SELECT skill_id FROM skill_document_t WHERE host_id = ?";
    let skills = table::list(tx, sql, [host.to_string()], |row| table::id_at(row, 0))?;
    skills.into_iter().try_for_each(|skill| counting.count(SkillId(skill)))
}

/// What is counted by, of the findings of all skills; what they are narrowed to follows. In the order of their rows: in that of
/// the skills, each of tens of thousands would be looked up.
const OF_ALL: &str = "SELECT f.skill_id, d.group_name, f.severity, f.code, f.subject FROM skill_finding_t f NOT INDEXED
    CROSS JOIN skill_document_t d INDEXED BY idx_skill_document_list ON d.host_id = f.host_id AND d.skill_id = f.skill_id
    WHERE f.host_id = ?";

/// The same of the findings of one skill; what they are narrowed to follows.
const OF_SKILL: &str = "SELECT f.skill_id, d.group_name, f.severity, f.code, f.subject FROM skill_finding_t f
    JOIN skill_document_t d ON d.host_id = f.host_id AND d.skill_id = f.skill_id
    WHERE f.host_id = ? AND f.skill_id = ?";

/// A finding that counts.
struct Counted {
    skill: SkillId,
    code: String,
    level: Level,
}

/// What counts: findings at the levels of their rules, without what is ignored.
struct Counting<'a> {
    db: &'a Connection,
    host: HostId,
    levels: Levels,
    ignores: Ignores,
}

impl<'a> Counting<'a> {
    fn of(db: &'a Connection, host: HostId) -> Result<Self, Fault> {
        Ok(Self { db, host, levels: rules::levels(db, host)?, ignores: rules::ignores(db, host)? })
    }

    /// Each finding that a query finds and that counts.
    fn find(&self, sql: &str, params: impl Params) -> Result<Vec<Counted>, Fault> {
        let found = table::list(self.db, sql, params, |row| {
            let (group, severity): (String, String) = (row.get(1)?, row.get(2)?);
            let (code, subject): (String, String) = (row.get(3)?, row.get(4)?);
            Ok((SkillId(table::id_at(row, 0)?), group, severity, code, subject))
        })?;
        let counted = found.into_iter().filter_map(|(skill, group, severity, code, subject)| {
            if self.ignores.of(skill, &group, &code, &subject).is_some() {
                return None;
            }
            let level = told(&self.levels, &code, &severity)?;
            Some(Counted { skill, code, level })
        });
        Ok(counted.collect())
    }

    fn count(&self, skill: SkillId) -> Result<(), Fault> {
        let key = (self.host.to_string(), skill.to_string());
        let found = self.find(OF_SKILL, (&key.0, &key.1))?;
        let number_of = |level| found.iter().filter(|one| one.level == level).count() as u32;
        let (errors, warnings) = (number_of(Level::Error), number_of(Level::Warning));
        // A row that is written takes its text along, so one that stays as it is is not.
        let sql = "UPDATE skill_document_t SET errors = ?1, warnings = ?2
            WHERE host_id = ?3 AND skill_id = ?4 AND (errors != ?1 OR warnings != ?2)";
        self.db.prepare_cached(sql)?.execute((errors, warnings, &key.0, &key.1))?;
        Ok(())
    }
}

/// The severity of a finding at the level of its rule; none where that is off.
fn told(levels: &Levels, code: &str, severity: &str) -> Option<Level> {
    // The library's own check allows these three names and no others.
    levels.told(code, Level::parse(severity).unwrap_or(Level::Info))
}

/// A finding as it is kept, with its skill and that skill's group.
type KeptFinding = (SkillId, String, FindingRow);

/// Every finding of an active skill. By position, because there may be tens of thousands.
const FOUND: &str = "SELECT f.skill_id, d.group_name, f.severity, f.code, f.message, f.subject, f.from_line,
        f.from_column, f.to_line, f.to_column, f.has_fix
    FROM skill_finding_t f JOIN skill_t s ON s.host_id = f.host_id AND s.skill_id = f.skill_id
    JOIN skill_document_t d ON d.host_id = f.host_id AND d.skill_id = f.skill_id
    WHERE f.host_id = ? AND s.active = 1 ORDER BY f.skill_id, f.order_index";

/// Findings at the levels of their rules, each with whether it is ignored; those whose rule is off go.
fn as_told(db: &Connection, host: HostId, found: Vec<KeptFinding>) -> Result<Vec<StoredFinding>, Fault> {
    let (levels, ignores) = (rules::levels(db, host)?, rules::ignores(db, host)?);
    let tell = |(skill, group, mut finding): KeptFinding| {
        told(&levels, &finding.code, &finding.severity)?.as_str().clone_into(&mut finding.severity);
        let ignored = ignores.of(skill, &group, &finding.code, &finding.subject);
        Some(StoredFinding { skill, finding, ignored })
    };
    Ok(found.into_iter().filter_map(tell).collect())
}

/// Every finding of an active skill.
fn rows(db: &Connection, host: HostId) -> Result<Vec<KeptFinding>, Fault> {
    table::list(db, FOUND, [host.to_string()], kept_finding)
}

fn kept_finding(row: &Row<'_>) -> rusqlite::Result<KeptFinding> {
    let finding = FindingRow {
        severity: row.get(2)?,
        code: row.get(3)?,
        message: row.get(4)?,
        subject: row.get(5)?,
        from_line: row.get(6)?,
        from_column: row.get(7)?,
        to_line: row.get(8)?,
        to_column: row.get(9)?,
        has_fix: row.get(10)?,
    };
    Ok((SkillId(table::id_at(row, 0)?), row.get(1)?, finding))
}
