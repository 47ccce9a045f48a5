//! What only tests call: a test of it holds what nobody can reach, and says nothing of the studio.
//!
//! Names are compared, not paths: one that something else bears as well is not found.

use std::collections::HashSet;
use std::path::PathBuf;

use super::tree::{SourceFile, Tree};

/// What is called by whoever runs it, or for tests alone.
const FOR_TESTS: [&str; 3] = ["tests", "src-tauri/crates/testkit", "src-tauri/crates/bench"];

/// Where functions are named that are let off.
const NAMING: &str = "src-tauri/crates/xtask/src/tidy";

/// Crates whose functions nobody outside of them is to call.
const PROGRAMS: [&str; 2] = ["src-tauri/crates/xtask", "src-tauri/crates/bridge"];

/// A function that tests call and nobody else.
pub(super) struct Uncalled {
    pub(super) path: PathBuf,
    pub(super) line: usize,
    pub(super) name: String,
}

/// The functions of the crates that only tests call.
pub(super) fn of(tree: &Tree) -> Vec<Uncalled> {
    let (mut by_code, mut by_tests, mut defined) = (HashSet::new(), HashSet::new(), Vec::new());
    for file in tree.files.iter().filter(|file| file.is("rs") && !file.is_in("fixtures") && !file.is_in(NAMING)) {
        let lines: Vec<&str> = file.text.lines().collect();
        let code = if is_test(file) { 0 } else { tests_at(&lines) };
        lines[code..].iter().for_each(|&line| names(line, &mut by_tests));
        let is_of_crate = file.is_in("src-tauri/crates") && !PROGRAMS.iter().any(|program| file.is_in(program));
        for (index, line) in called_in(&lines[..code]) {
            names(line, &mut by_code);
            let name = public_function(line).filter(|_| is_of_crate);
            defined.extend(name.map(|name| (file, index + 1, name)));
        }
    }
    let is_uncalled = |name: &str| by_tests.contains(name) && !by_code.contains(name);
    let uncalled = defined.into_iter().filter(|(.., name)| is_uncalled(name));
    uncalled.map(|(file, line, name)| Uncalled { path: file.path.clone(), line, name: name.to_owned() }).collect()
}

fn is_test(file: &SourceFile) -> bool {
    let mut folders: Vec<_> = file.path.iter().map(|part| part.to_string_lossy()).collect();
    let name = folders.pop().unwrap_or_default();
    FOR_TESTS.iter().any(|folder| file.is_in(folder))
        || ["tests.rs", "test.rs"].contains(&name.as_ref())
        || folders.iter().any(|folder| folder == "tests")
}

/// The line from which on a file is tests.
fn tests_at(lines: &[&str]) -> usize {
    let opens = |at: &usize| {
        let next = lines[at + 1..].iter().find(|line| !line.starts_with("#["));
        lines[*at] == "#[cfg(test)]" && next.is_some_and(|line| line.contains("mod ") && line.ends_with('{'))
    };
    (0..lines.len()).find(opens).unwrap_or(lines.len())
}

/// The lines that may call something, with their places: no comments, and nothing that is only brought in.
fn called_in<'a>(lines: &[&'a str]) -> Vec<(usize, &'a str)> {
    let mut is_use = false;
    let mut called = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let line = line.trim();
        is_use |= line.starts_with("use ") || line.starts_with("pub") && line.contains(" use ");
        if !is_use && !line.starts_with("//") {
            called.push((index, line));
        }
        is_use &= !line.ends_with(';');
    }
    called
}

/// The names in a line, but for that of a function it defines.
fn names<'a>(line: &'a str, found: &mut HashSet<&'a str>) {
    let mut before = "";
    for word in line.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_') {
        if before != "fn" && !word.is_empty() {
            found.insert(word);
        }
        before = word;
    }
}

/// The name of a function that other crates may call.
fn public_function(line: &str) -> Option<&str> {
    let (before, rest) = line.strip_prefix("pub ")?.split_once("fn ")?;
    let is_signature = before.split_whitespace().all(|word| ["const", "async", "unsafe"].contains(&word));
    rest.split(['(', '<']).next().filter(|_| is_signature)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let files = files.iter().map(|(path, text)| SourceFile::new(path, text)).collect();
        of(&Tree { paths: Vec::new(), files }).into_iter().map(|one| format!("{}:{}", one.name, one.line)).collect()
    }

    #[test]
    fn what_only_tests_call_is_told() {
        let lib = "//! A.\n\npub use one::two;\npub fn two() {}\npub const fn three() -> u8 {\n    0\n}\n\n#[cfg(test)]\nmod tests \
                   {\n    fn x() {\n        three();\n    }\n}\n";
        let test = ("src-tauri/crates/a/tests/it/main.rs", "//! T.\n\nfn x() {\n    two();\n}\n");
        let lib = ("src-tauri/crates/a/src/lib.rs", lib);
        assert_eq!(found(&[lib, test]), ["two:4", "three:5"]);
        let user = ("src-tauri/crates/b/src/lib.rs", "//! B.\n\nfn y() {\n    a::two().then(three);\n}\n");
        assert!(found(&[lib, test, user]).is_empty());
        let named = ("src-tauri/crates/b/src/lib.rs", "//! B.\n\nuse a::{\n    two,\n};\n// two, three\n");
        assert_eq!(found(&[lib, test, named]), ["two:4", "three:5"], "to bring it in is not to call it");
        assert_eq!(found(&[lib]), ["three:5"], "what nobody calls at all is no test's subject");
    }

    #[test]
    fn programs_and_what_is_for_tests_are_left_out() {
        let text = "//! A.\n\npub fn two() {}\n";
        let test = ("tests/scenarios/a.rs", "//! T.\n\nfn x() {\n    two();\n}\n");
        for place in ["src-tauri/crates/xtask/src/a.rs", "src-tauri/crates/testkit/src/lib.rs", "src-tauri/src/a.rs"] {
            assert!(found(&[(place, text), test]).is_empty(), "{place}");
        }
        assert_eq!(found(&[("src-tauri/crates/a/src/a.rs", text), test]), ["two:3"]);
    }
}
