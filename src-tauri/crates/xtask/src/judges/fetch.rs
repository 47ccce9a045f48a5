//! Fetching the judges: clients as `cargo xtask clients` keeps them, all others pinned.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::clients::{self, InCache};
use crate::workspace::{cache_dir, exclusive};
use crate::{Error, process};

/// The clients that are asked, by the names `skillctl` has for them.
const CLIENTS: [&str; 3] = ["claude-code", "codex", "gemini"];

/// Newer ones ask for a newer Node.
const NODE: &[&str] = &["skills@1.5.0"];

const PYTHON: &[&str] = &["agnix==0.59.0", "skills-ref==0.1.1", "tracemantle==1.7.0"];

/// Written last, so that an interrupted installation is done again.
const STAMP: &str = "installed.txt";

/// The programs, where they lie.
pub(super) struct Judges {
    folder: PathBuf,
    clients: InCache,
}

impl Judges {
    /// One of the clients.
    pub(super) fn client(&self, name: &str) -> Command {
        let mut command = self.command(self.clients.installed[name].program.clone());
        command.env("PATH", &self.clients.search);
        command
    }

    /// The clients with their versions: verdicts are those of these.
    pub(super) fn versions(&self) -> String {
        let each = self.clients.installed.iter().map(|(name, client)| format!("{name} {}", client.version));
        each.collect::<Vec<_>>().join(", ")
    }

    /// A program from npm.
    pub(super) fn node(&self, name: &str) -> Command {
        self.command(self.folder.join("node/node_modules/.bin").join(name))
    }

    /// A program from the Python package index.
    pub(super) fn python(&self, name: &str) -> Command {
        self.command(self.folder.join("python/bin").join(name))
    }

    /// In a home of its own: no judge reads or writes what is the user's.
    fn command(&self, program: PathBuf) -> Command {
        let home = self.folder.join("home");
        let mut command = Command::new(program);
        command.env("HOME", &home).env("CODEX_HOME", home.join("codex")).env("GEMINI_CLI_HOME", home.join("gemini"));
        command.env("GEMINI_CLI_TRUST_WORKSPACE", "true").env("GEMINI_API_KEY", "none");
        command.env("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1").env("DISABLE_TELEMETRY", "1");
        command
    }
}

/// Makes them present; quick when they are.
pub(super) fn run(skillctl: &Path) -> Result<Judges, Error> {
    let clients = clients::in_cache(skillctl, &CLIENTS)?;
    let folder = cache_dir()?.join("judges");
    let _one_at_a_time = exclusive("judges")?;
    let wanted = [NODE, PYTHON].concat().join("\n");
    let stamp = folder.join(STAMP);
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(Judges { folder, clients });
    }
    println!("downloading {}", wanted.replace('\n', ", "));
    for home in ["node", "home/codex", "home/gemini"] {
        let home = folder.join(home);
        fs::create_dir_all(&home).map_err(Error::file(&home))?;
    }
    let (node, python) = (folder.join("node"), folder.join("python"));
    let npm = ["--no-audit", "--no-fund", "--loglevel", "error"];
    process::run(Command::new("npm").arg("install").arg("--prefix").arg(&node).args(npm).args(NODE))?;
    process::run(Command::new("python3").args(["-m", "venv"]).arg(&python))?;
    let mut pip = Command::new(python.join("bin/python3"));
    process::run(pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(PYTHON))?;
    fs::write(&stamp, wanted).map_err(Error::file(&stamp))?;
    Ok(Judges { folder, clients })
}

#[cfg(test)]
mod tests {
    use std::ffi::{OsStr, OsString};

    use super::*;
    use crate::clients::Installed;

    #[test]
    fn a_client_is_asked_as_it_lies_in_the_cache_and_in_a_home_of_its_own() {
        let codex = Installed { version: "0.171.0".to_owned(), program: "/cache/codex".into(), node: None };
        let search = OsString::from("/cache/node:/usr/bin");
        let clients = InCache { installed: [("codex".to_owned(), codex)].into(), search: search.clone() };
        let judges = Judges { folder: "/judges".into(), clients };
        let command = judges.client("codex");
        let variable = |name: &str| command.get_envs().find(|(key, _)| *key == name).and_then(|(_, value)| value);
        assert_eq!(command.get_program(), "/cache/codex");
        assert_eq!(variable("PATH"), Some(search.as_os_str()));
        assert_eq!(variable("HOME"), Some(OsStr::new("/judges/home")));
        assert_eq!(judges.versions(), "codex 0.171.0");
    }
}
