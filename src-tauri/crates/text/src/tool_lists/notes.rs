//! Problems of a list, collected while it is read.

use std::collections::HashSet;

use super::{
    Severity, Span,
    node::{Entry, Node},
};
use crate::{LineIndex, finding::floor_boundary, near};

/// Errors that are told of one text, and as many other problems.
const MOST: usize = 1_000;

/// Bytes of what is told of one: it may repeat names as long as the text.
const LONGEST: usize = 1_000;

/// Bytes of a key in which one that somebody reads is looked for.
const LONGEST_KEY: usize = 100;

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
    errors: usize,
    others: usize,
}

impl<'a> Notes<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { lines: LineIndex::new(text), problems: Vec::new(), told: HashSet::new(), errors: 0, others: 0 }
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
        let is_unknown = |entry: &&Entry| entry.key.len() <= LONGEST_KEY && !known.contains(&entry.key.as_str());
        let missing: Vec<&str> = known.iter().copied().filter(|known| node.get(known).is_none()).collect();
        for entry in entries.iter().filter(is_unknown) {
            if let Some(meant) = near::closest(&entry.key, missing.iter().copied()) {
                let key = &entry.key;
                let place = if of.is_empty() { String::new() } else { format!(" in `{of}`") };
                self.warning(entry.key_span, format!("Unknown key `{key}`{place}. Did you mean `{meant}`?"));
            }
        }
    }

    /// How many are told so far.
    pub(super) fn count(&self) -> usize {
        self.problems.len()
    }

    /// Whether an error or a warning was told since there were so many.
    pub(super) fn is_grave_since(&self, told: usize) -> bool {
        self.problems[told..].iter().any(|problem| problem.severity != Severity::Info)
    }

    /// The problems in text order.
    pub(super) fn finish(mut self) -> Vec<Problem> {
        self.problems.sort_by_key(|problem| problem.span.start);
        self.problems
    }

    fn push(&mut self, severity: Severity, span: Span, mut message: String) {
        if message.len() > LONGEST {
            message.truncate(floor_boundary(&message, LONGEST));
            message.push('…');
        }
        if self.told.contains(&(span, message.clone())) {
            return;
        }
        let count = if severity == Severity::Error { &mut self.errors } else { &mut self.others };
        *count += 1;
        if *count == MOST + 1 {
            message = format!("There are more than {MOST} problems of this kind. The others aren't shown.");
        } else if *count > MOST {
            return;
        }
        self.told.insert((span, message.clone()));
        let (line, column) = self.lines.position(span.start);
        self.problems.push(Problem { severity, message, span, line, column });
    }
}
