//! One skill in the list that a host shows its model.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::{closed::closed, dto::Host};

closed! {
    /// What became of a skill's description in a host's list, beside the file that it stands in.
    pub enum InListState {
        /// Shown whole.
        Whole = "whole",
        /// Its end is cut.
        Shortened = "shortened",
        /// Another text is shown: the host reads the file otherwise.
        OtherText = "other_text",
        /// Only the name is shown.
        NameOnly = "name_only",
        /// Not in the list: there was no room.
        Absent = "absent",
        /// Not in the list: its frontmatter hides it from the model.
        Hidden = "hidden",
        /// Not in the list: the host does not find or read its file.
        Refused = "refused",
    }
}

/// One skill in a host's list, with where its description is cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillInList {
    /// The host.
    pub host: Host,
    /// What became of it.
    pub state: InListState,
    /// Characters of its description that are shown.
    pub shown_chars: u32,
    /// Characters of its whole description; none at all where it has no description.
    pub whole_chars: u32,
    /// Where in `SKILL.md` the part that is not shown begins, as a UTF-16 offset into the text that an editor holds; none
    /// where the skill is not listed, shown whole, or shown with another text.
    pub cut_at: Option<u32>,
    /// Why the host hides it or does not read it, as the end of a sentence.
    pub why: Option<String>,
    /// How the host cuts, in a sentence.
    pub rule: String,
}
