//! Every check and every test, in one order, with the time each takes and the number of tests that really ran.
//!
//! The interface is checked and built before Rust is compiled, since the window's crate takes it in. All of Rust is
//! compiled with one selection of packages and features, so that no dependency is built twice; the end-to-end tests are
//! picked out of it by name and run last, on the program the same selection built.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::count::{Count, is_passed};
use crate::run::{self, Profile};
use crate::setup::{self, Needs};
use crate::workspace::FEATURES;
use crate::{Error, Workspace, assets, codegen, counterparts, process, tidy};

/// Scenarios through the use-cases and end-to-end tests in the real window; everything else is tested before them.
const LAST_PACKAGE: &str = "studio-tests";

/// Where the tests run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Local,
    /// The lock file must be in step, and nothing is drawn for a terminal.
    Ci,
}

pub(crate) fn run(workspace: &Workspace, mode: Mode) -> Result<(), Error> {
    let mut tests = Tests { workspace, mode, steps: Vec::new() };
    let outcome = tests.all();
    tests.summarize();
    outcome
}

struct Tests<'a> {
    workspace: &'a Workspace,
    mode: Mode,
    steps: Vec<Step>,
}

struct Step {
    name: &'static str,
    took: Duration,
    count: Count,
}

impl Tests<'_> {
    fn all(&mut self) -> Result<(), Error> {
        let workspace = self.workspace;
        self.check("setup", || setup::run(workspace, Needs::Tests))?;
        let assets = self.check("model files", assets::run)?;
        let servers = self.check("servers to talk to", counterparts::run)?;
        self.check("format", || process::run(workspace.cargo().args(["fmt", "--all", "--check"])))?;
        self.check("tidy", || tidy::check(workspace))?;
        self.interface()?;
        self.rust(&[("SKILL_STUDIO_ASSETS", &assets), ("SKILL_STUDIO_COUNTERPARTS", &servers)])
    }

    fn interface(&mut self) -> Result<(), Error> {
        let npm = |script| {
            let mut npm = self.workspace.npm();
            npm.args(["run", "--silent", script]);
            npm
        };
        let [mut types, mut lint, mut tests, mut build] = ["check", "lint", "test", "build"].map(npm);
        self.check("interface: types", || process::run(&mut types))?;
        self.check("interface: lint", || process::run(&mut lint))?;
        self.tests("interface: tests", &mut tests, |_| ())?;
        self.check("interface: build", || process::run(&mut build))
    }

    /// The tests find what was fetched for them in `places`.
    fn rust(&mut self, places: &[(&str, &Path)]) -> Result<(), Error> {
        let targets = self.test_targets()?;
        let mut clippy = self.cargo("clippy");
        clippy.args(["--all-targets", "--", "--deny", "warnings"]);
        self.check("clippy", || process::run(&mut clippy))?;

        let mut crates = self.cargo("test");
        crates.args(["--no-fail-fast", "--lib", "--bins"]).args(targets.earlier).envs(places.iter().copied());
        let mut due = codegen::TESTS.to_vec();
        self.tests("crates", &mut crates, |line| due.retain(|name| !is_passed(line, name)))?;
        self.check("bindings and fixtures", || codegen::did_run(&due))?;

        let workspace = self.workspace;
        let binary = self.check("program", || run::build(workspace, Profile::Debug))?;
        let mut last = self.cargo("test");
        last.arg("--no-fail-fast").args(targets.last);
        last.envs(places.iter().copied()).env("SKILL_STUDIO_BINARY", binary);
        self.tests("scenarios and the window", &mut last, |_| ())
    }

    fn cargo(&self, subcommand: &str) -> Command {
        let mut cargo = self.workspace.cargo();
        cargo.args([subcommand, "--workspace", "--features", FEATURES]);
        if self.mode == Mode::Ci {
            cargo.arg("--locked").env("CI", "true").env("CARGO_TERM_PROGRESS_WHEN", "never");
        }
        cargo
    }

    fn test_targets(&self) -> Result<Targets, Error> {
        let mut command = self.workspace.cargo();
        let answer = process::read(command.args(["metadata", "--no-deps", "--format-version", "1"]))?;
        let metadata = serde_json::from_str(&answer)
            .map_err(|error| Error::UnexpectedAnswer { command: process::text(&command), answer: error.to_string() })?;
        Ok(Targets::of(&metadata))
    }

    /// A step that counts as one.
    fn check<T>(&mut self, name: &'static str, check: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
        self.step(name, |count| {
            let outcome = check();
            count.add(outcome.is_ok());
            outcome
        })
    }

    /// A step that runs tests and counts each of them; running none is a failure.
    fn tests(&mut self, name: &'static str, command: &mut Command, mut on_line: impl FnMut(&str)) -> Result<(), Error> {
        self.step(name, |count| {
            let outcome = process::watch(command, |line| {
                count.read(line);
                on_line(line);
            });
            match outcome {
                Ok(()) if count.passed == 0 => Err(Error::NothingTested { command: process::text(command) }),
                // What does not even compile fails as one.
                Err(_) if count.failed == 0 => {
                    count.failed = 1;
                    outcome
                }
                _ => outcome,
            }
        })
    }

    fn step<T>(
        &mut self,
        name: &'static str,
        perform: impl FnOnce(&mut Count) -> Result<T, Error>,
    ) -> Result<T, Error> {
        println!("\n── {name} ──");
        let start = Instant::now();
        let mut count = Count::default();
        let outcome = perform(&mut count);
        self.steps.push(Step { name, took: start.elapsed(), count });
        outcome.map_err(|error| Error::StepFailed { step: name, source: Box::new(error) })
    }

    /// One line a step, then the sum: every test that ran counts as one, and so does every check.
    fn summarize(&self) {
        println!();
        for Step { name, took, count } in &self.steps {
            println!("{name:<26} {:>7.1} s   {count}", took.as_secs_f64());
        }
        let total = self.steps.iter().fold(Count::default(), |total, step| total + step.count);
        let took: Duration = self.steps.iter().map(|step| step.took).sum();
        println!("\n{total} in {} steps, {:.0} s", self.steps.len(), took.as_secs_f64());
    }
}

/// Arguments that select integration tests.
struct Targets {
    /// Those of every package but the last.
    earlier: Vec<String>,
    /// Those of the last package.
    last: Vec<String>,
}

impl Targets {
    fn of(metadata: &Value) -> Self {
        let mut targets = Self { earlier: Vec::new(), last: Vec::new() };
        for package in metadata["packages"].as_array().into_iter().flatten() {
            let is_last = package["name"] == LAST_PACKAGE;
            let selection = if is_last { &mut targets.last } else { &mut targets.earlier };
            let tests =
                package["targets"].as_array().into_iter().flatten().filter(|target| target["kind"][0] == "test");
            for name in tests.filter_map(|target| target["name"].as_str()) {
                selection.extend(["--test".to_owned(), name.to_owned()]);
            }
        }
        targets
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Targets;

    #[test]
    fn the_last_packages_tests_are_told_from_the_others() {
        let target = |kind: &str, name: &str| json!({"kind": [kind], "name": name});
        let metadata = json!({"packages": [
            {"name": "studio-tests", "targets": [target("test", "scenarios"), target("lib", "studio_tests"), target("test", "e2e")]},
            {"name": "studio-text", "targets": [target("lib", "studio_text"), target("test", "corpus")]},
        ]});
        let targets = Targets::of(&metadata);
        assert_eq!(targets.last, ["--test", "scenarios", "--test", "e2e"]);
        assert_eq!(targets.earlier, ["--test", "corpus"]);
    }
}
