//! The index as it is, or as it would be with one skill worded differently: what scorers look at.

use studio_model::SkillId;

use crate::{Entry, TriggerRule};

use super::{
    BODY_FIELD, Content, Direction, Index, Lengths, PairPosting, Posting, SCANNED, Slot, TermPosting, Totals, Vectors,
    neighbours::{BodyPairs, Neighbours},
    postings::AtSlot,
    vectors::Scan,
    vocabulary::{LooseContent, read_loose},
};

/// The skills a query is scored against. Cheap to make: nothing of the index is copied.
#[derive(Clone, Debug)]
pub struct View<'a> {
    index: &'a Index,
    totals: Totals,
    edited: Option<Box<Edited>>,
    triggers: TriggerRule,
}

/// The one skill that is different from the index.
#[derive(Clone, Debug)]
struct Edited {
    /// The place of the skill it stands for, or the one after the last.
    number: u32,
    slot: Slot,
    content: LooseContent,
    scan: Scan,
}

/// The skills that have a word, in the order of their places.
#[derive(Clone, Debug)]
pub(crate) struct Postings<P>(Vec<P>);

impl<'a> View<'a> {
    pub(super) fn of(index: &'a Index) -> Self {
        View { index, totals: index.totals, edited: None, triggers: TriggerRule::Ignored }
    }

    pub(super) fn edited(index: &'a Index, entry: Entry, vectors: &[Option<Vec<f32>>]) -> Self {
        let mut totals = index.totals;
        let number = if let Some(&number) = index.by_key.get(&entry.key) {
            totals.subtract(index.slot(number));
            number
        } else {
            index.slots.len() as u32
        };
        let content = read_loose(&entry);
        totals.add(&entry, content.lengths);
        let vectors = Vectors::of(&entry, vectors);
        let summary = Content { lengths: content.lengths, norm: content.norm, ..Content::default() };
        let mut scan = Scan::default();
        scan.set(0, vectors.as_ref());
        let slot = Slot { entry, content: summary, vectors };
        let edited = Some(Box::new(Edited { number, slot, content, scan }));
        View { index, totals, edited, triggers: TriggerRule::Ignored }
    }

    /// The same view for a runtime that treats `trigger: true` so. Only adk's scorer asks.
    #[must_use]
    pub fn with_triggers(self, triggers: TriggerRule) -> Self {
        Self { triggers, ..self }
    }

    /// Whether a skill is to be found by its name alone.
    pub(crate) fn is_only_by_name(&self, entry: &Entry) -> bool {
        self.triggers == TriggerRule::Honored && entry.is_only_by_name
    }

    /// The skill with a key.
    pub fn get(&self, key: SkillId) -> Option<&Entry> {
        self.number(key).map(|number| &self.slot(number).entry)
    }

    /// Every skill, the broken ones too, in no particular order.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.occupied().map(|(_, slot)| &slot.entry)
    }

    /// How many skills there are, the broken ones too.
    pub fn len(&self) -> usize {
        self.index.len() + usize::from(self.edited.as_ref().is_some_and(|edited| !self.index.has(edited.number)))
    }

    /// Whether there is no skill.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The place of the skill with a key.
    pub(crate) fn number(&self, key: SkillId) -> Option<u32> {
        let edited = self.edited.as_ref().filter(|edited| edited.slot.entry.key == key);
        edited.map(|edited| edited.number).or_else(|| self.index.by_key.get(&key).copied())
    }

    /// The places entries can have; some may be vacant.
    pub(crate) fn capacity(&self) -> usize {
        self.index.slots.len().max(self.edited.as_ref().map_or(0, |edited| edited.number as usize + 1))
    }

    /// The skill in an occupied place.
    pub(crate) fn slot(&self, number: u32) -> &Slot {
        match &self.edited {
            Some(edited) if edited.number == number => &edited.slot,
            _ => self.index.slot(number),
        }
    }

    /// The skill in a place that may be vacant.
    pub(crate) fn slot_if_any(&self, number: u32) -> Option<&Slot> {
        match &self.edited {
            Some(edited) if edited.number == number => Some(&edited.slot),
            _ => self.index.slots.get(number as usize)?.as_ref(),
        }
    }

    /// Every skill with its place.
    pub(crate) fn occupied(&self) -> impl Iterator<Item = (u32, &Slot)> {
        let except = self.except();
        let edited = self.edited.iter().map(|edited| (edited.number, &edited.slot));
        let index = (0..).zip(&self.index.slots).filter_map(|(number, slot)| Some((number, slot.as_ref()?)));
        index.filter(move |&(number, _)| number != except).chain(edited)
    }

    /// How many terms and pairs each field of a skill has.
    pub(crate) fn lengths(&self, number: u32) -> &Lengths {
        match &self.edited {
            Some(edited) if edited.number == number => &edited.content.lengths,
            _ => &self.index.lengths[number as usize],
        }
    }

    /// The cosines of a skill's first directions with a query, within about 0.0005; not a number where there is none.
    pub(crate) fn scanned(&self, number: u32, query: &Direction) -> [f32; SCANNED] {
        match &self.edited {
            Some(edited) if edited.number == number => edited.scan.cosines(0, query),
            _ => self.index.scan.cosines(number, query),
        }
    }

    /// What is known of all readable skills together.
    pub(crate) fn totals(&self) -> &Totals {
        &self.totals
    }

    /// The skills that have a word of [`adk`](crate::adk).
    pub(crate) fn words(&self, word: &str) -> Postings<Posting> {
        let list = self.index.vocabulary.words(word);
        self.postings(list, |number, content| Some(Posting::new(number, *content.words.get(word)?)))
    }

    /// Goes through the skills that have a word, once and without a list of them, in no particular order.
    pub(crate) fn each_word(&self, word: &str, mut see: impl FnMut(Posting)) {
        let Some(edited) = &self.edited else { return self.index.vocabulary.each_word(word, see) };
        self.index.vocabulary.each_word(word, |posting| {
            if posting.slot() != edited.number {
                see(posting);
            }
        });
        if let Some(&fields) = edited.content.words.get(word) {
            see(Posting::new(edited.number, fields));
        }
    }

    /// The skills that have a term.
    pub(crate) fn terms(&self, stem: &str) -> Postings<TermPosting> {
        let list = self.index.vocabulary.terms(stem);
        self.postings(list, |slot, content| Some(TermPosting { slot, counts: *content.terms.get(stem)? }))
    }

    /// The skills that have two terms side by side, in this order.
    pub(crate) fn pairs(&self, first: &str, second: &str) -> Postings<PairPosting> {
        let list = self.index.vocabulary.pairs(first, second);
        self.postings(list, |slot, content| Some(PairPosting { slot, counts: content.pair(first, second)? }))
    }

    /// The places of those of the skills with two terms whose bodies have them side by side, in their order.
    pub(crate) fn body_pairs(
        &self,
        pair: Neighbours,
        first: &Postings<TermPosting>,
        second: &Postings<TermPosting>,
    ) -> Vec<u32> {
        let (mut fewer, mut more) = (first.0.as_slice(), second.0.as_slice());
        if fewer.len() > more.len() {
            std::mem::swap(&mut fewer, &mut more);
        }
        let mut found = Vec::new();
        for posting in fewer.iter().filter(|posting| posting.counts[BODY_FIELD] > 0) {
            more = from(more, posting.slot);
            let Some(other) = more.first() else { break };
            let has_both = other.slot == posting.slot && other.counts[BODY_FIELD] > 0;
            if has_both && self.neighbours(posting.slot).has(pair) {
                found.push(posting.slot);
            }
        }
        found
    }

    /// Which terms stand side by side in the body of a skill.
    fn neighbours(&self, number: u32) -> &BodyPairs {
        match &self.edited {
            Some(edited) if edited.number == number => &edited.content.body_pairs,
            _ => &self.index.body_pairs[number as usize],
        }
    }

    /// A list of the index with the skill that is worded differently as it is now, if it is there at all.
    fn postings<P: AtSlot>(&self, mut list: Vec<P>, now: impl Fn(u32, &LooseContent) -> Option<P>) -> Postings<P> {
        if let Some(edited) = &self.edited {
            let place = list.binary_search_by_key(&edited.number, AtSlot::slot);
            match (place, now(edited.number, &edited.content)) {
                (Ok(place), Some(now)) => list[place] = now,
                (Ok(place), None) => drop(list.remove(place)),
                (Err(place), Some(now)) => list.insert(place, now),
                (Err(_), None) => {}
            }
        }
        Postings(list)
    }

    fn except(&self) -> u32 {
        self.edited.as_ref().map_or(u32::MAX, |edited| edited.number)
    }
}

impl Index {
    fn has(&self, number: u32) -> bool {
        self.slots.get(number as usize).is_some_and(Option::is_some)
    }
}

impl<P: AtSlot> Postings<P> {
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Each of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = P> {
        self.0.iter().copied()
    }

    /// The one of a skill, if it has the word.
    pub(crate) fn find(&self, number: u32) -> Option<P> {
        let place = self.0.binary_search_by_key(&number, AtSlot::slot).ok()?;
        Some(self.0[place])
    }
}

/// What is left of a list from a place on: found in strides that double, since the next is mostly near.
fn from(list: &[TermPosting], slot: u32) -> &[TermPosting] {
    let mut stride = 1;
    while list.get(stride).is_some_and(|posting| posting.slot < slot) {
        stride *= 2;
    }
    let (start, end) = (stride / 2, list.len().min(stride + 1));
    let before = list.get(start..end).map_or(0, |part| part.partition_point(|posting| posting.slot < slot));
    &list[(start + before).min(list.len())..]
}
