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
    /// The open library.
    pub(crate) fn session(&self) -> Result<Arc<Session>, Error> {
        let open = self.session.read().clone();
        open.ok_or_else(|| {
            let kept = self.at_start.lock();
            kept.clone().unwrap_or_else(no_library)
        })
    }
}
