//! What a person reads says things as the glossary does. What a term is not to be called stands in the glossary itself, so
//! that whoever writes and this rule have one list.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::crates::Crate;
use super::texts;
use super::tree::Tree;

const FILE: &str = "src-tauri/GLOSSARY.md";

/// The head of the column whose words are refused.
const HEAD: &str = "Not";

/// Behind a word that has other uses: advice for a writer, which is not checked.
const ADVICE: char = '*';

/// A refused word in a text.
#[derive(Debug)]
pub(super) struct Misnomer {
    pub(super) path: PathBuf,
    pub(super) line: usize,
    /// As the glossary has it.
    pub(super) word: String,
    pub(super) message: String,
}

/// One refused word, or several in a row.
struct Refused {
    phrase: String,
    /// The words after the first.
    rest: Vec<String>,
    /// What is said instead.
    term: String,
}

/// By the first word.
type Glossary = HashMap<String, Vec<Refused>>;

/// Every refused word in what a person reads.
pub(super) fn of(tree: &Tree, crates: &[Crate<'_>]) -> Vec<Misnomer> {
    let Some(file) = tree.files.iter().find(|file| file.path.as_path() == Path::new(FILE)) else {
        let message = "is missing: it says what things are called".to_owned();
        return vec![Misnomer { path: FILE.into(), line: 1, word: String::new(), message }];
    };
    let glossary = read(&file.text);
    let mut found = Vec::new();
    for text in texts::of(tree, crates) {
        for (below, Refused { phrase, term, .. }) in refused(&text.content, &glossary) {
            found.push(Misnomer {
                path: text.file.path.clone(),
                line: text.line + below,
                word: phrase.clone(),
                message: format!("`{phrase}` is called “{term}”, says {FILE}"),
            });
        }
    }
    found
}

fn read(document: &str) -> Glossary {
    let mut glossary = Glossary::new();
    for row in document.lines() {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let ["", term, _, not, ""] = cells.as_slice() else { continue };
        for phrase in not.split(',').map(str::trim).filter(|phrase| *phrase != HEAD && !phrase.ends_with(ADVICE)) {
            let mut words = words(phrase).into_iter().map(|word| word.text);
            let Some(first) = words.next().filter(|first| first.contains(char::is_alphabetic)) else { continue };
            let refused = Refused { phrase: phrase.to_owned(), rest: words.collect(), term: (*term).to_owned() };
            glossary.entry(first).or_default().push(refused);
        }
    }
    glossary
}

/// What a text has that is refused, the longest at each place, with its line counted from 0.
fn refused<'a>(text: &str, glossary: &'a Glossary) -> Vec<(usize, &'a Refused)> {
    let words = words(&without_code(text));
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let after = &words[at + 1..];
        let is_here = |one: &&Refused| {
            let is_next = |(word, wanted): (&Word, &String)| word.is_joined && word.text == *wanted;
            after.len() >= one.rest.len() && after.iter().zip(&one.rest).all(is_next)
        };
        let known = glossary.get(&word.text).into_iter().flatten();
        found.extend(known.filter(is_here).max_by_key(|one| one.rest.len()).map(|one| (word.line, one)));
    }
    found
}

/// A text without what it names as code, in backticks, and without what is put in between braces.
fn without_code(text: &str) -> String {
    let mut said = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '{']) {
        let (before, code) = rest.split_at(at);
        let closing = if code.starts_with('`') { '`' } else { '}' };
        let length = code[1..].find(closing).map_or(1, |inside| inside + 2);
        said.push_str(before);
        // No blank, or the words around it would be taken for neighbours.
        said.push('·');
        said.extend(code[..length].chars().filter(|letter| *letter == '\n'));
        rest = &code[length..];
    }
    said.push_str(rest);
    said
}

struct Word {
    /// In small letters.
    text: String,
    /// Counted from 0.
    line: usize,
    /// Whether only blanks are between it and the word before.
    is_joined: bool,
}

fn words(text: &str) -> Vec<Word> {
    let is_outside = |letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == '-');
    let mut words = Vec::new();
    let (mut line, mut is_joined) = (0, false);
    // Each run is a word, or none, and what ends it.
    for run in text.split_inclusive(is_outside) {
        let word = run.trim_end_matches(is_outside);
        if !word.is_empty() {
            words.push(Word { text: word.to_lowercase(), line, is_joined });
            is_joined = true;
        }
        let end = &run[word.len()..];
        is_joined &= end.chars().all(char::is_whitespace);
        line += end.matches('\n').count();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::super::crates;
    use super::super::tree::SourceFile;
    use super::*;

    const TABLE: &str = "| Term | Means | Not |\n|---|---|---|\n| trigger | be picked | wake, wakes, fire* |\n\
                         | skill | text | |\n| sync | follow | keep in step |\n| test query | asked | labelled query |\n\
                         | labeled | | labelled |\n";

    #[test]
    fn words_and_phrases_are_refused_whole_and_in_any_case() {
        let glossary = read(TABLE);
        for (text, expected) in [
            ("Wakes it", vec![(0, "wakes")]),
            ("it would\nwake", vec![(1, "wake")]),
            ("keep  in\nstep", vec![(0, "keep in step")]),
            ("keep it in step", vec![]),
            ("keep in. Step", vec![]),
            ("keep {in} step", vec![]),
            ("A labelled query", vec![(0, "labelled query")]),
            ("labelled queries", vec![(0, "labelled")]),
            ("awake, --wake, wake_skill", vec![]),
            ("set `wake: true`\nor wake", vec![(1, "wake")]),
            ("one ` alone, wake", vec![(0, "wake")]),
            ("fire at will", vec![]),
            ("Means, Not", vec![]),
        ] {
            let found: Vec<_> =
                refused(text, &glossary).into_iter().map(|(line, one)| (line, one.phrase.as_str())).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn each_is_told_with_its_place_and_what_to_write() {
        let screen = SourceFile::new("ui/src/features/a/A.svelte", "<p>\n  It wakes.\n</p>");
        let tree = Tree { paths: Vec::new(), files: vec![SourceFile::new(FILE, TABLE), screen] };
        let found = of(&tree, &crates::read(&tree));
        let [one] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((one.path.to_str(), one.line, one.word.as_str()), (Some("ui/src/features/a/A.svelte"), 2, "wakes"));
        assert_eq!(one.message, "`wakes` is called “trigger”, says src-tauri/GLOSSARY.md");
    }

    #[test]
    fn a_missing_glossary_is_told() {
        let found = of(&Tree { paths: Vec::new(), files: Vec::new() }, &[]);
        assert!(found[0].message.starts_with("is missing"));
    }
}
