//! Where a skill lies among the folders that clients read, and who finds it there.

use std::collections::HashSet;

use studio_model::Client;

use crate::{Facts, facts};

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

/// Why a client does not find a skill where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NotFound {
    /// The client does not search that folder.
    OtherFolder,
    /// The skill lies inside another skill's folder.
    InsideSkill,
    /// It lies in a group of skills.
    InGroup,
}

impl NotFound {
    /// Whether the client's list is without the skill. What lies in a folder that the client doesn't search is judged and
    /// listed as it would be were it moved to one that it does.
    pub const fn leaves_out(self) -> bool {
        match self {
            Self::InsideSkill | Self::InGroup => true,
            Self::OtherFolder => false,
        }
    }
}

/// The folders of some skills, by which it is known which of these lie inside others.
#[derive(Clone, Debug, Default)]
pub struct SkillFolders<'a>(HashSet<&'a str>);

impl<'a> FromIterator<&'a str> for SkillFolders<'a> {
    /// By the paths of the skills' files, written with `/`.
    fn from_iter<T: IntoIterator<Item = &'a str>>(paths: T) -> Self {
        Self(paths.into_iter().filter_map(|path| Some(path.rsplit_once('/')?.0)).collect())
    }
}

impl SkillFolders<'_> {
    /// Whether the skill whose file lies at `path` lies inside another skill's folder, below the folder of the client that
    /// its `place` is in.
    pub fn hold(&self, path: &str, place: &ClientPlace<'_>) -> bool {
        let own = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        own.rmatch_indices('/').take(place.groups).any(|(at, _)| self.0.contains(&own[..at]))
    }
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

    /// Why a client does not find a skill here; none where it does. `home` is the user's home folder, and `is_inside_skill`
    /// tells whether the skill lies in another skill's folder ([`SkillFolders`]).
    pub fn not_found(&self, client: Client, home: Option<&str>, is_inside_skill: bool) -> Option<NotFound> {
        let facts = facts(client);
        if !self.searched(facts, home).contains(&self.folder) {
            Some(NotFound::OtherFolder)
        } else if is_inside_skill && !facts.finds_inside_skills {
            Some(NotFound::InsideSkill)
        } else if self.groups > 0 && !facts.nested.contains(&self.folder) {
            Some(NotFound::InGroup)
        } else {
            None
        }
    }

    /// The same as a sentence.
    pub fn why_not_read(&self, client: Client, home: Option<&str>, is_inside_skill: bool) -> Option<String> {
        let why = self.not_found(client, home, is_inside_skill)?;
        let (label, folder) = (client.label(), self.folder);
        Some(match why {
            NotFound::OtherFolder => {
                let where_else = self.searched(facts(client), home).join(" or ");
                let whose = if self.is_users(home) { "In the home folder, " } else { "In a project, " };
                format!("{whose}{label} doesn't search {folder}. Move the skill to {where_else}.")
            }
            NotFound::InsideSkill => format!("{label} doesn't look for skills inside another skill's folder."),
            NotFound::InGroup => format!("{label} only finds skills directly in {folder}, not in subfolders."),
        })
    }

    /// Whose folder it lies in: see [`owner_of`].
    pub fn owner(&self) -> Option<Client> {
        let has = |folders: &[&str]| folders.contains(&self.folder);
        let is_first = |folders: &[&str]| folders.first() == Some(&self.folder);
        let own = |client: &Client| is_first(facts(*client).project_folders) || is_first(facts(*client).user_folders);
        let any = |client: &Client| has(facts(*client).project_folders) || has(facts(*client).user_folders);
        Client::ALL.into_iter().find(own).or_else(|| Client::ALL.into_iter().find(any))
    }

    /// The folders that a client searches there.
    fn searched(&self, facts: &'static Facts, home: Option<&str>) -> &'static [&'static str] {
        if self.is_users(home) { facts.user_folders } else { facts.project_folders }
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
    ClientPlace::of(path)?.owner()
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
    fn a_skill_lies_inside_anothers_folder_only_below_the_clients_own() {
        let paths = ["/x/SKILL.md", "/x/.agents/skills/garden/SKILL.md", "/x/.agents/skills/garden/beds/demo/SKILL.md"];
        let skills: SkillFolders<'_> = paths.into_iter().collect();
        let is_inside = |path: &str| ClientPlace::of(path).is_some_and(|place| skills.hold(path, &place));
        assert_eq!(paths.map(is_inside), [false, false, true]);
        assert!(!is_inside("/x/.agents/skills/office/pdf/SKILL.md"), "a group is no skill");
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
