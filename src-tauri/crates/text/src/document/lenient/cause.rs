//! Why a value is not YAML, at the place that breaks it, with the repair.

use super::{is_control, repair};
use crate::{
    Finding, Fix, ScalarStyle, Span, Value, ValueKind, code,
    yaml::{self, ReadError},
};

/// The finding for a value that was read leniently. `value_span` starts right after the key's colon.
pub(super) fn finding(text: &str, key: Span, value_span: Span, value: &Value, error: Option<&ReadError>) -> Finding {
    let content = repair::trimmed(text, value_span);
    let name = key.of(text);
    if let Some(error @ (ReadError::TooDeep { .. } | ReadError::TooLarge { .. })) = error {
        let (code, span, message) = reading_cause(name, error);
        return code::finding(code, span, message);
    }
    let (code, span, message) = cause(text, key, value_span, content).unwrap_or_else(|| match error {
        Some(error) => reading_cause(name, error),
        None => (code::YAML_SYNTAX, content, format!("The value of `{name}` isn't valid YAML. Quote it.")),
    });
    let finding = code::finding(code, span, message);
    match rewritten(text, key, value) {
        Some(written) => {
            let title = match value.kind {
                ValueKind::Text { .. } => format!("Quote the value of `{name}`"),
                ValueKind::List { .. } | ValueKind::Map { .. } => format!("Write the items of `{name}` as a list"),
            };
            finding.with_fix(Fix::one(title, Span::new(value_span.start, content.end.max(value_span.start)), written))
        }
        None => finding,
    }
}

type Cause = (&'static str, Span, String);

/// The usual slips, each where it stands.
fn cause(text: &str, key: Span, value_span: Span, content: Span) -> Option<Cause> {
    let name = key.of(text);
    let source = content.of(text);
    if let Some(at) = source.bytes().position(is_control) {
        let message = format!("`{name}` contains a control character, which YAML doesn't allow. Remove it.");
        return Some((code::CONTROL_CHARACTER, Span::new(content.start + at, content.start + at + 1), message));
    }
    if !source.is_empty() && value_span.start == content.start {
        let message = format!("A space is missing after `{name}:`, so YAML doesn't see a key here. Add one.");
        return Some((code::YAML_MISSING_SPACE, Span::new(key.start, content.start), message));
    }
    if let Some(cause) = quote_cause(name, content, source) {
        return Some(cause);
    }
    if let Some(first @ ('@' | '`' | '%' | '*' | '&' | '!' | '{' | '[' | '}' | ']' | ',' | '#')) = source.chars().next()
    {
        let message =
            format!("`{first}` has a special meaning at the start of a YAML value. Quote the value of `{name}`.");
        return Some((code::YAML_RESERVED_START, Span::new(content.start, content.start + 1), message));
    }
    if let Some(at) = tab_in_indentation(value_span.of(text)) {
        let message = format!("The value of `{name}` is indented with a tab, which YAML doesn't allow. Use spaces.");
        return Some((code::YAML_TAB, Span::new(value_span.start + at, value_span.start + at + 1), message));
    }
    if !source.starts_with(['|', '>', '-'])
        && let Some(at) = unquoted_colon(source)
    {
        let message = format!("A colon followed by a space starts a new key in YAML. Quote the value of `{name}`.");
        return Some((code::YAML_UNQUOTED_COLON, Span::new(content.start + at, content.start + at + 1), message));
    }
    None
}

fn quote_cause(name: &str, content: Span, source: &str) -> Option<Cause> {
    let quote = source.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let Some(end) = repair::closing(&source[1..], quote) else {
        let message =
            format!("The value of `{name}` starts with a quote that is never closed. Close or remove the quote.");
        return Some((code::YAML_UNCLOSED_QUOTE, Span::new(content.start, content.start + 1), message));
    };
    let behind = &source[end + 2..];
    let rest = behind.trim_start();
    if !rest.is_empty() && !rest.starts_with('#') {
        let start = content.start + source.len() - rest.len();
        let message = format!(
            "There is text after the closing quote of `{name}`, which YAML doesn't allow. Quote the whole value."
        );
        return Some((code::YAML_TEXT_AFTER_QUOTE, Span::new(start, content.end), message));
    }
    if quote == '"'
        && let Some(at) = bad_escape(&source[1..=end])
    {
        let at = content.start + 1 + at;
        let message = format!(
            "This escape sequence isn't valid in double quotes. Double the backslash, or put `{name}` in single quotes."
        );
        return Some((code::YAML_BAD_ESCAPE, Span::new(at, at + 1), message));
    }
    None
}

fn bad_escape(inner: &str) -> Option<usize> {
    let bytes = inner.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'\\' {
            if !matches!(
                bytes.get(at + 1),
                Some(
                    b'0' | b'a'
                        | b'b'
                        | b't'
                        | b'\t'
                        | b'n'
                        | b'v'
                        | b'f'
                        | b'r'
                        | b'e'
                        | b' '
                        | b'"'
                        | b'/'
                        | b'\\'
                        | b'N'
                        | b'_'
                        | b'L'
                        | b'P'
                        | b'x'
                        | b'u'
                        | b'U'
                        | b'\n'
                        | b'\r'
                )
            ) {
                return Some(at);
            }
            at += 1;
        }
        at += 1;
    }
    None
}

fn tab_in_indentation(source: &str) -> Option<usize> {
    let mut is_indentation = false;
    source.bytes().position(|byte| {
        let is_tab = is_indentation && byte == b'\t';
        is_indentation = matches!(byte, b'\n' | b'\r') || (is_indentation && byte == b' ');
        is_tab
    })
}

fn unquoted_colon(source: &str) -> Option<usize> {
    let bytes = source.as_bytes();
    (0..bytes.len())
        .find(|&at| bytes[at] == b':' && matches!(bytes.get(at + 1), None | Some(b' ' | b'\t' | b'\n' | b'\r')))
}

/// Code, place and message of a reading error.
pub(in super::super) fn reading_cause(name: &str, error: &ReadError) -> Cause {
    match error {
        ReadError::Syntax { message, at } => {
            (code::YAML_SYNTAX, Span::at(*at), format!("Invalid YAML in `{name}`: {message}."))
        }
        ReadError::TooLarge { at } => (
            code::YAML_TOO_LARGE,
            Span::at(*at),
            format!("`{name}` has too many values (aliases count each time they are used). Shorten it."),
        ),
        ReadError::TooDeep { at } => {
            (code::YAML_TOO_DEEP, Span::at(*at), format!("`{name}` is nested too deeply to read. Flatten it."))
        }
        ReadError::SecondDocument { at } => (
            code::YAML_SYNTAX,
            Span::at(*at),
            format!("A second YAML document starts here, in `{name}`. Keep only one."),
        ),
    }
}

/// The value as YAML behind its key's colon; none for a value that was not understood well enough.
fn rewritten(text: &str, key: Span, value: &Value) -> Option<String> {
    match &value.kind {
        ValueKind::Text { text: value, style: ScalarStyle::Literal | ScalarStyle::Folded } if value.contains('\n') => {
            Some(format!(" {}", yaml::double_quoted(value)))
        }
        ValueKind::Text { text: value, .. } if !value.is_empty() => Some(format!(" {}", yaml::double_quoted(value))),
        ValueKind::List { items, .. } if !items.is_empty() => {
            let line_start = text[..key.start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
            let indent = " ".repeat(key.start - line_start);
            let line_end = super::super::line_end(text);
            let item =
                |item: &Value| format!("{line_end}{indent}  - {}", yaml::flow_scalar(item.text().unwrap_or_default()));
            Some(items.iter().map(item).collect())
        }
        ValueKind::Text { .. } | ValueKind::List { .. } | ValueKind::Map { .. } => None,
    }
}
