//! An entry of a client's list while it is made, and what is kept of its text.

use std::borrow::Cow;

use crate::{reading::Listed, scope::Scope};

/// An entry that a client lists, before anything is cut.
pub(crate) struct Line<'a> {
    pub(crate) listed: &'a Listed,
    /// What the list calls it.
    pub(crate) name: Cow<'a, str>,
    pub(crate) path: &'a str,
    pub(crate) scope: Scope,
    /// The place of the folder it lies in, among those its client reads; none where it lies in none of them.
    pub(crate) folder: Option<usize>,
    pub(crate) weight: f64,
    pub(crate) text: String,
    /// Its place among the entries given.
    pub(crate) place: usize,
}

/// What is kept of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    Whole,
    /// The beginning, with what the client puts after it.
    Beginning(String),
    Name,
    Nothing,
}

impl Kept {
    /// The text that is shown of a line; none where the line is left out.
    pub(crate) fn text<'a>(&'a self, line: &'a Line<'_>) -> Option<&'a str> {
        match self {
            Self::Whole => Some(&line.text),
            Self::Beginning(text) => Some(text),
            Self::Name => Some(""),
            Self::Nothing => None,
        }
    }
}
