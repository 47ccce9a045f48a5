//! Sentences that stand in a file of another language: what a tool says of itself, a text that a program writes elsewhere,
//! the words of a picture. A model reads them as it reads a page.

use std::ops::Range;

use studio_text::Severity;

use super::Hit;
use crate::scan::{
    pattern::patterns,
    sense::{Context, floor},
};

/// Fewest words that ask for something.
const FEWEST: usize = 10;
/// Longest text that is read, and how many of them.
const LONGEST: usize = 8_000;
const MOST: usize = 400;

patterns! {
    STRINGS = r#""""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)+"|'(?:[^'\\\n]|\\.)+'|`(?:[^`\\]|\\.)+`|>[^<>]+</|(?m:^[ \t-]*(?:description|summary|instructions?|prompt|note|notes|help|title|message|content|text|body|usage|hint|system)[ \t]*:[ \t]*(?:[>|][+-]?[ \t]*\n(?:[ \t]+[^\n]*(?:\n|\z)|[ \t]*\n)+|[A-Za-z][^\n]{40,}))"#;
}

/// What the sentences of a file ask for.
pub(super) fn hits(context: &Context<'_>) -> Vec<Hit> {
    let Some(strings) = STRINGS.as_ref() else { return Vec::new() };
    if context.is_of_tests() {
        return Vec::new();
    }
    let mut hits = Vec::new();
    for found in strings.find_iter(context.text).take(MOST * MOST) {
        let inner = found.as_str().trim_matches(['"', '\'', '`', '>', '<', '/']);
        if hits.len() > MOST || !has_words(inner) {
            continue;
        }
        let text = inner[..floor(inner, LONGEST)].replace("\\n", "\n").replace("\\\"", "\"");
        hits.extend(asked(&text, found.range()));
    }
    hits
}

/// Whether a text is sentences, rather than a list of values.
fn has_words(text: &str) -> bool {
    text.len() >= 4 * FEWEST && text.split_whitespace().filter(|word| word.len() > 1).count() >= FEWEST
}

fn asked(text: &str, place: Range<usize>) -> Option<Hit> {
    let told = super::of_page(&Context::new(text, "text.md")).into_iter().next()?;
    Some(Hit { rule: told.rule, severity: Severity::Warning, span: place, message: told.message })
}
