//! What a statement takes, holds, runs, sends and deletes, by the words of its language.

use std::borrow::Cow;

use regex::Captures;

use super::{
    CODED, DIGEST, FETCHED, HOME, Held, RUNNER, SECRET,
    words::{
        ASSIGNS, CLOSED_SETTING, COMPARES, COMPARES_DIGEST, DECODES, DEFINES, DELETES, DELETES_BY_COMMAND,
        DELETES_RECEIVER, DIGESTS, DISGUISED, FETCHES, GOES_THROUGH, HARMLESS, HEADS, HIDDEN, IS_HOME, KEEPS_SECRET,
        KEY_OF_NAME, KEYS, LOADS, MATTERS, NARROWS, OF_NAMES, OF_VALUE, OPEN_SETTING, OWN_SETTING, PICKED, PUBLIC_KEY,
        RETURNS, RUNS_GIVEN, RUNS_REST, SENDS_GIVEN, SENDS_REST, STARTS, TLS_OFF, UNVERIFIED, WIDE_FOLDER,
    },
};
use crate::scan::pattern::{Pattern, has};

/// Words before a block that begin no function.
const CONDITIONS: [&str; 9] = ["if", "for", "while", "switch", "catch", "foreach", "elseif", "until", "unless"];

/// Whether a program does any of what is looked for.
pub(super) fn could_matter(text: &str) -> bool {
    has(&MATTERS, text)
}

/// What an expression takes by itself.
pub(super) fn taken(value: &str) -> Held {
    let of = |pattern: &Pattern, held: Held| if has(pattern, value) { held } else { 0 };
    let home = if has(&IS_HOME, value) && !is_narrowed(value) { HOME } else { 0 };
    of(&FETCHES, FETCHED)
        | of(&DECODES, CODED)
        | of(&KEEPS_SECRET, SECRET)
        | of(&KEY_OF_NAME, SECRET)
        | of(&DISGUISED, RUNNER)
        | of(&DIGESTS, DIGEST)
        | home
}

/// Whether a text in code is a program that is run as it stands: nobody reads it before.
pub(crate) fn is_coded_program(text: &str) -> bool {
    has(&DECODES, text)
}

pub(super) fn is_narrowed(value: &str) -> bool {
    has(&NARROWS, value) && !has(&WIDE_FOLDER, value)
}

pub(super) fn makes_harmless(value: &str) -> bool {
    has(&HARMLESS, value)
}

pub(super) fn is_own_setting(value: &str) -> bool {
    has(&OWN_SETTING, value)
}

/// Whether what is picked is where something is, rather than what lets somebody in.
pub(super) fn is_open_setting(value: &str) -> bool {
    has(&OPEN_SETTING, value) && !has(&CLOSED_SETTING, value)
}

pub(super) fn is_public_key(value: &str) -> bool {
    has(&PUBLIC_KEY, value)
}

/// An expression without the single values that are picked out of something.
pub(super) fn without_picked(value: &str) -> Cow<'_, str> {
    PICKED.as_ref().map_or(Cow::Borrowed(value), |regex| regex.replace_all(value, ""))
}

/// Whether a statement only begins a function.
pub(super) fn only_defines(text: &str) -> bool {
    defined(text).is_some() && text.lines().count() == 1 && text.ends_with([':', '{', '('])
}

/// The names in an expression, those in strings left out but where a string puts them in.
pub(super) fn mentioned(value: &str) -> impl Iterator<Item = &str> {
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut quote = None;
    let mut inner = 0_usize;
    let mut at = 0;
    let mut before = ' ';
    let mut unquoted: Vec<&str> = Vec::new();
    let mut start = 0;
    for (index, letter) in value.char_indices() {
        match (quote, letter) {
            (None, '"' | '\'' | '`') if before != '\\' => {
                unquoted.push(&value[start..index]);
                quote = Some(letter);
            }
            (Some(mark), _) if letter == mark && before != '\\' => {
                (quote, inner, start) = (None, 0, index + 1);
            }
            (Some(_), '{' | '$') => (inner, at) = (1, index + 1),
            (Some(_), '}' | ' ' | '/' | '&') if inner > 0 => {
                unquoted.push(&value[at..index]);
                inner = usize::from(letter == '$');
            }
            _ => {}
        }
        before = letter;
    }
    unquoted.push(if quote.is_none() { &value[start..] } else { &value[at.min(value.len())..] });
    unquoted
        .into_iter()
        .flat_map(move |part| part.split(move |letter: char| !is_name(letter)))
        .filter(|name| !name.is_empty())
}

fn first_of<'t>(found: &Captures<'t>, groups: std::ops::RangeInclusive<usize>) -> Option<&'t str> {
    groups.into_iter().find_map(|at| found.get(at)).map(|part| part.as_str())
}

/// The name of a function that begins.
pub(super) fn defined(text: &str) -> Option<String> {
    let found = DEFINES.as_ref()?.captures(text)?;
    first_of(&found, 1..=3).filter(|name| !CONDITIONS.contains(name)).map(str::to_owned)
}

/// Names that are given a value, and the value.
pub(super) fn assigned(text: &str) -> Option<(Vec<String>, &str)> {
    let names = |list: &str| -> Vec<String> {
        let name = |name: &str| {
            name.trim().trim_start_matches(['$', '@', '%']).split('[').next().unwrap_or_default().to_owned()
        };
        list.split(',').map(name).filter(|name| !name.is_empty()).collect()
    };
    if let Some(found) = GOES_THROUGH.as_ref()?.captures(text) {
        let pairs = [(1, 2), (4, 3), (6, 5), (7, 8)];
        let (name, value) = pairs.into_iter().find_map(|(name, value)| Some((found.get(name)?, found.get(value)?)))?;
        return Some((names(&name.as_str().replace('-', "_")), value.as_str()));
    }
    let found = ASSIGNS.as_ref()?.captures(text.trim_start_matches("<?php").trim_start())?;
    let (list, value) = (found.get(1)?.as_str(), found.get(2)?.as_str());
    // How something is asked for is no part of what it holds.
    let attribute = list.rsplit_once('.').map_or("", |(_, attribute)| attribute).to_ascii_lowercase();
    let is_head =
        ["headers", "auth", "api_key", "apikey", "token", "cookies", "password"].contains(&attribute.as_str());
    let list = list.split('.').next().unwrap_or_default();
    (!is_head).then(|| (names(list), value))
}

pub(super) fn returned(text: &str) -> Option<&str> {
    RETURNS.as_ref()?.captures(text)?.get(1).map(|value| value.as_str())
}

pub(super) fn first_named<'t>(found: &Captures<'t>, groups: &[usize]) -> Option<&'t str> {
    groups.iter().find_map(|at| found.get(*at)).map(|part| part.as_str())
}

/// Whether a statement compares something.
pub(super) fn compares(text: &str) -> bool {
    has(&COMPARES, text)
}

/// Whether a digest is compared with one that is known.
pub(super) fn compares_digest(text: &str) -> bool {
    has(&COMPARES_DIGEST, text)
}

/// What is given to each call of a pattern.
fn given<'t>(pattern: &'static Pattern, text: &'t str) -> impl Iterator<Item = &'t str> {
    let found = pattern.as_ref().into_iter().flat_map(move |regex| regex.find_iter(text));
    found.map(move |call| in_brackets(&text[call.end()..]))
}

/// Up to the bracket that closes, or all of it.
pub(super) fn in_brackets(text: &str) -> &str {
    let mut depth = 1_usize;
    let mut quote = None;
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (None, '"' | '\'' | '`') => quote = Some(letter),
            (Some(mark), _) if mark == letter => quote = None,
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => {
                depth -= 1;
                if depth == 0 {
                    return &text[..at];
                }
            }
            _ => {}
        }
    }
    text
}

fn rest<'t>(pattern: &'static Pattern, text: &'t str) -> impl Iterator<Item = &'t str> {
    let found = pattern.as_ref().into_iter().flat_map(move |regex| regex.captures_iter(text));
    found.filter_map(|found| first_of(&found, 1..=found.len().saturating_sub(1)))
}

/// What a statement runs as a program.
pub(super) fn run(text: &str) -> impl Iterator<Item = &str> {
    given(&RUNS_GIVEN, text).chain(rest(&RUNS_REST, text))
}

/// What a statement loads as a program: a file, a module, an address.
pub(super) fn loaded(text: &str) -> impl Iterator<Item = &str> {
    given(&LOADS, text)
}

/// Whether what is worth something goes to whoever answers.
pub(super) fn is_unverified(text: &str) -> bool {
    has(&UNVERIFIED, text) && has(&OF_VALUE, text) || has(&TLS_OFF, text)
}

/// Whether a program is loaded from an address as it is written.
pub(super) fn is_address(given: &str) -> bool {
    let given = given.trim_start_matches(['"', '\'', '`', ' ']);
    given.starts_with("https://") || given.starts_with("http://") || given.starts_with("data:text/javascript")
}

/// What a statement starts as a command.
pub(super) fn started(text: &str) -> impl Iterator<Item = &str> {
    given(&STARTS, text)
}

/// Whether what a command is given is one name as a whole, a list of arguments apart.
pub(super) fn is_whole(given: &str) -> bool {
    // One value of many is whole as well.
    let plain = without_keys(given);
    let first = plain.split([',', '\n']).next().unwrap_or_default().trim();
    let is_shell =
        ["sh\"", "sh'", "python", "node", "perl", "ruby", "executable"].iter().any(|name| given.contains(name));
    let is_input = is_shell && (given.contains("input=") || given.contains("input:") || given.contains("-c"));
    !first.starts_with('[') && !first.contains(['"', '\'', '`'])
        || is_input
        || has(&FETCHES, first)
        || first.contains("decode")
        || first.contains("Buffer")
        || first.contains("chr")
}

fn without_keys(given: &str) -> Cow<'_, str> {
    KEYS.as_ref().map_or(Cow::Borrowed(given), |regex| regex.replace_all(given, ""))
}

/// Whether a name is given by a call in the same statement, as what comes in is.
pub(super) fn is_parameter(text: &str, given: &str) -> bool {
    let name = given.trim().split([',', '.', ')']).next().unwrap_or_default().trim();
    let is_one = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let forms =
        [format!("({name} =>"), format!("({name}) =>"), format!("function ({name})"), format!("function({name})")];
    is_one && forms.iter().any(|form| text.contains(form.as_str()))
}

/// Whether what is run is put together of names alone, with nothing said of them.
pub(super) fn is_made_of_names(given: &str) -> bool {
    is_name(given) || has(&OF_NAMES, given.trim())
}

pub(super) fn is_name(given: &str) -> bool {
    let name = given.trim().split([',', ')']).next().unwrap_or_default();
    !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "_.$".contains(letter))
}

/// What is given to a name that is called.
pub(super) fn called<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let at = text.find(&format!("{name}("))?;
    let is_begun = text[..at].chars().next_back().is_none_or(|letter| !letter.is_alphanumeric() && letter != '_');
    is_begun.then(|| in_brackets(&text[at + name.len() + 1..]))
}

/// What a statement sends.
pub(super) fn sent(text: &str) -> impl Iterator<Item = Cow<'_, str>> {
    given(&SENDS_GIVEN, text).chain(rest(&SENDS_REST, text)).map(Cow::Borrowed)
}

/// The same without what shows who asks.
pub(super) fn without_heads(given: &str) -> String {
    HEADS.as_ref().map_or_else(|| given.to_owned(), |regex| regex.replace_all(given, "").into_owned())
}

/// A text without the question whether a name begins with a point: all but what is hidden is all that people see.
pub(super) fn without_the_hidden(text: &str) -> Cow<'_, str> {
    HIDDEN.as_ref().map_or(Cow::Borrowed(text), |regex| regex.replace_all(text, ""))
}

/// What a statement deletes.
pub(super) fn deleted(text: &str) -> impl Iterator<Item = &str> {
    let by_name = given(&DELETES, text).map(|given| given.split(", {").next().unwrap_or_default());
    by_name.chain(rest(&DELETES_RECEIVER, text)).chain(rest(&DELETES_BY_COMMAND, text))
}
