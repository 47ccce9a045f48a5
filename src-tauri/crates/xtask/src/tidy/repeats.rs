//! Blocks of lines that stand in more than one place: a measure, not a law.
//!
//! Lines are compared without indent; blank lines, comments, `use` and lines of brackets alone do not count. Eight lines
//! in a row that also stand elsewhere are a block, and blocks that run on are one.

use std::collections::{HashMap, HashSet};

/// Lines in a row that make a block.
pub(super) const BLOCK: usize = 8;

/// What is repeated in some texts.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Repeats {
    pub(super) blocks: usize,
    /// Lines of all of them, the first of each kind too.
    pub(super) lines: usize,
}

pub(super) fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Repeats {
    let texts: Vec<Vec<&str>> =
        texts.map(|text| text.lines().map(str::trim).filter(|line| counts(line)).collect()).collect();
    let mut places: HashMap<&[&str], usize> = HashMap::new();
    for window in texts.iter().flat_map(|lines| lines.windows(BLOCK)) {
        *places.entry(window).or_default() += 1;
    }
    let mut repeats = Repeats::default();
    for lines in &texts {
        let is_repeated = |at: &usize| lines.get(*at..*at + BLOCK).is_some_and(|window| places[window] > 1);
        let starts: Vec<usize> = (0..lines.len()).filter(is_repeated).collect();
        let covered: HashSet<usize> = starts.iter().flat_map(|start| *start..start + BLOCK).collect();
        repeats.lines += covered.len();
        repeats.blocks += covered.iter().filter(|line| **line == 0 || !covered.contains(&(**line - 1))).count();
    }
    repeats
}

fn counts(line: &str) -> bool {
    let is_comment =
        ["//", "/*", "* ", "<!--", "use ", "pub use ", "import "].iter().any(|start| line.starts_with(start));
    !is_comment && line.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_that_runs_on_is_one() {
        let long = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"].join(" = 1;\n\n  ");
        let other = format!("fn b() {{\n{}\n}}\n", long.replace("  ", "\t"));
        assert_eq!(of([long.as_str(), &other].into_iter()), Repeats { blocks: 2, lines: 20 });
        assert_eq!(of([long.as_str(), "a = 1;"].into_iter()), Repeats::default());
    }
}
