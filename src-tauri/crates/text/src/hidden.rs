//! Characters nobody sees: zero widths, direction overrides, tags, controls. The one place that knows which they are, and
//! where they belong.

use crate::{Span, finding::floor_boundary};

/// Texts are judged in blocks of this many bytes: one without a suspicious byte is passed over as a whole.
const BLOCK: usize = 64;

/// What such a character does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It moves a terminal's cursor, rings, or ends a text.
    Control,
    /// It has no width.
    Hidden,
    /// It turns round how what follows is read.
    Direction,
}

/// Such characters of a text, in order, at most `most` runs of them. Neighbours of one kind are one.
pub fn in_text(text: &str, most: usize) -> Vec<(Span, Kind)> {
    let mut found: Vec<(Span, Kind)> = Vec::new();
    let mut at = 0;
    while at < text.len() && found.len() < most {
        let end = (at + BLOCK).min(text.len());
        if text.as_bytes()[at..end].iter().fold(false, |seen, &byte| seen | is_suspicious(byte)) {
            let block = Span::new(floor_boundary(text, at), floor_boundary(text, end + 3));
            collect(text, block, &mut found);
        }
        at = end;
    }
    found
}

const fn is_suspicious(byte: u8) -> bool {
    (byte < 0x20 && byte != b'\t' && byte != b'\n' && byte != b'\r') || byte >= 0x7F
}

fn collect(text: &str, block: Span, found: &mut Vec<(Span, Kind)>) {
    for (offset, c) in block.of(text).char_indices() {
        let at = block.start + offset;
        let Some(kind) = kind(text, at, c) else { continue };
        let end = at + c.len_utf8();
        match found.last_mut() {
            // A character on the border of two blocks is seen twice.
            Some((last, _)) if last.end > at => {}
            Some((last, last_kind)) if last.end == at && *last_kind == kind => last.end = end,
            _ => found.push((Span::new(at, end), kind)),
        }
    }
}

fn kind(text: &str, at: usize, c: char) -> Option<Kind> {
    match c {
        '\t' | '\n' | '\r' | ' '..='~' => None,
        '\0'..='\u{1F}' | '\u{7F}'..='\u{84}' | '\u{86}'..='\u{9F}' => Some(Kind::Control),
        // Joiners shape emoji and several scripts; between Latin letters they do nothing but hide.
        '\u{200C}' | '\u{200D}' => is_among_ascii(text, at, c).then_some(Kind::Hidden),
        // The flags of England, Scotland and Wales are a black flag and tags.
        '\u{E0020}'..='\u{E007F}' => (!is_flag(text, at)).then_some(Kind::Hidden),
        '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' => (!is_variant(text, at, c)).then_some(Kind::Hidden),
        '\u{FEFF}' => (at > 0).then_some(Kind::Hidden),
        '\u{AD}'
        | '\u{34F}'
        | '\u{180E}'
        | '\u{200B}'
        | '\u{2060}'..='\u{2064}'
        | '\u{206A}'..='\u{206F}'
        | '\u{FFF9}'..='\u{FFFB}'
        | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0001}' => Some(Kind::Hidden),
        // They hold the place of a letter that is missing, among letters of Korean only.
        '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' => {
            (!is_among(text, at, c, is_hangul)).then_some(Kind::Hidden)
        }
        // A blank of Braille belongs between its signs.
        '\u{2800}' => (!is_among(text, at, c, is_braille)).then_some(Kind::Hidden),
        '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => Some(Kind::Direction),
        '\u{200E}' | '\u{200F}' | '\u{61C}' => is_among_ascii(text, at, c).then_some(Kind::Direction),
        _ => None,
    }
}

/// Whether the nearest other letter on one of the sides is of a script.
fn is_among(text: &str, at: usize, c: char, is_of: impl Fn(char) -> bool) -> bool {
    let before = text[..at].chars().rev().find(|letter| *letter != c);
    let after = text[at..].chars().find(|letter| *letter != c);
    [before, after].into_iter().flatten().any(is_of)
}

const fn is_hangul(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{11FF}' | '\u{3130}'..='\u{318F}' | '\u{A960}'..='\u{A97F}' | '\u{AC00}'..='\u{D7FF}')
}

const fn is_braille(c: char) -> bool {
    matches!(c, '\u{2801}'..='\u{28FF}')
}

fn is_among_ascii(text: &str, at: usize, c: char) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at + c.len_utf8()..].chars().next();
    [before, after].into_iter().flatten().all(|c| c.is_ascii())
}

fn is_flag(text: &str, at: usize) -> bool {
    let is_tag = |c: &char| ('\u{E0020}'..='\u{E007F}').contains(c);
    // A flag's tags are at most six; a longer run is a message.
    let mut before = text[..at].chars().rev();
    before.by_ref().take(6).find(|c| !is_tag(c)) == Some('\u{1F3F4}')
}

/// Whether a variation selector chooses a form of what stands before it: of an emoji, a sign or a character of Chinese.
/// Others carry what nobody sees: a second one, or one behind a letter.
fn is_variant(text: &str, at: usize, c: char) -> bool {
    let is_plain = matches!(c, '\u{FE0E}' | '\u{FE0F}');
    match text[..at].chars().next_back() {
        // Editors of emoji leave it twice.
        Some('\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}') => c == '\u{FE0F}' && text[..at].ends_with(c),
        Some('0'..='9' | '#' | '*') => is_plain,
        Some(before) if before.is_ascii() => false,
        Some(before) if c >= '\u{E0100}' => before >= '\u{2E80}' && !is_emoji(before),
        Some(before) => is_plain || !is_emoji(before),
        None => false,
    }
}

const fn is_emoji(c: char) -> bool {
    matches!(c, '\u{1F000}'..='\u{1FAFF}')
}
