//! Rescuing what can be read of a damaged library.
//!
//! The damaged file is first kept beside, byte for byte. Then every readable row goes into a fresh file, which takes
//! the old one's place when it is whole. Rows are first read in one sweep; where that stops, one by one by their
//! number, so that a bad page costs the rows on it and no others.

mod graft;
mod mend;

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use rusqlite::{
    Connection, OpenFlags,
    types::{Value, ValueRef},
};

use graft::{Layout, mend_header, replace_contents};

use crate::{
    Error, Library, Options,
    backup::file_time,
    connection::{Durability, Fault, open_plain, prepare_writer},
    library::beside,
    schema,
};

/// Numbers tried one by one where a table does not even tell its last one.
const BLIND_ROWS: i64 = 100_000;

/// What salvaging a damaged library came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SalvageReport {
    /// The damaged file, kept as it was.
    pub kept: PathBuf,
    /// Table by table, in the order they were copied.
    pub tables: Vec<TableSalvage>,
    /// What had to be mended so that the rows fit together, a sentence each.
    pub repairs: Vec<String>,
}

/// What became of one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSalvage {
    /// Its name.
    pub table: String,
    /// Rows copied.
    pub copied: u32,
    /// Rows that are known to have been there and could not be read, or did not fit; one where nothing could be read at
    /// all, since nobody knows how many there were.
    pub lost: u32,
    /// Whether it could be read to its end in one sweep.
    pub is_whole: bool,
}

impl Library {
    /// Rescues every readable row of a damaged library into a fresh file at the same path.
    ///
    /// The original stays beside it as `<name>.damaged-<time>`. No other process may have the library open.
    pub fn salvage(path: &Path, options: &Options) -> Result<SalvageReport, Error> {
        let kept = beside(path, &format!(".damaged-{}", file_time(&(options.now)())));
        copy_database(path, &kept)?;
        let work = Work { kept: &kept, reading: beside(path, ".reading"), fresh: beside(path, ".salvaging") };
        let rescued = work.rescue();
        if rescued.is_ok() {
            remove_database(path)?;
            fs::rename(&work.fresh, path).map_err(|source| Error::Io { path: path.to_owned(), source })?;
        }
        work.clear()?;
        let (tables, repairs) = rescued?;
        Ok(SalvageReport { kept, tables, repairs })
    }
}

type Rescued = (Vec<TableSalvage>, Vec<String>);

/// The files of one rescue.
struct Work<'a> {
    kept: &'a Path,
    /// What is read: a second copy, since reading replays the log into the file.
    reading: PathBuf,
    fresh: PathBuf,
}

impl Work<'_> {
    /// Reads the file as it is; where it has no table of contents any more, with one of an empty library, in the layout
    /// that brings more rows.
    fn rescue(&self) -> Result<Rescued, Error> {
        let as_it_is = self.attempt(None)?;
        if copied(&as_it_is) > 0 {
            return Ok(as_it_is);
        }
        let mut best = (as_it_is, None);
        for layout in Layout::all() {
            let rescued = self.attempt(Some(layout))?;
            if best.1.is_none() || copied(&rescued) > copied(&best.0) {
                best = (rescued, Some(layout));
            }
        }
        // Each attempt is written over by the next one.
        let mut best = self.attempt(best.1)?;
        best.1.insert(0, "the list of tables was lost: it was taken from an empty library".to_owned());
        Ok(best)
    }

    fn attempt(&self, contents: Option<Layout>) -> Result<Rescued, Error> {
        self.clear()?;
        copy_database(self.kept, &self.reading)?;
        mend_header(&self.reading)?;
        if let Some(layout) = contents {
            replace_contents(&self.reading, layout, &self.fresh)?;
        }
        copy_rows(&self.reading, &self.fresh)
    }

    fn clear(&self) -> Result<(), Error> {
        remove_database(&self.reading)?;
        remove_database(&self.fresh)
    }
}

fn copied(rescued: &Rescued) -> u32 {
    rescued.0.iter().map(|table| table.copied).sum()
}

fn copy_rows(from: &Path, to: &Path) -> Result<Rescued, Error> {
    let mut fresh = open_plain(to).map_err(|fault| fault.at(to))?;
    prepare_writer(&fresh, Durability::Rebuildable).map_err(|fault| fault.at(to))?;
    schema::migrate(&mut fresh, to)?;
    let damaged = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_WRITE)
        .map_err(|error| Fault::from(error).at(from))?;
    let work = || {
        fresh.pragma_update(None, "foreign_keys", false)?;
        let transaction = fresh.unchecked_transaction()?;
        let mut tables = Vec::new();
        for table in tables_of(&fresh)? {
            tables.push(copy_table(&damaged, &fresh, &table)?);
        }
        let repairs = mend::mend(&fresh)?;
        // Rows that went with their owners were none of the file's: a wrong layout must not win by them.
        for table in &mut tables {
            let sql = format!("SELECT count(*) FROM {}", table.table);
            let left: u32 = fresh.query_row(&sql, [], |row| row.get(0))?;
            table.lost += table.copied.saturating_sub(left);
            table.copied = table.copied.min(left);
        }
        transaction.commit()?;
        // One file again, so that it can be moved.
        fresh.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))?;
        Ok((tables, repairs))
    };
    work().map_err(|fault: Fault| fault.at(to))
}

/// Tables of the library, in the order they were created: owners before what they own.
fn tables_of(fresh: &Connection) -> Result<Vec<String>, Fault> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid";
    Ok(fresh.prepare(sql)?.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
}

fn copy_table(damaged: &Connection, fresh: &Connection, table: &str) -> Result<TableSalvage, Fault> {
    let mut report = TableSalvage { table: table.to_owned(), copied: 0, lost: 0, is_whole: false };
    let columns = shared_columns(damaged, fresh, table)?;
    if columns.is_empty() {
        return Ok(report);
    }
    let names = columns.join(", ");
    let marks = vec!["?"; columns.len()].join(", ");
    let mut insert = fresh.prepare(&format!("INSERT INTO {table} ({names}) VALUES ({marks})"))?;
    let mut seen = HashSet::new();
    let mut store =
        |values: Vec<Value>, report: &mut TableSalvage| match insert.execute(rusqlite::params_from_iter(values)) {
            Ok(_) => report.copied += 1,
            Err(_) => report.lost += 1,
        };
    report.is_whole = sweep(damaged, table, &names, &mut |number, values| {
        seen.insert(number);
        store(values, &mut report);
    });
    if report.is_whole {
        return Ok(report);
    }
    for number in (1..=last_number(damaged, table)).filter(|number| !seen.contains(number)) {
        let sql = format!("SELECT {names} FROM {table} NOT INDEXED WHERE rowid = ?");
        let row = damaged
            .prepare_cached(&sql)
            .and_then(|mut statement| statement.query_row([number], |row| values(row, 0, columns.len())));
        match row {
            Ok(row) => store(row, &mut report),
            Err(rusqlite::Error::QueryReturnedNoRows) => {}
            Err(_) => report.lost += 1,
        }
    }
    if report.copied == 0 {
        report.lost = report.lost.max(1);
    }
    Ok(report)
}

/// Columns that both files have: an older file lacks some.
fn shared_columns(damaged: &Connection, fresh: &Connection, table: &str) -> Result<Vec<String>, Fault> {
    let sql = "SELECT name FROM pragma_table_info(?)";
    let read = |db: &Connection| -> rusqlite::Result<Vec<String>> {
        db.prepare(sql)?.query_map([table], |row| row.get(0))?.collect()
    };
    let old = read(damaged).unwrap_or_default();
    Ok(read(fresh)?.into_iter().filter(|column| old.contains(column)).collect())
}

/// Reads a table from its start until its end or the first error; says whether it came to the end.
fn sweep(damaged: &Connection, table: &str, names: &str, row: &mut dyn FnMut(i64, Vec<Value>)) -> bool {
    let mut read = || -> rusqlite::Result<()> {
        let mut statement =
            damaged.prepare(&format!("SELECT rowid, {names} FROM {table} NOT INDEXED ORDER BY rowid"))?;
        let width = statement.column_count() - 1;
        let mut rows = statement.query([])?;
        while let Some(found) = rows.next()? {
            row(found.get(0)?, values(found, 1, width)?);
        }
        Ok(())
    };
    read().is_ok()
}

/// Values as they lie in the file; text that is not UTF-8 any more is read around.
fn values(row: &rusqlite::Row<'_>, first: usize, count: usize) -> rusqlite::Result<Vec<Value>> {
    (first..first + count)
        .map(|index| {
            Ok(match row.get_ref(index)? {
                ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
                ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
                ValueRef::Integer(number) => Value::Integer(number),
                ValueRef::Real(number) => Value::Real(number),
                ValueRef::Null => Value::Null,
            })
        })
        .collect()
}

/// The last number that is worth trying.
fn last_number(damaged: &Connection, table: &str) -> i64 {
    let sql = format!("SELECT max(rowid) FROM {table} NOT INDEXED");
    match damaged.query_row(&sql, [], |row| row.get::<_, Option<i64>>(0)).ok().flatten() {
        Some(last) => last,
        None if answers(damaged, table) => BLIND_ROWS,
        None => 0,
    }
}

/// Whether a table tells of any row that it is there or not. Where the page it starts on is none of a table's, as in a
/// layout that is not the file's own, every question fails, and there is no use in asking them all.
fn answers(damaged: &Connection, table: &str) -> bool {
    let sql = format!("SELECT 1 FROM {table} NOT INDEXED WHERE rowid = ?");
    let Ok(mut statement) = damaged.prepare(&sql) else { return false };
    let mut samples = (1..=BLIND_ROWS).filter(|number| *number <= 1000 || number % 100 == 0);
    samples.any(|number| statement.exists([number]).is_ok())
}

fn copy_database(from: &Path, to: &Path) -> Result<(), Error> {
    fs::copy(from, to).map_err(|source| Error::Io { path: from.to_owned(), source })?;
    let (log, copy) = (beside(from, "-wal"), beside(to, "-wal"));
    if log.exists() {
        fs::copy(&log, &copy).map_err(|source| Error::Io { path: log, source })?;
    }
    Ok(())
}

/// Removes a database with its log and its index of the log.
pub(crate) fn remove_database(path: &Path) -> Result<(), Error> {
    for path in [path.to_owned(), beside(path, "-wal"), beside(path, "-shm")] {
        match fs::remove_file(&path) {
            Err(source) if source.kind() != std::io::ErrorKind::NotFound => return Err(Error::Io { path, source }),
            _ => {}
        }
    }
    Ok(())
}
