//! What agent clients do with skills: where each looks for them, whom it takes of two, and what it makes of a body.
//!
//! Measured by what each sent to a server; the facts are data and stand with the version and the day. Which descriptions a
//! client cuts is in `studio_select::listing`, which knows the other skills of the list.

use crate::Target;

/// Whom a client takes of two skills of one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SameName {
    /// The user's, before one of the project.
    User,
    /// The project's, before one of the user.
    Project,
    /// All of them are listed.
    All,
    /// The one it reads last.
    Last,
    /// Now this one, now that one.
    Random,
}

/// What is known of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientFacts {
    /// What it is called.
    pub label: &'static str,
    /// The version that was measured.
    pub version: &'static str,
    /// The day it was measured, as an ISO date.
    pub measured_on: &'static str,
    /// Folders of a project it reads skills from.
    pub project_folders: &'static [&'static str],
    /// Folders in the user's home folder it reads skills from.
    pub user_folders: &'static [&'static str],
    /// Those of its folders in which skills may lie in groups.
    pub nested: &'static [&'static str],
    /// Whom it takes of two skills of one name.
    pub same_name: SameName,
}

const MEASURED_ON: &str = "2026-11-22";

/// Where opencode looks in the home folder.
const OPENCODE_OF_USERS: &[&str] = &[
    ".claude/skills",
    ".agents/skills",
    ".opencode/skill",
    ".opencode/skills",
    ".config/opencode/skill",
    ".config/opencode/skills",
];

/// What is known of a target that is a client; none of one that is not.
pub fn facts(client: Target) -> Option<ClientFacts> {
    let facts = |label, version, project_folders, user_folders, nested, same_name| {
        let measured_on = MEASURED_ON;
        Some(ClientFacts { label, version, measured_on, project_folders, user_folders, nested, same_name })
    };
    match client {
        Target::ClaudeCode => {
            const OWN: &[&str] = &[".claude/skills"];
            facts("Claude Code", "2.1.330", OWN, OWN, &[], SameName::User)
        }
        Target::Codex => {
            const OWN: &[&str] = &[".agents/skills", ".codex/skills"];
            facts("Codex", "0.169.0", OWN, OWN, OWN, SameName::All)
        }
        Target::Copilot => {
            const PROJECT: &[&str] = &[".github/skills", ".claude/skills", ".agents/skills"];
            const USER: &[&str] = &[".copilot/skills", ".agents/skills"];
            const NESTED: &[&str] = &[".claude/skills", ".agents/skills"];
            facts("Copilot CLI", "1.0.102", PROJECT, USER, NESTED, SameName::Project)
        }
        Target::Gemini => {
            const OWN: &[&str] = &[".gemini/skills", ".agents/skills"];
            facts("Gemini CLI", "0.61.0", OWN, OWN, &[], SameName::Last)
        }
        Target::Opencode => {
            const OWN: &[&str] = &[".claude/skills", ".agents/skills", ".opencode/skill", ".opencode/skills"];
            const NESTED: &[&str] = &[".opencode/skill", ".opencode/skills"];
            facts("opencode", "1.18.33", OWN, OPENCODE_OF_USERS, NESTED, SameName::Random)
        }
        Target::Qwen => {
            const OWN: &[&str] = &[".qwen/skills", ".agents/skills"];
            facts("Qwen Code", "0.24.4", OWN, OWN, &[], SameName::Project)
        }
        Target::Pi => {
            const PROJECT: &[&str] = &[".pi/skills", ".agents/skills"];
            const USER: &[&str] = &[".pi/agent/skills", ".agents/skills"];
            facts("pi", "0.73.1", PROJECT, USER, &[".agents/skills"], SameName::Project)
        }
        Target::Kimi => {
            const OWN: &[&str] = &[".kimi-code/skills", ".agents/skills"];
            facts("Kimi CLI", "2.1.0", OWN, OWN, OWN, SameName::Project)
        }
        Target::AgentSkills | Target::Adk | Target::ClaudeUpload | Target::OpenAiUpload | Target::Light4j => None,
    }
}

/// The folders any client reads skills from, so that a path can be told to lie in one of another client.
const KNOWN: [&str; 14] = [
    ".claude/skills",
    ".agents/skills",
    ".codex/skills",
    ".github/skills",
    ".copilot/skills",
    ".gemini/skills",
    ".opencode/skill",
    ".opencode/skills",
    ".config/opencode/skill",
    ".config/opencode/skills",
    ".qwen/skills",
    ".pi/skills",
    ".pi/agent/skills",
    ".kimi-code/skills",
];

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
        KNOWN.into_iter().filter_map(place).max_by_key(|place| place.base.len() + place.folder.len())
    }

    /// Why a client does not find a skill here, as a sentence; none where it does. `home` is the user's home folder.
    pub fn why_not_read(&self, client: &ClientFacts, home: Option<&str>) -> Option<String> {
        let is_users = self.is_users(home);
        let folders = if is_users { client.user_folders } else { client.project_folders };
        let label = client.label;
        if !folders.contains(&self.folder) {
            let where_else = folders.join(" or ");
            let whose = if is_users { "In the home folder, " } else { "In a project, " };
            return Some(format!("{whose}{label} does not look in {}. Move the skill to {where_else}.", self.folder));
        }
        let is_grouped = self.groups > 0 && !client.nested.contains(&self.folder);
        is_grouped.then(|| {
            format!("{label} reads only skills directly in {}, so it does not find this one in its group.", self.folder)
        })
    }

    /// Whether it is in the user's home folder itself.
    pub fn is_users(&self, home: Option<&str>) -> bool {
        home.is_some_and(|home| home.trim_end_matches('/') == self.base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_skill_is_found_where_its_client_looks() {
        let claude = facts(Target::ClaudeCode).unwrap();
        let codex = facts(Target::Codex).unwrap();
        let place = ClientPlace::of("/projects/app/.claude/skills/pdf/SKILL.md").unwrap();
        assert_eq!((place.base, place.folder, place.groups), ("/projects/app", ".claude/skills", 0));
        assert_eq!(place.why_not_read(&claude, Some("/home/me")), None);
        let why = place.why_not_read(&codex, None).unwrap();
        assert!(why.contains("Codex does not look in .claude/skills") && why.contains(".agents/skills"), "{why}");
        let grouped = ClientPlace::of(".claude/skills/office/pdf/SKILL.md").unwrap();
        assert_eq!((grouped.base, grouped.groups), ("", 1));
        assert!(grouped.why_not_read(&claude, None).unwrap().contains("directly in .claude/skills"));
        assert_eq!(ClientPlace::of("/x/.agents/skills/office/pdf/SKILL.md").unwrap().why_not_read(&codex, None), None);
        let home = ClientPlace::of("/home/me/.copilot/skills/pdf/SKILL.md").unwrap();
        let copilot = facts(Target::Copilot).unwrap();
        assert_eq!(home.why_not_read(&copilot, Some("/home/me/")), None);
        assert!(home.why_not_read(&copilot, None).unwrap().starts_with("In a project, "), "not in the home folder");
        assert_eq!(ClientPlace::of("/skills/pdf/SKILL.md"), None);
    }

    #[test]
    fn every_client_is_known_by_its_name_and_has_its_facts() {
        for client in Target::CLIENTS {
            assert_eq!(Target::parse(client.as_str()), Some(client));
            let facts = facts(client).unwrap();
            assert!(facts.project_folders.iter().chain(facts.user_folders).all(|folder| KNOWN.contains(folder)));
        }
        assert!(Target::ALL.into_iter().all(|target| facts(target).is_none()));
    }
}
