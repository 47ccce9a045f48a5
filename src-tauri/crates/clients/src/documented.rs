//! What clients have in common that are known from their documentation alone: a file is read as most readers would, what the
//! documentation asks for decides, and everything is listed whole.

use crate::{
    facts::Facts,
    front::{Fields, Source, as_script_text},
    line::Line,
    reading::{Listed, Reading},
    scope::Scope,
    settings::Settings,
    standard::Standard,
    traits::AgentClient,
    why::Why,
};

const ONLY_PEOPLE: &str = "disable-model-invocation";

/// A client that is known from its documentation.
pub(crate) struct Documented {
    pub(crate) facts: Facts,
    /// What it lists of a skill whose frontmatter is read, in a folder of this name.
    pub(crate) listed: fn(fields: &Fields, folder: &str) -> Result<Listed, Reading>,
}

impl AgentClient for Documented {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn read(&self, source: &Source<'_>) -> Reading {
        read(source, |fields| (self.listed)(fields, &source.folder_or("")))
    }

    fn size(&self, line: &Line<'_>, text: &str) -> usize {
        Standard.size(line, text)
    }

    /// How it lists, as far as that is known.
    fn rule(&self, _: &Settings) -> String {
        let source = self.facts.source().unwrap_or_default();
        format!(
            "Not measured. Which skills are listed is based on the client's documentation ({source}); the format of the \
             list, tool, and body is based on the Agent Skills spec."
        )
    }

    fn line(&self, name: &str, shown: &str, path: &str, scope: Scope) -> String {
        Standard.line(name, shown, path, scope)
    }
}

/// What becomes of a file whose frontmatter is found between two lines of dashes.
fn read(source: &Source<'_>, listed: impl Fn(&Fields) -> Result<Listed, Reading>) -> Reading {
    let owned;
    let fields = if let Some((_, fields)) = source.plain() {
        fields
    } else {
        let Some(front) = source.by_lines() else { return Reading::Dropped(Why::NoFrontmatter) };
        owned = Fields::read(front.yaml);
        &owned
    };
    match fields {
        Ok(fields) => listed(fields).map_or_else(|reading| reading, Reading::Listed),
        Err(why) => Reading::Dropped(why.clone()),
    }
}

/// The name that stands in the frontmatter.
pub(crate) fn name(fields: &Fields) -> Option<String> {
    text(fields, "name").map(|name| name.trim().to_owned())
}

/// A skill under a name, with its description: all of them want both.
pub(crate) fn listed(fields: &Fields, name: Option<String>) -> Result<Listed, Reading> {
    let name = name.filter(|name| !name.is_empty()).ok_or(Reading::Dropped(Why::NoName))?;
    let description = text(fields, "description").ok_or(Reading::Dropped(Why::NoDescription))?;
    Ok(Listed { name, description, when_to_use: String::new() })
}

/// A skill that the model may call; hidden where only people may.
pub(crate) fn for_models(fields: &Fields, listed: Listed) -> Result<Listed, Reading> {
    if fields.is_true(ONLY_PEOPLE) { Err(Reading::Hidden(Why::OnlyForPeople(ONLY_PEOPLE))) } else { Ok(listed) }
}

fn text(fields: &Fields, key: &str) -> Option<String> {
    as_script_text(fields.kind(key)).filter(|text| !text.trim().is_empty())
}
