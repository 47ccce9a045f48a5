//! An index as bytes, and the part of it that answers one question: a program that asks once need not enter all texts for it.
//!
//! Of the words, terms and pairs only those of the question come back; of the skills all that scorers look at, without bodies
//! and without what clients make of their files. What was written by another version is the caller's to tell.

use rustc_hash::FxHashSet;

use super::{
    Bodies, BodyPairs, Content, Index, Lengths, Scan, Slot, Totals, Vectors, Vocabulary,
    bytes::{Pieces, Written},
};
use crate::Entry;

impl Index {
    /// The index as bytes, for [`Question::index_in`](crate::Question::index_in).
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Written::default();
        out.count(self.slots.len());
        for (slot, body_pairs) in self.slots.iter().zip(&self.body_pairs) {
            out.count(usize::from(slot.is_some()));
            if let Some(slot) = slot {
                slot.write(&mut out);
                out.bytes(body_pairs.as_bytes());
            }
        }
        self.scan.write(&mut out);
        self.totals.write(&mut out);
        self.vocabulary.write(&mut out);
        out.into_bytes()
    }

    /// Of the index whose bytes these are all skills, and the lists of these words and stems alone. None where the bytes are not
    /// all there.
    pub(crate) fn with_lists(bytes: &[u8], words: &FxHashSet<&str>, stems: &FxHashSet<&str>) -> Option<Self> {
        let mut read = Pieces::of(bytes);
        let mut index = Self { bodies: Bodies::Forgotten, ..Self::default() };
        for number in 0..read.small()? {
            let (mut slot, mut body_pairs) = (None, BodyPairs::default());
            if read.count()? > 0 {
                slot = Some(Slot::read(&mut read)?);
                body_pairs = BodyPairs::of_bytes(read.bytes()?);
            }
            match &slot {
                Some(slot) => {
                    index.by_key.insert(slot.entry.key, number);
                }
                None => index.free.push(number),
            }
            index.lengths.push(slot.as_ref().map_or_else(Lengths::default, |slot| slot.content.lengths));
            index.body_pairs.push(body_pairs);
            index.slots.push(slot);
        }
        index.scan = Scan::read(&mut read)?;
        index.totals = Totals::read(&mut read)?;
        index.vocabulary = Vocabulary::read_for(&mut read, words, stems)?;
        Some(index)
    }
}

impl Slot {
    fn write(&self, out: &mut Written) {
        let Entry {
            key,
            id,
            name,
            description,
            tags,
            body: _,
            allowed_tools,
            path,
            hash,
            is_only_by_name,
            readings: _,
            broken,
            dropped,
        } = &self.entry;
        for text in [&key.to_string(), id, name, description, path, hash] {
            out.text(text);
        }
        out.texts(tags);
        out.texts(allowed_tools);
        out.count(usize::from(*is_only_by_name));
        out.text_if_any(broken.as_deref());
        out.text_if_any(dropped.as_deref());
        out.float(self.content.norm);
        let Lengths { terms, pairs } = self.content.lengths;
        terms.iter().chain(&pairs).for_each(|&length| out.number(length.into()));
        out.count(usize::from(self.vectors.is_some()));
        if let Some(vectors) = &self.vectors {
            vectors.write(out);
        }
    }

    fn read(read: &mut Pieces<'_>) -> Option<Self> {
        let key = read.text()?.parse().ok()?;
        let mut text = || read.text().map(str::to_owned);
        let (id, name, description, path, hash) = (text()?, text()?, text()?, text()?, text()?);
        let (tags, allowed_tools) = (read.texts()?, read.texts()?);
        let is_only_by_name = read.count()? > 0;
        let (mut broken, mut dropped) = (None, None);
        read.text_if_any(&mut broken)?;
        read.text_if_any(&mut dropped)?;
        let entry = Entry {
            key,
            id,
            name,
            description,
            tags,
            body: String::new(),
            allowed_tools,
            path,
            hash,
            is_only_by_name,
            readings: studio_clients::Readings::default(),
            broken,
            dropped,
        };
        let norm = read.float()?;
        let mut lengths = Lengths::default();
        for length in lengths.terms.iter_mut().chain(&mut lengths.pairs) {
            *length = read.small()?;
        }
        let vectors = if read.count()? > 0 { Some(Vectors::read(read)?) } else { None };
        Some(Self { entry, content: Content { lengths, norm, ..Content::default() }, vectors })
    }
}

impl Totals {
    fn write(self, out: &mut Written) {
        let Self { skills, terms, pairs } = self;
        out.number(skills);
        terms.iter().chain(&pairs).for_each(|&total| out.number(total));
    }

    fn read(read: &mut Pieces<'_>) -> Option<Self> {
        let mut totals = Self { skills: read.number()?, ..Self::default() };
        for total in totals.terms.iter_mut().chain(&mut totals.pairs) {
            *total = read.number()?;
        }
        Some(totals)
    }
}
