//! Simulated sessions and what they should come to.

use uuid::Uuid;

/// A simulated session, without what happened in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimulationRow {
    /// Its id.
    pub id: Uuid,
    /// Names what it began with.
    pub world_hash: String,
    /// When it began, RFC 3339.
    pub started_at: String,
    /// When something happened in it last, RFC 3339.
    pub updated_at: String,
    /// What it was set up with, as the use-case wrote it.
    pub setup: String,
    /// How it stands, as the use-case wrote it.
    pub summary: String,
    /// The session it parted from, and how many events both share.
    pub parent: Option<(Uuid, u32)>,
    /// The program that is at work in it.
    pub runner: Option<String>,
}

/// Something that happened in a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimulationEventRow {
    /// What, as the use-case wrote it.
    pub event: String,
    /// What was carried out for it, likewise.
    pub calls: Option<String>,
}

/// What a session should come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimulationCaseRow {
    /// Its id.
    pub id: Uuid,
    /// When it was made, RFC 3339.
    pub created_at: String,
    /// What is said and expected and what became of it, as the use-case wrote it.
    pub kept: String,
}
