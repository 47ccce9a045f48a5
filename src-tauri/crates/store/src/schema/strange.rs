//! What runs by itself in a file: compared with what libraries of its format have.
//!
//! A trigger takes back what was acknowledged, a view in the place of a table never ends, a table with an `ON CONFLICT` of
//! its own leaves rows out unsaid. A library has none but those its migrations made, and one that has is refused by name
//! before anything of it is asked. Other tables and indexes do nothing by themselves.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::LazyLock,
};

use rusqlite::Connection;

use super::{LATEST, brought_to};
use crate::{Error, connection::Fault};

/// Names and texts of what is compared.
type Acting = BTreeMap<(String, String), String>;

/// What a new library of each format has, from none at all.
static KNOWN: LazyLock<Vec<Acting>> = LazyLock::new(|| {
    let made = || -> rusqlite::Result<Vec<Acting>> {
        let mut db = Connection::open_in_memory()?;
        let mut known = vec![Acting::new()];
        for format in 1..=LATEST as u32 {
            brought_to(&mut db, format)?;
            known.push(acting(&db)?);
        }
        Ok(known)
    };
    // Without memory for an empty library none is opened: every trigger is a strange one then.
    made().unwrap_or_default()
});

/// Refuses a library with something that acts by itself and is none of ours.
pub(crate) fn refuse_strange(connection: &Connection, format: i64, path: &Path) -> Result<(), Fault> {
    let nothing = Acting::new();
    let known = usize::try_from(format).ok().and_then(|format| KNOWN.get(format)).unwrap_or(&nothing);
    let found = acting(connection)?;
    let strange: BTreeSet<String> = found
        .into_iter()
        .filter(|(key, text)| known.get(key) != Some(text))
        .map(|((kind, name), _)| format!("{kind} {name}"))
        .collect();
    if strange.is_empty() {
        return Ok(());
    }
    Err(Error::Strange { path: path.to_owned(), what: strange.into_iter().collect() }.into())
}

fn acting(connection: &Connection) -> rusqlite::Result<Acting> {
    let sql = "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')
        OR type = 'table' AND (sql LIKE 'CREATE VIRTUAL%' OR sql LIKE '%CONFLICT%')";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| {
        let text: Option<String> = row.get(2)?;
        Ok(((row.get(0)?, row.get(1)?), bare(&text.unwrap_or_default())))
    })?;
    rows.collect()
}

/// A statement without what versions of `SQLite` write one way or the other.
fn bare(sql: &str) -> String {
    sql.chars().filter(|letter| !letter.is_whitespace() && *letter != '"').flat_map(char::to_lowercase).collect()
}
