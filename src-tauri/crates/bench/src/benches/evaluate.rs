//! Labelled queries through the use-cases, as the window runs them: how long until the first numbers, how long in all;
//! and how soon another wording is answered.

use parking_lot::Mutex;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use studio_api::dto::{
    Host, Policy, QueryExpectation, RepeatedLabels, RunRequest, RunState, Scorer, SkillQueryTest, StudioEvent,
    WhatIfRequest,
};
use studio_api::{Config, Studio, Upkeep};
use studio_select::{ScorerKind, meaning_texts};
use studio_store::{EntityKind, Index, Library, NewSkillRow, Options, VectorRow};
use studio_testkit::SkillBuilder;
use studio_text::sha256_hex;

use crate::amount::Amount;
use crate::cost;
use crate::data::Data;
use crate::pool::Pool;
use crate::report::{Measured, Report, Row};
use crate::selection::Set;
use crate::vectors::Vectors;

const SET: &str = "metatool";
const FIRST: Amount = Amount::Time(Duration::from_secs(1));
const ALL: Amount = Amount::Time(Duration::from_secs(90));
/// From a keystroke to painted ranks; this is the part before painting.
const KEYSTROKE: Amount = Amount::Time(Duration::from_millis(100));
/// From a keystroke to the results of all queries of a skill.
const TESTED: Amount = Amount::Time(Duration::from_secs(1));
/// Skills of the large library.
const LARGE: usize = 10_000;
/// Keystrokes measured.
const KEYSTROKES: usize = 25;
/// How long a run may take before it is given up.
const PATIENCE: Duration = Duration::from_mins(15);

type Failure = Box<dyn std::error::Error>;

pub(crate) fn measure(data: &Data, report: Report) -> Measured {
    let sets = Set::all(data)?;
    let set = sets.iter().find(|set| set.name == SET).ok_or("needs the query set metatool")?;
    let report = run(set, report)?;
    let report = samples(report)?;
    large(&sets, report)
}

/// What was told, and when.
#[derive(Clone, Default)]
struct Events(Arc<Mutex<Vec<(Instant, StudioEvent)>>>);

impl Events {
    /// When the run first told of queries that are done, and when it ended.
    fn of_run(&self) -> (Option<Instant>, Option<(Instant, RunState)>) {
        let events = self.0.lock();
        let runs = || {
            events.iter().filter_map(|(at, event)| match event {
                StudioEvent::Run { run } => Some((*at, run)),
                _ => None,
            })
        };
        let first = runs().find(|(_, run)| run.done > 0).map(|(at, _)| at);
        (first, runs().find(|(_, run)| run.state != RunState::Running).map(|(at, run)| (at, run.state)))
    }
}

fn studio(folder: &Path, events: &Events) -> Result<Studio, studio_api::Error> {
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
    let events = Arc::clone(&events.0);
    let take = move |event| events.lock().push((Instant::now(), event));
    Studio::start(config, Arc::new(take))
}

/// A run of all queries of the set over its skills; no query has a vector before.
fn run(set: &Set, report: Report) -> Measured {
    let (folder, events) = (tempfile::tempdir()?, Events::default());
    let path = folder.path().join("library.db");
    let rows: Vec<_> = set.skills.iter().map(|skill| row(&skill.entry)).collect();
    store(&path, &rows)?;
    let studio = studio(folder.path(), &events)?;
    studio.open_library(&path.to_string_lossy())?;
    let (indexed, indexing) = cost::of(|| studio.wait_until_indexed());
    indexed?;
    let file = write_queries(folder.path(), set)?;
    let (imported, importing) =
        cost::of(|| studio.import_queries(&file.to_string_lossy(), Some(SET), RepeatedLabels::First));
    let imported = imported?;
    let request = RunRequest {
        set: SET.to_owned(),
        scorer: Scorer::Hybrid,
        policy: policy(),
        host: Host::Standard,
        seed: 7,
        limit: None,
        label: String::new(),
    };
    let start = Instant::now();
    let id = studio.start_run(&request)?;
    let (first, end) = wait_for_run(&events, start)?;
    let info = studio.get_run(&id)?.info;
    let again = Instant::now();
    studio.start_run(&request)?;
    while studio.list_runs()?.runs.len() < 2 && again.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(20));
    }
    let again = again.elapsed();
    let top1 = info.metrics.top1.map_or(0.0, |metric| metric.value);
    let time = |what: &str, time: Duration| Row::new(what, Amount::Time(time));
    Ok(report
        .row(time("metatool: vectors of the skills, beforehand", indexing.wall))
        .row(time("importing the queries", importing.wall))
        .row(time("first results of the run", first - start).goal(FIRST))
        .row(time("the whole run, no query embedded before", end - start).goal(ALL))
        .row(time("the same run again, vectors cached", again))
        .row(Row::new("resulting top-1", Amount::Share(top1)))
        .note(format!("{} skills, {} queries run, {} imported", info.skills, info.queries, imported.imported)))
}

/// The queries of a set as a file the studio imports.
fn write_queries(folder: &Path, set: &Set) -> Result<PathBuf, Failure> {
    let file = folder.join("queries.jsonl");
    let line = |query: &crate::selection::Query| {
        serde_json::json!({ "query": query.text, "expected": query.expected }).to_string()
    };
    std::fs::write(&file, set.queries.iter().map(line).collect::<Vec<_>>().join("\n"))?;
    Ok(file)
}

/// When a run told of its first queries, and when it had ended.
fn wait_for_run(events: &Events, start: Instant) -> Result<(Instant, Instant), Failure> {
    loop {
        match events.of_run() {
            (first, Some((end, RunState::Finished))) => return Ok((first.unwrap_or(end), end)),
            (_, Some((_, state))) => return Err(format!("the run ended as {state:?}").into()),
            _ if start.elapsed() > PATIENCE => return Err("the run does not end".into()),
            _ => std::thread::sleep(Duration::from_millis(20)),
        }
    }
}

/// Keystrokes in a description of the sample library, its own labelled queries watched.
fn samples(report: Report) -> Measured {
    let (folder, events) = (tempfile::tempdir()?, Events::default());
    let studio = studio(folder.path(), &events)?;
    studio.create_library(&folder.path().join("samples.db").to_string_lossy(), true)?;
    studio.wait_until_indexed()?;
    let skill = studio.list_skills()?.first().ok_or("the sample library has no skill")?.id.clone();
    let typed = keystrokes(&studio, &skill, "customers cannot see their bill", true)?;
    Ok(report
        .row(Row::new("sample library: draft wording, per keystroke", Amount::Time(typed.time)).goal(KEYSTROKE))
        .note(format!("sample library: {} skills, {} test queries watched", typed.skills, typed.labelled)))
}

/// Keystrokes in a library of ten thousand skills, first for the query of the moment alone, then with labelled queries.
fn large(sets: &[Set], report: Report) -> Measured {
    let vectors = Vectors::of(sets.iter().flat_map(Set::texts))?;
    let pool = Pool::new(sets, &vectors);
    let (folder, events) = (tempfile::tempdir()?, Events::default());
    let path = folder.path().join("library.db");
    let made: Vec<_> = (0..LARGE).map(|number| pool.made(number)).collect();
    let rows: Vec<_> = made.iter().map(|made| row(&made.entry)).collect();
    let (host, ids) = store(&path, &rows)?;
    let index_folder = folder.path().join("cache/index");
    std::fs::create_dir_all(&index_folder)?;
    let index = index_folder.join(format!("{host}.db"));
    let index = Index::open(&index, studio_embed::MODEL_ID, studio_embed::DIMENSIONS)?;
    for (made, id) in made.chunks(500).zip(ids.chunks(500)) {
        let rows = made.iter().zip(id).flat_map(|(made, id)| {
            let texts = (0..u16::MAX).zip(meaning_texts(&made.entry)).zip(&made.vectors);
            texts.filter_map(|((part, text), vector)| {
                let text_hash = sha256_hex(text.text.as_bytes());
                Some(VectorRow { id: id.0, part, text_hash, vector: vector.clone()? })
            })
        });
        index.put_vectors(host, EntityKind::Skill, &rows.collect::<Vec<_>>())?;
    }
    drop(index);
    drop(made);
    let studio = studio(folder.path(), &events)?;
    studio.open_library(&path.to_string_lossy())?;
    let query = "customers cannot see their records";
    let (first, opening) = cost::of(|| studio.score(query, Scorer::Hybrid, &policy()));
    first?;
    let asked = cost::median(
        (0..KEYSTROKES).map(|_| cost::of(|| drop(studio.score(query, Scorer::Hybrid, &policy()))).1.wall).collect(),
    );
    let skill = ids[LARGE / 2].to_string();
    let typed = keystrokes(&studio, &skill, query, false)?;
    let tested = fifty_queries(&studio, &skill)?;
    Ok(report
        .row(Row::new("10,000 skills: the first hybrid question, index built", Amount::Time(opening.wall)))
        .row(Row::new("the next ones, all explained", Amount::Time(asked)))
        .row(Row::new("draft wording, per keystroke, no test queries", Amount::Time(typed.time)).goal(KEYSTROKE))
        .row(Row::new("fifty queries of a skill with a draft, per keystroke", Amount::Time(tested)).goal(TESTED))
        .note("vectors of the 10,000 made of real ones as for select-speed; each keystroke embeds what it changed"))
}

/// What typing came to.
struct Typed {
    time: Duration,
    skills: usize,
    labelled: u32,
}

/// Types a sentence into a description, letter by letter.
fn keystrokes(studio: &Studio, skill: &str, query: &str, has_queries: bool) -> Result<Typed, Failure> {
    let wording = studio.get_skill_wording(skill)?;
    let mut request = WhatIfRequest {
        skill_id: skill.to_owned(),
        wording,
        query: query.to_owned(),
        scorer: Scorer::Hybrid,
        policy: policy(),
        host: None,
        set: None,
        has_queries,
    };
    // The labelled queries' vectors and outcomes as things stand are made with the first keystroke.
    let start = Instant::now();
    let mut watched = studio.ask_what_if(&request)?;
    while watched.waiting > 0 && start.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(50));
        watched = studio.ask_what_if(&request)?;
    }
    request.wording.description.push(' ');
    let mut times = Vec::new();
    for letter in "Also when customers ask about their bill.".chars().take(KEYSTROKES) {
        request.wording.description.push(letter);
        let (answer, cost) = cost::of(|| studio.ask_what_if(&request));
        answer?;
        times.push(cost.wall);
    }
    Ok(Typed { time: cost::median(times), skills: watched.report.candidates.len(), labelled: watched.labelled })
}

/// Types into a draft of a skill that has fifty queries, each tested at every letter.
fn fifty_queries(studio: &Studio, skill: &str) -> Result<Duration, Failure> {
    for number in 0..50 {
        let query = format!("customers cannot see record {number}");
        studio.save_skill_query(skill, None, &query, QueryExpectation::ThisSkill)?;
    }
    let mut wording = studio.get_skill_wording(skill)?;
    let mut times = Vec::new();
    for letter in " Also when records are lost.".chars().take(KEYSTROKES) {
        wording.description.push(letter);
        let (skill_id, wording) = (skill.to_owned(), Some(wording.clone()));
        let test = SkillQueryTest { skill_id, wording, scorer: Scorer::Hybrid, policy: policy(), host: None };
        let (answer, cost) = cost::of(|| studio.test_skill_queries(&test));
        answer?;
        times.push(cost.wall);
    }
    Ok(cost::median(times))
}

fn policy() -> Policy {
    let min_score = ScorerKind::Hybrid.default_min_score();
    Policy { top_k: 10, min_score, include_tags: Vec::new(), exclude_tags: Vec::new() }
}

fn row(entry: &studio_select::Entry) -> NewSkillRow {
    SkillBuilder::new(&entry.name).description(&entry.description).body(&entry.body).build()
}

/// Writes a library with these skills, and names its host and them.
fn store(path: &Path, rows: &[NewSkillRow]) -> Result<(studio_model::HostId, Vec<studio_model::SkillId>), Failure> {
    let (library, _) = Library::open(path, &Options::new("bench"))?;
    let ids = library.create_skills(rows)?.into_iter().collect::<Result<_, _>>()?;
    Ok((library.host(), ids))
}
