//! The queries of one skill as a list: listed, given what they expect of it, and written into its folder when asked.
//!
//! How they go is asked of `selection::what_if`.

use studio_model::SkillId;
use studio_store::{LabelledQuery as Row, sha256_hex};
use studio_text::{decode::decode, queries as text};

use crate::{
    Error, ErrorCode, Studio,
    base::ids::skill_id,
    dto::{
        CredentialChoice, FoundEvalsState, LabelledQuery, NewQuery, QueryExpectation, QueryFileState, QuerySource,
        SaveOutcome, SkillQueries, SkillQuery,
    },
    evaluation::{
        found::IMPORTED,
        queries::{USUAL_SET, as_lines, checked_set, labelled, not_expected, query_id, without_repeats},
    },
    kept::{self, evals::ImportedEvals},
    skills::line_endings::{encode_like, for_editor},
    state::session::Session,
};

/// Where the queries of a skill are written in its folder.
const FILE: &str = "evals/queries.jsonl";

impl Studio {
    /// The queries of a skill, and the files of its folder that hold more.
    pub fn list_skill_queries(&self, skill: &str) -> Result<SkillQueries, Error> {
        let session = self.session()?;
        let id = skill_id(skill)?;
        let name = session.entry(id)?.name;
        let known = session.skill_names()?;
        let rows = session.queries_of_skill(&name)?;
        let mut found = session.found_beside(id)?;
        found.retain(|file| file.queries > 0 && file.state != FoundEvalsState::Imported);
        let file_state = session.query_file(id, &rows)?;
        let query = |row: Row| {
            let expectation = expectation(&row, &name);
            let labelled = labelled(row, &known);
            SkillQuery { is_left_out: labelled.is_left_out(), labelled, expectation }
        };
        let queries = rows.into_iter().map(query).collect();
        let (skill_id, file) = (id.to_string(), FILE.to_owned());
        Ok(SkillQueries { skill_id, skill: name, queries, found, file, file_state })
    }

    /// Keeps a query of a skill; see [`Studio::save_skill_query_choosing`].
    pub fn save_skill_query(
        &self,
        skill: &str,
        id: Option<&str>,
        query: &str,
        expectation: QueryExpectation,
    ) -> Result<LabelledQuery, Error> {
        self.save_skill_query_choosing(skill, id, query, expectation, CredentialChoice::Ask)
    }

    /// Keeps a query with what it expects of a skill: one that is known, which keeps what it says of other skills, or a new
    /// one in the set named after the skill. A credential in it is left out.
    pub fn save_skill_query_choosing(
        &self,
        skill: &str,
        id: Option<&str>,
        query: &str,
        expectation: QueryExpectation,
        choice: CredentialChoice,
    ) -> Result<LabelledQuery, Error> {
        let session = self.session()?;
        let name = session.entry(skill_id(skill)?)?.name;
        let set = checked_set(&name).unwrap_or(USUAL_SET);
        let known = match id.map(query_id).transpose()? {
            Some(id) => session.library.list_queries(None)?.into_iter().find(|row| row.id == id),
            None => session.library.find_query(set, query.trim())?,
        };
        let (expected, unwanted) = labels(known.as_ref(), &name, expectation);
        let kept = NewQuery {
            id: known.as_ref().map(|row| row.id.to_string()),
            source: known.as_ref().map_or(QuerySource::Playground, |row| QuerySource::of_kept(&row.source)),
            set: known.map_or_else(|| set.to_owned(), |row| row.set),
            query: query.to_owned(),
            expected,
            unwanted,
        };
        self.save_query_choosing(&kept, choice)
    }

    /// Writes the queries of a skill into its folder, as the author asked. What a file there holds that the library does not
    /// have is never written over, and neither is what was typed into it and not saved.
    pub fn write_skill_queries(&self, skill: &str) -> Result<SkillQueries, Error> {
        let session = self.session()?;
        let id = skill_id(skill)?;
        let name = session.entry(id)?.name;
        let rows = session.queries_of_skill(&name)?;
        let lines = String::from_utf8_lossy(&as_lines(&rows)).into_owned();
        let is_there = session.library.get_skill(id)?.files.iter().any(|file| file.path == FILE);
        // Before the file is looked at: what is saved into it from now on is a conflict.
        let detail = if is_there { self.get_skill(skill)? } else { self.create_file(skill, FILE)? };
        let stored = session.library.read_file(id, FILE)?.bytes;
        if is_there {
            if self.get_file(skill, FILE)?.draft.is_some() {
                let message = format!("{FILE} has unsaved changes. Save or discard them first.");
                return Err(Error::new(ErrorCode::Stale, message));
            }
            session.refuse_to_replace(id, &name, &rows, &stored, &lines)?;
        }
        if let SaveOutcome::Conflict { .. } = self.save_file(skill, FILE, &lines, detail.aggregate_version, None)? {
            let message = format!("{FILE} was changed on disk. Open it in the editor, then save again.");
            return Err(Error::new(ErrorCode::Stale, message));
        }
        // What was just written offers nothing to import, and may be written over. Whatever lies there by now is not asked:
        // another program may have written since.
        let mut imported = session.imported_evals()?;
        let (key, sha256) = (key_of(id), sha256_hex(&encode_like(&stored, &lines)));
        imported.files.insert(key.clone(), sha256.clone());
        imported.written.insert(key, sha256);
        session.library.aside().set_setting(IMPORTED, &kept::write_text(&imported)?)?;
        self.list_skill_queries(skill)
    }
}

impl Session {
    /// How the file of queries in a skill's folder stands to those in the library.
    fn query_file(&self, id: SkillId, rows: &[Row]) -> Result<QueryFileState, Error> {
        let detail = self.library.get_skill(id)?;
        if detail.link.is_none() {
            return Ok(QueryFileState::NotLinked);
        }
        if !detail.files.iter().any(|file| file.path == FILE) {
            return Ok(QueryFileState::Missing);
        }
        let is_same = as_typed(&self.library.read_file(id, FILE)?.bytes).as_bytes() == as_lines(rows);
        Ok(if is_same { QueryFileState::Same } else { QueryFileState::Differs })
    }

    /// Refuses to write `lines` over a file with these bytes where something in it would be lost.
    fn refuse_to_replace(
        &self,
        id: SkillId,
        skill: &str,
        rows: &[Row],
        bytes: &[u8],
        lines: &str,
    ) -> Result<(), Error> {
        let decoded = as_typed(bytes);
        let sha256 = sha256_hex(bytes);
        let ImportedEvals { files: imported, written } = self.imported_evals()?;
        if decoded == lines || written.get(&key_of(id)) == Some(&sha256) {
            return Ok(());
        }
        let known = self.skill_names()?;
        let is_skill = |name: &str| known.contains(name);
        let parsed = text::parse_among(FILE, &decoded, Some(skill), text::RepeatedLabels::First, &is_skill);
        if let Some(problem) = parsed.problems.iter().find(|problem| problem.is_skipped) {
            let line = problem.line.filter(|line| *line > 0);
            let place = line.map_or_else(String::new, |line| format!(", line {line}"));
            let message = format!(
                "{FILE}{place} contains something that isn't a query, and saving would delete it. Fix or move the file, then \
                 save."
            );
            return Err(Error::new(ErrorCode::Stale, message));
        }
        if let Some(key) = text::key_beside(&decoded) {
            let message = format!(
                "{FILE} contains “{key}” next to a query, and saving would delete it. Rename the file, then save."
            );
            return Err(Error::new(ErrorCode::Stale, message));
        }
        if parsed.repeats.iter().any(|repeat| repeat.differs) {
            let message = format!("{FILE} contains a query twice with different expected skills. Keep one, then save.");
            return Err(Error::new(ErrorCode::Stale, message));
        }
        // What came in whole may have been relabelled or deleted here since.
        let came_in = imported.get(&key_of(id)) == Some(&sha256)
            && parsed.queries.iter().any(|query| rows.iter().any(|row| row.text == query.query));
        if came_in || parsed.queries.iter().all(|query| rows.iter().any(|row| is_said_by(row, query))) {
            return Ok(());
        }
        let message = format!(
            "{FILE} contains queries that differ from the library's. Import them first or move the file, then save."
        );
        Err(Error::new(ErrorCode::Stale, message))
    }
}

/// The text of a file, whatever its encoding and however its lines end.
fn as_typed(bytes: &[u8]) -> String {
    for_editor(&decode(bytes).text)
}

/// What names the file of a skill among those that were imported or written.
fn key_of(id: SkillId) -> String {
    format!("{id}/{FILE}")
}

/// Whether a query of the library says all that one of a file says.
fn is_said_by(row: &Row, query: &text::Labelled) -> bool {
    let sorted = |mut names: Vec<String>| {
        names.sort_unstable();
        names
    };
    let unwanted = not_expected(&query.unwanted, &query.expected);
    row.text == query.query
        && sorted(row.expected.clone()) == sorted(without_repeats(&query.expected))
        && sorted(row.unwanted.clone()) == sorted(unwanted)
}

/// What a query expects of a skill; none where it speaks of others only.
fn expectation(row: &Row, skill: &str) -> Option<QueryExpectation> {
    let names = |names: &[String]| names.iter().any(|name| name == skill);
    if names(&row.expected) {
        Some(QueryExpectation::ThisSkill)
    } else if names(&row.unwanted) {
        Some(QueryExpectation::NotThisSkill)
    } else {
        (row.expected.is_empty() && row.unwanted.is_empty()).then_some(QueryExpectation::NoSkill)
    }
}

/// The labels that say it: the skills that would be right, and those that must not trigger. What a query says of other skills
/// stays, unless none should trigger.
fn labels(known: Option<&Row>, skill: &str, expectation: QueryExpectation) -> (Vec<String>, Vec<String>) {
    let others = |names: &[String]| -> Vec<String> { names.iter().filter(|name| *name != skill).cloned().collect() };
    let (mut expected, mut unwanted) =
        known.map(|row| (others(&row.expected), others(&row.unwanted))).unwrap_or_default();
    match expectation {
        QueryExpectation::ThisSkill => expected.push(skill.to_owned()),
        QueryExpectation::NotThisSkill => unwanted.push(skill.to_owned()),
        QueryExpectation::NoSkill => return (Vec::new(), Vec::new()),
    }
    (expected, unwanted)
}
