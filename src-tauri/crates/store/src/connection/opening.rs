//! How a file is opened: to be written, to be read beside others, or through a copy where nothing may be written.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use percent_encoding::{AsciiSet, utf8_percent_encode};
use rusqlite::{Connection, OpenFlags, config::DbConfig};

use super::fault::Fault;
use crate::Error;

/// How long a statement waits for another process before it gives up.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Pages kept in memory by a connection that writes, in KiB. The system keeps those of the file besides, once for all.
const WRITER_CACHE: i32 = 4 * 1024;
/// Pages kept in memory by each reader, in KiB: what goes through a whole library finds little there that it needs again.
const READER_CACHE: i32 = 1024;
/// Statements kept prepared on each connection.
const PREPARED: usize = 128;

/// How surely a commit reaches the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Durability {
    /// Every commit is on the disk before it is acknowledged.
    Full,
    /// A power cut may take back the last commits; for data that can be made again.
    Rebuildable,
    /// Nothing waits for the disk: for a file that is thrown away, or synced as a whole before anybody counts on it.
    Scratch,
}

/// Opens `path` for reading and writing and changes nothing in it yet.
pub(crate) fn open_plain(path: &Path) -> Result<Connection, Fault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    tune(&connection, WRITER_CACHE)?;
    Ok(connection)
}

/// Whether others may write to a file while it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sharing {
    WithOthers,
    /// Nothing about the file changes, and nothing is made beside it.
    Immutable,
}

pub(super) fn open_to_read(path: &Path, sharing: Sharing) -> Result<Connection, Fault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let reader = match sharing {
        Sharing::WithOthers => Connection::open_with_flags(path, flags)?,
        Sharing::Immutable => {
            let path = path.to_string_lossy();
            let name = format!("file:{}?immutable=1", utf8_percent_encode(&path, SPECIAL));
            Connection::open_with_flags(name, flags | OpenFlags::SQLITE_OPEN_URI)?
        }
    };
    tune(&reader, READER_CACHE)?;
    Ok(reader)
}

/// What of a path means something else in an address of `SQLite`.
const SPECIAL: &AsciiSet = &AsciiSet::EMPTY.add(b'%').add(b'?').add(b'#');

/// What keeps a library from being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The file may not be written.
    File,
    /// Nothing may be made in its folder, or on the drive it is on; every change needs that.
    Folder,
}

/// How a library is opened that cannot be written.
#[derive(Debug)]
pub(crate) struct ReadOnly {
    pub(super) obstacle: Obstacle,
    /// What is opened: the library, or a copy of it.
    place: PathBuf,
    sharing: Sharing,
    /// A copy with the latest changes, or in the current format; it goes with the library.
    pub(super) copy: Option<tempfile::TempDir>,
}

impl ReadOnly {
    /// A way to read the library at `path`: beside others where that is possible, as it lies there where nobody can have
    /// it open, and else through a copy. `bring_up` is given a copy to bring to the current format.
    pub(crate) fn find(
        path: &Path,
        obstacle: Obstacle,
        is_older: impl Fn(&Connection) -> Result<bool, Fault>,
        bring_up: impl FnOnce(&Path) -> Result<(), Error>,
    ) -> Result<(Self, Connection), Fault> {
        let log = crate::files::beside(path, "-wal");
        let has_log = std::fs::metadata(log).is_ok_and(|log| log.len() > 0);
        let ways = [Some(Sharing::WithOthers), (!has_log).then_some(Sharing::Immutable)];
        for sharing in ways.into_iter().flatten() {
            let way = Self { obstacle, place: path.to_owned(), sharing, copy: None };
            let opened = way.open().and_then(|reader| Ok((is_older(&reader)?, reader)));
            match opened {
                Ok((false, reader)) => return Ok((way, reader)),
                Ok((true, _)) => break,
                Err(Fault::Named(error)) => return Err(error.into()),
                // Not in this way.
                Err(Fault::Sqlite(_)) => {}
            }
        }
        let io = |source| Error::Io { path: path.to_owned(), source };
        let copy = tempfile::tempdir().map_err(io)?;
        let place = copy.path().join(path.file_name().unwrap_or_default());
        crate::files::copy_database(path, &place)?;
        // A copy of what is read-only is so, too.
        #[expect(clippy::permissions_set_readonly_false, reason = "the folder of the copy is open to its owner only")]
        for side in ["", "-wal"] {
            let side = crate::files::beside(&place, side);
            if let Ok(found) = std::fs::metadata(&side) {
                let mut permissions = found.permissions();
                permissions.set_readonly(false);
                std::fs::set_permissions(&side, permissions).map_err(io)?;
            }
        }
        bring_up(&place)?;
        let way = Self { obstacle, place, sharing: Sharing::WithOthers, copy: Some(copy) };
        let reader = way.open()?;
        Ok((way, reader))
    }

    pub(super) fn open(&self) -> Result<Connection, Fault> {
        open_to_read(&self.place, self.sharing)
    }
}

/// Whoever made the file, opening and asking it does no more than it says: no function or virtual table is called by its
/// triggers, views and checks that could reach beyond it, and no statement changes its list of tables behind them.
pub(crate) fn distrust(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "trusted_schema", false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true).map(drop)
}

fn tune(connection: &Connection, cache: i32) -> Result<(), Fault> {
    distrust(connection)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(PREPARED);
    // A plan that looks at the bound values is made anew each time they change, and no statistics here would make it better.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.pragma_update(None, "cache_size", -cache)?;
    Ok(())
}

/// Sets up a connection that will write.
pub(crate) fn prepare_writer(connection: &Connection, durability: Durability) -> Result<(), Fault> {
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    let synchronous = match durability {
        Durability::Full => "FULL",
        Durability::Rebuildable => "NORMAL",
        Durability::Scratch => "OFF",
    };
    connection.pragma_update(None, "synchronous", synchronous)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}
