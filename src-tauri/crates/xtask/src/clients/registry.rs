//! npm's registry: the newest release of a package, what is installed of it, and installing it.
//!
//! npm itself is asked, so that mirrors are its to know.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::{Error, process};

/// The newest release of a package, as its registry has it.
pub(super) fn newest(package: &str) -> Result<String, Error> {
    // Named by its number, it is taken whatever Node.js runs npm.
    asked(&["view", package, "version", "--json"], version)
}

/// The release of a package of Node.js to take where this major version is the oldest that will do.
pub(super) fn newest_node(package: &str, needed: u64) -> Result<String, Error> {
    asked(&["view", package, "versions", "--json"], |said| newest_from(said, needed))
}

fn asked(arguments: &[&str], read: impl Fn(&str) -> Option<String>) -> Result<String, Error> {
    let mut npm = Command::new("npm");
    let said = process::read(npm.args(arguments))?;
    read(&said).ok_or_else(|| Error::UnexpectedAnswer { command: process::text(&npm), answer: said })
}

/// Installs a package into a folder of its own, over another version where there is one.
pub(super) fn install(folder: &Path, package: &str, version: &str) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(Error::file(folder))?;
    let mut npm = Command::new("npm");
    npm.arg("install").arg("--prefix").arg(folder).args(["--no-audit", "--no-fund", "--loglevel", "error"]);
    process::run(npm.arg(format!("{package}@{version}")))
}

/// The version of a package that is installed in a folder.
pub(super) fn installed(folder: &Path, package: &str) -> Option<String> {
    // npm writes this file last, so an interrupted installation is seen as none.
    let lock = fs::read_to_string(folder.join("node_modules/.package-lock.json")).ok()?;
    locked(&lock, package)
}

/// The oldest major version of Node.js that an installed package asks for.
pub(super) fn node_of(folder: &Path, package: &str) -> Option<u64> {
    let manifest = fs::read_to_string(folder.join("node_modules").join(package).join("package.json")).ok()?;
    let manifest: Value = serde_json::from_str(&manifest).ok()?;
    oldest(manifest["engines"]["node"].as_str()?)
}

/// The one version that `npm view` says.
fn version(said: &str) -> Option<String> {
    let said: Value = serde_json::from_str(said).ok()?;
    let version = said.as_str()?;
    numbers(version).map(|_| version.to_owned())
}

/// Of the versions that `npm view` says the newest of the first line with long support that will do: such have even
/// numbers. Where there is none of it, the newest of all.
fn newest_from(said: &str, needed: u64) -> Option<String> {
    let said: Value = serde_json::from_str(said).ok()?;
    // One alone is no list.
    let all = said.as_array().map_or(std::slice::from_ref(&said), Vec::as_slice);
    let released = all.iter().filter_map(|version| Some((numbers(version.as_str()?)?, version.as_str()?)));
    let line = needed + needed % 2;
    let will_do = released.filter(|(numbers, _)| numbers[0] >= needed);
    will_do.max_by_key(|(numbers, _)| (numbers[0] == line, *numbers)).map(|(_, version)| version.to_owned())
}

/// The numbers of a release; none of what comes before one.
pub(super) fn numbers(version: &str) -> Option<[u64; 3]> {
    let mut parts = version.trim().trim_start_matches('v').split('.').map(|part| part.parse().ok());
    let numbers = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(numbers)
}

fn locked(lock: &str, package: &str) -> Option<String> {
    let lock: Value = serde_json::from_str(lock).ok()?;
    lock["packages"][format!("node_modules/{package}")]["version"].as_str().map(str::to_owned)
}

/// The oldest major version that a range of npm's takes.
fn oldest(range: &str) -> Option<u64> {
    let major = |part: &str| -> Option<u64> {
        let from = part.find(|c: char| c.is_ascii_digit())?;
        let digits: String = part[from..].chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    };
    range.split("||").filter_map(major).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_npm_says_is_one_version_or_none() {
        assert_eq!(version("\"2.1.332\"\n").as_deref(), Some("2.1.332"));
        for none in ["", "\"2.2.0-beta.1\"", "[\"1.0.0\"]", "{\"error\": {\"code\": \"E404\"}}"] {
            assert_eq!(version(none), None, "{none}");
        }
    }

    #[test]
    fn of_node_the_newest_of_the_first_line_with_long_support_is_taken() {
        let said = r#"["20.20.1", "v22.9.0", "22.21.3", "22.21.10", "23.11.0", "24.0.0-rc.1", "24.11.0", "25.2.0"]"#;
        for (needed, expected) in [(22, "22.21.10"), (23, "24.11.0"), (24, "24.11.0"), (25, "25.2.0")] {
            assert_eq!(newest_from(said, needed).as_deref(), Some(expected), "{needed}");
        }
        assert_eq!(newest_from(said, 26), None);
        assert_eq!(newest_from("\"22.1.0\"", 22).as_deref(), Some("22.1.0"));
        assert_eq!(newest_from("npm error network", 22), None);
    }

    #[test]
    fn what_is_installed_stands_in_the_file_npm_writes_last() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(installed(folder.path(), "@openai/codex"), None);
        let package = folder.path().join("node_modules/@openai/codex");
        fs::create_dir_all(&package).unwrap();
        fs::write(package.join("package.json"), r#"{"version": "0.1.0", "engines": {"node": ">=16"}}"#).unwrap();
        assert_eq!(installed(folder.path(), "@openai/codex"), None, "it was interrupted");
        let lock = r#"{"packages": {"node_modules/@openai/codex": {"version": "0.171.0"}}}"#;
        fs::write(folder.path().join("node_modules/.package-lock.json"), lock).unwrap();
        assert_eq!(installed(folder.path(), "@openai/codex").as_deref(), Some("0.171.0"));
        assert_eq!(installed(folder.path(), "opencode-ai"), None);
        assert_eq!(node_of(folder.path(), "@openai/codex"), Some(16));
    }

    #[test]
    fn the_oldest_node_of_a_range_is_its_lowest_number() {
        for (range, expected) in
            [(">=22.0.0", Some(22)), ("^24.1 || >=20.19", Some(20)), ("v18", Some(18)), ("*", None), ("", None)]
        {
            assert_eq!(oldest(range), expected, "{range}");
        }
    }
}
