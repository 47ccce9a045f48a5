//! What authors may set of how clients cut.

/// What decides how clients cut, beside the skills: the model, and settings of the clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Tokens of the model's context window; what the client takes for granted where it is not set.
    pub context_tokens: Option<u32>,
    /// Characters Claude Code takes a token of the model for: 3 for models of today, 4 for older ones.
    pub claude_chars_per_token: u32,
    /// Share of the context Claude Code gives the list, in thousandths (`skillListingBudgetFraction`).
    pub claude_per_mille: u32,
    /// Columns Claude Code gives the list whatever the model (`SLASH_COMMAND_TOOL_CHAR_BUDGET`).
    pub claude_budget: Option<u32>,
    /// Characters Claude Code shows of an entry (`skillListingMaxDescChars`).
    pub claude_entry_chars: u32,
    /// Columns that Claude Code's own skills take, their names among them.
    pub claude_bundled: u32,
    /// Share of the context Codex gives the list, in thousandths.
    pub codex_per_mille: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            context_tokens: None,
            claude_chars_per_token: 3,
            claude_per_mille: 10,
            claude_budget: None,
            claude_entry_chars: 1_536,
            claude_bundled: 6_210,
            codex_per_mille: 20,
        }
    }
}
