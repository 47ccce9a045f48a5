//! Importing a large folder from the command line: time, and the most memory it takes, which must not grow with the texts.
//!
//! The skills are grown from the corpus, or from the samples where none is named, so that anyone can run this.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use studio_testkit::{grow_skills, repository};

use crate::amount::Amount;
use crate::cost;
use crate::data::Data;
use crate::programs;
use crate::report::{Measured, Report, Row};

/// How many skills, the longest it may take on a machine at rest, and the most memory.
const SIZES: [Size; 2] = [(10_000, Some(Duration::from_secs(15)), 500 << 20), LARGEST];
const LARGEST: Size = (22_000, None, 500 << 20);

type Size = (usize, Option<Duration>, u64);

type Failure = Box<dyn std::error::Error>;

pub(crate) fn measure(data: &Data, report: Report) -> Measured {
    let program = programs::ours("skillctl")?;
    let (sources, from) = match data.corpus() {
        Ok(corpus) => (corpus.to_owned(), "the corpus"),
        Err(_) => (repository().join("skills"), "the samples, which are few and short"),
    };
    let mut report = report;
    for size in SIZES {
        report = measured(&program, &sources, size, report)?;
    }
    Ok(report.note(format!("grown from {from}; a process of its own, into a fresh library")))
}

/// What the largest import takes, made of the samples.
pub(super) fn largest(report: Report) -> Measured {
    measured(&programs::ours("skillctl")?, &repository().join("skills"), LARGEST, report)
}

/// What one import takes.
fn measured(program: &Path, sources: &Path, (count, longest, most): Size, report: Report) -> Measured {
    let Imported { cost, peak } = import(program, sources, count)?;
    let row = Row::new(format!("{count} skills, on the clock"), Amount::Time(cost.wall));
    let report = report
        .row(match longest {
            Some(longest) => row.goal(Amount::Time(longest)),
            None => row,
        })
        .row(Row::new(format!("{count} skills, processor time"), Amount::Time(cost.cpu)));
    Ok(match peak {
        Some(peak) => {
            let row = Row::new(format!("{count} skills, memory at most"), Amount::Bytes(peak));
            report.row(row.goal(Amount::Bytes(most)))
        }
        None => report,
    })
}

struct Imported {
    cost: cost::Cost,
    peak: Option<u64>,
}

fn import(program: &Path, sources: &Path, count: usize) -> Result<Imported, Failure> {
    let home = tempfile::tempdir()?;
    let skills: PathBuf = home.path().join("skills");
    grow_skills(sources, &skills, count)?;
    let run = |arguments: &[&Path]| {
        let mut command = Command::new(program);
        command.arg("--library").arg(home.path().join("library.db")).args(arguments);
        for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
            command.env(name, home.path().join("home"));
        }
        cost::peak_of_program(&mut command)
    };
    run(&[Path::new("init")])?;
    let (status, cost, peak) = run(&[Path::new("import"), &skills])?;
    // What grown files have to be warned of is no failure.
    if status.code().is_none_or(|code| code > 1) {
        return Err(format!("the import of {count} skills failed").into());
    }
    Ok(Imported { cost, peak })
}
