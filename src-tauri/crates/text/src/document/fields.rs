//! Typed access to the fields of a skill document.
//!
//! Readers of a repeated key disagree; here the last one counts, as for most of them.

use super::{Field, SkillDocument};
use crate::{Finding, Span, Value, ValueKind};

/// The keys the accessors read, in the order a new file writes them.
pub(crate) const KNOWN_KEYS: [&str; 12] = [
    "name",
    "description",
    "version",
    "license",
    "compatibility",
    "tags",
    "allowed-tools",
    "references",
    "trigger",
    "triggers",
    "hint",
    "metadata",
];

impl SkillDocument {
    /// The text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The fields of the frontmatter in the order of the text, repeated keys included.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The field a key stands for: the last of that name.
    pub fn field(&self, key: &str) -> Option<&Field> {
        self.fields.iter().rev().find(|field| field.key == key)
    }

    /// What was wrong while reading, in the order of the text.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Why the file cannot be taken for a skill: its frontmatter cannot be read even leniently, or it has no name.
    pub fn unreadable(&self) -> Option<&Finding> {
        self.unreadable.as_ref()
    }

    /// What stands between the frontmatter's delimiters; none where there is no frontmatter.
    pub fn frontmatter_span(&self) -> Option<Span> {
        self.frontmatter
    }

    /// The instructions: everything after the frontmatter, trimmed.
    pub fn body(&self) -> &str {
        self.body_span().of(&self.text)
    }

    /// Where [`Self::body`] stands.
    pub fn body_span(&self) -> Span {
        let rest = self.rest.of(&self.text);
        let start = self.rest.start + (rest.len() - rest.trim_start().len());
        Span::new(start, start + rest.trim().len())
    }

    /// Everything behind the line that closes the frontmatter, untrimmed; the whole text where there is none.
    pub(crate) fn after_frontmatter(&self) -> &str {
        self.rest.of(&self.text).trim_start_matches('\u{FEFF}')
    }

    /// `name`, trimmed; none where it is missing or empty.
    pub fn name(&self) -> Option<&str> {
        self.scalar("name")
    }

    /// `description`, trimmed; none where it is missing or empty.
    pub fn description(&self) -> Option<&str> {
        self.scalar("description")
    }

    /// `version`, trimmed.
    pub fn version(&self) -> Option<&str> {
        self.scalar("version")
    }

    /// `license`, trimmed.
    pub fn license(&self) -> Option<&str> {
        self.scalar("license")
    }

    /// `compatibility`, trimmed.
    pub fn compatibility(&self) -> Option<&str> {
        self.scalar("compatibility")
    }

    /// `hint`, trimmed.
    pub fn hint(&self) -> Option<&str> {
        self.scalar("hint")
    }

    /// `tags`: a list's items, or a string's parts.
    pub fn tags(&self) -> Vec<&str> {
        self.list("tags")
    }

    /// `allowed-tools`: a list's items, or the parts of a space or comma separated string.
    pub fn allowed_tools(&self) -> Vec<&str> {
        self.list("allowed-tools")
    }

    /// `references`: a list's items, or a string's parts.
    pub fn references(&self) -> Vec<&str> {
        self.list("references")
    }

    /// `triggers`: a list's items, or a string's parts.
    pub fn triggers(&self) -> Vec<&str> {
        self.list("triggers")
    }

    /// `trigger`: whether the skill wants to be named to wake.
    pub fn trigger(&self) -> bool {
        self.scalar("trigger").is_some_and(|text| text.eq_ignore_ascii_case("true"))
    }

    /// `when_to_use`: what Claude Code puts behind the description.
    pub fn when_to_use(&self) -> Option<&str> {
        self.scalar("when_to_use")
    }

    /// `disable-model-invocation`: whether only people may call the skill, by its name.
    pub fn is_for_users_only(&self) -> bool {
        self.scalar("disable-model-invocation").is_some_and(|text| text.eq_ignore_ascii_case("true"))
    }

    /// `paths`: whether the skill waits until a file of a kind was read.
    pub fn waits_for_paths(&self) -> bool {
        self.field("paths").is_some_and(|field| !field.value.is_null())
    }

    /// `metadata` as JSON, in the order written.
    pub fn metadata(&self) -> Vec<(String, serde_json::Value)> {
        let entries = self.field("metadata").and_then(|field| field.value.entries()).unwrap_or_default();
        entries.iter().map(|(key, value)| (key.key_text(), value.to_json())).collect()
    }

    /// The fields no accessor reads: a host's own keys, kept as they are.
    pub fn extra(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| !KNOWN_KEYS.contains(&field.key.as_str()))
    }

    fn scalar(&self, key: &str) -> Option<&str> {
        let value = &self.field(key)?.value;
        if value.is_null() {
            return None;
        }
        value.text().map(str::trim).filter(|text| !text.is_empty())
    }

    fn list(&self, key: &str) -> Vec<&str> {
        self.field(key).map(|field| items(key, &field.value)).unwrap_or_default()
    }
}

impl Field {
    /// The items of the value: those of a list, or the parts of a string for keys that hold lists. Trimmed, none empty.
    pub fn items(&self) -> Vec<&str> {
        items(&self.key, &self.value)
    }
}

fn items<'a>(key: &str, value: &'a Value) -> Vec<&'a str> {
    match &value.kind {
        ValueKind::List { items, .. } => {
            items.iter().filter_map(Value::text).map(str::trim).filter(|item| !item.is_empty()).collect()
        }
        ValueKind::Text { text, .. } if holds_list(key) && !value.is_null() => split_items(text),
        ValueKind::Text { .. } | ValueKind::Map { .. } => Vec::new(),
    }
}

/// Whether a key's value is a list, even if it is written as a string.
pub(crate) fn holds_list(key: &str) -> bool {
    matches!(key, "tags" | "allowed-tools" | "references" | "triggers")
}

/// The parts of a string that stands for a list: separated by commas where it has any, else by spaces; never inside
/// parentheses, so that `Bash(git log:*)` stays whole.
pub(crate) fn split_items(text: &str) -> Vec<&str> {
    let by_comma = has_outer_comma(text);
    let mut depth = 0_u32;
    text.split(|c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && if by_comma { c == ',' } else { c.is_whitespace() }
    })
    .map(str::trim)
    .filter(|item| !item.is_empty())
    .collect()
}

/// Whether a comma stands in `text` outside parentheses.
pub(super) fn has_outer_comma(text: &str) -> bool {
    let mut depth = 0_u32;
    text.chars().any(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
}
