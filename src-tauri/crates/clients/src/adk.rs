//! adk-rust lists nothing: the model gets the one skill that was selected.

use crate::{
    facts::{Evidence, Facts, SameName, Unit},
    front::Source,
    line::{Kept, Line},
    reading::Reading,
    scope::Scope,
    settings::Settings,
    standard::Standard,
    traits::AgentClient,
};

static FACTS: Facts = Facts {
    evidence: Evidence::Agreed,
    hint: "Shows only the selected skill",
    cuts: true,
    unit: Unit::Characters,
    project_folders: &[],
    user_folders: &[],
    nested: &[],
    finds_inside_skills: false,
    follows_linked_files: false,
    same_name: SameName::All,
    lists_first: None,
};

pub(crate) struct Adk;

impl AgentClient for Adk {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn read(&self, source: &Source<'_>) -> Reading {
        Standard.read(source)
    }

    fn size(&self, line: &Line<'_>, text: &str) -> usize {
        line.name.chars().count() + text.chars().count()
    }

    fn cut(&self, lines: &[Line<'_>], _: &Settings) -> Vec<Kept> {
        vec![Kept::Nothing; lines.len()]
    }

    fn rule(&self, _: &Settings) -> String {
        "adk-rust shows no list. The model only gets the skill that adk-rust selected.".to_owned()
    }

    fn line(&self, name: &str, shown: &str, path: &str, scope: Scope) -> String {
        Standard.line(name, shown, path, scope)
    }
}
