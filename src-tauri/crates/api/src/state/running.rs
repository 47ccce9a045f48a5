//! What a session keeps between calls: schemas made ready, and counts on their way to the disk.

use std::{collections::BTreeMap, sync::Arc};

use parking_lot::Mutex;
use serde_json::Value;
use studio_model::ToolId;
use studio_runtime::ArgumentCheck;
use studio_store::CallCount;

/// What is kept between calls.
#[derive(Default)]
pub(crate) struct Checks {
    /// Tools' schemas made ready for checking, by tool and the schema they were made of.
    pub(crate) ready: Mutex<BTreeMap<ToolId, (Value, Arc<ArgumentCheck>)>>,
    pub(crate) counts: Counts,
}

/// The counts that are not in the library yet.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) waiting: Mutex<Waiting>,
    /// Held while counts are written: who waits for it finds them all there.
    pub(crate) writing: Mutex<()>,
}

#[derive(Default)]
pub(crate) struct Waiting {
    pub(crate) counts: Vec<CallCount>,
    /// Whether a thread will write them.
    pub(crate) has_writer: bool,
}
