//! The tools a skill's file lists under `allowed-tools`, and the links they stand for.

use std::collections::HashSet;

/// The name of the tool an item of `allowed-tools` is about: `Bash(git:*)` is about `Bash`.
pub fn tool_of_item(item: &str) -> &str {
    item.split('(').next().unwrap_or(item).trim()
}

/// The names a list has more and less than it had: saving it makes links to the first and takes those to the others away.
/// Every other link stays as it is.
pub fn listed_changes<'a>(before: &'a [String], after: &'a [String]) -> ListedChanges<'a> {
    let (was, is) = (names(before), names(after));
    let but = |list: &[&'a str], other: &[&str]| -> Vec<&'a str> {
        let other: HashSet<&str> = other.iter().copied().collect();
        list.iter().copied().filter(|name| !other.contains(name)).collect()
    };
    ListedChanges { added: but(&is, &was), removed: but(&was, &is) }
}

/// What became of a list of tools; each name stands there once, in the list's order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListedChanges<'a> {
    /// Names that were not listed before.
    pub added: Vec<&'a str>,
    /// Names that are not listed any more.
    pub removed: Vec<&'a str>,
}

/// Where a skill's list and its links differ.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolDrift<'a> {
    /// Tools the skill is linked to that its file does not list, by name.
    pub not_listed: Vec<&'a str>,
    /// Tools of the library that the file lists and the skill is not linked to, in the list's order.
    pub not_linked: Vec<&'a str>,
}

impl<'a> ToolDrift<'a> {
    /// Holds a file's list against the links of its skill. `is_tool` says which names are tools of the library: any other
    /// is a host's, a server's or missing, and nothing can be linked to it.
    pub fn of(
        listed: impl IntoIterator<Item = &'a str>,
        linked: impl IntoIterator<Item = &'a str>,
        is_tool: impl Fn(&str) -> bool,
    ) -> Self {
        let listed = once(listed.into_iter().map(tool_of_item));
        let mut linked = once(linked);
        linked.sort_unstable();
        let not_linked = listed.iter().copied().filter(|name| is_tool(name) && !linked.contains(name)).collect();
        linked.retain(|name| !listed.contains(name));
        Self { not_listed: linked, not_linked }
    }

    /// The skill's tools as its links have them: the list without what is not linked, then what is linked besides.
    pub fn mend(&self, listed: &[String]) -> Vec<String> {
        let kept = listed.iter().filter(|item| !self.not_linked.contains(&tool_of_item(item)));
        kept.map(String::as_str).chain(self.not_listed.iter().copied()).map(str::to_owned).collect()
    }
}

fn names(items: &[String]) -> Vec<&str> {
    once(items.iter().map(|item| tool_of_item(item)))
}

/// Each name once, empty ones never.
fn once<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = HashSet::new();
    names.into_iter().filter(|name| !name.is_empty() && seen.insert(*name)).collect()
}

#[cfg(test)]
mod tests {
    use super::{ToolDrift, listed_changes, tool_of_item};

    fn list(items: &[&str]) -> Vec<String> {
        items.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_item_is_about_the_tool_before_its_parentheses() {
        assert_eq!(["Bash(git:*)", " read ", "a(b(c"].map(tool_of_item), ["Bash", "read", "a"]);
    }

    #[test]
    fn a_change_of_a_list_names_what_came_and_went_once() {
        let (before, after) = (list(&["a", "Bash(git:*)", "b"]), list(&["b", "c", "c", "Bash(ls:*)", ""]));
        let changes = listed_changes(&before, &after);
        assert_eq!((changes.added, changes.removed), (vec!["c"], vec!["a"]));
    }

    #[test]
    fn drift_is_told_both_ways_and_links_are_what_counts() {
        let listed = list(&["here", "Read", "cut(x)", "gone"]);
        let is_tool = |name: &str| ["here", "cut", "more", "also"].contains(&name);
        let drift = ToolDrift::of(listed.iter().map(String::as_str), ["more", "here", "also"], is_tool);
        assert_eq!((&drift.not_listed, &drift.not_linked), (&vec!["also", "more"], &vec!["cut"]));
        assert_eq!(drift.mend(&listed), ["here", "Read", "gone", "also", "more"]);
        assert_eq!(ToolDrift::of(["here"], ["here"], is_tool), ToolDrift::default());
    }
}
