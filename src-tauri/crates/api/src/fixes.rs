//! Fixing problems of one kind in many skills at once.

use studio_model::SkillId;
use studio_store::{ChangeKind, SKILL_FILE};
use studio_text::{TextEdit, apply, decode::decode, lint::code};

use crate::{
    Error, Studio,
    change_sets::{Plan, PlannedChange},
    dto::{ChangeReport, FixPreview},
    judging::{Judging, other_files},
    line_endings,
    session::{Session, skill_id},
};

/// A fix may bring the next problem of its kind to light: a reader stops at the first. So often it is fixed again.
const ROUNDS: usize = 20;

impl Studio {
    /// What fixing every problem with a code would make of a skill file; the stored text where there is nothing to fix.
    pub fn preview_fix(&self, code: &str, skill_id_text: &str) -> Result<FixPreview, Error> {
        let session = self.session()?;
        let id = skill_id(skill_id_text)?;
        let fixed = Fixer { session: &session, judging: Judging::of(&session)?, code }.fix(id)?;
        let has_draft = session.library.get_draft(id, SKILL_FILE)?.is_some();
        Ok(FixPreview { before: fixed.before, after: fixed.after, fixes: fixed.count, has_draft })
    }

    /// Fixes every problem with a code in these skills, as one set of changes. A skill file with unsaved text over it is
    /// left alone and named.
    pub fn fix_all(&self, code: &str, skills: &[String]) -> Result<ChangeReport, Error> {
        let session = self.session()?;
        let fixer = Fixer { session: &session, judging: Judging::of(&session)?, code };
        let mut changes = Vec::new();
        for id in skills {
            let skill = skill_id(id)?;
            let fixed = fixer.fix(skill)?;
            if fixed.count > 0 {
                let stored = session.library.read_file(skill, SKILL_FILE)?;
                changes.push(PlannedChange { skill, plan: Plan::text(&stored, &fixed.after) });
            }
        }
        let what = code::info(code).map_or(code, |info| info.meaning);
        let title = match changes.len() {
            1 => format!("Fixed 1 skill: {what}"),
            count => format!("Fixed {count} skills: {what}"),
        };
        session.apply_changes(ChangeKind::Fix, &title, changes)
    }
}

/// Fixes one kind of problem.
struct Fixer<'a> {
    session: &'a Session,
    judging: Judging,
    code: &'a str,
}

/// A skill file before and after, as an editor holds it.
struct Fixed {
    before: String,
    after: String,
    count: u32,
}

impl Fixer<'_> {
    fn fix(&self, id: SkillId) -> Result<Fixed, Error> {
        let detail = self.session.library.get_skill(id)?;
        let files = other_files(&detail);
        let before = line_endings::for_editor(&decode(&detail.document.bytes).text);
        let mut after = before.clone();
        let mut count = 0;
        for _ in 0..ROUNDS {
            let findings = self.judging.findings(&detail, &after, &files);
            let fixes = findings.into_iter().filter(|finding| finding.code == self.code).filter_map(|found| found.fix);
            let (edits, fixed) = together(fixes.map(|fix| fix.edits));
            let next = apply(&after, &edits);
            if next == after {
                break;
            }
            after = next;
            count += fixed;
        }
        Ok(Fixed { before, after, count })
    }
}

/// The edits of several fixes as one list, and of how many; one that overlaps an earlier one waits for the next round.
fn together(fixes: impl Iterator<Item = Vec<TextEdit>>) -> (Vec<TextEdit>, u32) {
    let mut taken: Vec<TextEdit> = Vec::new();
    let mut count = 0;
    for edits in fixes {
        let meets = |edit: &TextEdit| {
            taken.iter().any(|other| edit.span.start <= other.span.end && other.span.start <= edit.span.end)
        };
        if !edits.is_empty() && !edits.iter().any(meets) {
            taken.extend(edits);
            count += 1;
        }
    }
    taken.sort_by_key(|edit| edit.span);
    (taken, count)
}

#[cfg(test)]
mod tests {
    use studio_text::Span;

    use super::{TextEdit, together};

    #[test]
    fn fixes_that_meet_wait_for_each_other() {
        let edit = |start, end| TextEdit::new(Span::new(start, end), "x");
        let (edits, count) = together([vec![edit(5, 6)], vec![edit(1, 2), edit(6, 8)], vec![edit(0, 2)]].into_iter());
        assert_eq!((edits, count), (vec![edit(0, 2), edit(5, 6)], 2));
    }
}
