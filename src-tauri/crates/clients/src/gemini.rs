//! Gemini CLI: an element an entry, as it is written, without a limit that was found. Where YAML does not give a name and a
//! description, it takes the lines that begin with those words.
//!
//! Its order is that of the file system; here it is that of the names.

use studio_text::yaml::Kind;

use crate::{
    body::Body,
    facts::{Evidence, Facts, SameName, Unit},
    front::{Fields, Front, Source, has_own_tag, lines_of},
    line::Line,
    reading::{Listed, Reading},
    recipe::{Activation, Recipe, Wire},
    scope::Scope,
    sent::{self, Sent},
    settings::Settings,
    text,
    traits::AgentClient,
    why::Why,
};

static FACTS: Facts = Facts {
    evidence: Evidence::Measured { version: "0.61.0", on: "2026-11-28" },
    hint: "Full descriptions",
    cuts: false,
    unit: Unit::Characters,
    project_folders: &[".gemini/skills", ".agents/skills"],
    user_folders: &[".gemini/skills", ".agents/skills"],
    nested: &[],
    finds_inside_skills: false,
    follows_linked_files: true,
    same_name: SameName::Last,
    lists_first: Some(Scope::User),
};

static RECIPE: Recipe = Recipe {
    program: "gemini",
    package: "@google/gemini-cli",
    oldest: "0.50.0",
    node: Some(20),
    wire: Wire::Gemini,
    environment: &[
        ("GEMINI_API_KEY", "none"),
        ("GOOGLE_GEMINI_BASE_URL", "{address}"),
        ("GEMINI_CLI_TRUST_WORKSPACE", "true"),
    ],
    files: &[(".gemini/settings.json", "{\"security\": {\"auth\": {\"selectedType\": \"gemini-api-key\"}}}\n")],
    arguments: &["-p", "{prompt}", "--approval-mode", "yolo"],
    folder: ".gemini/skills",
    activation: Activation::ToolCall,
    loads_with: None,
    settings: &[],
};

/// Files and folders of a skill that it shows.
const MOST_FILES: usize = 200;

pub(crate) struct Gemini;

/// From a first line `---` to the next line that begins with it.
fn front<'a>(source: &'a Source<'_>) -> Option<Front<'a>> {
    let text = &*source.text;
    let start = ["---\n", "---\r\n"].into_iter().find(|open| text.starts_with(open))?.len();
    let end = start + text[start..].find("\n---")?;
    Some(Front { yaml: text[start..end].trim_end_matches('\r'), body: &text[end + "\n---".len()..] })
}

/// The values of the lines that begin with `name:` and `description:`; lines that are indented go on the second.
pub(crate) fn by_words(yaml: &str) -> (Option<String>, Option<String>) {
    let (mut name, mut description) = (None, None);
    let mut lines = lines_of(yaml).peekable();
    while let Some(line) = lines.next() {
        let line = line.trim_start();
        if let Some(value) = line.strip_prefix("name:") {
            name = Some(value.trim().to_owned());
        } else if let Some(value) = line.strip_prefix("description:") {
            let mut parts = vec![value.trim()];
            while let Some(more) = lines.next_if(|next| next.starts_with([' ', '\t']) && !next.trim().is_empty()) {
                parts.push(more.trim());
            }
            parts.retain(|part| !part.is_empty());
            description = Some(parts.join(" "));
        }
    }
    (name, description)
}

impl AgentClient for Gemini {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn recipe(&self) -> Option<&'static Recipe> {
        Some(&RECIPE)
    }

    fn sent(&self, text: &str) -> Option<Sent> {
        sent::elements(text, "  <skill>")
    }

    fn read(&self, source: &Source<'_>) -> Reading {
        let Some(front) = source.plain().map(|(front, _)| front).or_else(|| front(source)) else {
            return Reading::Dropped(Why::NoFrontmatter);
        };
        let read = |fields: &Fields| match (fields.kind("name"), fields.kind("description")) {
            (Some(Kind::Text(name)), Some(Kind::Text(description))) => Some((name.to_owned(), description.to_owned())),
            _ => None,
        };
        let strict = match source.plain().filter(|(front, _)| !has_own_tag(front.yaml)) {
            Some((_, fields)) => fields.as_ref().ok().and_then(read),
            None if has_own_tag(front.yaml) => None,
            None => Fields::read(front.yaml).ok().and_then(|fields| read(&fields)),
        };
        let (name, description) = match strict {
            Some((name, description)) => (Some(name), description),
            None => match by_words(front.yaml) {
                (name, Some(description)) => (name, description),
                (_, None) => return Reading::Dropped(Why::NoDescription),
            },
        };
        let Some(name) = name.filter(|name| !name.is_empty()) else { return Reading::Dropped(Why::NoName) };
        let name = name.replace([':', '\\', '/', '<', '>', '*', '?', '"', '|'], "-");
        Reading::Listed(Listed { name, description, when_to_use: String::new() })
    }

    fn has_own_order(&self) -> bool {
        false
    }

    fn size(&self, line: &Line<'_>, text: &str) -> usize {
        self.line(&line.name, text, line.path, line.scope).chars().count()
    }

    fn rule(&self, _: &Settings) -> String {
        "Gemini CLI shows every description in full. Tests with 300 skills and 1,000-character descriptions found no limit."
            .to_owned()
    }

    fn line(&self, name: &str, shown: &str, path: &str, _: Scope) -> String {
        text::indented_element(name, shown, path)
    }

    fn body(&self, body: &Body<'_>) -> String {
        let folder = body.folder();
        let files = body.files.iter().copied().chain(["SKILL.md"]);
        format!(
            "<activated_skill name=\"{}\">\n  <instructions>\n    {}\n  </instructions>\n\n  <available_resources>\n    \
             Showing up to {MOST_FILES} items (files + folders).\n\n{folder}/\n{}  </available_resources>\n\
             </activated_skill>",
            body.name,
            body.instructions,
            text::tree(files),
        )
    }
}
