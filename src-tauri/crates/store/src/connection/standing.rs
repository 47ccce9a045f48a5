//! What connections do where the file or its log is not where it was.

use std::{path::Path, sync::atomic::Ordering, time::Duration};

use rusqlite::{Connection, config::DbConfig};

use super::{
    Connections, Durability, Fault,
    opening::{BUSY_TIMEOUT, open_plain, prepare_writer},
};
use crate::{
    Displacement, Error,
    footing::{Footing, Log},
};

/// Frames after which a log is brought into the file even while it is written to; as `SQLite` has it.
const LONG: u32 = 1000;

/// What a log has again that was removed or written over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mended {
    /// All that was written to it.
    Whole,
    /// Not what was written to it after it was seen last.
    Cut,
}

impl Connections {
    /// What became of the file, where the path does not lead to it any more.
    pub(crate) fn displacement(&self) -> Option<Displacement> {
        self.stands().0
    }

    /// The same, and whose log lies beside the file.
    pub(super) fn stands(&self) -> (Option<Displacement>, Log) {
        self.footing.as_ref().map_or((None, Log::Own), Footing::standing)
    }

    /// Looks whether the path still leads to the file. While nobody writes, what the log holds goes into the file: a copy
    /// of the file alone is the whole library then.
    pub(crate) fn look(&self) -> Option<Displacement> {
        let displacement = self.displacement();
        if self.read_only.is_some() {
            return displacement;
        }
        if displacement.is_none() {
            // What is refused now is tried again at the next look.
            let _mended = self.mend_log();
        }
        let Some(writer) = self.writer.try_lock() else { return displacement };
        if displacement.is_some() {
            self.settle(&writer);
            return displacement;
        }
        let [writes, seen] = [&self.writes[0], &self.writes[1]].map(|count| count.load(Ordering::Relaxed));
        // Folded once, at the first look that finds no new write; an odd mark says that it was done. Who opens the file next
        // would take what was put into an empty log for changes.
        let is_littered = self.footing.as_ref().is_some_and(Footing::is_log_littered);
        if writes * 2 == seen && writes > 0 || is_littered {
            // Who is reading has it wait for the next time.
            if self.fold(&writer, Duration::ZERO) {
                self.writes[1].store(writes * 2 + 1, Ordering::Relaxed);
            }
        } else if writes * 2 + 1 != seen {
            self.writes[1].store(writes * 2, Ordering::Relaxed);
        }
        None
    }

    pub(super) fn refuse_displaced(
        &self,
        writer: &Connection,
        displacement: Option<Displacement>,
    ) -> Result<(), Error> {
        self.refuse_closed()?;
        let Some(displacement) = displacement else { return Ok(()) };
        self.settle(writer);
        Err(self.displaced(displacement))
    }

    pub(super) fn displaced(&self, displacement: Displacement) -> Error {
        Error::Displaced { path: self.path.clone(), displacement }
    }

    pub(super) fn refuse_closed(&self) -> Result<(), Error> {
        if !self.is_closed.load(Ordering::Acquire) {
            return Ok(());
        }
        Err(self.displaced(self.displacement().unwrap_or(Displacement::Moved { to: None })))
    }

    /// Sees to the log of a file that is not at its path any more: what it holds goes into the file, wherever that is now,
    /// and the log goes from beside what stands at the path.
    pub(super) fn settle(&self, writer: &Connection) {
        let Some(footing) = self.footing.as_ref().filter(|_| self.read_only.is_none()) else { return };
        let _kept = writer.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
        let is_gone = self.displacement() == Some(Displacement::Unreachable);
        if is_gone || self.is_settled.swap(true, Ordering::AcqRel) {
            return;
        }
        // What was written over the file stays as it is.
        let is_free = !footing.is_open_elsewhere() && footing.log() != Log::Anothers && !footing.was_overwritten();
        let is_whole = is_free && self.fold(writer, BUSY_TIMEOUT);
        self.is_whole.store(is_whole, Ordering::Release);
        footing.take_sides_away(is_whole);
    }

    /// Writes what the log holds into the file and empties the log; false where somebody reads for longer than `patience`, or
    /// where the log holds something else by now.
    fn fold(&self, writer: &Connection, patience: Duration) -> bool {
        let _folding = self.footing.as_ref().map(Footing::folding);
        !self.is_log_spoiled() && fold(writer, patience)
    }

    /// Writes what a long log holds into the file, as far as nobody reads it. `SQLite` would do so at the end of a commit, with
    /// whatever stands in the log by then.
    pub(super) fn fold_if_long(&self, writer: &Connection) {
        if self.footing.as_ref().is_none_or(|footing| footing.log_frames() < LONG) || self.is_log_spoiled() {
            return;
        }
        let _folding = self.footing.as_ref().map(Footing::folding);
        // What is left goes along the next time.
        let _left = writer.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
    }

    /// Notes what the library in the file is called in all of its rows, by which it is told from another one.
    pub(crate) fn is_named(&self, name: &str) {
        if let Some(footing) = &self.footing {
            footing.is_named(name);
        }
    }

    /// Whether another file was written over the one that is open: what is read is of both.
    pub(crate) fn was_overwritten(&self) -> bool {
        self.footing.as_ref().is_some_and(Footing::was_overwritten)
    }

    /// Refuses a file that another one was written over, or whose log was: what is read is of both.
    ///
    /// Where it is as it was noted last, which its length, time and header tell, nothing more is looked at.
    pub(crate) fn refuse_overwritten(&self) -> Result<(), Error> {
        if self.footing.as_ref().is_none_or(Footing::is_as_noted) {
            return Ok(());
        }
        match self.displacement() {
            Some(displacement) if self.was_overwritten() => Err(self.displaced(displacement)),
            _ => Ok(()),
        }
    }

    /// Brings what the log holds into the file now. Where somebody reads just then it is left to the next time.
    pub(crate) fn fold_now(&self) -> Result<(), Error> {
        self.mend_log()?;
        let writer = self.writer.lock();
        self.refuse_closed()?;
        self.fold(&writer, BUSY_TIMEOUT);
        Ok(())
    }

    /// Whether the log is not beside the file any more, which is where it was.
    pub(super) fn is_log_gone(&self) -> bool {
        self.footing.as_ref().is_some_and(|footing| footing.log() == Log::Gone)
    }

    /// Whether the log, or its index, was written over in place.
    pub(super) fn is_log_spoiled(&self) -> bool {
        self.footing.as_ref().is_some_and(Footing::is_log_spoiled)
    }

    /// Where the log was removed, or written over: brings what it held into the file, and goes on with one that is whole.
    ///
    /// Before something is read as well: `SQLite` would give out what was written over the log, and who opens the file after a
    /// kill would take what was put in its place for changes.
    pub(super) fn mend_log(&self) -> Result<Mended, Error> {
        let Some(footing) = self.footing.as_ref().filter(|footing| footing.log().is_to_mend()) else {
            return Ok(Mended::Whole);
        };
        // Who reads has the old log open; nobody else comes in until all have the new one.
        let _alone = self.gate.try_write_for(BUSY_TIMEOUT).ok_or_else(|| self.busy())?;
        let mut writer = self.writer.lock();
        if self.is_closed.load(Ordering::Acquire) || self.displacement().is_some() {
            return Ok(Mended::Whole);
        }
        match footing.log() {
            Log::Own | Log::Anothers => Ok(Mended::Whole),
            Log::Spoiled => {
                self.readers.lock().clear();
                let mended = if footing.mend_log() { Mended::Whole } else { Mended::Cut };
                if self.fold(&writer, BUSY_TIMEOUT) { Ok(mended) } else { Err(self.busy()) }
            }
            Log::Gone => {
                self.readers.lock().clear();
                if !self.fold(&writer, BUSY_TIMEOUT) {
                    return Err(self.busy());
                }
                footing.put_nobodys_log_aside()?;
                // Where others here have the old log open, all of this process have it. The file has everything.
                if !footing.is_shared() {
                    self.go_on_with_another_log(footing, &mut writer)?;
                }
                Ok(Mended::Whole)
            }
        }
    }

    fn go_on_with_another_log(&self, footing: &Footing, writer: &mut Connection) -> Result<(), Error> {
        let mut reopen = || -> Result<(), Fault> {
            writer.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
            drop(std::mem::replace(writer, Connection::open_in_memory()?));
            footing.make_way();
            let fresh = open_plain(&self.path)?;
            prepare_writer(&fresh, Durability::Full)?;
            leave_long_logs(&fresh);
            *writer = fresh;
            footing.take_log();
            Ok(())
        };
        reopen().map_err(|fault| fault.at(&self.path))
    }

    pub(super) fn busy(&self) -> Error {
        Error::Busy { path: self.path.clone() }
    }

    /// Closes every connection, where the file at `path` is the one that is open: it is about to be opened there. False
    /// where it is another one.
    pub(crate) fn close_if_at(&self, path: &Path) -> Result<bool, Error> {
        let Some(displacement) = self.displacement() else { return Ok(false) };
        if !self.footing.as_ref().is_some_and(|footing| footing.is_at(path)) {
            return Ok(false);
        }
        let mut writer = self.writer.lock();
        self.settle(&writer);
        // Of one that was written over nothing more can be brought to a file.
        if self.read_only.is_none() && !self.is_whole.load(Ordering::Acquire) && !self.was_overwritten() {
            return Err(self.displaced(displacement));
        }
        self.is_closed.store(true, Ordering::Release);
        let nothing = Connection::open_in_memory().map_err(|error| Fault::from(error).at(&self.path))?;
        drop(std::mem::replace(&mut *writer, nothing));
        drop(writer);
        let _alone = self.gate.write();
        self.readers.lock().clear();
        Ok(true)
    }
}

impl Drop for Connections {
    /// The last connection that is closed brings the log into the file, which must not be one that took its place meanwhile.
    fn drop(&mut self) {
        if self.is_closed.load(Ordering::Acquire) {
            return;
        }
        if self.is_log_spoiled() {
            // Where it can't be, it goes from beside the file.
            let _mended = self.mend_log();
        }
        if self.displacement().is_some() || self.is_log_spoiled() {
            let writer = self.writer.lock();
            self.settle(&writer);
        }
    }
}

/// Leaves it to [`Connections::fold_if_long`] when a long log is brought into the file.
pub(super) fn leave_long_logs(writer: &Connection) {
    // Where it is not taken, `SQLite` goes on doing so itself.
    let _left = writer.pragma_update(None, "wal_autocheckpoint", 0);
}

/// See [`Connections::fold`].
fn fold(writer: &Connection, patience: Duration) -> bool {
    let _waits = writer.busy_timeout(patience);
    let folded = writer.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0));
    let _waits = writer.busy_timeout(BUSY_TIMEOUT);
    folded.is_ok_and(|busy| busy == 0)
}
