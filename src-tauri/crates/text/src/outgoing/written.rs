//! Fields as lines of YAML that the simplest readers understand: block style, no anchors, and no `---` within.

use super::fields::Written;
use crate::yaml;

/// The lines of a frontmatter, each with its end.
pub(super) fn lines(fields: &[(String, Written)], line_end: &str) -> String {
    let mut out = String::new();
    for (key, value) in fields {
        entry(&mut out, key, value, 0, line_end);
    }
    out
}

fn entry(out: &mut String, key: &str, value: &Written, depth: usize, line_end: &str) {
    out.push_str(&"  ".repeat(depth));
    out.push_str(&scalar(key));
    out.push(':');
    behind(out, value, depth, line_end);
}

/// What stands behind a key's colon or an item's dash, to the end of the line and below.
fn behind(out: &mut String, value: &Written, depth: usize, line_end: &str) {
    match value {
        Written::Text(text) => put(out, &[" ", &text_value(text, depth + 1, line_end), line_end]),
        Written::Plain(text) => put(out, &[" ", text, line_end]),
        Written::List(items) if items.is_empty() => put(out, &[" []", line_end]),
        Written::Map(entries) if entries.is_empty() => put(out, &[" {}", line_end]),
        Written::List(items) => {
            out.push_str(line_end);
            for item in items {
                put(out, &[&"  ".repeat(depth + 1), "-"]);
                behind(out, item, depth + 1, line_end);
            }
        }
        Written::Map(entries) => {
            out.push_str(line_end);
            for (key, value) in entries {
                entry(out, key, value, depth + 1, line_end);
            }
        }
    }
}

fn put(out: &mut String, parts: &[&str]) {
    for part in parts {
        out.push_str(part);
    }
}

/// Several lines as a block where one can hold them, else on one line.
fn text_value(text: &str, depth: usize, line_end: &str) -> String {
    let indent = "  ".repeat(depth);
    let lines = Some(text).filter(|text| text.contains('\n') && !text.ends_with('\n') && !text.contains("---"));
    match lines.and_then(|text| yaml::block_scalar(text, &indent, line_end)) {
        Some(lines) => format!("|-{line_end}{lines}"),
        None => scalar(text),
    }
}

/// A text on one line. Dashes that a reader would take for the frontmatter's end are escaped.
fn scalar(text: &str) -> String {
    if text.contains("---") {
        return yaml::double_quoted(text).replace("---", "\\x2D--");
    }
    yaml::flow_scalar(text)
}
