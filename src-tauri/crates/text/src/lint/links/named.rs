//! Paths into a skill's folders that its texts name, as links or not.

use crate::{Span, finding::floor_boundary, lint::body::Scan};

/// Folders the standard gives a skill; a path into one of them means the skill's own file.
pub(super) const OWN_FOLDERS: [&str; 3] = ["scripts/", "references/", "assets/"];

/// The same as some write them on Windows.
const ON_WINDOWS: [(&str, &str); 3] =
    [("scripts/", "scripts\\"), ("references/", "references\\"), ("assets/", "assets\\")];

/// What stands for the skill's own folder before a path in it: the folder one is in, and what clients put the skill's path in
/// the place of.
const OWN_ROOTS: [&str; 5] = ["./", "{baseDir}/", "${CLAUDE_SKILL_DIR}/", "$CLAUDE_SKILL_DIR/", "${KIMI_SKILL_DIR}/"];

/// What leads to the folder around.
pub(super) const UP: &str = "../";

/// Programs that run a file of the skill where its name follows theirs.
const RUNNERS: [&str; 8] = ["python", "python3", "bash", "sh", "node", "ruby", "uv run", "run"];

/// What may stand around a path in a sentence, a table, a list or a command.
const AROUND: [char; 12] = ['`', '"', '\'', '(', ')', '[', ']', '*', ',', ';', '|', '>'];

/// A path into one of the folders of a skill.
pub(super) struct Named {
    pub(super) folder: &'static str,
    /// The path from the skill's folder on.
    pub(super) span: Span,
    /// How many folders are climbed before it (`../`): from where the file lies that names it.
    pub(super) climbs: usize,
    /// Whether it begins with what only stands for a skill's folder, so that no folder of a project can be meant.
    pub(super) is_rooted: bool,
}

/// Paths into the folders of a skill, as sentences, code spans and commands name them. What else stands in fences is shown,
/// not used.
pub(super) fn named(text: &str, body: Span, scan: &Scan) -> Vec<Named> {
    let mut found = Vec::new();
    for (folder, written) in OWN_FOLDERS.into_iter().zip(OWN_FOLDERS).chain(ON_WINDOWS) {
        for at in memchr::memmem::find_iter(body.of(text).as_bytes(), written) {
            let start = body.start + at;
            let above = &text[body.start..start];
            let climbs = climbs_in(above);
            let root = OWN_ROOTS.into_iter().find(|root| climbs == 0 && above.ends_with(*root)).unwrap_or_default();
            let from = start - root.len() - climbs * UP.len();
            let is_rooted = root.starts_with(['{', '$']);
            let before = text[body.start..from].chars().next_back();
            if before.is_some_and(|c| !c.is_whitespace() && !AROUND.contains(&c)) {
                continue;
            }
            let fence = scan.fences.partition_point(|fence| fence.end <= start);
            let is_fenced = scan.fences.get(fence).is_some_and(|fence| fence.start <= start);
            if is_fenced && !is_rooted && !is_run(text, from) {
                continue;
            }
            let rest = &text[start..body.end];
            let end = rest.find(|c: char| c.is_whitespace() || AROUND.contains(&c)).unwrap_or(rest.len());
            let length = rest[..end].trim_end_matches(['.', ':', '!', '?']).len();
            found.push(Named { folder, span: Span::new(start, start + length), climbs, is_rooted });
        }
    }
    found
}

/// How often a text climbs a folder at its end.
fn climbs_in(text: &str) -> usize {
    let climbed = text.len() - text.trim_end_matches(UP).len();
    climbed / UP.len()
}

/// Whether a program that runs files is named right before a place.
fn is_run(text: &str, at: usize) -> bool {
    let before = text[floor_boundary(text, at.saturating_sub(16))..at].trim_end_matches(' ');
    RUNNERS.iter().any(|runner| {
        let rest = before.strip_suffix(runner);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with(|c: char| c.is_whitespace() || c == '$'))
    })
}
