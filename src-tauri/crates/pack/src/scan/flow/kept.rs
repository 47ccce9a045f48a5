//! What a statement writes, reads and unpacks: files, and the names they have in a program.

use super::{
    reading::{self, first_named},
    words::{
        ADDED, FETCHED_TO, GIVEN_TO, OF_DATA, OPENED_TO_WRITE, PATH_OF, POURED, POURS, READS, RUNS_FILES, UNPACKED,
        WRITTEN,
    },
};
use crate::scan::pattern::has;

/// A file that is written, and what is written into it.
pub(super) fn written(text: &str) -> Option<(&str, &str)> {
    let found = WRITTEN.as_ref()?.captures(text)?;
    Some((first_named(&found, &[1, 3, 5, 7, 9])?, first_named(&found, &[2, 4, 6, 8, 10])?))
}

pub(super) fn fetched_to(text: &str) -> Option<&str> {
    let found = FETCHED_TO.as_ref()?.captures(text)?;
    first_named(&found, &[1, 2, 3])
}

/// A name by which a file is written, and the file.
pub(super) fn opened_to_write(text: &str) -> Option<(&str, &str)> {
    let found = OPENED_TO_WRITE.as_ref()?.captures(text)?;
    if let Some(name) = found.get(5) {
        return Some((name.as_str(), name.as_str()));
    }
    Some((first_named(&found, &[1, 4])?, first_named(&found, &[2, 3])?))
}

/// A name by which a file is written, and what is written by it.
pub(super) fn poured(text: &str) -> Option<(&str, &str)> {
    let found = POURED.as_ref()?.captures(text)?;
    Some((first_named(&found, &[1, 4, 5])?, first_named(&found, &[2, 3, 6])?))
}

/// What is unpacked, and the folder it is unpacked into.
pub(super) fn unpacked(text: &str) -> Option<(&str, &str)> {
    let found = UNPACKED.as_ref()?.captures(text)?;
    Some((first_named(&found, &[1, 3])?, first_named(&found, &[2, 4])?))
}

/// Whether an expression reads a file or opens it.
pub(super) fn reads(value: &str) -> bool {
    has(&READS, value)
}

/// Whether an expression is a path, or a part of one.
pub(super) fn is_path_of(value: &str) -> bool {
    has(&PATH_OF, value)
}

/// Lists and buffers that something is added to, with what that is.
pub(super) fn added(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let found = ADDED.as_ref().into_iter().flat_map(move |regex| regex.captures_iter(text));
    found.filter_map(move |found| {
        let (whole, name) = (found.get(0)?, found.get(1)?);
        Some((name.as_str(), reading::in_brackets(&text[whole.end()..])))
    })
}

/// Whether a command is given files of data, and no program that would run one.
pub(super) fn is_of_data(given: &str) -> bool {
    has(&OF_DATA, given) && !has(&RUNS_FILES, given)
}

/// Whether a statement pours something on.
pub(super) fn pours(text: &str) -> bool {
    has(&POURS, text)
}

/// Buffers that a call is given to put into what comes in.
pub(super) fn given_to(text: &str) -> impl Iterator<Item = &str> {
    let found = GIVEN_TO.as_ref().into_iter().flat_map(move |regex| regex.captures_iter(text));
    found.filter_map(|found| found.get(1)).map(|name| name.as_str())
}
