//! An import on its way into the library: new skills in one transaction, newer states of those that are there, links.
//!
//! New skills are stored as they are read: the transaction is open meanwhile, and nothing of it stays where the author cancels.

use std::{
    collections::{HashMap, HashSet},
    iter,
    path::PathBuf,
    sync::Arc,
};

use studio_model::SkillId;
use studio_pack::FoundSkill;
use studio_store::{FileChange, FolderLink, NewSkillRow, Origin, Record, SkillChange, check_new_skill};
use studio_text::code::LINK_MISSING;
use uuid::Uuid;

use super::{
    choice::{Choice, Twins, new_files, new_link},
    reading::{Read, Turn, Waiting},
    standing::{Known, Standing},
    telling::{DIFFERS, IDENTICAL, REFUSED, Reason, changed_meanwhile, imported, left_out, skipped, skipped_item},
};
use crate::{
    Error,
    dto::{ImportOutcome, ImportReport, ImportState, StudioEvent},
    skills::content::Prepared,
    state::{session::Session, writing::Writing},
};

/// What is said of a new skill once it is stored, in the order of the rows.
struct Stored {
    name: String,
    path: String,
    /// The folder it is linked to.
    folder: Option<PathBuf>,
}

/// An import on its way: what is stored after the new skills, and what is said of it.
pub(super) struct Import<'a> {
    session: &'a Arc<Session>,
    choice: &'a Choice<'a>,
    report: ImportReport,
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
        Self { session, choice, report, newer: Vec::new(), links: Vec::new(), changed: Vec::new(), added: Vec::new() }
    }

    /// Does with a skill what its standing and the author's choice ask for. A new one is given back as the row to store.
    fn take(&mut self, (found, read): Turn, known: &mut Known) -> Result<Option<NewSkillRow>, Error> {
        let mut read = match read {
            Ok(read) => read,
            Err(unreadable) => {
                self.report.skipped.push(skipped_item(unreadable));
                return Ok(None);
            }
        };
        self.report.skipped.extend(read.unread.drain(..).map(skipped_item));
        let standing = &known.standing(&found, &read.skill.content.name, read.print.clone());
        let is_named = self.choice.chosen.is_some();
        let leaves_twins = !is_named && self.choice.twins == Twins::LeftOut;
        let (state, is_linked) = (standing.state, self.choice.is_linked);
        match standing.skill {
            None if state == ImportState::Identical && leaves_twins => self.leave(&found, IDENTICAL, standing),
            None => return Ok(Some(self.new_row(read))),
            Some(id) if state == ImportState::Update => self.update(id, found, read),
            Some(id) if state == ImportState::Same => self.note(id, &found, &read, ImportOutcome::Unchanged),
            Some(id) if is_linked => {
                self.link(id, &found)?;
                self.note(id, &found, &read, ImportOutcome::Linked);
            }
            Some(id) if state == ImportState::Unlinked && !is_named => {
                self.note(id, &found, &read, ImportOutcome::Unchanged);
            }
            Some(_) if state == ImportState::Unlinked => return Ok(Some(self.new_row(read))),
            Some(_) if !is_named => self.leave(&found, DIFFERS, standing),
            Some(id) => self.update(id, found, read),
        }
        Ok(None)
    }

    fn new_row(&mut self, read: Read) -> NewSkillRow {
        self.warn(&read);
        self.choice.row(read.whole, read.skill)
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

    /// Stores what is new as it comes, all of it or, where something fails or the author cancels, nothing.
    pub(super) fn store_new(
        &mut self,
        writing: &Writing<'_>,
        turns: &mut dyn Iterator<Item = Result<Turn, Error>>,
        known: &mut Known,
    ) -> Result<(), Error> {
        let (mut stored, mut failure) = (Vec::new(), None);
        let rows = iter::from_fn(|| self.next_row(turns, known, &mut stored).transpose());
        let rows = rows.map(|row| row.map_err(|error| failure = Some(error)).ok());
        let outcomes = match writing.create_skills_in_turn(rows) {
            Err(studio_store::Error::Stopped) if failure.is_some() => return failure.map_or(Ok(()), Err),
            outcomes => outcomes?,
        };
        for (Stored { name, path, folder }, outcome) in stored.into_iter().zip(outcomes) {
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
        Ok(())
    }

    /// The next row to store; none at the end, when the folders of those that are linked are followed.
    fn next_row(
        &mut self,
        turns: &mut dyn Iterator<Item = Result<Turn, Error>>,
        known: &mut Known,
        stored: &mut Vec<Stored>,
    ) -> Result<Option<NewSkillRow>, Error> {
        for turn in turns {
            let turn = turn?;
            let path = turn.0.display_path.clone();
            if let Some(row) = self.take(turn, known)? {
                let folder = row.link.as_ref().map(|link| PathBuf::from(&link.folder));
                stored.push(Stored { name: row.content.name.clone(), path, folder });
                return Ok(Some(row));
            }
        }
        let folders = stored.iter().filter_map(|stored| stored.folder.as_ref());
        let folders: Vec<String> = folders.map(|folder| folder.to_string_lossy().into_owned()).collect();
        if !folders.is_empty() {
            self.session.follow_folders(folders)?;
        }
        Ok(None)
    }

    /// What is new as rows with ids of their own, and these by path, for who stores them with what they come with. What the
    /// library cannot hold is named and left out.
    pub(super) fn rows(
        &mut self,
        turns: &mut dyn Iterator<Item = Result<Turn, Error>>,
        known: &mut Known,
    ) -> Result<(HashMap<String, SkillId>, Vec<NewSkillRow>), Error> {
        let (mut ids, mut rows, mut stored) = (HashMap::new(), Vec::new(), Vec::new());
        while let Some(row) = self.next_row(turns, known, &mut stored)? {
            let Some(Stored { path, .. }) = stored.pop() else { break };
            let id = SkillId(Uuid::now_v7());
            let row = NewSkillRow { id: Some(id), ..row };
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
        let link = detail.link.as_ref().and_then(|_| new_link(&found, &found.bytes));
        let kept: HashSet<&str> = found.files.iter().map(|file| file.path.as_str()).collect();
        let gone = detail.files.iter().filter(|file| !kept.contains(file.path.as_str()));
        let mut files: Vec<FileChange> = gone.map(|file| FileChange::Delete { path: file.path.clone() }).collect();
        files.extend(new_files(found.files, &prepared.files).into_iter().map(FileChange::Put));
        let record = Record { reason: "imported".to_owned(), ..Record::default() };
        let is_missing_files = prepared.content.findings.iter().any(|finding| finding.code == LINK_MISSING);
        let change = SkillChange { content: Some(prepared.content), files, record, ..SkillChange::default() };
        writing.update_skill(id, detail.skill.audit.aggregate_version, &change)?;
        let Some(link) = link else { return Ok(()) };
        writing.put_synced(id, &link.files)?;
        // It was read as one that leaves its folder, unless it is to be linked.
        if is_missing_files { self.refresh_findings(writing, id) } else { Ok(()) }
    }
}
