//! Bringing skills in: what is found on disk or in archives, compared with what is there, stored in one go.

mod choice;
mod instructions;
mod reading;
pub(crate) mod standing;
mod storing;
mod telling;

use std::{collections::HashMap, path::PathBuf, sync::Arc};

use studio_model::{SkillId, one_line};
use studio_pack::{Contents, Discovery, FoundSkill, ImportFormat, Options, discover};
use studio_store::NewSkillRow;

use crate::{
    Error, ErrorCode, Studio,
    base::{
        activity::Running,
        paths::{common_folder, expanded},
    },
    dto::{ActivityKind, ImportItem, ImportPreview, ImportReport, ImportRequest, RowFormat, Skipped, StudioEvent},
    skills::clients::{are_of_clients, group_by_client},
    state::{session::Session, writing::Writing},
};
pub use choice::Twins;
use choice::{Choice, root_of};
use instructions::discover_skills;
use reading::Read;
use standing::Known;
use storing::Import;
use telling::skipped_item;
pub(crate) use telling::{REFUSED, Reason, skipped};

/// Characters of a description that a preview shows.
const SHOWN_OF_DESCRIPTION: usize = 200;

impl Studio {
    /// What importing these paths would do; nothing is written. Paths that hold no skill at all are refused.
    pub fn preview_import(&self, paths: &[String]) -> Result<ImportPreview, Error> {
        let session = self.session()?;
        let paths = expanded_all(paths);
        if let Some(relative) = paths.iter().find(|path| path.is_relative()) {
            let message = format!("{} isn't a full path. Start it with / or ~.", relative.display());
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        for path in &paths {
            self.settle_at(path);
        }
        if let Some(format) = RowFormat::of_all(&paths) {
            return Ok(ImportPreview { format: Some(format), ..ImportPreview::default() });
        }
        let running = self.shared.activities.start(&self.shared.events, ActivityKind::Import, "Looking for skills");
        let Discovery { found, mut skipped, .. } = discover_skills(&paths, &self.import_options(None), &running);
        let prepared = session.read_for_preview(&found, &running)?;
        if running.is_cancelled() {
            return Err(Error::new(ErrorCode::Cancelled, "The search was canceled. Nothing was imported."));
        }
        let mut known = Known::of(&session)?;
        let mut items = Vec::new();
        for (found, read) in found.iter().zip(prepared) {
            match read {
                Ok(mut read) => {
                    skipped.append(&mut read.unread);
                    items.push(item(found, read, &mut known));
                }
                Err(unreadable) => skipped.push(unreadable),
            }
        }
        if let ([], [only]) = (items.as_slice(), skipped.as_slice())
            && only.leads_to.is_none()
        {
            return Err(Error::new(ErrorCode::NotFound, format!("{}: {}", only.path, only.message)));
        }
        let skipped: Vec<_> = skipped.into_iter().map(skipped_item).collect();
        let all = items.iter().map(|item| item.path.as_str()).chain(skipped.iter().map(|item| item.path.as_str()));
        let is_own = are_of_clients(&self.shared.config, &paths);
        Ok(ImportPreview { folder: common_folder(all), items, skipped, format: None, is_own })
    }

    /// Imports every skill found under these paths, but for those the library has. Linked ones write back to their folder
    /// when they are saved.
    pub fn import_paths(&self, paths: &[String], is_linked: bool) -> Result<ImportReport, Error> {
        self.import_format(paths, None, is_linked)
    }

    /// Imports what is found under these paths, read as one format.
    pub fn import_format(
        &self,
        paths: &[String],
        format: Option<ImportFormat>,
        is_linked: bool,
    ) -> Result<ImportReport, Error> {
        let request = ImportRequest { paths: paths.to_vec(), is_linked, ..ImportRequest::default() };
        self.import_as(&request, format, None)
    }

    /// Imports every skill found under these paths, with what becomes of those that are identical.
    pub(crate) fn import_with_twins(&self, paths: &[String], twins: Twins) -> Result<ImportReport, Error> {
        let request = ImportRequest { paths: paths.to_vec(), ..ImportRequest::default() };
        self.import_as(&request, None, Some(twins))
    }

    /// Imports what the author chose of a preview.
    pub fn import_chosen(&self, request: &ImportRequest) -> Result<ImportReport, Error> {
        self.import_as(request, None, None)
    }

    /// What becomes of identical skills is the format's to say where nobody does.
    fn import_as(
        &self,
        request: &ImportRequest,
        format: Option<ImportFormat>,
        twins: Option<Twins>,
    ) -> Result<ImportReport, Error> {
        let session = self.session()?;
        let paths = expanded_all(&request.paths);
        for path in &paths {
            self.settle_at(path);
        }
        let running = self.shared.activities.start(&self.shared.events, ActivityKind::Import, "Importing skills");
        let mut found = discover_skills(&paths, &self.import_options(format), &running);
        group_by_client(&self.shared.config, &mut found.found);
        let mut choice = Choice::of(request, format, &paths);
        choice.twins = twins.unwrap_or(choice.twins);
        let report = session.bring_in(found, &choice, &running)?;
        drop(running);
        session.emit(StudioEvent::LibraryChanged);
        session.embed_in_background()?;
        Ok(report)
    }

    /// Imports skills that were read out of something else than folders and archives.
    pub(crate) fn import_found(&self, discovery: Discovery) -> Result<ImportReport, Error> {
        let session = self.session()?;
        let running = self.shared.activities.start(&self.shared.events, ActivityKind::Import, "Importing skills");
        let request = ImportRequest::default();
        let report = session.bring_in(discovery, &Choice::of(&request, None, &[]), &running)?;
        drop(running);
        session.emit(StudioEvent::LibraryChanged);
        session.embed_in_background()?;
        Ok(report)
    }

    /// Imports skills that were read out of rows, with what came along: `store` is given the new ones, with their ids by path,
    /// and stores them with the rest, all of it or nothing. `tools` are those that come along.
    pub(crate) fn import_with(
        &self,
        found: Vec<FoundSkill>,
        tools: &[String],
        store: impl FnOnce(&Writing<'_>, &HashMap<String, SkillId>, Vec<NewSkillRow>) -> Result<(), Error>,
    ) -> Result<ImportReport, Error> {
        let session = self.session()?;
        let running = self.shared.activities.start(&self.shared.events, ActivityKind::Import, "Importing skills");
        let request = ImportRequest::default();
        let choice = Choice::of(&request, None, &[]);
        let mut import = Import::new(&session, &choice, ImportReport::default());
        let stored = session.read_in_turn(found, tools, choice.is_linked, &running, |turns| {
            let writing = &session.writing();
            let (ids, rows) = import.rows(turns, &mut Known::of(&session)?)?;
            store(writing, &ids, rows)
        });
        let report = match stored {
            Err(error) if error.code == ErrorCode::Cancelled => cancelled(ImportReport::default()),
            stored => stored.and_then(|()| import.finish())?,
        };
        drop(running);
        session.emit(StudioEvent::LibraryChanged);
        session.embed_in_background()?;
        Ok(report)
    }

    /// Skills that an import of these paths leaves out since they are links in folders of clients, each with where it leads.
    pub fn list_linked_skills(&self, paths: &[String], format: Option<ImportFormat>) -> Vec<Skipped> {
        let skipped = discover(&expanded_all(paths), &self.import_options(format), &()).skipped;
        skipped.into_iter().filter(|item| item.leads_to.is_some()).map(skipped_item).collect()
    }

    /// The folders outside of these paths that an import would link skills to: the author's own links lead there.
    pub fn list_folders_beyond(&self, paths: &[String]) -> Vec<PathBuf> {
        let paths = expanded_all(paths);
        let roots: Vec<PathBuf> = paths.iter().filter_map(|path| root_of(path)).collect();
        let found = discover(&paths, &self.import_options(None), &()).found;
        let folders = found.into_iter().filter_map(|skill| skill.folder);
        folders.filter(|folder| !roots.iter().any(|root| folder.starts_with(root))).collect()
    }

    /// How paths are looked at that are imported: what is found is read one by one.
    pub(crate) fn import_options(&self, format: Option<ImportFormat>) -> Options {
        let home = self.shared.config.home_dir.clone();
        Options { format, contents: Contents::Names, home, ..Options::default() }
    }

    /// Asks a running activity to stop.
    pub fn cancel_activity(&self, id: &str) -> Result<(), Error> {
        self.shared.activities.cancel(id);
        if let Ok(session) = self.session_at_all() {
            session.pause_embedding(id);
        }
        Ok(())
    }
}

impl Session {
    /// Stores what was found, as new skills or as newer versions of those imported before.
    fn bring_in(
        self: &Arc<Self>,
        discovery: Discovery,
        choice: &Choice<'_>,
        running: &Running,
    ) -> Result<ImportReport, Error> {
        let Discovery { mut found, skipped, .. } = discovery;
        let mut report = ImportReport {
            skipped: skipped.into_iter().map(skipped_item).collect(),
            is_cancelled: running.is_cancelled(),
            ..ImportReport::default()
        };
        if let Some(chosen) = &choice.chosen {
            let all = found.len();
            found.retain(|skill| chosen.contains(skill.display_path.as_str()));
            report.not_chosen = (all - found.len()) as u32;
        }
        if report.is_cancelled {
            return Ok(report);
        }
        self.followed.add_roots(choice.roots())?;
        let before = report.clone();
        let mut import = Import::new(self, choice, report);
        let stored = self.read_in_turn(found, &[], choice.is_linked, running, |turns| {
            let writing = &self.writing();
            import.store_new(writing, turns, &mut Known::of(self)?)?;
            import.store_changed(writing)
        });
        match stored {
            Err(error) if error.code == ErrorCode::Cancelled => Ok(cancelled(before)),
            stored => stored.and_then(|()| import.finish()),
        }
    }
}

/// What is said of an import that was cancelled: nothing of it was stored.
fn cancelled(before: ImportReport) -> ImportReport {
    ImportReport { is_cancelled: true, ..before }
}

fn item(found: &FoundSkill, read: Read, known: &mut Known) -> ImportItem {
    let content = &read.skill.content;
    let standing = known.standing(found, &content.name, read.print);
    ImportItem {
        is_copied: standing.is_chosen(false),
        is_linked: standing.is_chosen(true),
        name: one_line(&content.name).into_owned(),
        description: content.description.iter().flat_map(|text| text.chars()).take(SHOWN_OF_DESCRIPTION).collect(),
        path: found.display_path.clone(),
        group: found.group.clone(),
        state: standing.state,
        twin: standing.twin,
        files: read.whole.files.len() as u32,
        problem: read.problem,
        is_broken: content.broken.is_some(),
    }
}

fn expanded_all(paths: &[String]) -> Vec<PathBuf> {
    paths.iter().map(|path| expanded(path)).collect()
}
