//! Claude Code: `- name: text`, with `<` and `>` escaped, in columns of a terminal. Names always stay. Texts find room one
//! by one, the most used skill first: a short one may stay after a longer one before it fell. Its own skills take their
//! part first.

mod compacting;
mod home;
mod names;
mod reading;
mod recipe;

use std::{borrow::Cow, collections::HashMap};

use unicode_width::UnicodeWidthStr;

use crate::{
    body::Body,
    called::labelled,
    compaction::Compaction,
    facts::{Evidence, Facts, SameName, Unit},
    filling::{Filling, argument_names},
    front::{Fields, Source, as_joined_text, as_script_text},
    home::{Override, Plugin, ReadHome},
    line::{Kept, Line},
    order,
    reading::{Listed, Reading},
    recipe::Recipe,
    scope::Scope,
    sent::{self, Sent},
    settings::Settings,
    text,
    traits::AgentClient,
    why::Why,
};
use reading::{fields, front};
use studio_text::yaml::Kind;

/// Tokens of the context of the models it uses by itself, and of those it does not know.
const CONTEXT_TOKENS: u32 = 1_000_000;
/// Columns of the names of its own skills: they stay where there is no room for their texts.
const OWN_NAMES: usize = 260;
const CUT: &str = "…";
/// What it shows of a skill that says nothing at all.
const UNSAID: &str = "Skill";
const ONLY_PEOPLE: &str = "disable-model-invocation";

static FACTS: Facts = Facts {
    evidence: Evidence::Measured { version: "2.1.332", on: "2026-11-28" },
    hint: "Drops entire descriptions until the list fits the budget",
    cuts: true,
    unit: Unit::Columns,
    project_folders: &[".claude/skills"],
    user_folders: &[".claude/skills"],
    nested: &[],
    finds_inside_skills: false,
    follows_linked_files: true,
    same_name: SameName::User,
    lists_first: Some(Scope::User),
};

pub(crate) struct ClaudeCode;

impl ClaudeCode {
    /// Columns for the list, its own skills among them.
    fn columns(settings: &Settings) -> usize {
        if let Some(columns) = settings.claude_budget {
            return columns as usize;
        }
        let tokens = u64::from(settings.context_tokens.unwrap_or(CONTEXT_TOKENS));
        let columns = tokens * u64::from(settings.claude_chars_per_token) * u64::from(settings.claude_per_mille);
        usize::try_from(columns / 1_000).unwrap_or(usize::MAX)
    }

    /// Columns that are left for the author's skills: where the texts of its own find no room, their names do.
    fn room(settings: &Settings) -> usize {
        let columns = Self::columns(settings);
        let own = settings.claude_bundled as usize;
        columns.checked_sub(own).unwrap_or_else(|| columns.saturating_sub(OWN_NAMES.min(own)))
    }
}

impl AgentClient for ClaudeCode {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn recipe(&self) -> Option<&'static Recipe> {
        Some(&recipe::RECIPE)
    }

    fn sent(&self, text: &str) -> Option<Sent> {
        let open = "skills are available for use with the Skill tool:\n\n";
        let (before, inside, after) = sent::between(text, open, &["\n\n", "\n</system-reminder>"])?;
        Some(sent::dashes(before, inside, after))
    }

    fn tools_by_name<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let Some((_, after)) = text.split_once("deferred tools are now available via ToolSearch") else {
            return Vec::new();
        };
        after.lines().skip(1).take_while(|line| !line.trim().is_empty()).map(str::trim).collect()
    }

    fn read(&self, source: &Source<'_>) -> Reading {
        let owned;
        let (fields, body) = if let Some((front, Ok(fields))) = source.plain() {
            (fields, front.body)
        } else {
            let front = front(source);
            owned = front.map(|front| fields(front.yaml)).unwrap_or_default();
            (&owned, front.map_or(&*source.text, |front| front.body))
        };
        let is_set = match fields.kind(ONLY_PEOPLE) {
            Some(Kind::Bool(is_so)) => is_so,
            Some(Kind::Number(number)) => number.as_f64() == Some(1.0),
            Some(Kind::Text(text)) => matches!(text.to_ascii_lowercase().as_str(), "true" | "yes" | "on" | "1"),
            _ => false,
        };
        if is_set {
            return Reading::Hidden(Why::OnlyForPeople(ONLY_PEOPLE));
        }
        if waits(fields) {
            return Reading::Hidden(Why::WaitsForPaths);
        }
        let endless = |key| fields.endless(key).map(str::to_owned);
        let name = endless("name").or_else(|| as_script_text(fields.kind("name"))).unwrap_or_default();
        let name = name.trim();
        let folder = source.folder_or(name);
        let is_label = !name.is_empty() && name != folder && !name.contains(|c: char| c.is_whitespace() || c == '/');
        let description = endless("description").or_else(|| as_script_text(fields.kind("description")));
        let description = description.filter(|text| !text.trim().is_empty());
        let when = as_joined_text(fields.get("when_to_use"));
        let first = Some(text::first_line(body)).filter(|line| !line.is_empty()).unwrap_or(UNSAID);
        Reading::Listed(Listed {
            name: if is_label { labelled(&folder, name) } else { folder },
            description: description.unwrap_or_else(|| first.to_owned()),
            when_to_use: when.unwrap_or_default(),
        })
    }

    fn window(&self) -> Option<u32> {
        Some(CONTEXT_TOKENS)
    }

    fn budget(&self, settings: &Settings) -> Option<usize> {
        Some(Self::room(settings))
    }

    fn text(&self, listed: &Listed) -> String {
        let entry = if listed.when_to_use.is_empty() {
            Cow::Borrowed(listed.description.trim())
        } else {
            Cow::Owned(format!("{} - {}", listed.description.trim(), listed.when_to_use))
        };
        let shown = text::shown_only(&text::without_ansi(&entry)).into_owned();
        // Before it is cut and counted.
        if shown.contains(['<', '>']) { shown.replace('<', "&lt;").replace('>', "&gt;") } else { shown }
    }

    fn rename(&self, lines: &mut [Line<'_>]) {
        names::label_once(lines);
        names::call_by_plugin(lines);
    }

    fn sort(&self, lines: &mut [Line<'_>]) {
        // Plugins come one after the other.
        lines.sort_by(|a, b| names::plugin(a).cmp(&names::plugin(b)).then_with(|| order::by_locale(&a.name, &b.name)));
    }

    fn size(&self, line: &Line<'_>, text: &str) -> usize {
        let joint = if text.is_empty() { 0 } else { ": ".len() };
        "- \n".len() + line.name.width() + joint + text.width()
    }

    fn cut(&self, lines: &[Line<'_>], settings: &Settings) -> Vec<Kept> {
        let most = settings.claude_entry_chars as usize;
        let cut = |line: &Line<'_>| {
            let is_long = text::utf16(&line.text) > most;
            is_long.then(|| format!("{}{CUT}", text::beginning_utf16(&line.text, most.saturating_sub(1))))
        };
        let cut: Vec<Option<String>> = lines.iter().map(cut).collect();
        let names: usize = lines.iter().map(|line| self.size(line, "")).sum();
        // The last line has no end.
        let mut room = (Self::room(settings) + 1).saturating_sub(names);
        let mut kept = vec![Kept::Name; lines.len()];
        let mut order: Vec<usize> = (0..lines.len()).collect();
        order.sort_by(|a, b| lines[*b].weight.total_cmp(&lines[*a].weight));
        for at in order {
            let text = cut[at].as_ref().unwrap_or(&lines[at].text);
            let cost = self.size(&lines[at], text) - self.size(&lines[at], "");
            if let Some(left) = room.checked_sub(cost) {
                room = left;
                kept[at] = cut[at].clone().map_or(Kept::Whole, Kept::Beginning);
            }
        }
        kept
    }

    fn list_size(&self, lines: &[Line<'_>], kept: &[Kept]) -> usize {
        let size = |(line, kept): (&Line<'_>, &Kept)| Some(self.size(line, kept.text(line)?));
        // The last line has no end.
        lines.iter().zip(kept).filter_map(size).sum::<usize>().saturating_sub(1)
    }

    fn rule(&self, settings: &Settings) -> String {
        let columns = text::grouped(Self::columns(settings));
        let basis = match settings.claude_budget {
            Some(_) => "as set".to_owned(),
            None => format!(
                "{}, {} characters per token",
                text::share(settings.claude_per_mille, settings.context_tokens.unwrap_or(CONTEXT_TOKENS)),
                settings.claude_chars_per_token
            ),
        };
        format!(
            "Claude Code truncates each description to {} characters and limits the list to {columns} columns ({basis}). \
             Its built-in skills use {} of them. Every name is listed. Descriptions are added until the budget is used up, \
             starting with the most used skills.",
            text::grouped(settings.claude_entry_chars as usize),
            text::grouped(Self::columns(settings) - Self::room(settings)),
        )
    }

    fn line(&self, name: &str, shown: &str, _: &str, _: Scope) -> String {
        if shown.is_empty() { format!("- {name}\n") } else { format!("- {name}: {shown}\n") }
    }

    fn before_list(&self, _: &[(String, String)]) -> String {
        "\n\nThe following skills are available for use with the Skill tool:\n\n".to_owned()
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

    fn weight(&self, uses: u32, days: f64) -> f64 {
        home::weight(uses, days)
    }

    fn weights(&self, home: &ReadHome<'_>, now: f64) -> HashMap<String, f64> {
        home::weights(home, now)
    }

    fn settings(&self, home: &ReadHome<'_>) -> Settings {
        home::settings(home)
    }

    fn overrides(&self, home: &ReadHome<'_>) -> HashMap<String, Override> {
        home::overrides(home)
    }

    fn plugins(&self, home: &ReadHome<'_>) -> Vec<Plugin> {
        home::plugins(home)
    }

    fn compaction(&self) -> Option<Compaction> {
        Some(compacting::COMPACTION)
    }

    fn body(&self, body: &Body<'_>) -> String {
        let source = Source::new(&crate::SkillFile { path: "", bytes: body.file.as_bytes(), openai_yaml: None });
        let front = front(&source);
        // With its last line end.
        let instructions = front.map_or(body.instructions, |front| front.body.trim_start());
        let names = front.map(|front| fields(front.yaml)).map(|fields| argument_names(&fields)).unwrap_or_default();
        let project = body.path.split_once("/.claude/skills/").filter(|_| body.scope == Scope::Project);
        let project = project.map(|(project, _)| ("${CLAUDE_PROJECT_DIR}", project));
        let folders: Vec<_> = project.into_iter().chain([("${CLAUDE_SKILL_DIR}", body.folder())]).collect();
        let filling =
            Filling { folders: &folders, said: body.arguments, names: &names, keeps_missing: true, has_escapes: true };
        let filled = filling.of(instructions);
        format!("Launching skill: {}\n\n{}\n\n{filled}", body.name, body.base())
    }
}

/// Whether the skill waits for a file: `paths` names any but all files.
fn waits(fields: &Fields) -> bool {
    let Some(value) = fields.get("paths") else { return false };
    let is_any = |pattern: &str| matches!(pattern.trim(), "" | "**");
    match value.kind() {
        Kind::List => value.items().unwrap_or_default().iter().filter_map(|item| item.text()).any(|text| !is_any(text)),
        Kind::Text(text) => text.split(',').any(|pattern| !is_any(pattern)),
        _ => false,
    }
}
