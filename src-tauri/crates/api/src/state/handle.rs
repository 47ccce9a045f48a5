//! The studio: at most one open library, and what outlives it.

use std::sync::Arc;

use parking_lot::{Mutex, RwLock};

use crate::{
    Error,
    state::{
        recent::Recent,
        session::{Session, Shared, no_library},
    },
};

/// Every use-case is a method of this.
pub struct Studio {
    pub(crate) shared: Arc<Shared>,
    pub(crate) recent: Recent,
    pub(crate) session: RwLock<Option<Arc<Session>>>,
    /// Why the library named at the start could not be opened.
    pub(crate) at_start: Mutex<Option<Error>>,
}

impl Studio {
    /// The open library; refused where another file was written over its own, also for what could be answered from memory.
    pub(crate) fn session(&self) -> Result<Arc<Session>, Error> {
        let session = self.session_at_all()?;
        session.library.refuse_overwritten()?;
        Ok(session)
    }

    /// The open library, whatever became of its file: for what says so, what leads on from there, what is typed meanwhile, and
    /// what ends.
    pub(crate) fn session_at_all(&self) -> Result<Arc<Session>, Error> {
        let open = self.session.read().clone();
        open.ok_or_else(|| {
            let kept = self.at_start.lock();
            kept.clone().unwrap_or_else(no_library)
        })
    }
}
