//! What is known against the locked crates. `cargo audit` reads a plain copy of `RustSec`'s advisory-db; `cargo deny` would want
//! a clone of its own making.

use std::path::Path;

use crate::{Error, Workspace, process};

/// Prints what the database in a folder says of `Cargo.lock`; an error where a crate is vulnerable.
pub(super) fn check(workspace: &Workspace, database: &Path) -> Result<(), Error> {
    if !process::succeeds(workspace.cargo().args(["audit", "--version"])) {
        let hint = "`cargo install --locked cargo-audit` builds it; for a database clone https://github.com/RustSec/advisory-db";
        return Err(Error::ProgramMissing { program: "cargo audit".to_owned(), hint });
    }
    // It would take a folder that is not there for an empty database.
    let database = database.canonicalize().map_err(Error::file(database))?;
    process::run(workspace.cargo().args(["audit", "--no-fetch", "--db"]).arg(database))
}
