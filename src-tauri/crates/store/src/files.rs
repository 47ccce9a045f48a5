//! A database as files: what lies beside it, copying it and taking it away.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::Error;

/// How every file of `SQLite` begins.
pub(crate) const MAGIC: &[u8; 16] = b"SQLite format 3\0";
/// Bytes of a page of a library; the default, which no migration changes.
pub(crate) const PAGE_SIZE: u16 = 4096;

/// The path of a file beside `path`, with `suffix` after its whole name.
pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// A free name beside a database under which nobody reads its log.
pub(crate) fn displaced_log(real: &Path) -> PathBuf {
    let mut names = (1..).map(|number| match number {
        1 => beside(real, ".displaced-wal"),
        _ => beside(real, &format!(".displaced-{number}-wal")),
    });
    names.find(|name| !name.exists()).expect("a name is free")
}

/// Copies a database with its log.
pub(crate) fn copy_database(from: &Path, to: &Path) -> Result<(), Error> {
    copy_file(from, to)?;
    let log = beside(from, "-wal");
    if log.exists() {
        copy_file(&log, &beside(to, "-wal"))?;
    }
    Ok(())
}

pub(crate) fn copy_file(from: &Path, to: &Path) -> Result<(), Error> {
    let copied = fs::copy(from, to).map(drop);
    copied.map_err(|source| match source.kind() {
        std::io::ErrorKind::StorageFull | std::io::ErrorKind::FileTooLarge => Error::DiskFull { path: to.to_owned() },
        _ => Error::Io { path: from.to_owned(), source },
    })
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
