//! The open library's file is not at its path any more: what is told, and that nothing typed meanwhile is lost.
//!
//! Writing has stopped by then (`studio_store` sees to that). Everything is still there to be read, a copy of it is made
//! at once among the backups, and drafts go to a file of the data folder until the library is open again somewhere.

use std::path::Path;

use studio_store::{self as store, Displacement};

use crate::kept::user::Draft as KeptDraft;
use crate::library::kept_drafts::KeptDrafts;
use crate::studio::ids::skill_id;
use crate::{
    Error, Studio,
    dto::{DisplacedHow, DisplacedLibrary, LibraryInfo, StudioEvent},
    studio::session::Session,
};

impl Studio {
    /// Writes everything the open library holds to a file, also where its own is gone or cannot be written, and goes on
    /// in that file.
    pub fn save_library_copy(&self, path: &str) -> Result<LibraryInfo, Error> {
        let session = self.session()?;
        session.library.save_copy(Path::new(path)).map_err(|error| match error {
            store::Error::Busy { .. } => {
                let message = format!("{path} is another library, or is in use. Choose another name for the copy.");
                Error::new(crate::ErrorCode::Invalid, message)
            }
            error => error.into(),
        })?;
        self.open_library(path)
    }
}

impl Session {
    /// What became of the library's file, where it is not at its path any more. Whoever finds out first makes a copy.
    pub(crate) fn displaced(&self) -> Option<DisplacedLibrary> {
        let found = self.library.look();
        let mut kept = self.displaced.lock();
        let Some(found) = found else {
            // A drive that came back: what is written from now on is in no copy.
            kept.copy = None;
            return None;
        };
        if kept.copy.is_none() {
            // Where there is no room for a copy, the author is offered to save one elsewhere all the same.
            let copy = self.library.backup(&self.backup_folder());
            kept.copy = self.shared.log.dropped("a displaced library was not copied", copy);
        }
        Some(described(self.library.path(), found, kept.copy.as_deref(), self.kept_drafts().read().len()))
    }

    /// Tells the screen when the library's file went from its path, and when that changed since.
    pub(crate) fn notice_displacement(&self) {
        let now = self.displaced();
        let mut kept = self.displaced.lock();
        if kept.told == now {
            return;
        }
        kept.told.clone_from(&now);
        drop(kept);
        self.emit(StudioEvent::LibraryDisplaced { displaced: now });
    }

    /// Keeps a text the library could not take, until it is open again.
    pub(crate) fn keep_draft_beside(&self, skill: &str, path: &str, text: &str, base: &str) -> Result<(), Error> {
        let [skill, path, text, base] = [skill, path, text, base].map(str::to_owned);
        self.kept_drafts().put(KeptDraft { skill, path, text, base })
    }

    /// Takes in what was typed while this library was not at its path. Skills it does not have keep their texts where they
    /// are.
    pub(crate) fn take_in_kept_drafts(&self) {
        let kept = self.kept_drafts();
        let (left, taken): (Vec<_>, Vec<_>) = kept.read().into_iter().partition(|draft| {
            let taken = skill_id(&draft.skill)
                .ok()
                .map(|skill| self.library.aside().put_draft(skill, &draft.path, &draft.text, &draft.base));
            !matches!(taken, Some(Ok(())))
        });
        if !taken.is_empty() {
            // What cannot be taken off the list is offered once more the next time.
            self.shared.log.dropped("drafts that were taken in are still on their list", kept.write(&left));
        }
    }

    fn kept_drafts(&self) -> KeptDrafts {
        KeptDrafts::of(&self.shared.config.data_dir, self.library.host())
    }
}

fn described(path: &Path, found: Displacement, copy: Option<&Path>, drafts: usize) -> DisplacedLibrary {
    let message = store::Error::Displaced { path: path.to_owned(), displacement: found.clone() }.to_string();
    let (how, moved_to) = match found {
        Displacement::Moved { to } => (DisplacedHow::Moved, to),
        Displacement::Deleted => (DisplacedHow::Deleted, None),
        Displacement::Replaced { moved_to } => (DisplacedHow::Replaced, moved_to),
        Displacement::Unreachable => (DisplacedHow::Unreachable, None),
    };
    DisplacedLibrary {
        how,
        message: format!("{message}."),
        path: path.display().to_string(),
        moved_to: moved_to.map(|to| to.display().to_string()),
        is_path_taken: path.is_file(),
        copy: copy.map(|copy| copy.display().to_string()),
        drafts: drafts as u32,
    }
}
