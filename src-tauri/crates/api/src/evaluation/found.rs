//! Files of labelled queries that lie beside skills: found among the skills' own files, and in the folders around those that
//! are linked, and imported without a question, since the author chose these folders on this computer. Each is read when its
//! turn comes and let go before the next.

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

/// Most bytes that are read of all files together.
const MOST_TOGETHER: u64 = 128 * 1024 * 1024;

/// Most files around skills that are taken.
const MOST_AROUND: usize = 500;

impl Studio {
    /// The files of labelled queries that lie beside the library's skills, by skill. Nothing is kept of them.
    pub fn list_found_evals(&self) -> Result<Vec<FoundEvals>, Error> {
        self.session()?.found_evals(|_| true, |found| found.info)
    }

    /// Imports files that were found, each into the set named after its skill, all or none. Where a file has changed
    /// since it was imported, the queries that came from it take its labels.
    pub fn import_found_evals(&self, keys: &[String]) -> Result<Vec<QueryImport>, Error> {
        let session = self.session()?;
        let wanted: HashSet<&str> = keys.iter().map(String::as_str).collect();
        let found = session.found_evals(|key| wanted.contains(key), |found| found)?;
        if found.len() < wanted.len() {
            let message = "A file that was to be imported is gone. Nothing was imported: look at the list again.";
            return Err(Error::new(ErrorCode::NotFound, message));
        }
        let mut imported = session.imported_evals()?;
        imported.files.extend(found.iter().map(|found| (found.info.key.clone(), found.sha256.clone())));
        let files = found.into_iter().map(|found| Incoming {
            // Not its path in the skill's folder: two skills of one name have one set.
            name: found.info.key,
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

/// A file that may hold queries.
struct Candidate {
    key: String,
    path: String,
    skill: Option<String>,
    likelihood: BesideSkill,
    source: Source,
}

/// Where a file is read.
enum Source {
    Skill(SkillId),
    Disk(PathBuf),
}

impl Session {
    /// What is kept of each wanted file that holds queries, in the order in which files are listed.
    fn found_evals<T>(&self, is_wanted: impl Fn(&str) -> bool, keep: impl Fn(Found) -> T) -> Result<Vec<T>, Error> {
        let names: HashMap<SkillId, String> =
            self.scores()?.entries().map(|entry| (entry.key, entry.name.clone())).collect();
        let known: HashSet<&str> = names.values().map(String::as_str).collect();
        let imported = self.imported_evals()?;
        let candidates = self.candidates_within(&names)?.into_iter().chain(self.candidates_around(&known)?);
        let (mut found, mut left) = (Vec::new(), MOST_TOGETHER);
        for candidate in candidates.filter(|candidate| is_wanted(&candidate.key)) {
            let Some(bytes) = self.bytes_of(&candidate, left.min(LARGEST)) else { continue };
            left -= bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
            let Some(one) = read(candidate, bytes, &known, &imported) else { continue };
            let FoundEvals { skill, path, key, .. } = &one.info;
            found.push(((skill.clone(), path.clone(), key.clone()), keep(one)));
        }
        found.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(found.into_iter().map(|(_, kept)| kept).collect())
    }

    /// What a file holds, of at most `most` bytes, or why it is not read; none where it is gone.
    fn bytes_of(&self, candidate: &Candidate, most: u64) -> Option<Result<Vec<u8>, String>> {
        let bytes = match &candidate.source {
            // Deleted since it was listed: nothing is lost.
            Source::Skill(skill) => self.library.read_file(*skill, &candidate.path).ok()?.bytes,
            Source::Disk(file) => match read_regular(file, most) {
                Ok(bytes) => bytes,
                Err(PackError::TooLarge { .. }) => return Some(Err(too_large(most))),
                Err(cause) => return Some(Err(format!("It could not be read: failed to {cause}."))),
            },
        };
        Some(if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes) })
    }

    /// What was imported before; nothing where that cannot be read, since it only says what is offered.
    fn imported_evals(&self) -> Result<ImportedEvals, Error> {
        let written = self.library.get_setting(IMPORTED)?;
        Ok(written.and_then(|written| kept::read_text(&written).ok()).unwrap_or_default())
    }

    /// The files that may hold queries among the skills' own.
    fn candidates_within(&self, names: &HashMap<SkillId, String>) -> Result<Vec<Candidate>, Error> {
        let mut found: Vec<Candidate> = Vec::new();
        for (skill, files) in self.library.list_file_hashes()? {
            let Some(name) = names.get(&skill) else { continue };
            found.extend(files.into_iter().filter_map(|(path, _)| {
                let (likelihood, source) = (beside_skill(&path)?, Source::Skill(skill));
                Some(Candidate { key: format!("{skill}/{path}"), path, skill: Some(name.clone()), likelihood, source })
            }));
        }
        // In one order each time: what is left of the bytes is what was left before.
        found.sort_by(|a, b| a.key.cmp(&b.key));
        Ok(found)
    }

    /// The files that may hold queries in the folders around linked skills, up to the folder that the author chose on this
    /// computer.
    fn candidates_around(&self, known: &HashSet<&str>) -> Result<Vec<Candidate>, Error> {
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

fn too_large(most: u64) -> String {
    if most < LARGEST {
        "The files of queries have more than 128 MB together, so this one is not read.".to_owned()
    } else {
        "It is larger than 5 MB; at most that is read.".to_owned()
    }
}

/// What a file holds; none where it only lies among such files and says nothing of skills that are `known`.
fn read(
    candidate: Candidate,
    bytes: Result<Vec<u8>, String>,
    known: &HashSet<&str>,
    imported: &ImportedEvals,
) -> Option<Found> {
    let Candidate { key, path, skill, likelihood, .. } = candidate;
    let (bytes, unread) = match bytes {
        Ok(bytes) => (bytes, None),
        Err(why) => (Vec::new(), Some(why)),
    };
    let sha256 = sha256_hex(&bytes);
    // By its name alone: no folder but a skill's own says what it is about.
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let decoded = decode(&bytes);
    let mut parsed = text::parse_for(name, &decoded.text, skill.as_deref(), text::RepeatedLabels::First);
    let has_queries = !parsed.queries.is_empty();
    if !parsed.queries.iter().any(|query| is_about_skills(query, known, likelihood)) {
        parsed.queries.clear();
    }
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
        problem: match (parsed.queries.is_empty(), has_queries) {
            (false, _) => None,
            (true, true) => Some("None of its queries names a skill of this library.".to_owned()),
            (true, false) => unread.or_else(|| skipped.first().map(|problem| problem.message.clone())),
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

/// Whether the label of a query is one of skills: what else is tested has inputs and what is expected of them, too. That no
/// skill should wake is believed where the file's name says that it is about that.
fn is_about_skills(query: &text::Labelled, known: &HashSet<&str>, likelihood: BesideSkill) -> bool {
    let mut named = query.expected.iter().chain(&query.unwanted).peekable();
    let says_none = named.peek().is_none() && likelihood == BesideSkill::Named;
    says_none || named.any(|name| known.contains(name.as_str()))
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
