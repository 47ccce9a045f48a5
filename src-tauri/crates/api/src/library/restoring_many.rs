//! What comes back from the trash together: skills as one set of changes, then everything else.

use std::sync::Arc;

use studio_store::ChangeKind;

use crate::{
    Error, Studio,
    base::ids::{row_version, skill_id},
    dto::{ChangeReport, RestoreReport, TrashKind, TrashRef},
    library::{restoring::Taken, trash_kinds::said},
    skills::planned::{Plan, PlannedChange},
    state::session::Session,
};

impl Studio {
    /// Takes these out of the trash, each as it was read there, under a free name where its own belongs to another one by
    /// now. What cannot come back stays, and is named.
    pub fn restore_items(&self, items: &[TrashRef]) -> Result<RestoreReport, Error> {
        let session = self.session()?;
        let (skills, others): (Vec<&TrashRef>, Vec<&TrashRef>) =
            items.iter().partition(|item| item.kind == TrashKind::Skill);
        let mut report = RestoreReport { skills: session.restore_skills(&skills)?, ..RestoreReport::default() };
        for item in others {
            match self.restore_free(&session, item) {
                Ok((back, name)) => {
                    report.others.push(back);
                    report.renamed.extend(name);
                }
                Err(why) => report.kept.push(why),
            }
        }
        Ok(report)
    }

    /// Restores one under a name that is free, and gives that where it is another one.
    fn restore_free(&self, session: &Session, item: &TrashRef) -> Result<(TrashRef, Option<String>), String> {
        let row = session.trashed(item).map_err(|error| error.message)?;
        let named = |error: Error| format!("{} wasn't restored: {}", said(&row), error.message);
        let free =
            Taken::of(session).and_then(|taken| taken.free(item.kind, &row.to_name, &row.name)).map_err(named)?;
        let back = self.restore_item(item, free.as_deref()).map_err(named)?;
        Ok((back, free))
    }
}

impl Session {
    fn restore_skills(self: &Arc<Self>, items: &[&TrashRef]) -> Result<ChangeReport, Error> {
        if items.is_empty() {
            return Ok(ChangeReport::default());
        }
        let change = |item: &&TrashRef| {
            let plan = Plan::SetActive { active: true, read: Some(row_version(item.aggregate_version)) };
            Ok(PlannedChange { skill: skill_id(&item.id)?, plan })
        };
        let changes = items.iter().map(change).collect::<Result<Vec<_>, Error>>()?;
        let title = format!("Restored {}", studio_model::plural(changes.len(), "skill", "skills"));
        self.apply_changes(ChangeKind::Trash, &title, changes)
    }
}
