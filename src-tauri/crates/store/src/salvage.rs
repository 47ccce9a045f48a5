//! Rescuing what can be read of a damaged library.
//!
//! Every readable row goes into a fresh file, which takes the old one's place only when it is whole and holds something;
//! the damaged file is kept beside, byte for byte. What is told of it is counted: how many rows each table had by its own
//! indexes, how many came over, how many had to be mended, whose content no longer fits its hash, and what is lost.

mod graft;
mod log;
mod mend;
mod report;
mod rows;

use std::{
    cell::{OnceCell, RefCell},
    fs,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, OpenFlags};
use studio_model::plural;

use graft::{Empties, Layout, mend_header, replace_contents};
use mend::Mended;
pub use report::{SalvageReport, TableSalvage};

use crate::{
    Error, Library, LibraryMarks, Options,
    backup::file_time,
    connection::{Durability, Fault, distrust, open_plain, prepare_writer},
    files::{beside, copy_database, remove_database},
    schema,
};

impl Library {
    /// Rescues every readable row of a damaged library into a fresh file at the same path.
    ///
    /// The original stays beside it as `<name>.damaged-<time>`. A file that is not a library, or holds no row that can be
    /// read, is refused and stays where it is. No other process may have the library open.
    pub fn salvage(path: &Path, options: &Options) -> Result<SalvageReport, Error> {
        refuse_what_is_none(path)?;
        take_log_back(path)?;
        let now = (options.now)();
        let kept = beside(path, &format!("{KEPT}{}", file_time(&now)));
        let [reading, fresh] = salvage_scratch(path);
        let work = Work { damaged: path, reading, fresh, blank: OnceCell::new(), empties: RefCell::default() };
        let finished = work.rescue().and_then(|rescued| {
            let Rescued { tables, mended } = rescued;
            let report =
                SalvageReport { salvaged_at: now, kept, tables, altered: mended.altered, repairs: mended.repairs };
            report::keep(&work.fresh, &report)?;
            put_in_place(&work.fresh, path, &report.kept)?;
            Ok(report)
        });
        work.clear()?;
        finished
    }
}

/// How the name of a damaged library goes on that is kept.
const KEPT: &str = ".damaged-";

/// The files that are beside a library only while it is rescued.
pub fn salvage_scratch(path: &Path) -> [PathBuf; 2] {
    [beside(path, ".reading"), beside(path, ".salvaging")]
}

/// Brings back the log of a rescue that was killed just before the fresh file took the place of the damaged one: that is kept
/// under a second name by then, and its log under that name only.
fn take_log_back(path: &Path) -> Result<(), Error> {
    let io = |source| Error::Io { path: path.to_owned(), source };
    let (Some(name), Some(folder)) = (path.file_name(), path.parent()) else { return Ok(()) };
    let (log, prefix) = (beside(path, "-wal"), format!("{}{KEPT}", name.to_string_lossy()));
    let file = |path: &Path| LibraryMarks::of(path).map(|marks| marks.file);
    let own = file(path);
    if own.is_none() || log.exists() {
        return Ok(());
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    for entry in fs::read_dir(folder).map_err(io)?.flatten() {
        let (kept, is_kept) = (entry.path(), entry.file_name().to_string_lossy().starts_with(&prefix));
        let kept_log = beside(&kept, "-wal");
        if is_kept && kept_log.exists() && file(&kept) == own {
            fs::rename(kept_log, &log).map_err(io)?;
            return fs::remove_file(kept).map_err(io);
        }
    }
    Ok(())
}

/// What one attempt brought.
struct Rescued {
    tables: Vec<TableSalvage>,
    mended: Mended,
}

impl Rescued {
    fn rows(&self) -> u32 {
        self.tables.iter().map(|table| table.rescued).sum()
    }
}

/// The files of one rescue.
struct Work<'a> {
    damaged: &'a Path,
    /// What is read: a copy, since reading replays the log into the file.
    reading: PathBuf,
    fresh: PathBuf,
    /// The fresh file before a row came into it: to make one takes longer than to write it down.
    blank: OnceCell<Vec<u8>>,
    empties: RefCell<Empties>,
}

/// How a damaged file is looked at.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    /// Whose table of contents it is given, in place of its own.
    contents: Option<Layout>,
    /// Whether everything in the log is taken, also what `SQLite` refuses for its checksum.
    whole_log: bool,
}

impl Work<'_> {
    /// Reads the file as it is, or in the way that brings more rows: with all of a damaged log; and where it has no table
    /// of contents any more, with one of an empty library.
    fn rescue(&self) -> Result<Rescued, Error> {
        let refused = log::refused_frames(self.damaged)?;
        let whole_log = Way { whole_log: true, ..Way::default() };
        let mut best = (self.attempt(Way::default())?, Way::default());
        let mut last = Way::default();
        let mut try_way = |way: Way, best: &mut (Rescued, Way)| -> Result<(), Error> {
            let rescued = self.attempt(way)?;
            last = way;
            if rescued.rows() > best.0.rows() {
                *best = (rescued, way);
            }
            Ok(())
        };
        if refused > 0 {
            try_way(whole_log, &mut best)?;
        }
        if best.0.rows() == 0 {
            for contents in Layout::all() {
                try_way(Way { contents: Some(contents), whole_log: false }, &mut best)?;
            }
        }
        if best.0.rows() == 0 {
            return Err(Error::NothingToSalvage { path: self.damaged.to_owned() });
        }
        // Each attempt is written over by the next one.
        let (_, way) = best;
        let mut best = self.attempt(way)?;
        if way.contents.is_some() {
            best.mended.repairs.insert(0, "the list of tables was lost and recreated from an empty library".to_owned());
        }
        if refused > 0 {
            let what = if way.whole_log { "recovered anyway; check your latest changes" } else { "not read" };
            let pages = plural(refused, "page was", "pages were");
            best.mended.repairs.push(format!("the log of the latest changes is damaged: {pages} {what}"));
        }
        Ok(best)
    }

    fn attempt(&self, way: Way) -> Result<Rescued, Error> {
        self.clear()?;
        copy_database(self.damaged, &self.reading)?;
        if way.whole_log {
            log::replay_all(&self.reading)?;
        }
        mend_header(&self.reading)?;
        if let Some(layout) = way.contents {
            replace_contents(&self.reading, self.empties.borrow_mut().of(layout, &self.fresh)?)?;
        }
        self.make_blank()?;
        copy_rows(&self.reading, &self.fresh)
    }

    /// Makes the fresh file a library of the newest format without a row.
    fn make_blank(&self) -> Result<(), Error> {
        let io = |source| Error::Io { path: self.fresh.clone(), source };
        if let Some(blank) = self.blank.get() {
            return fs::write(&self.fresh, blank).map_err(io);
        }
        let mut fresh = open_plain(&self.fresh).map_err(|fault| fault.at(&self.fresh))?;
        fresh.pragma_update(None, "synchronous", "OFF").map_err(|error| Fault::from(error).at(&self.fresh))?;
        schema::migrate(&mut fresh, &self.fresh)?;
        drop(fresh);
        let made = fs::read(&self.fresh).map_err(io)?;
        self.blank.get_or_init(|| made);
        Ok(())
    }

    fn clear(&self) -> Result<(), Error> {
        remove_database(&self.reading)?;
        remove_database(&self.fresh)
    }
}

/// Refuses what was never a library: rescuing would put an empty one in the place of somebody's file.
fn refuse_what_is_none(path: &Path) -> Result<(), Error> {
    if schema::is_new(path)? {
        return Err(Error::NothingToSalvage { path: path.to_owned() });
    }
    match schema::look_at(path) {
        schema::Look::OtherDatabase => Err(Error::NotALibrary { path: path.to_owned() }),
        schema::Look::Ours | schema::Look::Unknown => Ok(()),
    }
}

/// Puts the fresh file in the place of the damaged one, which is kept under another name; there is a file at `path` all
/// the time.
fn put_in_place(fresh: &Path, path: &Path, kept: &Path) -> Result<(), Error> {
    let io = |source| Error::Io { path: path.to_owned(), source };
    fs::File::open(fresh).and_then(|file| file.sync_all()).map_err(io)?;
    // A file system without links keeps a copy.
    if fs::hard_link(path, kept).is_err() {
        fs::copy(path, kept).map_err(io)?;
    }
    let (log, kept_log) = (beside(path, "-wal"), beside(kept, "-wal"));
    if log.exists() {
        fs::rename(&log, &kept_log).map_err(io)?;
    }
    fs::rename(fresh, path).map_err(io)?;
    let _ = fs::remove_file(beside(path, "-shm"));
    Ok(())
}

fn copy_rows(from: &Path, to: &Path) -> Result<Rescued, Error> {
    let fresh = open_plain(to).map_err(|fault| fault.at(to))?;
    // Some twenty ways are tried, and only the file that takes the place of the old one is synced, as a whole.
    prepare_writer(&fresh, Durability::Scratch).map_err(|fault| fault.at(to))?;
    let damaged = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_WRITE)
        .map_err(|error| Fault::from(error).at(from))?;
    distrust(&damaged).map_err(|error| Fault::from(error).at(from))?;
    // A copy that is thrown away; a file that is too damaged for this is read all the same.
    let _ = damaged.pragma_update(None, "synchronous", "OFF");
    // One lock for all questions: rows that are asked for one by one are hundreds of thousands.
    damaged.execute_batch("BEGIN").map_err(|error| Fault::from(error).at(from))?;
    let work = || {
        fresh.pragma_update(None, "foreign_keys", false)?;
        let transaction = fresh.unchecked_transaction()?;
        let mut copied = Vec::new();
        for table in tables_of(&fresh)? {
            copied.push(rows::copy_table(&damaged, &fresh, &table)?);
        }
        let mut mended = mend::mend(&fresh)?;
        mended.altered.extend(copied.iter().filter_map(rows::Copied::illegible));
        let mut tables = Vec::with_capacity(copied.len());
        for table in copied {
            let sql = format!("SELECT count(*) FROM {}", table.name);
            let left: u32 = fresh.query_row(&sql, [], |row| row.get(0))?;
            tables.push(table.report(left, &mended));
        }
        transaction.commit()?;
        // One file again, so that it can be moved.
        fresh.pragma_update_and_check(None, "journal_mode", "DELETE", |_| Ok(()))?;
        Ok(Rescued { tables, mended })
    };
    work().map_err(|fault: Fault| fault.at(to))
}

/// Tables of the library, in the order they were created: owners before what they own.
fn tables_of(fresh: &Connection) -> Result<Vec<String>, Fault> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid";
    Ok(fresh.prepare(sql)?.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
}
