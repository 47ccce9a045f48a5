//! Three-way merge of a text changed in two places, and how much of a text changed.

use std::{borrow::Cow, collections::HashMap};

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

/// Merges two changes of `base` by lines. A change made on one side only, or alike on both, is taken; where both sides
/// changed the same lines differently, both are shown between markers named `mine` and `theirs`.
pub fn three_way(base: &str, mine: &str, theirs: &str) -> Merged {
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
