//! What a person reads of the program, found in its source: texts of the interface, what crates say through the window and
//! `skillctl`, and documents.
//!
//! Of literals those count that are more than a name: two words or more, or one that begins as a sentence does. SQL is
//! none, nor is what only programmers read: comments, tests, panics.

mod document;
mod markup;
mod rust;
mod script;

use std::path::Path;

use super::crates::Crate;
use super::tree::{SourceFile, Tree};

/// Crates whose texts reach a person, by their folders.
const CRATES: [&str; 13] = [
    "api",
    "capture",
    "cli",
    "clients",
    "connect",
    "embed",
    "model",
    "model-files",
    "pack",
    "runtime",
    "select",
    "store",
    "text",
];
const WINDOW: &str = "src-tauri";
const DOCUMENTS: [&str; 1] = ["README.md"];

/// Words that are written in capitals in SQL alone.
const SQL: &[&str] = &[
    "ALTER", "AND", "CREATE", "DELETE", "DROP", "FROM", "INSERT", "JOIN", "PRAGMA", "SELECT", "UPDATE", "VALUES",
    "WHERE",
];

/// A text with its place.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    /// Of its beginning, counted from 1.
    line: usize,
    /// Where it spans lines of the source, with the same breaks.
    content: String,
}

/// The same with its file.
pub(super) struct Text<'a> {
    pub(super) file: &'a SourceFile,
    pub(super) line: usize,
    pub(super) content: String,
}

pub(super) fn of<'a>(tree: &'a Tree, crates: &[Crate<'a>]) -> Vec<Text<'a>> {
    let mut texts = Vec::new();
    let mut add = |file: &'a SourceFile, found: Vec<Found>| {
        texts.extend(found.into_iter().map(|Found { line, content }| Text { file, line, content }));
    };
    let heard = crates.iter().filter(|house| is_heard(&house.folder));
    for module in heard.flat_map(|house| &house.modules).filter(|module| !module.is_test) {
        add(module.file, rust::of(module));
    }
    for file in &tree.files {
        if DOCUMENTS.iter().any(|name| file.path.as_path() == Path::new(name)) {
            add(file, document::of(&file.text));
        } else if file.is_interface() && !file.is_interface_test() {
            add(file, if file.is("svelte") { markup::of(&file.text) } else { script::of(&file.text, 1) });
        }
    }
    texts
}

/// Whether what a crate says reaches a person.
fn is_heard(folder: &Path) -> bool {
    let is_crate = |within: &Path| CRATES.iter().any(|name| within == Path::new(name));
    folder == Path::new(WINDOW) || folder.strip_prefix("src-tauri/crates").is_ok_and(is_crate)
}

/// Whether a literal is more than a name. What is put into it counts as a word.
fn is_read(literal: &str) -> bool {
    let words = || literal.split_whitespace();
    let mut counted = words().filter(|word| word.contains('{') || word.contains(char::is_alphabetic));
    match (counted.next(), counted.next()) {
        (Some(only), None) => is_label(only),
        (Some(_), Some(_)) => !words().any(|word| SQL.contains(&word)),
        _ => false,
    }
}

/// A word as it begins a sentence, such as the label of a tab.
fn is_label(word: &str) -> bool {
    let mut letters = word.trim_end_matches(['…', '.', ':', '?', '!']).chars();
    letters.next().is_some_and(char::is_uppercase) && letters.all(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::super::crates;
    use super::*;

    #[test]
    fn what_people_read_is_told_from_names() {
        for (literal, expected) in [
            ("No skill wakes", true),
            ("{} wakes", true),
            ("Ledger", true),
            ("Cancelling…", true),
            ("ledger", false),
            ("ledger_t", false),
            ("LedgerTab", false),
            ("features/ledger/tab.ts", false),
            ("SELECT wake FROM ledger", false),
            ("{}-{}", false),
            ("", false),
        ] {
            assert_eq!(is_read(literal), expected, "{literal}");
        }
    }

    #[test]
    fn every_kind_of_place_is_looked_at_and_no_other() {
        let literal = "//! A.\nfn a() { say(\"it wakes\"); }\n";
        let markup = "<p>It wakes</p>";
        let files = [
            ("src-tauri/Cargo.toml", ""),
            ("src-tauri/src/lib.rs", literal),
            ("src-tauri/crates/text/Cargo.toml", ""),
            ("src-tauri/crates/text/src/lib.rs", literal),
            ("src-tauri/crates/model-files/Cargo.toml", ""),
            ("src-tauri/crates/model-files/src/main.rs", literal),
            ("src-tauri/crates/bench/Cargo.toml", ""),
            ("src-tauri/crates/bench/src/lib.rs", literal),
            ("README.md", "It wakes.\n"),
            ("skills/a/README.md", "It wakes.\n"),
            ("ui/src/features/a/A.svelte", markup),
            ("ui/src/features/a/words.ts", "const a = 'it wakes';\n"),
            ("ui/src/features/a/a.test.ts", "const a = 'it wakes';\n"),
            ("ui/src/features/a/fixtures.ts", "const a = 'it wakes';\n"),
            ("ui/src/lib/testing/Stage.svelte", markup),
            ("ui/src/lib/ipc/bindings.ts", "const a = 'it wakes';\n"),
            ("fixtures/A.svelte", markup),
        ];
        let files = files.map(|(path, text)| SourceFile::new(path, text)).into_iter().collect();
        let tree = Tree { paths: Vec::new(), files };
        let mut found: Vec<_> =
            of(&tree, &crates::read(&tree)).iter().map(|text| text.file.path.display().to_string()).collect();
        found.sort();
        let expected = [
            "README.md",
            "src-tauri/crates/model-files/src/main.rs",
            "src-tauri/crates/text/src/lib.rs",
            "src-tauri/src/lib.rs",
            "ui/src/features/a/A.svelte",
            "ui/src/features/a/words.ts",
        ];
        assert_eq!(found, expected);
    }
}
