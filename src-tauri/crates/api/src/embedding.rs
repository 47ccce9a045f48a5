//! Keeping what is derived from skills up to date: full text at once, vectors in the background.

use std::{
    collections::HashSet,
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};

use studio_embed::{BatchHandle, Job, MODEL_ID, Update};
use studio_model::SkillId;
use studio_store::{EntityKind, StoredSkill, TextRow, VectorRow};

use crate::{
    Error, Studio, Upkeep,
    dto::{Activity, ActivityKind, EmbeddingState, EmbeddingStatus, StudioEvent},
    session::Session,
};

/// How many new vectors are stored together.
const STORED_TOGETHER: usize = 16;

/// Shortest time between two reports of progress: about two frames.
const BETWEEN_REPORTS: Duration = Duration::from_millis(33);

/// A part of what runs once a library is open.
type Step = fn(&Arc<Session>) -> Result<(), Error>;

/// Where the vectors of one library stand.
#[derive(Debug, Default)]
pub(crate) struct Embedding {
    batch: Option<(String, BatchHandle)>,
    waiting: HashSet<SkillId>,
    is_paused: bool,
    unavailable: Option<String>,
}

impl Studio {
    /// Where the vectors stand.
    pub fn embedding_status(&self) -> Result<EmbeddingStatus, Error> {
        self.session()?.embedding_status()
    }

    /// Goes on making vectors after a pause, or tries again after the model was missing.
    pub fn resume_embedding(&self) -> Result<(), Error> {
        let session = self.session()?;
        {
            let mut embedding = session.embedding();
            embedding.is_paused = false;
            embedding.unavailable = None;
        }
        session.embed_stale()
    }
}

impl Session {
    fn embedding(&self) -> std::sync::MutexGuard<'_, Embedding> {
        self.embedding.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What runs once a library is open: scorers, full text, vectors, watched folders, the daily copy. Each part stands
    /// alone: one that fails leaves the others working and is told.
    pub(crate) fn warm_up(self: &Arc<Self>) {
        let steps: [(&str, Step); 5] = [
            ("scores", Self::build_scores),
            ("full-text", Self::sync_all),
            ("vectors", Self::embed_stale),
            ("watch", Self::watch_links),
            ("backup", Self::copy_daily),
        ];
        for (name, step) in steps {
            if let Err(error) = step(self) {
                self.notice(name, error.message);
            }
        }
        self.emit_status();
    }

    fn build_scores(self: &Arc<Self>) -> Result<(), Error> {
        self.scores().map(drop)
    }

    /// Brings the full text up to date with the library, and forgets what is no longer there.
    pub(crate) fn sync_all(self: &Arc<Self>) -> Result<(), Error> {
        let host = self.library.host();
        let known = self.index.text_hashes(host)?;
        let mut ids = Vec::new();
        let mut changed = Vec::new();
        self.library.visit_skills(|skill| {
            ids.push(skill.id.0);
            if known.get(&skill.id.0) != Some(&skill.sha256) {
                changed.push(text_row(&skill));
            }
        })?;
        self.index.sync_text(host, &changed)?;
        Ok(self.index.retain(host, EntityKind::Skill, &ids)?)
    }

    /// Takes new skills into full text and scorers.
    pub(crate) fn add_to_indexes(self: &Arc<Self>, ids: &[SkillId]) -> Result<(), Error> {
        let mut rows = Vec::with_capacity(ids.len());
        for id in ids {
            if let Some(skill) = self.library.stored_skill(*id)? {
                rows.push(text_row(&skill));
                self.upsert_score(skill)?;
            }
        }
        self.index.sync_text(self.library.host(), &rows)?;
        Ok(())
    }

    /// Makes the vectors that are missing, unless somebody has to ask for them here.
    pub(crate) fn embed_in_background(self: &Arc<Self>) -> Result<(), Error> {
        if self.shared.config.upkeep == Upkeep::OnDemand {
            return Ok(());
        }
        self.embed_stale()
    }

    /// Submits every skill whose text has no vector yet to the background.
    pub(crate) fn embed_stale(self: &Arc<Self>) -> Result<(), Error> {
        let texts: Vec<(SkillId, String)> = self
            .scores()?
            .entries()
            .filter(|entry| entry.broken.is_none())
            .map(|entry| (entry.key, text_to_embed(entry)))
            .collect();
        let hashed: Vec<_> =
            texts.iter().map(|(id, text)| (id.0, 0, studio_store::sha256_hex(text.as_bytes()))).collect();
        let stale: HashSet<_> =
            self.index.stale(self.library.host(), EntityKind::Skill, &hashed)?.into_iter().collect();
        let mut jobs: Vec<Job<SkillId>> =
            texts.into_iter().filter(|(id, _)| stale.contains(&(id.0, 0))).map(|(key, text)| Job { key, text }).collect();
        // Texts of like length one after another waste the least padding.
        jobs.sort_by_key(|job| job.text.len());
        self.submit(jobs);
        Ok(())
    }

    fn submit(self: &Arc<Self>, jobs: Vec<Job<SkillId>>) {
        let mut embedding = self.embedding();
        if let Some((_, batch)) = embedding.batch.take() {
            batch.cancel();
        }
        embedding.waiting = jobs.iter().map(|job| job.key).collect();
        if jobs.is_empty() || embedding.is_paused {
            drop(embedding);
            self.emit_status();
            return;
        }
        let id = uuid::Uuid::new_v4().to_string();
        let mut progress = Progress::new(self, &id, jobs.len(), &jobs);
        let activity = progress.activity.clone();
        let handle = self.shared.embedder.submit(jobs, move |update| progress.take(update));
        embedding.batch = Some((id, handle));
        embedding.unavailable = None;
        drop(embedding);
        // From the first moment there is something to cancel.
        self.emit(StudioEvent::Activity { activity });
    }

    /// Stops making vectors, where `activity` is the one that does; what is done stays.
    pub(crate) fn pause_embedding(&self, activity: &str) {
        let mut embedding = self.embedding();
        if embedding.batch.as_ref().is_some_and(|(id, _)| id == activity) {
            embedding.is_paused = true;
            if let Some((_, batch)) = embedding.batch.take() {
                batch.cancel();
            }
        }
    }

    /// Where the vectors stand.
    pub(crate) fn embedding_status(&self) -> Result<EmbeddingStatus, Error> {
        let total = self.scores()?.entries().filter(|entry| entry.broken.is_none()).count();
        let embedding = self.embedding();
        let waiting = embedding.waiting.len().min(total);
        let (state, hint) = if let Some(reason) = &embedding.unavailable {
            (EmbeddingState::Missing, Some(reason.clone()))
        } else if embedding.is_paused && waiting > 0 {
            (EmbeddingState::Paused, Some("Paused. Resume it from the command palette.".to_owned()))
        } else if waiting == 0 {
            (EmbeddingState::Ready, None)
        } else if matches!(self.shared.embedder.state(), studio_embed::State::Ready { .. }) {
            (EmbeddingState::Indexing, None)
        } else {
            (EmbeddingState::Loading, None)
        };
        Ok(EmbeddingStatus {
            model: MODEL_ID.to_owned(),
            state,
            indexed: (total - waiting) as u32,
            total: total as u32,
            hint,
        })
    }

    fn emit_status(&self) {
        if let Ok(status) = self.embedding_status() {
            self.emit(StudioEvent::Embedding { status });
        }
    }

    fn store_vectors(&self, vectors: &[VectorRow]) -> Result<(), Error> {
        self.index.put_vectors(self.library.host(), EntityKind::Skill, vectors)?;
        let mut scores = self.scores_mut()?;
        let mut embedding = self.embedding();
        for vector in vectors {
            let id = SkillId(vector.id);
            scores.set_vector(id, Some(vector.vector.clone()));
            embedding.waiting.remove(&id);
        }
        Ok(())
    }
}

/// What a batch has done so far; lives on the embedder's thread.
struct Progress {
    session: std::sync::Weak<Session>,
    activity: Activity,
    hashes: std::collections::HashMap<SkillId, String>,
    pending: Vec<VectorRow>,
    reported: Instant,
}

impl Progress {
    fn new(session: &Arc<Session>, id: &str, total: usize, jobs: &[Job<SkillId>]) -> Self {
        let activity = Activity {
            id: id.to_owned(),
            kind: ActivityKind::Embed,
            title: "Reading meanings".to_owned(),
            done: 0,
            total: total as u32,
            is_finished: false,
        };
        let hashes = jobs.iter().map(|job| (job.key, studio_store::sha256_hex(job.text.as_bytes()))).collect();
        Self { session: Arc::downgrade(session), activity, hashes, pending: Vec::new(), reported: Instant::now() }
    }

    /// Takes one report of the embedder. A closed library needs none.
    fn take(&mut self, update: Update<SkillId>) {
        let Some(session) = self.session.upgrade() else { return };
        match update {
            Update::Embedded { key, vector, progress, .. } => {
                let text_hash = self.hashes.remove(&key).unwrap_or_default();
                self.pending.push(VectorRow { id: key.0, part: 0, text_hash, vector });
                self.report(&session, progress.done);
            }
            Update::Failed { key, progress, .. } => {
                session.embedding().waiting.remove(&key);
                self.report(&session, progress.done);
            }
            Update::Completed | Update::Cancelled { .. } => self.finish(&session, None),
            Update::Unavailable { error, .. } => self.finish(&session, Some(error.to_string())),
        }
    }

    fn report(&mut self, session: &Session, done: usize) {
        self.activity.done = done as u32;
        let is_due = self.reported.elapsed() >= BETWEEN_REPORTS;
        if self.pending.len() >= STORED_TOGETHER {
            self.flush(session);
        }
        if is_due {
            self.reported = Instant::now();
            session.emit(StudioEvent::Activity { activity: self.activity.clone() });
        }
    }

    fn flush(&mut self, session: &Session) {
        let pending = std::mem::take(&mut self.pending);
        // Vectors that cannot be kept are made again at the next start; the reason shows in the status line.
        if let Err(error) = session.store_vectors(&pending) {
            session.embedding().unavailable.get_or_insert(error.message);
        }
    }

    fn finish(&mut self, session: &Session, unavailable: Option<String>) {
        self.flush(session);
        {
            let mut embedding = session.embedding();
            if embedding.batch.as_ref().is_some_and(|(id, _)| *id == self.activity.id) {
                embedding.batch = None;
            }
            if unavailable.is_some() {
                embedding.unavailable = unavailable;
            }
        }
        self.activity.is_finished = true;
        session.emit(StudioEvent::Activity { activity: self.activity.clone() });
        session.emit_status();
    }
}

/// What the model is given of a skill: its name as words, and its description.
fn text_to_embed(entry: &studio_select::Entry) -> String {
    let name = entry.name.replace(['-', '_'], " ");
    format!("{name}: {}", entry.description)
}

/// Hash of what the model is given of a skill.
pub(crate) fn text_hash(entry: &studio_select::Entry) -> String {
    studio_store::sha256_hex(text_to_embed(entry).as_bytes())
}

/// A skill as full text holds it.
pub(crate) fn text_row(skill: &StoredSkill) -> TextRow {
    TextRow {
        id: skill.id.0,
        hash: skill.sha256.clone(),
        name: skill.name.clone(),
        description: skill.description.clone(),
        tags: skill.tags.join(" "),
        body: skill.content_markdown.clone(),
    }
}
