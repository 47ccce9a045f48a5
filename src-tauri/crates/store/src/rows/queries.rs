//! Shapes for labelled queries, runs over them, and overlaps that were dismissed.

use studio_model::SkillId;
use uuid::Uuid;

/// A query with the skills it should wake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelledQuery {
    /// Its id.
    pub id: Uuid,
    /// The set it belongs to.
    pub set: String,
    /// What a user would say.
    pub text: String,
    /// Names of the skills it should wake; none where no skill should, or only is said which must not.
    pub expected: Vec<String>,
    /// Names of the skills it must not wake.
    pub unwanted: Vec<String>,
    /// Where it comes from: `sample`, `author`…
    pub source: String,
}

/// Where a deleted query stood in the order of the library's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryPlace(pub(crate) i64);

/// A set of labelled queries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuerySet {
    /// Its name.
    pub name: String,
    /// Queries in it.
    pub queries: u32,
    /// Those that should wake a skill.
    pub in_scope: u32,
}

/// A finished run over labelled queries, without its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunRow {
    /// Its id.
    pub id: Uuid,
    /// When it ended, RFC 3339.
    pub finished_at: String,
    /// How long it took, in milliseconds.
    pub elapsed_ms: u32,
    /// What it was about, in the author's words.
    pub label: String,
    /// What was asked, as the use-case wrote it.
    pub request: String,
    /// What it came to, as the use-case wrote it.
    pub summary: String,
}

/// A pair of skills whose overlap the author has dismissed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlapDismissal {
    /// The one whose id comes first.
    pub a: SkillId,
    /// The other.
    pub b: SkillId,
    /// Hash of the texts the author looked at; with other texts the dismissal says nothing.
    pub texts_hash: String,
}
