//! What of the author's must not be known by what is kept of a capture: who they are, what stands in their memory files,
//! and the state of the repositories that skills lie in. It is read from files; nothing is started for it.

use std::{
    collections::{BTreeSet, HashSet},
    fs,
    path::{Path, PathBuf},
};

use studio_clients::home_folders;

/// Files that clients read into every conversation: of a project, the home folder too, and of the home folder alone.
const MEMORY_FILES: [&str; 9] = [
    "CLAUDE.md",
    "CLAUDE.local.md",
    ".claude/CLAUDE.md",
    "AGENTS.md",
    "AGENTS.override.md",
    "GEMINI.md",
    "QWEN.md",
    ".cursorrules",
    ".github/copilot-instructions.md",
];
const MEMORY_FILES_OF_HOME: [&str; 7] = [
    ".codex/AGENTS.md",
    ".codex/AGENTS.override.md",
    ".gemini/GEMINI.md",
    ".qwen/QWEN.md",
    ".copilot/copilot-instructions.md",
    ".config/opencode/AGENTS.md",
    ".pi/agent/AGENTS.md",
];

/// Where git's settings lie in the home folder.
const GIT_SETTINGS: [&str; 2] = [".gitconfig", ".config/git/config"];

/// Bytes of a file that are read at most.
const MOST_BYTES: u64 = 8 * 1024 * 1024;
/// Characters of the shortest line of a memory file that tells where it is from: a shorter one may stand anywhere.
pub(super) const LEAST_CHARS: usize = 20;
/// Commits of a repository that are known, the newest.
const MOST_COMMITS: usize = 100;
/// Digits of the shortest whole number of a commit.
const COMMIT_DIGITS: usize = 40;

/// What of the author's must not be known by what is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Personal {
    /// Their home folder.
    pub(super) home: Option<String>,
    /// The name the system knows them by.
    pub(super) user: String,
    /// Their names in full, as git's settings and their commits have them.
    pub(super) full_names: BTreeSet<String>,
    /// Lines of their memory files, without the marks they begin with.
    pub(super) memories: BTreeSet<String>,
    /// Branches, but for those called by a single word, which may mean anything; and subjects of commits.
    pub(super) git_words: BTreeSet<String>,
    /// Numbers of commits.
    pub(super) commits: BTreeSet<String>,
}

impl Personal {
    /// What is found of an author with this home folder, known to the system by this name, whose skills lie in these
    /// folders and in those that clients look for in the home folder.
    pub fn of<'a>(home: Option<&'a Path>, user: &str, folders: impl IntoIterator<Item = &'a Path>) -> Self {
        let shown = home.and_then(Path::to_str).map(|home| home.trim_end_matches('/')).filter(|home| home.len() > 1);
        let mut known = Self { home: shown.map(str::to_owned), user: user.to_owned(), ..Self::default() };
        let mut places: Vec<PathBuf> = folders.into_iter().map(Path::to_owned).collect();
        if let Some(home) = home {
            for file in MEMORY_FILES_OF_HOME {
                known.take_memory(&home.join(file));
            }
            for file in GIT_SETTINGS {
                known.take_settings(&home.join(file));
            }
            places.push(home.to_owned());
            places.extend(home_folders().into_iter().map(|(_, folder)| home.join(folder)));
        }
        let mut seen: HashSet<PathBuf> = HashSet::new();
        for folder in places.iter().flat_map(|place| with_children(place)) {
            // Above a folder that was seen all were.
            let new = folder.ancestors().take_while(|above| seen.insert(above.to_path_buf()));
            new.for_each(|above| known.take_folder(above));
        }
        known
    }

    fn take_folder(&mut self, folder: &Path) {
        for file in MEMORY_FILES {
            self.take_memory(&folder.join(file));
        }
        if let Some(repository) = repository_in(folder) {
            self.take_repository(&repository);
        }
    }

    fn take_memory(&mut self, file: &Path) {
        let lines = read(file).unwrap_or_default();
        let lines = lines.lines().map(unmarked).filter(|line| line.chars().count() >= LEAST_CHARS);
        self.memories.extend(lines.map(str::to_owned));
    }

    fn take_settings(&mut self, file: &Path) {
        let settings = read(file).unwrap_or_default();
        let mut section = "";
        for line in settings.lines().map(str::trim) {
            if line.starts_with('[') {
                section = line;
            } else if let Some((key, value)) = line.split_once('=')
                && section.eq_ignore_ascii_case("[user]")
                && key.trim().eq_ignore_ascii_case("name")
            {
                self.take_full_name(value.trim().trim_matches('"'));
            }
        }
    }

    fn take_full_name(&mut self, name: &str) {
        self.full_names.extend(name.contains(' ').then(|| name.to_owned()));
    }

    fn take_repository(&mut self, folder: &Path) {
        let head = read(&folder.join("HEAD")).unwrap_or_default();
        let branch = head.trim().strip_prefix("ref: refs/heads/").unwrap_or_default();
        let is_plain_word = branch.chars().all(char::is_alphabetic);
        self.git_words.extend((!is_plain_word).then(|| branch.to_owned()));
        let log = read(&folder.join("logs/HEAD")).unwrap_or_default();
        for line in log.lines().rev().take(MOST_COMMITS) {
            let Some((before, what)) = line.split_once('\t') else { continue };
            let subject = what.split_once(": ").map_or(what, |(_, subject)| subject).trim();
            self.git_words.extend((subject.chars().count() >= LEAST_CHARS).then(|| subject.to_owned()));
            let number = before.split(' ').nth(1).filter(|number| is_commit(number));
            self.commits.extend(number.map(str::to_owned));
            let name = before.split_once('<').map_or("", |(before, _)| before);
            self.take_full_name(name.splitn(3, ' ').nth(2).unwrap_or_default().trim());
        }
    }
}

/// A folder and those right in it, by where they really lie.
fn with_children(folder: &Path) -> Vec<PathBuf> {
    let children = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let all = [folder.to_owned()].into_iter().chain(children.filter(|path| path.is_dir()));
    all.map(|path| path.canonicalize().unwrap_or(path)).collect()
}

/// A line of a text in Markdown without the marks of a heading, a list or a quote.
fn unmarked(line: &str) -> &str {
    let is_mark = |letter: char| letter.is_whitespace() || letter.is_ascii_digit() || "#>*+-.)".contains(letter);
    line.trim_start_matches(is_mark).trim_end()
}

fn is_commit(number: &str) -> bool {
    number.len() >= COMMIT_DIGITS && number.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// The folder in which git keeps what it knows of a folder; none where that is no repository.
fn repository_in(folder: &Path) -> Option<PathBuf> {
    let own = folder.join(".git");
    if own.is_dir() {
        return Some(own);
    }
    // A second tree of a repository says where that is.
    let place = read(&own)?;
    Some(folder.join(place.trim().strip_prefix("gitdir: ")?))
}

/// The text of a small file.
fn read(file: &Path) -> Option<String> {
    let found = fs::metadata(file).ok()?;
    if !found.is_file() || found.len() > MOST_BYTES {
        return None;
    }
    Some(String::from_utf8_lossy(&fs::read(file).ok()?).into_owned())
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        os::unix::fs::symlink,
        path::{Path, PathBuf},
    };

    use tempfile::TempDir;

    use super::{Personal, unmarked};

    /// An empty folder, and where it really lies.
    fn empty() -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().canonicalize().unwrap();
        (folder, place)
    }

    fn write(place: &Path, path: &str, text: &str) {
        let path = place.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn repositories_of_the_authors_own_skills_and_settings_of_git_are_read() {
        let (_folder, place) = empty();
        let write = |path: &str, text: &str| write(&place, path, text);
        write("home/.claude/skills/.git/HEAD", "ref: refs/heads/own/skills\n");
        write("home/project/.git/HEAD", "ref: refs/heads/own/project\n");
        write("dotfiles/.git/HEAD", "ref: refs/heads/dot/files\n");
        write("dotfiles/agents/notes/SKILL.md", "");
        let link = place.join("home/.agents/skills/notes");
        fs::create_dir_all(link.parent().unwrap()).unwrap();
        symlink(place.join("dotfiles/agents/notes"), link).unwrap();
        write("skills/pdf/.git/HEAD", "ref: refs/heads/pdf/reader\n");
        write("skills/pdf/.git/logs/HEAD", "0 aaaaaaaé Zoe <zoe@example.com> 1 +0000\tcommit: x\n");
        write("home/.gitconfig", "[core]\n\tname = No Name\n[user]\n\temail = zoe@example.com\n\tname = Zoe Zorn\n");
        write("home/.config/git/config", "[User]\nName = \"Zoe Zander\"\n");
        let home = place.join("home");
        // The path of a home folder may end with a slash.
        let known = Personal::of(Some(&home.join("")), "zoe", [place.join("skills").as_path()]);
        assert_eq!(known.home.as_deref(), home.to_str());
        for branch in ["own/skills", "own/project", "dot/files", "pdf/reader"] {
            assert!(known.git_words.contains(branch), "{branch}: {known:?}");
        }
        for (name, is_known) in [("Zoe Zorn", true), ("Zoe Zander", true), ("No Name", false)] {
            assert_eq!(known.full_names.contains(name), is_known, "{name}: {known:?}");
        }
        assert!(!known.commits.contains("aaaaaaaé"), "no number of a commit: {known:?}");
    }

    #[test]
    fn lines_are_known_without_their_marks() {
        for (line, expected) in [
            ("  - The garage opens.  ", "The garage opens."),
            ("> 1. **The garage** opens.", "The garage** opens."),
            ("## 2) The garage", "The garage"),
            ("", ""),
        ] {
            assert_eq!(unmarked(line), expected);
        }
    }

    #[test]
    fn memory_files_and_repositories_around_skills_are_read() {
        let (_folder, place) = empty();
        let write = |path: &str, text: &str| write(&place, path, text);
        write("home/.claude/CLAUDE.md", "# Notes\n\n  The garage opens at half past seven.\n");
        write("repository/AGENTS.md", "- Ask Zoe before anything is sent.\nShort.\n");
        write("repository/.claude/CLAUDE.md", "The cellar is locked at night.\n");
        write("repository/.github/copilot-instructions.md", "The attic is open all day long.\n");
        write("repository/.git/HEAD", "ref: refs/heads/feature/garage\n");
        let number = "0123456789abcdef0123456789abcdef01234567";
        let (old, what) = ("0".repeat(40), "commit: Open the garage twice a day");
        let line = format!("{old} {number} Zoe Zorn <zoe@example.com> 1 +0000\t{what}\n");
        write("repository/.git/logs/HEAD", &line);
        write("other/.git", "gitdir: ../repository/.git\n");
        write("plain/.git/HEAD", "ref: refs/heads/main\n");
        write("plain/skills/x/SKILL.md", "");
        let (home, skills) = (place.join("home"), place.join("repository/skills/pdf"));
        let known = Personal::of(Some(&home), "zoe", [skills.as_path()]);
        assert_eq!((known.home.as_deref(), known.user.as_str()), (home.to_str(), "zoe"));
        // What lies above the folder of this test is the machine's.
        for memory in [
            "The garage opens at half past seven.",
            "Ask Zoe before anything is sent.",
            "The cellar is locked at night.",
            "The attic is open all day long.",
        ] {
            assert!(known.memories.contains(memory), "{memory}: {known:?}");
        }
        assert!(!known.memories.contains("Short."), "{known:?}");
        assert!(known.commits.contains(number) && known.full_names.contains("Zoe Zorn"), "{known:?}");
        let linked = Personal::of(None, "zoe", [place.join("other").as_path()]);
        for found in [&known, &linked] {
            assert!(found.git_words.contains("feature/garage"), "{found:?}");
            assert!(found.git_words.contains("Open the garage twice a day"), "{found:?}");
        }
        assert_eq!(linked.home, None);
        let plain = Personal::of(None, "zoe", [place.join("plain/skills/x").as_path()]);
        assert!(!plain.git_words.contains("main"), "any text may have the word: {plain:?}");
    }
}
