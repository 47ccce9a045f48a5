//! `skillctl` as a whole process, from its start to its end: one answer of a large library that is indexed, and folders of
//! skills it has never seen, beside what no command can do without: starting the program, or reading the files.
//!
//! The skills are grown from the samples. Nothing is kept of a folder, so each run is the first one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use serde_json::json;
use studio_testkit::{grow_skills, repository};
use tempfile::TempDir;

use crate::amount::Amount;
use crate::cost;
use crate::data::{Data, skill_files};
use crate::programs;
use crate::report::{Measured, Report, Row};

const LARGE: usize = 10_000;
const SMALL: usize = 500;
/// Answers, and commands on the large folder, that are timed; the middle one counts.
const ANSWERS: usize = 9;
const RUNS: usize = 3;
const ANSWER: Amount = Amount::Time(Duration::from_millis(300));
const UNSEEN: Amount = Amount::Time(Duration::from_secs(2));
const QUERY: &str = "a customer smells gas in the cellar";
const CLIENT: &str = "claude-code";
const LINTER: &str = "agnix";
const READING: &str = "reading the files";
/// An answer is kept for the next one where nobody has written to the library for two seconds.
const SETTLED: Duration = Duration::from_secs(3);

type Failure = Box<dyn std::error::Error>;

pub(crate) fn measure(_: &Data, report: Report) -> Measured {
    let bench = Bench { program: programs::ours("skillctl")?, home: tempfile::tempdir()? };
    let start = bench.median(ANSWERS, &["--version"])?;
    let report = of_unseen(&bench, report)?;
    let report = of_large(&bench, report)?;
    // Last: lint reads the library that was opened last, where there is one.
    let report = of_library(&bench, start, report)?;
    let grown = "grown from the samples; clocks of whole processes";
    Ok(report.note(format!("median of {ANSWERS} answers, and of {RUNS} commands on {LARGE} skills, {grown}")))
}

fn of_unseen(bench: &Bench, report: Report) -> Measured {
    let skills = bench.grown(SMALL)?;
    let answer = bench.median(ANSWERS, &["score", QUERY, &skills])?;
    let row = Row::new(format!("{SMALL} skills in a folder: a keyword query"), Amount::Time(answer));
    Ok(report.row(row.beside(READING, Some(Amount::Time(reading(&skills)?))).goal(UNSEEN)))
}

fn of_large(bench: &Bench, report: Report) -> Measured {
    let (skills, queries) = (bench.grown(LARGE)?, bench.path("queries.jsonl"));
    fs::write(&queries, json!({"query": QUERY, "expected": ["gas-emergency"]}).to_string() + "\n")?;
    let (out, least) = (bench.path("exported"), reading(&skills)?);
    let commands: [(&str, &[&str]); 7] = [
        ("opening and listing", &["--library", &skills, "list", "skills"]),
        ("finding a text", &["find", "emergency", &skills]),
        ("a keyword query", &["score", QUERY, &skills]),
        ("an evaluation", &["eval", &queries, &skills]),
        ("overlaps", &["overlap", &skills]),
        ("a session", &["simulate", &skills, "--client", CLIENT, "--message", QUERY]),
        ("export dry run", &["export", &skills, "--target", "agent-skills", "--out", &out, "--dry-run"]),
    ];
    let row = |what: &str, time: Duration| Row::new(format!("{LARGE} skills in a folder: {what}"), Amount::Time(time));
    let mut report = report;
    for (what, arguments) in commands {
        let time = bench.median(RUNS, arguments)?;
        report = report.row(row(what, time).beside(READING, Some(Amount::Time(least))));
    }
    let mut linter = bench.command(&programs::peer(LINTER));
    let linter = cost::of_program(linter.arg(&skills).args(["--format", "json"]));
    let linter = linter.ok().map(|(_, cost)| Amount::Time(cost.wall));
    let lint: [(&str, &[&str]); 2] =
        [("lint", &["lint", &skills]), ("lint for a client", &["lint", &skills, "--target", CLIENT])];
    for (what, arguments) in lint {
        report = report.row(row(what, bench.median(RUNS, arguments)?).beside(LINTER, linter));
    }
    Ok(report)
}

/// A library that is opened for the first answer, and not for those after it.
fn of_library(bench: &Bench, start: Duration, report: Report) -> Measured {
    let (skills, library) = (bench.grown(LARGE)?, bench.path("library.db"));
    bench.run(&["--library", &library, "init"])?;
    bench.run(&["--library", &library, "import", &skills])?;
    let ask = ["--library", &library, "score", QUERY];
    let with_vectors = bench.run(&ask)?;
    thread::sleep(SETTLED);
    let opened = bench.run(&ask)?;
    let answer = bench.median(ANSWERS, &ask)?;
    let row = |what: &str, time: Duration| Row::new(format!("{LARGE} skills in a library: {what}"), Amount::Time(time));
    let beside = |row: Row| row.beside("starting it", Some(Amount::Time(start)));
    Ok(report
        .row(row("the first answer, all vectors made", with_vectors))
        .row(beside(row("an answer, the library opened", opened)))
        .row(beside(row("an answer", answer)).goal(ANSWER)))
}

/// How long it takes to read every skill's file, in the system's cache by then.
fn reading(skills: &str) -> Result<Duration, Failure> {
    let files = skill_files(Path::new(skills))?;
    let read = || files.iter().map(fs::read).collect::<Result<Vec<_>, _>>();
    read()?;
    let (read, cost) = cost::of(read);
    drop(read?);
    Ok(cost.wall)
}

/// The program, and the home of somebody who has never used it.
struct Bench {
    program: PathBuf,
    home: TempDir,
}

impl Bench {
    fn path(&self, name: &str) -> String {
        self.home.path().join(name).to_string_lossy().into_owned()
    }

    /// A folder with so many skills, made where it is not there yet.
    fn grown(&self, count: usize) -> Result<String, Failure> {
        let folder = self.path(&format!("skills-{count}"));
        if !Path::new(&folder).exists() {
            grow_skills(&repository().join("skills"), Path::new(&folder), count)?;
        }
        Ok(folder)
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] {
            command.env(name, self.home.path().join("home"));
        }
        command
    }

    fn run(&self, arguments: &[&str]) -> Result<Duration, Failure> {
        let mut command = self.command(&self.program);
        let (output, cost) = cost::of_program(command.arg("--json").args(arguments))?;
        // Findings, or nothing found, are no failure.
        if output.status.code().is_none_or(|code| code > 1) {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("skillctl {}: {}", arguments.join(" "), said.trim()).into());
        }
        Ok(cost.wall)
    }

    fn median(&self, count: usize, arguments: &[&str]) -> Result<Duration, Failure> {
        Ok(cost::median((0..count).map(|_| self.run(arguments)).collect::<Result<_, _>>()?))
    }
}
