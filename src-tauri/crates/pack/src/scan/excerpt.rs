//! A place as somebody is shown it: short, nothing in it hidden, no secret in it.

use std::{fmt::Write as _, ops::Range};

use studio_model::visible;
use studio_text::{Span, hidden};

/// Characters of an excerpt.
const LENGTH: usize = 160;
/// Characters before the place, where the line is long.
const BEFORE: usize = 40;
/// Invisible characters that are spelled out.
const SPELLED: usize = 8;

/// The line around a place, without its end.
pub(super) fn line_around(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
    start..end
}

/// A line of a text, cut around a place.
pub(super) fn of(text: &str, line: Range<usize>, place: &Range<usize>, secrets: &[(Span, String)]) -> String {
    let before: usize = text[line.start..place.start].chars().count();
    let skipped = if before > LENGTH - BEFORE { before - BEFORE } else { 0 };
    let start = text[line.clone()].char_indices().nth(skipped).map_or(line.end, |(at, _)| line.start + at);
    let end = text[start..line.end].char_indices().nth(LENGTH).map_or(line.end, |(at, _)| start + at);
    let mut shown = String::new();
    if skipped > 0 {
        shown.push('…');
    }
    let mut at = start;
    for (span, name) in secrets.iter().filter(|(span, _)| span.end > start && span.start < end) {
        if span.start > at {
            shown.push_str(&spelled(&text[at..span.start]));
        }
        let _infallible = write!(shown, "[{name}]");
        at = span.end.max(at);
    }
    if at < end {
        shown.push_str(&spelled(&text[at..end]));
    }
    if end < line.end {
        shown.push('…');
    }
    shown.trim().to_owned()
}

/// A piece of text with what nobody sees spelled out.
fn spelled(text: &str) -> String {
    let mut shown = String::new();
    let mut at = 0;
    for (span, _) in hidden::in_text(text, LENGTH) {
        shown.push_str(&visible(&text[at..span.start]));
        let letters = span.of(text).chars();
        for letter in letters.clone().take(SPELLED) {
            let _infallible = write!(shown, "\\u{{{:x}}}", u32::from(letter));
        }
        if letters.count() > SPELLED {
            shown.push('…');
        }
        at = span.end;
    }
    shown.push_str(&visible(&text[at..]));
    shown
}
