//! Connections to one file: a single writer behind a lock, and a few readers that come and go.

mod fault;
mod opening;
mod standing;

use parking_lot::{Mutex, RwLock};
use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::{
    Error,
    footing::{Footing, Held, Log},
};
pub(crate) use fault::Fault;
pub use opening::Obstacle;
pub(crate) use opening::{Durability, ReadOnly, distrust, open_plain, prepare_writer};
use opening::{Sharing, open_to_read};
use standing::{Mended, leave_long_logs};

/// Readers kept open between uses.
const IDLE_READERS: usize = 4;

#[derive(Debug)]
pub(crate) struct Connections {
    path: PathBuf,
    // Closed before the writer: only a connection that can write folds the log into the file when it is the last one.
    readers: Mutex<Vec<Connection>>,
    writer: Mutex<Connection>,
    /// Shared by who reads, taken whole by who closes.
    gate: RwLock<()>,
    is_closed: AtomicBool,
    /// Whether the log of a file that is not at its path any more was seen to.
    is_settled: AtomicBool,
    /// Whether everything in the log of such a file is in the file itself.
    is_whole: AtomicBool,
    /// Writes so far, and as many as there were at the last look.
    writes: [AtomicU64; 2],
    /// Where and how readers open it, where nothing is written.
    read_only: Option<ReadOnly>,
    // Last: its file may be closed only after SQLite has closed it. None where what is written can be made again.
    footing: Option<Footing>,
}

impl Connections {
    /// Connections to what can be made again, wherever the file may have gone.
    pub(crate) fn new(path: &Path, writer: Connection) -> Self {
        Self::of(path, writer, None, None)
    }

    fn of(path: &Path, writer: Connection, read_only: Option<ReadOnly>, footing: Option<Footing>) -> Self {
        Self {
            path: path.to_owned(),
            writer: Mutex::new(writer),
            readers: Mutex::default(),
            gate: RwLock::default(),
            is_closed: AtomicBool::default(),
            is_settled: AtomicBool::default(),
            is_whole: AtomicBool::default(),
            writes: Default::default(),
            read_only,
            footing,
        }
    }

    /// Connections that write only while the path leads to the file they have open.
    pub(crate) fn standing(path: &Path, writer: Connection, held: Option<Held>) -> Self {
        if held.is_some() {
            leave_long_logs(&writer);
        }
        Self::of(path, writer, None, held.map(|held| Footing::new(path, held, true)))
    }

    /// Connections that only read.
    pub(crate) fn reading(path: &Path, reader: Connection, read_only: ReadOnly, held: Option<Held>) -> Self {
        // A copy stands by itself, whatever becomes of what it was made of.
        let footing = held.filter(|_| read_only.copy.is_none()).map(|held| Footing::new(path, held, false));
        Self::of(path, reader, Some(read_only), footing)
    }

    /// What keeps it from being written, if anything does.
    pub(crate) fn obstacle(&self) -> Option<Obstacle> {
        self.read_only.as_ref().map(|read_only| read_only.obstacle)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Runs `work` in one transaction that holds the write lock from its start; an error takes all of it back.
    ///
    /// What is written is in the file at the path when this ends without an error: it is compared before anything is
    /// written, before it is committed, and once more after that.
    pub(crate) fn write<T>(&self, work: impl FnOnce(&Transaction<'_>) -> Result<T, Fault>) -> Result<T, Error> {
        // A panic inside a transaction rolled it back when it was dropped: the connection itself is sound.
        let mut writer = self.writer.lock();
        let (mut displacement, log) = self.stands();
        if log.is_to_mend() {
            drop(writer);
            self.mend_log()?;
            writer = self.writer.lock();
            displacement = self.displacement();
        }
        self.refuse_displaced(&writer, displacement)?;
        let (written, log) = self.write_to_log(&mut writer, work).map_err(|fault| fault.at(&self.path))?;
        drop(writer);
        // What was written to a log that has gone meanwhile is in no file anybody reads again.
        let mended = if log.is_to_mend() { self.mend_log()? } else { Mended::Whole };
        match mended {
            Mended::Whole => Ok(written),
            Mended::Cut => Err(self.busy()),
        }
    }

    /// Also says whose log lies beside the file after that.
    fn write_to_log<T>(
        &self,
        writer: &mut Connection,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Fault>,
    ) -> Result<(T, Log), Fault> {
        if self.read_only.is_some() {
            return Err(Error::ReadOnly { path: self.path.clone() }.into());
        }
        let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let value = work(&transaction)?;
        let (displacement, log) = self.stands();
        if let Some(displacement) = displacement {
            return Err(self.displaced(displacement).into());
        }
        if log != Log::Own && self.is_log_spoiled() {
            return Err(self.busy().into());
        }
        // What the file is by then is its own.
        let folding = self.footing.as_ref().map(Footing::folding);
        transaction.commit()?;
        drop(folding);
        self.writes[0].fetch_add(1, Ordering::Relaxed);
        let (displacement, log) = self.stands();
        self.refuse_displaced(writer, displacement)?;
        if let Some(footing) = self.footing.as_ref().filter(|_| log == Log::Own) {
            footing.note_own_log();
        }
        self.fold_if_long(writer);
        Ok((value, log))
    }

    /// The same for what nobody asked to be kept, such as counts and places: where nothing can be written, nothing is.
    pub(crate) fn write_aside<T: Default>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, Fault>,
    ) -> Result<T, Error> {
        if self.read_only.is_some() { Ok(T::default()) } else { self.write(work) }
    }

    /// Runs `work` on the writing connection, outside any transaction.
    pub(crate) fn with_writer<T>(&self, work: impl FnOnce(&Connection) -> Result<T, Fault>) -> Result<T, Error> {
        let done = self.mend_log().and_then(|_mended| {
            let writer = self.writer.lock();
            self.refuse_closed()?;
            work(&writer).map_err(|fault| fault.at(&self.path))
        });
        self.refuse_overwritten()?;
        done
    }

    /// Runs `work` on one snapshot of the file, beside whatever is being written.
    ///
    /// What it says is of the file that was opened: whether another one was written over that is looked at once it was read, so
    /// that neither its rows nor their absence are taken for this one's.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T, Fault>) -> Result<T, Error> {
        let read = self.read_what_is_there(work);
        self.refuse_overwritten()?;
        read
    }

    fn read_what_is_there<T>(&self, work: impl FnOnce(&Connection) -> Result<T, Fault>) -> Result<T, Error> {
        self.mend_log()?;
        let _open = self.gate.read();
        self.refuse_closed()?;
        let Some(mut reader) = self.reader() else {
            // Who opens the path now would read another file, or none: the one connection that is left is shared.
            let mut writer = self.writer.lock();
            return snapshot(&mut writer, work).map_err(|fault| fault.at(&self.path));
        };
        let result = snapshot(&mut reader, work);
        let mut idle = self.readers.lock();
        if idle.len() < IDLE_READERS {
            idle.push(reader);
        }
        result.map_err(|fault: Fault| fault.at(&self.path))
    }

    /// A connection that reads the file that is open; none where the path does not lead to it.
    fn reader(&self) -> Option<Connection> {
        if let Some(reader) = self.readers.lock().pop() {
            return Some(reader);
        }
        if self.displacement().is_some() || self.is_log_gone() {
            return None;
        }
        let reader = match &self.read_only {
            Some(read_only) => read_only.open().ok()?,
            None => open_to_read(&self.path, Sharing::WithOthers).ok()?,
        };
        // It may have been replaced in between.
        self.displacement().is_none().then_some(reader)
    }

    /// Gives back the pages kept in memory by the connections nobody uses just now; the system still has those of the file.
    pub(crate) fn give_pages_back(&self) {
        const GIVE: &str = "PRAGMA shrink_memory";
        for reader in self.readers.lock().iter() {
            let _kept_where_refused = reader.execute_batch(GIVE);
        }
        if let Some(writer) = self.writer.try_lock() {
            let _kept_where_refused = writer.execute_batch(GIVE);
        }
    }
}

fn snapshot<T>(db: &mut Connection, work: impl FnOnce(&Connection) -> Result<T, Fault>) -> Result<T, Fault> {
    let transaction = db.transaction()?;
    work(&transaction)
}
