//! One open library with everything derived from it: index, scorers, vectors, watched folders.

use parking_lot::{Mutex, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::{
    borrow::Cow,
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use studio_connect::{
    rest::Dialer,
    secrets::{Secret, SecretStore},
};
use studio_embed::{DIMENSIONS, Embedder, MODEL_ID};
use studio_model::{SkillId, visible};
use studio_pack::FolderWatch;
use studio_runtime::Stop;
use studio_store::{Index as StoredIndex, Library, OpenReport, Options, StoredSkill, VersionId};
use tempfile::TempDir;

use crate::{
    Config, Error, ErrorCode, EventSink,
    calls::{calling::Checks, consents::Consents},
    dto::{Notice, StudioEvent},
    evaluation::overlap::KeptOverlaps,
    finding::described::Described,
    library::displaced::Displaced,
    selection::{
        embedding::{Embedding, matching, parts},
        entry::entry,
        hosts::Seen,
        what_if::Baseline,
    },
    servers::pool::ServerPool,
    skills::links::Lingering,
    studio::{activity::Activities, log::Log},
    tools::problems::KeptProblems,
};

/// What every open library shares: who to tell, who embeds, what runs.
pub(crate) struct Shared {
    pub(crate) config: Config,
    pub(crate) events: EventSink,
    pub(crate) embedder: Embedder,
    pub(crate) activities: Arc<Activities>,
    pub(crate) secrets: Arc<SecretStore>,
    /// What dials for all REST tools; made when the first one is called.
    pub(crate) dialer: OnceLock<Arc<Dialer>>,
    pub(crate) consents: Consents,
    pub(crate) log: Log,
    /// The calls of tools that run now, by the id their callers gave.
    pub(crate) calls: Mutex<HashMap<String, Stop>>,
    /// Secrets found in pasted text, until what refers to them is stored.
    pub(crate) found_secrets: Mutex<HashMap<String, Secret>>,
}

/// An open library.
pub(crate) struct Session {
    pub(crate) shared: Arc<Shared>,
    pub(crate) library: Library,
    pub(crate) index: StoredIndex,
    // After the index, which is closed first.
    _index_folder: Option<TempDir>,
    notices: Mutex<Vec<Notice>>,
    /// What is known of a library that is not at its path any more.
    pub(crate) displaced: Mutex<Displaced>,
    pub(crate) embedding: Mutex<Embedding>,
    /// Tools, agents and servers as they are looked for, until one of them changes.
    pub(crate) described: Mutex<Option<Arc<Vec<Described>>>>,
    pub(crate) watch: Mutex<Option<FolderWatch>>,
    /// Files on disk whose places were taken by saves of a moment ago.
    pub(crate) lingering: Mutex<Vec<Lingering>>,
    /// Serialises changes that read, decide and write: saves, imports, outside changes.
    pub(crate) writing: Mutex<()>,
    scores: OnceLock<RwLock<studio_select::Index>>,
    building: Mutex<()>,
    /// Raised whenever the scorers' index may have changed.
    generation: AtomicU64,
    pub(crate) baseline: Mutex<Option<Baseline>>,
    pub(crate) seen: Mutex<Option<Seen>>,
    pub(crate) overlaps: Mutex<Option<KeptOverlaps>>,
    pub(crate) tool_problems: Mutex<Option<KeptProblems>>,
    /// Vectors of queries that were typed and are to be stored, by the hash of their text.
    pub(crate) asked: Mutex<Vec<(String, Vec<f32>)>>,
    /// Whether vectors of labelled queries are being made.
    pub(crate) embeds_queries: AtomicBool,
    pub(crate) servers: ServerPool,
    pub(crate) checks: Checks,
    /// Held while all skills are judged, so that who asks meanwhile waits for it.
    pub(crate) judging: Mutex<()>,
}

impl Session {
    /// Opens the library at `path`, creates it where there is none.
    pub(crate) fn open(shared: &Arc<Shared>, path: &Path) -> Result<(Arc<Self>, OpenReport), Error> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|cause| Error::file("make the folder", folder, &cause))?;
        }
        let (library, report) = Library::open(path, &Options::new(shared.config.user.clone()))?;
        let (index, index_folder) = open_index(&shared.config, &library)?;
        let session = Self {
            shared: Arc::clone(shared),
            library,
            index,
            _index_folder: index_folder,
            notices: Mutex::default(),
            displaced: Mutex::default(),
            embedding: Mutex::default(),
            described: Mutex::default(),
            watch: Mutex::default(),
            lingering: Mutex::default(),
            writing: Mutex::default(),
            scores: OnceLock::new(),
            building: Mutex::default(),
            generation: AtomicU64::default(),
            baseline: Mutex::default(),
            seen: Mutex::default(),
            overlaps: Mutex::default(),
            tool_problems: Mutex::default(),
            asked: Mutex::default(),
            embeds_queries: AtomicBool::default(),
            servers: ServerPool::default(),
            checks: Checks::default(),
            judging: Mutex::default(),
        };
        Ok((Arc::new(session), report))
    }

    /// Keeps something the author should know, and tells the screen.
    pub(crate) fn notice(&self, code: &str, mut message: String) {
        if let Cow::Owned(shown) = visible(&message) {
            message = shown;
        }
        let notice = Notice { code: code.to_owned(), message };
        self.notices.lock().push(notice.clone());
        self.emit(StudioEvent::Notice { notice });
    }

    /// What the author should know of this library.
    pub(crate) fn notices(&self) -> Vec<Notice> {
        self.notices.lock().clone()
    }

    /// Tells the screen. Whatever tells it that tools, agents or servers changed has them read anew here, too.
    pub(crate) fn emit(&self, event: StudioEvent) {
        if matches!(event, StudioEvent::ToolsChanged | StudioEvent::ServersChanged) {
            self.forget_described();
        }
        (self.shared.events)(event);
    }

    /// The scorers' index, to ask; made from the library at the first question.
    pub(crate) fn scores(&self) -> Result<RwLockReadGuard<'_, studio_select::Index>, Error> {
        Ok(self.scores_lock()?.read())
    }

    /// Whether the scorers' index is made. Where it is not, whoever makes it later finds all that is stored by now.
    pub(crate) fn has_scores(&self) -> bool {
        // One that is being made may have read the library before that.
        let _building = self.building.lock();
        self.scores.get().is_some()
    }

    /// The scorers' index, to change.
    pub(crate) fn scores_mut(&self) -> Result<RwLockWriteGuard<'_, studio_select::Index>, Error> {
        let index = self.scores_lock()?.write();
        self.generation.fetch_add(1, Ordering::AcqRel);
        Ok(index)
    }

    /// Differs from what it was if the scorers' index may have changed.
    pub(crate) fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    fn scores_lock(&self) -> Result<&RwLock<studio_select::Index>, Error> {
        if let Some(made) = self.scores.get() {
            return Ok(made);
        }
        // One builds, whoever else asks meanwhile waits for it.
        let _building = self.building.lock();
        if let Some(made) = self.scores.get() {
            return Ok(made);
        }
        // One skill's texts and vectors at a time: all of them are several times what the index keeps of them.
        let mut index = studio_select::Index::without_bodies();
        self.library.visit_skills(|skill| index.upsert(entry(skill)))?;
        self.index.visit_vectors(self.library.host(), studio_store::EntityKind::Skill, |of_one| {
            let id = SkillId(of_one[0].id);
            if let Some(vectors) = index.get(id).map(|entry| matching(&parts(entry), of_one)) {
                index.set_vectors(id, &vectors);
            }
        })?;
        index.shrink();
        Ok(self.scores.get_or_init(|| RwLock::new(index)))
    }

    /// Brings everything derived from one skill up to date, and tells the screen.
    pub(crate) fn skill_changed(self: &Arc<Self>, id: SkillId) -> Result<(), Error> {
        match self.library.stored_skill(id)? {
            Some(skill) => {
                let row = crate::selection::embedding::text_row(&skill);
                self.index.sync_text(self.library.host(), studio_store::EntityKind::Skill, &[row])?;
                self.sync_files(id)?;
                self.upsert_scores(vec![skill])?;
                self.embed_one_in_background(id)?;
            }
            None => self.forget(id)?,
        }
        self.emit(StudioEvent::SkillChanged { skill_id: id.to_string() });
        Ok(())
    }

    pub(crate) fn forget(&self, id: SkillId) -> Result<(), Error> {
        self.scores_mut()?.remove(id);
        self.index.remove(self.library.host(), studio_store::EntityKind::Skill, id.0)?;
        Ok(())
    }

    /// Takes skills into the scorers' index, or their newer states. The scorers forget a skill's vectors with any change;
    /// those of texts that are what they were are given back.
    pub(crate) fn upsert_scores(&self, skills: Vec<StoredSkill>) -> Result<(), Error> {
        let entries: Vec<_> = skills.into_iter().map(entry).collect();
        let known: Vec<(SkillId, usize)> = {
            let scores = self.scores()?;
            let known = entries.iter().filter(|entry| scores.get(entry.key).is_some());
            known.map(|entry| (entry.key, parts(entry).len())).collect()
        };
        let is_known = |id: SkillId| known.iter().any(|(known, _)| *known == id);
        let new: Vec<SkillId> = entries.iter().map(|entry| entry.key).filter(|id| !is_known(*id)).collect();
        {
            let mut scores = self.scores_mut()?;
            for entry in entries {
                scores.upsert(entry);
            }
        }
        for &(id, texts) in &known {
            let count = u16::try_from(texts).unwrap_or(u16::MAX);
            self.index.trim_parts(self.library.host(), studio_store::EntityKind::Skill, id.0, count)?;
        }
        // One that comes back from the trash has its vectors still.
        self.refresh_vectors(known.iter().map(|(id, _)| *id).chain(new))
    }
}

/// Opens the index that belongs to a library, one a library, found by the library's host; and the folder it is in where
/// that goes with it.
fn open_index(config: &Config, library: &Library) -> Result<(StoredIndex, Option<TempDir>), Error> {
    let open = |folder: &Path| -> Result<StoredIndex, Error> {
        std::fs::create_dir_all(folder).map_err(|cause| Error::file("make the folder", folder, &cause))?;
        let path: PathBuf = folder.join(format!("{}.db", library.host()));
        Ok(StoredIndex::open(&path, MODEL_ID, DIMENSIONS)?)
    };
    if let Ok(index) = open(&config.cache_dir.join("index")) {
        return Ok((index, None));
    }
    // Where nothing can be kept, it is made for as long as the library is open.
    let folder = tempfile::tempdir().map_err(|cause| Error::file("make a folder in", &std::env::temp_dir(), &cause))?;
    Ok((open(folder.path())?, Some(folder)))
}

/// A skill's id from the text a screen sends.
pub(crate) fn skill_id(text: &str) -> Result<SkillId, Error> {
    text.parse().map_err(|_| Error::bad_id("skill", text))
}

/// A version's id from the text a screen sends.
pub(crate) fn version_id(text: &str) -> Result<VersionId, Error> {
    text.parse().map_err(|_| Error::bad_id("version", text))
}

/// The row version a screen sends, as the store counts.
pub(crate) fn row_version(version: u32) -> i64 {
    i64::from(version)
}

/// What a caller gets who asks before a library is open.
pub(crate) fn no_library() -> Error {
    Error::new(ErrorCode::NoLibrary, "No library is open. Open one, or start with the sample library.")
}
