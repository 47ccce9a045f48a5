//! One skill as it stands in the list of a word, a term or a pair of terms, and in how few bytes it is kept there.

use super::sevens::{Bytes, put, take};

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

/// The number of the body.
pub(crate) const BODY_FIELD: usize = FIELDS - 1;

/// How many fields have pairs: name and description, with the same numbers.
pub(crate) const PAIR_FIELDS: usize = 2;

/// One skill that has a word: its place in the index and, in the last bits, which of its fields have the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Posting(u32);

impl Posting {
    pub(super) fn new(slot: u32, fields: u8) -> Self {
        Self(slot << FIELDS | u32::from(fields))
    }

    /// Which of the skill's fields have the word.
    pub(crate) fn fields(self) -> u8 {
        (self.0 & ((1 << FIELDS) - 1)) as u8
    }
}

/// One skill that has a term; which fields have it, and how often.
pub(crate) type TermPosting = Counted<FIELDS>;

/// One skill that has two terms side by side, in its name or in the sentences of its description.
pub(crate) type PairPosting = Counted<PAIR_FIELDS>;

/// One skill with how often its fields have something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counted<const N: usize> {
    /// The skill's place in the index.
    pub(crate) slot: u32,
    /// How often each field has it; 255 stands for more, too.
    pub(crate) counts: [u8; N],
}

/// A list entry that says which skill it is about.
pub(crate) trait AtSlot: Copy {
    /// The skill's place in the index.
    fn slot(&self) -> u32;
}

/// A list entry that is kept in as few bytes as it needs, after the one before it.
pub(super) trait Pack: AtSlot + PartialEq {
    /// Appends it, as it stands after a place that is not behind its own.
    fn pack(&self, after: u32, bytes: &mut Bytes);

    /// Takes the first one off.
    fn unpack(after: u32, bytes: &mut &[u8]) -> Self;
}

impl AtSlot for Posting {
    fn slot(&self) -> u32 {
        self.0 >> FIELDS
    }
}

impl<const N: usize> AtSlot for Counted<N> {
    fn slot(&self) -> u32 {
        self.slot
    }
}

/// Set if a skill stands in a list for something else than its last field: most do for their body alone.
const OTHER: u64 = 1;

/// The gap with a bit for a word of the body alone; else with the fields, too.
impl Pack for Posting {
    fn pack(&self, after: u32, bytes: &mut Bytes) {
        let gap = u64::from(self.slot() - after);
        match self.fields() {
            BODY => put(bytes, gap << 1),
            fields => put(bytes, (gap << FIELDS | u64::from(fields)) << 1 | OTHER),
        }
    }

    fn unpack(after: u32, bytes: &mut &[u8]) -> Self {
        let packed = take(bytes);
        let rest = packed >> 1;
        if packed & OTHER == 0 {
            return Self::new(after + rest as u32, BODY);
        }
        Self::new(after + (rest >> FIELDS) as u32, (rest & ((1 << FIELDS) - 1)) as u8)
    }
}

/// Bits of a small count.
const SMALL_BITS: u32 = 2;
/// What stands for a count that is not small, which follows in a byte of its own.
const LARGE: u8 = (1 << SMALL_BITS) - 1;

/// The gap with a small count of the last field alone; else with which fields have a count, which follow.
impl<const N: usize> Pack for Counted<N> {
    fn pack(&self, after: u32, bytes: &mut Bytes) {
        let gap = u64::from(self.slot - after);
        let last = self.counts[N - 1];
        if last > 0 && self.counts[..N - 1].iter().all(|&count| count == 0) {
            let small = (last - 1).min(LARGE);
            put(bytes, (gap << SMALL_BITS | u64::from(small)) << 1);
            if small == LARGE {
                bytes.push(last);
            }
            return;
        }
        let fields = (0..N).filter(|&field| self.counts[field] > 0).fold(0, |fields, field| fields | 1 << field);
        put(bytes, (gap << N | fields) << 1 | OTHER);
        bytes.extend(self.counts.into_iter().filter(|&count| count > 0));
    }

    fn unpack(after: u32, bytes: &mut &[u8]) -> Self {
        let packed = take(bytes);
        let rest = packed >> 1;
        let mut counts = [0; N];
        if packed & OTHER == 0 {
            let small = rest as u8 & LARGE;
            counts[N - 1] = if small == LARGE { byte(bytes) } else { small + 1 };
            return Self { slot: after + (rest >> SMALL_BITS) as u32, counts };
        }
        for (field, count) in counts.iter_mut().enumerate() {
            if rest >> field & 1 != 0 {
                *count = byte(bytes);
            }
        }
        Self { slot: after + (rest >> N) as u32, counts }
    }
}

/// Takes the first byte off; 0 if there is none.
fn byte(bytes: &mut &[u8]) -> u8 {
    bytes.split_off_first().copied().unwrap_or_default()
}
