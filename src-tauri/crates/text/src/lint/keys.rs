//! Which keys a frontmatter may have, and in which form their lists and maps are written.

use std::ops::Range;

use super::{Linter, code};
use crate::{
    Field, FieldEdit, Finding, Fix, Severity, SkillDocument, Span, Target, TextEdit, Value, ValueKind,
    document::{KNOWN_KEYS, holds_list},
    near, yaml,
};

/// The keys of the Agent Skills standard.
const STANDARD_KEYS: [&str; 6] = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];

/// Keys that Cursor and VS Code read beyond the standard, as their documentation has it.
const OTHER_HOST_KEYS: [&str; 2] = ["mode", "tools"];

/// Judges every key, and the form of lists and maps.
pub(super) fn check(linter: &mut Linter<'_>) {
    check_dashes(linter);
    let document = linter.document;
    let missing: Vec<&str> = KNOWN_KEYS.into_iter().filter(|known| document.field(known).is_none()).collect();
    for field in document.fields() {
        if linter.is_full() {
            return;
        }
        let is_standard = STANDARD_KEYS.contains(&field.key.as_str());
        let is_misspelt = !is_known(&field.key) && check_spelling(linter, field, &missing);
        if !is_standard && !is_misspelt {
            check_unknown(linter, field);
        }
        check_list_form(linter, field);
        check_flow(linter, field);
    }
}

fn is_known(key: &str) -> bool {
    KNOWN_KEYS.contains(&key) || OTHER_HOST_KEYS.contains(&key) || studio_model::Client::any_reads(key)
}

/// Finds a key one slip away from a known one that is `missing`.
fn check_spelling(linter: &mut Linter<'_>, field: &Field, missing: &[&str]) -> bool {
    let Some(known) = near::closest(&field.key, missing.iter().copied()) else { return false };
    let message = format!("Unknown key `{}`. Did you mean `{known}`?", field.key);
    let fix = Fix::one(format!("Rename to `{known}`"), field.key_span, known);
    linter.push(code::finding(code::MISSPELT_KEY, field.key_span, message).about(&field.key).with_fix(fix));
    true
}

fn check_unknown(linter: &mut Linter<'_>, field: &Field) {
    let Some(targets) = linter.strict_targets() else { return };
    let key = &field.key;
    let is_read_somewhere = is_known(key);
    let message = if is_read_somewhere {
        format!("`{key}` isn't in the Agent Skills spec. Some clients read it; strict parsers reject the file.")
    } else {
        format!(
            "`{key}` isn't in the Agent Skills spec; strict parsers reject the file. Move it under `metadata`, or remove it."
        )
    };
    let severity = if is_read_somewhere { Severity::Info } else { Severity::Warning };
    // What some host reads at its place would be lost to it.
    let fix = if is_read_somewhere { None } else { under_metadata(linter.document, field) };
    let finding = Finding { severity, fix, ..code::finding(code::UNKNOWN_KEY, field.key_span, message) };
    linter.push(finding.about(key).with_targets(targets));
}

/// Moves a key under `metadata`, as one text. None where that would lose something: a map, a comment, or an entry that
/// `metadata` has already.
fn under_metadata(document: &SkillDocument, field: &Field) -> Option<Fix> {
    let (text, key) = (document.text(), &field.key);
    let is_in_braces = document.frontmatter_span()?.of(text).trim_start().starts_with('{');
    if is_in_braces || document.unreadable().is_some() {
        return None;
    }
    let value = match &field.value.kind {
        ValueKind::Text { text, .. } => text.trim().to_owned(),
        ValueKind::List { items, .. } => items.iter().map(Value::text).collect::<Option<Vec<_>>>()?.join(", "),
        ValueKind::Map { .. } => return None,
    };
    let taken = document.field("metadata").and_then(|metadata| metadata.value.entries()).unwrap_or_default();
    if value.is_empty() || field.value.is_null() || taken.iter().any(|(entry, _)| entry.key_text() == *key) {
        return None;
    }
    let removed = document.edit(&FieldEdit::Remove { key: key.clone() });
    let entry = FieldEdit::SetEntry { key: "metadata".to_owned(), entry: key.clone(), value };
    let added = document.edit(&entry);
    let ([removed], [added]) = (removed.as_slice(), added.as_slice()) else { return None };
    let beside = [
        removed.span.start..field.key_span.start,
        field.key_span.end..field.value.span.start,
        field.value.span.end..removed.span.end,
    ];
    let has_comment = |part: Range<usize>| text.get(part).is_none_or(|part: &str| part.contains('#'));
    let is_apart = added.span.end <= removed.span.start || added.span.start >= removed.span.end;
    if !is_apart || beside.into_iter().any(has_comment) {
        return None;
    }
    let mut edits = vec![removed.clone(), added.clone()];
    edits.sort_by_key(|edit| edit.span);
    Some(Fix { title: format!("Move `{key}` under `metadata`"), edits })
}

/// `allowed-tools` as the standard's string or adk's list; adk's other lists.
fn check_list_form(linter: &mut Linter<'_>, field: &Field) {
    if !holds_list(&field.key) {
        return;
    }
    let key = &field.key;
    match &field.value.kind {
        ValueKind::Text { text, .. } if linter.has(Target::Adk) && !text.is_empty() => {
            let message = format!("adk-rust can't load the skill: `{key}` must be a list, not a string. Convert it.");
            let finding = code::finding(code::ADK_LIST, field.value.span, message).with_target(Target::Adk);
            let items = if field.value.is_null() { Vec::new() } else { field.items() };
            let before = &linter.document.text()[..field.value.span.start];
            let space = if items.is_empty() { 0 } else { before.len() - before.trim_end_matches(' ').len() };
            linter.push(finding.with_fix(Fix::one(
                "Convert to a list",
                Span::new(field.value.span.start - space, field.value.span.end),
                block_list(linter, field, items.iter().map(|item| yaml::flow_scalar(item))),
            )));
        }
        ValueKind::Map { .. } => {
            let message = format!("`{key}` must be a list, not a map.");
            linter.push(code::finding(code::FIELD_TYPE, field.value.span, message));
        }
        _ => {}
    }
    if key == "allowed-tools" {
        check_standard_tools(linter, field);
    }
}

fn check_standard_tools(linter: &mut Linter<'_>, field: &Field) {
    let Some(targets) = linter.strict_targets() else { return };
    let items = field.items();
    let is_comma_string = field.value.text().is_some_and(|text| text.contains(',') && items.len() > 1);
    if items.is_empty() || !(is_comma_string || field.value.items().is_some()) {
        return;
    }
    let form = if is_comma_string { "separated by commas" } else { "a list" };
    let message = format!("`allowed-tools` must be a space-separated string, but this is {form}.");
    let mut finding = code::finding(code::TOOLS_FORM, field.value.span, message).with_targets(targets);
    // adk wants the opposite; where both count, the export writes each its own.
    let joined = items.join(" ");
    if !linter.has(Target::Adk) && !items.iter().any(|item| item.contains([' ', ','])) {
        let edits = linter.document.edit(&FieldEdit::SetText { key: field.key.clone(), value: joined });
        finding = finding.with_fix(Fix { title: "Convert to one string".to_owned(), edits });
    }
    linter.push(finding);
}

/// Items as the lines of a list, for the place of the field's value.
fn block_list(linter: &Linter<'_>, field: &Field, items: impl Iterator<Item = String>) -> String {
    let text = linter.document.text();
    let (indent, line_end) = layout(text, field.span.start);
    let lines = items.map(|item| format!("{line_end}{indent}  - {item}")).collect::<Vec<_>>().concat();
    if lines.is_empty() { "[]".to_owned() } else { lines }
}

/// The indentation of the line of `offset`, and how the text ends its lines.
fn layout(text: &str, offset: usize) -> (String, &'static str) {
    let line_start = text[..offset].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    (" ".repeat(offset - line_start), crate::document::line_end(text))
}

/// Lists and maps in brackets, which the standard's reference reader does not know.
fn check_flow(linter: &mut Linter<'_>, field: &Field) {
    let Some(targets) = linter.strict_targets() else { return };
    let (ValueKind::List { is_flow: true, .. } | ValueKind::Map { is_flow: true, .. }) = field.value.kind else {
        return;
    };
    if field.key == "allowed-tools" {
        return;
    }
    let text = linter.document.text();
    let message = format!(
        "The reference parser of the Agent Skills spec rejects inline lists and maps. Write one item of `{}` per line.",
        field.key
    );
    let mut finding = code::finding(code::YAML_FLOW, field.value.span, message).with_targets(targets);
    if let Some(lines) = unbracketed(linter, field)
        && text[..field.value.span.start].ends_with(": ")
    {
        let place = Span::new(field.value.span.start - 1, field.value.span.end);
        finding = finding.with_fix(Fix::one("Write one item per line", place, lines));
    }
    linter.push(finding);
}

/// A flat list or map as lines, its scalars as they were written.
fn unbracketed(linter: &Linter<'_>, field: &Field) -> Option<String> {
    let text = linter.document.text();
    let (indent, line_end) = layout(text, field.span.start);
    let is_on_key_line = text[..field.span.start].ends_with(['\n', '\r']) || field.span.start == 0;
    // A broken value is understood, but not written as it would have to be.
    let scalar = |value: &Value| {
        let source = value.span.of(text);
        let read = yaml::read(source, 0).ok()?.root?;
        (read.text() == Some(value.text()?) && !source.contains(['\n', '\r'])).then(|| source.to_owned())
    };
    let lines: Option<Vec<String>> = match &field.value.kind {
        ValueKind::List { items, .. } => {
            items.iter().map(|item| scalar(item).map(|item| format!("- {item}"))).collect()
        }
        ValueKind::Map { entries, .. } => {
            let entry = |(key, value): &(Value, Value)| Some(format!("{}: {}", scalar(key)?, scalar(value)?));
            entries.iter().map(entry).collect()
        }
        ValueKind::Text { .. } => None,
    };
    let lines = lines.filter(|lines| !lines.is_empty() && is_on_key_line)?;
    Some(lines.iter().map(|line| format!("{line_end}{indent}  {line}")).collect::<Vec<_>>().concat())
}

/// The reference reader cuts the file at any `---`, wherever it stands.
fn check_dashes(linter: &mut Linter<'_>) {
    let Some(targets) = linter.strict_targets() else { return };
    let text = linter.document.text();
    let frontmatter = linter.document.frontmatter_span().unwrap_or_default();
    let Some(at) = frontmatter.of(text).find("---") else { return };
    let mut edits = Vec::new();
    let mut from = frontmatter.start + at;
    let end = |from: usize| from + text[from..].bytes().take_while(|byte| *byte == b'-').count();
    let span = Span::new(from, end(from));
    loop {
        let run = Span::new(from, end(from));
        edits.push(TextEdit::new(run, "\u{2014}"));
        match text[run.end..frontmatter.end].find("---") {
            Some(at) => from = run.end + at,
            None => break,
        }
    }
    let message =
        "The reference parser of the Agent Skills spec ends the frontmatter at these dashes. Use a different dash.";
    let fix = Fix { title: "Replace the dashes".to_owned(), edits };
    linter.push(code::finding(code::FRONTMATTER_DASHES, span, message).with_targets(targets).with_fix(fix));
}
