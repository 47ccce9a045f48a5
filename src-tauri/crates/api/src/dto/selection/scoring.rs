//! What each skill scored for a query, taken apart.

use crate::{closed::closed, dto::Scorer};
use serde::{Deserialize, Serialize};
use specta::Type;
use specta_typescript::Number;

closed! {
    /// Fields of a skill that can count for a query.
    pub enum ScoredField {
        /// Its name.
        Name = "name",
        /// What it says of itself.
        Description = "description",
        /// Its tags.
        Tags = "tags",
        /// Its instructions.
        Body = "body",
    }
}

/// Every skill's score for one query under one scorer.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct ScoreReport {
    /// The query as given.
    pub query: String,
    /// Which scorer.
    pub scorer: Scorer,
    /// The skills, best first, those outside the policy too; of a large library as many as were asked for.
    pub candidates: Vec<Candidate>,
    /// How many skills were scored in all.
    pub skills: u32,
    /// How many of them the scorer cannot compare yet, as they have no vector.
    pub not_indexed: u32,
    /// Time the scoring took, in microseconds.
    pub elapsed_us: u32,
    /// Words of the query that carry no meaning of their own.
    pub stop_words: Vec<String>,
    /// Why this scorer cannot answer, where it cannot (no model, still indexing).
    pub unavailable: Option<String>,
}

/// One skill's score, taken apart.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct Candidate {
    /// From 1, among all skills; 0 for skills rejected before scoring.
    pub rank: u32,
    /// Skill id in the library.
    pub id: String,
    /// Name.
    pub name: String,
    /// The score.
    #[specta(type = specta_typescript::Number)]
    pub score: f32,
    /// The score by field; the parts sum to it.
    pub fields: FieldScores,
    /// The score by word of the query; with what `meaning` contributed they sum to `fields`.
    pub words: Vec<WordScore>,
    /// The nearest text by meaning and what meaning contributed, where the scorer compares meanings.
    pub meaning: Option<Meaning>,
    /// What the policy makes of it.
    pub state: CandidateState,
    /// Why it is not chosen, where it is not: a full sentence.
    pub reason: Option<String>,
}

/// A score by field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, Type)]
pub struct FieldScores {
    /// From the name.
    #[specta(type = specta_typescript::Number)]
    pub name: f32,
    /// From the description.
    #[specta(type = specta_typescript::Number)]
    pub description: f32,
    /// From the tags.
    #[specta(type = specta_typescript::Number)]
    pub tags: f32,
    /// From the body.
    #[specta(type = specta_typescript::Number)]
    pub body: f32,
}

/// What one word of the query contributed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct WordScore {
    /// The word, lower-cased.
    pub word: String,
    /// How often the query has it.
    pub count: u32,
    /// Whether it carries no meaning of its own (counted all the same by adk).
    pub is_stop_word: bool,
    /// What it contributed, by field.
    pub fields: FieldScores,
}

/// What the policy makes of a candidate.
#[expect(clippy::doc_markdown, reason = "read in TypeScript too")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum CandidateState {
    /// Within top_k and at or above the threshold.
    Passes,
    /// At or above the threshold, but not among the first top_k.
    BeyondTopK,
    /// Below the threshold.
    BelowMinScore,
    /// Its tags rule it out.
    ExcludedByTag,
    /// It has none of the tags asked for.
    MissingTag,
    /// It cannot be read.
    Broken,
    /// It can be read, but adk drops its file.
    Dropped,
    /// Its file says `trigger: true`, and that is honored.
    OnlyByName,
    /// It has no vector yet.
    NotIndexed,
    /// The query has no words to score.
    EmptyQuery,
}

/// The text of a skill that is nearest to a query by meaning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct Meaning {
    /// The text: a sentence of the description, the name, or a passage of the body.
    pub text: String,
    /// `name`, `description` or `body`.
    pub field: ScoredField,
    /// Cosine with the query.
    #[specta(type = Number)]
    pub similarity: f32,
    /// What meaning as a whole contributed, by field.
    pub fields: FieldScores,
}

/// What a scorer's numbers mean, and the threshold it starts with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct ScorerInfo {
    /// The scorer.
    pub scorer: Scorer,
    /// Its name for people.
    pub label: String,
    /// What it looks at, in a few words.
    pub summary: String,
    /// What it predicts, as a heading.
    pub predicts: String,
    /// The threshold in force: the author's, else the shipped one.
    #[specta(type = Number)]
    pub min_score: f32,
    /// The threshold it ships with.
    #[specta(type = Number)]
    pub shipped_min_score: f32,
    /// The highest score there is, where there is one.
    #[specta(type = Option<Number>)]
    pub max_score: Option<f32>,
}
