//! The steps of writing an export, each with the way back.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

use crate::{
    beside::{parent, temporary_prefix},
    error::Error,
};

/// Something to be done in a folder that is prepared for it.
pub(super) enum Step {
    /// A file that was written beside its place goes there.
    Put { new: TempPath, target: PathBuf },
    /// A file goes.
    Remove { target: PathBuf },
}

/// What takes a step back.
pub(super) enum Undo {
    /// There was nothing at the place.
    Take(PathBuf),
    /// What was there lies beside it.
    Bring { old: TempPath, target: PathBuf },
}

impl Step {
    pub(super) fn carry_out(self) -> Result<Undo, Error> {
        match self {
            Self::Put { new, target } => {
                let old = match fs::symlink_metadata(&target) {
                    Ok(_) => {
                        Some(beside(&target, |path| fs::hard_link(&target, path).or_else(|_| copy(&target, path)))?)
                    }
                    Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                    Err(error) => return Err(Error::io("read", target)(error)),
                };
                new.persist(&target).map_err(|error| Error::io("write", target.as_path())(error.error))?;
                Ok(match old {
                    Some(old) => Undo::Bring { old, target },
                    None => Undo::Take(target),
                })
            }
            Self::Remove { target } => {
                let old = beside(&target, |path| fs::rename(&target, path))?;
                Ok(Undo::Bring { old, target })
            }
        }
    }
}

impl Undo {
    /// Puts back what was there. What can't be put back stays beside its place.
    pub(super) fn undo(self) {
        match self {
            Self::Take(target) => {
                let _gone = fs::remove_file(target);
            }
            Self::Bring { old, target } => {
                if let Err(failed) = old.persist(target) {
                    let _left = failed.path.keep();
                }
            }
        }
    }

    /// Lets go of what was there, and of the folders below `folder` that are empty without it.
    pub(super) fn settle(self, folder: &Path) {
        let Self::Bring { old, target } = self else { return };
        drop(old);
        if !target.exists() {
            let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
            let inside = target.ancestors().skip(1).take_while(|above| above.starts_with(&folder) && *above != folder);
            // The first one that is not empty ends it.
            let _emptied = inside.map(fs::remove_dir).take_while(Result::is_ok).count();
        }
    }
}

/// What `place` puts at a new name beside a file.
fn beside(target: &Path, place: impl FnMut(&Path) -> io::Result<()>) -> Result<TempPath, Error> {
    let made = Builder::new().prefix(&temporary_prefix(target)).suffix(".tmp").make_in(parent(target), place);
    Ok(made.map_err(Error::io("write", target))?.into_temp_path())
}

/// For file systems without hard links.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to).map(drop)
}

/// The folders that were made for an export.
#[derive(Default)]
pub(super) struct Folders(Vec<PathBuf>);

impl Folders {
    /// Makes a folder with those around it.
    pub(super) fn make(&mut self, folder: &Path) -> Result<(), Error> {
        let missing: Vec<PathBuf> =
            folder.ancestors().take_while(|above| !above.exists()).map(Path::to_path_buf).collect();
        fs::create_dir_all(folder).map_err(Error::io("create the folder", folder))?;
        self.0.extend(missing.into_iter().rev());
        Ok(())
    }

    /// Removes those of them that are empty, the innermost first.
    pub(super) fn unmake(self) {
        for folder in self.0.iter().rev() {
            let _removed = fs::remove_dir(folder);
        }
    }
}
