//! What is done to many skills at once: tags, groups, the trash. Each is one set of changes, undone as one.

use std::sync::Arc;

use studio_model::{SkillId, plural};
use studio_pack::kill_point;
use studio_store::{ChangeKind, SKILL_FILE};
use studio_text::{FieldEdit, SkillDocument, apply};

use crate::{
    Error, ErrorCode, Studio,
    base::{
        ids::{row_version, skill_id},
        typed::refuse_credential,
    },
    dto::{ChangeRefusal, ChangeReport, FoldersOnDisk, RefusalReason, TrashRef, WhenNeeded},
    skills::{
        planned::{Plan, PlannedChange},
        storing::text_for_editor,
    },
    state::session::Session,
};

/// Longest name of a group or tag.
const LONGEST: usize = 126;

impl Studio {
    /// Adds tags to skills and takes others away. A skill file that cannot be read is left alone and named.
    pub fn tag_skills(&self, ids: &[String], add: &[String], remove: &[String]) -> Result<ChangeReport, Error> {
        let session = self.session()?;
        let add = add.iter().map(|tag| checked("tag", tag)).collect::<Result<Vec<_>, _>>()?;
        let mut changes = Vec::new();
        let mut refused = Vec::new();
        for id in ids {
            let id = skill_id(id)?;
            match session.tagged(id, &add, remove)? {
                Tagged::Changed(change) => changes.push(change),
                Tagged::AsIs => {}
                Tagged::Unreadable(refusal) => refused.push(refusal),
            }
        }
        let named = if add.is_empty() { remove.join(", ") } else { add.join(", ") };
        let done = if add.is_empty() { "Removed" } else { "Added" };
        let mut report = session.apply_changes(ChangeKind::Tag, &format!("{done} tag {named}"), changes)?;
        report.refused.extend(refused);
        Ok(report)
    }

    /// Moves skills to a group; a name nobody has makes a new one.
    pub fn move_skills(&self, ids: &[String], group: &str) -> Result<ChangeReport, Error> {
        let session = self.session()?;
        let group = checked("group", group)?;
        let ids = ids.iter().map(|id| skill_id(id)).collect::<Result<Vec<_>, _>>()?;
        session.regroup(&ids, group)
    }

    /// Gives a group another name: that of a group there is joins the two.
    pub fn rename_group(&self, from: &str, to: &str) -> Result<ChangeReport, Error> {
        let session = self.session()?;
        let to = checked("group", to)?;
        let rows = session.library.list_skills()?;
        // Where two groups are joined, what is ignored in the one is none of the other's business.
        let is_new = rows.iter().all(|row| row.group != to);
        let ids: Vec<SkillId> = rows.into_iter().filter(|row| row.group == from).map(|row| row.id).collect();
        let report = session.regroup(&ids, to)?;
        if is_new && report.done > 0 {
            let carried = session.carry_ignored_rules(from, to);
            session.shared.log.dropped("what a group ignores was not carried to its new name", carried);
        }
        Ok(report)
    }

    /// Moves skills to the trash, each as it was read; one that has changed since is left alone and named. So is a linked
    /// folder that should go to the system's trash and cannot.
    pub fn trash_skills(
        &self,
        skills: &[TrashRef],
        when: WhenNeeded,
        folders: FoldersOnDisk,
    ) -> Result<ChangeReport, Error> {
        let session = self.session()?;
        let system_trash = (folders == FoldersOnDisk::Trash).then(|| session.system_trash()).transpose()?;
        if when == WhenNeeded::Refuse {
            session.refuse_needed(skills)?;
        }
        let change = |item: &TrashRef| {
            let plan = Plan::SetActive { active: false, read: Some(row_version(item.aggregate_version)) };
            Ok(PlannedChange { skill: skill_id(&item.id)?, plan })
        };
        let changes = skills.iter().map(change).collect::<Result<Vec<_>, Error>>()?;
        let ids: Vec<SkillId> = changes.iter().map(|change| change.skill).collect();
        let title = format!("Moved {} to trash", plural(changes.len(), "skill", "skills"));
        let kind = if system_trash.is_some() { ChangeKind::TrashWithFolders } else { ChangeKind::Trash };
        let _noted = system_trash.as_ref().and_then(|_| session.note_trashing(&ids));
        let mut report = session.apply_changes(kind, &title, changes)?;
        kill_point();
        if let Some(trash) = system_trash {
            report.refused.extend(session.trash_folders(&trash, &ids));
        }
        Ok(report)
    }
}

/// What tagging does to a skill.
enum Tagged {
    Changed(PlannedChange),
    AsIs,
    Unreadable(ChangeRefusal),
}

impl Session {
    fn regroup(self: &Arc<Self>, ids: &[SkillId], group: &str) -> Result<ChangeReport, Error> {
        let mut changes = Vec::new();
        for skill in ids {
            let read = self.library.get_skill(*skill)?.group;
            if read != group {
                changes.push(PlannedChange { skill: *skill, plan: Plan::Group { name: group.to_owned(), read } });
            }
        }
        self.apply_changes(ChangeKind::Move, &format!("Moved to {group}"), changes)
    }

    fn tagged(&self, id: SkillId, add: &[&str], remove: &[String]) -> Result<Tagged, Error> {
        let stored = self.library.read_file(id, SKILL_FILE)?;
        let text = text_for_editor(&stored).unwrap_or_default();
        let document = SkillDocument::read(&text);
        if document.unreadable().is_some() || document.name().is_none() {
            return Ok(Tagged::Unreadable(self.unreadable(id)?));
        }
        let mut tags: Vec<&str> =
            document.tags().into_iter().filter(|tag| !remove.iter().any(|it| it == tag)).collect();
        for tag in add {
            if !tags.contains(tag) {
                tags.push(tag);
            }
        }
        let key = "tags".to_owned();
        let edit = if tags.is_empty() {
            FieldEdit::Remove { key }
        } else {
            FieldEdit::SetItems { key, items: tags.into_iter().map(str::to_owned).collect() }
        };
        let changed = apply(&text, &document.edit(&edit));
        let plan = (changed != text).then(|| Plan::text(&stored, &changed));
        Ok(plan.map_or(Tagged::AsIs, |plan| Tagged::Changed(PlannedChange { skill: id, plan })))
    }

    fn unreadable(&self, id: SkillId) -> Result<ChangeRefusal, Error> {
        Ok(ChangeRefusal {
            skill_id: id.to_string(),
            skill: self.library.get_skill(id)?.skill.name,
            path: SKILL_FILE.to_owned(),
            reason: RefusalReason::Refused,
            message: "Its frontmatter can't be read. Fix that first.".to_owned(),
        })
    }
}

/// A group's or tag's name as the author typed it.
fn checked<'a>(what: &str, name: &'a str) -> Result<&'a str, Error> {
    let name = name.trim();
    if name.is_empty() || name.chars().any(char::is_control) || name.chars().count() > LONGEST {
        let message = format!("A {what} name must be a single line of 1 to {LONGEST} characters.");
        return Err(Error::new(ErrorCode::Invalid, message));
    }
    refuse_credential(&format!("The {what}'s name"), name)?;
    Ok(name)
}
