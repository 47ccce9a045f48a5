//! Runs of a library that cannot be written.

use parking_lot::{Mutex, MutexGuard};
use uuid::Uuid;

use crate::RunRow;

/// Runs with their results, the newest last.
#[derive(Debug, Default)]
pub(crate) struct UnkeptRuns(Mutex<Vec<(RunRow, String)>>);

impl UnkeptRuns {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Vec<(RunRow, String)>> {
        self.0.lock()
    }

    pub(crate) fn find<T>(&self, id: Uuid, take: impl FnOnce(&mut (RunRow, String)) -> T) -> Option<T> {
        self.lock().iter_mut().find(|(run, _)| run.id == id).map(take)
    }
}
