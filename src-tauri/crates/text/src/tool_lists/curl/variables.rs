//! The shell's variables in a word.

use std::ops::Range;

/// The first variable of a text: `${NAME}`, or `$NAME` in capitals as the environment's are; small letters behind a dollar
/// are more often part of a text.
pub(super) fn find(text: &str) -> Option<(Range<usize>, String)> {
    text.match_indices('$').find_map(|(start, _)| {
        let rest = &text[start + 1..];
        if let Some(inner) = rest.strip_prefix('{') {
            let (name, _) = inner.split_once('}')?;
            return is_name(name).then(|| (start..start + name.len() + 3, name.to_owned()));
        }
        let is_inside = |next: char| next.is_ascii_uppercase() || next.is_ascii_digit() || next == '_';
        let length = rest.find(|next| !is_inside(next)).unwrap_or(rest.len());
        let name = &rest[..length];
        let goes_on = rest[length..].starts_with(|next: char| next.is_alphanumeric());
        (is_name(name) && !goes_on).then(|| (start..start + 1 + length, name.to_owned()))
    })
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(|next| next.is_ascii_alphanumeric() || next == '_')
}
