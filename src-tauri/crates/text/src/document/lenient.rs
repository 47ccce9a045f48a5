//! Reading a map key by key where strict YAML refuses the whole.
//!
//! Each line that starts with a key opens a chunk. A chunk that is YAML by itself is read as YAML; any other is taken
//! for what its author evidently meant, with a finding at the place that broke it and, where the value is known, the
//! repair that writes it as YAML.

mod cause;
mod repair;

pub(super) use cause::reading_cause;

use super::frontmatter::Lines;
use crate::{
    Finding, Span, Value, ValueKind,
    yaml::{self, ReadError},
};

/// Deepest nesting of maps that is read leniently.
const MAX_DEPTH: usize = 6;

/// A map as far as it could be read.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) entries: Vec<(Value, Value)>,
    pub(super) findings: Vec<Finding>,
}

/// One key with the lines of its value.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    key: Span,
    /// Right after the colon.
    value_start: usize,
    end: usize,
}

/// Reads the map that `span` holds.
pub(super) fn read_map(text: &str, span: Span) -> Reading {
    let mut reading = Reading::default();
    read_into(&mut reading, text, span, 0);
    reading
}

fn read_into(reading: &mut Reading, text: &str, span: Span, depth: usize) {
    for chunk in chunks(text, span) {
        let whole = Span::new(chunk.key.start, chunk.end);
        let error = match strict_entry(text, whole) {
            Ok(entry) => {
                reading.entries.push(entry);
                continue;
            }
            Err(error) => error,
        };
        let key = Value::plain(unquote(chunk.key.of(text)), chunk.key);
        let value = if depth < MAX_DEPTH && holds_map(text, chunk) {
            let next_line = Lines { text, at: chunk.value_start }.next().map_or(chunk.end, |(_, next)| next);
            read_nested(reading, text, Span::new(next_line, chunk.end), depth + 1)
        } else {
            let place = Span::new(chunk.value_start, chunk.end);
            let value = repair::value(text, place);
            reading.findings.push(cause::finding(text, chunk.key, place, &value, error.as_ref()));
            value
        };
        reading.entries.push((key, value));
    }
}

fn read_nested(reading: &mut Reading, text: &str, span: Span, depth: usize) -> Value {
    let mut nested = Reading::default();
    read_into(&mut nested, text, span, depth);
    reading.findings.append(&mut nested.findings);
    let content = span.of(text);
    let start = span.start + (content.len() - content.trim_start().len());
    let end = span.start + content.trim_end().len();
    Value { kind: ValueKind::Map { entries: nested.entries, is_flow: false }, span: Span::new(start, end.max(start)) }
}

/// A chunk as the YAML it may well be; an error without reasons is a map of any other number of keys.
fn strict_entry(text: &str, span: Span) -> Result<(Value, Value), Option<ReadError>> {
    let source = span.of(text);
    if has_control(source) {
        return Err(None);
    }
    let tree = yaml::read(source, span.start).map_err(Some)?;
    tree.root.and_then(single_entry).ok_or(None)
}

fn single_entry(root: Value) -> Option<(Value, Value)> {
    match root.kind {
        ValueKind::Map { mut entries, is_flow: false } if entries.len() == 1 => entries.pop(),
        _ => None,
    }
}

/// Control characters end the input for some readers; a text that has one is not handed to the parser.
pub(super) fn has_control(text: &str) -> bool {
    text.bytes().any(is_control)
}

pub(super) fn is_control(byte: u8) -> bool {
    (byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r')) || byte == 0x7F
}

/// Cuts a map into its keys' lines. The first key's indentation is the map's; lines before it are passed over, and so
/// are blank lines and unindented comments behind a value.
fn chunks(text: &str, span: Span) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = Vec::new();
    let mut indent = None;
    for (line, next) in (Lines { text: &text[..span.end], at: span.start }) {
        let content = line.of(text);
        let depth = content.len() - content.trim_start_matches([' ', '\t']).len();
        let is_inside = indent.is_some_and(|indent| depth > indent);
        let content = &content[depth..];
        if content.is_empty() || (content.starts_with('#') && !is_inside) {
            continue;
        }
        let key = if is_inside { None } else { key_of(content) };
        if let Some((key_length, colon)) = key {
            indent.get_or_insert(depth);
            let start = line.start + depth;
            let key = Span::new(start, start + key_length);
            chunks.push(Chunk { key, value_start: start + colon + 1, end: next });
        } else if let Some(last) = chunks.last_mut()
            && (is_inside || last.key.of(text) != "name")
        {
            // A text may go on unindented; a name does not.
            last.end = next;
        }
    }
    chunks
}

/// If a line starts with a key: the key's length and where its colon stands. A key is one word or quoted, and its colon
/// ends the line or has white space behind it; after a key every skill has, that space may be missing.
fn key_of(line: &str) -> Option<(usize, usize)> {
    let key_length = match line.as_bytes().first()? {
        quote @ (b'"' | b'\'') => line[1..].find(char::from(*quote))? + 2,
        first if first.is_ascii_alphabetic() || *first == b'_' || *first >= 0x80 => {
            line.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))).unwrap_or(line.len())
        }
        _ => return None,
    };
    let behind = &line[key_length..];
    let colon = key_length + (behind.len() - behind.trim_start_matches([' ', '\t']).len());
    let value = line[colon..].strip_prefix(':')?;
    let is_separated = value.is_empty() || value.starts_with([' ', '\t']);
    let is_known = super::fields::KNOWN_KEYS.contains(&&line[..key_length]) && !value.starts_with("//");
    (is_separated || is_known).then_some((key_length, colon))
}

/// Whether the value's lines look like a map of their own: nothing behind the colon, an indented key below.
fn holds_map(text: &str, chunk: Chunk) -> bool {
    let bounded = &text[..chunk.end];
    let mut lines = Lines { text: bounded, at: chunk.value_start };
    let is_bare = lines.next().is_none_or(|(line, _)| {
        let rest = line.of(text).trim();
        rest.is_empty() || rest.starts_with('#')
    });
    let is_content = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let first = lines.map(|(line, _)| line.of(text)).find(is_content);
    is_bare && first.is_some_and(|line| line.starts_with([' ', '\t']) && key_of(line.trim_start()).is_some())
}

fn unquote(key: &str) -> &str {
    key.strip_prefix(['"', '\'']).and_then(|key| key.strip_suffix(['"', '\''])).unwrap_or(key)
}
