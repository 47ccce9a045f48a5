//! What was planned of packs: kept until it is written, or a newer one takes its place.

use std::{collections::VecDeque, sync::Arc};

use parking_lot::Mutex;
use studio_pack::{
    manifest::{MANIFEST, QUERIES},
    targets::{Bundle, Leaving, Loss, OutFile, Target},
};

use crate::dto::{PackPlan, PackTarget};

/// Plans that are kept.
const KEPT: usize = 2;
/// Bytes of files above which the older one goes as soon as there is a newer one.
const KEPT_BYTES: usize = 16 * 1024 * 1024;

/// One target of a plan, with its content.
pub(crate) struct PlannedTarget {
    pub(crate) target: PackTarget,
    pub(crate) kind: Target,
    /// By path, the manifest among them.
    pub(crate) files: Vec<OutFile>,
    /// What an earlier export wrote there and this one does not have.
    pub(crate) leaving: Vec<Leaving>,
    pub(crate) losses: Vec<Loss>,
}

impl PlannedTarget {
    /// What the target itself is made of, without what stands beside it.
    pub(crate) fn own(&self) -> Vec<OutFile> {
        let is_own = |file: &&OutFile| file.path != MANIFEST && file.path != QUERIES;
        self.files.iter().filter(is_own).cloned().collect()
    }
}

/// A plan as it was told, and what it would write.
pub(crate) struct PlannedPack {
    pub(crate) plan: PackPlan,
    pub(crate) bundle: Bundle,
    pub(crate) targets: Vec<PlannedTarget>,
    /// What names each error that lint found.
    pub(crate) errors: Vec<String>,
    /// Hash of the rows it was made of.
    pub(crate) basis: String,
}

impl PlannedPack {
    fn size(&self) -> usize {
        self.targets.iter().flat_map(|target| &target.files).map(|file| file.bytes.len()).sum()
    }
}

/// The newest plans of a session.
#[derive(Default)]
pub(crate) struct Plans(Mutex<VecDeque<Arc<PlannedPack>>>);

impl Plans {
    pub(crate) fn keep(&self, plan: PlannedPack) -> Arc<PlannedPack> {
        let plan = Arc::new(plan);
        let mut kept = self.0.lock();
        kept.push_front(Arc::clone(&plan));
        kept.truncate(KEPT);
        if kept.get(1).is_some_and(|older| older.size() > KEPT_BYTES) {
            kept.truncate(1);
        }
        plan
    }

    pub(crate) fn find(&self, id: &str) -> Option<Arc<PlannedPack>> {
        self.0.lock().iter().find(|kept| kept.plan.plan_id == id).cloned()
    }
}
