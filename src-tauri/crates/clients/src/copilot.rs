//! GitHub Copilot CLI: an element an entry, escaped, in 15,000 units of UTF-16 whatever the model. The first that fit are
//! shown whole; of the others the names are listed in one line, which has room for 5,000. Its own skills come last, and
//! fall first.

use studio_text::yaml::Kind;

use crate::{
    body::Body,
    facts::{Evidence, Facts, SameName, Unit},
    front::{Fields, Front, Source},
    line::{Kept, Line},
    reading::{Listed, Reading},
    recipe::{Activation, Recipe, Wire},
    scope::Scope,
    sent::{self, Sent},
    settings::Settings,
    text,
    traits::AgentClient,
    why::Why,
};

const MOST: usize = 15_000;
/// Units of the line of names, with what stands before them.
const MOST_NAMES: usize = 5_000;
const MOST_NAME_CHARS: usize = 64;
const MOST_DESCRIPTION_CHARS: usize = 1_024;
const ONLY_PEOPLE: &str = "disable-model-invocation";

static FACTS: Facts = Facts {
    evidence: Evidence::Measured { version: "1.0.102", on: "2026-11-28" },
    hint: "Full descriptions until the budget is used up, then names only",
    cuts: true,
    unit: Unit::Utf16,
    project_folders: &[".github/skills", ".claude/skills", ".agents/skills"],
    user_folders: &[".copilot/skills", ".agents/skills"],
    nested: &[".github/skills", ".claude/skills", ".agents/skills", ".copilot/skills"],
    finds_inside_skills: false,
    follows_linked_files: true,
    same_name: SameName::Project,
    lists_first: Some(Scope::Project),
};

static RECIPE: Recipe = Recipe {
    program: "copilot",
    package: "@github/copilot",
    oldest: "1.0.0",
    node: Some(20),
    wire: Wire::Chat,
    environment: &[
        ("COPILOT_PROVIDER_BASE_URL", "{address}/v1"),
        ("COPILOT_PROVIDER_TYPE", "openai"),
        ("COPILOT_PROVIDER_API_KEY", "none"),
        ("COPILOT_MODEL", "capture"),
        ("COPILOT_OFFLINE", "true"),
        ("COPILOT_AUTO_UPDATE", "false"),
    ],
    files: &[],
    arguments: &["-p", "{prompt}", "--allow-all-tools"],
    folder: ".github/skills",
    activation: Activation::ToolCall,
    loads_with: None,
    settings: &[],
};

pub(crate) struct Copilot;

/// The frontmatter where it looks for it.
fn front<'a>(source: &'a Source<'_>) -> Option<Front<'a>> {
    source.plain().map(|(front, _)| front).or_else(|| source.by_flush_lines())
}

fn read(source: &Source<'_>) -> Result<Listed, Reading> {
    let dropped = |why| Err(Reading::Dropped(why));
    let Some(Front { yaml, body }) = front(source) else { return dropped(Why::NoFrontmatter) };
    let owned;
    let fields = if let Some((_, fields)) = source.plain() {
        fields
    } else {
        owned = Fields::read(yaml);
        &owned
    };
    let fields = match fields {
        Ok(fields) => fields,
        Err(why) => return dropped(why.clone()),
    };
    let text = |key| fields.text(key).map_err(Reading::Dropped);
    let (name, description) = (text("name")?, text("description")?);
    text("argument-hint")?;
    if fields.kind("allowed-tools") == Some(Kind::Map) {
        return dropped(Why::WrongType("allowed-tools"));
    }
    match fields.kind(ONLY_PEOPLE) {
        None | Some(Kind::Bool(false)) => {}
        Some(Kind::Text(text)) if matches!(text.to_ascii_lowercase().as_str(), "false" | "no" | "off" | "0") => {}
        Some(Kind::Number(number)) if number.as_f64() == Some(0.0) => {}
        Some(_) => return Err(Reading::Hidden(Why::OnlyForPeople(ONLY_PEOPLE))),
    }
    let name = name.map(str::trim).filter(|name| !name.is_empty());
    let name = name.map_or_else(|| source.folder_or(""), str::to_owned).replace(' ', "-");
    if name.chars().nth(MOST_NAME_CHARS).is_some() {
        return dropped(Why::TooLong("name", MOST_NAME_CHARS));
    }
    let is_taken = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | ':');
    if !name.starts_with(|c: char| c.is_ascii_alphanumeric()) || !name.chars().all(is_taken) {
        return dropped(Why::NameCharacters);
    }
    let description = match description {
        // Its reader takes U+0085 for the end of a line, and joins the two with a blank.
        Some(text) => text.trim_end_matches('\n').replace('\u{85}', " "),
        None => text::first_paragraph(body),
    };
    if description.chars().nth(MOST_DESCRIPTION_CHARS).is_some() {
        return dropped(Why::TooLong("description", MOST_DESCRIPTION_CHARS));
    }
    Ok(Listed { name, description, when_to_use: String::new() })
}

impl AgentClient for Copilot {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn recipe(&self) -> Option<&'static Recipe> {
        Some(&RECIPE)
    }

    fn sent(&self, text: &str) -> Option<Sent> {
        let mut list = sent::elements(text, "<skill>")?;
        // The names stand behind the last element.
        let names = sent::between(text, NAMED, &["\n"]).map(|(_, names, _)| names).unwrap_or_default();
        list.names =
            names.split(", ").filter(|name| !name.is_empty() && !name.starts_with("... ")).map(str::to_owned).collect();
        Some(list)
    }

    fn read(&self, source: &Source<'_>) -> Reading {
        read(source).map_or_else(|reading| reading, Reading::Listed)
    }

    fn budget(&self, _: &Settings) -> Option<usize> {
        Some(MOST)
    }

    fn sort(&self, lines: &mut [Line<'_>]) {
        // The folders of a project are one to it, those of the user are not.
        let folder = |line: &Line<'_>| if line.scope == Scope::User { line.folder } else { None };
        lines.sort_by(|a, b| (folder(a), &a.name, a.path).cmp(&(folder(b), &b.name, b.path)));
    }

    fn size(&self, line: &Line<'_>, text: &str) -> usize {
        // Names in the line after the others are not counted.
        if text.is_empty() { 0 } else { text::utf16(&self.line(&line.name, text, "", line.scope)) }
    }

    fn cut(&self, lines: &[Line<'_>], _: &Settings) -> Vec<Kept> {
        let mut room = Some(MOST);
        let mut names = MOST_NAMES - NAMED.len();
        let keep = |line: &Line<'_>| {
            // One that does not fit ends the list: none after it is shown, however short.
            // One whose text says nothing takes its room, too.
            let size = text::utf16(&self.line(&line.name, &line.text, "", line.scope));
            room = room.and_then(|room| room.checked_sub(size));
            if room.is_some() {
                return Kept::Whole;
            }
            let name = text::utf16(&line.name) + ", ".len();
            if let Some(left) = names.checked_sub(name) {
                names = left;
                Kept::Name
            } else {
                names = 0;
                Kept::Nothing
            }
        };
        lines.iter().map(keep).collect()
    }

    fn rule(&self, _: &Settings) -> String {
        format!(
            "Copilot CLI shows skills in full until {} characters of XML are used, then lists up to {} more by name only.",
            text::grouped(MOST),
            text::grouped(MOST_NAMES)
        )
    }

    fn line(&self, name: &str, shown: &str, _: &str, scope: Scope) -> String {
        let escaped = |text| text::escaped(text, "&apos;");
        let (name, shown) = (escaped(name), escaped(shown));
        format!(
            "<skill>\n  <name>{name}</name>\n  <description>{shown}</description>\n  \
             <location>{}</location>\n</skill>\n",
            scope.as_str()
        )
    }

    fn before_names(&self) -> Option<&'static str> {
        Some(NAMED)
    }

    fn tool(&self) -> (&'static str, &'static str) {
        ("skill", "skill")
    }

    fn body(&self, body: &Body<'_>) -> String {
        let name = body.name;
        // Blanks around it stay, but for empty lines before it.
        let source = Source::new(&crate::SkillFile { path: "", bytes: body.file.as_bytes(), openai_yaml: None });
        let whole = front(&source).map_or(body.instructions, |front| front.body);
        let ended = text::with_plain_ends(whole);
        let instructions = ended.trim_start_matches('\n');
        let related = match body.listed(&format!("  - {}/", body.folder()), "").as_str() {
            "" => String::new(),
            files => format!("Related files (use view tool to read):\n{files}\n"),
        };
        format!(
            "Skill \"{name}\" loaded successfully. Follow the instructions in the skill context.\n\n\
             <skill-context name=\"{name}\">\n{}\n\n{related}{instructions}\n</skill-context>",
            body.base()
        )
    }
}

/// What stands before the names of skills that have no entry of their own in the list.
pub(crate) const NAMED: &str = "Additional skills available (invoke by name): ";
