//! What another wording does to the labelled queries.

use std::{collections::HashMap, sync::Arc};

use studio_embed::{Job, Update};
use studio_select::{Entry, Question, View, evaluate as measure};
use studio_store::{LabelledQuery, sha256_hex};

use crate::{
    Error,
    dto::{Flip, WhatIfReport, WhatIfRequest},
    selection::{
        asked::{Asked, Label, can_be_asked, change_kind, judged},
        thresholds,
    },
    state::{
        baseline::{Baseline, BaselineKey, Watched},
        session::Session,
    },
};

impl Session {
    /// Compares the labelled queries with another wording to those as the library stands, and puts what differs into
    /// `answer`.
    pub(super) fn compare_labelled(
        self: &Arc<Self>,
        request: &WhatIfRequest,
        stored: &Entry,
        (tried, vectors): (Entry, &[Option<Vec<f32>>]),
        answer: &mut WhatIfReport,
    ) -> Result<(), Error> {
        let (queries, waiting) = self.baseline(request, stored)?;
        let index = self.among(request.host)?;
        let view = index.edited(tried, vectors);
        let asked = |query: &Watched| {
            let label = Label { expected: &query.expected, unwanted: &query.unwanted };
            watched_outcome(&view, request, stored, &query.question, label)
        };
        let half = queries.len().div_ceil(2);
        let after: Vec<(measure::Outcome, f32)> = std::thread::scope(|scope| {
            let (first, second) = queries.split_at(half);
            let beside = scope.spawn(|| second.iter().map(asked).collect::<Vec<_>>());
            let mut all: Vec<_> = first.iter().map(asked).collect();
            all.extend(beside.join().unwrap_or_default());
            all
        });
        drop(index);
        let before: Vec<_> = queries.iter().map(|query| query.outcome.clone()).collect();
        let outcomes: Vec<_> = after.iter().map(|(outcome, _)| outcome.clone()).collect();
        let minimum = request.policy.min_score;
        let compared = measure::compare(&before, &outcomes, minimum, minimum);
        answer.labelled = (queries.len() as u32) + waiting;
        answer.waiting = waiting;
        answer.fixed = compared.fixed as u32;
        answer.broken = compared.broken as u32;
        let flip = |change: measure::Change| {
            let query = &queries[change.query];
            Flip {
                id: query.id.clone(),
                query: query.text.clone(),
                expected: query.expected.clone(),
                unwanted: query.unwanted.clone(),
                before: change.before,
                after: change.after,
                before_score: query.own,
                after_score: after[change.query].1,
                kind: change_kind(change.kind),
            }
        };
        answer.flips = compared.changes.into_iter().map(flip).collect();
        Ok(())
    }

    /// The labelled queries with their outcomes as the library stands, and how many are still without a vector.
    fn baseline(self: &Arc<Self>, request: &WhatIfRequest, stored: &Entry) -> Result<(Arc<Vec<Watched>>, u32), Error> {
        let known = self.skill_names()?;
        let rows: Vec<LabelledQuery> = self
            .library
            .list_queries(request.set.as_deref())?
            .into_iter()
            .filter(|row| can_be_asked(row, |name| known.contains(name)))
            .collect();
        let key = BaselineKey {
            generation: self.generation(),
            skill: stored.key,
            scorer: request.scorer,
            policy: request.policy.clone(),
            host: request.host.map(|host| Ok::<_, Error>((host, self.get_host_budgets()?))).transpose()?,
            queries: state_of(&rows),
        };
        {
            let kept = self.baseline.lock();
            if let Some(kept) = kept.as_ref().filter(|kept| kept.key == key && kept.waiting == 0) {
                return Ok((Arc::clone(&kept.queries), 0));
            }
        }
        let hashes: Vec<String> = rows.iter().map(|row| sha256_hex(row.text.as_bytes())).collect();
        let needs_vectors = thresholds::reads_meaning(request.scorer);
        let vectors = if needs_vectors { self.index.query_vectors(&hashes)? } else { HashMap::new() };
        let mut missing = Vec::new();
        let mut queries = Vec::new();
        let index = self.among(request.host)?;
        let view = index.view();
        for (row, hash) in rows.into_iter().zip(hashes) {
            let vector = vectors.get(&hash);
            if needs_vectors && vector.is_none() {
                missing.push(Job { key: hash, text: row.text });
                continue;
            }
            let question = Question::new(&row.text, vector.map(Vec::as_slice));
            let asked = Asked::from(row);
            let (outcome, own) = watched_outcome(&view, request, stored, &question, asked.label());
            let Asked { id, text, expected, unwanted } = asked;
            queries.push(Watched { id, text, expected, unwanted, question, outcome, own });
        }
        drop(index);
        let waiting = missing.len() as u32;
        self.embed_queries(missing);
        let queries = Arc::new(queries);
        let kept = Baseline { key, queries: Arc::clone(&queries), waiting };
        *self.baseline.lock() = Some(kept);
        Ok((queries, waiting))
    }

    /// Makes the vectors of labelled queries in the background, unless that is going on already, and tells the screen when
    /// they are there.
    fn embed_queries(self: &Arc<Self>, jobs: Vec<Job<String>>) {
        use std::sync::atomic::Ordering;
        if jobs.is_empty() || self.embeds_queries.swap(true, Ordering::AcqRel) {
            return;
        }
        let session = Arc::downgrade(self);
        let mut fresh = Vec::new();
        self.shared.embedder.submit(jobs, move |update| {
            let Some(session) = session.upgrade() else { return };
            let has_ended = match update {
                Update::Embedded { key, vector, .. } => {
                    fresh.push((key, vector));
                    false
                }
                Update::Failed { .. } => false,
                Update::Completed | Update::Cancelled { .. } | Update::Unavailable { .. } => true,
            };
            if has_ended || fresh.len() >= 32 {
                // A vector that cannot be kept is made again next time.
                let kept = session.index.put_query_vectors(&std::mem::take(&mut fresh));
                session.shared.log.dropped("vectors of queries were not kept", kept);
            }
            if has_ended {
                session.embeds_queries.store(false, Ordering::Release);
                session.emit_status();
            }
        });
    }
}

/// What becomes of one labelled query, and the edited skill's own score.
fn watched_outcome(
    view: &View<'_>,
    request: &WhatIfRequest,
    stored: &Entry,
    question: &Question,
    label: Label<'_>,
) -> (measure::Outcome, f32) {
    let Some(kind) = thresholds::kind(request.scorer) else { return Default::default() };
    let (outcome, own) = judged(view, kind, &request.policy, question, label, Some((stored.key, &stored.name)));
    (outcome, own.map_or(0.0, |(_, score)| score))
}

/// A hash of all that is said of labelled queries.
fn state_of(rows: &[LabelledQuery]) -> String {
    let mut written = String::new();
    for row in rows {
        let (expected, unwanted) = (row.expected.join("\t"), row.unwanted.join("\t"));
        written.extend([&row.id.to_string(), "\n", &row.text, "\n", &expected, "\n", &unwanted, "\n"]);
    }
    sha256_hex(written.as_bytes())
}
