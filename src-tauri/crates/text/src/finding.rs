//! Problems in a text: what, where, how bad, and the repair where one is safe.

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
}

impl Target {
    /// Every target.
    pub const ALL: [Self; 5] = [Self::AgentSkills, Self::Adk, Self::ClaudeUpload, Self::OpenAiUpload, Self::Light4j];

    /// Its stable name, as settings and the command line spell it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AgentSkills => "agent-skills",
            Self::Adk => "adk",
            Self::ClaudeUpload => "claude-upload",
            Self::OpenAiUpload => "openai-upload",
            Self::Light4j => "light-4j",
        }
    }

    /// The target a stable name stands for.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.as_str() == text)
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
    /// The target it concerns; none where it concerns all.
    pub target: Option<Target>,
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

    pub(crate) fn with_target(mut self, target: Target) -> Self {
        self.target = Some(target);
        self
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

/// Turns byte offsets into lines, columns and UTF-16 offsets. Built once a text; each question then costs a search over
/// its lines and a look at one block, however long a line is.
#[derive(Clone, Debug)]
pub struct LineIndex<'a> {
    text: &'a str,
    starts: Vec<usize>,
    /// What stands before each block of the text; empty where the text is ASCII, which needs no counting.
    before: Vec<Width>,
}

/// Bytes between two counts.
const BLOCK: usize = 4_096;

/// How long a piece of text is.
#[derive(Clone, Copy, Debug, Default)]
struct Width {
    characters: usize,
    utf16: usize,
}

impl Width {
    /// Every character has one byte that continues none; a character of four bytes takes two units of UTF-16.
    fn of(bytes: &[u8]) -> Self {
        let characters = bytes.iter().filter(|byte| !matches!(byte, 0x80..=0xBF)).count();
        let astral = bytes.iter().filter(|byte| matches!(byte, 0xF0..)).count();
        Self { characters, utf16: characters + astral }
    }

    fn plus(self, other: Self) -> Self {
        Self { characters: self.characters + other.characters, utf16: self.utf16 + other.utf16 }
    }
}

impl<'a> LineIndex<'a> {
    /// Finds the lines of `text`; LF, CRLF and a lone CR each end one.
    pub fn new(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        let mut rest = 0;
        while let Some(at) = bytes[rest..].iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            rest += at + 1;
            if bytes[rest - 1] == b'\n' || bytes.get(rest) != Some(&b'\n') {
                starts.push(rest);
            }
        }
        Self { text, starts, before: if text.is_ascii() { Vec::new() } else { widths(bytes) } }
    }

    /// Line and column of a byte offset, both from 1; columns count characters. An offset past the end is the end.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts[line - 1];
        (line, self.width(offset).characters - self.width(start).characters + 1)
    }

    /// A byte offset in units of UTF-16. An offset past the end is the end.
    pub fn utf16(&self, offset: usize) -> usize {
        self.width(offset.min(self.text.len())).utf16
    }

    /// How long the text is up to an offset; one inside a character counts as its end.
    fn width(&self, offset: usize) -> Width {
        match self.before.get(offset / BLOCK) {
            Some(before) => {
                let start = offset / BLOCK * BLOCK;
                before.plus(Width::of(&self.text.as_bytes()[start..offset]))
            }
            None => Width { characters: offset, utf16: offset },
        }
    }
}

fn widths(bytes: &[u8]) -> Vec<Width> {
    let mut before = vec![Width::default()];
    for block in bytes.chunks(BLOCK) {
        let last = before.last().copied().unwrap_or_default();
        before.push(last.plus(Width::of(block)));
    }
    before
}
