//! An evaluation that runs: asked part by part, told as it goes, and kept.

use crate::{
    Error, ErrorCode, Studio,
    base::{activity::Running, typed::refuse_credential},
    dto::{
        ActivityKind, Host, LabelledQuery, Metrics, Policy, QueryResult, RunProgress, RunRequest, RunState, Scorer,
        StudioEvent,
    },
    evaluation::{metrics::metrics, runs::run_id},
    kept::{
        self, Mirror,
        runs::{Outcomes, Request, Summary},
    },
    selection::{
        asked::{Asked, judged, results},
        thresholds,
    },
    state::session::Session,
};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use studio_select::{Question, evaluate as measure};
use studio_store::{RunRow, sha256_hex};

impl Studio {
    /// Starts a run over a set of labelled queries and gives its id. Partial results come as events; the run is kept when
    /// it has ended.
    pub fn start_run(&self, request: &RunRequest) -> Result<String, Error> {
        refuse_credential("The run's name", &request.label)?;
        let session = self.session()?;
        if !request.policy.min_score.is_finite() {
            return Err(Error::new(ErrorCode::Invalid, "The threshold isn't a number. Enter one, such as 0.35."));
        }
        if request.scorer == Scorer::Model {
            session.model_is_ready()?;
        }
        let (asked, left_out) = session.asked(&request.set, request.limit)?;
        if asked.is_empty() {
            let message = format!(
                "The query set “{}” has no queries to run: {left_out} expect skills that aren't in the library. Add test \
                 queries in the Playground or here, or import them.",
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

    /// Evaluates queries from outside the library on this thread: for command lines. Gives the metrics and the results in
    /// the order of the queries.
    pub fn evaluate(
        &self,
        scorer: Scorer,
        policy: &Policy,
        queries: &[LabelledQuery],
    ) -> Result<(Metrics, Vec<QueryResult>), Error> {
        self.evaluate_as_seen(scorer, policy, Host::Standard, queries)
    }

    /// The same over what a host's model sees of the library.
    pub fn evaluate_as_seen(
        &self,
        scorer: Scorer,
        policy: &Policy,
        host: Host,
        queries: &[LabelledQuery],
    ) -> Result<(Metrics, Vec<QueryResult>), Error> {
        let session = self.session()?;
        let asked: Vec<Asked> = queries
            .iter()
            .zip(1_usize..)
            .map(|(query, place)| Asked {
                id: place.to_string(),
                text: query.query.clone(),
                expected: query.expected.clone(),
                unwanted: query.unwanted.clone(),
            })
            .collect();
        let outcomes = session.outcomes(scorer, policy, host, &asked, &mut |_| true)?;
        let numbers = metrics(&measure::metrics(&outcomes, policy.min_score, 7));
        Ok((numbers, results(&asked, outcomes, policy.min_score)))
    }
}

impl Session {
    pub(crate) fn run(
        self: &Arc<Self>,
        id: &str,
        request: &RunRequest,
        asked: &[Asked],
        left_out: u32,
        running: &Running,
    ) {
        let mut shown = Instant::now();
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
        match self.run_and_keep(id, request, asked, left_out, &mut on_each) {
            Ok(numbers) => tell(asked.len(), numbers, RunState::Finished, None),
            Err(error) if error.code == ErrorCode::Cancelled => {
                tell(0, Metrics::default(), RunState::Cancelled, None);
            }
            Err(error) => tell(0, Metrics::default(), RunState::Failed, Some(error.message)),
        }
    }

    /// A run on this thread, kept when it has ended. `on_each` is that of [`Session::outcomes`].
    pub(crate) fn run_and_keep(
        &self,
        id: &str,
        request: &RunRequest,
        asked: &[Asked],
        left_out: u32,
        on_each: &mut dyn FnMut(&[measure::Outcome]) -> bool,
    ) -> Result<Metrics, Error> {
        let start = Instant::now();
        let outcomes = self.outcomes(request.scorer, &request.policy, request.host, asked, on_each)?;
        let numbers = metrics(&measure::metrics(&outcomes, request.policy.min_score, u64::from(request.seed)));
        let results = results(asked, outcomes, request.policy.min_score);
        self.keep_run(id, request, &results, left_out, &numbers, start.elapsed())?;
        Ok(numbers)
    }

    pub(crate) fn keep_run(
        &self,
        id: &str,
        request: &RunRequest,
        results: &[QueryResult],
        left_out: u32,
        metrics: &Metrics,
        elapsed: Duration,
    ) -> Result<(), Error> {
        let skills = self.scores()?.len() as u32;
        let summary = Summary { queries: results.len() as u32, left_out, skills, metrics: Mirror::of(metrics) };
        let outcomes = Outcomes { outcomes: results.iter().map(Mirror::of).collect() };
        let row = RunRow {
            id: run_id(id)?,
            finished_at: jiff::Timestamp::now().to_string(),
            elapsed_ms: elapsed.as_millis() as u32,
            label: request.label.trim().to_owned(),
            request: kept::write_text::<Request>(&Mirror::of(request))?,
            summary: kept::write_text(&summary)?,
        };
        Ok(self.library.aside().put_run(&row, &kept::write_text(&outcomes)?)?)
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
        let mut take = |query: &Asked, vector: Option<&[f32]>| -> Result<bool, Error> {
            let question = Question::new(&query.text, vector);
            let (outcome, _) =
                self.with_view(host, kind, |view| judged(view, kind, policy, &question, query.label(), None))?;
            outcomes.push(outcome);
            Ok(on_each(&outcomes))
        };
        let is_whole = if thresholds::reads_meaning(scorer) {
            self.with_vectors(asked, &mut take)?
        } else {
            let mut is_whole = true;
            for query in asked {
                is_whole = take(query, None)?;
                if !is_whole {
                    break;
                }
            }
            is_whole
        };
        if is_whole {
            return Ok(outcomes);
        }
        Err(Error::new(ErrorCode::Cancelled, "The run was canceled and not saved."))
    }

    /// Gives each query with its vector, in order; those not known yet are embedded on a thread of their own meanwhile,
    /// and kept. Whether all were taken.
    pub(crate) fn with_vectors(&self, asked: &[Asked], take: &mut Take<'_>) -> Result<bool, Error> {
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
                if !take(query, Some(&vector))? {
                    drop(receive);
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }
}

/// Shortest time between two partial results.
pub(crate) const BETWEEN_PARTS: Duration = Duration::from_millis(200);

/// How many queries are embedded before their vectors are kept together.
pub(crate) const KEPT_TOGETHER: usize = 64;

/// Takes a query with its vector; says whether to go on.
pub(crate) type Take<'a> = dyn FnMut(&Asked, Option<&[f32]>) -> Result<bool, Error> + 'a;
