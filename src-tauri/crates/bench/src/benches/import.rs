//! Importing a whole corpus through the use-cases, and whether nothing was lost on the way.
//!
//! What should have come in is counted by a walk of its own, which shares no code with the import's.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use studio_api::dto::{ImportReport, ImportedKind};
use studio_api::{Config, EventSink, Studio, Upkeep};
use studio_store::{Library, Options};
use studio_text::decode::{decode, encode};

use crate::amount::Amount;
use crate::cost;
use crate::data::{Data, skill_files};
use crate::report::{Measured, Report, Row};

const GOAL: Duration = Duration::from_secs(2);

/// Fresh libraries; the middle one counts.
const RUNS: usize = 5;

pub(crate) fn measure(data: &Data, report: Report) -> Measured {
    let corpus = data.corpus()?;
    let walked = skill_files(corpus)?;
    let mut costs = Vec::new();
    for _ in 1..RUNS {
        costs.push(Import::run(corpus)?.cost);
    }
    let (last, peak) = cost::peak_memory_of(|| Import::run(corpus));
    let last = last?;
    costs.push(last.cost);
    let (_, again) = cost::of(|| last.studio.import_paths(&[text(corpus)], false));
    let (_, preview) = cost::of(|| last.studio.preview_import(&[text(corpus)]));
    let fate = Fate::of(&walked, &last.report);
    let trip = last.round_trip()?;
    let time = |times: Vec<Duration>| Amount::Time(cost::median(times));
    let report = report
        .row(Row::new("on the clock", time(costs.iter().map(|cost| cost.wall).collect())).goal(Amount::Time(GOAL)))
        .row(Row::new("processor time", time(costs.iter().map(|cost| cost.cpu).collect())))
        .row(Row::new("the same again: nothing new, on the clock", Amount::Time(again.wall)))
        .row(Row::new("its preview, on the clock", Amount::Time(preview.wall)))
        .row(Row::new("skill files there", Amount::Count(walked.len())))
        .row(Row::new("imported", Amount::Count(fate.imported)))
        .row(Row::new("refused with a reason", Amount::Count(fate.skipped)))
        .row(Row::new("vanished", Amount::Count(fate.vanished.len())).goal(Amount::Count(0)))
        .row(Row::new("stored as on disk", Amount::share(trip.stored, trip.files)).goal(Amount::Share(1.0)))
        .row(Row::new("read and written unchanged", Amount::share(trip.written, trip.files)).goal(Amount::Share(1.0)));
    let report = match peak {
        Some(peak) => report.row(Row::new("memory at most, of the process", Amount::Bytes(peak))),
        None => report,
    };
    let report = report.note(format!("median of {RUNS} fresh libraries; peer: none keeps a library"));
    Ok(fate.vanished.iter().fold(report, |report, path| report.note(format!("vanished: {}", path.display()))))
}

/// One import into a library that was not there before.
struct Import {
    report: ImportReport,
    cost: cost::Cost,
    studio: Studio,
    folder: tempfile::TempDir,
}

impl Import {
    fn run(corpus: &Path) -> Result<Self, Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let studio = studio(folder.path())?;
        studio.create_library(&text(&library(folder.path())), false)?;
        let (report, cost) = cost::of(|| studio.import_paths(&[text(corpus)], false));
        Ok(Self { report: report?, cost, studio, folder })
    }

    /// Compares every skill file in the library with the one on disk.
    fn round_trip(self) -> Result<RoundTrip, Box<dyn std::error::Error>> {
        let Self { report, studio, folder, .. } = self;
        drop(studio);
        let (library, _) = Library::open(&library(folder.path()), &Options::new("bench"))?;
        let mut trip = RoundTrip::default();
        for item in report.imported.iter().filter(|item| item.kind == ImportedKind::Skill) {
            let on_disk = fs::read(&item.path)?;
            let stored = library.stored_skill(item.id.parse()?)?;
            let decoded = decode(&on_disk);
            trip.files += 1;
            trip.stored += usize::from(stored.is_some_and(|stored| stored.bytes == on_disk));
            trip.written += usize::from(encode(&decoded.text, decoded.encoding) == on_disk);
        }
        Ok(trip)
    }
}

/// How many files came through as they are.
#[derive(Default)]
struct RoundTrip {
    files: usize,
    stored: usize,
    written: usize,
}

/// What became of the files that were walked.
struct Fate {
    imported: usize,
    skipped: usize,
    vanished: Vec<PathBuf>,
}

impl Fate {
    fn of(walked: &[PathBuf], report: &ImportReport) -> Self {
        let imported: HashSet<&Path> = report.imported.iter().map(|item| Path::new(&item.path)).collect();
        let skipped: HashSet<&Path> = report.skipped.iter().map(|item| Path::new(&item.path)).collect();
        let is_accounted = |path: &Path| imported.contains(path) || skipped.contains(path);
        Self {
            imported: walked.iter().filter(|path| imported.contains(path.as_path())).count(),
            skipped: walked.iter().filter(|path| skipped.contains(path.as_path())).count(),
            vanished: walked.iter().filter(|path| !is_accounted(path)).cloned().collect(),
        }
    }
}

/// A studio on folders of its own that makes no vectors.
pub(super) fn studio(folder: &Path) -> Result<Studio, studio_api::Error> {
    studio_that_tells(folder, Arc::new(|_| ()))
}

/// The same with somebody who is told of what happens.
pub(super) fn studio_that_tells(folder: &Path, events: EventSink) -> Result<Studio, studio_api::Error> {
    let config = Config {
        data_dir: folder.join("data"),
        cache_dir: folder.join("cache"),
        config_dir: folder.join("config"),
        home_dir: None,
        documents_dir: None,
        script_host: None,
        client_path: None,
        resource_dir: None,
        user: "bench".to_owned(),
        upkeep: Upkeep::OnDemand,
        keychain: studio_api::Keychain::Never,
    };
    Studio::start(config, events)
}

fn library(folder: &Path) -> PathBuf {
    folder.join("library.db")
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
