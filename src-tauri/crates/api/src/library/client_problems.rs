//! What one agent client makes of the library's skills, as problems: whom it drops, hides or cuts, what it passes over, and
//! where it does not look; and by which client the library's problems are counted.

use std::collections::HashMap;

use studio_clients::{facts, not_found_by, target_of};
use studio_model::{Level, SkillId};
use studio_store::{FindingRow, Ignored, SkillRow, StoredFinding, StoredSkill};
use studio_text::{
    SkillDocument, Target,
    code::{CLIENT_SHADOWED, CODES, counts_for},
};

use crate::{
    Error, ErrorCode, Studio,
    base::{ids::skill_id, shown::in_row},
    dto::{ClientProblems, Finding, Host, LibraryProblem, ProblemFile, Severity},
    library::{
        client_findings::{FEW, findings, path_on_disk},
        lint_clients::{Placed, problems_of_places},
        problems::problem,
        rules::rules_of,
    },
    skills::{
        analysis::{reason, subject_for},
        namesakes::count,
        offsets::Offsets,
    },
    state::session::Session,
};

impl Studio {
    /// What a client makes of every skill, as problems; those the author ignores are among them.
    pub fn list_client_problems(&self, client: Host) -> Result<ClientProblems, Error> {
        let session = self.session()?;
        let target = target_for(client)?;
        let mut found: HashMap<SkillId, Vec<LibraryProblem>> = HashMap::new();
        for (path, one) in session.found_by(target)? {
            found.entry(one.skill).or_default().push(LibraryProblem { path, ..problem(one) });
        }
        let (mut files, drafted) = (Vec::new(), session.drafted_skills()?);
        for row in session.library.list_skills()? {
            let Some(problems) = found.remove(&row.id) else { continue };
            files.push(ProblemFile {
                skill_id: row.id.to_string(),
                skill: row.name,
                group: in_row(row.group),
                is_broken: row.broken.is_some(),
                has_draft: drafted.contains(&row.id),
                // None of what clients make of skills has a fix.
                is_fixable: false,
                problems,
            });
        }
        let rules = rules_of(files.iter().flat_map(|file| &file.problems).map(|one| one.code.as_str()));
        let facts = facts(client.noun());
        let (version, measured_on) = (facts.version().to_owned(), facts.measured_on().to_owned());
        Ok(ClientProblems { client, version, measured_on, files, rules })
    }

    /// What a client makes of a skill whose `SKILL.md` is being typed, where it lies; nothing is stored. That it takes another
    /// of the same name, or that it doesn't look inside another's folder, is told as it was found when all skills were looked at.
    pub fn analyze_for_client(&self, skill: &str, text: &str, client: Host) -> Result<Vec<Finding>, Error> {
        let session = self.session()?;
        let (target, id) = (target_for(client)?, skill_id(skill)?);
        let Some(stored) = session.library.stored_skill(id)? else { return Ok(Vec::new()) };
        let (levels, ignores) = (session.library.rule_levels()?, session.library.ignores()?);
        let typed = StoredSkill { bytes: text.as_bytes().to_vec(), ..stored };
        let mut found = findings(&typed, target);
        let (document, offsets) = (SkillDocument::read(text), Offsets::new(text));
        let (among_others, is_left_out) = session.place_findings(target, id);
        if is_left_out {
            found.clear();
        }
        if let Some(path) = path_on_disk(&typed).filter(|_| !is_left_out) {
            let placed = [Placed { shown: path.clone(), path, name: typed.name.clone() }];
            for (at, place) in problems_of_places(target, &placed) {
                if place.leaves_out() {
                    found.clear();
                }
                let told = place.finding(&document, target, &placed, at);
                found.extend(told.map(|finding| offsets.finding(&finding)));
            }
        }
        let of_others = among_others.into_iter().filter(|one| is_left_out || one.code == CLIENT_SHADOWED);
        found.extend(of_others.map(|Finding { code, severity, message, .. }| {
            // Told at the name, wherever that is by now.
            Finding { severity, code, ..offsets.finding(&not_found_by(&document, target, message)) }
        }));
        found.retain_mut(|finding| {
            finding.subject = subject_for(target, &finding.subject);
            finding.ignored = reason(&ignores, id, &typed.group, finding);
            let told = finding.severity.at_level(&levels, &finding.code);
            finding.severity = told.unwrap_or(finding.severity);
            told.is_some()
        });
        Ok(found)
    }
}

/// The target that stands for a client; refused where nothing is known of what it does.
fn target_for(client: Host) -> Result<Target, Error> {
    target_of(client.noun()).ok_or_else(|| {
        let message = format!("Client-specific checks aren't available for {}.", client.noun().label());
        Error::new(ErrorCode::Invalid, message)
    })
}

impl Session {
    /// The target by which problems of skills are counted everywhere: the library's client, where it is known what that makes
    /// of a skill. None where the rules of the standard are meant.
    pub(crate) fn counted_for(&self) -> Result<Option<Target>, Error> {
        Ok(self.client()?.and_then(target_of))
    }

    /// What counts in the `SKILL.md` of every skill and what the client has for itself, at the levels of their rules; what is
    /// ignored is among it. For a client, that is what every target minds and what the client makes of the skill. That others
    /// have a skill's name, and what its references lack, is not among it.
    pub(crate) fn judged_findings(&self, client: Option<Target>) -> Result<Vec<StoredFinding>, Error> {
        let mut found = self.list_findings()?;
        found.retain(|one| counts_for(client, &one.finding.code));
        if let Some(client) = client {
            found.extend(self.found_by(client)?.into_iter().map(|(_, one)| one));
        }
        Ok(found)
    }

    /// Counts the problems of these skills for the library's client; as they are, they are counted by the standard's rules. They
    /// are all there are, or else those that are named.
    pub(crate) fn count_for_client(&self, rows: &mut [SkillRow], only: Option<&[SkillId]>) -> Result<(), Error> {
        let Some(client) = self.counted_for()? else { return Ok(()) };
        let only = only.filter(|ids| ids.len() <= FEW);
        let mut rows: HashMap<SkillId, &mut SkillRow> = rows.iter_mut().map(|row| (row.id, row)).collect();
        let codes = CODES.iter().map(|one| one.code).filter(|code| !counts_for(Some(client), code));
        let not_counted: Vec<String> = codes.map(str::to_owned).collect();
        for (skill, level) in self.library.counted_levels(&not_counted, only)? {
            if let Some(row) = rows.get_mut(&skill) {
                discount(row, level);
            }
        }
        self.visit_told(client, only, |skill, _, _, (severity, ignored)| {
            if ignored.is_none()
                && let Some(row) = rows.get_mut(&skill)
            {
                count(row, Some(severity.level()));
            }
        })
    }

    /// What a client makes of skills, each finding with the path of its file, at the levels of their rules; what the author
    /// ignores is among it.
    pub(super) fn found_by(&self, client: Target) -> Result<Vec<(String, StoredFinding)>, Error> {
        let mut found = Vec::new();
        self.visit_told(client, None, |skill, path, finding, (severity, ignored)| {
            let finding = row(client, severity, finding);
            found.push((path.to_owned(), StoredFinding { skill, finding, ignored }));
        })?;
        Ok(found)
    }

    /// Tells the same one after another, of some skills or of all: how bad each finding is, and that it is ignored where it is.
    fn visit_told(
        &self,
        client: Target,
        only: Option<&[SkillId]>,
        mut tell: impl FnMut(SkillId, &str, &Finding, (Severity, Option<Ignored>)),
    ) -> Result<(), Error> {
        let (levels, ignores) = (self.library.rule_levels()?, self.library.ignores()?);
        self.visit_client_findings(client, only, |skill, path, finding| {
            let Some(severity) = finding.severity.at_level(&levels, &finding.code) else { return };
            let subject = subject_for(client, &finding.subject);
            let ignored = ignores.of(skill.id, &skill.group, &finding.code, &subject);
            tell(skill.id, path, finding, (severity, ignored));
        })
    }
}

/// One problem less. It is counted in the row, unless that was read before what is saved at the same time: then it is read again.
fn discount(row: &mut SkillRow, level: Level) {
    row.errors = row.errors.saturating_sub(u32::from(level == Level::Error));
    row.warnings = row.warnings.saturating_sub(u32::from(level == Level::Warning));
}

/// A finding as the library keeps those that all targets have.
fn row(client: Target, severity: Severity, finding: &Finding) -> FindingRow {
    FindingRow {
        severity: severity.level().as_str().to_owned(),
        code: finding.code.clone(),
        message: finding.message.clone(),
        subject: subject_for(client, &finding.subject),
        from_line: finding.start.line,
        from_column: finding.start.column,
        to_line: finding.end.line,
        to_column: finding.end.column,
        has_fix: false,
    }
}
