//! Tools that a skill's text and its tools do not agree on: mentioned and not enabled, enabled and never mentioned.

use std::collections::HashSet;

use studio_model::tool_of_item as bare;

use super::{KnownTools, Linter, SkillLinks, code, drift};
use crate::Span;

/// Judges what the body mentions against what a runtime would enable: the tools of `allowed-tools` and those the skill is
/// linked to. A skill with neither leaves tools alone, and so does this.
pub(super) fn check(linter: &mut Linter<'_>, code_spans: &[Span]) {
    let (Some(known), Some(linked)) = (linter.context.tools, linter.context.linked) else { return };
    let document = linter.document;
    let allowed = document.allowed_tools();
    if allowed.is_empty() && linked.names().next().is_none() {
        return;
    }
    let enabled: HashSet<&str> = allowed.iter().map(|item| bare(item)).chain(linked.names()).collect();
    check_enabled(linter, known, &enabled, code_spans);
    check_mentioned(linter, known, linked);
}

fn check_enabled(linter: &mut Linter<'_>, known: &KnownTools, enabled: &HashSet<&str>, code_spans: &[Span]) {
    let document = linter.document;
    let mut judged = HashSet::new();
    for span in code_spans {
        let name = bare(span.of(document.text()));
        let is_known = known.names.contains(name) && !known.is_brought(name);
        if linter.is_full() || !is_known || enabled.contains(name) || !judged.insert(name) {
            continue;
        }
        let message = format!(
            "The tool `{name}` is mentioned here, but the skill has no access to it. Add it to `allowed-tools`, or link it to \
             the skill."
        );
        let finding = code::finding(code::TOOL_NOT_ENABLED, *span, message).about(name);
        linter.push(finding.with_fix(drift::list(document, name)));
    }
}

fn check_mentioned(linter: &mut Linter<'_>, known: &KnownTools, linked: &SkillLinks<'_>) {
    let document = linter.document;
    let allowed = document.allowed_tools();
    let mut names: Vec<&str> = allowed.iter().map(|item| bare(item)).chain(linked.names()).collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| known.names.contains(*name) && !known.is_brought(name));
    let body = if names.is_empty() { String::new() } else { document.body().to_lowercase() };
    for name in names {
        if linter.is_full() || mentions(&body, &name.to_lowercase()) {
            continue;
        }
        let message = format!("The skill has access to the tool `{name}`, but its instructions never mention it.");
        let span = drift::place(document, name);
        linter.push(code::finding(code::TOOL_UNMENTIONED, span, message).about(name));
    }
}

/// Whether a text has a name as a whole word.
fn mentions(text: &str, name: &str) -> bool {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}
