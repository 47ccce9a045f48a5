//! VS Code Chat, as its documentation describes it: names of small letters, digits and hyphens, or the skill does not load.

use crate::{
    documented::{self, Documented},
    facts::{Evidence, Facts, SameName, Unit},
    front::Fields,
    reading::{Listed, Reading},
    why::Why,
};

const MOST_NAME_CHARS: usize = 64;

pub(crate) static VS_CODE: Documented = Documented {
    facts: Facts {
        evidence: Evidence::Documented {
            source: "https://code.visualstudio.com/docs/agent-customization/agent-skills",
            on: "2026-11-29",
        },
        hint: "Full descriptions",
        cuts: false,
        unit: Unit::Characters,
        project_folders: &[".github/skills", ".claude/skills", ".agents/skills"],
        user_folders: &[".copilot/skills", ".claude/skills", ".agents/skills"],
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
    if listed.name.chars().nth(MOST_NAME_CHARS).is_some() {
        return Err(Reading::Dropped(Why::TooLong("name", MOST_NAME_CHARS)));
    }
    if !listed.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
        return Err(Reading::Dropped(Why::NameCharacters));
    }
    documented::for_models(fields, listed)
}
