//! Finding a pattern in a text, and replacing what was found.

use regex::{Regex, RegexBuilder};

use crate::Span;

/// How much of a line is shown before a match, and in all, in characters.
const BEFORE: usize = 40;
const SHOWN: usize = 240;

/// Longest pattern, in characters. Where a text nearly has it everywhere, looking takes as long as both are long.
const LONGEST_PATTERN: usize = 1_000;

/// How a pattern is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PatternOptions {
    /// Whether upper and lower case differ.
    pub match_case: bool,
    /// Whether only whole words count.
    pub whole_word: bool,
    /// Whether it is a regular expression.
    pub is_regex: bool,
}

/// What is looked for.
#[derive(Clone, Debug)]
pub struct Pattern {
    regex: Regex,
    options: PatternOptions,
}

/// A pattern that is none, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct BadPattern {
    /// What is wrong with it, on one line.
    pub reason: String,
}

/// The line a match stands in, cut where it is long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchLine<'a> {
    /// What is shown of it before the match.
    pub before: &'a str,
    /// The match, up to the end of its line.
    pub found: &'a str,
    /// What is shown of it after the match.
    pub after: &'a str,
    /// Whether something was cut off before.
    pub is_cut: bool,
}

impl Pattern {
    /// Reads a pattern. A regular expression works on whole texts: `^` and `$` are the ends of a line.
    pub fn new(query: &str, options: PatternOptions) -> Result<Self, BadPattern> {
        if query.chars().nth(LONGEST_PATTERN).is_some() {
            return Err(BadPattern { reason: "it is longer than 1,000 characters".to_owned() });
        }
        let source = if options.is_regex { query.to_owned() } else { regex::escape(query) };
        let regex = RegexBuilder::new(&source).case_insensitive(!options.match_case).multi_line(true).build();
        Ok(Self { regex: regex.map_err(|error| bad(&error))?, options })
    }

    /// The matches in a text, in order; empty ones are none.
    pub fn matches<'t>(&'t self, text: &'t str) -> impl Iterator<Item = Span> + 't {
        let found = self.regex.find_iter(text).map(|found| Span::new(found.start(), found.end()));
        found.filter(|span| !span.is_empty() && (!self.options.whole_word || is_whole(text, *span)))
    }

    /// What a match becomes: `$1` and `${name}` stand for groups of a regular expression.
    pub fn replacement(&self, text: &str, span: Span, with: &str) -> String {
        if !self.options.is_regex {
            return with.to_owned();
        }
        let mut expanded = String::new();
        match self.regex.captures_at(text, span.start) {
            Some(captures) if captures.get(0).is_some_and(|all| all.start() == span.start) => {
                captures.expand(with, &mut expanded);
                expanded
            }
            _ => with.to_owned(),
        }
    }

    /// The text with the matches that are wanted replaced, and how many those were.
    pub fn replace(&self, text: &str, with: &str, is_wanted: impl Fn(Span) -> bool) -> (String, u32) {
        let (mut result, mut at, mut count) = (String::with_capacity(text.len()), 0, 0);
        for span in self.matches(text).filter(|span| is_wanted(*span)) {
            result.push_str(&text[at..span.start]);
            result.push_str(&self.replacement(text, span, with));
            at = span.end;
            count += 1;
        }
        result.push_str(&text[at..]);
        (result, count)
    }
}

/// The line around a match.
pub fn line_around(text: &str, span: Span) -> MatchLine<'_> {
    let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[span.start..].find('\n').map_or(text.len(), |at| span.start + at);
    let cut = text[start..span.start]
        .char_indices()
        .rev()
        .nth(BEFORE)
        .map_or(start, |(at, sign)| start + at + sign.len_utf8());
    let to = span.end.min(end);
    let last =
        |from: usize, count: usize| text[from..].char_indices().nth(count).map_or(text.len(), |(at, _)| from + at);
    let found = to.min(last(span.start, SHOWN));
    let before = if cut == start { text[start..span.start].trim_start() } else { &text[cut..span.start] };
    MatchLine {
        before,
        found: &text[span.start..found],
        after: &text[found..end.min(last(found, SHOWN)).max(found)],
        is_cut: cut > start,
    }
}

/// Whether no word goes on over either end.
fn is_whole(text: &str, span: Span) -> bool {
    let is_word = |sign: char| sign.is_alphanumeric() || sign == '_';
    let joins = |a: Option<char>, b: Option<char>| a.is_some_and(is_word) && b.is_some_and(is_word);
    let found = span.of(text);
    let before = text[..span.start].chars().next_back();
    let after = text[span.end..].chars().next();
    !joins(before, found.chars().next()) && !joins(found.chars().next_back(), after)
}

/// The reason without the picture of the pattern that comes with it.
fn bad(error: &regex::Error) -> BadPattern {
    let told = error.to_string();
    let last = told.lines().last().unwrap_or_default().trim();
    let reason = match error {
        regex::Error::CompiledTooBig(_) => "it is too large",
        _ => last.strip_prefix("error: ").unwrap_or(last),
    };
    BadPattern { reason: reason.to_owned() }
}
