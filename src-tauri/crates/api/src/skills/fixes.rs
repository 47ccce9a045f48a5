//! Ending problems: all of one kind in many skills at once, and by what lies beyond a text.

use std::collections::HashSet;

use studio_model::{SkillId, plural};
use studio_store::{ChangeKind, Ignores, SKILL_FILE, SkillDetail};
use studio_text::{
    Finding, SkillDocument, Target, TextEdit, apply,
    decode::{STORED_OTHERWISE, decode},
    lint::{code, with_free_names},
};

use crate::{
    Error, ErrorCode, Studio,
    base::ids::skill_id,
    dto::{
        self, ChangeRefusal, ChangeReport, FixAction, FixPreview, RefusalReason, SignatureDialect, SpecEdit, SpecForm,
        ToolEdit, ToolImplementation,
    },
    skills::{
        content::subject,
        files::{checked_path, is_taken},
        judging::{Judging, other_files},
        line_endings,
        own_folder::folder_name,
        planned::{Plan, PlannedChange},
        renaming_folder::folder_action,
    },
    state::session::Session,
};

/// A fix may bring the next problem of its kind to light: a reader stops at the first. So often it is fixed again.
const ROUNDS: usize = 20;

impl Studio {
    /// What fixing every problem with a code, or with any, would make of a skill file; the stored text where there is
    /// nothing to fix.
    pub fn preview_fix(&self, code: Option<&str>, skill_id_text: &str) -> Result<FixPreview, Error> {
        let session = self.session()?;
        let id = skill_id(skill_id_text)?;
        let fixed = Fixer::of(&session, code)?.fix(id)?;
        let has_draft = session.library.get_draft(id, SKILL_FILE)?.is_some();
        // The mark at the start, which is in no text.
        let mark = if fixed.is_as_utf8 { "\u{FEFF}" } else { "" };
        let before = format!("{mark}{}", fixed.before);
        Ok(FixPreview { before, after: fixed.after, fixes: fixed.count, has_draft, notes: fixed.notes })
    }

    /// Fixes every problem with a code, or with any, in these skills, as one set of changes. A skill file with unsaved text
    /// over it is left alone and named, and so is one whose name another of them gets.
    pub fn fix_all(&self, code: Option<&str>, skills: &[String]) -> Result<ChangeReport, Error> {
        let session = self.session()?;
        let fixer = Fixer::of(&session, code)?;
        let (mut changes, mut given, mut refused) = (Vec::new(), HashSet::new(), Vec::new());
        for id in skills {
            let skill = skill_id(id)?;
            let fixed = fixer.fix(skill)?;
            if let Some(name) = fixed.name.filter(|name| !given.insert(name.clone())) {
                refused.push(session.name_given(skill, &name)?);
            } else if fixed.count > 0 {
                let stored = session.library.read_file(skill, SKILL_FILE)?;
                let plan = Plan::text(&stored, &fixed.after);
                let plan = if fixed.is_as_utf8 { plan.stored_as_utf8() } else { plan };
                changes.push(PlannedChange { skill, plan });
            }
        }
        let what = code.map(|code| format!(": {}", code::info(code).map_or(code, |info| info.meaning)));
        let what = what.unwrap_or_default();
        let title = format!("Fixed {}{what}", plural(changes.len(), "skill", "skills"));
        let mut report = session.apply_changes(ChangeKind::Fix, &title, changes)?;
        report.refused.extend(refused);
        Ok(report)
    }
}

impl Studio {
    /// Does what ends a problem without an edit of its text.
    pub fn apply_fix_action(&self, skill: &str, action: &FixAction) -> Result<(), Error> {
        match action {
            FixAction::CreateTool { name } => self.save_tool(&stub(name)).map(drop),
            FixAction::CreateFile { path } => self.create_file(skill, path).map(drop),
            FixAction::LinkTool { name } => self.session()?.link_tool(skill_id(skill)?, name),
            FixAction::UnlinkTool { name } => self.session()?.unlink_tool(skill_id(skill)?, name),
            FixAction::RenameSkill { name } => self.rename_skill(skill, name).map(drop),
            FixAction::RenameFolder { name, .. } => self.rename_skill_folder(skill, name),
            FixAction::SaveAsUtf8 => self.save_as_utf8(skill),
        }
    }

    fn save_as_utf8(&self, skill: &str) -> Result<(), Error> {
        for code in STORED_OTHERWISE {
            if let Some(refusal) = self.fix_all(Some(code), &[skill.to_owned()])?.refused.pop() {
                return Err(Error::new(ErrorCode::Invalid, refusal.message));
            }
        }
        Ok(())
    }
}

impl Session {
    /// What is said of a skill that would get the name of one that is fixed with it.
    fn name_given(&self, id: SkillId, name: &str) -> Result<ChangeRefusal, Error> {
        Ok(ChangeRefusal {
            skill_id: id.to_string(),
            skill: self.library.get_skill(id)?.skill.name,
            path: SKILL_FILE.to_owned(),
            reason: RefusalReason::Refused,
            message: format!("Another of these skills gets the name {name}. Fix this one by itself."),
        })
    }

    /// What would end a finding beyond the skill's text.
    pub(crate) fn fix_actions(detail: &SkillDetail, finding: &dto::Finding) -> Vec<FixAction> {
        let files = || detail.files.iter().map(|file| file.path.as_str());
        let is_free = |path: &str| !is_taken(files(), detail.link.as_ref(), path);
        let mut actions = actions(&finding.code, &finding.subject, is_free);
        if finding.code == code::NAME_FOLDER {
            // As the file has it that lies there: what is typed may still change.
            actions.extend(folder_action(detail.link.as_ref(), &detail.skill.name));
        }
        if STORED_OTHERWISE.contains(&finding.code.as_str()) && finding.fix.is_none() {
            actions.push(FixAction::SaveAsUtf8);
        }
        actions
    }
}

/// What would end a problem beyond its text. `is_free` says whether a file can be made at a path.
pub(crate) fn actions(code: &str, subject: &str, is_free: impl Fn(&str) -> bool) -> Vec<FixAction> {
    let action = match code {
        code::UNKNOWN_TOOL | code::TOOL_MENTION if is_tool_name(subject) => {
            Some(FixAction::CreateTool { name: subject.to_owned() })
        }
        code::TOOL_NOT_LINKED => Some(FixAction::LinkTool { name: subject.to_owned() }),
        code::TOOL_NOT_LISTED => Some(FixAction::UnlinkTool { name: subject.to_owned() }),
        code::LINK_MISSING => {
            let path = checked_path(subject.trim_start_matches("./")).ok();
            path.filter(|path| is_free(path)).map(|path| FixAction::CreateFile { path })
        }
        _ => None,
    };
    action.into_iter().collect()
}

/// Whether a tool can be called that: what stands in brackets behind a name, or a placeholder, is no part of one.
fn is_tool_name(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ':');
    !name.is_empty() && name.len() <= 64 && name.chars().all(is_part)
}

/// A tool that is only described yet.
fn stub(name: &str) -> ToolEdit {
    ToolEdit {
        id: None,
        aggregate_version: 0,
        name: name.to_owned(),
        description: "Describe what this tool does and when to use it.".to_owned(),
        version: studio_model::DEFAULT_VERSION.to_owned(),
        spec: SpecEdit {
            source: SpecForm::Parameters,
            signature: String::new(),
            dialect: SignatureDialect::Arrow,
            parameters: Vec::new(),
            schema: String::new(),
        },
        implementation: ToolImplementation::None,
        effect: None,
        timeout_s: 30,
        retries: 0,
        depends_on: Vec::new(),
        stated: None,
    }
}

/// Fixes one kind of problem, or every kind that has fixes and counts for the library's client.
struct Fixer<'a> {
    session: &'a Session,
    judging: Judging,
    ignores: Ignores,
    code: Option<&'a str>,
    client: Option<Target>,
}

/// A skill file before and after, as an editor holds it.
struct Fixed {
    before: String,
    after: String,
    count: u32,
    /// Whether it is stored as UTF-8 then, which it wasn't.
    is_as_utf8: bool,
    /// The name it has then, where it had another one.
    name: Option<String>,
    /// See [`FixPreview::notes`].
    notes: Vec<String>,
}

impl<'a> Fixer<'a> {
    fn of(session: &'a Session, code: Option<&'a str>) -> Result<Self, Error> {
        let (judging, ignores) = (Judging::of(session)?, session.library.ignores()?);
        let client = session.counted_for()?;
        Ok(Self { session, judging, ignores, code, client })
    }

    /// Whether a finding is to be fixed, in a text.
    fn takes(&self, detail: &SkillDetail, finding: &Finding, text: &str) -> bool {
        let is_asked = match self.code {
            Some(code) => finding.code == code,
            None => code::counts_for(self.client, finding.code),
        };
        let ignored = self.ignores.of(detail.skill.id, &detail.group, finding.code, &subject(finding, text));
        is_asked && ignored.is_none()
    }

    fn fix(&self, id: SkillId) -> Result<Fixed, Error> {
        let detail = self.session.library.get_skill(id)?;
        let files = other_files(&detail);
        // Asked for by name, it may be one that a pack's target alone minds. What others want would stand in its way.
        let minding = self.code.map(code::targets_of).filter(|minding| !minding.is_empty());
        let minding = minding.filter(|minding| !minding.contains(&Target::AgentSkills));
        let targets = minding.unwrap_or(&[Target::AgentSkills]);
        let decoded = decode(&detail.document.bytes);
        let is_as_utf8 = decoded
            .findings
            .iter()
            .any(|finding| STORED_OTHERWISE.contains(&finding.code) && self.takes(&detail, finding, &decoded.text));
        let before = line_endings::for_editor(&decoded.text);
        let mut after = before.clone();
        let (mut count, mut taken) = (u32::from(is_as_utf8), None);
        for _ in 0..ROUNDS {
            let mut findings = self.judging.findings(&detail, &after, &files, targets);
            findings.retain(|finding| self.takes(&detail, finding, &after));
            let others = with_free_names(&after, &mut findings, |name| self.session.is_taken(name, Some(id)))?;
            taken = taken.or(others.into_iter().next());
            let fixes = findings.into_iter().filter_map(|found| found.fix);
            let (edits, fixed) = together(fixes.map(|fix| fix.edits));
            let next = apply(&after, &edits);
            if next == after {
                break;
            }
            after = next;
            count += fixed;
        }
        let name = new_name(&before, &after);
        let notes = notes(&detail, name.as_deref(), taken.as_deref());
        Ok(Fixed { before, after, count, is_as_utf8, name, notes })
    }
}

/// The name in a text after a fix, where that is another one than before.
fn new_name(before: &str, after: &str) -> Option<String> {
    let name = |text: &str| SkillDocument::read(text).name().map(str::to_owned);
    name(after).filter(|after| name(before).as_ref() != Some(after))
}

/// What to know of a skill's new name, and of the one that it can't have because another skill has it.
fn notes(detail: &SkillDetail, name: Option<&str>, taken: Option<&str>) -> Vec<String> {
    let folder = detail.link.as_ref().and_then(folder_name);
    let of_taken = taken.map(|taken| match name {
        Some(name) => format!("Another skill is already named `{taken}`, so this one is named `{name}`."),
        None => format!("Another skill is already named `{taken}`, so the name isn't changed."),
    });
    let of_folder = name.zip(folder).filter(|(name, folder)| name != folder).map(|(name, folder)| {
        format!("The folder is still named `{folder}`. You can rename it to `{name}` from the skill's problems.")
    });
    of_taken.into_iter().chain(of_folder).collect()
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
