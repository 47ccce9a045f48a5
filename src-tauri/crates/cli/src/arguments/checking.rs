//! Arguments of what checks skills on disk.

use std::{path::PathBuf, str::FromStr};

use clap::{Args, ValueEnum};
use studio_api::dto::{RuleLevel, Severity};

/// Check skills on disk. Exits with 1 if there are findings.
///
/// The tools that skills name are looked up in the library, and its severity of each rule counts. Problems that are ignored
/// in the library are not listed, only counted, and so are those of rules that are off there.
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
    /// Least severe findings that are listed: error, warning or info. Or the severity of one rule, such as
    /// unknown-key=off or body-lines=error. Can be given several times.
    #[arg(long, value_name = "LEVEL|RULE=LEVEL")]
    pub(crate) severity: Vec<SeverityWord>,
    /// Least severe findings that lead to exit status 1; listed or not; by default all that are listed.
    #[arg(long, value_name = "LEVEL")]
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
            return least.map(Self::Least).map_err(|_| "use error, warning or info, or RULE=LEVEL".to_owned());
        };
        let level = RuleLevel::parse(level).ok_or_else(|| format!("`{level}` is not error, warning, info or off"))?;
        Ok(Self::OfRule(rule.to_owned(), level))
    }
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
