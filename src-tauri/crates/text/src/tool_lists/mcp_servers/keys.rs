//! Which keys of a server's entry say something, and of what kind of server.

use super::Reader;
use crate::{
    near,
    tool_lists::node::{Entry, Node},
};

/// What is said of servers that are started, and of those that are reached by their address.
pub(super) const OF_STARTED: [&str; 7] = ["command", "args", "env", "env_vars", "environment", "cwd", "sandbox"];
pub(super) const OF_REACHED: [&str; 8] = [
    "url",
    "serverUrl",
    "httpUrl",
    "headers",
    "http_headers",
    "env_http_headers",
    "bearer_token_env_var",
    "bearerTokenEnvVar",
];
/// What is said of either.
const OF_EITHER: [&str; 4] = ["type", "transport", "disabled", "enabled"];

/// Words that some write for ours, and that another of ours is as close to.
const MEANT: [(&str, &str); 8] = [
    ("cmd", "command"),
    ("program", "command"),
    ("executable", "command"),
    ("arguments", "args"),
    ("uri", "url"),
    ("endpoint", "url"),
    ("address", "url"),
    ("variables", "env"),
];

/// Keys of an entry that say something here.
fn known() -> impl Iterator<Item = &'static str> {
    OF_STARTED.into_iter().chain(OF_REACHED).chain(OF_EITHER)
}

/// Whether a key says something here, or is the name of an entry that stands alone.
fn is_known(key: &str) -> bool {
    key == "name" || known().any(|known| known == key)
}

/// Whether at least half of what an entry says is said of servers.
pub(super) fn is_mostly_known(node: &Node) -> bool {
    let entries = node.entries().unwrap_or_default();
    let known = entries.iter().filter(|entry| is_known(&entry.key)).count();
    known * 2 >= entries.len()
}

/// Whether an entry is of the form that opencode keeps, which has a list for a command.
fn is_opencodes(node: &Node) -> bool {
    node.get("command").and_then(Node::items).is_some() || node.text_of("type") == Some("local")
}

/// What an entry says that nothing here reads.
fn unread(node: &Node) -> impl Iterator<Item = &Entry> {
    let entries = node.entries().unwrap_or_default().iter();
    entries.filter(|entry| !is_known(&entry.key))
}

/// The key that was meant by one that nothing reads.
fn meant(key: &str, node: &Node) -> Option<&'static str> {
    let missing = |known: &&str| node.get(known).is_none();
    let listed = MEANT.into_iter().find(|(written, _)| *written == key).map(|(_, known)| known);
    let meant = listed.filter(missing).or_else(|| near::closest(key, known().filter(missing)));
    // A word of opencode's, which the others ignore.
    meant.map(|known| if known == "environment" && !is_opencodes(node) { "env" } else { known })
}

/// The keys of an entry that only its own client knows.
pub(super) fn of_its_client(node: &Node) -> Vec<String> {
    unread(node).map(|entry| &entry.key).filter(|key| meant(key, node).is_none()).cloned().collect()
}

impl Reader<'_> {
    /// Names the keys that nobody reads, with the one that was meant.
    pub(super) fn unknown(&mut self, name: &str, node: &Node) {
        for entry in unread(node) {
            let meant = meant(&entry.key, node);
            let what = meant.map_or_else(
                || "Servers don't support this setting.".to_owned(),
                |known| format!("Did you mean `{known}`?"),
            );
            let message = format!("`{}` of `{name}` is left out. {what}", entry.key);
            if meant.is_some() {
                self.notes.warning(entry.key_span, message);
            } else {
                self.notes.info(entry.key_span, message);
            }
        }
    }

    /// Names what is said of a server of the other kind; what is empty says nothing.
    pub(super) fn idle(&mut self, name: &str, node: &Node, keys: &[&str], why: &str) {
        for entry in keys.iter().filter_map(|key| node.entry(key)) {
            let is_empty = entry.value.entries().is_some_and(<[Entry]>::is_empty)
                || entry.value.items().is_some_and(<[Node]>::is_empty)
                || entry.value.text().is_some_and(str::is_empty)
                || entry.value.to_json().is_null();
            if !is_empty {
                self.notes.warning(entry.key_span, format!("`{}` of `{name}` is left out. {why}", entry.key));
            }
        }
    }

    /// Says of `environment`, which is opencode's word, that nobody else reads it, and of the others' word that opencode doesn't.
    pub(super) fn environment(&mut self, name: &str, command: &Entry, node: &Node) {
        if let Some(entry) = node.entry("environment").filter(|_| !is_opencodes(node)) {
            let message = format!(
                "`environment` of `{name}` is imported as `env`, but clients other than opencode ignore it. Did you mean `env`?"
            );
            self.notes.warning(entry.key_span, message);
        }
        // Copilot's are `local` as well, with a text for a command.
        let is_local = command.value.items().is_some() && node.text_of("type") == Some("local");
        if let Some(entry) = node.entry("env").filter(|_| is_local) {
            let message =
                format!("`env` of `{name}` is imported, but opencode ignores it. Did you mean `environment`?");
            self.notes.warning(entry.key_span, message);
        }
    }
}
