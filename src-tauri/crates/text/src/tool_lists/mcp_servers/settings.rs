//! A client's own settings file: the servers of its user, and those it keeps for a project, each list apart.

use std::collections::HashSet;

use super::{HOLDERS, Problem, Reader, ServerEntry, is_entry};
use crate::{
    Span,
    credentials::Found,
    tool_lists::{
        node::{Entry, Node},
        notes::Notes,
        reading::{self, Language},
    },
};

/// Under this key Claude Code keeps what it knows of each project, by the project's folder.
const PROJECTS: &str = "projects";

/// What a settings file holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The lists that hold a server, the user's before those of projects; of a project also one in which something is wrong.
    pub lists: Vec<ServerList>,
    /// What could not be taken.
    pub problems: Vec<Problem>,
    /// Names and values of the credentials that were taken out; `secret://name` stands in their place.
    pub found_secrets: Vec<(String, String)>,
}

/// Servers that a client has for its user, or in one project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerList {
    /// The folder of the project; none for the user's own.
    pub project: Option<String>,
    /// The servers, in text order; names are unique within the list.
    pub servers: Vec<ServerEntry>,
    /// The list in the text: what is wrong within is the list's.
    pub span: Span,
}

/// Reads a client's settings, in which servers stand under `key`, and those of the projects whose folders are wanted.
/// Whatever else stands there is passed over: a file without servers has no problem.
pub fn read_settings(text: &str, language: Language, key: &str, is_wanted: impl Fn(&str) -> bool) -> Settings {
    if text.trim_start_matches('\u{feff}').trim().is_empty() {
        return Settings::default();
    }
    let mut reader = Reader { notes: Notes::new(text), found: Found::default(), servers: Vec::new() };
    let mut lists = Vec::new();
    if let Some(root) = reading::read_as(text, language, &mut reader.notes) {
        lists.extend(root.get(key).and_then(|list| reader.list_of(None, within(list))));
        reader.beside(&root, key);
        let projects = root.get(PROJECTS).and_then(Node::entries).unwrap_or_default();
        for Entry { key: folder, value, .. } in projects {
            let list = value.get(key).filter(|_| is_wanted(folder));
            lists.extend(list.and_then(|list| reader.list_of(Some(folder.as_str()), list)));
        }
    }
    Settings { lists, problems: reader.notes.finish(), found_secrets: reader.found.0 }
}

/// The same of a file that holds nothing else: where nothing stands under `key`, the whole may be the list.
pub fn read_servers_alone(text: &str, language: Language, key: &str) -> Settings {
    let settings = read_settings(text, language, key, |_| false);
    if !settings.lists.is_empty() || !settings.problems.is_empty() {
        return settings;
    }
    let mut reader = Reader { notes: Notes::new(text), found: Found::default(), servers: Vec::new() };
    let is_list = |root: &Node| root.entries().is_some_and(|all| all.iter().any(|entry| is_entry(&entry.value)));
    let root = reading::read_as(text, language, &mut reader.notes).filter(is_list);
    let Some(list) = root.and_then(|root| reader.list_of(None, &root)) else { return settings };
    Settings { lists: vec![list], problems: reader.notes.finish(), found_secrets: reader.found.0 }
}

/// The list of servers, which opencode's second version keeps one key further down.
fn within(list: &Node) -> &Node {
    let inner = list.get("servers").filter(|inner| inner.entries().is_some() && !is_entry(inner));
    inner.unwrap_or(list)
}

/// The servers of all projects that settings tell of. One that stands there as it does in `own`, or in a project before, is
/// the same.
pub(super) fn of_projects<'n>(root: &'n Node, own: Option<&'n Node>) -> Vec<&'n Entry> {
    let entries = |list: &'n Node| list.entries().unwrap_or_default();
    let projects = root.get(PROJECTS).map(entries).unwrap_or_default();
    let own = own.map(entries).unwrap_or_default();
    let as_read = |entry: &'n Entry| (entry.key.trim(), entry.value.to_json().to_string());
    let mut seen: HashSet<(&str, String)> =
        if projects.is_empty() { HashSet::new() } else { own.iter().map(as_read).collect() };
    let lists = projects.iter().filter_map(|project| super::holder(&project.value));
    lists.flat_map(entries).filter(|&entry| seen.insert(as_read(entry))).collect()
}

impl Reader<'_> {
    /// Names lists of servers under the keys of other clients: this one reads none of them.
    fn beside(&mut self, root: &Node, key: &str) {
        for other in HOLDERS.iter().filter(|other| **other != key).filter_map(|other| root.entry(other)) {
            let servers = other.value.entries().unwrap_or_default();
            if servers.iter().any(|server| is_entry(&server.value)) {
                let message = format!("The servers under `{}` are left out. This client reads `{key}`.", other.key);
                self.notes.warning(other.key_span, message);
            }
        }
    }

    fn list_of(&mut self, project: Option<&str>, list: &Node) -> Option<ServerList> {
        let told = self.notes.count();
        self.list(list);
        let servers = std::mem::take(&mut self.servers);
        // What is wrong with the user's own is told with the file.
        let is_told = project.is_some() && self.notes.is_grave_since(told);
        let is_listed = is_told || !servers.is_empty();
        is_listed.then(|| ServerList { project: project.map(str::to_owned), servers, span: list.span })
    }
}
