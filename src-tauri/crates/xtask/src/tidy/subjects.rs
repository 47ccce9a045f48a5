//! What only tests call: a test of it holds what nobody can reach, and says nothing of the studio.
//!
//! Names are compared, not paths: one that something else bears as well is not found, but for what is a method of one and none of
//! the other. A word in a string or a comment calls nothing.

use std::collections::HashSet;
use std::path::PathBuf;

use super::tree::{SourceFile, Tree};

/// What is called by whoever runs it, or for tests alone.
const FOR_TESTS: [&str; 3] = ["tests", "src-tauri/crates/testkit", "src-tauri/crates/bench"];

/// Where functions are named that are let off.
const NAMING: &str = "src-tauri/crates/xtask/src/tidy";

/// Lines in which the first argument of a function stands.
const LONGEST_HEAD: usize = 6;

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
    let (mut by_code, mut by_tests, mut defined) = (Called::default(), Called::default(), Vec::new());
    for file in tree.files.iter().filter(|file| file.is("rs") && !file.is_in("fixtures") && !file.is_in(NAMING)) {
        let lines: Vec<&str> = file.text.lines().collect();
        let code = if is_test(file) { 0 } else { tests_at(&lines) };
        lines[code..].iter().for_each(|&line| by_tests.note(line.trim()));
        let is_of_crate = file.is_in("src-tauri/crates") && !PROGRAMS.iter().any(|program| file.is_in(program));
        for (index, line) in called_in(&lines[..code]) {
            by_code.note(line);
            let name = public_function(line).filter(|_| is_of_crate);
            defined.extend(name.map(|name| (file, index + 1, name, takes_self(&lines[index..code], name))));
        }
    }
    let is_uncalled = |name: &str, is_method: bool| by_tests.has(name, is_method) && !by_code.has(name, is_method);
    let uncalled = defined.into_iter().filter(|&(.., name, is_method)| is_uncalled(name, is_method));
    uncalled.map(|(file, line, name, _)| Uncalled { path: file.path.clone(), line, name: name.to_owned() }).collect()
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

/// The names that some lines have, but for those of functions they define.
#[derive(Default)]
struct Called<'a> {
    /// Behind a dot, or behind the path of a type: what has a `self`.
    methods: HashSet<&'a str>,
    /// Behind no dot.
    paths: HashSet<&'a str>,
}

impl<'a> Called<'a> {
    fn note(&mut self, line: &'a str) {
        for (before, name) in names(line) {
            let is_behind_dot = before.ends_with('.') && !before.ends_with("..");
            if before.ends_with("fn ") {
                continue;
            }
            if is_behind_dot || before.ends_with("::") {
                self.methods.insert(name);
            }
            if !is_behind_dot {
                self.paths.insert(name);
            }
        }
    }

    fn has(&self, name: &str, is_method: bool) -> bool {
        if is_method { self.methods.contains(name) } else { self.paths.contains(name) }
    }
}

/// The names in a line, each with what stands before it; none of those in strings, letters and comments. An attribute names
/// functions in strings.
fn names(line: &str) -> Vec<(&str, &str)> {
    let (bytes, is_attribute) = (line.as_bytes(), line.starts_with("#["));
    let (mut at, mut found) = (0, Vec::new());
    while at < bytes.len() {
        let rest = &bytes[at..];
        at += match rest[0] {
            b'/' if rest.starts_with(b"//") => break,
            b'"' if !is_attribute => string_length(rest),
            b'\'' => letter_length(rest),
            byte if is_of_name(byte) => {
                let length = rest.iter().take_while(|byte| is_of_name(**byte)).count();
                found.push((&line[..at], &line[at..at + length]));
                length
            }
            _ => 1,
        };
    }
    found
}

const fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// How long a string is that begins here; to the end of the line where it goes on in the next.
fn string_length(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != b'"' {
        at += if rest[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(rest.len())
}

/// How long a letter in single quotes is; a lifetime is a quote with a name behind it.
fn letter_length(rest: &[u8]) -> usize {
    if rest.get(1) == Some(&b'\\') {
        let end = rest.iter().skip(3).position(|byte| *byte == b'\'');
        return end.map_or(1, |end| end + 4);
    }
    if rest.get(2) == Some(&b'\'') { 3 } else { 1 }
}

/// Whether a function has a `self`, by the lines that begin with its own.
fn takes_self(lines: &[&str], name: &str) -> bool {
    let head: Vec<&str> = lines.iter().take(LONGEST_HEAD).map(|line| line.trim()).collect();
    let signature = head.join(" ");
    let Some((_, behind)) = signature.split_once(&format!("fn {name}")) else { return false };
    let Some((_, arguments)) = behind_generics(behind).split_once('(') else { return false };
    let first = arguments.split([',', ')', ':']).next().unwrap_or_default();
    first.split_whitespace().next_back().is_some_and(|word| word.trim_start_matches('&') == "self")
}

/// What stands behind the angle brackets that a text may begin with.
fn behind_generics(text: &str) -> &str {
    let (mut depth, mut before) = (0_usize, ' ');
    for (at, letter) in text.char_indices() {
        match letter {
            '<' => depth += 1,
            '>' if before != '-' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return &text[at..];
        }
        before = letter;
    }
    ""
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
    fn a_word_in_a_string_or_a_comment_and_another_kind_of_function_call_nothing() {
        let lib = "//! A.\n\npub fn two() {}\n\nimpl One {\n    pub fn three<F: Fn(u8) -> u8>(\n        &self,\n    ) {}\n\n    pub \
                   fn new(a: u8) -> Self {}\n}\n";
        let lib = ("src-tauri/crates/a/src/lib.rs", lib);
        let test = (
            "src-tauri/crates/a/tests/it/main.rs",
            "//! T.\n\nfn x() {\n    two();\n    one.three();\n    One::new();\n}\n",
        );
        let all = ["two:3", "three:6", "new:10"];
        for line in ["say(\"two three new\");", "x(); // two() three() new()", "one.two().new(three(1), ' ', '\\'');"] {
            let user = format!("//! B.\n\nfn y<'a>() {{\n    {line}\n}}\n");
            assert_eq!(found(&[lib, test, ("src-tauri/crates/b/src/lib.rs", &user)]), all, "{line}");
        }
        for (line, left) in [
            ("f('\"', two, a::new);", &["three:6"][..]),
            ("One::three(&one);", &["two:3", "new:10"]),
            (".three(\"new\", two())", &["new:10"]),
            ("#[serde(with = \"two\")]", &["three:6", "new:10"]),
        ] {
            let user = format!("//! B.\n\nfn y() {{\n    {line}\n}}\n");
            assert_eq!(found(&[lib, test, ("src-tauri/crates/b/src/lib.rs", &user)]), left, "{line}");
        }
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
