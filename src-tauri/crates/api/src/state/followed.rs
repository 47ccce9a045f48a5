//! The folders that this user chose on this computer for one library: those that its links are followed to, and those that
//! skills were imported from.
//!
//! Kept beside the libraries, never in one: a library that is given away brings its links and origins along, and would
//! otherwise have whatever files of the next reader they name read and written. One file a library, found by the library's
//! host; windows and command lines share it.

use std::{
    collections::BTreeSet,
    io,
    path::{Path, PathBuf},
};

use studio_model::HostId;

use crate::{
    Error,
    kept::{self, user},
};

/// The folders chosen for one library.
pub(crate) struct Followed {
    file: PathBuf,
}

impl Followed {
    /// Those kept for the library of this host, in a folder of the user's.
    pub(crate) fn of(data_dir: &Path, host: HostId) -> Self {
        Self { file: data_dir.join("links").join(format!("{host}.json")) }
    }

    /// The folders that links are followed to, as the file has them now.
    pub(crate) fn read(&self) -> Result<BTreeSet<String>, Error> {
        Ok(self.chosen()?.folders)
    }

    /// The folders that skills were imported from on this computer.
    pub(crate) fn roots(&self) -> Result<BTreeSet<String>, Error> {
        Ok(self.chosen()?.roots)
    }

    /// Follows these folders, too.
    pub(crate) fn add(&self, folders: &[String]) -> Result<(), Error> {
        self.change(|chosen| chosen.folders.extend(folders.iter().cloned()))
    }

    /// Notes that skills are imported from these folders.
    pub(crate) fn add_roots(&self, roots: impl IntoIterator<Item = String>) -> Result<(), Error> {
        self.change(|chosen| chosen.roots.extend(roots))
    }

    /// Nothing in a damaged file counts: the author is asked again.
    fn chosen(&self) -> Result<user::FollowedFolders, Error> {
        match kept::read_file::<user::FollowedFolders>(&self.file) {
            Ok(Some(Ok(chosen))) => Ok(chosen),
            Ok(_) => Ok(user::FollowedFolders::default()),
            Err(cause) => Err(Error::file("read the synced folders in", &self.file, &cause)),
        }
    }

    fn change(&self, change: impl FnOnce(&mut user::FollowedFolders)) -> Result<(), Error> {
        let parent = self.file.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(parent).map_err(|cause| Error::file("create the folder", parent, &cause))?;
        let _changing = kept::lock(&self.file)?;
        let before = self.chosen()?;
        let mut chosen = before.clone();
        change(&mut chosen);
        if chosen == before {
            return Ok(());
        }
        let failed = |cause: io::Error| Error::file("save the synced folders in", &self.file, &cause);
        let text = kept::file_bytes(&chosen).map_err(|cause| failed(cause.into()))?;
        studio_pack::write_atomically(&self.file, &text).map_err(|cause| failed(io::Error::other(cause)))
    }
}
