//! What a skill says of itself beyond the standard's keys, kept in `metadata`: the standard leaves that map to authors, its
//! values are strings, and hosts that know nothing of these keys keep the file.

use super::SkillDocument;
use crate::FieldEdit;

/// A part of a skill's definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DefinitionPart {
    /// `display-name`: what people read in place of the name.
    DisplayName,
    /// `capabilities`: what the skill can do, separated by commas.
    Capabilities,
    /// `work-direction`: how to go about the work.
    WorkDirection,
    /// `on-activate`: what happens when the skill is activated.
    OnActivate,
    /// `on-deactivate`: what happens when it is deactivated.
    OnDeactivate,
}

impl DefinitionPart {
    /// Every part, in the order a form shows them.
    pub const ALL: [Self; 5] =
        [Self::DisplayName, Self::Capabilities, Self::WorkDirection, Self::OnActivate, Self::OnDeactivate];

    /// Its key in `metadata`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::DisplayName => "display-name",
            Self::Capabilities => "capabilities",
            Self::WorkDirection => "work-direction",
            Self::OnActivate => "on-activate",
            Self::OnDeactivate => "on-deactivate",
        }
    }

    /// The edit that makes it `value`; an empty value takes it out.
    pub fn edit(self, value: &str) -> FieldEdit {
        let (key, entry) = ("metadata".to_owned(), self.key().to_owned());
        if value.trim().is_empty() {
            FieldEdit::RemoveEntry { key, entry }
        } else {
            FieldEdit::SetEntry { key, entry, value: value.to_owned() }
        }
    }
}

impl SkillDocument {
    /// A part of the definition as written; none where the file does not have it.
    pub fn definition(&self, part: DefinitionPart) -> Option<&str> {
        let entries = self.field("metadata")?.value.entries()?;
        let (_, value) = entries.iter().rev().find(|(key, _)| key.text() == Some(part.key()))?;
        value.text().filter(|text| !value.is_null() && !text.trim().is_empty())
    }

    /// The capabilities, one by one.
    pub fn capabilities(&self) -> Vec<&str> {
        let written = self.definition(DefinitionPart::Capabilities).unwrap_or_default();
        written.split([',', '\n']).map(str::trim).filter(|one| !one.is_empty()).collect()
    }
}
