//! What of the author's must not be known by what is kept of a capture: who they are, what stands in their memory files,
//! and the state of the repositories that skills lie in. It is read from files; nothing is started for it.

use std::{
    collections::{BTreeSet, HashSet},
    fs,
    path::{Path, PathBuf},
};

/// Files that clients read into every conversation: of a project by name, and of the home folder by path.
const MEMORY_FILES: [&str; 7] =
    ["CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "AGENTS.override.md", "GEMINI.md", "QWEN.md", ".cursorrules"];
const MEMORY_FILES_OF_HOME: [&str; 8] = [
    ".claude/CLAUDE.md",
    ".codex/AGENTS.md",
    ".codex/AGENTS.override.md",
    ".gemini/GEMINI.md",
    ".qwen/QWEN.md",
    ".copilot/copilot-instructions.md",
    ".config/opencode/AGENTS.md",
    ".pi/agent/AGENTS.md",
];

/// Bytes of a file that are read at most.
const MOST_BYTES: u64 = 8 * 1024 * 1024;
/// Characters of the shortest line of a memory file that tells where it is from: a shorter one may stand anywhere.
const LEAST_CHARS: usize = 20;
/// Commits of a repository that are known, the newest.
const MOST_COMMITS: usize = 100;

/// What of the author's must not be known by what is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Personal {
    /// Their home folder.
    pub(super) home: Option<String>,
    /// The name the system knows them by.
    pub(super) user: String,
    /// Their names in full, as their commits have them.
    pub(super) full_names: BTreeSet<String>,
    /// Lines of their memory files.
    pub(super) memories: BTreeSet<String>,
    /// Branches, but for those called by a single word, which may mean anything; and subjects of commits.
    pub(super) git_words: BTreeSet<String>,
    /// Numbers of commits.
    pub(super) commits: BTreeSet<String>,
}

impl Personal {
    /// What is found of an author with this home folder, known to the system by this name, whose skills lie in these
    /// folders.
    pub fn of<'a>(home: Option<&'a Path>, user: &str, folders: impl IntoIterator<Item = &'a Path>) -> Self {
        let shown = home.and_then(Path::to_str).filter(|home| home.len() > 1).map(str::to_owned);
        let mut known = Self { home: shown, user: user.to_owned(), ..Self::default() };
        let of_home = home.into_iter().flat_map(|home| MEMORY_FILES_OF_HOME.map(|file| home.join(file)));
        of_home.for_each(|file| known.take_memory(&file));
        let mut seen: HashSet<PathBuf> = HashSet::new();
        for folder in home.into_iter().chain(folders) {
            let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
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
        let lines = lines.lines().map(str::trim).filter(|line| line.chars().count() >= LEAST_CHARS);
        self.memories.extend(lines.map(str::to_owned));
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
            self.commits.extend(before.split(' ').nth(1).map(str::to_owned));
            let name = before.split_once('<').map_or("", |(before, _)| before);
            let name = name.splitn(3, ' ').nth(2).unwrap_or_default().trim();
            self.full_names.extend(name.contains(' ').then(|| name.to_owned()));
        }
    }
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
    use std::fs;

    use super::Personal;

    #[test]
    fn memory_files_and_repositories_around_skills_are_read() {
        let place = tempfile::tempdir().unwrap();
        let place = place.path().canonicalize().unwrap();
        let write = |path: &str, text: &str| {
            let path = place.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("home/.claude/CLAUDE.md", "# Notes\n\n  The garage opens at half past seven.\n");
        write("repository/AGENTS.md", "Ask Zoe before anything is sent.\nShort.\n");
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
        for memory in ["The garage opens at half past seven.", "Ask Zoe before anything is sent."] {
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
