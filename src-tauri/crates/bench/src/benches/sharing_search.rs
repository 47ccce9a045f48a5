//! A shared library on a server that is too large for one computer, searched by meaning.

use std::time::{Duration, Instant};

use studio_connect::postgres::{Address, Patience, PushItem, Remote, Row as SharedRow, SkillLinks, steps};
use studio_model::{Audit, DEFAULT_VERSION, HostId, SharedKind, Skill, SkillId, sha256_hex};
use studio_pack::targets::light4j;
use studio_testkit::PostgresServer;
use uuid::Uuid;

use crate::amount::Amount;
use crate::data::Data;
use crate::report::{Measured, Report, Row};

/// Skills on the server that is searched.
const MANY: usize = 100_000;
/// Topics their descriptions are about: what is near is so because it is about the same.
const TOPICS: usize = 2_000;
const QUERIES: usize = 200;
const NEAREST: u32 = 10;
const DIMENSIONS: usize = 384;

type Failure = Box<dyn std::error::Error>;

pub(crate) fn measure(_: &Data, report: Report) -> Measured {
    let settings = ["shared_buffers = '1GB'", "maintenance_work_mem = '1GB'", "max_wal_size = '4GB'"];
    nearest(&PostgresServer::start(&settings), report)
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
    remote.set_up(&steps([light4j::SCHEMA_SQL, light4j::VECTOR_INDEXES_SQL]))?;
    let host = remote.make_library("many")?.host;
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
