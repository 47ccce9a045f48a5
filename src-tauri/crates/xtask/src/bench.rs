//! Starts the benchmarks, which live in a crate of their own so that this tool stays quick to build.

mod peers;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::setup::{self, Needs};
use crate::{Error, Workspace, assets, process, run, test};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Folder of skill folders, for import and lint.
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// Folder of labelled sets (NAME/skills.jsonl and NAME/queries.jsonl), for scoring.
    #[arg(long)]
    labelled: Option<PathBuf>,
    /// Run only the benchmarks with this name.
    #[arg(long)]
    only: Option<String>,
}

/// The programs that are measured from outside, and the one that measures.
const PROGRAMS: [&str; 3] = ["skill-studio", "skillctl", "studio-bench"];

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Error> {
    setup::run(workspace, Needs::Tests)?;
    let assets = assets::run()?;
    peers::install()?;
    process::run(workspace.npm().args(["run", "--silent", "build"]))?;
    process::run(&mut command(&build(workspace)?, &assets, options)?)
}

/// Builds all programs at once, so that what they share is compiled with one set of features.
fn build(workspace: &Workspace) -> Result<PathBuf, Error> {
    let mut cargo = workspace.cargo();
    cargo.args(["build", "--release", "--features", test::FEATURES]);
    cargo.args(PROGRAMS.iter().flat_map(|program| ["--package", program]));
    cargo.args(["--message-format", "json-render-diagnostics"]).stdin(Stdio::null());
    let messages = process::read(&mut cargo)?;
    run::executable(&messages, "studio-bench").ok_or_else(|| Error::UnexpectedAnswer {
        command: process::text(&cargo),
        answer: "no benchmarks among what was built".to_owned(),
    })
}

fn command(program: &Path, assets: &Path, options: &Options) -> Result<Command, Error> {
    let mut bench = Command::new(program);
    bench.env("SKILL_STUDIO_ASSETS", assets);
    for (flag, path) in [("--corpus", &options.corpus), ("--labelled", &options.labelled)] {
        if let Some(path) = path {
            bench.arg(flag).arg(std::path::absolute(path).map_err(Error::file(path))?);
        }
    }
    if let Some(only) = &options.only {
        bench.args(["--only", only]);
    }
    Ok(bench)
}
