//! What is written in forms and not saved yet.

/// What a form is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormKind {
    /// A tool.
    Tool,
    /// An MCP server.
    Server,
    /// An agent.
    Agent,
    /// The arguments a tool is called with: the row is the tool's.
    Call,
}

/// A form's unsaved fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormDraft {
    /// What the form is of.
    pub kind: FormKind,
    /// The row's id; empty for a row that is being written for the first time.
    pub row: String,
    /// The version of the row they were written over; 0 for a new one.
    pub row_version: i64,
    /// The fields, encrypted: the library must not hold what may be a secret in plain.
    pub sealed: Vec<u8>,
    /// When they were kept, RFC 3339.
    pub saved_at: String,
}
