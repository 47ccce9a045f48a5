//! What occurs where: for each word of [`adk`](crate::adk) and each term of the other scorers the skills that have it.
//!
//! A word once seen keeps its number for as long as the index lives, also when no skill has it any more: it costs a few
//! bytes, and every run of letters needs to be cut and stemmed only the first time it is met.

mod kept;

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::{
    ascending::Ascending,
    lists::{Lists, Tally},
    neighbours::{BodyPairs, Neighbours, term_hash},
    postings::{BODY, BODY_FIELD, FIELDS, PAIR_FIELDS, PairPosting, Posting, TermPosting},
};
use crate::{
    Entry,
    meaning::{positive_sentences, sections, spoken_name},
    terms::{for_each_stem, runs},
    words::words,
};

/// How many terms, and pairs of neighbouring terms, the fields of a skill have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lengths {
    /// Terms of each field.
    pub(crate) terms: [u32; FIELDS],
    /// Pairs of name and description.
    pub(crate) pairs: [u32; PAIR_FIELDS],
}

/// What a skill's text is made of, as numbers of this vocabulary.
#[derive(Clone, Debug, Default)]
pub(super) struct Content {
    /// Its distinct words.
    pub(super) words: Ascending,
    /// Its distinct terms.
    pub(super) terms: Ascending,
    /// Its distinct pairs of neighbouring terms in name and description.
    pub(super) pairs: Ascending,
    /// Of the body; the index takes them out.
    pub(super) body_pairs: BodyPairs,
    pub(super) lengths: Lengths,
    /// The square root of the number of distinct words in the body, at least 1.
    pub(super) norm: f32,
}

/// The same for a text that is not in the index, by word and term.
#[derive(Clone, Debug, Default)]
pub(super) struct LooseContent {
    pub(super) words: FxHashMap<Box<str>, u8>,
    pub(super) terms: FxHashMap<Box<str>, [u8; FIELDS]>,
    /// By both terms with a space between.
    pub(super) pairs: FxHashMap<Box<str>, [u8; PAIR_FIELDS]>,
    pub(super) body_pairs: BodyPairs,
    pub(super) lengths: Lengths,
    pub(super) norm: f32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    runs: FxHashMap<Box<str>, Run>,
    /// The words and then the terms of each run, as [`Run`] points to them.
    of_runs: Vec<u32>,
    words: Lists<Box<str>, Posting>,
    terms: Lists<Box<str>, TermPosting>,
    pairs: Lists<(u32, u32), PairPosting>,
    /// Which fields of the skill being read have each word.
    fields: Tally<1>,
    /// How often each field of the skill being read has each term.
    counts: Tally<FIELDS>,
    /// The same of pairs.
    pair_counts: Tally<PAIR_FIELDS>,
    /// What stands for each term in a pair of the body, by its number.
    hashes: Vec<u32>,
    /// Which pairs the body of the skill being read has.
    body_pairs: Vec<Neighbours>,
}

/// Where the words and terms of a run of letters begin and end in [`Vocabulary::of_runs`].
#[derive(Clone, Copy, Debug)]
struct Run {
    words: u32,
    terms: u32,
    end: u32,
}

impl Vocabulary {
    /// Enters a skill in place of what its slot held before.
    pub(super) fn replace(&mut self, slot: u32, old: &Content, entry: &Entry) -> Content {
        let mut lengths = Lengths::default();
        for piece in pieces(entry) {
            self.read(&piece, &mut lengths);
        }
        let words = self.fields.seen();
        let terms = self.counts.seen();
        let pairs = self.pair_counts.seen();
        self.words.forget(slot, &old.words, &words);
        self.terms.forget(slot, &old.terms, &terms);
        self.pairs.forget(slot, &old.pairs, &pairs);
        let mut body_words = 0_u32;
        for &word in &words {
            let [fields] = self.fields.take(word);
            body_words += u32::from(fields & BODY != 0);
            self.words.post(word, Posting::new(slot, fields));
        }
        for &term in &terms {
            self.terms.post(term, TermPosting { slot, counts: self.counts.take(term) });
        }
        for &pair in &pairs {
            self.pairs.post(pair, PairPosting { slot, counts: self.pair_counts.take(pair) });
        }
        let [words, terms, pairs] = [words, terms, pairs].map(|numbers| Ascending::of(&numbers));
        let body_pairs = BodyPairs::of(&mut self.body_pairs);
        Content { words, terms, pairs, body_pairs, lengths, norm: norm(body_words) }
    }

    /// Takes a skill out.
    pub(super) fn remove(&mut self, slot: u32, old: &Content) {
        self.words.forget(slot, &old.words, &[]);
        self.terms.forget(slot, &old.terms, &[]);
        self.pairs.forget(slot, &old.pairs, &[]);
    }

    /// Gives back the room that growing took beyond what is needed.
    pub(super) fn shrink(&mut self) {
        self.runs.shrink_to_fit();
        self.of_runs.shrink_to_fit();
        self.words.shrink();
        self.terms.shrink();
        self.pairs.shrink();
        self.hashes.shrink_to_fit();
    }

    pub(super) fn words(&self, word: &str) -> Vec<Posting> {
        self.words.of(word)
    }

    pub(super) fn each_word(&self, word: &str, see: impl FnMut(Posting)) {
        self.words.for_each(word, see);
    }

    pub(super) fn terms(&self, stem: &str) -> Vec<TermPosting> {
        self.terms.of(stem)
    }

    pub(super) fn pairs(&self, first: &str, second: &str) -> Vec<PairPosting> {
        match (self.terms.numbers.get(first), self.terms.numbers.get(second)) {
            (Some(&first), Some(&second)) => self.pairs.of(&(first, second)),
            _ => Vec::new(),
        }
    }

    fn read(&mut self, piece: &Piece<'_>, lengths: &mut Lengths) {
        let mut last = None;
        for (_, run) in runs(&piece.text) {
            let run = self.run(run);
            if piece.has_words {
                for &word in &self.of_runs[run.words as usize..run.terms as usize] {
                    self.fields.at(word)[0] |= 1 << piece.field;
                }
            }
            if !piece.has_terms {
                continue;
            }
            lengths.terms[piece.field] += run.end - run.terms;
            for &term in &self.of_runs[run.terms as usize..run.end as usize] {
                let count = &mut self.counts.at(term)[piece.field];
                *count = count.saturating_add(1);
                let Some(last) = last.replace(term) else { continue };
                if piece.field < PAIR_FIELDS {
                    let pair = self.pairs.number_of((last, term));
                    let count = &mut self.pair_counts.at(pair)[piece.field];
                    *count = count.saturating_add(1);
                    lengths.pairs[piece.field] += 1;
                } else if piece.field == BODY_FIELD {
                    let [last, term] = [last, term].map(|term| self.hashes[term as usize]);
                    self.body_pairs.push(Neighbours::of_hashes(last, term));
                }
            }
        }
    }

    fn run(&mut self, run: &str) -> Run {
        match self.runs.get(run) {
            Some(known) => *known,
            None => self.learn(run),
        }
    }

    fn learn(&mut self, run: &str) -> Run {
        let number = |place: usize| u32::try_from(place).expect("fewer than 2^32 words fit in memory");
        let start = number(self.of_runs.len());
        self.of_runs.extend(words(run).map(|word| self.words.number_of(&word)));
        let middle = number(self.of_runs.len());
        for_each_stem(run, |_, stem| {
            let term = self.terms.number_of(&stem);
            if term as usize == self.hashes.len() {
                self.hashes.push(term_hash(&stem));
            }
            self.of_runs.push(term);
        });
        let learnt = Run { words: start, terms: middle, end: number(self.of_runs.len()) };
        self.runs.insert(run.into(), learnt);
        learnt
    }
}

/// Reads a skill that is not to be entered.
pub(super) fn read_loose(entry: &Entry) -> LooseContent {
    let mut found = LooseContent::default();
    let mut body_pairs = Vec::new();
    for piece in pieces(entry) {
        if piece.has_words {
            for word in words(&piece.text) {
                *found.words.entry(word.into()).or_default() |= 1 << piece.field;
            }
        }
        if piece.has_terms {
            found.read_terms(&piece, &mut body_pairs);
        }
    }
    found.body_pairs = BodyPairs::of(&mut body_pairs);
    let body_words = found.words.values().filter(|&fields| fields & BODY != 0).count();
    found.norm = norm(body_words as u32);
    found
}

impl LooseContent {
    pub(super) fn pair(&self, first: &str, second: &str) -> Option<[u8; PAIR_FIELDS]> {
        if self.pairs.is_empty() { None } else { self.pairs.get(format!("{first} {second}").as_str()).copied() }
    }

    fn read_terms(&mut self, piece: &Piece<'_>, body_pairs: &mut Vec<Neighbours>) {
        let mut last: Option<String> = None;
        for (_, run) in runs(&piece.text) {
            for_each_stem(run, |_, stem| {
                let count = &mut self.terms.entry(stem.as_str().into()).or_default()[piece.field];
                *count = count.saturating_add(1);
                self.lengths.terms[piece.field] += 1;
                let Some(last) = last.replace(stem.clone()) else { return };
                if piece.field < PAIR_FIELDS {
                    let count = &mut self.pairs.entry(format!("{last} {stem}").into()).or_default()[piece.field];
                    *count = count.saturating_add(1);
                    self.lengths.pairs[piece.field] += 1;
                } else if piece.field == BODY_FIELD {
                    body_pairs.push(Neighbours::of(&last, &stem));
                }
            });
        }
    }
}

/// A text of a skill and what of it counts.
struct Piece<'a> {
    text: Cow<'a, str>,
    /// The field's number.
    field: usize,
    has_words: bool,
    has_terms: bool,
}

/// What a skill is made of. A broken skill is made of nothing: it cannot be found. adk's words come from the texts as
/// they are; terms from the name as spoken and from the sentences and sections that say what the skill is for.
fn pieces(entry: &Entry) -> impl Iterator<Item = Piece<'_>> {
    let both = |text, field| Piece { text: Cow::Borrowed(text), field, has_words: true, has_terms: true };
    let words = move |text, field| Piece { has_terms: false, ..both(text, field) };
    let name = Piece { text: Cow::Owned(spoken_name(&entry.name)), has_words: false, ..both("", 0) };
    let sentences = positive_sentences(&entry.description).into_iter();
    let sections = sections(&entry.body).into_iter();
    [words(&entry.name, 0), words(&entry.description, 1), name]
        .into_iter()
        .chain(sentences.map(move |sentence| Piece { has_words: false, ..both(sentence, 1) }))
        .chain(entry.tags.iter().map(move |tag| both(tag, 2)))
        .chain(sections.map(move |(section, is_own)| Piece { has_terms: is_own, ..both(section, BODY_FIELD) }))
        .filter(|_| entry.broken.is_none())
}

fn norm(body_words: u32) -> f32 {
    (body_words.max(1) as f32).sqrt()
}
