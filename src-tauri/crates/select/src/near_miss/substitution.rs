//! Puts a neighbour's thing where a skill's own query asks for the skill's: “write me a commit” → “write me a changelog entry”.

use super::{fragments::PEOPLE, leakage::words};
use crate::is_stop_word;

/// Verbs that ask for a thing, whatever thing it is.
const ASKING: [&str; 16] = [
    "write", "draft", "create", "make", "generate", "build", "prepare", "give", "need", "want", "show", "describe",
    "explain", "send", "produce", "get",
];

const DETERMINERS: [&str; 9] = ["a", "an", "the", "my", "our", "this", "that", "your", "another"];

/// What stands after one of these is told of something else: “of a trial”.
const JOINING: [&str; 9] = ["of", "in", "from", "on", "into", "between", "than", "by", "near"];

/// A query that asks for a thing, around that thing.
pub(super) struct Frame<'a> {
    before: &'a str,
    /// What is asked for, without its determiner.
    pub(super) thing: &'a str,
    after: &'a str,
    /// Whether “a” or “an” stands before it.
    has_article: bool,
}

impl<'a> Frame<'a> {
    /// The frame of a query whose first words ask for something.
    pub(super) fn of(query: &'a str) -> Option<Self> {
        let words = spans(query);
        let lower = |place: usize| words.get(place).map(|&(start, end)| query[start..end].to_lowercase());
        let verb = (0..words.len().min(4)).find(|&at| lower(at).is_some_and(|word| ASKING.contains(&word.as_str())))?;
        let mut at = verb + 1;
        at += usize::from(lower(at).is_some_and(|word| word == "me" || word == "us"));
        let determiner = lower(at).filter(|word| DETERMINERS.contains(&word.as_str()))?;
        let has_article = determiner == "a" || determiner == "an";
        let first = at + 1;
        let is_part = |&place: &usize| {
            let is_near = place == first || query[words[place - 1].1..words[place].0] == *" ";
            is_near && lower(place).is_some_and(|word| !is_stop_word(&word) && !word.contains('\''))
        };
        let last = (first..words.len().min(first + 4)).take_while(is_part).last()?;
        let begins = if has_article { words[at].0 } else { words[first].0 };
        let thing = &query[words[first].0..words[last].1];
        Some(Self { before: &query[..begins], thing, after: &query[words[last].1..], has_article })
    }

    /// Whether a thing would say again what the rest of the query says.
    pub(super) fn repeats(&self, thing: &str) -> bool {
        let rest = words(&format!("{} {}", self.before, self.after));
        words(thing).iter().any(|word| rest.contains(word))
    }

    /// The query with another thing.
    pub(super) fn with(&self, thing: &str) -> String {
        let article = if self.has_article { article(thing) } else { "" };
        format!("{}{article}{thing}{}", self.before, self.after)
    }
}

/// Things a description names with “a” or “an”: up to three words, before any that joins or acts.
pub(super) fn things(description: &str) -> Vec<&str> {
    let words = spans(description);
    let lower = |place: usize| description[words[place].0..words[place].1].to_ascii_lowercase();
    let mut found = Vec::new();
    for at in 0..words.len() {
        let is_object = at == 0 || !JOINING.contains(&lower(at - 1).as_str());
        if !is_object || !matches!(lower(at).as_str(), "a" | "an") {
            continue;
        }
        let is_part = |&place: &usize| {
            let is_near = description[words[place - 1].1..words[place].0] == *" ";
            let word = lower(place);
            is_near && !is_stop_word(&word) && !word.contains(['\'', '’'])
        };
        let Some(last) = (at + 1..words.len().min(at + 5)).take_while(is_part).last() else { continue };
        let thing = &description[words[at + 1].0..words[last].1];
        // Four words or more are hardly one thing, one with a plural or a verb before its end is none.
        let is_plain = |&word: &&str| !word.ends_with('s') || word.ends_with("ss");
        let goes_on = ["ed", "ly", "s"].iter().any(|end| thing.ends_with(end));
        let is_person = thing.split(' ').any(|word| PEOPLE.contains(&word));
        let is_one = last - at <= 3 && thing.split(' ').all(|word| is_plain(&word));
        if is_one && !goes_on && !is_person && !found.contains(&thing) {
            found.push(thing);
        }
    }
    // More than one word says more of what it is.
    found.sort_by_key(|thing| !thing.contains(' '));
    found
}

/// “a ” or “an ”, by sound as far as letters tell.
fn article(thing: &str) -> &'static str {
    let first = thing.chars().next().unwrap_or('x');
    let is_spelt = thing.chars().take(2).all(char::is_uppercase);
    let vowels = if is_spelt { "AEFHILMNORSX" } else { "aeiouAEIO" };
    if vowels.contains(first) { "an " } else { "a " }
}

/// The words of a text by their bytes: letters, digits, and what joins them.
fn spans(text: &str) -> Vec<(usize, usize)> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '\'' | '’');
    let mut found = Vec::new();
    let mut start = None;
    for (place, character) in text.char_indices() {
        match (start, is_word(character)) {
            (None, true) => start = Some(place),
            (Some(from), false) => {
                found.push((from, place));
                start = None;
            }
            _ => {}
        }
    }
    found.extend(start.map(|from| (from, text.len())));
    found
}
