//! What came of a call.

use std::time::Duration;

use serde_json::Value;

use crate::{ArgumentProblem, Stage, StageState, TraceStage, is_equal};

/// A call with all that came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Name of the tool.
    pub name: String,
    /// What became of it.
    pub status: Status,
    /// The arguments as the handler got them, defaults included; none where they were not valid.
    pub arguments: Option<Value>,
    /// The result.
    pub value: Option<Value>,
    /// Why there is none, as the model would read it.
    pub error: Option<String>,
    /// What is wrong with the arguments.
    pub problems: Vec<ArgumentProblem>,
    /// All six stages, in their order.
    pub trace: Vec<TraceStage>,
    /// Time in all.
    pub elapsed: Duration,
    /// How much of it was spent on the other side, where that is known.
    pub outside: Option<Duration>,
    /// Bytes of the result as compact JSON.
    pub size: usize,
    /// What the tool said beside its result.
    pub log: String,
    /// What confined it, where something ran on this machine.
    pub sandbox: Option<String>,
}

/// What became of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is a result.
    Success,
    /// The tool failed.
    Error,
    /// It was not carried out: unknown, disabled, arguments or access.
    Refused,
    /// The author must allow it first.
    NeedsConsent,
    /// It took too long.
    TimedOut,
    /// It was asked to end.
    Cancelled,
}

impl Outcome {
    /// The same call, which ended because its handler found, once it was ready, that the author has to be asked first: it
    /// ended at that and never reached the tool.
    #[must_use]
    pub fn stopped_at_consent(mut self) -> Self {
        self.status = Status::NeedsConsent;
        let ready = self.trace.iter().find(|stage| stage.stage == Stage::Handler);
        let (end, note) =
            ready.map_or_else(Default::default, |ready| (ready.start + ready.elapsed, ready.note.clone()));
        for stage in &mut self.trace {
            if stage.stage == Stage::Consent {
                stage.state = StageState::Failed;
                stage.elapsed = end.saturating_sub(stage.start);
                stage.note.clone_from(&note);
            } else if stage.stage > Stage::Consent {
                stage.state = StageState::NotReached;
                (stage.start, stage.elapsed) = (self.elapsed, Duration::ZERO);
                stage.note.clear();
            }
        }
        self
    }

    /// Whether two calls came to the same: the same result, or the same error. Times, traces and what was said beside
    /// the result are of no matter.
    pub fn is_same(&self, other: &Self) -> bool {
        let is_same_value = match (&self.value, &other.value) {
            (Some(one), Some(other)) => is_equal(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        self.status == other.status && is_same_value && self.error == other.error && self.problems == other.problems
    }
}
