//! Whether a file's frontmatter suits a reader as it is.

use super::{Form, fields::is_of_clients};
use crate::{Field, ScalarStyle, SkillDocument, Value, ValueKind, adk, document::holds_list};

/// Whether the readers of a form take a file for just what it says.
pub(super) fn suits(document: &SkillDocument, form: Form) -> bool {
    let text = document.text();
    let frontmatter = document.frontmatter_span().unwrap_or_default().of(text);
    if !document.findings().is_empty()
        || frontmatter.contains("---")
        || !(text.starts_with("---\n") || text.starts_with("---\r\n"))
    {
        return false;
    }
    if !document.fields().iter().all(|field| is_block(&field.value)) {
        return false;
    }
    match form {
        Form::Standard => document.fields().iter().all(|field| is_standard(&field.key, field)),
        Form::Client => {
            document.fields().iter().all(|field| is_of_clients(&field.key) || is_standard(&field.key, field))
        }
        Form::Adk => reads_as_adk(document),
    }
}

/// Whether a field is one of the standard's, in the form it wants.
fn is_standard(key: &str, field: &Field) -> bool {
    match key {
        "name" | "description" => field.value.is_string_to_all(),
        "license" | "compatibility" => has_text(&field.value),
        "allowed-tools" => has_text(&field.value) && field.value.text() == Some(field.items().join(" ").as_str()),
        "metadata" => {
            field.value.entries().is_some_and(|entries| entries.iter().all(|(_, value)| value.is_string_to_all()))
        }
        _ => false,
    }
}

fn has_text(value: &Value) -> bool {
    value.is_string_to_all() && value.text().is_some_and(|text| !text.trim().is_empty())
}

/// Without brackets, wherever in the value; an empty list has no other form.
fn is_block(value: &Value) -> bool {
    match &value.kind {
        ValueKind::Text { .. } => true,
        ValueKind::List { items, is_flow } => items.is_empty() || (!is_flow && items.iter().all(is_block)),
        ValueKind::Map { entries, is_flow } => {
            entries.is_empty() || (!is_flow && entries.iter().all(|(_, value)| is_block(value)))
        }
    }
}

fn reads_as_adk(document: &SkillDocument) -> bool {
    let Ok(read) = adk::parse(".skills/x/SKILL.md", document.text()) else { return false };
    let lists = document.fields().iter().filter(|field| holds_list(&field.key));
    let are_lists = lists.clone().all(|field| field.value.items().is_some() || field.value.is_null());
    let trigger = document.field("trigger");
    let is_plain = trigger.is_none_or(|field| field.value.style() == Some(ScalarStyle::Plain));
    are_lists
        && is_plain
        && read.allowed_tools == document.allowed_tools()
        && read.tags == document.tags()
        && Some(read.name.as_str()) == document.name()
}
