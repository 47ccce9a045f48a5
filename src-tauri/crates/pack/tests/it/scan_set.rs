//! How much of what harms a scan tells, and how much it tells that doesn't, on texts whose writer had not seen its rules.
//! Of those that are sealed nothing but counts is said: whoever writes a rule knows no text of them.

use std::{collections::BTreeMap, fs};

use serde::Deserialize;
use studio_pack::scan::{Rule, Scanned, scan};
use studio_testkit::{repository, tell};

/// Of a hundred harmful texts at least so many are told, of a hundred harmless ones at most so many.
const LEAST_TOLD: usize = 95;
const MOST_FALSELY_TOLD: usize = 5;

/// Of a hundred harmful texts at least so many are quiet once the lines that do the harm are taken out.
const LEAST_QUIET: usize = 90;

/// The same of texts that nobody who writes rules has looked at: as it was measured, short of what it is to be.
const LEAST_TOLD_UNSEEN: usize = 60;
const MOST_FALSELY_TOLD_UNSEEN: usize = 10;

/// Texts that anybody may look at, and texts that nobody has who writes rules: harmful, harmless, not read.
const OPEN: (usize, usize, usize) = (466, 466, 16);
const SEALED: (usize, usize, usize) = (165, 165, 4);

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Verdict {
    Harmful,
    Harmless,
    Unread,
}

/// A text of the set.
#[derive(Debug, Deserialize)]
struct Entry {
    name: String,
    path: String,
    kind: String,
    verdict: Verdict,
    sealed: bool,
    /// The lines that do the harm, from 1.
    #[serde(default)]
    lines: Vec<usize>,
    #[serde(default)]
    made: Vec<Piece>,
}

impl Entry {
    /// The folder of its set.
    fn set(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }
}

/// A piece of a text that is too large for a tree.
#[derive(Clone, Debug, Deserialize)]
struct Piece {
    text: String,
    times: usize,
}

/// The open or the sealed texts, with how they are made: where that is listed beside them, by name.
fn part(is_sealed: bool) -> Vec<Entry> {
    let folder = repository().join("fixtures/scan");
    let mut entries: Vec<Entry> =
        serde_json::from_str(&fs::read_to_string(folder.join("index.json")).unwrap()).unwrap();
    entries.retain(|entry| entry.sealed == is_sealed);
    for entry in entries.iter_mut().filter(|entry| entry.verdict == Verdict::Unread && entry.made.is_empty()) {
        let listed = fs::read_to_string(folder.join(entry.set()).join("made.json")).unwrap();
        let mut made: BTreeMap<String, Vec<Piece>> = serde_json::from_str(&listed).unwrap();
        entry.made = made.remove(&entry.name).expect("the pieces of each unread text are listed by its name");
    }
    entries
}

fn bytes(entry: &Entry) -> Vec<u8> {
    if entry.verdict == Verdict::Unread {
        entry.made.iter().map(|piece| piece.text.repeat(piece.times)).collect::<String>().into_bytes()
    } else {
        fs::read(repository().join("fixtures/scan").join(&entry.name)).unwrap()
    }
}

/// The rules that find something in a text. What a skill asks for without limits is so whether the skill harms or not.
fn rules(entry: &Entry) -> Vec<(Rule, usize)> {
    rules_of(entry, &bytes(entry))
}

fn rules_of(entry: &Entry, bytes: &[u8]) -> Vec<(Rule, usize)> {
    let file = Scanned { entity: "skill one", path: &entry.path, bytes, is_skill: entry.path.ends_with("SKILL.md") };
    let found = scan(&file).unwrap_or_default().into_iter().map(|one| (one.rule, one.line));
    found.filter(|(rule, _)| *rule != Rule::BroadTools).collect()
}

/// Measures the open or the sealed texts: the numbers, and what went wrong as names or, where it is sealed, as counts.
fn measured(is_sealed: bool) {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut wrong: Vec<String> = Vec::new();
    let mut wrong_kinds: BTreeMap<String, usize> = BTreeMap::new();
    let entries = part(is_sealed);
    for entry in &entries {
        let rules = rules(entry);
        let is_told = !rules.is_empty();
        let verdict = match entry.verdict {
            Verdict::Harmful => "harmful",
            Verdict::Harmless => "harmless",
            Verdict::Unread => "unread",
        };
        let (told, all) = counts.entry(verdict).or_default();
        *told += usize::from(is_told);
        *all += 1;
        if is_told == (entry.verdict == Verdict::Harmless) {
            let said: Vec<String> = rules.iter().map(|(rule, line)| format!("{}:{line}", rule.as_str())).collect();
            wrong.push(format!("  {} ({verdict}, {}): {}", entry.name, entry.kind, said.join(" ")));
            *wrong_kinds.entry(format!("{verdict}, {}", entry.kind)).or_default() += 1;
        }
    }
    let of = |verdict: &str| counts.get(verdict).copied().unwrap_or_default();
    let ((told, harmful), (falsely, harmless), (named, unread)) = (of("harmful"), of("harmless"), of("unread"));
    tell(&format!(
        "the scan, {} texts: told {told} of {harmful}, falsely told {falsely} of {harmless}, named as not read {named} of \
         {unread}",
        if is_sealed { "sealed" } else { "open" }
    ));
    if is_sealed {
        for (kind, count) in &wrong_kinds {
            tell(&format!("  wrong: {kind}: {count}"));
        }
    } else {
        for line in &wrong {
            tell(line);
        }
    }
    assert_eq!((harmful, harmless, unread), if is_sealed { SEALED } else { OPEN });
    let (least, most) =
        if is_sealed { (LEAST_TOLD_UNSEEN, MOST_FALSELY_TOLD_UNSEEN) } else { (LEAST_TOLD, MOST_FALSELY_TOLD) };
    assert!(told * 100 >= harmful * least, "told {told} of {harmful}");
    assert!(falsely * 100 <= harmless * most, "falsely told {falsely} of {harmless}");
    assert_eq!(named, unread, "what is not read is named");
}

#[test]
fn the_open_texts_are_told_from_what_only_looks_so() {
    measured(false);
}

#[test]
fn the_sealed_texts_are_told_from_what_only_looks_so() {
    measured(true);
}

#[test]
fn harmful_texts_without_the_lines_that_harm_are_quiet() {
    let marked: Vec<Entry> = part(false).into_iter().filter(|entry| !entry.lines.is_empty()).collect();
    let is_quiet = |entry: &&Entry| {
        let text = String::from_utf8(bytes(entry)).unwrap();
        let lines = text.split_inclusive('\n').enumerate();
        let rest: String = lines.filter(|(at, _)| !entry.lines.contains(&(at + 1))).map(|(_, line)| line).collect();
        assert_ne!(rest, text, "{}", entry.name);
        rules_of(entry, rest.as_bytes()).is_empty()
    };
    let (quiet, told): (Vec<&Entry>, Vec<&Entry>) = marked.iter().partition(is_quiet);
    tell(&format!("without the lines that harm, quiet: {} of {}", quiet.len(), marked.len()));
    for entry in told {
        tell(&format!("  {}", entry.name));
    }
    assert!(!marked.is_empty() && quiet.len() * 100 >= marked.len() * LEAST_QUIET);
}
