//! What is known of a library that is not at its path, and the files of what it could not take.

use std::{
    fs,
    marker::PhantomData,
    path::{Path, PathBuf},
};

use parking_lot::Mutex;
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    Error,
    dto::{DisplacedLibrary, LibraryInfo},
    kept::{self, user::Drafts},
};

/// What is known of a displaced library beside where it is.
#[derive(Debug, Default)]
pub(crate) struct Displaced {
    /// The copy made when it was noticed; none where none could be made.
    pub(crate) copy: Option<PathBuf>,
    /// What the screen was told last.
    pub(crate) told: Option<DisplacedLibrary>,
    /// What the library said of itself when it was asked last.
    pub(crate) info: Option<LibraryInfo>,
}

/// A file of what one library could not take.
pub(crate) struct KeptBeside<T> {
    file: PathBuf,
    of: PhantomData<T>,
}

/// Changes of such a file are read, decided and written by one at a time.
static CHANGING: Mutex<()> = Mutex::new(());

impl<T: Clone + Serialize + DeserializeOwned> KeptBeside<T> {
    pub(crate) fn of(data_dir: &Path, name: &str) -> Self {
        Self { file: data_dir.join("kept-drafts").join(name), of: PhantomData }
    }

    pub(crate) fn read(&self) -> Vec<T> {
        let kept = kept::read_file::<Drafts<T>>(&self.file).ok().flatten().and_then(Result::ok);
        kept.map(|kept| kept.drafts).unwrap_or_default()
    }

    /// Puts this in the place of what is of the same.
    pub(crate) fn put(&self, one: Option<T>, of_same: impl Fn(&T) -> bool) -> Result<(), Error> {
        let _alone = CHANGING.lock();
        let before = self.read();
        let count = before.len();
        let mut all: Vec<T> = before.into_iter().filter(|other| !of_same(other)).collect();
        if all.len() == count && one.is_none() {
            return Ok(());
        }
        all.extend(one);
        self.write(&all)
    }

    /// Takes off the list what the library took.
    pub(crate) fn take_in(&self, take: impl Fn(&T) -> Option<()>) -> Result<(), Error> {
        let all = self.read();
        let count = all.len();
        let left: Vec<T> = all.into_iter().filter(|one| take(one).is_none()).collect();
        if left.len() < count { self.write(&left) } else { Ok(()) }
    }

    fn write(&self, all: &[T]) -> Result<(), Error> {
        let failed = |cause: std::io::Error| Error::file("save drafts in", &self.file, &cause);
        if all.is_empty() {
            return fs::remove_file(&self.file).map_err(failed);
        }
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let all = Drafts { drafts: all.to_vec() };
        let bytes = kept::file_bytes(&all).map_err(|cause| failed(cause.into()))?;
        studio_pack::write_atomically(&self.file, &bytes).map_err(|cause| failed(std::io::Error::other(cause)))
    }
}
