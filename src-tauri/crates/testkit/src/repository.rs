//! Where the repository is that the tests are run in.

use std::{
    env,
    path::{Path, PathBuf},
};

/// The repository's folder. Asked when a test runs, since a test may have been built in another checkout that shares
/// its target folder.
pub fn repository() -> PathBuf {
    // Set by `cargo test`, to the folder of any crate; the path of the build is for a test that is started by hand.
    let crate_folder = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let root = Path::new(&crate_folder).ancestors().find(|folder| folder.join("Cargo.lock").is_file());
    root.and_then(|root| root.canonicalize().ok()).expect("tests are run in the repository")
}
