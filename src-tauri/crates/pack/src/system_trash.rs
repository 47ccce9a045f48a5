//! The system's trash, as freedesktop.org describes it: what lies there is in `files`, and a note in `info` says where it was.
//!
//! A note also says whose folder it was, in a line that file managers leave alone, so that whoever moved a folder here finds
//! it again. What the author restores or deletes there meanwhile is theirs.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::beside::prepared_anew;
use crate::error::Error;
use crate::files::write_atomically;
use crate::kill_point::kill_point;

/// Names that are tried beside the folder's own.
const NAMES: u32 = 10_000;

/// The folder `Trash` of a user.
#[derive(Clone, Debug)]
pub struct SystemTrash {
    place: PathBuf,
}

impl SystemTrash {
    /// The trash at a place, which is made when it is needed.
    pub fn at(place: PathBuf) -> Self {
        Self { place }
    }

    /// Moves a folder here in one step, or leaves it as it is. `owner` is whose it was, and `deleted_at` the local time as
    /// `2026-11-29T14:32:54`.
    pub fn put(&self, folder: &Path, owner: &str, deleted_at: &str) -> Result<(), Error> {
        for part in [self.files(), self.notes()] {
            fs::create_dir_all(&part).map_err(Error::io("make", &part))?;
        }
        let (note, moved) = self.reserve(folder, owner, deleted_at)?;
        kill_point();
        fs::rename(folder, &moved).map_err(|cause| {
            // Nothing lies there that it could tell of.
            let _gone = fs::remove_file(&note);
            Error::io("move to the trash", folder)(cause)
        })?;
        kill_point();
        Ok(())
    }

    /// Whether a folder can be moved here: nothing is, from one file system to another.
    pub fn takes(&self, folder: &Path) -> bool {
        let own = fs::symlink_metadata(folder).ok();
        let its = self.place.ancestors().find_map(|part| fs::metadata(part).ok());
        own.zip(its).is_none_or(|(own, its)| is_on_one_file_system(&own, &its))
    }

    /// Puts folders back where they were, each by its owner, where they lie here and nothing has taken their place. The last
    /// one to come here is the first to go. One that cannot go keeps no other but those that were in it: where an outer
    /// folder still lies here, of these or of those `waiting`, what was in it stays here too, so as not to take its place.
    pub fn take_back(&self, wanted: &[(String, PathBuf)], waiting: &[(String, PathBuf)]) -> Result<(), Error> {
        let is_gone = |folder: &Path| fs::symlink_metadata(folder).is_err();
        if !wanted.iter().any(|(_, folder)| is_gone(folder)) {
            return Ok(());
        }
        let lying = self.lying()?;
        let note_of = |owner: &str, folder: &Path| lying.get(&(path_line(folder), owner_line(owner)));
        let is_kept = |folder: &Path| {
            wanted.iter().chain(waiting).any(|(owner, outer)| {
                *outer != *folder && folder.starts_with(outer) && is_gone(outer) && note_of(owner, outer).is_some()
            })
        };
        let mut outer_first: Vec<_> = wanted.iter().collect();
        outer_first.sort_by_key(|(_, folder)| folder.components().count());
        let mut outcome = Ok(());
        for (owner, folder) in outer_first {
            // One that is there by now came along with the folder it lies in.
            if !is_gone(folder) || is_kept(folder) {
                continue;
            }
            if let Some((_, note)) = note_of(owner, folder) {
                outcome = self.take_one_back(folder, note).and(outcome);
            }
        }
        outcome
    }

    fn take_one_back(&self, folder: &Path, note: &Path) -> Result<(), Error> {
        if let Some(parent) = folder.parent() {
            fs::create_dir_all(parent).map_err(Error::io("make", parent))?;
        }
        kill_point();
        fs::rename(self.told_of(note), folder).map_err(Error::io("move back from the trash", folder))?;
        kill_point();
        fs::remove_file(note).map_err(Error::io("remove", note))?;
        kill_point();
        Ok(())
    }

    /// Removes the notes of these folders, each by its owner, that tell of nothing: whoever moved them back was killed before
    /// it could.
    pub fn clear_notes(&self, wanted: &[(String, PathBuf)]) -> Result<(), Error> {
        let lying = self.lying()?;
        for (owner, folder) in wanted {
            if let Some((_, note)) = lying.get(&(path_line(folder), owner_line(owner)))
                && fs::symlink_metadata(self.told_of(note)).is_err()
            {
                fs::remove_file(note).map_err(Error::io("remove", note))?;
            }
        }
        Ok(())
    }

    /// What a note tells of.
    fn told_of(&self, note: &Path) -> PathBuf {
        self.files().join(note.file_stem().unwrap_or_default())
    }

    fn files(&self) -> PathBuf {
        self.place.join("files")
    }

    fn notes(&self) -> PathBuf {
        self.place.join("info")
    }

    /// Writes the note under a name that nothing has here; gives it, and where the folder goes.
    fn reserve(&self, folder: &Path, owner: &str, deleted_at: &str) -> Result<(PathBuf, PathBuf), Error> {
        let text = format!("[Trash Info]\n{}\nDeletionDate={deleted_at}\n{}\n", path_line(folder), owner_line(owner));
        let own = folder.file_name().unwrap_or_default().to_string_lossy();
        for number in 1..NAMES {
            let name = if number == 1 { own.to_string() } else { format!("{own}.{number}") };
            let moved = self.files().join(&name);
            if fs::symlink_metadata(&moved).is_ok() {
                continue;
            }
            let note = self.notes().join(format!("{name}.trashinfo"));
            if is_of(&note, folder, owner) {
                // One of a move that was killed before the folder went: nothing lies there that it could tell of.
                write_atomically(&note, text.as_bytes())?;
                return Ok((note, moved));
            }
            if fs::symlink_metadata(&note).is_ok() {
                continue;
            }
            // An empty one would tell nobody whose it is, were this program killed.
            match prepared_anew(&note, text.as_bytes())?.persist_noclobber(&note) {
                Ok(_) => return Ok((note, moved)),
                Err(cause) if cause.error.kind() == ErrorKind::AlreadyExists => {}
                Err(cause) => return Err(Error::io("write", note)(cause.error)),
            }
        }
        Err(Error::Exists { path: self.files().join(&*own) })
    }

    /// The newest note of each path and owner.
    fn lying(&self) -> Result<Notes, Error> {
        let mut lying = Notes::new();
        let notes = match fs::read_dir(self.notes()) {
            Ok(notes) => notes,
            Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(lying),
            Err(cause) => return Err(Error::io("read", self.notes())(cause)),
        };
        for note in notes.flatten().map(|entry| entry.path()) {
            let Ok(text) = fs::read_to_string(&note) else { continue };
            let line = |start: &str| text.lines().find(|line| line.starts_with(start)).map(str::to_owned);
            let (Some(path), Some(owner)) = (line(PATH), line(OWNER)) else { continue };
            let at = line(DATE).unwrap_or_default();
            let known = lying.get(&(path.clone(), owner.clone()));
            if known.is_none_or(|(before, _)| *before < at) {
                lying.insert((path, owner), (at, note));
            }
        }
        Ok(lying)
    }
}

#[cfg(unix)]
fn is_on_one_file_system(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    one.dev() == other.dev()
}

#[cfg(not(unix))]
fn is_on_one_file_system(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    true
}

/// Notes by path and owner, each with when it was written.
type Notes = HashMap<(String, String), (String, PathBuf)>;

const PATH: &str = "Path=";
const DATE: &str = "DeletionDate=";
/// No key of the standard's, which asks everybody to pass over those.
const OWNER: &str = "X-SkillStudio-Skill=";

/// Whether a note tells of this folder of this owner.
fn is_of(note: &Path, folder: &Path, owner: &str) -> bool {
    let text = fs::read_to_string(note).unwrap_or_default();
    [path_line(folder), owner_line(owner)].iter().all(|wanted| text.lines().any(|line| line == wanted))
}

fn owner_line(owner: &str) -> String {
    format!("{OWNER}{owner}")
}

/// The path with what has a meaning of its own in a URL escaped, as the standard asks for.
fn path_line(folder: &Path) -> String {
    let mut line = PATH.to_owned();
    for &byte in folder.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte) {
            line.push(char::from(byte));
        } else {
            let _always = write!(line, "%{byte:02X}");
        }
    }
    line
}
