//! Characters nobody sees, as findings.

use std::collections::HashSet;

use super::{Linter, code};
use crate::{
    Fix, Span,
    hidden::{Kind, in_text},
};

/// Finds hidden and control characters. Neighbours make one finding.
pub(super) fn check(linter: &mut Linter<'_>) {
    let found = in_text(linter.document.text(), super::MAX_FINDINGS);
    let is_known: HashSet<usize> = linter
        .findings
        .iter()
        .filter(|known| known.code == code::CONTROL_CHARACTER)
        .map(|known| known.span.start)
        .collect();
    for (span, kind) in found {
        if is_known.contains(&span.start) {
            continue;
        }
        report(linter, span, kind);
    }
}

fn report(linter: &mut Linter<'_>, span: Span, kind: Kind) {
    let text = span.of(linter.document.text());
    let first = u32::from(text.chars().next().unwrap_or_default());
    let (code, what) = match kind {
        Kind::Control => (code::CONTROL_CHARACTER, "Control character"),
        Kind::Hidden => (code::HIDDEN_CHARACTER, "Invisible character"),
        Kind::Direction => (code::HIDDEN_CHARACTER, "Text direction character"),
    };
    let count = text.chars().count();
    let more = if count > 1 { format!(" and {} more", count - 1) } else { String::new() };
    let message = format!(
        "{what} (U+{first:04X}{more}): models read it, but people can't see it. Remove it unless it's intentional."
    );
    let fix = Fix::one("Remove the invisible characters", span, "");
    linter.push(code::finding(code, span, message).with_fix(fix));
}
