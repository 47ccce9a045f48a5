//! Steps, and the order they run in: two cores are shared out, and what does not depend on a red step still runs.

use std::collections::BTreeMap;
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
        is_made.then_some(green)
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
                let commit = greens::commit(self.workspace);
                let green = Green { commit, passed: outcome.log.count.passed, made: outcome.log.made.clone() };
                // Where it can't be kept it is run again next time.
                if let Err(error) = self.greens.keep(&outcome.name, &key, &green) {
                    println!("that {} was green is not kept: {error}", outcome.name);
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
    let outcome = (step.work)(&mut log);
    log.made = step.makes.as_deref().and_then(hash_of_folder);
    let took = start.elapsed();
    if log.count.passed + log.count.failed == 0 || (outcome.is_err() && log.count.failed == 0) {
        log.count.add(outcome.is_ok());
    }
    log.say(&format!("{} after {:.1} s", if outcome.is_ok() { "is done" } else { "FAILED" }, took.as_secs_f64()));
    let state = outcome.map_or_else(State::Failed, |()| State::Passed);
    Outcome { name: step.name, took, log, state }
}
