//! The format of `library.db`: its migrations, and the look at a file before anything in it is touched.

use std::{fs::File, io::Read, path::Path};

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};

use crate::{Error, connection::Fault};

/// Append only: a file in the field has gone through every one of these, in this order.
const STEPS: &[M<'static>] = &[M::up(include_str!("migrations/1_library.sql"))];
const MIGRATIONS: Migrations<'static> = Migrations::from_slice(STEPS);

/// `SKST` in the header of every library.
pub(crate) const APPLICATION_ID: i32 = i32::from_be_bytes(*b"SKST");
pub(crate) const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// Bytes a page; the default, which no migration changes.
pub(crate) const PAGE_SIZE: u16 = 4096;
const APPLICATION_ID_AT: usize = 68;

/// The newest format this version knows.
pub(crate) const LATEST: i64 = STEPS.len() as i64;

/// What a file is, as far as its first bytes tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// Not there, or empty.
    New,
    /// An `SQLite` database.
    Database,
    /// One of our libraries whose first bytes are damaged.
    DamagedHeader,
    /// Anything else.
    Other,
}

/// Looks at the first bytes of a file without opening it as a database.
pub(crate) fn file_kind(path: &Path) -> Result<FileKind, Error> {
    let mut header = Vec::with_capacity(100);
    match File::open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(FileKind::New),
        Err(source) => return Err(Error::Io { path: path.to_owned(), source }),
        Ok(file) => {
            file.take(100).read_to_end(&mut header).map_err(|source| Error::Io { path: path.to_owned(), source })?
        }
    };
    let is_ours = header.get(APPLICATION_ID_AT..APPLICATION_ID_AT + 4) == Some(&APPLICATION_ID.to_be_bytes());
    Ok(match header.as_slice() {
        [] => FileKind::New,
        bytes if bytes.starts_with(MAGIC) => FileKind::Database,
        _ if is_ours => FileKind::DamagedHeader,
        _ => FileKind::Other,
    })
}

/// The format of an opened file; refuses one of another program and one that is newer. Writes nothing.
pub(crate) fn format_of(connection: &Connection, path: &Path) -> Result<i64, Fault> {
    let format: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let application: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if application != APPLICATION_ID && (tables > 0 || format > 0) {
        return Err(Error::NotALibrary { path: path.to_owned() }.into());
    }
    if format > LATEST {
        return Err(Error::Newer { path: path.to_owned(), found: format, supported: LATEST }.into());
    }
    Ok(format)
}

/// Brings a file to the newest format, each step in a transaction of its own.
pub(crate) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), Error> {
    let Err(first) = MIGRATIONS.to_latest(connection) else { return Ok(()) };
    // Two processes may open the same old or new file at once: the second one finds the work done.
    match format_of(connection, path) {
        Ok(LATEST) => Ok(()),
        _ => Err(Error::Migration { path: path.to_owned(), source: Box::new(first) }),
    }
}

/// The first problem `SQLite`'s quick check finds.
pub(crate) fn first_problem(connection: &Connection) -> Result<Option<String>, Fault> {
    let answer: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok((answer != "ok").then_some(answer))
}
