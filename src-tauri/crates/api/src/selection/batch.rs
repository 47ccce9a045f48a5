//! One batch of texts that are being embedded: what it has done so far, told and stored now and then.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use studio_embed::Update;
use studio_store::{EntityKind, VectorRow};

use crate::{
    EventSink,
    dto::{Activity, ActivityKind, StudioEvent},
    state::{
        session::Session,
        waiting::{PartText, Whose},
    },
};

/// How many new vectors are stored together: few enough that whoever else writes never waits long.
const STORED_TOGETHER: usize = 64;

/// Shortest time between two reports of progress. Each is drawn, which somebody who types meanwhile waits for.
const BETWEEN_REPORTS: Duration = Duration::from_millis(200);

/// What a batch has done so far; lives on a thread of its own.
pub(crate) struct Progress {
    session: std::sync::Weak<Session>,
    events: EventSink,
    pub(crate) activity: Activity,
    /// Whether the author is told of it.
    is_told: bool,
    hashes: HashMap<(Whose, u16), String>,
    pending: Vec<(EntityKind, VectorRow)>,
    reported: Instant,
}

impl Progress {
    pub(crate) fn new(session: &Arc<Session>, id: &str, texts: &[PartText], is_told: bool) -> Self {
        let activity = Activity {
            id: id.to_owned(),
            kind: ActivityKind::Embed,
            title: "Indexing for search".to_owned(),
            done: 0,
            total: Some(texts.len() as u32),
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
    pub(crate) fn take(&mut self, update: Update<(Whose, u16)>) {
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

    pub(crate) fn report(&mut self, session: &Session, done: usize) {
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

    pub(crate) fn flush(&mut self, session: &Session) {
        let pending = std::mem::take(&mut self.pending);
        // Vectors that cannot be kept are made again at the next start; the reason shows in the status line.
        if let Err(error) = session.store_vectors(pending) {
            session.embedding().unavailable.get_or_insert(error.message);
        }
    }

    pub(crate) fn finish(&mut self, session: &Session, unavailable: Option<String>) {
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

    pub(crate) fn tell_end(&mut self) {
        if self.is_told && !self.activity.is_finished {
            self.activity.is_finished = true;
            (self.events)(StudioEvent::Activity { activity: self.activity.clone() });
        }
    }
}
