//! Runs over labelled queries: asked in the background, kept, compared.

use crate::{
    Error, ErrorCode, Studio,
    base::{shown::in_row, typed::refuse_credential},
    dto::{
        Confusion, ConfusionCell, QueryResult, RunChange, RunComparison, RunDetail, RunInfo, RunList, RunRequest,
        Sweep, UnreadableRow,
    },
    evaluation::metrics::{kept_metrics, sweep},
    kept::{
        self, Mirror, Unreadable,
        runs::{Outcomes, Request, Summary},
    },
    selection::asked::{change_kind, outcome},
    state::session::Session,
};
use studio_select::evaluate as measure;
use studio_store::RunRow;
use uuid::Uuid;

impl Studio {
    /// The runs that are kept, newest first, beside those that cannot be read.
    pub fn list_runs(&self) -> Result<RunList, Error> {
        let named = |row: &RunRow| {
            let name = if row.label.is_empty() { row.finished_at.clone() } else { row.label.clone() };
            UnreadableRow { id: row.id.to_string(), name: in_row(name), reason: String::new() }
        };
        let (runs, unreadable) = kept::parted(self.session()?.library.list_runs()?, info, named);
        Ok(RunList { runs, unreadable })
    }

    /// A run with every query's result.
    pub fn get_run(&self, id: &str) -> Result<RunDetail, Error> {
        let session = self.session()?;
        let (info, results) = session.kept_run(id)?;
        let outcomes: Vec<_> = results.iter().map(outcome).collect();
        let confusion = measure::confusion(&outcomes, info.request.policy.min_score);
        let ids = |places: Vec<usize>| places.into_iter().map(|place| results[place].id.clone()).collect();
        let cell = |cell: measure::Cell| ConfusionCell {
            expected: cell.expected,
            chosen: cell.chosen,
            queries: ids(cell.queries),
        };
        let confusion = Confusion {
            names: confusion.names,
            cells: confusion.cells.into_iter().map(cell).collect(),
            apart: ids(confusion.apart),
        };
        Ok(RunDetail { info, results, confusion })
    }

    /// Forgets a run.
    pub fn delete_run(&self, id: &str) -> Result<(), Error> {
        Ok(self.session()?.writing().delete_run(run_id(id)?)?)
    }

    /// Says what a run was about.
    pub fn label_run(&self, id: &str, label: &str) -> Result<(), Error> {
        refuse_credential("The run's name", label)?;
        Ok(self.session()?.writing().label_run(run_id(id)?, label.trim())?)
    }

    /// Two runs beside each other, over the queries both have with the same expectation.
    pub fn compare_runs(&self, before: &str, after: &str) -> Result<RunComparison, Error> {
        let session = self.session()?;
        let (before, earlier) = session.kept_run(before)?;
        let (after, later) = session.kept_run(after)?;
        let known: std::collections::HashMap<_, _> = earlier.iter().map(|result| (asked_of(result), result)).collect();
        let both: Vec<(&QueryResult, &QueryResult)> =
            later.iter().filter_map(|result| Some((*known.get(&asked_of(result))?, result))).collect();
        let outcomes =
            |pick: fn(&(&QueryResult, &QueryResult)) -> measure::Outcome| both.iter().map(pick).collect::<Vec<_>>();
        let compared = measure::compare(
            &outcomes(|(before, _)| outcome(before)),
            &outcomes(|(_, after)| outcome(after)),
            before.request.policy.min_score,
            after.request.policy.min_score,
        );
        let change = |change: measure::Change| {
            let (_, result) = both[change.query];
            RunChange {
                id: result.id.clone(),
                query: result.query.clone(),
                expected: result.expected.clone(),
                unwanted: result.unwanted.clone(),
                before: change.before,
                after: change.after,
                before_score: change.before_score,
                after_score: change.after_score,
                kind: change_kind(change.kind),
            }
        };
        Ok(RunComparison {
            common: both.len() as u32,
            changes: compared.changes.into_iter().map(change).collect(),
            fixed: compared.fixed as u32,
            broken: compared.broken as u32,
            p_value: compared.p_value,
            before,
            after,
        })
    }

    /// What other thresholds would do to a run: picked on one half of its queries, judged on the other.
    pub fn sweep_run(&self, id: &str, most_false_fires: f64) -> Result<Sweep, Error> {
        let (info, results) = self.session()?.kept_run(id)?;
        let outcomes: Vec<_> = results.iter().map(outcome).collect();
        let seed = u64::from(info.request.seed);
        Ok(sweep(measure::sweep(&outcomes, info.request.policy.min_score, most_false_fires, seed)))
    }
}

/// What was asked: the text with its labels.
fn asked_of(result: &QueryResult) -> (&str, &[String], &[String]) {
    (&result.query, &result.expected, &result.unwanted)
}

impl Session {
    pub(crate) fn kept_run(&self, id: &str) -> Result<(RunInfo, Vec<QueryResult>), Error> {
        let id = run_id(id)?;
        let info = info(&self.library.get_run(id)?).map_err(|why| unreadable(&why))?;
        let kept: Outcomes = kept::read_text(&self.library.run_results(id)?).map_err(|why| unreadable(&why))?;
        Ok((info, kept.outcomes.shown()))
    }

    /// The newest run. None where there is none, or it is of another version and cannot be read: opening it says why.
    pub(crate) fn newest_run(&self) -> Result<Option<(RunInfo, Vec<QueryResult>)>, Error> {
        let newest = self.library.list_runs()?.into_iter().next();
        Ok(newest.and_then(|newest| self.kept_run(&newest.id.to_string()).ok()))
    }
}

pub(crate) fn info(row: &RunRow) -> Result<RunInfo, Unreadable> {
    let summary: Summary = kept::read_text(&row.summary)?;
    let request: Request = kept::read_text(&row.request)?;
    Ok(RunInfo {
        id: row.id.to_string(),
        finished_at: row.finished_at.clone(),
        elapsed_ms: row.elapsed_ms,
        request: RunRequest { label: in_row(row.label.clone()), ..request.shown() },
        queries: summary.queries,
        left_out: summary.left_out,
        skills: summary.skills,
        metrics: kept_metrics(&summary.metrics.shown()),
    })
}

pub(crate) fn run_id(text: &str) -> Result<Uuid, Error> {
    text.parse().map_err(|_| Error::bad_id("run", text))
}

fn unreadable(why: &Unreadable) -> Error {
    Error::new(ErrorCode::Invalid, format!("This run can't be read. {why} Run it again.")).with_detail(why)
}
