//! Where things are: the repository, its interface, the cache that outlives a build.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Error;

/// The window's interface comes from inside the program, as in what is shipped.
pub(crate) const FEATURES: &str = "skill-studio/custom-protocol";

/// The repository this tool was built from.
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
}

impl Workspace {
    pub(crate) fn find() -> Result<Self, Error> {
        // Set by `cargo run`; the path of the build is for a binary that is started by hand.
        let manifest = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&manifest).join("../../..");
        let root = root.canonicalize().map_err(Error::file(root))?;
        Ok(Self { root })
    }

    /// The interface's folder, where npm works.
    pub(crate) fn ui(&self) -> PathBuf {
        self.root.join("ui")
    }

    /// Cargo, as it was used to start this tool, in the repository.
    pub(crate) fn cargo(&self) -> Command {
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.current_dir(&self.root);
        for (name, _) in env::vars_os().filter(|(name, _)| is_of_package(name)) {
            command.env_remove(name);
        }
        command
    }

    /// npm in the interface's folder.
    pub(crate) fn npm(&self) -> Command {
        let mut command = Command::new("npm");
        command.current_dir(self.ui());
        command
    }
}

/// Whether cargo sets a variable to say which package it runs. A cargo below would take this tool's own for the
/// machine's: build scripts that ask cargo to watch one would run again, and all that uses them be compiled again,
/// after each change between this tool and cargo itself, and for each clone.
fn is_of_package(variable: &OsStr) -> bool {
    variable.to_str().is_some_and(|name| name.starts_with("CARGO_MANIFEST_") || name.starts_with("CARGO_PKG_"))
}

/// `$XDG_CACHE_HOME/skill-studio` or `~/.cache/skill-studio`, the same folder the studio looks in. Created.
pub(crate) fn cache_dir() -> Result<PathBuf, Error> {
    let named = |variable| env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = named("XDG_CACHE_HOME")
        .or_else(|| named("HOME").map(|home| home.join(".cache")))
        .or_else(|| named("LOCALAPPDATA"))
        .ok_or(Error::NoCacheFolder)?;
    let folder = base.join("skill-studio");
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    Ok(folder)
}

/// Waits until no other run of this tool holds `name`; held until the file is dropped.
pub(crate) fn exclusive(name: &str) -> Result<File, Error> {
    let path = cache_dir()?.join(format!("{name}.lock"));
    let file = File::create(&path).map_err(Error::file(&path))?;
    file.lock().map_err(Error::file(&path))?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_below_is_not_told_which_package_runs() {
        for ours in ["CARGO_MANIFEST_DIR", "CARGO_MANIFEST_PATH", "CARGO_PKG_NAME", "CARGO_PKG_VERSION_MAJOR"] {
            assert!(is_of_package(OsStr::new(ours)), "{ours}");
        }
        for machines in ["CARGO", "CARGO_HOME", "CARGO_TARGET_DIR", "CARGO_PROFILE_DEV_DEBUG", "PATH"] {
            assert!(!is_of_package(OsStr::new(machines)), "{machines}");
        }
    }
}
