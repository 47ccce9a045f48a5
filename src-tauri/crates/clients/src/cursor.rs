//! Cursor, as its documentation describes it: a name and a description must be there, and `paths` keeps a skill back until
//! a file fits.

use studio_text::yaml::Kind;

use crate::{
    documented::{self, Documented},
    facts::{Evidence, Facts, SameName, Unit},
    front::Fields,
    reading::{Listed, Reading},
    why::Why,
};

pub(crate) static CURSOR: Documented = Documented {
    facts: Facts {
        evidence: Evidence::Documented { source: "https://cursor.com/docs/skills", on: "2026-11-29" },
        hint: "Full descriptions",
        cuts: false,
        unit: Unit::Characters,
        project_folders: &[".cursor/skills", ".agents/skills", ".claude/skills", ".codex/skills"],
        user_folders: &[".cursor/skills", ".agents/skills", ".claude/skills", ".codex/skills"],
        nested: &[],
        finds_inside_skills: false,
        follows_linked_files: true,
        same_name: SameName::Unknown,
        lists_first: None,
    },
    listed,
};

fn listed(fields: &Fields, _: &str) -> Result<Listed, Reading> {
    let listed = documented::listed(fields, documented::name(fields))?;
    let is_waiting = match fields.kind("paths") {
        Some(Kind::Text(patterns)) => !patterns.trim().is_empty(),
        Some(Kind::List) => {
            fields.get("paths").and_then(studio_text::Value::items).is_some_and(|items| !items.is_empty())
        }
        _ => false,
    };
    if is_waiting {
        return Err(Reading::Hidden(Why::WaitsForPaths));
    }
    documented::for_models(fields, listed)
}
