//! Files of labelled queries that lie beside skills: found among the skills' own files, and in the folders around those that
//! are linked, and imported without a question, since the author chose these folders on this computer. Each is read when its
//! turn comes and let go before the next.

mod candidates;

use std::collections::{HashMap, HashSet};

use studio_model::SkillId;
use studio_pack::{Error as PackError, read_regular};
use studio_store::{LabelledQuery, sha256_hex};
use studio_text::{
    decode::decode,
    queries::{self as text, BesideSkill},
};

use crate::{
    Error, ErrorCode, Studio,
    dto::{FoundEvals, FoundEvalsState, QueryImport, RepeatedLabels, StudioEvent},
    evaluation::{
        found::candidates::{Candidate, Source},
        queries::{USUAL_SET, checked_set},
        query_import::{GivesWay, Incoming, format_of, is_misread},
    },
    kept::{self, evals::ImportedEvals},
    state::session::Session,
};

/// The library's setting that says what was imported.
pub(super) const IMPORTED: &str = "imported_evals";

/// Largest file that is read, in bytes.
const LARGEST: u64 = 5 * 1024 * 1024;

/// Most bytes that are read of all files together.
const MOST_TOGETHER: u64 = 128 * 1024 * 1024;

impl Studio {
    /// The files of labelled queries that lie beside the library's skills, by skill. Nothing is kept of them.
    pub fn list_found_evals(&self) -> Result<Vec<FoundEvals>, Error> {
        self.session()?.found_evals(|_| true, |found| found.info)
    }

    /// Imports files that were found, each into the set named after its skill, all or none. Where a file has changed
    /// since it was imported, the queries that came from it take its labels; where it was misread, those that were.
    pub fn import_found_evals(&self, keys: &[String]) -> Result<Vec<QueryImport>, Error> {
        let session = self.session()?;
        let wanted: HashSet<&str> = keys.iter().map(String::as_str).collect();
        let found = session.found_evals(|key| wanted.contains(key), |found| found)?;
        if found.len() < wanted.len() {
            let message = "A file to import no longer exists. Nothing was imported. Refresh the list.";
            return Err(Error::new(ErrorCode::NotFound, message));
        }
        let mut imported = session.imported_evals()?;
        imported.files.extend(found.iter().map(|found| (found.info.key.clone(), found.sha256.clone())));
        let files = found.into_iter().map(|found| Incoming {
            // Not its path in the skill's folder: two skills of one name have one set. Earlier versions kept that.
            name: found.info.key,
            earlier_name: Some(found.info.path),
            set: found.info.set,
            parsed: found.parsed,
            gives_way: match found.info.state {
                FoundEvalsState::New | FoundEvalsState::Imported => GivesWay::Nothing,
                FoundEvalsState::Misread => GivesWay::Misread,
                FoundEvalsState::Changed => GivesWay::Everything,
            },
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

/// What a library knows of files beside its skills.
struct Known<'a> {
    imported: ImportedEvals,
    skills: &'a HashSet<&'a str>,
    /// The queries it has, by set and text.
    queries: HashMap<(&'a str, &'a str), &'a LabelledQuery>,
}

impl Known<'_> {
    fn is_skill(&self, name: &str) -> bool {
        self.skills.contains(name)
    }

    /// How a file stands to what was imported of it.
    fn state(&self, info: &FoundEvals, parsed: &text::Parsed, sha256: &str) -> FoundEvalsState {
        let is_of_old = |query: &text::Labelled| {
            let row = self.queries.get(&(info.set.as_str(), query.query.as_str()));
            row.is_some_and(|row| {
                [&info.key, &info.path].contains(&&row.source) && is_misread(row, query, &|name| self.is_skill(name))
            })
        };
        match self.imported.files.get(&info.key) {
            None => FoundEvalsState::New,
            Some(known) if known != sha256 => FoundEvalsState::Changed,
            Some(_) if parsed.queries.iter().any(is_of_old) => FoundEvalsState::Misread,
            Some(_) => FoundEvalsState::Imported,
        }
    }
}

impl Session {
    /// What is kept of each wanted file that holds queries, in the order in which files are listed.
    fn found_evals<T>(&self, is_wanted: impl Fn(&str) -> bool, keep: impl Fn(Found) -> T) -> Result<Vec<T>, Error> {
        let names = self.names_by_skill()?;
        let skills: HashSet<&str> = names.values().map(String::as_str).collect();
        let candidates = self.candidates_within(&names)?.into_iter().chain(self.candidates_around(&skills)?);
        self.found_among(candidates.filter(|candidate| is_wanted(&candidate.key)), &skills, keep)
    }

    /// The files that hold queries in a skill's own folder.
    pub(super) fn found_beside(&self, skill: SkillId) -> Result<Vec<FoundEvals>, Error> {
        let names = self.names_by_skill()?;
        let skills: HashSet<&str> = names.values().map(String::as_str).collect();
        let Some(name) = names.get(&skill) else { return Ok(Vec::new()) };
        self.found_among(self.candidates_of(skill, name)?.into_iter(), &skills, |found| found.info)
    }

    fn names_by_skill(&self) -> Result<HashMap<SkillId, String>, Error> {
        Ok(self.scores()?.entries().map(|entry| (entry.key, entry.name.clone())).collect())
    }

    fn found_among<T>(
        &self,
        candidates: impl Iterator<Item = Candidate>,
        skills: &HashSet<&str>,
        keep: impl Fn(Found) -> T,
    ) -> Result<Vec<T>, Error> {
        let queries = self.library.list_queries(None)?;
        let known = Known {
            imported: self.imported_evals()?,
            skills,
            queries: queries.iter().map(|row| ((row.set.as_str(), row.text.as_str()), row)).collect(),
        };
        let (mut found, mut left) = (Vec::new(), MOST_TOGETHER);
        for candidate in candidates {
            let Some(bytes) = self.bytes_of(&candidate, left.min(LARGEST)) else { continue };
            left -= bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
            let Some(one) = read(candidate, bytes, &known) else { continue };
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
                Err(cause) => return Some(Err(format!("It couldn't be read: failed to {cause}."))),
            },
        };
        Some(if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes) })
    }

    /// What was imported before; nothing where that cannot be read, since it only says what is offered.
    pub(super) fn imported_evals(&self) -> Result<ImportedEvals, Error> {
        let written = self.library.get_setting(IMPORTED)?;
        Ok(written.and_then(|written| kept::read_text(&written).ok()).unwrap_or_default())
    }
}

fn too_large(most: u64) -> String {
    if most < LARGEST {
        "The query files together exceed 128 MB, so this one wasn't read.".to_owned()
    } else {
        "It is larger than the 5 MB limit.".to_owned()
    }
}

/// What a file holds; none where it only lies among such files and says nothing of skills of the library.
fn read(candidate: Candidate, bytes: Result<Vec<u8>, String>, known: &Known<'_>) -> Option<Found> {
    let Candidate { key, path, skill, likelihood, .. } = candidate;
    let (bytes, unread) = match bytes {
        Ok(bytes) => (bytes, None),
        Err(why) => (Vec::new(), Some(why)),
    };
    let sha256 = sha256_hex(&bytes);
    // By its name alone: no folder but a skill's own says what it is about.
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let decoded = decode(&bytes);
    let labels = text::RepeatedLabels::First;
    let is_skill = |name: &str| known.is_skill(name);
    let mut parsed = text::parse_among(name, &decoded.text, skill.as_deref(), labels, &is_skill);
    let has_queries = !parsed.queries.is_empty();
    if !parsed.queries.iter().any(|query| is_about_skills(query, known.skills, likelihood)) {
        parsed.queries.clear();
    }
    if parsed.queries.is_empty() && likelihood == BesideSkill::Possible {
        return None;
    }
    let skipped: Vec<&text::Problem> = parsed.problems.iter().filter(|problem| problem.is_skipped).collect();
    let skill = skill.or_else(|| only_skill(&parsed));
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let set = skill.as_deref().and_then(|skill| checked_set(skill).ok()).or_else(|| checked_set(stem).ok());
    let mut info = FoundEvals {
        set: set.unwrap_or(USUAL_SET).to_owned(),
        format: format_of(parsed.format),
        queries: parsed.queries.len() as u32,
        skipped: skipped.len() as u32,
        problem: match (parsed.queries.is_empty(), has_queries) {
            (false, _) => None,
            (true, true) => Some("None of its queries name a skill in this library.".to_owned()),
            (true, false) => unread.or_else(|| skipped.first().map(|problem| problem.message.clone())),
        },
        state: FoundEvalsState::New,
        skill,
        path,
        key,
    };
    info.state = known.state(&info, &parsed, &sha256);
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
