//! Files of labelled queries that lie beside skills: found among the skills' own files, and in the folders around those that
//! are linked, and imported without a question, since the author chose these folders.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    fs,
    path::{Path, PathBuf},
};

use studio_model::SkillId;
use studio_pack::{Error as PackError, read_regular};
use studio_store::sha256_hex;
use studio_text::{
    decode::decode,
    queries::{self as text, BesideSkill, beside_skill},
};

use crate::{
    Error, ErrorCode, Studio,
    dto::{FoundEvals, FoundEvalsState, QueryImport, RepeatedLabels, StudioEvent},
    evaluation::{
        queries::{USUAL_SET, checked_set},
        query_import::{Incoming, format_of},
    },
    kept::{self, evals::ImportedEvals},
    state::session::Session,
};

/// The library's setting that says what was imported.
const IMPORTED: &str = "imported_evals";

/// Largest file that is read, in bytes.
const LARGEST: u64 = 5 * 1024 * 1024;

/// Most files around skills that are taken.
const MOST_AROUND: usize = 500;

impl Studio {
    /// The files of labelled queries that lie beside the library's skills, by skill. Nothing is kept of them.
    pub fn list_found_evals(&self) -> Result<Vec<FoundEvals>, Error> {
        let session = self.session()?;
        Ok(session.found_evals()?.into_iter().map(|found| found.info).collect())
    }

    /// Imports files that were found, each into the set named after its skill, all or none. Where a file has changed
    /// since it was imported, the queries that came from it take its labels.
    pub fn import_found_evals(&self, keys: &[String]) -> Result<Vec<QueryImport>, Error> {
        let session = self.session()?;
        let wanted: HashSet<&String> = keys.iter().collect();
        let mut found = session.found_evals()?;
        found.retain(|found| wanted.contains(&found.info.key));
        if found.len() < wanted.len() {
            let message = "A file that was to be imported is gone. Nothing was imported: look at the list again.";
            return Err(Error::new(ErrorCode::NotFound, message));
        }
        let mut imported = session.imported_evals()?;
        imported.files.extend(found.iter().map(|found| (found.info.key.clone(), found.sha256.clone())));
        let files = found.into_iter().map(|found| Incoming {
            name: found.info.path,
            set: found.info.set,
            parsed: found.parsed,
            is_newer: found.info.state == FoundEvalsState::Changed,
        });
        let imports = session.take_in(files.collect(), &session.skill_names()?, RepeatedLabels::First)?;
        session.library.aside().set_setting(IMPORTED, &kept::write_text(&imported)?)?;
        session.emit(StudioEvent::QueriesChanged);
        Ok(imports)
    }
}

/// A file that was found, and what it holds.
struct Found {
    info: FoundEvals,
    parsed: text::Parsed,
    sha256: String,
}

/// A file that may hold queries, read.
struct Candidate {
    key: String,
    path: String,
    skill: Option<String>,
    likelihood: BesideSkill,
    /// What it holds; none where that is too much, or could not be read.
    bytes: Result<Vec<u8>, String>,
}

impl Session {
    fn found_evals(&self) -> Result<Vec<Found>, Error> {
        let names: HashMap<SkillId, String> =
            self.scores()?.entries().map(|entry| (entry.key, entry.name.clone())).collect();
        let imported = self.imported_evals()?;
        let mut found: Vec<Found> = Vec::new();
        for (skill, files) in self.library.list_file_hashes()? {
            let Some(name) = names.get(&skill) else { continue };
            for (path, _) in files {
                let Some(likelihood) = beside_skill(&path) else { continue };
                // Deleted since it was listed: nothing is lost.
                let Ok(content) = self.library.read_file(skill, &path) else { continue };
                let bytes = if content.bytes.len() as u64 > LARGEST { Err(too_large()) } else { Ok(content.bytes) };
                let key = format!("{skill}/{path}");
                found.extend(read(Candidate { key, path, skill: Some(name.clone()), likelihood, bytes }, &imported));
            }
        }
        let known: HashSet<&str> = names.values().map(String::as_str).collect();
        for candidate in self.candidates_around(&known)? {
            found.extend(read(candidate, &imported));
        }
        found.sort_by_cached_key(|found| {
            let info = &found.info;
            (info.skill.clone(), info.path.clone(), info.key.clone())
        });
        Ok(found)
    }

    /// What was imported before; nothing where that cannot be read, since it only says what is offered.
    fn imported_evals(&self) -> Result<ImportedEvals, Error> {
        let written = self.library.get_setting(IMPORTED)?;
        Ok(written.and_then(|written| kept::read_text(&written).ok()).unwrap_or_default())
    }

    /// The files that may hold queries in the folders around linked skills, up to the folder that the author chose.
    fn candidates_around(&self, known: &HashSet<&str>) -> Result<Vec<Candidate>, Error> {
        let (origins, links) = (self.library.list_origins()?, self.library.list_links()?);
        let own: HashSet<&Path> = links.iter().map(|link| Path::new(&link.folder)).collect();
        let mut folders: BTreeSet<&Path> = BTreeSet::new();
        for link in &links {
            let Some(root) = origins.get(&link.skill).map(|origin| Path::new(&origin.root)) else { continue };
            let around = Path::new(&link.folder).ancestors().skip(1);
            folders.extend(around.take_while(|folder| root.is_absolute() && folder.starts_with(root)));
        }
        let mut found: Vec<Candidate> = Vec::new();
        for folder in folders.into_iter().filter(|folder| !own.contains(folder)) {
            let parts = ["", "evals", "eval", "tests", "triggers"].map(|part| folder.join(part));
            for place in parts.iter().filter(|place| !own.contains(place.as_path())) {
                let room = MOST_AROUND.saturating_sub(found.len());
                found.extend(listed(place).iter().filter_map(|file| candidate_around(folder, file, known)).take(room));
            }
        }
        Ok(found)
    }
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

/// A file in or below a folder around skills; none where it is not named as one that holds queries.
fn candidate_around(folder: &Path, file: &Path, known: &HashSet<&str>) -> Option<Candidate> {
    let likelihood = beside_skill(&file.strip_prefix(folder).ok()?.to_string_lossy())?;
    let path = file.to_string_lossy().into_owned();
    let bytes = read_regular(file, LARGEST).map_err(|cause| match cause {
        PackError::TooLarge { .. } => too_large(),
        other => format!("It could not be read: failed to {other}."),
    });
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    Some(Candidate { key: path.clone(), skill: skill_in(&stem, known), path, likelihood, bytes })
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

fn too_large() -> String {
    "It is larger than 5 MB; at most that is read.".to_owned()
}

/// What a file holds; none where it only lies among such files and holds no query.
fn read(candidate: Candidate, imported: &ImportedEvals) -> Option<Found> {
    let Candidate { key, path, skill, likelihood, bytes } = candidate;
    let (bytes, unread) = match bytes {
        Ok(bytes) => (bytes, None),
        Err(why) => (Vec::new(), Some(why)),
    };
    let sha256 = sha256_hex(&bytes);
    // By its name alone: no folder but a skill's own says what it is about.
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let decoded = decode(&bytes);
    let parsed = text::parse_for(name, &decoded.text, skill.as_deref(), text::RepeatedLabels::First);
    if parsed.queries.is_empty() && likelihood == BesideSkill::Possible {
        return None;
    }
    let skipped: Vec<&text::Problem> = parsed.problems.iter().filter(|problem| problem.is_skipped).collect();
    let skill = skill.or_else(|| only_skill(&parsed));
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let set = skill.as_deref().and_then(|skill| checked_set(skill).ok()).or_else(|| checked_set(stem).ok());
    let info = FoundEvals {
        set: set.unwrap_or(USUAL_SET).to_owned(),
        format: format_of(parsed.format),
        queries: parsed.queries.len() as u32,
        skipped: skipped.len() as u32,
        problem: if parsed.queries.is_empty() {
            unread.or_else(|| skipped.first().map(|problem| problem.message.clone()))
        } else {
            None
        },
        state: match imported.files.get(&key) {
            None => FoundEvalsState::New,
            Some(known) if *known == sha256 => FoundEvalsState::Imported,
            Some(_) => FoundEvalsState::Changed,
        },
        skill,
        path,
        key,
    };
    Some(Found { info, parsed, sha256 })
}

/// The skill that all labels of a file name, where it is one.
fn only_skill(parsed: &text::Parsed) -> Option<String> {
    let mut names = parsed.queries.iter().flat_map(|query| query.expected.iter().chain(&query.unwanted));
    let first = names.next()?;
    names.all(|name| name == first).then(|| first.clone())
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
