//! What a screen reader says in the main job: the measure that does it by keys and prints Orca's words.
//!
//! Orca is no part of what tests need: it is installed where the system's packages are Debian's, and else asked for.

use std::process::Command;

use crate::setup::{self, Needs};
use crate::{Error, Workspace, assets, process, run, workspace::FEATURES};

/// Debian's packages of Orca, and of the bus that a screen reader is told on.
const PACKAGES: &[&str] = &["orca", "at-spi2-core", "dbus-daemon", "dbus-bin"];

pub(crate) fn run(workspace: &Workspace) -> Result<(), Error> {
    setup::run(workspace, Needs::Tests)?;
    if !process::succeeds(Command::new("orca").arg("--version")) {
        setup::install(PACKAGES)?;
    }
    let assets = assets::run()?;
    process::run(workspace.npm().args(["run", "--silent", "build"]))?;
    let binary = run::build(workspace, run::Profile::Debug)?;
    // The samples' tools run on it.
    run::build_skillctl(workspace)?;
    let mut cargo = workspace.cargo();
    cargo.args(["test", "--workspace", "--features", FEATURES, "--test", "measures", "--", "--nocapture"]);
    cargo.arg("orca_reads_the_main_job").env("SKILL_STUDIO_ASSETS", assets).env("SKILL_STUDIO_BINARY", binary);
    process::run(&mut cargo)
}
