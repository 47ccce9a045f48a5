//! A library as one host lists it, kept while nothing of it changes.

use std::sync::Arc;

use studio_select::Index;

use crate::dto::{Host, HostBudgets};

/// A library as one host lists it, made ready for the scorers.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) host: Host,
    pub(crate) generation: u64,
    pub(crate) budgets: HostBudgets,
    /// Whether the texts have their vectors: scorers of words need none.
    pub(crate) has_vectors: bool,
    pub(crate) index: Arc<Index>,
}
