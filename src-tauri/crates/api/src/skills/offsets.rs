//! Byte offsets of a text as the UTF-16 offsets and positions a screen uses, and findings put into them.

use studio_text::{self as text, LineIndex};

use crate::{
    dto::{Finding, Fix, Position, Severity, TextEdit},
    skills::content::subject,
};

/// Turns byte offsets of one text into the UTF-16 offsets and positions a screen uses.
pub(crate) struct Offsets<'a> {
    text: &'a str,
    lines: LineIndex<'a>,
}

impl<'a> Offsets<'a> {
    /// For one text.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, lines: LineIndex::new(text) }
    }

    /// A byte offset in UTF-16 units.
    pub(crate) fn utf16(&self, offset: usize) -> u32 {
        self.lines.utf16(offset) as u32
    }

    /// The line of an offset, from 1.
    pub(crate) fn line(&self, offset: usize) -> usize {
        self.lines.position(offset).0
    }

    pub(crate) fn position(&self, offset: usize) -> Position {
        let (line, column) = self.lines.position(offset);
        Position { line: line as u32, column: column as u32 }
    }

    pub(crate) fn edit(&self, edit: &text::TextEdit) -> TextEdit {
        TextEdit { from: self.utf16(edit.span.start), to: self.utf16(edit.span.end), insert: edit.insert.clone() }
    }

    /// A finding as the screen shows it.
    pub(crate) fn finding(&self, finding: &text::Finding) -> Finding {
        Finding {
            severity: severity(finding.severity),
            code: finding.code.to_owned(),
            message: finding.message.clone(),
            start: self.position(finding.span.start),
            end: self.position(finding.span.end),
            from: self.utf16(finding.span.start),
            to: self.utf16(finding.span.end),
            targets: finding.targets.iter().map(|target| target.as_str().to_owned()).collect(),
            subject: subject(finding, self.text),
            actions: Vec::new(),
            ignored: None,
            fix: finding.fix.as_ref().map(|fix| Fix {
                title: fix.title.clone(),
                edits: fix.edits.iter().map(|edit| self.edit(edit)).collect(),
            }),
        }
    }
}

/// The one that the library keeps under a name: its own check allows these three and no others.
pub(crate) fn stored_severity(name: &str) -> Severity {
    match name {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        _ => Severity::Info,
    }
}

pub(crate) fn severity(severity: text::Severity) -> Severity {
    match severity {
        text::Severity::Error => Severity::Error,
        text::Severity::Warning => Severity::Warning,
        text::Severity::Info => Severity::Info,
    }
}
