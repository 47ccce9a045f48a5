//! Agent hosts: what each lists of a library.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What a host shows a model of the library's skills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum Host {
    /// Everything.
    Whole,
    /// Shortens every description until the list fits.
    Codex,
    /// Drops whole descriptions until the list fits.
    Claude,
    /// Shows only the skill that was selected.
    Adk,
}

/// How a host's limits are set. Characters are Unicode scalar values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(default)]
pub struct HostBudgets {
    /// Tokens of the model's context window; 0 where unknown.
    pub context_tokens: u32,
    /// Share of the context Codex gives the list, in thousandths.
    pub codex_per_mille: u32,
    /// Characters Codex gives the list where the context is unknown.
    pub codex_fallback_chars: u32,
    /// Share of the context Claude Code gives the list, in thousandths.
    pub claude_per_mille: u32,
    /// Characters Claude Code gives the list where the context is unknown.
    pub claude_fallback_chars: u32,
    /// Characters Claude Code shows of one entry.
    pub claude_entry_chars: u32,
    /// Characters a token is taken for.
    pub chars_per_token: u32,
}

/// The library as a host's model sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct HostList {
    /// The host.
    pub host: Host,
    /// Skills in the order of the list.
    pub entries: Vec<HostEntry>,
    /// Characters the whole list would take.
    pub whole_chars: u32,
    /// Characters shown.
    pub shown_chars: u32,
    /// Characters there are; none where the host has no limit.
    pub budget_chars: Option<u32>,
    /// How the host cuts, in a sentence.
    pub rule: String,
}

/// A skill in a host's list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct HostEntry {
    /// Skill id.
    pub skill_id: String,
    /// Name.
    pub name: String,
    /// The description as shown; empty where it was dropped.
    pub shown: String,
    /// Characters of the whole description.
    pub whole_chars: u32,
    /// What became of it.
    pub state: HostState,
}

/// What became of a description in a host's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum HostState {
    /// Shown whole.
    Whole,
    /// Its end is cut.
    Shortened,
    /// Only the name is shown.
    NameOnly,
    /// Not in the list at all.
    Absent,
}

impl Default for HostBudgets {
    /// What the hosts do as of November 2026.
    fn default() -> Self {
        Self {
            context_tokens: 0,
            codex_per_mille: 20,
            codex_fallback_chars: 8_000,
            claude_per_mille: 10,
            claude_fallback_chars: 8_000,
            claude_entry_chars: 1_536,
            chars_per_token: 4,
        }
    }
}
