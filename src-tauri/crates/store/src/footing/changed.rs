//! Whether what changed in the file was written here, or by another program that shares its log, or was written over it by one
//! that knows of no log.

use std::{path::Path, sync::atomic::Ordering};

use super::{
    Footing, SIDES,
    held::{Stamp, has, stamp_of},
};
use crate::{Displacement, files::beside};

/// Held while the log is brought into the file: what changes meanwhile is its own.
pub(crate) struct Folding<'a>(&'a Footing);

impl Drop for Folding<'_> {
    fn drop(&mut self) {
        self.0.note_own_state();
        self.0.folding.fetch_sub(1, Ordering::AcqRel);
    }
}

impl Footing {
    /// Notes what the file names itself by, where it does already.
    pub(crate) fn is_named(&self, name: &str) {
        if self.name.get().is_none() && self.held.names(name) == Some(true) {
            let _known = self.name.set(name.to_owned());
        }
    }

    /// Whether another file was written over this one.
    pub(crate) fn was_overwritten(&self) -> bool {
        self.is_overwritten.load(Ordering::Acquire)
    }

    /// Whether the file is as it was when its state was noted last, or is being changed here and will be noted then.
    pub(crate) fn is_as_noted(&self) -> bool {
        let own = *self.own.lock();
        let is_known = self.held.state() == Some(own) || self.folding.load(Ordering::Acquire) > 0;
        is_known && !self.was_overwritten()
    }

    /// Says that the log is brought into the file, until what comes back is dropped.
    pub(crate) fn folding(&self) -> Folding<'_> {
        self.folding.fetch_add(1, Ordering::AcqRel);
        Folding(self)
    }

    /// Whether another file was written over this one: its counter of changes went back, it is another library or no database
    /// any more, or nobody wrote what stands there through the log.
    pub(super) fn is_overwritten(&self) -> bool {
        if self.was_overwritten() {
            return true;
        }
        let mut own = self.own.lock();
        let now = self.held.state();
        if now == Some(*own) {
            return false;
        }
        let is_other = match now {
            // Two new libraries have the same header.
            Some(now) if now.is_alike(&own) && !self.is_of_another() => {
                *own = now;
                false
            }
            Some(now) if now.changes() >= own.changes() && !self.is_foreign() => {
                *own = now;
                // They may be in the middle of it; from the next change of our own on it is known again.
                *self.log_seen.lock() = None;
                false
            }
            Some(_) => true,
            // An empty file is a new library that was not written yet.
            None => own.stamp.0 > 0,
        };
        self.is_overwritten.fetch_or(is_other, Ordering::AcqRel);
        is_other
    }

    /// Whether nothing in the file is of this library, as far as it is known what it is called.
    fn is_of_another(&self) -> bool {
        self.name.get().is_some_and(|name| self.held.lacks(name))
    }

    /// Whether what stands in the file is of another library, or came there past the log: who brings the log into the file has it
    /// open, or was stopped while they did, or the log was written to as well.
    fn is_foreign(&self) -> bool {
        if self.is_of_another() {
            return true;
        }
        let seen = *self.log_seen.lock();
        let is_quiet = || self.folding.load(Ordering::Acquire) == 0 && !self.held.is_used_elsewhere();
        if self.sides.is_none() || seen.is_none() || seen != stamp_of_log(&self.real) || !is_quiet() {
            return false;
        }
        let log = std::fs::read(beside(&self.real, SIDES[0])).unwrap_or_default();
        !self.held.has_taken_in(&log)
    }

    /// Whether the log that was opened was written over in place, wherever it is now, or its index was.
    pub(crate) fn is_log_spoiled(&self) -> bool {
        self.watch.lock().is_spoiled(&self.held)
    }

    /// Whether the log that was opened is known to be all there, wherever it is now.
    pub(super) fn is_log_whole(&self) -> bool {
        let mut watch = self.watch.lock();
        watch.is_held() && !watch.is_spoiled(&self.held)
    }

    /// Whether the log that stands in the place of the own one is a copy: of one that the file had before, or of one in which no row
    /// is of this library. No program that has the file open wrote it.
    pub(super) fn is_log_copied(&self) -> bool {
        let log = std::fs::read(beside(&self.real, SIDES[0])).unwrap_or_default();
        self.watch.lock().has_had(&log) || self.name.get().is_some_and(|name| !has(&log, name))
    }

    /// What became of a file whose log was written over; none where that can be put right. Where the file was written over as
    /// well, both are to stay as they are found.
    pub(super) fn with_spoiled_log(&self) -> Option<Displacement> {
        let own = *self.own.lock();
        let watch = self.watch.lock();
        let is_own = self.held.state().is_some_and(|now| now.is_alike(&own)) || watch.was_taken_in(&self.held);
        if is_own && watch.is_mendable() {
            return None;
        }
        self.is_overwritten.store(true, Ordering::Release);
        Some(if is_own { Displacement::LogOverwritten } else { Displacement::Overwritten })
    }

    /// Puts a log right that was written over; whether everything is there that its index told of.
    pub(crate) fn mend_log(&self) -> bool {
        self.watch.lock().mend()
    }

    /// Whether something lies in the log that nobody wrote to it.
    pub(crate) fn is_log_littered(&self) -> bool {
        self.watch.lock().is_littered()
    }

    /// How many frames the log has, as far as that was seen.
    pub(crate) fn log_frames(&self) -> u32 {
        self.watch.lock().frames()
    }

    /// What stands in the log now was written here, or by who shares it: who writes the file from now on, and not the log, has to
    /// have it from there.
    pub(crate) fn note_own_log(&self) {
        *self.log_seen.lock() = stamp_of_log(&self.real);
    }

    /// What stands in the file now was written here, unless another file was written over this one.
    pub(crate) fn note_own_state(&self) {
        let mut own = self.own.lock();
        if let Some(now) = self.held.state().filter(|now| now.changes() >= own.changes()) {
            *own = now;
            *self.log_seen.lock() = stamp_of_log(&self.real);
        }
    }
}

pub(super) fn stamp_of_log(real: &Path) -> Option<Stamp> {
    std::fs::metadata(beside(real, SIDES[0])).ok().map(|found| stamp_of(&found))
}
