//! A skill file as read: its frontmatter's fields with spans, its body, and what was wrong on the way.
//!
//! Reading never fails and is linear in the text. What strict YAML refuses is read key by key, so that one broken value
//! costs only itself.

mod edit;
mod fields;
mod frontmatter;
mod lenient;

use crate::{Finding, Span, Value};

pub use edit::FieldEdit;

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
    fields: Vec<Field>,
    findings: Vec<Finding>,
    unreadable: Option<usize>,
}

impl SkillDocument {
    /// Reads a skill file. Never fails: what is wrong becomes a finding.
    pub fn read(text: &str) -> Self {
        let parts = frontmatter::split(text);
        let root = crate::yaml::read(parts.yaml.of(text), parts.yaml.start).ok().and_then(|tree| tree.root);
        let entries = match root.map(|root| root.kind) {
            Some(crate::ValueKind::Map { entries, .. }) => entries,
            _ => Vec::new(),
        };
        let fields = entries
            .into_iter()
            .map(|(key, value)| Field {
                key: key.key_text(),
                span: Span::new(key.span.start, value.span.end),
                key_span: key.span,
                line: 0,
                value,
            })
            .collect();
        let frontmatter = (parts.delimiters != frontmatter::Delimiters::Absent).then_some(parts.yaml);
        Self { text: text.to_owned(), frontmatter, rest: parts.rest, fields, findings: Vec::new(), unreadable: None }
    }
}
