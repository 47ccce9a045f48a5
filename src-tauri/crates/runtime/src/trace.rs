//! The stages a call goes through, with their times.

use std::time::{Duration, Instant};

/// The stages of a call, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Finding the tool.
    LookUp,
    /// Whether it is enabled, what it needs is there, and the skill's access suffices.
    Enabled,
    /// Whether the arguments fit the schema.
    Validate,
    /// Whether the author allowed what would run.
    Consent,
    /// The tool's own work.
    Handler,
    /// Taking the result in.
    Result,
}

impl Stage {
    /// All of them, in their order.
    pub const ALL: [Self; 6] =
        [Self::LookUp, Self::Enabled, Self::Validate, Self::Consent, Self::Handler, Self::Result];
}

/// What became of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageState {
    /// The call went on.
    Passed,
    /// The call ended here.
    Failed,
    /// The call ended before.
    NotReached,
}

/// One stage of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStage {
    /// Which.
    pub stage: Stage,
    /// What became of it.
    pub state: StageState,
    /// When it began, after the call did.
    pub start: Duration,
    /// How long it took.
    pub elapsed: Duration,
    /// What it found, in a few words.
    pub note: String,
}

/// A trace while it is written.
pub(crate) struct Trace {
    began: Instant,
    stages: Vec<TraceStage>,
}

impl Trace {
    pub(crate) fn begin() -> Self {
        Self { began: Instant::now(), stages: Vec::with_capacity(Stage::ALL.len()) }
    }

    /// Goes through the next stage. Both outcomes come with what the stage found.
    pub(crate) fn stage<T, E>(&mut self, work: impl FnOnce() -> Result<(T, String), (E, String)>) -> Result<T, E> {
        let stage = Stage::ALL[self.stages.len()];
        let start = self.began.elapsed();
        let (outcome, note) = match work() {
            Ok((value, note)) => (Ok(value), note),
            Err((error, note)) => (Err(error), note),
        };
        let state = if outcome.is_ok() { StageState::Passed } else { StageState::Failed };
        let elapsed = self.began.elapsed().saturating_sub(start);
        self.stages.push(TraceStage { stage, state, start, elapsed, note });
        outcome
    }

    /// Every stage, those that were not reached at its end, and the time of it all.
    pub(crate) fn finish(mut self) -> (Vec<TraceStage>, Duration) {
        let elapsed = self.began.elapsed();
        for stage in &Stage::ALL[self.stages.len()..] {
            let (state, note) = (StageState::NotReached, String::new());
            self.stages.push(TraceStage { stage: *stage, state, start: elapsed, elapsed: Duration::ZERO, note });
        }
        (self.stages, elapsed)
    }
}
