//! Where the author left the nodes of the map.

use std::collections::HashMap;

use studio_model::Invalid;

use crate::{Error, Library, Reading, table};

impl Library {
    /// Keeps the places of nodes, all or none; a node without a place is forgotten.
    pub fn put_positions(&self, positions: &[(String, Option<(f64, f64)>)]) -> Result<(), Error> {
        let host = self.host().to_string();
        self.connections.write_aside(|tx| {
            let mut put =
                tx.prepare_cached("INSERT OR REPLACE INTO map_position_t (host_id, key, x, y) VALUES (?, ?, ?, ?)")?;
            let mut forget = tx.prepare_cached("DELETE FROM map_position_t WHERE host_id = ? AND key = ?")?;
            for (key, point) in positions {
                match point {
                    Some((x, y)) if x.is_finite() && y.is_finite() => put.execute((&host, key, x, y))?,
                    Some(_) => return Err(nowhere(key).into()),
                    None => forget.execute((&host, key))?,
                };
            }
            Ok(())
        })
    }
}

impl Reading {
    /// The places of all nodes that have one.
    pub fn list_positions(&self) -> Result<HashMap<String, (f64, f64)>, Error> {
        let sql = "SELECT key, x, y FROM map_position_t WHERE host_id = ?";
        let found = self.connections.read(|db| {
            table::list(db, sql, [self.host().to_string()], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))
        })?;
        Ok(found.into_iter().collect())
    }
}

fn nowhere(key: &str) -> Error {
    let reason = Invalid { field: "position", problem: "isn't a pair of numbers".to_owned() };
    Error::Invalid { entity: "node", name: key.to_owned(), reason }
}
