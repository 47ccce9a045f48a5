//! The agent clients that are known, each by one name.

/// Whoever shows skills to a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Client {
    /// Any client that follows the Agent Skills standard, and shows everything.
    Standard,
    /// Claude Code.
    ClaudeCode,
    /// Codex.
    Codex,
    /// GitHub Copilot CLI.
    Copilot,
    /// Gemini CLI.
    Gemini,
    /// opencode.
    Opencode,
    /// Qwen Code.
    Qwen,
    /// Kimi Code.
    Kimi,
    /// pi.
    Pi,
    /// adk-rust.
    Adk,
}

impl Client {
    /// Every client.
    pub const ALL: [Self; 10] = [
        Self::Standard,
        Self::ClaudeCode,
        Self::Codex,
        Self::Copilot,
        Self::Gemini,
        Self::Opencode,
        Self::Qwen,
        Self::Kimi,
        Self::Pi,
        Self::Adk,
    ];

    /// Its stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Standard => "agent-skills",
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::Copilot => "copilot",
            Self::Gemini => "gemini",
            Self::Opencode => "opencode",
            Self::Qwen => "qwen",
            Self::Kimi => "kimi",
            Self::Pi => "pi",
            Self::Adk => "adk",
        }
    }

    /// What people call it.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Standard => "Agent Skills",
            Self::ClaudeCode => "Claude Code",
            Self::Codex => "Codex",
            Self::Copilot => "Copilot CLI",
            Self::Gemini => "Gemini CLI",
            Self::Opencode => "opencode",
            Self::Qwen => "Qwen Code",
            Self::Kimi => "Kimi Code",
            Self::Pi => "pi",
            Self::Adk => "adk-rust",
        }
    }

    /// The client a name stands for; the names of earlier versions still do.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "claude" => Some(Self::ClaudeCode),
            "whole" => Some(Self::Standard),
            _ => Self::ALL.into_iter().find(|client| client.as_str() == name),
        }
    }

    /// The keys of a skill's frontmatter that it reads, beside the standard's.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Standard | Self::Codex | Self::Gemini | Self::Opencode => &[],
            Self::ClaudeCode => &[
                "agent",
                "argument-hint",
                "arguments",
                "background",
                "context",
                "default-enabled",
                "disable-model-invocation",
                "disallowed-tools",
                "display-name",
                "effort",
                "fallback",
                "hooks",
                "model",
                "paths",
                "shell",
                "user-invocable",
                "version",
                "when_to_use",
            ],
            Self::Copilot => &["argument-hint", "disable-model-invocation", "user-invocable"],
            Self::Qwen => &["disable-model-invocation", "model", "paths", "when_to_use"],
            Self::Kimi => &["arguments", "disable-model-invocation", "type", "when_to_use", "whenToUse"],
            Self::Pi => &["disable-model-invocation"],
            Self::Adk => &["hint", "references", "tags", "trigger", "triggers", "version"],
        }
    }

    /// Keys beyond the standard that change what a client does with a skill: where one passes over them, the author should
    /// know.
    pub const CHANGING_KEYS: [&'static str; 9] = [
        "context",
        "disable-model-invocation",
        "disallowed-tools",
        "effort",
        "hooks",
        "model",
        "paths",
        "shell",
        "when_to_use",
    ];

    /// Whether it passes over a key that would change what it does with a skill.
    pub fn passes_over(self, key: &str) -> bool {
        Self::CHANGING_KEYS.contains(&key) && !self.keys().contains(&key)
    }

    /// Whether an agent client reads a key that the standard does not have. adk-rust is none: it has a form of its own.
    pub fn any_reads(key: &str) -> bool {
        Self::ALL.into_iter().any(|client| client != Self::Adk && client.keys().contains(&key))
    }
}
