//! Antigravity, as its documentation describes it: a skill without a name is called as its folder.

use crate::{
    documented::{self, Documented},
    facts::{Evidence, Facts, SameName, Unit},
    front::Fields,
    reading::{Listed, Reading},
};

pub(crate) static ANTIGRAVITY: Documented = Documented {
    facts: Facts {
        evidence: Evidence::Documented { source: "https://antigravity.google/docs/skills", on: "2026-11-29" },
        hint: "Full descriptions",
        cuts: false,
        unit: Unit::Characters,
        // The second is the one it had first, and still reads.
        project_folders: &[".agents/skills", ".agent/skills"],
        user_folders: &[".gemini/config/skills", ".gemini/antigravity/skills"],
        nested: &[],
        finds_inside_skills: false,
        follows_linked_files: true,
        same_name: SameName::Unknown,
        lists_first: None,
    },
    listed,
};

fn listed(fields: &Fields, folder: &str) -> Result<Listed, Reading> {
    documented::listed(fields, Some(documented::name(fields).unwrap_or_else(|| folder.to_owned())))
}
