//! The peers ours is measured beside: in a Python environment of their own in the cache, pinned by version.
//!
//! A peer that cannot be installed is no error: the measurements name it as absent.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::workspace::{cache_dir, exclusive};
use crate::{Error, process};

/// agnix is a linter; the others run the embedding model in Python.
const PEERS: &[&str] = &["agnix==0.59.3", "onnxruntime==1.31.1", "numpy>=2,<3", "tokenizers==0.23.3"];

/// Written last, so that an interrupted installation is done again.
const STAMP: &str = "installed.txt";

/// Installs what is not there yet.
pub(super) fn install() -> Result<(), Error> {
    let folder = cache_dir()?.join("peers");
    let _one_at_a_time = exclusive("peers")?;
    let wanted = PEERS.join("\n");
    let stamp = folder.join(STAMP);
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    println!("downloading peers: {}", PEERS.join(", "));
    match into(&folder) {
        Ok(()) => fs::write(&stamp, wanted).map_err(Error::file(&stamp)),
        Err(error) => {
            println!("couldn't install all peers ({error}); missing peers are marked in the tables");
            Ok(())
        }
    }
}

fn into(folder: &Path) -> Result<(), Error> {
    process::run(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
    let mut pip = Command::new(folder.join("bin/pip"));
    process::run(pip.args(["install", "--quiet", "--disable-pip-version-check"]).args(PEERS))
}
