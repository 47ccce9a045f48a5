//! Forms that were written in and not saved, kept so that a crash takes none of it.

use rusqlite::Row;

use crate::{Error, FormDraft, FormKind, Library, Reading, table};

impl Library {
    /// Keeps what is written in a form, in place of what was kept of it before.
    pub fn put_form_draft(&self, draft: &FormDraft) -> Result<(), Error> {
        let stamp = self.stamp();
        self.connections.write(|tx| {
            let sql = "INSERT OR REPLACE INTO form_draft_t (host_id, kind, row_id, row_version, sealed, saved_ts)
                VALUES (?, ?, ?, ?, ?, ?)";
            let FormDraft { kind, row, row_version, sealed, .. } = draft;
            let values = (stamp.host.to_string(), word(*kind), row, row_version, sealed, &stamp.now);
            tx.prepare_cached(sql)?.execute(values)?;
            Ok(())
        })
    }

    /// Forgets what was written in a form; nothing happens where there is none.
    pub fn delete_form_draft(&self, kind: FormKind, row: &str) -> Result<(), Error> {
        self.connections.write(|tx| {
            let sql = "DELETE FROM form_draft_t WHERE host_id = ? AND kind = ? AND row_id = ?";
            tx.prepare_cached(sql)?.execute((self.host().to_string(), word(kind), row))?;
            Ok(())
        })
    }
}

impl Reading {
    /// What was written in forms of one kind, the oldest first.
    pub fn list_form_drafts(&self, kind: FormKind) -> Result<Vec<FormDraft>, Error> {
        let sql = "SELECT row_id, row_version, sealed, saved_ts FROM form_draft_t WHERE host_id = ? AND kind = ?
            ORDER BY saved_ts, rowid";
        let values = (self.host().to_string(), word(kind));
        self.connections.read(|db| table::list(db, sql, values, |row| draft(kind, row)))
    }
}

fn draft(kind: FormKind, row: &Row<'_>) -> rusqlite::Result<FormDraft> {
    Ok(FormDraft {
        kind,
        row: row.get("row_id")?,
        row_version: row.get("row_version")?,
        sealed: row.get("sealed")?,
        saved_at: row.get("saved_ts")?,
    })
}

/// A kind as the table has it.
fn word(kind: FormKind) -> &'static str {
    match kind {
        FormKind::Tool => "tool",
        FormKind::Server => "server",
        FormKind::Agent => "agent",
        FormKind::Call => "call",
    }
}
