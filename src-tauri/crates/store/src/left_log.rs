//! The log of a library whose program was ended before it noticed that the library was moved or replaced.
//!
//! `SQLite` finds a log by its name beside the file, and cannot tell whose it is. A program that runs sees to it (see
//! `footing`). One that was killed first leaves it where the file was: the newest changes are in no file that anybody opens
//! again, or spoil the one that took the place. So whoever opens a library remembers which file it was, and which log.

use std::{
    fs::{self, File, Metadata},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use crate::{
    Error,
    connection::open_plain,
    files::{beside, copy_database, copy_file, displaced_log},
    footing::Held,
    schema,
};

const LOG: &str = "-wal";
const LOG_INDEX: &str = "-shm";
/// How much later than its log a library may be written by the program that had both: it was folding the log into it. One
/// that is newer was changed by somebody who did not know of the log.
const FOLDING: Duration = Duration::from_secs(10);

/// What tells a file from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileMark {
    /// The drive it is on.
    pub device: u64,
    /// Its number on that drive.
    pub number: u64,
    /// When it was made, in nanoseconds since 1970, where the system says: numbers are given again.
    pub made_at: Option<u64>,
}

/// Which files a library was when it was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LibraryMarks {
    /// The library itself.
    pub file: FileMark,
    /// Its log, where there was one.
    pub log: Option<FileMark>,
}

/// A library that was opened before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownLibrary {
    /// Where it was.
    pub path: PathBuf,
    /// What it was.
    pub marks: LibraryMarks,
}

/// What became of a log that was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftLog {
    /// The changes it holds are those of the library that is being opened, and belong to it again.
    Brought {
        /// Where it was left.
        from: PathBuf,
    },
    /// It was of another file, and was given another name before it could spoil this one.
    SetAside {
        /// Where it is now.
        to: PathBuf,
    },
    /// The library was changed meanwhile, so that the log does not fit it any more. It stays where it is.
    Unfit {
        /// Where it is.
        at: PathBuf,
    },
    /// It could not be brought and stays where it is.
    Stuck {
        /// Where it is.
        at: PathBuf,
        /// Why.
        why: String,
    },
}

impl LibraryMarks {
    /// The marks of the library at `path`; none where the system gives files no numbers.
    pub fn of(path: &Path) -> Option<Self> {
        if !cfg!(unix) {
            return None;
        }
        let real = path.canonicalize().ok()?;
        let log = fs::metadata(beside(&real, LOG)).ok();
        Some(Self { file: mark_of(&fs::metadata(real).ok()?), log: log.as_ref().map(mark_of) })
    }
}

#[cfg(unix)]
fn mark_of(found: &Metadata) -> FileMark {
    use std::os::unix::fs::MetadataExt as _;
    let made = found.created().ok().and_then(|made| made.duration_since(SystemTime::UNIX_EPOCH).ok());
    let made_at = made.and_then(|made| u64::try_from(made.as_nanos()).ok());
    FileMark { device: found.dev(), number: found.ino(), made_at }
}

/// Elsewhere a file that is open cannot be moved or replaced.
#[cfg(not(unix))]
fn mark_of(_found: &Metadata) -> FileMark {
    FileMark { device: 0, number: 0, made_at: None }
}

/// Sees to a log that was left by the library that is about to be opened at `path`, or in its place by another one. Where
/// this fails, the library must not be opened: it would be read with the changes of another one.
pub fn settle_left_log(path: &Path, known: &[KnownLibrary]) -> Result<Option<LeftLog>, Error> {
    let Ok(real) = path.canonicalize() else { return Ok(None) };
    let Some(marks) = LibraryMarks::of(&real) else { return Ok(None) };
    let own_log = beside(&real, LOG);
    if holds_changes(&own_log) {
        let is_anothers = |known: &&KnownLibrary| {
            known.marks.log == marks.log && known.marks.file != marks.file && is_at(&known.path, &real)
        };
        return known.iter().find(is_anothers).map(|_| set_aside(&real)).transpose();
    }
    for before in known.iter().filter(|known| known.marks.file == marks.file) {
        let Some(left) = left_at(&before.path) else { continue };
        let log = beside(&left, LOG);
        let is_its = || fs::metadata(&log).ok().as_ref().map(mark_of) == before.marks.log;
        if before.marks.log.is_some() && holds_changes(&log) && is_its() && !is_in_use(&real).unwrap_or(true) {
            let stuck = |error: Error| LeftLog::Stuck { at: log, why: error.to_string() };
            return Ok(Some(bring(&left, &real).unwrap_or_else(stuck)));
        }
    }
    Ok(None)
}

fn holds_changes(log: &Path) -> bool {
    fs::symlink_metadata(log).is_ok_and(|found| found.is_file() && found.len() > 0)
}

fn is_at(path: &Path, real: &Path) -> bool {
    path == real || path.canonicalize().is_ok_and(|path| path == real)
}

/// Where a library that is there no more had its log: beside the file, not beside a link to it.
fn left_at(path: &Path) -> Option<PathBuf> {
    let is_gone = fs::metadata(path).is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound);
    let place = match fs::read_link(path) {
        Ok(to) => path.parent()?.join(to),
        Err(_) => path.to_owned(),
    };
    let folder = place.parent().filter(|_| is_gone)?.canonicalize().ok()?;
    Some(folder.join(place.file_name()?))
}

/// Gives the log beside `real` a name under which nobody reads it.
fn set_aside(real: &Path) -> Result<LeftLog, Error> {
    let to = displaced_log(real);
    let log = beside(real, LOG);
    fs::rename(&log, &to).map_err(|source| Error::Io { path: log, source })?;
    // The index is made anew from whatever log there is.
    let _made_anew = fs::remove_file(beside(real, LOG_INDEX));
    Ok(LeftLog::SetAside { to })
}

/// Puts the log of a library beside it again, where both together are sound.
fn bring(left: &Path, real: &Path) -> Result<LeftLog, Error> {
    let (from, to) = (beside(left, LOG), beside(real, LOG));
    if !fits(real, &from)? {
        return Ok(LeftLog::Unfit { at: from });
    }
    fs::rename(&from, &to).map_err(|source| Error::Io { path: from.clone(), source })?;
    let _made_anew = fs::remove_file(beside(left, LOG_INDEX));
    Ok(LeftLog::Brought { from })
}

/// Whether a log is of this library as it stands: nobody changed it since, and both read together are without fault.
fn fits(real: &Path, log: &Path) -> Result<bool, Error> {
    let written = |path: &Path| {
        let found = fs::metadata(path).and_then(|found| found.modified());
        found.map_err(|source| Error::Io { path: path.to_owned(), source })
    };
    if written(real)? > written(log)? + FOLDING {
        return Ok(false);
    }
    // Tried on a copy: what is opened with a log is changed by it.
    let copy = tempfile::tempdir().map_err(|source| Error::Io { path: std::env::temp_dir(), source })?;
    let place = copy.path().join("library.db");
    copy_database(real, &place)?;
    copy_file(log, &beside(&place, LOG))?;
    let problem = open_plain(&place).and_then(|connection| schema::first_problem(&connection));
    Ok(matches!(problem, Ok(None)))
}

/// Whether somebody has the library open: they have its log open as well, wherever that lies.
#[cfg(unix)]
fn is_in_use(real: &Path) -> Result<bool, Error> {
    use rustix::process::{Flock, FlockType, fcntl_getlk};

    // Closing a file takes away this process's own locks on it.
    if Held::is_held(real) {
        return Ok(true);
    }
    let asked = File::open(real).and_then(|file| Ok(fcntl_getlk(file, &Flock::from(FlockType::WriteLock))?));
    asked.map(|lock| lock.is_some()).map_err(|source| Error::Io { path: real.to_owned(), source })
}

#[cfg(not(unix))]
fn is_in_use(real: &Path) -> Result<bool, Error> {
    Ok(Held::is_held(real))
}
