//! Measurements of the studio, each beside the peers that are installed, as tables with ratios.
//!
//! `cargo xtask bench` builds this and the programs it measures in release, fetches the peers, and runs it. To add a
//! measurement: a module in `benches/` with one function `fn(&Data, Report) -> Measured`, and a line in [`BENCHES`].
//! A peer or a folder of data that is not there is named as absent and is no error; a goal that is missed is printed.
#![expect(clippy::print_stdout, reason = "the tables are the output")]

mod amount;
mod benches;
mod cost;
mod data;
mod machine;
mod programs;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use data::Data;
use report::{Measured, Report};

/// Something that is measured.
struct Bench {
    name: &'static str,
    title: &'static str,
    /// Fills the table it is given.
    measure: fn(&Data, Report) -> Measured,
}

/// In the order they run. The model's comes first: it measures a cold start.
const BENCHES: &[Bench] = &[
    Bench {
        name: "embed",
        title: "Embedding: all-MiniLM-L6-v2 int8, one thread, one text at a time",
        measure: benches::embed::measure,
    },
    Bench {
        name: "import",
        title: "Import: every skill of the corpus into a fresh library, without vectors",
        measure: benches::import::measure,
    },
    Bench { name: "lint", title: "Lint: every skill of the corpus", measure: benches::lint::measure },
    Bench {
        name: "select",
        title: "Selection: adk-scored queries over the skills of sfskills",
        measure: benches::select::measure,
    },
    Bench { name: "store", title: "Store: a library of 10,000 skills", measure: benches::store::measure },
    Bench {
        name: "start",
        title: "Start and memory: the window on the sample library, under Xvfb, compositing off",
        measure: benches::start::measure,
    },
];

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
    let wanted: Vec<_> = BENCHES.iter().filter(|bench| is_wanted(bench.name)).collect();
    if wanted.is_empty() {
        let names: Vec<_> = BENCHES.iter().map(|bench| bench.name).collect();
        println!("there is no measurement of that name; there are: {}", names.join(", "));
        return ExitCode::FAILURE;
    }
    println!("{}", machine::line());
    for absence in data.absences() {
        println!("{absence}");
    }
    for Bench { title, measure, .. } in wanted {
        let report = measure(&data, Report::new(*title))
            .unwrap_or_else(|error| Report::new(*title).note(format!("not measured: {error}")));
        println!("\n{report}");
    }
    ExitCode::SUCCESS
}
