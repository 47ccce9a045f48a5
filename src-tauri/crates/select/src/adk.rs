//! The word-counting scorer of adk-skill 0.6.0, equal to it bit for bit.
//!
//! score(Q, s) = (Σ over Q of 4.0·[in name] + 2.5·[in description] + 2.0·[in tags] + 1.0·[in body]) / max(1, √|B|),
//! where Q is the *list* of the query's words (repeats count again), the fields are *sets* of words, and |B| is the
//! number of distinct words in the body. The sum is a multiple of 0.5 and therefore exact in `f32`, whatever the order
//! of addition, for queries of up to 880,000 words.

use std::sync::Arc;

use studio_model::SkillId;

use crate::{
    Candidate, CandidateState, FieldScores, Index, Policy, QueryWord, WordScore,
    candidate::{Draft, cmp_rank, rank},
    index::{BODY, DESCRIPTION, NAME, Slot, TAGS},
    words,
};

/// A skill that passes, with its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Match {
    /// The skill.
    pub key: SkillId,
    /// Its score.
    pub score: f32,
}

/// The skills a query wakes under a policy, best first; equal scores by name, path and key. Touches only the skills
/// that have a word of the query, unless the minimum lets a score of 0 pass.
pub fn select(index: &Index, query: &str, policy: &Policy) -> Vec<Match> {
    let query = query_words(query);
    if policy.top_k == 0 || (query.is_empty() && policy.include_tags.is_empty()) {
        return Vec::new();
    }
    let mut found = scored(index, &query, policy);
    found.retain(|(slot, score)| *score >= policy.min_score && policy.admits(&slot.entry.tags));
    let by_rank = |a: &(&Slot, f32), b: &(&Slot, f32)| cmp_rank((&a.0.entry, a.1), (&b.0.entry, b.1));
    if found.len() > policy.top_k {
        found.select_nth_unstable_by(policy.top_k - 1, by_rank);
        found.truncate(policy.top_k);
    }
    found.sort_unstable_by(by_rank);
    found.into_iter().map(|(slot, score)| Match { key: slot.entry.key, score }).collect()
}

/// Every skill's score with its parts, and what the policy makes of it. Those that pass are exactly what [`select`]
/// gives, in the same order.
pub fn explain(index: &Index, query: &str, policy: &Policy) -> Vec<Candidate> {
    let query = query_words(query);
    let mut hits: Vec<Vec<Hit<'_>>> = vec![Vec::new(); index.capacity()];
    for word in &query {
        let text: Arc<str> = word.word.as_str().into();
        for posting in index.postings(&word.word) {
            hits[posting.slot as usize].push(Hit { word, text: Arc::clone(&text), fields: posting.fields });
        }
    }
    let is_empty = query.is_empty() && policy.include_tags.is_empty();
    let drafts = index.occupied().map(|(number, slot)| draft(slot, &hits[number as usize], is_empty));
    rank(drafts.collect(), policy)
}

/// The distinct words of a query as this scorer sees them, in order of first appearance.
pub fn query_words(query: &str) -> Vec<QueryWord> {
    words::query_words(query)
}

/// The weight of a word that the fields of a posting have.
const fn weight(fields: u8) -> f32 {
    let mut sum = 0.0;
    if fields & NAME != 0 {
        sum += 4.0;
    }
    if fields & DESCRIPTION != 0 {
        sum += 2.5;
    }
    if fields & TAGS != 0 {
        sum += 2.0;
    }
    if fields & BODY != 0 {
        sum += 1.0;
    }
    sum
}

/// The readable skills that could pass, with their scores.
fn scored<'a>(index: &'a Index, query: &[QueryWord], policy: &Policy) -> Vec<(&'a Slot, f32)> {
    let mut sums = vec![0.0_f32; index.capacity()];
    let mut touched = Vec::new();
    for word in query {
        let count = word.count as f32;
        for posting in index.postings(&word.word) {
            let sum = &mut sums[posting.slot as usize];
            if *sum == 0.0 {
                touched.push(posting.slot);
            }
            *sum += weight(posting.fields) * count;
        }
    }
    let score = |number: u32, slot: &'a Slot| (slot, sums[number as usize] / slot.norm);
    if policy.min_score > 0.0 {
        return touched.into_iter().map(|number| score(number, index.slot(number))).collect();
    }
    let readable = index.occupied().filter(|(_, slot)| slot.entry.broken.is_none());
    readable.map(|(number, slot)| score(number, slot)).collect()
}

/// A word of the query that a skill has.
#[derive(Clone)]
struct Hit<'a> {
    word: &'a QueryWord,
    text: Arc<str>,
    fields: u8,
}

fn draft<'a>(slot: &'a Slot, hits: &[Hit<'_>], is_empty: bool) -> Draft<'a> {
    let mut sum = 0.0;
    let mut by_field = FieldScores::default();
    for hit in hits {
        let count = hit.word.count as f32;
        let parts = parts(hit.fields, count, 1.0);
        sum += weight(hit.fields) * count;
        by_field.name += parts.name;
        by_field.description += parts.description;
        by_field.tags += parts.tags;
        by_field.body += parts.body;
    }
    let fields = FieldScores {
        name: by_field.name / slot.norm,
        description: by_field.description / slot.norm,
        tags: by_field.tags / slot.norm,
        body: by_field.body / slot.norm,
    };
    let words = hits.iter().map(|hit| WordScore {
        word: Arc::clone(&hit.text),
        count: hit.word.count,
        is_stop_word: hit.word.is_stop_word,
        fields: parts(hit.fields, hit.word.count as f32, slot.norm),
    });
    let unscored = is_empty.then(|| {
        let reason = "The query has no words to score: only ASCII letters and digits make words.";
        (CandidateState::EmptyQuery, reason.to_owned())
    });
    Draft { entry: &slot.entry, score: sum / slot.norm, fields, words: words.collect(), unscored }
}

/// What a word contributes to each field.
fn parts(fields: u8, count: f32, norm: f32) -> FieldScores {
    let part = |field: u8| weight(fields & field) * count / norm;
    FieldScores { name: part(NAME), description: part(DESCRIPTION), tags: part(TAGS), body: part(BODY) }
}
