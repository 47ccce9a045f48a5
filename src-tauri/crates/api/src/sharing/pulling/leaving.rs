//! What was deleted on the server goes to the trash here. Where that is more than a few things, the author is asked first:
//! one who writes to the server may have taken everything out of use there.

use studio_model::{SharedKind, SkillId, grouped};
use studio_store::{Agreement, Incoming};

use super::{PART, Pull};
use crate::{
    Error, ErrorCode,
    base::shown::in_row,
    dto::{SharingSkip, SharingTrashed},
    sharing::pairs::{Pair, shown_kind},
};

/// Most things that go to the trash without a question.
const MOST_UNASKED: usize = 5;
/// Things a refusal names.
const NAMED: usize = 3;

impl<'a> Pull<'a> {
    /// What of these goes to the trash; refused where its author did not agree to so many.
    pub(super) fn going(&mut self, mut pairs: Vec<&'a Pair>) -> Result<Vec<&'a Pair>, Error> {
        pairs.retain(|pair| !self.is_drafted(pair));
        self.report.is_trashing_many = pairs.len() > MOST_UNASKED;
        let is_agreed = self.is_dry_run || pairs.len() <= self.most_trashed;
        if self.report.is_trashing_many && !is_agreed {
            return Err(too_many(&pairs));
        }
        Ok(pairs)
    }

    /// Moves these to the trash.
    pub(super) fn leave(&mut self, pairs: &[&Pair]) -> Result<(), Error> {
        for part in pairs.chunks(PART) {
            if self.work.is_cancelled() {
                return Ok(());
            }
            let mut incoming = Incoming { remote: self.connected.row.id, ..Incoming::default() };
            for pair in part {
                self.report.updated += 1;
                let (kind, name) = (shown_kind(pair.kind), in_row(pair.name().to_owned()));
                self.report.trashed.push(SharingTrashed { kind, name });
                if self.is_dry_run {
                    continue;
                }
                incoming.trashed.push((pair.kind, pair.local, pair.local_version()));
                incoming.agreements.push(Agreement { kind: pair.kind, id: pair.id, content: None });
                match pair.kind {
                    SharedKind::Skill => self.went.push(SkillId(pair.local)),
                    _ => self.has_other_news = true,
                }
            }
            if !self.is_dry_run {
                self.session.writing().take_in(&incoming)?;
            }
            self.work.add(part.len());
        }
        Ok(())
    }

    /// Whether a skill is left alone because somebody is typing in it.
    pub(super) fn is_drafted(&mut self, pair: &Pair) -> bool {
        let is_drafted = pair.kind == SharedKind::Skill && self.drafted.contains(&SkillId(pair.local));
        if is_drafted {
            self.skip(
                pair,
                SharingSkip::UnsavedChanges,
                "It has unsaved changes here. Save or discard them, then pull again.",
            );
        }
        is_drafted
    }
}

fn too_many(pairs: &[&Pair]) -> Error {
    let named = |pair: &&Pair| format!("{} {}", pair.kind.as_str(), pair.name());
    let names: Vec<String> = pairs.iter().take(NAMED).map(named).collect();
    let message = format!(
        "This pull would move {} items to trash, because they were deleted on the server: {} and {} more. Nothing was \
         changed.",
        grouped(pairs.len()),
        names.join(", "),
        grouped(pairs.len() - names.len())
    );
    Error::new(ErrorCode::WouldTrash, message)
}
