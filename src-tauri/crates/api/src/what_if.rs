//! Another wording of one skill, scored without being kept; and why a skill stands where it stands.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use studio_embed::{Job, Update};
use studio_model::SkillId;
use studio_select::{Detail, Entry, Question, View, evaluate as measure};
use studio_store::{EntityKind, LabelledQuery, SKILL_FILE, sha256_hex};
use studio_text::{FieldEdit, SkillDocument, apply};

use crate::{
    Error, ErrorCode, Studio,
    dto::{
        Counterfactual, Explanation, Flip, Policy, SaveOutcome, Scorer, SkillDetail, SkillWording, WhatIfReport,
        WhatIfRequest,
    },
    embedding::{matching, parts},
    metrics::change_kind,
    playground::{candidate, detail, policy_of, report_of},
    runs::judged,
    session::{Session, skill_id},
    thresholds,
};

/// Words whose absence is tried for one explanation.
const MOST_TRIED: usize = 8;

/// Candidates a report of another wording lists.
const LISTED: u32 = 200;

/// Counterfactuals told for one explanation.
const MOST_TOLD: usize = 5;

/// The labelled queries as the library stands, kept between one keystroke and the next.
#[derive(Debug)]
pub(crate) struct Baseline {
    key: BaselineKey,
    queries: Arc<Vec<Watched>>,
    waiting: u32,
}

#[derive(Debug, PartialEq)]
struct BaselineKey {
    generation: u64,
    skill: SkillId,
    scorer: Scorer,
    policy: Policy,
    queries: String,
}

/// A labelled query with its outcome as the library stands.
#[derive(Debug)]
struct Watched {
    id: String,
    text: String,
    expected: Vec<String>,
    question: Question,
    outcome: measure::Outcome,
    /// The edited skill's own score.
    own: f32,
}

impl Studio {
    /// What can be worded differently, as it stands.
    pub fn skill_wording(&self, skill: &str) -> Result<SkillWording, Error> {
        let session = self.session()?;
        let entry = session.entry(skill_id(skill)?)?;
        Ok(SkillWording { name: entry.name, description: entry.description, tags: entry.tags, body: entry.body })
    }

    /// Scores the library as it would be with another wording of one skill. Nothing is kept.
    pub fn what_if(&self, request: &WhatIfRequest) -> Result<WhatIfReport, Error> {
        let session = self.session()?;
        let start = Instant::now();
        let Some(kind) = thresholds::kind(request.scorer) else {
            let message = "A chat model isn't asked at every keystroke. Choose another scorer for this.";
            return Err(Error::new(ErrorCode::Invalid, message));
        };
        let id = skill_id(&request.skill_id)?;
        let stored = session.entry(id)?;
        if let Some(reason) = &stored.broken {
            let message = format!("“{}” cannot be read: {reason}. Fix its file in the editor first.", stored.name);
            return Err(Error::new(ErrorCode::Invalid, message));
        }
        let tried = reworded(&stored, &request.wording);
        let vectors = session.vectors_of_wording(request.scorer, &tried)?;
        let question = session.question(&request.query, request.scorer)?;
        let policy = policy_of(&request.policy);
        let index = session.scores()?;
        let own = |view: &View<'_>| {
            let found = kind.explain(view, &question, &policy, Detail { first: 0, named: &[id], listed: 0 });
            found.into_iter().find(|candidate| candidate.key == id).map(candidate)
        };
        let before = own(&index.view());
        let view = index.edited(tried, &vectors);
        let found = kind.report(&view, &question, &policy, detail(&request.policy, Some(LISTED), &[id]));
        let after = found.candidates.iter().find(|candidate| candidate.key == id).cloned().map(candidate);
        let elapsed = start.elapsed();
        let report = report_of(&request.query, request.scorer, found, elapsed, None);
        drop(index);
        let mut answer = WhatIfReport {
            before,
            after,
            report,
            labelled: 0,
            waiting: 0,
            flips: Vec::new(),
            fixed: 0,
            broken: 0,
            elapsed_us: 0,
        };
        if request.labelled {
            session.compare_labelled(request, &stored, &vectors, &mut answer)?;
        }
        answer.elapsed_us = start.elapsed().as_micros() as u32;
        Ok(answer)
    }

    /// Saves another wording as a new version of the skill. Only what differs is changed in its file.
    pub fn keep_what_if(
        &self,
        skill: &str,
        wording: &SkillWording,
        aggregate_version: u32,
    ) -> Result<SkillDetail, Error> {
        let session = self.session()?;
        let id = skill_id(skill)?;
        let stored = session.entry(id)?;
        let file = self.read_file(skill, SKILL_FILE)?;
        if file.draft.is_some() {
            let message = format!(
                "“{}” has unsaved changes in the editor. Save or discard them there, then keep this wording.",
                stored.name
            );
            return Err(Error::new(ErrorCode::Stale, message));
        }
        if wording.name.trim() != stored.name {
            session.refuse_taken(crate::editing::checked_name(&wording.name)?, Some(id))?;
        }
        let text = rewritten(&file.text, &stored, wording)?;
        match self.save_file(skill, SKILL_FILE, &text, aggregate_version, None)? {
            SaveOutcome::Saved { detail } => Ok(detail),
            SaveOutcome::Conflict { .. } => {
                let message = format!(
                    "“{}” was changed elsewhere meanwhile. Nothing was written. Look at the change, then try again.",
                    stored.name
                );
                Err(Error::new(ErrorCode::Stale, message))
            }
        }
    }

    /// Why one skill stands where it stands for a query, and what would move it; as it is stored, or as it would stand
    /// with another wording.
    pub fn explain_skill(
        &self,
        query: &str,
        scorer: Scorer,
        policy: &Policy,
        skill: &str,
        wording: Option<&SkillWording>,
    ) -> Result<Explanation, Error> {
        let session = self.session()?;
        let id = skill_id(skill)?;
        let Some(kind) = thresholds::kind(scorer) else {
            let message = "A chat model doesn't explain its choice word by word. Choose another scorer for this.";
            return Err(Error::new(ErrorCode::Invalid, message));
        };
        let stored = session.entry(id)?;
        let tried = wording.map(|wording| reworded(&stored, wording));
        let vectors = match &tried {
            Some(tried) => session.vectors_of_wording(scorer, tried)?,
            None => Vec::new(),
        };
        let question = session.question(query, scorer)?;
        let limits = policy_of(policy);
        let (own, rival) = {
            let index = session.scores()?;
            let view = tried.clone().map_or_else(|| index.view(), |tried| index.edited(tried, &vectors));
            let all = kind.explain(&view, &question, &limits, Detail { first: 2, named: &[id], listed: 2 });
            let rival = all.iter().find(|other| other.key != id && other.rank > 0).cloned();
            (all.into_iter().find(|candidate| candidate.key == id), rival)
        };
        let entry = tried.unwrap_or(stored);
        let own = own.ok_or_else(|| Error::new(ErrorCode::NotFound, "The skill no longer exists."))?;
        let mut counterfactuals = Vec::new();
        if own.rank > 0 {
            for (word, field, tried) in without_words(&entry, &question, &own, scorer).into_iter().take(MOST_TRIED) {
                let vectors = session.vectors_of_wording(scorer, &tried)?;
                let index = session.scores()?;
                let view = index.edited(tried, &vectors);
                let ranking = kind.top(&view, &question, &limits, 0, &[id]);
                if let Some((rank, score)) = ranking.watched.first().copied().flatten() {
                    counterfactuals.push(counterfactual(word, field, (own.rank as u32, own.score), (rank, score)));
                }
            }
        }
        let effect = |other: &Counterfactual| (other.rank.abs_diff(own.rank as u32), (other.score - own.score).abs());
        counterfactuals.retain(|other| effect(other).0 > 0 || effect(other).1 > 5e-4);
        counterfactuals.sort_by(|a, b| effect(b).0.cmp(&effect(a).0).then(effect(b).1.total_cmp(&effect(a).1)));
        counterfactuals.truncate(MOST_TOLD);
        let has = |candidate: &studio_select::Candidate, word: &str| {
            candidate.words.iter().any(|own| &*own.word == word && own.fields.sum() > 0.0)
        };
        let rivals = rival.iter().flat_map(|rival| rival.words.iter().map(move |word| (rival, word)));
        let rival_words: Vec<String> = rivals
            .filter(|(rival, word)| !word.is_stop_word && has(rival, &word.word))
            .map(|(_, word)| word.word.to_string())
            .collect();
        let (shared_words, rival_words) = rival_words.into_iter().partition(|word| has(&own, word));
        Ok(Explanation {
            to_threshold: own.score - policy.min_score,
            to_rival: rival.as_ref().map(|rival| own.score - rival.score),
            shared_words,
            rival_words,
            counterfactuals,
            candidate: candidate(own),
            rival: rival.map(candidate),
        })
    }
}

impl Session {
    /// A skill as the scorers see it, with its body, which they do not keep.
    pub(crate) fn entry(&self, id: SkillId) -> Result<Entry, Error> {
        let known = self.scores()?.get(id).cloned();
        let known = known.ok_or_else(|| {
            Error::new(ErrorCode::NotFound, "There is no such skill in the library; it may have been deleted.")
        })?;
        Ok(Entry { body: self.body_of(id)?, ..known })
    }

    /// The instructions of a skill; empty where it is gone.
    pub(crate) fn body_of(&self, id: SkillId) -> Result<String, Error> {
        Ok(self.library.stored_skill(id)?.map(|skill| skill.content_markdown).unwrap_or_default())
    }

    /// A query as a scorer takes it, with its vector where that is needed.
    pub(crate) fn question(self: &Arc<Self>, query: &str, scorer: Scorer) -> Result<Question, Error> {
        if query.len() > crate::queries::LONGEST {
            return Err(crate::queries::too_long(query.len()));
        }
        if !thresholds::reads_meaning(scorer) || query.trim().is_empty() {
            return Ok(Question::new(query, None));
        }
        let vector = self.query_vector(query)?;
        Ok(Question::new(query, Some(&vector)))
    }

    /// The vectors of a wording that is not kept: those of texts the skill has anyway, the others made now.
    fn vectors_of_wording(&self, scorer: Scorer, tried: &Entry) -> Result<Vec<Option<Vec<f32>>>, Error> {
        if !thresholds::reads_meaning(scorer) {
            return Ok(Vec::new());
        }
        let rows = self.index.vectors_of(self.library.host(), EntityKind::Skill, tried.key.0)?;
        let by_hash: HashMap<String, Vec<f32>> =
            rows.iter().map(|row| (row.text_hash.clone(), row.vector.clone())).collect();
        let texts = parts(tried);
        let mut vectors = matching(&texts, rows);
        for (vector, part) in vectors.iter_mut().zip(&texts) {
            if vector.is_none() {
                *vector = Some(match by_hash.get(&part.hash) {
                    Some(known) => known.clone(),
                    None => self.shared.embedder.query(&part.text)?,
                });
            }
        }
        Ok(vectors)
    }

    fn compare_labelled(
        self: &Arc<Self>,
        request: &WhatIfRequest,
        stored: &Entry,
        vectors: &[Option<Vec<f32>>],
        answer: &mut WhatIfReport,
    ) -> Result<(), Error> {
        let (queries, waiting) = self.baseline(request, stored)?;
        let tried = reworded(stored, &request.wording);
        let index = self.scores()?;
        let view = index.edited(tried, vectors);
        let asked = |query: &Watched| watched_outcome(&view, request, stored, &query.question, &query.expected);
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
            .filter(|row| row.expected.iter().all(|name| known.contains(name)))
            .collect();
        let mut written = String::new();
        for row in &rows {
            written.extend([&row.id.to_string(), "\n", &row.text, "\n", &row.expected.join("\t"), "\n"]);
        }
        let key = BaselineKey {
            generation: self.generation(),
            skill: stored.key,
            scorer: request.scorer,
            policy: request.policy.clone(),
            queries: sha256_hex(written.as_bytes()),
        };
        {
            let kept = self.baseline.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(kept) = kept.as_ref().filter(|kept| kept.key == key && kept.waiting == 0) {
                return Ok((Arc::clone(&kept.queries), 0));
            }
        }
        let hashes: Vec<String> = rows.iter().map(|row| sha256_hex(row.text.as_bytes())).collect();
        let needs_vectors = thresholds::reads_meaning(request.scorer);
        let vectors = if needs_vectors { self.index.query_vectors(&hashes)? } else { HashMap::new() };
        let mut missing = Vec::new();
        let mut queries = Vec::new();
        let index = self.scores()?;
        let view = index.view();
        for (row, hash) in rows.into_iter().zip(hashes) {
            let vector = vectors.get(&hash);
            if needs_vectors && vector.is_none() {
                missing.push(Job { key: hash, text: row.text });
                continue;
            }
            let question = Question::new(&row.text, vector.map(Vec::as_slice));
            let (outcome, own) = watched_outcome(&view, request, stored, &question, &row.expected);
            let (id, text, expected) = (row.id.to_string(), row.text, row.expected);
            queries.push(Watched { id, text, expected, question, outcome, own });
        }
        drop(index);
        let waiting = missing.len() as u32;
        self.embed_queries(missing);
        let queries = Arc::new(queries);
        let kept = Baseline { key, queries: Arc::clone(&queries), waiting };
        *self.baseline.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
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
                let _ = session.index.put_query_vectors(&std::mem::take(&mut fresh));
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
    expected: &[String],
) -> (measure::Outcome, f32) {
    thresholds::kind(request.scorer)
        .map(|kind| judged(view, kind, &request.policy, question, expected, Some((stored.key, &stored.name))))
        .unwrap_or_default()
}

fn reworded(stored: &Entry, wording: &SkillWording) -> Entry {
    Entry {
        name: wording.name.clone(),
        description: wording.description.clone(),
        tags: wording.tags.clone(),
        body: wording.body.trim().to_owned(),
        ..stored.clone()
    }
}

/// The skill file with another wording: only what differs from the stored one is touched.
fn rewritten(text: &str, stored: &Entry, wording: &SkillWording) -> Result<String, Error> {
    let mut text = text.to_owned();
    let set = |text: &str, edit: &FieldEdit| apply(text, &SkillDocument::read(text).edit(edit));
    if wording.name.trim() != stored.name {
        text = set(&text, &FieldEdit::SetText { key: "name".to_owned(), value: wording.name.trim().to_owned() });
    }
    if wording.description != stored.description {
        let value = wording.description.trim().to_owned();
        text = set(&text, &FieldEdit::SetText { key: "description".to_owned(), value });
    }
    if wording.tags != stored.tags {
        text = set(&text, &FieldEdit::SetItems { key: "tags".to_owned(), items: wording.tags.clone() });
    }
    if wording.body.trim() != stored.body.trim() {
        let span = SkillDocument::read(&text).body_span();
        text.replace_range(span.start..span.end, wording.body.trim());
    }
    let read = SkillDocument::read(&text);
    let is_as_asked = read.name() == Some(wording.name.trim())
        && read.description().map(str::trim) == Some(wording.description.trim());
    if is_as_asked {
        return Ok(text);
    }
    let message = "This wording can't be written into the file's frontmatter. Edit it in the editor instead.";
    Err(Error::new(ErrorCode::Invalid, message))
}

/// The skill without one of the query's words in one of its fields, those with the most to lose first.
fn without_words(
    entry: &Entry,
    question: &Question,
    own: &studio_select::Candidate,
    scorer: Scorer,
) -> Vec<(String, &'static str, Entry)> {
    let worth = |word: &str, field: fn(&studio_select::FieldScores) -> f32| {
        own.words.iter().find(|own| &*own.word == word).map_or(0.0, |own| field(&own.fields))
    };
    let mut tried = Vec::new();
    for term in question.terms() {
        let is_exact = scorer == Scorer::Adk;
        let cut = |text: &str| without(text, &term.stem, &term.surface, is_exact);
        let word = &*term.surface;
        if let Some((description, written)) = cut(&entry.description) {
            let edited = Entry { description, ..entry.clone() };
            tried.push((worth(word, |fields| fields.description), written, "description", edited));
        }
        if let Some((name, written)) = cut(&entry.name) {
            tried.push((worth(word, |fields| fields.name), written, "name", Entry { name, ..entry.clone() }));
        }
        let kept: Vec<String> = entry.tags.iter().filter(|tag| cut(tag).is_none()).cloned().collect();
        if kept.len() < entry.tags.len() {
            let edited = Entry { tags: kept, ..entry.clone() };
            tried.push((worth(word, |fields| fields.tags), word.to_owned(), "tags", edited));
        }
        if let Some((body, written)) = cut(&entry.body) {
            tried.push((worth(word, |fields| fields.body), written, "body", Entry { body, ..entry.clone() }));
        }
    }
    tried.sort_by(|a, b| b.0.total_cmp(&a.0));
    tried.into_iter().map(|(_, word, field, entry)| (word, field, entry)).collect()
}

/// A text without every form of a word, and the first form it had; none where it does not have the word.
fn without(text: &str, stem: &str, surface: &str, is_exact: bool) -> Option<(String, String)> {
    let spans: Vec<_> = studio_select::terms(text)
        .into_iter()
        .filter(|term| term.stem == stem)
        .map(|term| term.span)
        .filter(|span| !is_exact || text[span.clone()].eq_ignore_ascii_case(surface))
        .collect();
    let written = text[spans.first()?.clone()].to_owned();
    let mut left = String::with_capacity(text.len());
    let mut from = 0;
    for span in spans {
        if span.start >= from {
            left.push_str(&text[from..span.start]);
        }
        from = from.max(span.end);
    }
    left.push_str(&text[from..]);
    Some((left, written))
}

fn counterfactual(word: String, field: &'static str, now: (u32, f32), then: (u32, f32)) -> Counterfactual {
    let ((now_rank, now_score), (rank, score)) = (now, then);
    let place = if field == "tags" { "the tags" } else { field };
    let place = if field == "tags" { place.to_owned() } else { format!("the {place}") };
    let difference = (score - now_score).abs();
    let sentence = match rank.cmp(&now_rank) {
        std::cmp::Ordering::Greater => {
            format!("Without “{word}” in {place} it drops from rank {now_rank} to rank {rank}.")
        }
        std::cmp::Ordering::Less => {
            format!("Without “{word}” in {place} it rises from rank {now_rank} to rank {rank}.")
        }
        std::cmp::Ordering::Equal if score < now_score => {
            format!("Without “{word}” in {place} it stays at rank {rank}, {difference:.3} lower.")
        }
        std::cmp::Ordering::Equal => {
            format!("Without “{word}” in {place} it stays at rank {rank}, {difference:.3} higher.")
        }
    };
    Counterfactual { word, field: field.to_owned(), rank, score, sentence }
}
