//! One skill's score for one query, taken apart, and what the policy makes of it. Both scorers rank through here.

use std::{cmp::Ordering, sync::Arc};

use studio_model::SkillId;

use crate::{Entry, Policy};

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
    /// The score by word, for the words of the query that contribute, in the query's order; the parts sum to the
    /// score of a scorer that counts words, and the list is empty for one that does not.
    pub words: Vec<WordScore>,
    /// What the policy makes of it.
    pub state: CandidateState,
    /// Why it does not pass, as a full sentence; `None` if it passes.
    pub reason: Option<String>,
}

/// A score by field.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FieldScores {
    /// From the name.
    pub name: f32,
    /// From the description.
    pub description: f32,
    /// From the tags.
    pub tags: f32,
    /// From the body.
    pub body: f32,
}

impl FieldScores {
    /// All fields together.
    pub fn sum(&self) -> f32 {
        self.name + self.description + self.tags + self.body
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
    /// It has no vector that could be compared.
    NotIndexed,
    /// The query has nothing to score.
    EmptyQuery,
}

/// What a scorer found out about one skill.
pub(crate) struct Draft<'a> {
    pub(crate) entry: &'a Entry,
    pub(crate) score: f32,
    pub(crate) fields: FieldScores,
    pub(crate) words: Vec<WordScore>,
    /// Why the scorer could not score it.
    pub(crate) unscored: Option<(CandidateState, String)>,
}

/// Best first; equal scores by name, path and key.
pub(crate) fn cmp_rank(a: (&Entry, f32), b: (&Entry, f32)) -> Ordering {
    b.1.total_cmp(&a.1).then_with(|| a.0.cmp_place(b.0))
}

/// Ranks what a scorer found under a policy. Skills ruled out come after all others.
pub(crate) fn rank(mut drafts: Vec<Draft<'_>>, policy: &Policy) -> Vec<Candidate> {
    for draft in &mut drafts {
        draft.unscored = ruled_out(draft.entry, policy).or(draft.unscored.take());
    }
    drafts.sort_unstable_by(|a, b| {
        let is_out = a.unscored.is_some().cmp(&b.unscored.is_some());
        is_out.then_with(|| cmp_rank((a.entry, a.score), (b.entry, b.score)))
    });
    drafts.into_iter().zip(1..).map(|(draft, rank)| candidate(draft, rank, policy)).collect()
}

fn candidate(draft: Draft<'_>, rank: usize, policy: &Policy) -> Candidate {
    let Draft { entry, score, fields, words, unscored } = draft;
    let rank = if unscored.is_some() { 0 } else { rank };
    let (state, reason) = match unscored.or_else(|| falls_short(score, rank, policy)) {
        Some((state, reason)) => (state, Some(reason)),
        None => (CandidateState::Passes, None),
    };
    Candidate { key: entry.key, name: entry.name.clone(), rank, score, fields, words, state, reason }
}

/// What keeps a skill from being compared at all, whatever the scorer says.
fn ruled_out(entry: &Entry, policy: &Policy) -> Option<(CandidateState, String)> {
    if let Some(reason) = &entry.broken {
        return Some((CandidateState::Broken, broken(reason)));
    }
    if policy.admits(&entry.tags) {
        return None;
    }
    let excluded = policy.excluded(&entry.tags);
    Some(match (excluded.as_slice(), policy.include_tags.as_slice()) {
        ([], [only]) => (CandidateState::MissingTag, format!("It lacks the tag “{only}”.")),
        ([], wanted) => (CandidateState::MissingTag, format!("It has none of the tags {}.", quoted(wanted))),
        ([only], _) => (CandidateState::ExcludedByTag, format!("Its tag “{only}” is excluded.")),
        (several, _) => (CandidateState::ExcludedByTag, format!("Its tags {} are excluded.", quoted(several))),
    })
}

/// The sentence for a skill that cannot be read.
pub(crate) fn broken(reason: &str) -> String {
    format!("It cannot be read: {}.", reason.trim_end_matches('.'))
}

/// What keeps a compared skill from passing.
fn falls_short(score: f32, rank: usize, policy: &Policy) -> Option<(CandidateState, String)> {
    // The negation matters: no score is at or above a minimum that is not a number.
    let is_at_minimum = score >= policy.min_score;
    if !is_at_minimum {
        let (score, minimum) = told_apart(score, policy.min_score);
        return Some((CandidateState::BelowMinScore, format!("Scores {score}, below the minimum of {minimum}.")));
    }
    if rank <= policy.top_k {
        return None;
    }
    let taken = match policy.top_k {
        0 => "none is taken".to_owned(),
        1 => "only the first is taken".to_owned(),
        some => format!("only the first {some} are taken"),
    };
    Some((CandidateState::BeyondTopK, format!("Scores {score:.2} and ranks {rank}; {taken}.")))
}

/// Two different numbers with as many decimals as it takes to see the difference, at least two.
fn told_apart(a: f32, b: f32) -> (String, String) {
    (2..8)
        .map(|decimals| (format!("{a:.decimals$}"), format!("{b:.decimals$}")))
        .find(|(a, b)| a != b)
        .unwrap_or_else(|| (a.to_string(), b.to_string()))
}

fn quoted(texts: &[impl AsRef<str>]) -> String {
    texts.iter().map(|text| format!("“{}”", text.as_ref())).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_just_below_the_minimum_are_told_apart() {
        for (score, minimum, expected) in [
            (0.86, 1.0, "Scores 0.86, below the minimum of 1.00."),
            (0.9996, 1.0, "Scores 0.9996, below the minimum of 1.0000."),
            (0.0, f32::MIN_POSITIVE, "Scores 0, below the minimum of 0.000000000000000000000000000000000000011754944."),
            (2.0, f32::NAN, "Scores 2.00, below the minimum of NaN."),
        ] {
            let policy = Policy { min_score: minimum, ..Policy::default() };
            assert_eq!(falls_short(score, 1, &policy), Some((CandidateState::BelowMinScore, expected.to_owned())));
        }
    }

    #[test]
    fn the_place_beyond_the_last_taken_is_named() {
        for (top_k, expected) in [
            (0, "Scores 1.75 and ranks 4; none is taken."),
            (1, "Scores 1.75 and ranks 4; only the first is taken."),
            (3, "Scores 1.75 and ranks 4; only the first 3 are taken."),
        ] {
            let policy = Policy { top_k, ..Policy::default() };
            assert_eq!(falls_short(1.75, 4, &policy), Some((CandidateState::BeyondTopK, expected.to_owned())));
        }
    }
}
