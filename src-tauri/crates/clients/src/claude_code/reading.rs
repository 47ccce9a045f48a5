//! How Claude Code finds and reads frontmatter: what YAML trips over is repaired.

use std::borrow::Cow;

use crate::front::{Fields, Front, Source, key_of, quoted};

/// The frontmatter: from a first line `---` to the next three dashes, wherever they stand.
pub(super) fn front<'a>(source: &'a Source<'_>) -> Option<Front<'a>> {
    let text = source.text.strip_prefix('\u{FEFF}').unwrap_or(&source.text);
    let after = text.strip_prefix("---")?;
    let blank = after.len() - after.trim_start().len();
    let start = after[..blank].rfind('\n')? + 1;
    let end = start + after[start..].find("---")?;
    Some(Front { yaml: &after[start..end], body: &after[end + 3..] })
}

/// Its reader takes tabs for blanks, and of a key that stands twice the last.
pub(super) fn fields(yaml: &str) -> Fields {
    let lenient = |yaml: &str| Fields::read_last(&without_controls(&without_tabs(yaml)));
    lenient(yaml).or_else(|_| lenient(&repaired(yaml))).unwrap_or_default()
}

/// YAML whose lines are indented by blanks where they were by tabs.
fn without_tabs(yaml: &str) -> Cow<'_, str> {
    if !yaml.contains("\n\t") {
        return Cow::Borrowed(yaml);
    }
    Cow::Owned(yaml.replace("\n\t", "\n  "))
}

/// YAML without the control characters that are not allowed in it: none of them is shown, so another that is not stands for
/// each.
fn without_controls(yaml: &str) -> Cow<'_, str> {
    let is_control = |c: char| c.is_ascii_control() && !matches!(c, '\n' | '\r' | '\t');
    if !yaml.contains(is_control) {
        return Cow::Borrowed(yaml);
    }
    Cow::Owned(yaml.replace(is_control, "\u{200B}"))
}

/// Values that YAML would trip over in quotes.
fn repaired(yaml: &str) -> String {
    let special =
        |value: &str| value.starts_with(',') || value.contains(": ") || value.contains(|c| "{}[]*&#!|>%@`".contains(c));
    // A line that ends with a carriage return is none to it.
    let line = |line: &str| match key_of(line).filter(|_| !line.ends_with('\r')) {
        Some((key, value)) if !value.is_empty() && !value.starts_with(['"', '\'']) && special(value) => {
            format!("{key}: {}\n", quoted(value))
        }
        _ => format!("{line}\n"),
    };
    yaml.split('\n').map(line).collect()
}
