//! Problems of a list, collected while it is read.

use std::collections::HashSet;

use super::{Severity, Span, node::Node};
use crate::{LineIndex, near};

/// What could not be taken from a list, or was taken otherwise than written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// An error costs the entry; a warning changes what it does; an info is worth knowing.
    pub severity: Severity,
    /// What it is and what to do.
    pub message: String,
    /// The place, in bytes.
    pub span: Span,
    /// Line of the place, from 1.
    pub line: usize,
    /// Column of the place, from 1, in characters.
    pub column: usize,
}

pub(super) struct Notes<'a> {
    lines: LineIndex<'a>,
    problems: Vec<Problem>,
    /// What has been told at which place, so that it is told once.
    told: HashSet<(Span, String)>,
}

impl<'a> Notes<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { lines: LineIndex::new(text), problems: Vec::new(), told: HashSet::new() }
    }

    pub(super) fn error(&mut self, span: Span, message: impl Into<String>) {
        self.push(Severity::Error, span, message.into());
    }

    pub(super) fn warning(&mut self, span: Span, message: impl Into<String>) {
        self.push(Severity::Warning, span, message.into());
    }

    pub(super) fn info(&mut self, span: Span, message: impl Into<String>) {
        self.push(Severity::Info, span, message.into());
    }

    /// Names keys that nobody reads, where one that somebody reads and that is not there is close. `of` is whose they are.
    pub(super) fn misspelt(&mut self, node: &Node, known: &[&str], of: &str) {
        let entries = node.entries().unwrap_or_default();
        for entry in entries.iter().filter(|entry| !known.contains(&entry.key.as_str())) {
            let missing = known.iter().copied().filter(|known| node.get(known).is_none());
            if let Some(meant) = near::closest(&entry.key, missing) {
                let key = &entry.key;
                let place = if of.is_empty() { String::new() } else { format!(" in `{of}`") };
                self.warning(entry.key_span, format!("Unknown key `{key}`{place}. Did you mean `{meant}`?"));
            }
        }
    }

    /// The problems in text order.
    pub(super) fn finish(mut self) -> Vec<Problem> {
        self.problems.sort_by_key(|problem| problem.span.start);
        self.problems
    }

    fn push(&mut self, severity: Severity, span: Span, message: String) {
        if self.told.insert((span, message.clone())) {
            let (line, column) = self.lines.position(span.start);
            self.problems.push(Problem { severity, message, span, line, column });
        }
    }
}
