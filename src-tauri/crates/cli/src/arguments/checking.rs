//! Arguments of what checks skills on disk.

use std::{path::PathBuf, str::FromStr};

use clap::{Args, ValueEnum};
use studio_api::dto::{RuleLevel, Severity};

/// Check skills on disk for problems. Exits with 1 if there are any.
///
/// Tool names and rule severities come from your library. Problems that are ignored in the library, or whose rule is off, are
/// only counted.
#[derive(Debug, Args)]
pub(crate) struct Lint {
    /// Folders, SKILL.md files or archives; by default the folder given with --library.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Check for an export target: agent-skills, skill-zip, claude-plugin, client-folder, adk, well-known, light4j-sql,
    /// light4j-events, gram, openai-tools, anthropic-tools or mcp-tools; for an upload: claude-upload or openai-upload; or for
    /// a client: claude-code, codex, copilot, gemini, opencode, qwen, pi or kimi. By default, the client the folder belongs to,
    /// or else agent-skills.
    #[arg(long, value_name = "NAME")]
    pub(crate) target: Option<String>,
    /// Minimum severity to list: error, warning or info. Or the severity of one rule, such as unknown-key=off or
    /// body-lines=error. Can be repeated.
    #[arg(long, value_name = "SEVERITY|RULE=SEVERITY")]
    pub(crate) severity: Vec<SeverityWord>,
    /// Exit with 1 if a problem has at least this severity, listed or not; by default, if any problem is listed.
    #[arg(long, value_name = "SEVERITY")]
    pub(crate) fail_on: Option<LeastSeverity>,
}

impl Lint {
    /// The least severe findings that are listed.
    pub(crate) fn least(&self) -> LeastSeverity {
        let least = |word: &SeverityWord| match word {
            SeverityWord::Least(least) => Some(*least),
            SeverityWord::OfRule(..) => None,
        };
        self.severity.iter().rev().find_map(least).unwrap_or(LeastSeverity::Info)
    }

    /// The severity of single rules.
    pub(crate) fn levels(&self) -> Vec<(String, RuleLevel)> {
        let of_rule = |word: &SeverityWord| match word {
            SeverityWord::OfRule(rule, level) => Some((rule.clone(), *level)),
            SeverityWord::Least(_) => None,
        };
        self.severity.iter().filter_map(of_rule).collect()
    }
}

/// What `--severity` may be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SeverityWord {
    /// Findings less severe than this are not listed.
    Least(LeastSeverity),
    /// A rule is this severe.
    OfRule(String, RuleLevel),
}

impl FromStr for SeverityWord {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((rule, level)) = text.split_once('=') else {
            let least = <LeastSeverity as ValueEnum>::from_str(text, false);
            return least.map(Self::Least).map_err(|_| "use error, warning, info or RULE=SEVERITY".to_owned());
        };
        let unknown = || format!("unknown severity `{level}`; use error, warning, info or off");
        let level = RuleLevel::parse(level).ok_or_else(unknown)?;
        Ok(Self::OfRule(rule.to_owned(), level))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LeastSeverity {
    /// Errors only.
    Error,
    /// Errors and warnings.
    Warning,
    /// Errors, warnings and info.
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
