//! Calls of tools: what is asked, what came of it, and what the author allowed.

use crate::library::dto::library::UnreadableRow;
use serde::{Deserialize, Serialize};
use specta::Type;

use crate::closed::closed;

use crate::tools::dto::tools::{Difference, NamedValue, ToolImplementation};

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

closed! {
    /// What the author is asked to allow.
    pub enum ConsentKind {
        /// A server that is started or dialled.
        Server = "server",
        /// A tool that runs.
        Tool = "tool",
        /// A secret that is sent somewhere; one secret may go to several places.
        Secret = "secret",
    }
}

/// What would run, for the author to allow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ConsentRequest {
    /// Names the request; covers all that is asked.
    pub hash: String,
    /// What it is.
    pub kind: ConsentKind,
    /// Name of the server, tool or secret; an environment variable with its `$`.
    pub subject: String,
    /// Program and arguments, or the address of a server. For a secret the one place it would be sent to.
    pub argv: Vec<String>,
    /// The arguments allowed before, where it was.
    pub previous_argv: Option<Vec<String>>,
    /// Working folder.
    pub cwd: Option<String>,
    /// Environment: names, and which secret each comes from (`secret://name`); other values are not shown.
    pub environment: Vec<NamedValue>,
    /// What confines it.
    pub sandbox: String,
    /// What is not as it was when it was allowed, as words; empty for a first time.
    pub changed: Vec<String>,
}

/// Something the author allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ConsentInfo {
    /// Names the request.
    pub hash: String,
    /// What it is.
    pub kind: ConsentKind,
    /// Name of the server, tool or secret.
    pub subject: String,
    /// Program and arguments, or where the secret goes.
    pub argv: Vec<String>,
    /// When, RFC 3339.
    pub granted_ts: String,
}

/// What a kept call should give.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Expectation {
    /// Any result.
    Success,
    /// Exactly this JSON.
    Equals {
        /// JSON text.
        value: String,
    },
    /// A result whose text contains this.
    Contains {
        /// The text.
        text: String,
    },
    /// Arguments that are refused.
    Refused,
    /// An error of the tool whose text contains this.
    Error {
        /// The text; empty for any error.
        text: String,
    },
}

/// A kept call with what it should give.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct ToolCase {
    /// Case id; empty for a new one.
    pub id: String,
    /// Tool id.
    pub tool_id: String,
    /// What the author calls it.
    pub name: String,
    /// Arguments as JSON text.
    pub arguments: String,
    /// What it should give.
    pub expected: Expectation,
    /// How it went last.
    pub last: Option<CaseResult>,
}

/// The kept calls of a tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct ToolCases {
    /// Those that can be read, in the order they came.
    pub cases: Vec<ToolCase>,
    /// Those that cannot.
    pub unreadable: Vec<UnreadableRow>,
}

/// How a kept call went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct CaseResult {
    /// Case id.
    pub case_id: String,
    /// Whether it gave what it should.
    pub passed: bool,
    /// What it gave, in a few words.
    pub message: String,
    /// Time, in microseconds.
    pub elapsed_us: u32,
    /// Library it ran in.
    pub library: Option<String>,
    /// When, RFC 3339.
    pub ran_ts: String,
}

/// A run of a tool's kept calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct CaseRun {
    /// How each one that ran went.
    pub results: Vec<CaseResult>,
    /// Ids of the cases that did not run to their end, since the run was cancelled; they are as they were.
    pub not_run: Vec<String>,
}

/// A library of implementations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ToolLibraryInfo {
    /// Its name.
    pub name: String,
    /// Whether it comes with the studio and cannot be changed (`own`: the tools' own implementations, `mock`).
    pub is_built_in: bool,
    /// What it is, in a sentence.
    pub description: String,
    /// Names of the tools it implements.
    pub tools: Vec<String>,
}

/// How a library carries a tool out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum LibraryBehaviour {
    /// Always the same answer.
    Fixed {
        /// JSON text.
        value: String,
    },
    /// The arguments come back.
    Echo,
    /// Always fails.
    Error {
        /// With this message.
        message: String,
    },
    /// Answers like `Fixed`, but late.
    Delay {
        /// Milliseconds.
        ms: u32,
        /// JSON text.
        value: String,
    },
    /// An answer that is no JSON.
    Garbage {
        /// The text.
        text: String,
    },
    /// Really carried out.
    Run {
        /// How.
        implementation: ToolImplementation,
    },
}

/// One tool of a library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LibraryTool {
    /// Name.
    pub name: String,
    /// Description as the implementation has it.
    pub description: String,
    /// JSON Schema as the implementation has it, as text.
    pub schema: String,
    /// How it is carried out.
    pub behaviour: LibraryBehaviour,
}

/// What a library implements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LibraryTools {
    /// The tools whose implementation can be read, by name.
    pub tools: Vec<LibraryTool>,
    /// Those whose implementation cannot; they are deleted by their names.
    pub unreadable: Vec<UnreadableRow>,
}

closed! {
    /// Whether a specification has an implementation in a library.
    pub enum BindingState {
        /// Name, description and schema are equal.
        Bound = "bound",
        /// The library has none of its name.
        Missing = "missing",
        /// They are not equal.
        Differs = "differs",
    }
}

/// Whether a tool's specification is bound to an implementation of a library.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Binding {
    /// Tool id.
    pub tool_id: String,
    /// Name.
    pub name: String,
    /// Whether it is.
    pub state: BindingState,
    /// In what it differs.
    pub differences: Vec<Difference>,
}

/// Two libraries on the same calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct LibraryComparison {
    /// One library.
    pub a: String,
    /// The other.
    pub b: String,
    /// Call by call.
    pub rows: Vec<ComparisonRow>,
    /// Names of the calls that were not made in both, since the comparison was cancelled.
    pub not_run: Vec<String>,
}

/// One call in two libraries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct ComparisonRow {
    /// What the call is named.
    pub name: String,
    /// Arguments as JSON text.
    pub arguments: String,
    /// What the one gave.
    pub a: CallOutcome,
    /// What the other gave.
    pub b: CallOutcome,
    /// Whether both gave the same result, or failed with the same error.
    pub is_same: bool,
}
