//! Antigravity, as its documentation describes it: a skill without a name is called as its folder.

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
};

static FACTS: Facts = Facts {
    evidence: Evidence::Documented { source: "https://antigravity.google/docs/skills", on: "2026-11-29" },
    hint: "Every description in full",
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
};

pub(crate) struct Antigravity;

fn read(fields: &Fields, folder: String) -> Result<Listed, Reading> {
    documented::listed(fields, Some(documented::name(fields).unwrap_or(folder)))
}

impl AgentClient for Antigravity {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn read(&self, source: &Source<'_>) -> Reading {
        documented::read(source, |fields| read(fields, source.folder_or("")))
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
