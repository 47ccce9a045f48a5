//! Full text: keeping it in step with the library, and searching it.

use std::collections::HashMap;

use rusqlite::{Connection, Transaction};
use studio_model::HostId;
use uuid::Uuid;

use super::{
    EntityKind, Index,
    query::{Breadth, join, separate, word_query},
};
use crate::{Error, connection::Fault, table};

/// A skill's text for full-text search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextRow {
    /// The skill.
    pub id: Uuid,
    /// Hash of the whole file; an equal hash means that there is nothing to do.
    pub hash: String,
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// Tags, separated by blanks.
    pub tags: String,
    /// Instructions.
    pub body: String,
}

/// A skill found by its words.
#[derive(Clone, Debug, PartialEq)]
pub struct WordHit {
    /// The skill.
    pub id: Uuid,
    /// BM25 with name, tags and description weighing more than the body; higher is better.
    pub score: f64,
    /// The passage that matched, with matches between `[` and `]`.
    pub snippet: String,
}

impl Index {
    /// The hash of each text it holds, so that only changed ones need be read and handed over.
    pub fn text_hashes(&self, host: HostId) -> Result<HashMap<Uuid, String>, Error> {
        self.connections.read(|db| hashes(db, host))
    }

    /// Stores the texts whose hash is not the stored one, in one transaction; says how many those were.
    pub fn sync_text(&self, host: HostId, rows: &[TextRow]) -> Result<usize, Error> {
        self.connections.write(|tx| {
            let mut changed = 0;
            for row in rows {
                if hash_of(tx, host, row.id)?.as_ref() != Some(&row.hash) {
                    put(tx, host, row)?;
                    changed += 1;
                }
            }
            Ok(changed)
        })
    }

    /// The skills whose text holds the query's words, best first; the last word may be the start of one.
    ///
    /// Any text is a query and none is a syntax error. Skills that hold every word come; where there are none, those
    /// that hold any. Words without a meaning of their own do not count, unless there are no others.
    pub fn search_words(&self, host: HostId, query: &str, limit: usize) -> Result<Vec<WordHit>, Error> {
        self.connections.read(|db| {
            for breadth in [Breadth::EveryWord, Breadth::AnyWord] {
                let Some(expression) = word_query(query, breadth) else { return Ok(Vec::new()) };
                let hits = search(db, host, &expression, limit)?;
                if !hits.is_empty() {
                    return Ok(hits);
                }
            }
            Ok(Vec::new())
        })
    }
}

pub(super) fn forget(tx: &Transaction<'_>, host: HostId, kind: EntityKind, id: Uuid) -> Result<(), Fault> {
    let sql = "DELETE FROM text_key_t WHERE host_id = ? AND kind = ? AND entity_id = ? RETURNING number";
    let number: Option<i64> = table::find(tx, sql, (host.to_string(), kind.number(), id.to_string()), |r| r.get(0))?;
    if let Some(number) = number {
        tx.prepare_cached("DELETE FROM text_t WHERE rowid = ?")?.execute([number])?;
    }
    Ok(())
}

fn hashes(db: &Connection, host: HostId) -> Result<HashMap<Uuid, String>, Fault> {
    let sql = "SELECT entity_id, text_hash FROM text_key_t WHERE host_id = ? AND kind = ?";
    let read = |row: &rusqlite::Row<'_>| Ok((table::id_at(row, 0)?, row.get(1)?));
    Ok(table::list(db, sql, (host.to_string(), EntityKind::Skill.number()), read)?.into_iter().collect())
}

fn hash_of(db: &Connection, host: HostId, id: Uuid) -> Result<Option<String>, Fault> {
    let sql = "SELECT text_hash FROM text_key_t WHERE host_id = ? AND kind = ? AND entity_id = ?";
    table::find(db, sql, (host.to_string(), EntityKind::Skill.number(), id.to_string()), |row| row.get(0))
}

fn put(tx: &Transaction<'_>, host: HostId, row: &TextRow) -> Result<(), Fault> {
    let key = "INSERT INTO text_key_t (host_id, kind, entity_id, text_hash) VALUES (?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET text_hash = excluded.text_hash RETURNING number";
    let values = (host.to_string(), EntityKind::Skill.number(), row.id.to_string(), &row.hash);
    let number: i64 = tx.prepare_cached(key)?.query_row(values, |row| row.get(0))?;
    tx.prepare_cached("INSERT OR REPLACE INTO text_t (rowid, name, description, tags, body) VALUES (?, ?, ?, ?, ?)")?
        .execute((number, separate(&row.name), separate(&row.description), separate(&row.tags), separate(&row.body)))?;
    Ok(())
}

fn search(db: &Connection, host: HostId, expression: &str, limit: usize) -> Result<Vec<WordHit>, Fault> {
    let sql = "SELECT k.entity_id, bm25(text_t, 10.0, 4.0, 6.0, 1.0) AS rank, snippet(text_t, -1, '[', ']', '…', 16)
        FROM text_t JOIN text_key_t k ON k.number = text_t.rowid
        WHERE text_t MATCH ? AND k.host_id = ? ORDER BY rank, k.entity_id LIMIT ?";
    table::list(db, sql, (expression, host.to_string(), limit as i64), |row| {
        let snippet: String = row.get(2)?;
        Ok(WordHit { id: table::id_at(row, 0)?, score: -row.get::<_, f64>(1)?, snippet: join(&snippet) })
    })
}
