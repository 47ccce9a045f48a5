//! What a step depends on, and a hash of the contents of it.
//!
//! Contents are those of the working tree: what git tracks, and what it would track. What a step makes itself (`target`,
//! `node_modules`, the built interface) is ignored by git and follows from the rest.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::machine::Machine;
use crate::tidy::listed_files;
use crate::{Error, Workspace};

/// Everything in the repository that decides how a step ends, and the programs it starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Inputs {
    /// Files, and folders that end in `/`.
    pub(super) paths: Vec<String>,
    /// Folders and files among them that do not matter after all.
    pub(super) except: Vec<String>,
    /// Programs that are found by name.
    pub(super) programs: Vec<&'static str>,
}

impl Inputs {
    /// Whether a file of the repository is among them: of two names that cover it the longer one decides.
    pub(super) fn have(&self, path: &str) -> bool {
        let longest = |names: &[String]| names.iter().filter(|name| covers(name, path)).map(String::len).max();
        longest(&self.paths) > longest(&self.except)
    }

    /// One value for all of their contents.
    pub(super) fn key(&self, snapshot: &Snapshot, machine: &Machine) -> String {
        let mut hasher = Sha256::new();
        for (path, contents) in snapshot.files.iter().filter(|(path, _)| self.have(path)) {
            hasher.update(format!("{path}\0{contents}\n"));
        }
        for program in &self.programs {
            hasher.update(format!("{program}\0{}\n", machine.program(program)));
        }
        hasher.update(machine.always());
        hex::encode(hasher.finalize())
    }
}

/// Whether a file is what a name names, or below it.
fn covers(name: &str, path: &str) -> bool {
    if name.ends_with('/') { path.starts_with(name) } else { path == name }
}

/// The contents of every file at one moment.
pub(super) struct Snapshot {
    files: BTreeMap<String, String>,
}

impl Snapshot {
    pub(super) fn take(workspace: &Workspace) -> Result<Self, Error> {
        let mut files = BTreeMap::new();
        for path in listed_files(workspace)? {
            let whole = workspace.root.join(&path);
            files.insert(path.to_string_lossy().into_owned(), contents(&whole).map_err(Error::file(&whole))?);
        }
        Ok(Self { files })
    }

    pub(super) fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }
}

/// A hash of what a file holds, of where a link leads, and of whether it can be started.
fn contents(path: &Path) -> std::io::Result<String> {
    let metadata = fs::symlink_metadata(path)?;
    if metadata.is_symlink() {
        return Ok(format!("link to {}", fs::read_link(path)?.display()));
    }
    if !metadata.is_file() {
        return Ok(format!("of type {:o}", metadata.mode()));
    }
    let mark = if metadata.permissions().mode() & 0o111 == 0 { "" } else { "x" };
    Ok(format!("{}{mark}", hex::encode(Sha256::digest(fs::read(path)?))))
}

/// One value for all files below a folder; none where there is no such folder.
pub(super) fn hash_of_folder(folder: &Path) -> Option<String> {
    let mut hasher = Sha256::new();
    hash_below(folder, &mut hasher).ok()?;
    Some(hex::encode(hasher.finalize()))
}

fn hash_below(folder: &Path, hasher: &mut Sha256) -> std::io::Result<()> {
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for path in entries.iter().map(fs::DirEntry::path) {
        hasher.update(path.file_name().unwrap_or_default().as_encoded_bytes());
        if path.is_dir() {
            hash_below(&path, hasher)?;
        } else {
            hasher.update(contents(&path)?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs(paths: &[&str], except: &[&str]) -> Inputs {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Inputs { paths: owned(paths), except: owned(except), programs: Vec::new() }
    }

    fn snapshot(files: &[(&str, &str)]) -> Snapshot {
        Snapshot { files: files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect() }
    }

    #[test]
    fn a_folder_names_what_is_below_it_and_a_file_itself() {
        let inputs = inputs(&["ui/", "README.md"], &["ui/docs/"]);
        for (path, expected) in [
            ("ui/src/a.ts", true),
            ("ui/docs/a.png", false),
            ("README.md", true),
            ("README.md.old", false),
            ("uix/a", false),
        ] {
            assert_eq!(inputs.have(path), expected, "{path}");
        }
    }

    #[test]
    fn a_key_follows_the_contents_of_what_is_named_and_of_nothing_else() {
        let machine = Machine::of("rustc 1");
        let inputs = inputs(&["ui/"], &[]);
        let key = |files: &[(&str, &str)]| inputs.key(&snapshot(files), &machine);
        let before = key(&[("ui/a", "1"), ("src/b", "1")]);
        assert_eq!(before, key(&[("ui/a", "1"), ("src/b", "2")]));
        assert_ne!(before, key(&[("ui/a", "2"), ("src/b", "1")]));
        assert_ne!(before, key(&[("ui/a", "1"), ("ui/new", ""), ("src/b", "1")]));
        assert_ne!(before, inputs.key(&snapshot(&[("ui/a", "1")]), &Machine::of("rustc 2")));
    }

    #[test]
    fn a_file_is_told_by_what_it_holds_and_whether_it_starts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        fs::write(&path, "one").unwrap();
        let plain = contents(&path).unwrap();
        let whole = hash_of_folder(folder.path()).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        assert_ne!(contents(&path).unwrap(), plain);
        assert_ne!(hash_of_folder(folder.path()).unwrap(), whole);
        assert_eq!(hash_of_folder(&folder.path().join("absent")), None);
    }
}
