//! Where an open file stands: whether the path it was opened at still leads to it.
//!
//! `SQLite` goes on writing to a file that was moved, deleted or replaced, and its log stays where the file was: what it
//! is told is stored there is in no file anybody will open again, and the log spoils the one that took the place. So the
//! file is held beside `SQLite`, and compared with what stands at the path before every write.

use parking_lot::Mutex;
use std::{
    fs::{File, Metadata},
    path::{Path, PathBuf},
    sync::OnceLock,
    time::SystemTime,
};

use crate::Displacement;
use crate::files::{MAGIC, beside};

/// A file as it was opened.
#[derive(Debug)]
pub(crate) struct Footing {
    /// Where the author has it.
    path: PathBuf,
    /// The same without symbolic links; the log lies beside it.
    real: PathBuf,
    /// Device and number of the log and of its index, as far as they are there.
    sides: [Option<Key>; 2],
    /// Newest state of the file that is known to be its own.
    own: Mutex<OwnState>,
    /// Kept from when it was first seen: a file that comes back has missed what was written meanwhile.
    displaced: OnceLock<Displacement>,
    held: Held,
}

const SIDES: [&str; 2] = ["-wal", "-shm"];

/// What changes in the file itself with every change of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct OwnState {
    modified: Option<SystemTime>,
    length: u64,
    /// The counter in the header of the file, which never goes back.
    changes: u32,
}

impl Footing {
    /// How a file stands that `held` was taken of, and that is open at `path`.
    pub(crate) fn new(path: &Path, held: Held) -> Self {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        let sides = SIDES.map(|side| std::fs::metadata(beside(&real, side)).ok().map(|found| key_of(&found)));
        let own = Mutex::new(held.state().unwrap_or(OwnState { modified: None, length: 0, changes: 0 }));
        Self { path, real, sides, own, displaced: OnceLock::new(), held }
    }

    /// What became of the file, where the path does not lead to it any more.
    pub(crate) fn displacement(&self) -> Option<Displacement> {
        if let Some(first) = self.displaced.get() {
            // It may have moved on since; where it came back to, it is to be opened anew all the same.
            return Some(match (self.look(), first) {
                (Some(now), _) => now,
                (None, Displacement::Unreachable) => Displacement::Unreachable,
                (None, _) => Displacement::Moved { to: Some(self.path.clone()) },
            });
        }
        let found = self.look()?;
        if found == Displacement::Unreachable {
            // A drive that comes back has the same file with the same log.
            return Some(found);
        }
        Some(self.displaced.get_or_init(|| found).clone())
    }

    fn look(&self) -> Option<Displacement> {
        match std::fs::metadata(&self.path) {
            Ok(found) if key_of(&found) == self.held.key => {
                self.is_overwritten(&found).then_some(Displacement::Replaced { moved_to: None })
            }
            Ok(_) if self.is_on_another_drive() => Some(Displacement::Unreachable),
            Ok(_) => Some(Displacement::Replaced { moved_to: self.held.place() }),
            Err(error) if is_absence(&error) => Some(match self.held.place() {
                Some(to) => Displacement::Moved { to: Some(to) },
                None if self.held.is_deleted() => Displacement::Deleted,
                None if self.is_on_another_drive() => Displacement::Unreachable,
                None => Displacement::Moved { to: None },
            }),
            Err(_) => Some(Displacement::Unreachable),
        }
    }

    /// Whether another file was written over this one: its counter of changes went back, or it is no database any more.
    fn is_overwritten(&self, found: &Metadata) -> bool {
        let mut own = self.own.lock();
        if (own.modified, own.length) == (found.modified().ok(), found.len()) {
            return false;
        }
        match self.held.state() {
            Some(now) if now.changes >= own.changes => {
                *own = now;
                false
            }
            Some(_) => true,
            // An empty file is a new library that was not written yet.
            None => own.length > 0,
        }
    }

    /// Whether the folder of the file is on another device than the file: what was mounted there is gone.
    fn is_on_another_drive(&self) -> bool {
        let folder = self.real.parent().and_then(|folder| std::fs::metadata(folder).ok());
        folder.is_none_or(|folder| key_of(&folder).device != self.held.key.device)
    }

    /// Whether somebody has opened the file at the place it was moved to: there is a log beside it that is not this one.
    pub(crate) fn is_open_elsewhere(&self) -> bool {
        let Some(place) = self.held.place().filter(|place| *place != self.real) else { return false };
        let side = std::fs::metadata(beside(&place, SIDES[0])).ok();
        side.is_some_and(|side| Some(key_of(&side)) != self.sides[0])
    }

    /// Takes the log away from where the file was, so that nobody reads it with the file that is there now. One that
    /// holds what is not in the file keeps another name.
    pub(crate) fn take_sides_away(&self, is_empty: bool) {
        for (side, own) in SIDES.iter().zip(&self.sides) {
            let place = beside(&self.real, side);
            let is_own = own.is_some() && std::fs::metadata(&place).ok().map(|found| key_of(&found)) == *own;
            if !is_own {
                continue;
            }
            // What cannot be taken away stays; nothing is lost by it.
            let _stays = if is_empty {
                std::fs::remove_file(&place)
            } else {
                std::fs::rename(&place, beside(&self.real, &format!(".displaced{side}")))
            };
        }
    }

    /// Whether what stands at `path` is this very file.
    pub(crate) fn is_at(&self, path: &Path) -> bool {
        std::fs::metadata(path).is_ok_and(|found| key_of(&found) == self.held.key)
    }
}

fn is_absence(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}

/// What tells a file from all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    device: u64,
    number: u64,
}

#[cfg(unix)]
fn key_of(found: &Metadata) -> Key {
    use std::os::unix::fs::MetadataExt as _;
    Key { device: found.dev(), number: found.ino() }
}

/// Elsewhere a file that is open cannot be moved, deleted or replaced.
#[cfg(not(unix))]
fn key_of(_found: &Metadata) -> Key {
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
    key: Key,
}

impl Held {
    /// Holds the file at `path`; none where it cannot be read, which whoever opens it is told.
    pub(crate) fn take(path: &Path) -> Option<Self> {
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
        let file = File::open(path).ok()?;
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

    fn ask<T>(&self, question: impl FnOnce(&File) -> Option<T>) -> Option<T> {
        let all = HELD.lock();
        all.iter().find(|known| known.0 == self.key).and_then(|known| question(&known.1))
    }

    fn is_deleted(&self) -> bool {
        self.ask(|file| Some(links(&file.metadata().ok()?) == 0)).unwrap_or(false)
    }

    /// Where the file is now, where the system tells and it is the same one still.
    fn place(&self) -> Option<PathBuf> {
        let place = self.ask(place_of)?;
        std::fs::metadata(&place).is_ok_and(|found| key_of(&found) == self.key).then_some(place)
    }

    fn state(&self) -> Option<OwnState> {
        self.ask(|file| {
            let found = file.metadata().ok()?;
            let changes = changes_of(file)?;
            Some(OwnState { modified: found.modified().ok(), length: found.len(), changes })
        })
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

/// The counter of changes in a database's header (<https://www.sqlite.org/fileformat2.html>, section 1.3.9); none where
/// there is no such header.
#[cfg(unix)]
fn changes_of(file: &File) -> Option<u32> {
    use std::os::unix::fs::FileExt as _;
    let mut header = [0; 28];
    file.read_exact_at(&mut header, 0).ok()?;
    let [.., a, b, c, d] = header;
    header.starts_with(MAGIC).then_some(u32::from_be_bytes([a, b, c, d]))
}

#[cfg(not(unix))]
fn changes_of(_file: &File) -> Option<u32> {
    Some(0)
}
