//! Problems in a text: what, where, how bad, and the repair where one is safe.

use studio_model::{Level, Levels};

/// How bad a finding is. Ordered: the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// A host rejects the file, or a runtime cannot do what it says.
    Error,
    /// It works badly.
    Warning,
    /// Worth knowing.
    Info,
}

impl Severity {
    /// `error`, `warning` or `info`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "info",
        }
    }

    /// The level a rule has that is told so.
    pub const fn level(self) -> Level {
        match self {
            Self::Error => Level::Error,
            Self::Warning => Level::Warning,
            Self::Info => Level::Info,
        }
    }

    /// How bad what a rule finds is at a level; none where it is off.
    pub const fn of(level: Level) -> Option<Self> {
        match level {
            Level::Error => Some(Self::Error),
            Level::Warning => Some(Self::Warning),
            Level::Info => Some(Self::Info),
            Level::Off => None,
        }
    }
}

/// A range of a text in bytes, end exclusive, always on character boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    /// The range from `start` to `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The empty range at `offset`.
    pub const fn at(offset: usize) -> Self {
        Self { start: offset, end: offset }
    }

    /// Whether it covers no byte.
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// The part of `text` it covers.
    pub fn of(self, text: &str) -> &str {
        &text[self.start..self.end]
    }

    pub(crate) const fn shifted(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }
}

/// Where a skill can be used or sent to, each with rules of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// The Agent Skills standard (agentskills.io).
    AgentSkills,
    /// adk-rust, crate adk-skill 0.6.
    Adk,
    /// Upload to claude.ai and Anthropic's skill API.
    ClaudeUpload,
    /// Upload to `OpenAI`'s skill API.
    OpenAiUpload,
    /// light-4j's portal, whose description column holds 500 characters.
    Light4j,
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
    /// pi.
    Pi,
    /// Kimi Code.
    Kimi,
}

impl Target {
    /// Every target a skill is written for or sent to; what one client does with it is asked for by its name.
    pub const ALL: [Self; 5] = [Self::AgentSkills, Self::Adk, Self::ClaudeUpload, Self::OpenAiUpload, Self::Light4j];

    /// The clients, each by what it does with a skill: see the crate `clients`.
    pub const CLIENTS: [Self; 8] =
        [Self::ClaudeCode, Self::Codex, Self::Copilot, Self::Gemini, Self::Opencode, Self::Qwen, Self::Pi, Self::Kimi];

    const fn bit(self) -> u16 {
        1 << self as u16
    }

    /// Its stable name, as settings and the command line spell it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AgentSkills => "agent-skills",
            Self::Adk => "adk",
            Self::ClaudeUpload => "claude-upload",
            Self::OpenAiUpload => "openai-upload",
            Self::Light4j => "light-4j",
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::Copilot => "copilot",
            Self::Gemini => "gemini",
            Self::Opencode => "opencode",
            Self::Qwen => "qwen",
            Self::Pi => "pi",
            Self::Kimi => "kimi",
        }
    }

    /// The target a stable name stands for.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().chain(Self::CLIENTS).find(|target| target.as_str() == text)
    }
}

/// Some of the targets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TargetSet(u16);

impl TargetSet {
    /// Just these.
    pub fn of(targets: &[Target]) -> Self {
        targets.iter().fold(Self::default(), |set, target| Self(set.0 | target.bit()))
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a target is among them.
    pub const fn has(self, target: Target) -> bool {
        self.0 & target.bit() != 0
    }

    /// Those that are in the other set, too.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Each of them, the standard first.
    pub fn iter(self) -> impl Iterator<Item = Target> {
        Target::ALL.into_iter().chain(Target::CLIENTS).filter(move |target| self.has(*target))
    }
}

/// Replaces a range of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// What goes.
    pub span: Span,
    /// What takes its place.
    pub insert: String,
}

impl TextEdit {
    /// The edit that puts `insert` in place of `span`.
    pub fn new(span: Span, insert: impl Into<String>) -> Self {
        Self { span, insert: insert.into() }
    }
}

/// A safe repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as a button says it.
    pub title: String,
    /// The changes, ascending, not overlapping.
    pub edits: Vec<TextEdit>,
}

impl Fix {
    /// A repair that consists of one edit.
    pub fn one(title: impl Into<String>, span: Span, insert: impl Into<String>) -> Self {
        Self { title: title.into(), edits: vec![TextEdit::new(span, insert)] }
    }
}

/// A problem in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Stable kebab-case name; all of them stand in [`crate::code::CODES`].
    pub code: &'static str,
    /// What is wrong and what to do.
    pub message: String,
    /// Where.
    pub span: Span,
    /// The targets it concerns, of those that were asked about; empty where it concerns all.
    pub targets: TargetSet,
    /// The name it is about, as written: a tool, a key or a file; none where it is about none.
    pub subject: Option<String>,
    /// A safe repair.
    pub fix: Option<Fix>,
}

impl Finding {
    pub(crate) fn with_fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }

    pub(crate) fn about(mut self, subject: &str) -> Self {
        self.subject = Some(subject.to_owned());
        self
    }

    pub(crate) fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// The same, of one target.
    #[must_use]
    pub fn with_target(self, target: Target) -> Self {
        self.with_targets(TargetSet::of(&[target]))
    }

    pub(crate) fn with_targets(mut self, targets: TargetSet) -> Self {
        self.targets = targets;
        self
    }

    /// The same, as bad as the author finds its rule; none where that is off.
    pub fn at_level(mut self, levels: &Levels) -> Option<Self> {
        self.severity = Severity::of(levels.told(self.code, self.severity.level())?)?;
        Some(self)
    }

    /// Whether it stands in the way of a target.
    pub const fn concerns(&self, target: Target) -> bool {
        self.targets.is_empty() || self.targets.has(target)
    }
}

/// The last character boundary of `text` at or before `at`.
pub(crate) fn floor_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// `text` after `edits`, which are ascending and do not overlap.
pub fn apply(text: &str, edits: &[TextEdit]) -> String {
    let mut result = String::with_capacity(text.len() + edits.iter().map(|edit| edit.insert.len()).sum::<usize>());
    let mut kept_to = 0;
    for edit in edits {
        result.push_str(&text[kept_to..edit.span.start]);
        result.push_str(&edit.insert);
        kept_to = edit.span.end;
    }
    result.push_str(&text[kept_to..]);
    result
}
