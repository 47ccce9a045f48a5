//! A bench to put a studio on: temporary folders, the events it told, and a model that needs no files.

use parking_lot::{Condvar, Mutex};
use std::{
    fs,
    ops::Deref,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::Arc,
};

use studio_api::{
    Config, Error, ErrorCode, Keychain, Studio, Upkeep,
    dto::{
        ChangeReport, Finding, FoldersOnDisk, ImportReport, MapData, MapLinkKind, PurgeReport, SaveOutcome,
        SkillDetail, SkillRow, StudioEvent, TextEdit, TrashKind, TrashRef, WhenNeeded,
    },
};
use studio_embed::{DIMENSIONS, Embed, Embedder, MODEL_ID};
use studio_testkit::repository;
pub(crate) use studio_testkit::until;
use tempfile::TempDir;

/// A studio with a library, on folders that go away with it.
pub(crate) struct Bench {
    // Declared first, so that it is closed before its folders go.
    studio: Studio,
    pub(crate) events: Events,
    pub(crate) model: Model,
    folder: TempDir,
}

/// Every event a studio has told, in order.
#[derive(Clone, Default)]
pub(crate) struct Events(Arc<Mutex<Vec<StudioEvent>>>);

impl Events {
    /// The events so far.
    pub(crate) fn all(&self) -> Vec<StudioEvent> {
        self.0.lock().clone()
    }

    /// Forgets the events so far.
    pub(crate) fn clear(&self) {
        self.0.lock().clear();
    }

    /// Waits until some event satisfies `is_it`.
    pub(crate) fn wait_for(&self, what: &str, is_it: impl Fn(&StudioEvent) -> bool) {
        until(what, || self.all().iter().any(&is_it));
    }

    /// Waits until a change outside was told of a file; `applied` says whether it was taken over.
    pub(crate) fn wait_for_outside(&self, file: &str, is_applied: bool) {
        self.wait_for(&format!("a change outside of {file}"), |event| {
            matches!(event, StudioEvent::OutsideChange { path, is_applied: it, .. } if path == file && *it == is_applied)
        });
    }
}

/// What is trashed, restored or cut as it is now, by who has just looked at it.
pub(crate) trait AsItIsNow {
    /// The studio it is asked of.
    fn studio(&self) -> &Studio;

    /// Something at the version it is at now.
    fn now(&self, kind: TrashKind, id: &str) -> Result<TrashRef, Error> {
        let studio = self.studio();
        let aggregate_version = match kind {
            TrashKind::Skill => studio.get_skill(id)?.aggregate_version,
            TrashKind::Tool => studio.get_tool(id)?.aggregate_version,
            TrashKind::Agent => studio.get_agent(id)?.edit.aggregate_version,
            TrashKind::Pack => studio.get_pack(id)?.aggregate_version,
            TrashKind::Server => {
                let found = studio.list_servers()?.into_iter().find(|server| server.id == id);
                found.map(|server| server.aggregate_version).unwrap_or_default()
            }
            // It is saved with its agent; its own version shows in the trash.
            TrashKind::Component => 0,
            TrashKind::Link => {
                let found = studio.get_map()?.links.into_iter().find(|link| link.key == id);
                found.map(|link| link.aggregate_version).unwrap_or_default()
            }
        };
        Ok(TrashRef { kind, id: id.to_owned(), aggregate_version })
    }

    /// Moves something to the trash, whoever needs it.
    fn trash_now(&self, kind: TrashKind, id: &str) -> Result<TrashRef, Error> {
        self.studio().trash_item(&self.now(kind, id)?, WhenNeeded::Trash)
    }

    /// Takes something out of the trash.
    fn restore_now(&self, kind: TrashKind, id: &str) -> Result<TrashRef, Error> {
        let lies = self.studio().list_trash()?.into_iter().find(|line| line.item.kind == kind && line.item.id == id);
        let item = lies.map_or_else(|| self.now(kind, id), |line| Ok(line.item))?;
        self.studio().restore_item(&item, None)
    }

    /// Moves skills to the trash as one change.
    fn trash_skills_now(&self, ids: &[String]) -> Result<ChangeReport, Error> {
        let skills = ids.iter().map(|id| self.now(TrashKind::Skill, id)).collect::<Result<Vec<_>, _>>()?;
        self.studio().trash_skills(&skills, WhenNeeded::Trash, FoldersOnDisk::Keep)
    }

    /// Deletes these for good where they lie in the trash.
    fn purge_now(&self, kind: TrashKind, ids: &[String]) -> Result<PurgeReport, Error> {
        let lies = self.studio().list_trash()?.into_iter().map(|line| line.item);
        let items: Vec<TrashRef> = lies.filter(|item| item.kind == kind && ids.contains(&item.id)).collect();
        self.studio().delete_trashed(&items)
    }

    /// Cuts a link.
    fn cut_now(&self, kind: MapLinkKind, from: &str, to: &str) -> Result<(), Error> {
        let links = self.studio().get_map()?.links;
        let found = links.iter().find(|link| link.facts.kind() == kind && link.from == from && link.to == to);
        let version = found.map(|link| link.aggregate_version).unwrap_or_default();
        self.studio().remove_link(kind, from, to, version)
    }
}

impl AsItIsNow for Studio {
    fn studio(&self) -> &Studio {
        self
    }
}

impl Bench {
    /// The map with what the texts of skills add to it.
    pub(crate) fn whole_map(&self) -> MapData {
        let (mut map, found) = (self.get_map().unwrap(), self.get_map_findings(None).unwrap());
        map.nodes.extend(found.missing);
        map.links.extend(found.links);
        map
    }

    /// An empty library; nothing runs beside the test.
    pub(crate) fn new() -> Self {
        let bench = Self::without_library(Upkeep::OnDemand);
        bench.create_library(&bench.path("Test.db"), false).expect("an empty library can be made");
        bench
    }

    /// The sample library as it was just made; nothing runs beside the test.
    pub(crate) fn with_samples() -> Self {
        let bench = Self::without_library(Upkeep::OnDemand);
        let library = bench.path("Test.db");
        studio_tests::copy_for_bench(Path::new(&library));
        bench.open_library(&library).expect("the sample library opens");
        bench
    }

    /// The same, made for this bench alone: no id in it is one of another's.
    pub(crate) fn with_samples_of_its_own() -> Self {
        let bench = Self::without_library(Upkeep::OnDemand);
        bench.create_library(&bench.path("Test.db"), true).expect("the sample library can be made");
        bench
    }

    /// An empty library with everything that runs beside an author's work.
    pub(crate) fn live() -> Self {
        let bench = Self::without_library(Upkeep::InBackground);
        bench.create_library(&bench.path("Test.db"), false).expect("an empty library can be made");
        bench
    }

    /// No library yet.
    pub(crate) fn without_library(upkeep: Upkeep) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let (events, model) = (Events::default(), Model::default());
        let studio = start(folder.path(), upkeep, &events, &model);
        Self { studio, events, model, folder }
    }

    /// Ends the studio and starts another on the same folders and library.
    pub(crate) fn reopen(self, upkeep: Upkeep) -> Self {
        let path = self.get_library().expect("a library is open").path;
        let Self { studio, folder, .. } = self;
        drop(studio);
        let (events, model) = (Events::default(), Model::default());
        let studio = start(folder.path(), upkeep, &events, &model);
        studio.open_library(&path).expect("the library opens again");
        Self { studio, events, model, folder }
    }

    /// A second studio on the same library, as another window or process has one.
    pub(crate) fn second(&self) -> Studio {
        let studio = start(self.folder.path(), Upkeep::OnDemand, &Events::default(), &Model::default());
        studio.open_library(&self.get_library().expect("a library is open").path).expect("the library opens twice");
        studio
    }

    /// Runs the command line as the bench's author would; the library opened last is the bench's.
    pub(crate) fn skillctl(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("it is built with the tests")
    }

    /// The same, to be started.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(skillctl());
        command.args(arguments).stdin(Stdio::null());
        command.env("HOME", self.path("home")).env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere");
        for (name, of_user, of_bench) in [
            ("XDG_DATA_HOME", "user/data", "data"),
            ("XDG_CONFIG_HOME", "user/config", "config"),
            ("XDG_CACHE_HOME", "user/cache", "cache"),
        ] {
            let folder = self.folder.path().join(of_user);
            fs::create_dir_all(&folder).expect("folders can be made");
            let link = folder.join("dev.skillstudio.desktop");
            if !link.is_symlink() {
                symlink(self.path(of_bench), link).expect("a link can be made");
            }
            command.env(name, folder);
        }
        command
    }

    /// A path in the bench's folder, as text.
    pub(crate) fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("temporary folders have plain names").to_owned()
    }

    /// Writes a file below the bench's folder.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("folders can be made");
        fs::write(&path, bytes).expect("files can be written");
        path
    }

    /// The bytes of a file below the bench's folder.
    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.folder.path().join(name)).expect("the file is there")
    }

    /// Whether something is below the bench's folder.
    pub(crate) fn exists(&self, name: &str) -> bool {
        self.folder.path().join(name).exists()
    }

    /// Imports paths below the bench's folder, or absolute ones.
    pub(crate) fn import(&self, paths: &[&str]) -> ImportReport {
        self.import_paths(&self.absolute(paths), false).expect("an import never fails as a whole")
    }

    /// Imports and links paths below the bench's folder.
    pub(crate) fn link(&self, paths: &[&str]) -> ImportReport {
        self.import_paths(&self.absolute(paths), true).expect("an import never fails as a whole")
    }

    /// Paths below the bench's folder in full; absolute ones stay.
    pub(crate) fn absolute(&self, paths: &[&str]) -> Vec<String> {
        paths.iter().map(|path| self.path(path)).collect()
    }

    /// Imports one skill whose file holds `text`.
    pub(crate) fn add_skill(&self, name: &str, text: impl AsRef<[u8]>) -> SkillDetail {
        self.write(&format!("{name}/SKILL.md"), text);
        let report = self.import(&[name]);
        self.get_skill(&report.imported.first().expect("it comes in").id).expect("it is there")
    }

    /// The one row of a name.
    pub(crate) fn row(&self, name: &str) -> SkillRow {
        let rows = self.list_skills().expect("skills can be listed");
        let mut named = rows.into_iter().filter(|row| row.name == name);
        let row = named.next().unwrap_or_else(|| panic!("no skill {name}"));
        assert!(named.next().is_none(), "more than one skill is named {name}");
        row
    }

    /// Saves a file as it was read at the skill's present version.
    pub(crate) fn save(&self, id: &str, path: &str, text: &str) -> SkillDetail {
        let version = self.get_skill(id).expect("it is there").aggregate_version;
        saved(self.save_file(id, path, text, version, None).expect("it can be saved"))
    }

    /// A stored file's text.
    pub(crate) fn text(&self, id: &str, path: &str) -> String {
        self.get_file(id, path).expect("the file is there").text
    }
}

impl Deref for Bench {
    type Target = Studio;

    fn deref(&self) -> &Studio {
        &self.studio
    }
}

/// The command line. It also runs scripts for the studio of a test: a test's own program does not.
fn skillctl() -> PathBuf {
    let own = std::env::current_exe().expect("a test knows its program");
    let folder = own.parent().and_then(Path::parent).expect("tests are built below the programs");
    folder.join(format!("skillctl{}", std::env::consts::EXE_SUFFIX))
}

/// A studio on folders below `folder`.
pub(crate) fn start(folder: &Path, upkeep: Upkeep, events: &Events, model: &Model) -> Studio {
    let events = events.clone();
    start_telling(folder, upkeep, model, move |event| events.0.lock().push(event))
}

/// A studio on the folders of a bench that tells somebody else what happens; no library is open in it.
pub(crate) fn start_with(bench: &Bench, told: impl Fn(StudioEvent) + Send + Sync + 'static) -> Studio {
    start_telling(bench.folder.path(), Upkeep::OnDemand, &Model::default(), told)
}

fn start_telling(
    folder: &Path,
    upkeep: Upkeep,
    model: &Model,
    told: impl Fn(StudioEvent) + Send + Sync + 'static,
) -> Studio {
    let config = Config {
        data_dir: folder.join("data"),
        cache_dir: folder.join("cache"),
        config_dir: folder.join("config"),
        home_dir: Some(folder.join("home")),
        documents_dir: Some(folder.join("home/Documents")),
        script_host: Some(skillctl()),
        client_path: Some(folder.join("bin").into_os_string()),
        resource_dir: None,
        user: "tester".to_owned(),
        upkeep,
        keychain: Keychain::Never,
    };
    let model = model.clone();
    let embedder = Embedder::start(move || Ok(Box::new(model.clone()) as Box<dyn Embed>));
    Studio::start_with(config, Arc::new(told), embedder).expect("a studio starts")
}

/// A stand-in for the embedding model: texts with words in common are near each other.
///
/// It remembers what it was given, and can be held up after so many texts.
#[derive(Clone, Default)]
pub(crate) struct Model(Arc<(Mutex<Given>, Condvar)>);

#[derive(Default)]
struct Given {
    texts: Vec<String>,
    held_after: Option<usize>,
}

impl Model {
    /// The texts it was given, in order.
    pub(crate) fn texts(&self) -> Vec<String> {
        self.given().texts.clone()
    }

    /// Forgets the texts it was given.
    pub(crate) fn forget(&self) {
        self.given().texts.clear();
    }

    /// Stops before the text after the first `count`, until it is released.
    pub(crate) fn hold_after(&self, count: usize) {
        self.given().held_after = Some(count);
    }

    /// Lets it go on.
    pub(crate) fn release(&self) {
        self.given().held_after = None;
        self.0.1.notify_all();
    }

    fn given(&self) -> parking_lot::MutexGuard<'_, Given> {
        self.0.0.lock()
    }
}

impl Embed for Model {
    fn model(&self) -> &str {
        MODEL_ID
    }

    fn embed(&mut self, texts: &[String]) -> Result<Vec<Vec<f32>>, studio_embed::Error> {
        let mut given = self.given();
        while given.held_after.is_some_and(|count| given.texts.len() >= count) {
            self.0.1.wait(&mut given);
        }
        given.texts.extend_from_slice(texts);
        Ok(texts.iter().map(|text| vector_of(text)).collect())
    }
}

fn vector_of(text: &str) -> Vec<f32> {
    let mut vector = vec![0.0; DIMENSIONS];
    // Something in common, so that no vector is zero.
    vector[0] = 0.1;
    for word in text.to_lowercase().split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let place = word.bytes().fold(7_usize, |sum, byte| (sum * 31 + usize::from(byte)) % (DIMENSIONS - 1));
        vector[place + 1] += 1.0;
    }
    vector
}

/// The skill as saved; a conflict fails the test.
pub(crate) fn saved(outcome: SaveOutcome) -> SkillDetail {
    match outcome {
        SaveOutcome::Saved { detail } => detail,
        SaveOutcome::Conflict { merge } => panic!("a conflict with {}: {merge:?}", merge.source),
    }
}

/// `text` after edits whose offsets count UTF-16 units, as an editor applies them.
pub(crate) fn applied(text: &str, edits: &[TextEdit]) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut result = Vec::new();
    let mut kept_to = 0;
    for edit in edits {
        result.extend_from_slice(&units[kept_to..edit.from as usize]);
        result.extend(edit.insert.encode_utf16());
        kept_to = edit.to as usize;
    }
    result.extend_from_slice(&units[kept_to..]);
    String::from_utf16(&result).expect("edits stand on whole characters")
}

/// Whether a finding is about what authors write for first; the others show beside their target.
pub(crate) fn is_standard(finding: &Finding) -> bool {
    finding.targets.is_empty() || finding.targets.iter().any(|target| target == "agent-skills")
}

/// The text of a skill file.
pub(crate) fn skill(name: &str, description: &str, more: &str, body: &str) -> String {
    format!("---\nname: {name}\ndescription: {description}\n{more}---\n\n{body}\n")
}

/// The code and message of a refusal.
#[track_caller]
pub(crate) fn refused<T>(outcome: Result<T, studio_api::Error>, code: ErrorCode) -> String {
    match outcome {
        Ok(_) => panic!("it was not refused"),
        Err(error) => {
            assert_eq!(error.code, code, "{}", error.message);
            error.message
        }
    }
}

/// The repository's folder of test skills.
pub(crate) fn fixtures() -> PathBuf {
    repository().join("fixtures")
}
