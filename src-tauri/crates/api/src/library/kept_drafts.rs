//! What is known of a library that is not at its path, and the file of texts it could not take.

use crate::kept;
use crate::kept::user::{Draft as KeptDraft, Drafts};
use std::{
    fs,
    path::{Path, PathBuf},
};

use parking_lot::Mutex;
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

/// The file of texts that one library could not take.
pub(crate) struct KeptDrafts(PathBuf);

/// Changes of such a file are read, decided and written by one at a time.
static CHANGING: Mutex<()> = Mutex::new(());

impl KeptDrafts {
    pub(crate) fn of(data_dir: &Path, host: HostId) -> Self {
        Self(data_dir.join("kept-drafts").join(format!("{host}.json")))
    }

    pub(crate) fn read(&self) -> Vec<KeptDraft> {
        let kept = kept::read_file::<Drafts>(&self.0).ok().flatten().and_then(Result::ok);
        kept.unwrap_or_default().drafts
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
        let all = Drafts { drafts: all.to_vec() };
        let bytes = kept::file_bytes(&all).map_err(|cause| failed(cause.into()))?;
        studio_pack::write_atomically(&self.0, &bytes).map_err(|cause| failed(std::io::Error::other(cause)))
    }
}
