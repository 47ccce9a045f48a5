//! Changing one key of a frontmatter and no other byte.

use super::SkillDocument;
use crate::TextEdit;

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
        /// The new items.
        items: Vec<String>,
    },
    /// Takes the key out.
    Remove {
        /// The key.
        key: String,
    },
}

impl SkillDocument {
    /// The edits that make `edit`, ascending. They touch only the lines of its key; its form, the line ends and every
    /// other byte stay as they are.
    pub fn edit(&self, edit: &FieldEdit) -> Vec<TextEdit> {
        let _ = edit;
        Vec::new()
    }
}
