//! Characters that models read and people do not see, or take for others.

use std::{collections::HashSet, ops::Range};

use icu_normalizer::ComposingNormalizerBorrowed;
use studio_text::{
    Severity, Span,
    hidden::{self, Kind},
};

use super::{Hit, MOST, Rule, pattern::patterns, phrases, sense::Context};

/// Letters of other scripts that look like Latin ones, and what they look like.
const LOOKALIKES: [(char, char); 48] = [
    ('\u{430}', 'a'),
    ('\u{435}', 'e'),
    ('\u{43E}', 'o'),
    ('\u{440}', 'p'),
    ('\u{441}', 'c'),
    ('\u{443}', 'y'),
    ('\u{445}', 'x'),
    ('\u{456}', 'i'),
    ('\u{455}', 's'),
    ('\u{458}', 'j'),
    ('\u{501}', 'd'),
    ('\u{4BB}', 'h'),
    ('\u{51B}', 'q'),
    ('\u{51D}', 'w'),
    ('\u{410}', 'A'),
    ('\u{412}', 'B'),
    ('\u{415}', 'E'),
    ('\u{41A}', 'K'),
    ('\u{41C}', 'M'),
    ('\u{41D}', 'H'),
    ('\u{41E}', 'O'),
    ('\u{420}', 'P'),
    ('\u{421}', 'C'),
    ('\u{422}', 'T'),
    ('\u{425}', 'X'),
    ('\u{406}', 'I'),
    ('\u{405}', 'S'),
    ('\u{408}', 'J'),
    ('\u{391}', 'A'),
    ('\u{392}', 'B'),
    ('\u{395}', 'E'),
    ('\u{396}', 'Z'),
    ('\u{397}', 'H'),
    ('\u{399}', 'I'),
    ('\u{39A}', 'K'),
    ('\u{39C}', 'M'),
    ('\u{39D}', 'N'),
    ('\u{39F}', 'O'),
    ('\u{3A1}', 'P'),
    ('\u{3A4}', 'T'),
    ('\u{3A5}', 'Y'),
    ('\u{3A7}', 'X'),
    ('\u{3BF}', 'o'),
    ('\u{585}', 'o'),
    ('\u{578}', 'n'),
    ('\u{57D}', 'u'),
    ('\u{261}', 'g'),
    ('\u{251}', 'a'),
];

const CONCEALED: &str = "A terminal that shows this text hides what follows or writes over it. A model reads all of it. Remove \
    the control characters.";
patterns! {
    // Sequences for a terminal that hide: colours are none of them.
    CONCEALS = r"\x1b\[(?:\d+;)*8(?:;\d+)*m|\x1b\[\d*(?:;\d*)*[ABCDEFGHJKSTfsu]|\x1b[\]PX^_]|\x08{3,}";
    // Letters that stand for nothing that is agreed on, several of them.
    OF_NOBODY = r"[\x{E000}-\x{F8FF}\x{F0000}-\x{FFFFD}\x{100000}-\x{10FFFD}]{4}";
    // A line that is written over from its beginning.
    WRITTEN_OVER = r"[^\r\n]{12}\r[^\r\n]{12}";
}

const DISGUISED: &str = "With its invisible and look-alike characters read as what they stand for, this line tells a \
    model or a shell to do harm. Remove it.";

/// What hides in a text, or looks like something else.
pub(super) fn hits(context: &Context<'_>) -> Vec<Hit> {
    let text = context.text;
    let mut hits: Vec<Hit> = hidden::in_text(text, EACH)
        .into_iter()
        .filter(|(span, kind)| *kind != Kind::Control && !is_in_place(context, *span))
        .map(|(span, kind)| invisible(text, span, kind))
        .collect();
    let meant = |place: &Range<usize>| !(context.is_between_marks(place) && context.is_about_attacks(place));
    hits.extend(mixed_words(text).filter(meant).take(MOST).map(lookalike));
    hits.extend(said_in_disguise(context));
    hits.extend(concealed(text));
    hits
}

/// What a terminal conceals, moves or writes over.
fn concealed(text: &str) -> impl Iterator<Item = Hit> {
    let is_written_over =
        || text.as_bytes().windows(2).any(|pair| pair[0] == b'\r' && !matches!(pair[1], b'\r' | b'\n'));
    let of_nobody = Some(&OF_NOBODY).filter(|_| !text.is_ascii());
    let written_over = Some(&WRITTEN_OVER).filter(|_| text.contains('\r') && is_written_over());
    let patterns = [Some(&CONCEALS), of_nobody, written_over].into_iter().flatten();
    let found = patterns.filter_map(|pattern| pattern.as_ref()).flat_map(move |regex| regex.find_iter(text));
    found.take(MOST).map(|found| Hit {
        rule: Rule::HiddenText,
        severity: Severity::Warning,
        span: found.range(),
        message: CONCEALED.to_owned(),
    })
}

fn lookalike(span: Range<usize>) -> Hit {
    let message = "Letters of another alphabet stand in this word and look like Latin ones. A model or a filter reads \
                   another word than people do. Type the word again.";
    Hit { rule: Rule::HiddenText, severity: Severity::Warning, span, message: message.to_owned() }
}

fn invisible(text: &str, span: Span, kind: Kind) -> Hit {
    let letters = span.of(text).chars().count();
    let letter = text[span.start..].chars().next().unwrap_or_default();
    let is_tag = ('\u{E0000}'..='\u{E007F}').contains(&letter);
    let (severity, what) = match kind {
        _ if is_tag => (Severity::Error, "Invisible letters (Unicode tags)"),
        Kind::Direction => (Severity::Error, "Characters that reverse the text direction"),
        Kind::Hidden | Kind::Control => (Severity::Warning, "Invisible characters"),
    };
    let message = format!(
        "{what}: {letters}, starting with U+{:04X}. A model reads them, but people can't see them. Remove them unless \
         they're intended.",
        u32::from(letter)
    );
    Hit { rule: Rule::HiddenText, severity, span: span.start..span.end, message }
}

/// Whether such a character does where it stands what it is for.
fn is_in_place(context: &Context<'_>, span: Span) -> bool {
    let text = context.text;
    let mut letters = span.of(text).chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return false };
    let before = text[..span.start].chars().next_back().unwrap_or('\n');
    let after = text[span.end..].chars().next().unwrap_or('\n');
    // Two beside each other are a code of their own.
    if is_invisible(before) || is_invisible(after) {
        return is_right_to_left(line(text, span)) && !is_override(letter);
    }
    match letter {
        '\u{AD}' => before.is_alphabetic() && after.is_alphabetic(),
        '\u{200B}' => !before.is_ascii_alphanumeric() || !after.is_ascii_alphanumeric(),
        // Two in a word split it; one keeps two letters from growing together.
        '\u{200C}' => word(text, span).chars().filter(|letter| is_invisible(*letter)).count() < 2,
        // What a formula means between two of its letters.
        '\u{2061}'..='\u{2064}' => word(text, span).chars().filter(|letter| letter.is_alphabetic()).count() < 3,
        '\u{34F}' | '\u{2060}' => !(before.is_ascii_alphabetic() && after.is_ascii_alphabetic()),
        '\u{FEFF}' => before == '\n',
        '\u{200E}' | '\u{200F}' | '\u{61C}' => is_right_to_left(line(text, span)),
        // Blanks of a text that is read from right to left.
        '\u{2066}'..='\u{2069}' if is_right_to_left(line(text, span)) => is_balanced(line(text, span)),
        // What stands apart from the rest of a line without turning it round.
        '\u{2066}' | '\u{2068}' if context.is_prose => after_in_line(text, span).contains('\u{2069}'),
        '\u{2069}' if context.is_prose => line(text, span).contains(['\u{2066}', '\u{2067}', '\u{2068}']),
        '\u{202A}'..='\u{202C}' | '\u{2066}'..='\u{2069}' => context.is_prose && is_right_to_left(line(text, span)),
        // A letter that is missing, in a line of Korean.
        '\u{115F}' | '\u{1160}' | '\u{3164}' | '\u{FFA0}' => is_korean(line(text, span)),
        _ => false,
    }
}

fn is_korean(text: &str) -> bool {
    text.chars()
        .any(|letter| matches!(letter, '\u{AC00}'..='\u{D7A3}' | '\u{1100}'..='\u{115E}' | '\u{1161}'..='\u{11FF}'))
}

/// Whether each part of a line that is set apart ends in it.
fn is_balanced(line: &str) -> bool {
    let opened = line.matches(['\u{2066}', '\u{2067}', '\u{2068}']).count();
    opened == line.matches('\u{2069}').count()
}

const fn is_override(letter: char) -> bool {
    matches!(letter, '\u{202D}' | '\u{202E}')
}

const fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{AD}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
}

fn is_right_to_left(text: &str) -> bool {
    text.chars().any(|letter| {
        matches!(letter, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFE}')
            && letter.is_alphabetic()
    })
}

/// Most invisible characters that are looked at: of some scripts every word has one.
const EACH: usize = 100_000;
/// How much of a line or word is looked at on either side.
const AROUND: usize = 500;

fn line(text: &str, span: Span) -> &str {
    around(text, span, |letter| letter == '\n')
}

fn word(text: &str, span: Span) -> &str {
    around(text, span, |letter| !letter.is_alphanumeric() && !is_invisible(letter))
}

fn after_in_line(text: &str, span: Span) -> &str {
    let to = super::sense::floor(text, span.end + AROUND);
    text[span.end..to].split('\n').next().unwrap_or_default()
}

fn around(text: &str, span: Span, is_end: impl Fn(char) -> bool + Copy) -> &str {
    let from = super::sense::floor(text, span.start.saturating_sub(AROUND));
    let to = super::sense::floor(text, span.end + AROUND);
    let last = text[from..span.start].char_indices().rev().find(|(_, letter)| is_end(*letter));
    let start = last.map_or(from, |(at, letter)| from + at + letter.len_utf8());
    let end = text[span.end..to].find(is_end).map_or(to, |length| span.end + length);
    &text[start..end]
}

fn looks_like(letter: char) -> Option<char> {
    LOOKALIKES.iter().find(|(other, _)| *other == letter).map(|(_, latin)| *latin)
}

/// Words of Latin letters with some among them that only look so.
fn mixed_words(text: &str) -> impl Iterator<Item = Range<usize>> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_ascii()).filter_map(move |word| {
        let latin = word.chars().filter(char::is_ascii_alphabetic).count();
        let others = word.chars().filter(|letter| !letter.is_ascii()).count();
        let is_mixed = latin > others && word.chars().all(|letter| letter.is_ascii() || looks_like(letter).is_some());
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        is_mixed.then_some(start..start + word.len())
    })
}

/// What a text says once what hides in it is left out and every letter is taken for what it looks like.
fn said_in_disguise(context: &Context<'_>) -> Vec<Hit> {
    let text = context.text;
    if text.is_ascii() {
        return Vec::new();
    }
    let composer = ComposingNormalizerBorrowed::new_nfkc();
    let plain = |line: &str| -> String {
        let seen: String = line.chars().filter(|letter| !is_invisible(*letter)).collect();
        composer.normalize(&seen).chars().map(|letter| looks_like(letter).unwrap_or(letter)).collect()
    };
    let lines: Vec<&str> = text.split('\n').collect();
    let read: Vec<String> =
        lines.iter().map(|line| if line.is_ascii() { (*line).to_owned() } else { plain(line) }).collect();
    let (line_starts, read_starts) = (starts(&lines), starts(&read));
    let read = read.join("\n");
    let others = Context::new(&read, context.path);
    let mut seen = HashSet::new();
    let found = phrases::hits(&others).into_iter().filter_map(|hit| {
        let line = read_starts.partition_point(|start| *start <= hit.span.start).checked_sub(1)?;
        let (start, written) = (*line_starts.get(line)?, *lines.get(line)?);
        let is_in_the_open = written.contains(read[hit.span].lines().next().unwrap_or_default());
        let is_told = !is_in_the_open && is_disguised(written) && seen.insert(line);
        is_told.then_some(start..start + written.len())
    });
    let hit = |span| Hit { rule: Rule::HiddenText, severity: Severity::Error, span, message: DISGUISED.to_owned() };
    found.map(hit).collect()
}

/// Where each line of a text begins.
fn starts<T: AsRef<str>>(lines: &[T]) -> Vec<usize> {
    let next = |at: &mut usize, line: &T| {
        let start = *at;
        *at += line.as_ref().len() + 1;
        Some(start)
    };
    lines.iter().scan(0, next).collect()
}

/// Whether a line holds letters that stand for others, rather than those of another language.
fn is_disguised(line: &str) -> bool {
    line.chars().any(|letter| {
        is_invisible(letter)
            || looks_like(letter).is_some()
            || matches!(letter, '\u{FF01}'..='\u{FF5E}' | '\u{1D400}'..='\u{1D7FF}' | '\u{2460}'..='\u{24FF}')
    })
}
