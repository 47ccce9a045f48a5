//! What a judge says, as a line of the table.

use std::fmt;

use super::exported::Target;

/// What a judge says of an export.
pub(super) struct Verdict {
    pub(super) judge: &'static str,
    pub(super) target: String,
    /// How many things it finds right.
    pub(super) right: usize,
    /// How many it was shown.
    pub(super) all: usize,
    /// What it finds wrong first, or what else is to be said.
    pub(super) note: String,
}

impl Verdict {
    /// A verdict on things of which these are wrong; the first is the note.
    pub(super) fn without(judge: &'static str, target: impl Into<String>, all: usize, wrong: &[String]) -> Self {
        let note = wrong.first().cloned().unwrap_or_default();
        Self { judge, target: target.into(), right: all.saturating_sub(wrong.len()), all, note }
    }

    /// Whether something is not as it should be.
    pub(super) fn is_wrong(&self) -> bool {
        self.right != self.all
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { judge, target, right, all, note } = self;
        let mark = if self.is_wrong() { "WRONG " } else { "" };
        write!(f, "{judge:<28} {target:<24} {right:>5} of {all:<5} {mark}{note}")
    }
}

/// Our own reader: what came back is what went out, but for what was named as lost.
pub(super) fn read_back(target: &Target) -> Verdict {
    let named = format!("{} files, {} losses named, {} refused", target.files, target.losses, target.refused);
    let note = match target.differences.first() {
        Some(first) => format!("{} differences: {first}; {named}", target.differences.len()),
        None => named,
    };
    let right = usize::from(target.differences.is_empty());
    Verdict { judge: "import, compared", target: target.title(), right, all: 1, note }
}
