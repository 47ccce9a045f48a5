//! Vectors of skills and of whatever else describes itself, each with the hash of the text it was made from.
//!
//! An entity has several: one of its whole text, which is part 0, and one of each passage. Those of what lies in the trash are
//! set aside, where no question finds them, so that what comes back is not read by the model again.

use std::collections::{HashMap, HashSet};

use rusqlite::{Connection, Row, Transaction};
use studio_model::HostId;
use uuid::Uuid;

use super::{EntityKind, Index};
use crate::{Error, connection::Fault, table};

/// The most neighbours vec0 answers with.
const MOST: usize = 4096;

/// The part that stands for the whole text.
const WHOLE: u16 = 0;

/// The vector of one text of an entity.
#[derive(Clone, Debug, PartialEq)]
pub struct VectorRow {
    /// The entity's id.
    pub id: Uuid,
    /// Which of its texts: 0 is the whole one, the others are in the caller's own order.
    pub part: u16,
    /// Hash of the text.
    pub text_hash: String,
    /// The vector.
    pub vector: Vec<f32>,
}

impl Index {
    /// The parts of `texts` (id, part, text hash) that have no vector of just this text, in their order.
    pub fn stale(
        &self,
        host: HostId,
        kind: EntityKind,
        texts: &[(Uuid, u16, String)],
    ) -> Result<Vec<(Uuid, u16)>, Error> {
        let sql = "SELECT entity_id, part, text_hash FROM vector_key_t WHERE host_id = ? AND kind = ?";
        let known: HashMap<(Uuid, u16), String> = self.connections.read(|db| {
            let read = |row: &Row<'_>| Ok(((table::id_at(row, 0)?, row.get(1)?), row.get(2)?));
            Ok(table::list(db, sql, (host.to_string(), kind.number()), read)?.into_iter().collect())
        })?;
        let is_stale = |(id, part, hash): &&(Uuid, u16, String)| known.get(&(*id, *part)) != Some(hash);
        Ok(texts.iter().filter(is_stale).map(|(id, part, _)| (*id, *part)).collect())
    }

    /// Stores vectors, each in place of the older one of its part, in one transaction.
    pub fn put_vectors(&self, host: HostId, kind: EntityKind, vectors: &[VectorRow]) -> Result<(), Error> {
        vectors.iter().try_for_each(|new| self.check_dimension(&new.vector, || new.id.to_string()))?;
        self.connections.write(|tx| vectors.iter().try_for_each(|new| put(tx, &host.to_string(), kind.number(), new)))
    }

    /// Every vector of a host, those of one entity together and by part.
    pub fn vectors(&self, host: HostId, kind: EntityKind) -> Result<Vec<VectorRow>, Error> {
        self.connections.read(|db| read(db, "k.host_id = ? AND k.kind = ?", (host.to_string(), kind.number())))
    }

    /// Hands every vector of a host to `visit`, all of one entity at a time and by part; those of several are never in
    /// memory together.
    pub fn visit_vectors(
        &self,
        host: HostId,
        kind: EntityKind,
        mut visit: impl FnMut(Vec<VectorRow>),
    ) -> Result<(), Error> {
        let sql = select("k.host_id = ? AND k.kind = ?");
        self.connections.read(|db| {
            let mut statement = db.prepare_cached(&sql)?;
            let mut rows = statement.query((host.to_string(), kind.number()))?;
            let mut of_one: Vec<VectorRow> = Vec::new();
            while let Some(row) = rows.next()? {
                let next = vector_row(row)?;
                if of_one.first().is_some_and(|first| first.id != next.id) {
                    visit(std::mem::take(&mut of_one));
                }
                of_one.push(next);
            }
            if !of_one.is_empty() {
                visit(of_one);
            }
            Ok(())
        })
    }

    /// The vectors of whole texts, one an entity.
    pub fn whole_vectors(&self, host: HostId, kind: EntityKind) -> Result<Vec<VectorRow>, Error> {
        let values = (host.to_string(), kind.number(), WHOLE);
        self.connections.read(|db| read(db, "k.host_id = ? AND k.kind = ? AND k.part = ?", values))
    }

    /// The vectors of one entity, by part.
    pub fn vectors_of(&self, host: HostId, kind: EntityKind, id: Uuid) -> Result<Vec<VectorRow>, Error> {
        let values = (host.to_string(), kind.number(), id.to_string());
        self.connections.read(|db| read(db, "k.host_id = ? AND k.kind = ? AND k.entity_id = ?", values))
    }

    /// Forgets the parts of one entity from `count` on: its text has become shorter.
    pub fn trim_parts(&self, host: HostId, kind: EntityKind, id: Uuid, count: u16) -> Result<(), Error> {
        self.connections.write(|tx| forget_from(tx, host, kind.number(), id, count))
    }

    /// Forgets the texts of these entities and sets their vectors aside, in one transaction: they went to the trash.
    pub fn set_aside(&self, host: HostId, kind: EntityKind, ids: &[Uuid]) -> Result<(), Error> {
        self.connections.write(|tx| {
            ids.iter().try_for_each(|id| {
                change_kind(tx, host, (kind.number(), kind.aside()), *id)?;
                super::words::forget(tx, host, kind, *id)
            })
        })
    }

    /// Takes up again what was set aside of these entities.
    pub fn take_up(&self, host: HostId, kind: EntityKind, ids: &[Uuid]) -> Result<(), Error> {
        let aside = self.connections.read(|db| aside(db, host, kind))?;
        let back: Vec<Uuid> = ids.iter().copied().filter(|id| aside.contains(id)).collect();
        if back.is_empty() {
            return Ok(());
        }
        let kinds = (kind.aside(), kind.number());
        self.connections.write(|tx| back.iter().try_for_each(|id| change_kind(tx, host, kinds, *id)))
    }

    /// Forgets what is set aside of every entity that is not among `ids`: it lies in the trash no more.
    pub fn retain_aside(&self, host: HostId, kind: EntityKind, ids: &[Uuid]) -> Result<(), Error> {
        let mut gone = self.connections.read(|db| aside(db, host, kind))?;
        gone.retain(|id| !ids.contains(id));
        if gone.is_empty() {
            return Ok(());
        }
        self.connections.write(|tx| gone.iter().try_for_each(|id| forget_from(tx, host, kind.aside(), *id, WHOLE)))
    }

    /// The `limit` entities whose whole text is nearest to `query`, best first, each with its cosine (1 is the same
    /// direction).
    pub fn nearest(
        &self,
        host: HostId,
        kind: EntityKind,
        query: &[f32],
        limit: usize,
    ) -> Result<Vec<(Uuid, f32)>, Error> {
        self.check_dimension(query, || "query".to_owned())?;
        let sql = "SELECT k.entity_id, n.distance FROM
                (SELECT number, distance FROM vector_t
                 WHERE embedding MATCH ? AND k = ? AND host_id = ? AND kind = ? AND is_whole = 1) n
            JOIN vector_key_t k ON k.number = n.number ORDER BY n.distance, k.entity_id";
        let values = (bytes_of(query), limit.min(MOST) as i64, host.to_string(), kind.number());
        self.connections.read(|db| {
            table::list(db, sql, values, |row| {
                // vec0 has no distance for a vector without direction.
                let distance = row.get::<_, Option<f64>>(1)?.unwrap_or(1.0);
                Ok((table::id_at(row, 0)?, (1.0 - distance) as f32))
            })
        })
    }

    pub(super) fn check_dimension(&self, vector: &[f32], id: impl FnOnce() -> String) -> Result<(), Error> {
        if vector.len() == self.dimension {
            return Ok(());
        }
        Err(Error::Dimension { id: id(), expected: self.dimension, found: vector.len() })
    }
}

/// Forgets every vector of one entity, those that were set aside too.
pub(super) fn forget(tx: &Transaction<'_>, host: HostId, kind: EntityKind, id: Uuid) -> Result<(), Fault> {
    forget_from(tx, host, kind.number(), id, WHOLE)?;
    forget_from(tx, host, kind.aside(), id, WHOLE)
}

/// Whose vectors are set aside.
fn aside(db: &Connection, host: HostId, kind: EntityKind) -> Result<HashSet<Uuid>, Fault> {
    let sql = "SELECT DISTINCT entity_id FROM vector_key_t WHERE host_id = ? AND kind = ?";
    let ids = table::list(db, sql, (host.to_string(), kind.aside()), |row| table::id_at(row, 0))?;
    Ok(ids.into_iter().collect())
}

/// Files the vectors of one entity under the second kind instead of the first: the kind is a part of their table's
/// partition, which cannot be updated.
fn change_kind(tx: &Transaction<'_>, host: HostId, (from, to): (i64, i64), id: Uuid) -> Result<(), Fault> {
    let condition = "k.host_id = ? AND k.kind = ? AND k.entity_id = ?";
    let rows = read(tx, condition, (host.to_string(), from, id.to_string()))?;
    forget_from(tx, host, from, id, WHOLE)?;
    rows.iter().try_for_each(|row| put(tx, &host.to_string(), to, row))
}

fn forget_from(tx: &Transaction<'_>, host: HostId, kind: i64, id: Uuid, first: u16) -> Result<(), Fault> {
    let sql = "DELETE FROM vector_key_t WHERE host_id = ? AND kind = ? AND entity_id = ? AND part >= ?
        RETURNING number";
    let values = (host.to_string(), kind, id.to_string(), first);
    for number in table::list(tx, sql, values, |row| row.get::<_, i64>(0))? {
        tx.prepare_cached("DELETE FROM vector_t WHERE number = ?")?.execute([number])?;
    }
    Ok(())
}

fn put(tx: &Transaction<'_>, host: &str, kind: i64, new: &VectorRow) -> Result<(), Fault> {
    let key = "INSERT INTO vector_key_t (host_id, kind, entity_id, part, text_hash) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET text_hash = excluded.text_hash RETURNING number";
    let values = (host, kind, new.id.to_string(), new.part, &new.text_hash);
    let number: i64 = tx.prepare_cached(key)?.query_row(values, |row| row.get(0))?;
    tx.prepare_cached("DELETE FROM vector_t WHERE number = ?")?.execute([number])?;
    let sql = "INSERT INTO vector_t (number, host_id, kind, is_whole, embedding) VALUES (?, ?, ?, ?, ?)";
    let values = (number, host, kind, new.part == WHOLE, bytes_of(&new.vector));
    tx.prepare_cached(sql)?.execute(values)?;
    Ok(())
}

fn read(db: &Connection, condition: &str, values: impl rusqlite::Params) -> Result<Vec<VectorRow>, Fault> {
    table::list(db, &select(condition), values, vector_row)
}

fn select(condition: &str) -> String {
    format!(
        "SELECT k.entity_id, k.part, k.text_hash, v.embedding
        FROM vector_key_t k CROSS JOIN vector_t v ON v.number = k.number
        WHERE {condition} ORDER BY k.entity_id, k.part"
    )
}

/// Reads a row of [`select`].
fn vector_row(row: &Row<'_>) -> rusqlite::Result<VectorRow> {
    Ok(VectorRow {
        id: table::id_at(row, 0)?,
        part: row.get(1)?,
        text_hash: row.get(2)?,
        vector: floats_of(row.get_ref(3)?.as_blob()?),
    })
}

pub(crate) fn bytes_of(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|value| value.to_le_bytes()).collect()
}

pub(crate) fn floats_of(bytes: &[u8]) -> Vec<f32> {
    let (numbers, _) = bytes.as_chunks::<4>();
    numbers.iter().map(|number| f32::from_le_bytes(*number)).collect()
}
