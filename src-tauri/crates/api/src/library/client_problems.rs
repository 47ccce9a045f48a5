//! What one agent client makes of the library's skills: whom it drops, hides or cuts, what it passes over, and where it does
//! not look. Made when it is asked for, since few authors write for all clients at once.

use std::{collections::HashMap, path::Path};

use studio_clients::{SkillFile, facts, lint, target_of};
use studio_model::SkillId;
use studio_store::{Origin, SKILL_FILE, StoredSkill};
use studio_text::{
    SkillDocument, Target,
    decode::decode,
    openai_yaml::{self, Around, OPENAI_YAML},
};

use crate::{
    Error, ErrorCode, Studio,
    base::{ids::skill_id, shown::in_row},
    dto::{ClientProblems, Finding, Host, LibraryProblem, ProblemFile},
    library::{
        lint_clients::{Placed, problems_of_places, slashed},
        problems::by,
        rules::rules_of,
    },
    skills::{
        analysis::{reason, subject_for},
        line_endings,
        offsets::Offsets,
    },
    state::session::Session,
};

impl Studio {
    /// What a client makes of every skill, as problems; those the author ignores are among them.
    pub fn list_client_problems(&self, client: Host) -> Result<ClientProblems, Error> {
        let session = self.session()?;
        let target = target_for(client)?;
        let mut found = session.found_by(target)?;
        let mut files = Vec::new();
        for row in session.library.list_skills()? {
            let Some(problems) = found.remove(&row.id) else { continue };
            files.push(ProblemFile {
                skill_id: row.id.to_string(),
                skill: row.name,
                group: in_row(row.group),
                is_broken: row.broken.is_some(),
                has_draft: row.has_draft,
                problems,
            });
        }
        let rules = rules_of(files.iter().flat_map(|file| &file.problems).map(|one| one.code.as_str()));
        let facts = facts(client.noun());
        let (version, measured_on) = (facts.version().to_owned(), facts.measured_on().to_owned());
        Ok(ClientProblems { client, version, measured_on, files, rules })
    }

    /// What a client makes of a skill whose `SKILL.md` is being typed, where it lies; nothing is stored. Other skills of its
    /// name are not looked at: the list of problems does that.
    pub fn analyze_for_client(&self, skill: &str, text: &str, client: Host) -> Result<Vec<Finding>, Error> {
        let session = self.session()?;
        let (target, id) = (target_for(client)?, skill_id(skill)?);
        let Some(stored) = session.library.stored_skill(id)? else { return Ok(Vec::new()) };
        let (levels, ignores) = (session.library.rule_levels()?, session.library.ignores()?);
        let typed = StoredSkill { bytes: text.as_bytes().to_vec(), ..stored };
        let mut found = findings(&typed, target);
        if let Some(path) = path_on_disk(&typed) {
            let placed = [Placed { shown: path.clone(), path, name: typed.name.clone() }];
            let document = SkillDocument::read(text);
            let places = problems_of_places(target, &placed).into_iter();
            let told = places.filter_map(|(at, place)| place.finding(&document, target, &placed, at));
            let offsets = Offsets::new(text);
            found.extend(told.map(|finding| offsets.finding(&finding)));
        }
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
    /// What a client makes of skills, as problems, for each skill that has any; those the author ignores are among them.
    pub(super) fn found_by(&self, client: Target) -> Result<HashMap<SkillId, Vec<LibraryProblem>>, Error> {
        let (levels, ignores) = (self.library.rule_levels()?, self.library.ignores()?);
        let mut found: HashMap<SkillId, Vec<LibraryProblem>> = HashMap::new();
        let (mut owners, mut placed) = (Vec::new(), Vec::new());
        let files = if client == Target::Codex { self.library.list_file_paths()? } else { HashMap::new() };
        let mut tell = |(skill, group): (SkillId, &str), path: &str, finding: &Finding| {
            let Some(severity) = finding.severity.at_level(&levels, &finding.code) else { return };
            let mut problem = LibraryProblem { severity, ..problem(client, path, finding) };
            if let Some(ignored) = ignores.of(skill, group, &problem.code, &problem.subject) {
                (problem.ignored_by, problem.ignored) = (Some(by(ignored.by)), Some(ignored.reason));
            }
            found.entry(skill).or_default().push(problem);
        };
        self.library.visit_skills(|skill| {
            for finding in findings(&skill, client) {
                tell((skill.id, skill.group.as_str()), SKILL_FILE, &finding);
            }
            let files = files.get(&skill.id).map(Vec::as_slice).unwrap_or_default();
            for finding in findings_in_openai_yaml(&skill, client, files) {
                tell((skill.id, skill.group.as_str()), OPENAI_YAML, &finding);
            }
            if let Some(path) = path_on_disk(&skill) {
                placed.push(Placed { shown: path.clone(), path, name: skill.name.clone() });
                owners.push((skill.id, skill.group.clone()));
            }
        })?;
        for (at, place) in problems_of_places(client, &placed) {
            let (skill, group) = &owners[at];
            let text = line_endings::for_editor(&self.skill_text(*skill)?);
            if let Some(finding) = place.finding(&SkillDocument::read(&text), client, &placed, at) {
                tell((*skill, group.as_str()), SKILL_FILE, &Offsets::new(&text).finding(&finding));
            }
        }
        Ok(found)
    }
}

/// What a client makes of a skill, in its `SKILL.md`.
fn findings(skill: &StoredSkill, client: Target) -> Vec<Finding> {
    let path = path_on_disk(skill).unwrap_or_default();
    let text = decode(&skill.bytes).text;
    let file = SkillFile { path: &path, bytes: &skill.bytes, openai_yaml: skill.openai_yaml.as_deref() };
    let offsets = Offsets::new(&text);
    lint(&file, client).iter().map(|finding| offsets.finding(finding)).collect()
}

/// What Codex makes of the file that is its own; `files` are the paths of the skill's other files.
fn findings_in_openai_yaml(skill: &StoredSkill, client: Target, files: &[String]) -> Vec<Finding> {
    let Some(bytes) = skill.openai_yaml.as_deref().filter(|_| client == Target::Codex) else { return Vec::new() };
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let (text, found) = openai_yaml::lint_bytes(bytes, &Around { skill: &skill.name, files: &files });
    let offsets = Offsets::new(&text);
    found.iter().map(|finding| offsets.finding(finding)).collect()
}

/// Where a skill's file is or was on disk; none of one that was made in the library.
fn path_on_disk(skill: &StoredSkill) -> Option<String> {
    if let Some((folder, file)) = &skill.linked_file {
        return Some(slashed(&Path::new(folder).join(file)));
    }
    let Origin { root, path } = skill.origin.as_ref()?;
    Some(slashed(&Path::new(root).join(path)))
}

fn problem(client: Target, path: &str, finding: &Finding) -> LibraryProblem {
    LibraryProblem {
        severity: finding.severity,
        code: finding.code.clone(),
        message: finding.message.clone(),
        subject: subject_for(client, &finding.subject),
        path: path.to_owned(),
        line: finding.start.line,
        column: finding.start.column,
        end_line: finding.end.line,
        end_column: finding.end.column,
        has_fix: false,
        actions: Vec::new(),
        ignored: None,
        ignored_by: None,
    }
}
