//! Settings that travel with the library.

use crate::{Error, Library, Reading, table};

impl Reading {
    /// A setting kept in the library.
    pub fn get_setting(&self, key: &str) -> Result<Option<String>, Error> {
        let sql = "SELECT value FROM setting_t WHERE host_id = ? AND key = ?";
        self.connections.read(|db| table::find(db, sql, (self.host().to_string(), key), |row| row.get(0)))
    }
}

impl Library {
    /// Keeps a setting.
    pub fn set_setting(&self, key: &str, value: &str) -> Result<(), Error> {
        self.connections.write(|tx| {
            let sql = "INSERT OR REPLACE INTO setting_t (host_id, key, value) VALUES (?, ?, ?)";
            tx.prepare_cached(sql)?.execute((self.host().to_string(), key, value))?;
            Ok(())
        })
    }
}
