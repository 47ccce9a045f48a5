//! Pushes to a shared library that the studio is killed in: the server has what was acknowledged, whole, and the next push goes
//! on.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::Path,
    time::Duration,
};

use studio_api::{
    Upkeep,
    dto::{PullRequest, SharingPlace},
};
use studio_testkit::PostgresServer;

use super::{Said, TELL_EVERY, Writer, number_of, run, say, steps::left_over, tell_all, text};
use crate::{
    harness::{Bench, Events, Model, start, until},
    sharing::join,
};

/// Where a child is told what it pushes to.
const PLACE: &str = "place.json";
const NAME: &str = "pushed";
/// Kills where no number is asked for.
const FEW: u64 = 6;

impl Writer<'_> {
    /// What a child does.
    pub(super) fn push_for_ever(&self) {
        let place: SharingPlace = serde_json::from_slice(&fs::read(self.folder.join(PLACE)).unwrap()).unwrap();
        let mut number = number_of(&self.text(NAME, "SKILL.md"));
        loop {
            number += 1;
            self.save(NAME, "SKILL.md", &text(NAME, number));
            say(&format!("start {NAME} {number}"));
            self.studio.push(&place, false).unwrap();
            say(&format!("done {NAME} {number}"));
        }
    }
}

/// A folder with a library that is shared, of one skill.
fn shared(url: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let studio = start(folder.path(), Upkeep::OnDemand, &Events::default(), &Model::default());
    studio.create_library(folder.path().join("Test.db").to_str().unwrap(), false).unwrap();
    let own = folder.path().join(NAME);
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("SKILL.md"), text(NAME, 0)).unwrap();
    studio.import_paths(&[own.to_str().unwrap().to_owned()], false).unwrap();
    let place = join(&studio, url);
    studio.push(&place, false).unwrap();
    fs::write(folder.path().join(PLACE), serde_json::to_vec(&place).unwrap()).unwrap();
    drop(studio);
    folder
}

/// Kills a child after it has begun so many pushes, and a little later.
fn killed(folder: &Path, begun: u64, later: Duration, said: &mut Said) {
    let mut child = run(folder, "Test.db", "push");
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let mut started = 0;
    while started < begun {
        let line = lines.next().expect("the child pushes until it is killed");
        started += u64::from(line.starts_with("start "));
        said.note(&line);
    }
    // Only where it is killed depends on this; nothing is expected of where that is.
    std::thread::sleep(later);
    child.kill().unwrap();
    child.wait().unwrap();
    lines.for_each(|line| said.note(&line));
}

#[test]
fn what_was_pushed_is_whole_on_the_server_whenever_the_studio_is_killed() {
    let server = PostgresServer::shared();
    let url = server.database();
    let folder = shared(&url);
    let kills = super::asked().map_or(FEW, |asked| asked / 4);
    let mut said = Said::default();
    for kill in 0..kills {
        killed(folder.path(), 1 + kill % 3, Duration::from_micros(kill % 40 * 700), &mut said);
        // Every text that a skill on the server names is there, and is that of one push.
        let sql = "SELECT convert_from(c.bytes, 'UTF8') FROM studio_item_t i LEFT JOIN studio_content_t c
            ON c.sha256 = i.content::jsonb->>'document' WHERE i.name = 'pushed'";
        let there = server.sql(&url, sql);
        let number = number_of(&there);
        assert_eq!(there.trim(), text(NAME, number).trim(), "after kill {kill}");
        let acknowledged = said.acknowledged.get(NAME).copied().unwrap_or_default();
        assert!(number >= acknowledged, "after kill {kill}: push {acknowledged} is lost, {number} is there");
        if (kill + 1) % TELL_EVERY == 0 {
            studio_testkit::tell(&format!("{} kills of pushes, {} acknowledged, 0 lost", kill + 1, said.count));
        }
    }
    let open = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'Skill Studio'
        AND datname = current_database() AND xact_start IS NOT NULL";
    until("what was killed to be taken back", || server.sql(&url, open) == "0");
    let own = start(folder.path(), Upkeep::OnDemand, &Events::default(), &Model::default());
    own.open_library(folder.path().join("Test.db").to_str().unwrap()).unwrap();
    assert_eq!(left_over(folder.path()), Vec::<String>::new());
    drop(own);
    let other = Bench::new();
    let place = join(&other, &url);
    let report = other.pull(&place, &PullRequest::default()).unwrap();
    assert_eq!((report.created, report.skipped.len(), report.conflicts.len()), (1, 0, 0), "{report:?}");
    let pulled = other.text(&other.row(NAME).id, "SKILL.md");
    assert_eq!(pulled, text(NAME, number_of(&pulled)));
    tell_all(kills, &format!("{} pushes acknowledged", said.count));
}
