//! A call as a model asks for it.

use serde::{Deserialize, Serialize};
use specta::Type;

/// A call that a model asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ModelCall {
    /// What its answer refers to.
    pub id: String,
    /// Name of the tool.
    pub name: String,
    /// Arguments as JSON text, as the model wrote them.
    pub arguments: String,
}
