//! Agents written as gram, and what that cannot hold.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::LossReason;

/// Something as gram.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct GramText {
    /// Valid gram.
    pub text: String,
    /// What it does not hold, all of it.
    pub losses: Vec<ExportLoss>,
}

/// Something that what is exported to cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ExportLoss {
    /// What it is of: its kind and its name.
    pub entity: String,
    /// Which field.
    pub field: String,
    /// What becomes of it, as sentences.
    pub why: String,
    /// The same as one of a few: what losses are summed by. None where only its own words say it.
    #[serde(skip)]
    pub reason: Option<LossReason>,
}
