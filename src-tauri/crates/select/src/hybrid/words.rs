//! What a query's words say for each skill.

use super::constants::{BODY_WORDS, HEAD_WORDS, K, LENGTH, MASS, OCCURRENCE};
use crate::{
    FieldScores, QueryTerm, View, WordScore,
    bm25::word,
    index::{FIELDS, TermPosting},
};

/// Every skill's words, weighted.
pub(super) struct Words<'a> {
    view: &'a View<'a>,
    terms: Vec<Weighed<'a>>,
    averages: [f32; FIELDS],
    /// For every place of the view.
    sums: Vec<FieldScores>,
}

/// A term with what it can contribute at most.
struct Weighed<'a> {
    term: &'a QueryTerm,
    head: f32,
    body: f32,
}

impl<'a> Words<'a> {
    pub(super) fn of(view: &'a View<'a>, terms: &'a [QueryTerm]) -> Self {
        let totals = view.totals();
        let skills = totals.skills.max(1) as f32;
        let averages = totals.lengths.map(|length| (length as f32 / skills).max(1.0));
        let mut words = Self { view, terms: weighed(view, terms), averages, sums: Vec::new() };
        let mut sums = vec![FieldScores::default(); view.capacity()];
        for weighed in &words.terms {
            for posting in view.terms(&weighed.term.stem).iter() {
                sums[posting.slot as usize] += words.parts(weighed, posting);
            }
        }
        words.sums = sums;
        words
    }

    /// What all words together say for a skill.
    pub(super) fn sum(&self, number: u32) -> FieldScores {
        self.sums[number as usize]
    }

    /// What each word says for a skill.
    pub(super) fn of_skill(&self, number: u32) -> Vec<WordScore> {
        let hits = self.terms.iter().filter_map(|weighed| {
            let posting = self.view.terms(&weighed.term.stem).find(number)?;
            Some(word(weighed.term, self.parts(weighed, posting)))
        });
        hits.collect()
    }

    fn parts(&self, weighed: &Weighed<'_>, posting: TermPosting) -> FieldScores {
        let lengths = self.view.lengths(posting.slot);
        let mut often = [0.0; FIELDS];
        for field in 0..FIELDS {
            let length = 1.0 - LENGTH[field] + LENGTH[field] * lengths[field] as f32 / self.averages[field];
            often[field] = OCCURRENCE[field] * f32::from(posting.counts[field]) / length;
        }
        let [name, description, tags, body] = often;
        let head = weighed.head / (K + name + description + tags);
        FieldScores {
            name: name * head,
            description: description * head,
            tags: tags * head,
            body: body * weighed.body / (K + body),
        }
    }
}

fn weighed<'a>(view: &View<'_>, terms: &'a [QueryTerm]) -> Vec<Weighed<'a>> {
    let skills = view.totals().skills as f32;
    let rarity = |having: u32| (1.0 + 0.5 * (skills + 1.0) / (having as f32 + 0.5)).ln();
    let mut weighed: Vec<_> = terms
        .iter()
        .map(|term| {
            let (mut head, mut any) = (0, 0);
            for posting in view.terms(&term.stem).iter() {
                head += u32::from(posting.counts[..3] != [0; 3]);
                any += 1;
            }
            Weighed { term, head: rarity(head), body: rarity(any) }
        })
        .collect();
    let share = |mass: f32| 1.0 / (1.0 + mass.powf(MASS));
    let head = HEAD_WORDS * share(weighed.iter().map(|term| term.head).sum());
    let body = BODY_WORDS * share(weighed.iter().map(|term| term.body).sum());
    for term in &mut weighed {
        term.head *= head;
        term.body *= body;
    }
    weighed
}
