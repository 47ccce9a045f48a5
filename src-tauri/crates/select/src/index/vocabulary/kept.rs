//! The lists of a vocabulary as bytes, and those of some words out of them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Vocabulary;
use crate::index::{
    bytes::{Pieces, Written},
    packed::PackedList,
};

impl Vocabulary {
    /// Writes all lists.
    pub(in crate::index) fn write(&self, out: &mut Written) {
        out.count(self.words.numbers.len());
        for (word, list) in self.words.each() {
            out.text(word);
            list.write(out);
        }
        out.count(self.terms.numbers.len());
        for (term, list) in self.terms.each() {
            out.text(term);
            list.write(out);
        }
        out.count(self.pairs.numbers.len());
        for (&(first, second), list) in self.pairs.each() {
            out.number(first.into());
            out.number(second.into());
            list.write(out);
        }
    }

    /// Of the lists that were written so those of some words and stems, and of pairs of these.
    pub(in crate::index) fn read_for(
        read: &mut Pieces<'_>,
        words: &FxHashSet<&str>,
        stems: &FxHashSet<&str>,
    ) -> Option<Self> {
        let mut found = Self::default();
        for _ in 0..read.count()? {
            let (word, list) = (read.text()?, read.bytes()?);
            if words.contains(word) {
                found.words.enter(word.into(), PackedList::read(list)?);
            }
        }
        // By the number a term had: pairs are written with those.
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        for number in 0..read.small()? {
            let (term, list) = (read.text()?, read.bytes()?);
            if stems.contains(term) {
                numbers.insert(number, found.terms.enter(term.into(), PackedList::read(list)?));
            }
        }
        for _ in 0..read.count()? {
            let (first, second, list) = (read.small()?, read.small()?, read.bytes()?);
            if let (Some(&first), Some(&second)) = (numbers.get(&first), numbers.get(&second)) {
                found.pairs.enter((first, second), PackedList::read(list)?);
            }
        }
        Some(found)
    }
}
