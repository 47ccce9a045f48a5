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
    /// Run all checks and tests that haven't passed since something they depend on changed.
    Test(test::Options),
    /// Run `test` as continuous integration does: with locked dependencies, trusting only its own earlier passes.
    Ci(test::Options),
    /// Install what is missing: system packages, Node modules, servers for tests.
    Setup,
    /// Download the embedding model and ONNX Runtime (pinned versions) to the cache.
    Assets,
    /// Generate the TypeScript bindings and the license list, and record the fixtures of component tests.
    Codegen(codegen::Options),
    /// Retake the README's screenshots and record what they show; runs all stories in the window.
    Pictures,
    /// Check what compilers don't: layering, module headers, raw colors, file structure, top-level files.
    Tidy(tidy::Options),
    /// Run long stress tests: kills, damage and attacks.
    Endure(endure::Options),
    /// Download a small chat model and run one session: it picks a skill, calls a tool and answers.
    SmallModel,
    /// Do the main job by keyboard with the Orca screen reader and print what it says; installs Orca on Debian.
    Spoken,
    /// List outdated dependencies and known advisories.
    Outdated(outdated::Options),
    /// Run benchmarks, compared with installed peers.
    Bench(bench::Options),
    /// Check exports with other clients, validators and `PostgreSQL`; downloads them first (about 1 GB).
    Judges(judges::Options),
    /// Download the newest agent clients (several GB) and update the fixtures with their output.
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
