//! Cursor, as its documentation describes it: a name and a description must be there, and `paths` keeps a skill back until
//! a file fits.

use studio_text::yaml::Kind;

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

static FACTS: Facts = Facts {
    evidence: Evidence::Documented { source: "https://cursor.com/docs/skills", on: "2026-11-29" },
    hint: "Every description in full",
    cuts: false,
    unit: Unit::Characters,
    project_folders: &[".cursor/skills", ".agents/skills", ".claude/skills", ".codex/skills"],
    user_folders: &[".cursor/skills", ".agents/skills", ".claude/skills", ".codex/skills"],
    nested: &[],
    finds_inside_skills: false,
    follows_linked_files: true,
    same_name: SameName::Unknown,
    lists_first: None,
};

pub(crate) struct Cursor;

fn read(fields: &Fields) -> Result<Listed, Reading> {
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

impl AgentClient for Cursor {
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
