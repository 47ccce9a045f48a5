//! The newest of the agent clients that install from npm, each run on every set of `fixtures/clients`: what it made of
//! them is written there, or laid beside what stands there. They are fetched into the cache and take gigabytes, so the
//! tests do without.
//!
//! How a client is started, and how its requests are read, is for `skillctl capture` to know, which runs it in the
//! sandbox.

mod capturing;
mod comparing;
mod document;
mod fixtures;
mod known;
mod programs;
mod registry;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use clap::Args;

use crate::count::is_passed;
use crate::workspace::{Workspace, cache_dir, exclusive};
use crate::{Error, codegen, process, run};
use capturing::Capturing;
use fixtures::Fixtures;
use known::Client;
use programs::Cache;

pub(crate) use programs::Installed;

/// The test that compares the table beside the fixtures with what comes out of them, and writes it where asked to.
const TABLE: &str = "what_clients_sent_is_what_we_say_they_send";

/// Differences of a set that are printed.
const MOST_SHOWN: usize = 5;

#[derive(Args)]
pub(crate) struct Options {
    /// Run only this client. Can be repeated.
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Write nothing, and fail if anything differs from fixtures/clients.
    #[arg(long)]
    check: bool,
    /// Use the cached clients; download only missing ones.
    #[arg(long)]
    keep_versions: bool,
}

/// What came of the captures.
#[derive(Default)]
struct Outcome {
    differences: usize,
    failed: usize,
}

/// Clients as they lie in the cache.
pub(crate) struct InCache {
    /// By their names.
    pub(crate) installed: BTreeMap<String, Installed>,
    /// Where they look for programs.
    pub(crate) search: OsString,
}

/// These clients as they were installed last; of one that never was, the newest is fetched.
pub(crate) fn in_cache(skillctl: &Path, names: &[&str]) -> Result<InCache, Error> {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let clients = known::chosen(known::read(skillctl)?, &names)?;
    let cache = Cache { folder: cache_dir()?.join("clients"), is_updating: false };
    let _one_at_a_time = exclusive("clients")?;
    let installed = clients.into_iter().map(|client| Ok::<_, Error>((client.name.clone(), cache.client(&client)?)));
    let installed: BTreeMap<String, Installed> = installed.collect::<Result<_, _>>()?;
    let needed = installed.values().filter_map(|client| client.node).max();
    Ok(InCache { installed, search: programs::search(&cache, needed)? })
}

/// Installs clients, captures every set with each, and prints what differs.
pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Error> {
    let skillctl = run::build_skillctl(workspace)?;
    let clients = known::chosen(known::read(&skillctl)?, &options.only)?;
    let cache = Cache { folder: cache_dir()?.join("clients"), is_updating: !options.keep_versions };
    let _one_at_a_time = exclusive("clients")?;
    let mut outcome = Outcome::default();
    let installed = install(&cache, &clients, &mut outcome);
    let needed = installed.iter().filter_map(|(_, installed)| installed.node).max();
    let capturing = Capturing { skillctl, search: programs::search(&cache, needed)? };
    let mut fixtures = Fixtures::read(&workspace.root.join("fixtures/clients"))?;
    for (client, installed) in &installed {
        println!("\n{} {}", client.label, installed.version);
        capture(&capturing, &mut fixtures, client, &installed.program, &mut outcome)?;
        // What was captured is not lost where a later client does not end.
        if !options.check {
            fixtures.write()?;
        }
    }
    let table = if options.check { Ok(()) } else { write_table(workspace) };
    match outcome {
        Outcome { failed: failed @ 1.., .. } => Err(Error::NotCaptured { failed }),
        Outcome { differences: differences @ 1.., .. } if options.check => Err(Error::ClientsDiffer { differences }),
        Outcome { .. } => table,
    }
}

/// The clients that could be installed; the registry may lack one.
fn install<'a>(cache: &Cache, clients: &'a [Client], outcome: &mut Outcome) -> Vec<(&'a Client, Installed)> {
    let mut all = Vec::new();
    for client in clients {
        match cache.client(client) {
            Ok(installed) => all.push((client, installed)),
            Err(error) => {
                outcome.failed += 1;
                println!("skipping {}: {error}", client.label);
            }
        }
    }
    all
}

/// Captures every set with a client, and takes in what it made of them.
fn capture(
    capturing: &Capturing,
    fixtures: &mut Fixtures,
    client: &Client,
    program: &Path,
    outcome: &mut Outcome,
) -> Result<(), Error> {
    let day = process::read(Command::new("date").arg("+%F"))?;
    for set in fixtures.sets(client) {
        let captured = capturing.capture(client, program, &set).map_err(|error| error.to_string());
        match captured.and_then(|capture| fixtures.take(&set, client, &capture, day.trim())) {
            Ok(differences) => {
                show(&set.name, client, &differences);
                outcome.differences += differences.len();
            }
            Err(reason) => {
                println!("  {:<32} FAILED: {reason}", set.name);
                outcome.failed += 1;
            }
        }
    }
    Ok(())
}

fn show(set: &str, client: &Client, differences: &[String]) {
    let count = differences.len();
    let said = if count == 0 { "unchanged".to_owned() } else { format!("{count} differ") };
    println!("  {set:<32} {said}");
    for difference in differences.iter().take(MOST_SHOWN) {
        println!("    {}: {difference}", client.label);
    }
    if count > MOST_SHOWN {
        println!("    and {} more", count - MOST_SHOWN);
    }
}

/// Writes the table beside the fixtures, by the test that holds it.
fn write_table(workspace: &Workspace) -> Result<(), Error> {
    let mut cargo = workspace.cargo();
    cargo.args(["test", "-p", "studio-clients", "--test", "it", "--", TABLE]).env("UPDATE_CLIENTS", "1");
    let mut due = vec![TABLE];
    process::watch(&mut cargo, |line| due.retain(|name| !is_passed(line, name)))?;
    codegen::did_run(&due)
}
