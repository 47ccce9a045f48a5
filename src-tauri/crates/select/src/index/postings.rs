//! One skill as it stands in the list of a word, a term or a pair of terms.

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

/// One skill that has a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TermPosting {
    /// The skill's place in the index.
    pub(crate) slot: u32,
    /// How often each field has the term; 255 stands for more, too.
    pub(crate) counts: [u8; FIELDS],
}

/// One skill that has two terms side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PairPosting {
    /// The skill's place in the index.
    pub(crate) slot: u32,
    /// How often the name and the sentences of the description have the pair; 255 stands for more, too.
    pub(crate) counts: [u8; PAIR_FIELDS],
}

/// A list entry that says which skill it is about.
pub(crate) trait AtSlot: Copy {
    /// The skill's place in the index.
    fn slot(&self) -> u32;
}

impl AtSlot for Posting {
    fn slot(&self) -> u32 {
        self.0 >> FIELDS
    }
}

impl AtSlot for TermPosting {
    fn slot(&self) -> u32 {
        self.slot
    }
}

impl AtSlot for PairPosting {
    fn slot(&self) -> u32 {
        self.slot
    }
}
