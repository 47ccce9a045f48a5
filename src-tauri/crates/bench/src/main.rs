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
mod learning;
mod machine;
mod pool;
mod programs;
mod report;
mod selection;
mod vectors;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use data::Data;
use report::{Measured, Report};

/// Something that is measured.
struct Bench {
    name: &'static str,
    /// Whether it is about selection: what `--selection` measures.
    is_of_selection: bool,
    title: &'static str,
    /// Fills the table it is given.
    measure: fn(&Data, Report) -> Measured,
}

/// In the order they run. The model's comes first: it measures a cold start.
const BENCHES: &[Bench] = &[
    Bench {
        name: "embed",
        is_of_selection: false,
        title: "Embedding: all-MiniLM-L6-v2 int8, one thread, one text at a time",
        measure: benches::embed::measure,
    },
    Bench {
        name: "import",
        is_of_selection: false,
        title: "Import: every skill of the corpus into a fresh library, without vectors",
        measure: benches::import::measure,
    },
    Bench {
        name: "import-many",
        is_of_selection: false,
        title: "Import of many: skills grown to 10,000 and 22,000, from the command line",
        measure: benches::import_many::measure,
    },
    Bench {
        name: "export",
        is_of_selection: false,
        title: "Export: 1,000 skills to every target",
        measure: benches::export::measure,
    },
    Bench {
        name: "lint",
        is_of_selection: false,
        title: "Lint: every skill of the corpus",
        measure: benches::lint::measure,
    },
    Bench {
        name: "host-lists",
        is_of_selection: false,
        title: "Host lists: every client's list of 10,000 skills",
        measure: benches::host_lists::measure,
    },
    Bench {
        name: "client-first",
        is_of_selection: false,
        title: "Client views: each client's view of 10,000 skills, and sessions that start with all of them",
        measure: benches::client_first::measure,
    },
    Bench {
        name: "commands",
        is_of_selection: false,
        title: "Commands: skillctl on a library of 10,000 skills, and on folders of 500 and 10,000",
        measure: benches::commands::measure,
    },
    Bench {
        name: "quality",
        is_of_selection: true,
        title: "Quality: every scorer as shipped, on every query set",
        measure: benches::quality::measure,
    },
    Bench {
        name: "unseen",
        is_of_selection: true,
        title: "Unseen: each query set in turn, with weights learned on all others",
        measure: benches::unseen::measure,
    },
    Bench {
        name: "select",
        is_of_selection: true,
        title: "Selection: adk-scored queries over the skills of sfskills",
        measure: benches::select::measure,
    },
    Bench {
        name: "select-speed",
        is_of_selection: true,
        title: "Selection: hybrid queries over libraries of 1,000, 10,000 and 100,000 skills",
        measure: benches::select_speed::measure,
    },
    Bench {
        name: "evaluate",
        is_of_selection: true,
        title: "Evaluation: test queries and draft wordings, through the API",
        measure: benches::evaluate::measure,
    },
    Bench {
        name: "tools",
        is_of_selection: false,
        title: "Tools: call overhead, and the map",
        measure: benches::tools::measure,
    },
    Bench {
        name: "store",
        is_of_selection: false,
        title: "Store: a library of 10,000 skills",
        measure: benches::store::measure,
    },
    Bench {
        name: "save",
        is_of_selection: false,
        title: "Saving: wait times in a library of 2,000 skills",
        measure: benches::save::measure,
    },
    Bench {
        name: "simulate",
        is_of_selection: false,
        title: "Simulate: sessions of an agent with 1,000 skills and 500 tools",
        measure: benches::simulate::measure,
    },
    Bench {
        name: "promises",
        is_of_selection: false,
        title: "Responsiveness: canceling and timeouts",
        measure: benches::promises::measure,
    },
    Bench {
        name: "sharing",
        is_of_selection: false,
        title: "Sharing: four writers on one library",
        measure: benches::sharing::measure,
    },
    Bench {
        name: "sharing-pull",
        is_of_selection: false,
        title: "Sharing: a library of 20,000 skills pulled from a server",
        measure: benches::sharing_pull::measure,
    },
    Bench {
        name: "sharing-search",
        is_of_selection: false,
        title: "Sharing: semantic search in a library of 100,000 skills on a server",
        measure: benches::sharing_search::measure,
    },
    Bench {
        name: "typing",
        is_of_selection: false,
        title: "Typing: the Playground of 994 and of 10,000 skills beside compilers, and their map, under Xvfb",
        measure: benches::typing::measure,
    },
    Bench {
        name: "start",
        is_of_selection: false,
        title: "Start and memory: the window on the sample library, under Xvfb, compositing off",
        measure: benches::start::measure,
    },
];

/// Measure Skill Studio.
#[derive(Parser)]
struct Arguments {
    /// Folder of skill folders, for import and lint, and to grow the query sets with.
    #[arg(long)]
    corpus: Option<PathBuf>,
    /// Folder of query sets (NAME/skills.jsonl and NAME/queries.jsonl), for scoring.
    #[arg(long)]
    labelled: Option<PathBuf>,
    /// Folder of query sets; runs only the selection benchmarks.
    #[arg(long, conflicts_with = "labelled")]
    selection: Option<PathBuf>,
    /// Run only the benchmark with this name.
    #[arg(long)]
    only: Option<String>,
    /// Only open a session of a library, for a benchmark that measures this from outside.
    #[arg(long, num_args = 2, value_names = ["LIBRARY", "SESSION"], hide = true)]
    open_session: Option<Vec<String>>,
}

fn main() -> ExitCode {
    if let Some(code) = studio_api::script_host_if_asked() {
        return code;
    }
    studio_api::keep_runtime_quiet();
    let arguments = Arguments::parse();
    if let Some([library, session]) = arguments.open_session.as_deref() {
        return benches::simulate::open(library, session);
    }
    let is_wanted = |bench: &&Bench| match &arguments.only {
        Some(only) => only == bench.name,
        None => arguments.selection.is_none() || bench.is_of_selection,
    };
    let wanted: Vec<_> = BENCHES.iter().filter(is_wanted).collect();
    if wanted.is_empty() {
        let names: Vec<_> = BENCHES.iter().map(|bench| bench.name).collect();
        println!("unknown benchmark; available benchmarks: {}", names.join(", "));
        return ExitCode::FAILURE;
    }
    let data = match arguments.selection {
        Some(folder) => Data::of_selection(folder, arguments.corpus),
        None => Data::new(arguments.corpus, arguments.labelled),
    };
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
