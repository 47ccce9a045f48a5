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
    /// VS Code Chat.
    VsCode,
    /// Cursor.
    Cursor,
    /// Antigravity.
    Antigravity,
    /// adk-rust.
    Adk,
}

impl Client {
    /// Every client.
    pub const ALL: [Self; 13] = [
        Self::Standard,
        Self::ClaudeCode,
        Self::Codex,
        Self::Copilot,
        Self::Gemini,
        Self::Opencode,
        Self::Qwen,
        Self::Kimi,
        Self::Pi,
        Self::VsCode,
        Self::Cursor,
        Self::Antigravity,
        Self::Adk,
    ];

    /// Its stable name, on the command line, in what is kept and wherever else one is written.
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
            Self::VsCode => "vscode",
            Self::Cursor => "cursor",
            Self::Antigravity => "antigravity",
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
            Self::VsCode => "VS Code Chat",
            Self::Cursor => "Cursor",
            Self::Antigravity => "Antigravity",
            Self::Adk => "adk-rust",
        }
    }

    /// What earlier versions called it: still read, never written.
    pub const fn old_names(self) -> &'static [&'static str] {
        match self {
            Self::Standard => &["whole", "agents"],
            Self::ClaudeCode => &["claude"],
            Self::Codex
            | Self::Copilot
            | Self::Gemini
            | Self::Opencode
            | Self::Qwen
            | Self::Kimi
            | Self::Pi
            | Self::VsCode
            | Self::Cursor
            | Self::Antigravity
            | Self::Adk => &[],
        }
    }

    /// The client a name stands for; the names of earlier versions still do.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|client| client.as_str() == name || client.old_names().contains(&name))
    }

    /// The keys of a skill's frontmatter that it reads, beside the standard's.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Standard | Self::Codex | Self::Gemini | Self::Opencode | Self::Antigravity => &[],
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
            Self::VsCode => &["argument-hint", "context", "disable-model-invocation", "user-invocable"],
            Self::Cursor => &["disable-model-invocation", "paths"],
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::Client;

    #[test]
    fn every_name_is_read_and_means_one_client() {
        let mut names = HashSet::new();
        for client in Client::ALL {
            assert_eq!(Client::parse(client.as_str()), Some(client));
            for name in client.old_names().iter().copied().chain([client.as_str()]) {
                assert_eq!(Client::parse(name), Some(client), "{name}");
                assert!(names.insert(name), "{name} means two clients");
            }
            assert!(!client.label().is_empty());
        }
        for name in ["", "Claude", "claude code", "agent_skills"] {
            assert_eq!(Client::parse(name), None, "{name}");
        }
    }

    /// What stands in libraries and scripts: a name that goes here goes for authors, too.
    #[test]
    fn what_earlier_versions_wrote_is_still_read() {
        for (name, client) in [
            ("whole", Client::Standard),
            ("agents", Client::Standard),
            ("agent-skills", Client::Standard),
            ("claude", Client::ClaudeCode),
            ("claude-code", Client::ClaudeCode),
            ("codex", Client::Codex),
            ("copilot", Client::Copilot),
            ("gemini", Client::Gemini),
            ("opencode", Client::Opencode),
            ("qwen", Client::Qwen),
            ("kimi", Client::Kimi),
            ("pi", Client::Pi),
            ("vscode", Client::VsCode),
            ("cursor", Client::Cursor),
            ("antigravity", Client::Antigravity),
            ("adk", Client::Adk),
        ] {
            assert_eq!(Client::parse(name), Some(client), "{name}");
        }
    }
}
