//! Tools that a skill's text and its tools do not agree on: mentioned and not enabled, enabled and never mentioned.

use std::collections::HashSet;

use super::{Linter, code, tools::HOST_TOOLS};
use crate::{FieldEdit, Fix, SkillDocument, Span};

/// Judges what the body mentions against what a runtime would enable: the tools of `allowed-tools` and those the skill is
/// linked to. A skill with neither leaves tools alone, and so does this.
pub(super) fn check(linter: &mut Linter<'_>, code_spans: &[Span]) {
    let (Some(known), Some(linked)) = (linter.context.tools, linter.context.linked) else { return };
    let document = linter.document;
    let allowed = document.allowed_tools();
    if allowed.is_empty() && linked.is_empty() {
        return;
    }
    let enabled: HashSet<&str> = allowed.iter().map(|item| bare(item)).chain(linked.iter().copied()).collect();
    check_enabled(linter, &known.names, &enabled, code_spans);
    check_mentioned(linter, &known.names, linked);
}

fn check_enabled(linter: &mut Linter<'_>, known: &HashSet<String>, enabled: &HashSet<&str>, code_spans: &[Span]) {
    let document = linter.document;
    let mut judged = HashSet::new();
    for span in code_spans {
        let name = bare(span.of(document.text()));
        let is_known = known.contains(name) && !HOST_TOOLS.contains(&name);
        if linter.is_full() || !is_known || enabled.contains(name) || !judged.insert(name) {
            continue;
        }
        let message = format!(
            "This text mentions the tool `{name}`, but the skill has no access to it. Add it to `allowed-tools`, or link \
             it to the skill."
        );
        let finding = code::finding(code::TOOL_NOT_ENABLED, *span, message).about(name);
        linter.push(match allow(document, name) {
            Some(fix) => finding.with_fix(fix),
            None => finding,
        });
    }
}

/// Adds a tool to `allowed-tools` where that is there; a skill without leaves it to its links.
fn allow(document: &SkillDocument, name: &str) -> Option<Fix> {
    let field = document.field("allowed-tools")?;
    let mut items: Vec<String> = document.allowed_tools().iter().map(ToString::to_string).collect();
    items.push(name.to_owned());
    let edits = document.edit(&FieldEdit::SetItems { key: field.key.clone(), items });
    Some(Fix { title: format!("Add `{name}` to `allowed-tools`"), edits })
}

fn check_mentioned(linter: &mut Linter<'_>, known: &HashSet<String>, linked: &HashSet<&str>) {
    let document = linter.document;
    let allowed = document.allowed_tools();
    let mut names: Vec<&str> = allowed.iter().map(|item| bare(item)).chain(linked.iter().copied()).collect();
    names.sort_unstable();
    names.dedup();
    let names: Vec<&str> =
        names.into_iter().filter(|name| known.contains(*name) && !HOST_TOOLS.contains(name)).collect();
    let body = if names.is_empty() { String::new() } else { document.body().to_lowercase() };
    for name in names {
        if linter.is_full() || mentions(&body, &name.to_lowercase()) {
            continue;
        }
        let message = format!("The skill has the tool `{name}`, but its instructions never say when to use it.");
        let span = place(document, name);
        linter.push(code::finding(code::TOOL_UNMENTIONED, span, message).about(name));
    }
}

/// Where the skill says that it has a tool; its name where only a link says so.
fn place(document: &SkillDocument, name: &str) -> Span {
    let in_field = document.field("allowed-tools").and_then(|field| {
        let at = field.value.span.of(document.text()).find(name)?;
        Some(Span::new(field.value.span.start + at, field.value.span.start + at + name.len()))
    });
    let name_field = || document.field("name").map(|field| field.value.span);
    in_field.or_else(name_field).unwrap_or(Span::new(0, 0))
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

/// `Bash(git:*)` and `search(…)` without what stands in parentheses.
fn bare(item: &str) -> &str {
    item.split('(').next().unwrap_or(item).trim()
}
