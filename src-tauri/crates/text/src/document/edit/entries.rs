//! One entry of a map that is a key's value, such as `metadata`: changed, added or taken out by itself.

use super::super::{Field, SkillDocument, line_end};
use crate::{Span, TextEdit, Value, ValueKind, yaml};

impl SkillDocument {
    /// Sets an entry. A value that is something else than a map is its author's, and stays.
    pub(super) fn set_entry(&self, key: &str, entry: &str, value: &str) -> Vec<TextEdit> {
        let name = yaml::flow_scalar(entry);
        let flow = || format!("{name}: {}", yaml::flow_scalar(value));
        let Some(field) = self.field(key) else {
            let block = format!("{}{}", line_end(&self.text), self.new_entry(&name, value, self.key_indent() + 2));
            let written = if self.closing_brace.is_some() { format!(" {{{}}}", flow()) } else { block };
            return vec![self.insertion(key, &written)];
        };
        match &field.value.kind {
            ValueKind::Map { entries, is_flow } => match (found(entries, entry), entries.last()) {
                (Some(at), _) if entries[at].1.text() == Some(value) && !entries[at].1.is_null() => Vec::new(),
                (Some(at), _) => {
                    let entry = as_field(&entries[at]);
                    let scalar = if *is_flow { yaml::flow_scalar(value) } else { self.scalar_for(Some(&entry), value) };
                    vec![self.replacement(&entry, &scalar)]
                }
                (None, Some((_, last))) if *is_flow => {
                    vec![TextEdit::new(Span::at(last.span.end), format!(", {}", flow()))]
                }
                (None, Some((before, last))) => {
                    let written = self.new_entry(&name, value, self.column(before.span.start));
                    let at = self.next_line(self.last_of(before, last));
                    vec![TextEdit::new(Span::at(at), format!("{written}{}", line_end(&self.text)))]
                }
                (None, None) => vec![self.replacement(field, &format!("{{{}}}", flow()))],
            },
            ValueKind::Text { .. } if field.value.is_null() => {
                let written = self.new_entry(&name, value, self.column(field.span.start) + 2);
                vec![self.replacement(field, &format!("{}{written}", line_end(&self.text)))]
            }
            ValueKind::Text { .. } | ValueKind::List { .. } => Vec::new(),
        }
    }

    /// Takes an entry out; with its last one the key goes too.
    pub(super) fn remove_entry(&self, key: &str, entry: &str) -> Vec<TextEdit> {
        let Some(Field { value: Value { kind: ValueKind::Map { entries, is_flow }, .. }, .. }) = self.field(key) else {
            return Vec::new();
        };
        let Some(at) = found(entries, entry) else { return Vec::new() };
        if entries.len() == 1 {
            return self.remove(key);
        }
        let (name, value) = &entries[at];
        let end = value.span.end.max(name.span.end);
        let span = match (is_flow, entries.get(at + 1)) {
            (true, Some((next, _))) => Span::new(name.span.start, next.span.start),
            (true, None) => Span::new(entries[at - 1].1.span.end, end),
            (false, Some((next, _))) => Span::new(self.line_start(name.span.start), self.line_start(next.span.start)),
            (false, None) => Span::new(self.line_start(name.span.start), self.next_line(self.last_of(name, value))),
        };
        vec![TextEdit::new(span, "")]
    }

    /// An entry on lines of its own, without the last line end.
    fn new_entry(&self, name: &str, value: &str, indent: usize) -> String {
        let line_end = line_end(&self.text);
        let lines = value.trim_end_matches('\n');
        let block =
            lines.contains('\n').then(|| yaml::block_scalar(lines, &" ".repeat(indent + 2), line_end)).flatten();
        let scalar = block.map_or_else(|| yaml::flow_scalar(value), |lines| format!("|-{line_end}{lines}"));
        format!("{}{name}: {scalar}", " ".repeat(indent))
    }

    /// Where an entry ends, its line end apart, which a block holds itself.
    fn last_of(&self, name: &Value, value: &Value) -> usize {
        let end = value.span.end.max(name.span.end);
        self.text[..end].trim_end_matches(['\n', '\r']).len()
    }
}

/// The place of an entry: the last of that name, as for keys.
fn found(entries: &[(Value, Value)], entry: &str) -> Option<usize> {
    entries.iter().rposition(|(key, _)| key.key_text() == entry)
}

/// An entry as the field it is like.
fn as_field((key, value): &(Value, Value)) -> Field {
    let end = value.span.end.max(key.span.end);
    Field {
        key: key.key_text(),
        key_span: key.span,
        span: Span::new(key.span.start, end),
        value: value.clone(),
        line: 0,
    }
}
