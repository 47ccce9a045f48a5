//! A library that a team shares through `PostgreSQL`: pushes that collide.

use std::{
    sync::{Arc, Mutex},
    thread,
    time::Instant,
};

use studio_api::{
    Config, Keychain, Studio, Upkeep,
    dto::{NewSkill, PullRequest, SaveOutcome, SharingPlace, SharingSide, SkillTemplate},
};
use studio_model::sha256_hex;
use studio_testkit::PostgresServer;
use tempfile::TempDir;

use crate::amount::Amount;
use crate::data::Data;
use crate::report::{Measured, Report, Row};

const WRITERS: usize = 4;
/// Pushes of each writer.
const PUSHES: usize = 500;
/// Skills they all write to: each push but the first of a moment collides.
const SKILLS: usize = 5;

type Failure = Box<dyn std::error::Error>;

/// Writers at once, on libraries of their own.
pub(crate) fn measure(_: &Data, report: Report) -> Measured {
    writers(&PostgresServer::start(&[]), report)
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
            client_path: None,
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
        let file = self.studio.get_file(&row.id, "SKILL.md")?;
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
        Ok(self.studio.get_file(&row.id, "SKILL.md")?.text)
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
            let theirs = PullRequest { prefer: Some(SharingSide::Theirs), ..PullRequest::default() };
            self.studio.pull(&self.place, &theirs)?;
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
        writer.studio.pull(&writer.place, &PullRequest::default())?;
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
        writer.studio.pull(&writer.place, &PullRequest::default())?;
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
