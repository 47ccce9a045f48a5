//! The file itself, held open beside `SQLite`: what tells it from others, where it is, and what changes in it.

use parking_lot::Mutex;
use std::{
    fs::{File, Metadata, OpenOptions},
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::{files::MAGIC, log_pages};

/// What tells that a file was written since.
pub(super) type Stamp = (u64, Option<SystemTime>);

pub(super) fn stamp_of(found: &Metadata) -> Stamp {
    (found.len(), found.modified().ok())
}

/// What changes in the file itself with every change of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OwnState {
    pub(super) stamp: Stamp,
    /// The header of the file (<https://www.sqlite.org/fileformat2.html>, section 1.3).
    header: [u8; HEADER],
}

/// Bytes of a header.
const HEADER: usize = 100;
/// Bytes at the start of a library in which rows say whose they are: the one that names it stands among the first.
const BEGINNING: usize = 1024 * 1024;

impl OwnState {
    /// A file that nothing is known of.
    pub(super) const UNKNOWN: Self = Self { stamp: (0, None), header: [0; HEADER] };

    /// The counter of changes, which never goes back.
    pub(super) fn changes(&self) -> u32 {
        u32::from_be_bytes([24, 25, 26, 27].map(|at: usize| self.header[at]))
    }

    /// Whether it is the same file as far as its header tells, whenever it was written.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        (self.stamp.0, self.header) == (other.stamp.0, other.header)
    }
}

/// What tells a file from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) device: u64,
    number: u64,
}

#[cfg(unix)]
pub(super) fn key_of(found: &Metadata) -> Key {
    use std::os::unix::fs::MetadataExt as _;
    Key { device: found.dev(), number: found.ino() }
}

/// Elsewhere a file that is open cannot be moved, deleted or replaced.
#[cfg(not(unix))]
pub(super) fn key_of(_found: &Metadata) -> Key {
    Key { device: 0, number: 0 }
}

/// Every file of this process that is held, with how many hold it.
///
/// Closing a file takes away the locks that `SQLite` has on it, whoever opened it (a rule of POSIX). So each is opened once,
/// before `SQLite` opens it, and closed when the last one lets go, after `SQLite` has closed it.
static HELD: Mutex<Vec<(Key, File, usize)>> = Mutex::new(Vec::new());

/// A file that is held open beside `SQLite`.
#[derive(Debug)]
pub(crate) struct Held {
    pub(super) key: Key,
}

impl Held {
    /// Holds the file at `path`; none where it cannot be read, which whoever opens it is told.
    pub(crate) fn take(path: &Path) -> Option<Self> {
        Self::taken(path, File::options().read(true))
    }

    /// The same for a file beside it, which may have to be put right.
    pub(super) fn take_to_mend(path: &Path) -> Option<Self> {
        Self::taken(path, File::options().read(true).write(true))
    }

    fn taken(path: &Path, how: &OpenOptions) -> Option<Self> {
        if !cfg!(unix) {
            return None;
        }
        let mut all = HELD.lock();
        let found = std::fs::metadata(path).ok().filter(Metadata::is_file)?;
        let key = key_of(&found);
        if let Some(known) = all.iter_mut().find(|known| known.0 == key) {
            known.2 += 1;
            return Some(Self { key });
        }
        let file = how.open(path).ok()?;
        // Another one may have come to the path since; it is held by nobody, or this would have been found above.
        let key = key_of(&file.metadata().ok()?);
        all.push((key, file, 1));
        Some(Self { key })
    }

    /// Whether this process holds the file at `path`.
    pub(crate) fn is_held(path: &Path) -> bool {
        let all = HELD.lock();
        std::fs::metadata(path).is_ok_and(|found| all.iter().any(|known| known.0 == key_of(&found)))
    }

    /// Whether others in this process have the same file open.
    pub(super) fn is_shared(&self) -> bool {
        HELD.lock().iter().any(|known| known.0 == self.key && known.2 > 1)
    }

    fn ask<T>(&self, question: impl FnOnce(&File) -> Option<T>) -> Option<T> {
        let all = HELD.lock();
        all.iter().find(|known| known.0 == self.key).and_then(|known| question(&known.1))
    }

    pub(super) fn is_deleted(&self) -> bool {
        self.ask(|file| Some(links(&file.metadata().ok()?) == 0)).unwrap_or(false)
    }

    /// Where the file is now, where the system tells and it is the same one still.
    pub(super) fn place(&self) -> Option<PathBuf> {
        let place = self.ask(place_of)?;
        std::fs::metadata(&place).is_ok_and(|found| key_of(&found) == self.key).then_some(place)
    }

    pub(super) fn state(&self) -> Option<OwnState> {
        self.ask(|file| {
            let found = file.metadata().ok()?;
            Some(OwnState { stamp: stamp_of(&found), header: header_of(file)? })
        })
    }

    /// How long the file is, and when it was written.
    pub(super) fn stamp(&self) -> Option<Stamp> {
        self.ask(|file| file.metadata().ok()).map(|found| stamp_of(&found))
    }

    pub(super) fn length(&self) -> u64 {
        self.stamp().map_or(0, |(length, _)| length)
    }

    /// So many bytes of the file from a place on; none where it ends before.
    pub(super) fn bytes<const N: usize>(&self, at: u64) -> Option<[u8; N]> {
        let mut bytes = [0; N];
        self.fill(&mut bytes, at).then_some(bytes)
    }

    /// Reads bytes of the file from a place on; false where it ends before.
    pub(super) fn fill(&self, bytes: &mut [u8], at: u64) -> bool {
        self.ask(|file| read_at(file, bytes, at).ok()).is_some()
    }

    /// A part of the file, shorter where the file ends.
    pub(super) fn part(&self, at: u64, most: usize) -> Vec<u8> {
        self.ask(|file| part_of(file, at, most)).unwrap_or_default()
    }

    /// Writes the beginning of the file, and makes the file as long as it has to be.
    pub(super) fn write_beginning(&self, bytes: &[u8], least: u64) -> bool {
        let written = self.ask(|file| {
            write_at_start(file, bytes).ok()?;
            if file.metadata().ok()?.len() < least {
                file.set_len(least).ok()?;
            }
            file.sync_data().ok()
        });
        written.is_some()
    }

    pub(super) fn empty(&self) -> bool {
        self.ask(|file| file.set_len(0).and_then(|()| file.sync_data()).ok()).is_some()
    }

    /// Whether a text is in the beginning of the file; none where that can't be read.
    pub(super) fn names(&self, text: &str) -> Option<bool> {
        self.ask(|file| part_of(file, 0, BEGINNING)).map(|beginning| has(&beginning, text))
    }

    /// Whether a text is nowhere in the file, as far as that can be read: a row may move to the end of it.
    pub(super) fn lacks(&self, text: &str) -> bool {
        let mut at = 0;
        loop {
            // Each part ends with what the next one begins with, so that none cuts the text in two.
            match self.ask(|file| part_of(file, at, BEGINNING)) {
                Some(part) if has(&part, text) => return false,
                Some(part) if part.len() == BEGINNING => at += (BEGINNING - text.len()) as u64,
                part => return part.is_some(),
            }
        }
    }

    /// Whether a log was brought into the file, to its end or not.
    pub(super) fn has_taken_in(&self, log: &[u8]) -> bool {
        let first = log_pages::first_page(log);
        first.is_some_and(|first| self.ask(|file| part_of(file, 0, first.len())).is_some_and(|found| found == first))
    }

    /// Whether somebody else has the file open with `SQLite`.
    pub(super) fn is_used_elsewhere(&self) -> bool {
        self.is_shared() || self.ask(|file| Some(is_locked(file))).unwrap_or(true)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut all = HELD.lock();
        if let Some(place) = all.iter().position(|known| known.0 == self.key) {
            all[place].2 -= 1;
            if all[place].2 == 0 {
                all.swap_remove(place);
            }
        }
    }
}

#[cfg(unix)]
fn links(found: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(found)
}

#[cfg(not(unix))]
fn links(_found: &Metadata) -> u64 {
    1
}

#[cfg(target_os = "linux")]
fn place_of(file: &File) -> Option<PathBuf> {
    use std::os::fd::AsRawFd as _;
    std::fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd())).ok()
}

#[cfg(not(target_os = "linux"))]
fn place_of(_file: &File) -> Option<PathBuf> {
    None
}

/// The header of a database; none where there is no such header.
#[cfg(unix)]
fn header_of(file: &File) -> Option<[u8; HEADER]> {
    let mut header = [0; HEADER];
    read_at(file, &mut header, 0).ok()?;
    header.starts_with(MAGIC).then_some(header)
}

pub(super) fn has(part: &[u8], text: &str) -> bool {
    part.windows(text.len()).any(|part| part == text.as_bytes())
}

/// A part of a file, shorter where the file ends.
fn part_of(file: &File, at: u64, most: usize) -> Option<Vec<u8>> {
    let left = file.metadata().ok()?.len().saturating_sub(at);
    let mut part = vec![0; usize::try_from(left).unwrap_or(most).min(most)];
    read_at(file, &mut part, at).ok().map(|()| part)
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

#[cfg(unix)]
fn write_at_start(file: &File, bytes: &[u8]) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, 0)
}

/// Whether another process has a lock on a file.
#[cfg(unix)]
fn is_locked(file: &File) -> bool {
    use rustix::process::{Flock, FlockType, fcntl_getlk};
    fcntl_getlk(file, &Flock::from(FlockType::WriteLock)).map_or(true, |lock| lock.is_some())
}

/// Elsewhere a file that is open is not written over.
#[cfg(not(unix))]
fn header_of(_file: &File) -> Option<[u8; HEADER]> {
    Some([0; HEADER])
}

#[cfg(not(unix))]
fn read_at(_file: &File, _bytes: &mut [u8], _at: u64) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}

#[cfg(not(unix))]
fn write_at_start(_file: &File, _bytes: &[u8]) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}

#[cfg(not(unix))]
fn is_locked(_file: &File) -> bool {
    true
}
