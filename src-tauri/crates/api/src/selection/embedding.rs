//! Keeping what is derived up to date: full text at once, vectors in the background, of skills and of what else describes
//! itself.

use parking_lot::MutexGuard;
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use studio_embed::{Job, MODEL_ID};
use studio_model::SkillId;
use studio_store::EntityKind;
use uuid::Uuid;

use crate::{
    Error, ErrorCode, Studio, Upkeep,
    dto::{Activity, EmbeddingState, EmbeddingStatus, StudioEvent},
    selection::batch::Progress,
    state::{
        described::{Described, KINDS},
        parts::{described_part, parts},
        session::Session,
        waiting::{Embedding, PartText},
    },
};

impl Studio {
    /// Where the vectors stand.
    pub fn get_embedding_status(&self) -> Result<EmbeddingStatus, Error> {
        self.session()?.get_embedding_status()
    }

    /// Goes on making vectors after a pause, or tries again after the model was missing.
    pub fn resume_embedding(&self) -> Result<(), Error> {
        self.session()?.resume_embedding(&Wanted::All)
    }

    /// Makes the full text and the vectors that are missing and waits for them: for command lines and tests.
    pub fn wait_until_indexed(&self) -> Result<(), Error> {
        self.session()?.sync_all()?;
        self.wait_for_vectors(&Wanted::All, |_| ())
    }

    /// Makes the vectors of whole descriptions that rows lack, a tenth of all, and waits for them: for command lines, whose
    /// rows go elsewhere. The library keeps them. Where there are any to make, `before` is told how many, and whoever
    /// waits can be.
    pub fn wait_until_described(&self, before: impl FnOnce(u32)) -> Result<(), Error> {
        self.wait_for_vectors(&Wanted::Wholes, before)
    }

    fn wait_for_vectors(&self, wanted: &Wanted, before: impl FnOnce(u32)) -> Result<(), Error> {
        let session = self.session()?;
        session.resume_embedding(wanted)?;
        let status = self.get_embedding_status()?;
        if status.indexed < status.total {
            before(status.total - status.indexed);
        }
        session.complete_rows()?;
        loop {
            let status = self.get_embedding_status()?;
            match status.state {
                EmbeddingState::Ready | EmbeddingState::Paused => return Ok(()),
                EmbeddingState::Missing => {
                    return Err(Error::new(ErrorCode::ModelMissing, status.hint.unwrap_or_default()));
                }
                EmbeddingState::Loading | EmbeddingState::Indexing => {
                    thread::sleep(Duration::from_millis(10));
                }
            }
        }
    }
}

/// Which of the vectors that are missing are made.
pub(crate) enum Wanted {
    /// All of them.
    All,
    /// Those of what stands for a whole skill or tool: the vectors of their rows.
    Wholes,
}

impl Session {
    pub(crate) fn resume_embedding(self: &Arc<Self>, wanted: &Wanted) -> Result<(), Error> {
        {
            let mut embedding = self.embedding();
            embedding.is_paused = false;
            embedding.unavailable = None;
        }
        self.embed_wanted(wanted)
    }

    pub(crate) fn embedding(&self) -> MutexGuard<'_, Embedding> {
        self.embedding.lock()
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

    /// Submits every text that has no vector yet to the background: what stands for a whole skill, tool, agent or server
    /// first, so that each is soon comparable.
    pub(crate) fn embed_stale(self: &Arc<Self>) -> Result<(), Error> {
        self.embed_wanted(&Wanted::All)
    }

    fn embed_wanted(self: &Arc<Self>, wanted: &Wanted) -> Result<(), Error> {
        // What could not be looked for is not on its way.
        self.submit_wanted(wanted).inspect_err(|error| self.embedding().unavailable = Some(error.message.clone()))
    }

    fn submit_wanted(self: &Arc<Self>, wanted: &Wanted) -> Result<(), Error> {
        let texts: Vec<PartText> = self
            .scores()?
            .entries()
            .filter(|entry| entry.broken.is_none())
            .flat_map(|entry| parts(entry).into_iter().map(|part| PartText::of((EntityKind::Skill, entry.key.0), part)))
            .filter(|text| text.part.number == 0 || matches!(wanted, Wanted::All))
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
        embedding.is_looked_at = true;
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
        // From the first moment there is something to cancel, and nothing is ready any more.
        if is_told {
            self.emit_status();
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
    pub(crate) fn get_embedding_status(&self) -> Result<EmbeddingStatus, Error> {
        let skills = self.scores()?.entries().filter(|entry| entry.broken.is_none()).count();
        let total = skills + self.described()?.len();
        let embedding = self.embedding();
        let waiting = if embedding.is_looked_at { embedding.waiting.len().min(total) } else { total };
        let (state, hint) = if let Some(reason) = &embedding.unavailable {
            (EmbeddingState::Missing, Some(reason.clone()))
        } else if embedding.is_paused && waiting > 0 {
            (EmbeddingState::Paused, Some("Paused. Resume it from the command palette.".to_owned()))
        } else if embedding.is_looked_at && waiting == 0 {
            (EmbeddingState::Ready, None)
        } else if embedding.is_looked_at && matches!(self.shared.embedder.state(), studio_embed::State::Ready { .. }) {
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
        if let Ok(status) = self.get_embedding_status() {
            self.emit(StudioEvent::Embedding { status });
        }
    }
}
