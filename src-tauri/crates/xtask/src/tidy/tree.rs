//! The files of the repository: what git tracks or would track.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Error, Workspace, process};

/// What the interface's tests are made of, and nothing else uses: values to show, a studio in memory, a stage for both.
const FOR_TESTS: [&str; 4] = ["fixtures.ts", "studio.ts", "stage.ts", "test-setup.ts"];

pub(super) struct Tree {
    /// Every path, relative to the root.
    pub(super) paths: Vec<PathBuf>,
    /// The files that are text.
    pub(super) files: Vec<SourceFile>,
}

pub(super) struct SourceFile {
    /// Relative to the root.
    pub(super) path: PathBuf,
    pub(super) text: String,
}

impl Tree {
    pub(super) fn read(workspace: &Workspace) -> Result<Self, Error> {
        let paths = listed_files(workspace)?;
        let text = |path: &PathBuf| {
            let text = fs::read_to_string(workspace.root.join(path)).ok()?;
            Some(SourceFile { path: path.clone(), text })
        };
        let files = paths.iter().filter_map(text).collect();
        Ok(Self { paths, files })
    }
}

/// Every file that git tracks or would track, relative to the root.
pub(crate) fn listed_files(workspace: &Workspace) -> Result<Vec<PathBuf>, Error> {
    let mut git = Command::new("git");
    git.current_dir(&workspace.root).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    let listed = process::read(&mut git)?;
    // A file that was deleted and not yet committed is listed, and is not there.
    let is_there = |path: &PathBuf| workspace.root.join(path).symlink_metadata().is_ok();
    Ok(listed.split_terminator('\0').map(PathBuf::from).filter(is_there).collect())
}

impl SourceFile {
    pub(super) fn is(&self, extension: &str) -> bool {
        self.path.extension().is_some_and(|found| found == extension)
    }

    pub(super) fn is_in(&self, folder: &str) -> bool {
        self.path.starts_with(Path::new(folder))
    }

    /// Whether it is code of the interface that somebody wrote.
    pub(super) fn is_interface(&self) -> bool {
        self.is_in("ui/src") && (self.is("ts") || self.is("svelte")) && !self.path.ends_with("lib/ipc/bindings.ts")
    }

    /// Whether it is of the interface's tests.
    pub(super) fn is_interface_test(&self) -> bool {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(".test.ts") || FOR_TESTS.contains(&name.as_ref()) || self.is_in("ui/src/lib/testing")
    }

    #[cfg(test)]
    pub(super) fn new(path: &str, text: &str) -> Self {
        Self { path: path.into(), text: text.to_owned() }
    }
}
