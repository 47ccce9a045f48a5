//! Changes of many skills at once: made as one set, undone and redone as one, after a restart too.
//!
//! A use-case that changes many skills says what should change ([`PlannedChange`]) and calls [`Session::apply_changes`].
//! What cannot be changed is refused by name, the rest is done.

mod carry;
mod look;

use std::sync::Arc;

use studio_model::SkillId;
use studio_store::{ChangeAspect, ChangeItem, ChangeKind, ChangeSetId, ChangeSetRow, NewChangeSet};

use crate::{
    Error, Studio,
    dto::{ChangeRefusal, ChangeReport, ChangeSetInfo, ChangeSetKind, ChangedFile, RefusalReason},
    library::samples::SAMPLE,
    skills::planned::{Plan, PlannedChange},
    state::session::Session,
};
use carry::{Carry, Wanted};

impl Studio {
    /// The sets of changes that can be undone or redone, newest first.
    pub fn list_change_sets(&self) -> Result<Vec<ChangeSetInfo>, Error> {
        Ok(self.session()?.library.list_change_sets()?.into_iter().map(info).collect())
    }

    /// The files a set changed: undoing it writes those of which the change stands, redoing it the others.
    pub fn list_changed_files(&self, id: &str) -> Result<Vec<ChangedFile>, Error> {
        let (_, items) = self.session()?.library.get_change_set(set_id(id)?)?;
        let files = items.into_iter().filter(|item| item.aspect == ChangeAspect::File);
        Ok(files
            .map(|ChangeItem { skill, is_undone, .. }| ChangedFile { skill_id: skill.to_string(), is_undone })
            .collect())
    }

    /// Puts everything a set changed back as it was, each file as a save of its own. What has changed since, or has
    /// unsaved text over it, is left alone and named.
    pub fn undo_change_set(&self, id: &str) -> Result<ChangeReport, Error> {
        self.session()?.turn_changes(set_id(id)?, true)
    }

    /// Does again what of a set was undone. Folders that went to the system's trash with their skills go there again, as far
    /// as they still may.
    pub fn redo_change_set(&self, id: &str) -> Result<ChangeReport, Error> {
        let (session, id) = (self.session()?, set_id(id)?);
        let (row, mut items) = session.library.get_change_set(id)?;
        let has_folders = row.kind == ChangeKind::TrashWithFolders;
        let system_trash = has_folders.then(|| session.system_trash()).transpose()?;
        items.retain(|item| item.is_undone);
        let skills: Vec<SkillId> = items.into_iter().map(|item| item.skill).collect();
        let _noted = system_trash.as_ref().and_then(|_| session.note_trashing(&skills));
        let mut report = session.turn_changes(id, false)?;
        if let Some(trash) = system_trash {
            report.refused.extend(session.trash_folders(&trash, &skills));
        }
        Ok(report)
    }
}

impl Session {
    /// Makes many changes as one set. `title` says in a few words what they do, as "Undo" shows it.
    pub(crate) fn apply_changes(
        self: &Arc<Self>,
        kind: ChangeKind,
        title: &str,
        changes: Vec<PlannedChange>,
    ) -> Result<ChangeReport, Error> {
        let wanted: Vec<_> = changes.into_iter().map(|change| Wanted { index: None, change }).collect();
        let mut carry = Carry::of(self, reason(kind))?;
        let _noted = carry.bring_folders_back(&wanted);
        let steps = carry.ready(wanted)?;
        let plain: Vec<_> = steps.iter().filter_map(|ready| ready.step.clone()).collect();
        let applied = carry.writing.apply_change_set(NewChangeSet { kind, title }, &plain)?;
        carry.finish(steps, applied.outcomes);
        self.report(applied.id, carry)
    }

    fn turn_changes(self: &Arc<Self>, id: ChangeSetId, is_undone: bool) -> Result<ChangeReport, Error> {
        let (_, items) = self.library.get_change_set(id)?;
        let mut carry = Carry::of(self, if is_undone { "undone" } else { "redone" })?;
        let mut wanted = Vec::new();
        for item in items.into_iter().filter(|item| item.is_undone != is_undone) {
            match self.turned(&item, is_undone)? {
                Some(plan) => {
                    let change = PlannedChange { skill: item.skill, plan };
                    wanted.push(Wanted { index: Some(item.index), change });
                }
                None => carry.refuse(gone(&item)),
            }
        }
        let _noted = carry.bring_folders_back(&wanted);
        let steps = carry.ready(wanted)?;
        let plain: Vec<_> = steps.iter().map(|ready| (ready.step.clone(), ready.indexes.clone())).collect();
        let outcomes = carry.writing.turn_change_set(id, is_undone, &plain)?;
        carry.finish(steps, outcomes);
        self.report(Some(id), carry)
    }

    /// What takes an item back, or does it again; none where the content to go to is gone.
    fn turned(&self, item: &ChangeItem, is_undone: bool) -> Result<Option<Plan>, Error> {
        let (from, to) = if is_undone { (&item.after, &item.before) } else { (&item.before, &item.after) };
        let (from, path) = (from.clone(), item.path.clone());
        Ok(match (item.aspect, to) {
            (ChangeAspect::File, None) => from.map(|read| Plan::Delete { path, read }),
            (ChangeAspect::File, Some(sha256)) => {
                let kept = self.library.read_kept(item.skill, &path, sha256)?;
                kept.map(|(bytes, is_executable)| Plan::Put { path, bytes, is_executable, read: from })
            }
            (ChangeAspect::Group, Some(name)) => {
                Some(Plan::Group { name: name.clone(), read: from.unwrap_or_default() })
            }
            (ChangeAspect::Active, Some(flag)) => Some(Plan::SetActive { active: flag == "1", read: None }),
            (ChangeAspect::Group | ChangeAspect::Active, None) => None,
        })
    }

    fn report(self: &Arc<Self>, id: Option<ChangeSetId>, carry: Carry<'_>) -> Result<ChangeReport, Error> {
        let (done, refused) = carry.close()?;
        let set = id.map(|id| self.library.get_change_set(id)).transpose()?.map(|(row, _)| info(row));
        Ok(ChangeReport { set, done, refused })
    }
}

/// How timelines name what a set did.
const fn reason(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Fix => "fixed",
        ChangeKind::Replace => "replaced",
        ChangeKind::Tag => "tagged",
        ChangeKind::Move => "moved",
        ChangeKind::Trash | ChangeKind::TrashWithFolders => "trashed",
        ChangeKind::Sample => SAMPLE,
    }
}

fn gone(item: &ChangeItem) -> ChangeRefusal {
    ChangeRefusal {
        skill_id: item.skill.to_string(),
        skill: item.skill_name.clone(),
        path: item.path.clone(),
        reason: RefusalReason::Gone,
        message: "Its earlier content is no longer stored.".to_owned(),
    }
}

fn set_id(text: &str) -> Result<ChangeSetId, Error> {
    text.parse().map_err(|_| Error::bad_id("change set", text))
}

fn info(row: ChangeSetRow) -> ChangeSetInfo {
    ChangeSetInfo {
        id: row.id.to_string(),
        kind: match row.kind {
            ChangeKind::Fix => ChangeSetKind::Fix,
            ChangeKind::Replace => ChangeSetKind::Replace,
            ChangeKind::Tag => ChangeSetKind::Tag,
            ChangeKind::Move => ChangeSetKind::Move,
            ChangeKind::Trash | ChangeKind::TrashWithFolders => ChangeSetKind::Trash,
            ChangeKind::Sample => ChangeSetKind::Sample,
        },
        title: row.title,
        created_at: row.created_at,
        changes: row.items,
        skills: row.skills,
        undone: row.undone,
    }
}
