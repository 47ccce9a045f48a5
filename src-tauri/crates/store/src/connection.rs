//! Connections to one file: a single writer behind a lock, and a few readers that come and go.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::Duration,
};

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use crate::Error;

/// How long a statement waits for another process before it gives up.
const BUSY_TIMEOUT: Duration = Duration::from_secs(5);
/// Readers kept open between uses.
const IDLE_READERS: usize = 4;
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
}

#[derive(Debug)]
pub(crate) struct Connections {
    path: PathBuf,
    // Closed before the writer: only a connection that can write folds the log into the file when it is the last one.
    readers: Mutex<Vec<Connection>>,
    writer: Mutex<Connection>,
}

impl Connections {
    pub(crate) fn new(path: &Path, writer: Connection) -> Self {
        Self { path: path.to_owned(), writer: Mutex::new(writer), readers: Mutex::default() }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Runs `work` in one transaction that holds the write lock from its start; an error takes all of it back.
    pub(crate) fn write<T>(&self, work: impl FnOnce(&Transaction<'_>) -> Result<T, Fault>) -> Result<T, Error> {
        // A panic inside a transaction rolled it back when it was dropped: the connection itself is sound.
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        let run = || {
            let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let value = work(&transaction)?;
            transaction.commit()?;
            Ok(value)
        };
        run().map_err(|fault: Fault| fault.at(&self.path))
    }

    /// Runs `work` on the writing connection, outside any transaction.
    pub(crate) fn with_writer<T>(&self, work: impl FnOnce(&Connection) -> Result<T, Fault>) -> Result<T, Error> {
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        work(&writer).map_err(|fault| fault.at(&self.path))
    }

    /// Runs `work` on one snapshot of the file, beside whatever is being written.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T, Fault>) -> Result<T, Error> {
        let mut reader = self.reader().map_err(|fault| fault.at(&self.path))?;
        let result = (|| {
            let transaction = reader.transaction()?;
            work(&transaction)
        })();
        let mut idle = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < IDLE_READERS {
            idle.push(reader);
        }
        result.map_err(|fault: Fault| fault.at(&self.path))
    }

    fn reader(&self) -> Result<Connection, Fault> {
        if let Some(reader) = self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            return Ok(reader);
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let reader = Connection::open_with_flags(&self.path, flags)?;
        tune(&reader, READER_CACHE)?;
        Ok(reader)
    }
}

/// Opens `path` for reading and writing and changes nothing in it yet.
pub(crate) fn open_plain(path: &Path) -> Result<Connection, Fault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    tune(&connection, WRITER_CACHE)?;
    Ok(connection)
}

fn tune(connection: &Connection, cache: i32) -> Result<(), Fault> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(PREPARED);
    connection.pragma_update(None, "cache_size", -cache)?;
    Ok(())
}

/// Sets up a connection that will write.
pub(crate) fn prepare_writer(connection: &Connection, durability: Durability) -> Result<(), Fault> {
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    let synchronous = match durability {
        Durability::Full => "FULL",
        Durability::Rebuildable => "NORMAL",
    };
    connection.pragma_update(None, "synchronous", synchronous)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}

/// What work on a connection can fail with, before it is known at which file.
#[derive(Debug)]
pub(crate) enum Fault {
    Sqlite(rusqlite::Error),
    Named(Error),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Named(error)
    }
}

impl Fault {
    /// Whether the values of the row are to blame, and not the file, the disk or another process.
    pub(crate) fn is_of_the_row(&self) -> bool {
        match self {
            Self::Named(_) => true,
            Self::Sqlite(error) => {
                matches!(error.sqlite_error_code(), Some(ErrorCode::ConstraintViolation | ErrorCode::TooBig))
            }
        }
    }

    /// The error to show for a fault in the file at `path`.
    pub(crate) fn at(self, path: &Path) -> Error {
        match self {
            Self::Named(error) => error,
            Self::Sqlite(error) => name(error, path),
        }
    }
}

fn name(error: rusqlite::Error, path: &Path) -> Error {
    let path = path.to_owned();
    let code = error.sqlite_error_code();
    let is_unreadable_value = matches!(
        error,
        rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::Utf8Error(..)
    );
    match code {
        Some(ErrorCode::NotADatabase) => Error::NotADatabase { path },
        Some(ErrorCode::DatabaseCorrupt) => Error::Damaged { path, detail: error.to_string() },
        Some(ErrorCode::DiskFull) => Error::DiskFull { path },
        Some(ErrorCode::ReadOnly) => Error::ReadOnly { path },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::Busy { path },
        _ if is_unreadable_value => Error::Damaged { path, detail: error.to_string() },
        _ => Error::Sqlite { path, source: error },
    }
}
