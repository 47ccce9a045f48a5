//! The format of `library.db`: its migrations, and the look at a file before anything in it is touched.

mod steps;
mod strange;

use std::{
    fs::{self, File},
    io::Read,
    path::Path,
};

use rusqlite::{Connection, OpenFlags};

pub(crate) use strange::refuse_strange;

use crate::{
    Error,
    connection::{Fault, distrust},
};

/// Append only: a file in the field has gone through every one of these, in this order.
const STEPS: &[&str] = &[
    include_str!("migrations/1_library.sql"),
    include_str!("migrations/2_evaluate.sql"),
    include_str!("migrations/3_tools.sql"),
    include_str!("migrations/4_strangers.sql"),
    include_str!("migrations/5_one_truth.sql"),
    include_str!("migrations/6_nothing_lost.sql"),
    include_str!("migrations/7_forms.sql"),
    include_str!("migrations/8_sessions.sql"),
    include_str!("migrations/9_sharing.sql"),
    include_str!("migrations/10_packs.sql"),
    include_str!("migrations/11_session_parts.sql"),
];

/// `SKST` in the header of every library.
pub(crate) const APPLICATION_ID: i32 = i32::from_be_bytes(*b"SKST");
const APPLICATION_ID_AT: usize = 68;
const HEADER: usize = 100;
/// `SQLite` takes anything shorter for an empty file, and would write over it.
const SMALLEST_DATABASE: u64 = 512;

/// The newest format this version knows.
pub(crate) const LATEST: i64 = STEPS.len() as i64;

/// Whether there is anything at `path` yet. Asks the folder only: to open and close the file behind `SQLite`'s back would
/// take away the locks of every connection this process has to it (a rule of POSIX).
pub(crate) fn is_new(path: &Path) -> Result<bool, Error> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => {
            Err(Error::Io { path: path.to_owned(), source: std::io::ErrorKind::IsADirectory.into() })
        }
        Ok(found) if (1..SMALLEST_DATABASE).contains(&found.len()) => {
            Err(Error::NotADatabase { path: path.to_owned() })
        }
        Ok(found) => Ok(found.len() == 0),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(true),
        Err(source) => Err(Error::Io { path: path.to_owned(), source }),
    }
}

/// Whether a file that is no database for `SQLite` still bears our mark: then only its first bytes are damaged.
pub(crate) fn was_ours(path: &Path) -> bool {
    let mut header = Vec::with_capacity(HEADER);
    let read = File::open(path).and_then(|file| file.take(HEADER as u64).read_to_end(&mut header));
    read.is_ok() && header.get(APPLICATION_ID_AT..APPLICATION_ID_AT + 4) == Some(&APPLICATION_ID.to_be_bytes())
}

/// What a file looks like from its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// It bears our mark.
    Ours,
    /// A database of some other program.
    OtherDatabase,
    /// Nothing that is known: another kind of file, or a library whose first bytes are damaged.
    Unknown,
}

/// What a file looks like that is not open.
pub(crate) fn look_at(path: &Path) -> Look {
    if was_ours(path) {
        return Look::Ours;
    }
    let names = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).and_then(|db| {
        distrust(&db)?;
        let sql = "SELECT count(*), coalesce(sum(name IN ('skill_t', 'library_t')), 0) FROM sqlite_schema";
        db.query_row(sql, [], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)))
    });
    match names {
        Ok((1.., 0)) => Look::OtherDatabase,
        _ => Look::Unknown,
    }
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

/// Brings a file to the newest format, or leaves it as it is.
pub(crate) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), Error> {
    match brought_to(connection, LATEST as u32) {
        // A newer version of the studio was there first.
        Ok(found) if i64::from(found) > LATEST => {
            Err(Error::Newer { path: path.to_owned(), found: found.into(), supported: LATEST })
        }
        Ok(_) => Ok(()),
        Err(source) => Err(Error::Migration { path: path.to_owned(), source }),
    }
}

/// Makes an empty library of some format, as that version of the studio made it.
pub(crate) fn create(connection: &mut Connection, path: &Path, format: usize) -> Result<(), Error> {
    let created = brought_to(connection, format as u32);
    created.map(drop).map_err(|source| Error::Migration { path: path.to_owned(), source })
}

/// What [`steps::bring_to`] does, with the steps of a library.
fn brought_to(connection: &mut Connection, format: u32) -> rusqlite::Result<u32> {
    steps::bring_to(connection, STEPS, format)
}

/// Lays a file out anew after it was brought to another format.
///
/// New tables begin wherever the older file happened to end; only a layout that is the same in every library lets
/// [`Library::salvage`](crate::Library::salvage) find them when the list of tables is lost. Where there is no room for
/// it, or somebody else is reading, the file stays as it is, and just that is lost.
pub(crate) fn lay_out(connection: &Connection) {
    let _ = connection.execute_batch("VACUUM");
}

/// The first problem `SQLite`'s quick check finds.
pub(crate) fn first_problem(connection: &Connection) -> Result<Option<String>, Fault> {
    let answer: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    Ok((answer != "ok").then_some(answer))
}
