//! The seed's block form: a head line, then indented lines of a key and a value.
//!
//! ```text
//! toolSpecification: sayHello
//!   name: "sayHello"
//!   description: "Returns a friendly greeting"
//!   typeSignature: "(name: Text) --> IO Text"
//! ```

use serde_json::Value;

use super::scan::{Pattern, Property};
use crate::{Span, gram::token::unquote};

/// Head words and the labels they stand for.
const HEADS: [(&str, &str); 4] = [
    ("toolSpecification", "ToolSpecification"),
    ("toolSpec", "ToolSpecification"),
    ("tool", "ToolSpecification"),
    ("agent", "Agent"),
];

/// The block that begins at `at`, and where it ends.
pub(super) fn read(text: &str, at: usize) -> Option<(Pattern, usize)> {
    let (line, next) = line(text, at);
    let (word, name) = line.split_once(':')?;
    let (_, label) = HEADS.iter().find(|(head, _)| head.eq_ignore_ascii_case(word.trim()))?;
    let name = name.trim();
    let name = unquote(name).filter(|_| name.starts_with(['"', '`'])).map_or_else(|| name.to_owned(), |(name, _)| name);
    let mut block = Pattern {
        identifier: Some(name).filter(|name| !name.is_empty()),
        labels: vec![(*label).to_owned()],
        span: Span::new(at, at + line.trim_end().len()),
        ..Pattern::default()
    };
    let mut at = next;
    while let Some((property, next)) = property(text, at) {
        if let Some(property) = property {
            block.span.end = property.span.end;
            block.record.push(property);
        }
        at = next;
    }
    Some((block, at))
}

/// An indented line, and where the next begins; a blank line has no property. None where the block has ended.
fn property(text: &str, at: usize) -> Option<(Option<Property>, usize)> {
    let (line, next) = line(text, at);
    if at >= text.len() || line.trim().is_empty() {
        return (at < text.len()).then_some((None, next));
    }
    let indent = line.len() - line.trim_start().len();
    if indent == 0 {
        return None;
    }
    let (key, value) = line.split_once(':')?;
    let start = at + key.len() + 1 + (value.len() - value.trim_start().len());
    // A text in quotes may go over several lines.
    let quoted = text[start..].starts_with('"').then(|| unquote(&text[start..])).flatten();
    let (value, end) = match quoted {
        Some((value, length)) => (value, start + length),
        None => (value.trim().to_owned(), start + value.trim().len()),
    };
    let property =
        Property { key: key.trim().to_owned(), value: Value::String(value), span: Span::new(at + indent, end) };
    let next = text[end..].find('\n').map_or(text.len(), |more| end + more + 1);
    Some((Some(property), next))
}

/// The line at `at` without its end, and where the next begins.
fn line(text: &str, at: usize) -> (&str, usize) {
    let rest = &text[at..];
    match rest.find('\n') {
        Some(end) => (&rest[..end], at + end + 1),
        None => (rest, text.len()),
    }
}
