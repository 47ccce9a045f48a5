//! Qwen Code: an element an entry in the form of the standard, with `when_to_use` behind the description and where it is
//! from. Where the list with its own skills is longer than 8,000 characters, every entry keeps its first line only.

use studio_text::yaml::Kind;

use crate::{
    body::Body,
    facts::{Evidence, Facts, SameName, Unit},
    front::{Fields, Source, as_joined_text, front_by_lines, without_mark},
    gemini::by_words,
    line::{Kept, Line},
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

/// Characters of the whole list up to which nothing is cut.
const MOST: usize = 8_000;
/// Characters of its own 14 skills.
const OWN: usize = 5_800;
const ONLY_PEOPLE: &str = "disable-model-invocation";

static FACTS: Facts = Facts {
    evidence: Evidence::Measured { version: "0.24.4", on: "2026-11-28" },
    hint: "Full descriptions, or first lines if the list is long",
    cuts: true,
    unit: Unit::Characters,
    project_folders: &[".qwen/skills", ".agents/skills"],
    user_folders: &[".qwen/skills", ".agents/skills"],
    nested: &[],
    finds_inside_skills: false,
    follows_linked_files: true,
    same_name: SameName::Project,
    lists_first: None,
};

static RECIPE: Recipe = Recipe {
    program: "qwen",
    package: "@qwen-code/qwen-code",
    oldest: "0.20.0",
    node: Some(22),
    wire: Wire::Chat,
    environment: &[("OPENAI_API_KEY", "none"), ("OPENAI_BASE_URL", "{address}/v1"), ("OPENAI_MODEL", "capture")],
    files: &[(".qwen/settings.json", "{\"security\": {\"auth\": {\"selectedType\": \"openai\"}}}\n")],
    arguments: &["-p", "{prompt}", "--approval-mode", "yolo"],
    folder: ".qwen/skills",
    activation: Activation::ToolCall,
    loads_with: None,
    settings: &[],
};

pub(crate) struct Qwen;

fn read(fields: &Fields) -> Result<Listed, Reading> {
    let dropped = |why| Err(Reading::Dropped(why));
    let text = |key: &'static str| match fields.kind(key) {
        Some(Kind::List | Kind::Map) => Err(Reading::Dropped(Why::WrongType(key))),
        kind => Ok(fields.endless(key).map(str::to_owned).or_else(|| crate::front::as_script_text(kind))),
    };
    let Some(name) = text("name")?.filter(|name| !name.trim().is_empty()) else { return dropped(Why::NoName) };
    let endless = fields.endless("description").map(str::to_owned);
    let description = endless.or_else(|| as_joined_text(fields.get("description")));
    if fields.kind("description") == Some(Kind::Map) {
        return dropped(Why::WrongType("description"));
    }
    let Some(description) = description.filter(|text| !text.trim().is_empty()) else {
        return dropped(Why::NoDescription);
    };
    if !name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ':')) {
        return dropped(Why::NameCharacters);
    }
    fields.text("model").map_err(Reading::Dropped)?;
    let is_true = |text: &str| text == "true";
    if fields.is_true(ONLY_PEOPLE) || matches!(fields.kind(ONLY_PEOPLE), Some(Kind::Text(text)) if is_true(text)) {
        return Err(Reading::Hidden(Why::OnlyForPeople(ONLY_PEOPLE)));
    }
    match fields.kind("paths") {
        None | Some(Kind::Null) => {}
        Some(Kind::List) => {
            let items = fields.get("paths").and_then(studio_text::Value::items).unwrap_or_default();
            let is_wrong = |path: &str| path.starts_with('/') || path.split('/').any(|part| part == "..");
            if items.iter().any(|item| item.text().is_none_or(is_wrong)) {
                return dropped(Why::UnknownValue("paths"));
            }
            if !items.is_empty() {
                return Err(Reading::Hidden(Why::WaitsForPaths));
            }
        }
        Some(_) => return dropped(Why::WrongType("paths")),
    }
    let when_to_use = match fields.kind("when_to_use") {
        Some(Kind::Text(text)) => text.to_owned(),
        _ => String::new(),
    };
    Ok(Listed { name, description, when_to_use })
}

impl AgentClient for Qwen {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn recipe(&self) -> Option<&'static Recipe> {
        Some(&RECIPE)
    }

    fn sent(&self, text: &str) -> Option<Sent> {
        sent::elements(text, "<skill>")
    }

    fn read(&self, source: &Source<'_>) -> Reading {
        let owned;
        let fields = if let Some((_, Ok(fields))) = source.plain() {
            fields
        } else {
            let ended = without_mark(&source.text).replace("\r\n", "\n").replace('\r', "\n");
            let is_edge = |line: &str| line.trim_end_matches('\n') == "---";
            let Some(front) = front_by_lines(&ended, is_edge) else {
                return Reading::Dropped(Why::NoFrontmatter);
            };
            let Ok(fields) = Fields::read_last(front.yaml) else {
                let (name, description) = by_words(front.yaml);
                let Some(name) = name.filter(|name| !name.is_empty()) else {
                    return Reading::Dropped(Why::InvalidYaml);
                };
                // Its quotes go, whatever stands in them.
                let bare = |text: &str| {
                    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
                    inner.unwrap_or(text).to_owned()
                };
                let description = description.as_deref().map(bare).unwrap_or_default();
                return Reading::Listed(Listed { name, description, when_to_use: String::new() });
            };
            owned = fields;
            &owned
        };
        read(fields).map_or_else(|reading| reading, Reading::Listed)
    }

    fn budget(&self, _: &Settings) -> Option<usize> {
        Some(MOST - OWN)
    }

    fn text(&self, listed: &Listed) -> String {
        let (description, when) = (&listed.description, &listed.when_to_use);
        if when.trim().is_empty() { description.clone() } else { format!("{description} — {when}") }
    }

    fn sort(&self, lines: &mut [Line<'_>]) {
        lines.sort_by(|a, b| order::by_locale(&a.name, &b.name));
    }

    fn size(&self, line: &Line<'_>, text: &str) -> usize {
        self.line(&line.name, text, "", line.scope).chars().count()
    }

    fn cut(&self, lines: &[Line<'_>], _: &Settings) -> Vec<Kept> {
        let whole = text::all_whole(lines);
        if self.list_size(lines, &whole) <= MOST - OWN {
            return whole;
        }
        let first = |line: &Line<'_>| {
            let first = line.listed.description.trim_start().lines().next().unwrap_or_default();
            if first == line.text { Kept::Whole } else { Kept::Beginning(first.to_owned()) }
        };
        lines.iter().map(first).collect()
    }

    fn rule(&self, _: &Settings) -> String {
        format!(
            "Qwen Code shows full descriptions as long as the list, including its built-in skills, has at most {} characters. \
             In longer lists, it shows only the first line of each description, without `when_to_use`.",
            text::grouped(MOST)
        )
    }

    fn line(&self, name: &str, shown: &str, _: &str, scope: Scope) -> String {
        let escaped = |text| text::escaped(text, "&apos;");
        let whose = scope.as_str();
        text::element(&escaped(name), &format!("{} ({whose})", escaped(shown)), whose)
    }

    fn tool(&self) -> (&'static str, &'static str) {
        ("skill", "skill")
    }

    fn body(&self, body: &Body<'_>) -> String {
        const RESOLVE: &str =
            "Important: ALWAYS resolve absolute paths from this base directory when working with skills.";
        format!("{}\n{RESOLVE}\n\n{}\n", body.base(), text::with_plain_ends(body.instructions))
    }
}
