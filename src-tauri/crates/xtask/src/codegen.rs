//! Writes `ui/src/lib/ipc/bindings.ts` from the commands and records what they answer in `fixtures` beside it, or says
//! that either is stale; the list of licences (`licenses`) with them.
//!
//! The crate of the window knows its commands, the bridge calls them; a test of each writes or compares. Here they are
//! only started.

use crate::count::is_passed;
use crate::workspace::FEATURES;
use crate::{Error, Workspace, licenses, process};

/// The tests that compare what is committed with the commands, with the step they are part of.
pub(crate) const TESTS: [(&str, &str); 2] = [("window", "bindings_are_fresh"), ("bridge", "fixtures_are_fresh")];

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only check that the committed bindings, fixtures and licenses are up to date.
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Error> {
    let of_licenses = if options.check { licenses::check } else { licenses::write };
    of_licenses(workspace)?;
    let mut cargo = workspace.cargo();
    let mut due = TESTS.map(|(_, test)| test).to_vec();
    cargo.args(["test", "--workspace", "--features", FEATURES, "--lib", "--"]).args(&due);
    if !options.check {
        cargo.env("UPDATE_BINDINGS", "1");
    }
    process::watch(&mut cargo, |line| due.retain(|name| !is_passed(line, name)))?;
    did_run(&due)
}

/// Fails where one of the tests did not run.
pub(crate) fn did_run(due: &[&'static str]) -> Result<(), Error> {
    due.first().map_or(Ok(()), |name| Err(Error::TestDidNotRun { name }))
}
