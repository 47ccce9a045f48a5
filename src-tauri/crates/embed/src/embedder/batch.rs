//! A batch in the queue: its jobs, what is left of them, and whom to tell.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Job, Progress, Update};
use crate::Error;

/// A batch whatever its key type. The worker asks for the next texts, answers each, and closes the batch once.
pub(super) trait AnyBatch: Send {
    /// Texts not dealt with.
    fn remaining(&self) -> usize;
    fn is_cancelled(&self) -> bool;
    /// The texts in turn, that many at most; the batch is done when there is none.
    fn next_texts(&self, most: usize) -> Vec<String>;
    /// Answers the text in turn.
    fn answer(&mut self, result: Result<Vec<f32>, Error>, model: &Arc<str>);
    fn close(self: Box<Self>, end: End);
}

/// How a batch ends.
pub(super) enum End {
    Completed,
    Cancelled,
    Unavailable(Error),
}

pub(super) struct Batch<K, F> {
    jobs: std::vec::IntoIter<Job<K>>,
    total: usize,
    cancelled: Arc<AtomicBool>,
    on_update: F,
}

impl<K, F> Batch<K, F> {
    pub(super) fn new(jobs: Vec<Job<K>>, cancelled: Arc<AtomicBool>, on_update: F) -> Self {
        Self { total: jobs.len(), jobs: jobs.into_iter(), cancelled, on_update }
    }
}

impl<K: Send, F: FnMut(Update<K>) + Send> AnyBatch for Batch<K, F> {
    fn remaining(&self) -> usize {
        self.jobs.len()
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Acquire)
    }

    fn next_texts(&self, most: usize) -> Vec<String> {
        self.jobs.as_slice().iter().take(most.max(1)).map(|job| job.text.clone()).collect()
    }

    fn answer(&mut self, result: Result<Vec<f32>, Error>, model: &Arc<str>) {
        let Some(Job { key, .. }) = self.jobs.next() else { return };
        let progress = Progress { done: self.total - self.jobs.len(), total: self.total };
        (self.on_update)(match result {
            Ok(vector) => Update::Embedded { key, vector, model: Arc::clone(model), progress },
            Err(error) => Update::Failed { key, error, progress },
        });
    }

    fn close(self: Box<Self>, end: End) {
        let Self { jobs, mut on_update, .. } = *self;
        let remaining = jobs.collect();
        on_update(match end {
            End::Completed => Update::Completed,
            End::Cancelled => Update::Cancelled { remaining },
            End::Unavailable(error) => Update::Unavailable { error, remaining },
        });
    }
}
