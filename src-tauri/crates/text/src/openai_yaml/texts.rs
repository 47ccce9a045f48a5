//! Texts of the interface: those that Codex drops, and what authors are asked for.

use std::ops::RangeInclusive;

use super::{
    Judge,
    reading::{Entry, Taken},
    shape::Holds,
};
use crate::{Finding, Fix, Span, code};

/// Characters that a short description is asked to have.
const ASKED: RangeInclusive<usize> = 25..=64;

/// Judges every text but those that a tool cannot do without.
pub(super) fn check(judge: &mut Judge<'_>) {
    let reading = judge.reading;
    let of_tools = reading.tools.iter().flat_map(|tool| &tool.entries);
    let of_tools = of_tools.filter(|entry| !matches!(entry.name, "type" | "value"));
    let is_text = |entry: &&Entry<'_>| matches!(entry.holds, Holds::Text(_));
    for entry in reading.entries.iter().chain(of_tools).filter(is_text) {
        let finding = match entry.taken() {
            Taken::Nothing => None,
            Taken::Empty => Some(dropped(entry, "is empty", "Add one, or remove the key.")),
            Taken::TooLong(length, most) => {
                let has = format!("has {length} characters (Codex allows at most {most})");
                Some(dropped(entry, &has, "Shorten it."))
            }
            Taken::Text(text) => match entry.path.as_str() {
                "interface.short_description" => length(entry, text.chars().count()),
                "interface.default_prompt" => mention(judge, entry, &text),
                _ => None,
            },
        };
        judge.findings.extend(finding.map(|finding| finding.about(&entry.path)));
    }
}

fn dropped(entry: &Entry<'_>, why: &str, advice: &str) -> Finding {
    let message = format!("`{}` {why}, so Codex ignores it. {advice}", entry.path);
    code::finding(code::OPENAI_YAML_TEXT, entry.value.span, message)
}

fn length(entry: &Entry<'_>, length: usize) -> Option<Finding> {
    if ASKED.contains(&length) {
        return None;
    }
    let (least, most) = (*ASKED.start(), *ASKED.end());
    let way = if length < least { "Add detail" } else { "Shorten it" };
    let message = format!("`short_description` has {length} characters. Codex recommends {least} to {most}. {way}.");
    Some(code::finding(code::OPENAI_YAML_SHORT_DESCRIPTION, entry.value.span, message))
}

/// The prompt stands before a person who calls the skill: it calls the skill where it names it.
fn mention(judge: &Judge<'_>, entry: &Entry<'_>, prompt: &str) -> Option<Finding> {
    let name = judge.around.skill;
    if name.is_empty() || mentions(prompt, name) {
        return None;
    }
    let message = format!(
        "`default_prompt` doesn't mention `${name}`, so sending it doesn't load the skill. Mention `${name}` in it."
    );
    let finding = code::finding(code::OPENAI_YAML_PROMPT, entry.value.span, message);
    let bare = bare_name(entry.value.span.of(judge.text), name);
    let fix = bare.map(|at| Fix::one(format!("Write `${name}`"), Span::at(entry.value.span.start + at), "$"));
    Some(Finding { fix, ..finding })
}

const fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// Whether a text has `$name`, or `$plugin:name`.
fn mentions(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = &text[..at];
        let before = before.strip_suffix(':').map_or(before, |plugin| plugin.trim_end_matches(is_part));
        before.ends_with('$') && !text[at + name.len()..].starts_with(is_part)
    })
}

/// Where the name stands once, as a word without the sign. A name of one word may be meant as that word.
fn bare_name(text: &str, name: &str) -> Option<usize> {
    let is_on = |c: char| is_part(c) || matches!(c, '/' | ':' | '.');
    let is_word = |at: usize| {
        let after = &text[at + name.len()..];
        !text[..at].ends_with(is_on) && !after.starts_with(is_part) && !after.starts_with('/')
    };
    let mut found = text.match_indices(name).map(|(at, _)| at).filter(|at| is_word(*at));
    match (found.next(), found.next()) {
        (Some(only), None) if name.contains('-') => Some(only),
        _ => None,
    }
}
