//! Answers of models, so that none is asked the same thing twice: vectors of queries, and what chat models said.

use std::collections::HashMap;

use rusqlite::Connection;

use super::{
    Index,
    vectors::{bytes_of, floats_of},
};
use crate::{Error, connection::Fault, table};

/// Vectors of queries kept, the newest: several sets of thousands, and what was typed between them.
const QUERIES: i64 = 50_000;

/// What a chat model answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Its words, as the use-case keeps them.
    pub text: String,
    /// When, RFC 3339.
    pub made_at: String,
}

impl Index {
    /// The known ones among the vectors of queries, by the hash of their text.
    pub fn query_vectors(&self, text_hashes: &[String]) -> Result<HashMap<String, Vec<f32>>, Error> {
        let sql = "SELECT embedding FROM query_vector_t WHERE text_hash = ?";
        self.connections.read(|db| known(db, sql, text_hashes, |row| Ok(floats_of(row.get_ref(0)?.as_blob()?))))
    }

    /// Keeps vectors of queries by the hash of their text, in place of the oldest where there are very many.
    pub fn put_query_vectors(&self, vectors: &[(String, Vec<f32>)]) -> Result<(), Error> {
        vectors.iter().try_for_each(|(_, vector)| self.check_dimension(vector, || "query".to_owned()))?;
        self.connections.write(|tx| {
            let mut put =
                tx.prepare_cached("INSERT OR REPLACE INTO query_vector_t (text_hash, embedding) VALUES (?, ?)")?;
            for (text_hash, vector) in vectors {
                put.execute((text_hash, bytes_of(vector)))?;
            }
            let oldest = "DELETE FROM query_vector_t WHERE number <= (SELECT max(number) FROM query_vector_t) - ?";
            tx.prepare_cached(oldest)?.execute([QUERIES])?;
            Ok(())
        })
    }

    /// The known ones among a chat model's answers, by the key they were kept under.
    pub fn answers(&self, keys: &[String]) -> Result<HashMap<String, Answer>, Error> {
        let sql = "SELECT answer, made_ts FROM answer_t WHERE key = ?";
        let read = |row: &rusqlite::Row<'_>| Ok(Answer { text: row.get(0)?, made_at: row.get(1)? });
        self.connections.read(|db| known(db, sql, keys, read))
    }

    /// Keeps an answer of a chat model. The key names all it depends on: the model and everything it was shown.
    pub fn put_answer(&self, key: &str, answer: &Answer) -> Result<(), Error> {
        let sql = "INSERT OR REPLACE INTO answer_t (key, answer, made_ts) VALUES (?, ?, ?)";
        self.connections.write(|tx| {
            tx.prepare_cached(sql)?.execute((key, &answer.text, &answer.made_at))?;
            Ok(())
        })
    }
}

/// Asks for each key by itself, and leaves out those that are not known.
fn known<T>(
    db: &Connection,
    sql: &str,
    keys: &[String],
    read: impl Fn(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
) -> Result<HashMap<String, T>, Fault> {
    let mut found = HashMap::with_capacity(keys.len());
    for key in keys {
        if let Some(value) = table::find(db, sql, [key], &read)? {
            found.insert(key.clone(), value);
        }
    }
    Ok(found)
}
