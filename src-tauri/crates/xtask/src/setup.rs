//! Everything that must be on the machine before the studio builds: system packages and Node modules.
//!
//! What is missing is installed where that needs no question (apt-get, as root or with a sudo that asks no password;
//! npm inside the repository) and named exactly otherwise. Python and the model are the business of `assets`.

mod node;
mod packages;

use std::process::Command;

use crate::{Error, Workspace, process};

/// What the machine will be asked to do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needs {
    /// Build the studio and open its window.
    Window,
    /// Also run a window without a display and look at it.
    Tests,
}

/// Makes the machine ready for `needs`; quick when it is.
pub(crate) fn run(workspace: &Workspace, needs: Needs) -> Result<(), Error> {
    packages::ensure(needs)?;
    node::ensure(workspace)
}

/// Installs the Debian package of a program, of the same name, where it is missing.
pub(crate) fn install_missing(program: &str) -> Result<(), Error> {
    let is_there = process::succeeds(Command::new(program).arg("--version"));
    if is_there { Ok(()) } else { packages::install(&[program]) }
}

/// Installs Debian packages by name; for tools that other tasks find missing.
pub(crate) fn install(missing: &[&str]) -> Result<(), Error> {
    packages::install(missing)
}
