//! What the author says of lint's rules: how bad one is, and where it is ignored.
//!
//! Each is a setting of the library, a row by itself: `lint.level/CODE`, and `lint.ignored/CODE/PLACE` with the reason.

use rusqlite::{Connection, Row, Transaction};
use studio_model::{HostId, Level, Levels, SkillId};

use crate::{Error, IgnoredFinding, IgnoredRule, Ignores, Reading, RulePlace, connection::Fault, table};

/// Each ends with a slash; `0` is what follows a slash.
const LEVEL: &str = "lint.level/";
const IGNORED: &str = "lint.ignored/";

impl Reading {
    /// The levels that rules were given.
    pub fn rule_levels(&self) -> Result<Levels, Error> {
        self.connections.read(|db| levels(db, self.host()))
    }

    /// The rules that are ignored somewhere, by code.
    pub fn list_ignored_rules(&self) -> Result<Vec<IgnoredRule>, Error> {
        self.connections.read(|db| ignored_rules(db, self.host()))
    }

    /// Everything the author ignores: findings and rules.
    pub fn ignores(&self) -> Result<Ignores, Error> {
        self.connections.read(|db| ignores(db, self.host()))
    }
}

pub(crate) fn levels(db: &Connection, host: HostId) -> Result<Levels, Fault> {
    let known = rows(db, host, LEVEL)?.into_iter();
    Ok(known.filter_map(|(code, level)| Some((code, Level::parse(&level)?))).collect())
}

pub(crate) fn ignores(db: &Connection, host: HostId) -> Result<Ignores, Fault> {
    let sql = "SELECT skill_id, code, subject, reason FROM ignored_finding_t WHERE host_id = ?
        ORDER BY skill_id, code, subject";
    let findings: Vec<IgnoredFinding> = table::list(db, sql, [host.to_string()], ignored)?;
    Ok(Ignores::new(findings, ignored_rules(db, host)?))
}

fn ignored(row: &Row<'_>) -> rusqlite::Result<IgnoredFinding> {
    Ok(IgnoredFinding {
        skill: SkillId(table::id_at(row, 0)?),
        code: row.get(1)?,
        subject: row.get(2)?,
        reason: row.get(3)?,
    })
}

fn ignored_rules(db: &Connection, host: HostId) -> Result<Vec<IgnoredRule>, Fault> {
    let rule = |(key, reason): (String, String)| {
        let (code, place) = key.split_once('/')?;
        let place = match place.split_once('/') {
            Some(("skill", id)) => RulePlace::Skill(id.parse().ok()?),
            Some(("group", name)) => RulePlace::Group(name.to_owned()),
            None if place == "library" => RulePlace::Library,
            _ => return None,
        };
        Some(IgnoredRule { code: code.to_owned(), place, reason })
    };
    Ok(rows(db, host, IGNORED)?.into_iter().filter_map(rule).collect())
}

/// Forgets where rules are ignored in a skill that is deleted for good.
pub(crate) fn forget_skill(tx: &Transaction<'_>, host: HostId, skill: SkillId) -> Result<(), Fault> {
    let sql = "DELETE FROM setting_t WHERE host_id = ? AND key GLOB ?";
    tx.prepare_cached(sql)?.execute((host.to_string(), format!("{IGNORED}*/skill/{skill}")))?;
    Ok(())
}

/// The settings whose keys begin so, each with the rest of its key. Asked by bounds, which the index finds: a pattern that is
/// bound has all settings looked at.
fn rows(db: &Connection, host: HostId, prefix: &str) -> Result<Vec<(String, String)>, Fault> {
    let sql = "SELECT substr(key, ?4), value FROM setting_t WHERE host_id = ?1 AND key >= ?2 AND key < ?3 ORDER BY key";
    let values = (host.to_string(), prefix, format!("{}0", prefix.trim_end_matches('/')), prefix.len() as i64 + 1);
    table::list(db, sql, values, |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Where the level of a rule is kept.
pub(crate) fn key_of_level(code: &str) -> String {
    format!("{LEVEL}{code}")
}

/// Where is kept that a rule is ignored in a place.
pub(crate) fn key_in(code: &str, place: &RulePlace) -> String {
    match place {
        RulePlace::Skill(id) => format!("{IGNORED}{code}/skill/{id}"),
        RulePlace::Group(name) => format!("{IGNORED}{code}/group/{name}"),
        RulePlace::Library => format!("{IGNORED}{code}/library"),
    }
}

/// Keeps a setting, or none any more.
pub(crate) fn put(tx: &Transaction<'_>, host: HostId, key: &str, value: Option<&str>) -> Result<(), Fault> {
    if let Some(value) = value {
        let sql = "INSERT OR REPLACE INTO setting_t (host_id, key, value) VALUES (?, ?, ?)";
        tx.prepare_cached(sql)?.execute((host.to_string(), key, value))?;
    } else {
        let sql = "DELETE FROM setting_t WHERE host_id = ? AND key = ?";
        tx.prepare_cached(sql)?.execute((host.to_string(), key))?;
    }
    Ok(())
}
