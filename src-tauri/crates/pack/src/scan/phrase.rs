//! A pattern of words or of a command, and what is said where it is meant.

use std::ops::Range;

use regex::Regex;
use studio_text::Severity;

use super::{Rule, pattern::pattern, sense::Context};

pub(super) const OVERRIDES: &str = "This tells a model to ignore its other instructions. Skills should add to them: \
    remove this unless it's an example.";
pub(super) const SECRECY: &str = "This tells a model to hide something from the user. Remove it, or tell the user.";
pub(super) const RUNS: &str =
    "This downloads and runs code without checking it. Download it, verify its checksum, then run it.";
pub(super) const SENDS: &str = "This sends data from the user's computer to another server. Remove it, or ask the user \
    first and say where the data goes.";
pub(super) const OBEYS: &str = "This has an agent do what a text from elsewhere says, which can change at any time. Remove it, or say \
    here what is to be done.";
pub(super) const UNLOCKS: &str = "This tells an agent to switch off its own limits. Leave that to the user.";

pub(super) const UNGUARDS: &str = "This switches off what protects the user's computer or account. Remove it, or let the user \
    decide.";

/// One pattern with what is said of it.
pub(super) struct Phrase {
    pub(super) rule: Rule,
    pub(super) severity: Severity,
    pub(super) pattern: &'static str,
    pub(super) message: &'static str,
    /// Whether a place that fits the pattern means it.
    pub(super) means: fn(&Context<'_>, &Range<usize>) -> bool,
}

/// A phrase with its pattern made.
pub(super) type Made = (Regex, &'static Phrase);

/// Phrases with their patterns made; a test of each table finds one that can't be.
pub(super) fn made(phrases: impl IntoIterator<Item = &'static Phrase>) -> Vec<Made> {
    let made = |phrase: &'static Phrase| Some((pattern(&format!("(?im){}", phrase.pattern))?, phrase));
    phrases.into_iter().filter_map(made).collect()
}
