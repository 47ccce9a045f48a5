//! Scalars as YAML text: plain where that reads back the same, quoted or as a block where it does not.

use super::plain_to_json;

/// `text` as a scalar on one line, quoted only where YAML needs it somewhere: between brackets, too.
pub(crate) fn flow_scalar(text: &str) -> String {
    let is_plain = is_plain_in_block(text) && !text.contains([',', '[', ']', '{', '}']);
    if is_plain { text.to_owned() } else { double_quoted(text) }
}

/// The same for the place behind a key that stands in no brackets: commas and brackets are letters there.
pub(crate) fn line_scalar(text: &str) -> String {
    if is_plain_in_block(text) { text.to_owned() } else { double_quoted(text) }
}

/// `text` in double quotes, on one line.
pub(crate) fn double_quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\0' => quoted.push_str("\\0"),
            _ if c.is_control() || is_break(c) || is_noncharacter(c) => escape(&mut quoted, c),
            _ => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// `text` in single quotes; only for text on one line without control characters.
pub(crate) fn single_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// `text` as the lines of a `|` block, each behind `indent`, without the header; none where a block cannot hold it, or only
/// with white space at its ends that nobody sees.
pub(crate) fn block_scalar(text: &str, indent: &str, line_end: &str) -> Option<String> {
    let is_plain = |c: char| c == '\n' || c == '\t' || !(c.is_control() || is_break(c) || is_noncharacter(c));
    let is_framed = text.starts_with(char::is_whitespace) || text.trim_end() != text.trim_end_matches('\n');
    if !text.chars().all(is_plain) || text.is_empty() || is_framed {
        return None;
    }
    let lines = text.lines().map(|line| if line.is_empty() { String::new() } else { format!("{indent}{line}") });
    Some(lines.collect::<Vec<_>>().join(line_end))
}

/// Whether a single-quoted scalar on one line can hold `text`.
pub(crate) fn fits_single_quotes(text: &str) -> bool {
    !text.chars().any(|c| c.is_control() || is_break(c) || is_noncharacter(c))
}

fn escape(quoted: &mut String, c: char) {
    let number = u32::from(c);
    let escaped = match number {
        0..=0xFF => format!("\\x{number:02X}"),
        0x100..=0xFFFF => format!("\\u{number:04X}"),
        _ => format!("\\U{number:08X}"),
    };
    quoted.push_str(&escaped);
}

fn is_break(c: char) -> bool {
    matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{FEFF}')
}

fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{FFFE}' | '\u{FFFF}')
}

/// Whether every reader takes `text`, unquoted, for exactly this string, outside of brackets.
fn is_plain_in_block(text: &str) -> bool {
    let Some(first) = text.chars().next() else { return false };
    if first.is_whitespace() || text.ends_with(char::is_whitespace) || text.ends_with(':') {
        return false;
    }
    if matches!(
        first,
        '-' | '?'
            | ':'
            | ','
            | '['
            | ']'
            | '{'
            | '}'
            | '#'
            | '&'
            | '*'
            | '!'
            | '|'
            | '>'
            | '\''
            | '"'
            | '%'
            | '@'
            | '`'
            | '='
            | '~'
            | '.'
            | '<'
    ) {
        return false;
    }
    if text.chars().any(|c| c.is_control() || is_break(c) || is_noncharacter(c)) {
        return false;
    }
    if text.contains(": ") || text.contains(" #") || text.contains(" --- ") {
        return false;
    }
    is_text_to_all(text)
}

/// Whether readers of every version of YAML take a plain scalar for a string.
pub(super) fn is_text_to_all(plain: &str) -> bool {
    plain_to_json(plain).is_string() && !looks_typed(plain)
}

/// Words YAML 1.1 readers take for booleans, and anything that starts like a number or a date.
fn looks_typed(text: &str) -> bool {
    const WORDS: [&str; 8] = ["yes", "no", "on", "off", "y", "n", "true", "false"];
    WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
        || text.starts_with(|c: char| c.is_ascii_digit() || c == '+')
            && text.chars().all(|c| {
                c.is_ascii_hexdigit() || matches!(c, '.' | '_' | ':' | '-' | '+' | 'x' | 'o' | 'T' | 'Z' | ' ')
            })
}
