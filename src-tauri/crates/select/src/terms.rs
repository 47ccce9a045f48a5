//! How [`bm25`](crate::bm25) and [`hybrid`](crate::hybrid) cut text into terms, so that `DeployApp`, `deploy_app` and
//! “deploying apps” meet.
//!
//! A *run* is a maximal run of Unicode letters and digits; a Han, Kana or Hangul character is a run of its own. The terms of
//! a run are its Snowball English stem, lower-cased, and, where it is written in camelCase, the stems of its parts too.
//! [Stop words](crate::is_stop_word) are no terms. The words of [`adk`](crate::adk) are cut differently and stay as they
//! are.

use std::{
    cell::RefCell,
    ops::{ControlFlow, Range},
    sync::LazyLock,
};

use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::FxHashMap;

use crate::is_stop_word;

/// A term where a text has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What is compared.
    pub stem: String,
    /// The bytes of the text it was made from.
    pub span: Range<usize>,
}

/// The terms of a text, in its order. A word in camelCase gives the term of the whole and then those of its parts, all
/// with the span of what they stand for.
pub fn terms(text: &str) -> Vec<Term> {
    let mut found = Vec::new();
    for (start, run) in runs(text) {
        for_each_stem(run, |span, stem| found.push(Term { stem, span: start + span.start..start + span.end }));
    }
    found
}

/// The maximal runs of a text with where they start.
pub(crate) fn runs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    Runs { text, place: 0 }
}

/// The terms of one run, with the bytes of the run each stands for.
pub(crate) fn for_each_stem(run: &str, mut give: impl FnMut(Range<usize>, String)) {
    for (number, span) in std::iter::once(0..run.len()).chain(parts(run)).enumerate() {
        let piece = &run[span.clone()];
        let is_letter = number > 0 && piece.chars().nth(1).is_none();
        let lower = piece.to_lowercase();
        if !is_letter && !is_stop_word(&lower) {
            give(span, stem(lower));
        }
    }
}

/// Longer words are no English and are compared as they are.
const LONGEST_STEMMED: usize = 48;

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

thread_local! {
    /// Stemming costs about as much as looking ten words up.
    static STEMS: RefCell<FxHashMap<String, String>> = RefCell::default();
}

/// How many stems a thread remembers before it starts again.
const REMEMBERED: usize = 20_000;

fn stem(lower: String) -> String {
    if lower.len() > LONGEST_STEMMED || !lower.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return lower;
    }
    STEMS.with_borrow_mut(|stems| {
        if let Some(stem) = stems.get(&lower) {
            return stem.clone();
        }
        if stems.len() >= REMEMBERED {
            stems.clear();
        }
        let stem = STEMMER.stem(&lower).into_owned();
        stems.insert(lower, stem.clone());
        stem
    })
}

/// The parts of a run in camelCase: `parseHTTPBody` → `parse`, `HTTP`, `Body`; none where it is not in camelCase.
fn parts(run: &str) -> Vec<Range<usize>> {
    if !is_camel_case(run) {
        return Vec::new();
    }
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut characters = run.char_indices().peekable();
    let mut start = 0;
    let mut last = Kind::None;
    while let Some((place, character)) = characters.next() {
        let kind = Kind::of(character);
        let next = characters.peek().map_or(Kind::None, |&(_, next)| Kind::of(next));
        let begins = match (last, kind) {
            (Kind::None, _) | (Kind::Upper, Kind::Lower) => false,
            (Kind::Upper, Kind::Upper) => next == Kind::Lower,
            (last, kind) => last != kind,
        };
        if begins {
            found.push(start..place);
            start = place;
        }
        last = kind;
    }
    found.push(start..run.len());
    if found.len() < 2 { Vec::new() } else { found }
}

/// Whether a lower-case letter is followed by a capital (`fooBar`), or two capitals by two small ones (`HTTPServer`).
fn is_camel_case(run: &str) -> bool {
    let bytes = run.as_bytes();
    let is_hump = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
    let is_end =
        |four: &[u8]| four[..2].iter().all(u8::is_ascii_uppercase) && four[2..].iter().all(u8::is_ascii_lowercase);
    bytes.windows(2).any(is_hump) || bytes.windows(4).any(is_end)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    None,
    Upper,
    Lower,
    Digit,
    Other,
}

impl Kind {
    fn of(character: char) -> Self {
        match character {
            'A'..='Z' => Self::Upper,
            'a'..='z' => Self::Lower,
            _ if character.is_numeric() => Self::Digit,
            _ => Self::Other,
        }
    }
}

struct Runs<'a> {
    text: &'a str,
    place: usize,
}

impl<'a> Iterator for Runs<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let bytes = self.text.as_bytes();
        let mut start = self.place;
        // Nearly all text is ASCII: the common case must not decode characters.
        while let Some(&byte) = bytes.get(start) {
            if byte.is_ascii_alphanumeric() {
                break;
            }
            if byte.is_ascii() {
                start += 1;
                continue;
            }
            let character = first(&self.text[start..]);
            if stands_alone(character) {
                self.place = start + character.len_utf8();
                return Some((start, &self.text[start..self.place]));
            }
            if character.is_alphanumeric() {
                break;
            }
            start += character.len_utf8();
        }
        if start >= bytes.len() {
            self.place = start;
            return None;
        }
        let end = self.end(start);
        self.place = end;
        Some((start, &self.text[start..end]))
    }
}

impl Runs<'_> {
    /// Where the run that starts here ends.
    fn end(&self, start: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut end = start;
        while let Some(&byte) = bytes.get(end) {
            if byte.is_ascii_alphanumeric() {
                end += 1;
                continue;
            }
            let step = if byte.is_ascii() { ControlFlow::Break(()) } else { step(first(&self.text[end..])) };
            match step {
                ControlFlow::Continue(bytes) => end += bytes,
                ControlFlow::Break(()) => break,
            }
        }
        end
    }
}

fn step(character: char) -> ControlFlow<(), usize> {
    if character.is_alphanumeric() && !stands_alone(character) {
        ControlFlow::Continue(character.len_utf8())
    } else {
        ControlFlow::Break(())
    }
}

fn first(text: &str) -> char {
    text.chars().next().expect("called only where a character starts")
}

/// Whether a character is written without spaces between words: Kana, Han, Hangul.
fn stands_alone(character: char) -> bool {
    matches!(character, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
        && character.is_alphanumeric()
        || matches!(character, '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3134f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_at_case_underscores_and_between_cjk_characters() {
        for (text, expected) in [
            ("deploy_app, Deploying APPS!", "deploy app deploy app"),
            ("parseHTTPBody2 APIs", "parsehttpbody2 pars http bodi api"),
            ("fooBar", "foobar foo bar"),
            ("Don't read the user's notes", "read user note"),
            ("Größe naïve café", "größe naïve café"),
            ("部署 应用v2", "部 署 应 用 v2"),
            ("カタカナ한글", "カ タ カ ナ 한 글"),
            ("🚀 — ... ___", ""),
            ("2024 k8s", "2024 k8s"),
        ] {
            let found = terms(text);
            let stems: Vec<_> = found.iter().map(|term| term.stem.as_str()).collect();
            assert_eq!(stems.join(" "), expected, "{text}");
            assert!(found.iter().all(|term| !text[term.span.clone()].is_empty()));
        }
    }

    #[test]
    fn a_term_knows_what_it_was_made_from() {
        let found: Vec<_> = terms("a fooBars").into_iter().map(|term| (term.stem, term.span)).collect();
        assert_eq!(found, [("foobar".to_owned(), 2..9), ("foo".to_owned(), 2..5), ("bar".to_owned(), 5..9)]);
    }
}
