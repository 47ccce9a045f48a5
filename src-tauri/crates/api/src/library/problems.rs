//! Every problem of the library, and what of it the author chose to ignore.
//!
//! Findings are kept with the skills they are of ([`studio_store::Library::list_findings`]), so that the list of a large
//! library is read and not made. Equal names are found when the list is: they are a problem of two skills at once.

use std::collections::HashMap;

mod owners;

use studio_model::{Levels, SkillId};
use studio_store::{self as store, IgnoredFinding, Ignores, SKILL_FILE};
use studio_text::{
    LineIndex, SkillDocument,
    lint::{
        code::{NAME_DUPLICATE, NAME_FOLDER},
        name_duplicate,
    },
};

use crate::{
    Error, ErrorCode, Studio,
    base::{ids::skill_id, shown::in_row},
    dto::{FixAction, IgnoredBy, LibraryProblem, ProblemFile, ProblemList, Severity, StudioEvent},
    library::rules::rules_of,
    skills::{
        content::{convention_of, subject},
        fixes::actions,
        line_endings, namesakes,
        offsets::stored_severity,
        renaming_folder::folder_action,
    },
    state::session::Session,
};

impl Studio {
    /// Every problem of every skill, ignored ones too, by skill name; beside them those of tools and agents.
    pub fn list_problems(&self) -> Result<ProblemList, Error> {
        let session = self.session()?;
        session.judge_if_stale()?;
        let (levels, ignores) = (session.library.rule_levels()?, session.library.ignores()?);
        let mut found: HashMap<SkillId, Vec<LibraryProblem>> = HashMap::new();
        for one in session.library.list_findings()? {
            found.entry(one.skill).or_default().push(problem(one));
        }
        let rows = session.library.list_skills()?;
        let shared = namesakes::shared_names(&rows);
        let mut files = Vec::new();
        for row in &rows {
            let mut problems = found.remove(&row.id).unwrap_or_default();
            for one in &mut problems {
                // A missing file was not there when it was found to be missing.
                one.actions = actions(&one.code, &one.subject, |_| false);
                if one.code == NAME_FOLDER {
                    one.actions.extend(folder_action(session.library.get_link(row.id)?.as_ref(), &row.name));
                }
            }
            if shared.contains(&row.name) && convention_of(&row.tags).is_none() {
                problems.extend(session.same_name(row, &levels, &ignores)?);
            }
            if !problems.is_empty() {
                files.push(ProblemFile {
                    skill_id: row.id.to_string(),
                    skill: row.name.clone(),
                    group: in_row(row.group.clone()),
                    is_broken: row.broken.is_some(),
                    has_draft: row.has_draft,
                    problems,
                });
            }
        }
        let owners = session.owners_with_problems(&levels, &ignores)?;
        let of_owners = owners.iter().flat_map(|owner| &owner.problems).map(|one| one.code.as_str());
        let of_files = files.iter().flat_map(|file| &file.problems).map(|one| one.code.as_str());
        let rules = rules_of(of_files.chain(of_owners));
        Ok(ProblemList { files, owners, rules })
    }

    /// Ignores a problem of a skill from now on, as long as what it is about stays the same. The reason is kept.
    pub fn ignore_problem(&self, skill: &str, code: &str, subject: &str, reason: &str) -> Result<(), Error> {
        let session = self.session()?;
        let skill = skill_id(skill)?;
        let (code, subject, reason) = (code.to_owned(), subject.to_owned(), reason.trim().to_owned());
        session.writing().ignore_finding(&IgnoredFinding { skill, code, subject, reason })?;
        session.told_of(skill);
        Ok(())
    }

    /// Counts an ignored problem again. Refused where its rule is ignored in some place: then that has to end.
    pub fn stop_ignoring(&self, skill: &str, code: &str, subject: &str) -> Result<(), Error> {
        let session = self.session()?;
        let skill = skill_id(skill)?;
        let (group, ignored) = {
            let writing = session.writing();
            writing.stop_ignoring(skill, code, subject)?;
            let group = writing.get_skill(skill)?.group;
            let ignored = writing.ignores()?.of(skill, &group, code, subject);
            (group, ignored)
        };
        session.told_of(skill);
        let place = match ignored.map(|ignored| ignored.by) {
            None | Some(store::IgnoredBy::Finding) => return Ok(()),
            Some(store::IgnoredBy::Skill) => "in this skill".to_owned(),
            Some(store::IgnoredBy::Group) => format!("in the group “{group}”"),
            Some(store::IgnoredBy::Library) => "in this library".to_owned(),
        };
        let message =
            format!("The rule {code} is ignored {place}. Stop ignoring it there, in Problems or in Settings.");
        Err(Error::new(ErrorCode::Invalid, message))
    }
}

impl Session {
    /// The problem that other skills have the name of this one.
    fn same_name(
        &self,
        row: &store::SkillRow,
        levels: &Levels,
        ignores: &Ignores,
    ) -> Result<Option<LibraryProblem>, Error> {
        let Some(severity) = Severity::Warning.at_level(levels, NAME_DUPLICATE) else { return Ok(None) };
        let Some(shared) = self.namesakes(row.id, &row.name)? else { return Ok(None) };
        let text = line_endings::for_editor(&self.skill_text(row.id)?);
        let found = name_duplicate(&SkillDocument::read(&text), shared.as_lint());
        let (lines, subject) = (LineIndex::new(&text), subject(&found, &text));
        let (from, to) = (lines.position(found.span.start), lines.position(found.span.end));
        let ignored = ignores.of(row.id, &row.group, NAME_DUPLICATE, &subject);
        Ok(Some(LibraryProblem {
            severity,
            code: NAME_DUPLICATE.to_owned(),
            message: found.message,
            subject,
            path: SKILL_FILE.to_owned(),
            line: from.0 as u32,
            column: from.1 as u32,
            end_line: to.0 as u32,
            end_column: to.1 as u32,
            // Renaming all of them at once is no end of it: one may keep the name.
            has_fix: false,
            actions: vec![FixAction::RenameSkill { name: shared.as_lint().free.to_owned() }],
            ignored_by: ignored.as_ref().map(|ignored| by(ignored.by)),
            ignored: ignored.map(|ignored| ignored.reason),
        }))
    }

    fn told_of(&self, skill: SkillId) {
        self.emit(StudioEvent::SkillChanged { skill_id: skill.to_string() });
        self.emit(StudioEvent::LibraryChanged);
    }
}

/// By what a finding is ignored, as a screen has it.
pub(super) fn by(by: store::IgnoredBy) -> IgnoredBy {
    match by {
        store::IgnoredBy::Finding => IgnoredBy::Problem,
        store::IgnoredBy::Skill => IgnoredBy::Skill,
        store::IgnoredBy::Group => IgnoredBy::Group,
        store::IgnoredBy::Library => IgnoredBy::Library,
    }
}

fn problem(stored: store::StoredFinding) -> LibraryProblem {
    let found = stored.finding;
    LibraryProblem {
        severity: stored_severity(&found.severity),
        code: found.code,
        message: found.message,
        subject: found.subject,
        path: SKILL_FILE.to_owned(),
        line: found.from_line,
        column: found.from_column,
        end_line: found.to_line,
        end_column: found.to_column,
        has_fix: found.has_fix,
        actions: Vec::new(),
        ignored_by: stored.ignored.as_ref().map(|ignored| by(ignored.by)),
        ignored: stored.ignored.map(|ignored| ignored.reason),
    }
}
