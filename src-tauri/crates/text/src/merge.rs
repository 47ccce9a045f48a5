//! Three-way merge of a text changed in two places, and how much of a text changed.

use std::{borrow::Cow, collections::HashMap, time::Duration};

use diffy::{ConflictStyle, IncompleteHunkStyle, MergeOptions};

/// A proposed merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The merged text; each conflict shows both sides between markers.
    pub text: String,
    /// Number of conflicts; at 0 the text can be taken as it is.
    pub conflicts: usize,
}

/// Length of the conflict markers; longer than any a skill about git is likely to show.
const MARKER: usize = 9;
/// Most comparisons of lines, about, that a merge may take; the author waits for it.
const MOST_WORK: usize = 5_000_000;
/// Most lines between the first and the last change: how they were moved about can't be told beforehand.
const MOST_LINES: usize = 10_000;
/// Time to find out which lines two texts share; after it, fewer are found.
const LONGEST: Duration = Duration::from_millis(500);

/// Merges two changes of `base` by lines. A change made on one side only, or alike on both, is taken; where both sides
/// changed the same lines differently, both are shown between markers named `mine` and `theirs`. Where
/// thousands of lines changed, all between the first and the last change is one conflict.
pub fn three_way(base: &str, mine: &str, theirs: &str) -> Merged {
    if is_too_much(base, mine) || is_too_much(base, theirs) {
        return coarse(base, mine, theirs);
    }
    let mut options = MergeOptions::new();
    options
        .set_conflict_style(ConflictStyle::Merge)
        .set_conflict_marker_length(MARKER)
        .set_incomplete_hunk_style(IncompleteHunkStyle::Git);
    match options.merge(base, mine, theirs) {
        Ok(text) => Merged { text, conflicts: 0 },
        Err(text) => {
            let opening = format!("{} ours", "<".repeat(MARKER));
            let is_opening = |line: &str| line.trim_end_matches(['\n', '\r']) == opening;
            let conflicts = text.lines().filter(|line| is_opening(line)).count().max(1);
            let named = text.split_inclusive('\n').map(|line| {
                if is_opening(line) { Cow::Owned(line.replacen("ours", "mine", 1)) } else { Cow::Borrowed(line) }
            });
            Merged { text: named.collect(), conflicts }
        }
    }
}

/// How many lines came and went between two texts; none where comparing them would take too long.
pub fn line_counts(old: &str, new: &str) -> Option<(usize, usize)> {
    if is_too_much(old, new) {
        return None;
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let ops = similar::capture_diff_slices(similar::Algorithm::Myers, &old, &new);
    let sides = ops.iter().filter(|op| op.tag() != similar::DiffTag::Equal);
    Some(sides.fold((0, 0), |(came, went), op| (came + op.new_range().len(), went + op.old_range().len())))
}

/// The lines that two texts share, in their order: what a merge begins with where nobody knows what both began with.
pub fn common_lines(mine: &str, theirs: &str) -> String {
    let diff = similar::TextDiff::configure().timeout(LONGEST).diff_lines(mine, theirs);
    let alike = diff.iter_all_changes().filter(|change| change.tag() == similar::ChangeTag::Equal);
    alike.map(|change| change.value()).collect()
}

/// Whether comparing two texts line by line would take too long: it takes as many steps as lines, for each that changed.
fn is_too_much(old: &str, new: &str) -> bool {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[start..], &new[start..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    let mut balance: HashMap<&str, isize> = HashMap::new();
    for line in new {
        *balance.entry(line).or_default() += 1;
    }
    for line in old {
        *balance.entry(line).or_default() -= 1;
    }
    let changed: usize = balance.values().map(|count| count.unsigned_abs()).sum();
    let lines = old.len() + new.len();
    lines > MOST_LINES || lines.saturating_mul(changed) > MOST_WORK
}

/// The side that changed, or both as one conflict between the lines that all three begin and end with.
fn coarse(base: &str, mine: &str, theirs: &str) -> Merged {
    let taken = if mine == base || mine == theirs { Some(theirs) } else { (theirs == base).then_some(mine) };
    if let Some(text) = taken {
        return Merged { text: text.to_owned(), conflicts: 0 };
    }
    let (mine, theirs): (Vec<&str>, Vec<&str>) =
        (mine.split_inclusive('\n').collect(), theirs.split_inclusive('\n').collect());
    let start = mine.iter().zip(&theirs).take_while(|(mine, theirs)| mine == theirs).count();
    let end = mine[start..]
        .iter()
        .rev()
        .zip(theirs[start..].iter().rev())
        .take_while(|(mine, theirs)| mine == theirs)
        .count();
    let (head, mine) = mine.split_at(start);
    let (mine, tail) = mine.split_at(mine.len() - end);
    let theirs = &theirs[start..theirs.len() - end];
    let side = |lines: &[&str]| {
        let text = lines.concat();
        if text.is_empty() || text.ends_with('\n') { text } else { text + "\n" }
    };
    let [opening, between, closing] = ["<", "=", ">"].map(|sign| sign.repeat(MARKER));
    let conflict = format!("{opening} mine\n{}{between}\n{}{closing} theirs\n", side(mine), side(theirs));
    Merged { text: [head.concat(), conflict, tail.concat()].concat(), conflicts: 1 }
}

/// How many words of `new` are not in `old`, and how many of `old` are not in `new`, counting repeats.
pub fn word_counts(old: &str, new: &str) -> (usize, usize) {
    let mut balance: HashMap<&str, isize> = HashMap::new();
    for word in new.split_whitespace() {
        *balance.entry(word).or_default() += 1;
    }
    for word in old.split_whitespace() {
        *balance.entry(word).or_default() -= 1;
    }
    let sum = |sign: isize| balance.values().map(|count| (count * sign).max(0).unsigned_abs()).sum();
    (sum(1), sum(-1))
}
