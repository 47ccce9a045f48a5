//! The thread's loop: take what is most urgent, load the model when there is none, answer, and outlive any panic.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use super::batch::{AnyBatch, End};
use super::{Query, Queue, Shared, State};
use crate::{Embed, Error, normalized};

type Make = Box<dyn FnMut() -> Result<Box<dyn Embed>, Error> + Send>;

/// How long the model stays loaded after a batch. Nobody waits for the next one, and the model takes some 70 MiB.
const AFTER_BATCH: Duration = Duration::from_secs(5);

/// How long a model that swelled over long texts is kept as it is: batches often follow each other.
const WHILE_SWOLLEN: Duration = Duration::from_secs(1);

/// A batch of no more texts is soon done, and often waited for.
const SMALL: usize = 32;

pub(super) struct Worker {
    shared: Arc<Shared>,
    make: Make,
    model: Option<Loaded>,
    /// How long the model stays loaded after a query, which is often followed by another.
    idle: Duration,
    /// How long it stays loaded after what was done last.
    rest: Duration,
    /// How long large batches rest after a question.
    courtesy: Duration,
}

struct Loaded {
    id: Arc<str>,
    model: Box<dyn Embed>,
}

enum Turn {
    Query(Query),
    Batch(Box<dyn AnyBatch>),
    Unload,
    Shrink,
    Stop(Vec<Box<dyn AnyBatch>>),
}

impl Worker {
    pub(super) fn new(shared: Arc<Shared>, make: Make, idle: Duration, courtesy: Duration) -> Self {
        Self { shared, make, model: None, idle, rest: idle, courtesy }
    }

    pub(super) fn run(mut self) {
        loop {
            match self.next_turn() {
                Turn::Query(query) => {
                    self.rest = self.idle;
                    self.answer(query);
                }
                // A callback that panics loses its batch and nothing else.
                Turn::Batch(batch) => {
                    self.rest = self.idle.min(AFTER_BATCH);
                    drop(caught(|| self.advance(batch)));
                }
                Turn::Unload => self.unload(),
                Turn::Shrink => self.shrink(),
                Turn::Stop(batches) => {
                    for batch in batches {
                        drop(caught(|| cancel(batch)));
                    }
                    return;
                }
            }
        }
    }

    /// Waits for work. Order: the end, queries, cancelled batches (so that cancelling is seen at once), small batches;
    /// large ones not while somebody asks.
    fn next_turn(&self) -> Turn {
        let mut queue = self.shared.queue.lock();
        loop {
            if queue.stopping {
                queue.queries.clear();
                return Turn::Stop(std::mem::take(&mut queue.batches));
            }
            if let Some(query) = queue.queries.pop_front() {
                return Turn::Query(query);
            }
            let urgent = (0..queue.batches.len())
                .min_by_key(|&at| (!queue.batches[at].is_cancelled(), queue.batches[at].remaining()));
            if let Some(at) = urgent {
                if let Some(rest) = self.courtesy_left(&queue, queue.batches[at].as_ref()) {
                    self.shared.wake.wait_for(&mut queue, rest);
                    continue;
                }
                return Turn::Batch(queue.batches.remove(at));
            }
            let Some(loaded) = &self.model else {
                self.shared.wake.wait(&mut queue);
                continue;
            };
            let is_swollen = loaded.model.is_swollen();
            let rest = if is_swollen { self.rest.min(WHILE_SWOLLEN) } else { self.rest };
            let waited = self.shared.wake.wait_for(&mut queue, rest);
            if waited.timed_out() && queue.is_empty() {
                return if is_swollen { Turn::Shrink } else { Turn::Unload };
            }
        }
    }

    /// How long a batch has still to rest after the last question.
    fn courtesy_left(&self, queue: &Queue, batch: &dyn AnyBatch) -> Option<Duration> {
        if batch.is_cancelled() || batch.remaining() <= SMALL {
            return None;
        }
        self.courtesy.checked_sub(queue.asked?.elapsed()).filter(|rest| !rest.is_zero())
    }

    fn answer(&mut self, query: Query) {
        let result = self.load().and_then(|_| self.embed(query.text));
        // The asker may have gone away; then nobody misses the answer.
        let _ = query.reply.send(result);
    }

    /// The next texts of the batch, as many as the model takes at once, or its end.
    fn advance(&mut self, mut batch: Box<dyn AnyBatch>) {
        if batch.remaining() == 0 {
            return batch.close(End::Completed);
        }
        if batch.is_cancelled() {
            return cancel(batch);
        }
        match self.load() {
            Err(error) => batch.close(End::Unavailable(error)),
            Ok(model) => {
                let at_once = self.model.as_ref().map_or(1, |loaded| loaded.model.at_once());
                for vector in self.embed_each(batch.next_texts(at_once)) {
                    batch.answer(vector, &model);
                }
                self.shared.queue.lock().batches.push(batch);
            }
        }
    }

    /// The vectors of texts, given to the model together. Where that fails they are given to it one by one, so that each
    /// answers for itself.
    fn embed_each(&mut self, texts: Vec<String>) -> Vec<Result<Vec<f32>, Error>> {
        if texts.len() > 1
            && let Some(loaded) = &mut self.model
        {
            let vectors = caught(|| loaded.model.embed(&texts));
            match vectors {
                Ok(Ok(vectors)) if vectors.len() == texts.len() => {
                    return vectors.into_iter().map(|vector| Ok(normalized(vector))).collect();
                }
                Err(_) => self.unload(),
                Ok(_) => {}
            }
        }
        texts.into_iter().map(|text| self.load().and_then(|_| self.embed(text))).collect()
    }

    /// Makes the model unless it is there, and answers with its id.
    fn load(&mut self) -> Result<Arc<str>, Error> {
        if let Some(loaded) = &self.model {
            return Ok(Arc::clone(&loaded.id));
        }
        self.enter(State::Loading);
        match caught(|| (self.make)()).and_then(|made| made) {
            Ok(model) => {
                let id: Arc<str> = model.model().into();
                self.model = Some(Loaded { id: Arc::clone(&id), model });
                self.enter(State::Ready { model: Arc::clone(&id) });
                Ok(id)
            }
            Err(error) => {
                self.enter(State::Unavailable { message: error.to_string() });
                Err(error)
            }
        }
    }

    /// The vector of one text; a model that panicked is dropped, since nobody knows what it left behind.
    fn embed(&mut self, text: String) -> Result<Vec<f32>, Error> {
        let Some(loaded) = &mut self.model else { return Err(Error::Stopped) };
        let texts = [text];
        let vectors = caught(|| loaded.model.embed(&texts)).and_then(|vectors| vectors);
        if matches!(vectors, Err(Error::Panicked(_))) {
            self.unload();
        }
        let mut vectors = vectors?;
        match (vectors.pop(), vectors.len()) {
            (Some(vector), 0) => Ok(normalized(vector)),
            (last, others) => Err(Error::WrongCount { texts: 1, vectors: others + usize::from(last.is_some()) }),
        }
    }

    /// Gives up a model with all it keeps; where somebody is asking, a fresh one is there before the next query.
    fn shrink(&mut self) {
        self.unload();
        let asked = self.shared.queue.lock().asked;
        if asked.is_some_and(|asked| asked.elapsed() < self.idle) {
            self.rest = self.idle;
            // Why it cannot be loaded is told to the next query.
            let _ = self.load();
        }
    }

    fn unload(&mut self) {
        let model = self.model.take();
        drop(caught(|| drop(model)));
        self.enter(State::Unloaded);
    }

    fn enter(&self, state: State) {
        self.shared.queue.lock().state = state;
    }
}

/// Ends a batch early, unless its last text is already dealt with.
fn cancel(batch: Box<dyn AnyBatch>) {
    let end = if batch.remaining() == 0 { End::Completed } else { End::Cancelled };
    batch.close(end);
}

/// Runs `action` and turns its panic into an error.
fn caught<T>(action: impl FnOnce() -> T) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(action)).map_err(|payload| {
        let text =
            payload.downcast_ref::<String>().map(String::as_str).or_else(|| payload.downcast_ref::<&str>().copied());
        Error::Panicked(text.unwrap_or("no message").to_owned())
    })
}
