//! Every problem of the library, and what of it the author chose to ignore.
//!
//! Findings are kept with the skills they are of ([`studio_store::Library::list_findings`]), so that the list of a large
//! library is read and not made. Equal names are found when the list is: they are a problem of two skills at once.

use std::collections::HashMap;

mod owners;

use studio_model::SkillId;
use studio_store::{self as store, IgnoredFinding, SKILL_FILE};
use studio_text::code::{LINK_MISSING, NAME_FOLDER};

use crate::{
    Error, ErrorCode, Studio,
    base::{ids::skill_id, shown::in_row, typed::refuse_credential},
    dto::{FixAction, IgnoredBy, LibraryProblem, ProblemFile, ProblemList, StudioEvent},
    library::rules::rules_of,
    skills::{files::is_taken, fixes::actions, namesakes, offsets::stored_severity, renaming_folder::folder_action},
    state::session::Session,
};

impl Studio {
    /// Every problem of every skill, ignored ones too, by skill name; beside them those of tools and agents.
    pub fn list_problems(&self) -> Result<ProblemList, Error> {
        let session = self.session()?;
        session.judge_if_stale()?;
        let (rule, fixable, drafted) = (session.name_rule()?, session.fixable_skills(None)?, session.drafted_skills()?);
        let mut found: HashMap<SkillId, Vec<LibraryProblem>> = HashMap::new();
        for one in session.list_findings()? {
            found.entry(one.skill).or_default().push(problem(one));
        }
        let rows = session.library.list_skills()?;
        let shared = namesakes::shared_names(&rows);
        let paths = session.library.list_file_paths()?;
        for (path, one) in session.reference_findings(&rows, &paths)? {
            found.entry(one.skill).or_default().push(LibraryProblem { path, ..problem(one) });
        }
        let mut files = Vec::new();
        for row in &rows {
            let mut problems = found.remove(&row.id).unwrap_or_default();
            let asks_link = problems.iter().any(|one| matches!(one.code.as_str(), LINK_MISSING | NAME_FOLDER));
            let link = if asks_link { session.library.get_link(row.id)? } else { None };
            let names = || paths.get(&row.id).into_iter().flatten().map(String::as_str);
            for one in &mut problems {
                one.actions = actions(&one.code, &one.subject, |path| !is_taken(names(), link.as_ref(), path));
                if one.code == NAME_FOLDER {
                    one.actions.extend(folder_action(link.as_ref(), &row.name));
                }
            }
            if shared.contains(&row.name)
                && let Some((found, name)) = session.name_finding(row, &rule)?
            {
                problems.push(LibraryProblem { actions: vec![FixAction::RenameSkill { name }], ..problem(found) });
            }
            if !problems.is_empty() {
                files.push(ProblemFile {
                    skill_id: row.id.to_string(),
                    skill: row.name.clone(),
                    group: in_row(row.group.clone()),
                    is_broken: row.broken.is_some(),
                    has_draft: drafted.contains(&row.id),
                    is_fixable: fixable.contains(&row.id),
                    problems,
                });
            }
        }
        let owners = session.owners_with_problems(&rule.levels, &rule.ignores)?;
        let of_owners = owners.iter().flat_map(|owner| &owner.problems).map(|one| one.code.as_str());
        let of_files = files.iter().flat_map(|file| &file.problems).map(|one| one.code.as_str());
        let rules = rules_of(of_files.chain(of_owners));
        Ok(ProblemList { files, owners, rules })
    }

    /// Ignores a problem of a skill from now on, as long as what it is about stays the same. The reason is kept.
    pub fn ignore_problem(&self, skill: &str, code: &str, subject: &str, reason: &str) -> Result<(), Error> {
        refuse_credential("The reason", reason)?;
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
        let message = format!(
            "The rule {code} is ignored {place}. To stop ignoring it, go to Problems or to Settings > Problem rules."
        );
        Err(Error::new(ErrorCode::Invalid, message))
    }
}

impl Session {
    fn told_of(&self, skill: SkillId) {
        self.emit(StudioEvent::SkillChanged { skill_id: skill.to_string() });
        self.emit(StudioEvent::LibraryChanged);
    }
}

/// By what a finding is ignored, as a screen has it.
fn by(by: store::IgnoredBy) -> IgnoredBy {
    match by {
        store::IgnoredBy::Finding => IgnoredBy::Problem,
        store::IgnoredBy::Skill => IgnoredBy::Skill,
        store::IgnoredBy::Group => IgnoredBy::Group,
        store::IgnoredBy::Library => IgnoredBy::Library,
    }
}

/// A problem in a skill's `SKILL.md`.
pub(super) fn problem(stored: store::StoredFinding) -> LibraryProblem {
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
