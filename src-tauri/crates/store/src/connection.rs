//! Connections to one file: a single writer behind a lock, and a few readers that come and go.

mod fault;
mod opening;

use parking_lot::{Mutex, RwLock};
use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    time::Duration,
};

use rusqlite::{Connection, Transaction, TransactionBehavior, config::DbConfig};

use crate::{
    Displacement, Error,
    footing::{Footing, Held},
};
pub(crate) use fault::Fault;
pub use opening::Obstacle;
use opening::{BUSY_TIMEOUT, Sharing, open_to_read};
pub(crate) use opening::{Durability, ReadOnly, distrust, open_plain, prepare_writer};

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
        Self {
            path: path.to_owned(),
            writer: Mutex::new(writer),
            readers: Mutex::default(),
            gate: RwLock::default(),
            is_closed: AtomicBool::default(),
            is_settled: AtomicBool::default(),
            is_whole: AtomicBool::default(),
            writes: Default::default(),
            read_only: None,
            footing: None,
        }
    }

    /// Connections that write only while the path leads to the file they have open.
    pub(crate) fn standing(path: &Path, writer: Connection, held: Option<Held>) -> Self {
        Self { footing: held.map(|held| Footing::new(path, held)), ..Self::new(path, writer) }
    }

    /// Connections that only read.
    pub(crate) fn reading(path: &Path, reader: Connection, read_only: ReadOnly, held: Option<Held>) -> Self {
        // A copy stands by itself, whatever becomes of what it was made of.
        let footing = held.filter(|_| read_only.copy.is_none()).map(|held| Footing::new(path, held));
        Self { footing, read_only: Some(read_only), ..Self::new(path, reader) }
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
        let run = || {
            self.refuse_displaced(&writer)?;
            if self.read_only.is_some() {
                return Err(Error::ReadOnly { path: self.path.clone() }.into());
            }
            let transaction = writer.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let value = work(&transaction)?;
            if let Some(displacement) = self.displacement() {
                return Err(self.displaced(displacement).into());
            }
            transaction.commit()?;
            self.writes[0].fetch_add(1, Ordering::Relaxed);
            self.refuse_displaced(&writer)?;
            Ok(value)
        };
        run().map_err(|fault: Fault| fault.at(&self.path))
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
        let writer = self.writer.lock();
        self.refuse_closed()?;
        work(&writer).map_err(|fault| fault.at(&self.path))
    }

    /// Runs `work` on one snapshot of the file, beside whatever is being written.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T, Fault>) -> Result<T, Error> {
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
        if self.displacement().is_some() {
            return None;
        }
        let reader = match &self.read_only {
            Some(read_only) => read_only.open().ok()?,
            None => open_to_read(&self.path, Sharing::WithOthers).ok()?,
        };
        // It may have been replaced in between.
        self.displacement().is_none().then_some(reader)
    }

    /// What became of the file, where the path does not lead to it any more.
    pub(crate) fn displacement(&self) -> Option<Displacement> {
        self.footing.as_ref().and_then(Footing::displacement)
    }

    /// Looks whether the path still leads to the file. While nobody writes, what the log holds goes into the file: a copy
    /// of the file alone is the whole library then.
    pub(crate) fn look(&self) -> Option<Displacement> {
        let displacement = self.displacement();
        if self.read_only.is_some() {
            return displacement;
        }
        let Some(writer) = self.writer.try_lock() else { return displacement };
        if displacement.is_some() {
            self.settle(&writer);
            return displacement;
        }
        let [writes, seen] = [&self.writes[0], &self.writes[1]].map(|count| count.load(Ordering::Relaxed));
        // Folded once, at the first look that finds no new write; an odd mark says that it was done.
        if writes * 2 == seen && writes > 0 {
            // Who is reading has it wait for the next time.
            if fold(&writer, Duration::ZERO) {
                self.writes[1].store(writes * 2 + 1, Ordering::Relaxed);
            }
        } else if writes * 2 + 1 != seen {
            self.writes[1].store(writes * 2, Ordering::Relaxed);
        }
        None
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

    fn refuse_displaced(&self, writer: &Connection) -> Result<(), Error> {
        self.refuse_closed()?;
        let Some(displacement) = self.displacement() else { return Ok(()) };
        self.settle(writer);
        Err(self.displaced(displacement))
    }

    fn displaced(&self, displacement: Displacement) -> Error {
        Error::Displaced { path: self.path.clone(), displacement }
    }

    fn refuse_closed(&self) -> Result<(), Error> {
        if !self.is_closed.load(Ordering::Acquire) {
            return Ok(());
        }
        Err(self.displaced(self.displacement().unwrap_or(Displacement::Moved { to: None })))
    }

    /// Sees to the log of a file that is not at its path any more: what it holds goes into the file, wherever that is now,
    /// and the log goes from beside what stands at the path.
    fn settle(&self, writer: &Connection) {
        let Some(footing) = self.footing.as_ref().filter(|_| self.read_only.is_none()) else { return };
        let _kept = writer.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
        let is_gone = self.displacement() == Some(Displacement::Unreachable);
        if is_gone || self.is_settled.swap(true, Ordering::AcqRel) {
            return;
        }
        let is_whole = !footing.is_open_elsewhere() && fold(writer, BUSY_TIMEOUT);
        self.is_whole.store(is_whole, Ordering::Release);
        footing.take_sides_away(is_whole);
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
        if self.read_only.is_none() && !self.is_whole.load(Ordering::Acquire) {
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

fn snapshot<T>(db: &mut Connection, work: impl FnOnce(&Connection) -> Result<T, Fault>) -> Result<T, Fault> {
    let transaction = db.transaction()?;
    work(&transaction)
}

/// Writes what the log holds into the file and empties the log; false where somebody reads for longer than `patience`.
fn fold(writer: &Connection, patience: Duration) -> bool {
    let _waits = writer.busy_timeout(patience);
    let folded = writer.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, i64>(0));
    let _waits = writer.busy_timeout(BUSY_TIMEOUT);
    folded.is_ok_and(|busy| busy == 0)
}
