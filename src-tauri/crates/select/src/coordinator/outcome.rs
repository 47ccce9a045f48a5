//! What resolving came to: the context, how each strategy fared, and who was rejected.

use std::ops::Range;

use studio_model::SkillId;

use super::Strategy;

/// What resolving came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolution {
    /// The context, or none.
    pub resolved: Option<Context>,
    /// How each strategy fared, in order.
    pub strategies: Vec<StrategyOutcome>,
    /// Every candidate of a tried strategy that was not taken, once each with the reason that came closest to success;
    /// closest first; at most [`Coordinator::most_rejected`].
    pub rejected: Vec<Rejection>,
    /// How many were rejected in all.
    pub rejected_in_all: usize,
}

/// The context an agent would be given: an instruction and exactly the tools it names.
#[derive(Clone, Debug, PartialEq)]
pub struct Context {
    /// The skill.
    pub key: SkillId,
    /// Its name.
    pub name: String,
    /// Its provenance id.
    pub id: String,
    /// SHA-256 of its raw file.
    pub hash: String,
    /// Path of its file.
    pub path: String,
    /// The score that woke it; `f32::MAX` when found by name.
    pub score: f32,
    /// The strategy that found it.
    pub strategy: Strategy,
    /// The instruction text, byte for byte.
    pub instruction: String,
    /// Bytes of the instruction that hold name and description.
    pub heading: Range<usize>,
    /// Bytes of the instruction that hold the line naming the tools; empty if there is none.
    pub tools_line: Range<usize>,
    /// Bytes of the instruction that hold the body.
    pub body: Range<usize>,
    /// Tools bound, in the skill's order, repeats kept.
    pub tools: Vec<String>,
    /// Tools the skill names that are not there; only in [`ValidationMode::Permissive`].
    pub omitted: Vec<String>,
    /// Whether the body was cut.
    pub truncated: bool,
}

/// How one strategy fared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyOutcome {
    /// The strategy.
    pub strategy: Strategy,
    /// What came of it.
    pub state: StrategyState,
    /// In words.
    pub detail: String,
}

/// What came of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrategyState {
    /// It found the skill.
    Won,
    /// It found none.
    Failed,
    /// An earlier one had won.
    NotTried,
}

/// A candidate that was not taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Rejection {
    /// The skill.
    pub key: SkillId,
    /// Its name.
    pub name: String,
    /// Its score, where it was scored.
    pub score: Option<f32>,
    /// Why not, as a full sentence without the score; for missing tools in adk-skill's words.
    pub reason: String,
}

impl StrategyOutcome {
    pub(super) fn has_scored(&self) -> bool {
        self.state != StrategyState::NotTried && !matches!(self.strategy, Strategy::ByName(_))
    }
}
