//! The words of all skills, each with the skills and fields that have it. A word nobody has any more is forgotten.

use std::{borrow::Cow, collections::HashMap, sync::Arc};

/// Set in a posting if the name has the word.
pub(crate) const NAME: u8 = 1;
/// Set in a posting if the description has the word.
pub(crate) const DESCRIPTION: u8 = 2;
/// Set in a posting if a tag has the word.
pub(crate) const TAGS: u8 = 4;
/// Set in a posting if the body has the word.
pub(crate) const BODY: u8 = 8;

/// One skill that has a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Posting {
    /// The skill's place in the index.
    pub(crate) slot: u32,
    /// Which of its fields have the word.
    pub(crate) fields: u8,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Vocabulary {
    ids: HashMap<Arc<str>, u32>,
    words: Vec<Word>,
    free: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Word {
    text: Arc<str>,
    /// In the order of their slots.
    postings: Vec<Posting>,
}

impl Vocabulary {
    /// Enters a skill's words; gives back their ids and the norm of its body.
    pub(super) fn add(&mut self, slot: u32, fields_of_words: &HashMap<Cow<'_, str>, u8>) -> (Vec<u32>, f32) {
        let body_words = fields_of_words.values().filter(|&fields| fields & BODY != 0).count();
        let ids = fields_of_words.iter().map(|(word, &fields)| self.post(word, Posting { slot, fields })).collect();
        (ids, (body_words.max(1) as f32).sqrt())
    }

    /// Takes a skill's words out again.
    pub(super) fn remove(&mut self, slot: u32, ids: &[u32]) {
        for &id in ids {
            let word = &mut self.words[id as usize];
            if let Ok(place) = word.postings.binary_search_by_key(&slot, |posting| posting.slot) {
                word.postings.remove(place);
            }
            if word.postings.is_empty() {
                self.ids.remove(&word.text);
                self.free.push(id);
            }
        }
    }

    pub(super) fn postings(&self, word: &str) -> &[Posting] {
        self.ids.get(word).map_or(&[], |&id| &self.words[id as usize].postings)
    }

    fn post(&mut self, text: &str, posting: Posting) -> u32 {
        let id = self.ids.get(text).copied().unwrap_or_else(|| self.intern(text));
        let postings = &mut self.words[id as usize].postings;
        let place = postings.partition_point(|other| other.slot < posting.slot);
        postings.insert(place, posting);
        id
    }

    fn intern(&mut self, text: &str) -> u32 {
        let text: Arc<str> = text.into();
        let word = Word { text: Arc::clone(&text), postings: Vec::new() };
        let id = if let Some(id) = self.free.pop() {
            self.words[id as usize] = word;
            id
        } else {
            self.words.push(word);
            u32::try_from(self.words.len() - 1).expect("fewer than 2^32 words fit in memory")
        };
        self.ids.insert(text, id);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_nobody_has_are_forgotten_and_their_ids_used_again() {
        let mut vocabulary = Vocabulary::default();
        let words = |list: &[&'static str]| list.iter().map(|&word| (Cow::Borrowed(word), BODY)).collect();
        let (first, _) = vocabulary.add(0, &words(&["gas", "leak"]));
        let (_, norm) = vocabulary.add(1, &words(&["gas"]));
        assert_eq!(norm.to_bits(), 1.0_f32.to_bits());
        vocabulary.remove(0, &first);
        assert_eq!(vocabulary.postings("gas"), [Posting { slot: 1, fields: BODY }]);
        assert_eq!((vocabulary.postings("leak"), vocabulary.ids.len()), (&[][..], 1));
        vocabulary.add(0, &words(&["flood", "gas"]));
        assert_eq!(vocabulary.words.len(), 2);
        assert_eq!(vocabulary.postings("gas").iter().map(|p| p.slot).collect::<Vec<_>>(), [0, 1]);
    }
}
