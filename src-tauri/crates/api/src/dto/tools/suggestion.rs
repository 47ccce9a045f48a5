//! What was probably meant.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::TextEdit;

/// What a name that no tool has was probably meant to be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ToolSuggestion {
    /// The tool of the library whose name is most like it.
    pub name: String,
    /// The edits that write it instead, in ascending order, not overlapping.
    pub edits: Vec<TextEdit>,
}
