//! Packages of the interface: what npm says is newer than `ui/package.json` asks for, among what runs on this Node.

use serde_json::Value;

use super::Lag;
use crate::{Error, Workspace, process};

/// Direct dependencies that have a newer release.
pub(super) fn lags(workspace: &Workspace) -> Result<Vec<Lag>, Error> {
    // npm leaves packages for development out, unsaid, where they are not installed.
    if !workspace.ui().join("node_modules").is_dir() {
        return Err(Error::NodeModulesMissing);
    }
    let mut command = workspace.npm();
    command.args(["outdated", "--json"]);
    // It ends with 1 where anything is outdated, so only what it says tells that from a failure.
    let output = process::output(&mut command)?;
    let said = String::from_utf8_lossy(&output.stdout);
    behind(&said).ok_or_else(|| {
        let answer = format!("{said}{}", String::from_utf8_lossy(&output.stderr));
        Error::UnexpectedAnswer { command: process::text(&command), answer }
    })
}

/// None where the answer is none.
fn behind(said: &str) -> Option<Vec<Lag>> {
    if said.trim().is_empty() {
        return Some(Vec::new());
    }
    let answer: Value = serde_json::from_str(said).ok()?;
    let packages = answer.as_object()?;
    // Without a network it answers with an `error` that has a `code`.
    if packages.get("error").is_some_and(|error| error["code"].is_string()) {
        return None;
    }
    let lag = |(name, package): (&String, &Value)| {
        // What `ui/package.json` asks for is one version; what is installed may be behind it.
        let (current, newest) = (package["wanted"].as_str()?, package["latest"].as_str()?);
        let is_behind = current != newest;
        is_behind.then(|| Lag { name: name.clone(), current: current.to_owned(), newest: newest.to_owned() })
    };
    Some(packages.iter().filter_map(lag).collect())
}

#[cfg(test)]
mod tests {
    use super::{Lag, behind};

    /// As npm 11.19 said it, shortened; the first is asked for in its newest version, and an older one is installed.
    const SAID: &str = r#"{
  "@cfworker/json-schema": {"current": "4.1.5", "wanted": "4.1.6", "latest": "4.1.6", "dependent": "ui"},
  "svelte": {"current": "5.57.3", "wanted": "5.57.3", "latest": "5.58.0", "dependent": "ui", "location": "node_modules/svelte"}
}"#;

    #[test]
    fn a_package_lags_where_another_release_is_the_latest() {
        let svelte = Lag { name: "svelte".to_owned(), current: "5.57.3".to_owned(), newest: "5.58.0".to_owned() };
        assert_eq!(behind(SAID), Some(vec![svelte]));
        assert_eq!(behind("{}\n"), Some(Vec::new()));
        assert_eq!(behind(""), Some(Vec::new()), "older versions of npm say nothing");
        assert_eq!(behind(r#"{"error": {"code": "ENOTFOUND", "summary": "request failed"}}"#), None);
        assert_eq!(behind("npm error network"), None);
    }
}
