//! Putting an export on the disk: what is there is compared first, and every file appears under its name only when all of
//! them are written.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::export::OutFile;
use crate::{
    beside::{parent, sync_folder, temporary},
    error::Error,
    files::LinkedFolder,
    regular::read_regular,
};

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

/// Where the files of an export go, compared with what is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The folder all of them are in.
    pub folder: PathBuf,
    /// In their order.
    pub files: Vec<Placed>,
}

impl Plan {
    /// Compares files with what is in a folder. Writes nothing; the folder need not be there.
    pub fn of(folder: &Path, files: Vec<OutFile>) -> Result<Self, Error> {
        let files = files.into_iter().map(|file| place(folder, file)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { folder: folder.to_owned(), files })
    }

    /// The files that would replace something else.
    pub fn changed(&self) -> impl Iterator<Item = &Placed> {
        self.files.iter().filter(|placed| placed.state == FileState::Changed)
    }

    /// Writes what is not there yet: all of it beside its place, then each under its name. `watch` is told how many are
    /// written and answers whether to go on; until the last is written nothing has changed, and `false` comes back.
    pub fn write(&self, mut watch: impl FnMut(usize, usize) -> bool) -> Result<bool, Error> {
        fs::create_dir_all(&self.folder).map_err(Error::io("create the folder", self.folder.as_path()))?;
        let folder = LinkedFolder::open(&self.folder)?;
        let due: Vec<&Placed> = self.files.iter().filter(|placed| placed.state != FileState::Unchanged).collect();
        let mut written: Vec<(TempPath, PathBuf)> = Vec::with_capacity(due.len());
        for placed in &due {
            if !watch(written.len(), due.len()) {
                return Ok(false);
            }
            // No link in the folder leads a file out of it.
            let target = folder.locate_target(Path::new(&placed.file.path))?;
            fs::create_dir_all(parent(&target)).map_err(Error::io("create the folder", parent(&target)))?;
            written.push((temporary(&target, &placed.file.bytes, placed.file.is_executable)?, target));
        }
        for (temporary, target) in written {
            temporary.persist(&target).map_err(|error| Error::io("write", target.as_path())(error.error))?;
        }
        sync_folder(&self.folder);
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
        Ok(there) => {
            let read = read_regular(&path, file.bytes.len() as u64)?;
            let is_same = read == file.bytes && is_executable(&there) == file.is_executable;
            if is_same { FileState::Unchanged } else { FileState::Changed }
        }
    };
    Ok(Placed { path, state, file })
}

#[cfg(unix)]
fn is_executable(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn is_executable(_metadata: &fs::Metadata) -> bool {
    false
}
