//! One set of files before one client: laid into a folder, and captured by `skillctl`.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::fixtures::Set;
use super::known::Client;
use crate::{Error, process};

/// What captures.
pub(super) struct Capturing {
    pub(super) skillctl: PathBuf,
    /// Where it and the clients look for programs.
    pub(super) search: OsString,
}

impl Capturing {
    /// What a client made of a set, as fixtures need it.
    pub(super) fn capture(&self, client: &Client, program: &Path, set: &Set) -> Result<Value, Error> {
        let folder = tempfile::tempdir().map_err(Error::file(env::temp_dir()))?;
        let (skills, fixture) = (folder.path().join("skills"), folder.path().join("fixture.json"));
        lay(&skills, set)?;
        let mut skillctl = Command::new(&self.skillctl);
        skillctl.args(["capture", "--without-own", "--client", &client.name]).arg("--program").arg(program);
        skillctl.arg("--fixture").arg(&fixture).arg(&skills);
        if let Some((name, arguments)) = &set.load {
            skillctl.args(["--activate", name, "--args", arguments]);
        }
        // What it shows an author is in the fixture, too.
        process::run(skillctl.env("PATH", &self.search).stdout(Stdio::null()))?;
        let text = fs::read_to_string(&fixture).map_err(Error::file(&fixture))?;
        serde_json::from_str(&text)
            .map_err(|error| Error::UnexpectedAnswer { command: process::text(&skillctl), answer: error.to_string() })
    }
}

/// Writes the files of a set.
fn lay(folder: &Path, set: &Set) -> Result<(), Error> {
    for (path, bytes) in &set.files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(Error::file(parent))?;
        fs::write(&path, bytes).map_err(Error::file(&path))?;
    }
    Ok(())
}
