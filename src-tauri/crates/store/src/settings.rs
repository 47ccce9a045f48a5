//! Settings and labelled queries that travel with the library.

use crate::{Error, LabelledQuery, Library, table};
use uuid::Uuid;

impl Library {
    /// A setting kept in the library.
    pub fn get_setting(&self, key: &str) -> Result<Option<String>, Error> {
        let sql = "SELECT value FROM setting_t WHERE host_id = ? AND key = ?";
        self.connections.read(|db| table::find(db, sql, (self.host().to_string(), key), |row| row.get(0)))
    }

    /// Keeps a setting.
    pub fn set_setting(&self, key: &str, value: &str) -> Result<(), Error> {
        self.connections.write(|tx| {
            let sql = "INSERT OR REPLACE INTO setting_t (host_id, key, value) VALUES (?, ?, ?)";
            tx.prepare_cached(sql)?.execute((self.host().to_string(), key, value))?;
            Ok(())
        })
    }

    /// Creates or replaces a labelled query.
    pub fn put_query(&self, query: &LabelledQuery) -> Result<(), Error> {
        self.connections.write(|tx| {
            let sql = "INSERT INTO query_t (host_id, query_id, text, expected, source) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET text = excluded.text, expected = excluded.expected, source = excluded.source";
            let expected = table::json_list(&query.expected);
            let values = (self.host().to_string(), query.id.to_string(), &query.text, expected, &query.source);
            tx.prepare_cached(sql)?.execute(values)?;
            Ok(())
        })
    }

    /// The labelled queries in the order they came.
    pub fn list_queries(&self) -> Result<Vec<LabelledQuery>, Error> {
        let sql = "SELECT query_id, text, expected, source FROM query_t WHERE host_id = ? ORDER BY rowid";
        self.connections.read(|db| {
            table::list(db, sql, [self.host().to_string()], |row| {
                Ok(LabelledQuery {
                    id: table::id_at(row, 0)?,
                    text: row.get(1)?,
                    expected: table::texts(row, 2)?,
                    source: row.get(3)?,
                })
            })
        })
    }

    /// Forgets a labelled query; nothing happens where there is none.
    pub fn delete_query(&self, id: Uuid) -> Result<(), Error> {
        self.connections.write(|tx| {
            let sql = "DELETE FROM query_t WHERE host_id = ? AND query_id = ?";
            tx.prepare_cached(sql)?.execute((self.host().to_string(), id.to_string()))?;
            Ok(())
        })
    }
}
