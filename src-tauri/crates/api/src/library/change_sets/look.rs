//! Whether something may be changed now.

use studio_store as store;

use crate::{
    Error,
    dto::RefusalReason,
    skills::{
        links::{self, Outside},
        planned::Plan,
    },
    state::session::Session,
};
use studio_store::SKILL_FILE;

/// Whether something may be changed.
pub(super) enum Look {
    Fine,
    /// It is as it should be.
    Done,
    No(RefusalReason, String),
}

/// Whether something may be changed now.
pub(super) fn look(session: &Session, detail: &store::SkillDetail, plan: &Plan) -> Result<Look, Error> {
    let library = &session.library;
    let (id, path) = (detail.skill.id, plan.path());
    let (read, after) = match plan {
        Plan::SetActive { active, read } => {
            let audit = &detail.skill.audit;
            return Ok(if audit.active == *active {
                Look::Done
            } else if read.is_some_and(|read| read != audit.aggregate_version) {
                Look::No(RefusalReason::ChangedSince, "It has changed since then.".to_owned())
            } else {
                Look::Fine
            });
        }
        Plan::Group { name, read } => (Some(read.clone()), Some(name.clone())),
        Plan::Put { bytes, read, .. } => (read.clone(), Some(store::sha256_hex(bytes))),
        Plan::Delete { read, .. } => (Some(read.clone()), None),
    };
    let now = match plan {
        Plan::Group { .. } => Some(detail.group.clone()),
        _ => hash_of(detail, path),
    };
    let what = if path.is_empty() { "Its group" } else { "It" };
    if now == after {
        return Ok(Look::Done);
    }
    if now != read {
        return Ok(Look::No(RefusalReason::ChangedSince, format!("{what} has changed since then.")));
    }
    if path.is_empty() {
        return Ok(Look::Fine);
    }
    if library.get_draft(id, path)?.is_some() {
        let message = "It has unsaved changes. Save or discard them first.".to_owned();
        return Ok(Look::No(RefusalReason::HasDraft, message));
    }
    match session.outside(id, path)? {
        Outside::Same => Ok(Look::Fine),
        Outside::Differs(_) => {
            let message = "It was changed on disk. Open the skill and merge the changes first.".to_owned();
            Ok(Look::No(RefusalReason::ChangedOutside, message))
        }
        Outside::Unreadable(cause) => Ok(Look::No(RefusalReason::ChangedOutside, links::unreadable(&cause).message)),
    }
}

fn hash_of(detail: &store::SkillDetail, path: &str) -> Option<String> {
    if path == SKILL_FILE {
        return Some(detail.document.sha256.clone());
    }
    detail.files.iter().find(|file| file.path == path).map(|file| file.sha256.clone())
}
