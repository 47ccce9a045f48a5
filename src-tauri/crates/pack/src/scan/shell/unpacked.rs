//! Archives that are unpacked and repositories that are cloned: nobody has read what is in them, and a file of them is run
//! by its name. What a build tool makes of them is its own matter, and so is what one commit or a checksum names.

use super::{
    Reader, Rule,
    machine::Tree,
    names,
    value::{Origin, Value, Word},
};
use crate::scan::phrase::RUNS;

pub(super) const RUNS_UNPACKED: &str = "This runs a file from an archive or repository that was downloaded without \
    checking it. Verify the archive's checksum, or check out one commit, then run it.";

/// Folders that a skill or a project has itself.
const OWN: [&str; 12] = [
    "scripts",
    "script",
    "assets",
    "references",
    "resources",
    "templates",
    "tests",
    "test",
    "src",
    "lib",
    "tools",
    "examples",
];
/// Folders that are made on this computer, wherever they lie.
const MADE: [&str; 4] = [".venv", "venv", "env", "node_modules"];
/// Folders that programs of all kinds share.
const COMMON: [&str; 6] =
    ["/usr/local", "/usr/local/bin", "~/.local", "~/.local/bin", "$HOME/.local", "$HOME/.local/bin"];
/// Programs of a project that only fetch its build tool.
const WRAPPERS: [&str; 3] = ["gradlew", "mvnw", "gradlew.bat"];
/// How files begin that set something up.
const SETS_UP: [&str; 3] = ["install", "setup", "bootstrap"];
/// Options of `git clone` that take a word.
const TAKING: [&str; 18] = [
    "-b",
    "--branch",
    "-o",
    "--origin",
    "--depth",
    "-j",
    "--jobs",
    "--reference",
    "-u",
    "--upload-pack",
    "-c",
    "--config",
    "--filter",
    "--template",
    "--separate-git-dir",
    "--shallow-since",
    "--server-option",
    "--revision",
];
/// Commands of git that name a commit, and that ask for a signature.
const CHECKS_OUT: [&str; 4] = ["checkout", "switch", "reset", "fetch"];
const VERIFIES: [&str; 3] = ["verify-commit", "verify-tag", "--verify-signatures"];
/// Most folders that are kept in mind.
const MOST: usize = 200;

/// How a file is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// By its path.
    Itself,
    /// By a shell that reads it.
    Shell,
    /// By a program that reads another language.
    Language,
}

impl Tree {
    /// Whether a path leads to what was unpacked here.
    fn holds(&self, path: &str, by: By) -> bool {
        let is_relative = !path.starts_with(['/', '~', '$']) && !path.starts_with("..");
        let within = match path.strip_prefix(self.path.as_str()) {
            Some(rest) if self.path.is_empty() => is_relative.then_some(rest),
            Some(rest) => rest.strip_prefix('/'),
            None => None,
        };
        let Some(within) = within.filter(|within| !within.is_empty()) else { return false };
        if within.split('/').any(|part| MADE.contains(&part)) {
            return false;
        }
        !self.is_shared
            || match within.split_once('/') {
                Some((first, _)) => !OWN.contains(&first) && !first.starts_with('.'),
                None => by != By::Language || SETS_UP.iter().any(|start| within.starts_with(start)),
            }
    }
}

impl Reader<'_, '_> {
    /// Tells of a file that is run though nobody has read it, and whether it is one.
    pub(super) fn runs(&mut self, word: &Word, by: By) -> bool {
        let message = if self.is_unpacked(&word.text, by) {
            let name = word.text.rsplit('/').next().unwrap_or_default();
            if WRAPPERS.contains(&name) {
                return false;
            }
            RUNS_UNPACKED
        } else if word.whole.has(Origin::UNREAD) || self.is_unread_file(word) {
            RUNS
        } else {
            return false;
        };
        self.tell(Rule::RemoteCode, message);
        true
    }

    /// Whether a word names a file that nobody has read, by itself.
    pub(super) fn is_unread_file(&self, word: &Word) -> bool {
        self.file(&word.text).is_some_and(|file| file.origin.has(Origin::UNREAD))
    }

    /// Whether a file came with an archive or a repository.
    fn is_unpacked(&self, path: &str, by: By) -> bool {
        let is_own = self.file(path).is_some_and(|file| file.origin == Origin::NONE);
        if self.machine.trees.is_empty() || is_own || by == By::Itself && !path.contains(['/', '\\']) {
            return false;
        }
        // What lies beside the script that runs is none of what was unpacked where somebody stands.
        let is_beside = path.starts_with("$()/");
        let path = self.machine.whole_path(path);
        self.machine.trees.iter().any(|tree| !(is_beside && tree.is_shared) && tree.holds(&path, by))
    }

    /// The same of a file that is only read or moved.
    pub(super) fn origin_in_trees(&self, path: &str) -> Origin {
        if self.machine.trees.is_empty() {
            return Origin::NONE;
        }
        let path = self.machine.whole_path(path);
        let mut named = self.machine.trees.iter().filter(|tree| !tree.is_shared);
        if named.any(|tree| tree.holds(&path, By::Language)) { Origin::FETCHED } else { Origin::NONE }
    }

    /// `cd` and `pushd`.
    pub(super) fn goes_to(&mut self, words: &[Word]) {
        let folder = words.iter().find(|word| !word.text.starts_with('-'));
        self.machine.folder = match folder {
            Some(folder) => self.machine.whole_path(&folder.text),
            None if words.is_empty() => "~".to_owned(),
            None => String::new(),
        };
    }

    /// `tar` and its like: what nobody has read lies in a folder from now on.
    pub(super) fn unpacks(&mut self, name: &str, words: &[Word], input: &Value) {
        if !is_unpacking(name, words) {
            return;
        }
        let is_unread = |word: &Word| {
            let path = word.text.rsplit_once('=').map_or(word.text.as_str(), |(_, path)| path);
            word.whole.has(Origin::UNREAD) || self.origin_of_file(path).has(Origin::UNREAD)
        };
        if !input.origin.has(Origin::UNREAD) && !words.iter().any(is_unread) {
            return;
        }
        let target = unpacked_to(name, words);
        let path = self.machine.whole_path(target.as_deref().unwrap_or_default());
        let is_shared = path == self.machine.folder;
        self.keep_tree(Tree { path, is_shared });
    }

    /// A folder of what was unpacked gets another name.
    pub(super) fn moves_tree(&mut self, source: &str, target: &str) {
        let inner = format!("{}/.", self.machine.whole_path(source));
        let mut named = self.machine.trees.iter().filter(|tree| !tree.is_shared);
        if !target.ends_with('/') && named.any(|tree| tree.holds(&inner, By::Shell)) {
            let path = self.machine.whole_path(target);
            self.keep_tree(Tree { path, is_shared: false });
        }
    }

    pub(super) fn keep_tree(&mut self, tree: Tree) {
        let is_common = names::is_whole_disk(&tree.path) && tree.path != "/opt" || COMMON.contains(&tree.path.as_str());
        if !is_common && self.machine.trees.len() < MOST && !self.machine.trees.contains(&tree) {
            self.machine.trees.push(tree);
        }
    }

    /// `git` and its like: a repository that is cloned, and a commit of it that is named or whose signature is asked for.
    pub(super) fn versioned(&mut self, name: &str, words: &[Word]) {
        let within = words.first().filter(|word| word.text == "-C").and_then(|_| words.get(1));
        let words = if within.is_some() { &words[2..] } else { words };
        let texts = || words.iter().map(|word| word.text.as_str());
        let verb = texts().find(|text| !text.starts_with('-')).unwrap_or_default();
        let is_pinned = texts().any(is_commit) && texts().any(|text| CHECKS_OUT.contains(&text));
        let is_verified =
            texts().any(|text| VERIFIES.contains(&text)) || verb == "tag" && texts().any(|text| text == "-v");
        if is_pinned || is_verified {
            self.machine.trees.clear();
            return;
        }
        if verb == "pull" && texts().any(names::is_remote) {
            let path = within.map(|folder| folder.text.clone()).unwrap_or_default();
            let path = self.machine.whole_path(&path);
            self.keep_tree(Tree { is_shared: within.is_none(), path });
        }
        let clones: &[&str] = match (name, verb) {
            ("svn", _) => &["checkout", "co", "export"],
            (_, "submodule" | "subtree") => &["add"],
            _ => &["clone"],
        };
        let Some(at) = texts().position(|text| clones.contains(&text)) else { return };
        let places = places(&words[at + 1..]);
        let Some(&address) = places.first() else { return };
        let is_elsewhere = name == "gh"
            || names::is_remote(address) && !address.starts_with("file:")
            || address.contains('@') && address.contains(':');
        let prefix = texts().find_map(|text| text.strip_prefix("--prefix=").or_else(|| text.strip_prefix("-P=")));
        let folder = prefix.or_else(|| places.get(1).copied()).unwrap_or_else(|| last_of(address));
        if is_elsewhere && !folder.is_empty() && !texts().any(is_commit) {
            let path = self.machine.whole_path(folder);
            self.keep_tree(Tree { path, is_shared: false });
        }
    }
}

/// The folder that an address is cloned into.
fn last_of(address: &str) -> &str {
    let address = address.trim_end_matches('/');
    let address = address.strip_suffix(".git").unwrap_or(address);
    address.rsplit(['/', ':']).next().unwrap_or_default()
}

/// The words of a command that are neither options nor their values.
fn places(words: &[Word]) -> Vec<&str> {
    let mut is_value = false;
    let is_place = |word: &&Word| {
        let text = word.text.as_str();
        let was_value = std::mem::replace(&mut is_value, TAKING.contains(&text));
        !was_value && !text.starts_with('-')
    };
    words.iter().filter(is_place).map(|word| word.text.as_str()).collect()
}

/// Whether a word names one content: a whole hash of a commit.
fn is_commit(text: &str) -> bool {
    matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_unpacking(name: &str, words: &[Word]) -> bool {
    let first = words.first().map(|word| word.text.as_str()).unwrap_or_default();
    let mut texts = words.iter().map(|word| word.text.as_str());
    let is_letters = |text: &str| text.starts_with('-') && !text.starts_with("--");
    match name {
        "tar" | "bsdtar" | "gtar" => {
            let is_old = !first.starts_with('-') && !first.contains(['/', '.']) && first.contains('x');
            is_old || texts.any(|text| is_letters(text) && text.contains('x') || text == "--extract" || text == "--get")
        }
        "unzip" => !texts.any(|text| is_letters(text) && text.contains(['l', 'p', 't', 'v', 'Z'])),
        "7z" | "7za" | "7zz" | "7zr" => first == "x" || first == "e",
        "cpio" => texts.any(|text| is_letters(text) && text.contains('i') || text == "--extract"),
        "ar" | "jar" => first.contains('x'),
        _ => name == "unar" || name == "dtrx" || name == "expand-archive",
    }
}

/// The folder that is unpacked into; none where nothing is said of it.
fn unpacked_to(name: &str, words: &[Word]) -> Option<String> {
    let options: &[&str] = match name {
        "unzip" => &["-d"],
        "unar" => &["-o", "--output-directory"],
        "cpio" => &["-D", "--directory"],
        "expand-archive" => &["-destinationpath"],
        _ => &["-C", "--directory"],
    };
    let is_tar = ["tar", "bsdtar", "gtar"].contains(&name);
    let mut words = words.iter().map(|word| word.text.as_str()).peekable();
    let mut is_first = true;
    while let Some(text) = words.next() {
        let was_first = std::mem::take(&mut is_first);
        let is_letters = is_tar && (was_first || text.starts_with('-') && !text.starts_with("--"));
        let (option, value) = text.split_once('=').map_or((text, None), |(option, value)| (option, Some(value)));
        let is_named = |name: &&str| option.eq_ignore_ascii_case(name) && (name.len() > 2 || option == *name);
        if options.iter().any(is_named) || is_letters && option.ends_with('C') {
            return value.or_else(|| words.peek().copied()).map(str::to_owned);
        }
        let attached = match name {
            "7z" | "7za" | "7zz" | "7zr" => text.strip_prefix("-o"),
            _ if is_tar => text.strip_prefix("-C"),
            _ => None,
        };
        if let Some(folder) = attached {
            return Some(folder.to_owned());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<Word> {
        line.split(' ').map(|text| Word { text: text.to_owned(), ..Word::default() }).collect()
    }

    #[test]
    fn what_unpacks_is_told_from_what_packs_and_lists() {
        for (name, line, target) in [
            ("tar", "xzf a.tgz", None),
            ("tar", "-xz -C /tmp/a", Some("/tmp/a")),
            ("tar", "xzC /tmp/a", Some("/tmp/a")),
            ("tar", "--extract --file=a.tar --directory=b", Some("b")),
            ("unzip", "-q a.zip -d b", Some("b")),
            ("7z", "x a.7z -ob", Some("b")),
            ("expand-archive", "-Path a.zip -DestinationPath b", Some("b")),
        ] {
            let words = words(line);
            assert!(is_unpacking(name, &words), "{line}");
            assert_eq!(unpacked_to(name, &words).as_deref(), target, "{line}");
        }
        for (name, line) in [("tar", "czf x.tgz src"), ("tar", "-tzf a.tgz"), ("unzip", "-l a.zip"), ("7z", "a b.7z x")]
        {
            assert!(!is_unpacking(name, &words(line)), "{line}");
        }
    }

    #[test]
    fn a_clone_is_where_it_is_said_or_named_after_its_address() {
        assert_eq!(places(&words("--depth 1 -b main https://a.example/b.git")), ["https://a.example/b.git"]);
        assert_eq!(places(&words("https://a.example/b.git c --quiet")), ["https://a.example/b.git", "c"]);
        assert_eq!(last_of("git@a.example:o/b.git"), "b");
        assert!(is_commit(&"a1".repeat(20)) && !is_commit("v1.2.0") && !is_commit(&"g1".repeat(20)));
    }
}
