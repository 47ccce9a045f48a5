//! Texts as the reader of shell takes them: without the marks of a quotation and the blanks of a template, and what is no line
//! of shell as it stands.

use std::ops::Range;

use super::{documents, joined, lists, makefiles, playbooks};
use crate::scan::sense::{Context, floor};

/// Longest blank of a template.
const LONGEST_BLANK: usize = 200;

/// Commands that a text puts together, or that are no lines of shell as they stand.
pub(super) fn made(context: &Context<'_>) -> Vec<(Range<usize>, String)> {
    let mut lines = makefiles::commands(context);
    lines.extend(documents::commands(context));
    lines.extend(playbooks::commands(context));
    if !context.is_shell() {
        lines.extend(lists::commands(context.text));
        lines.extend(joined::commands(context.text));
    }
    lines
}

/// The same bytes, with words where a template has blanks to fill in.
pub(super) fn without_blanks(text: &str) -> String {
    let (mut plain, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find("{{") {
        let is_of_shell = rest[..at].ends_with('$');
        let end = rest[at..floor(rest, at + LONGEST_BLANK)]
            .find("}}")
            .filter(|length| !is_of_shell && !rest[at..at + length].contains('\n'));
        let length = end.map_or(2, |length| length + 2);
        plain.push_str(&rest[..at]);
        plain.push_str(&if end.is_some() { "_".repeat(length) } else { rest[at..at + length].to_owned() });
        rest = &rest[at + length..];
    }
    plain.push_str(rest);
    plain
}

/// The same bytes, with the marks of a quotation blank.
pub(super) fn without_marks(text: &str) -> String {
    let line = |line: &str| {
        let mut rest = line.trim_start_matches([' ', '\t']);
        while let Some(inner) = rest.strip_prefix('>') {
            rest = inner.trim_start_matches([' ', '\t']);
        }
        format!("{}{rest}", " ".repeat(line.len() - rest.len()))
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}
