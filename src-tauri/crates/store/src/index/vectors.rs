//! Vectors by entity, each with the hash of the text it was made from.

use std::collections::HashMap;

use rusqlite::Transaction;
use studio_model::HostId;
use uuid::Uuid;

use super::{EntityKind, Index};
use crate::{Error, connection::Fault, table};

/// The most neighbours vec0 answers with.
const MOST: usize = 4096;

/// A vector for one entity.
#[derive(Clone, Debug, PartialEq)]
pub struct NewVector {
    /// The skill's or tool's id.
    pub id: Uuid,
    /// Hash of the text it was made from.
    pub text_hash: String,
    /// The vector.
    pub vector: Vec<f32>,
}

impl Index {
    /// The entities of `texts` (id, text hash) that have no vector of just this text, in their order.
    pub fn stale(&self, host: HostId, kind: EntityKind, texts: &[(Uuid, String)]) -> Result<Vec<Uuid>, Error> {
        let sql = "SELECT entity_id, text_hash FROM vector_key_t WHERE host_id = ? AND kind = ?";
        let known: HashMap<Uuid, String> = self.connections.read(|db| {
            let read = |row: &rusqlite::Row<'_>| Ok((table::id_at(row, 0)?, row.get(1)?));
            Ok(table::list(db, sql, (host.to_string(), kind.number()), read)?.into_iter().collect())
        })?;
        Ok(texts.iter().filter(|(id, hash)| known.get(id) != Some(hash)).map(|(id, _)| *id).collect())
    }

    /// Stores vectors, in place of older ones, in one transaction.
    pub fn put_vectors(&self, host: HostId, kind: EntityKind, vectors: &[NewVector]) -> Result<(), Error> {
        self.connections.write(|tx| {
            for new in vectors {
                self.check_dimension(&new.vector, || new.id.to_string())?;
                let key = "INSERT INTO vector_key_t (host_id, kind, entity_id, text_hash) VALUES (?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET text_hash = excluded.text_hash RETURNING number";
                let values = (host.to_string(), kind.number(), new.id.to_string(), &new.text_hash);
                let number: i64 = tx.prepare_cached(key)?.query_row(values, |row| row.get(0))?;
                tx.prepare_cached("DELETE FROM vector_t WHERE number = ?")?.execute([number])?;
                tx.prepare_cached("INSERT INTO vector_t (number, host_id, kind, embedding) VALUES (?, ?, ?, ?)")?
                    .execute((number, host.to_string(), kind.number(), bytes_of(&new.vector)))?;
            }
            Ok(())
        })
    }

    /// Every vector of a host.
    pub fn vectors(&self, host: HostId, kind: EntityKind) -> Result<Vec<(Uuid, Vec<f32>)>, Error> {
        let sql = "SELECT k.entity_id, v.embedding FROM vector_key_t k CROSS JOIN vector_t v ON v.number = k.number
            WHERE k.host_id = ? AND k.kind = ?";
        self.connections.read(|db| {
            table::list(db, sql, (host.to_string(), kind.number()), |row| {
                Ok((table::id_at(row, 0)?, floats_of(row.get_ref(1)?.as_blob()?)))
            })
        })
    }

    /// The vector of one entity, where it was made from just this text.
    pub fn vector(&self, host: HostId, kind: EntityKind, id: Uuid, text_hash: &str) -> Result<Option<Vec<f32>>, Error> {
        let sql = "SELECT v.embedding FROM vector_key_t k CROSS JOIN vector_t v ON v.number = k.number
            WHERE k.host_id = ? AND k.kind = ? AND k.entity_id = ? AND k.text_hash = ?";
        let values = (host.to_string(), kind.number(), id.to_string(), text_hash);
        self.connections.read(|db| table::find(db, sql, values, |row| Ok(floats_of(row.get_ref(0)?.as_blob()?))))
    }

    /// The `limit` entities nearest to `query`, best first, each with its cosine (1 is the same direction).
    pub fn nearest(
        &self,
        host: HostId,
        kind: EntityKind,
        query: &[f32],
        limit: usize,
    ) -> Result<Vec<(Uuid, f32)>, Error> {
        self.check_dimension(query, || "query".to_owned())?;
        let sql = "SELECT k.entity_id, n.distance FROM
                (SELECT number, distance FROM vector_t WHERE embedding MATCH ? AND k = ? AND host_id = ? AND kind = ?) n
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

    fn check_dimension(&self, vector: &[f32], id: impl FnOnce() -> String) -> Result<(), Error> {
        if vector.len() == self.dimension {
            return Ok(());
        }
        Err(Error::Dimension { id: id(), expected: self.dimension, found: vector.len() })
    }
}

pub(super) fn forget(tx: &Transaction<'_>, host: HostId, kind: EntityKind, id: Uuid) -> Result<(), Fault> {
    let sql = "DELETE FROM vector_key_t WHERE host_id = ? AND kind = ? AND entity_id = ? RETURNING number";
    let number: Option<i64> = table::find(tx, sql, (host.to_string(), kind.number(), id.to_string()), |r| r.get(0))?;
    if let Some(number) = number {
        tx.prepare_cached("DELETE FROM vector_t WHERE number = ?")?.execute([number])?;
    }
    Ok(())
}

fn bytes_of(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn floats_of(bytes: &[u8]) -> Vec<f32> {
    let (numbers, _) = bytes.as_chunks::<4>();
    numbers.iter().map(|number| f32::from_le_bytes(*number)).collect()
}
