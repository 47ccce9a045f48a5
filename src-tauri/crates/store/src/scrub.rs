//! Taking values out of what is kept beside the rows in use: earlier states of tools, kept calls, steps of undo.

use serde_json::Value;

use crate::{Error, Library};

/// Where they may stand, besides rows that are saved anew: texts and JSON.
const PLACES: [(&str, &str); 7] = [
    ("tool_version_t", "snapshot"),
    ("tool_case_t", "arguments"),
    ("tool_case_t", "expected"),
    ("tool_case_t", "last"),
    ("undo_history_t", "done"),
    ("undo_history_t", "undone"),
    ("undo_history_t", "basis"),
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
        self.connections.with_writer(|db| {
            // The log holds pages as they were; a reader that is busy just now leaves it to the next checkpoint.
            db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
            Ok(())
        })
    }
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
