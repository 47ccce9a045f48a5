//! The scorers' index of one library: made at the first question, and numbered by its states.

use std::sync::{
    OnceLock,
    atomic::{AtomicU64, Ordering},
};

use parking_lot::{Mutex, RwLock, RwLockReadGuard, RwLockWriteGuard};
use studio_select::Index;

use crate::Error;

/// The index, once somebody asked.
#[derive(Default)]
pub(crate) struct Scores {
    made: OnceLock<RwLock<Index>>,
    building: Mutex<()>,
    /// Raised whenever the index may have changed.
    generation: AtomicU64,
}

impl Scores {
    /// To ask; `make` makes it where nobody has asked yet.
    pub(crate) fn read(
        &self,
        make: impl FnOnce() -> Result<Index, Error>,
    ) -> Result<RwLockReadGuard<'_, Index>, Error> {
        Ok(self.lock(make)?.read())
    }

    /// To change.
    pub(crate) fn write(
        &self,
        make: impl FnOnce() -> Result<Index, Error>,
    ) -> Result<RwLockWriteGuard<'_, Index>, Error> {
        let index = self.lock(make)?.write();
        self.generation.fetch_add(1, Ordering::AcqRel);
        Ok(index)
    }

    /// Differs from what it was if the index may have changed.
    pub(crate) fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    /// Whether it is made. Where it is not, whoever makes it later finds all that is stored by now.
    pub(crate) fn is_made(&self) -> bool {
        // One that is being made may have read the library before that.
        let _building = self.building.lock();
        self.made.get().is_some()
    }

    fn lock(&self, make: impl FnOnce() -> Result<Index, Error>) -> Result<&RwLock<Index>, Error> {
        if let Some(made) = self.made.get() {
            return Ok(made);
        }
        // One builds, whoever else asks meanwhile waits for it.
        let _building = self.building.lock();
        if let Some(made) = self.made.get() {
            return Ok(made);
        }
        let index = make()?;
        Ok(self.made.get_or_init(|| RwLock::new(index)))
    }
}
