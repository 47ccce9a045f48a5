//! Putting an export on the disk: what is there is compared first, every file appears under its name only when all of them
//! are written, and where one can't, all is as it was.

use std::fs;
use std::path::{Path, PathBuf};

use super::export::OutFile;
use crate::{error::Error, may_run::may_run, regular::read_regular, whole::Whole};

/// How a file that is to be written stands to the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileState {
    /// There is nothing yet.
    Created,
    /// There is something else.
    Changed,
    /// It is there already.
    Unchanged,
}

impl FileState {
    /// As reports name it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Created => "created",
            Self::Changed => "changed",
            Self::Unchanged => "unchanged",
        }
    }
}

/// A file with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Where it goes, absolute where the folder is.
    pub path: PathBuf,
    /// What is there now.
    pub state: FileState,
    /// What is to be there.
    pub file: OutFile,
}

/// A file that an earlier export wrote and this one does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaving {
    /// Path below the folder, with `/`.
    pub path: String,
    /// Hash of what was written, hex: what somebody made of it since is not removed.
    pub sha256: String,
}

/// Where the files of an export go, compared with what is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The folder all of them are in.
    pub folder: PathBuf,
    /// In their order.
    pub files: Vec<Placed>,
    /// What goes with it.
    pub leaving: Vec<Leaving>,
}

impl Plan {
    /// Compares files with what is in a folder. Writes nothing; the folder need not be there.
    pub fn of(folder: &Path, files: Vec<OutFile>) -> Result<Self, Error> {
        let files = files.into_iter().map(|file| place(folder, file)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { folder: folder.to_owned(), files, leaving: Vec::new() })
    }

    /// The files that would replace something else.
    pub fn changed(&self) -> impl Iterator<Item = &Placed> {
        self.files.iter().filter(|placed| placed.state == FileState::Changed)
    }

    /// Writes what is not there yet, and removes what leaves: all of it beside its place, then each under its name. `watch`
    /// is told how many are written and answers whether to go on; until the last is written nothing has changed, and `false`
    /// comes back. Where a file can't be put in its place, those before it are taken back; so they are by whoever comes next
    /// where the program is killed in between.
    pub fn write(&self, watch: impl FnMut(usize, usize) -> bool) -> Result<bool, Error> {
        let is_done = self.leaving.is_empty() && self.files.iter().all(|placed| placed.state == FileState::Unchanged);
        if is_done && self.folder.is_dir() {
            // It may be read-only by now.
            return Ok(true);
        }
        let mut change = Whole::begin(&self.folder)?;
        match self.stage(&mut change, watch) {
            Ok(true) => change.carry_out().map(|()| true),
            not_all => {
                change.abandon();
                not_all
            }
        }
    }

    /// Prepares everything; false where nobody waits any more.
    fn stage(&self, change: &mut Whole, mut watch: impl FnMut(usize, usize) -> bool) -> Result<bool, Error> {
        let due: Vec<&Placed> = self.files.iter().filter(|placed| placed.state != FileState::Unchanged).collect();
        for (done, placed) in due.iter().enumerate() {
            if !watch(done, due.len()) {
                return Ok(false);
            }
            // Nobody was asked about what came there since.
            if placed.state == FileState::Created && fs::metadata(&placed.path).is_ok() {
                return Err(Error::ChangedMeanwhile { path: placed.path.clone() });
            }
            let OutFile { path, bytes, is_executable } = &placed.file;
            change.put(path, bytes, *is_executable)?;
        }
        self.leaving.iter().for_each(|leaving| change.remove(&leaving.path, &leaving.sha256));
        Ok(true)
    }
}

fn place(folder: &Path, file: OutFile) -> Result<Placed, Error> {
    let path = folder.join(&file.path);
    let state = match fs::metadata(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => FileState::Created,
        Err(error) => return Err(Error::io("read", path)(error)),
        Ok(there) if !there.is_file() => return Err(Error::NotAFile { path }),
        Ok(there) if there.len() != file.bytes.len() as u64 => FileState::Changed,
        Ok(_) => {
            let read = read_regular(&path, file.bytes.len() as u64)?;
            let is_same = read == file.bytes && may_run(&path).is_none_or(|may_run| may_run == file.is_executable);
            if is_same { FileState::Unchanged } else { FileState::Changed }
        }
    };
    Ok(Placed { path, state, file })
}
