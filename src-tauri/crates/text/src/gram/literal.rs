//! Values as gram writes them, for defaults and for the properties of a carrier.

use std::fmt::Write as _;

use serde_json::Value;

/// `value` in gram, or why gram cannot say it.
pub(super) fn print(value: &Value) -> Result<String, &'static str> {
    match value {
        Value::Array(items) if items.is_empty() => Err("Gram doesn't support empty lists"),
        Value::Array(items) => {
            let items = items.iter().map(scalar).collect::<Result<Vec<_>, _>>()?;
            Ok(format!("[{}]", items.join(", ")))
        }
        Value::Object(entries) => {
            let entries = entries.iter().map(entry).collect::<Result<Vec<_>, _>>()?;
            Ok(format!("{{{}}}", entries.join(", ")))
        }
        other => scalar(other),
    }
}

fn entry((key, value): (&String, &Value)) -> Result<String, &'static str> {
    Ok(format!("{}: {}", symbol(key), scalar(value)?))
}

fn scalar(value: &Value) -> Result<String, &'static str> {
    match value {
        Value::Null => Err("Gram doesn't support null"),
        Value::Bool(truth) => Ok(truth.to_string()),
        Value::Number(number) => Ok(decimal(number)),
        Value::String(text) if text.contains('\0') => Err("Gram doesn't support NUL characters"),
        Value::String(text) => Ok(quoted(text)),
        Value::Array(_) | Value::Object(_) => Err("Gram doesn't support nested lists or objects"),
    }
}

/// Without an exponent, which gram does not have; a fraction stays one, so that `2.0` is read as it was.
fn decimal(number: &serde_json::Number) -> String {
    match number.as_f64() {
        Some(float) if number.is_f64() => {
            let text = float.to_string();
            if text.contains('.') { text } else { format!("{text}.0") }
        }
        _ => number.to_string(),
    }
}

/// `text` between double quotes.
pub(super) fn quoted(text: &str) -> String {
    escaped(text, '"')
}

/// `name` bare where gram allows it, else between backticks.
pub(super) fn symbol(name: &str) -> String {
    if is_symbol(name) { name.to_owned() } else { backticked(name) }
}

/// `name` between backticks.
pub(super) fn backticked(name: &str) -> String {
    escaped(name, '`')
}

/// Whether gram takes `name` without backticks. It takes a hyphen anywhere; here one stands bare only between two parts of
/// a name, so that none is taken for the beginning of an arrow.
pub(super) fn is_symbol(name: &str) -> bool {
    let starts = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    let goes_on = |next: char| next.is_ascii_alphanumeric() || matches!(next, '_' | '.' | '@' | '-');
    let is_part = |part: &str| part.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '_');
    starts && name.chars().all(goes_on) && name.split('-').all(is_part)
}

/// A slash at the start is escaped too, white space before it or not: the published grammar would take `//` there for a
/// comment.
fn escaped(text: &str, quote: char) -> String {
    let mut result = String::with_capacity(text.len() + 2);
    result.push(quote);
    for (at, next) in text.char_indices() {
        match next {
            '\u{8}' => result.push_str("\\b"),
            '\u{c}' => result.push_str("\\f"),
            '\n' => result.push_str("\\n"),
            '\r' => result.push_str("\\r"),
            '\t' => result.push_str("\\t"),
            '\\' => result.push_str("\\\\"),
            '/' if text[..at].trim().is_empty() => result.push_str("\\/"),
            _ if next == quote => {
                let _ = write!(result, "\\{quote}");
            }
            _ => result.push(next),
        }
    }
    result.push(quote);
    result
}
