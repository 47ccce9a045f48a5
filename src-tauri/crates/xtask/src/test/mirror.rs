//! The checkout that continuous integration compiles: it outlives the one that is tested, and follows it file by file.
//!
//! Cargo tells by path and time whether a file has changed, so that in a new clone everything has. Here only what holds
//! something else is written, and what is gone is removed; what is compiled of the rest stays as good as it was.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tidy::listed_files;
use crate::workspace::cache_dir;
use crate::{Error, Workspace, process};

/// What a run makes in a checkout and the next one may use; git ignores it.
const MADE: &[&str] = &["node_modules", "dist", "gen", "target"];

/// Makes the lasting checkout hold just what this one does, uncommitted changes too.
pub(super) fn follow(workspace: &Workspace) -> Result<Workspace, Error> {
    let root = cache_dir()?.join("ci-checkout");
    fs::create_dir_all(&root).map_err(Error::file(&root))?;
    let listed: BTreeSet<PathBuf> = listed_files(workspace)?.into_iter().collect();
    for path in &listed {
        let (from, to) = (workspace.root.join(path), root.join(path));
        copy_if_other(&from, &to).map_err(Error::file(&to))?;
    }
    remove_others(&root, Path::new(""), &listed).map_err(Error::file(&root))?;
    // Git's own folder stays that of the checkout.
    let mut git = Command::new("git");
    let folder = process::read(git.current_dir(&workspace.root).args(["rev-parse", "--absolute-git-dir"]))?;
    let link = root.join(".git");
    fs::write(&link, format!("gitdir: {folder}")).map_err(Error::file(&link))?;
    Ok(Workspace { root })
}

fn copy_if_other(from: &Path, to: &Path) -> std::io::Result<()> {
    let metadata = from.symlink_metadata()?;
    if metadata.is_symlink() {
        let target = fs::read_link(from)?;
        if fs::read_link(to).is_ok_and(|found| found == target) {
            return Ok(());
        }
        remove(to)?;
        make_parent(to)?;
        return symlink(target, to);
    }
    let permissions = metadata.permissions();
    let is_same = to.symlink_metadata().is_ok_and(|found| found.is_file() && found.permissions() == permissions)
        && fs::read(from)? == fs::read(to)?;
    if is_same {
        return Ok(());
    }
    remove(to)?;
    make_parent(to)?;
    fs::copy(from, to).map(drop)
}

/// What stands in the place of something, whatever it is.
fn remove(path: &Path) -> std::io::Result<()> {
    match path.symlink_metadata() {
        Ok(found) if found.is_dir() => fs::remove_dir_all(path),
        Ok(_) => fs::remove_file(path),
        Err(_) => Ok(()),
    }
}

fn make_parent(path: &Path) -> std::io::Result<()> {
    let parent = path.parent().unwrap_or(path);
    // A file may stand where a folder is wanted now.
    if parent.symlink_metadata().is_ok_and(|found| !found.is_dir()) {
        fs::remove_file(parent)?;
    }
    fs::create_dir_all(parent)
}

/// Removes what the checkout does not have, and the folders that are left empty by it.
fn remove_others(root: &Path, below: &Path, listed: &BTreeSet<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(root.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        let is_made = MADE.iter().any(|name| entry.file_name() == *name) || path == Path::new(".git");
        if listed.contains(&path) || (is_made && !has_any_below(listed, &path)) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            remove_others(root, &path, listed)?;
            // Fails where something is left in it.
            let _kept = fs::remove_dir(root.join(&path));
        } else {
            fs::remove_file(root.join(&path))?;
        }
    }
    Ok(())
}

fn has_any_below(listed: &BTreeSet<PathBuf>, folder: &Path) -> bool {
    listed.range(folder.to_path_buf()..).next().is_some_and(|path| path.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repository(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn follow_into(from: &Path, to: &Path, listed: &[&str]) {
        let listed: BTreeSet<PathBuf> = listed.iter().map(PathBuf::from).collect();
        for path in &listed {
            copy_if_other(&from.join(path), &to.join(path)).unwrap();
        }
        remove_others(to, Path::new(""), &listed).unwrap();
    }

    #[test]
    fn only_what_holds_something_else_is_written_and_what_is_gone_is_removed() {
        let from = repository(&[("a/same", "1"), ("a/other", "new"), ("b", "a file now")]);
        let to = repository(&[
            ("a/same", "1"),
            ("a/other", "old"),
            ("a/gone", "1"),
            ("b/was/a/folder", "1"),
            ("ui/node_modules/x/index.js", "made"),
            ("empty/gone", "1"),
        ]);
        let written = |path: &str| to.path().join(path).metadata().unwrap().modified().unwrap();
        let before = written("a/same");
        follow_into(from.path(), to.path(), &["a/same", "a/other", "b"]);
        assert_eq!(written("a/same"), before);
        assert_eq!(fs::read_to_string(to.path().join("a/other")).unwrap(), "new");
        assert_eq!(fs::read_to_string(to.path().join("b")).unwrap(), "a file now");
        assert!(!to.path().join("a/gone").exists() && !to.path().join("empty").exists());
        assert!(to.path().join("ui/node_modules/x/index.js").exists(), "what a run made stays");
    }
}
