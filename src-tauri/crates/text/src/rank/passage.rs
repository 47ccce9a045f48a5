//! A text taken apart into words, and the part of it that is shown around what was looked for.

use super::folding::{fold, is_alone};
use crate::Span;

/// How long a passage is at most, in characters.
pub(super) const PASSAGE: usize = 180;
/// How much of it stands before the first word that was looked for.
const LEAD: usize = 30;

/// A passage of a text around what was looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    /// The text, on one line, with an ellipsis where it is cut.
    pub text: String,
    /// What was looked for in it.
    pub spans: Vec<Span>,
}

/// A word of a text as the full text has them.
pub(super) struct Token {
    pub(super) span: Span,
    pub(super) folded: String,
    /// The bytes of each of its characters.
    widths: Vec<u8>,
}

impl Token {
    pub(super) fn width_of(&self, characters: usize) -> usize {
        self.widths.iter().take(characters).map(|width| usize::from(*width)).sum()
    }
}

pub(super) struct Tokens<'a> {
    signs: std::iter::Peekable<std::str::CharIndices<'a>>,
}

impl<'a> Tokens<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self { signs: text.char_indices().peekable() }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let (start, first) = self.signs.find(|(_, sign)| sign.is_alphanumeric() || is_alone(*sign))?;
        let mut token = Token {
            span: Span::new(start, start + first.len_utf8()),
            folded: fold(first).to_string(),
            widths: vec![first.len_utf8() as u8],
        };
        if is_alone(first) {
            return Some(token);
        }
        while let Some((at, sign)) = self.signs.next_if(|(_, sign)| sign.is_alphanumeric() && !is_alone(*sign)) {
            token.span.end = at + sign.len_utf8();
            token.folded.push(fold(sign));
            token.widths.push(sign.len_utf8() as u8);
        }
        Some(token)
    }
}

/// The text around `from`, on one line.
pub(super) fn passage(text: &str, from: usize, hits: &[Span]) -> Passage {
    let lead = text[..from].char_indices().rev().take(LEAD).last().map_or(from, |(at, _)| at);
    let start = if lead == 0 { 0 } else { text[lead..from].find(char::is_whitespace).map_or(from, |at| lead + at + 1) };
    let mut shown = Passage::default();
    if start > 0 {
        shown.text.push('…');
    }
    let mut open: Option<usize> = None;
    let mut length = 0;
    let mut at = start;
    for (offset, sign) in text[start..].char_indices() {
        at = start + offset;
        if length == PASSAGE {
            break;
        }
        if open.is_some() && !hits.iter().any(|hit| (hit.start..hit.end).contains(&at)) {
            shown.spans.push(Span::new(open.take().unwrap_or_default(), shown.text.len()));
        }
        if open.is_none() && hits.iter().any(|hit| hit.start == at) {
            open = Some(shown.text.len());
        }
        if sign.is_whitespace() || sign.is_control() {
            if !shown.text.ends_with([' ', '…']) && !shown.text.is_empty() {
                shown.text.push(' ');
                length += 1;
            }
        } else {
            shown.text.push(sign);
            length += 1;
        }
        at += sign.len_utf8();
    }
    if let Some(open) = open {
        shown.spans.push(Span::new(open, shown.text.len()));
    }
    if at < text.len() && !text[at..].trim().is_empty() {
        shown.text.truncate(shown.text.trim_end().len());
        shown.text.push('…');
    }
    shown
}
