//! What was found in the references of a skill, for as long as the skill is as it was.

use studio_store::FindingRow;

/// What was found at a row version.
pub(crate) struct JudgedReferences {
    pub(crate) version: i64,
    /// Each finding with the path of its file.
    pub(crate) findings: Vec<(String, FindingRow)>,
}
