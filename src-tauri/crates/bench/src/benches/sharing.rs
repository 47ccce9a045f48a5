//! A library that a team shares through PostgreSQL: pushes that collide, and search by meaning among many skills.

use std::{
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use studio_api::{
    Config, Keychain, Studio, Upkeep,
    dto::{NewSkill, SaveOutcome, SharingPlace, SharingSide, SkillTemplate},
};
use studio_connect::postgres::{Address, Patience, PushItem, Remote, Row as SharedRow, SkillLinks, steps};
use studio_model::{Audit, DEFAULT_VERSION, HostId, SharedKind, Skill, SkillId, sha256_hex};
use studio_testkit::PostgresServer;
use tempfile::TempDir;
use uuid::Uuid;

use crate::amount::Amount;
use crate::data::Data;
use crate::report::{Measured, Report, Row};

const WRITERS: usize = 4;
/// Pushes of each writer.
const PUSHES: usize = 500;
/// Skills they all write to: each push but the first of a moment collides.
const SKILLS: usize = 5;

/// Skills on the server that is searched.
const MANY: usize = 100_000;
/// Topics their descriptions are about: what is near is so because it is about the same.
const TOPICS: usize = 2_000;
const QUERIES: usize = 200;
const NEAREST: u32 = 10;
const DIMENSIONS: usize = 384;

type Failure = Box<dyn std::error::Error>;

/// Writers at once, on libraries of their own.
pub(crate) fn measure_writers(_: &Data, report: Report) -> Measured {
    writers(&PostgresServer::start(&[]), report)
}

/// A library too large for one computer.
pub(crate) fn measure_search(_: &Data, report: Report) -> Measured {
    let settings = ["shared_buffers = '1GB'", "maintenance_work_mem = '1GB'", "max_wal_size = '4GB'"];
    nearest(&PostgresServer::start(&settings), report)
}

/// Somebody with a library.
struct Writer {
    number: usize,
    studio: Studio,
    place: SharingPlace,
    _folder: TempDir,
}

impl Writer {
    fn new(number: usize, address: &str) -> Result<Self, Failure> {
        let folder = tempfile::tempdir()?;
        let own = |name: &str| folder.path().join(name);
        let config = Config {
            data_dir: own("data"),
            cache_dir: own("cache"),
            config_dir: own("config"),
            home_dir: None,
            documents_dir: None,
            script_host: None,
            resource_dir: None,
            user: format!("writer {number}"),
            upkeep: Upkeep::OnDemand,
            keychain: Keychain::Never,
        };
        let studio = Studio::start(config, Arc::new(|_| ()))?;
        studio.create_library_at(&own("library.db"), false)?;
        let place = SharingPlace { address: address.to_owned(), library: None };
        Ok(Self { number, studio, place, _folder: folder })
    }

    /// Adds a line to a skill.
    fn add(&self, skill: usize, line: &str) -> Result<(), Failure> {
        let name = format!("skill-{skill}");
        let rows = self.studio.list_skills()?;
        let row = rows.iter().find(|row| row.name == name).ok_or("the skill is there")?;
        let file = self.studio.read_file(&row.id, "SKILL.md")?;
        let text = format!("{}{line}\n", file.text);
        match self.studio.save_file(&row.id, "SKILL.md", &text, file.aggregate_version, None)? {
            SaveOutcome::Saved { .. } => Ok(()),
            SaveOutcome::Conflict { .. } => Err("nobody else writes to this library".into()),
        }
    }

    fn text(&self, skill: usize) -> Result<String, Failure> {
        let name = format!("skill-{skill}");
        let rows = self.studio.list_skills()?;
        let row = rows.iter().find(|row| row.name == name).ok_or("the skill is there")?;
        Ok(self.studio.read_file(&row.id, "SKILL.md")?.text)
    }

    /// Adds a line and pushes it; where somebody was first, takes theirs and adds the line again. Gives the conflicts.
    fn push_line(&self, skill: usize, line: &str) -> Result<usize, Failure> {
        self.add(skill, line)?;
        for conflicts in 0.. {
            match self.studio.push(&self.place, false) {
                Ok(report) if report.conflicts.is_empty() => return Ok(conflicts),
                Ok(_) => {}
                Err(error) if error.code == studio_api::ErrorCode::Stale => continue,
                Err(error) => return Err(error.into()),
            }
            self.studio.pull(&self.place, Some(SharingSide::Theirs))?;
            if !self.text(skill)?.lines().any(|one| one == line) {
                self.add(skill, line)?;
            }
        }
        Ok(0)
    }
}

fn line(writer: usize, push: usize) -> String {
    format!("Writer {writer}, push {push}.")
}

/// Writers who have the same skills.
fn team(address: &str) -> Result<Vec<Writer>, Failure> {
    let first = Writer::new(0, address)?;
    first.studio.set_up_sharing(&first.place)?;
    for skill in 0..SKILLS {
        let name = format!("skill-{skill}");
        let description = format!("Does the work of {name}.");
        first.studio.create_skill(&NewSkill { name, description, template: SkillTemplate::Plain })?;
    }
    first.studio.push(&first.place, false)?;
    let mut all = vec![first];
    for number in 1..WRITERS {
        let writer = Writer::new(number, address)?;
        writer.studio.pull(&writer.place, None)?;
        all.push(writer);
    }
    Ok(all)
}

fn writers(server: &PostgresServer, report: Report) -> Measured {
    let all = team(&server.database())?;
    let times = Mutex::new(Vec::new());
    let began = Instant::now();
    let conflicts = thread::scope(|scope| {
        let work = |writer: &Writer| -> Result<usize, String> {
            let mut conflicts = 0;
            for push in 0..PUSHES {
                let began = Instant::now();
                let skill = (push + writer.number / 2) % SKILLS;
                conflicts += writer.push_line(skill, &line(writer.number, push)).map_err(|cause| cause.to_string())?;
                if let Ok(mut times) = times.lock() {
                    times.push(began.elapsed());
                }
            }
            Ok(conflicts)
        };
        let handles: Vec<_> = all.iter().map(|writer| scope.spawn(move || work(writer))).collect();
        handles
            .into_iter()
            .map(|handle| handle.join().map_err(|_| "a writer failed".to_owned())?)
            .sum::<Result<usize, String>>()
    })?;
    let took = began.elapsed();
    for writer in &all {
        writer.studio.pull(&writer.place, None)?;
    }
    let (lost, copies) = lost_and_copies(&all)?;
    let mut times = times.into_inner().unwrap_or_default();
    times.sort();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    Ok(report
        .row(
            Row::new(format!("updates lost of {} pushes by {WRITERS} at once", WRITERS * PUSHES), Amount::Count(lost))
                .goal(Amount::Count(0)),
        )
        .row(Row::new("different copies in the end, by hash", Amount::Count(copies)).goal(Amount::Count(1)))
        .row(Row::new("pushes that met a conflict first", Amount::Count(conflicts)))
        .row(Row::new("from an edit to its acknowledged push, conflicts settled", Amount::Time(median)))
        .row(Row::new(
            "pushes a second, all writers",
            Amount::PerSecond((WRITERS * PUSHES) as f64 / took.as_secs_f64()),
        )))
}

/// Lines that some library lacks, and how many different libraries there are.
fn lost_and_copies(all: &[Writer]) -> Result<(usize, usize), Failure> {
    let mut lost = 0;
    let mut copies = std::collections::HashSet::new();
    for writer in all {
        let texts = (0..SKILLS).map(|skill| writer.text(skill)).collect::<Result<Vec<_>, _>>()?;
        copies.insert(sha256_hex(texts.join("\n").as_bytes()));
        let all_lines: std::collections::HashSet<&str> = texts.iter().flat_map(|text| text.lines()).collect();
        for number in 0..WRITERS {
            lost += (0..PUSHES).filter(|push| !all_lines.contains(line(number, *push).as_str())).count();
        }
    }
    Ok((lost, copies.len()))
}

/// Numbers that look as if they were drawn, the same each time.
struct Drawn(u64);

impl Drawn {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u64 << 24) as f32 - 0.5
    }

    fn vector(&mut self) -> Vec<f32> {
        (0..DIMENSIONS).map(|_| self.next()).collect()
    }
}

/// A vector near another one, of length 1.
fn near(topic: &[f32], drawn: &mut Drawn, distance: f32) -> Vec<f32> {
    let vector: Vec<f32> = topic.iter().map(|value| value + distance * drawn.next()).collect();
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    vector.into_iter().map(|value| value / length).collect()
}

fn item(number: usize, vector: Vec<f32>) -> PushItem {
    let (id, name) = (Uuid::from_u128(0x1000_0000 + number as u128), format!("skill-{number}"));
    let skill = Skill {
        host: HostId(Uuid::nil()),
        id: SkillId(id),
        parent: None,
        name: name.clone(),
        description: Some(format!("Does the work of {name}.")),
        content_markdown: "Body.".to_owned(),
        version: DEFAULT_VERSION.to_owned(),
        audit: Audit { aggregate_version: 1, active: true, update_ts: String::new(), update_user: String::new() },
    };
    let content = format!("{{\"number\":{number}}}");
    PushItem {
        kind: SharedKind::Skill,
        id,
        name,
        sha256: sha256_hex(content.as_bytes()),
        content,
        expected: 0,
        user: "bench".to_owned(),
        row: Some(SharedRow::Skill { skill: Box::new(skill), vector: Some(vector), links: SkillLinks::default() }),
    }
}

/// Pushes all skills at once.
fn fill(remote: &Remote, host: Uuid, topics: &[Vec<f32>], drawn: &mut Drawn) -> Result<(), Failure> {
    let (mut push, _) = remote.begin_push(host, 0)?;
    for start in (0..MANY).step_by(1_000) {
        let numbers = start..(start + 1_000).min(MANY);
        let items: Vec<PushItem> =
            numbers.map(|number| item(number, near(&topics[number % TOPICS], drawn, 0.8))).collect();
        push.put(&items)?;
    }
    push.commit()?;
    Ok(())
}

fn nearest(server: &PostgresServer, report: Report) -> Measured {
    let address = Address::parse(&server.database())?;
    let remote = Remote::connect(&address, Patience::default())?;
    let light4j = [
        include_str!("../../../pack/src/targets/light4j/schema.sql"),
        include_str!("../../../pack/src/targets/light4j/vectors.sql"),
    ];
    remote.set_up(&steps(light4j))?;
    let host = remote.make_library(Uuid::now_v7(), "many")?.host;
    let mut drawn = Drawn(1);
    let topics: Vec<Vec<f32>> = (0..TOPICS).map(|_| drawn.vector()).collect();
    let began = Instant::now();
    fill(&remote, host, &topics, &mut drawn)?;
    let pushing = began.elapsed();
    server.sql(address.shown(), "VACUUM ANALYZE skill_t");
    let (mut found, mut wanted, mut times, mut exact_times) = (0, 0, Vec::new(), Vec::new());
    for query in 0..QUERIES {
        let vector = near(&topics[query * 7 % TOPICS], &mut drawn, 0.8);
        let ask = |is_exact: bool| {
            let began = Instant::now();
            let near = remote.nearest(host, SharedKind::Skill, &vector, NEAREST, is_exact)?;
            Ok::<_, Failure>((near.into_iter().map(|near| near.id).collect::<Vec<_>>(), began.elapsed()))
        };
        let (exact, slow) = ask(true)?;
        let (near, quick) = ask(false)?;
        found += exact.iter().filter(|id| near.contains(id)).count();
        wanted += exact.len();
        times.push(quick);
        exact_times.push(slow);
    }
    times.sort();
    exact_times.sort();
    let late = times[times.len() * 95 / 100];
    Ok(report
        .row(
            Row::new(format!("nearest {NEAREST} of {MANY} skills, median"), Amount::Time(times[times.len() / 2]))
                .beside("every one compared", Some(Amount::Time(exact_times[exact_times.len() / 2])))
                .goal(Amount::Time(Duration::from_millis(20))),
        )
        .row(Row::new("the same, 95 of 100 within", Amount::Time(late)).goal(Amount::Time(Duration::from_millis(20))))
        .row(
            Row::new(format!("recall of the nearest {NEAREST}"), Amount::share(found, wanted))
                .goal(Amount::Share(0.95)),
        )
        .row(Row::new(format!("pushing {MANY} skills with their vectors, index and all"), Amount::Time(pushing)))
        .note(format!("vectors of {TOPICS} topics, {QUERIES} queries; PostgreSQL 18 and pgvector on this machine")))
}
