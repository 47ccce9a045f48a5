//! Writes `ui/src/lib/ipc/bindings.ts` from the commands, or says that it is stale.
//!
//! The crate of the window knows its commands; a test of it writes or compares. Here it is only started.

use crate::count::is_passed;
use crate::workspace::FEATURES;
use crate::{Error, Workspace, process};

/// The test in `skill-studio` that compares the bindings with the commands.
pub(crate) const TEST: &str = "bindings_are_fresh";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only say whether the committed bindings are fresh.
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Error> {
    let mut cargo = workspace.cargo();
    cargo.args(["test", "--workspace", "--features", FEATURES, "--lib", TEST]);
    if !options.check {
        cargo.env("UPDATE_BINDINGS", "1");
    }
    let mut ran = false;
    process::watch(&mut cargo, |line| ran |= is_passed(line, TEST))?;
    if ran { Ok(()) } else { Err(Error::TestDidNotRun { name: TEST }) }
}
