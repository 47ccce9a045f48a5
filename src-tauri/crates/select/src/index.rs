//! The skills in memory, with a posting list for each word, so that a query touches only the skills that have it.
//!
//! An index that was changed step by step answers exactly as one built anew from the same entries, and the order in
//! which entries came does not matter. The index holds what it is given: it reads no file and computes no vector.

mod vocabulary;

use std::{cmp::Ordering, collections::HashMap, path::Path};

use studio_model::SkillId;

use self::vocabulary::Vocabulary;
pub(crate) use self::vocabulary::{BODY, DESCRIPTION, NAME, Posting, TAGS};
use crate::words::words;

/// A skill as the scorers see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The skill in the library.
    pub key: SkillId,
    /// Provenance id as adk makes it: normalised name and the first 12 hex digits of the hash.
    pub id: String,
    /// Name, as written.
    pub name: String,
    /// Description, as written.
    pub description: String,
    /// Tags, as written.
    pub tags: Vec<String>,
    /// The instructions, trimmed.
    pub body: String,
    /// Names of the tools the skill asks for, in its order, repeats kept.
    pub allowed_tools: Vec<String>,
    /// Path of the skill's file; breaks ties between equal names, compared part by part.
    pub path: String,
    /// SHA-256 of the raw file, hex.
    pub hash: String,
    /// Why the skill cannot be read, where it cannot: such a skill is listed with this reason and never chosen.
    pub broken: Option<String>,
}

/// All skills a query is scored against.
#[derive(Clone, Debug, Default)]
pub struct Index {
    slots: Vec<Option<Slot>>,
    free: Vec<u32>,
    by_key: HashMap<SkillId, u32>,
    vocabulary: Vocabulary,
}

impl Index {
    /// An index without skills.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a skill, or replaces the one with the same key. Its vector is kept if name, description, tags and body
    /// are what they were; otherwise it is stale and dropped.
    pub fn upsert(&mut self, entry: Entry) {
        let old = self.take(entry.key);
        let vector = old.filter(|old| old.entry.has_same_text(&entry)).and_then(|old| old.vector);
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            u32::try_from(self.slots.len() - 1).expect("fewer than 2^32 skills fit in memory")
        });
        let (words, norm) = self.vocabulary.add(slot, &fields_of_words(&entry));
        self.by_key.insert(entry.key, slot);
        self.slots[slot as usize] = Some(Slot { entry, norm, vector, words });
    }

    /// Takes a skill out; `None` if it was not there.
    pub fn remove(&mut self, key: SkillId) -> Option<Entry> {
        self.take(key).map(|slot| slot.entry)
    }

    /// Sets or clears a skill's vector; `false` if there is no such skill.
    pub fn set_vector(&mut self, key: SkillId, vector: Option<Vec<f32>>) -> bool {
        let slot = self.by_key.get(&key).and_then(|&slot| self.slots[slot as usize].as_mut());
        let is_there = slot.is_some();
        if let Some(slot) = slot {
            slot.vector = vector;
        }
        is_there
    }

    /// The skill with a key.
    pub fn get(&self, key: SkillId) -> Option<&Entry> {
        self.by_key.get(&key).map(|&slot| &self.slot(slot).entry)
    }

    /// Every skill, the broken ones too, in no particular order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.occupied().map(|(_, slot)| &slot.entry)
    }

    /// How many skills there are, the broken ones too.
    pub fn len(&self) -> usize {
        self.by_key.len()
    }

    /// Whether there is no skill.
    pub fn is_empty(&self) -> bool {
        self.by_key.is_empty()
    }

    /// Where a word occurs; empty if it occurs nowhere.
    pub(crate) fn postings(&self, word: &str) -> &[Posting] {
        self.vocabulary.postings(word)
    }

    /// The places entries can have; some may be vacant.
    pub(crate) fn capacity(&self) -> usize {
        self.slots.len()
    }

    /// The skill a posting points to.
    pub(crate) fn slot(&self, slot: u32) -> &Slot {
        self.slots[slot as usize].as_ref().expect("postings and keys point to occupied slots only")
    }

    /// Every skill with its place.
    pub(crate) fn occupied(&self) -> impl Iterator<Item = (u32, &Slot)> {
        (0..).zip(&self.slots).filter_map(|(number, slot)| Some((number, slot.as_ref()?)))
    }

    fn take(&mut self, key: SkillId) -> Option<Slot> {
        let number = self.by_key.remove(&key)?;
        let slot = self.slots[number as usize].take()?;
        self.vocabulary.remove(number, &slot.words);
        self.free.push(number);
        Some(slot)
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
    /// What sums of weights are divided by: the square root of the number of distinct words in the body, at least 1.
    pub(crate) norm: f32,
    pub(crate) vector: Option<Vec<f32>>,
    /// Ids of its words in the vocabulary.
    words: Vec<u32>,
}

impl Entry {
    /// The order in which skills of equal score rank: name, then path part by part as adk compares it, then key.
    pub(crate) fn cmp_place(&self, other: &Self) -> Ordering {
        self.name
            .cmp(&other.name)
            .then_with(|| Path::new(&self.path).cmp(Path::new(&other.path)))
            .then_with(|| self.key.cmp(&other.key))
    }

    fn has_same_text(&self, other: &Self) -> bool {
        (&self.name, &self.description, &self.tags, &self.body)
            == (&other.name, &other.description, &other.tags, &other.body)
    }
}

/// Every distinct word of a skill with the fields that have it. A broken skill has none: it cannot be found.
fn fields_of_words(entry: &Entry) -> HashMap<std::borrow::Cow<'_, str>, u8> {
    let mut fields = HashMap::new();
    if entry.broken.is_some() {
        return fields;
    }
    let tags = entry.tags.iter().map(|tag| (tag, TAGS));
    for (text, field) in
        [(&entry.name, NAME), (&entry.description, DESCRIPTION), (&entry.body, BODY)].into_iter().chain(tags)
    {
        for word in words(text) {
            *fields.entry(word).or_default() |= field;
        }
    }
    fields
}
