//! Which clients there are and how each is installed, as `skillctl` tells it.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::{Error, process};

/// A client that can be captured.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Client {
    /// Its stable name.
    pub(super) name: String,
    /// What people call it.
    pub(super) label: String,
    /// Its package in npm's registry.
    pub(super) package: String,
    /// The name of its program.
    pub(super) program: String,
    /// The oldest Node.js it runs with; none where it brings its own.
    pub(super) node: Option<u64>,
    /// Where the skills of a set lie, as it sees them.
    pub(super) folder: String,
    /// Whether its list has an order of its own, not that of the file system.
    pub(super) has_own_order: bool,
    /// Whether it takes the same of two skills of one name each time.
    pub(super) tells_same_name: bool,
}

/// All of them.
pub(super) fn read(skillctl: &Path) -> Result<Vec<Client>, Error> {
    let mut command = Command::new(skillctl);
    let answer = process::read(command.args(["capture", "--recipes"]))?;
    told(&answer).ok_or_else(|| Error::UnexpectedAnswer { command: process::text(&command), answer })
}

fn told(answer: &str) -> Option<Vec<Client>> {
    let clients: Value = serde_json::from_str(answer).ok()?;
    let client = |client: &Value| {
        let text = |key: &str| client[key].as_str().map(str::to_owned);
        Some(Client {
            name: text("name")?,
            label: text("label")?,
            package: text("package")?,
            program: text("program")?,
            node: client["node"].as_u64(),
            folder: text("folder")?,
            has_own_order: client["has_own_order"].as_bool()?,
            tells_same_name: client["tells_same_name"].as_bool()?,
        })
    };
    clients.as_array()?.iter().map(client).collect()
}

/// Those that were named; all where none was.
pub(super) fn chosen(clients: Vec<Client>, only: &[String]) -> Result<Vec<Client>, Error> {
    if let Some(name) = only.iter().find(|name| clients.iter().all(|client| client.name != **name)) {
        let names: Vec<&str> = clients.iter().map(|client| client.name.as_str()).collect();
        return Err(Error::NoSuchClient { name: name.clone(), clients: names.join(", ") });
    }
    Ok(clients.into_iter().filter(|client| only.is_empty() || only.contains(&client.name)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: &str = r#"[
        {"name": "codex", "label": "Codex", "package": "@openai/codex", "program": "codex", "node": 16,
         "folder": "/project/.agents/skills", "has_own_order": true, "tells_same_name": true},
        {"name": "gemini", "label": "Gemini CLI", "package": "@google/gemini-cli", "program": "gemini", "node": null,
         "folder": "/project/.gemini/skills", "has_own_order": false, "tells_same_name": false}]"#;

    #[test]
    fn clients_are_read_and_chosen_by_name() {
        let all = told(TOLD).unwrap();
        assert_eq!(all.iter().map(|client| client.node).collect::<Vec<_>>(), [Some(16), None]);
        assert!(all[0].has_own_order && !all[1].has_own_order);
        assert!(all[0].tells_same_name && !all[1].tells_same_name);
        assert_eq!(told("{}"), None);
        assert_eq!(told(&TOLD.replace("\"program\": \"codex\", ", "")), None, "half of one is none");
        let named = |only: &[&str]| {
            let only: Vec<String> = only.iter().map(|name| (*name).to_owned()).collect();
            match chosen(told(TOLD).unwrap(), &only) {
                Ok(clients) => clients.into_iter().map(|client| client.name).collect::<Vec<_>>().join(" "),
                Err(error) => error.to_string(),
            }
        };
        assert_eq!(named(&[]), "codex gemini");
        assert_eq!(named(&["gemini"]), "gemini");
        let unknown = named(&["gemini", "cursor"]);
        assert_eq!(unknown, "unknown client `cursor`; clients that can be captured: codex, gemini");
    }
}
