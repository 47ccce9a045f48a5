//! The project's own tool: `cargo xtask run`, `test` and what they need, from a fresh clone.
//!
//! It is the first thing a newcomer compiles, so it has few dependencies and of the studio's crates only the one of
//! the model's files: it drives cargo, npm, pip and apt-get as processes. What is measured lives in `studio-bench`, what is tested in the crates.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line tool speaks through its output")]

mod assets;
mod bench;
mod clients;
mod codegen;
mod count;
mod counterparts;
mod endure;
mod error;
mod judges;
mod licenses;
mod outdated;
mod pictures;
mod process;
mod run;
mod setup;
mod small_model;
mod spoken;
mod test;
mod tidy;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use error::Error;
use setup::Needs;
use workspace::Workspace;

/// Build, run, test and measure Skill Studio.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build the studio and open it on the sample library.
    Run(run::Options),
    /// Run every check and every test that has not been green with what it depends on.
    Test(test::Options),
    /// What continuous integration runs: `test` with the lock files held fixed, believing only what it saw green itself.
    Ci(test::Options),
    /// Install what is missing: system packages, Node modules, the servers that tests talk to.
    Setup,
    /// Fetch the embedding model and ONNX Runtime, pinned, into the cache.
    Assets,
    /// Write the TypeScript bindings from the commands and the list of licences, and record the fixtures of components.
    Codegen(codegen::Options),
    /// Take the README's pictures anew, with records of what they show; runs all stories in the window.
    Pictures,
    /// Check what compilers don't: layering, module headers, raw colours, shape, the top level.
    Tidy(tidy::Options),
    /// Kill, damage and attack the studio for longer than the tests do.
    Endure(endure::Options),
    /// Have a small model, fetched and run here, pick a skill, call a tool and answer.
    SmallModel,
    /// Do the main job by keys beside Orca, a screen reader, and print what it says; installs it on Debian.
    Spoken,
    /// Say which dependencies lag behind their newest release, and what is known against them.
    Outdated(outdated::Options),
    /// Measure, beside the peers that are installed.
    Bench(bench::Options),
    /// Export, and ask clients, validators and `PostgreSQL` what they make of it; fetches them first, a gigabyte.
    Judges(judges::Options),
    /// Fetch the newest agent clients, gigabytes, and write what each makes of the fixtures into them.
    Clients(clients::Options),
}

fn main() -> ExitCode {
    match perform(Arguments::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error}");
            let mut cause = std::error::Error::source(&error);
            while let Some(reason) = cause {
                eprintln!("  because: {reason}");
                cause = reason.source();
            }
            ExitCode::FAILURE
        }
    }
}

fn perform(task: Task) -> Result<(), Error> {
    let workspace = Workspace::find()?;
    match task {
        Task::Run(options) => run::run(&workspace, &options),
        Task::Test(options) => test::run(&workspace, &options, test::Mode::Local),
        Task::Ci(options) => test::run_ci(&workspace, &options),
        Task::Setup => {
            setup::run(&workspace, Needs::Tests)?;
            counterparts::run().map(drop)
        }
        Task::Assets => assets::run().map(drop),
        Task::Codegen(options) => codegen::run(&workspace, &options),
        Task::Pictures => pictures::run(&workspace),
        Task::Tidy(options) => tidy::run(&workspace, &options),
        Task::Endure(options) => endure::run(&workspace, &options),
        Task::SmallModel => small_model::run(&workspace),
        Task::Spoken => spoken::run(&workspace),
        Task::Outdated(options) => outdated::run(&workspace, &options),
        Task::Bench(options) => bench::run(&workspace, &options),
        Task::Judges(options) => judges::run(&workspace, &options),
        Task::Clients(options) => clients::run(&workspace, &options),
    }
}
