//! The skills in memory, with a posting list for each word, so that a query touches only the skills that have it.
//!
//! An index that was changed step by step answers exactly as one built anew from the same entries, and the order in
//! which entries came does not matter. The index holds what it is given: it reads no file and computes no vector. One
//! made by [`Index::without_bodies`] forgets each body once its words are entered: bodies are most of a library's text.

mod ascending;
mod bytes;
mod kept;
mod lists;
mod neighbours;
mod packed;
mod postings;
mod sevens;
mod vectors;
mod view;
mod vocabulary;

use rustc_hash::FxHashMap;
use studio_model::SkillId;

pub(crate) use self::view::Postings;
pub use self::view::View;
use self::{
    neighbours::BodyPairs,
    vectors::Scan,
    vocabulary::{Content, Vocabulary},
};
pub(crate) use self::{
    neighbours::Neighbours,
    postings::{
        AtSlot, BODY, BODY_FIELD, DESCRIPTION, FIELDS, NAME, PAIR_FIELDS, PairPosting, Posting, TAGS, TermPosting,
    },
    vectors::{Direction, Near, SCANNED, Vectors},
    vocabulary::Lengths,
};
use crate::Entry;

/// All skills a query is scored against.
#[derive(Clone, Debug, Default)]
pub struct Index {
    slots: Vec<Option<Slot>>,
    /// Apart from the slots, since scoring goes through all of them.
    lengths: Vec<Lengths>,
    /// Apart for the same reason.
    body_pairs: Vec<BodyPairs>,
    scan: Scan,
    free: Vec<u32>,
    by_key: FxHashMap<SkillId, u32>,
    vocabulary: Vocabulary,
    totals: Totals,
    bodies: Bodies,
}

/// Whether an index keeps the bodies of its entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Bodies {
    #[default]
    Kept,
    Forgotten,
}

/// The vectors of a skill as the index holds them, made before it is locked to take them in.
#[derive(Clone, Debug)]
pub struct ReadyVectors {
    key: SkillId,
    hash: String,
    vectors: Option<Vectors>,
}

/// What is known of all readable skills together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    /// How many skills can be read.
    pub(crate) skills: u64,
    /// How many terms their fields have.
    pub(crate) terms: [u64; FIELDS],
    /// How many pairs of terms their fields have.
    pub(crate) pairs: [u64; PAIR_FIELDS],
}

impl Index {
    /// An index without skills.
    pub fn new() -> Self {
        Self::default()
    }

    /// An index without skills that forgets the body of each entry once its words are entered.
    pub fn without_bodies() -> Self {
        Self { bodies: Bodies::Forgotten, ..Self::default() }
    }

    /// Adds a skill, or replaces the one with the same key. Its vectors are kept if name, description, tags and body
    /// are what they were; otherwise they are stale and dropped.
    pub fn upsert(&mut self, mut entry: Entry) {
        let (number, old) = match self.by_key.get(&entry.key) {
            Some(&number) => (number, self.slots[number as usize].take()),
            None => (self.vacant(), None),
        };
        self.by_key.insert(entry.key, number);
        let has_same_text = old.as_ref().is_some_and(|old| old.entry.has_same_text(&entry, self.bodies));
        let was_broken = old.as_ref().is_some_and(|old| old.entry.broken.is_some());
        if let Some(old) = &old {
            self.totals.subtract(old);
        }
        let (old, vectors) = old.map_or_else(Default::default, |old| (old.content, old.vectors));
        let content = if has_same_text && was_broken == entry.broken.is_some() {
            old
        } else {
            let mut content = self.vocabulary.replace(number, &old, &entry);
            self.body_pairs[number as usize] = std::mem::take(&mut content.body_pairs);
            content
        };
        self.totals.add(&entry, content.lengths);
        if self.bodies == Bodies::Forgotten {
            entry.body = String::new();
        }
        let vectors = vectors.filter(|_| has_same_text);
        if vectors.is_none() {
            self.scan.set(number, None);
        }
        self.lengths[number as usize] = content.lengths;
        self.slots[number as usize] = Some(Slot { entry, content, vectors });
    }

    /// Takes a skill out; `None` if it was not there.
    pub fn remove(&mut self, key: SkillId) -> Option<Entry> {
        let number = self.by_key.remove(&key)?;
        let slot = self.slots[number as usize].take()?;
        self.vocabulary.remove(number, &slot.content);
        self.totals.subtract(&slot);
        self.lengths[number as usize] = Lengths::default();
        self.body_pairs[number as usize] = BodyPairs::default();
        self.scan.set(number, None);
        self.free.push(number);
        Some(slot.entry)
    }

    /// Sets a skill's vectors, in the order of its [`meaning_texts`](crate::meaning_texts); `None` stands for one that
    /// is not there yet. `false` if there is no such skill.
    pub fn set_vectors(&mut self, key: SkillId, vectors: &[Option<Vec<f32>>]) -> bool {
        let Some(&number) = self.by_key.get(&key) else { return false };
        let slot = self.slots[number as usize].as_mut().expect("keys point to occupied slots only");
        slot.vectors = Vectors::of(&slot.entry, vectors);
        self.scan.set(number, slot.vectors.as_ref());
        true
    }

    /// Makes a skill's vectors ready to be taken in, in the order of its [`meaning_texts`](crate::meaning_texts); none
    /// if there is no such skill. Takes most of the time of [`Index::set_vectors`] and needs no index that can be changed.
    pub fn ready_vectors(&self, key: SkillId, vectors: &[Option<Vec<f32>>]) -> Option<ReadyVectors> {
        let entry = self.get(key)?;
        Some(ReadyVectors { key, hash: entry.hash.clone(), vectors: Vectors::of(entry, vectors) })
    }

    /// Takes vectors in that were made ready; `false` if the skill is gone or another one by now.
    pub fn take_vectors(&mut self, ready: ReadyVectors) -> bool {
        let Some(&number) = self.by_key.get(&ready.key) else { return false };
        let slot = self.slots[number as usize].as_mut().expect("keys point to occupied slots only");
        if slot.entry.hash != ready.hash {
            return false;
        }
        slot.vectors = ready.vectors;
        self.scan.set(number, slot.vectors.as_ref());
        true
    }

    /// Gives back the room that growing took beyond what is needed.
    pub fn shrink(&mut self) {
        self.slots.shrink_to_fit();
        self.lengths.shrink_to_fit();
        self.body_pairs.shrink_to_fit();
        self.scan.shrink();
        self.vocabulary.shrink();
    }

    /// Sets or clears the vector of a skill's first meaning text alone; `false` if there is no such skill.
    pub fn set_vector(&mut self, key: SkillId, vector: Option<Vec<f32>>) -> bool {
        self.set_vectors(key, &[vector])
    }

    /// The skills as they are.
    pub fn view(&self) -> View<'_> {
        View::of(self)
    }

    /// The skills as they would be with this one in place of the one with the same key, or beside them if there is
    /// none: every score and rank is what it would be after [`Index::upsert`] and [`Index::set_vectors`].
    pub fn edited(&self, entry: Entry, vectors: &[Option<Vec<f32>>]) -> View<'_> {
        View::edited(self, entry, vectors)
    }

    /// The skill with a key.
    pub fn get(&self, key: SkillId) -> Option<&Entry> {
        self.by_key.get(&key).map(|&number| &self.slot(number).entry)
    }

    /// Every skill, the broken ones too, in no particular order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.slots.iter().flatten().map(|slot| &slot.entry)
    }

    /// How many skills there are, the broken ones too.
    pub fn len(&self) -> usize {
        self.by_key.len()
    }

    /// Whether there is no skill.
    pub fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }

    /// The skill a posting points to.
    fn slot(&self, number: u32) -> &Slot {
        self.slots[number as usize].as_ref().expect("postings and keys point to occupied slots only")
    }

    fn vacant(&mut self) -> u32 {
        self.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            self.lengths.push(Lengths::default());
            self.body_pairs.push(BodyPairs::default());
            u32::try_from(self.slots.len() - 1).expect("fewer than 2^32 skills fit in memory")
        })
    }
}

impl FromIterator<Entry> for Index {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Self {
        let mut index = Self::new();
        entries.into_iter().for_each(|entry| index.upsert(entry));
        index
    }
}

/// A skill in its place, with what is computed once.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) entry: Entry,
    content: Content,
    pub(crate) vectors: Option<Vectors>,
}

impl Slot {
    /// What sums of adk's weights are divided by.
    pub(crate) fn norm(&self) -> f32 {
        self.content.norm
    }
}

impl Totals {
    fn add(&mut self, entry: &Entry, lengths: Lengths) {
        self.skills += u64::from(entry.broken.is_none());
        self.terms.iter_mut().zip(lengths.terms).for_each(|(total, length)| *total += u64::from(length));
        self.pairs.iter_mut().zip(lengths.pairs).for_each(|(total, length)| *total += u64::from(length));
    }

    fn subtract(&mut self, slot: &Slot) {
        let lengths = slot.content.lengths;
        self.skills -= u64::from(slot.entry.broken.is_none());
        self.terms.iter_mut().zip(lengths.terms).for_each(|(total, length)| *total -= u64::from(length));
        self.pairs.iter_mut().zip(lengths.pairs).for_each(|(total, length)| *total -= u64::from(length));
    }
}

impl Entry {
    /// Where bodies are forgotten, files that are the same have the same one.
    fn has_same_text(&self, other: &Self, bodies: Bodies) -> bool {
        let has_same_body = match bodies {
            Bodies::Kept => self.body == other.body,
            Bodies::Forgotten => self.hash == other.hash,
        };
        has_same_body && (&self.name, &self.description, &self.tags) == (&other.name, &other.description, &other.tags)
    }
}
