//! Calls of tools: what is asked, what came of it, and how each stage went.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{closed::closed, dto::ConsentRequest};

/// A call to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ToolCall {
    /// Made by the caller; cancelling names it.
    pub call_id: String,
    /// Tool id.
    pub tool_id: String,
    /// Tool library that carries it out; none for the tool's own implementation.
    pub library: Option<String>,
    /// The skill in whose name it is made; its access is enforced.
    pub skill_id: Option<String>,
    /// Arguments as JSON text.
    pub arguments: String,
}

/// What became of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum CallStatus {
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
    /// The author ended it.
    Cancelled,
}

/// A call with all that came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct CallOutcome {
    /// The call's own id.
    pub call_id: String,
    /// Name of the tool.
    pub name: String,
    /// Library that carried it out; none for the tool's own implementation.
    pub library: Option<String>,
    /// The arguments as they were sent, JSON text.
    pub arguments: String,
    /// What became of it.
    pub status: CallStatus,
    /// The result, JSON text laid out for reading.
    pub result: Option<String>,
    /// Why there is none, as the model would read it.
    pub error: Option<String>,
    /// What is wrong with the arguments.
    pub problems: Vec<ArgumentProblem>,
    /// What the author must allow first.
    pub consent: Option<ConsentRequest>,
    /// The stages it went through.
    pub trace: Vec<TraceStage>,
    /// Time in all, in microseconds.
    pub elapsed_us: u32,
    /// How much of it was spent on the other side, where that is known.
    pub outside_us: Option<u32>,
    /// Estimated tokens of the result.
    pub tokens: u32,
    /// What the tool said beside its result.
    pub log: String,
    /// What confined it, where something ran on this machine.
    pub sandbox: Option<String>,
}

/// One thing wrong with the arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ArgumentProblem {
    /// JSON pointer to the place; empty for the whole.
    pub path: String,
    /// What is wrong, as a sentence.
    pub message: String,
    /// What that means for a form.
    pub reason: ArgumentReason,
}

/// Why arguments do not fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ArgumentReason {
    /// A field is not there that must be.
    Missing {
        /// Its name.
        field: String,
    },
    /// A field is there that may not be; the path names it.
    Unknown,
    /// What is there does not fit.
    Unfit,
}

/// The stages of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Finding the tool.
    LookUp,
    /// Whether it is enabled, and the skill's access suffices.
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

closed! {
    /// How a stage of a call went.
    pub enum StageState {
        /// It let the call through.
        Passed = "passed",
        /// The call ended here.
        Failed = "failed",
        /// The call ended before it.
        NotReached = "not_reached",
    }
}

/// One stage of a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct TraceStage {
    /// Which.
    pub stage: Stage,
    /// How it went.
    pub state: StageState,
    /// When it began, in microseconds after the call.
    #[specta(type = specta_typescript::Number)]
    pub start_us: f64,
    /// How long it took, in microseconds.
    #[specta(type = specta_typescript::Number)]
    pub elapsed_us: f64,
    /// What it found, in a few words.
    pub note: String,
}
