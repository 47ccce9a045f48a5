//! Runs for long what the tests run for a moment: kills, faults and attacks.
//!
//! Nothing is told here of how: the tests themselves read from the environment how often, and those that take minutes are
//! ignored unless they are asked for.

use crate::setup::{self, Needs};
use crate::workspace::FEATURES;
use crate::{Error, Workspace, assets, counterparts, process, run};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Kill the studio this often while it writes; 200 where neither faults nor attacks are asked for.
    #[arg(long)]
    kills: Option<u64>,
    /// Libraries moved, deleted and replaced while open; damaged files; another program writing linked files.
    #[arg(long)]
    faults: bool,
    /// Malformed input for every reader; a script's and a server's ways out of the sandbox; a compromised page.
    #[arg(long)]
    attacks: bool,
    /// Races with another program over a linked file.
    #[arg(long, default_value_t = 2_000)]
    races: u64,
    /// Times each way out of the sandbox is tried.
    #[arg(long, default_value_t = 3)]
    rounds: u64,
    /// Seconds of malformed input for each reader; one after the other.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
}

/// Tests by what their names begin with.
const KILLS: &[&str] = &["killing::nothing_acknowledged"];
const FAULTS: &[&str] = &["wrecks::", "displaced::", "linked_races::", "damaged_libraries::", "disk::"];
const ATTACKS: &[&str] =
    &["fuzz", "attacks", "kernel::", "confined", "compromised::", "hostile", "secrets_stay_secret::", "credentials"];

const KILLS_ALONE: u64 = 200;

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Error> {
    setup::run(workspace, Needs::Tests)?;
    let (assets, servers) = (assets::run()?, counterparts::run()?);
    process::run(workspace.npm().args(["run", "--silent", "build"]))?;
    let binary = run::build(workspace, run::Profile::Debug)?;

    let kills = options.kills.or((!options.faults && !options.attacks).then_some(KILLS_ALONE));
    let names = [(kills.is_some(), KILLS), (options.faults, FAULTS), (options.attacks, ATTACKS)];
    let mut cargo = workspace.cargo();
    cargo.args(["test", "--workspace", "--features", FEATURES, "--no-fail-fast", "--tests"]);
    // What takes minutes says what it did.
    cargo.args(["--", "--include-ignored", "--nocapture"]);
    cargo.args(names.into_iter().filter(|(is_asked, _)| *is_asked).flat_map(|(_, names)| names));
    // A test that is a process of another, or writes a fixture, is none to run by itself.
    cargo.args(["--skip", "killing::child", "--skip", "write_the_fixture"]);
    cargo.env("SKILL_STUDIO_ASSETS", assets).env("SKILL_STUDIO_COUNTERPARTS", servers);
    cargo.env("SKILL_STUDIO_BINARY", binary);
    cargo.env("STUDIO_ATTACK_ROUNDS", options.rounds.to_string());
    cargo.env("SKILL_STUDIO_TEST_KILLS", kills.unwrap_or_default().to_string());
    cargo.env("SKILL_STUDIO_TEST_RACES", options.races.to_string());
    cargo.env("SKILL_STUDIO_FUZZ_SECONDS", options.seconds.to_string());
    let mut ran = 0;
    let outcome = process::watch(&mut cargo, |line| {
        ran += usize::from(line.starts_with("test ") && !line.starts_with("test result"));
    });
    outcome?;
    if ran == 0 { Err(Error::NothingTested { command: process::text(&cargo) }) } else { Ok(()) }
}
