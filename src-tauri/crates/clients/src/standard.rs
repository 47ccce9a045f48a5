//! No client in particular: the Agent Skills standard, read leniently; everything is listed whole.

use studio_text::{SkillDocument, decode::decode};

use crate::{
    facts::{Evidence, Facts, SameName, Unit},
    front::Source,
    line::Line,
    reading::{Listed, Reading},
    scope::Scope,
    settings::Settings,
    text,
    traits::AgentClient,
    why::Why,
};

pub(crate) struct Standard;

static FACTS: Facts = Facts {
    evidence: Evidence::Agreed,
    hint: "Full descriptions",
    cuts: false,
    unit: Unit::Characters,
    project_folders: &[".agents/skills"],
    user_folders: &[".agents/skills"],
    nested: &[],
    finds_inside_skills: false,
    follows_linked_files: true,
    same_name: SameName::All,
    lists_first: None,
};

impl AgentClient for Standard {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn read(&self, source: &Source<'_>) -> Reading {
        let when = |text: Option<&str>| text.unwrap_or_default().to_owned();
        if let Some((_, Ok(fields))) = source.plain() {
            // What nobody reads otherwise need not be read again.
            let text = |key| fields.get(key).filter(|value| !value.is_null()).and_then(studio_text::Value::text);
            if let Some(name) = text("name").map(str::trim).filter(|name| !name.is_empty()) {
                return Reading::Listed(Listed {
                    name: name.to_owned(),
                    description: when(text("description")),
                    when_to_use: String::new(),
                });
            }
        }
        let decoded = decode(source.bytes).text;
        let document = SkillDocument::read(&decoded);
        match document.name() {
            None => Reading::Dropped(Why::NoName),
            Some(name) => Reading::Listed(Listed {
                name: name.to_owned(),
                description: when(document.description()),
                when_to_use: String::new(),
            }),
        }
    }

    fn text(&self, listed: &Listed) -> String {
        text::one_line(&listed.description).into_owned()
    }

    fn size(&self, line: &Line<'_>, text: &str) -> usize {
        let joint = if text.is_empty() { 0 } else { ": ".len() };
        "- \n".len() + line.name.chars().count() + joint + text.chars().count()
    }

    fn rule(&self, _: &Settings) -> String {
        "Every description is shown in full.".to_owned()
    }

    fn line(&self, name: &str, shown: &str, path: &str, _: Scope) -> String {
        let escaped = |text| text::escaped(text, "&#x27;");
        text::element(&escaped(name), &escaped(shown), &escaped(path))
    }
}
