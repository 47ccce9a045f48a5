//! Where a client's program is, what it runs with, and which version it is.

use std::{
    collections::BTreeSet,
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use studio_clients::{Recipe, recipe};
use studio_connect::sandbox::{find_program, find_program_in, is_executable};
use studio_model::Client;

use crate::{CaptureError, captured::Options};

/// Other programs that clients start, where they are there.
const HELPERS: [&str; 1] = ["rg"];

/// A client's program, and what it needs to run.
#[derive(Debug)]
pub(crate) struct Program {
    /// As it is started.
    pub(crate) path: PathBuf,
    /// Files and folders it is made of, with those it is started by.
    pub(crate) read: Vec<PathBuf>,
    /// Where it looks for programs.
    pub(crate) search: OsString,
}

/// Where a client's program is: in the folders of a text of the form that `PATH` has, or on the PATH. None where it is not
/// installed, or where how it is started is not known.
pub fn installed(client: Client, search: Option<&OsStr>) -> Option<PathBuf> {
    let program = recipe(client)?.program;
    search.map_or_else(|| find_program(program), |path| find_program_in(program, path))
}

impl Program {
    /// The one that is named, or the one that is found.
    pub(crate) fn find(options: &Options, recipe: &Recipe) -> Result<Self, CaptureError> {
        let client = options.client;
        let path = match &options.program {
            Some(path) => std::path::absolute(path)?,
            None => installed(client, options.search.as_deref()).ok_or_else(|| CaptureError::NotInstalled {
                client,
                program: recipe.program,
                install: recipe.install(),
            })?,
        };
        if !is_executable(&path) {
            return Err(CaptureError::NoProgram(path));
        }
        let mut read = vec![made_of(&path)?];
        let mut folders = Vec::new();
        let node = find_program("node").map(std::fs::canonicalize).transpose()?;
        for helper in node.into_iter().chain(HELPERS.into_iter().filter_map(find_program)) {
            folders.extend(helper.parent().map(Path::to_owned));
            read.push(made_of(&helper)?);
            read.push(helper);
        }
        folders.extend(["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from));
        let search = std::env::join_paths(folders).map_err(std::io::Error::other)?;
        let path = std::fs::canonicalize(&path)?;
        let read: BTreeSet<PathBuf> = read.into_iter().chain([path.clone()]).collect();
        Ok(Self { path, read: read.into_iter().collect(), search })
    }

    /// Whether it finds another program to start.
    pub(crate) fn finds(&self, other: &str) -> bool {
        find_program_in(other, &self.search).is_some()
    }
}

/// What a program is made of: the outermost `node_modules` it lies in, else its file.
fn made_of(path: &Path) -> std::io::Result<PathBuf> {
    let real = std::fs::canonicalize(path)?;
    let modules =
        real.ancestors().filter(|folder| folder.file_name().is_some_and(|name| name == "node_modules")).last();
    Ok(modules.map_or_else(|| real.clone(), Path::to_owned))
}

/// The version in what a program says when it is asked for it: the first word that is one.
pub(crate) fn version_in(said: &str) -> Option<semver::Version> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+');
    let words = said.split(|c| !is_part(c)).map(|word| word.trim_start_matches('v').trim_end_matches('.'));
    words.into_iter().find_map(|word| semver::Version::parse(word).ok())
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt as _, path::PathBuf};

    use studio_clients::recipe;
    use studio_model::Client;

    use super::{Program, version_in};

    #[test]
    fn what_loading_needs_is_looked_for_where_the_client_looks() {
        let folder = tempfile::tempdir().unwrap();
        let helper = recipe(Client::Opencode).unwrap().loads_with.unwrap();
        let program = Program { path: PathBuf::new(), read: Vec::new(), search: folder.path().into() };
        assert!(!program.finds(helper));
        let path = folder.path().join(helper);
        fs::write(&path, "#!/bin/sh\n").unwrap();
        assert!(!program.finds(helper), "it is no program yet");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        assert!(program.finds(helper));
    }

    #[test]
    fn a_version_is_found_in_what_clients_say() {
        for (said, expected) in [
            ("2.1.332 (Claude Code)\n", Some("2.1.332")),
            ("codex-cli 0.171.0", Some("0.171.0")),
            ("GitHub Copilot CLI 1.0.102.\nRun 'copilot update'", Some("1.0.102")),
            ("v22.11.0", Some("22.11.0")),
            ("no number", None),
        ] {
            assert_eq!(version_in(said).map(|version| version.to_string()).as_deref(), expected, "{said}");
        }
    }
}
