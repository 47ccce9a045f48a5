//! What the screen was told of a session at work: each event once, and not more often than it can be drawn.

use std::time::{Duration, Instant};

use crate::{dto::SimulationView, simulate::runtimes, state::live::Live};

/// Shortest time between two events that tell of one session.
const BETWEEN: Duration = Duration::from_millis(33);

/// What the screen knows.
pub(crate) struct Told {
    /// How many events.
    pub(crate) events: usize,
    /// What the model said and was not told yet.
    pub(crate) heard: String,
    /// When it was told something last.
    pub(crate) at: Option<Instant>,
}

impl Told {
    /// Whether enough time has passed.
    pub(crate) fn is_due(&self) -> bool {
        self.at.is_none_or(|at| at.elapsed() >= BETWEEN)
    }
}

impl Live {
    /// The session with all that happened.
    pub(crate) fn view(&self) -> SimulationView {
        let log = self.log.lock();
        SimulationView {
            row: self.row(&log),
            setup: log.setup.clone(),
            events: log.events_from(0),
            steps: log.steps.points.clone(),
            state: self.state(&log),
            listing: log.world.listing.clone(),
            not_taken: log.world.not_taken.clone(),
            compaction: runtimes::compaction(&log.setup, &log.world),
        }
    }
}
