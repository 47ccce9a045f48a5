//! Commands on labelled queries and on skills that are alike.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use studio_api::{
    Studio,
    dto::{
        CaseAssertion, FoundEvals, LabelledQuery, Metric, Metrics, MissingInput, Policy, QueryFormat, QueryResult,
        SimulationCase, SimulationSetup,
    },
    plural,
};

use crate::{
    arguments::{Eval, Overlap, Repeated, RuntimeName},
    opening::Opened,
    output::{Failure, Outcome, Output, place_of, with_place},
    path_texts,
    query::{Ready, ready, seen_by},
    simulate,
};

/// The import format of labelled queries.
pub(crate) const FORMAT: &str = "evals";

/// Lists pairs of skills that are alike.
pub(crate) fn overlap(studio: &Opened, arguments: &Overlap, output: &Output) -> Result<Outcome, Failure> {
    let Overlap { client, by_meaning, min_similarity, dismissed, .. } = arguments;
    if min_similarity.is_some_and(|least| !(0.0..=1.0).contains(&least)) {
        return Err(Failure::usage("--min-similarity must be between 0 and 1"));
    }
    wait_for_vectors(studio, *by_meaning)?;
    let report = studio.list_overlaps_as_seen(*min_similarity, seen_by(studio, *client)?)?;
    let pairs: Vec<_> = report.pairs.into_iter().filter(|pair| *dismissed || !pair.is_dismissed).collect();
    output.result(&json!({ "pairs": pairs, "basis": report.basis }), |out| {
        pairs.iter().try_for_each(|pair| {
            let a = with_place(&pair.a, &place_of(&pair.a_group, &pair.a_path));
            let b = with_place(&pair.b, &place_of(&pair.b_group, &pair.b_path));
            writeln!(out, "{:.2}  {a} / {b}  ({})", pair.similarity, pair.shared_terms.join(", "))
        })
    });
    Ok(Outcome::Done)
}

/// Waits for the vectors that descriptions are compared with; a folder is compared by words unless meaning was asked for.
pub(crate) fn wait_for_vectors(studio: &Opened, by_meaning: bool) -> Result<(), Failure> {
    if !by_meaning && studio.is_of_folder() {
        return Ok(());
    }
    studio.wait_until_indexed().or_else(|error| match error.code {
        // Without the model, words alone say how alike two skills are.
        studio_api::ErrorCode::ModelMissing => {
            Output::note(format_args!("{} Comparing words only.", error.message));
            Ok(())
        }
        _ => Err(error.into()),
    })
}

/// Evaluates labelled queries: those of a file, else those that are there.
pub(crate) fn eval(studio: &Opened, file: Option<&Path>, eval: &Eval, output: &Output) -> Result<Outcome, Failure> {
    let file = match file {
        Some(file) => read(studio, file, eval.repeated_labels, eval.limit)?,
        None => own(studio, eval.limit, output)?,
    };
    let Ready { scorer, usual, host } = ready(studio, &eval.by)?;
    let min_score = eval.min_score.unwrap_or(usual);
    let policy = Policy { top_k: 1, min_score, include_tags: Vec::new(), exclude_tags: Vec::new() };
    let (metrics, results) = studio.evaluate_as_seen(scorer, &policy, host, &file.queries)?;
    let in_scope = file.queries.iter().filter(|query| !query.expected.is_empty()).count();
    let mut document = json!({
        "scorer": scorer, "min_score": min_score, "queries": file.queries.len(), "in_scope": in_scope,
        "left_out": file.left_out, "repeats": file.repeats,
        "confusion": confusion(&results), "intervals": metrics,
    });
    // What cannot be said of these queries is null, so that who reads the document finds each name.
    for (name, _, metric) in named(&metrics) {
        document[name] = json!(metric.map(|metric| metric.value));
    }
    if eval.results {
        document["results"] = json!(results);
    }
    output.result(&document, |out| {
        writeln!(out, "{} queries, {in_scope} in scope, {} skipped", file.queries.len(), file.left_out)?;
        for (_, label, metric) in named(&metrics) {
            match metric {
                Some(metric) => {
                    writeln!(out, "{label:<15} {:.3}  ({:.3} to {:.3})", metric.value, metric.low, metric.high)?;
                }
                None => writeln!(out, "{label:<15} –")?,
            }
        }
        Ok(())
    });
    Ok(Outcome::with_findings(file.queries.is_empty()))
}

/// What test cases are run with that are imported beside queries; none where no agent is named.
pub(crate) fn case_setup(
    format: Option<&str>,
    agent: Option<&str>,
    runtime: RuntimeName,
) -> Result<Option<SimulationSetup>, Failure> {
    if agent.is_some() && format != Some(FORMAT) {
        return Err(Failure::usage("--agent needs --format evals"));
    }
    Ok(agent.map(|agent| simulate::case_setup(agent, runtime)))
}

/// Imports files of labelled queries, each into the set named as it is; with `cases`, entries of an `evals.json` become test
/// cases of that setup, too.
pub(crate) fn import(
    studio: &Studio,
    paths: &[PathBuf],
    labels: Repeated,
    cases: Option<&SimulationSetup>,
    output: &Output,
) -> Result<Outcome, Failure> {
    let (mut imported, mut skipped, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
    let paths = path_texts(paths);
    let imports = studio.import_query_files(&paths, None, labels.into())?;
    for (path, import) in paths.into_iter().zip(imports) {
        for problem in &import.problems {
            let mut place = json!({ "path": path, "code": "query", "message": problem.message });
            if let Some(line) = problem.line {
                place["line"] = json!(line);
            }
            if problem.is_skipped { &mut skipped } else { &mut warnings }.push(place);
        }
        imported.push(json!({
            "kind": "query_set", "name": import.set, "id": import.set, "path": path, "queries": import.imported,
            "duplicates": import.duplicates, "format": import.format, "repeated": import.repeated,
            "conflicting": import.conflicting, "relabelled": import.relabelled,
        }));
        if let Some(setup) = cases.filter(|_| import.format == QueryFormat::Evals) {
            // What was skipped is told above.
            let import = studio.import_simulation_cases(&path, setup)?;
            imported.extend(import.cases.iter().map(|case| case_row(case, &path)));
            warnings.extend(import.missing.iter().map(|input| not_given(input, &path)));
        }
    }
    let document = json!({ "imported": imported, "skipped": skipped, "warnings": warnings });
    output.result(&document, |out| {
        for one in &imported {
            let name = one["name"].as_str().unwrap_or_default();
            if one["kind"] == "test_case" {
                let (all, judged) = (&one["assertions"], &one["judged"]);
                writeln!(out, "test {name}: {all} assertions, {judged} to check manually")?;
            } else {
                writeln!(out, "query set {name}: {} queries", one["queries"])?;
            }
        }
        for problem in skipped.iter().chain(&warnings) {
            let message = problem["message"].as_str().unwrap_or_default();
            let line = problem["line"].as_u64().map(|line| format!(":{line}")).unwrap_or_default();
            writeln!(out, "{}{line}: {message}", problem["path"].as_str().unwrap_or_default())?;
        }
        Ok(())
    });
    Ok(Outcome::with_findings(!skipped.is_empty()))
}

/// What is said of a file that a case goes without.
fn not_given(input: &MissingInput, path: &str) -> Value {
    let message = format!("{}: the input file {} wasn't found in the skill.", input.case, input.file);
    json!({ "path": path, "code": "input_file", "message": message })
}

/// A test case that was imported, as a row of the document.
fn case_row(case: &SimulationCase, path: &str) -> Value {
    let judged = case.assertions.iter().filter(|one| matches!(one, CaseAssertion::Judged { .. })).count();
    json!({
        "kind": "test_case", "name": case.name, "id": case.id, "path": path, "agent": case.setup.agent,
        "assertions": case.assertions.len(), "judged": judged,
    })
}

/// What a file of labelled queries holds.
struct File {
    queries: Vec<LabelledQuery>,
    left_out: usize,
    repeats: Vec<Value>,
}

impl File {
    /// Queries without those that expect a skill which is not here.
    fn of(queries: Vec<LabelledQuery>, limit: Option<usize>, repeats: Vec<Value>) -> Self {
        let all = queries.len();
        let mut queries: Vec<_> = queries.into_iter().filter(|query| !query.is_left_out()).collect();
        let left_out = all - queries.len();
        queries.truncate(limit.unwrap_or(usize::MAX));
        Self { queries, left_out, repeats }
    }
}

/// The queries of the library; of a folder, those in the files beside its skills.
fn own(studio: &Opened, limit: Option<usize>, output: &Output) -> Result<File, Failure> {
    if studio.is_of_folder() {
        let (found, unread): (Vec<_>, Vec<_>) =
            studio.list_found_evals()?.into_iter().partition(|file| file.queries > 0);
        let place = |file: &FoundEvals| format!("{}/{}", file.skill.as_deref().unwrap_or_default(), file.path);
        let taken = |file: &FoundEvals| {
            let queries = plural(file.queries, "query", "queries");
            format!("{} ({queries}, {} skipped)", place(file), file.skipped)
        };
        output.some(&found.iter().map(taken).collect::<Vec<_>>(), |count| {
            format!("using the test queries in {}", plural(count, "file", "files"))
        });
        let why = |file: &FoundEvals| format!("{}: {}", place(file), file.problem.as_deref().unwrap_or_default());
        output.some(&unread.iter().map(why).collect::<Vec<_>>(), |count| {
            format!("{} can't be used as test queries", plural(count, "file", "files"))
        });
        studio.import_found_evals(&found.into_iter().map(|file| file.key).collect::<Vec<_>>())?;
    }
    let queries = studio.list_queries(None)?;
    if queries.is_empty() {
        return Err(Failure::usage("no test queries found; specify a file of test queries"));
    }
    Ok(File::of(queries, limit, Vec::new()))
}

/// Reads the file. A line that cannot be read is a failure, since numbers over the rest would look better than they are;
/// a query that expects a skill the library does not have is told and left out.
fn read(studio: &Studio, file: &Path, labels: Repeated, limit: Option<usize>) -> Result<File, Failure> {
    let parsed = studio.read_query_file(file, labels.into())?;
    let place = |line: Option<u32>| match line {
        Some(line) => format!("{}:{line}", file.display()),
        None => file.display().to_string(),
    };
    let unreadable: Vec<_> = parsed.problems.iter().filter(|problem| problem.is_skipped).collect();
    if let Some(first) = unreadable.first() {
        let more = match unreadable.len() - 1 {
            0 => String::new(),
            others => format!(" (and {others} more)"),
        };
        return Err(Failure::input(format!("{}: {}{more}", place(first.line), first.message)));
    }
    for problem in &parsed.problems {
        Output::note(format_args!("{}: {}", place(problem.line), problem.message));
    }
    if labels == Repeated::First && parsed.repeats.iter().any(|repeat| repeat.differs) {
        Output::note("use --repeated-labels all to accept the expected skills on every line of a repeated query");
    }
    let repeat = |it: &studio_api::Repeat| json!({ "query": it.query, "lines": it.lines, "differs": it.differs });
    let repeats = parsed.repeats.iter().map(repeat).collect();
    Ok(File::of(parsed.queries, limit, repeats))
}

/// Each metric with its name in JSON and what a person reads.
fn named(metrics: &Metrics) -> [(&'static str, &'static str, Option<Metric>); 8] {
    [
        ("top1", "top1", metrics.top1),
        ("top3", "top3", metrics.top3),
        ("mrr", "mrr", metrics.mrr),
        ("precision", "precision", metrics.precision),
        ("recall", "recall", metrics.recall),
        ("f1", "f1", metrics.f1),
        ("auroc", "auroc", metrics.auroc),
        ("false_fires", "false positives", metrics.false_fires),
    ]
}

/// What was expected against what fired, the mistakes only, the most frequent first.
fn confusion(results: &[QueryResult]) -> Vec<Value> {
    let mut counts = std::collections::BTreeMap::<(Option<&str>, Option<&str>), usize>::new();
    for result in results.iter().filter(|result| !result.is_right) {
        let chosen = result.best.as_deref().filter(|_| result.has_fired);
        *counts.entry((result.expected.first().map(String::as_str), chosen)).or_default() += 1;
    }
    let mut cells: Vec<_> = counts.into_iter().collect();
    cells.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    cells
        .into_iter()
        .map(|((expected, chosen), count)| json!({ "expected": expected, "chosen": chosen, "count": count }))
        .collect()
}
