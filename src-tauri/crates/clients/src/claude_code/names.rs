//! What Claude Code calls skills whose name is not their folder's: the name stands behind the folder's as a label, but only
//! where no folder is called so and no skill before has it. Names of a plugin's skills begin with the plugin's.

use std::{borrow::Cow, collections::HashSet};

use crate::{
    called::label_in,
    line::Line,
    scope::{Scope, plugin_of, plugin_skill},
};

/// Takes away the labels that are taken.
pub(super) fn label_once(lines: &mut [Line<'_>]) {
    let mut order: Vec<usize> = (0..lines.len()).filter(|at| labelled(&lines[*at]).is_some()).collect();
    if order.is_empty() {
        return;
    }
    let mut taken: HashSet<(Option<&str>, &str)> = lines.iter().map(|line| (plugin(line), folder(line))).collect();
    order.sort_by_key(|at| (lines[*at].scope != Scope::User, folder(&lines[*at])));
    let is_taken =
        |at: &usize| labelled(&lines[*at]).is_some_and(|(_, label)| !taken.insert((plugin(&lines[*at]), label)));
    let bare: Vec<usize> = order.into_iter().filter(is_taken).collect();
    for at in bare {
        let listed = lines[at].listed;
        if let Some((folder, _)) = labelled(&lines[at]) {
            lines[at].name = Cow::Borrowed(&listed.name[..folder.len()]);
        }
    }
}

/// Calls the skills of plugins by their plugin, too, in their labels as well.
pub(super) fn call_by_plugin(lines: &mut [Line<'_>]) {
    for line in lines {
        let Some((plugin, called)) = plugin(line).zip(plugin_skill(line.path)) else { continue };
        let label = labelled(line).filter(|_| *line.name == *line.listed.name).map(|(_, label)| {
            let is_whole = label.strip_prefix(plugin).is_some_and(|rest| rest.starts_with(':'));
            if is_whole { label.to_owned() } else { format!("{plugin}:{label}") }
        });
        line.name = Cow::Owned(match label {
            Some(label) if label != called => format!("{called} ({label})"),
            _ => called,
        });
    }
}

/// The plugin that a skill is of; none where it is of none.
pub(super) fn plugin<'a>(line: &Line<'a>) -> Option<&'a str> {
    if line.scope == Scope::Plugin { plugin_of(line.path) } else { None }
}

/// The name of a skill's folder; its own where it lies in none.
fn folder<'a>(line: &Line<'a>) -> &'a str {
    labelled(line).map_or(&line.listed.name, |(folder, _)| folder)
}

/// Folder and label of a skill that is called by both.
fn labelled<'a>(line: &Line<'a>) -> Option<(&'a str, &'a str)> {
    let (folder, label) = label_in(&line.listed.name)?;
    // A folder may be called so itself.
    let is_own = line.path.rsplit('/').nth(1).is_none_or(|own| own == folder);
    is_own.then_some((folder, label))
}
