//! How well names fit what someone types to find them, and the passage of a text that holds their words: the one ranking
//! of lists, palette and search.
//!
//! Case, accents and what separates the words of a name do not count. A word of the query is found in a text where a word
//! of the text starts with it; words in quotes are found where they stand in a row.

mod folding;
mod passage;

use std::collections::HashSet;

use crate::Span;
pub use passage::Passage;

use folding::{folded, is_alone};
use passage::{PASSAGE, Token, Tokens, passage};

/// How many words of a text are looked back at: longer phrases are not found in texts.
const KEPT: usize = 256;

/// How many words are looked for: nobody types more, but may paste a book.
const MOST: usize = 64;

/// Characters of a name that letters are looked for in.
const LONGEST_NAME: usize = 256;

/// How a name fits what was typed; the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameFit {
    /// It is the name.
    Whole,
    /// The name starts with it.
    Start,
    /// A word of the name starts with it.
    Word,
    /// It stands somewhere in the name.
    Inside,
    /// Its letters start words of the name, or follow on such a letter: `gaem` in `gas-emergency`.
    Letters,
}

/// A name that fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameMatch {
    /// How.
    pub fit: NameFit,
    /// How far from ideal among those that fit as well: where it stands, or in how many pieces.
    pub distance: usize,
    /// The parts of the name that fit.
    pub spans: Vec<Span>,
}

/// What someone typed to find something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    whole: Vec<char>,
    words: Vec<Word>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Word {
    typed: String,
    folded: Vec<char>,
    /// Its words, where it is a phrase.
    parts: Vec<String>,
    /// Whether the last of them may be the start of one.
    is_open: bool,
}

impl Query {
    /// Reads what was typed; none where that is nothing.
    pub fn parse(typed: &str) -> Option<Self> {
        let mut words: Vec<Word> = Vec::new();
        for word in split(typed).into_iter().map(Word::of) {
            if words.len() < MOST && !word.folded.is_empty() && !words.contains(&word) {
                words.push(word);
            }
        }
        let plain: String = typed.replace('"', " ");
        let whole: Vec<char> = folded(plain.split_whitespace().collect::<Vec<_>>().join(" ").trim());
        (!words.is_empty()).then_some(Self { whole, words })
    }

    /// Its words and phrases as they were typed.
    pub fn words(&self) -> impl ExactSizeIterator<Item = &str> {
        self.words.iter().map(|word| word.typed.as_str())
    }

    /// How a name fits the whole of it.
    pub fn name(&self, name: &str) -> Option<NameMatch> {
        let chars = folded(name);
        let found = place(&chars, &self.whole).map(|at| {
            let fit = match at {
                0 if chars.len() == self.whole.len() => NameFit::Whole,
                0 => NameFit::Start,
                _ if is_start(&chars, at) => NameFit::Word,
                _ => NameFit::Inside,
            };
            NameMatch { fit, distance: at, spans: vec![span(name, at..at + self.whole.len())] }
        });
        found.or_else(|| self.words_of_name(name, &chars)).or_else(|| self.letters(name, &chars))
    }

    /// How a name fits one of its words.
    pub fn word_in_name(&self, word: usize, name: &str) -> Option<NameMatch> {
        let chars = folded(name);
        let wanted = &self.words.get(word)?.folded;
        let at = place(&chars, wanted)?;
        let fit = if is_start(&chars, at) { NameFit::Word } else { NameFit::Inside };
        Some(NameMatch { fit, distance: at, spans: vec![span(name, at..at + wanted.len())] })
    }

    /// The first passage of a text that holds one of its words, with all that stand in it marked.
    pub fn passage(&self, text: &str) -> Option<Passage> {
        let mut tokens = Tokens::of(text).peekable();
        let mut seen: Vec<Token> = Vec::new();
        let mut hits: Vec<Span> = Vec::new();
        let mut limit = usize::MAX;
        while let Some(token) = tokens.next_if(|token| token.span.start < limit) {
            if seen.len() == KEPT {
                seen.drain(..KEPT / 2);
            }
            seen.push(token);
            for word in &self.words {
                if let Some(hit) = word.ends_at(&seen) {
                    hits.push(hit);
                    limit = limit.min(hit.start.saturating_add(PASSAGE * 4));
                }
            }
        }
        hits.sort_unstable();
        let first = *hits.first()?;
        Some(passage(text, first.start, &hits))
    }

    /// Every one of several words somewhere in the name.
    fn words_of_name(&self, name: &str, chars: &[char]) -> Option<NameMatch> {
        if self.words.len() < 2 {
            return None;
        }
        let mut spans = Vec::new();
        let mut fit = NameFit::Word;
        for word in &self.words {
            let at = place(chars, &word.folded)?;
            if !is_start(chars, at) {
                fit = NameFit::Inside;
            }
            spans.push(span(name, at..at + word.folded.len()));
        }
        spans.sort_unstable();
        Some(NameMatch { fit, distance: chars.len(), spans })
    }

    fn letters(&self, name: &str, chars: &[char]) -> Option<NameMatch> {
        let wanted: Vec<char> = self.whole.iter().copied().filter(|sign| *sign != ' ').collect();
        if !(2..=MOST).contains(&wanted.len()) {
            return None;
        }
        let chars = &chars[..chars.len().min(LONGEST_NAME)];
        let mut at = Vec::with_capacity(wanted.len());
        if !letters_from(chars, &wanted, &mut at, &mut HashSet::new()) {
            return None;
        }
        let mut spans: Vec<Span> = Vec::new();
        for index in at {
            let one = span(name, index..index + 1);
            match spans.last_mut() {
                Some(last) if last.end == one.start => last.end = one.end,
                _ => spans.push(one),
            }
        }
        Some(NameMatch { fit: NameFit::Letters, distance: spans.len(), spans })
    }
}

/// Extends `at` until every wanted letter has its place.
fn letters_from(
    chars: &[char],
    wanted: &[char],
    at: &mut Vec<usize>,
    dead: &mut HashSet<(usize, Option<usize>)>,
) -> bool {
    let (done, last) = (at.len(), at.last().copied());
    let Some(next) = wanted.get(done) else { return true };
    if dead.contains(&(done, last)) {
        return false;
    }
    let after = last.map_or(0, |last| last + 1);
    for index in after..chars.len() {
        let follows = last.is_some() && index == after;
        if chars[index] == *next && (follows || is_start(chars, index)) {
            at.push(index);
            if letters_from(chars, wanted, at, dead) {
                return true;
            }
            at.pop();
        }
    }
    dead.insert((done, last));
    false
}

impl Word {
    fn of(typed: &str) -> Self {
        let folded = folded(typed);
        let parts: Vec<String> = Tokens::of(typed).map(|token| token.folded).collect();
        let is_open = typed.chars().next_back().is_some_and(|sign| sign.is_alphanumeric() || is_alone(sign));
        Self { typed: typed.to_owned(), folded, parts, is_open }
    }

    /// Where it stands, when its last word is the last of these.
    fn ends_at(&self, tokens: &[Token]) -> Option<Span> {
        let first = tokens.len().checked_sub(self.parts.len())?;
        let (last, before) = self.parts.split_last()?;
        let (end, rest) = tokens[first..].split_last()?;
        let ends = if self.is_open { end.folded.starts_with(last.as_str()) } else { end.folded == *last };
        let is_here = ends && rest.iter().zip(before).all(|(token, part)| token.folded == *part);
        let start = tokens[first].span.start;
        // Only the part that was typed is marked.
        let typed: usize = end.span.end.min(end.span.start + end.width_of(last.chars().count()));
        is_here.then(|| Span::new(start, typed))
    }
}

/// Splits at blanks, but within quotes.
fn split(typed: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for (at, part) in typed.split('"').enumerate() {
        if at % 2 == 1 && !part.trim().is_empty() {
            words.push(part.trim());
        } else {
            words.extend(part.split_whitespace());
        }
    }
    words
}

/// The first place of `wanted`, but a place where a word starts before any other.
fn place(chars: &[char], wanted: &[char]) -> Option<usize> {
    if wanted.is_empty() || wanted.len() > chars.len() {
        return None;
    }
    let places = || (0..=chars.len() - wanted.len()).filter(|at| chars[*at..].starts_with(wanted));
    places().find(|at| is_start(chars, *at)).or_else(|| places().next())
}

/// Whether a word of a name starts here.
fn is_start(chars: &[char], at: usize) -> bool {
    at == 0 || !chars[at - 1].is_alphanumeric() || is_alone(chars[at])
}

/// The bytes of a range of characters.
fn span(text: &str, range: std::ops::Range<usize>) -> Span {
    let byte = |index: usize| text.char_indices().nth(index).map_or(text.len(), |(at, _)| at);
    Span::new(byte(range.start), byte(range.end))
}
