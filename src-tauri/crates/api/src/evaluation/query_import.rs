//! Labelled queries out of a file: what comes in, what is there already, and what is told of the rest.

use crate::{
    Error, ErrorCode, Studio,
    dto::{QueryFormat, QueryImport, QueryProblem, QuerySource, RepeatedLabels, StudioEvent},
    evaluation::queries::{
        USUAL_SET, checked_set, not_expected, problem, read_queries, unknown_labels, without_repeats,
    },
    secrets::credentials,
    state::session::Session,
};
use std::collections::{HashMap, HashSet};
use std::path::Path;

use studio_store::LabelledQuery as Row;
use studio_text::queries as text;
use uuid::Uuid;

impl Studio {
    /// Takes in labelled queries from a file: JSONL, skill-creator's `evals.json` or its trigger sets. They go into the
    /// set named, or one named as the file is. What cannot be taken is listed by its line; the rest comes in. Where all
    /// labels of a repeated query count, one that the set has already gets them too.
    pub fn import_queries(&self, path: &str, set: Option<&str>, labels: RepeatedLabels) -> Result<QueryImport, Error> {
        let imports = self.import_query_files(&[path.to_owned()], set, labels)?;
        imports.into_iter().next().ok_or_else(|| Error::new(ErrorCode::Internal, "No file was read."))
    }

    /// The same of several files: where one of them cannot be read or stored, nothing of any is stored.
    pub fn import_query_files(
        &self,
        paths: &[String],
        set: Option<&str>,
        labels: RepeatedLabels,
    ) -> Result<Vec<QueryImport>, Error> {
        let session = self.session()?;
        let known = session.skill_names()?;
        let named = set.map(str::trim).filter(|set| !set.is_empty()).map(checked_set).transpose()?;
        let read = |path: &String| -> Result<Incoming, Error> {
            let file = Path::new(path.trim());
            let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            Ok(Incoming {
                parsed: read_queries(file, &known, labels)?,
                set: named.map_or_else(|| set_of(file), str::to_owned),
                name,
                earlier_name: None,
                gives_way: GivesWay::Misread,
            })
        };
        let files = paths.iter().map(read).collect::<Result<Vec<_>, Error>>()?;
        let imports = session.take_in(files, &known, labels)?;
        session.emit(StudioEvent::QueriesChanged);
        Ok(imports)
    }
}

impl Session {
    /// Stores the queries of files, all or none. Who asks for it tells that queries have changed.
    pub(crate) fn take_in(
        &self,
        files: Vec<Incoming>,
        known: &HashSet<String>,
        labels: RepeatedLabels,
    ) -> Result<Vec<QueryImport>, Error> {
        let writing = self.writing();
        let (mut all, mut imports) = (Vec::<Row>::new(), Vec::new());
        for file in files {
            let mut present = self.library.list_queries(Some(&file.set))?;
            // A file before may have brought, or relabelled, the same.
            present.extend(all.iter().filter(|row| row.set == file.set).cloned());
            let present = present.into_iter().map(|row| (row.text.clone(), row)).collect();
            let (rows, import) = taken_in(file, present, known, labels);
            all.extend(rows);
            imports.push(import);
        }
        writing.put_queries(&all)?;
        Ok(imports)
    }
}

/// A file of labelled queries that was read and is to be stored.
pub(crate) struct Incoming {
    /// What its queries say they come from.
    pub(crate) name: String,
    /// What those say that an earlier version took from it, where that is something else.
    pub(crate) earlier_name: Option<String>,
    /// The set they go into.
    pub(crate) set: String,
    pub(crate) parsed: text::Parsed,
    pub(crate) gives_way: GivesWay,
}

/// Which labels that were taken from a file before give way to those it has now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GivesWay {
    /// None.
    Nothing,
    /// Those that an earlier version misread.
    Misread,
    /// All.
    Everything,
}

/// Whether labels are what earlier versions made of a file's: that a skill must not fire they left out or took for the
/// opposite, and words about the answer they took for a name. An author's own labels are never those.
pub(crate) fn is_misread(row: &Row, query: &text::Labelled, is_skill: &dyn Fn(&str) -> bool) -> bool {
    let is_wrong = |name: &String| query.unwanted.contains(name) || !query.expected.contains(name) && !is_skill(name);
    let is_turned = !row.expected.is_empty() && row.expected.iter().all(is_wrong);
    let is_cut = !query.unwanted.is_empty() && row.expected == without_repeats(&query.expected);
    row.unwanted.is_empty() && (is_turned || is_cut)
}

/// The set that the queries of a file go into.
fn set_of(file: &Path) -> String {
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    if stem.trim().is_empty() { USUAL_SET.to_owned() } else { stem.trim().to_owned() }
}

/// The rows to store of a file, and what is told of it. `present` are the queries of the set, by text.
fn taken_in(
    file: Incoming,
    mut present: HashMap<String, Row>,
    known: &HashSet<String>,
    labels: RepeatedLabels,
) -> (Vec<Row>, QueryImport) {
    let Incoming { name, earlier_name, set, mut parsed, gives_way } = file;
    let left_out = |query: &mut text::Labelled| {
        let message = credentials::leave_out_of_text(&mut query.query, "The query")?;
        Some(QueryProblem { line: Some(query.line as u32), message, is_skipped: false })
    };
    let left_out: Vec<QueryProblem> = parsed.queries.iter_mut().filter_map(left_out).collect();
    let source = QuerySource::File { name }.kept();
    let earlier = earlier_name.map(|name| QuerySource::File { name }.kept());
    let conflicting: HashSet<String> =
        parsed.repeats.iter().filter(|repeat| repeat.differs).map(|repeat| repeat.query.clone()).collect();
    let mut import = QueryImport {
        set: set.clone(),
        format: format_of(parsed.format),
        imported: 0,
        duplicates: 0,
        relabelled: 0,
        repeated: parsed.repeats.len() as u32,
        conflicting: conflicting.len() as u32,
        problems: parsed.problems.into_iter().map(problem).chain(left_out).collect(),
    };
    let (conflicting, source, earlier) = (&conflicting, source.as_str(), earlier.as_deref());
    let place = Destination { set: &set, source, earlier, known, labels, conflicting, gives_way };
    let rows = place.rows(parsed.queries, &mut present, &mut import);
    import.problems.sort_by_key(|problem| problem.line);
    import.imported = rows.len() as u32 - import.relabelled;
    (rows, import)
}

/// What a file is, as a screen takes it.
pub(crate) const fn format_of(from: text::Format) -> QueryFormat {
    match from {
        text::Format::Jsonl => QueryFormat::Jsonl,
        text::Format::Evals => QueryFormat::Evals,
        text::Format::Triggers => QueryFormat::Triggers,
    }
}

/// Where queries of a file go, and what is known of their labels.
pub(crate) struct Destination<'a> {
    set: &'a str,
    source: &'a str,
    /// The source of those that an earlier version took from the file.
    earlier: Option<&'a str>,
    /// Names of the library's skills.
    known: &'a HashSet<String>,
    labels: RepeatedLabels,
    /// Queries that the file has with different labels.
    conflicting: &'a HashSet<String>,
    gives_way: GivesWay,
}

impl Destination<'_> {
    /// The rows to store; what comes of the others is counted and told.
    pub(crate) fn rows(
        &self,
        queries: Vec<text::Labelled>,
        present: &mut HashMap<String, Row>,
        import: &mut QueryImport,
    ) -> Vec<Row> {
        let mut rows = Vec::new();
        for query in queries {
            if let Some(row) = present.remove(&query.query) {
                import.duplicates += 1;
                if let Some(row) = self.relabelled(row, &query) {
                    import.relabelled += 1;
                    rows.push(row);
                }
                continue;
            }
            let named = query.expected.iter().chain(&query.unwanted);
            let strangers: Vec<&String> = named.filter(|name| !self.known.contains(*name)).collect();
            if !strangers.is_empty() {
                import.problems.push(QueryProblem {
                    line: Some(query.line as u32),
                    message: unknown_labels(&strangers, &query.expected),
                    is_skipped: false,
                });
            }
            rows.push(Row {
                id: Uuid::new_v4(),
                set: self.set.to_owned(),
                text: query.query,
                unwanted: not_expected(&query.unwanted, &query.expected),
                expected: without_repeats(&query.expected),
                source: self.source.to_owned(),
            });
        }
        rows
    }

    /// A query that the set has, with the labels it takes from the file; none where it stays as it is. What the author has
    /// written over does not bear the file's name any more.
    fn relabelled(&self, row: Row, query: &text::Labelled) -> Option<Row> {
        if self.labels == RepeatedLabels::All && self.conflicting.contains(&query.query) {
            let expected: Vec<String> = row.expected.iter().chain(&query.expected).cloned().collect();
            let unwanted: Vec<String> = row.unwanted.iter().chain(&query.unwanted).cloned().collect();
            let unwanted = not_expected(&unwanted, &expected);
            return Some(Row { expected: without_repeats(&expected), unwanted, ..row });
        }
        let expected = without_repeats(&query.expected);
        let unwanted = not_expected(&query.unwanted, &query.expected);
        let gives_way = match self.gives_way {
            GivesWay::Nothing => false,
            GivesWay::Misread => is_misread(&row, query, &|name| self.known.contains(name)),
            GivesWay::Everything => row.expected != expected || row.unwanted != unwanted,
        };
        let is_of_file = row.source == self.source || self.earlier == Some(row.source.as_str());
        (gives_way && is_of_file).then(|| Row { expected, unwanted, source: self.source.to_owned(), ..row })
    }
}
