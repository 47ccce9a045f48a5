//! Lists of skills of the user and of a project, some of one name, as clients put them before their models, and as we do.

use std::collections::BTreeMap;

use serde_json::Value;
use studio_clients::{
    Candidate, Client, Entry, NotFound, Readings, Scope, Settings, SkillFile, State, Taken, Why, heading, line, list,
    name_in, taken_of,
};

use crate::fixtures::{Counts, count, sets};

const HOME: &str = "/home/author";

/// A skill of a set.
struct Laid {
    path: String,
    text: String,
    name: String,
    scope: Scope,
    readings: Readings,
}

impl Laid {
    fn candidate(&self) -> Candidate<'_> {
        Candidate { name: &self.name, path: &self.path, scope: self.scope }
    }
}

fn laid(files: &Value) -> Vec<Laid> {
    let one = |(path, text): (&String, &Value)| {
        let text = text.as_str().unwrap().to_owned();
        Laid {
            name: name_in(text.as_bytes()).unwrap(),
            scope: Scope::of(path, Some(HOME)),
            readings: Readings::of(&SkillFile { path, bytes: text.as_bytes(), openai_yaml: None }),
            path: path.clone(),
            text,
        }
    };
    files.as_object().unwrap().iter().map(one).collect()
}

/// The lines of our list, with the headings between them.
fn ours(client: Client, skills: &[Laid]) -> Vec<String> {
    let entries: Vec<Entry<'_>> = skills
        .iter()
        .map(|one| Entry { reading: one.readings.by(client), path: &one.path, scope: one.scope, weight: 0.0 })
        .collect();
    let (mut lines, mut last) = (Vec::new(), None);
    for shown in list(client, &entries, &Settings::default()).entries {
        if matches!(shown.state, State::Hidden | State::Refused | State::Absent) {
            continue;
        }
        if last.replace(shown.scope) != Some(shown.scope) {
            lines.extend(heading(client, shown.scope).map(|heading| heading.trim_end().to_owned()));
        }
        let path = shown.path.as_deref().unwrap_or(&skills[shown.place].path);
        lines.push(line(client, &shown.name, &shown.shown, path, shown.scope).trim_end_matches('\n').to_owned());
    }
    lines
}

/// Descriptions of skills of which it can't be told whether the client takes them.
fn untold(client: Client, skills: &[Laid]) -> Vec<(&str, &str)> {
    let is_untold = |one: &&Laid| {
        let mut others = skills.iter().filter(|other| other.path != one.path);
        others.any(|other| taken_of(client, &one.candidate(), &other.candidate()) == Taken::Either)
    };
    let told = skills.iter().filter(is_untold);
    told.map(|one| (one.text.lines().find_map(|line| line.strip_prefix("description: ")).unwrap(), one.path.as_str()))
        .collect()
}

/// How many sets are as each client had them, with what differs.
pub(crate) fn scopes() -> (BTreeMap<String, Counts>, Vec<String>) {
    let (mut table, mut wrong) = (BTreeMap::new(), Vec::new());
    for (name, set) in sets("scopes") {
        let counts: &mut Counts = table.entry(name.clone()).or_default();
        for (client, seen) in set["clients"].as_object().unwrap() {
            let client = Client::parse(client).unwrap();
            let skills = laid(&seen["files"]);
            let untold = untold(client, &skills);
            let told = |line: &str| {
                let mut line = line.to_owned();
                for (description, path) in &untold {
                    line = line.replace(description, "…").replace(path, "…");
                }
                line
            };
            let mut theirs: Vec<String> =
                seen["lines"].as_array().unwrap().iter().map(|line| told(line.as_str().unwrap())).collect();
            let mut ours: Vec<String> = ours(client, &skills).iter().map(|line| told(line)).collect();
            if client == Client::Gemini {
                theirs.sort();
                ours.sort();
            }
            count(counts, client, ours == theirs);
            if ours != theirs {
                wrong.push(format!("{name} by {client:?}:\n{}\nwe say\n{}", theirs.join("\n"), ours.join("\n")));
            }
        }
    }
    (table, wrong)
}

#[test]
fn skills_of_two_scopes_and_of_one_name_are_listed_as_clients_were_seen_to() {
    let (table, wrong) = scopes();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    let all: usize = table.values().flat_map(Counts::values).map(|(_, all)| all).sum();
    assert_eq!(all, 24, "three sets by eight clients");
}

#[test]
fn a_skill_that_lies_where_its_client_does_not_find_it_is_not_listed() {
    let text = b"---\nname: pdf\ndescription: Reads forms. Use when asked.\n---\nBody\n";
    let left_out = |client: Client, paths: [&str; 2]| {
        let file = |path| Readings::of(&SkillFile { path, bytes: text, openai_yaml: None });
        let readings = paths.map(file);
        let entries: Vec<Entry<'_>> = paths
            .iter()
            .zip(&readings)
            .map(|(path, readings)| Entry {
                reading: readings.by(client),
                path,
                scope: Scope::of(path, Some(HOME)),
                weight: 0.0,
            })
            .collect();
        let shown = list(client, &entries, &Settings::default()).entries.into_iter();
        shown.filter_map(|shown| Some((shown.place, shown.why?))).collect::<Vec<_>>()
    };
    let inside = |folder: &str| [format!("{folder}/docs/SKILL.md"), format!("{folder}/docs/pdf/SKILL.md")];
    let grouped = |folder: &str| [format!("{folder}/docs/SKILL.md"), format!("{folder}/office/pdf/SKILL.md")];
    for (client, paths, expected) in [
        (Client::ClaudeCode, inside("/home/author/.claude/skills"), Some(NotFound::InsideSkill)),
        (Client::ClaudeCode, inside("/project/.claude/skills"), Some(NotFound::InsideSkill)),
        (Client::ClaudeCode, grouped("/project/.claude/skills"), Some(NotFound::InGroup)),
        (Client::Copilot, inside("/project/.claude/skills"), Some(NotFound::InsideSkill)),
        (Client::Copilot, grouped("/project/.claude/skills"), None),
        (Client::Codex, inside("/project/.agents/skills"), None),
        // What lies in no folder of the client is about to be put into one.
        (Client::Codex, inside("/project/.claude/skills"), None),
        (Client::ClaudeCode, inside("/project/skills"), None),
    ] {
        let paths = [paths[0].as_str(), paths[1].as_str()];
        let expected: Vec<_> = expected.into_iter().map(|why| (1, Why::NotFound(why))).collect();
        let told = left_out(client, paths).into_iter();
        let not_found: Vec<_> = told.filter(|(_, why)| matches!(why, Why::NotFound(_))).collect();
        assert_eq!(not_found, expected, "{client:?}: {paths:?}");
    }
}

#[test]
fn a_skill_that_is_not_taken_says_which_is() {
    let text = b"---\nname: pdf\ndescription: Reads forms. Use when asked.\n---\nBody\n";
    let paths = ["/home/author/.claude/skills/pdf/SKILL.md", "/project/.claude/skills/pdf/SKILL.md"];
    let readings = Readings::of(&SkillFile { path: paths[0], bytes: text, openai_yaml: None });
    for (client, expected) in [
        (Client::ClaudeCode, Some(1)),
        (Client::Copilot, None),
        (Client::Opencode, Some(1)),
        (Client::Codex, None),
        (Client::Standard, None),
    ] {
        let entries = paths.map(|path| Entry {
            reading: readings.by(client),
            path,
            scope: Scope::of(path, Some(HOME)),
            weight: 0.0,
        });
        let left_out: Vec<_> = list(client, &entries, &Settings::default())
            .entries
            .into_iter()
            .filter_map(|shown| Some((shown.place, shown.why?)))
            .collect();
        match expected {
            Some(place) => {
                assert_eq!(left_out, [(place, Why::Shadowed(paths[1 - place].to_owned()))], "{client:?}");
            }
            None if matches!(client, Client::Copilot) => {
                // It does not look for the user's skills in this folder, but has no other order for what it is given.
                assert_eq!(left_out, [(0, Why::Shadowed(paths[1].to_owned()))]);
            }
            None => assert_eq!(left_out, [], "{client:?}"),
        }
    }
}
