//! Taking values out of what is kept beside the rows in use: earlier states of tools, kept calls, steps of undo,
//! simulated sessions.

use std::path::{Path, PathBuf};

use rusqlite::Transaction;
use serde_json::Value;

use crate::{
    Error, Library,
    connection::{Fault, open_plain},
    table,
};

/// Where they may stand, besides rows that are saved anew: texts and JSON.
const PLACES: [(&str, &str); 14] = [
    ("tool_version_t", "snapshot"),
    ("tool_case_t", "arguments"),
    ("tool_case_t", "expected"),
    ("tool_case_t", "last"),
    ("undo_history_t", "done"),
    ("undo_history_t", "undone"),
    ("undo_history_t", "basis"),
    ("simulation_world_t", "world"),
    ("simulation_t", "setup"),
    ("simulation_t", "summary"),
    ("simulation_event_t", "event"),
    ("simulation_event_t", "calls"),
    ("simulation_case_t", "kept"),
    ("pack_text_t", "text"),
];

impl Library {
    /// Puts a mark in the place of each value, and leaves nothing of it in the file or its log.
    pub fn scrub(&self, values: &[String], mark: &str) -> Result<(), Error> {
        self.connections.with_writer(|db| Ok(db.pragma_update(None, "secure_delete", true)?))?;
        self.connections.write(|tx| {
            for value in values.iter().filter(|value| !value.is_empty()) {
                for (table, column) in PLACES {
                    let sql = format!(
                        "UPDATE {table} SET {column} = replace({column}, ?2, ?3)
                            WHERE host_id = ?1 AND instr({column}, ?2) > 0"
                    );
                    for form in forms(value) {
                        tx.execute(&sql, (self.host().to_string(), &form, mark))?;
                    }
                }
            }
            Ok(())
        })?;
        // The log holds pages as they were.
        self.connections.fold_now()
    }
}

impl Library {
    /// Puts a mark in the place of each value in the copies of this library in `dir`, wherever in them a text holds it.
    /// Gives the copies that could not be changed.
    pub fn scrub_copies(&self, dir: &Path, values: &[String], mark: &str) -> Result<Vec<PathBuf>, Error> {
        let mut copies = self.list_backups(dir)?;
        copies.retain(|copy| scrub_copy(copy, values, mark).is_err());
        Ok(copies)
    }
}

/// A copy may be of an older format: whatever tables and columns it has are looked through.
fn scrub_copy(copy: &Path, values: &[String], mark: &str) -> Result<(), Fault> {
    let mut db = open_plain(copy)?;
    // A copy is one file, and stays one.
    db.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;
    db.pragma_update(None, "secure_delete", true)?;
    let tx = db.transaction()?;
    let mut changed = 0;
    for (table, column) in columns(&tx)? {
        let sql = format!(
            "UPDATE \"{table}\" SET \"{column}\" = replace(\"{column}\", ?1, ?2)
                WHERE typeof(\"{column}\") = 'text' AND instr(\"{column}\", ?1) > 0"
        );
        let forms = values.iter().filter(|value| !value.is_empty()).flat_map(|value| forms(value));
        for form in forms {
            changed += tx.execute(&sql, (form, mark))?;
        }
    }
    tx.commit()?;
    if changed > 0 {
        db.execute_batch("VACUUM")?;
    }
    Ok(())
}

fn columns(tx: &Transaction<'_>) -> Result<Vec<(String, String)>, Fault> {
    let sql = "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
        WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%'";
    table::list(tx, sql, [], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// A value as a text holds it: as it is, within JSON, and within JSON that is a text of JSON.
fn forms(value: &str) -> Vec<String> {
    let inside = |text: &str| {
        let quoted = Value::String(text.to_owned()).to_string();
        quoted[1..quoted.len() - 1].to_owned()
    };
    let once = inside(value);
    let mut forms = vec![inside(&once), once, value.to_owned()];
    forms.dedup();
    forms
}
