//! What occurs where: for each word of [`adk`](crate::adk) and each term of the other scorers the skills that have it.
//!
//! A word once seen keeps its number for as long as the index lives, also when no skill has it any more: it costs a few
//! bytes, and every run of letters needs to be cut and stemmed only the first time it is met.

use rustc_hash::FxHashMap;

use super::Entry;
use crate::{
    meaning::positive_sentences,
    terms::{for_each_stem, runs},
    words::words,
};

/// Set in a posting if the name has the word.
pub(crate) const NAME: u8 = 1;
/// Set in a posting if the description has the word.
pub(crate) const DESCRIPTION: u8 = 2;
/// Set in a posting if a tag has the word.
pub(crate) const TAGS: u8 = 4;
/// Set in a posting if the body has the word.
pub(crate) const BODY: u8 = 8;

/// How many fields there are: name, description, tags, body, in this order wherever a field is a number.
pub(crate) const FIELDS: usize = 4;

/// One skill that has a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Posting {
    /// The skill's place in the index.
    pub(crate) slot: u32,
    /// Which of its fields have the word.
    pub(crate) fields: u8,
}

/// One skill that has a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TermPosting {
    /// The skill's place in the index.
    pub(crate) slot: u32,
    /// How often each field has the term; 255 stands for more, too.
    pub(crate) counts: [u8; FIELDS],
}

/// A list entry that says which skill it is about.
pub(crate) trait AtSlot: Copy {
    /// The skill's place in the index.
    fn slot(&self) -> u32;
}

impl AtSlot for Posting {
    fn slot(&self) -> u32 {
        self.slot
    }
}

impl AtSlot for TermPosting {
    fn slot(&self) -> u32 {
        self.slot
    }
}

/// What a skill's text is made of, as numbers of this vocabulary.
#[derive(Clone, Debug, Default)]
pub(super) struct Content {
    /// Its distinct words, ascending.
    pub(super) words: Box<[u32]>,
    /// Its distinct terms, ascending.
    pub(super) terms: Box<[u32]>,
    /// How many terms each field has.
    pub(super) lengths: [u32; FIELDS],
    /// The square root of the number of distinct words in the body, at least 1.
    pub(super) norm: f32,
}

/// The same for a text that is not in the index, by word and term.
#[derive(Clone, Debug)]
pub(super) struct LooseContent {
    pub(super) words: FxHashMap<Box<str>, u8>,
    pub(super) terms: FxHashMap<Box<str>, [u8; FIELDS]>,
    pub(super) lengths: [u32; FIELDS],
    pub(super) norm: f32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    runs: FxHashMap<Box<str>, Run>,
    /// The words and then the terms of each run, as [`Run`] points to them.
    of_runs: Vec<u32>,
    words: Lists<Posting>,
    terms: Lists<TermPosting>,
    /// Which fields of the skill being read have each word; all 0 between two skills.
    fields: Vec<u8>,
    /// How often each field of the skill being read has each term; all 0 between two skills.
    counts: Vec<[u8; FIELDS]>,
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
        let mut words = Vec::with_capacity(old.words.len());
        let mut terms = Vec::with_capacity(old.terms.len());
        let mut lengths = [0; FIELDS];
        for text in texts(entry) {
            for (_, run) in runs(text.text) {
                let run = self.run(run);
                if text.has_words {
                    self.count_words(run, text.field, &mut words);
                }
                if text.has_terms {
                    self.count_terms(run, text.field, &mut terms);
                    lengths[text.field] += run.end - run.terms;
                }
            }
        }
        words.sort_unstable();
        terms.sort_unstable();
        self.words.forget(slot, &old.words, &words);
        self.terms.forget(slot, &old.terms, &terms);
        let mut body_words = 0_u32;
        for &word in &words {
            let fields = std::mem::take(&mut self.fields[word as usize]);
            body_words += u32::from(fields & BODY != 0);
            self.words.post(word, Posting { slot, fields });
        }
        for &term in &terms {
            let counts = std::mem::take(&mut self.counts[term as usize]);
            self.terms.post(term, TermPosting { slot, counts });
        }
        Content { words: words.into(), terms: terms.into(), lengths, norm: norm(body_words) }
    }

    /// Takes a skill out.
    pub(super) fn remove(&mut self, slot: u32, old: &Content) {
        self.words.forget(slot, &old.words, &[]);
        self.terms.forget(slot, &old.terms, &[]);
    }

    pub(super) fn words(&self, word: &str) -> &[Posting] {
        self.words.of(word)
    }

    pub(super) fn terms(&self, stem: &str) -> &[TermPosting] {
        self.terms.of(stem)
    }

    fn run(&mut self, run: &str) -> Run {
        match self.runs.get(run) {
            Some(known) => *known,
            None => self.learn(run),
        }
    }

    fn count_words(&mut self, run: Run, field: usize, words: &mut Vec<u32>) {
        for &word in &self.of_runs[run.words as usize..run.terms as usize] {
            let fields = &mut self.fields[word as usize];
            if *fields == 0 {
                words.push(word);
            }
            *fields |= 1 << field;
        }
    }

    fn count_terms(&mut self, run: Run, field: usize, terms: &mut Vec<u32>) {
        for &term in &self.of_runs[run.terms as usize..run.end as usize] {
            let counts = &mut self.counts[term as usize];
            if *counts == [0; FIELDS] {
                terms.push(term);
            }
            counts[field] = counts[field].saturating_add(1);
        }
    }

    fn learn(&mut self, run: &str) -> Run {
        let number = |place: usize| u32::try_from(place).expect("fewer than 2^32 words fit in memory");
        let start = number(self.of_runs.len());
        self.of_runs.extend(words(run).map(|word| self.words.number(&word)));
        let middle = number(self.of_runs.len());
        for_each_stem(run, |_, stem| self.of_runs.push(self.terms.number(&stem)));
        self.fields.resize(self.words.lists.len(), 0);
        self.counts.resize(self.terms.lists.len(), [0; FIELDS]);
        let learnt = Run { words: start, terms: middle, end: number(self.of_runs.len()) };
        self.runs.insert(run.into(), learnt);
        learnt
    }
}

/// Reads a skill that is not to be entered.
pub(super) fn read_loose(entry: &Entry) -> LooseContent {
    let mut found_words: FxHashMap<Box<str>, u8> = FxHashMap::default();
    let mut found_terms: FxHashMap<Box<str>, [u8; FIELDS]> = FxHashMap::default();
    let mut lengths = [0; FIELDS];
    for Piece { text, field, has_words, has_terms } in texts(entry) {
        for word in words(text).filter(|_| has_words) {
            *found_words.entry(word.into()).or_default() |= 1 << field;
        }
        for (_, run) in runs(text).filter(|_| has_terms) {
            for_each_stem(run, |_, stem| {
                let counts = found_terms.entry(stem.into()).or_default();
                counts[field] = counts[field].saturating_add(1);
                lengths[field] += 1;
            });
        }
    }
    let body_words = found_words.values().filter(|&fields| fields & BODY != 0).count();
    LooseContent { words: found_words, terms: found_terms, lengths, norm: norm(body_words as u32) }
}

/// A text of a skill and what of it counts.
struct Piece<'a> {
    text: &'a str,
    /// The field's number.
    field: usize,
    has_words: bool,
    has_terms: bool,
}

/// What a skill is made of. A broken skill is made of nothing: it cannot be found. Sentences of the description that
/// say what the skill is not for have words, since adk counts them, but no terms.
fn texts(entry: &Entry) -> impl Iterator<Item = Piece<'_>> {
    let both = |text, field| Piece { text, field, has_words: true, has_terms: true };
    let description = Piece { has_terms: false, ..both(&entry.description, 1) };
    let sentences = positive_sentences(&entry.description).into_iter();
    [both(&entry.name, 0), description]
        .into_iter()
        .chain(sentences.map(move |sentence| Piece { has_words: false, ..both(sentence, 1) }))
        .chain(entry.tags.iter().map(move |tag| both(tag, 2)))
        .chain([both(&entry.body, 3)])
        .filter(|_| entry.broken.is_none())
}

fn norm(body_words: u32) -> f32 {
    (body_words.max(1) as f32).sqrt()
}

/// Words of one kind, each with the skills that have it.
#[derive(Clone, Debug)]
struct Lists<P> {
    numbers: FxHashMap<Box<str>, u32>,
    /// In the order of their slots.
    lists: Vec<Vec<P>>,
}

impl<P> Default for Lists<P> {
    fn default() -> Self {
        Self { numbers: FxHashMap::default(), lists: Vec::new() }
    }
}

impl<P: AtSlot> Lists<P> {
    fn of(&self, text: &str) -> &[P] {
        self.numbers.get(text).map_or(&[], |&number| &self.lists[number as usize])
    }

    fn number(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = u32::try_from(self.lists.len()).expect("fewer than 2^32 words fit in memory");
        self.lists.push(Vec::new());
        self.numbers.insert(text.into(), number);
        number
    }

    fn post(&mut self, number: u32, posting: P) {
        let list = &mut self.lists[number as usize];
        if list.last().is_none_or(|last| last.slot() < posting.slot()) {
            list.push(posting);
            return;
        }
        match list.binary_search_by_key(&posting.slot(), AtSlot::slot) {
            Ok(place) => list[place] = posting,
            Err(place) => list.insert(place, posting),
        }
    }

    /// Takes a skill out of the lists of `old` that `new` does not name; both ascend.
    fn forget(&mut self, slot: u32, old: &[u32], new: &[u32]) {
        let mut new = new.iter().peekable();
        for &number in old {
            while new.next_if(|&&other| other < number).is_some() {}
            if new.peek() == Some(&&number) {
                continue;
            }
            let list = &mut self.lists[number as usize];
            if let Ok(place) = list.binary_search_by_key(&slot, AtSlot::slot) {
                list.remove(place);
            }
        }
    }
}
