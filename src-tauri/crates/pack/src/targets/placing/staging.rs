//! A write that can be taken back: by whoever makes it, and by the next one to come where it was killed.
//!
//! All that is new is written into one hidden folder, and what it replaces is linked there. A note in it says which goes
//! where; only then are files moved. Whoever finds such a folder that nobody holds puts back what its note says, so that a
//! killed write is one that never was.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use studio_text::sha256_hex;
use tempfile::Builder;

use super::is_as_written;
use crate::{
    beside::{parent, sync_folder, write_new},
    error::Error,
    files::LinkedFolder,
    names::TEMPORARY_PREFIX,
    regular::read_regular,
    targets::OutFile,
};

/// Its lock goes with the program that holds it.
const LOCK: &str = "lock";
const NOTE: &str = "note.json";
/// Bytes a note may have.
const LARGEST_NOTE: u64 = 64 * 1024 * 1024;

/// A write that is prepared.
pub(super) struct Staging {
    root: LinkedFolder,
    folder: PathBuf,
    place: PathBuf,
    note: Note,
    folders: Folders,
    _lock: File,
}

/// What has to be known to take a write back.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Note {
    /// Which folder it was written into: one that came with somebody's files is not to be believed.
    mark: Option<(u64, u64)>,
    steps: Vec<Step>,
    /// Folders that were made, below the one that is written to.
    folders: Vec<PathBuf>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Step {
    /// A new file goes to its place.
    Put { path: PathBuf, sha256: String, replaces: bool },
    /// A file goes.
    Remove { path: PathBuf },
}

impl Staging {
    /// Prepares a write to a folder, which is made where it is missing.
    pub(super) fn begin(folder: &Path) -> Result<Self, Error> {
        let mut folders = Folders::default();
        folders.make(folder)?;
        take_back_killed(folder);
        let prefix = format!("{TEMPORARY_PREFIX}writing-");
        let made = Builder::new().prefix(&prefix).tempdir_in(folder).map_err(Error::io("write to", folder))?;
        let lock = File::create(made.path().join(LOCK)).map_err(Error::io("write to", made.path()))?;
        // Without locks nobody takes it for a leftover.
        let _unlocked = lock.lock();
        let root = LinkedFolder::open(folder)?;
        let note = Note { mark: mark_of(made.path()), ..Note::default() };
        let staging = Self { root, folder: folder.to_owned(), place: made.keep(), note, folders, _lock: lock };
        staging.write_note().map(|()| staging)
    }

    /// Writes a file for its place. No link in the folder leads it out.
    pub(super) fn put(&mut self, file: &OutFile) -> Result<(), Error> {
        let path = PathBuf::from(&file.path);
        let target = self.root.locate_target(&path)?;
        self.folders.make(parent(&target))?;
        let number = self.note.steps.len();
        write_new(&new_at(&self.place, number), &target, &file.bytes, file.is_executable)?;
        let replaces = match fs::symlink_metadata(&target) {
            Ok(_) => {
                let old = old_at(&self.place, number);
                // Not every file system has hard links.
                let linked = fs::hard_link(&target, &old).or_else(|_| fs::copy(&target, &old).map(drop));
                linked.map_err(Error::io("write", target))?;
                true
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(Error::io("read", target)(error)),
        };
        self.note.steps.push(Step::Put { path, sha256: sha256_hex(&file.bytes), replaces });
        Ok(())
    }

    /// Has a file go that is as an export wrote it. What can't be found is gone already.
    pub(super) fn remove(&mut self, path: &str, sha256: &str) {
        let path = PathBuf::from(path);
        if self.root.locate_target(&path).is_ok_and(|target| is_as_written(&target, sha256)) {
            self.note.steps.push(Step::Remove { path });
        }
    }

    /// Brings everything to its place, or nothing.
    pub(super) fn carry_out(mut self) -> Result<(), Error> {
        let carried = self.write_whole_note().and_then(|()| {
            let mut steps = self.note.steps.iter().enumerate();
            steps.try_for_each(|(number, step)| self.move_one(number, step))
        });
        if let Err(error) = carried {
            return Err(self.undone(error));
        }
        let steps = std::mem::take(&mut self.note.steps);
        // From here on it stands, whatever becomes of what is left.
        if let Err(error) = self.write_note() {
            self.note.steps = steps;
            return Err(self.undone(error));
        }
        for step in steps {
            if let (Step::Remove { path }, Ok(folder)) = (step, fs::canonicalize(&self.folder)) {
                remove_emptied(&folder, &folder.join(path));
            }
        }
        let _left = fs::remove_dir_all(&self.place);
        sync_folder(&self.folder);
        Ok(())
    }

    /// Leaves everything as it is.
    pub(super) fn abandon(self) {
        let _left = fs::remove_dir_all(&self.place);
        self.folders.unmake();
    }

    /// Takes back what was moved. Where something of that fails, what was there stays with the note, for the next to try.
    fn undone(self, error: Error) -> Error {
        if self.note.take_back(&self.root, &self.place) {
            self.abandon();
        }
        error
    }

    fn move_one(&self, number: usize, step: &Step) -> Result<(), Error> {
        let target = self.root.locate_target(step.path())?;
        let (from, to) = match step {
            Step::Put { .. } => (new_at(&self.place, number), target.clone()),
            Step::Remove { .. } => (target.clone(), old_at(&self.place, number)),
        };
        fs::rename(from, to).map_err(Error::io("write", target))
    }

    /// From now on whoever finds the note takes the write back.
    fn write_whole_note(&mut self) -> Result<(), Error> {
        let folder = fs::canonicalize(&self.folder).map_err(Error::io("open", self.folder.as_path()))?;
        let below = |made: &PathBuf| made.strip_prefix(&folder).ok().map(Path::to_path_buf);
        self.note.folders = self.folders.0.iter().filter_map(below).collect();
        self.write_note()
    }

    fn write_note(&self) -> Result<(), Error> {
        let (note, new) = (self.place.join(NOTE), self.place.join("new-note.json"));
        let written = File::create(&new).and_then(|mut file| {
            serde_json::to_writer(&mut file, &self.note)?;
            file.sync_all()
        });
        written.and_then(|()| fs::rename(new, &note)).map_err(Error::io("write", note))
    }
}

fn new_at(place: &Path, number: usize) -> PathBuf {
    place.join(format!("new-{number}"))
}

fn old_at(place: &Path, number: usize) -> PathBuf {
    place.join(format!("old-{number}"))
}

impl Step {
    fn path(&self) -> &Path {
        match self {
            Self::Put { path, .. } | Self::Remove { path } => path,
        }
    }
}

impl Note {
    /// Puts back what was there, the last step first; what somebody changed since stays. False where something of it can't be
    /// put back.
    fn take_back(&self, root: &LinkedFolder, place: &Path) -> bool {
        let mut is_back = true;
        for (number, step) in self.steps.iter().enumerate().rev() {
            let Ok(target) = root.locate_target(step.path()) else { continue };
            let (new, old) = (new_at(place, number), old_at(place, number));
            let put = match step {
                Step::Put { .. } if new.exists() => continue,
                Step::Put { sha256, .. } if !is_as_written(&target, sha256) => continue,
                Step::Put { replaces: false, .. } => fs::remove_file(target),
                Step::Remove { .. } if target.exists() || !old.exists() => continue,
                Step::Put { replaces: true, .. } | Step::Remove { .. } => fs::rename(old, target),
            };
            is_back &= put.is_ok();
        }
        for folder in self.folders.iter().rev() {
            if let Ok(folder) = root.locate_target(folder) {
                let _filled = fs::remove_dir(folder);
            }
        }
        is_back
    }
}

/// Takes back every write to a folder whose program was killed.
pub fn take_back_killed(folder: &Path) {
    let prefix = format!("{TEMPORARY_PREFIX}writing-");
    let Ok(root) = LinkedFolder::open(folder) else { return };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_one = entry.file_name().to_string_lossy().starts_with(&prefix);
        if !is_one || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let place = entry.path();
        let Ok(lock) = File::open(place.join(LOCK)) else {
            // It was killed before it had one.
            let _filled = fs::remove_dir(place);
            continue;
        };
        if lock.try_lock().is_err() {
            continue;
        }
        let note = read_regular(&place.join(NOTE), LARGEST_NOTE).ok();
        let note = note.and_then(|bytes| serde_json::from_slice::<Note>(&bytes).ok());
        let Some(note) = note.filter(|note| note.mark.is_some() && note.mark == mark_of(&place)) else { continue };
        if note.take_back(&root, &place) {
            let _left = fs::remove_dir_all(place);
        }
    }
}

/// What tells a folder from every other on this machine; nobody can give it to one that others will copy.
#[cfg(unix)]
fn mark_of(place: &Path) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt as _;
    let found = fs::symlink_metadata(place).ok()?;
    Some((found.dev(), found.ino()))
}

/// Elsewhere no killed write is taken back.
#[cfg(not(unix))]
fn mark_of(_place: &Path) -> Option<(u64, u64)> {
    None
}

/// Removes the folders below `folder` that are empty without a file.
fn remove_emptied(folder: &Path, file: &Path) {
    let inside = file.ancestors().skip(1).take_while(|above| above.starts_with(folder) && *above != folder);
    // The first one that is not empty ends it.
    let _emptied = inside.map(fs::remove_dir).take_while(Result::is_ok).count();
}

/// The folders that were made for an export.
#[derive(Default)]
struct Folders(Vec<PathBuf>);

impl Folders {
    /// Makes a folder with those around it.
    fn make(&mut self, folder: &Path) -> Result<(), Error> {
        let missing: Vec<PathBuf> =
            folder.ancestors().take_while(|above| !above.exists()).map(Path::to_path_buf).collect();
        fs::create_dir_all(folder).map_err(Error::io("create the folder", folder))?;
        self.0.extend(missing.into_iter().rev());
        Ok(())
    }

    /// Removes those of them that are empty, the innermost first.
    fn unmake(self) {
        for folder in self.0.iter().rev() {
            let _removed = fs::remove_dir(folder);
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn file(path: &str, text: &str) -> OutFile {
        OutFile { path: path.to_owned(), bytes: text.into(), is_executable: false }
    }

    /// Every file and folder below a folder, with what is in it.
    fn all(folder: &Path) -> BTreeMap<PathBuf, String> {
        let mut found = BTreeMap::new();
        let mut due = vec![folder.to_owned()];
        while let Some(below) = due.pop() {
            for entry in fs::read_dir(below).unwrap().flatten() {
                let text = fs::read_to_string(entry.path()).unwrap_or_default();
                found.insert(entry.path().strip_prefix(folder).unwrap().to_owned(), text);
                due.extend(entry.path().is_dir().then(|| entry.path()));
            }
        }
        found
    }

    /// A folder with an export, and a write of another one that is prepared.
    fn prepared() -> (tempfile::TempDir, BTreeMap<PathBuf, String>, Staging) {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in [("a.md", "old a"), ("sub/b.md", "old b"), ("sub/gone.md", "goes")] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let before = all(folder.path());
        let mut staging = Staging::begin(folder.path()).unwrap();
        for (path, text) in [("a.md", "new a"), ("sub/b.md", "new b"), ("more/deep/c.md", "new c")] {
            staging.put(&file(path, text)).unwrap();
        }
        staging.remove("sub/gone.md", &sha256_hex(b"goes"));
        staging.remove("a.md", &sha256_hex(b"not what is there"));
        (folder, before, staging)
    }

    #[test]
    fn a_write_is_whole_and_leaves_nothing_else() {
        let (folder, _, staging) = prepared();
        staging.carry_out().unwrap();
        let written = all(folder.path());
        let texts: Vec<&str> = written.values().map(String::as_str).filter(|text| !text.is_empty()).collect();
        assert_eq!(texts, ["new a", "new c", "new b"]);
        assert!(!written.keys().any(|path| path.to_string_lossy().contains(TEMPORARY_PREFIX)), "{written:?}");
    }

    #[test]
    fn a_killed_write_never_was_wherever_it_was_killed() {
        for moved in 0..=4 {
            let (folder, before, mut staging) = prepared();
            staging.write_whole_note().unwrap();
            for (number, step) in staging.note.steps.iter().enumerate().take(moved) {
                staging.move_one(number, step).unwrap();
            }
            // As long as the program is there it is its own.
            take_back_killed(folder.path());
            assert!(staging.place.is_dir());
            drop(staging);
            take_back_killed(folder.path());
            assert_eq!(all(folder.path()), before, "after {moved} steps");
        }
        // Before there was a note of its steps, and after the last.
        let (folder, before, staging) = prepared();
        let made = folder.path().join("more");
        drop(staging);
        take_back_killed(folder.path());
        fs::remove_dir_all(made).unwrap();
        assert_eq!(all(folder.path()), before);
    }

    #[test]
    fn what_was_changed_since_stays_and_what_came_with_somebodys_files_is_not_believed() {
        let (folder, mut before, mut staging) = prepared();
        staging.write_whole_note().unwrap();
        staging.note.steps.iter().enumerate().for_each(|(number, step)| staging.move_one(number, step).unwrap());
        fs::write(folder.path().join("a.md"), "mine").unwrap();
        let (place, copied) = (staging.place.clone(), folder.path().join(format!("{TEMPORARY_PREFIX}writing-copied")));
        drop(staging);
        fs::create_dir(&copied).unwrap();
        for entry in fs::read_dir(&place).unwrap().flatten() {
            fs::copy(entry.path(), copied.join(entry.file_name())).unwrap();
        }
        fs::write(copied.join("old-1"), "evil").unwrap();
        take_back_killed(folder.path());
        assert!(!place.exists() && copied.exists(), "what is not of this machine is left alone");
        fs::remove_dir_all(copied).unwrap();
        before.insert("a.md".into(), "mine".to_owned());
        assert_eq!(all(folder.path()), before);
    }
}
