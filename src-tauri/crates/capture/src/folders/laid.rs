//! A skill that was laid before a client: what it is called there, and whether the client finds it.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap, HashSet},
};

use studio_clients::{
    Candidate, ClientPlace, Scope, SkillFile, SkillFolders, Taken, facts, identity, listed_name, name_in, taken_of,
};
use studio_model::Client;

use super::HOME;

/// A skill that was laid before the client.
#[derive(Clone, Debug)]
pub(crate) struct Laid {
    /// The path of its file, as the client sees it.
    pub(crate) path: String,
    pub(crate) bytes: Vec<u8>,
    /// Whether its file is a link.
    pub(crate) is_link: bool,
    pub(crate) openai_yaml: Option<Vec<u8>>,
    /// The paths of its other files, in its folder.
    pub(crate) files: Vec<String>,
    /// Whose it is.
    pub(crate) scope: Scope,
    /// Why the client does not find it, as the end of a sentence; none where it does.
    pub(crate) why_not_found: Option<String>,
}

impl Laid {
    /// One of which nothing is known yet.
    pub(super) fn empty(scope: Scope) -> Self {
        Self {
            path: String::new(),
            bytes: Vec::new(),
            is_link: false,
            openai_yaml: None,
            files: Vec::new(),
            scope,
            why_not_found: None,
        }
    }

    pub(crate) fn file(&self) -> SkillFile<'_> {
        SkillFile { path: &self.path, bytes: &self.bytes, openai_yaml: self.openai_yaml.as_deref() }
    }

    /// What a client calls it that goes by folders; nothing at others.
    pub(crate) fn identity(&self, client: Client) -> Cow<'_, str> {
        identity(client, "", &self.path, self.scope)
    }

    /// Whether it has this name, or its folder, or a client lists it so.
    fn is_called(&self, client: Client, name: &str) -> bool {
        if self.scope == Scope::Plugin {
            return self.identity(client) == name;
        }
        let file = self.file();
        file.folder() == name
            || name_in(&self.bytes).as_deref() == Some(name)
            || listed_name(client, &file).as_deref() == Some(name)
    }

    fn candidate<'a>(&'a self, name: &'a str) -> Candidate<'a> {
        Candidate { name, path: &self.path, scope: self.scope }
    }

    /// Why a client does not find it where it lies.
    fn why_not_found(&self, client: Client, is_inside_skill: bool) -> Option<String> {
        if self.is_link && !facts(client).follows_linked_files {
            return Some(format!("{} doesn't follow a `SKILL.md` that is a link", client.label()));
        }
        // Of a plugin no other skills are laid than those its client finds.
        let place = ClientPlace::of(&self.path).filter(|_| self.scope != Scope::Plugin)?;
        let why = place.why_not_read(client, Some(HOME), is_inside_skill)?;
        Some(why.trim_end_matches('.').to_owned())
    }
}

/// Notes of skills, which are given by their folders, why a client does not find them there.
pub(super) fn note_places(client: Client, found: &mut BTreeMap<String, Laid>) {
    let paths: Vec<String> =
        found.values().filter(|laid| laid.file().is_found()).map(|laid| laid.path.clone()).collect();
    let skills: SkillFolders<'_> = paths.iter().map(String::as_str).collect();
    for laid in found.values_mut() {
        let is_inside = ClientPlace::of(&laid.path).is_some_and(|place| skills.hold(&laid.path, &place));
        laid.why_not_found = laid.why_not_found(client, is_inside);
    }
}

/// The skill that a client loads by a name: of several that are called so the one it takes.
pub(crate) fn called<'a>(client: Client, skills: &'a [Laid], name: &str) -> Option<&'a Laid> {
    let is_called = |laid: &&Laid| laid.is_called(client, name);
    let listed = |laid: &Laid| listed_name(client, &laid.file()).unwrap_or_else(|| name.to_owned());
    let taken = |first: &'a Laid, second: &'a Laid| {
        let (of_first, of_second) = (listed(first), listed(second));
        match taken_of(client, &first.candidate(&of_first), &second.candidate(&of_second)) {
            Taken::Second => second,
            Taken::Both | Taken::First | Taken::Either => first,
        }
    };
    let found = skills.iter().filter(|laid| laid.why_not_found.is_none());
    found.filter(is_called).reduce(taken).or_else(|| skills.iter().find(is_called))
}

/// Of skills of one name of which it can't be told which one a client takes, those in whose place it took another, with
/// that one: their paths. `locations` are the paths that stand in its list.
pub(crate) fn passed_over<'a>(
    client: Client,
    skills: &'a [Laid],
    locations: &HashSet<&str>,
) -> HashMap<&'a str, &'a str> {
    let named = skills.iter().filter_map(|laid| Some((listed_name(client, &laid.file())?, laid)));
    let (listed, others): (Vec<_>, Vec<_>) = named.partition(|(_, laid)| locations.contains(laid.path.as_str()));
    let listed: HashMap<String, &Laid> = listed.into_iter().collect();
    let instead = |(name, laid): (String, &'a Laid)| {
        let other = *listed.get(&name)?;
        let taken = taken_of(client, &laid.candidate(&name), &other.candidate(&name));
        (taken == Taken::Either).then_some((laid.path.as_str(), other.path.as_str()))
    };
    others.into_iter().filter_map(instead).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_it_cant_be_told_which_is_taken_the_list_decides() {
        let laid = |folder: &str, scope| Laid {
            path: format!("{folder}/pdf/SKILL.md"),
            bytes: b"---\nname: pdf\ndescription: Reads forms.\n---\n".to_vec(),
            ..Laid::empty(scope)
        };
        let skills =
            [laid("/home/author/.claude/skills", Scope::User), laid("/project/.claude/skills", Scope::Project)];
        let passed = |client, at: usize| passed_over(client, &skills, &HashSet::from([skills[at].path.as_str()]));
        for at in [0, 1] {
            let expected = HashMap::from([(skills[1 - at].path.as_str(), skills[at].path.as_str())]);
            assert_eq!(passed(Client::Opencode, at), expected);
            assert!(passed(Client::ClaudeCode, at).is_empty(), "what it takes is known");
            assert!(passed(Client::Codex, at).is_empty(), "it lists both");
        }
    }

    fn laid(path: &str) -> (String, Laid) {
        let scope = Scope::of(path, Some(HOME));
        let bytes = b"---\nname: pdf\ndescription: Reads forms. Use when asked.\n---\nBody\n".to_vec();
        let (folder, _) = path.rsplit_once('/').unwrap();
        (folder.to_owned(), Laid { path: path.to_owned(), bytes, ..Laid::empty(scope) })
    }

    fn why(client: Client, paths: &[&str]) -> Vec<Option<String>> {
        let mut found: BTreeMap<String, Laid> = paths.iter().map(|path| laid(path)).collect();
        note_places(client, &mut found);
        paths.iter().map(|path| found[path.rsplit_once('/').unwrap().0].why_not_found.clone()).collect()
    }

    #[test]
    fn a_skill_is_found_where_its_client_looks_and_else_says_why_not() {
        let grouped = ["/project/.claude/skills/pdf/SKILL.md", "/project/.claude/skills/office/doc/SKILL.md"];
        let whys = why(Client::ClaudeCode, &grouped);
        assert_eq!(whys[0], None);
        let why_grouped = whys[1].as_deref().unwrap();
        assert!(why_grouped.contains("only finds skills directly in .claude/skills"), "{why_grouped}");
        assert!(!why_grouped.ends_with('.'), "it is the end of a sentence: {why_grouped}");
        let inside = ["/project/.claude/skills/pdf/SKILL.md", "/project/.claude/skills/pdf/more/SKILL.md"];
        assert!(why(Client::ClaudeCode, &inside)[1].as_deref().unwrap().contains("inside another skill's folder"));
        let inside = inside.map(|path| path.replace(".claude", ".agents"));
        let inside: Vec<&str> = inside.iter().map(String::as_str).collect();
        assert_eq!(why(Client::Codex, &inside), [None, None]);
        // A file right in the client's folder makes it no skill that the others would lie in.
        let right = ["/home/author/.claude/skills/SKILL.md", "/home/author/.claude/skills/pdf/SKILL.md"];
        assert_eq!(why(Client::ClaudeCode, &right), [None, None]);
    }

    #[test]
    fn a_linked_file_is_found_by_who_follows_it() {
        for (client, path, is_found) in [
            (Client::Codex, "/project/.agents/skills/pdf/SKILL.md", false),
            (Client::ClaudeCode, "/project/.claude/skills/pdf/SKILL.md", true),
        ] {
            let (folder, laid) = laid(path);
            let mut found = BTreeMap::from([(folder, Laid { is_link: true, ..laid })]);
            note_places(client, &mut found);
            let laid = found.into_values().next().unwrap();
            assert_eq!(laid.why_not_found.is_none(), is_found, "{client:?}: {:?}", laid.why_not_found);
        }
    }

    #[test]
    fn of_several_of_one_name_the_one_is_called_that_the_client_takes() {
        let of = |client: Client, paths: [&str; 2]| {
            let mut found: BTreeMap<String, Laid> = paths.into_iter().map(laid).collect();
            note_places(client, &mut found);
            let skills: Vec<Laid> = paths.map(|path| found[path.rsplit_once('/').unwrap().0].clone()).into();
            called(client, &skills, "pdf").map(|laid| laid.path.clone()).unwrap()
        };
        let (project, user) = ("/project/.claude/skills/pdf/SKILL.md", "/home/author/.claude/skills/pdf/SKILL.md");
        assert_eq!(of(Client::ClaudeCode, [project, user]), user);
        assert_eq!(of(Client::ClaudeCode, [user, project]), user);
        let (project, user) = ("/project/.gemini/skills/pdf/SKILL.md", "/home/author/.gemini/skills/pdf/SKILL.md");
        assert_eq!(of(Client::Gemini, [user, project]), project);
        let (grouped, plain) = ("/project/.claude/skills/office/pdf/SKILL.md", "/project/.claude/skills/pdf/SKILL.md");
        assert_eq!(of(Client::ClaudeCode, [grouped, plain]), plain, "the client does not find the other");
        let both = ["/project/.claude/skills/a/pdf/SKILL.md", "/project/.claude/skills/b/pdf/SKILL.md"];
        assert_eq!(of(Client::ClaudeCode, both), both[0], "it is still told what would have come in");
    }
}
