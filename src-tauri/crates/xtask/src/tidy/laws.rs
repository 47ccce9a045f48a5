//! Laws of shape: no circle of modules, no file or function too long, no text where an enum says more, no time or boolean
//! that its name does not tell, no test of what nobody else calls; and one of words: people read those of the glossary. What
//! breaks one all the same stands in a list, with its reason, and goes from it when it no longer does.

mod exceptions;

use std::collections::BTreeSet;
use std::path::Path;

use super::crates::{self, Crate};
use super::tree::Tree;
use super::{Finding, closed_sets, cycles, glossary, lengths, subjects, telling};
use exceptions::{EXCEPTIONS, Exception};
use lengths::{LONGEST_FILE, LONGEST_FUNCTION};

/// What an exception is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Law {
    /// The parts of a module make no circle. The place is the crate's folder, `::` and the module.
    Cycle,
    /// The place is the file.
    FileLength,
    /// The place is the file, `::` and the function.
    FunctionLength,
    /// The place is the file, `::` and `Type.field`.
    ClosedSet,
    /// Likewise.
    FieldName,
    /// A word that the glossary refuses. The place is the file, `::` and the word.
    Word,
    /// A function that only tests call. The place is the file, `::` and the function.
    Uncalled,
}

/// What breaks a law, before anybody asked whether it may.
struct Breach {
    law: Law,
    place: String,
    finding: Finding,
}

pub(super) fn check(tree: &Tree) -> Vec<Finding> {
    let houses = crates::read(tree);
    let breaches = houses.iter().flat_map(breaches).chain(words(tree, &houses)).chain(uncalled(tree)).collect();
    judge(breaches, EXCEPTIONS)
}

fn uncalled(tree: &Tree) -> Vec<Breach> {
    let breach = |subjects::Uncalled { path, line, name }| Breach {
        law: Law::Uncalled,
        place: format!("{}::{name}", path.display()),
        finding: Finding { path, line, message: format!("`{name}` is called by tests alone: nobody can reach it") },
    };
    subjects::of(tree).into_iter().map(breach).collect()
}

fn words(tree: &Tree, houses: &[Crate<'_>]) -> Vec<Breach> {
    let breach = |glossary::Misnomer { path, line, word, message }| Breach {
        law: Law::Word,
        place: format!("{}::{word}", path.display()),
        finding: Finding { path, line, message },
    };
    glossary::of(tree, houses).into_iter().map(breach).collect()
}

fn breaches(house: &Crate<'_>) -> Vec<Breach> {
    let mut found = Vec::new();
    let mut breach = |law, path: &Path, within: &str, line, message: String| {
        let whole = if law == Law::Cycle { &house.folder } else { path };
        let place =
            if within.is_empty() { whole.display().to_string() } else { format!("{}::{within}", whole.display()) };
        found.push(Breach { law, place, finding: Finding { path: path.to_path_buf(), line, message } });
    };
    for cycle in cycles::of(house) {
        let message = format!("{} lead to each other: {}", cycle.modules.join(", "), cycle.way);
        breach(Law::Cycle, &cycle.file, &cycle.within, 1, message);
    }
    for file in lengths::files(house).iter().filter(|file| file.lines > LONGEST_FILE) {
        let message = format!("has {} lines before its tests; a file takes at most {LONGEST_FILE}", file.lines);
        breach(Law::FileLength, &file.path, "", 1, message);
    }
    for one in lengths::functions(house).iter().filter(|one| one.lines > LONGEST_FUNCTION) {
        let name = one.function.as_deref().unwrap_or_default();
        let message = format!("`{name}` has {} lines; a function takes at most {LONGEST_FUNCTION}", one.lines);
        breach(Law::FunctionLength, &one.path, name, one.line, message);
    }
    for text in closed_sets::of(house) {
        let message = format!("`{}` is a text of a few words: make it an enum", text.name);
        breach(Law::ClosedSet, &text.path, &text.name, text.line, message);
    }
    for one in telling::of(house) {
        let message = format!("the name of `{}` should {}", one.name, one.should);
        breach(Law::FieldName, &one.path, &one.name, one.line, message);
    }
    found
}

/// The breaches nobody excepted, and the exceptions nothing needs.
fn judge(breaches: Vec<Breach>, exceptions: &[Exception]) -> Vec<Finding> {
    let broken: BTreeSet<(Law, String)> = breaches.iter().map(|one| (one.law, one.place.clone())).collect();
    let is_excepted = |one: &Breach| exceptions.iter().any(|(law, place, _)| *law == one.law && *place == one.place);
    let mut findings: Vec<Finding> =
        breaches.into_iter().filter(|one| !is_excepted(one)).map(|one| one.finding).collect();
    let unneeded = exceptions.iter().filter(|(law, place, _)| !broken.contains(&(*law, (*place).to_owned())));
    findings.extend(unneeded.map(|(law, place, reason)| Finding {
        path: exceptions::FILE.into(),
        line: 1,
        message: format!("the exception of {law:?} for `{place}` ({reason}) is no longer needed"),
    }));
    findings
}

#[cfg(test)]
mod tests {
    use super::super::crates::tests::tree;
    use super::super::tree::SourceFile;
    use super::*;

    fn found(files: &[(&str, &str)], exceptions: &[Exception]) -> Vec<String> {
        let tree = tree(files);
        let breaches = crates::read(&tree).iter().flat_map(breaches).collect();
        judge(breaches, exceptions).iter().map(|finding| finding.message.clone()).collect()
    }

    #[test]
    fn each_law_is_held_but_for_its_exceptions() {
        let long = format!("fn long() {{\n{}}}\n{}", "    x();\n".repeat(49), "static A: u8 = 1;\n".repeat(250));
        let files = [
            ("lib.rs", "mod one;\nmod dto;\n"),
            ("one.rs", "use crate::dto::Two;\npub struct One;"),
            ("dto.rs", &format!("{long}use crate::one::One;\npub struct Two {{ pub kind: String }}\n")),
        ];
        assert_eq!(
            found(&files, &[]),
            [
                "one, dto lead to each other: a/src/one.rs:1 names `crate::dto::Two`, \
                 a/src/dto.rs:302 names `crate::one::One`",
                "has 303 lines before its tests; a file takes at most 300",
                "`long` has 51 lines; a function takes at most 50",
                "`Two.kind` is a text of a few words: make it an enum",
            ]
        );
        let excepted: [Exception; 4] = [
            (Law::Cycle, "a", "x"),
            (Law::FileLength, "a/src/dto.rs", "x"),
            (Law::FunctionLength, "a/src/dto.rs::long", "x"),
            (Law::ClosedSet, "a/src/dto.rs::Two.kind", "x"),
        ];
        assert!(found(&files, &excepted).is_empty());
        let unneeded = found(&[("lib.rs", "")], &excepted[1..2]);
        assert_eq!(unneeded, ["the exception of FileLength for `a/src/dto.rs` (x) is no longer needed"]);
    }

    #[test]
    fn a_refused_word_is_excepted_by_its_file() {
        let files = [("src-tauri/GLOSSARY.md", "| trigger | | wake |"), ("README.md", "Skills\nwake.")];
        let files = files.map(|(path, text)| SourceFile::new(path, text)).into_iter().collect();
        let tree = Tree { paths: Vec::new(), files };
        let found = judge(words(&tree, &[]), &[]);
        assert_eq!(found[0].to_string(), "README.md:2: `wake` is called “trigger”, says src-tauri/GLOSSARY.md");
        assert!(judge(words(&tree, &[]), &[(Law::Word, "README.md::wake", "x")]).is_empty());
    }
}
