//! What the library knows that lint of files on disk asks for.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use studio_model::{Levels, SkillId};
use studio_store::{self as store, Ignores, Library, Reading};
use studio_text::lint::KnownTools;

use super::LintedFinding;
use crate::{
    Config, Error, Studio, library::client::skills_for, state::recent::Recent, tools::problems::tools_for_lint,
};

/// What a library knows that lint of files on disk asks for.
#[derive(Clone, Debug)]
pub struct LintBasis {
    /// The tools that skills are judged by.
    pub(super) tools: KnownTools,
    /// How bad its author finds each rule.
    pub(super) levels: Levels,
    pub(super) ignored: IgnoredProblems,
}

impl LintBasis {
    fn of(library: &Reading) -> Result<Self, Error> {
        let (mut tools, levels) = (tools_for_lint(library)?, library.rule_levels()?);
        tools.skills_for = skills_for(library, &tools)?;
        Ok(Self { tools, levels, ignored: IgnoredProblems::of(library)? })
    }
}

/// What the author of a library ignores, with the files that its skills are linked to or were imported from, and what is
/// ignored in the whole library in any other file, too.
#[derive(Clone, Debug, Default)]
pub(super) struct IgnoredProblems {
    ignores: Ignores,
    /// The skills of a file, each with its group.
    files: HashMap<PathBuf, Vec<(SkillId, String)>>,
}

impl IgnoredProblems {
    fn of(library: &Reading) -> Result<Self, Error> {
        let ignores = library.ignores()?;
        if ignores.is_empty() {
            return Ok(Self::default());
        }
        let imported = library.list_origins()?.into_iter();
        let mut places: HashMap<SkillId, PathBuf> =
            imported.map(|(skill, origin)| (skill, Path::new(&origin.root).join(origin.path))).collect();
        let linked = library.list_links()?.into_iter();
        places.extend(linked.map(|link| (link.skill, Path::new(&link.folder).join(link.skill_file))));
        let mut files: HashMap<PathBuf, Vec<(SkillId, String)>> = HashMap::new();
        for row in library.list_skills()? {
            if let Some(file) = places.get(&row.id).and_then(|file| fs::canonicalize(file).ok()) {
                files.entry(file).or_default().push((row.id, row.group));
            }
        }
        Ok(Self { ignores, files })
    }

    /// Takes what is ignored out of what was found in a file, and counts it.
    pub(super) fn take_out(&self, file: Option<&Path>, findings: &mut Vec<LintedFinding>) -> usize {
        if self.ignores.is_empty() || findings.is_empty() {
            return 0;
        }
        let skills = file.and_then(|file| self.files.get(&fs::canonicalize(file).ok()?));
        let is_ignored = |code: &str, subject: &str| {
            self.ignores.in_library(code).is_some()
                || skills
                    .into_iter()
                    .flatten()
                    .any(|(skill, group)| self.ignores.of(*skill, group, code, subject).is_some())
        };
        let before = findings.len();
        findings.retain(|one| !is_ignored(&one.finding.code, &one.finding.subject));
        before - findings.len()
    }
}

impl Studio {
    /// What the open library knows for lint of files on disk.
    pub fn lint_basis(&self) -> Result<LintBasis, Error> {
        LintBasis::of(&self.session()?.library)
    }
}

/// The same of the library that was opened last; none where no library was opened yet. Nothing is started and the file is
/// not searched for damage: many times cheaper than a [`Studio`] with that library.
pub fn lint_basis_of_last_library(config: &Config) -> Result<Option<LintBasis>, Error> {
    last_library(config)?.map(|library| LintBasis::of(&library)).transpose()
}

/// Whether the library that was opened last has a skill of that name; not where it cannot be looked at. As cheap as the
/// look for lint.
pub fn last_library_has_skill(config: &Config, name: &str) -> bool {
    let library = last_library(config).ok().flatten();
    library.is_some_and(|library| library.find_skills(name).is_ok_and(|found| !found.is_empty()))
}

fn last_library(config: &Config) -> Result<Option<Library>, Error> {
    let Some(last) = Recent::read(&config.data_dir).list().into_iter().next() else { return Ok(None) };
    let path = Path::new(&last.path);
    Ok(Some(match Library::open_for_a_look(path)? {
        Some(library) => library,
        None => Library::open(path, &store::Options::new(config.user.clone()))?.0,
    }))
}
