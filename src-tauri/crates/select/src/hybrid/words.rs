//! What a query's words, and its pairs of neighbouring words, say for each skill.

use super::constants::{BODY, BODY_PAIRS, FRONT, K, LENGTH, MASS, OCCURRENCE, PAIR_LENGTH, PAIRS};
use crate::{
    FieldScores, Question, View, WordScore,
    bm25::{Having, word},
    index::{FIELDS, Neighbours, PAIR_FIELDS, PairPosting, Postings, TermPosting},
};

/// How much each kind of evidence of words weighs.
#[derive(Clone, Copy, Default)]
pub(super) struct WordWeights {
    pub(super) front: f32,
    pub(super) body: f32,
    pub(super) pairs: f32,
    pub(super) body_pairs: f32,
}

/// The weights that ship.
pub(super) const WORDS: WordWeights = WordWeights { front: FRONT, body: BODY, pairs: PAIRS, body_pairs: BODY_PAIRS };

/// Every skill's words, weighted.
pub(super) struct Words<'a> {
    view: &'a View<'a>,
    question: &'a Question,
    /// In the order of the question's terms.
    terms: Vec<Term>,
    /// In the order of the question's pairs.
    pairs: Vec<Pair>,
    averages: Averages,
    /// For every place of the view.
    sums: Vec<FieldScores>,
}

/// What a term can contribute at most, and the skills that have it.
struct Term {
    weights: Weights,
    list: Postings<TermPosting>,
}

#[derive(Clone, Copy)]
struct Weights {
    front: f32,
    body: f32,
}

/// What a pair can contribute at most.
struct Pair {
    /// In name and description.
    front: f32,
    /// In the body.
    body: f32,
    in_front: Postings<PairPosting>,
    /// The places of the skills whose bodies have it, ascending.
    in_body: Vec<u32>,
}

/// How many terms and pairs the fields of a skill have on average, at least 1.
struct Averages {
    terms: [f32; FIELDS],
    pairs: [f32; PAIR_FIELDS],
}

impl<'a> Words<'a> {
    pub(super) fn of(view: &'a View<'a>, question: &'a Question, weights: WordWeights) -> Self {
        let totals = view.totals();
        let average = |total: u64| (total as f32 / totals.skills.max(1) as f32).max(1.0);
        let averages = Averages { terms: totals.terms.map(average), pairs: totals.pairs.map(average) };
        let (terms, pairs) = weigh(view, question, weights);
        let sums = vec![FieldScores::default(); view.capacity()];
        let mut words = Self { view, question, terms, pairs, averages, sums };
        words.add_up();
        words
    }

    /// What all words together say for a skill.
    pub(super) fn sum(&self, number: u32) -> FieldScores {
        self.sums[number as usize]
    }

    /// What each word says for a skill; a pair counts half for either of its words.
    pub(super) fn of_skill(&self, number: u32) -> Vec<WordScore> {
        let mut parts = vec![FieldScores::default(); self.terms.len()];
        for (term, parts) in self.terms.iter().zip(&mut parts) {
            if let Some(posting) = term.list.find(number) {
                *parts += self.parts(term.weights, posting);
            }
        }
        for (&(first, second), pair) in self.question.pairs().iter().zip(&self.pairs) {
            let mut half = FieldScores::default();
            if let Some(posting) = pair.in_front.find(number) {
                half += self.pair_parts(pair.front / 2.0, posting);
            }
            if pair.in_body.binary_search(&number).is_ok() {
                half.body += pair.body / 2.0;
            }
            parts[first] += half;
            parts[second] += half;
        }
        let words = self.question.terms().iter().zip(parts).filter(|(_, parts)| parts.sum() > 0.0);
        words.map(|(term, parts)| word(term, parts)).collect()
    }

    fn add_up(&mut self) {
        let mut sums = std::mem::take(&mut self.sums);
        for term in &self.terms {
            for posting in term.list.iter() {
                sums[posting.slot as usize] += self.parts(term.weights, posting);
            }
        }
        for pair in &self.pairs {
            for posting in pair.in_front.iter() {
                sums[posting.slot as usize] += self.pair_parts(pair.front, posting);
            }
            for &number in &pair.in_body {
                sums[number as usize].body += pair.body;
            }
        }
        self.sums = sums;
    }

    fn parts(&self, weights: Weights, posting: TermPosting) -> FieldScores {
        let lengths = self.view.lengths(posting.slot).terms;
        let mut often = [0.0; FIELDS];
        for field in 0..FIELDS {
            let length = relative(LENGTH[field], lengths[field], self.averages.terms[field]);
            often[field] = OCCURRENCE[field] * f32::from(posting.counts[field]) / length;
        }
        let [name, description, tags, body] = often;
        let front = weights.front / (K + name + description + tags);
        FieldScores {
            name: name * front,
            description: description * front,
            tags: tags * front,
            body: body * weights.body / (K + body),
        }
    }

    fn pair_parts(&self, weight: f32, posting: PairPosting) -> FieldScores {
        let lengths = self.view.lengths(posting.slot).pairs;
        let mut often = [0.0; PAIR_FIELDS];
        for field in 0..PAIR_FIELDS {
            let length = relative(PAIR_LENGTH[field], lengths[field], self.averages.pairs[field]);
            often[field] = f32::from(posting.counts[field]) / length;
        }
        let [name, description] = often;
        let weight = weight / (K + name + description);
        FieldScores { name: name * weight, description: description * weight, ..FieldScores::default() }
    }
}

/// What a count is divided by for the length of its field.
fn relative(matters: f32, length: u32, average: f32) -> f32 {
    1.0 - matters + matters * length as f32 / average
}

/// What each term and each pair of the question can contribute at most.
fn weigh(view: &View<'_>, question: &Question, by: WordWeights) -> (Vec<Term>, Vec<Pair>) {
    let skills = view.totals().skills as f32;
    let scale = 1.0 / (skills + 2.0).ln();
    let rarity = |having: usize| (1.0 + 0.5 * (skills + 1.0) / (having as f32 + 0.5)).ln() * scale;
    let mut terms: Vec<_> = question
        .terms()
        .iter()
        .map(|term| {
            let list = view.terms(&term.stem);
            let Having { front, any } = Having::of(&list);
            Term { weights: Weights { front: rarity(front), body: rarity(any) }, list }
        })
        .collect();
    let per_mass = |mass: f32| 1.0 / (MASS + mass.sqrt());
    let front = per_mass(terms.iter().map(|term| term.weights.front).sum());
    let body = per_mass(terms.iter().map(|term| term.weights.body).sum());
    for Term { weights, .. } in &mut terms {
        weights.front *= by.front * front;
        weights.body *= by.body * body;
    }
    let pair = |&(first, second): &(usize, usize)| {
        let [first_stem, second_stem] = [first, second].map(|term| question.terms()[term].stem.as_str());
        let in_front = view.pairs(first_stem, second_stem);
        let in_body = view.body_pairs(Neighbours::of(first_stem, second_stem), &terms[first].list, &terms[second].list);
        Pair {
            front: by.pairs * rarity(in_front.len()) * front,
            body: by.body_pairs * rarity(in_body.len()) * body,
            in_front,
            in_body,
        }
    };
    let pairs = question.pairs().iter().map(pair).collect();
    (terms, pairs)
}
