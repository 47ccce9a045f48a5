//! Named sets of implementations, and which tools they carry out.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{
    closed::closed,
    dto::{CallOutcome, Difference, ToolImplementation, UnreadableRow},
};

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
    /// How many more differences there are than are listed.
    pub more_differences: u32,
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
    /// Whether both gave the same result, or failed with the same error; none where a call waits for consent.
    pub is_same: Option<bool>,
}
