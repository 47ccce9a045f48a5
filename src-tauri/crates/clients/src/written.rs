//! A client's list as its model reads it: what stands around the entries, and the line of each.

use studio_model::Client;

use crate::{known, scope::Scope};

/// An entry of a list as a client's model sees it.
#[derive(Clone, Copy, Debug)]
pub struct Written<'a> {
    /// What the list calls it.
    pub name: &'a str,
    /// Its text as shown; empty where only the name is.
    pub text: &'a str,
    /// Whether it has an entry although its text is empty, since that says nothing.
    pub has_entry: bool,
    /// The path of its file, as it is shown.
    pub path: &'a str,
    /// The path of its file in full; none where that is not known.
    pub file: Option<&'a str>,
    /// Whose it is.
    pub scope: Scope,
    /// All of it as it was sent, without the last line end; none where it is made of the rest.
    pub line: Option<&'a str>,
}

/// A part of a list as it is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenPart {
    /// The place of the entry it is of, among those given; none for what stands around them.
    pub entry: Option<usize>,
    /// Its text, with its line ends.
    pub text: String,
}

impl WrittenPart {
    fn around(text: impl Into<String>) -> Self {
        Self { entry: None, text: text.into() }
    }

    fn of(entry: usize, text: String) -> Self {
        Self { entry: Some(entry), text }
    }
}

/// The list of some entries, in their order, as a client writes it; nothing at all where there are none.
pub fn written(client: Client, entries: &[Written<'_>]) -> Vec<WrittenPart> {
    if entries.is_empty() {
        return Vec::new();
    }
    let known = known(client);
    let before_names = known.before_names();
    let has_entry = |entry: &Written<'_>| entry.has_entry || !entry.text.is_empty() || entry.line.is_some();
    let is_apart = |entry: &Written<'_>| before_names.is_some() && !has_entry(entry);
    let (named, listed): (Vec<_>, Vec<_>) = entries.iter().enumerate().partition(|(_, entry)| is_apart(entry));
    let mut parts = vec![WrittenPart::around(known.before_list(&roots(listed.iter().map(|(_, entry)| *entry))))];
    let mut scope = None;
    for (at, entry) in listed {
        if scope.replace(entry.scope) != Some(entry.scope) {
            parts.extend(known.heading(entry.scope).map(WrittenPart::around));
        }
        let line = match entry.line {
            Some(sent) => format!("{sent}\n"),
            None => known.line(entry.name, entry.text, entry.path, entry.scope),
        };
        parts.push(WrittenPart::of(at, line));
    }
    if let Some(before_names) = before_names.filter(|_| !named.is_empty()) {
        parts.push(WrittenPart::around(before_names));
        for (place, (at, entry)) in named.into_iter().enumerate() {
            let joint = if place == 0 { "" } else { ", " };
            parts.push(WrittenPart::of(at, format!("{joint}{}", entry.name)));
        }
        parts.push(WrittenPart::around("\n"));
    }
    let after = known.after_list();
    parts.extend((!after.is_empty()).then(|| WrittenPart::around(after)));
    parts
}

/// The short names of the folders that entries lie in, with the folders, in the order of their numbers.
fn roots<'a>(entries: impl Iterator<Item = &'a Written<'a>>) -> Vec<(String, String)> {
    let mut roots: Vec<(String, String)> = Vec::new();
    for Written { path, file, .. } in entries {
        let (Some(file), Some((alias, below))) = (file, path.split_once('/')) else { continue };
        let Some(root) = file.strip_suffix(below).filter(|_| !alias.is_empty()) else { continue };
        if !roots.iter().any(|(known, _)| known == alias) {
            roots.push((alias.to_owned(), root.trim_end_matches('/').to_owned()));
        }
    }
    roots.sort_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
    roots
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry<'a>(name: &'a str, text: &'a str, path: &'a str, file: &'a str) -> Written<'a> {
        Written { name, text, has_entry: false, path, file: Some(file), scope: Scope::Project, line: None }
    }

    fn whole(client: Client, entries: &[Written<'_>]) -> String {
        written(client, entries).into_iter().map(|part| part.text).collect()
    }

    #[test]
    fn nothing_is_written_where_nothing_is_listed() {
        for client in Client::ALL {
            assert!(written(client, &[]).is_empty(), "{client:?}");
        }
    }

    #[test]
    fn each_entry_has_its_part_and_the_parts_are_the_list() {
        let entries =
            [entry("pdf", "Fills forms.", "/p/pdf/SKILL.md", "/p/pdf/SKILL.md"), entry("xlsx", "", "/p/x", "/p/x")];
        assert_eq!(
            whole(Client::ClaudeCode, &entries),
            "\n\nThe following skills are available for use with the Skill tool:\n\n- pdf: Fills forms.\n- xlsx\n"
        );
        for client in Client::ALL {
            let mut of: Vec<usize> = written(client, &entries).into_iter().filter_map(|part| part.entry).collect();
            of.sort_unstable();
            assert_eq!(of, [0, 1], "{client:?}");
        }
    }

    #[test]
    fn names_that_stand_apart_follow_the_entries_in_one_line() {
        let entries = [entry("b", "", "", ""), entry("a", "Does.", "", ""), entry("c", "", "", "")];
        let list = whole(Client::Copilot, &entries);
        assert!(list.contains("<name>a</name>"), "{list}");
        assert!(list.contains("Additional skills available (invoke by name): b, c\n"), "{list}");
        // One that says nothing has its entry as long as there is room for it.
        let list = whole(Client::Copilot, &[Written { has_entry: true, ..entries[0] }, entries[1]]);
        assert!(list.contains("<name>b</name>\n  <description></description>"), "{list}");
        assert!(!list.contains("Additional skills"), "{list}");
    }

    #[test]
    fn a_short_name_of_a_folder_stands_once_before_the_entries() {
        let entries = [
            entry("pdf", "Fills forms.", "r1/pdf/SKILL.md", "/p/skills/pdf/SKILL.md"),
            entry("docx", "Writes.", "r1/docx/SKILL.md", "/p/skills/docx/SKILL.md"),
            entry("me", "Mine.", "r0/me/SKILL.md", "/home/me/skills/me/SKILL.md"),
        ];
        let list = whole(Client::Codex, &entries);
        assert!(list.contains("### Skill roots\n- `r0` = `/home/me/skills`\n- `r1` = `/p/skills`\n###"), "{list}");
        assert!(list.contains("- pdf: Fills forms. (file: r1/pdf/SKILL.md)\n"), "{list}");
    }

    #[test]
    fn what_was_sent_stands_as_it_was_sent() {
        let sent = Written { line: Some("- pdf: as sent"), ..entry("pdf", "", "", "") };
        assert!(whole(Client::Copilot, &[sent]).contains("- pdf: as sent\n"));
    }
}
