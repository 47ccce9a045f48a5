//! The columns every row carries beside its own content.

/// Version, state and last change of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// Counts up by one with every update; an update names the value it read, so that a stale one is noticed.
    pub aggregate_version: i64,
    /// `false` after a soft delete.
    pub active: bool,
    /// Time of the last change, RFC 3339 in UTC.
    pub update_ts: String,
    /// Who made the last change, at most 126 characters.
    pub update_user: String,
}
