//! Work in progress: how far it is, and whether it should stop.

use parking_lot::Mutex;
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use crate::{
    EventSink,
    dto::{Activity, ActivityKind, StudioEvent},
};

/// Shortest time between two reports of one activity.
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

/// The activities that run now, by id.
#[derive(Debug, Default)]
pub(crate) struct Activities(Mutex<HashMap<String, Arc<AtomicBool>>>);

impl Activities {
    /// Starts one; it is told to the screen at once.
    pub(crate) fn start(self: &Arc<Self>, events: &EventSink, kind: ActivityKind, title: &str) -> Running {
        let id = uuid::Uuid::new_v4().to_string();
        let is_cancelled = Arc::new(AtomicBool::new(false));
        self.0.lock().insert(id.clone(), Arc::clone(&is_cancelled));
        let activity = Activity { id, kind, title: title.to_owned(), done: 0, total: None, is_finished: false };
        events(StudioEvent::Activity { activity: activity.clone() });
        let state = Mutex::new(Reported { activity, at: Instant::now() });
        Running { activities: Arc::clone(self), events: Arc::clone(events), is_cancelled, state }
    }

    /// Asks one to stop; nothing happens when it has ended already.
    pub(crate) fn cancel(&self, id: &str) {
        if let Some(flag) = self.0.lock().get(id) {
            flag.store(true, Ordering::Release);
        }
    }
}

/// An activity that runs; it ends when this is dropped.
pub(crate) struct Running {
    activities: Arc<Activities>,
    events: EventSink,
    is_cancelled: Arc<AtomicBool>,
    state: Mutex<Reported>,
}

struct Reported {
    activity: Activity,
    at: Instant,
}

impl Running {
    /// What names it when cancelling.
    pub(crate) fn id(&self) -> String {
        self.state.lock().activity.id.clone()
    }

    /// Tells how far it is, and answers whether somebody still waits for it.
    pub(crate) fn goes_on(&self, done: usize, total: usize) -> bool {
        self.report(done, total);
        !self.is_cancelled()
    }

    /// Whether it was asked to stop.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Acquire)
    }

    /// Says how far it is; the screen hears of it at most some thirty times a second.
    pub(crate) fn report(&self, done: usize, total: impl Into<Option<usize>>) {
        let mut state = self.state.lock();
        state.activity.total = total.into().map(|total| total as u32);
        self.tell(&mut state, done as u32);
    }

    /// Counts one more of the total reported last. Several threads may: each count is told after the one before it.
    pub(crate) fn one_more(&self) {
        let mut state = self.state.lock();
        let done = state.activity.done + 1;
        self.tell(&mut state, done);
    }

    fn tell(&self, state: &mut Reported, done: u32) {
        state.activity.done = done;
        if state.at.elapsed() >= BETWEEN_REPORTS {
            state.at = Instant::now();
            (self.events)(StudioEvent::Activity { activity: state.activity.clone() });
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let state = self.state.get_mut();
        self.activities.0.lock().remove(&state.activity.id);
        state.activity.is_finished = true;
        (self.events)(StudioEvent::Activity { activity: state.activity.clone() });
    }
}

impl studio_pack::Watcher for Running {
    fn progress(&self, done: usize, total: Option<usize>, _path: &str) {
        self.report(done, total);
    }

    fn is_cancelled(&self) -> bool {
        self.is_cancelled()
    }
}
