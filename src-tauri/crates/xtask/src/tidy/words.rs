//! Words that must not be committed: notes to oneself, and paths of one machine.

use super::tree::SourceFile;
use super::{Finding, by_line};

/// Split so that this file does not find itself.
const NOTES: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME")];
const FOREIGN_PATHS: &[&str] = &[concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("../sha", "red")];

const CODE: &[&str] = &["rs", "ts", "js", "svelte", "css", "html", "toml", "sh", "py"];
const COMMENTS: &[&str] = &["//", "/*", "<!--", "#", "* "];

pub(super) fn check(file: &SourceFile) -> Vec<Finding> {
    let mut findings = by_line(file, foreign_path);
    if CODE.iter().any(|extension| file.is(extension)) || file.is_in(".ci") {
        findings.extend(by_line(file, note));
    }
    findings
}

/// A note is a word of a comment; `[…]` or a quoted one is the comment's subject.
fn note(line: &str) -> Option<String> {
    let comment = COMMENTS.iter().filter_map(|marker| line.find(marker)).min()?;
    let is_note = |word: &str| NOTES.iter().any(|note| word == *note || word.starts_with(&format!("{note}(")));
    let mut words = line[comment..].split(|letter: char| letter.is_whitespace() || "/:*,.".contains(letter));
    words.find(|word| is_note(word)).map(|word| format!("`{word}`: do it, or open an issue"))
}

fn foreign_path(line: &str) -> Option<String> {
    let starts_there =
        |at: usize| !line[..at].ends_with(|before: char| before.is_alphanumeric() || "._-/~>}".contains(before));
    let path = FOREIGN_PATHS.iter().find(|path| line.match_indices(**path).any(|(at, _)| starts_there(at)))?;
    Some(format!("`{path}` exists only on one machine"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_and_foreign_paths_are_found() {
        let (note, work) = (NOTES[0], FOREIGN_PATHS[0]);
        let cases = [
            ("a.rs", format!("let x = 1; // {note}: more"), true),
            ("a.rs", format!("//{note}(me) more"), true),
            ("a.svelte", format!("<!-- {note} -->"), true),
            ("a.rs", format!("/// `name: [{note}]` is YAML"), false),
            ("a.rs", format!("let placeholder = \"{note}\";"), false),
            ("a.md", format!("# {note}"), false),
            ("a.md", format!("see {work}main"), true),
            ("a.toml", format!("path = \"{work}x\""), true),
            ("a.md", format!("https://example.org{work}"), false),
        ];
        for (path, line, expected) in cases {
            assert_eq!(!check(&SourceFile::new(path, &line)).is_empty(), expected, "{path}: {line}");
        }
    }
}
