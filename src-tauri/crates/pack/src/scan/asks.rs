//! What a text asks its reader to do, by what such an order is made of rather than by its best-known words: something to
//! take, somewhere to put it, somebody to keep it from. A paragraph is read as a whole, since who hides an order says it in
//! more than one sentence.

mod evidence;
mod hiding;
mod keeping;
mod lifting;
mod sending;
mod steps;
mod strings;
mod tokens;
mod tongues;
mod turns;
mod weigh;
mod words;

use std::{ops::Range, sync::LazyLock};

use regex::Regex;
use studio_text::Severity;

use super::{Hit, MOST, Rule, pattern::pattern, sense::Context};

/// Longest paragraph that is read; what follows in it is another.
const LONGEST: usize = 2_000;
/// How much has to come together in a paragraph.
const ENOUGH: u8 = 2;

/// A sign that something is asked for which nobody would ask for openly.
struct Sign {
    /// How much it says by itself.
    weight: u8,
    pattern: &'static str,
}

/// Signs that together say one thing.
struct Signs {
    rule: Rule,
    message: &'static str,
    /// Whether it is an order, rather than a claim.
    is_order: bool,
    /// What makes it the contrary where it stands before in the sentence; empty where nothing does.
    unless: &'static str,
    all: &'static [Sign],
}

/// Signs with their patterns made.
struct Made {
    signs: Vec<(Regex, u8)>,
    unless: Option<Regex>,
}

fn made(signs: &Signs) -> Made {
    let regex = |text: &str| pattern(&format!("(?im){text}"));
    Made {
        signs: signs.all.iter().filter_map(|sign| Some((regex(sign.pattern)?, sign.weight))).collect(),
        unless: regex(signs.unless).filter(|_| !signs.unless.is_empty()),
    }
}

static ALL: LazyLock<Vec<(&'static Signs, Made)>> = LazyLock::new(|| {
    let all = [&hiding::SIGNS, &lifting::SIGNS, &keeping::SIGNS, &keeping::DELETES, &tongues::SIGNS];
    all.into_iter().map(|signs| (signs, made(signs))).collect()
});

/// What the paragraphs of a text ask for.
pub(super) fn hits(context: &Context<'_>) -> Vec<Hit> {
    if context.is_prose { of_page(context) } else { strings::hits(context) }
}

fn of_page(context: &Context<'_>) -> Vec<Hit> {
    let mut hits: Vec<Hit> = turns::hits(context);
    let paragraphs = paragraphs(context);
    for paragraph in &paragraphs {
        hits.extend(ALL.iter().filter_map(|(signs, made)| asked(context, paragraph, signs, made)));
        hits.extend(sending::hit(context, paragraph));
        if hits.len() > MOST {
            break;
        }
    }
    hits.extend(weigh::hits(context, &paragraphs));
    hits
}

/// What words that a page doesn't show ask for, and how much speaks for it.
pub(super) fn weight(text: &str) -> i32 {
    weigh::of(text)
}

/// Whether enough of the signs stand in a paragraph.
fn asked(context: &Context<'_>, paragraph: &Range<usize>, signs: &Signs, made: &Made) -> Option<Hit> {
    let text = &context.text[paragraph.clone()];
    let mut first: Option<Range<usize>> = None;
    let mut all = 0_u8;
    let is_contrary = |place: &Range<usize>| {
        let before = &context.text[paragraph.start..place.start];
        let sentence = before.rsplit(['.', '!', '?', '。', '；', ';']).next().unwrap_or_default();
        made.unless.as_ref().is_some_and(|regex| regex.is_match(sentence))
    };
    for (regex, weight) in &made.signs {
        let meant = regex.find_iter(text).map(|found| paragraph.start + found.start()..paragraph.start + found.end());
        let is_told = |place: &Range<usize>| {
            !is_contrary(place) && !context.is_for_a_while(place.end) && is_meant(context, place, signs.is_order)
        };
        let Some(place) = meant.take(MOST).find(is_told) else {
            continue;
        };
        all = all.saturating_add(*weight);
        if first.as_ref().is_none_or(|first| place.start < first.start) {
            first = Some(place);
        }
    }
    let span = first.filter(|_| all >= ENOUGH)?;
    Some(Hit { rule: signs.rule, severity: Severity::Warning, span, message: signs.message.to_owned() })
}

/// Whether words are meant where they stand: not shown, not forbidden, not said of others.
fn is_meant(context: &Context<'_>, place: &Range<usize>, is_order: bool) -> bool {
    if context.is_shown(place) || context.is_exhibit(place) {
        return false;
    }
    if is_order { context.is_order(place) } else { !context.is_quoted(place) || !context.is_reported(place) }
}

/// The paragraphs of a text, those in fences left out.
fn paragraphs(context: &Context<'_>) -> Vec<Range<usize>> {
    let text = context.text;
    let mut at = 0;
    let mut blocks: Vec<Range<usize>> = Vec::new();
    let mut is_open = false;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let is_blank = line.trim_matches(|letter: char| letter.is_whitespace() || letter == '>').is_empty();
        let is_fenced = context.code_around(start).is_some_and(|span| context.is_fence(span.start))
            || line.trim_start().starts_with("```")
            || line.trim_start().starts_with("~~~");
        if is_blank || is_fenced {
            is_open = false;
            continue;
        }
        match blocks.last_mut() {
            Some(last) if is_open && at - last.start < LONGEST => last.end = at,
            _ => blocks.push(start..at),
        }
        is_open = true;
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_has_a_pattern() {
        for (signs, made) in ALL.iter() {
            assert_eq!(signs.all.len(), made.signs.len(), "{}", signs.message);
        }
    }
}
