//! What a prompt costs, tier by tier.

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
        let mut lines: Vec<LedgerLine> = Vec::new();
        let mut at = std::collections::HashMap::new();
        for (tier, origin, text) in prompt.counted() {
            let tokens = count(&text);
            let line = *at.entry((tier, origin.clone())).or_insert_with(|| {
                lines.push(LedgerLine { tier, origin, tokens: 0 });
                lines.len() - 1
            });
            lines[line].tokens += tokens;
        }
        Self { lines }
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
