//! What is known of a library that is not at its path, and the file of texts it could not take.

use std::{
    fs,
    path::{Path, PathBuf},
};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use studio_model::HostId;

use crate::{Error, dto::DisplacedLibrary};

/// What is known of a displaced library beside where it is.
#[derive(Debug, Default)]
pub(crate) struct Displaced {
    /// The copy made when it was noticed; none where none could be made.
    pub(crate) copy: Option<PathBuf>,
    /// What the screen was told last.
    pub(crate) told: Option<DisplacedLibrary>,
}

/// A text typed and not saved, which the library could not take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeptDraft {
    pub(crate) skill: String,
    pub(crate) path: String,
    pub(crate) text: String,
    pub(crate) base: String,
}

/// The file of texts that one library could not take.
pub(crate) struct KeptDrafts(PathBuf);

/// Changes of such a file are read, decided and written by one at a time.
static CHANGING: Mutex<()> = Mutex::new(());

impl KeptDrafts {
    pub(crate) fn of(data_dir: &Path, host: HostId) -> Self {
        Self(data_dir.join("kept-drafts").join(format!("{host}.json")))
    }

    pub(crate) fn read(&self) -> Vec<KeptDraft> {
        fs::read(&self.0).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
    }

    pub(crate) fn put(&self, draft: KeptDraft) -> Result<(), Error> {
        let _alone = CHANGING.lock();
        let mut all = self.read();
        all.retain(|other| (&other.skill, &other.path) != (&draft.skill, &draft.path));
        all.push(draft);
        self.write(&all)
    }

    pub(crate) fn write(&self, all: &[KeptDraft]) -> Result<(), Error> {
        let failed = |cause: std::io::Error| Error::file("keep what was typed in", &self.0, &cause);
        if all.is_empty() {
            return fs::remove_file(&self.0).map_err(failed);
        }
        if let Some(folder) = self.0.parent() {
            fs::create_dir_all(folder).map_err(failed)?;
        }
        let bytes = serde_json::to_vec(all).map_err(|cause| failed(cause.into()))?;
        studio_pack::write_atomically(&self.0, &bytes).map_err(|cause| failed(std::io::Error::other(cause)))
    }
}
