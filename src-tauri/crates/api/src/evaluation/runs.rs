//! Runs over labelled queries: asked in the background, kept, compared.

use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use studio_model::SkillId;
use studio_select::{Entry, Question, ScorerKind, View, evaluate as measure};
use studio_store::{RunRow, sha256_hex};
use uuid::Uuid;

use crate::{
    Error, ErrorCode, Studio,
    dto::{
        ActivityKind, Confusion, ConfusionCell, Host, Metrics, Policy, QueryResult, RunChange, RunComparison,
        RunDetail, RunInfo, RunProgress, RunRequest, RunState, Scorer, StudioEvent, Sweep,
    },
    evaluation::metrics::{change_kind, kept_metrics, metrics, sweep},
    selection::{playground::policy_of, thresholds},
    studio::{activity::Running, session::Session},
};

/// Shortest time between two partial results.
const BETWEEN_PARTS: Duration = Duration::from_millis(200);

/// How many queries are embedded before their vectors are kept together.
const KEPT_TOGETHER: usize = 64;

/// Takes a query with its expectation and its vector; says whether to go on.
type Take<'a> = dyn FnMut(&str, &[String], Option<&[f32]>) -> Result<bool, Error> + 'a;

/// A query to evaluate.
pub(crate) struct Asked {
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) expected: Vec<String>,
}

/// What is kept of a run beside its results.
#[derive(serde::Serialize, serde::Deserialize)]
struct Summary {
    queries: u32,
    left_out: u32,
    skills: u32,
    metrics: Metrics,
}

impl Studio {
    /// Starts a run over a set of labelled queries and gives its id. Partial results come as events; the run is kept when
    /// it has ended.
    pub fn start_run(&self, request: &RunRequest) -> Result<String, Error> {
        let session = self.session()?;
        if !request.policy.min_score.is_finite() {
            return Err(Error::new(ErrorCode::Invalid, "The threshold is not a number. Type one, such as 0.35."));
        }
        if request.scorer == Scorer::Model {
            session.model_is_ready()?;
        }
        let (asked, left_out) = session.asked(&request.set, request.limit)?;
        if asked.is_empty() {
            let message = format!(
                "The set “{}” has no query that can be run: {left_out} name skills the library does not have. Label \
                 queries in the Playground, write them here, or import them.",
                request.set
            );
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        let title = format!("Scoring {} queries", asked.len());
        let running = session.shared.activities.start(&session.shared.events, ActivityKind::Evaluate, &title);
        let id = running.id();
        let (run, request) = (id.clone(), request.clone());
        std::thread::Builder::new()
            .name("run".to_owned())
            .spawn(move || session.run(&run, &request, &asked, left_out, &running))
            .map_err(|cause| Error::interrupted(&cause))?;
        Ok(id)
    }

    /// The runs that are kept, newest first.
    pub fn list_runs(&self) -> Result<Vec<RunInfo>, Error> {
        self.session()?.library.list_runs()?.into_iter().map(info).collect()
    }

    /// A run with every query's result.
    pub fn get_run(&self, id: &str) -> Result<RunDetail, Error> {
        let session = self.session()?;
        let (info, results) = session.kept_run(id)?;
        let outcomes: Vec<_> = results.iter().map(outcome).collect();
        let confusion = measure::confusion(&outcomes, info.request.policy.min_score);
        let cell = |cell: measure::Cell| ConfusionCell {
            expected: cell.expected,
            chosen: cell.chosen,
            queries: cell.queries.into_iter().map(|place| results[place].id.clone()).collect(),
        };
        let confusion = Confusion { names: confusion.names, cells: confusion.cells.into_iter().map(cell).collect() };
        Ok(RunDetail { info, results, confusion })
    }

    /// Forgets a run.
    pub fn delete_run(&self, id: &str) -> Result<(), Error> {
        Ok(self.session()?.library.delete_run(run_id(id)?)?)
    }

    /// Says what a run was about.
    pub fn label_run(&self, id: &str, label: &str) -> Result<(), Error> {
        Ok(self.session()?.library.label_run(run_id(id)?, label.trim())?)
    }

    /// Two runs beside each other, over the queries both have with the same expectation.
    pub fn compare_runs(&self, before: &str, after: &str) -> Result<RunComparison, Error> {
        let session = self.session()?;
        let (before, earlier) = session.kept_run(before)?;
        let (after, later) = session.kept_run(after)?;
        let known: std::collections::HashMap<_, _> =
            earlier.iter().map(|result| ((result.query.as_str(), &result.expected), result)).collect();
        let both: Vec<(&QueryResult, &QueryResult)> = later
            .iter()
            .filter_map(|result| Some((*known.get(&(result.query.as_str(), &result.expected))?, result)))
            .collect();
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

    /// Evaluates queries from outside the library on this thread: for command lines. Gives the metrics and the results in
    /// the order of the queries.
    pub fn evaluate(
        &self,
        scorer: Scorer,
        policy: &Policy,
        queries: &[(String, Vec<String>)],
    ) -> Result<(Metrics, Vec<QueryResult>), Error> {
        let session = self.session()?;
        let asked: Vec<Asked> = queries
            .iter()
            .zip(1_usize..)
            .map(|((text, expected), place)| Asked {
                id: place.to_string(),
                text: text.clone(),
                expected: expected.clone(),
            })
            .collect();
        let outcomes = session.outcomes(scorer, policy, Host::Whole, &asked, &mut |_| true)?;
        let numbers = metrics(&measure::metrics(&outcomes, policy.min_score, 7));
        Ok((numbers, results(&asked, outcomes, policy.min_score)))
    }
}

impl Session {
    /// The queries of a set that can be run, and how many cannot, since they name a skill that is not here.
    pub(crate) fn asked(&self, set: &str, limit: Option<u32>) -> Result<(Vec<Asked>, u32), Error> {
        let known = self.skill_names()?;
        let rows = self.library.list_queries(Some(set))?;
        let all = rows.len();
        let mut asked: Vec<Asked> = rows
            .into_iter()
            .filter(|row| row.expected.iter().all(|name| known.contains(name)))
            .map(|row| Asked { id: row.id.to_string(), text: row.text, expected: row.expected })
            .collect();
        let left_out = (all - asked.len()) as u32;
        asked.truncate(limit.map_or(usize::MAX, |limit| limit as usize));
        Ok((asked, left_out))
    }

    fn run(self: &Arc<Self>, id: &str, request: &RunRequest, asked: &[Asked], left_out: u32, running: &Running) {
        let start = Instant::now();
        let mut shown = start;
        let tell = |done: usize, metrics: Metrics, state: RunState, message: Option<String>| {
            let (done, total) = (done as u32, asked.len() as u32);
            let run = Box::new(RunProgress { id: id.to_owned(), done, total, metrics, state, message });
            self.emit(StudioEvent::Run { run });
        };
        tell(0, Metrics::default(), RunState::Running, None);
        let mut on_each = |so_far: &[measure::Outcome]| {
            running.report(so_far.len(), asked.len());
            if shown.elapsed() >= BETWEEN_PARTS {
                shown = Instant::now();
                let partial = metrics(&measure::quick_metrics(so_far, request.policy.min_score));
                tell(so_far.len(), partial, RunState::Running, None);
            }
            !running.is_cancelled()
        };
        let outcomes = self.outcomes(request.scorer, &request.policy, request.host, asked, &mut on_each);
        let kept = outcomes.and_then(|outcomes| {
            let numbers = metrics(&measure::metrics(&outcomes, request.policy.min_score, u64::from(request.seed)));
            let results = results(asked, outcomes, request.policy.min_score);
            self.keep_run(id, request, &results, left_out, &numbers, start.elapsed()).map(|()| numbers)
        });
        match kept {
            Ok(numbers) => tell(asked.len(), numbers, RunState::Finished, None),
            Err(error) if error.code == ErrorCode::Cancelled => {
                tell(0, Metrics::default(), RunState::Cancelled, None);
            }
            Err(error) => tell(0, Metrics::default(), RunState::Failed, Some(error.message)),
        }
    }

    fn keep_run(
        &self,
        id: &str,
        request: &RunRequest,
        results: &[QueryResult],
        left_out: u32,
        metrics: &Metrics,
        elapsed: Duration,
    ) -> Result<(), Error> {
        let skills = self.scores()?.len() as u32;
        let summary = Summary { queries: results.len() as u32, left_out, skills, metrics: *metrics };
        let row = RunRow {
            id: run_id(id)?,
            finished_at: jiff::Timestamp::now().to_string(),
            elapsed_ms: elapsed.as_millis() as u32,
            label: request.label.trim().to_owned(),
            request: to_json(request)?,
            summary: to_json(&summary)?,
        };
        Ok(self.library.put_run(&row, &to_json(&results)?)?)
    }

    pub(crate) fn kept_run(&self, id: &str) -> Result<(RunInfo, Vec<QueryResult>), Error> {
        let id = run_id(id)?;
        let info = info(self.library.get_run(id)?)?;
        let results = from_json(&self.library.run_results(id)?)?;
        Ok((info, results))
    }

    /// What becomes of each query. `on_each` hears what there is after each one, and says whether to go on.
    pub(crate) fn outcomes(
        &self,
        scorer: Scorer,
        policy: &Policy,
        host: Host,
        asked: &[Asked],
        on_each: &mut dyn FnMut(&[measure::Outcome]) -> bool,
    ) -> Result<Vec<measure::Outcome>, Error> {
        let Some(kind) = thresholds::kind(scorer) else {
            return self.model_outcomes(policy, host, asked, on_each);
        };
        let mut outcomes = Vec::with_capacity(asked.len());
        let mut take = |text: &str, expected: &[String], vector: Option<&[f32]>| -> Result<bool, Error> {
            let question = Question::new(text, vector);
            let (outcome, _) = self.with_view(host, |view| judged(view, kind, policy, &question, expected, None))?;
            outcomes.push(outcome);
            Ok(on_each(&outcomes))
        };
        let is_whole = if thresholds::reads_meaning(scorer) {
            self.with_vectors(asked, &mut take)?
        } else {
            let mut is_whole = true;
            for query in asked {
                is_whole = take(&query.text, &query.expected, None)?;
                if !is_whole {
                    break;
                }
            }
            is_whole
        };
        if is_whole {
            return Ok(outcomes);
        }
        Err(Error::new(ErrorCode::Cancelled, "The run was cancelled and not saved."))
    }

    /// Gives each query with its vector, in order; those not known yet are embedded on a thread of their own meanwhile,
    /// and kept. Whether all were taken.
    fn with_vectors(&self, asked: &[Asked], take: &mut Take<'_>) -> Result<bool, Error> {
        let hashes: Vec<String> = asked.iter().map(|query| sha256_hex(query.text.as_bytes())).collect();
        let known = self.index.query_vectors(&hashes)?;
        let (send, receive) = mpsc::sync_channel::<Result<Vec<f32>, Error>>(KEPT_TOGETHER);
        std::thread::scope(|scope| {
            let (hashes, known) = (&hashes, &known);
            scope.spawn(move || {
                let mut fresh = Vec::new();
                for (query, hash) in asked.iter().zip(hashes) {
                    let vector = match known.get(hash) {
                        Some(vector) => Ok(vector.clone()),
                        None => self.shared.embedder.query(&query.text).map_err(Error::from),
                    };
                    if let Ok(vector) = &vector
                        && !known.contains_key(hash)
                    {
                        fresh.push((hash.clone(), vector.clone()));
                    }
                    let is_last = vector.is_err();
                    if fresh.len() >= KEPT_TOGETHER {
                        // A vector that cannot be kept is made again next time.
                        let kept = self.index.put_query_vectors(&std::mem::take(&mut fresh));
                        self.shared.log.dropped("vectors of queries were not kept", kept);
                    }
                    if send.send(vector).is_err() || is_last {
                        break;
                    }
                }
                let kept = self.index.put_query_vectors(&fresh);
                self.shared.log.dropped("vectors of queries were not kept", kept);
            });
            for query in asked {
                let vector = receive.recv().map_err(|stopped| Error::interrupted(&stopped))??;
                if !take(&query.text, &query.expected, Some(&vector))? {
                    drop(receive);
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }
}

/// What becomes of one query, and the score of the skill that is `named`: whatever that one is called in the view, labels
/// know it by this name.
pub(crate) fn judged(
    view: &View<'_>,
    kind: ScorerKind,
    policy: &Policy,
    question: &Question,
    expected: &[String],
    named: Option<(SkillId, &str)>,
) -> (measure::Outcome, f32) {
    let is_expected = |entry: &&Entry| expected.iter().any(|name| name == name_of(entry, named));
    let right = view.entries().filter(is_expected).map(|entry| entry.key);
    let mut watch: Vec<SkillId> = right.collect();
    let rights = watch.len();
    watch.extend(named.map(|(key, _)| key));
    let ranking = kind.top(view, question, &policy_of(policy), 1, &watch);
    let (right, own) = ranking.watched.split_at(rights);
    // A score of nothing names nobody: whoever stands first then stands there by name.
    let best = ranking.top.first().filter(|best| best.score > 0.0);
    let right = right.iter().flatten().filter(|(_, score)| *score > 0.0).min_by_key(|(rank, _)| *rank);
    let outcome = measure::Outcome {
        expected: expected.to_vec(),
        best: best.and_then(|best| view.get(best.key)).map(|entry| name_of(entry, named).to_owned()),
        score: best.map_or(0.0, |best| best.score),
        rank: right.map(|(rank, _)| *rank),
        expected_score: right.map(|(_, score)| *score),
    };
    (outcome, own.iter().flatten().next().map_or(0.0, |(_, score)| *score))
}

/// What labels know a skill by.
fn name_of<'a>(entry: &'a Entry, named: Option<(SkillId, &'a str)>) -> &'a str {
    match named {
        Some((key, name)) if key == entry.key => name,
        _ => &entry.name,
    }
}

pub(crate) fn results(asked: &[Asked], outcomes: Vec<measure::Outcome>, threshold: f32) -> Vec<QueryResult> {
    let result = |(query, outcome): (&Asked, measure::Outcome)| QueryResult {
        id: query.id.clone(),
        query: query.text.clone(),
        fires: outcome.fires(threshold),
        is_right: outcome.is_right(threshold),
        expected: outcome.expected,
        best: outcome.best,
        score: outcome.score,
        rank: outcome.rank,
        expected_score: outcome.expected_score,
    };
    asked.iter().zip(outcomes).map(result).collect()
}

fn outcome(result: &QueryResult) -> measure::Outcome {
    measure::Outcome {
        expected: result.expected.clone(),
        best: result.best.clone(),
        score: result.score,
        rank: result.rank,
        expected_score: result.expected_score,
    }
}

fn info(row: RunRow) -> Result<RunInfo, Error> {
    let summary: Summary = from_json(&row.summary)?;
    let request: RunRequest = from_json(&row.request)?;
    Ok(RunInfo {
        id: row.id.to_string(),
        finished_at: row.finished_at,
        elapsed_ms: row.elapsed_ms,
        request: RunRequest { label: row.label, ..request },
        queries: summary.queries,
        left_out: summary.left_out,
        skills: summary.skills,
        metrics: kept_metrics(&summary.metrics),
    })
}

fn run_id(text: &str) -> Result<Uuid, Error> {
    text.parse().map_err(|_| Error::bad_id("run", text))
}

fn to_json(value: &impl serde::Serialize) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|cause| Error::interrupted(&cause))
}

fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|cause| {
        let message = "This run was saved by another version of Skill Studio and can't be read. Run it again.";
        Error::new(ErrorCode::Invalid, message).with_detail(&cause)
    })
}
