//! Carrying a set out: what may be changed, the steps for the library, and the files of linked folders after it.

use std::sync::Arc;

use studio_model::SkillId;
use studio_store::{self as store, ChangeStep, FileChange, Record, SKILL_FILE, SkillChange, SkillStep};
use studio_text::{decode::decode, merge};

use super::look::{Look, look};
use crate::{
    Error,
    dto::{ChangeRefusal, RefusalReason, StudioEvent},
    skills::{
        content::file_row,
        judging::Judging,
        planned::{Plan, PlannedChange},
    },
    state::{session::Session, underway::Noted, writing::Writing},
};

/// One thing that should change; `index` is its place in a set that is there already.
pub(super) struct Wanted {
    pub(super) index: Option<u32>,
    pub(super) change: PlannedChange,
}

/// What is ready to be done to one skill. Without a step, the skill is as it should be already.
pub(super) struct Ready {
    pub(super) step: Option<ChangeStep>,
    pub(super) indexes: Vec<u32>,
    skill: SkillId,
    name: String,
    /// The files of the linked folder as they are afterwards; none for one that goes.
    files: Vec<(String, Option<Vec<u8>>)>,
    changes: u32,
}

/// One carrying out of a set. Nothing else changes the library until it is closed.
pub(super) struct Carry<'a> {
    session: &'a Arc<Session>,
    pub(super) writing: Writing<'a>,
    reason: &'static str,
    judging: Judging,
    done: u32,
    changed: Vec<SkillId>,
    came_or_went: Vec<SkillId>,
    refused: Vec<ChangeRefusal>,
}

impl<'a> Carry<'a> {
    pub(super) fn of(session: &'a Arc<Session>, reason: &'static str) -> Result<Self, Error> {
        let writing = session.writing();
        let judging = Judging::of(session)?;
        let (changed, came_or_went, refused) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { session, writing, reason, judging, done: 0, changed, came_or_went, refused })
    }

    pub(super) fn refuse(&mut self, refusal: ChangeRefusal) {
        self.refused.push(refusal);
    }

    /// Brings back the folders of the skills that may come back, which is noted for as long as what comes back is there: until
    /// the skills are, too.
    pub(super) fn bring_folders_back(&self, wanted: &[Wanted]) -> Option<Noted> {
        let back = self.coming_back(wanted);
        let noted = self.session.note_restoring(&back);
        self.session.take_folders_back(&back);
        noted
    }

    /// Sorts what is wanted by skill and looks whether it may be done now.
    pub(super) fn ready(&mut self, wanted: Vec<Wanted>) -> Result<Vec<Ready>, Error> {
        let mut of_skills: Vec<(SkillId, Vec<Wanted>)> = Vec::new();
        let mut places = std::collections::HashMap::new();
        for one in wanted {
            let place = *places.entry(one.change.skill).or_insert(of_skills.len());
            match of_skills.get_mut(place) {
                Some((_, list)) => list.push(one),
                None => of_skills.push((one.change.skill, vec![one])),
            }
        }
        let mut ready = Vec::new();
        for (skill, wanted) in of_skills {
            ready.extend(self.skill(skill, wanted)?);
        }
        Ok(ready)
    }

    /// The skills that may come back. What keeps one from it is told when it is looked at with the rest.
    fn coming_back(&self, wanted: &[Wanted]) -> Vec<SkillId> {
        let is_back = |one: &&Wanted| matches!(one.change.plan, Plan::SetActive { active: true, .. });
        let is_fine = |one: &&Wanted| {
            let detail = self.session.library.get_skill(one.change.skill);
            detail.is_ok_and(|detail| matches!(look(self.session, &detail, &one.change.plan), Ok(Look::Fine)))
        };
        wanted.iter().filter(is_back).filter(is_fine).map(|one| one.change.skill).collect()
    }

    fn skill(&mut self, id: SkillId, wanted: Vec<Wanted>) -> Result<Option<Ready>, Error> {
        self.session.take_outside(&self.writing, id)?;
        let detail = match self.session.library.get_skill(id) {
            Ok(detail) => detail,
            Err(store::Error::NotFound { .. }) => {
                self.refuse_all(id, &id.to_string(), &wanted, RefusalReason::Gone, "The skill no longer exists.");
                return Ok(None);
            }
            Err(error) => return Err(error.into()),
        };
        let mut draft = Draft::new(&detail);
        for Wanted { index, change } in wanted {
            let path = change.plan.path().to_owned();
            match look(self.session, &detail, &change.plan)? {
                Look::Fine => draft.take(change.plan, index),
                Look::Done => draft.indexes.extend(index),
                Look::No(reason, message) => self.refused.push(refusal(id, &detail.skill.name, &path, reason, message)),
            }
        }
        Ok(draft.ready(self))
    }

    /// Follows what became of each step: linked folders, and what is told of it.
    pub(super) fn finish(&mut self, ready: Vec<Ready>, outcomes: Vec<Result<(), store::Error>>) {
        for (one, outcome) in ready.into_iter().zip(outcomes) {
            match outcome {
                Ok(()) => self.finish_one(one),
                Err(error) => {
                    let path = one.files.first().map(|(path, _)| path.as_str()).unwrap_or_default();
                    let message = Error::from(error).message;
                    self.refused.push(refusal(one.skill, &one.name, path, RefusalReason::Refused, message));
                }
            }
        }
    }

    fn finish_one(&mut self, ready: Ready) {
        self.done += ready.changes;
        let Some(step) = ready.step else { return };
        self.changed.push(ready.skill);
        if matches!(step.step, SkillStep::SetActive(_)) {
            self.came_or_went.push(ready.skill);
        }
        for (path, bytes) in ready.files {
            let written = match &bytes {
                Some(bytes) => self.session.write_linked(&self.writing, ready.skill, &path, bytes),
                None => self.session.remove_linked(&self.writing, ready.skill, &path),
            };
            if let Err(error) = written {
                let reason = RefusalReason::NotWritten;
                self.refused.push(refusal(ready.skill, &ready.name, &path, reason, error.message));
            }
        }
    }

    /// Brings everything derived up to date and tells the screen. Gives what was done and what was not.
    pub(super) fn close(self) -> Result<(u32, Vec<ChangeRefusal>), Error> {
        let Self { session, writing, done, changed, came_or_went, refused, .. } = self;
        drop(writing);
        session.add_to_indexes(&changed)?;
        let (mut gone, mut back) = (Vec::new(), Vec::new());
        for id in &came_or_went {
            let is_there = session.library.stored_skill(*id)?.is_some();
            if is_there { &mut back } else { &mut gone }.push(*id);
        }
        session.forget(&gone)?;
        back.into_iter().try_for_each(|id| session.follow_link(id))?;
        session.skills_came_or_went(&came_or_went)?;
        session.embed_in_background()?;
        for id in &changed {
            session.emit(StudioEvent::SkillChanged { skill_id: id.to_string() });
        }
        if !changed.is_empty() {
            session.emit(StudioEvent::LibraryChanged);
        }
        Ok((done, refused))
    }

    fn refuse_all(&mut self, id: SkillId, name: &str, wanted: &[Wanted], reason: RefusalReason, message: &str) {
        let refused = wanted.iter().map(|one| refusal(id, name, one.change.plan.path(), reason, message.to_owned()));
        self.refused.extend(refused);
    }
}

/// One skill's change as it comes together.
struct Draft<'a> {
    detail: &'a store::SkillDetail,
    document: Option<Vec<u8>>,
    change: SkillChange,
    active: Option<bool>,
    files: Vec<(String, Option<Vec<u8>>)>,
    indexes: Vec<u32>,
    changes: u32,
}

impl<'a> Draft<'a> {
    fn new(detail: &'a store::SkillDetail) -> Self {
        let (change, files, indexes) = (SkillChange::default(), Vec::new(), Vec::new());
        Self { detail, document: None, change, active: None, files, indexes, changes: 0 }
    }

    fn take(&mut self, plan: Plan, index: Option<u32>) {
        self.indexes.extend(index);
        self.changes += 1;
        match plan {
            Plan::Put { path, bytes, is_executable, .. } => {
                self.files.push((path.clone(), Some(bytes.clone())));
                if path == SKILL_FILE {
                    self.document = Some(bytes);
                } else {
                    self.change.files.push(FileChange::Put(file_row(&path, bytes, is_executable)));
                }
            }
            Plan::Delete { path, .. } => {
                self.files.push((path.clone(), None));
                self.change.files.push(FileChange::Delete { path });
            }
            Plan::Group { name, .. } => self.change.group = Some(name),
            Plan::SetActive { active, .. } => self.active = Some(active),
        }
    }

    fn ready(mut self, carry: &Carry<'_>) -> Option<Ready> {
        let (skill, name) = (self.detail.skill.id, self.detail.skill.name.clone());
        let step = match self.active {
            Some(active) => Some(SkillStep::SetActive(active)),
            None if self.changes > 0 => Some(SkillStep::Update(Box::new(self.skill_change(carry)))),
            None => None,
        };
        if step.is_none() && self.indexes.is_empty() {
            return None;
        }
        let expected = self.detail.skill.audit.aggregate_version;
        let step = step.map(|step| ChangeStep { skill, expected, step });
        Some(Ready { step, indexes: self.indexes, skill, name, files: self.files, changes: self.changes })
    }

    /// The change with its document read among the files as they are afterwards.
    fn skill_change(&mut self, carry: &Carry<'_>) -> SkillChange {
        let mut change = std::mem::take(&mut self.change);
        if self.document.is_some() || !change.files.is_empty() {
            let before = &self.detail.document.bytes;
            let bytes = self.document.take().unwrap_or_else(|| before.clone());
            let (added, removed) = merge::word_counts(&decode(before).text, &decode(&bytes).text);
            let (added, removed) = (added as u32, removed as u32);
            change.record = Record { reason: carry.reason.to_owned(), added, removed, ..Record::default() };
            let gone = |path: &str| self.files.iter().any(|(file, bytes)| file == path && bytes.is_none());
            let mut paths: Vec<&str> = crate::skills::judging::other_files(self.detail);
            paths.retain(|path| !gone(path));
            let new = self.files.iter().filter(|(path, bytes)| bytes.is_some() && path != SKILL_FILE);
            paths.extend(new.map(|(path, _)| path.as_str()).filter(|path| !paths.contains(path)).collect::<Vec<_>>());
            change.content = Some(carry.judging.content(self.detail, bytes, &paths));
        }
        change
    }
}

fn refusal(id: SkillId, skill: &str, path: &str, reason: RefusalReason, message: String) -> ChangeRefusal {
    ChangeRefusal { skill_id: id.to_string(), skill: skill.to_owned(), path: path.to_owned(), reason, message }
}
