//! VS Code Chat, as its documentation describes it: names of small letters, digits and hyphens, or the skill does not load.

use crate::{
    documented,
    facts::{Evidence, Facts, SameName, Unit},
    front::{Fields, Source},
    line::Line,
    reading::{Listed, Reading},
    scope::Scope,
    settings::Settings,
    standard::Standard,
    traits::AgentClient,
    why::Why,
};

const MOST_NAME_CHARS: usize = 64;

static FACTS: Facts = Facts {
    evidence: Evidence::Documented {
        source: "https://code.visualstudio.com/docs/agent-customization/agent-skills",
        on: "2026-11-29",
    },
    hint: "Every description in full",
    cuts: false,
    unit: Unit::Characters,
    project_folders: &[".github/skills", ".claude/skills", ".agents/skills"],
    user_folders: &[".copilot/skills", ".claude/skills", ".agents/skills"],
    nested: &[],
    finds_inside_skills: false,
    follows_linked_files: true,
    same_name: SameName::Unknown,
    lists_first: None,
};

pub(crate) struct VsCode;

fn read(fields: &Fields) -> Result<Listed, Reading> {
    let listed = documented::listed(fields, documented::name(fields))?;
    if listed.name.chars().nth(MOST_NAME_CHARS).is_some() {
        return Err(Reading::Dropped(Why::TooLong("name", MOST_NAME_CHARS)));
    }
    if !listed.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
        return Err(Reading::Dropped(Why::NameCharacters));
    }
    documented::for_models(fields, listed)
}

impl AgentClient for VsCode {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn read(&self, source: &Source<'_>) -> Reading {
        documented::read(source, read)
    }

    fn size(&self, line: &Line<'_>, text: &str) -> usize {
        Standard.size(line, text)
    }

    fn rule(&self, _: &Settings) -> String {
        documented::rule(&FACTS)
    }

    fn line(&self, name: &str, shown: &str, path: &str, scope: Scope) -> String {
        Standard.line(name, shown, path, scope)
    }
}
