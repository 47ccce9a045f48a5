//! What hosts have in common: a text on one line, the beginning of one, XML, and numbers for people.

use std::borrow::Cow;

use super::{Kept, Line};

/// A text with every run of white space made one space.
pub(super) fn one_line(text: &str) -> Cow<'_, str> {
    let is_plain = !text.starts_with(' ') && !text.ends_with(' ') && !text.contains("  ");
    if is_plain && !text.contains(|c: char| c.is_whitespace() && c != ' ') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The first characters of a text.
pub(super) fn beginning(text: &str, chars: usize) -> &str {
    text.char_indices().nth(chars).map_or(text, |(end, _)| &text[..end])
}

/// A list of which nothing is cut.
pub(super) fn all_whole(lines: &[Line<'_>]) -> Vec<Kept> {
    vec![Kept::Whole; lines.len()]
}

/// Characters of an entry in the form of the standard: an element for each of name, description and place.
pub(super) fn xml_chars(name: &str, description: &str, location: &str) -> usize {
    const MARKUP: usize =
        "<skill>\n<name>\n\n</name>\n<description>\n\n</description>\n<location>\n\n</location>\n</skill>\n".len();
    MARKUP + escaped_chars(name) + escaped_chars(description) + escaped_chars(location)
}

/// Characters of an entry in lines that are indented, as it is written.
pub(super) fn element_chars(name: &str, description: &str, location: &str) -> usize {
    const MARKUP: usize =
        "  <skill>\n    <name></name>\n    <description></description>\n    <location></location>\n  \
                           </skill>\n"
            .len();
    MARKUP + [name, description, location].map(|text| text.chars().count()).iter().sum::<usize>()
}

/// Characters of a text once it is escaped.
pub(super) fn escaped_chars(text: &str) -> usize {
    text.chars().map(escaped).sum()
}

/// Characters that stand for one in escaped XML.
const fn escaped(char: char) -> usize {
    match char {
        '&' => "&amp;".len(),
        '<' | '>' => "&lt;".len(),
        '"' | '\'' => "&quot;".len(),
        _ => 1,
    }
}

/// A number with its thousands apart.
pub(super) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A share of the context for people.
pub(super) fn share(per_mille: u32, context_tokens: u32) -> String {
    format!("{} % of a context of {} tokens", f64::from(per_mille) / 10.0, grouped(context_tokens as usize))
}
