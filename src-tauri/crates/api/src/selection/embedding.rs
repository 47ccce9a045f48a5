//! Keeping what is derived up to date: full text at once, vectors in the background, of skills and of what else describes
//! itself.

use parking_lot::MutexGuard;
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant},
};

use studio_embed::{BatchHandle, Job, MODEL_ID, Update};
use studio_model::SkillId;
use studio_store::{EntityKind, StoredSkill, TextRow, VectorRow};
use uuid::Uuid;

use crate::{
    Error, EventSink, Studio, Upkeep,
    dto::{Activity, ActivityKind, EmbeddingState, EmbeddingStatus, StudioEvent},
    finding::described::{Described, KINDS},
    studio::session::Session,
};

/// How many new vectors are stored together: few enough that whoever else writes never waits long.
const STORED_TOGETHER: usize = 64;

/// Skills read and entered together.
const READ_TOGETHER: usize = 128;

/// How long vectors of typed queries wait to be stored. Nobody who types waits for the disk.
const QUERIES_REST: Duration = Duration::from_secs(1);

/// Shortest time between two reports of progress. Each is drawn, which somebody who types meanwhile waits for.
const BETWEEN_REPORTS: Duration = Duration::from_millis(200);

/// A part of what runs once a library is open.
type Step = fn(&Arc<Session>) -> Result<(), Error>;

/// What a text is of.
type Whose = (EntityKind, Uuid);

/// Where the vectors of one library stand.
#[derive(Debug, Default)]
pub(crate) struct Embedding {
    /// What runs: one for the whole library, and one for each change made meanwhile. Only the first is told as
    /// an activity: to the author all of it is one.
    batches: Vec<(Activity, BatchHandle)>,
    /// Texts without a vector, by what they are of.
    waiting: HashMap<Whose, usize>,
    /// The text that was last submitted of each tool, agent and server among them.
    submitted: HashMap<Whose, String>,
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
    fn embedding(&self) -> MutexGuard<'_, Embedding> {
        self.embedding.lock()
    }

    /// What runs once a library is open: scorers, full text, vectors, watched folders, the daily copy. Each part stands
    /// alone: one that fails leaves the others working and is told.
    pub(crate) fn warm_up(self: &Arc<Self>) {
        let steps: [(&str, Step); 7] = [
            ("scores", Self::build_scores),
            ("full-text", Self::sync_all),
            ("vectors", Self::embed_stale),
            ("rows", Self::complete_rows),
            ("watch", Self::watch_links),
            ("backup", Self::copy_daily),
            ("problems", Self::judge_if_stale),
        ];
        // What only completes the library or follows folders is left where nothing can be written.
        let is_writing = |name: &str| matches!(name, "rows" | "watch" | "problems");
        let is_read_only = self.library.obstacle().is_some();
        for (name, step) in steps.into_iter().filter(|(name, _)| !(is_read_only && is_writing(name))) {
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
        let known = self.index.text_hashes(host, EntityKind::Skill)?;
        let rows = self.library.list_skills()?;
        let changed: Vec<SkillId> =
            rows.iter().filter(|row| known.get(&row.id.0) != Some(&row.sha256)).map(|row| row.id).collect();
        let ids: Vec<_> = rows.into_iter().map(|row| row.id.0).collect();
        drop(known);
        for some in changed.chunks(READ_TOGETHER) {
            let skills = self.stored_skills(some)?;
            self.index.sync_text(host, EntityKind::Skill, &skills.iter().map(text_row).collect::<Vec<_>>())?;
        }
        self.index.retain(host, EntityKind::Skill, &ids)?;
        self.sync_all_files()
    }

    /// Takes new skills into full text and scorers.
    pub(crate) fn add_to_indexes(self: &Arc<Self>, ids: &[SkillId]) -> Result<(), Error> {
        for some in ids.chunks(READ_TOGETHER) {
            let skills = self.stored_skills(some)?;
            let rows: Vec<TextRow> = skills.iter().map(text_row).collect();
            self.index.sync_text(self.library.host(), EntityKind::Skill, &rows)?;
            self.upsert_scores(skills)?;
        }
        ids.iter().try_for_each(|id| self.sync_files(*id))
    }

    fn stored_skills(&self, ids: &[SkillId]) -> Result<Vec<StoredSkill>, Error> {
        let read = |id: &SkillId| self.library.stored_skill(*id).transpose();
        Ok(ids.iter().filter_map(read).collect::<Result<_, _>>()?)
    }

    /// Makes the vectors that are missing, unless somebody has to ask for them here.
    pub(crate) fn embed_in_background(self: &Arc<Self>) -> Result<(), Error> {
        if self.shared.config.upkeep == Upkeep::OnDemand {
            return Ok(());
        }
        self.embed_stale()
    }

    /// Makes the vectors that one skill lacks, unless somebody has to ask for them here.
    pub(crate) fn embed_one_in_background(self: &Arc<Self>, id: SkillId) -> Result<(), Error> {
        if self.shared.config.upkeep == Upkeep::OnDemand {
            return Ok(());
        }
        let rows = self.index.vectors_of(self.library.host(), EntityKind::Skill, id.0)?;
        let parts = self.scores()?.get(id).filter(|entry| entry.broken.is_none()).map(parts).unwrap_or_default();
        // A description that is what it once was may have its vector still.
        if let Some(whole) = parts.first().and_then(|part| rows.iter().find(|row| part.is_source_of(row))) {
            self.complete_row(EntityKind::Skill, whole)?;
        }
        let missing = parts.into_iter().filter(|part| !rows.iter().any(|row| part.is_source_of(row)));
        let whose = (EntityKind::Skill, id.0);
        let texts: Vec<PartText> = missing.map(|part| PartText::of(whose, part)).collect();
        let mut embedding = self.embedding();
        embedding.waiting.remove(&whose);
        self.submit(embedding, Vec::new(), texts);
        Ok(())
    }

    /// Makes the vectors that tools, agents and servers lack, unless somebody has to ask for them here. Beside those of
    /// skills they are few, and each has one text.
    pub(crate) fn embed_described_in_background(self: &Arc<Self>) -> Result<(), Error> {
        if self.shared.config.upkeep == Upkeep::OnDemand {
            return Ok(());
        }
        let mut texts = self.stale_descriptions()?;
        let mut embedding = self.embedding();
        texts.retain(|text| embedding.submitted.get(&text.whose) != Some(&text.part.hash));
        for text in &texts {
            embedding.waiting.remove(&text.whose);
        }
        self.submit(embedding, Vec::new(), texts);
        self.complete_rows_of(EntityKind::Tool)
    }

    /// The texts of tools, agents and servers that have no vector of just this text.
    fn stale_descriptions(&self) -> Result<Vec<PartText>, Error> {
        let all = self.described()?;
        let mut texts = Vec::new();
        for kind in KINDS {
            let of_kind: HashMap<Uuid, &Described> =
                all.iter().filter(|one| one.kind == kind).map(|one| (one.id, one)).collect();
            let hashed: Vec<_> = of_kind.values().map(|one| (one.id, 0, one.meaning_hash())).collect();
            let stale = self.index.stale(self.library.host(), kind, &hashed)?;
            texts.extend(stale.into_iter().filter_map(|(id, _)| {
                let part = described_part(of_kind.get(&id)?);
                Some(PartText::of((kind, id), part))
            }));
        }
        Ok(texts)
    }

    /// Writes the vectors of whole descriptions into the rows of skills and tools that lack them and whose text has one:
    /// in a library that comes from elsewhere, or from a studio that did not write them.
    pub(crate) fn complete_rows(self: &Arc<Self>) -> Result<(), Error> {
        self.complete_rows_of(EntityKind::Skill)?;
        self.complete_rows_of(EntityKind::Tool)
    }

    fn complete_rows_of(&self, kind: EntityKind) -> Result<(), Error> {
        for some in self.library.without_description_vector(kind)?.chunks(STORED_TOGETHER) {
            let current = self.current_parts(kind, some)?;
            let mut vectors = Vec::new();
            for (id, parts) in &current {
                let rows = self.index.vectors_of(self.library.host(), kind, *id)?;
                let is_whole = |row: &VectorRow| parts.first().is_some_and(|part| part.is_source_of(row));
                vectors.extend(rows.into_iter().find(is_whole).map(|row| (*id, row.vector)));
            }
            let vectors: Vec<(Uuid, &[f32])> = vectors.iter().map(|(id, vector)| (*id, vector.as_slice())).collect();
            self.library.put_description_vectors(kind, &vectors)?;
        }
        Ok(())
    }

    /// Writes one vector into its row, where that has none.
    fn complete_row(&self, kind: EntityKind, whole: &VectorRow) -> Result<(), Error> {
        if self.library.description_vector(kind, whole.id)?.is_none() {
            self.library.put_description_vectors(kind, &[(whole.id, &whole.vector)])?;
        }
        Ok(())
    }

    /// The texts that now have a vector of their own, of those of `ids` that are there.
    fn current_parts(&self, kind: EntityKind, ids: &[Uuid]) -> Result<HashMap<Uuid, Vec<Part>>, Error> {
        if kind == EntityKind::Skill {
            let scores = self.scores()?;
            return Ok(ids.iter().filter_map(|id| Some((*id, parts(scores.get(SkillId(*id))?)))).collect());
        }
        let wanted: HashSet<&Uuid> = ids.iter().collect();
        let all = self.described()?;
        let asked = all.iter().filter(|one| one.kind == kind && wanted.contains(&one.id));
        Ok(asked.map(|one| (one.id, vec![described_part(one)])).collect())
    }

    /// Submits every text that has no vector yet to the background: what stands for a whole skill, tool, agent or server
    /// first, so that each is soon comparable.
    pub(crate) fn embed_stale(self: &Arc<Self>) -> Result<(), Error> {
        let texts: Vec<PartText> = self
            .scores()?
            .entries()
            .filter(|entry| entry.broken.is_none())
            .flat_map(|entry| parts(entry).into_iter().map(|part| PartText::of((EntityKind::Skill, entry.key.0), part)))
            .collect();
        let hashed: Vec<_> =
            texts.iter().map(|text| (text.whose.1, text.part.number, text.part.hash.clone())).collect();
        let described = self.stale_descriptions()?;
        // Held until what is stale is submitted: a vector that is stored in between is no longer waited for.
        let mut embedding = self.embedding();
        let stale: HashSet<_> =
            self.index.stale(self.library.host(), EntityKind::Skill, &hashed)?.into_iter().collect();
        let of_skills = texts.into_iter().filter(|text| stale.contains(&(text.whose.1, text.part.number)));
        let mut texts: Vec<PartText> = of_skills.chain(described).collect();
        // What stands for a whole comes first; then the rest of each skill together, so that it is entered once.
        texts.sort_by_key(|text| text.part.number > 0);
        embedding.waiting.clear();
        embedding.submitted.clear();
        let stopped = embedding.stop();
        self.submit(embedding, stopped, texts);
        Ok(())
    }

    /// Submits texts to the background in place of what was stopped for them.
    fn submit(
        self: &Arc<Self>,
        mut embedding: MutexGuard<'_, Embedding>,
        stopped: Vec<Activity>,
        texts: Vec<PartText>,
    ) {
        for text in &texts {
            *embedding.waiting.entry(text.whose).or_default() += 1;
            if text.whose.0 != EntityKind::Skill {
                embedding.submitted.insert(text.whose, text.part.hash.clone());
            }
        }
        if texts.is_empty() || embedding.is_paused {
            drop(embedding);
            self.told_finished(stopped);
            self.emit_status();
            return;
        }
        let id = uuid::Uuid::new_v4().to_string();
        let is_told = embedding.batches.is_empty();
        let mut progress = Progress::new(self, &id, &texts, is_told);
        let jobs = texts.into_iter().map(|text| Job { key: text.key(), text: text.part.text }).collect();
        let activity = progress.activity.clone();
        // What is stored is stored beside the embedder: whoever asks for a query's vector waits for no disk.
        let (sender, updates) = mpsc::channel();
        let storing = thread::Builder::new()
            .name("vectors".to_owned())
            .spawn(move || updates.into_iter().for_each(|update| progress.take(update)));
        if let Err(cause) = storing {
            embedding.unavailable = Some(Error::interrupted(&cause).message);
            drop(embedding);
            self.told_finished(stopped);
            return;
        }
        let handle = self.shared.embedder.submit(jobs, move |update| drop(sender.send(update)));
        embedding.batches.push((activity.clone(), handle));
        embedding.unavailable = None;
        drop(embedding);
        self.told_finished(stopped);
        // From the first moment there is something to cancel.
        if is_told {
            self.emit(StudioEvent::Activity { activity });
        }
    }

    /// Stops making vectors, where `activity` is the one that does; what is done stays.
    pub(crate) fn pause_embedding(&self, activity: &str) {
        let mut embedding = self.embedding();
        if !embedding.runs(activity) {
            return;
        }
        embedding.is_paused = true;
        let stopped = embedding.stop();
        drop(embedding);
        self.told_finished(stopped);
    }

    /// Tells that activities have ended; what stops them comes to it only after the text in hand.
    fn told_finished(&self, activities: Vec<Activity>) {
        for activity in activities {
            self.emit(StudioEvent::Activity { activity: Activity { is_finished: true, ..activity } });
        }
    }

    /// Where the vectors stand.
    pub(crate) fn embedding_status(&self) -> Result<EmbeddingStatus, Error> {
        let skills = self.scores()?.entries().filter(|entry| entry.broken.is_none()).count();
        let total = skills + self.described()?.len();
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

    pub(crate) fn emit_status(&self) {
        if let Ok(status) = self.embedding_status() {
            self.emit(StudioEvent::Embedding { status });
        }
    }

    /// Keeps vectors that were made: in the index, in the rows of what they describe, and in the scorers' memory.
    fn store_vectors(&self, vectors: Vec<(EntityKind, VectorRow)>) -> Result<(), Error> {
        let mut by_kind: HashMap<EntityKind, Vec<VectorRow>> = HashMap::new();
        for (kind, row) in vectors {
            by_kind.entry(kind).or_default().push(row);
        }
        by_kind.into_iter().try_for_each(|(kind, rows)| self.store_vectors_of(kind, rows))
    }

    fn store_vectors_of(&self, kind: EntityKind, mut vectors: Vec<VectorRow>) -> Result<(), Error> {
        let ids: HashSet<Uuid> = vectors.iter().map(|row| row.id).collect();
        let ids: Vec<Uuid> = ids.into_iter().collect();
        // A text that was changed meanwhile has a vector of its own by now, or is going to have one.
        let current = self.current_parts(kind, &ids)?;
        vectors.retain(|row| current.get(&row.id).is_some_and(|parts| parts.iter().any(|part| part.is_source_of(row))));
        self.index.put_vectors(self.library.host(), kind, &vectors)?;
        let wholes = vectors.iter().filter(|row| row.part == 0).map(|row| (row.id, row.vector.as_slice()));
        self.library.put_description_vectors(kind, &wholes.collect::<Vec<_>>())?;
        if kind == EntityKind::Skill {
            self.refresh_vectors(ids.into_iter().map(SkillId))?;
        }
        let mut embedding = self.embedding();
        for row in vectors {
            embedding.arrived((kind, row.id));
        }
        Ok(())
    }

    /// Gives the scorers what is known of skills' vectors, as far as their texts are still the same. All of it is made
    /// ready before the scorers are asked to wait.
    pub(crate) fn refresh_vectors(&self, ids: impl Iterator<Item = SkillId>) -> Result<(), Error> {
        let mut ready = Vec::new();
        for id in ids {
            let rows = self.index.vectors_of(self.library.host(), EntityKind::Skill, id.0)?;
            let scores = self.scores()?;
            let vectors = scores.get(id).map(|entry| matching(&parts(entry), rows));
            ready.extend(vectors.and_then(|vectors| scores.ready_vectors(id, &vectors)));
        }
        if ready.is_empty() {
            return Ok(());
        }
        let mut scores = self.scores_mut()?;
        for vectors in ready {
            scores.take_vectors(vectors);
        }
        Ok(())
    }

    /// The vector of a query, from memory where it was asked before.
    pub(crate) fn query_vector(self: &Arc<Self>, query: &str) -> Result<Vec<f32>, Error> {
        let hash = studio_store::sha256_hex(query.as_bytes());
        if let Some(vector) = self.index.query_vectors(std::slice::from_ref(&hash))?.remove(&hash) {
            return Ok(vector);
        }
        let vector = self.shared.embedder.query(query)?;
        self.keep_query((hash, vector.clone()))?;
        Ok(vector)
    }

    /// Stores the vector of a query: at once for a command line, which ends; else together with those that follow soon.
    fn keep_query(self: &Arc<Self>, query: (String, Vec<f32>)) -> Result<(), Error> {
        if self.shared.config.upkeep == Upkeep::OnDemand {
            return Ok(self.index.put_query_vectors(&[query])?);
        }
        let mut waiting = self.asked.lock();
        waiting.push(query);
        if waiting.len() > 1 {
            return Ok(());
        }
        let session = Arc::downgrade(self);
        thread::spawn(move || {
            thread::sleep(QUERIES_REST);
            let Some(session) = session.upgrade() else { return };
            let asked = std::mem::take(&mut *session.asked.lock());
            // A vector that cannot be kept is made again next time.
            let kept = session.index.put_query_vectors(&asked);
            session.shared.log.dropped("vectors of queries were not kept", kept);
        });
        Ok(())
    }
}

impl Embedding {
    /// Stops all that runs; gives what it was told as.
    fn stop(&mut self) -> Vec<Activity> {
        let stop = |(activity, batch): (Activity, BatchHandle)| {
            batch.cancel();
            activity
        };
        self.batches.drain(..).map(stop).collect()
    }

    fn runs(&self, activity: &str) -> bool {
        self.batches.iter().any(|(running, _)| running.id == activity)
    }

    fn arrived(&mut self, whose: Whose) {
        if let Some(left) = self.waiting.get_mut(&whose) {
            *left -= 1;
            if *left == 0 {
                self.waiting.remove(&whose);
                self.submitted.remove(&whose);
            }
        }
    }
}

impl Drop for Embedding {
    fn drop(&mut self) {
        // Nobody asks for the vectors of a library that is closed.
        self.stop();
    }
}

/// A text to embed, and what it is of.
struct PartText {
    whose: Whose,
    part: Part,
}

impl PartText {
    const fn of(whose: Whose, part: Part) -> Self {
        Self { whose, part }
    }

    const fn key(&self) -> (Whose, u16) {
        (self.whose, self.part.number)
    }
}

/// What a batch has done so far; lives on a thread of its own.
struct Progress {
    session: std::sync::Weak<Session>,
    events: EventSink,
    activity: Activity,
    /// Whether the author is told of it.
    is_told: bool,
    hashes: HashMap<(Whose, u16), String>,
    pending: Vec<(EntityKind, VectorRow)>,
    reported: Instant,
}

impl Progress {
    fn new(session: &Arc<Session>, id: &str, texts: &[PartText], is_told: bool) -> Self {
        let activity = Activity {
            id: id.to_owned(),
            kind: ActivityKind::Embed,
            title: "Reading meanings".to_owned(),
            done: 0,
            total: texts.len() as u32,
            is_finished: false,
        };
        let hashes = texts.iter().map(|text| (text.key(), text.part.hash.clone())).collect();
        Self {
            session: Arc::downgrade(session),
            events: Arc::clone(&session.shared.events),
            activity,
            is_told,
            hashes,
            pending: Vec::new(),
            reported: Instant::now(),
        }
    }

    /// Takes one report of the embedder. A closed library needs none but the end.
    fn take(&mut self, update: Update<(Whose, u16)>) {
        let Some(session) = self.session.upgrade() else {
            self.tell_end();
            return;
        };
        match update {
            Update::Embedded { key, vector, progress, .. } => {
                let text_hash = self.hashes.remove(&key).unwrap_or_default();
                let ((kind, id), part) = key;
                self.pending.push((kind, VectorRow { id, part, text_hash, vector }));
                self.report(&session, progress.done);
            }
            Update::Failed { key, progress, .. } => {
                session.embedding().arrived(key.0);
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
            // One that was stopped has been told as ended.
            if self.is_told && session.embedding().runs(&self.activity.id) {
                session.emit(StudioEvent::Activity { activity: self.activity.clone() });
            }
            session.emit_status();
        }
    }

    fn flush(&mut self, session: &Session) {
        let pending = std::mem::take(&mut self.pending);
        // Vectors that cannot be kept are made again at the next start; the reason shows in the status line.
        if let Err(error) = session.store_vectors(pending) {
            session.embedding().unavailable.get_or_insert(error.message);
        }
    }

    fn finish(&mut self, session: &Session, unavailable: Option<String>) {
        self.flush(session);
        {
            let mut embedding = session.embedding();
            embedding.batches.retain(|(running, _)| running.id != self.activity.id);
            if unavailable.is_some() {
                embedding.unavailable = unavailable;
            }
        }
        self.tell_end();
        session.emit_status();
    }

    fn tell_end(&mut self) {
        if self.is_told && !self.activity.is_finished {
            self.activity.is_finished = true;
            (self.events)(StudioEvent::Activity { activity: self.activity.clone() });
        }
    }
}

/// One of the texts that have a vector of their own; whatever is no skill has one.
pub(crate) struct Part {
    pub(crate) number: u16,
    pub(crate) text: String,
    pub(crate) hash: String,
}

/// The texts of a skill that have a vector of their own, in the scorers' order.
pub(crate) fn parts(entry: &studio_select::Entry) -> Vec<Part> {
    let texts = studio_select::meaning_texts(entry);
    (0..=u16::MAX)
        .zip(texts)
        .map(|(number, text)| Part { number, hash: studio_store::sha256_hex(text.text.as_bytes()), text: text.text })
        .collect()
}

impl Part {
    /// Whether a vector was made of just this text.
    fn is_source_of(&self, row: &VectorRow) -> bool {
        row.part == self.number && row.text_hash == self.hash
    }
}

/// The one text of a tool, agent or server.
fn described_part(one: &Described) -> Part {
    Part { number: 0, text: one.meaning.clone(), hash: one.meaning_hash() }
}

/// The vectors of these texts, as far as the rows are of just these texts.
pub(crate) fn matching(parts: &[Part], rows: Vec<VectorRow>) -> Vec<Option<Vec<f32>>> {
    let mut known: HashMap<u16, VectorRow> = rows.into_iter().map(|row| (row.part, row)).collect();
    parts
        .iter()
        .map(|part| known.remove(&part.number).filter(|row| row.text_hash == part.hash).map(|row| row.vector))
        .collect()
}

/// A skill as full text holds it.
pub(crate) fn text_row(skill: &StoredSkill) -> TextRow {
    TextRow {
        id: skill.id.0,
        hash: skill.sha256.clone(),
        description: skill.description.clone(),
        tags: skill.tags.join(" "),
        body: skill.content_markdown.clone(),
    }
}
