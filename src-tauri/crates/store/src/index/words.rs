//! Full text: keeping it in step with the library, and asking where a word stands.
//!
//! Only the words are kept here, not the texts: who wants to show a passage reads it from the library.

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, Transaction};
use studio_model::HostId;
use uuid::Uuid;

use super::{
    EntityKind, Index,
    query::{phrase_query, separate},
};
use crate::{Error, connection::Fault, table};

/// The tables of this part; they can be made anew in an index that has vectors already.
pub(super) const TABLES: &str = "
    CREATE TABLE text_key_t (
        number    INTEGER PRIMARY KEY,
        host_id   TEXT NOT NULL,
        kind      INTEGER NOT NULL,
        entity_id TEXT NOT NULL,
        text_hash TEXT NOT NULL,
        UNIQUE (host_id, kind, entity_id)
    ) STRICT;
    CREATE VIRTUAL TABLE text_t USING fts5(
        description, tags, body,
        content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
    );
    CREATE TABLE file_key_t (
        number    INTEGER PRIMARY KEY,
        host_id   TEXT NOT NULL,
        entity_id TEXT NOT NULL,
        path      TEXT NOT NULL,
        text_hash TEXT NOT NULL,
        UNIQUE (host_id, entity_id, path)
    ) STRICT;
    CREATE VIRTUAL TABLE file_text_t USING fts5(
        path, body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
    );";

/// Bytes of words that wait in memory before they are written to a table: with the default of one megabyte, most of what taking
/// in many texts takes is putting together what was written before.
const WAITING_WORDS: i64 = 16 * 1024 * 1024;

/// Has words wait in memory, in an index that was made before they did, too.
pub(super) fn let_words_wait(db: &Connection) -> Result<(), Fault> {
    for table in ["text_t", "file_text_t"] {
        let sql = format!("SELECT v FROM {table}_config WHERE k = 'hashsize'");
        if table::find(db, &sql, [], |row| row.get::<_, i64>(0))? != Some(WAITING_WORDS) {
            db.execute(&format!("INSERT INTO {table}({table}, rank) VALUES ('hashsize', ?)"), [WAITING_WORDS])?;
        }
    }
    Ok(())
}

/// The text of a skill, tool, agent or server for full-text search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextRow {
    /// Whose it is.
    pub id: Uuid,
    /// Hash of all of it; an equal hash means that there is nothing to do.
    pub hash: String,
    /// Description.
    pub description: String,
    /// Tags, separated by blanks; of what has none, the words it is sorted by.
    pub tags: String,
    /// Instructions; of a tool its parameters, of a server its tools.
    pub body: String,
}

/// The text of one of a skill's other files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileText {
    /// The skill.
    pub skill: Uuid,
    /// Path within the skill.
    pub path: String,
    /// Hash of the file.
    pub hash: String,
    /// Its text, empty for one that is not text: its path is found nevertheless.
    pub text: String,
}

/// The skills, tools, agents and servers that have a word, by where it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordPlaces {
    /// In their description.
    pub description: HashSet<Uuid>,
    /// In their tags.
    pub tags: HashSet<Uuid>,
    /// In their instructions.
    pub body: HashSet<Uuid>,
    /// In other files of skills, with the first such path.
    pub files: HashMap<Uuid, String>,
}

impl Index {
    /// The hash of each text of a kind that it holds, so that only changed ones need be read and handed over.
    pub fn text_hashes(&self, host: HostId, kind: EntityKind) -> Result<HashMap<Uuid, String>, Error> {
        self.connections.read(|db| hashes(db, host, kind))
    }

    /// Stores the texts whose hash is not the stored one, in one transaction; says how many those were.
    pub fn sync_text(&self, host: HostId, kind: EntityKind, rows: &[TextRow]) -> Result<usize, Error> {
        self.connections.write(|tx| {
            let mut changed = Vec::new();
            for row in rows {
                if hash_of(tx, host, kind, row.id)?.as_ref() != Some(&row.hash) {
                    changed.push((number_of(tx, host, kind, row)?, row));
                }
            }
            // All numbers first: each statement with RETURNING opens a savepoint, at which full text writes out what waits.
            changed.iter().try_for_each(|(number, row)| put(tx, *number, row))?;
            Ok(changed.len())
        })
    }

    /// The hash of each file it holds, of one skill or of all, by skill and path.
    pub fn file_hashes(&self, host: HostId, skill: Option<Uuid>) -> Result<HashMap<(Uuid, String), String>, Error> {
        let sql = "SELECT entity_id, path, text_hash FROM file_key_t
            WHERE host_id = ?1 AND (?2 IS NULL OR entity_id = ?2)";
        let read = |row: &rusqlite::Row<'_>| Ok(((table::id_at(row, 0)?, row.get(1)?), row.get(2)?));
        let values = (host.to_string(), skill.map(|id| id.to_string()));
        self.connections.read(|db| Ok(table::list(db, sql, values, read)?.into_iter().collect()))
    }

    /// Stores files that came or changed and forgets those that are gone, in one transaction.
    pub fn sync_files(&self, host: HostId, changed: &[FileText], gone: &[(Uuid, String)]) -> Result<(), Error> {
        self.connections.write(|tx| {
            gone.iter().try_for_each(|(skill, path)| forget_files(tx, host, *skill, Some(path)))?;
            let numbers = changed.iter().map(|file| number_of_file(tx, host, file)).collect::<Result<Vec<_>, _>>()?;
            // As above: all numbers first.
            numbers.into_iter().zip(changed).try_for_each(|(number, file)| put_file(tx, number, file))
        })
    }

    /// Whoever has a word, or one that starts with it, outside their names; a phrase is its words in a row,
    /// whatever stands between them. Any text is a word and none is a syntax error; one that holds no letter, digit or
    /// sign stands nowhere.
    pub fn word_places(&self, host: HostId, word: &str) -> Result<WordPlaces, Error> {
        self.connections.read(|db| {
            let Some(files) = phrase_query(word, "path body") else { return Ok(WordPlaces::default()) };
            let within = |column: &str| match phrase_query(word, column) {
                Some(expression) => those_with(db, host, &expression),
                None => Ok(HashSet::new()),
            };
            Ok(WordPlaces {
                description: within("description")?,
                tags: within("tags")?,
                body: within("body")?,
                files: files_with(db, host, &files)?,
            })
        })
    }

    /// The files, `SKILL.md` left out, that have a word or phrase, by skill and path.
    pub fn files_with(&self, host: HostId, word: &str) -> Result<Vec<(Uuid, String)>, Error> {
        let sql = "SELECT k.entity_id, k.path FROM file_text_t JOIN file_key_t k ON k.number = file_text_t.rowid
            WHERE file_text_t MATCH ? AND k.host_id = ? ORDER BY k.entity_id, k.path";
        let Some(expression) = phrase_query(word, "body") else { return Ok(Vec::new()) };
        let read = |row: &rusqlite::Row<'_>| Ok((table::id_at(row, 0)?, row.get(1)?));
        self.connections.read(|db| table::list(db, sql, (&expression, host.to_string()), read))
    }
}

pub(super) fn forget(tx: &Transaction<'_>, host: HostId, kind: EntityKind, id: Uuid) -> Result<(), Fault> {
    let sql = "DELETE FROM text_key_t WHERE host_id = ? AND kind = ? AND entity_id = ? RETURNING number";
    let number: Option<i64> = table::find(tx, sql, (host.to_string(), kind.number(), id.to_string()), |r| r.get(0))?;
    if let Some(number) = number {
        tx.prepare_cached("DELETE FROM text_t WHERE rowid = ?")?.execute([number])?;
    }
    match kind {
        EntityKind::Skill => forget_files(tx, host, id, None),
        EntityKind::Tool | EntityKind::Agent | EntityKind::Server => Ok(()),
    }
}

/// Forgets one file of a skill, or all.
fn forget_files(tx: &Transaction<'_>, host: HostId, skill: Uuid, path: Option<&str>) -> Result<(), Fault> {
    let sql = "DELETE FROM file_key_t WHERE host_id = ?1 AND entity_id = ?2 AND (?3 IS NULL OR path = ?3)
        RETURNING number";
    for number in table::list(tx, sql, (host.to_string(), skill.to_string(), path), |row| row.get::<_, i64>(0))? {
        tx.prepare_cached("DELETE FROM file_text_t WHERE rowid = ?")?.execute([number])?;
    }
    Ok(())
}

fn hashes(db: &Connection, host: HostId, kind: EntityKind) -> Result<HashMap<Uuid, String>, Fault> {
    let sql = "SELECT entity_id, text_hash FROM text_key_t WHERE host_id = ? AND kind = ?";
    let read = |row: &rusqlite::Row<'_>| Ok((table::id_at(row, 0)?, row.get(1)?));
    Ok(table::list(db, sql, (host.to_string(), kind.number()), read)?.into_iter().collect())
}

fn hash_of(db: &Connection, host: HostId, kind: EntityKind, id: Uuid) -> Result<Option<String>, Fault> {
    let sql = "SELECT text_hash FROM text_key_t WHERE host_id = ? AND kind = ? AND entity_id = ?";
    table::find(db, sql, (host.to_string(), kind.number(), id.to_string()), |row| row.get(0))
}

/// The number of a text, whose hash is noted.
fn number_of(tx: &Transaction<'_>, host: HostId, kind: EntityKind, row: &TextRow) -> Result<i64, Fault> {
    let key = "INSERT INTO text_key_t (host_id, kind, entity_id, text_hash) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET text_hash = excluded.text_hash RETURNING number";
    let values = (host.to_string(), kind.number(), row.id.to_string(), &row.hash);
    Ok(tx.prepare_cached(key)?.query_row(values, |row| row.get(0))?)
}

fn put(tx: &Transaction<'_>, number: i64, row: &TextRow) -> Result<(), Fault> {
    tx.prepare_cached("INSERT OR REPLACE INTO text_t (rowid, description, tags, body) VALUES (?, ?, ?, ?)")?
        .execute((number, separate(&row.description), separate(&row.tags), separate(&row.body)))?;
    Ok(())
}

/// The number of a file, whose hash is noted.
fn number_of_file(tx: &Transaction<'_>, host: HostId, file: &FileText) -> Result<i64, Fault> {
    let key = "INSERT INTO file_key_t (host_id, entity_id, path, text_hash) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET text_hash = excluded.text_hash RETURNING number";
    let values = (host.to_string(), file.skill.to_string(), &file.path, &file.hash);
    Ok(tx.prepare_cached(key)?.query_row(values, |row| row.get(0))?)
}

fn put_file(tx: &Transaction<'_>, number: i64, file: &FileText) -> Result<(), Fault> {
    let sql = "INSERT OR REPLACE INTO file_text_t (rowid, path, body) VALUES (?, ?, ?)";
    tx.prepare_cached(sql)?.execute((number, separate(&file.path), separate(&file.text)))?;
    Ok(())
}

fn those_with(db: &Connection, host: HostId, expression: &str) -> Result<HashSet<Uuid>, Fault> {
    let sql = "SELECT k.entity_id FROM text_t JOIN text_key_t k ON k.number = text_t.rowid
        WHERE text_t MATCH ? AND k.host_id = ?";
    Ok(table::list(db, sql, (expression, host.to_string()), |row| table::id_at(row, 0))?.into_iter().collect())
}

fn files_with(db: &Connection, host: HostId, expression: &str) -> Result<HashMap<Uuid, String>, Fault> {
    let sql = "SELECT k.entity_id, min(k.path) FROM file_text_t JOIN file_key_t k ON k.number = file_text_t.rowid
        WHERE file_text_t MATCH ? AND k.host_id = ? GROUP BY k.entity_id";
    let read = |row: &rusqlite::Row<'_>| Ok((table::id_at(row, 0)?, row.get(1)?));
    Ok(table::list(db, sql, (expression, host.to_string()), read)?.into_iter().collect())
}
