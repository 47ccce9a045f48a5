//! One open library with everything derived from it: index, scorers, vectors, watched folders.

use parking_lot::Mutex;
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    path::{Path, PathBuf},
    sync::{Arc, OnceLock, atomic::AtomicBool},
};

use studio_connect::{
    rest::Dialer,
    secrets::{Secret, SecretStore},
};
use studio_embed::{DIMENSIONS, Embedder, MODEL_ID};
use studio_model::{SkillId, visible};
use studio_pack::FolderWatch;
use studio_runtime::Stop;
use studio_store::{Index as StoredIndex, Library, OpenReport, Options, QueryPlace};
use studio_text::Target;
use tempfile::TempDir;
use uuid::Uuid;

use crate::{
    Config, Error, ErrorCode, EventSink,
    base::{activity::Activities, log::Log, program::Program},
    dto::{Notice, NoticeCode, StudioEvent},
    state::{
        alike::KeptOverlaps,
        baseline::Baseline,
        client_findings::FindingsBySkill,
        consents::Consents,
        described::Described,
        followed::Followed,
        kept_drafts::Displaced,
        lingering::Lingering,
        live::Simulations,
        plans::Plans,
        references::JudgedReferences,
        running::Checks,
        scores::Scores,
        seen::Seen,
        slot::ServerPool,
        waiting::Embedding,
        writing::{Guarded, Writing},
    },
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
    /// Databases that somebody allowed to connect to without encryption, by address, for as long as this program runs.
    pub(crate) unencrypted: Mutex<HashSet<String>>,
    /// This program, as others find it at work.
    pub(crate) program: Program,
    /// What is to be told of what killed programs were in the middle of, until a library is open to tell it with.
    pub(crate) settled: Mutex<Vec<String>>,
}

/// An open library.
pub(crate) struct Session {
    pub(crate) shared: Arc<Shared>,
    pub(crate) library: Guarded,
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
    /// The folders whose links are followed.
    pub(crate) followed: Followed,
    /// Files on disk whose places were taken by saves of a moment ago.
    pub(crate) lingering: Mutex<Vec<Lingering>>,
    pub(crate) scores: Scores,
    pub(crate) baseline: Mutex<Option<Baseline>>,
    pub(crate) seen: Mutex<Option<Seen>>,
    pub(crate) overlaps: Mutex<Option<KeptOverlaps>>,
    /// Vectors of queries that were typed and are to be stored, by the hash of their text.
    pub(crate) asked: Mutex<Vec<(String, Vec<f32>)>>,
    /// Where queries stood that were deleted since the library is open: one that comes back stands there again.
    pub(crate) deleted_queries: Mutex<HashMap<Uuid, QueryPlace>>,
    /// Whether vectors of labelled queries are being made.
    pub(crate) embeds_queries: AtomicBool,
    pub(crate) servers: ServerPool,
    pub(crate) checks: Checks,
    /// Held while all skills are judged, so that who asks meanwhile waits for it.
    pub(crate) judging: Mutex<()>,
    /// What was found in the references of skills.
    pub(crate) references: Mutex<HashMap<SkillId, JudgedReferences>>,
    /// What clients make of the skills, by the target that stands for each.
    pub(crate) client_findings: Mutex<HashMap<Target, FindingsBySkill>>,
    /// The simulated sessions at hand.
    pub(crate) simulations: Simulations,
    /// What was planned of packs lately.
    pub(crate) plans: Plans,
}

impl Session {
    /// Opens the library at `path`, creates it where there is none.
    pub(crate) fn open(shared: &Arc<Shared>, path: &Path) -> Result<(Arc<Self>, OpenReport), Error> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|cause| Error::file("create the folder", folder, &cause))?;
        }
        let (library, report) = Library::open(path, &Options::new(shared.config.user.clone()))?;
        let (index, index_folder) = open_index(&shared.config, &library)?;
        let followed = Followed::of(&shared.config.data_dir, library.host());
        // Where it can't be read, all links are held: the author is asked, and the library opens all the same.
        library
            .follow_only(shared.log.dropped("the synced folders were not read", followed.read()).unwrap_or_default());
        let session = Self {
            shared: Arc::clone(shared),
            library: Guarded::new(library),
            index,
            _index_folder: index_folder,
            notices: Mutex::default(),
            displaced: Mutex::default(),
            embedding: Mutex::default(),
            described: Mutex::default(),
            watch: Mutex::default(),
            followed,
            lingering: Mutex::default(),
            scores: Scores::default(),
            baseline: Mutex::default(),
            seen: Mutex::default(),
            overlaps: Mutex::default(),
            asked: Mutex::default(),
            deleted_queries: Mutex::default(),
            embeds_queries: AtomicBool::default(),
            servers: ServerPool::default(),
            checks: Checks::default(),
            judging: Mutex::default(),
            references: Mutex::default(),
            client_findings: Mutex::default(),
            simulations: Simulations::default(),
            plans: Plans::default(),
        };
        Ok((Arc::new(session), report))
    }

    /// The library, to write: see [`Guarded::writing`].
    pub(crate) fn writing(&self) -> Writing<'_> {
        self.library.writing()
    }

    /// Keeps something the author should know, and tells the screen.
    pub(crate) fn notice(&self, code: NoticeCode, mut message: String) {
        if let Cow::Owned(shown) = visible(&message) {
            message = shown;
        }
        let notice = Notice { code, message };
        self.notices.lock().push(notice.clone());
        self.emit(StudioEvent::Notice { notice });
    }

    /// Takes back what was said of something that is settled.
    pub(crate) fn forget_notices(&self, code: NoticeCode) {
        self.notices.lock().retain(|notice| notice.code != code);
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
}

/// Opens the index that belongs to a library, one a library, found by the library's host; and the folder it is in where
/// that goes with it.
fn open_index(config: &Config, library: &Library) -> Result<(StoredIndex, Option<TempDir>), Error> {
    let open = |folder: &Path| -> Result<StoredIndex, Error> {
        std::fs::create_dir_all(folder).map_err(|cause| Error::file("create the folder", folder, &cause))?;
        let path: PathBuf = folder.join(format!("{}.db", library.host()));
        Ok(StoredIndex::open(&path, MODEL_ID, DIMENSIONS)?)
    };
    if let Ok(index) = open(&config.cache_dir.join("index")) {
        return Ok((index, None));
    }
    // Where nothing can be kept, it is made for as long as the library is open.
    let folder =
        tempfile::tempdir().map_err(|cause| Error::file("create a folder in", &std::env::temp_dir(), &cause))?;
    Ok((open(folder.path())?, Some(folder)))
}

/// What a caller gets who asks before a library is open.
pub(crate) fn no_library() -> Error {
    Error::new(ErrorCode::NoLibrary, "No library is open. Open one, or start with the sample library.")
}
