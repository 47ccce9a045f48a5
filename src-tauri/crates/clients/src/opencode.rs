//! opencode: an element an entry, as it is written, without a limit that was found.

use std::borrow::Cow;

use studio_text::yaml::Kind;

use crate::{
    body::Body,
    facts::{Evidence, Facts, SameName, Unit},
    front::{Fields, Source, has_own_tag},
    line::Line,
    order,
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
    evidence: Evidence::Measured { version: "1.18.33", on: "2026-11-28" },
    hint: "Full descriptions",
    cuts: false,
    unit: Unit::Characters,
    project_folders: &[".opencode/skills", ".opencode/skill", ".claude/skills", ".agents/skills"],
    user_folders: &[
        ".claude/skills",
        ".agents/skills",
        ".opencode/skill",
        ".opencode/skills",
        ".config/opencode/skill",
        ".config/opencode/skills",
    ],
    nested: &[
        ".claude/skills",
        ".agents/skills",
        ".opencode/skill",
        ".opencode/skills",
        ".config/opencode/skill",
        ".config/opencode/skills",
    ],
    finds_inside_skills: true,
    follows_linked_files: true,
    same_name: SameName::Random,
    lists_first: None,
};

static RECIPE: Recipe = Recipe {
    program: "opencode",
    package: "opencode-ai",
    oldest: "1.10.0",
    node: None,
    wire: Wire::Chat,
    environment: &[
        ("OPENCODE_DISABLE_MODELS_FETCH", "1"),
        ("OPENCODE_DISABLE_AUTOUPDATE", "1"),
        ("OPENCODE_DISABLE_LSP_DOWNLOAD", "1"),
    ],
    files: &[(
        ".config/opencode/opencode.json",
        "{\"model\": \"capture/capture\", \"provider\": {\"capture\": {\"npm\": \"@ai-sdk/openai-compatible\", \"name\": \
         \"capture\", \"options\": {\"baseURL\": \"{address}/v1\", \"apiKey\": \"none\"}, \"models\": {\"capture\": \
         {\"name\": \"capture\"}}}}}\n",
    )],
    arguments: &["run", "--format", "json", "{prompt}"],
    folder: ".opencode/skills",
    activation: Activation::ToolCall,
    loads_with: Some("rg"),
    settings: &[],
};

pub(crate) struct Opencode;

/// From a first line that begins with `---` to the next that does; to the end of the file where there is none.
fn front<'a>(source: &'a Source<'_>) -> Option<&'a str> {
    let text = source.text.strip_prefix('\u{FEFF}').unwrap_or(&source.text);
    let after = text.strip_prefix("---").filter(|after| !after.starts_with('-'))?;
    let start = after.find('\n')?;
    Some(after[start..].find("\n---").map_or(&after[start..], |end| &after[start..start + end]))
}

/// Its reader passes over tabs at the beginning of a line.
fn without_tabs(yaml: &str) -> Cow<'_, str> {
    if !yaml.contains("\n\t") {
        return Cow::Borrowed(yaml);
    }
    Cow::Owned(yaml.split_inclusive('\n').map(|line| line.trim_start_matches('\t')).collect())
}

/// Values with a colon as the lines of a block, which hold anything; as it repairs a file that it cannot read.
fn repaired(yaml: &str) -> String {
    let line = |line: &str| {
        let is_more = line.starts_with([' ', '\t', '#']) || line.trim().is_empty();
        let parts = line.split_once(':').filter(|(key, _)| !is_more && is_word(key.trim_end()));
        match parts.map(|(key, value)| (key, value.trim())) {
            Some((key, value)) if value.contains(':') && !value.starts_with(['"', '\'', '|', '>']) => {
                format!("{key}: |-\n  {value}\n")
            }
            _ => format!("{line}\n"),
        }
    };
    yaml.lines().map(line).collect()
}

fn is_word(key: &str) -> bool {
    !key.starts_with(|c: char| c.is_ascii_digit()) && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// What JavaScript's usual reader takes for a day, which is no text.
pub(crate) fn is_day(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_shaped = bytes.len() >= 10 && bytes[4] == b'-' && bytes[7] == b'-';
    is_shaped
        && bytes[..10].iter().enumerate().all(|(at, byte)| matches!(at, 4 | 7) || byte.is_ascii_digit())
        && (bytes.len() == 10 || matches!(bytes[10], b'T' | b't' | b' '))
        && bytes[10..].iter().all(|byte| byte.is_ascii_digit() || b"Tt:.+-Z ".contains(byte))
}

fn listed(fields: &Fields) -> Result<Listed, Why> {
    let text = |key: &'static str, missing: Why| match fields.get(key).map(|value| (value.kind(), value)) {
        None | Some((Kind::Null, _)) => Err(missing),
        Some((Kind::Text(text), value)) if !(value.is_plain() && is_day(text)) && fields.endless(key).is_none() => {
            Ok(text.to_owned())
        }
        // Its reader knows octal numbers as they were written before.
        Some((Kind::Number(_), value)) if value.text().is_some_and(|text| text.starts_with("0o")) => {
            Ok(value.text().unwrap_or_default().to_owned())
        }
        Some(_) => Err(Why::WrongType(key)),
    };
    let name = text("name", Why::NoName)?;
    let description = text("description", Why::NoDescription)?;
    Ok(Listed { name, description, when_to_use: String::new() })
}

impl AgentClient for Opencode {
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
        if let Some((_, Ok(fields))) = source.plain().filter(|(front, _)| !has_own_tag(front.yaml)) {
            return listed(fields).map_or_else(Reading::Dropped, Reading::Listed);
        }
        let Some(yaml) = front(source) else { return Reading::Dropped(Why::NoFrontmatter) };
        if has_own_tag(yaml) {
            return Reading::Dropped(Why::InvalidYaml);
        }
        let read = Fields::read(&without_tabs(yaml)).or_else(|why| Fields::read(&repaired(yaml)).map_err(|_| why));
        read.and_then(|fields| listed(&fields)).map_or_else(Reading::Dropped, Reading::Listed)
    }

    fn sort(&self, lines: &mut [Line<'_>]) {
        lines.sort_by(|a, b| order::by_locale(&a.name, &b.name));
    }

    fn size(&self, line: &Line<'_>, text: &str) -> usize {
        self.line(&line.name, text, line.path, line.scope).chars().count()
    }

    fn rule(&self, _: &Settings) -> String {
        "opencode shows every description in full. Tests with 300 skills and 1,000-character descriptions found no limit."
            .to_owned()
    }

    fn line(&self, name: &str, shown: &str, path: &str, _: Scope) -> String {
        text::indented_element(name, shown, path)
    }

    fn tool(&self) -> (&'static str, &'static str) {
        ("skill", "name")
    }

    fn body(&self, body: &Body<'_>) -> String {
        let (name, folder) = (body.name, body.folder());
        let files = match body.listed(&format!("<file>{folder}/"), "</file>") {
            none if none.is_empty() => "\n".to_owned(),
            files => files,
        };
        format!(
            "<skill_content name=\"{name}\">\n# Skill: {name}\n\n{}\n\nBase directory for this skill: {folder}\n\
             Relative paths in this skill (e.g., scripts/, reference/) are relative to this base directory.\n\
             Note: file list is sampled.\n\n<skill_files>\n{files}</skill_files>\n</skill_content>",
            body.instructions
        )
    }
}
