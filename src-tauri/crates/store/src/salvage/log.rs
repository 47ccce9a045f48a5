//! The log of a damaged library: what of it `SQLite` would refuse, and taking it all the same.
//!
//! `SQLite` reads a log up to the first page whose checksum does not fit, and forgets everything after it.
//!
//! Format: <https://www.sqlite.org/fileformat2.html>, section 4 (the write-ahead log).

use std::{fs, path::Path};

use rusqlite::{Connection, OpenFlags};

use crate::{
    Error,
    connection::Fault,
    files::{PAGE_SIZE, beside, copy_database, remove_database},
    log_pages::{FRAME, Frames as _, HEADER, frames},
};

/// How many pages of the log of the database at `path` `SQLite` does not read.
pub(super) fn refused_frames(path: &Path) -> Result<u32, Error> {
    let Some(log) = read(path)? else { return Ok(0) };
    let whole = frames(&log).count();
    let is_cut = log.len() > HEADER && !(log.len() - HEADER).is_multiple_of(FRAME);
    if whole == 0 && !is_cut {
        return Ok(0);
    }
    let spare = beside(path, ".reading");
    copy_database(path, &spare)?;
    let taken = Connection::open_with_flags(&spare, OpenFlags::SQLITE_OPEN_READ_WRITE)
        .and_then(|db| db.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| row.get::<_, i64>(1)));
    remove_database(&spare)?;
    // A file that is damaged itself may not tell what it took of its log.
    let taken = usize::try_from(taken.unwrap_or_default()).unwrap_or_default();
    Ok((whole.saturating_sub(taken) + usize::from(is_cut)) as u32)
}

/// Writes every page of the log into the file, up to the last change that is complete, and removes the log.
pub(super) fn replay_all(path: &Path) -> Result<(), Error> {
    let Some(log) = read(path)? else { return Ok(()) };
    let io = |source| Error::Io { path: path.to_owned(), source };
    let mut bytes = fs::read(path).map_err(io)?;
    let complete = frames(&log).rposition_of_commit();
    for frame in frames(&log).take(complete) {
        let start = (frame.page as usize - 1) * PAGE_SIZE as usize;
        // A number that was damaged must not ask for more room than the log could have filled.
        if start > bytes.len() + log.len() {
            continue;
        }
        if bytes.len() < start + frame.data.len() {
            bytes.resize(start + frame.data.len(), 0);
        }
        bytes[start..start + frame.data.len()].copy_from_slice(frame.data);
    }
    fs::write(path, bytes).map_err(io)?;
    fs::remove_file(beside(path, "-wal")).map_err(io)
}

fn read(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    let log = beside(path, "-wal");
    match fs::read(&log) {
        Ok(bytes) if bytes.len() > HEADER => Ok(Some(bytes)),
        Ok(_) => Ok(None),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Fault::from(Error::Io { path: log.clone(), source }).at(&log)),
    }
}
