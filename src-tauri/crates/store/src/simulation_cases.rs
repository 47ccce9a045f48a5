//! What simulated sessions should come to. The texts are the use-cases'; nothing here reads them.

use rusqlite::Row;
use uuid::Uuid;

use crate::{Error, Library, Reading, SimulationCaseRow, table};

impl Library {
    /// Keeps a case, in place of the one of its id.
    pub fn put_simulation_case(&self, row: &SimulationCaseRow) -> Result<(), Error> {
        let (host, id) = (self.host().to_string(), row.id.to_string());
        self.connections.write(|tx| {
            let sql = "INSERT INTO simulation_case_t (host_id, case_id, created_ts, kept) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET kept = excluded.kept";
            tx.execute(sql, (&host, &id, &row.created_at, &row.kept))?;
            Ok(())
        })
    }

    /// Keeps what came of a case that was run as `ran`, if it still stands so. Left where the library cannot be written.
    pub fn put_simulation_result(&self, ran: &SimulationCaseRow, kept: &str) -> Result<(), Error> {
        let (host, id) = (self.host().to_string(), ran.id.to_string());
        self.connections.write_aside(|tx| {
            let sql = "UPDATE simulation_case_t SET kept = ? WHERE host_id = ? AND case_id = ? AND kept = ?";
            tx.execute(sql, (kept, &host, &id, &ran.kept))?;
            Ok(())
        })
    }

    /// Forgets a case.
    pub fn delete_simulation_case(&self, id: Uuid) -> Result<(), Error> {
        let sql = "DELETE FROM simulation_case_t WHERE host_id = ? AND case_id = ?";
        let key = (self.host().to_string(), id.to_string());
        self.connections.write(|tx| match tx.execute(sql, key)? {
            0 => Err(Error::NotFound { entity: "test case", id: id.to_string() }.into()),
            _ => Ok(()),
        })
    }
}

impl Reading {
    /// The cases, the oldest first.
    pub fn list_simulation_cases(&self) -> Result<Vec<SimulationCaseRow>, Error> {
        let sql = "SELECT case_id, created_ts, kept FROM simulation_case_t WHERE host_id = ?
            ORDER BY created_ts, rowid";
        let case = |row: &Row<'_>| {
            let (id, created_at) = (table::id_at(row, 0)?, row.get(1)?);
            Ok(SimulationCaseRow { id, created_at, kept: row.get(2)? })
        };
        self.connections.read(|db| table::list(db, sql, [self.host().to_string()], case))
    }
}
