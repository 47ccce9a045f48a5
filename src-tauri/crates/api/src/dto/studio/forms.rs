//! What is written in forms and not saved yet.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What a form is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum FormKind {
    /// A tool.
    Tool,
    /// An MCP server.
    Server,
    /// An agent.
    Agent,
    /// The arguments a tool is called with; the id is the tool's.
    Call,
}

/// What is written in a form and not saved yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FormDraft {
    /// What the form is of.
    pub kind: FormKind,
    /// Id of the row; none for one that is being written for the first time.
    pub id: Option<String>,
    /// The row version it is written over; 0 for a new one.
    pub aggregate_version: u32,
    /// The fields that are not as they are stored, as JSON text of the screen that has the form.
    pub changes: String,
}

/// What is kept of the forms of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct FormDrafts {
    /// What can be read, the oldest first.
    pub drafts: Vec<FormDraft>,
    /// Why others cannot be, as a sentence for the author; none where all can.
    pub unreadable: Option<String>,
}
