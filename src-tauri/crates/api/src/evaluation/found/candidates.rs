//! Which files may hold labelled queries: among skills' own files, and in the folders around those that are linked.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    fs,
    path::{Path, PathBuf},
};

use studio_model::SkillId;
use studio_text::queries::{BesideSkill, beside_skill};

use crate::{Error, state::session::Session};

/// Most files around skills that are taken.
const MOST_AROUND: usize = 500;

/// The folders that are looked into beside skills.
const PLACES: [&str; 7] = ["", "evals", "eval", "evaluations", "tests", "triggers", "evals/triggers"];

/// Those in which a skill may have a folder of its name.
const PLACES_BY_SKILL: [&str; 4] = ["evals", "evals/skills", "eval", "evaluations"];

/// A file that may hold queries.
pub(super) struct Candidate {
    pub(super) key: String,
    pub(super) path: String,
    pub(super) skill: Option<String>,
    pub(super) likelihood: BesideSkill,
    pub(super) source: Source,
}

/// Where a file is read.
pub(super) enum Source {
    Skill(SkillId),
    Disk(PathBuf),
}

impl Session {
    /// The files that may hold queries among the skills' own.
    pub(super) fn candidates_within(&self, names: &HashMap<SkillId, String>) -> Result<Vec<Candidate>, Error> {
        let mut found: Vec<Candidate> = Vec::new();
        for (skill, files) in self.library.list_file_hashes()? {
            let Some(name) = names.get(&skill) else { continue };
            found.extend(files.into_iter().filter_map(|(path, _)| candidate_within(skill, name, path)));
        }
        // In one order each time: what is left of the bytes is what was left before.
        found.sort_by(|a, b| a.key.cmp(&b.key));
        Ok(found)
    }

    /// The files that may hold queries in the folders around linked skills, up to the folder that the author chose on this
    /// computer.
    pub(super) fn candidates_around(&self, known: &HashSet<&str>) -> Result<Vec<Candidate>, Error> {
        let (origins, links) = (self.own_origins()?, self.library.list_links()?);
        let own: HashSet<&Path> = links.iter().map(|link| Path::new(&link.folder)).collect();
        let mut folders: BTreeSet<&Path> = BTreeSet::new();
        for link in &links {
            let Some(root) = origins.get(&link.skill).map(|origin| Path::new(&origin.root)) else { continue };
            let around = Path::new(&link.folder).ancestors().skip(1);
            folders.extend(around.take_while(|folder| root.is_absolute() && folder.starts_with(root)));
        }
        let mut found: Vec<Candidate> = Vec::new();
        for folder in folders.into_iter().filter(|folder| !own.contains(folder)) {
            for place in PLACES.map(|part| folder.join(part)).iter().filter(|place| !own.contains(place.as_path())) {
                let room = MOST_AROUND.saturating_sub(found.len());
                found.extend(listed(place).iter().filter_map(|file| candidate_around(folder, file, known)).take(room));
            }
            for (place, name) in PLACES_BY_SKILL.iter().flat_map(|part| folders_of(&folder.join(part), known)) {
                let room = MOST_AROUND.saturating_sub(found.len());
                found.extend(listed(&place).iter().filter_map(|file| candidate_of(file, &name)).take(room));
            }
        }
        Ok(found)
    }

    /// The files that may hold queries among one skill's own.
    pub(super) fn candidates_of(&self, skill: SkillId, name: &str) -> Result<Vec<Candidate>, Error> {
        let files = self.library.get_skill(skill)?.files;
        Ok(files.into_iter().filter_map(|file| candidate_within(skill, name, file.path)).collect())
    }
}

/// A file of a skill; none where it is not named as one that holds queries.
fn candidate_within(skill: SkillId, name: &str, path: String) -> Option<Candidate> {
    let (likelihood, source) = (beside_skill(&path)?, Source::Skill(skill));
    Some(Candidate { key: format!("{skill}/{path}"), path, skill: Some(name.to_owned()), likelihood, source })
}

/// The ordinary files of a folder, by name; none of one that is a link or cannot be read.
fn listed(folder: &Path) -> Vec<PathBuf> {
    if !fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir()) {
        return Vec::new();
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let ordinary = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let mut files: Vec<PathBuf> = ordinary.map(|entry| entry.path()).collect();
    files.sort_unstable();
    files
}

/// The folders in a folder that bear a skill's name, with it; none that is a link.
fn folders_of(folder: &Path, known: &HashSet<&str>) -> Vec<(PathBuf, String)> {
    if !fs::symlink_metadata(folder).is_ok_and(|found| found.is_dir()) {
        return Vec::new();
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let named = folders.map(|entry| (entry.path(), entry.file_name().to_string_lossy().into_owned()));
    let mut found: Vec<(PathBuf, String)> = named.filter(|(_, name)| known.contains(name.as_str())).collect();
    found.sort_unstable();
    found
}

/// A file in a folder of evals that is a skill's own; none where it is not named as one that holds queries.
fn candidate_of(file: &Path, skill: &str) -> Option<Candidate> {
    let likelihood = beside_skill(&format!("evals/{}", file.file_name()?.to_string_lossy()))?;
    let path = file.to_string_lossy().into_owned();
    let (skill, source) = (Some(skill.to_owned()), Source::Disk(file.to_owned()));
    Some(Candidate { key: path.clone(), path, skill, likelihood, source })
}

/// A file in or below a folder around skills; none where it is not named as one that holds queries.
fn candidate_around(folder: &Path, file: &Path, known: &HashSet<&str>) -> Option<Candidate> {
    let likelihood = beside_skill(&file.strip_prefix(folder).ok()?.to_string_lossy())?;
    let path = file.to_string_lossy().into_owned();
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let (skill, source) = (skill_in(&stem, known), Source::Disk(file.to_owned()));
    Some(Candidate { key: path.clone(), path, skill, likelihood, source })
}

/// The skill whose name a file's name is, begins with or ends with, set off by a mark; the longest of several.
fn skill_in(stem: &str, known: &HashSet<&str>) -> Option<String> {
    let is_set_off = |rest: &str, at_end: bool| {
        let mark = if at_end { rest.chars().next_back() } else { rest.chars().next() };
        mark.is_none_or(|mark| ['-', '_', '.'].contains(&mark))
    };
    let is_in = |name: &&&str| {
        stem.strip_prefix(**name).is_some_and(|rest| is_set_off(rest, false))
            || stem.strip_suffix(**name).is_some_and(|rest| is_set_off(rest, true))
    };
    let longest = known.iter().filter(is_in).max_by_key(|name| (name.len(), **name))?;
    Some((*longest).to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::skill_in;

    #[test]
    fn a_file_is_about_the_skill_whose_name_it_bears() {
        let known: HashSet<&str> = ["pdf", "pdf-forms", "a"].into_iter().collect();
        for (stem, expected) in [
            ("pdf", Some("pdf")),
            ("pdf-forms", Some("pdf-forms")),
            ("trigger_pdf-forms", Some("pdf-forms")),
            ("pdf.triggers", Some("pdf")),
            ("pdfs", None),
            ("evals", None),
            ("", None),
        ] {
            assert_eq!(skill_in(stem, &known).as_deref(), expected, "{stem}");
        }
    }
}
