//! Where an open file stands: whether the path it was opened at still leads to it.
//!
//! `SQLite` goes on writing to a file that was moved, deleted or replaced, and its log stays where the file was: what it
//! is told is stored there is in no file anybody will open again, and the log spoils the one that took the place. So the
//! file is held beside `SQLite`, and compared with what stands at the path before every write. So is its log, which
//! cleaners and programs that copy folders remove: `SQLite` would go on writing to one that has no name any more, and to one
//! that something else was written over (see `watch`).

mod changed;
mod held;
mod watch;

use parking_lot::Mutex;
use std::{
    fs::Metadata,
    path::{Path, PathBuf},
    sync::{
        OnceLock,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use crate::files::{beside, displaced_log};
use crate::{Displacement, Error};
use changed::stamp_of_log;
pub(crate) use held::Held;
use held::{Key, OwnState, Stamp, key_of, stamp_of};
use watch::{Glance, Watch};

/// A file as it was opened.
#[derive(Debug)]
pub(crate) struct Footing {
    /// Where the author has it.
    path: PathBuf,
    /// The same without symbolic links; the log lies beside it.
    real: PathBuf,
    /// Device and number of the log and of its index, as far as they are there; none where this file is only read.
    sides: Option<Mutex<Sides>>,
    /// What that log held when it was last seen whole.
    watch: Mutex<Watch>,
    /// Kept from when it was first seen: who wrote that log knows nothing of what this one held.
    is_log_anothers: AtomicBool,
    /// Newest state of the file that is known to be its own.
    own: Mutex<OwnState>,
    /// The log as it was then.
    log_seen: Mutex<Option<Stamp>>,
    /// Kept from when it was first seen: a file that comes back has missed what was written meanwhile.
    displaced: OnceLock<Displacement>,
    /// Kept from when it was first seen: another file was written over this one, and is to stay as it was written.
    is_overwritten: AtomicBool,
    /// How many threads bring the log into the file now.
    folding: AtomicUsize,
    /// What the file names itself by, once that is in the file and not in the log only.
    name: OnceLock<String>,
    held: Held,
}

const SIDES: [&str; 2] = ["-wal", "-shm"];

type Sides = [Option<Key>; 2];

/// Whose log lies beside the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Log {
    /// The one that was opened.
    Own,
    /// The same, but something else was written over it or its index in place.
    Spoiled,
    /// None that anybody wrote to: it was removed, or its index was, or another file was put in its place.
    Gone,
    /// One that another program wrote to, which knows nothing of this one.
    Anothers,
}

impl Log {
    /// Whether one that is whole can take its place.
    pub(crate) fn is_to_mend(self) -> bool {
        matches!(self, Self::Gone | Self::Spoiled)
    }
}

impl Footing {
    /// How a file stands that `held` was taken of, and that is open at `path`; where it is written, with its log.
    pub(crate) fn new(path: &Path, held: Held, is_written: bool) -> Self {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        let sides = is_written.then(|| sides_of(&real));
        let mut watch = Watch::default();
        if let Some(sides) = &sides {
            watch.hold(&real, sides);
        }
        let own = Mutex::new(held.state().unwrap_or(OwnState::UNKNOWN));
        Self {
            log_seen: Mutex::new(stamp_of_log(&real)),
            path,
            real,
            sides: sides.map(Mutex::new),
            watch: Mutex::new(watch),
            own,
            is_log_anothers: AtomicBool::default(),
            displaced: OnceLock::new(),
            is_overwritten: AtomicBool::default(),
            folding: AtomicUsize::default(),
            name: OnceLock::new(),
            held,
        }
    }

    /// What became of the file, where the path does not lead to it any more; and whose log lies beside it. By one look at the
    /// disk: each is paid by every write.
    pub(crate) fn standing(&self) -> (Option<Displacement>, Log) {
        let found = std::fs::metadata(&self.path);
        let log = self.log_of(found.as_ref().ok().filter(|found| key_of(found) == self.held.key));
        (self.kept_displacement(self.displacement_of(found, log)), log)
    }

    fn kept_displacement(&self, found: Option<Displacement>) -> Option<Displacement> {
        if let Some(first) = self.displaced.get() {
            // It may have moved on since; where it came back to, it is to be opened anew all the same.
            return Some(match (found, first) {
                (Some(Displacement::Overwritten), Displacement::LogOverwritten) => first.clone(),
                (Some(now), _) => now,
                (None, Displacement::Unreachable) => Displacement::Unreachable,
                (None, _) => Displacement::Moved { to: Some(self.path.clone()) },
            });
        }
        let found = found?;
        if found == Displacement::Unreachable {
            // A drive that comes back has the same file with the same log.
            return Some(found);
        }
        Some(self.displaced.get_or_init(|| found).clone())
    }

    fn displacement_of(&self, found: std::io::Result<Metadata>, log: Log) -> Option<Displacement> {
        match found {
            Ok(found) if key_of(&found) == self.held.key => match log {
                Log::Own => self.is_overwritten().then_some(Displacement::Overwritten),
                Log::Spoiled => self.with_spoiled_log(),
                Log::Gone => None,
                Log::Anothers => Some(Displacement::Replaced { moved_to: None }),
            },
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

    /// Whether the folder of the file is on another device than the file: what was mounted there is gone.
    fn is_on_another_drive(&self) -> bool {
        let folder = self.real.parent().and_then(|folder| std::fs::metadata(folder).ok());
        folder.is_none_or(|folder| key_of(&folder).device != self.held.key.device)
    }

    /// Whether somebody has opened the file at the place it was moved to: there is a log beside it that is not this one.
    pub(crate) fn is_open_elsewhere(&self) -> bool {
        let Some(place) = self.held.place().filter(|place| *place != self.real) else { return false };
        let side = std::fs::metadata(beside(&place, SIDES[0])).ok();
        side.is_some_and(|side| Some(key_of(&side)) != self.own_sides()[0])
    }

    fn own_sides(&self) -> Sides {
        self.sides.as_ref().map(|sides| *sides.lock()).unwrap_or_default()
    }

    /// Whose log lies beside the file now.
    pub(crate) fn log(&self) -> Log {
        let found = std::fs::metadata(&self.path).ok();
        self.log_of(found.as_ref().filter(|found| key_of(found) == self.held.key))
    }

    /// The same where it is known what the path leads to; none where that is not the file.
    fn log_of(&self, file: Option<&Metadata>) -> Log {
        if self.is_log_anothers.load(Ordering::Acquire) {
            return Log::Anothers;
        }
        // Where the file is somewhere else, or was, its log is no matter of what lies at the path.
        let in_place = file.filter(|_| self.displaced.get().is_none());
        let (Some(sides), Some(file)) = (&self.sides, in_place) else { return Log::Own };
        let (mut own, found) = (sides.lock(), found_beside(&self.real));
        let now = keys_of(&found);
        // They are made when something is written first.
        let is_known = own.iter().all(Option::is_some);
        if !is_known && own.iter().zip(&now).all(|(own, now)| own.is_none() || own == now) {
            *own = now;
        }
        if *own == now {
            let mut watch = self.watch.lock();
            watch.hold(&self.real, &own);
            let lengths = found.map(|side| side.map_or(0, |side| side.len()));
            let glance = Glance { file: Some(stamp_of(file)), sides: lengths };
            return if watch.is_spoiled_at(&self.held, &glance) { Log::Spoiled } else { Log::Own };
        }
        let has_log = || std::fs::metadata(beside(&self.real, SIDES[0])).is_ok_and(|found| found.len() > 0);
        // Who closed the file folded a log of their own into it.
        let is_file_as_it_was = || {
            let known = *self.own.lock();
            std::fs::metadata(&self.path).is_ok_and(|now| stamp_of(&now) == known.stamp)
        };
        // Who opens the file writes to the index beside it too; a log they know nothing of was put there as a file.
        let is_nobodys = || self.is_log_whole() && (now[1].is_none() || now[1] == own[1] || self.is_log_copied());
        let is_anothers = now[0] != own[0] && has_log() && !is_nobodys() || !is_file_as_it_was();
        self.is_log_anothers.store(is_anothers, Ordering::Release);
        if is_anothers { Log::Anothers } else { Log::Gone }
    }

    /// Gives a log that was put in the place of the own one, which is gone, a name under which nobody reads it.
    pub(crate) fn put_nobodys_log_aside(&self) -> Result<(), Error> {
        let log = beside(&self.real, SIDES[0]);
        let is_there =
            std::fs::metadata(&log).is_ok_and(|found| found.len() > 0 && Some(key_of(&found)) != self.own_sides()[0]);
        if is_there {
            std::fs::rename(&log, displaced_log(&self.real)).map_err(|source| Error::Io { path: log, source })?;
        }
        Ok(())
    }

    /// Makes way for another log in the place of one that is gone, whose connections are all closed: its index must not be
    /// read with it.
    pub(crate) fn make_way(&self) {
        let place = beside(&self.real, SIDES[1]);
        if sides_of(&self.real)[1] == self.own_sides()[1] {
            let _was_gone = std::fs::remove_file(place);
        }
    }

    /// Takes the log that lies there now for its own, and the file as it is.
    pub(crate) fn take_log(&self) {
        self.note_own_state();
        if let Some(sides) = &self.sides {
            let mut sides = sides.lock();
            *sides = sides_of(&self.real);
            let mut watch = self.watch.lock();
            *watch = Watch::default();
            watch.hold(&self.real, &sides);
        }
    }

    /// Whether others in this process have the same file open.
    pub(crate) fn is_shared(&self) -> bool {
        self.held.is_shared()
    }

    /// Takes the log away from where the file was, so that nobody reads it with the file that is there now. One that
    /// holds what is not in the file keeps another name; its index is made anew from it.
    pub(crate) fn take_sides_away(&self, is_empty: bool) {
        for (side, own) in SIDES.iter().zip(&self.own_sides()) {
            let place = beside(&self.real, side);
            let is_own = own.is_some() && std::fs::metadata(&place).ok().map(|found| key_of(&found)) == *own;
            if !is_own {
                continue;
            }
            // What cannot be taken away stays; nothing is lost by it.
            let _stays = if is_empty || *side == SIDES[1] {
                std::fs::remove_file(&place)
            } else {
                std::fs::rename(&place, displaced_log(&self.real))
            };
        }
    }

    /// Whether what stands at `path` is this very file.
    pub(crate) fn is_at(&self, path: &Path) -> bool {
        std::fs::metadata(path).is_ok_and(|found| key_of(&found) == self.held.key)
    }
}

fn sides_of(real: &Path) -> Sides {
    keys_of(&found_beside(real))
}

fn found_beside(real: &Path) -> [Option<Metadata>; 2] {
    SIDES.map(|side| std::fs::metadata(beside(real, side)).ok())
}

fn keys_of(found: &[Option<Metadata>; 2]) -> Sides {
    found.each_ref().map(|found| found.as_ref().map(key_of))
}

fn is_absence(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}
