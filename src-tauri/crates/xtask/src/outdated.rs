//! What lags: direct dependencies of the workspace and of the interface beside the newest that their registries call
//! stable; for what is held back on purpose the reason, which stands under `workspace.metadata.pins` in `Cargo.toml`.
//!
//! cargo and npm are asked themselves, so that mirrors are theirs to know. Nothing is changed.

mod advisories;
mod crates;
mod node;

use std::path::PathBuf;

use clap::Args;
use serde_json::Value;

use crate::{Error, Workspace};

#[derive(Args)]
pub(crate) struct Options {
    /// Fail if a dependency that isn't pinned is outdated.
    #[arg(long)]
    check: bool,
    /// Instead, check the locked crates offline against a copy of `RustSec`'s advisory-db.
    #[arg(long, value_name = "DIR", conflicts_with = "check")]
    advisories: Option<PathBuf>,
}

/// A direct dependency that is not the newest.
#[derive(Debug, PartialEq, Eq)]
struct Lag {
    name: String,
    current: String,
    newest: String,
}

/// Prints what lags, or what is known against what is used.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Error> {
    if let Some(database) = &options.advisories {
        return advisories::check(workspace, database);
    }
    let metadata = crates::metadata(workspace)?;
    let pins = &metadata["metadata"]["pins"];
    let crates = report("crates", &crates::lags(workspace, &metadata)?, &pins["crates"]);
    println!("{}", crates.text);
    let packages = report("packages of the interface", &node::lags(workspace)?, &pins["npm"]);
    print!("{}", packages.text);
    let lagging = crates.unpinned + packages.unpinned;
    if options.check && lagging > 0 { Err(Error::Outdated { lagging }) } else { Ok(()) }
}

/// What is said of one registry's dependencies.
struct Report {
    text: String,
    /// How many lag without a reason.
    unpinned: usize,
}

fn report(title: &str, lags: &[Lag], pins: &Value) -> Report {
    if lags.is_empty() {
        return Report { text: format!("{title}: all up to date\n"), unpinned: 0 };
    }
    let mut text = format!("{title:<28} {:<16} newest\n", "current");
    let mut unpinned = 0;
    for Lag { name, current, newest } in lags {
        let reason = pins[name].as_str();
        unpinned += usize::from(reason.is_none());
        let reason = reason.map(|reason| format!("  pinned: {reason}")).unwrap_or_default();
        text += format!("{name:<28} {current:<16} {newest:<16}{reason}").trim_end();
        text.push('\n');
    }
    Report { text, unpinned }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Lag, report};

    #[test]
    fn what_is_pinned_is_told_with_its_reason_and_not_counted() {
        let lag = |name: &str| Lag { name: name.to_owned(), current: "1.0.0".to_owned(), newest: "2.0.0".to_owned() };
        let said = report("crates", &[lag("alpha"), lag("beta")], &json!({"beta": "beta 2 has no door"}));
        assert_eq!(said.unpinned, 1);
        let lines: Vec<Vec<&str>> = said.text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(lines[1], ["alpha", "1.0.0", "2.0.0"]);
        assert_eq!(lines[2], ["beta", "1.0.0", "2.0.0", "pinned:", "beta", "2", "has", "no", "door"]);
        assert_eq!(report("crates", &[], &json!(null)).text, "crates: all up to date\n");
    }
}
