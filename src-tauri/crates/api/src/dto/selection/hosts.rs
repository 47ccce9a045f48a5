//! The library as agent hosts list it to their models.

use crate::closed::closed;
use serde::{Deserialize, Serialize};
use specta::Type;

closed! {
    /// Who lists the library's skills to a model.
    pub enum Host {
        /// Nobody: everything is listed whole.
        Whole = "whole",
        /// Claude Code.
        Claude = "claude",
        /// Codex.
        Codex = "codex",
        /// GitHub Copilot CLI.
        Copilot = "copilot",
        /// Gemini CLI.
        Gemini = "gemini",
        /// opencode.
        Opencode = "opencode",
        /// Qwen Code.
        Qwen = "qwen",
        /// Kimi Code.
        Kimi = "kimi",
        /// adk-rust, which lists nothing: it selects one skill itself.
        Adk = "adk",
    }
}

/// What decides how hosts cut their list, beside the skills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(default)]
pub struct HostBudgets {
    /// Tokens of the model's context window; what each host takes for granted where it is not set.
    pub context_tokens: Option<u32>,
    /// Characters Claude Code takes a token of the model for.
    pub claude_chars_per_token: u32,
    /// Share of the context Claude Code gives the list, in thousandths.
    pub claude_per_mille: u32,
    /// Columns Claude Code gives the list, whatever the model; as the model has it where it is not set.
    pub claude_budget: Option<u32>,
    /// Characters Claude Code shows of one entry.
    pub claude_entry_chars: u32,
    /// Columns of the descriptions of Claude Code's own skills.
    pub claude_bundled: u32,
    /// Share of the context Codex gives the list, in thousandths.
    pub codex_per_mille: u32,
}

closed! {
    /// What the size of a list is counted in.
    pub enum SizeUnit {
        /// Unicode scalar values.
        Characters = "characters",
        /// Columns of a terminal.
        Columns = "columns",
        /// Tokens, taken for four bytes each.
        Tokens = "tokens",
    }
}

/// The library as a host's model sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct HostList {
    /// The host.
    pub host: Host,
    /// The version of the host that was measured; none where there is nothing to measure.
    pub version: Option<String>,
    /// The day it was measured, as an ISO date.
    pub measured_on: Option<String>,
    /// Skills in the order of the list, also those that are not in it.
    pub entries: Vec<HostEntry>,
    /// What the sizes are counted in.
    pub unit: SizeUnit,
    /// Size of the whole list.
    pub whole: u32,
    /// Size of what is shown.
    pub shown: u32,
    /// How large it may be; none where the host has no limit.
    pub budget: Option<u32>,
    /// How the host cuts, in a sentence.
    pub rule: String,
}

/// A skill in a host's list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct HostEntry {
    /// Skill id.
    pub skill_id: String,
    /// What the host calls it; its name where the host does not list it.
    pub name: String,
    /// The description as shown; empty where it was dropped.
    pub shown: String,
    /// Characters of the whole description.
    pub whole_chars: u32,
    /// What became of it.
    pub state: HostState,
    /// Why the host hides it or does not read it, as the end of a sentence.
    pub why: Option<String>,
}

closed! {
    /// What became of a description in a host's list.
    pub enum HostState {
        /// Shown whole.
        Whole = "whole",
        /// Its end is cut.
        Shortened = "shortened",
        /// Only the name is shown.
        NameOnly = "name_only",
        /// Not in the list: there was no room.
        Absent = "absent",
        /// Not in the list: its frontmatter hides it from the model.
        Hidden = "hidden",
        /// Not in the list: the host does not read its file.
        Refused = "refused",
    }
}
