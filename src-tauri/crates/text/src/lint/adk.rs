//! What adk-rust needs beyond a readable file. It drops what it cannot read without a word.

use super::{Linter, code};
use crate::{FieldEdit, Fix, ScalarStyle, Target, Value};

/// Judges a document for adk.
pub(super) fn check(linter: &mut Linter<'_>) {
    if !linter.has(Target::Adk) || linter.document.frontmatter_span().is_none() {
        return;
    }
    check_folder(linter);
    check_trigger(linter);
    check_items(linter);
}

fn check_folder(linter: &mut Linter<'_>) {
    let Some(folder) = linter.context.folder else { return };
    if crate::adk::is_discovered(&format!(".skills/{folder}/SKILL.md")) {
        return;
    }
    let span = linter.document.field("name").map_or_else(|| linter.document.body_span(), |field| field.value.span);
    let message = format!("adk-rust skips folders named `{folder}`, so it never finds this skill. Rename the folder.");
    linter.push(code::finding(code::ADK_NOT_DISCOVERED, span, message).with_target(Target::Adk));
}

fn check_trigger(linter: &mut Linter<'_>) {
    let document = linter.document;
    let Some(field) = document.field("trigger").filter(|field| !field.value.is_null()) else { return };
    let is_boolean = field.value.style() == Some(ScalarStyle::Plain) && field.value.to_json().is_boolean();
    if is_boolean {
        return;
    }
    let message = "adk-rust can't load the skill: `trigger` must be `true` or `false`.";
    let mut finding = code::finding(code::ADK_DROPPED, field.value.span, message).with_target(Target::Adk);
    let meant = match field.value.text().map(str::to_ascii_lowercase).as_deref() {
        Some("true" | "yes" | "on" | "y" | "1") => Some("true"),
        Some("false" | "no" | "off" | "n" | "0") => Some("false"),
        _ => None,
    };
    if let Some(meant) = meant {
        finding = finding.with_fix(Fix::one(format!("Change to `{meant}`"), field.value.span, meant));
    }
    linter.push(finding);
}

/// A list's items must be texts; `- key: value` is a map to YAML.
fn check_items(linter: &mut Linter<'_>) {
    let document = linter.document;
    for key in ["tags", "allowed-tools", "references", "triggers"] {
        let Some(items) = document.field(key).and_then(|field| field.value.items()) else { continue };
        let Some(item) = items.iter().find(|item| item.text().is_none()) else { continue };
        let message = format!("adk-rust can't load the skill: every item of `{key}` must be a string. Quote this one.");
        let mut finding = code::finding(code::ADK_DROPPED, item.span, message).with_target(Target::Adk);
        let written = |item: &Value| item.text().unwrap_or_else(|| item.span.of(document.text())).to_owned();
        let is_one_line = !items.iter().any(|item| item.span.of(document.text()).contains(['\n', '\r']));
        if is_one_line {
            let items = items.iter().map(written).collect();
            let edits = document.edit(&FieldEdit::SetItems { key: key.to_owned(), items });
            finding = finding.with_fix(Fix { title: "Quote the items".to_owned(), edits });
        }
        linter.push(finding);
    }
}
