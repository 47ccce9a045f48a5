//! What an author evidently meant by a value that is not YAML.

use super::super::frontmatter::Lines;
use crate::{ScalarStyle, Span, Value, ValueKind};

/// The value that stands in `span`, which starts right after the key's colon.
pub(super) fn value(text: &str, span: Span) -> Value {
    let content = trimmed(text, span);
    let source = content.of(text);
    match source.as_bytes().first() {
        None => Value::plain("", content),
        Some(b'|' | b'>') => block(text, content),
        Some(b'[') if is_one_list(source) => flow_list(text, content),
        Some(b'-') if is_block_list(text, span, content) => block_list(text, content),
        Some(_) => scalar(text, content),
    }
}

/// `span` without white space around it.
pub(super) fn trimmed(text: &str, span: Span) -> Span {
    let source = span.of(text);
    let start = span.start + (source.len() - source.trim_start().len());
    Span::new(start, (span.start + source.trim_end().len()).max(start))
}

/// Whether the bracket that a text begins with is closed at its end: `[title] [--urgent]` is no list, but a text.
fn is_one_list(source: &str) -> bool {
    let mut depth = 0_usize;
    for (at, byte) in source.bytes().enumerate() {
        match byte {
            b'[' => depth += 1,
            b']' => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth == 0 {
            return at + 1 == source.len();
        }
    }
    false
}

fn is_block_list(text: &str, span: Span, content: Span) -> bool {
    let is_on_own_line = text[span.start..content.start].contains(['\n', '\r']);
    is_on_own_line && content.of(text)[1..].starts_with([' ', '\t', '\n', '\r'])
}

fn text_value(text: String, style: ScalarStyle, span: Span) -> Value {
    Value { kind: ValueKind::Text { text, style }, span }
}

/// Lines joined as YAML folds them, quotes taken off where they enclose the whole.
fn scalar(text: &str, span: Span) -> Value {
    let mut folded = String::new();
    for (line, _) in (Lines { text: &text[..span.end], at: span.start }) {
        let line = line.of(text).trim();
        if line.starts_with('#') && !folded.is_empty() && !folded.starts_with(['"', '\'']) {
            continue;
        }
        if line.is_empty() {
            folded.push('\n');
        } else {
            if !(folded.is_empty() || folded.ends_with('\n')) {
                folded.push(' ');
            }
            folded.push_str(line);
        }
    }
    let (value, style) = unquoted(&folded);
    text_value(value, style, span)
}

/// The text inside quotes that enclose the whole, else the text itself without a comment behind it.
fn unquoted(source: &str) -> (String, ScalarStyle) {
    for (quote, style) in [('"', ScalarStyle::DoubleQuoted), ('\'', ScalarStyle::SingleQuoted)] {
        let Some(inner) = source.strip_prefix(quote) else { continue };
        let inside = match closing(inner, quote) {
            Some(end) if is_comment(&inner[end + 1..]) => &inner[..end],
            // Text goes on behind the closing quote: the quotes belong to the text.
            Some(_) => return (source.to_owned(), ScalarStyle::Plain),
            None => inner,
        };
        return (if quote == '"' { unescaped(inside) } else { inside.replace("''", "'") }, style);
    }
    let end = source.find(" #").unwrap_or(source.len());
    (source[..end].trim_end().to_owned(), ScalarStyle::Plain)
}

fn is_comment(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with('#')
}

/// Where the quote that closes `inner` stands.
pub(super) fn closing(inner: &str, quote: char) -> Option<usize> {
    let bytes = inner.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += match byte {
            b'\\' if quote == '"' => 2,
            _ if byte != quote as u8 => 1,
            _ if quote == '\'' && bytes.get(at + 1) == Some(&b'\'') => 2,
            _ => return Some(at),
        };
    }
    None
}

/// The escapes authors use; a backslash before anything else stays, as in a Windows path or a pattern.
fn unescaped(inner: &str) -> String {
    let mut result = String::with_capacity(inner.len());
    let mut chars = inner.chars().peekable();
    while let Some(c) = chars.next() {
        let meant = match chars.peek() {
            Some('"') => '"',
            Some('\\') => '\\',
            Some('/') => '/',
            Some('n') => '\n',
            Some('t') => '\t',
            _ => c,
        };
        if c == '\\' && (meant != c || chars.peek() == Some(&c)) {
            chars.next();
            result.push(meant);
        } else {
            result.push(c);
        }
    }
    result
}

/// The lines below a `|` or `>` header, without their common indentation.
fn block(text: &str, span: Span) -> Value {
    let mut lines = Lines { text: &text[..span.end], at: span.start };
    let header = lines.next().map_or("", |(line, _)| line.of(text)).trim();
    let lines: Vec<&str> = lines.map(|(line, _)| line.of(text)).collect();
    let style = if header.starts_with('>') { ScalarStyle::Folded } else { ScalarStyle::Literal };
    // `>text` on one line is no block, though somebody meant it as one.
    let on_header = header[1..].trim_start_matches(['-', '+']).trim();
    if lines.is_empty() {
        return text_value(on_header.to_owned(), style, span);
    }
    let indent = lines.iter().filter(|line| !line.trim().is_empty()).map(|line| indent_of(line)).min().unwrap_or(0);
    let content = lines.iter().map(|line| line.get(indent..).unwrap_or(""));
    let joined = if style == ScalarStyle::Literal {
        content.collect::<Vec<_>>().join("\n")
    } else {
        content.map(str::trim).collect::<Vec<_>>().join(" ")
    };
    text_value(joined.trim_end().to_owned(), style, span)
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// Items behind dashes; a line without one continues the item above.
fn block_list(text: &str, span: Span) -> Value {
    let mut spans: Vec<Span> = Vec::new();
    for (line, _) in (Lines { text: &text[..span.end], at: span.start }) {
        let content = trimmed(text, line);
        let item = content.of(text);
        if item.is_empty() || item.starts_with('#') {
            continue;
        }
        match (item.strip_prefix('-'), spans.last_mut()) {
            (Some(rest), _) if rest.is_empty() || rest.starts_with([' ', '\t']) => {
                spans.push(trimmed(text, Span::new(content.start + 1, content.end)));
            }
            (_, Some(last)) => last.end = content.end,
            (_, None) => spans.push(content),
        }
    }
    let items = spans.into_iter().map(|item| scalar(text, item)).collect();
    Value { kind: ValueKind::List { items, is_flow: false }, span }
}

/// Items between brackets, cut at commas outside quotes.
fn flow_list(text: &str, span: Span) -> Value {
    let inner = Span::new(span.start + 1, span.end - 1);
    let mut items = Vec::new();
    let mut start = inner.start;
    let mut quote = None;
    for (at, byte) in inner.of(text).bytes().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            (None, b',') => {
                items.push(Span::new(start, inner.start + at));
                start = inner.start + at + 1;
            }
            _ => {}
        }
    }
    items.push(Span::new(start, inner.end));
    let items = items.into_iter().map(|item| trimmed(text, item)).filter(|item| !item.is_empty());
    let items = items.map(|item| scalar(text, item)).collect();
    Value { kind: ValueKind::List { items, is_flow: true }, span }
}
