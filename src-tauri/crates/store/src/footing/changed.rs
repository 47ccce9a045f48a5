//! Whether what changed in the file was written here, or by another program that shares its log, or was written over it by one
//! that knows of no log.

use std::{fs::Metadata, path::Path, sync::atomic::Ordering, time::SystemTime};

use super::{Footing, SIDES};
use crate::files::beside;

/// What tells that a file was written since.
pub(super) type Stamp = (u64, Option<SystemTime>);

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

    /// Says that the log is brought into the file, until what comes back is dropped.
    pub(crate) fn folding(&self) -> Folding<'_> {
        self.folding.fetch_add(1, Ordering::AcqRel);
        Folding(self)
    }

    /// Whether another file was written over this one: its counter of changes went back, it is another library or no database
    /// any more, or nobody wrote what stands there through the log.
    pub(super) fn is_overwritten(&self, found: &Metadata) -> bool {
        if self.was_overwritten() {
            return true;
        }
        let mut own = self.own.lock();
        if (own.modified, own.length) == (found.modified().ok(), found.len()) {
            return false;
        }
        let is_other = match self.held.state() {
            Some(now) if now.is_alike(&own) => {
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
            None => own.length > 0,
        };
        self.is_overwritten.fetch_or(is_other, Ordering::AcqRel);
        is_other
    }

    /// Whether what stands in the file is of another library, or came there past the log: who brings the log into the file has it
    /// open, or was stopped while they did, or the log was written to as well.
    fn is_foreign(&self) -> bool {
        if self.name.get().is_some_and(|name| self.held.lacks(name)) {
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
    let found = std::fs::metadata(beside(real, SIDES[0])).ok()?;
    Some((found.len(), found.modified().ok()))
}
