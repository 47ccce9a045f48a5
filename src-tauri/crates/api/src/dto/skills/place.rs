//! Where a skill stands, for who has to tell it from another of its name.

use serde::{Deserialize, Serialize};
use specta::Type;

/// A skill with its group and its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct SkillPlace {
    /// Skill id.
    pub id: String,
    /// Name.
    pub name: String,
    /// The group it is listed under.
    pub group: String,
    /// The file it is linked to or was imported from; empty where it was made in the library.
    pub path: String,
}
