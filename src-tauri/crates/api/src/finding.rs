//! Finding things by what is typed: search, find and replace, and the uses of a name.
//!
//! Ranks and points; a replacement is a set of changes that `library` makes.

pub(crate) mod described;
pub(crate) mod file_words;
pub(crate) mod find;
pub(crate) mod search;
pub(crate) mod things;
pub(crate) mod uses;
