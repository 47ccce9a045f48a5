//! Files that commands write, by the names they are read by afterwards.

use super::{
    Reader,
    machine::Machine,
    names,
    value::{Origin, Value, Word},
};

/// A path without what says nothing of it.
pub(super) fn name(path: &str) -> &str {
    let path = path.strip_prefix("$PWD/").or_else(|| path.strip_prefix("$()/")).unwrap_or(path);
    let path = path.strip_prefix("./").or_else(|| path.strip_prefix(".\\")).unwrap_or(path);
    path.strip_prefix('@').unwrap_or(path)
}

/// Options that name the folder of what is fetched.
const FOLDERS: [&str; 3] = ["-P", "--directory-prefix", "--output-dir"];
/// Endings of archives.
pub(super) const ENDINGS: [&str; 7] = [".tar", ".gz", ".tgz", ".zip", ".7z", ".bz2", ".xz"];
/// Most files that are kept in mind.
const MOST: usize = 2_000;

impl Machine {
    pub(super) fn put(&mut self, path: &str, value: Value) {
        if self.files.len() < MOST {
            self.files.insert(self.whole_path(path), value.clone());
            self.files.insert(name(path).to_owned(), value);
        }
    }

    /// A path from where the text began, as far as that is known.
    pub(super) fn whole_path(&self, path: &str) -> String {
        let path = name(path);
        let path = if path == "$()" { "" } else { path };
        let is_whole = path.starts_with(['/', '~', '$']) || self.folder.is_empty();
        let joined = if is_whole { path.to_owned() } else { format!("{}/{path}", self.folder) };
        let mut parts: Vec<&str> = Vec::new();
        for part in joined.split('/') {
            match part {
                "" | "." => {}
                ".." if parts.last().is_some_and(|last| *last != "..") => {
                    parts.pop();
                }
                _ => parts.push(part),
            }
        }
        let root = if joined.starts_with('/') { "/" } else { "" };
        format!("{root}{}", parts.join("/"))
    }

    /// What was fetched has been compared with what is known of it.
    pub(super) fn is_checked(&mut self) {
        for value in self.files.values_mut() {
            value.origin = value.origin.without(Origin::FETCHED);
        }
        self.trees.clear();
    }
}

/// The files that a program which fetches writes; none where it writes to its output.
pub(super) fn fetched_to(program: &str, words: &[Word]) -> Vec<String> {
    let mut files = Vec::new();
    let mut is_named_by_address = program == "wget" || program == "aria2c" || program == "axel";
    let mut at = 0;
    while let Some(word) = words.get(at) {
        at += 1;
        let (option, value) = word.text.split_once('=').unwrap_or((&word.text, ""));
        let is_short = option.starts_with('-') && !option.starts_with("--");
        let takes_name = match program {
            "wget" => option == "--output-document" || is_short && option.ends_with('O'),
            "curl" => option == "--output" || is_short && option.ends_with('o'),
            "aria2c" | "axel" | "http" | "https" | "xh" => option == "--out" || option == "--output" || option == "-o",
            _ => ["-outfile", "-destination"].iter().any(|name| option.eq_ignore_ascii_case(name)),
        };
        if takes_name {
            is_named_by_address = false;
            let next =
                if value.is_empty() { words.get(at).map(|word| word.text.clone()) } else { Some(value.to_owned()) };
            at += usize::from(value.is_empty());
            files.extend(next.filter(|name| name != "-" && name != "/dev/null" && name != "/dev/stdout"));
        } else if program == "wget" && is_short && option.ends_with("O-") {
            is_named_by_address = false;
        } else if program == "curl" && (option == "--remote-name" || is_short && option.contains('O')) {
            is_named_by_address = true;
        }
    }
    if is_named_by_address {
        let last = |word: &Word| {
            let path = word.text.split(['?', '#']).next().unwrap_or_default();
            path.rsplit('/').next().map(str::to_owned).filter(|name| !name.is_empty())
        };
        let named: Vec<String> = words.iter().filter(|word| names::is_remote(&word.text)).filter_map(last).collect();
        let within = words.iter().position(|word| FOLDERS.contains(&word.text.as_str()));
        if let Some(folder) = within.and_then(|at| words.get(at + 1)) {
            let folder = folder.text.trim_end_matches('/');
            files.extend(named.iter().map(|name| format!("{folder}/{name}")));
        }
        files.extend(named);
    }
    files
}

impl Reader<'_, '_> {
    pub(super) fn file(&self, path: &str) -> Option<&Value> {
        let files = &self.machine.files;
        files.get(name(path)).or_else(|| files.get(&self.machine.whole_path(path)))
    }

    pub(super) fn origin_of_file(&self, path: &str) -> Origin {
        let kept = self.file(path).map_or_else(|| self.origin_in_trees(path), |value| value.origin);
        if names::is_secret(path) { kept | Origin::SECRET } else { kept }
    }

    /// `tar` and its like: an archive of what is secret is secret.
    pub(super) fn packed(&mut self, words: &[Word]) {
        let is_archive = |word: &&Word| ENDINGS.iter().any(|ending| word.text.ends_with(ending));
        if words.iter().any(|word| self.origin_of_file(&word.text).has(Origin::SECRET)) {
            for archive in words.iter().filter(is_archive) {
                self.machine.put(&archive.text, Value::of("", Origin::SECRET));
            }
        }
    }

    /// `gunzip` and its like: a file without the ending of what it was packed by.
    pub(super) fn inflates(&mut self, words: &[Word]) {
        for word in words {
            let packed = self.file(&word.text).cloned();
            let inner = ENDINGS.iter().find_map(|ending| word.text.strip_suffix(ending));
            if let (Some(packed), Some(inner)) = (packed, inner) {
                self.machine.put(inner, packed);
            }
        }
    }

    /// `ADD` of a container's file: what is fetched lies there, unless a checksum is named.
    pub(super) fn added(&mut self, words: &[Word]) {
        let is_checked = words.iter().any(|word| word.text.starts_with("--checksum"));
        let paths: Vec<&Word> = words.iter().filter(|word| !word.text.starts_with('-')).collect();
        let [sources @ .., target] = paths.as_slice() else { return };
        let is_fetched = |text: &str| text.contains("://") && !text.contains("/releases/download/");
        for source in sources.iter().filter(|source| !is_checked && is_fetched(&source.text)) {
            let last = source.text.rsplit('/').next().unwrap_or_default();
            let within = format!("{}/{last}", target.text.trim_end_matches('/'));
            self.machine.put(&within, Value::of("", Origin::FETCHED));
            self.machine.put(&target.text, Value::of("", Origin::FETCHED));
        }
    }

    /// A program that shows a file to somebody, page by page.
    pub(super) fn looks_at(&mut self, words: &[Word]) {
        for word in words {
            if let Some(mut value) = self.file(&word.text).cloned() {
                value.origin = value.origin.without(Origin::FETCHED);
                self.machine.put(&word.text, value);
            }
        }
    }

    /// `cp`, `mv`, `install`, `ln`: what was in one file is in another.
    pub(super) fn moved(&mut self, words: &[Word]) {
        let paths: Vec<&Word> = words.iter().filter(|word| !word.text.starts_with('-')).collect();
        let [sources @ .., target] = paths.as_slice() else { return };
        for source in sources {
            let text = self.file(&source.text).map(|kept| kept.text.clone()).unwrap_or_default();
            let value = Value { text, origin: self.origin_of_file(&source.text) };
            let origin = value.origin;
            self.moves_tree(&source.text, &target.text);
            if origin != Origin::NONE || !value.text.is_empty() {
                let last = source.text.rsplit('/').next().unwrap_or_default();
                let within = format!("{}/{last}", target.text.trim_end_matches('/'));
                self.machine.put(&within, value.clone());
                self.machine.put(&target.text, value.clone());
            }
            self.kept_to_run(&target.text, &value);
        }
    }
}
