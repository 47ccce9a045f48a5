//! Fetching the judges, pinned.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::workspace::{cache_dir, exclusive};
use crate::{Error, process};

const NODE: &[&str] = &[
    "@anthropic-ai/claude-code@2.1.330",
    "@google/gemini-cli@0.61.0",
    "@openai/codex@0.169.0",
    // Newer ones ask for a newer Node.
    "skills@1.5.0",
];

const PYTHON: &[&str] = &["agnix==0.59.0", "skills-ref==0.1.1", "tracemantle==1.7.0"];

/// Written last, so that an interrupted installation is done again.
const STAMP: &str = "installed.txt";

/// The programs, where they lie.
pub(super) struct Judges {
    folder: PathBuf,
}

impl Judges {
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
pub(super) fn run() -> Result<Judges, Error> {
    let folder = cache_dir()?.join("judges");
    let _one_at_a_time = exclusive("judges")?;
    let wanted = [NODE, PYTHON].concat().join("\n");
    let stamp = folder.join(STAMP);
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(Judges { folder });
    }
    println!("fetching {}", wanted.replace('\n', ", "));
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
    Ok(Judges { folder })
}
