//! Words weighted by field and rarity, stems compared: BM25F over name, description, tags and body.
//!
//! score(Q, s) = Σ over the distinct terms t of Q of count(t, Q) · idf(t) · f / (k₁ + f), where
//! f = Σ over fields of weight · tf / (1 − b + b · length / average length) and
//! idf(t) = ln(1 + (N − n + ½) / (n + ½)) with n of the N readable skills having t in any field
//! (Robertson and Zaragoza, *The Probabilistic Relevance Framework*, 2009). A field's share of a term is its share of f.
//! The score has no upper end and grows with the query; [`hybrid`](crate::hybrid) has a scale that means the same for
//! every query.

use std::sync::Arc;

use crate::{
    Candidate, Detail, FieldScores, Policy, Question, View, WordScore,
    candidate::{self, Scored},
    index::{FIELDS, Slot, TermPosting},
    question::QueryTerm,
    unscored::Unscored,
};

/// How fast repeating a term stops helping.
const K1: f32 = 1.2;
/// What a term counts for in name, description, tags and body.
const WEIGHTS: [f32; FIELDS] = [3.0, 1.5, 1.5, 0.5];
/// How much the length of name, description, tags and body matters.
const LENGTHS: [f32; FIELDS] = [0.3, 0.5, 0.3, 0.75];

/// Every skill's score with its parts, and what the policy makes of it.
pub fn explain(view: &View<'_>, question: &Question, policy: &Policy, detail: Detail<'_>) -> Vec<Candidate> {
    candidate::explain(view, &scored(view, question), policy, detail)
}

/// What this scorer makes of all skills.
pub(crate) fn scored<'a>(view: &'a View<'a>, question: &'a Question) -> impl Scored + use<'a> {
    let weighing = Weighing::of(view);
    let mut sums = vec![FieldScores::default(); view.capacity()];
    for term in question.terms() {
        let postings = view.terms(&term.stem);
        let rarity = weighing.rarity(postings.iter().count()) * term.count as f32;
        for posting in postings.iter() {
            sums[posting.slot as usize] += weighing.parts(posting, &view.lengths(posting.slot).terms, rarity);
        }
    }
    Bm25 { sums, weighing, view, question }
}

struct Bm25<'a> {
    sums: Vec<FieldScores>,
    weighing: Weighing,
    view: &'a View<'a>,
    question: &'a Question,
}

impl Scored for Bm25<'_> {
    fn fields(&self, number: u32, _slot: &Slot) -> Result<FieldScores, Unscored> {
        if self.question.terms().is_empty() { Err(Unscored::NoTerms) } else { Ok(self.sums[number as usize]) }
    }

    fn words(&self, number: u32, _slot: &Slot) -> Vec<WordScore> {
        let hits = self.question.terms().iter().filter_map(|term| {
            let postings = self.view.terms(&term.stem);
            let posting = postings.find(number)?;
            let rarity = self.weighing.rarity(postings.iter().count()) * term.count as f32;
            Some(word(term, self.weighing.parts(posting, &self.view.lengths(number).terms, rarity)))
        });
        hits.collect()
    }
}

/// A term's part of a score, for people.
pub(crate) fn word(term: &QueryTerm, fields: FieldScores) -> WordScore {
    WordScore { word: Arc::clone(&term.surface), count: term.count, is_stop_word: false, fields }
}

/// What does not depend on the query.
struct Weighing {
    skills: f32,
    averages: [f32; FIELDS],
}

impl Weighing {
    fn of(view: &View<'_>) -> Self {
        let totals = view.totals();
        let skills = totals.skills.max(1) as f32;
        Self { skills, averages: totals.terms.map(|length| (length as f32 / skills).max(f32::MIN_POSITIVE)) }
    }

    /// How much a term weighs that so many skills have.
    fn rarity(&self, skills: usize) -> f32 {
        let having = skills as f32;
        (1.0 + (self.skills - having + 0.5) / (having + 0.5)).ln()
    }

    /// What a term contributes to each field.
    fn parts(&self, posting: TermPosting, lengths: &[u32; FIELDS], rarity: f32) -> FieldScores {
        let mut parts = [0.0; FIELDS];
        for field in 0..FIELDS {
            let length = 1.0 - LENGTHS[field] + LENGTHS[field] * lengths[field] as f32 / self.averages[field];
            parts[field] = WEIGHTS[field] * f32::from(posting.counts[field]) / length;
        }
        let sum: f32 = parts.iter().sum();
        let [name, description, tags, body] = parts.map(|part| rarity * part / (K1 + sum));
        FieldScores { name, description, tags, body }
    }
}
