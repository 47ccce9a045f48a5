//! Runs for long what the tests run for a moment: kills, faults and attacks.
//!
//! Nothing is told here of how: the tests themselves read from the environment how often, and those that take minutes are
//! ignored unless they are asked for. Each part is a run of its own, and what came of it is written down as it ends: a run
//! that is cut off has told all it found.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::setup::{self, Needs};
use crate::workspace::FEATURES;
use crate::{Error, Workspace, assets, counterparts, process, run};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Number of kills during writes (sessions and pack exports among them), and again at the steps of exports and of moving
    /// folders, and a quarter of it during pushes; 200 by default unless --faults or --attacks is given. The results end with
    /// the number of all of them.
    #[arg(long)]
    kills: Option<u64>,
    /// Test faults: libraries moved, deleted or replaced while open; damaged files and full disks; other programs writing
    /// linked files.
    #[arg(long)]
    faults: bool,
    /// Test attacks: malformed input, sandbox escapes by scripts and servers, secrets, a compromised page.
    #[arg(long)]
    attacks: bool,
    /// Run only this part. Can be repeated.
    #[arg(long, value_name = "PART", value_parser = PARTS.map(|part| part.name))]
    only: Vec<String>,
    /// Number of races with another program over a linked file.
    #[arg(long, default_value_t = 2_000)]
    races: u64,
    /// Number of pushes per writer of a shared library; those to two libraries at once are also killed.
    #[arg(long, default_value_t = 100)]
    pushes: u64,
    /// Number of attempts per sandbox escape.
    #[arg(long, default_value_t = 3)]
    rounds: u64,
    /// Seconds of malformed input per reader, one after the other.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Use the release build; each input must then finish in two seconds instead of six.
    #[arg(long)]
    release: bool,
    /// Results file; by default `endure.txt` in `target`.
    #[arg(long, value_name = "FILE")]
    figures: Option<PathBuf>,
}

/// What is asked for as one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Kills,
    Faults,
    Attacks,
}

/// Tests by what their names begin with, which run together.
#[derive(Clone, Copy)]
struct Part {
    name: &'static str,
    kind: Kind,
    tests: &'static [&'static str],
}

const PARTS: [Part; 10] = [
    Part { name: "kills", kind: Kind::Kills, tests: &["killing::"] },
    Part { name: "displaced", kind: Kind::Faults, tests: &["displaced::"] },
    Part { name: "rescues", kind: Kind::Faults, tests: &["wrecks::", "damaged_libraries::"] },
    Part { name: "full-disk", kind: Kind::Faults, tests: &["full_disk"] },
    Part {
        name: "sharing",
        kind: Kind::Faults,
        tests: &["sharing::apart::writers_of_two_libraries", "sharing::four_writers_at_once"],
    },
    Part { name: "races", kind: Kind::Faults, tests: &["linked_races::"] },
    Part { name: "sandbox", kind: Kind::Attacks, tests: &["attacks::", "kernel::", "confined"] },
    Part {
        name: "secrets",
        kind: Kind::Attacks,
        tests: &["secrets_stay_secret::", "credentials::", "secret_places::"],
    },
    Part { name: "hostile", kind: Kind::Attacks, tests: &["compromised::", "hostile"] },
    Part { name: "readers", kind: Kind::Attacks, tests: &["fuzz_"] },
];

const KILLS_ALONE: u64 = 200;

impl Options {
    /// How often to kill, where that is asked for.
    fn kills(&self) -> Option<u64> {
        let is_alone = !self.faults && !self.attacks && (self.only.is_empty() || self.is_named("kills"));
        self.kills.or(is_alone.then_some(KILLS_ALONE))
    }

    fn is_named(&self, part: &str) -> bool {
        self.only.iter().any(|name| name == part)
    }

    fn is_asked(&self, part: &Part) -> bool {
        if !self.only.is_empty() {
            return self.is_named(part.name);
        }
        match part.kind {
            Kind::Kills => self.kills().is_some(),
            Kind::Faults => self.faults,
            Kind::Attacks => self.attacks,
        }
    }
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Error> {
    setup::run(workspace, Needs::Tests)?;
    let (assets, servers) = (assets::run()?, counterparts::run()?);
    process::run(workspace.npm().args(["run", "--silent", "build"]))?;
    let profile = if options.release { run::Profile::Release } else { run::Profile::Debug };
    let binary = run::build(workspace, profile)?;
    let by_default = workspace.root.join("target/endure.txt");
    let mut figures = Figures::create(options.figures.as_deref().unwrap_or(&by_default))?;

    let mut failed = None;
    for part in PARTS.iter().filter(|part| options.is_asked(part)) {
        let mut cargo = workspace.cargo();
        cargo.args(["test", "--workspace", "--features", FEATURES, "--no-fail-fast", "--tests"]);
        if options.release {
            cargo.arg("--release");
        }
        // What takes minutes says what it did.
        cargo.args(["--", "--include-ignored", "--nocapture"]).args(part.tests);
        // A test that is a process of another, or writes a fixture, is none to run by itself.
        cargo.args(["--skip", "::child", "--skip", "write_the_fixture"]);
        cargo.env("SKILL_STUDIO_ASSETS", &assets).env("SKILL_STUDIO_COUNTERPARTS", &servers);
        cargo.env("SKILL_STUDIO_BINARY", &binary);
        cargo.env("STUDIO_ATTACK_ROUNDS", options.rounds.to_string());
        cargo.env("SKILL_STUDIO_TEST_KILLS", options.kills().unwrap_or_default().to_string());
        cargo.env("SKILL_STUDIO_TEST_RACES", options.races.to_string());
        cargo.env("SKILL_STUDIO_SHARING_ROUNDS", options.pushes.to_string());
        cargo.env("SKILL_STUDIO_FUZZ_SECONDS", options.seconds.to_string());
        cargo.env("SKILL_STUDIO_FIGURES", &figures.path);
        if let Err(error) = endure(part, &mut cargo, &mut figures)? {
            failed.get_or_insert(error);
        }
    }
    println!("results: {}", figures.path.display());
    failed.map_or(Ok(()), Err)
}

/// Runs one part, and writes down how it ended.
fn endure(part: &Part, cargo: &mut std::process::Command, figures: &mut Figures) -> Result<Result<(), Error>, Error> {
    figures.add(&format!("# {}", part.name))?;
    let (started, begun, mut passed) = (Instant::now(), figures.length()?, 0);
    let outcome = process::watch(cargo, |line| passed += passed_in(line));
    let outcome = match outcome {
        Ok(()) if passed == 0 => Err(Error::NothingTested { command: process::text(cargo) }),
        outcome => outcome,
    };
    let said = if outcome.is_ok() { "held" } else { "FAILED" };
    let seconds = started.elapsed().as_secs();
    let kills = figures.kills_since(begun)?;
    if kills > 0 && outcome.is_ok() {
        figures.add(&format!("{}: {kills} kills, 0 lost, 0 half, 0 left over", part.name))?;
    }
    figures.add(&format!("{}: {said}, {passed} tests passed in {seconds} s", part.name))?;
    Ok(outcome)
}

/// How many tests a line of the test runner says have passed: one of the lines that end the run of a program.
fn passed_in(line: &str) -> usize {
    let ended = line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". "));
    ended.and_then(|(_, counts)| counts.split(' ').next()?.parse().ok()).unwrap_or(0)
}

/// The file that says what came of each part, written as it ends.
struct Figures {
    path: PathBuf,
    file: File,
}

impl Figures {
    fn create(path: &Path) -> Result<Self, Error> {
        let path = std::path::absolute(path).map_err(Error::file(path))?;
        let folder = path.parent().unwrap_or(Path::new("/"));
        std::fs::create_dir_all(folder).map_err(Error::file(folder))?;
        // Tests add lines of their own in between.
        File::create(&path).map_err(Error::file(&path))?;
        let file = File::options().append(true).open(&path).map_err(Error::file(&path))?;
        Ok(Self { path, file })
    }

    fn add(&mut self, line: &str) -> Result<(), Error> {
        println!("{line}");
        writeln!(self.file, "{line}").map_err(Error::file(&self.path))
    }

    /// Bytes written so far.
    fn length(&self) -> Result<u64, Error> {
        self.file.metadata().map(|metadata| metadata.len()).map_err(Error::file(&self.path))
    }

    /// How often tests have killed since there were so many bytes, by the lines in which they say it at their end.
    fn kills_since(&self, length: u64) -> Result<u64, Error> {
        let mut added = String::new();
        let mut file = File::open(&self.path).map_err(Error::file(&self.path))?;
        let read = file.seek(SeekFrom::Start(length)).and_then(|_| file.read_to_string(&mut added));
        read.map_err(Error::file(&self.path))?;
        Ok(added.lines().map(kills_in).sum())
    }
}

/// How many kills a test says it did in all.
fn kills_in(line: &str) -> u64 {
    line.split_once(" kills in all").and_then(|(number, _)| number.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{Figures, kills_in, passed_in};

    #[test]
    fn tests_that_passed_are_counted_where_a_program_of_tests_ends() {
        let ended = "test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; 9 filtered out; finished in 1.00s";
        assert_eq!(passed_in(ended), 12);
        assert_eq!(passed_in(&ended.replace("ok.", "FAILED.")), 12);
        assert_eq!(passed_in("test wrecks::one ... ok"), 0);
    }

    #[test]
    fn kills_are_added_up_by_what_each_test_says_at_its_end() {
        assert_eq!(kills_in("1000 kills in all, of 9 acknowledged pushes: 0 lost, 0 half, 0 left over"), 1_000);
        assert_eq!(kills_in("50 kills, 900 acknowledged writes of 28 kinds, 0 lost"), 0);
        let folder = tempfile::tempdir().unwrap();
        let mut figures = Figures::create(&folder.path().join("endure.txt")).unwrap();
        figures.add("7 kills in all, of another part").unwrap();
        let begun = figures.length().unwrap();
        for line in ["# kills", "3 kills in all, of pushes", "5 kills so far", "4 kills in all, at steps of exports"] {
            figures.add(line).unwrap();
        }
        assert_eq!(figures.kills_since(begun).unwrap(), 7);
    }
}
