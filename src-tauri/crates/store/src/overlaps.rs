//! Pairs of skills an author has looked at and found different enough.

use studio_model::SkillId;

use crate::{Error, Library, OverlapDismissal, Reading, table};

impl Library {
    /// Dismisses the overlap of two skills, as long as the texts with this hash are what they say. Which of the two comes
    /// first is of no matter.
    pub fn put_overlap_dismissal(&self, one: SkillId, other: SkillId, texts_hash: &str) -> Result<(), Error> {
        let (host, a, b) = self.pair(one, other);
        let sql = "INSERT OR REPLACE INTO overlap_dismissal_t (host_id, a_skill_id, b_skill_id, texts_hash)
            VALUES (?, ?, ?, ?)";
        self.connections.write(|tx| match tx.execute(sql, (host, &a, &b, texts_hash)) {
            Ok(_) => Ok(()),
            Err(error) => Err(table::dangling(error, "overlap dismissal", &format!("{a}/{b}"))),
        })
    }
}

impl Reading {
    /// The dismissed overlaps, of skills in the trash too.
    pub fn list_overlap_dismissals(&self) -> Result<Vec<OverlapDismissal>, Error> {
        let sql = "SELECT a_skill_id, b_skill_id, texts_hash FROM overlap_dismissal_t WHERE host_id = ?
            ORDER BY a_skill_id, b_skill_id";
        self.connections.read(|db| {
            table::list(db, sql, [self.host().to_string()], |row| {
                Ok(OverlapDismissal {
                    a: SkillId(table::id_at(row, 0)?),
                    b: SkillId(table::id_at(row, 1)?),
                    texts_hash: row.get(2)?,
                })
            })
        })
    }
}

impl Library {
    /// Takes a dismissal back; nothing happens where there is none.
    pub fn delete_overlap_dismissal(&self, one: SkillId, other: SkillId) -> Result<(), Error> {
        let sql = "DELETE FROM overlap_dismissal_t WHERE host_id = ? AND a_skill_id = ? AND b_skill_id = ?";
        self.connections.write(|tx| {
            tx.execute(sql, self.pair(one, other))?;
            Ok(())
        })
    }
}

impl Reading {
    /// The key of a pair: its ids in the order of their text.
    fn pair(&self, one: SkillId, other: SkillId) -> (String, String, String) {
        let (one, other) = (one.to_string(), other.to_string());
        (self.host().to_string(), one.clone().min(other.clone()), one.max(other))
    }
}
