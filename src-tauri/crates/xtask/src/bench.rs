//! Starts the benchmarks, which live in a crate of their own so that this tool stays quick to build.

use std::path::PathBuf;

use crate::{Error, Workspace, assets, process};

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

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<(), Error> {
    let folder = assets::run()?;
    let mut bench = workspace.cargo();
    bench.args(["run", "--quiet", "--release", "--package", "studio-bench", "--"]);
    bench.env("SKILL_STUDIO_ASSETS", folder);
    for (flag, path) in [("--corpus", &options.corpus), ("--labelled", &options.labelled)] {
        if let Some(path) = path {
            bench.arg(flag).arg(std::path::absolute(path).map_err(Error::file(path))?);
        }
    }
    if let Some(only) = &options.only {
        bench.args(["--only", only]);
    }
    process::run(&mut bench)
}
