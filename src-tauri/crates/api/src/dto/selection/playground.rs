//! A query put to the library: who wakes, why, and what the agent would then read.

use crate::{closed::closed, dto::TextRange};
use serde::{Deserialize, Serialize};
use specta::Type;

closed! {
    /// Ways a skill is chosen.
    pub enum StrategyKind {
        /// It was named.
        ByName = "by_name",
        /// It fits a query best.
        ByQuery = "by_query",
        /// It has a tag.
        ByTag = "by_tag",
    }
}

/// How candidates are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Scorer {
    /// Words weighted by field, exactly as adk-skill 0.6 counts them.
    Adk,
    /// Words weighted by field and rarity, stems compared.
    Bm25,
    /// Cosine between the query's vector and the skill's.
    Embedding,
    /// Words and meaning together, on one scale from 0 to 1.
    Hybrid,
    /// A chat model that is shown the host's list and picks.
    Model,
}

/// What limits the candidates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct Policy {
    /// How many candidates at most.
    pub top_k: u32,
    /// Lowest score that passes.
    #[specta(type = specta_typescript::Number)]
    pub min_score: f32,
    /// At least one of these, where any is named.
    pub include_tags: Vec<String>,
    /// None of these.
    pub exclude_tags: Vec<String>,
}

/// What happens when a skill names a tool that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ValidationMode {
    /// The skill is passed over.
    #[default]
    Strict,
    /// What is there is bound, the rest left out.
    Permissive,
}

/// What `trigger: true` in a skill's file does: its author wants it named, not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum TriggerRule {
    /// Nothing: the skill is scored like any other, as adk-skill does.
    #[default]
    Ignored,
    /// The skill wakes only by name.
    Honored,
}

/// One way of finding a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", content = "value", rename_all = "snake_case")]
pub enum Strategy {
    /// Exact name, no scoring.
    ByName(String),
    /// Score against a query.
    ByQuery(String),
    /// First skill with a tag.
    ByTag(String),
}

/// What to resolve.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct ResolveRequest {
    /// Tried in order; the first that succeeds wins.
    pub strategies: Vec<Strategy>,
    /// Limits for scoring.
    pub policy: Policy,
    /// What a missing tool does.
    pub mode: ValidationMode,
    /// Tools the host offers; none given means every tool of the library.
    pub available_tools: Option<Vec<String>>,
    /// Longest body, in characters.
    pub max_instruction_chars: u32,
    /// How many of the skills that were not chosen are listed at most; all where none is given.
    pub most_rejected: Option<u32>,
    /// What `trigger: true` does.
    #[serde(default)]
    pub triggers: TriggerRule,
}

/// What resolving came to.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct Resolution {
    /// The context, or none.
    pub resolved: Option<Resolved>,
    /// How each strategy fared, in order.
    pub strategies: Vec<StrategyOutcome>,
    /// The skills that were not chosen, each with its reason, closest first; at most as many as were asked for.
    pub rejected: Vec<Rejection>,
    /// How many were not chosen in all.
    pub rejected_in_all: u32,
}

/// The context an agent would be given.
#[derive(Clone, Debug, Serialize, Deserialize, Type)]
pub struct Resolved {
    /// How it was chosen.
    pub strategy: StrategyKind,
    /// Skill id in the library.
    pub skill_id: String,
    /// Skill name.
    pub name: String,
    /// Provenance id, as adk makes it: normalised name and hash.
    pub id: String,
    /// SHA-256 of the raw file, hex.
    pub hash: String,
    /// Path of the skill's file.
    pub path: String,
    /// The score that woke it; `f32::MAX` when found by name.
    #[specta(type = specta_typescript::Number)]
    pub score: f32,
    /// The instruction text, byte for byte.
    pub instruction: String,
    /// What stands where in it.
    pub ranges: InstructionRanges,
    /// Tools bound.
    pub tools: Vec<String>,
    /// Tools named but not there.
    pub omitted: Vec<String>,
    /// Whether the body was cut.
    pub is_truncated: bool,
    /// Estimated tokens: name and description, body, tools line.
    pub tokens: Coverage,
    /// Names of the skills it requires, which are pulled in with it, the nearest first.
    pub requires: Vec<String>,
    /// What it does without, as sentences.
    pub warnings: Vec<String>,
}

/// What stands where in an instruction, as UTF-16 offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct InstructionRanges {
    /// Name and description.
    pub heading: TextRange,
    /// The line that names the tools; empty where there is none.
    pub tools_line: TextRange,
    /// The skill's instructions, with their heading.
    pub body: TextRange,
}

/// Tokens of a context, by what they are spent on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct Coverage {
    /// Name and description.
    pub description: u32,
    /// Instructions.
    pub body: u32,
    /// The line that names the tools.
    pub tools: u32,
    /// The whole text.
    pub total: u32,
}

/// How one strategy fared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct StrategyOutcome {
    /// The strategy.
    pub strategy: Strategy,
    /// What came of it.
    pub state: StrategyState,
    /// In words.
    pub detail: String,
}

/// What came of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum StrategyState {
    /// It found the skill.
    Won,
    /// It found none.
    Failed,
    /// An earlier one had won.
    NotTried,
}

/// A skill that was not chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct Rejection {
    /// Skill id in the library.
    pub skill_id: String,
    /// Skill name.
    pub name: String,
    /// Its score, where it was scored.
    #[specta(type = Option<specta_typescript::Number>)]
    pub score: Option<f32>,
    /// Why not, without the score.
    pub reason: String,
}

impl Rejection {
    /// All of it in a line.
    #[must_use]
    pub fn line(&self) -> String {
        match self.score {
            Some(score) => format!("{} ({score:.2}): {}", self.name, self.reason),
            None => format!("{}: {}", self.name, self.reason),
        }
    }
}
