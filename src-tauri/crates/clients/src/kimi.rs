//! Kimi Code: `- name: description`, then when to use it and its path on lines of their own. A description is whole up to
//! 250 units of UTF-16.

use studio_text::yaml::Kind;

use crate::{
    body::Body,
    facts::{Evidence, Facts, SameName, Unit},
    filling::{Filling, argument_names},
    front::{Fields, Front, Source, front_by_lines, has_own_tag, without_mark},
    line::{Kept, Line},
    opencode::is_day,
    order,
    reading::{Listed, Reading},
    recipe::{Activation, Recipe, Wire},
    scope::Scope,
    sent::{self, Sent, SentEntry},
    settings::Settings,
    text,
    traits::AgentClient,
    why::Why,
};

const MOST: usize = 250;
const CUT: &str = "...";
/// What stands before when to use a skill.
const WHEN: &str = "\n  When to use: ";
const ONLY_PEOPLE: [&str; 3] = ["disable-model-invocation", "disable_model_invocation", "disableModelInvocation"];
const TYPES: [&str; 4] = ["prompt", "inline", "flow", "reference"];

static FACTS: Facts = Facts {
    evidence: Evidence::Measured { version: "2.1.0", on: "2026-11-28" },
    hint: "First 250 characters of each description",
    cuts: true,
    unit: Unit::Utf16,
    project_folders: &[".kimi-code/skills", ".agents/skills"],
    user_folders: &[".kimi-code/skills", ".agents/skills"],
    nested: &[".kimi-code/skills", ".agents/skills"],
    finds_inside_skills: false,
    follows_linked_files: true,
    same_name: SameName::Project,
    lists_first: Some(Scope::Project),
};

static RECIPE: Recipe = Recipe {
    program: "kimi",
    package: "@moonshot-ai/kimi-code",
    oldest: "2.0.0",
    node: Some(22),
    wire: Wire::Chat,
    environment: &[],
    files: &[(
        ".kimi-code/config.toml",
        "default_model = \"capture\"\n\n[models.capture]\nprovider = \"capture\"\nmodel = \"capture\"\nmax_context_size = \
         200000\n\n[providers.capture]\ntype = \"openai\"\nbase_url = \"{address}/v1\"\napi_key = \"none\"\n",
    )],
    arguments: &["-p", "{prompt}"],
    folder: ".kimi-code/skills",
    activation: Activation::ToolCall,
    loads_with: None,
    settings: &[],
};

pub(crate) struct Kimi;

/// Whether a value without quotes is no text to its reader of YAML.
fn is_number_or_day(fields: &Fields, key: &str, text: &str) -> bool {
    let is_plain = fields.get(key).is_some_and(studio_text::Value::is_plain);
    (is_plain && is_day(text)) || fields.endless(key).is_some()
}

fn read(fields: &Fields) -> Result<Listed, Reading> {
    let text = |key: &'static str, missing: Why| match fields.kind(key) {
        None | Some(Kind::Null) => Err(Reading::Dropped(missing)),
        Some(Kind::Text(text)) if text.trim().is_empty() => Err(Reading::Dropped(missing)),
        Some(Kind::Text(text)) if !is_number_or_day(fields, key, text) => Ok(text.to_owned()),
        Some(_) => Err(Reading::Dropped(Why::WrongType(key))),
    };
    let name = text("name", Why::NoName)?;
    let description = text("description", Why::NoDescription)?;
    if matches!(fields.kind("type"), Some(kind) if !matches!(kind, Kind::Text(text) if TYPES.contains(&text))) {
        return Err(Reading::Dropped(Why::UnknownValue("type")));
    }
    if let Some(key) = ONLY_PEOPLE.into_iter().find(|key| fields.is_true(key)) {
        return Err(Reading::Hidden(Why::OnlyForPeople(key)));
    }
    let when = ["whenToUse", "when_to_use", "when-to-use"].into_iter().find_map(|key| match fields.kind(key) {
        Some(Kind::Text(text)) => Some(text.to_owned()),
        _ => None,
    });
    Ok(Listed { name, description, when_to_use: when.unwrap_or_default() })
}

/// The frontmatter where it looks for it.
fn front<'a>(source: &'a Source<'_>) -> Option<Front<'a>> {
    let marked = || front_by_lines(without_mark(&source.text), |line| line.trim() == "---");
    source.plain().map(|(front, _)| front).or_else(marked)
}

impl AgentClient for Kimi {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn recipe(&self) -> Option<&'static Recipe> {
        Some(&RECIPE)
    }

    fn sent(&self, text: &str) -> Option<Sent> {
        let (before, inside, after) = sent::between(text, "Current available skills:\n", &["\n\n# ", "\n\n## "])?;
        // Its first heading stands before the first entry.
        let headings = inside.split_inclusive('\n').take_while(|line| line.starts_with("### "));
        let before = &text[..before.len() + headings.map(str::len).sum::<usize>()];
        let (mut entries, mut lines, mut group): (_, Vec<&str>, &str) = (Vec::new(), Vec::new(), "");
        for line in inside.split('\n') {
            match line.strip_prefix("### ") {
                Some(heading) if lines.is_empty() => group = heading,
                _ => lines.push(line),
            }
            // Its path ends an entry, whatever lines the description has.
            if line.starts_with("  Path: ") {
                let name = lines[0].trim_start_matches("- ").split(": ").next().unwrap_or_default();
                let location = Some(group.to_owned());
                entries.push(SentEntry { name: name.to_owned(), line: lines.join("\n"), location });
                lines.clear();
            }
        }
        Some(Sent { before: before.to_owned(), entries, names: Vec::new(), after: after.to_owned() })
    }

    fn read(&self, source: &Source<'_>) -> Reading {
        let Some(front) = front(source) else { return Reading::Dropped(Why::NoFrontmatter) };
        if has_own_tag(front.yaml) {
            return Reading::Dropped(Why::InvalidYaml);
        }
        let owned;
        let fields = match source.plain() {
            Some((_, fields)) if !front.yaml.starts_with([' ', '\t']) => fields,
            // Blanks around all of it go first, so that of lines that are all indented the first is not.
            _ => {
                owned = Fields::read(front.yaml.trim());
                &owned
            }
        };
        match fields {
            Ok(fields) => read(fields).map_or_else(|reading| reading, Reading::Listed),
            Err(why) => Reading::Dropped(why.clone()),
        }
    }

    fn text(&self, listed: &Listed) -> String {
        if listed.when_to_use.is_empty() {
            listed.description.trim().to_owned()
        } else {
            format!("{}{WHEN}{}", listed.description.trim(), listed.when_to_use)
        }
    }

    fn sort(&self, lines: &mut [Line<'_>]) {
        lines.sort_by(|a, b| order::by_locale(&a.name, &b.name));
    }

    fn size(&self, line: &Line<'_>, text: &str) -> usize {
        text::utf16(&self.line(&line.name, text, line.path, line.scope))
    }

    fn cut(&self, lines: &[Line<'_>], _: &Settings) -> Vec<Kept> {
        let cut = |line: &Line<'_>| {
            let description = line.listed.description.trim();
            if text::utf16(description) <= MOST {
                return Kept::Whole;
            }
            let begun = text::beginning_utf16(description, MOST - CUT.len());
            let when = &line.listed.when_to_use;
            let when = if when.is_empty() { String::new() } else { format!("{WHEN}{when}") };
            Kept::Beginning(format!("{begun}{CUT}{when}"))
        };
        lines.iter().map(cut).collect()
    }

    fn rule(&self, _: &Settings) -> String {
        format!("Kimi Code shows at most {MOST} characters of each description.")
    }

    fn line(&self, name: &str, shown: &str, path: &str, _: Scope) -> String {
        let joint = if shown.is_empty() { "" } else { ": " };
        format!("- {name}{joint}{shown}\n  Path: {path}\n")
    }

    fn before_list(&self, _: &[(String, String)]) -> String {
        "\n\n".to_owned()
    }

    fn heading(&self, scope: Scope) -> Option<&'static str> {
        Some(match scope {
            Scope::Project | Scope::Plugin => "### Project\n",
            Scope::User => "### User\n",
        })
    }

    fn after_list(&self) -> &'static str {
        ""
    }

    fn tool(&self) -> (&'static str, &'static str) {
        ("Skill", "skill")
    }

    fn takes_arguments(&self) -> bool {
        true
    }

    fn body(&self, body: &Body<'_>) -> String {
        let name = body.name;
        let source = Source::new(&crate::SkillFile { path: "", bytes: body.file.as_bytes(), openai_yaml: None });
        let names = front(&source).and_then(|front| Fields::read(front.yaml.trim()).ok());
        let names = names.map(|fields| argument_names(&fields)).unwrap_or_default();
        let filling = Filling {
            folders: &[("${KIMI_SKILL_DIR}", body.folder())],
            said: body.arguments,
            names: &names,
            keeps_missing: false,
            has_escapes: false,
        };
        let instructions = filling.of(&text::with_plain_ends(body.instructions));
        format!(
            "Skill \"{name}\" loaded inline. Follow its instructions.\n\nSkill tool loaded instructions for this request. \
             Follow them.\n\n<skill-loaded name=\"{name}\" trigger=\"model-tool\" source=\"{}\" dir=\"{}\" args=\"{}\">\n\
             {instructions}\n</skill-loaded>",
            body.scope.as_str(),
            body.folder(),
            body.arguments
        )
    }
}
