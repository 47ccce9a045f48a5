//! What the library knows that lint of files on disk asks for.

use std::{
    collections::{HashMap, HashSet},
    fs,
    path::{Path, PathBuf},
};

use studio_model::SkillId;
use studio_store::{self as store, Library, Reading};
use studio_text::lint::KnownTools;

use super::LintedFinding;
use crate::{Config, Error, Studio, state::recent::Recent, tools::problems::tools_for_lint};

/// What a library knows that lint of files on disk asks for.
#[derive(Clone, Debug)]
pub struct LintBasis {
    /// The tools that skills are judged by.
    pub(super) tools: KnownTools,
    pub(super) ignored: IgnoredProblems,
}

impl LintBasis {
    fn of(library: &Reading) -> Result<Self, Error> {
        Ok(Self { tools: tools_for_lint(library)?, ignored: IgnoredProblems::of(library)? })
    }
}

/// What the author of a library ignores in the files that its skills are linked to or were imported from, by file.
#[derive(Clone, Debug, Default)]
pub(super) struct IgnoredProblems(HashMap<PathBuf, HashSet<(String, String)>>);

impl IgnoredProblems {
    fn of(library: &Reading) -> Result<Self, Error> {
        let mut of_skills: HashMap<SkillId, HashSet<(String, String)>> = HashMap::new();
        for one in library.list_ignored()? {
            of_skills.entry(one.skill).or_default().insert((one.code, one.subject));
        }
        if of_skills.is_empty() {
            return Ok(Self::default());
        }
        let imported = library.list_origins()?.into_iter();
        let mut files: HashMap<SkillId, PathBuf> =
            imported.map(|(skill, origin)| (skill, Path::new(&origin.root).join(origin.path))).collect();
        let linked = library.list_links()?.into_iter();
        files.extend(linked.map(|link| (link.skill, Path::new(&link.folder).join(link.skill_file))));
        let mut of_files: HashMap<PathBuf, HashSet<(String, String)>> = HashMap::new();
        for (skill, ignored) in of_skills {
            if let Some(file) = files.get(&skill).and_then(|file| fs::canonicalize(file).ok()) {
                of_files.entry(file).or_default().extend(ignored);
            }
        }
        Ok(Self(of_files))
    }

    /// Takes what is ignored out of what was found in a file, and counts it.
    pub(super) fn take_out(&self, file: Option<&Path>, findings: &mut Vec<LintedFinding>) -> usize {
        if self.0.is_empty() || findings.is_empty() {
            return 0;
        }
        let Some(ignored) = file.and_then(|file| self.0.get(&fs::canonicalize(file).ok()?)) else { return 0 };
        let before = findings.len();
        findings.retain(|one| !ignored.contains(&(one.finding.code.clone(), one.finding.subject.clone())));
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
    let Some(last) = Recent::read(&config.data_dir).list().into_iter().next() else { return Ok(None) };
    let path = Path::new(&last.path);
    let library = match Library::open_for_a_look(path)? {
        Some(library) => library,
        None => Library::open(path, &store::Options::new(config.user.clone()))?.0,
    };
    LintBasis::of(&library).map(Some)
}
