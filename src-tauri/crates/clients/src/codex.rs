//! Codex: `- name: description (file: path)`, with a short name for the root a path lies in, counted in tokens: four bytes
//! each, rounded up line by line. Where the list does not fit, characters are dealt to all descriptions in turn, so that
//! short ones stay whole and long ones end at the same length. Where even the names do not fit, those that find no room are
//! left out.

mod dealing;
mod recipe;
mod roots;

use crate::{
    body::Body,
    facts::{Change, Evidence, Facts, SameName, Unit},
    front::{Fields, Source, key_of, quoted},
    line::{Kept, Line},
    reading::{Listed, Reading},
    recipe::Recipe,
    scope::Scope,
    sent::{self, Sent},
    settings::Settings,
    text,
    traits::AgentClient,
    why::Why,
};
use dealing::{BYTES_PER_TOKEN, Costs, OWN, dealt, own};
use roots::{Roots, below};
use studio_text::{
    openai_yaml::{self, Policy},
    yaml::{Kind, read_yaml},
};

/// Tokens of the context of the model it uses by itself.
const CONTEXT_TOKENS: u32 = 500_000;
/// It shows no more of a description than this, however much room there is.
const MOST_CHARS: usize = 1_024;
/// What it writes where a description has more.
const CUT: &str = "...";
const MOST_NAME_CHARS: usize = 64;
/// Keys it reads; of any other it does not even see that it stands twice.
const KNOWN: [&str; 3] = ["name", "description", "metadata"];
/// What the table of roots may take before it comes off the budget.
const FREE_ROOTS: usize = 35;
static FACTS: Facts = Facts {
    evidence: Evidence::Measured { version: "0.171.0", on: "2026-11-28" },
    hint: "Shortens all descriptions until the list fits the budget",
    cuts: true,
    unit: Unit::Tokens,
    project_folders: &[".agents/skills", ".codex/skills"],
    user_folders: &[".agents/skills", ".codex/skills"],
    nested: &[".agents/skills", ".codex/skills"],
    finds_inside_skills: true,
    follows_linked_files: false,
    same_name: SameName::All,
    lists_first: Some(Scope::Project),
};

/// Between 0.169.0 and this, in six days, without a word about it.
static CHANGES: [Change; 1] = [Change {
    version: "0.171.0",
    on: "2026-11-28",
    what: "its default model has a context of 500,000 tokens instead of 272,000, so the list may use 10,000 tokens instead \
           of 5,440",
}];

pub(crate) struct Codex;

impl Codex {
    fn tokens(settings: &Settings) -> usize {
        let tokens = u64::from(settings.context_tokens.unwrap_or(CONTEXT_TOKENS));
        usize::try_from(tokens * u64::from(settings.codex_per_mille) / 1_000).unwrap_or(usize::MAX).max(1)
    }

    /// The budget once the table of roots is written.
    fn room(lines: &[Line<'_>], settings: &Settings) -> usize {
        let table: usize = Roots::of(lines).lines().map(|line| line.len()).sum();
        let tokens = table.saturating_sub(1).div_ceil(BYTES_PER_TOKEN);
        Self::tokens(settings).saturating_sub(tokens.saturating_sub(FREE_ROOTS))
    }
}

/// Its reader puts quotes around values of the first level that YAML trips over for a colon, or since they begin with a
/// mark that opens nothing.
fn repaired(yaml: &str) -> String {
    let trips = |value: &str| {
        let is_broken = read_yaml(value).is_err();
        value.contains(": ") || (is_broken && value.starts_with(['@', '`', '[', '{']))
    };
    let line = |line: &str| match key_of(line) {
        Some((key, value)) if !value.is_empty() && !value.starts_with(['"', '\'', '|', '>']) && trips(value) => {
            format!("{key}: {}\n", quoted(value))
        }
        _ => format!("{line}\n"),
    };
    yaml.lines().map(line).collect()
}

/// The name and description, as far as their values have the types it wants.
fn listed(fields: &Fields, source: &Source<'_>) -> Result<Listed, Why> {
    let scalar = |key: &'static str| match fields.get(key).map(|value| (value.kind(), value)) {
        None | Some((Kind::Null, _)) => Ok(None),
        Some((Kind::List | Kind::Map, _)) => Err(Why::WrongType(key)),
        Some((_, value)) => Ok(value.text().map(str::to_owned)),
    };
    let metadata = fields.get("metadata");
    match metadata.map(studio_text::Value::kind) {
        None | Some(Kind::Null) => {}
        Some(Kind::Map) => {
            let entries = metadata.and_then(studio_text::Value::entries).unwrap_or_default();
            let short = entries.iter().find(|(key, _)| key.text() == Some("short-description"));
            if short.is_some_and(|(_, value)| matches!(value.kind(), Kind::List | Kind::Map)) {
                return Err(Why::WrongType("metadata"));
            }
        }
        Some(_) => return Err(Why::WrongType("metadata")),
    }
    let name = scalar("name")?.map(|name| text::one_line(&name).into_owned()).filter(|name| !name.is_empty());
    let name = name.unwrap_or_else(|| source.folder_or(""));
    let description = scalar("description")?.unwrap_or_default();
    if description.trim().is_empty() {
        return Err(Why::NoDescription);
    }
    if name.chars().nth(MOST_NAME_CHARS).is_some() {
        return Err(Why::TooLong("name", MOST_NAME_CHARS));
    }
    Ok(Listed { name, description, when_to_use: String::new() })
}

impl AgentClient for Codex {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn changes(&self) -> &'static [Change] {
        &CHANGES
    }

    fn recipe(&self) -> Option<&'static Recipe> {
        Some(&recipe::RECIPE)
    }

    fn sent(&self, text: &str) -> Option<Sent> {
        let close = ["\n### ", "\n</skills_instructions>"];
        let (before, inside, after) = sent::between(text, "### Available skills\n", &close)?;
        let mut list = sent::dashes(before, inside, after);
        for entry in &mut list.entries {
            let path = entry.line.rsplit_once(" (file: ").and_then(|(_, path)| path.strip_suffix(')'));
            entry.location = path.map(str::to_owned);
        }
        Some(list)
    }

    fn read(&self, source: &Source<'_>) -> Reading {
        if !source.is_utf8() {
            return Reading::Dropped(Why::NotUtf8);
        }
        if source.text.starts_with('\u{FEFF}') {
            return Reading::Dropped(Why::ByteOrderMark);
        }
        let Some(front) = source.plain().map(|(front, _)| front).or_else(|| source.by_lines()) else {
            return Reading::Dropped(Why::NoFrontmatter);
        };
        let strict = match source.plain() {
            Some((_, Ok(fields))) => listed(fields, source),
            _ => Fields::read_knowing(front.yaml, &KNOWN).and_then(|fields| listed(&fields, source)),
        };
        // A value of another type is repaired, too; what is then still wrong is why it is dropped.
        let read = match strict {
            Err(why @ (Why::InvalidYaml | Why::WrongType(_))) => {
                let again =
                    Fields::read_knowing(&repaired(front.yaml), &KNOWN).and_then(|fields| listed(&fields, source));
                again.map_err(|later| if later == Why::InvalidYaml { why } else { later })
            }
            read => read,
        };
        match read {
            Err(why) => Reading::Dropped(why),
            Ok(listed) => match source.openai_yaml.map_or(Policy::Open, openai_yaml::policy) {
                Policy::Open => Reading::Listed(listed),
                Policy::OnlyForPeople => Reading::Hidden(Why::Policy("allow_implicit_invocation")),
                Policy::OtherProducts => Reading::Hidden(Why::Policy("products")),
            },
        }
    }

    fn window(&self) -> Option<u32> {
        Some(CONTEXT_TOKENS)
    }

    fn budget(&self, settings: &Settings) -> Option<usize> {
        Some(Self::tokens(settings))
    }

    fn text(&self, listed: &Listed) -> String {
        text::one_line(&listed.description).into_owned()
    }

    fn size(&self, line: &Line<'_>, text: &str) -> usize {
        bare(line).tokens(text.len())
    }

    fn cut(&self, lines: &[Line<'_>], settings: &Settings) -> Vec<Kept> {
        let most: Vec<String> = lines.iter().map(shown_at_most).collect();
        let room = Self::room(lines, settings);
        let costs = |(line, most)| Costs { description: most, most: usize::MAX, ..bare(line) };
        let whole: usize = lines.iter().zip(&most).map(|(line, most)| bare(line).tokens(most.len())).sum();
        let of_own: usize = own("").map(|costs| costs.tokens(costs.most)).sum();
        let kept = if of_own + whole <= room {
            vec![Some(usize::MAX); lines.len()]
        } else {
            let filler = "x".repeat(MOST_CHARS);
            let all: Vec<_> =
                own(&filler).chain(lines.iter().zip(most.iter().map(String::as_str)).map(costs)).collect();
            dealt(&all, room).split_off(OWN.len())
        };
        let shown = |((line, most), kept): ((&Line<'_>, &String), Option<usize>)| match kept {
            None => Kept::Nothing,
            Some(kept) => match text::beginning(most, kept) {
                "" => Kept::Name,
                shown if shown == line.text => Kept::Whole,
                shown => Kept::Beginning(shown.to_owned()),
            },
        };
        lines.iter().zip(&most).zip(kept).map(shown).collect()
    }

    fn short_paths(&self, lines: &[Line<'_>]) -> Vec<String> {
        let roots = Roots::of(lines);
        lines.iter().map(|line| roots.short(line)).collect()
    }

    fn rule(&self, settings: &Settings) -> String {
        format!(
            "Codex shortens all descriptions evenly until the list, including its four built-in skills, fits in {} tokens \
             ({}). It shows at most {} characters of each.",
            text::grouped(Self::tokens(settings)),
            text::share(settings.codex_per_mille, settings.context_tokens.unwrap_or(CONTEXT_TOKENS)),
            text::grouped(MOST_CHARS)
        )
    }

    fn line(&self, name: &str, shown: &str, path: &str, _: Scope) -> String {
        let space = if shown.is_empty() { "" } else { " " };
        format!("- {name}:{space}{shown} (file: {path})\n")
    }

    fn before_list(&self, roots: &[(String, String)]) -> String {
        let mut table = String::new();
        for (alias, root) in roots {
            table.extend(["- `", alias, "` = `", root, "`\n"]);
        }
        let heading = if table.is_empty() { "" } else { "### Skill roots\n" };
        format!("\n\n<skills_instructions>\n## Skills\n{heading}{table}### Available skills\n")
    }

    fn after_list(&self) -> &'static str {
        "</skills_instructions>\n"
    }

    fn body(&self, body: &Body<'_>) -> String {
        // It has no tool for skills: a name in the prompt brings the whole file.
        let file = if body.file.is_empty() { body.instructions } else { body.file };
        format!("<skill>\n<name>{}</name>\n<path>{}</path>\n{file}\n</skill>", body.name, body.path)
    }
}

/// What it ever shows of a line's description.
fn shown_at_most(line: &Line<'_>) -> String {
    match line.text.chars().nth(MOST_CHARS) {
        Some(_) => format!("{}{CUT}", text::beginning(&line.text, MOST_CHARS - CUT.len())),
        None => line.text.clone(),
    }
}

fn bare(line: &Line<'_>) -> Costs<'static> {
    let path = "r1/".len() + below(line).len();
    Costs { bare: "- : (file: )\n".len() + line.name.len() + path, description: "", most: 0 }
}
