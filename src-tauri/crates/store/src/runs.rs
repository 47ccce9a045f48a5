//! Runs over labelled queries. What was asked and what came of it are texts of the use-cases; nothing here reads them.

use rusqlite::Row;
use uuid::Uuid;

use crate::{Error, Library, Reading, RunRow, table};

const COLUMNS: &str = "run_id, finished_ts, elapsed_ms, label, request, summary";

impl Library {
    /// Keeps a finished run with its results. Where the library cannot be written, it is there until that is closed.
    pub fn put_run(&self, run: &RunRow, results: &str) -> Result<(), Error> {
        if self.obstacle().is_some() {
            self.runs.lock().push((run.clone(), results.to_owned()));
            return Ok(());
        }
        let sql = "INSERT INTO run_t (host_id, run_id, finished_ts, elapsed_ms, label, request, summary, results)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
        let (host, id) = (self.host().to_string(), run.id.to_string());
        let values = (host, &id, &run.finished_at, run.elapsed_ms, &run.label, &run.request, &run.summary, results);
        self.connections.write(|tx| match tx.execute(sql, values)? {
            0 => Err(Error::Taken { entity: "run", name: id.clone() }.into()),
            _ => Ok(()),
        })
    }
}

impl Reading {
    /// The runs, newest first, without their results.
    pub fn list_runs(&self) -> Result<Vec<RunRow>, Error> {
        let sql = format!("SELECT {COLUMNS} FROM run_t WHERE host_id = ? ORDER BY finished_ts DESC, rowid DESC");
        let kept = self.connections.read(|db| table::list(db, &sql, [self.host().to_string()], run_row))?;
        let unkept: Vec<RunRow> = self.runs.lock().iter().rev().map(|(run, _)| run.clone()).collect();
        Ok(unkept.into_iter().chain(kept).collect())
    }

    /// One run without its results.
    pub fn get_run(&self, id: Uuid) -> Result<RunRow, Error> {
        if let Some(run) = self.runs.find(id, |(run, _)| run.clone()) {
            return Ok(run);
        }
        let sql = format!("SELECT {COLUMNS} FROM run_t WHERE host_id = ? AND run_id = ?");
        let found = self.connections.read(|db| table::find(db, &sql, self.run_key(id), run_row))?;
        found.ok_or_else(|| not_found(id))
    }

    /// The results of one run.
    pub fn run_results(&self, id: Uuid) -> Result<String, Error> {
        if let Some(results) = self.runs.find(id, |(_, results)| results.clone()) {
            return Ok(results);
        }
        let sql = "SELECT results FROM run_t WHERE host_id = ? AND run_id = ?";
        let found = self.connections.read(|db| table::find(db, sql, self.run_key(id), |row| row.get(0)))?;
        found.ok_or_else(|| not_found(id))
    }
}

impl Library {
    /// Says what a run was about.
    pub fn label_run(&self, id: Uuid, label: &str) -> Result<(), Error> {
        if self.runs.find(id, |(run, _)| label.clone_into(&mut run.label)).is_some() {
            return Ok(());
        }
        let sql = "UPDATE run_t SET label = ? WHERE host_id = ? AND run_id = ?";
        let (host, run) = self.run_key(id);
        self.connections.write(|tx| match tx.execute(sql, (label, host, run))? {
            0 => Err(not_found(id).into()),
            _ => Ok(()),
        })
    }

    /// Forgets a run.
    pub fn delete_run(&self, id: Uuid) -> Result<(), Error> {
        if self.runs.find(id, |_| ()).is_some() {
            self.runs.lock().retain(|(run, _)| run.id != id);
            return Ok(());
        }
        let sql = "DELETE FROM run_t WHERE host_id = ? AND run_id = ?";
        self.connections.write(|tx| match tx.execute(sql, self.run_key(id))? {
            0 => Err(not_found(id).into()),
            _ => Ok(()),
        })
    }
}

impl Reading {
    fn run_key(&self, id: Uuid) -> (String, String) {
        (self.host().to_string(), id.to_string())
    }
}

fn not_found(id: Uuid) -> Error {
    Error::NotFound { entity: "run", id: id.to_string() }
}

fn run_row(row: &Row<'_>) -> rusqlite::Result<RunRow> {
    Ok(RunRow {
        id: table::id_at(row, 0)?,
        finished_at: row.get(1)?,
        elapsed_ms: row.get(2)?,
        label: row.get(3)?,
        request: row.get(4)?,
        summary: row.get(5)?,
    })
}
