//! The word-counting scorer of adk-skill 0.6.0, equal to it bit for bit.
//!
//! score(Q, s) = (Σ over Q of 4.0·[in name] + 2.5·[in description] + 2.0·[in tags] + 1.0·[in body]) / max(1, √|B|),
//! where Q is the *list* of the query's words (repeats count again), the fields are *sets* of words, and |B| is the
//! number of distinct words in the body. The sum is a multiple of 0.5 and therefore exact in `f32`, whatever the order
//! of addition, for queries of up to 880,000 words.

use std::sync::Arc;

use crate::{
    Candidate, Detail, FieldScores, Index, Match, Policy, QueryWord, Question, Report, View, WordScore,
    index::{AtSlot, BODY, DESCRIPTION, NAME, Posting, Postings, Slot, TAGS},
    ranking::{self, Scored, keep_best},
    unscored::Unscored,
    words,
};

/// The skills a query wakes under a policy, best first; equal scores by name, path and key. Touches only the skills
/// that have a word of the query, unless the minimum lets a score of 0 pass.
pub fn select(index: &Index, query: &str, policy: &Policy) -> Vec<Match> {
    let query = query_words(query);
    if policy.top_k == 0 || (query.is_empty() && policy.include_tags.is_empty()) {
        return Vec::new();
    }
    let view = index.view();
    let mut found = matching(&view, &query, policy);
    found.retain(|(slot, score)| {
        slot.entry.dropped.is_none() && *score >= policy.min_score && policy.admits(&slot.entry.tags)
    });
    keep_best(&mut found, policy.top_k);
    found.into_iter().map(|(slot, score)| Match { key: slot.entry.key, score }).collect()
}

/// Every skill's score with its parts, and what the policy makes of it. Those that pass are exactly what [`select`]
/// gives, in the same order.
pub fn explain(index: &Index, query: &str, policy: &Policy) -> Vec<Candidate> {
    explain_view(&index.view(), &Question::new(query, None), policy, Detail::ALL)
}

/// The same over a view of the index.
pub fn explain_view(view: &View<'_>, question: &Question, policy: &Policy, detail: Detail<'_>) -> Vec<Candidate> {
    report(view, question, policy, detail).candidates
}

/// The same with how many skills there are in all.
pub(crate) fn report(view: &View<'_>, question: &Question, policy: &Policy, detail: Detail<'_>) -> Report {
    ranking::report(view, &scored(view, question, policy), policy, detail)
}

/// The distinct words of a query as this scorer sees them, in order of first appearance.
pub fn query_words(query: &str) -> Vec<QueryWord> {
    words::query_words(query)
}

/// What this scorer makes of all skills.
pub(crate) fn scored<'a>(view: &'a View<'a>, question: &'a Question, policy: &Policy) -> impl Scored + use<'a> {
    let is_empty = question.words().is_empty() && policy.include_tags.is_empty();
    let lists: Vec<_> = question.words().iter().map(|word| view.words(&word.word)).collect();
    Adk { sums: sums(view, question.words(), &lists), lists, view, question, is_empty }
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
fn matching<'a>(view: &'a View<'a>, query: &[QueryWord], policy: &Policy) -> Vec<(&'a Slot, f32)> {
    let mut sums = vec![0.0_f32; view.capacity()];
    let mut touched = Vec::new();
    for word in query {
        let count = word.count as f32;
        view.each_word(&word.word, |posting| {
            let sum = &mut sums[posting.slot() as usize];
            if *sum == 0.0 {
                touched.push(posting.slot());
            }
            *sum += weight(posting.fields()) * count;
        });
    }
    let score = |number: u32, slot: &'a Slot| (slot, sums[number as usize] / slot.norm());
    if policy.min_score > 0.0 {
        return touched.into_iter().map(|number| score(number, view.slot(number))).collect();
    }
    let readable = view.occupied().filter(|(_, slot)| slot.entry.broken.is_none());
    readable.map(|(number, slot)| score(number, slot)).collect()
}

/// The weights of the query's words by field, for every place of the view.
fn sums(view: &View<'_>, query: &[QueryWord], lists: &[Postings<Posting>]) -> Vec<FieldScores> {
    let mut sums = vec![FieldScores::default(); view.capacity()];
    for (word, list) in query.iter().zip(lists) {
        for posting in list.iter() {
            sums[posting.slot() as usize] += parts(posting, word.count as f32, 1.0);
        }
    }
    sums
}

/// What a word contributes to each field.
fn parts(posting: Posting, count: f32, norm: f32) -> FieldScores {
    let part = |field: u8| weight(posting.fields() & field) * count / norm;
    FieldScores { name: part(NAME), description: part(DESCRIPTION), tags: part(TAGS), body: part(BODY) }
}

struct Adk<'a> {
    sums: Vec<FieldScores>,
    /// In the order of the question's words.
    lists: Vec<Postings<Posting>>,
    view: &'a View<'a>,
    question: &'a Question,
    is_empty: bool,
}

impl Adk<'_> {
    /// Why a skill is not scored at all.
    fn out(&self, slot: &Slot) -> Option<Unscored> {
        if slot.entry.dropped.is_some() {
            return Some(Unscored::Dropped);
        }
        self.view.is_only_by_name(&slot.entry).then_some(Unscored::OnlyByName)
    }
}

impl Scored for Adk<'_> {
    fn fields(&self, number: u32, slot: &Slot) -> Result<FieldScores, Unscored> {
        if let Some(why) = self.out(slot) {
            return Err(why);
        }
        if self.is_empty {
            return Err(Unscored::NoWords);
        }
        let FieldScores { name, description, tags, body } = self.sums[number as usize];
        let norm = slot.norm();
        Ok(FieldScores { name: name / norm, description: description / norm, tags: tags / norm, body: body / norm })
    }

    /// The sum before the division, as adk-skill has it.
    fn score(&self, number: u32, slot: &Slot) -> Result<f32, Unscored> {
        if let Some(why) = self.out(slot) {
            return Err(why);
        }
        if self.is_empty { Err(Unscored::NoWords) } else { Ok(self.sums[number as usize].sum() / slot.norm()) }
    }

    fn words(&self, number: u32, slot: &Slot) -> Vec<WordScore> {
        let hits = self.question.words().iter().zip(&self.lists).filter_map(|(word, list)| {
            let posting = list.find(number)?;
            Some(WordScore {
                word: Arc::from(word.word.as_str()),
                count: word.count,
                is_stop_word: word.is_stop_word,
                fields: parts(posting, word.count as f32, slot.norm()),
            })
        });
        hits.collect()
    }
}
