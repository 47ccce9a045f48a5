//! The vector in the row of a skill and of a tool (the seed's `description_embedding`).
//!
//! A copy of what `index.db` has of the whole description, so that a library is complete wherever it is opened. Nothing
//! here raises the version of a row: a vector says nothing new.

use uuid::Uuid;

use crate::{
    EntityKind, Error, Library, Reading,
    index::{bytes_of, floats_of},
    table,
};

impl Library {
    /// Writes vectors into the rows they are of, in one transaction. Agents and servers have no place for one.
    pub fn put_description_vectors(&self, kind: EntityKind, vectors: &[(Uuid, &[f32])]) -> Result<(), Error> {
        let Some(Columns { table, key }) = Columns::of(kind) else { return Ok(()) };
        if vectors.is_empty() {
            return Ok(());
        }
        let sql = format!("UPDATE {table} SET description_embedding = ?1 WHERE host_id = ?2 AND {key} = ?3");
        self.connections.write_aside(|tx| {
            let mut put = tx.prepare_cached(&sql)?;
            for (id, vector) in vectors {
                put.execute((bytes_of(vector), self.host().to_string(), id.to_string()))?;
            }
            Ok(())
        })
    }
}

impl Reading {
    /// Whose row has no vector.
    pub fn without_description_vector(&self, kind: EntityKind) -> Result<Vec<Uuid>, Error> {
        let Some(Columns { table, key }) = Columns::of(kind) else { return Ok(Vec::new()) };
        let sql = format!("SELECT {key} FROM {table} WHERE host_id = ? AND description_embedding IS NULL");
        self.connections.read(|db| table::list(db, &sql, [self.host().to_string()], |row| table::id_at(row, 0)))
    }

    /// The vector in the row of a skill or tool; none where there is none, or no such row.
    pub fn description_vector(&self, kind: EntityKind, id: Uuid) -> Result<Option<Vec<f32>>, Error> {
        let Some(Columns { table, key }) = Columns::of(kind) else { return Ok(None) };
        let sql = format!("SELECT description_embedding FROM {table} WHERE host_id = ? AND {key} = ?");
        let read = |row: &rusqlite::Row<'_>| row.get::<_, Option<Vec<u8>>>(0);
        let values = (self.host().to_string(), id.to_string());
        let bytes = self.connections.read(|db| table::find(db, &sql, values, read))?;
        Ok(bytes.flatten().map(|bytes| floats_of(&bytes)))
    }
}

/// Where a kind keeps it.
struct Columns {
    table: &'static str,
    key: &'static str,
}

impl Columns {
    const fn of(kind: EntityKind) -> Option<Self> {
        match kind {
            EntityKind::Skill => Some(Self { table: "skill_t", key: "skill_id" }),
            EntityKind::Tool => Some(Self { table: "tool_t", key: "tool_id" }),
            EntityKind::Agent | EntityKind::Server => None,
        }
    }
}
