//! One skill's score for one query, taken apart, and what the policy makes of it.

use std::sync::Arc;

use studio_model::SkillId;

use crate::{FieldScores, Meaning};

/// A skill with its score for a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The skill.
    pub key: SkillId,
    /// Its name.
    pub name: String,
    /// From 1, among the skills that may be candidates; 0 for those ruled out before scores are compared.
    pub rank: usize,
    /// The score; also for skills that their tags rule out.
    pub score: f32,
    /// The score by field; the parts sum to it.
    pub fields: FieldScores,
    /// The score by word, for the words of the query that contribute, in the query's order. With what meaning
    /// contributed they sum to `fields`. Empty where [`Detail`] did not ask for it.
    pub words: Vec<WordScore>,
    /// What meaning contributed, for a scorer that compares meanings; `None` also where [`Detail`] did not ask for it.
    pub meaning: Option<Meaning>,
    /// What the policy makes of it.
    pub state: CandidateState,
    /// Why it does not pass; `None` if it passes.
    pub reason: Option<Reason>,
}

/// Why a skill does not pass, in full sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Where it is shown alone: with the score, where that decided.
    pub sentence: String,
    /// Where the score stands beside it: without it.
    pub beside_score: String,
}

impl From<String> for Reason {
    /// One that has nothing to do with the score.
    fn from(sentence: String) -> Self {
        Self { beside_score: sentence.clone(), sentence }
    }
}

/// What one word of the query contributed.
#[derive(Clone, Debug, PartialEq)]
pub struct WordScore {
    /// The word, lower-cased.
    pub word: Arc<str>,
    /// How often the query has it.
    pub count: usize,
    /// Whether it carries no meaning of its own; it counts all the same.
    pub is_stop_word: bool,
    /// What it contributed, by field.
    pub fields: FieldScores,
}

/// What the policy makes of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CandidateState {
    /// Within `top_k` and at or above the threshold.
    Passes,
    /// At or above the threshold, but not among the first `top_k`.
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
    /// Its file says `trigger: true`, and that is heeded.
    OnlyByName,
    /// It has no vector that could be compared.
    NotIndexed,
    /// The query has nothing to score.
    EmptyQuery,
}

/// Who is listed, and whose scores are taken apart by word and meaning; the others that are listed have their score,
/// fields, state and reason only. Listing few of a large library keeps asking it fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail<'a> {
    /// So many of the best are taken apart.
    pub first: usize,
    /// These are listed and taken apart wherever they stand.
    pub named: &'a [SkillId],
    /// So many of the best are listed.
    pub listed: usize,
}

impl Detail<'_> {
    /// Every skill.
    pub const ALL: Self = Detail { first: usize::MAX, named: &[], listed: usize::MAX };
}

impl Default for Detail<'_> {
    /// Every skill is listed, and the best 200 taken apart: more than anybody reads through.
    fn default() -> Self {
        Self { first: 200, named: &[], listed: usize::MAX }
    }
}

/// What a scorer found out about all skills, ranked under a policy.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Those that [`Detail`] lists, best first; skills ruled out come after all others.
    pub candidates: Vec<Candidate>,
    /// How many skills there are, the broken ones too.
    pub skills: usize,
    /// How many of them have no vector that could be compared, where the scorer cannot do without.
    pub not_indexed: usize,
}

/// A skill that passes, with its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match {
    /// The skill.
    pub key: SkillId,
    /// Its score.
    pub score: f32,
}

/// The best skills, whatever the threshold, and where those asked for stand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranking {
    /// The best, best first.
    pub top: Vec<Match>,
    /// For each skill asked for its rank, from 1, and score; `None` where it is not there or is ruled out.
    pub watched: Vec<Option<(u32, f32)>>,
}

/// The sentence for a skill that cannot be read.
pub(crate) fn broken(reason: &str) -> String {
    format!("It can't be read: {}.", reason.trim_end_matches('.'))
}

/// The sentence for a skill that adk drops.
pub(crate) fn dropped(reason: &str) -> String {
    format!("adk-rust can't load this skill: {}.", reason.trim_end_matches('.'))
}
