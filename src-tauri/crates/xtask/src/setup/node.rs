//! Node and the interface's modules: installed anew whenever they are not what the lock file says.
//!
//! `npm install --no-save` keeps to the lock's versions and hashes as `npm ci` does, and is preferred to it because `npm
//! ci` refuses a lock that was written where the registry lacks some other platform's optional packages. What it cannot
//! promise, that nothing differs from the lock, is checked afterwards.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Map, Value};

use crate::workspace::exclusive;
use crate::{Error, Workspace, process};

/// The oldest Node that Vite 8 runs on.
const OLDEST: (u32, u32) = (20, 19);

pub(super) fn ensure(workspace: &Workspace) -> Result<(), Error> {
    check_version(&process::read(Command::new("node").arg("--version"))?)?;
    let _one_at_a_time = exclusive("npm")?;
    let ui = workspace.ui();
    let wanted = packages(&ui.join("package-lock.json"));
    let modules = ui.join("node_modules");
    // npm writes this file last, so an interrupted installation is seen as none.
    let installed = modules.join(".package-lock.json");
    if is_current(&wanted, &packages(&installed)) {
        return Ok(());
    }
    println!("installing Node modules for the UI");
    if modules.exists() && !installed.exists() {
        fs::remove_dir_all(&modules).map_err(Error::file(&modules))?;
    }
    process::run(workspace.npm().args(["install", "--no-save", "--no-audit", "--no-fund"]))?;
    if is_current(&wanted, &packages(&installed)) { Ok(()) } else { Err(Error::NodeModulesDiffer) }
}

fn check_version(answer: &str) -> Result<(), Error> {
    let found = answer.trim();
    let mut numbers = found.trim_start_matches('v').split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if version >= OLDEST { Ok(()) } else { Err(Error::NodeTooOld { found: found.to_owned() }) }
}

fn packages(path: &Path) -> Map<String, Value> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let Ok(Value::Object(mut lock)) = serde_json::from_str(&text) else { return Map::new() };
    match lock.remove("packages") {
        Some(Value::Object(packages)) => packages,
        _ => Map::new(),
    }
}

/// Whether every wanted package is installed in the wanted version; packages for other platforms are optional and may
/// be missing.
fn is_current(wanted: &Map<String, Value>, installed: &Map<String, Value>) -> bool {
    let is_there = |(name, package): (&String, &Value)| match installed.get(name) {
        Some(found) => found["version"] == package["version"],
        None => name.is_empty() || package["optional"] == true,
    };
    !installed.is_empty() && wanted.iter().all(is_there)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn installed_modules_are_compared_with_the_lock() {
        let wanted = json!({
            "": {"name": "ui"},
            "node_modules/a": {"version": "1.0.0"},
            "node_modules/b-windows": {"version": "2.0.0", "optional": true},
        });
        let cases = [
            (json!({"node_modules/a": {"version": "1.0.0"}}), true),
            (json!({"node_modules/a": {"version": "1.0.0"}, "node_modules/b-windows": {"version": "2.0.0"}}), true),
            (json!({"node_modules/a": {"version": "1.0.1"}}), false),
            (json!({"node_modules/b-windows": {"version": "2.0.0"}}), false),
            (json!({}), false),
        ];
        for (installed, expected) in cases {
            let current = is_current(wanted.as_object().unwrap(), installed.as_object().unwrap());
            assert_eq!(current, expected, "{installed}");
        }
    }

    #[test]
    fn node_has_a_lowest_version() {
        for (version, is_new_enough) in [("v20.19.0\n", true), ("v22.1.3", true), ("v20.18.9", false), ("?", false)] {
            assert_eq!(check_version(version).is_ok(), is_new_enough, "{version}");
        }
    }
}
