//! What a prompt costs, tier by tier.

use std::collections::HashMap;

use super::{Origin, Prompt, Tier};

/// Tokens of a prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// One line for each origin within a tier, in the order they first come up in.
    pub lines: Vec<LedgerLine>,
}

/// What one origin costs within a tier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerLine {
    /// The tier.
    pub tier: Tier,
    /// What it comes from.
    pub origin: Origin,
    /// Tokens.
    pub tokens: usize,
}

impl Ledger {
    /// Counts a prompt. `count` counts one text; a text is counted by itself, as hosts count the parts of a request.
    pub fn of(prompt: &Prompt, mut count: impl FnMut(&str) -> usize) -> Self {
        let mut tally = Tally::default();
        tally.add_all(prompt, &mut count);
        tally.ledger
    }

    /// What it has beyond another one.
    pub(crate) fn beyond(&self, other: &Self) -> Vec<LedgerLine> {
        let had: HashMap<_, usize> = other.lines.iter().map(|line| ((line.tier, &line.origin), line.tokens)).collect();
        let more = |line: &LedgerLine| {
            let had = had.get(&(line.tier, &line.origin)).copied().unwrap_or_default();
            let tokens = line.tokens.checked_sub(had).filter(|tokens| *tokens > 0)?;
            Some(LedgerLine { tokens, ..line.clone() })
        };
        self.lines.iter().filter_map(more).collect()
    }

    /// Tokens of one tier.
    pub fn tier(&self, tier: Tier) -> usize {
        self.lines.iter().filter(|line| line.tier == tier).map(|line| line.tokens).sum()
    }

    /// Tokens in all.
    pub fn total(&self) -> usize {
        self.lines.iter().map(|line| line.tokens).sum()
    }
}

/// A ledger that grows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) ledger: Ledger,
    /// Where the line of each origin within a tier is.
    places: HashMap<(Tier, Origin), usize>,
}

impl Tally {
    /// Adds all of a prompt.
    pub(crate) fn add_all(&mut self, prompt: &Prompt, count: &mut dyn FnMut(&str) -> usize) {
        for (tier, origin, text) in prompt.counted() {
            self.add(tier, origin, count(&text));
        }
    }

    /// Adds tokens to the line they belong to, and says which that is.
    pub(crate) fn add(&mut self, tier: Tier, origin: Origin, tokens: usize) -> usize {
        let lines = &mut self.ledger.lines;
        let place = *self.places.entry((tier, origin)).or_insert_with_key(|(tier, origin)| {
            lines.push(LedgerLine { tier: *tier, origin: origin.clone(), tokens: 0 });
            lines.len() - 1
        });
        lines[place].tokens += tokens;
        place
    }
}
