//! The list of a word in little room: each skill in as few bytes as it needs after the one before it.
//!
//! A long list has parts, so that one skill in it is found, changed or taken out without going through all of them. A part
//! keeps where it starts in the bytes and a place that none of its skills is before; the first gap counts from there.

use std::{marker::PhantomData, ops::Range};

use super::{
    bytes::{Pieces, Written},
    postings::Pack,
    sevens::Bytes,
};

/// A part begins after so many skills.
const PART: u32 = 64;
/// A part of more bytes than this is cut anew: more than the largest entries of a new one take.
const MOST: usize = 1_024;

/// The skills that have a word, in the order of their places.
#[derive(Clone, Debug)]
pub(super) struct PackedList<P> {
    bytes: Bytes,
    /// All but the first part.
    parts: Option<Box<Parts>>,
    /// The last place; 0 if there is none.
    last: u32,
    len: u32,
    of: PhantomData<P>,
}

/// Boxed, since most lists have one part only.
#[derive(Clone, Debug, Default)]
struct Parts(Vec<Part>);

#[derive(Clone, Copy, Debug, Default)]
struct Part {
    /// What its first gap counts from: its skills are behind it, those before it are not.
    after: u32,
    /// Its first byte.
    at: u32,
}

/// Where a skill stands in a list, or would.
struct Place<P> {
    /// The number of the part.
    part: usize,
    /// Where its bytes end.
    end: usize,
    /// What its gap counts from.
    after: u32,
    /// Its first byte.
    at: usize,
    /// The skill itself or the next one of the part, with where its bytes end.
    next: Option<(P, usize)>,
}

impl<P> Default for PackedList<P> {
    fn default() -> Self {
        Self { bytes: Bytes::new(), parts: None, last: 0, len: 0, of: PhantomData }
    }
}

impl<P: Pack> PackedList<P> {
    /// All of them, ready to be gone through and searched.
    pub(super) fn unpacked(&self) -> Vec<P> {
        let mut list = Vec::with_capacity(self.len as usize);
        self.for_each(|posting| list.push(posting));
        list
    }

    /// Goes through them, ascending.
    pub(super) fn for_each(&self, mut see: impl FnMut(P)) {
        for number in 0..=self.parts().len() {
            let (mut after, range) = self.part(number);
            let mut bytes = &self.bytes[range];
            while !bytes.is_empty() {
                let posting = P::unpack(after, &mut bytes);
                after = posting.slot();
                see(posting);
            }
        }
    }

    /// Enters a skill, or replaces what stood for it.
    pub(super) fn set(&mut self, posting: P) {
        let slot = posting.slot();
        if self.len == 0 || self.last < slot {
            return self.push(&posting);
        }
        let place = self.place(slot);
        let mut packed = Bytes::new();
        posting.pack(place.after, &mut packed);
        let end = match place.next {
            Some((same, _)) if same == posting => return,
            Some((old, end)) if old.slot() == slot => end,
            Some((next, end)) => {
                next.pack(slot, &mut packed);
                self.len += 1;
                end
            }
            None => {
                self.len += 1;
                place.at
            }
        };
        self.replace(place.part, place.at..end, &packed);
    }

    /// Takes a skill out, if it is there.
    pub(super) fn remove(&mut self, slot: u32) {
        if self.len == 0 || self.last < slot {
            return;
        }
        let place = self.place(slot);
        let Some((_, end)) = place.next.filter(|(found, _)| found.slot() == slot) else { return };
        let mut packed = Bytes::new();
        let mut rest = &self.bytes[end..place.end];
        if !rest.is_empty() {
            P::unpack(slot, &mut rest).pack(place.after, &mut packed);
        }
        let end = place.end - rest.len();
        self.replace(place.part, place.at..end, &packed);
        self.len -= 1;
        if slot == self.last {
            self.find_last();
        }
    }

    /// Gives back the room that growing took beyond what is needed.
    pub(super) fn shrink(&mut self) {
        self.bytes.shrink_to_fit();
        if let Some(parts) = &mut self.parts {
            parts.0.shrink_to_fit();
        }
    }

    /// Writes it, so that it can be passed over as a whole.
    pub(super) fn write(&self, out: &mut Written) {
        out.apart(|out| {
            out.number(self.last.into());
            out.number(self.len.into());
            out.count(self.parts().len());
            for part in self.parts() {
                out.number(part.after.into());
                out.number(part.at.into());
            }
            out.bytes(&self.bytes);
        });
    }

    /// The list that was written so.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let mut read = Pieces::of(bytes);
        let (last, len) = (read.small()?, read.small()?);
        let mut parts = Vec::new();
        for _ in 0..read.count()? {
            parts.push(Part { after: read.small()?, at: read.small()? });
        }
        let parts = if parts.is_empty() { None } else { Some(Box::new(Parts(parts))) };
        Some(Self { bytes: Bytes::from_slice(read.bytes()?), parts, last, len, of: PhantomData })
    }

    fn push(&mut self, posting: &P) {
        if self.len > 0 && self.len.is_multiple_of(PART) {
            let at = u32::try_from(self.bytes.len()).expect("a list of less than 4 GiB");
            self.parts.get_or_insert_default().0.push(Part { after: self.last, at });
        }
        posting.pack(self.last, &mut self.bytes);
        self.last = posting.slot();
        self.len += 1;
    }

    fn place(&mut self, slot: u32) -> Place<P> {
        let mut part = self.part_of(slot);
        if self.part(part).1.len() > MOST {
            self.cut_anew();
            part = self.part_of(slot);
        }
        let (mut after, range) = self.part(part);
        let (mut at, end) = (range.start, range.end);
        let mut rest = &self.bytes[range];
        while !rest.is_empty() {
            let posting = P::unpack(after, &mut rest);
            if posting.slot() >= slot {
                return Place { part, end, after, at, next: Some((posting, end - rest.len())) };
            }
            (after, at) = (posting.slot(), end - rest.len());
        }
        Place { part, end, after, at, next: None }
    }

    fn parts(&self) -> &[Part] {
        self.parts.as_ref().map_or(&[], |parts| &parts.0)
    }

    fn part_of(&self, slot: u32) -> usize {
        self.parts().partition_point(|part| part.after < slot)
    }

    /// What the first gap of a part counts from, and its bytes.
    fn part(&self, number: usize) -> (u32, Range<usize>) {
        let part = number.checked_sub(1).map_or_else(Part::default, |number| self.parts()[number]);
        let end = self.parts().get(number).map_or(self.bytes.len(), |next| next.at as usize);
        (part.after, part.at as usize..end)
    }

    /// Puts other bytes in place of some of a part.
    fn replace(&mut self, part: usize, old: Range<usize>, new: &[u8]) {
        let (before, after) = (self.bytes.len(), self.bytes.len() - old.len() + new.len());
        self.bytes.resize(before.max(after), 0);
        self.bytes.copy_within(old.end..before, old.start + new.len());
        self.bytes.truncate(after);
        self.bytes[old.start..][..new.len()].copy_from_slice(new);
        if let Some(parts) = self.parts.as_mut().filter(|_| before != after) {
            parts.0[part..].iter_mut().for_each(|later| later.at = later.at + new.len() as u32 - old.len() as u32);
        }
    }

    /// The last part is never empty: what is pushed counts from the last place, not from where an empty part would.
    fn find_last(&mut self) {
        if let Some(parts) = &mut self.parts {
            while parts.0.pop_if(|part| part.at as usize == self.bytes.len()).is_some() {}
        }
        let (mut after, range) = self.part(self.parts().len());
        let mut rest = &self.bytes[range];
        while !rest.is_empty() {
            after = P::unpack(after, &mut rest).slot();
        }
        self.last = after;
    }

    fn cut_anew(&mut self) {
        let list = self.unpacked();
        *self = Self::default();
        for posting in &list {
            self.push(posting);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeMap, fmt::Debug};

    use proptest::{array::uniform4, collection::vec, prelude::*, sample::select};

    use super::{
        super::postings::{FIELDS, PAIR_FIELDS, PairPosting, Posting, TermPosting},
        *,
    };

    /// A skill's place with how often its fields have the word, or to be taken out.
    type Step = (u32, Option<[u8; FIELDS]>);

    fn counts() -> impl Strategy<Value = [u8; FIELDS]> {
        let one_field = select(vec![1, 2, 3, 4, 5, 255]).prop_map(|count| [0, 0, 0, count]);
        prop_oneof![3 => one_field, 1 => uniform4(select(vec![0, 1, 3, 4, 255]))]
    }

    /// A list as it is built, ascending; then a stretch of it taken out from behind, which leaves parts empty; then steps
    /// anywhere, many of them at few places.
    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let gap = prop_oneof![20 => 1..4_u32, 1 => 1..100_000_u32];
        let built = vec((gap, counts()), 0..700).prop_map(|built| {
            let step = |next: &mut u32, (gap, counts)| {
                *next += gap;
                Some((*next - 1, Some(counts)))
            };
            built.into_iter().scan(0, step).collect::<Vec<Step>>()
        });
        let stretch = (0..1_000_usize, 0..700_usize);
        let place = prop_oneof![0..2_000_u32, 0..200_u32, Just(u32::MAX >> FIELDS)];
        let anywhere = vec((place, prop::option::weighted(0.6, counts())), 0..500);
        (built, stretch, anywhere).prop_map(|(built, (from, many), anywhere)| {
            let stretch: Vec<Step> = built.iter().skip(from).take(many).rev().map(|&(slot, _)| (slot, None)).collect();
            [built, stretch, anywhere].concat()
        })
    }

    /// Takes the steps with a list and with a plain one beside it.
    fn follow<P: Pack + Debug>(
        steps: &[Step],
        posting: impl Fn(u32, [u8; FIELDS]) -> P,
    ) -> Result<PackedList<P>, TestCaseError> {
        let (mut list, mut plain) = (PackedList::default(), BTreeMap::new());
        for (number, &(slot, counts)) in steps.iter().enumerate() {
            if let Some(counts) = counts {
                list.set(posting(slot, counts));
                plain.insert(slot, posting(slot, counts));
            } else {
                list.remove(slot);
                plain.remove(&slot);
            }
            prop_assert_eq!((list.len as usize, list.last), (plain.len(), plain.keys().last().copied().unwrap_or(0)));
            if number % 50 == 0 || number + 1 == steps.len() {
                list.shrink();
                prop_assert_eq!(list.unpacked(), plain.values().copied().collect::<Vec<_>>());
            }
        }
        Ok(list)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn whatever_is_entered_or_taken_out_a_list_holds_what_a_plain_one_would(steps in steps()) {
            follow(&steps, |slot, counts| {
                let fields = (0..FIELDS).filter(|&field| counts[field] > 0);
                Posting::new(slot, fields.fold(0, |fields, field| fields | 1 << field))
            })?;
            follow(&steps, |slot, counts| TermPosting { slot, counts })?;
            follow(&steps, |slot, [.., name, description]| PairPosting { slot, counts: [name, description] })?;
        }
    }

    #[test]
    fn a_list_of_ten_thousand_skills_takes_little_more_than_a_byte_each_and_none_is_far_from_a_start() {
        let built = |step: usize| {
            let mut list = PackedList::default();
            for slot in (0..10_000).step_by(step) {
                list.set(TermPosting { slot, counts: [0, 0, 0, 1] });
            }
            list
        };
        assert!(built(1).bytes.len() == 10_000 && built(20).bytes.len() < 2 * 500);
        assert_eq!(built(1).parts().len() as u32, 10_000_u32.div_ceil(PART) - 1);
        // Each entered before all others: no part ever ends at the last place.
        let mut list = PackedList::default();
        for slot in (0..10_000).rev() {
            list.set(PairPosting { slot, counts: [9; PAIR_FIELDS] });
        }
        assert_eq!(list.unpacked().len(), 10_000);
        let parts = 0..=list.parts().len();
        assert!(parts.map(|number| list.part(number).1.len()).all(|bytes| bytes <= MOST + 20));
    }
}
