//! Every check and every test: which steps there are, which of them must run, and what is said at the end.
//!
//! A step names what it depends on and is not run again while none of that has changed since it was green. The
//! interface is checked and built before Rust is compiled, since the window's crate takes it in; all of Rust is compiled at
//! once, so that no dependency is built twice.

mod compile;
mod greens;
mod inputs;
mod log;
mod machine;
mod mirror;
mod packages;
mod plan;
mod report;
mod selection;
mod steps;
mod trace;
mod world;

use std::env;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Instant;

use crate::setup::{self, Needs};
use crate::{Error, Workspace, assets, counterparts};
use compile::Compiled;
use greens::{Greens, Whose};
use inputs::Snapshot;
use machine::Machine;
use packages::Packages;
use plan::Plan;
use selection::Selection;
use steps::{Run, Step};
use trace::Tracer;

/// Environment variables of tests, and the folders they name.
type Places = Vec<(&'static str, PathBuf)>;

#[derive(clap::Args, Default)]
pub(crate) struct Options {
    /// Run every step, including those that already passed.
    #[arg(long)]
    all: bool,
    /// Run only this step, or with `STEP:NAME` only its tests whose names contain NAME. Can be repeated.
    #[arg(long, value_name = "STEP")]
    only: Vec<String>,
    /// Run everything under strace and fail if a step opens a repository file that it doesn't declare.
    #[arg(long)]
    traced: bool,
}

/// Where the tests run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Local,
    /// The lock file must be in step, and only what continuous integration has seen green itself is green.
    Ci,
}

/// Runs what continuous integration runs: the same steps, in a checkout that outlives this one, so that what did not change
/// need not be compiled again.
pub(crate) fn run_ci(workspace: &Workspace, options: &Options) -> Result<(), Error> {
    let _one_at_a_time = crate::workspace::exclusive("ci")?;
    run(&mirror::follow(workspace)?, options, Mode::Ci)
}

pub(crate) fn run(workspace: &Workspace, options: &Options, mode: Mode) -> Result<(), Error> {
    let start = Instant::now();
    let selection = Selection::of(&options.only);
    let places = prepare(workspace)?;
    let tracer = options.traced.then(|| Tracer::new(workspace)).transpose()?;
    let plan = Plan {
        workspace,
        packages: Packages::read(workspace)?,
        mode,
        tracer,
        places,
        world: OnceLock::new(),
        studio: OnceLock::new(),
    };
    let steps = plan.names();
    if let Some(name) = selection.unknown(&steps) {
        return Err(Error::NoSuchStep { name: name.to_owned(), steps: steps.join(", ") });
    }
    let greens = Greens::open(if mode == Mode::Ci { Whose::Ci } else { Whose::Developer })?;
    let mut run = Run {
        workspace,
        machine: Machine::look(workspace)?,
        is_full: is_full(workspace, options, mode, &greens),
        // Tests that leave something out fail where this says so.
        must_show_all: env::var("CI").is_ok_and(|value| value == "true"),
        greens,
        selection,
        before: Snapshot::take(workspace)?,
        outcomes: Vec::new(),
    };
    everything(&plan, &mut run);
    conclude(&run, start)
}

/// Installs what is missing, and answers with where it lies.
fn prepare(workspace: &Workspace) -> Result<Places, Error> {
    setup::run(workspace, Needs::Tests)?;
    let (assets, servers) = (assets::run()?, counterparts::run()?);
    Ok(vec![("SKILL_STUDIO_ASSETS", assets), ("SKILL_STUDIO_COUNTERPARTS", servers)])
}

fn is_full(workspace: &Workspace, options: &Options, mode: Mode, greens: &Greens) -> bool {
    let by_age = if mode == Mode::Ci { greens.reason_for_a_full_run(workspace) } else { None };
    if let Some(reason) = &by_age {
        println!("running every step: {reason}");
    }
    by_age.is_some() || options.all || options.traced
}

fn everything(plan: &Plan<'_>, run: &mut Run<'_>) {
    let is_compiled = run.selection.has_other_than(&plan::WITHOUT_RUST);
    run.all(plan.first(is_compiled, run.selection.filters("interface tests")));
    if !is_compiled {
        return;
    }
    let mut compiled = Compiled::default();
    run.all(vec![plan.compile(&mut compiled)]);
    let filters = |step: &str| run.selection.filters(step);
    let tests = plan.tests(&compiled, &filters);
    let due: Vec<&Step<'_>> = tests.iter().filter(|step| run.is_due(step)).collect();
    let has_stories = due.iter().any(|step| step.name == "stories");
    if due.iter().any(|step| world::USED_BY.contains(&step.name.as_str())) {
        run.all(vec![plan.world(&compiled)]);
    }
    let smoke = if has_stories { None } else { Some(plan.smoke(&compiled)) };
    run.all(smoke.into_iter().chain(tests).collect());
    run.all(vec![plan.measures()]);
}

/// Prints what came of it; a run of everything that was green is remembered as that.
fn conclude(run: &Run<'_>, start: Instant) -> Result<(), Error> {
    for line in report::report(&run.outcomes, start.elapsed()) {
        println!("{line}");
    }
    let failed = run.outcomes.iter().filter(|outcome| !outcome.state.is_well()).count();
    if failed > 0 {
        return Err(Error::StepsFailed { failed });
    }
    if run.has_shown_everything() {
        run.greens.keep_full(&greens::commit(run.workspace))?;
    }
    Ok(())
}
