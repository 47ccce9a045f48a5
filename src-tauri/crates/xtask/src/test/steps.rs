//! Steps, and the order they run in: two cores are shared out, and what does not depend on a red step still runs.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::greens::{self, Green, Greens};
use super::inputs::{Inputs, Snapshot, hash_of_folder};
use super::log::Log;
use super::machine::Machine;
use super::selection::Selection;
use crate::{Error, Workspace};

/// How many cores the steps share, on every machine: more of them would find what fewer do not, and the other way round.
pub(super) const CORES: usize = 2;

/// What a step does; it says what it sees to its log.
pub(super) type Work<'a> = Box<dyn FnOnce(&mut Log) -> Result<(), Error> + Send + 'a>;

/// One of the things a run consists of.
pub(super) struct Step<'a> {
    pub(super) name: String,
    /// How many of the cores it keeps busy.
    pub(super) cores: usize,
    /// Steps that must not be red before it.
    pub(super) needs: Vec<String>,
    /// What it depends on; a step without is run every time.
    pub(super) inputs: Option<Inputs>,
    /// Whether it is run for other steps even where it was not asked for.
    pub(super) is_preparation: bool,
    /// The folder it makes, which must be there as it made it for the step not to be run again.
    pub(super) makes: Option<PathBuf>,
    pub(super) work: Work<'a>,
}

/// How a step ended.
pub(super) struct Outcome {
    pub(super) name: String,
    pub(super) took: Duration,
    pub(super) log: Log,
    pub(super) state: State,
}

pub(super) enum State {
    Passed,
    Failed(Error),
    /// Not run again: it was green with what it depends on.
    Green(Green),
    /// Not run, since a step that it needs is red.
    Held {
        by: String,
    },
}

impl State {
    /// Whether what needs it may run.
    pub(super) fn is_well(&self) -> bool {
        matches!(self, Self::Passed | Self::Green(_))
    }
}

/// What is known while the steps run.
pub(super) struct Run<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) machine: Machine,
    pub(super) greens: Greens,
    pub(super) selection: Selection,
    /// Whether steps that were green are run all the same.
    pub(super) is_full: bool,
    /// Whether a test that leaves something out is red here: a step that was green without showing all is run again.
    pub(super) must_show_all: bool,
    pub(super) before: Snapshot,
    pub(super) outcomes: Vec<Outcome>,
}

impl Run<'_> {
    /// When a step was green with what it depends on now, where it need not be run again.
    fn green(&self, step: &Step<'_>) -> Option<Green> {
        if self.is_full || self.selection.is_asked_by_name(&step.name) {
            return None;
        }
        let green = self.greens.find(&step.name, &step.inputs.as_ref()?.key(&self.before, &self.machine))?;
        let is_made = step.makes.as_ref().is_none_or(|made| hash_of_folder(made) == green.made);
        let is_shown = green.left_out.is_empty() || !self.must_show_all;
        (is_made && is_shown).then_some(green)
    }

    /// Whether every step there is was run just now, and passed.
    pub(super) fn has_shown_everything(&self) -> bool {
        let is_everything = self.is_full && self.selection.is_everything();
        is_everything && self.outcomes.iter().all(|outcome| matches!(outcome.state, State::Passed))
    }

    /// Whether a step was asked for and will have to run.
    pub(super) fn is_due(&self, step: &Step<'_>) -> bool {
        self.selection.is_asked(&step.name) && self.green(step).is_none()
    }

    /// Runs these as far as they were asked for, in this order where cores are free.
    pub(super) fn all(&mut self, steps: Vec<Step<'_>>) {
        let asked = steps.into_iter().filter(|step| step.is_preparation || self.selection.is_asked(&step.name));
        let mut waiting: Vec<Step<'_>> = asked.collect();
        let (ended, when_ended) = mpsc::channel();
        let mut running: BTreeMap<String, (usize, Option<String>)> = BTreeMap::new();
        thread::scope(|scope| {
            while !waiting.is_empty() || !running.is_empty() {
                while let Some(step) = self.next(&mut waiting, &running) {
                    if let Some(green) = self.green(&step) {
                        self.end(Outcome::without_run(step.name, State::Green(green)), None);
                        continue;
                    }
                    let key = step.inputs.as_ref().map(|inputs| inputs.key(&self.before, &self.machine));
                    running.insert(step.name.clone(), (step.cores, key));
                    let (ended, inputs) = (ended.clone(), step.inputs.clone());
                    scope.spawn(move || {
                        // Only this end of the channel is left where the other one panicked.
                        let _gone = ended.send((perform(step), inputs));
                    });
                }
                if running.is_empty() {
                    break;
                }
                let Ok((outcome, inputs)) = when_ended.recv() else { break };
                let key = running.remove(&outcome.name).and_then(|(_, key)| key);
                self.end(outcome, key.zip(inputs));
            }
        });
    }

    /// The next step that may start. One that needs more cores than are free is waited for, so that it is not passed by
    /// small ones for ever; one that needs a red step ends here.
    fn next<'s>(
        &mut self,
        waiting: &mut Vec<Step<'s>>,
        running: &BTreeMap<String, (usize, Option<String>)>,
    ) -> Option<Step<'s>> {
        let mut place = 0;
        while place < waiting.len() {
            let needs = &waiting[place].needs;
            if let Some(by) = needs.iter().find(|need| self.is_red(need)).cloned() {
                let step = waiting.remove(place);
                self.end(Outcome::without_run(step.name, State::Held { by }), None);
                continue;
            }
            let is_due =
                |need: &String| running.contains_key(need) || waiting[..place].iter().any(|step| step.name == *need);
            if needs.iter().any(is_due) {
                place += 1;
                continue;
            }
            let busy: usize = running.values().map(|(cores, _)| cores).sum();
            let fits = busy == 0 || busy + waiting[place].cores <= CORES;
            return fits.then(|| waiting.remove(place));
        }
        None
    }

    fn is_red(&self, name: &str) -> bool {
        self.outcomes.iter().any(|outcome| outcome.name == name && !outcome.state.is_well())
    }

    /// Takes an outcome in; a step that passed, whole and with inputs that nobody changed meanwhile, was green.
    fn end(&mut self, outcome: Outcome, keyed: Option<(String, Inputs)>) {
        if let (State::Passed, Some((key, inputs))) = (&outcome.state, keyed)
            && !self.selection.is_part(&outcome.name)
        {
            let after = Snapshot::take(self.workspace).map(|after| inputs.key(&after, &self.machine));
            if after.is_ok_and(|after| after == key) {
                let Log { count, made, .. } = &outcome.log;
                let (commit, left_out) = (greens::commit(self.workspace), outcome.log.left_out());
                let green = Green { commit, passed: count.passed, made: made.clone(), left_out };
                // Where it can't be kept it is run again next time.
                if let Err(error) = self.greens.keep(&outcome.name, &key, &green) {
                    println!("couldn't save that {} passed: {error}", outcome.name);
                }
            }
        }
        self.outcomes.push(outcome);
    }
}

impl Outcome {
    fn without_run(name: String, state: State) -> Self {
        Self { took: Duration::ZERO, log: Log::new(&name), name, state }
    }
}

fn perform(step: Step<'_>) -> Outcome {
    let mut log = Log::new(&step.name);
    let start = Instant::now();
    log.say("starts");
    // One that panicked is red like any other, and is not waited for.
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| (step.work)(&mut log)))
        .unwrap_or_else(|_| Err(Error::StepPanicked { step: step.name.clone() }));
    log.made = step.makes.as_deref().and_then(hash_of_folder);
    let took = start.elapsed();
    if log.count.passed + log.count.failed == 0 || (outcome.is_err() && log.count.failed == 0) {
        log.count.add(outcome.is_ok());
    }
    log.say(&format!("{} after {:.1} s", if outcome.is_ok() { "is done" } else { "FAILED" }, took.as_secs_f64()));
    let state = outcome.map_or_else(State::Failed, |()| State::Passed);
    Outcome { name: step.name, took, log, state }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::*;
    use crate::process;

    /// A repository with two files, and where greens are kept.
    struct Bench {
        workspace: Workspace,
        folder: tempfile::TempDir,
        must_show_all: bool,
    }

    impl Bench {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            let workspace = Workspace { root: folder.path().join("repository") };
            fs::create_dir(&workspace.root).unwrap();
            process::read(Command::new("git").args(["init", "--quiet"]).current_dir(&workspace.root)).unwrap();
            let bench = Self { workspace, folder, must_show_all: false };
            bench.write("a", "1");
            bench.write("b", "1");
            bench
        }

        fn write(&self, name: &str, text: &str) {
            fs::write(self.workspace.root.join(name), text).unwrap();
        }

        /// Runs these of the steps.
        fn ran(&self, only: &[&str], is_full: bool, steps: Vec<Step<'_>>) -> Run<'_> {
            let only: Vec<String> = only.iter().map(|&name| name.to_owned()).collect();
            let mut run = Run {
                workspace: &self.workspace,
                machine: Machine::of("rustc 1"),
                greens: Greens::at(self.folder.path().join("greens")).unwrap(),
                selection: Selection::of(&only),
                is_full,
                must_show_all: self.must_show_all,
                before: Snapshot::take(&self.workspace).unwrap(),
                outcomes: Vec::new(),
            };
            run.all(steps);
            run
        }

        /// The same, and says how each ended.
        fn run(&self, only: &[&str], is_full: bool, steps: Vec<Step<'_>>) -> String {
            let mut ended: Vec<String> = self.ran(only, is_full, steps).outcomes.iter().map(said).collect();
            ended.sort();
            ended.join(", ")
        }
    }

    fn said(outcome: &Outcome) -> String {
        let state = match &outcome.state {
            State::Passed => "passed".to_owned(),
            State::Failed(_) => "failed".to_owned(),
            State::Green(_) => "green".to_owned(),
            State::Held { by } => format!("held by {by}"),
        };
        format!("{} {state}", outcome.name)
    }

    /// A step that depends on one file.
    fn step<'a>(name: &str, file: &str, work: impl FnOnce() -> Result<(), Error> + Send + 'a) -> Step<'a> {
        Step {
            name: name.to_owned(),
            cores: 1,
            needs: Vec::new(),
            inputs: Some(Inputs { paths: vec![file.to_owned()], ..Inputs::default() }),
            is_preparation: false,
            makes: None,
            work: Box::new(move |_| work()),
        }
    }

    fn red() -> Result<(), Error> {
        Err(Error::Untidy { findings: 1 })
    }

    #[test]
    fn a_step_is_run_again_when_what_it_depends_on_holds_something_else() {
        let bench = Bench::new();
        let both = || vec![step("one", "a", || Ok(())), step("two", "b", || Ok(()))];
        assert_eq!(bench.run(&[], false, both()), "one passed, two passed");
        assert_eq!(bench.run(&[], false, both()), "one green, two green");
        bench.write("a", "2");
        assert_eq!(bench.run(&[], false, both()), "one passed, two green");
        bench.write("a", "1");
        assert_eq!(bench.run(&[], false, both()), "one green, two green", "what it was green with before");
        assert_eq!(bench.run(&["two"], false, both()), "two passed", "what is asked for by name is run");
        assert_eq!(bench.run(&[], true, both()), "one passed, two passed");
    }

    #[test]
    fn red_is_not_kept_nor_is_what_changed_meanwhile_or_ran_in_part() {
        let bench = Bench::new();
        assert_eq!(bench.run(&[], false, vec![step("one", "a", red)]), "one failed");
        let changes = || {
            bench.write("a", "2");
            Ok(())
        };
        assert_eq!(bench.run(&[], false, vec![step("one", "a", changes)]), "one passed");
        assert_eq!(bench.run(&[], false, vec![step("one", "a", red)]), "one failed", "it began with something else");
        assert_eq!(bench.run(&["one:part"], false, vec![step("one", "a", || Ok(()))]), "one passed");
        assert_eq!(bench.run(&[], false, vec![step("one", "a", red)]), "one failed", "a part of it says little");
        assert_eq!(bench.run(&["one"], false, vec![step("one", "a", || Ok(()))]), "one passed");
        assert_eq!(bench.run(&[], false, vec![step("one", "a", red)]), "one green", "the whole of it was green last");
    }

    #[test]
    fn everything_was_shown_where_every_step_was_run_and_passed() {
        let bench = Bench::new();
        let both = || vec![step("one", "a", || Ok(())), step("two", "b", || Ok(()))];
        assert!(bench.ran(&[], true, both()).has_shown_everything());
        assert!(!bench.ran(&[], false, both()).has_shown_everything(), "both were green");
        assert!(!bench.ran(&["one", "two"], true, both()).has_shown_everything(), "there may be more");
        assert!(!bench.ran(&[], true, vec![step("one", "a", red)]).has_shown_everything());
    }

    #[test]
    fn what_left_something_out_is_run_again_where_all_must_be_shown() {
        let bench = Bench::new();
        let leaves_out = || Step {
            work: Box::new(|log: &mut Log| {
                log.read("left out: disk::full: no drive");
                Ok(())
            }),
            ..step("one", "a", || Ok(()))
        };
        let both = || vec![leaves_out(), step("two", "b", || Ok(()))];
        assert_eq!(bench.run(&[], false, both()), "one passed, two passed");
        assert_eq!(bench.run(&[], false, both()), "one green, two green");
        let bench = Bench { must_show_all: true, ..bench };
        assert_eq!(bench.run(&[], false, both()), "one passed, two green");
    }

    #[test]
    fn what_needs_a_red_step_is_held_and_the_rest_runs() {
        let bench = Bench::new();
        let after = |name: &str, need: &str| Step { needs: vec![need.to_owned()], ..step(name, "a", || Ok(())) };
        let steps =
            vec![step("red", "a", red), after("held", "red"), step("fine", "b", || Ok(())), after("last", "fine")];
        assert_eq!(bench.run(&[], false, steps), "fine passed, held held by red, last passed, red failed");
        let panics = step("panics", "a", || panic!("a mistake"));
        assert_eq!(bench.run(&[], false, vec![panics, step("two", "b", || Ok(()))]), "panics failed, two passed");
    }
}
