//! Putting content in the place of content that was agreed on, as close to compare-and-swap as the file system allows.
//!
//! The new file is made beside the old one; then both exchange their names in one step, and what came out is compared.
//! Where a system cannot exchange, what is there is compared right before it is replaced.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use tempfile::{NamedTempFile, TempPath};

use crate::beside::{parent, prepared, sync_folder};
use crate::error::Error;
use crate::kill_point::kill_point;
use crate::regular::{self, Links};

/// A file has come to rest when nobody wrote to it for this long.
const AT_REST: Duration = Duration::from_millis(60);
/// Longest wait for that.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// What became of the attempt to put new content in the place of the agreed one.
#[derive(Debug)]
pub enum Exchanged {
    /// It stands, written at `modified`. What was there, if anything, was what was agreed on; a program that had it open
    /// may write to it yet.
    Done {
        /// What was there.
        displaced: Option<Displaced>,
        /// When the new file was written.
        modified: Option<SystemTime>,
    },
    /// Something else is there. It stays; nothing was written.
    Differs,
    /// It stands, but another program wrote in the very moment: `theirs` is what that wrote.
    Slipped {
        /// What the other program wrote.
        theirs: Displaced,
        /// When the new file was written.
        modified: Option<SystemTime>,
    },
}

impl Exchanged {
    /// The same, with what stood there before held as long as what came out.
    fn holding(self, before: File) -> Self {
        let hold = |mut displaced: Displaced| {
            displaced.before = Some(before);
            displaced
        };
        match self {
            Self::Done { displaced, modified } => Self::Done { displaced: displaced.map(hold), modified },
            Self::Slipped { theirs, modified } => Self::Slipped { theirs: hold(theirs), modified },
            Self::Differs => Self::Differs,
        }
    }
}

/// The file that was in the place of the new one.
///
/// It stays on disk, under a name of its own, until it is let go: whoever could not keep what it holds must not lose it. The
/// next look at the folder finds it there.
#[derive(Debug)]
pub struct Displaced {
    file: File,
    seen: (u64, Option<SystemTime>),
    path: PathBuf,
    limit: u64,
    /// Its new name, until it is let go.
    name: Option<TempPath>,
    /// What stood there before the exchange, locked: as a rule the same file.
    before: Option<File>,
}

impl Displaced {
    fn new(file: File, path: &Path, limit: u64, name: Option<TempPath>) -> Result<Self, Error> {
        let seen = regular::stamp(&file.metadata().map_err(Error::io("read", path))?);
        // The name is a temporary one: nobody is to take it for what a killed program left.
        let _unlocked = file.try_lock();
        Ok(Self { file, seen, path: path.to_owned(), limit, name, before: None })
    }

    /// What it holds, once nobody writes to it any more.
    pub fn at_rest(&mut self) -> Result<Vec<u8>, Error> {
        let started = Instant::now();
        let mut quiet_since = started;
        while quiet_since.elapsed() < AT_REST && started.elapsed() < LONGEST_WAIT {
            thread::sleep(AT_REST / 6);
            if self.is_written()? {
                quiet_since = Instant::now();
            }
        }
        self.read()
    }

    /// What it holds, where somebody wrote to it since it was last looked at.
    pub fn written_since(&mut self) -> Result<Option<Vec<u8>>, Error> {
        if self.is_written()? { self.at_rest().map(Some) } else { Ok(None) }
    }

    /// Takes its name away; who has it open, as this has, still sees what is written to it.
    pub fn let_go(&mut self) {
        self.name = None;
    }

    fn is_written(&mut self) -> Result<bool, Error> {
        let now = regular::stamp(&self.file.metadata().map_err(Error::io("read", self.path.as_path()))?);
        Ok(std::mem::replace(&mut self.seen, now) != now)
    }

    fn read(&mut self) -> Result<Vec<u8>, Error> {
        regular::read(&mut self.file, &self.path, self.limit).map(|read| read.bytes)
    }
}

impl Drop for Displaced {
    fn drop(&mut self) {
        if let Some(name) = self.name.take() {
            // Where that fails the file stays all the same: only its name is no longer a temporary one.
            let _kept = name.keep();
        }
        // Its lock goes last, as long as it says whose the name is.
        drop(self.before.take());
    }
}

/// Puts `bytes` in the place of `file`, a path without links.
pub(crate) fn exchange(
    file: &Path,
    bytes: &[u8],
    limit: u64,
    is_agreed: &dyn Fn(&[u8]) -> bool,
) -> Result<Exchanged, Error> {
    let temporary = prepared(file, bytes)?;
    // Looked at as late as can be: all that takes time is done.
    let mut old = match regular::open(file, Links::Refused) {
        Ok(old) => old,
        Err(Error::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => return create(temporary, file),
        Err(error) => return Err(error),
    };
    match regular::read(&mut old, file, limit) {
        Ok(read) if is_agreed(&read.bytes) => {}
        Ok(_) | Err(Error::TooLarge { .. }) => return Ok(Exchanged::Differs),
        Err(error) => return Err(error),
    }
    let modified = written(&temporary);
    let _unlocked = old.try_lock();
    match swap(temporary.path(), file) {
        Ok(()) => {
            kill_point();
            let outcome = came_out(temporary, file, limit, is_agreed, modified).map(|out| out.holding(old));
            sync_folder(parent(file));
            outcome
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => create(temporary, file),
        Err(error) if !is_without_exchange(&error) => Err(Error::io("write", file)(error)),
        Err(_) => {
            temporary.persist(file).map_err(|error| Error::io("write", file)(error.error))?;
            sync_folder(parent(file));
            judged(Displaced::new(old, file, limit, None)?, is_agreed, modified)
        }
    }
}

/// Where there was no file, none may have come meanwhile.
fn create(temporary: NamedTempFile, file: &Path) -> Result<Exchanged, Error> {
    let modified = written(&temporary);
    match temporary.persist_noclobber(file) {
        Ok(_) => {
            sync_folder(parent(file));
            Ok(Exchanged::Done { displaced: None, modified })
        }
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(Exchanged::Differs),
        Err(error) => Err(Error::io("write", file)(error.error)),
    }
}

fn written(temporary: &NamedTempFile) -> Option<SystemTime> {
    temporary.as_file().metadata().ok()?.modified().ok()
}

/// Judges what has the temporary file's name after the exchange.
fn came_out(
    temporary: NamedTempFile,
    file: &Path,
    limit: u64,
    is_agreed: &dyn Fn(&[u8]) -> bool,
    modified: Option<SystemTime>,
) -> Result<Exchanged, Error> {
    let name = temporary.into_temp_path();
    let is_small = |old: &File| old.metadata().is_ok_and(|metadata| metadata.len() <= limit);
    match regular::open(&name, Links::Refused) {
        Ok(old) if is_small(&old) => judged(Displaced::new(old, file, limit, Some(name))?, is_agreed, modified),
        // What can be kept nowhere else goes back to its place.
        _ => match swap(&name, file) {
            Ok(()) => Ok(Exchanged::Differs),
            Err(error) => {
                // Better a stray file in the folder than one that is gone.
                let _kept = name.keep();
                Err(Error::io("write", file)(error))
            }
        },
    }
}

fn judged(
    mut displaced: Displaced,
    is_agreed: &dyn Fn(&[u8]) -> bool,
    modified: Option<SystemTime>,
) -> Result<Exchanged, Error> {
    if is_agreed(&displaced.read()?) {
        displaced.let_go();
        return Ok(Exchanged::Done { displaced: Some(displaced), modified });
    }
    Ok(Exchanged::Slipped { theirs: displaced, modified })
}

/// Whether an exchange failed because there is none here: the system does not know it, the file system cannot do it, or a
/// container forbids it.
fn is_without_exchange(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    matches!(error.kind(), Unsupported | InvalidInput | PermissionDenied)
}

/// Exchanges the names of two files in one step.
#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn swap(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn swap(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
