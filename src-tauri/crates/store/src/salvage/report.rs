//! What a rescue is told to have come to, and keeping it in the rescued library.

use std::path::{Path, PathBuf};

use rusqlite::Row;

use crate::{
    Error, Reading,
    connection::{Fault, open_plain},
    table,
};

/// What salvaging a damaged library came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SalvageReport {
    /// When it was done, RFC 3339.
    pub salvaged_at: String,
    /// The damaged file, kept as it was.
    pub kept: PathBuf,
    /// Table by table, in the order they were copied.
    pub tables: Vec<TableSalvage>,
    /// Contents that are not what they were, one each: they do not fit the hash they were stored with.
    pub altered: Vec<String>,
    /// What had to be mended so that the rows fit together, a sentence each.
    pub repairs: Vec<String>,
}

/// What became of one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSalvage {
    /// Its name.
    pub table: String,
    /// Rows there were, by the table's own indexes and by what other tables know of it.
    pub before: u32,
    /// Rows that are in the rescued library.
    pub rescued: u32,
    /// Rows that were put right, restored from another copy of the same content, or made anew from other rows.
    pub repaired: u32,
    /// Rescued rows whose content is not what it was.
    pub altered: u32,
    /// Rows that are known to have been there and are not any more.
    pub lost: u32,
    /// Whether that is all; where not, a part could be read neither in the table nor in its indexes.
    pub is_exact: bool,
}

impl TableSalvage {
    /// Whether everything in it came over as it was.
    pub fn is_unharmed(&self) -> bool {
        self.lost == 0 && self.altered == 0 && self.repaired == 0 && self.is_exact
    }
}

impl Reading {
    /// What the last rescue of this library came to, if there ever was one.
    pub fn salvage_report(&self) -> Result<Option<SalvageReport>, Error> {
        let sql = "SELECT salvaged_ts, kept, altered, repairs FROM salvage_t ORDER BY salvaged_ts DESC LIMIT 1";
        let of_tables = "SELECT * FROM salvage_table_t WHERE salvaged_ts = ? ORDER BY place";
        self.connections.read(|db| {
            let found = table::find(db, sql, [], |row| {
                Ok(SalvageReport {
                    salvaged_at: row.get("salvaged_ts")?,
                    kept: PathBuf::from(row.get::<_, String>("kept")?),
                    tables: Vec::new(),
                    altered: lines(row, "altered")?,
                    repairs: lines(row, "repairs")?,
                })
            })?;
            let Some(mut report) = found else { return Ok(None) };
            report.tables = table::list(db, of_tables, [&report.salvaged_at], |row| {
                Ok(TableSalvage {
                    table: row.get("table_name")?,
                    before: row.get("rows_before")?,
                    rescued: row.get("rescued")?,
                    repaired: row.get("repaired")?,
                    altered: row.get("altered")?,
                    lost: row.get("lost")?,
                    is_exact: row.get("is_exact")?,
                })
            })?;
            Ok(Some(report))
        })
    }
}

fn lines(row: &Row<'_>, column: &str) -> rusqlite::Result<Vec<String>> {
    Ok(serde_json::from_str(&row.get::<_, String>(column)?).unwrap_or_default())
}

/// Writes what is told into the rescued file at `path`, so that it can be read at any time later.
pub(super) fn keep(path: &Path, report: &SalvageReport) -> Result<(), Error> {
    let write = || {
        let mut db = open_plain(path)?;
        let transaction = db.transaction()?;
        let sql = "INSERT OR REPLACE INTO salvage_t (salvaged_ts, kept, altered, repairs) VALUES (?, ?, ?, ?)";
        let lines = |lines: &[String]| serde_json::Value::from(lines).to_string();
        let kept = report.kept.display().to_string();
        transaction.execute(sql, (&report.salvaged_at, kept, lines(&report.altered), lines(&report.repairs)))?;
        let sql = "INSERT OR REPLACE INTO salvage_table_t
            (salvaged_ts, place, table_name, rows_before, rescued, repaired, altered, lost, is_exact)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
        for (place, table) in report.tables.iter().enumerate() {
            let numbers = (table.before, table.rescued, table.repaired, table.altered, table.lost, table.is_exact);
            let (before, rescued, repaired, altered, lost, is_exact) = numbers;
            let name = &table.table;
            let at = &report.salvaged_at;
            transaction.execute(sql, (at, place as i64, name, before, rescued, repaired, altered, lost, is_exact))?;
        }
        transaction.commit()?;
        Ok(())
    };
    write().map_err(|fault: Fault| fault.at(path))
}
