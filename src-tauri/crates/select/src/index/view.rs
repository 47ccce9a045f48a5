//! The index as it is, or as it would be with one skill worded differently: what scorers look at.

use studio_model::SkillId;

use crate::{Entry, TriggerRule};

use super::{
    BODY_FIELD, Content, Direction, Index, Lengths, PairPosting, Posting, SCANNED, Slot, TermPosting, Totals, Vectors,
    neighbours::Neighbours,
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

/// The skills that have a word, in no particular order: the index's but for the one that is worded differently, and that
/// one if it has the word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Postings<'a, P> {
    list: &'a [P],
    except: u32,
    edited: Option<P>,
}

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
    pub(crate) fn words(&self, word: &str) -> Postings<'_, Posting> {
        let edited =
            self.edited.as_ref().and_then(|edited| Some(Posting::new(edited.number, *edited.content.words.get(word)?)));
        Postings { list: self.index.vocabulary.words(word), except: self.except(), edited }
    }

    /// The skills that have a term.
    pub(crate) fn terms(&self, stem: &str) -> Postings<'_, TermPosting> {
        let edited = self
            .edited
            .as_ref()
            .and_then(|edited| Some(TermPosting { slot: edited.number, counts: *edited.content.terms.get(stem)? }));
        Postings { list: self.index.vocabulary.terms(stem), except: self.except(), edited }
    }

    /// The skills that have two terms side by side, in this order.
    pub(crate) fn pairs(&self, first: &str, second: &str) -> Postings<'_, PairPosting> {
        let edited = self
            .edited
            .as_ref()
            .and_then(|edited| Some(PairPosting { slot: edited.number, counts: edited.content.pair(first, second)? }));
        Postings { list: self.index.vocabulary.pairs(first, second), except: self.except(), edited }
    }

    /// The places of the skills whose bodies have two terms side by side, in this order.
    pub(crate) fn body_pairs(&self, first: &str, second: &str) -> Vec<u32> {
        let pair = Neighbours::of(first, second);
        let (mut fewer, mut more) = (self.terms(first).list, self.terms(second).list);
        if fewer.len() > more.len() {
            std::mem::swap(&mut fewer, &mut more);
        }
        let except = self.except();
        let mut found = Vec::new();
        for posting in fewer.iter().filter(|posting| posting.counts[BODY_FIELD] > 0 && posting.slot != except) {
            more = from(more, posting.slot);
            let Some(other) = more.first() else { break };
            let has_both = other.slot == posting.slot && other.counts[BODY_FIELD] > 0;
            if has_both && self.index.body_pairs[posting.slot as usize].has(pair) {
                found.push(posting.slot);
            }
        }
        let edited = self.edited.as_ref().filter(|edited| edited.content.body_pairs.has(pair));
        found.extend(edited.map(|edited| edited.number));
        found
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

impl<'a, P: AtSlot> Postings<'a, P> {
    /// Each of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = P> + use<'a, P> {
        let except = self.except;
        self.list.iter().copied().filter(move |posting| posting.slot() != except).chain(self.edited)
    }

    /// The one of a skill, if it has the word.
    pub(crate) fn find(&self, number: u32) -> Option<P> {
        if number == self.except {
            return self.edited;
        }
        let place = self.list.binary_search_by_key(&number, AtSlot::slot).ok()?;
        Some(self.list[place])
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
