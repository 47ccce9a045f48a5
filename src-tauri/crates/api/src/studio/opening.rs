//! Starting the studio, and making a library the open one.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
    time::Instant,
};

use parking_lot::{Mutex, RwLock};
use studio_connect::secrets::SecretStore;
use studio_embed::{Assets, Embed, Embedder, MiniLm};
use studio_store::{LeftLog, LibraryMarks};

use crate::{
    Config, Error, EventSink, Keychain, Studio, Upkeep,
    base::{log::Log, program::Program},
    dto::{LibraryInfo, Notice, NoticeCode, RecentLibrary, StudioEvent},
    library::{sample_examples, samples},
    state::{
        consents::Consents,
        recent::Recent,
        session::{Session, Shared, no_library},
        underway,
    },
};

/// Most threads that vectors are made on, each with a model of some 50 MB.
const MOST_THREADS: usize = 8;

impl Studio {
    /// A studio without a library. The embedding model is looked for when it is first needed.
    pub fn start(config: Config, events: EventSink) -> Result<Self, Error> {
        let resources = config.resource_dir.clone();
        // Who asks for vectors on a command line waits for them; beside an author's work they take one thread.
        let threads = match config.upkeep {
            Upkeep::OnDemand => std::thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS),
            Upkeep::InBackground => 1,
        };
        let load = move || {
            let assets = Assets::locate(resources.as_deref())?;
            Ok(Box::new(MiniLm::load(&assets)?.on_threads(threads)) as Box<dyn Embed>)
        };
        Self::start_with(config, events, Embedder::start(load))
    }

    /// A studio whose vectors come from `embedder`.
    pub fn start_with(config: Config, events: EventSink, embedder: Embedder) -> Result<Self, Error> {
        std::fs::create_dir_all(&config.data_dir)
            .map_err(|cause| Error::file("create the folder", &config.data_dir, &cause))?;
        studio_connect::sandbox::sweep_work_folders();
        let settled = Mutex::new(underway::settle_all(&config));
        let recent = Recent::read(&config.data_dir);
        let secrets = match config.keychain {
            Keychain::WhereItAnswers => SecretStore::open(&config.data_dir, &config.config_dir),
            Keychain::Never => SecretStore::open_vault(&config.data_dir, &config.config_dir),
        };
        let consents = Consents::of(&config.data_dir);
        let log = Log::of(&config.data_dir);
        log.started();
        let program = Program::new(&config.data_dir);
        let shared = Shared {
            config,
            events,
            embedder,
            activities: Arc::default(),
            secrets: Arc::new(secrets),
            dialer: OnceLock::new(),
            consents,
            log,
            calls: Mutex::default(),
            found_secrets: Mutex::default(),
            unencrypted: Mutex::default(),
            program,
            settled,
        };
        Ok(Self { shared: Arc::new(shared), recent, session: RwLock::default(), at_start: Mutex::default() })
    }

    /// Opens the library to begin with: the one named, the samples where they are asked for, or the last one. Where
    /// there is none yet, none is opened, and the screen offers ways to begin. A failure is kept for the screen, which
    /// asks for the library first thing.
    pub fn open_at_start(&self, library: Option<&Path>, has_samples: bool) {
        let last = self.recent.list().into_iter().next().map(|library| PathBuf::from(library.path));
        let opened = match (library, has_samples, last) {
            (Some(named), _, _) => self.open(named),
            (None, true, _) => self.open_samples().map(drop),
            (None, false, Some(last)) => self.open(&last),
            (None, false, None) => Ok(()),
        };
        *self.at_start.lock() = opened.err();
    }

    /// Opens an existing library in place of the one that is open.
    pub fn open_library(&self, path: &str) -> Result<LibraryInfo, Error> {
        let path = Path::new(path);
        if !path.is_file() {
            return Err(missing(path));
        }
        // The file of a displaced library is let go before it is opened anew where it is now.
        if let Ok(open) = self.session_at_all() {
            open.library.let_go_if_at(path)?;
        }
        self.open(path)?;
        self.get_library()
    }

    /// Creates a library where [`Studio::get_library_place`] says, filled with the samples where that is asked for, and
    /// opens it.
    pub fn create_library(&self, typed: &str, has_samples: bool) -> Result<LibraryInfo, Error> {
        let path = self.new_library_path(typed)?;
        self.create_library_at(&path, has_samples)
    }

    /// Creates a library at exactly this path, filled with the samples where that is asked for, and opens it.
    pub fn create_library_at(&self, path: &Path, has_samples: bool) -> Result<LibraryInfo, Error> {
        if path.exists() {
            let message = format!("{} already exists. Open it, or choose another name.", path.display());
            return Err(Error::new(crate::ErrorCode::Invalid, message));
        }
        self.create(path, has_samples)?;
        self.get_library()
    }

    /// Opens the library of a command line: the one named, the last one, or none.
    pub fn open_named_or_last(&self, library: Option<&Path>) -> Result<(), Error> {
        let last = self.recent.list().into_iter().next().map(|library| PathBuf::from(library.path));
        let path = library.map(Path::to_path_buf).or(last).ok_or_else(no_library)?;
        if !path.is_file() {
            return Err(missing(&path));
        }
        self.open(&path)
    }

    /// Where a library is made when no place is named.
    pub fn default_library(&self) -> PathBuf {
        self.shared.config.data_dir.join("Library.db")
    }

    /// Opens the sample library of this user, and makes it first where it is not there.
    pub fn open_samples(&self) -> Result<LibraryInfo, Error> {
        let path = self.shared.config.data_dir.join("Sample library.db");
        if path.exists() {
            self.open(&path)?;
        } else {
            self.create(&path, true)?;
        }
        self.get_library()
    }

    /// The libraries opened before, the last one first.
    pub fn list_recent_libraries(&self) -> Result<Vec<RecentLibrary>, Error> {
        Ok(self.recent.list())
    }

    fn open(&self, path: &Path) -> Result<(), Error> {
        self.open_noticing(path, Vec::new())
    }

    /// Makes a library and opens it. One with samples appears under its name only when it has all of them.
    fn create(&self, path: &Path, has_samples: bool) -> Result<(), Error> {
        if has_samples {
            let folder = path.parent().unwrap_or(Path::new("."));
            let failed = |cause: std::io::Error| Error::file("create the library", path, &cause);
            std::fs::create_dir_all(folder).map_err(failed)?;
            let name = format!("{}{}", underway::NEW_LIBRARY, uuid::Uuid::new_v4());
            let _noted = underway::note(&self.shared.config, underway::scratch(&folder.join(&name)));
            let named = tempfile::Builder::new().prefix(&name).rand_bytes(0).tempdir_in(folder);
            let folder = named.map_err(failed)?;
            let unfinished = folder.path().join("library.db");
            let (session, _) = Session::open(&self.shared, &unfinished)?;
            samples::fill(&session)?;
            let workshop = self.on(session);
            sample_examples::make(&workshop)?;
            // The last connection to close writes everything into the one file.
            drop(workshop);
            std::fs::rename(&unfinished, path).map_err(failed)?;
            drop(folder);
        }
        self.open(path)
    }

    /// A studio of the same folders and model, on a library that nobody else has open.
    fn on(&self, session: Arc<Session>) -> Self {
        Self {
            shared: Arc::clone(&self.shared),
            recent: Recent::read(&self.shared.config.data_dir),
            session: RwLock::new(Some(session)),
            at_start: Mutex::default(),
        }
    }

    pub(crate) fn open_noticing(&self, path: &Path, notices: Vec<Notice>) -> Result<(), Error> {
        let start = Instant::now();
        let left = studio_store::settle_left_log(path, &self.recent.known())?;
        let opened = Session::open(&self.shared, path).inspect_err(|error| self.shared.log.not_opened(error.code));
        let (session, report) = opened?;
        self.shared.log.opened(path, start.elapsed(), report.migrated_from);
        for Notice { code, message } in notices {
            session.notice(code, message);
        }
        for message in std::mem::take(&mut *self.shared.settled.lock()) {
            session.notice(NoticeCode::InterruptedWrite, message);
        }
        session.settle_underway();
        if let Some(left) = left {
            session.notice(NoticeCode::LeftLog, said_of(&left));
        }
        if let Some(format) = report.migrated_from {
            session.notice(NoticeCode::Migrated, format!("The library was upgraded from format {format}."));
        }
        self.enter(session)
    }

    /// Makes a session the open one and starts what runs beside it.
    fn enter(&self, session: Arc<Session>) -> Result<(), Error> {
        let info = session.library.info()?;
        let path = session.library.path();
        // Started from another folder, the program would not find a relative path again.
        let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
        self.recent.opened(&info.name, &absolute, LibraryMarks::of(path));
        session.take_in_kept_drafts();
        *self.session.write() = Some(Arc::clone(&session));
        *self.at_start.lock() = None;
        session.emit(StudioEvent::LibraryChanged);
        if self.shared.config.upkeep == Upkeep::OnDemand {
            return Ok(());
        }
        let watched = Arc::clone(&session);
        std::thread::Builder::new()
            .name("servers".to_owned())
            .spawn(move || watched.watch_servers())
            .map_err(|cause| Error::interrupted(&cause))?;
        std::thread::Builder::new()
            .name("upkeep".to_owned())
            .spawn(move || {
                // Asked before anything is read, so that no write in between is missed.
                let seen = session.library.outside_writes();
                session.warm_up();
                if let Ok(seen) = seen {
                    session.follow_other_processes(seen);
                }
            })
            .map(drop)
            .map_err(|cause| Error::interrupted(&cause))
    }

    pub(crate) fn close_if_at(&self, path: &Path) {
        let mut session = self.session.write();
        let is_at = |open: &Arc<Session>| {
            open.library.path() == path
                || std::fs::canonicalize(open.library.path()).ok() == std::fs::canonicalize(path).ok()
        };
        if session.as_ref().is_some_and(is_at) {
            *session = None;
        }
    }
}

/// What the author is told of a log that was left by a library that was moved or replaced.
fn said_of(left: &LeftLog) -> String {
    const MOVED: &str = "The library was moved while it was open, and Skill Studio closed before noticing.";
    match left {
        LeftLog::Brought { from } => {
            format!("{MOVED} Its latest changes were recovered from {}.", from.display())
        }
        LeftLog::SetAside { to } => format!(
            "This library was replaced by another file while it was open. The latest changes of the previous library are in \
             {}. To recover them, move that file next to the previous library, give it the library's name followed by -wal, \
             and open the library.",
            to.display()
        ),
        LeftLog::Unfit { at } => format!(
            "{MOVED} It has changed since, so its earlier unsaved changes no longer apply. They are kept in {}.",
            at.display()
        ),
        LeftLog::Stuck { at, why } => {
            format!("{MOVED} Its latest changes are still in {} and couldn't be recovered: {why}", at.display())
        }
    }
}

fn missing(path: &Path) -> Error {
    let message = format!("No library at {}. It may have been moved or deleted.", path.display());
    Error::new(crate::ErrorCode::NotFound, message)
}
