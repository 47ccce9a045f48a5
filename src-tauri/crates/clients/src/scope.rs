//! Whose a skill is: the user's, in the home folder, a project's, or a plugin's.

use studio_model::Client;

use crate::facts;

/// Whose a skill is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The project's that the client works in; so is taken what lies in no client's folder yet.
    #[default]
    Project,
    /// The user's: it lies in one of a client's folders in the home folder.
    User,
    /// A plugin's that the client has installed, in the plugin's folder `skills`. No path tells that alone.
    Plugin,
}

impl Scope {
    /// As clients name it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::User => "user",
            Self::Plugin => "plugin",
        }
    }

    /// Whose the skill is whose file lies at `path`, written with `/`; `home` is the user's home folder.
    pub fn of(path: &str, home: Option<&str>) -> Self {
        let below = home.and_then(|home| path.strip_prefix(home.trim_end_matches('/'))?.strip_prefix('/'));
        let is_users = |below: &str| {
            let mut folders = Client::ALL.into_iter().flat_map(|client| facts(client).user_folders);
            folders.any(|folder| below.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')))
        };
        if below.is_some_and(is_users) { Self::User } else { Self::Project }
    }
}

/// The name of the plugin whose skill's file lies at a path: that of the folder with its folder of skills.
pub(crate) fn plugin_of(path: &str) -> Option<&str> {
    path.rsplit('/').nth(3)
}

/// What Claude Code calls a plugin's skill: the plugin, and the skill's folder in letters of names.
pub(crate) fn plugin_skill(path: &str) -> Option<String> {
    let (plugin, folder) = (plugin_of(path)?, path.rsplit('/').nth(1)?);
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    Some(format!("{plugin}:{}", folder.replace(|letter: char| !is_of_name(letter), "-")))
}

/// The folder of a client that a path lies in: its place among those the client reads in this scope, and the path up to
/// its end. The one that is nearest to the file.
pub(crate) fn folder_of(client: Client, scope: Scope, path: &str) -> Option<(usize, &str)> {
    let facts = facts(client);
    let folders = match scope {
        Scope::Project => facts.project_folders,
        Scope::User => facts.user_folders,
        Scope::Plugin => &[],
    };
    let ends = |folder: &str| {
        let mut starts = path.rmatch_indices(folder).map(|(at, _)| at);
        let is_whole = |at: &usize| {
            (*at == 0 || path.as_bytes()[at - 1] == b'/') && path.as_bytes().get(at + folder.len()) == Some(&b'/')
        };
        starts.find(is_whole).map(|at| at + folder.len())
    };
    let found = folders.iter().enumerate().filter_map(|(place, folder)| Some((place, ends(folder)?)));
    found.max_by_key(|(_, end)| *end).map(|(place, end)| (place, &path[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_users_skill_lies_in_a_clients_folder_in_the_home_folder_itself() {
        for (path, home, expected) in [
            ("/home/me/.claude/skills/pdf/SKILL.md", Some("/home/me"), Scope::User),
            ("/home/me/.claude/skills/pdf/SKILL.md", Some("/home/me/"), Scope::User),
            ("/home/me/.config/opencode/skills/a/b/SKILL.md", Some("/home/me"), Scope::User),
            ("/home/me/work/.claude/skills/pdf/SKILL.md", Some("/home/me"), Scope::Project),
            ("/home/me/.claude/skills-old/pdf/SKILL.md", Some("/home/me"), Scope::Project),
            ("/home/me/skills/pdf/SKILL.md", Some("/home/me"), Scope::Project),
            ("/home/meadow/.claude/skills/pdf/SKILL.md", Some("/home/me"), Scope::Project),
            ("/home/me/.claude/skills/pdf/SKILL.md", None, Scope::Project),
            ("pdf/SKILL.md", Some("/home/me"), Scope::Project),
        ] {
            assert_eq!(Scope::of(path, home), expected, "{path} with {home:?}");
        }
    }

    #[test]
    fn a_path_lies_in_the_nearest_folder_of_a_client() {
        let of = |path| folder_of(Client::Copilot, Scope::Project, path);
        assert_eq!(of("/p/.claude/skills/pdf/SKILL.md"), Some((1, "/p/.claude/skills")));
        assert_eq!(of("/p/.agents/skills/office/pdf/SKILL.md"), Some((2, "/p/.agents/skills")));
        assert_eq!(
            of("/p/.claude/skills/x/.github/skills/pdf/SKILL.md"),
            Some((0, "/p/.claude/skills/x/.github/skills"))
        );
        assert_eq!(of("/p/my.claude/skills/pdf/SKILL.md"), None);
        assert_eq!(of("/skills/pdf/SKILL.md"), None);
        assert_eq!(
            folder_of(Client::Opencode, Scope::User, "/h/.config/opencode/skills/a/SKILL.md"),
            Some((5, "/h/.config/opencode/skills"))
        );
    }
}
