//! Labelled queries: what a user says, and the skills that should wake.

use std::collections::HashSet;
use std::path::Path;

use studio_model::one_line;
use studio_store::LabelledQuery as Row;
use studio_text::queries as text;
use uuid::Uuid;

use crate::{
    Error, ErrorCode, Studio,
    base::{named::read_named, typed::refuse_credential},
    dto::{
        CredentialChoice, LabelledQuery, NewQuery, QueryProblem, QuerySet, QuerySource, RepeatedLabels, StudioEvent,
    },
    secrets::credentials,
    selection::asked::{LONGEST, names_of, too_long},
    state::session::Session,
};

/// The set a query goes to when no other is named.
pub(crate) const USUAL_SET: &str = "queries";

impl Studio {
    /// The sets of labelled queries, by name.
    pub fn list_query_sets(&self) -> Result<Vec<QuerySet>, Error> {
        let session = self.session()?;
        let known = session.skill_names()?;
        let queries = session.library.list_queries(None)?;
        let sets = session.library.query_sets()?;
        Ok(sets
            .into_iter()
            .map(|set| {
                let is_unknown = |query: &&Row| query.set == set.name && !unknown(query, &known).is_empty();
                let unknown = queries.iter().filter(is_unknown).count() as u32;
                QuerySet { name: set.name, queries: set.queries, in_scope: set.in_scope, unknown }
            })
            .collect())
    }

    /// The labelled queries of one set, or of all, in the order they came.
    pub fn list_queries(&self, set: Option<&str>) -> Result<Vec<LabelledQuery>, Error> {
        let session = self.session()?;
        let known = session.skill_names()?;
        Ok(session.library.list_queries(set)?.into_iter().map(|row| labelled(row, &known)).collect())
    }

    /// Keeps a labelled query; see [`Studio::save_query_choosing`].
    pub fn save_query(&self, query: &NewQuery) -> Result<LabelledQuery, Error> {
        self.save_query_choosing(query, CredentialChoice::Ask)
    }

    /// Keeps a labelled query. One with the same words in the same set takes the new labels. A query cannot name a secret: a
    /// credential in it is left out.
    pub fn save_query_choosing(&self, query: &NewQuery, choice: CredentialChoice) -> Result<LabelledQuery, Error> {
        let session = self.session()?;
        // One that is there already was the author's word.
        let is_known = session.library.find_query(query.set.trim(), query.query.trim())?.is_some();
        let choice = if is_known { CredentialChoice::Plain } else { choice };
        let query = &credentials::settled_texts(query, "The query", choice)?;
        let text = checked_query(&query.query)?;
        let set = checked_set(&query.set)?;
        let writing = session.writing();
        let replaced = match &query.id {
            Some(id) => Some(query_id(id)?),
            None => session.library.find_query(set, text)?.map(|known| known.id),
        };
        // What an author wrote over is no file's any more, and no later import of that file writes over it.
        let source = match &query.source {
            QuerySource::File { .. } if replaced.is_some() => QuerySource::Written,
            source => source.clone(),
        };
        let row = Row {
            id: replaced.unwrap_or_else(Uuid::new_v4),
            set: set.to_owned(),
            text: text.to_owned(),
            unwanted: not_expected(&query.unwanted, &query.expected),
            expected: without_repeats(&query.expected),
            source: source.kept(),
        };
        let place = session.deleted_queries.lock().get(&row.id).copied();
        match place {
            Some(place) => writing.put_query_back(&row, place)?,
            None => writing.put_query(&row)?,
        }
        drop(writing);
        session.emit(StudioEvent::QueriesChanged);
        Ok(labelled(row, &session.skill_names()?))
    }

    /// Forgets labelled queries; runs that had them keep their results.
    pub fn delete_queries(&self, ids: &[String]) -> Result<(), Error> {
        let session = self.session()?;
        let ids: Vec<Uuid> = ids.iter().map(|id| query_id(id)).collect::<Result<_, _>>()?;
        let deleted = session.writing().delete_queries(&ids)?;
        session.deleted_queries.lock().extend(deleted);
        session.emit(StudioEvent::QueriesChanged);
        Ok(())
    }

    /// Forgets a set with its queries.
    pub fn delete_query_set(&self, name: &str) -> Result<(), Error> {
        let session = self.session()?;
        session.writing().delete_set(name)?;
        session.emit(StudioEvent::QueriesChanged);
        Ok(())
    }

    /// Gives a set another name; where there is one of that name, the two become one.
    pub fn rename_query_set(&self, from: &str, to: &str) -> Result<(), Error> {
        let session = self.session()?;
        session.writing().rename_set(from, checked_set(to)?)?;
        session.emit(StudioEvent::QueriesChanged);
        Ok(())
    }
}

/// Labelled queries of a file, before they are in any library.
#[derive(Debug)]
pub struct QueryFile {
    /// The queries, in the file's order.
    pub queries: Vec<LabelledQuery>,
    /// Lines that could not be taken, and those taken with a doubt.
    pub problems: Vec<QueryProblem>,
    /// The queries that stand there more than once.
    pub repeats: Vec<text::Repeat>,
}

impl Studio {
    /// Reads a file of labelled queries without keeping them.
    pub fn read_query_file(&self, file: &Path, labels: RepeatedLabels) -> Result<QueryFile, Error> {
        let known = self.session()?.skill_names()?;
        let parsed = read_queries(file, &known, labels)?;
        let mut problems: Vec<QueryProblem> = parsed.problems.into_iter().map(problem).collect();
        let mut queries = Vec::new();
        for query in parsed.queries {
            let named = query.expected.iter().chain(&query.unwanted);
            let unknown: Vec<String> = named.filter(|name| !known.contains(*name)).cloned().collect();
            if !unknown.is_empty() {
                let message = unknown_labels(&unknown.iter().collect::<Vec<_>>(), &query.expected);
                problems.push(QueryProblem { line: Some(query.line as u32), message, is_skipped: false });
            }
            queries.push(LabelledQuery {
                id: query.line.to_string(),
                set: String::new(),
                unwanted: not_expected(&query.unwanted, &query.expected),
                expected: without_repeats(&query.expected),
                query: query.query,
                source: QuerySource::default(),
                unknown,
            });
        }
        problems.sort_by_key(|problem| problem.line);
        Ok(QueryFile { queries, problems, repeats: parsed.repeats })
    }
}

impl Session {
    /// Names of all skills in the library.
    pub(crate) fn skill_names(&self) -> Result<HashSet<String>, Error> {
        Ok(self.scores()?.entries().map(|entry| entry.name.clone()).collect())
    }
}

/// Reads a file of labelled queries.
pub(crate) fn read_queries(
    file: &Path,
    known: &HashSet<String>,
    labels: RepeatedLabels,
) -> Result<text::Parsed, Error> {
    let bytes = read_named(file)?;
    let text = studio_text::decode::decode(&bytes).text;
    // A trigger set names no skill: the folder it lies in does, its own or the one around `evals`.
    let folders = file.ancestors().skip(1).take(2).filter_map(|folder| folder.file_name());
    let skill = folders.map(|name| name.to_string_lossy().into_owned()).find(|name| known.contains(name));
    let labels = match labels {
        RepeatedLabels::First => text::RepeatedLabels::First,
        RepeatedLabels::All => text::RepeatedLabels::All,
    };
    let is_skill = |name: &str| known.contains(name);
    Ok(text::parse_among(&file.to_string_lossy(), &text, skill.as_deref(), labels, &is_skill))
}

/// Labelled queries, one a line, as [`read_queries`] takes them; in an order of their own.
pub(crate) fn as_lines(queries: &[Row]) -> Vec<u8> {
    let mut lines: Vec<String> = queries
        .iter()
        .map(|query| {
            let mut line = serde_json::json!({ "query": query.text, "expected": query.expected });
            if !query.unwanted.is_empty() {
                line["unwanted"] = serde_json::json!(query.unwanted);
            }
            format!("{line}\n")
        })
        .collect();
    lines.sort_unstable();
    lines.dedup();
    lines.concat().into_bytes()
}

/// The query as it is kept; refused where there is nothing to ask, or far too much.
pub(crate) fn checked_query(query: &str) -> Result<&str, Error> {
    let text = query.trim();
    if text.is_empty() {
        return Err(Error::new(ErrorCode::Invalid, "The query is empty. Enter what a user would say."));
    }
    if text.len() > LONGEST {
        return Err(too_long(text.len()));
    }
    Ok(text)
}

pub(crate) fn checked_set(name: &str) -> Result<&str, Error> {
    let name = name.trim();
    if name.is_empty() {
        return Err(Error::new(ErrorCode::Invalid, "The query set needs a name."));
    }
    refuse_credential("The name of the query set", name)?;
    if one_line(name) != name {
        let message = "The query set's name contains a line break or an invisible character. Enter it again.";
        return Err(Error::new(ErrorCode::Invalid, message));
    }
    if name.chars().count() > 126 {
        return Err(Error::new(ErrorCode::Invalid, "The query set's name is longer than 126 characters. Shorten it."));
    }
    Ok(name)
}

pub(crate) fn query_id(text: &str) -> Result<Uuid, Error> {
    text.parse().map_err(|_| Error::bad_id("test query", text))
}

pub(crate) fn without_repeats(names: &[String]) -> Vec<String> {
    let mut seen = HashSet::new();
    let trimmed = names.iter().map(|name| name.trim()).filter(|name| !name.is_empty());
    trimmed.filter(|name| seen.insert(*name)).map(str::to_owned).collect()
}

/// The names that are unwanted, without those that are expected.
pub(crate) fn not_expected(unwanted: &[String], expected: &[String]) -> Vec<String> {
    let mut names = without_repeats(unwanted);
    names.retain(|name| !expected.iter().any(|expected| expected.trim() == name));
    names
}

fn unknown(row: &Row, known: &HashSet<String>) -> Vec<String> {
    names_of(row).filter(|name| !known.contains(*name)).cloned().collect()
}

pub(crate) fn labelled(row: Row, known: &HashSet<String>) -> LabelledQuery {
    LabelledQuery {
        id: row.id.to_string(),
        unknown: unknown(&row, known),
        set: row.set,
        query: row.text,
        expected: row.expected,
        unwanted: row.unwanted,
        source: QuerySource::of_kept(&row.source),
    }
}

pub(crate) fn problem(problem: text::Problem) -> QueryProblem {
    let line = problem.line.map(|line| line as u32);
    QueryProblem { line, message: problem.message, is_skipped: problem.is_skipped }
}

/// The sentence for labels no skill has, of a query that expects some.
pub(crate) fn unknown_labels(names: &[&String], expected: &[String]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("“{name}”")).collect();
    let (verb, them) = if names.len() == 1 { ("isn't a skill", "it") } else { ("aren't skills", "them") };
    let what = if names.iter().any(|name| expected.contains(name)) {
        format!("This query is skipped until you fix {them} or the expected skill.")
    } else {
        "A missing skill can't trigger, so this query still runs.".to_owned()
    };
    format!("{} {verb} in this library. {what}", quoted.join(", "))
}
