//! What Claude Code calls skills whose name is not their folder's: the name stands behind the folder's as a label, but only
//! where no folder is called so and no skill before has it.

use std::{borrow::Cow, collections::HashSet};

use crate::{list::Line, scope::Scope};

/// Takes away the labels that are taken.
pub(super) fn label_once(lines: &mut [Line<'_>]) {
    let mut order: Vec<usize> = (0..lines.len()).filter(|at| labelled(&lines[*at]).is_some()).collect();
    if order.is_empty() {
        return;
    }
    let mut taken: HashSet<&str> = lines.iter().map(folder).collect();
    order.sort_by_key(|at| (lines[*at].scope != Scope::User, folder(&lines[*at])));
    let is_taken = |at: &usize| labelled(&lines[*at]).is_some_and(|(_, label)| !taken.insert(label));
    let bare: Vec<usize> = order.into_iter().filter(is_taken).collect();
    for at in bare {
        let listed = lines[at].listed;
        if let Some((folder, _)) = labelled(&lines[at]) {
            lines[at].name = Cow::Borrowed(&listed.name[..folder.len()]);
        }
    }
}

/// The name of a skill's folder; its own where it lies in none.
fn folder<'a>(line: &Line<'a>) -> &'a str {
    labelled(line).map_or(&line.listed.name, |(folder, _)| folder)
}

/// Folder and label of a skill that is called by both.
fn labelled<'a>(line: &Line<'a>) -> Option<(&'a str, &'a str)> {
    let (folder, label) = line.listed.name.strip_suffix(')')?.rsplit_once(" (")?;
    // A folder may be called so itself.
    let is_own = line.path.rsplit('/').nth(1).is_none_or(|own| own == folder);
    is_own.then_some((folder, label))
}
