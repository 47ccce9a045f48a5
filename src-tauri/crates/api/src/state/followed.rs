//! The folders that links of one library are followed to, as this user said on this computer.
//!
//! Kept beside the libraries, never in one: a library that is given away brings its links along, and would otherwise read
//! and write whatever files of the next reader they name. One file a library, found by the library's host; windows and
//! command lines share it.

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

/// The folders followed for one library.
pub(crate) struct Followed {
    file: PathBuf,
}

impl Followed {
    /// Those kept for the library of this host, in a folder of the user's.
    pub(crate) fn of(data_dir: &Path, host: HostId) -> Self {
        Self { file: data_dir.join("links").join(format!("{host}.json")) }
    }

    /// The folders as the file has them now. Nothing in a damaged file counts: the author is asked again.
    pub(crate) fn read(&self) -> Result<BTreeSet<String>, Error> {
        match kept::read_file::<user::FollowedFolders>(&self.file) {
            Ok(Some(Ok(followed))) => Ok(followed.folders),
            Ok(_) => Ok(BTreeSet::new()),
            Err(cause) => Err(Error::file("read the followed folders in", &self.file, &cause)),
        }
    }

    /// Follows these folders, too.
    pub(crate) fn add(&self, folders: &[String]) -> Result<(), Error> {
        let parent = self.file.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(parent).map_err(|cause| Error::file("make the folder", parent, &cause))?;
        let _changing = kept::lock(&self.file)?;
        let mut followed = self.read()?;
        let before = followed.len();
        followed.extend(folders.iter().cloned());
        if followed.len() == before {
            return Ok(());
        }
        let failed = |cause: io::Error| Error::file("keep the followed folders in", &self.file, &cause);
        let text =
            kept::file_bytes(&user::FollowedFolders { folders: followed }).map_err(|cause| failed(cause.into()))?;
        studio_pack::write_atomically(&self.file, &text).map_err(|cause| failed(io::Error::other(cause)))
    }
}
