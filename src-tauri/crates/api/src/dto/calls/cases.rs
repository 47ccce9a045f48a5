//! Calls that are kept, with what they should give.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::UnreadableRow;

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
    pub is_passed: bool,
    /// What it gave, in a few words.
    pub message: String,
    /// Time, in microseconds.
    pub elapsed_us: u32,
    /// Library it ran in.
    pub library: Option<String>,
    /// When, RFC 3339.
    pub ran_at: String,
}

/// A run of a tool's kept calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct CaseRun {
    /// How each one that ran went.
    pub results: Vec<CaseResult>,
    /// Ids of the cases that did not run to their end, since the run was cancelled; they are as they were.
    pub not_run: Vec<String>,
}
