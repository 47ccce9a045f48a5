//! Linting a whole corpus with `skillctl lint`, beside agnix on the same folder.
//!
//! Both are measured as an author runs them: a process from its start to its end, JSON out, the files in the system's
//! cache, taking turns.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::amount::Amount;
use crate::cost::{self, Cost};
use crate::data::Data;
use crate::programs;
use crate::report::{Measured, Report, Row};

const PEER: &str = "agnix";

/// Less processor time than the peer, at least so many times.
const GOAL: f64 = 10.0;

/// Of each; the middle one counts.
const RUNS: usize = 7;

pub(crate) fn measure(data: &Data, report: Report) -> Measured {
    let corpus = data.corpus()?;
    let mut ours = Command::new(programs::ours("skillctl")?);
    ours.args(["--json", "lint"]).arg(corpus);
    let mut theirs = Command::new(programs::peer(PEER));
    theirs.arg(corpus).args(["--format", "json"]);
    // With an empty home: the library that was opened last on this machine would be read besides.
    let home = tempfile::TempDir::new()?;
    for linter in [&mut ours, &mut theirs] {
        linter.env("HOME", home.path());
        for folder in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"] {
            linter.env_remove(folder);
        }
    }
    let (mut here, mut there) = (Vec::new(), Vec::new());
    // The first turn of each fills the system's cache and is not counted.
    let findings = run(&mut ours)?.0["findings"].as_array().map_or(0, Vec::len);
    let peer = run(&mut theirs).ok().map(|(answer, _)| answer);
    for _ in 0..RUNS {
        here.push(run(&mut ours)?.1);
        if peer.is_some() {
            there.push(run(&mut theirs)?.1);
        }
    }
    let median = |costs: &[Cost], of: fn(&Cost) -> std::time::Duration| {
        (!costs.is_empty()).then(|| Amount::Time(cost::median(costs.iter().map(of).collect())))
    };
    let name = peer.as_ref().and_then(|answer| answer["version"].as_str()).unwrap_or_default();
    let name = format!("{PEER} {name}").trim_end().to_owned();
    let row = |what: &str, of: fn(&Cost) -> std::time::Duration| {
        median(&here, of).map(|here| Row::new(what, here).beside(&name, median(&there, of)))
    };
    let cpu = row("processor time", |cost| cost.cpu).map(|row| row.times(GOAL));
    let rows = cpu.into_iter().chain(row("on the clock", |cost| cost.wall));
    let report = rows.fold(report, Report::row);
    Ok(report.note(format!("median of {RUNS} runs; {findings} findings in {} files; {}", files(corpus), said(peer))))
}

/// Runs a linter, which ends with an error where it finds something, and reads its answer.
fn run(linter: &mut Command) -> Result<(Value, Cost), Box<dyn std::error::Error>> {
    let (output, cost) = cost::of_program(linter)?;
    Ok((serde_json::from_slice(&output.stdout)?, cost))
}

fn said(peer: Option<Value>) -> String {
    peer.map_or_else(
        || format!("{PEER} is not installed: `pip install {PEER}`"),
        |answer| {
            let findings = answer["diagnostics"].as_array().map_or(0, Vec::len);
            format!("{PEER}: {findings} findings in {} files", answer["files_checked"])
        },
    )
}

/// Files of any kind below a folder.
fn files(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries.map(|entry| if entry.path().is_dir() { files(&entry.path()) } else { 1 }).sum()
}
