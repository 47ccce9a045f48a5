//! One background thread that owns the model: queries first, then the smallest batch, one text at a time.
//!
//! A query therefore waits for at most one text of a batch, and the one skill an author has just saved does not wait
//! for an import of thousands. The model is loaded at the first text, on the thread, and again after a failure, so
//! files that arrive while the studio is open are picked up by the next query or batch. After a minute without work it
//! is unloaded: it takes more memory than the rest of the studio's own process. One that keeps what long texts took is
//! given up at once, and loaded afresh where somebody is asking.

mod batch;
mod worker;

use parking_lot::{Condvar, Mutex};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::recent::Recent;
use crate::{Embed, Error};
use batch::{AnyBatch, Batch};

/// How long an idle model stays in memory.
const IDLE: Duration = Duration::from_mins(1);

/// How long large batches rest after a question: the next key of somebody who types comes within it, and the answer to that
/// is computed by many parts of the studio, which a batch would hold up on all cores.
const COURTESY: Duration = Duration::from_millis(400);

/// A handle to the background thread; dropping it stops the thread after the text in hand.
pub struct Embedder {
    shared: Arc<Shared>,
    recent: Mutex<Recent>,
    thread: Option<JoinHandle<()>>,
}

/// A text to embed, with whatever the caller knows it by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job<K> {
    /// Comes back with the vector.
    pub key: K,
    /// What is embedded.
    pub text: String,
}

/// How far a batch is; failed texts count as done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Texts dealt with.
    pub done: usize,
    /// Texts submitted.
    pub total: usize,
}

/// What a batch reports, on the background thread. Every batch ends with exactly one of the last three.
#[derive(Debug)]
pub enum Update<K> {
    /// A text has its vector, of length one.
    Embedded {
        /// The job's key.
        key: K,
        /// The vector.
        vector: Vec<f32>,
        /// Id of the model that made it.
        model: Arc<str>,
        /// How far the batch is.
        progress: Progress,
    },
    /// One text could not be embedded; the batch goes on.
    Failed {
        /// The job's key.
        key: K,
        /// Why.
        error: Error,
        /// How far the batch is.
        progress: Progress,
    },
    /// Every text was dealt with.
    Completed,
    /// The batch was cancelled, or the embedder dropped; submitting `remaining` resumes it.
    Cancelled {
        /// Jobs not dealt with, in their order.
        remaining: Vec<Job<K>>,
    },
    /// The model cannot be loaded; submitting `remaining` tries again.
    Unavailable {
        /// Why, such as a missing file.
        error: Error,
        /// Jobs not dealt with, in their order.
        remaining: Vec<Job<K>>,
    },
}

/// What the background thread is at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum State {
    /// Nothing is loaded, since nothing was asked yet or not for a while.
    Unloaded,
    /// The model is being loaded.
    Loading,
    /// The model is in memory.
    Ready {
        /// Its id.
        model: Arc<str>,
    },
    /// The last attempt to load failed; the next query or batch tries again.
    Unavailable {
        /// Why, ready to be shown.
        message: String,
    },
}

/// Cancels its batch; dropping it does not.
#[derive(Debug, Clone)]
pub struct BatchHandle {
    cancelled: Arc<AtomicBool>,
    shared: Arc<Shared>,
}

impl BatchHandle {
    /// Ends the batch after the text in hand; what is left comes back in [`Update::Cancelled`].
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Release);
        self.shared.wake.notify_all();
    }
}

impl Embedder {
    /// Starts the thread; `make` is called on it at the first text, and again after it failed, after the model panicked
    /// and after an idle model was unloaded.
    pub fn start<F>(make: F) -> Self
    where
        F: FnMut() -> Result<Box<dyn Embed>, Error> + Send + 'static,
    {
        Self::start_with(make, IDLE, COURTESY)
    }

    fn start_with<F>(make: F, idle: Duration, courtesy: Duration) -> Self
    where
        F: FnMut() -> Result<Box<dyn Embed>, Error> + Send + 'static,
    {
        let shared = Arc::new(Shared::default());
        let worker = worker::Worker::new(Arc::clone(&shared), Box::new(make), idle, courtesy);
        let thread = thread::Builder::new().name("embedder".to_owned()).spawn(move || worker.run()).ok();
        Self { shared, recent: Mutex::default(), thread }
    }

    /// The vector of a query, ahead of every batch; a large one rests for a moment after it. Blocks for the model's time
    /// (about 3 ms), plus its loading the first time; a query among the last 64 is answered from memory.
    pub fn query(&self, text: &str) -> Result<Vec<f32>, Error> {
        self.shared.queue.lock().asked = Some(Instant::now());
        if let Some(vector) = self.recent.lock().get(text) {
            return Ok(vector);
        }
        let (reply, answer) = mpsc::channel();
        self.enqueue(|queue| queue.queries.push_back(Query { text: text.to_owned(), reply }));
        let vector = answer.recv().map_err(|_| Error::Stopped)??;
        self.recent.lock().put(text.to_owned(), vector.clone());
        Ok(vector)
    }

    /// Embeds `jobs` in the background, in their order. `on_update` runs on the background thread: it should be quick
    /// and must not call [`Embedder::query`], which would wait for itself.
    pub fn submit<K, F>(&self, jobs: Vec<Job<K>>, on_update: F) -> BatchHandle
    where
        K: Send + 'static,
        F: FnMut(Update<K>) + Send + 'static,
    {
        let cancelled = Arc::new(AtomicBool::new(false));
        let batch = Batch::new(jobs, Arc::clone(&cancelled), on_update);
        self.enqueue(|queue| queue.batches.push(Box::new(batch)));
        BatchHandle { cancelled, shared: Arc::clone(&self.shared) }
    }

    /// What the thread is at.
    pub fn state(&self) -> State {
        self.shared.queue.lock().state.clone()
    }

    fn enqueue(&self, add: impl FnOnce(&mut Queue)) {
        if self.thread.is_some() {
            add(&mut self.shared.queue.lock());
            self.shared.wake.notify_all();
        }
    }
}

impl Drop for Embedder {
    fn drop(&mut self) {
        self.shared.queue.lock().stopping = true;
        self.shared.wake.notify_all();
        // The last owner may be a batch's callback, which runs on the thread itself and cannot wait for it.
        if let Some(thread) = self.thread.take().filter(|thread| thread.thread().id() != thread::current().id()) {
            let _ = thread.join();
        }
    }
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    wake: Condvar,
}

struct Queue {
    queries: VecDeque<Query>,
    batches: Vec<Box<dyn AnyBatch>>,
    state: State,
    /// When something was asked last, from memory too.
    asked: Option<Instant>,
    stopping: bool,
}

struct Query {
    text: String,
    reply: mpsc::Sender<Result<Vec<f32>, Error>>,
}

impl Queue {
    fn is_empty(&self) -> bool {
        !self.stopping && self.queries.is_empty() && self.batches.is_empty()
    }
}

impl Default for Queue {
    fn default() -> Self {
        Self { queries: VecDeque::new(), batches: Vec::new(), state: State::Unloaded, asked: None, stopping: false }
    }
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Shared").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
