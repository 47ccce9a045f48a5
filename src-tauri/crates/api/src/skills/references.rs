//! The references of skills, and other Markdown that their texts lead to, judged as `skillctl lint` judges them: what they
//! name that is not there. They are judged when somebody asks, and again once their skill has changed.

use std::collections::HashMap;

use studio_model::{Level, SkillId};
use studio_store::{FindingRow, SKILL_FILE, SkillRow, StoredFinding};
use studio_text::{
    Finding, SkillDocument,
    lint::{OnDisk, in_reference, references},
};

use crate::{
    Error,
    skills::{content::finding_rows, own_folder::SkillFolder, storing::text_for_editor},
    state::{references::JudgedReferences, session::Session},
};

/// What is found in a text as one of a skill's other files; nothing where that leads on to no further ones.
pub(crate) fn judge_reference(
    document: &SkillDocument,
    text: &str,
    path: &str,
    others: &[&str],
    on_disk: Option<SkillFolder<'_>>,
) -> Vec<Finding> {
    if !references(document, others).contains(&path) {
        return Vec::new();
    }
    let on_disk = on_disk.as_ref().map(|folder| folder as &dyn OnDisk);
    in_reference(text, path, &with_skill_file(others), on_disk)
}

fn with_skill_file<'a>(others: &[&'a str]) -> Vec<&'a str> {
    others.iter().copied().chain([SKILL_FILE]).collect()
}

impl Session {
    /// What was found in other files of these skills, each with the file's path, at the levels of their rules.
    /// `paths` are those of every skill's other files.
    pub(crate) fn reference_findings(
        &self,
        rows: &[SkillRow],
        paths: &HashMap<SkillId, Vec<String>>,
    ) -> Result<Vec<(String, StoredFinding)>, Error> {
        let (levels, ignores) = (self.library.rule_levels()?, self.library.ignores()?);
        let mut judged = self.references.lock();
        judged.retain(|skill, _| paths.contains_key(skill));
        let mut told = Vec::new();
        for row in rows {
            let Some(files) = paths.get(&row.id) else { continue };
            if judged.get(&row.id).is_none_or(|known| known.version != row.aggregate_version) {
                let findings = self.judge_references(row.id, files)?;
                judged.insert(row.id, JudgedReferences { version: row.aggregate_version, findings });
            }
            for (path, found) in judged.get(&row.id).into_iter().flat_map(|known| &known.findings) {
                let level = Level::parse(&found.severity).unwrap_or(Level::Info);
                let Some(level) = levels.told(&found.code, level) else { continue };
                let finding = FindingRow { severity: level.as_str().to_owned(), ..found.clone() };
                let ignored = ignores.of(row.id, &row.group, &found.code, &found.subject);
                told.push((path.clone(), StoredFinding { skill: row.id, finding, ignored }));
            }
        }
        Ok(told)
    }

    fn judge_references(&self, id: SkillId, files: &[String]) -> Result<Vec<(String, FindingRow)>, Error> {
        let others: Vec<&str> = files.iter().map(String::as_str).filter(|path| *path != SKILL_FILE).collect();
        let is_markdown = |path: &&str| path.to_ascii_lowercase().ends_with(".md");
        if !others.iter().any(is_markdown) {
            return Ok(Vec::new());
        }
        let document = SkillDocument::read(&self.skill_text(id)?);
        let names = with_skill_file(&others);
        let link = self.library.get_link(id)?;
        let on_disk = link.as_ref().and_then(SkillFolder::of);
        let on_disk = on_disk.as_ref().map(|folder| folder as &dyn OnDisk);
        let mut findings = Vec::new();
        for path in references(&document, &others) {
            let Some(text) = text_for_editor(&self.library.read_file(id, path)?) else { continue };
            let rows = finding_rows(&in_reference(&text, path, &names, on_disk), &text);
            findings.extend(rows.into_iter().map(|row| (path.to_owned(), row)));
        }
        Ok(findings)
    }
}
