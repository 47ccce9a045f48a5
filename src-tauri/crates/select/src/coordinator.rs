//! From strategies to one context: find candidates, check their tools, write the instruction.
//!
//! The outcome is adk-skill's (one context or none); beside it stands why every other candidate was not taken.

mod attempt;
mod outcome;
mod rejections;

use studio_model::SkillId;

pub use self::outcome::{Context, Rejection, Resolution, StrategyOutcome, StrategyState};
use self::{attempt::Attempt, rejections::Rejections};
use crate::{Entry, Index, Policy, TriggerRule};

/// How a skill becomes a context. The defaults are adk-skill's.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinator {
    /// Limits for strategies that score.
    pub policy: Policy,
    /// Longest body in the instruction, in characters; a longer one is cut.
    pub max_instruction_chars: usize,
    /// What a missing tool does.
    pub mode: ValidationMode,
    /// Rejected skills told at most; all are counted.
    pub most_rejected: usize,
    /// What `trigger: true` in a skill's file does.
    pub triggers: TriggerRule,
}

/// Where a skill's body and its tools are read, when it is about to be taken: an index may keep no bodies, and what a
/// library links a skill to may differ from what its file lists.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    /// The body of a skill.
    pub body_of: &'a dyn Fn(&Entry) -> String,
    /// The tools it names, in its order.
    pub tools_of: &'a dyn Fn(&Entry) -> Vec<String>,
    /// Whether a skill cannot have a tool that is there for others, such as one in a version that nothing carries out.
    pub lacks: &'a dyn Fn(&Entry, &str) -> bool,
    /// Why a skill cannot be taken whatever its tools, such as a skill it requires that is missing.
    pub refused: &'a dyn Fn(SkillId) -> Option<String>,
}

/// What happens when a skill names a tool that is not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValidationMode {
    /// The skill is passed over.
    #[default]
    Strict,
    /// What is there is bound, the rest left out of tools and text.
    Permissive,
}

/// One way of finding a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Exact name, upper and lower case apart; no scoring.
    ByName(String),
    /// Score against a query; the candidates that pass are tried in order.
    ByQuery(String),
    /// The first skill by name that has a tag; no other is tried.
    ByTag(String),
}

impl Default for Coordinator {
    fn default() -> Self {
        Self {
            policy: Policy::default(),
            max_instruction_chars: 8000,
            mode: ValidationMode::Strict,
            most_rejected: usize::MAX,
            triggers: TriggerRule::Ignored,
        }
    }
}

impl Coordinator {
    /// Tries the strategies in order; the first that finds a skill wins. `available` tells whether a tool is there.
    pub fn resolve(&self, index: &Index, strategies: &[Strategy], available: &dyn Fn(&str) -> bool) -> Resolution {
        let reading = Reading {
            body_of: &|entry| entry.body.clone(),
            tools_of: &|entry| entry.allowed_tools.clone(),
            lacks: &|_, _| false,
            refused: &|_| None,
        };
        self.resolve_reading(index, strategies, available, reading)
    }

    /// The same where bodies and tools are read elsewhere.
    pub fn resolve_reading(
        &self,
        index: &Index,
        strategies: &[Strategy],
        available: &dyn Fn(&str) -> bool,
        reading: Reading<'_>,
    ) -> Resolution {
        let attempt = Attempt { coordinator: self, index, available, reading };
        let mut resolved: Option<Context> = None;
        let mut rejections = Rejections::default();
        let mut outcomes = Vec::with_capacity(strategies.len());
        for strategy in strategies {
            let (state, detail) = if let Some(context) = &resolved {
                (StrategyState::NotTried, format!("“{}” was already found.", context.name))
            } else {
                let (context, detail) = attempt.strategy(strategy, &mut rejections);
                resolved = context;
                (if resolved.is_some() { StrategyState::Won } else { StrategyState::Failed }, detail)
            };
            outcomes.push(StrategyOutcome { strategy: strategy.clone(), state, detail });
        }
        let taken = resolved.as_ref().map(|context| context.key);
        // Whoever scores looks at every skill.
        let has_scored = outcomes.iter().any(StrategyOutcome::has_scored);
        let mut rejected = rejections.into_list(taken);
        let in_all = if has_scored { index.len() - usize::from(taken.is_some()) } else { rejected.len() };
        rejected.truncate(self.most_rejected);
        Resolution { resolved, strategies: outcomes, rejected, rejected_in_all: in_all }
    }
}
