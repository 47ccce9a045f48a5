//! Crates: which ones the workspace asks for itself, and what cargo would update them to.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Lag;
use crate::{Error, Workspace, process};

/// What cargo knows of the workspace and of all it is built from, on every platform.
pub(super) fn metadata(workspace: &Workspace) -> Result<Value, Error> {
    let mut command = workspace.cargo();
    let answer = process::read(command.args(["metadata", "--locked", "--format-version", "1"]))?;
    serde_json::from_str(&answer)
        .map_err(|error| Error::UnexpectedAnswer { command: process::text(&command), answer: error.to_string() })
}

/// Direct dependencies that have a newer release.
pub(super) fn lags(workspace: &Workspace, metadata: &Value) -> Result<Vec<Lag>, Error> {
    let mut command = workspace.cargo();
    command.args(["update", "--dry-run", "--verbose", "--color", "never"]);
    let output = process::output(&mut command)?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        eprint!("{said}");
        return Err(Error::CommandFailed { command: process::text(&command), status: output.status });
    }
    Ok(behind(&direct(metadata), &said))
}

/// Name and version of each crate from a registry that a member of the workspace depends on.
fn direct(metadata: &Value) -> BTreeSet<(&str, &str)> {
    let packages: BTreeMap<&str, &Value> =
        array(&metadata["packages"]).filter_map(|package| Some((package["id"].as_str()?, package))).collect();
    let members: BTreeSet<&str> = array(&metadata["workspace_members"]).filter_map(Value::as_str).collect();
    let nodes = array(&metadata["resolve"]["nodes"]);
    nodes
        .filter(|node| node["id"].as_str().is_some_and(|id| members.contains(id)))
        .flat_map(|node| array(&node["dependencies"]))
        .filter_map(|id| packages.get(id.as_str()?))
        .filter(|package| package["source"].is_string())
        .filter_map(|package| Some((package["name"].as_str()?, package["version"].as_str()?)))
        .collect()
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn behind(direct: &BTreeSet<(&str, &str)>, said: &str) -> Vec<Lag> {
    let lines: Vec<Line<'_>> = said.lines().filter_map(Line::read).collect();
    let newest = |name: &str, current: &str| {
        let own = lines.iter().find(|line| line.name == name && line.has == Some(current))?;
        let taken = lines.iter().filter(|line| own.is_leaving && line.name == name && line.has.is_none());
        // Where one version makes room for several, the newest is last.
        std::iter::once(own).chain(taken).filter_map(|line| line.beyond.or(line.takes)).next_back()
    };
    let lag = |(name, current): &(&str, &str)| {
        let newest = newest(name, current)?;
        Some(Lag { name: (*name).to_owned(), current: (*current).to_owned(), newest: newest.to_owned() })
    };
    direct.iter().filter_map(lag).collect()
}

/// What `cargo update` says of one package.
struct Line<'a> {
    name: &'a str,
    has: Option<&'a str>,
    takes: Option<&'a str>,
    /// The newest there is, where the requirement or the compiler keeps it from being taken.
    beyond: Option<&'a str>,
    is_leaving: bool,
}

impl<'a> Line<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let (said, aside) = line.split_once('(').unwrap_or((line, ""));
        let words: Vec<&str> = said.split_whitespace().collect();
        let (name, has, takes) = match words[..] {
            ["Updating" | "Downgrading", name, has, "->", takes] => (name, Some(has), Some(takes)),
            ["Unchanged" | "Removing", name, has] => (name, Some(has), None),
            ["Adding", name, takes] => (name, None, Some(takes)),
            _ => return None,
        };
        let version = |word: &'a str| word.strip_prefix('v').unwrap_or(word);
        let beyond = aside.strip_prefix("available: ").and_then(|rest| rest.split([',', ')']).next());
        Some(Self {
            name,
            has: has.map(version),
            takes: takes.map(version),
            beyond: beyond.map(version),
            is_leaving: words[0] == "Removing",
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Lag, behind, direct};

    /// As cargo 1.95 said it, shortened.
    const SAID: &str = "    Updating crates.io index
     Locking 60 packages to latest Rust 1.90 compatible versions
   Unchanged adk-core v0.6.0 (available: v0.9.1)
    Updating clap v4.6.7 -> v4.6.9
    Updating hashbrown v0.17.1 -> v0.17.2
    Removing jiff v0.2.43
      Adding jiff v0.2.46 (available: v1.0.2)
      Adding jiff v1.0.2
      Adding itertools v0.15.0
   Unchanged ort v2.0.0-rc.15 (requires Rust 1.92)
   Unchanged parking_lot v0.12.5 (available: v0.13.0, requires Rust 1.95)
    Updating syn v3.0.9 -> v3.0.10
   Unchanged syn v2.0.119 (available: v3.0.10)
    Updating toml v1.2.1+spec-1.1.0 -> v1.2.2+spec-1.1.0
    Updating zip v9.4.1 -> v9.8.2 (available: v10.0.0)
note: to see how you depend on a package, run `cargo tree --invert <dep>@<ver>`
warning: not updating lockfile due to dry run
";

    #[test]
    fn only_direct_dependencies_that_have_a_newer_release_lag() {
        let have = [
            ("adk-core", "0.6.0"),
            ("clap", "4.6.7"),
            ("itertools", "0.14.0"),
            ("jiff", "0.2.43"),
            ("ort", "2.0.0-rc.15"),
            ("parking_lot", "0.12.5"),
            ("serde", "1.0.300"),
            ("syn", "2.0.119"),
            ("toml", "1.2.1+spec-1.1.0"),
            ("zip", "9.4.1"),
        ];
        let lags = behind(&have.into(), SAID);
        let lags: Vec<_> = lags.iter().map(|Lag { name, newest, .. }| (name.as_str(), newest.as_str())).collect();
        let expected = [
            ("adk-core", "0.9.1"),
            ("clap", "4.6.9"),
            ("jiff", "1.0.2"),
            ("parking_lot", "0.13.0"),
            ("syn", "3.0.10"),
            ("toml", "1.2.2+spec-1.1.0"),
            ("zip", "10.0.0"),
        ];
        assert_eq!(lags, expected);
    }

    #[test]
    fn what_members_depend_on_is_direct_in_the_version_they_get() {
        let package = |id: &str, name: &str, version: &str, source: Option<&str>| json!({"id": id, "name": name, "version": version, "source": source});
        let registry = Some("registry+https://github.com/rust-lang/crates.io-index");
        let metadata = json!({
            "packages": [
                package("us", "studio-text", "0.1.0", None),
                package("also-us", "studio-api", "0.1.0", None),
                package("syn2", "syn", "2.0.119", registry),
                package("syn3", "syn", "3.0.9", registry),
                package("serde", "serde", "1.0.300", registry),
            ],
            "workspace_members": ["us", "also-us"],
            "resolve": {"nodes": [
                {"id": "us", "dependencies": ["syn2"]},
                {"id": "also-us", "dependencies": ["us", "serde", "syn2"]},
                {"id": "serde", "dependencies": ["syn3"]},
            ]},
        });
        assert_eq!(direct(&metadata), [("serde", "1.0.300"), ("syn", "2.0.119")].into());
    }
}
