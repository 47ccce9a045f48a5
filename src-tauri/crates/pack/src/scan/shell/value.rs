//! What a word or an output of shell is known to be: its text as far as it can be told, and where it comes from.

use std::ops::{BitOr, BitOrAssign};

/// Longest text that is kept of a value: what is doubled in a loop grows no further.
const LONGEST: usize = 4 * 1024;

/// Where something comes from; several at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Origin(u8);

impl Origin {
    pub(super) const NONE: Self = Self(0);
    /// It was sent by another computer.
    pub(super) const FETCHED: Self = Self(1);
    /// It was written so that nobody can read it.
    pub(super) const DECODED: Self = Self(2);
    /// It holds keys, passwords or settings of the person.
    pub(super) const SECRET: Self = Self(4);
    /// It names all files of a home folder.
    pub(super) const LISTED: Self = Self(8);
    /// It is all that a database, a mailbox or a home holds.
    pub(super) const OWN: Self = Self(16);
    /// What nobody has read before it is run.
    pub(super) const UNREAD: Self = Self(1 | 2);

    pub(super) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl BitOr for Origin {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Origin {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// A text with where it comes from.
#[derive(Clone, Debug, Default)]
pub(super) struct Value {
    pub(super) text: String,
    pub(super) origin: Origin,
}

impl Value {
    pub(super) fn of(text: &str, origin: Origin) -> Self {
        let mut value = Self { text: String::new(), origin };
        value.push(text);
        value
    }

    /// Appends as much as is kept.
    pub(super) fn push(&mut self, text: &str) {
        let room = LONGEST.saturating_sub(self.text.len());
        self.text.push_str(&text[..super::floor(text, room)]);
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.push(&other.text);
        self.origin |= other.origin;
    }
}

/// A word of a command.
#[derive(Clone, Debug, Default)]
pub(super) struct Word {
    pub(super) text: String,
    /// Of everything in it.
    pub(super) origin: Origin,
    /// Of what it is as a whole, or of what a command in it puts out: not of a version that is part of a name.
    pub(super) whole: Origin,
    /// The length of a variable's name, where it begins like an assignment.
    pub(super) assigns: Option<usize>,
    /// Whether spaces came into it unquoted, so that it is several.
    pub(super) is_split: bool,
}

impl Word {
    /// The words it is.
    pub(super) fn split(self) -> Vec<Self> {
        if !self.is_split || self.assigns.is_some() {
            return vec![self];
        }
        let (origin, whole) = (self.origin, self.whole);
        let part = |text: &str| Self { text: text.to_owned(), origin, whole, ..Self::default() };
        self.text.split_whitespace().map(part).collect()
    }
}

/// A command as it is run.
#[derive(Debug, Default)]
pub(super) struct Command {
    pub(super) words: Vec<Word>,
    /// What it reads, where that is said.
    pub(super) input: Option<Value>,
    /// The file it writes.
    pub(super) output: Option<String>,
    /// Whether another command reads what it writes.
    pub(super) is_piped: bool,
    /// Whether it reads what another command writes.
    pub(super) is_fed: bool,
}
