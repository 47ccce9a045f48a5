//! Where a skill lies among the folders that clients read, and who finds it there.

use std::collections::HashSet;

use studio_model::Client;

use crate::facts;

/// Where a skill's file lies among the folders that clients read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientPlace<'a> {
    /// What is before the client's folder: a project, or the user's home folder.
    pub base: &'a str,
    /// The client's folder.
    pub folder: &'static str,
    /// How many folders lie between it and the skill's own.
    pub groups: usize,
}

impl<'a> ClientPlace<'a> {
    /// The place of a skill's file by its path, written with `/`; none where it lies in no client's folder.
    pub fn of(path: &'a str) -> Option<Self> {
        let place = |folder: &'static str| {
            let inner = format!("/{folder}/");
            let at = match path.strip_prefix(&inner[1..]) {
                Some(_) => 0,
                None => path.rfind(&inner)? + 1,
            };
            let below = &path[at + folder.len() + 1..];
            let groups = below.split('/').count().checked_sub(2)?;
            Some(Self { base: path[..at].trim_end_matches('/'), folder, groups })
        };
        // The one that is nearest to the skill.
        folders().filter_map(place).max_by_key(|place| place.base.len() + place.folder.len())
    }

    /// Why a client does not find a skill here, as a sentence; none where it does. `home` is the user's home folder, and
    /// `is_inside_skill` tells whether the skill lies in another skill's folder.
    pub fn why_not_read(&self, client: Client, home: Option<&str>, is_inside_skill: bool) -> Option<String> {
        let (facts, label) = (facts(client), client.label());
        let is_users = self.is_users(home);
        let folders = if is_users { facts.user_folders } else { facts.project_folders };
        if !folders.contains(&self.folder) {
            let where_else = folders.join(" or ");
            let whose = if is_users { "In the home folder, " } else { "In a project, " };
            return Some(format!("{whose}{label} doesn't search {}. Move the skill to {where_else}.", self.folder));
        }
        if is_inside_skill && !facts.finds_inside_skills {
            return Some(format!("{label} doesn't look for skills inside another skill's folder."));
        }
        let is_grouped = self.groups > 0 && !facts.nested.contains(&self.folder);
        is_grouped.then(|| format!("{label} only finds skills directly in {}, not in subfolders.", self.folder))
    }

    /// Whether it is in the user's home folder itself.
    pub fn is_users(&self, home: Option<&str>) -> bool {
        home.is_some_and(|home| home.trim_end_matches('/') == self.base)
    }
}

/// Whether a name is that of a folder, of a project or the user's home folder, that clients keep their own things in.
pub fn is_folder_of_clients(name: &str) -> bool {
    folders().filter_map(|folder| folder.split('/').next()).any(|own| own.eq_ignore_ascii_case(name))
}

/// The folders that clients read skills from.
fn folders() -> impl Iterator<Item = &'static str> {
    Client::ALL.into_iter().flat_map(|client| {
        let facts = facts(client);
        facts.project_folders.iter().chain(facts.user_folders).copied()
    })
}

/// The folders of a user's home that clients keep the user's own skills in, each once, by the first client that does.
pub fn home_folders() -> Vec<(Client, &'static str)> {
    let mut seen = HashSet::new();
    let all = Client::ALL.into_iter();
    let all = all.flat_map(|client| facts(client).user_folders.iter().map(move |folder| (client, *folder)));
    all.filter(|(_, folder)| seen.insert(*folder)).collect()
}

/// Whose folder a skill's file lies in: the client that keeps its own skills there. None where it lies in no client's
/// folder. What is written with the standard's folder is the standard's: many read it.
pub fn owner_of(path: &str) -> Option<Client> {
    let folder = ClientPlace::of(path)?.folder;
    let has = |folders: &[&str]| folders.contains(&folder);
    let is_first = |folders: &[&str]| folders.first() == Some(&folder);
    let own = |client: &Client| is_first(facts(*client).project_folders) || is_first(facts(*client).user_folders);
    let any = |client: &Client| has(facts(*client).project_folders) || has(facts(*client).user_folders);
    Client::ALL.into_iter().find(own).or_else(|| Client::ALL.into_iter().find(any))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_the_home_is_told_once_and_by_whose_it_is() {
        let folders = home_folders();
        let whose = |wanted: &str| {
            let of: Vec<Client> = folders.iter().filter(|(_, folder)| *folder == wanted).map(|(of, _)| *of).collect();
            (of.len() == 1).then(|| of[0])
        };
        for (folder, client) in [
            (".agents/skills", Client::Standard),
            (".claude/skills", Client::ClaudeCode),
            (".codex/skills", Client::Codex),
            (".copilot/skills", Client::Copilot),
            (".gemini/skills", Client::Gemini),
            (".cursor/skills", Client::Cursor),
            (".gemini/config/skills", Client::Antigravity),
        ] {
            assert_eq!(whose(folder), Some(client), "{folder}");
        }
    }

    #[test]
    fn a_skill_is_found_where_its_client_looks() {
        let why =
            |path: &str, client, home| ClientPlace::of(path).and_then(|place| place.why_not_read(client, home, false));
        let place = ClientPlace::of("/projects/app/.claude/skills/pdf/SKILL.md").unwrap();
        assert_eq!((place.base, place.folder, place.groups), ("/projects/app", ".claude/skills", 0));
        assert_eq!(place.why_not_read(Client::ClaudeCode, Some("/home/me"), false), None);
        let other = place.why_not_read(Client::Codex, None, false).unwrap();
        assert!(other.contains("Codex doesn't search .claude/skills") && other.contains(".agents/skills"), "{other}");
        let grouped = ClientPlace::of(".claude/skills/office/pdf/SKILL.md").unwrap();
        assert_eq!((grouped.base, grouped.groups), ("", 1));
        assert!(grouped.why_not_read(Client::ClaudeCode, None, false).unwrap().contains("directly in .claude/skills"));
        assert_eq!(why("/x/.agents/skills/office/pdf/SKILL.md", Client::Codex, None), None);
        assert_eq!(why("/home/me/.copilot/skills/pdf/SKILL.md", Client::Copilot, Some("/home/me/")), None);
        let away = why("/home/me/.copilot/skills/pdf/SKILL.md", Client::Copilot, None).unwrap();
        assert!(away.starts_with("In a project, "), "not in the home folder");
        assert_eq!(ClientPlace::of("/skills/pdf/SKILL.md"), None);
    }

    #[test]
    fn a_skill_belongs_to_the_client_whose_own_folder_it_lies_in() {
        for (path, client) in [
            ("/home/me/.claude/skills/pdf/SKILL.md", Some(Client::ClaudeCode)),
            ("/projects/app/.github/skills/pdf/SKILL.md", Some(Client::Copilot)),
            ("/home/me/.copilot/skills/pdf/SKILL.md", Some(Client::Copilot)),
            ("/home/me/.codex/skills/pdf/SKILL.md", Some(Client::Codex)),
            ("/projects/.agents/skills/pdf/SKILL.md", Some(Client::Standard)),
            ("/projects/.opencode/skill/pdf/SKILL.md", Some(Client::Opencode)),
            ("/home/me/.pi/agent/skills/pdf/SKILL.md", Some(Client::Pi)),
            ("/projects/skills/pdf/SKILL.md", None),
        ] {
            assert_eq!(owner_of(path), client, "{path}");
        }
    }

    #[test]
    fn folders_of_clients_are_known_by_their_names() {
        for (name, is_known) in
            [(".claude", true), (".Agents", true), (".agent", true), (".copilot", true), ("skills", false), ("", false)]
        {
            assert_eq!(is_folder_of_clients(name), is_known, "{name}");
        }
    }

    #[test]
    fn inside_a_skill_only_some_look() {
        let place = ClientPlace::of("/x/.agents/skills/garden/demo/SKILL.md").unwrap();
        for (client, is_found) in
            [(Client::Codex, true), (Client::Opencode, true), (Client::Copilot, false), (Client::Gemini, false)]
        {
            assert_eq!(place.why_not_read(client, None, true).is_none(), is_found, "{client:?}");
        }
    }
}
