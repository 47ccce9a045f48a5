//! Measurements of the studio, each beside the peers that are installed, as tables with ratios.
//!
//! `cargo xtask bench` builds this in release and runs it. To add a measurement: a module in `benches/` with one
//! function `fn(&Data) -> Report`, and a line in [`BENCHES`]. A peer or a folder of data that is not there is named as
//! absent and is no error.
#![expect(clippy::print_stdout, reason = "the tables are the output")]

mod amount;
mod benches;
mod cost;
mod data;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use data::Data;
use report::Report;

/// A name and what is measured under it.
type Bench = (&'static str, fn(&Data) -> Report);

/// In the order they run. The model's comes first: it measures a cold start.
const BENCHES: &[Bench] = &[("embed", benches::embed::measure)];

/// Measure Skill Studio.
#[derive(Parser)]
struct Arguments {
    /// Folder of skill folders, for import and lint.
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// Folder of labelled sets (NAME/skills.jsonl and NAME/queries.jsonl), for scoring.
    #[arg(long)]
    labelled: Option<PathBuf>,
    /// Run only the measurement of this name.
    #[arg(long)]
    only: Option<String>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let data = Data::new(arguments.corpus, arguments.labelled);
    let is_wanted = |name: &str| arguments.only.as_ref().is_none_or(|only| only == name);
    let wanted: Vec<_> = BENCHES.iter().filter(|(name, _)| is_wanted(name)).collect();
    if wanted.is_empty() {
        let names: Vec<_> = BENCHES.iter().map(|(name, _)| *name).collect();
        println!("there is no measurement of that name; there are: {}", names.join(", "));
        return ExitCode::FAILURE;
    }
    for absence in data.absences() {
        println!("{absence}");
    }
    for (_, measure) in wanted {
        println!("\n{}", measure(&data));
    }
    ExitCode::SUCCESS
}
