//! Words weighted by field and rarity, stems compared: BM25F over name, description and tags, and BM25 over the body.
//!
//! score(Q, s) = Σ over the distinct terms t of Q of count(t, Q) · (front + body), each of which is
//! idf(t) · f / (k₁ + f), where f = Σ over its fields of weight · tf / (1 − b + b · length / average length) and
//! idf(t) = ln(1 + (N − n + ½) / (n + ½)) with n of the N readable skills having t, for *front*, in name, description or
//! tags, for *body*, in any field (Robertson and Zaragoza, *The Probabilistic Relevance Framework*, 2009). The body stands
//! apart, since its length would drown the rest: measured on the shared sets, that is worth up to ten points. A field's
//! share of a term is its share of f.
//!
//! Sentences of the description that say what the skill is *not* for have no terms, nor have sections of the body about
//! something else. The score has no upper end and grows
//! with the query; [`hybrid`](crate::hybrid) has a scale that means the same for every query.

use std::sync::Arc;

use crate::{
    Candidate, Detail, FieldScores, Policy, Question, Report, View, WordScore,
    index::{FIELDS, Postings, Slot, TermPosting},
    question::QueryTerm,
    ranking::{self, Scored},
    unscored::Unscored,
};

/// How fast repeating a term stops helping.
const K1: f32 = 1.2;
/// What a term counts for in name, description, tags and body.
const WEIGHTS: [f32; FIELDS] = [1.0, 1.0, 1.0, 0.5];
/// How much the length of name, description, tags and body matters.
const LENGTHS: [f32; FIELDS] = [0.3, 0.4, 0.4, 0.75];

/// Every skill's score with its parts, and what the policy makes of it.
pub fn explain(view: &View<'_>, question: &Question, policy: &Policy, detail: Detail<'_>) -> Vec<Candidate> {
    report(view, question, policy, detail).candidates
}

/// The same with how many skills there are in all.
pub(crate) fn report(view: &View<'_>, question: &Question, policy: &Policy, detail: Detail<'_>) -> Report {
    ranking::report(view, &scored(view, question), policy, detail)
}

/// What this scorer makes of all skills.
pub(crate) fn scored<'a>(view: &'a View<'a>, question: &'a Question) -> impl Scored + use<'a> {
    let lists: Vec<_> = question.terms().iter().map(|term| view.terms(&term.stem)).collect();
    let weighing = Weighing::of(view, question, &lists);
    let mut sums = vec![FieldScores::default(); view.capacity()];
    for (list, &rarity) in lists.iter().zip(&weighing.rarities) {
        for posting in list.iter() {
            sums[posting.slot as usize] += weighing.parts(posting, &view.lengths(posting.slot).terms, rarity);
        }
    }
    Bm25 { sums, lists, weighing, view, question }
}

struct Bm25<'a> {
    sums: Vec<FieldScores>,
    /// In the order of the question's terms.
    lists: Vec<Postings<TermPosting>>,
    weighing: Weighing,
    view: &'a View<'a>,
    question: &'a Question,
}

impl Scored for Bm25<'_> {
    fn fields(&self, number: u32, _slot: &Slot) -> Result<FieldScores, Unscored> {
        if self.question.terms().is_empty() { Err(Unscored::NoTerms) } else { Ok(self.sums[number as usize]) }
    }

    fn words(&self, number: u32, _slot: &Slot) -> Vec<WordScore> {
        let terms = self.question.terms().iter().zip(&self.lists).zip(&self.weighing.rarities);
        let hits = terms.filter_map(|((term, list), &rarity)| {
            let posting = list.find(number)?;
            Some(word(term, self.weighing.parts(posting, &self.view.lengths(number).terms, rarity)))
        });
        hits.collect()
    }
}

/// A term's part of a score, for people.
pub(crate) fn word(term: &QueryTerm, fields: FieldScores) -> WordScore {
    WordScore { word: Arc::clone(&term.surface), count: term.count, is_stop_word: false, fields }
}

/// What terms weigh.
struct Weighing {
    /// How many terms the fields of a skill have on average.
    averages: [f32; FIELDS],
    /// In the order of the question's terms.
    rarities: Vec<Rarity>,
}

/// How much a term weighs, as often as the question has it.
#[derive(Clone, Copy)]
struct Rarity {
    front: f32,
    body: f32,
}

impl Weighing {
    fn of(view: &View<'_>, question: &Question, lists: &[Postings<TermPosting>]) -> Self {
        let totals = view.totals();
        let skills = totals.skills as f32;
        let rarity = |having: usize| (1.0 + (skills - having as f32 + 0.5) / (having as f32 + 0.5)).ln();
        let rarities = question.terms().iter().zip(lists).map(|(term, list)| {
            let Having { front, any } = Having::of(list);
            Rarity { front: rarity(front) * term.count as f32, body: rarity(any) * term.count as f32 }
        });
        let average = |total: u64| (total as f32 / skills.max(1.0)).max(1.0);
        Self { averages: totals.terms.map(average), rarities: rarities.collect() }
    }

    /// What a term contributes to each field.
    fn parts(&self, posting: TermPosting, lengths: &[u32; FIELDS], rarity: Rarity) -> FieldScores {
        let mut often = [0.0; FIELDS];
        for field in 0..FIELDS {
            let length = 1.0 - LENGTHS[field] + LENGTHS[field] * lengths[field] as f32 / self.averages[field];
            often[field] = WEIGHTS[field] * f32::from(posting.counts[field]) / length;
        }
        let [name, description, tags, body] = often;
        let front = rarity.front / (K1 + name + description + tags);
        FieldScores {
            name: name * front,
            description: description * front,
            tags: tags * front,
            body: body * rarity.body / (K1 + body),
        }
    }
}

/// How many skills have a term.
pub(crate) struct Having {
    /// In name, description or tags.
    pub(crate) front: usize,
    /// In any field.
    pub(crate) any: usize,
}

impl Having {
    pub(crate) fn of(list: &Postings<TermPosting>) -> Self {
        let in_front = |posting: &TermPosting| posting.counts[..FIELDS - 1] != [0; FIELDS - 1];
        Self { front: list.iter().filter(in_front).count(), any: list.len() }
    }
}
