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
        let [skills, home, fixture] = ["skills", "home", "fixture.json"].map(|name| folder.path().join(name));
        lay(&skills, &set.files)?;
        lay(&home, &set.home)?;
        let mut skillctl = Command::new(&self.skillctl);
        skillctl.args(["capture", "--client", &client.name]).arg("--program").arg(program);
        skillctl.arg("--fixture").arg(&fixture).arg(&skills);
        if set.home.is_empty() {
            skillctl.arg("--without-own");
        } else {
            skillctl.env("HOME", &home);
        }
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

/// Writes files of a set.
fn lay(folder: &Path, files: &[(String, Vec<u8>)]) -> Result<(), Error> {
    for (path, bytes) in files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(Error::file(parent))?;
        fs::write(&path, bytes).map_err(Error::file(&path))?;
    }
    Ok(())
}
