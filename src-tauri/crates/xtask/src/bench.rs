//! Starts the benchmarks, which live in a crate of their own so that this tool stays quick to build.

mod peers;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::setup::{self, Needs};
use crate::workspace::FEATURES;
use crate::{Error, Workspace, assets, process, run};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Folder of skill folders, for import and lint, and to grow the query sets with.
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// Folder of query sets (NAME/skills.jsonl and NAME/queries.jsonl), for scoring.
    #[arg(long)]
    labelled: Option<PathBuf>,
    /// Folder of query sets; runs only the selection benchmarks, which need no peers and no window.
    #[arg(long, conflicts_with = "labelled")]
    selection: Option<PathBuf>,
    /// Run only the benchmarks with this name.
    #[arg(long)]
    only: Option<String>,
}

/// The program that measures; some others are measured from outside.
const MEASURING: &str = "studio-bench";

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Error> {
    if options.selection.is_some() {
        let assets = assets::run()?;
        return process::run(&mut command(&build(workspace, &[MEASURING])?, &assets, options)?);
    }
    setup::run(workspace, Needs::Tests)?;
    let assets = assets::run()?;
    peers::install()?;
    process::run(workspace.npm().args(["run", "--silent", "build"]))?;
    process::run(&mut command(&build(workspace, &["skill-studio", "skillctl", MEASURING])?, &assets, options)?)
}

/// Builds all programs at once, so that what they share is compiled with one set of features.
fn build(workspace: &Workspace, programs: &[&str]) -> Result<PathBuf, Error> {
    let mut cargo = workspace.cargo();
    cargo.args(["build", "--release"]);
    if programs.len() > 1 {
        cargo.args(["--features", FEATURES]);
    }
    cargo.args(programs.iter().flat_map(|program| ["--package", program]));
    cargo.args(["--message-format", "json-render-diagnostics"]).stdin(Stdio::null());
    let messages = process::read(&mut cargo)?;
    run::executable(&messages, MEASURING).ok_or_else(|| Error::UnexpectedAnswer {
        command: process::text(&cargo),
        answer: "no benchmarks were built".to_owned(),
    })
}

fn command(program: &Path, assets: &Path, options: &Options) -> Result<Command, Error> {
    let mut bench = Command::new(program);
    bench.env("SKILL_STUDIO_ASSETS", assets);
    // For what is measured in the window as tests drive it.
    bench.env("SKILL_STUDIO_BINARY", program.with_file_name("skill-studio"));
    let folders =
        [("--corpus", &options.corpus), ("--labelled", &options.labelled), ("--selection", &options.selection)];
    for (flag, path) in folders {
        if let Some(path) = path {
            bench.arg(flag).arg(std::path::absolute(path).map_err(Error::file(path))?);
        }
    }
    if let Some(only) = &options.only {
        bench.args(["--only", only]);
    }
    Ok(bench)
}
