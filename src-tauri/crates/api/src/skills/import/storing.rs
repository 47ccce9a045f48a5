//! An import on its way into the library: new skills in one transaction, newer states of those that are there, links.

use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
    sync::Arc,
};

use studio_model::SkillId;
use studio_pack::FoundSkill;
use studio_store::{FileChange, FolderLink, NewSkillRow, Origin, Record, SkillChange, check_new_skill};
use uuid::Uuid;

use super::{
    choice::{Choice, linked_folder, new_files, new_link},
    reading::{Read, Waiting, read_again},
    standing::{Known, Standing},
    telling::{DIFFERS, IDENTICAL, REFUSED, Reason, changed_meanwhile, imported, left_out, skipped, skipped_item},
};
use crate::{
    Error,
    base::activity::Running,
    dto::{ImportOutcome, ImportReport, ImportState, StudioEvent},
    skills::content::Prepared,
    state::{session::Session, writing::Writing},
};

/// An import on its way: what is stored together at its end, and what is said of it.
pub(super) struct Import<'a> {
    session: &'a Arc<Session>,
    choice: &'a Choice<'a>,
    report: ImportReport,
    /// Skills that are to be stored as new ones.
    new: Vec<Waiting>,
    /// Skills that are to be stored as newer states of those that are there.
    newer: Vec<(SkillId, Waiting)>,
    /// Skills that are linked to a file, with where they come from.
    links: Vec<(FolderLink, Origin)>,
    /// Skills that were there and are not what they were.
    changed: Vec<SkillId>,
    /// Skills that are new.
    added: Vec<SkillId>,
}

impl<'a> Import<'a> {
    pub(super) fn new(session: &'a Arc<Session>, choice: &'a Choice<'a>, report: ImportReport) -> Self {
        Self {
            session,
            choice,
            report,
            new: Vec::new(),
            newer: Vec::new(),
            links: Vec::new(),
            changed: Vec::new(),
            added: Vec::new(),
        }
    }

    /// Does with a skill what its standing and the author's choice ask for.
    pub(super) fn take(
        &mut self,
        found: FoundSkill,
        read: Result<Read, studio_pack::Skipped>,
        known: &mut Known,
    ) -> Result<(), Error> {
        let mut read = match read {
            Ok(read) => read,
            Err(unreadable) => {
                self.report.skipped.push(skipped_item(unreadable));
                return Ok(());
            }
        };
        self.report.skipped.extend(read.unread.drain(..).map(skipped_item));
        let standing = &known.standing(&found, &read.skill.content.name, read.print.clone());
        let is_named = self.choice.chosen.is_some();
        let leaves_twins = !is_named && !self.choice.keeps_twins;
        let (state, is_linked) = (standing.state, self.choice.is_linked);
        match standing.skill {
            None if state == ImportState::Identical && leaves_twins => self.leave(&found, IDENTICAL, standing),
            None => self.add(found, read),
            Some(id) if state == ImportState::Update => self.update(id, found, read),
            Some(id) if state == ImportState::Same => self.note(id, &found, &read, ImportOutcome::Unchanged),
            Some(id) if is_linked => {
                self.link(id, &found)?;
                self.note(id, &found, &read, ImportOutcome::Linked);
            }
            Some(id) if state == ImportState::Unlinked && !is_named => {
                self.note(id, &found, &read, ImportOutcome::Unchanged);
            }
            Some(_) if state == ImportState::Unlinked => self.add(found, read),
            Some(_) if !is_named => self.leave(&found, DIFFERS, standing),
            Some(id) => self.update(id, found, read),
        }
        Ok(())
    }

    fn add(&mut self, found: FoundSkill, read: Read) {
        self.warn(&read);
        self.new.push(Waiting::new(found, read));
    }

    fn update(&mut self, id: SkillId, found: FoundSkill, read: Read) {
        self.note(id, &found, &read, ImportOutcome::Updated);
        self.newer.push((id, Waiting::new(found, read)));
    }

    fn link(&mut self, id: SkillId, found: &FoundSkill) -> Result<(), Error> {
        if let (Some(file), Some(origin)) = (&found.skill_file, self.choice.origin(found)) {
            self.links.push((self.session.link_to(id, file)?, origin));
        }
        Ok(())
    }

    /// Says that a skill is in the library.
    fn note(&mut self, id: SkillId, found: &FoundSkill, read: &Read, outcome: ImportOutcome) {
        self.warn(read);
        let name = read.skill.content.name.clone();
        self.report.imported.push(imported(id, name, found.display_path.clone(), outcome));
    }

    /// Says that a skill was not imported because of another one.
    fn leave(&mut self, found: &FoundSkill, reason: Reason, standing: &Standing) {
        let path = found.display_path.clone();
        let message = standing.twin.as_ref().map(|twin| left_out(standing.state, twin)).unwrap_or_default();
        self.report.skipped.push(skipped(path, reason, message));
    }

    fn warn(&mut self, read: &Read) {
        self.report.warnings.extend(read.warning.clone());
        self.report.unreadable += u32::from(read.skill.content.broken.is_some());
    }

    /// Follows the folders of what is about to be stored as linked.
    fn follow_new(&self) -> Result<(), Error> {
        if !self.choice.is_linked {
            return Ok(());
        }
        let folders = self.new.iter().filter_map(|waiting| linked_folder(&waiting.found));
        self.session.follow_folders(folders.map(|folder| folder.to_string_lossy().into_owned()).collect())
    }

    /// Stores what is new, all of it or, where the author cancels, nothing.
    pub(super) fn store_new(&mut self, writing: &Writing<'_>, running: &Running) -> Result<bool, Error> {
        self.follow_new()?;
        let (mut stored, mut failure) = (Vec::new(), None);
        let rows = read_again(std::mem::take(&mut self.new)).filter_map(|again| {
            let (found, again) = match again {
                Ok(again) if !running.is_cancelled() => again,
                Ok(_) => return Some(None),
                Err(error) => {
                    failure = Some(error);
                    return Some(None);
                }
            };
            let Some((whole, skill)) = again else {
                self.report.skipped.push(changed_meanwhile(&found));
                return None;
            };
            let row = self.choice.row(whole, skill);
            let folder = row.link.as_ref().map(|link| PathBuf::from(&link.folder));
            stored.push((row.content.name.clone(), found.display_path, folder));
            Some(Some(row))
        });
        let outcomes = match writing.create_skills_in_turn(rows) {
            Err(studio_store::Error::Stopped) => return failure.map_or(Ok(false), Err),
            outcomes => outcomes?,
        };
        for ((name, path, folder), outcome) in stored.into_iter().zip(outcomes) {
            match outcome {
                Ok(id) => {
                    self.added.push(id);
                    self.report.imported.push(imported(id, name, path, ImportOutcome::Added));
                    if let Some(folder) = folder {
                        self.session.watch_folder(&folder);
                    }
                }
                Err(refused) => self.report.skipped.push(skipped(path, REFUSED, Error::from(refused).message)),
            }
        }
        Ok(true)
    }

    /// What is new as rows with ids of their own, and these by path, for who stores them with what they come with. What the
    /// library cannot hold is named and left out.
    pub(super) fn rows(&mut self) -> Result<(HashMap<String, SkillId>, Vec<NewSkillRow>), Error> {
        self.follow_new()?;
        let (mut ids, mut rows) = (HashMap::new(), Vec::new());
        for again in read_again(std::mem::take(&mut self.new)) {
            let (found, again) = again?;
            let Some((whole, skill)) = again else {
                self.report.skipped.push(changed_meanwhile(&found));
                continue;
            };
            let (id, path) = (SkillId(Uuid::now_v7()), found.display_path);
            let row = NewSkillRow { id: Some(id), ..self.choice.row(whole, skill) };
            if let Err(refused) = check_new_skill(&row, self.session.library.host()) {
                self.report.skipped.push(skipped(path, REFUSED, Error::from(refused).message));
                continue;
            }
            self.added.push(id);
            self.report.imported.push(imported(id, row.content.name.clone(), path.clone(), ImportOutcome::Added));
            ids.insert(path, id);
            rows.push(row);
        }
        Ok((ids, rows))
    }

    /// Stores the newer states of skills, and the links of those that were there.
    pub(super) fn store_changed(&mut self, writing: &Writing<'_>) -> Result<(), Error> {
        for (id, waiting) in std::mem::take(&mut self.newer) {
            let Some((whole, skill)) = waiting.again() else {
                self.report.imported.retain(|item| item.id != id.to_string());
                self.report.skipped.push(changed_meanwhile(&waiting.found));
                continue;
            };
            let file = whole.skill_file.clone();
            let origin = self.choice.origin(&whole);
            self.session.replace(writing, id, whole, skill)?;
            self.changed.push(id);
            if let (Some(file), Some(origin), true) = (file, origin, self.choice.is_linked)
                && self.session.library.get_link(id)?.is_none()
            {
                self.links.push((self.session.link_to(id, &file)?, origin));
            }
        }
        self.session.follow_folders(self.links.iter().map(|(link, _)| link.folder.clone()).collect())?;
        Ok(writing.put_links(&self.links)?)
    }

    /// What is said of an import that was cancelled before anything was stored.
    pub(super) fn cancelled(self) -> ImportReport {
        let ImportReport { skipped, not_chosen, .. } = self.report;
        ImportReport { skipped, not_chosen, is_cancelled: true, ..ImportReport::default() }
    }

    /// Brings up to date what depends on the skills that are new or other than they were.
    pub(super) fn finish(self) -> Result<ImportReport, Error> {
        let Self { session, report, links, changed, added, .. } = self;
        session.add_new_to_indexes(&added)?;
        session.add_to_indexes(&changed)?;
        session.links_changed(&links.iter().map(|(link, _)| link.skill).collect::<Vec<_>>())?;
        for id in changed {
            session.emit(StudioEvent::SkillChanged { skill_id: id.to_string() });
        }
        Ok(report)
    }
}

impl Session {
    /// A newer state of a skill, taken from its own file.
    fn replace(&self, writing: &Writing<'_>, id: SkillId, found: FoundSkill, prepared: Prepared) -> Result<(), Error> {
        let detail = self.library.get_skill(id)?;
        let link = detail.link.as_ref().and_then(|_| new_link(&found));
        let kept: HashSet<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
        let gone = detail.files.iter().filter(|file| !kept.contains(file.path.as_str()));
        let mut files: Vec<FileChange> = gone.map(|file| FileChange::Delete { path: file.path.clone() }).collect();
        files.extend(new_files(found.files, &prepared.files).into_iter().map(FileChange::Put));
        let record = Record { reason: "imported".to_owned(), ..Record::default() };
        let change = SkillChange { content: Some(prepared.content), files, record, ..SkillChange::default() };
        writing.update_skill(id, detail.skill.audit.aggregate_version, &change)?;
        if let Some(link) = link {
            writing.put_synced(id, &link.files)?;
        }
        Ok(())
    }
}
