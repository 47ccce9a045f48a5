//! Changing one key of a frontmatter and no other byte.

mod entries;
mod items;
mod scalar;

use studio_model::tool_of_item;

use super::{
    Field, SkillDocument,
    fields::{KNOWN_KEYS, holds_list},
    line_end,
};
use crate::{ScalarStyle, Span, TextEdit, Value, ValueKind, yaml};

/// A change to the frontmatter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldEdit {
    /// Sets a scalar; adds the key where it is missing.
    SetText {
        /// The key.
        key: String,
        /// The new value.
        value: String,
    },
    /// Sets a list in the form it is written in (list, flow list, string); adds the key where it is missing.
    SetItems {
        /// The key.
        key: String,
        /// The new items; they are trimmed, and empty ones left out.
        items: Vec<String>,
    },
    /// Takes the key out, everywhere it stands.
    Remove {
        /// The key.
        key: String,
    },
    /// Sets one entry of a map, such as of `metadata`; adds map and entry where they are missing.
    SetEntry {
        /// The key whose value is the map.
        key: String,
        /// The entry's own key.
        entry: String,
        /// The new value.
        value: String,
    },
    /// Takes one entry of a map out; with its last one the key goes too.
    RemoveEntry {
        /// The key whose value is the map.
        key: String,
        /// The entry's own key.
        entry: String,
    },
}

impl SkillDocument {
    /// The edits that make `edit`, ascending. They touch only the lines of its key; its form, the line ends and every
    /// other byte stay as they are. Setting what already stands there takes no edit.
    pub fn edit(&self, edit: &FieldEdit) -> Vec<TextEdit> {
        match edit {
            FieldEdit::SetText { key, value } => self.set_text(key, value),
            FieldEdit::SetItems { key, items } => {
                let items: Vec<&str> = items.iter().map(|item| item.trim()).filter(|item| !item.is_empty()).collect();
                self.set_items(key, &items)
            }
            FieldEdit::Remove { key } => self.remove(key),
            FieldEdit::SetEntry { key, entry, value } => self.set_entry(key, entry, value),
            FieldEdit::RemoveEntry { key, entry } => self.remove_entry(key, entry),
        }
    }

    /// The edit that lists a tool under `allowed-tools`, last.
    pub fn listing(&self, name: &str) -> FieldEdit {
        let mut items = self.listed();
        items.push(name.to_owned());
        FieldEdit::SetItems { key: self.tools_key(), items }
    }

    /// The edit that takes every item about a tool out of `allowed-tools`, and the key with the last of them.
    pub fn unlisting(&self, name: &str) -> FieldEdit {
        let mut items = self.listed();
        items.retain(|item| tool_of_item(item) != name);
        let key = self.tools_key();
        if items.is_empty() { FieldEdit::Remove { key } } else { FieldEdit::SetItems { key, items } }
    }

    fn listed(&self) -> Vec<String> {
        self.allowed_tools().iter().map(ToString::to_string).collect()
    }

    /// The key as the file writes it.
    fn tools_key(&self) -> String {
        self.field("allowed-tools").map_or_else(|| "allowed-tools".to_owned(), |field| field.key.clone())
    }

    fn set_text(&self, key: &str, value: &str) -> Vec<TextEdit> {
        let Some(field) = self.field(key) else {
            return vec![self.insertion(key, &format!(" {}", self.scalar_for(None, value)))];
        };
        if field.value.text() == Some(value) && !field.value.is_null() {
            return Vec::new();
        }
        vec![self.replacement(field, &self.scalar_for(Some(field), value))]
    }

    fn set_items(&self, key: &str, items: &[&str]) -> Vec<TextEdit> {
        let Some(field) = self.field(key) else {
            return vec![self.insertion(key, &self.new_list(key, items, self.key_indent()))];
        };
        if field.items() == items && (!items.is_empty() || field.value.items().is_some()) {
            return Vec::new();
        }
        match &field.value.kind {
            ValueKind::List { items: written, is_flow } if !self.is_simple_list(written, *is_flow) => {
                vec![self.list_replacement(field, items)]
            }
            ValueKind::List { items: written, is_flow } => self.edit_list(field, written, items, *is_flow),
            ValueKind::Text { text, .. } if holds_list(key) && !field.value.is_null() => {
                match items::joined(text, items) {
                    Some(joined) => vec![self.replacement(field, &self.scalar_for(Some(field), &joined))],
                    None => vec![self.list_replacement(field, items)],
                }
            }
            ValueKind::Text { .. } | ValueKind::Map { .. } => vec![self.list_replacement(field, items)],
        }
    }

    fn is_simple_list(&self, items: &[Value], is_flow: bool) -> bool {
        let follows_dash = |item: &Value| {
            let start = item.span.start;
            self.text[self.line_start(start)..start].trim_end().ends_with('-')
        };
        !items.is_empty() && items.iter().all(|item| is_item(item) && (is_flow || follows_dash(item)))
    }

    fn remove(&self, key: &str) -> Vec<TextEdit> {
        (0..self.fields.len()).filter(|&at| self.fields[at].key == key).map(|at| self.removal(at)).collect()
    }

    /// The edit that takes one field out with its line end, or in braces with its comma.
    pub(super) fn removal(&self, at: usize) -> TextEdit {
        let field = &self.fields[at];
        if self.closing_brace.is_some() {
            let span = match (self.fields.get(at + 1), at.checked_sub(1)) {
                (Some(next), _) => Span::new(field.span.start, next.span.start),
                (None, Some(before)) => Span::new(self.fields[before].span.end, field.span.end),
                (None, None) => field.span,
            };
            return TextEdit::new(span, "");
        }
        let start = self.line_start(field.span.start);
        let end = self.next_line(field.span.end);
        // Two keys cannot share a line outside braces, but a broken text may claim so.
        let end = self.fields.get(at + 1).map_or(end, |next| end.min(next.span.start.max(field.span.end)));
        TextEdit::new(Span::new(start, end), "")
    }

    /// Puts `written` in the place of a field's value.
    fn replacement(&self, field: &Field, written: &str) -> TextEdit {
        let place = self.value_place(field);
        let is_on_key_line = !written.starts_with(['\n', '\r']);
        let insert = if is_on_key_line { format!(" {written}") } else { written.to_owned() };
        // The one space behind the colon stays out of the edit.
        if is_on_key_line && self.text[place.start..place.end].starts_with(' ') {
            return TextEdit::new(Span::new(place.start + 1, place.end), written);
        }
        TextEdit::new(place, insert)
    }

    fn list_replacement(&self, field: &Field, items: &[&str]) -> TextEdit {
        let written = self.new_list(&field.key, items, self.column(field.span.start));
        TextEdit::new(self.value_place(field), written)
    }

    /// From behind the key's colon to the end of the value.
    fn value_place(&self, field: &Field) -> Span {
        let behind = &self.text[field.key_span.end..];
        let blank = behind.len() - behind.trim_start().len();
        let colon = if behind[blank..].starts_with(':') { blank + 1 } else { 0 };
        let start = field.key_span.end + colon;
        Span::new(start, if field.value.span.is_empty() { start } else { field.value.span.end.max(start) })
    }

    /// Adds a key whose value is written as `written`, which starts right behind the colon.
    fn insertion(&self, key: &str, written: &str) -> TextEdit {
        let end = line_end(&self.text);
        let written_key = yaml::flow_scalar(key);
        let Some(frontmatter) = self.frontmatter else {
            let at = if self.text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
            return TextEdit::new(Span::at(at), format!("---{end}{written_key}:{written}{end}---{end}"));
        };
        if let Some(brace) = self.closing_brace {
            let comma = if self.fields.is_empty() { "" } else { ", " };
            return TextEdit::new(Span::at(brace), format!("{comma}{written_key}:{written}"));
        }
        let at = self.field_before(key).map_or_else(
            || self.fields.first().map_or(frontmatter.end, |field| self.line_start(field.span.start)),
            |field| self.next_line(field.span.end).min(frontmatter.end),
        );
        let indent = " ".repeat(self.key_indent());
        let is_line_start = at == frontmatter.start || self.text[..at].ends_with(['\n', '\r']);
        let lead = if is_line_start { "" } else { end };
        TextEdit::new(Span::at(at), format!("{lead}{indent}{written_key}:{written}{end}"))
    }

    /// The field a new key is written behind: the last one that a new file would write before it.
    fn field_before(&self, key: &str) -> Option<&Field> {
        let rank = |key: &str| KNOWN_KEYS.iter().position(|known| *known == key).unwrap_or(KNOWN_KEYS.len());
        let own = rank(key);
        self.fields.iter().rev().find(|field| rank(&field.key) <= own)
    }

    fn key_indent(&self) -> usize {
        self.fields.first().map_or(0, |field| self.column(field.span.start))
    }

    fn column(&self, offset: usize) -> usize {
        if self.closing_brace.is_some() { 0 } else { offset - self.line_start(offset) }
    }

    fn line_start(&self, offset: usize) -> usize {
        self.text[..offset].rfind(['\n', '\r']).map_or(0, |at| at + 1)
    }

    /// Where the line behind the one of `offset` starts.
    fn next_line(&self, offset: usize) -> usize {
        let end = self.end_of_line(offset);
        match &self.text.as_bytes()[end..] {
            [b'\r', b'\n', ..] => end + 2,
            [_, ..] => end + 1,
            [] => end,
        }
    }

    fn end_of_line(&self, offset: usize) -> usize {
        self.text[offset..].find(['\n', '\r']).map_or(self.text.len(), |at| offset + at)
    }
}

/// Whether a list item is a word or line that can be kept or replaced by itself.
fn is_item(value: &Value) -> bool {
    let is_one_line =
        matches!(value.style(), Some(ScalarStyle::Plain | ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted));
    is_one_line && value.text().is_some_and(|text| !text.trim().is_empty() && text.trim() == text)
}
