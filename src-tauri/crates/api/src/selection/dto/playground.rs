//! A query put to the library: who wakes, why, and what the agent would then read.

use crate::closed::closed;
use crate::finding::dto::search::TextRange;
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

closed! {
    /// Ways a skill is chosen.
    pub enum StrategyKind {
        /// It was named.
        ByName = "by_name",
        /// It fits a query best.
        ByQuery = "by_query",
        /// It has a tag.
        ByTag = "by_tag",
    }
}

/// How candidates are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Scorer {
    /// Words weighted by field, exactly as adk-skill 0.6 counts them.
    Adk,
    /// Words weighted by field and rarity, stems compared.
    Bm25,
    /// Cosine between the query's vector and the skill's.
    Embedding,
    /// Words and meaning together, on one scale from 0 to 1.
    Hybrid,
    /// A chat model that is shown the host's list and picks.
    Model,
}

/// What limits the candidates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct Policy {
    /// How many candidates at most.
    pub top_k: u32,
    /// Lowest score that passes.
    #[specta(type = specta_typescript::Number)]
    pub min_score: f32,
    /// At least one of these, where any is named.
    pub include_tags: Vec<String>,
    /// None of these.
    pub exclude_tags: Vec<String>,
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

/// What happens when a skill names a tool that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ValidationMode {
    /// The skill is passed over.
    #[default]
    Strict,
    /// What is there is bound, the rest left out.
    Permissive,
}

/// What `trigger: true` in a skill's file does: its author wants it named, not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum TriggerRule {
    /// Nothing: the skill is scored like any other, as adk-skill does.
    #[default]
    Ignored,
    /// The skill wakes only by name.
    Honored,
}

/// One way of finding a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum Strategy {
    /// Exact name, no scoring.
    ByName(String),
    /// Score against a query.
    ByQuery(String),
    /// First skill with a tag.
    ByTag(String),
}

/// What to resolve.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct ResolveRequest {
    /// Tried in order; the first that succeeds wins.
    pub strategies: Vec<Strategy>,
    /// Limits for scoring.
    pub policy: Policy,
    /// What a missing tool does.
    pub mode: ValidationMode,
    /// Tools the host offers; none given means every tool of the library.
    pub available_tools: Option<Vec<String>>,
    /// Longest body, in characters.
    pub max_instruction_chars: u32,
    /// How many of the skills that were not chosen are listed at most; all where none is given.
    pub most_rejected: Option<u32>,
    /// What `trigger: true` does.
    #[serde(default)]
    pub triggers: TriggerRule,
}

/// What resolving came to.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct Resolution {
    /// The context, or none.
    pub resolved: Option<Resolved>,
    /// How each strategy fared, in order.
    pub strategies: Vec<StrategyOutcome>,
    /// The skills that were not chosen, each with its reason, closest first; at most as many as were asked for.
    pub rejected: Vec<Rejection>,
    /// How many were not chosen in all.
    pub rejected_in_all: u32,
}

/// The context an agent would be given.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct Resolved {
    /// How it was chosen.
    pub strategy: StrategyKind,
    /// Skill id in the library.
    pub skill_id: String,
    /// Skill name.
    pub name: String,
    /// Provenance id, as adk makes it: normalised name and hash.
    pub id: String,
    /// SHA-256 of the raw file, hex.
    pub hash: String,
    /// Path of the skill's file.
    pub path: String,
    /// The score that woke it; `f32::MAX` when found by name.
    #[specta(type = specta_typescript::Number)]
    pub score: f32,
    /// The instruction text, byte for byte.
    pub instruction: String,
    /// What stands where in it.
    pub ranges: InstructionRanges,
    /// Tools bound.
    pub tools: Vec<String>,
    /// Tools named but not there.
    pub omitted: Vec<String>,
    /// Whether the body was cut.
    pub truncated: bool,
    /// Estimated tokens: name and description, body, tools line.
    pub tokens: Coverage,
    /// Names of the skills it requires, which are pulled in with it, the nearest first.
    pub requires: Vec<String>,
    /// What it does without, as sentences.
    pub warnings: Vec<String>,
}

/// What stands where in an instruction, as UTF-16 offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct InstructionRanges {
    /// Name and description.
    pub heading: TextRange,
    /// The line that names the tools; empty where there is none.
    pub tools_line: TextRange,
    /// The skill's instructions, with their heading.
    pub body: TextRange,
}

/// Tokens of a context, by what they are spent on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Coverage {
    /// Name and description.
    pub description: u32,
    /// Instructions.
    pub body: u32,
    /// The line that names the tools.
    pub tools: u32,
    /// The whole text.
    pub total: u32,
}

/// How one strategy fared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct StrategyOutcome {
    /// The strategy.
    pub strategy: Strategy,
    /// What came of it.
    pub state: StrategyState,
    /// In words.
    pub detail: String,
}

/// What came of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum StrategyState {
    /// It found the skill.
    Won,
    /// It found none.
    Failed,
    /// An earlier one had won.
    NotTried,
}

/// A skill that was not chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct Rejection {
    /// Skill id in the library.
    pub skill_id: String,
    /// Skill name.
    pub name: String,
    /// Its score, where it was scored.
    #[specta(type = Option<specta_typescript::Number>)]
    pub score: Option<f32>,
    /// Why not.
    pub reason: String,
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
