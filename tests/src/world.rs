//! The sample library, without its examples of use, as it is once everything about it is indexed: made once for a run of tests, and copied by whoever
//! begins with it.
//!
//! The program `world` makes it and names its folder in the environment of the tests. Where none is named, a process of
//! tests makes its own when it is first asked for. How it is begun with by hand is no matter of this: `first_start` and
//! `beginning` do that in the window, as an author does.

use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};

use serde_json::Value;
use studio_api::{
    Config, Keychain, Studio, Upkeep,
    dto::{EmbeddingState, EmbeddingStatus, Pack, TrashKind, TrashRef, WhenNeeded},
};
use studio_testkit::{LastWill, until};

/// The environment variable with the folder of what was made for a run.
pub const WORLD: &str = "SKILL_STUDIO_WORLD";
/// The program's own folder among those of a user.
pub(crate) const PROGRAM: &str = "dev.skillstudio.desktop";
/// The file with what the program remembers, which names libraries by their paths.
const REMEMBERED: &str = "studio.json";
/// The library of a bench.
const OF_BENCH: &str = "Test.db";

/// Who begins with the samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum World {
    /// The program in its window: the folders it keeps, after the samples were opened and indexed with the real model.
    Window,
    /// A bench of the scenarios: a library that was just made. What its model is asked for is what scenarios look at, so
    /// nothing is indexed.
    Bench,
}

impl World {
    /// Its folder within that of a run.
    pub fn name(self) -> &'static str {
        match self {
            Self::Window => "window",
            Self::Bench => "bench",
        }
    }

    /// Makes it in `folder`, which is empty.
    pub fn make(self, folder: &Path) {
        match self {
            Self::Window => make_for_window(folder),
            Self::Bench => make_for_bench(folder),
        }
        assert_independent(folder);
    }

    /// What was made, or is made now.
    fn folder(self) -> PathBuf {
        static OF_WINDOW: LazyLock<Own> = LazyLock::new(|| Own::make(World::Window));
        static OF_BENCH: LazyLock<Own> = LazyLock::new(|| Own::make(World::Bench));
        let named = env::var_os(WORLD).map(|folder| Path::new(&folder).join(self.name()));
        named.filter(|folder| folder.is_dir()).unwrap_or_else(|| {
            let own = if self == Self::Window { &OF_WINDOW } else { &OF_BENCH };
            own.folder.clone()
        })
    }
}

/// What a process of tests made for itself; it goes with the process.
struct Own {
    folder: PathBuf,
    _will: LastWill,
}

impl Own {
    fn make(world: World) -> Self {
        let folder = tempfile::tempdir().expect("the temporary folder can be written").keep();
        let will = LastWill::of(&folder);
        world.make(&folder);
        Self { folder, _will: will }
    }
}

/// Gives a window's home the folders of a program that has the samples open.
pub fn copy_for_window(home: &Path) {
    copy(&World::Window.folder(), home);
    let file = data_folder(home).join(REMEMBERED);
    let text = fs::read_to_string(&file).expect("the program remembers what was open");
    let mut remembered: Value = serde_json::from_str(&text).expect("it is JSON");
    for library in remembered["libraries"].as_array_mut().into_iter().flatten() {
        let name = library["path"].as_str().and_then(|path| Path::new(path).file_name()).expect("it has a path");
        library["path"] = data_folder(home).join(name).to_str().expect("temporary folders have plain names").into();
        // They tell one file from another that was put in its place; this one was never open.
        library["marks"] = Value::Null;
    }
    fs::write(file, remembered.to_string()).expect("the temporary folder can be written");
}

/// Puts the library of a bench at a path.
pub fn copy_for_bench(library: &Path) {
    fs::copy(World::Bench.folder().join(OF_BENCH), library).expect("the library can be copied");
}

/// As the window starts: everything runs beside the author's work, and is done when nothing waits and all files are closed.
fn make_for_window(home: &Path) {
    let data = data_folder(home);
    let studio = studio(&data, home, Upkeep::InBackground, Config::default_user());
    studio.open_samples().expect("the samples can be made");
    remove_examples(&studio);
    until("the samples to be indexed", || {
        let EmbeddingStatus { state, hint, indexed, total, .. } =
            studio.get_embedding_status().expect("a library is open");
        assert_ne!(state, EmbeddingState::Missing, "the model is not there: {hint:?}");
        state == EmbeddingState::Ready && total > 0 && indexed == total
    });
    drop(studio);
    until("the end of what runs beside", || data.join("backups").is_dir() && logs(home).is_empty());
    for own in ["studio.log", "running"] {
        remove(&data.join(own));
    }
}

fn make_for_bench(folder: &Path) {
    let studio = studio(&folder.join("data"), folder, Upkeep::OnDemand, "tester".to_owned());
    studio.create_library_at(&folder.join(OF_BENCH), true).expect("the samples can be made");
    remove_examples(&studio);
    drop(studio);
    for left in ["data", "cache", "config"] {
        remove(&folder.join(left));
    }
}

/// Takes out the run, the session and the pack that come with the samples: tests make their own.
fn remove_examples(studio: &Studio) {
    for run in studio.list_runs().expect("a library is open").runs {
        studio.delete_run(&run.id).expect("a run can be deleted");
    }
    for session in studio.list_simulations().expect("a library is open") {
        studio.delete_simulation(&session.id).expect("a session can be deleted");
    }
    for Pack { id, aggregate_version, .. } in studio.list_packs().expect("a library is open").packs {
        let pack = TrashRef { kind: TrashKind::Pack, id, aggregate_version };
        let trashed = studio.trash_item(&pack, WhenNeeded::Refuse).expect("a pack can be trashed");
        studio.delete_trashed(&[trashed]).expect("a pack can be deleted");
    }
}

fn studio(data_dir: &Path, home: &Path, upkeep: Upkeep, user: String) -> Studio {
    let config = Config {
        data_dir: data_dir.to_owned(),
        cache_dir: home.join("cache").join(PROGRAM),
        config_dir: home.join("config").join(PROGRAM),
        home_dir: Some(home.join("home")),
        documents_dir: None,
        // Nothing is run.
        script_host: Some(home.join("nobody")),
        client_path: None,
        resource_dir: None,
        user,
        upkeep,
        keychain: Keychain::Never,
    };
    Studio::start(config, Arc::new(|_| ())).expect("a studio starts")
}

fn data_folder(home: &Path) -> PathBuf {
    home.join("data").join(PROGRAM)
}

/// Copies what is in a folder into another; files that can share their bytes on the disk do.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("the temporary folder can be written");
    for entry in fs::read_dir(from).expect("what was made can be read").flatten() {
        let (path, place) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &place);
        } else {
            fs::copy(&path, &place).expect("a file can be copied");
        }
    }
}

fn remove(path: &Path) {
    let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    assert!(removed.is_ok() || !path.exists(), "{} stays", path.display());
}

/// The files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// What an open database has beside it.
fn logs(folder: &Path) -> Vec<PathBuf> {
    let is_log = |path: &PathBuf| path.to_string_lossy().ends_with("-wal") || path.to_string_lossy().ends_with("-shm");
    files(folder).into_iter().filter(is_log).collect()
}

/// Panics where a copy would lead back to what was copied: a database that is open, or a path in it.
fn assert_independent(folder: &Path) {
    assert!(logs(folder).is_empty(), "a database is open");
    let name = folder.to_str().expect("temporary folders have plain names").as_bytes();
    for file in files(folder).into_iter().filter(|file| !file.ends_with(REMEMBERED)) {
        let bytes = fs::read(&file).expect("what was made can be read");
        assert!(!bytes.windows(name.len()).any(|part| part == name), "{} names where it lies", file.display());
    }
}
