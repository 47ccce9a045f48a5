//! A list of skills as an installed client sent it, shown to the model of a session word for word.

use std::collections::{HashMap, HashSet};

use studio_clients::{self as clients, Listed, Reading, Scope, SkillFile, names_of};
use studio_runtime::context::{ListedSkill, SkillFacts};

use crate::{
    base::token_counts::count,
    dto::{CapturedLine, CapturedListing, CutSkill, HostState, SimulationListing},
};

/// The file that some clients read beside a skill's own.
const OPENAI_YAML: &str = "agents/openai.yaml";

/// The list as the model sees it, and what of the assigned skills of `skills` is not whole in it.
pub(crate) fn listed(list: &CapturedListing, skills: &[SkillFacts]) -> (Vec<ListedSkill>, SimulationListing) {
    let client = list.client.noun();
    let assigned: Vec<&SkillFacts> = skills.iter().filter(|skill| skill.is_assigned).collect();
    let readings: Vec<Reading> = assigned.iter().map(|skill| clients::read(client, &file_of(skill))).collect();
    let known = Known::of(&assigned, &readings);
    let lines = list.lines.iter().map(|line| known.entry(list, line));
    let named = list.names.iter().map(|name| known.named(name));
    let shown: Vec<ListedSkill> = lines.chain(named).collect();
    // Of two entries of one skill the first is what it is found by.
    let entries: HashMap<&str, &ListedSkill> = shown.iter().rev().map(|entry| (entry.skill.as_str(), entry)).collect();
    let (mut cut, mut cut_tokens) = (Vec::new(), 0);
    for (skill, reading) in assigned.iter().zip(&readings) {
        let entry = entries.get(skill.name.as_str()).copied();
        let state = state_of(list, reading, entry);
        if state != HostState::Whole {
            let rest = entry.map(|entry| count(&entry.description)).unwrap_or_default();
            cut_tokens += count(&skill.description).saturating_sub(rest);
            cut.push(CutSkill { skill: skill.name.clone(), state });
        }
    }
    let own: HashSet<&str> = assigned.iter().map(|skill| skill.name.as_str()).collect();
    let strangers = entries.keys().filter(|name| !own.contains(*name)).count();
    (shown, told(list, strangers, cut, cut_tokens))
}

/// The files of a skill, as a client finds them.
fn file_of(skill: &SkillFacts) -> SkillFile<'_> {
    let yaml = skill.files.iter().find(|file| file.path == OPENAI_YAML);
    let openai_yaml = yaml.and_then(|file| file.text.as_deref()).map(str::as_bytes);
    SkillFile { path: &skill.location, bytes: skill.file.as_bytes(), openai_yaml }
}

/// The names by which an agent's skills may stand in a list.
struct Known(HashMap<String, String>);

impl Known {
    fn of(skills: &[&SkillFacts], readings: &[Reading]) -> Self {
        let mut names = HashMap::new();
        let mut take = |name: String, skill: &SkillFacts| {
            names.entry(name).or_insert_with(|| skill.name.clone());
        };
        // What this client calls a skill goes before its folder, and that before what another client would call one.
        for (skill, reading) in skills.iter().zip(readings) {
            if let Reading::Listed(Listed { name, .. }) = reading {
                take(name.clone(), skill);
            }
        }
        for skill in skills {
            take(file_of(skill).folder().to_owned(), skill);
        }
        for skill in skills {
            for name in names_of(&file_of(skill)) {
                take(name, skill);
            }
        }
        Self(names)
    }

    fn entry(&self, list: &CapturedListing, line: &CapturedLine) -> ListedSkill {
        let client = list.client.noun();
        let parts = clients::entry_parts(client, &line.name, &line.line);
        let (description, path) = parts.map(|parts| (parts.shown, parts.path)).unwrap_or_default();
        let is_users = |location: &String| location.eq_ignore_ascii_case(Scope::User.as_str());
        let is_users = line.location.as_ref().is_some_and(is_users);
        ListedSkill { description, path, is_users, line: Some(line.line.clone()), ..self.named(&line.name) }
    }

    /// One that is listed by its name alone.
    fn named(&self, name: &str) -> ListedSkill {
        let skill = self.0.get(name).map_or(name, String::as_str).to_owned();
        let called = Some(name.to_owned()).filter(|name| *name != skill);
        let description = String::new();
        ListedSkill { skill, called, description, has_entry: false, path: None, is_users: false, line: None }
    }
}

/// What became of a skill in the list.
fn state_of(list: &CapturedListing, reading: &Reading, entry: Option<&ListedSkill>) -> HostState {
    let Some(entry) = entry else {
        return match reading {
            Reading::Hidden(_) => HostState::Hidden,
            Reading::Dropped(_) => HostState::Refused,
            Reading::Listed(_) => HostState::Absent,
        };
    };
    let whole = match reading {
        Reading::Listed(listed) => clients::text(list.client.noun(), listed),
        Reading::Hidden(_) | Reading::Dropped(_) => return HostState::Whole,
    };
    let is_whole = entry.description == whole || entry.line.as_ref().is_some_and(|line| line.contains(&whole));
    match entry.description.chars().count() {
        _ if is_whole => HostState::Whole,
        0 => HostState::NameOnly,
        shown if shown < whole.chars().count() => HostState::Shortened,
        // The client has other words for it than the studio says.
        _ => HostState::Whole,
    }
}

fn told(list: &CapturedListing, strangers: usize, cut: Vec<CutSkill>, cut_tokens: u32) -> SimulationListing {
    let client = format!("{} {}", list.client.noun().label(), list.version);
    let strange = match strangers {
        0 => "",
        1 => " One entry is for a skill the agent doesn't have. It is listed, but can't be loaded.",
        _ => " Some entries are for skills the agent doesn't have. They are listed, but can't be loaded.",
    };
    SimulationListing {
        host: list.client,
        version: list.version.clone(),
        measured_on: String::new(),
        rule: format!("Exactly as sent by {}.{strange}", client.trim_end()),
        cut,
        cut_tokens,
        is_captured: true,
    }
}

#[cfg(test)]
mod tests {
    use studio_runtime::context::FileFacts;

    use super::*;
    use crate::dto::Host;

    fn skill(folder: &str, name: &str, description: &str, more: &str) -> SkillFacts {
        SkillFacts {
            name: name.to_owned(),
            is_assigned: true,
            description: description.to_owned(),
            location: format!("/skills/{folder}/SKILL.md"),
            file: format!("---\nname: {name}\ndescription: {description}\n{more}---\n\nBody.\n"),
            ..SkillFacts::default()
        }
    }

    fn list(client: Host, lines: &[(&str, &str, Option<&str>)]) -> CapturedListing {
        let line = |(name, line, location): &(&str, &str, Option<&str>)| CapturedLine {
            name: (*name).to_owned(),
            line: (*line).to_owned(),
            location: location.map(str::to_owned),
        };
        CapturedListing {
            client,
            version: "2.1.332".to_owned(),
            window_tokens: None,
            uses: Vec::new(),
            lines: lines.iter().map(line).collect(),
            names: Vec::new(),
        }
    }

    #[test]
    fn entries_stand_as_they_were_sent_and_what_is_not_whole_is_told() {
        let skills = [
            skill("pdf", "pdf", "Reads pdf files and more.", ""),
            skill("notes", "notes", "Keeps notes.", ""),
            skill("mail", "mail", "Sends mail.", ""),
            skill("secret", "secret", "Is hidden.", "disable-model-invocation: true\n"),
            SkillFacts { is_assigned: false, ..skill("needed", "needed", "Is required.", "") },
        ];
        let sent = [
            ("mine", "- mine: Is the author's own.", None),
            ("mail", "- mail: Sends mail.", None),
            ("pdf", "- pdf: Reads pdf", None),
        ];
        let (shown, told) = listed(&list(Host::ClaudeCode, &sent), &skills);
        let lines: Vec<(&str, Option<&str>)> =
            shown.iter().map(|entry| (entry.skill.as_str(), entry.line.as_deref())).collect();
        assert_eq!(lines, sent.map(|(name, line, _)| (name, Some(line))));
        assert_eq!((shown[2].description.as_str(), &shown[2].called), ("Reads pdf", &None));
        let cut: Vec<(&str, HostState)> = told.cut.iter().map(|cut| (cut.skill.as_str(), cut.state)).collect();
        assert_eq!(cut, [("pdf", HostState::Shortened), ("notes", HostState::Absent), ("secret", HostState::Hidden)]);
        assert!(told.is_captured && told.rule.contains("2.1.332. One entry"), "{told:?}");
    }

    #[test]
    fn a_skill_is_known_by_what_the_client_calls_it() {
        let skills = [skill("pdf", "reader", "Reads.", ""), skill("reader", "other", "Is another.", "")];
        let known = |lines: &[(&str, &str, Option<&str>)]| -> Vec<(String, Option<String>)> {
            let (shown, _) = listed(&list(Host::ClaudeCode, lines), &skills);
            shown.into_iter().map(|entry| (entry.skill, entry.called)).collect()
        };
        let labelled =
            [("reader (other)", "- reader (other): Is another.", None), ("pdf (reader)", "- pdf (reader)", None)];
        let one = |skill: &str, called: &str| (skill.to_owned(), Some(called.to_owned()));
        assert_eq!(known(&labelled), [one("other", "reader (other)"), one("reader", "pdf (reader)")]);
        // A label that is taken is left out: what stays is the folder.
        let bare = [("reader", "- reader: Is another.", None), ("pdf", "- pdf: Reads.", None)];
        assert_eq!(known(&bare), [one("other", "reader"), one("reader", "pdf")]);
        let (_, told) = listed(&list(Host::ClaudeCode, &labelled), &skills);
        assert_eq!(told.cut, [CutSkill { skill: "reader".to_owned(), state: HostState::NameOnly }]);
        assert_eq!(told.rule, "Exactly as sent by Claude Code 2.1.332.");
    }

    #[test]
    fn names_without_an_entry_and_whose_a_skill_is_are_kept() {
        let skills = [skill("pdf", "pdf", "Reads.", ""), skill("notes", "notes", "Keeps.", "")];
        let entry = "<skill>\n  <name>pdf</name>\n  <description>Reads.</description>\n  \
                     <location>user</location>\n</skill>";
        let sent = list(Host::Copilot, &[("pdf", entry, Some("user"))]);
        let sent = CapturedListing { names: vec!["notes".to_owned()], ..sent };
        let (shown, told) = listed(&sent, &skills);
        assert!(shown[0].is_users && !shown[1].is_users && shown[1].line.is_none(), "{shown:?}");
        assert_eq!(told.cut, [CutSkill { skill: "notes".to_owned(), state: HostState::NameOnly }]);
    }

    #[test]
    fn a_skill_that_its_openai_yaml_hides_is_hidden() {
        let text = "policy:\n  allow_implicit_invocation: false\n".to_owned();
        let hidden = SkillFacts {
            files: vec![FileFacts { path: OPENAI_YAML.to_owned(), text: Some(text) }],
            ..skill("pdf", "pdf", "Reads.", "")
        };
        let (_, told) = listed(&list(Host::Codex, &[]), &[hidden]);
        assert_eq!(told.cut, [CutSkill { skill: "pdf".to_owned(), state: HostState::Hidden }]);
    }
}
