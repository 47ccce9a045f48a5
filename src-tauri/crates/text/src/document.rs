//! A skill file as read: its frontmatter's fields with spans, its body, and what was wrong on the way.
//!
//! Reading never fails and is linear in the text. What strict YAML refuses is read key by key, so that one broken value
//! costs only itself.

mod definition;
mod edit;
mod fields;
mod frontmatter;
mod lenient;

use std::collections::HashMap;

use frontmatter::Delimiters;

use crate::{
    Finding, Fix, ScalarStyle, Severity, Span, TextEdit, Value, ValueKind, code,
    yaml::{self, ReadError},
};

pub use definition::DefinitionPart;
pub use edit::FieldEdit;
pub(crate) use fields::{KNOWN_KEYS, holds_list, split_items};

/// One key of the frontmatter with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The key as written.
    pub key: String,
    /// Its value.
    pub value: Value,
    /// From the key to the end of the value.
    pub span: Span,
    /// The key alone.
    pub key_span: Span,
    /// The line of the key, from 1.
    pub line: usize,
}

/// A skill file as read.
#[derive(Clone, Debug)]
pub struct SkillDocument {
    text: String,
    /// Between the delimiters, without them; none where the text has no frontmatter.
    frontmatter: Option<Span>,
    /// After the closing delimiter, untrimmed.
    rest: Span,
    /// Of the whole frontmatter where it is written in braces, the closing one's offset.
    closing_brace: Option<usize>,
    fields: Vec<Field>,
    findings: Vec<Finding>,
    unreadable: Option<Finding>,
}

impl SkillDocument {
    /// Reads a skill file. Never fails: what is wrong becomes a finding.
    pub fn read(text: &str) -> Self {
        let parts = frontmatter::split(text);
        let mut findings = Vec::new();
        delimiter_findings(text, &parts, &mut findings);
        let is_absent = parts.delimiters == Delimiters::Absent;
        let Map { entries, closing_brace } =
            if is_absent { Map::default() } else { read_map(text, parts.yaml, &mut findings) };
        let mut document = Self {
            text: text.to_owned(),
            frontmatter: (!is_absent).then_some(parts.yaml),
            rest: parts.rest,
            closing_brace,
            fields: fields_of(text, entries),
            findings,
            unreadable: None,
        };
        document.find_repeated_keys();
        document.find_missing_name();
        document.findings.sort_by_key(|finding| finding.span);
        document
    }

    fn find_repeated_keys(&mut self) {
        let mut last: HashMap<&str, usize> = HashMap::new();
        let mut repeated = Vec::new();
        for (at, field) in self.fields.iter().enumerate() {
            if let Some(earlier) = last.insert(&field.key, at) {
                repeated.push(earlier);
            }
        }
        for earlier in repeated {
            let Field { key, key_span, .. } = &self.fields[earlier];
            let message =
                format!("`{key}` appears again below. Parsers reject the file or use either value. Keep one.");
            let fix = Fix { title: format!("Remove this `{key}`"), edits: vec![self.removal(earlier)] };
            self.findings.push(code::finding(code::DUPLICATE_KEY, *key_span, message).with_fix(fix));
        }
    }

    /// A skill without a name cannot be loaded by anyone; what kept the name from being read is why.
    fn find_missing_name(&mut self) {
        if self.name().is_some() {
            return;
        }
        let reason = self.findings.iter().find(|finding| finding.severity == Severity::Error).cloned();
        if self.frontmatter.is_some() {
            let span = self.field("name").map_or(self.start_of_fields(), |field| field.span);
            let message = "The skill has no name. Add `name:` with 1 to 64 lowercase letters, digits and hyphens.";
            self.findings.push(code::finding(code::NAME_MISSING, span, message));
        }
        self.unreadable = reason.or_else(|| self.findings.last().cloned());
    }

    fn start_of_fields(&self) -> Span {
        Span::at(self.frontmatter.unwrap_or_default().start)
    }
}

/// What keeps the map that a span holds from being YAML, slip by slip, with repairs where they are known.
pub(crate) fn slips(text: &str, span: Span) -> Vec<Finding> {
    lenient::read_map(text, span).findings
}

#[derive(Default)]
struct Map {
    entries: Vec<(Value, Value)>,
    closing_brace: Option<usize>,
}

fn read_map(text: &str, span: Span, findings: &mut Vec<Finding>) -> Map {
    let source = span.of(text);
    let strict = if lenient::has_control(source) { None } else { Some(yaml::read(source, span.start)) };
    if let Some(Ok(tree)) = strict {
        if let Some(first) = tree.references.first() {
            let message = "Simple parsers reject YAML anchors, aliases, and tags. Write the value out.";
            findings.push(code::finding(code::YAML_ANCHOR, *first, message));
        }
        match tree.root {
            Some(Value { kind: ValueKind::Map { entries, is_flow }, span }) => {
                let entries = entries.into_iter().map(|entry| brackets_as_text(text, entry, findings)).collect();
                return Map { entries, closing_brace: is_flow.then(|| span.end - 1) };
            }
            Some(root) => {
                let message = "The frontmatter must have `key: value` lines, with at least `name` and `description`.";
                findings.push(code::finding(code::FRONTMATTER_NOT_A_MAP, root.span, message));
            }
            None => {}
        }
        return Map { entries: lenient::read_map(text, span).entries, closing_brace: None };
    }
    let mut reading = lenient::read_map(text, span);
    // Each key may be fine by itself, or the budget may be spent on all of them together.
    if let Some(Err(error)) = strict
        && (reading.findings.is_empty() || !matches!(error, ReadError::Syntax { .. }))
    {
        let (code, span, message) = lenient::reading_cause("frontmatter", &error);
        reading.findings.push(code::finding(code, span, message));
    }
    findings.append(&mut reading.findings);
    let entries = reading.entries.into_iter().map(|entry| brackets_as_text(text, entry, findings)).collect();
    Map { entries, closing_brace: None }
}

/// `description: {{purpose}}` and `description: [TODO]` are YAML, but nobody means a map or a list by them.
fn brackets_as_text(text: &str, entry: (Value, Value), findings: &mut Vec<Finding>) -> (Value, Value) {
    let (key, value) = entry;
    let is_scalar_key = matches!(
        key.text(),
        Some("name" | "description" | "version" | "license" | "compatibility" | "hint" | "argument-hint")
    );
    let is_bracketed =
        matches!(value.kind, ValueKind::Map { is_flow: true, .. } | ValueKind::List { is_flow: true, .. });
    if !(is_scalar_key && is_bracketed) {
        return (key, value);
    }
    let source = value.span.of(text).to_owned();
    let name = key.key_text();
    let first = &source[..1];
    let message = format!("`{first}` starts a list or map in YAML, but `{name}` must be text. Quote the value.");
    let title = format!("Quote the value of `{name}`");
    let fix = Fix::one(title, value.span, yaml::double_quoted(&source));
    let span = Span::new(value.span.start, value.span.start + 1);
    findings.push(code::finding(code::YAML_RESERVED_START, span, message).with_fix(fix));
    let kind = ValueKind::Text { text: source, style: ScalarStyle::Plain };
    (key, Value { kind, span: value.span })
}

fn fields_of(text: &str, entries: Vec<(Value, Value)>) -> Vec<Field> {
    let bytes = text.as_bytes();
    let (mut line, mut counted_to) = (1, 0);
    let mut fields = Vec::with_capacity(entries.len());
    for (key, value) in entries {
        let start = key.span.start.max(counted_to);
        let is_end = |at: usize| bytes[at] == b'\n' || (bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        line += (counted_to..start).filter(|&at| is_end(at)).count();
        counted_to = start;
        let span = Span::new(key.span.start, value.span.end.max(key.span.end));
        fields.push(Field { key: key.key_text(), value, span, key_span: key.span, line });
    }
    fields
}

fn delimiter_findings(text: &str, parts: &frontmatter::Parts, findings: &mut Vec<Finding>) {
    let first = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    if first > 0 {
        let message =
            "The file starts with a byte order mark, which most parsers treat as text before the frontmatter.";
        let fix = Fix::one("Remove the byte order mark", Span::new(0, first), "");
        findings.push(code::finding(code::BYTE_ORDER_MARK, Span::new(0, first), message).with_fix(fix));
    }
    match parts.delimiters {
        Delimiters::Absent => {
            let end = text.find(['\n', '\r']).unwrap_or(text.len());
            let message = "A skill file must start with frontmatter: a `---` line, then `name:` and `description:`, then another `---`.";
            findings.push(code::finding(code::FRONTMATTER_MISSING, Span::new(first.min(end), end), message));
        }
        Delimiters::Open { open } => {
            late_finding(text, first, open, None, findings);
            let message = "The frontmatter has no closing line. Add `---` after the last key.";
            let insert = match parts.yaml.end {
                end if end == parts.yaml.start || text[..end].ends_with(['\n', '\r']) => {
                    format!("---{}", line_end(text))
                }
                _ => format!("{}---{0}", line_end(text)),
            };
            let fix = Fix::one("Close the frontmatter", Span::at(parts.yaml.end), insert);
            findings.push(code::finding(code::FRONTMATTER_UNTERMINATED, open, message).with_fix(fix));
        }
        Delimiters::Closed { open, close } => {
            late_finding(text, first, open, Some(parts.rest.start), findings);
            let content = close.of(text);
            if !content.starts_with('-') {
                let message = "The `---` that closes the frontmatter is indented, so most parsers miss it.";
                let fix = Fix::one("Remove the indentation", close, "---");
                findings.push(code::finding(code::FRONTMATTER_INDENTED, close, message).with_fix(fix));
            }
        }
    }
}

/// Says so where something stands above the frontmatter, which ends at `end`.
fn late_finding(text: &str, first: usize, open: Span, end: Option<usize>, findings: &mut Vec<Finding>) {
    let indent = open.of(text).len() - open.of(text).trim_start().len();
    let above = Span::new(first, open.start + indent);
    if above.is_empty() {
        return;
    }
    let comment = above.of(text).trim();
    let (message, fix) = if comment.is_empty() {
        let message = "The frontmatter must start at the beginning of the file. Remove the blank space above it.";
        (message, Some(Fix::one("Remove the blank space", above, "")))
    } else {
        let message = "The frontmatter must start at the beginning of the file. Move the comment below it.";
        let line_end = line_end(text);
        let below = end.map(|end| {
            let is_begun = !text[..end].ends_with(['\n', '\r']);
            let edits = vec![
                TextEdit::new(above, ""),
                TextEdit::new(Span::at(end), format!("{}{comment}{line_end}", if is_begun { line_end } else { "" })),
            ];
            Fix { title: "Move the comment below the frontmatter".to_owned(), edits }
        });
        (message, below)
    };
    let finding = code::finding(code::FRONTMATTER_LATE, above, message);
    findings.push(Finding { fix, ..finding });
}

/// How the text ends its lines: as it ends its first one.
pub(crate) fn line_end(text: &str) -> &'static str {
    match text.find(['\n', '\r']) {
        Some(at) if text[at..].starts_with("\r\n") => "\r\n",
        Some(at) if text[at..].starts_with('\r') => "\r",
        _ => "\n",
    }
}
