//! Arguments of what checks skills on disk.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use studio_api::dto::Severity;

/// Check skills on disk. Exits with 1 if there are findings.
///
/// The tools that skills name are looked up in the library. Problems that are ignored in the library are not listed.
#[derive(Debug, Args)]
pub(crate) struct Lint {
    /// Folders, SKILL.md files or archives; without any, the folder that is named with --library.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Check for one export target: agent-skills, skill-zip, claude-plugin, client-folder, adk, well-known, light4j-sql,
    /// light4j-events, gram, openai-tools, anthropic-tools or mcp-tools; for one upload: claude-upload, openai-upload; or
    /// what one client does with them: claude-code, codex, copilot, gemini, opencode, qwen, pi or kimi.
    #[arg(long, value_name = "NAME")]
    pub(crate) target: Option<String>,
    /// Least severe findings that are listed and lead to exit status 1.
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub(crate) severity: LeastSeverity,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LeastSeverity {
    /// Errors alone.
    Error,
    /// Errors and warnings.
    Warning,
    /// Hints, too.
    Info,
}

impl LeastSeverity {
    /// Whether findings of this severity count.
    pub(crate) const fn lets_pass(self, severity: Severity) -> bool {
        match severity {
            Severity::Error => true,
            Severity::Warning => matches!(self, Self::Warning | Self::Info),
            Severity::Info => matches!(self, Self::Info),
        }
    }
}
