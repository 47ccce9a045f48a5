//! The open library's file is not at its path any more: what is told, and that nothing typed meanwhile is lost.
//!
//! Writing has stopped by then (`studio_store` sees to that). Everything is still there to be read, unless another file was
//! written over it; a copy of it is made at once among the backups, and drafts go to a file of the data folder until the
//! library is open again somewhere.

use std::path::Path;

use studio_store::{self as store, Displacement};

use crate::{
    Error, Studio,
    base::ids::skill_id,
    dto::{DisplacedHow, DisplacedLibrary, LibraryInfo, StudioEvent},
    kept::{
        Mirror,
        user::{Draft as KeptDraft, Form as KeptForm, FormKind},
    },
    state::{kept_drafts::KeptBeside, session::Session, underway},
};

impl Studio {
    /// Writes everything the open library holds to a file, also where its own is gone or cannot be written, and goes on
    /// in that file.
    pub fn save_library_copy(&self, path: &str) -> Result<LibraryInfo, Error> {
        let session = self.session()?;
        let unfinished = underway::scratch(&store::unfinished_copy(Path::new(path)));
        let _noted = underway::note(&self.shared.config, unfinished);
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
            let folder = self.backup_folder();
            kept.copy = if self.library.is_overwritten() {
                // A copy made now would be of both files.
                self.library.list_backups(&folder).ok().and_then(|mut copies| copies.pop())
            } else {
                // Where there is no room for a copy, the author is offered to save one elsewhere all the same.
                self.shared.log.dropped("a displaced library was not copied", self.library.backup(&folder))
            };
        }
        let typed = self.kept_drafts().read().len() + self.kept_forms().read().len();
        Some(described(self.library.path(), found, kept.copy.as_deref(), typed))
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
        let of_same = |other: &KeptDraft| (&other.skill, &other.path) == (&skill, &path);
        let draft = KeptDraft { skill: skill.clone(), path: path.clone(), text, base };
        self.kept_drafts().put(Some(draft), of_same)
    }

    /// Keeps what is written in a form, until the library is open again.
    pub(crate) fn keep_form_beside(&self, draft: store::FormDraft) -> Result<(), Error> {
        let store::FormDraft { kind, row, row_version, sealed, .. } = draft;
        let kind = FormKind::of(&kind.into());
        let form = KeptForm { kind, row: row.clone(), row_version, sealed };
        self.kept_forms().put(Some(form), |other| other.kind == kind && other.row == row)
    }

    /// Forgets what was kept of a form beside the library.
    pub(crate) fn forget_form_beside(&self, kind: store::FormKind, row: &str) -> Result<(), Error> {
        let kind = FormKind::of(&kind.into());
        self.kept_forms().put(None, |other| other.kind == kind && other.row == row)
    }

    /// Takes in what was typed while this library was not at its path. Skills it does not have keep their texts where they
    /// are.
    pub(crate) fn take_in_kept_drafts(&self) {
        let drafts = self.kept_drafts().take_in(|draft| {
            let skill = skill_id(&draft.skill).ok()?;
            self.library.aside().put_draft(skill, &draft.path, &draft.text, &draft.base).ok()
        });
        let forms = self.kept_forms().take_in(|form| {
            let KeptForm { kind, row, row_version, sealed } = form.clone();
            let draft =
                store::FormDraft { kind: kind.shown().into(), row, row_version, sealed, saved_at: String::new() };
            self.library.aside().put_form_draft(&draft).ok()
        });
        // What cannot be taken off the list is offered once more the next time.
        self.shared.log.dropped("what was taken in is still on its list", drafts.and(forms));
    }

    fn kept_drafts(&self) -> KeptBeside<KeptDraft> {
        KeptBeside::of(&self.shared.config.data_dir, &format!("{}.json", self.library.host()))
    }

    fn kept_forms(&self) -> KeptBeside<KeptForm> {
        KeptBeside::of(&self.shared.config.data_dir, &format!("{}.forms.json", self.library.host()))
    }
}

fn described(path: &Path, found: Displacement, copy: Option<&Path>, drafts: usize) -> DisplacedLibrary {
    let message = store::Error::Displaced { path: path.to_owned(), displacement: found.clone() }.to_string();
    let (how, moved_to) = match found {
        Displacement::Moved { to } => (DisplacedHow::Moved, to),
        Displacement::Deleted => (DisplacedHow::Deleted, None),
        Displacement::Replaced { moved_to } => (DisplacedHow::Replaced, moved_to),
        Displacement::Overwritten | Displacement::LogOverwritten => (DisplacedHow::Overwritten, None),
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
