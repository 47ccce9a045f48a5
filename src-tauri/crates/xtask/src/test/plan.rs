//! The steps of a run: what each does, what it depends on, what it needs before it.

use std::env;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use super::compile::{self, Compiled, Goal, TestProgram};
use super::inputs::{Inputs, Snapshot};
use super::log::Log;
use super::packages::{Packages, Reads};
use super::steps::{CORES, Step, Work};
use super::trace::Tracer;
use super::world::World;
use super::{Mode, Places};
use crate::{Error, Workspace, codegen, process, tidy};

/// The steps for which nothing is compiled but the interface.
pub(super) const WITHOUT_RUST: [&str; 6] = ["format", "tidy", "types", "lint", "interface", "interface tests"];

/// The package whose test programs are each a step of its own.
const TESTS: &str = "studio-tests";
/// What those read beside what they are compiled from, and the programs of ours they start.
const SCENARIOS: Reads = Reads { paths: &["fixtures/", "skills/", "src-tauri/ARCHITECTURE.md"], starts: &["skillctl"] };
const STORIES: Reads = Reads { paths: &["fixtures/", "skills/"], starts: &["skillctl", "skill-studio"] };
/// Steps with the target that is each of them.
const OF_TESTS: [(&str, &str, &Reads); 3] =
    [("scenarios", "scenarios", &SCENARIOS), ("fuzz", "fuzz", &SCENARIOS), ("stories", "e2e", &STORIES)];
/// Packages whose tests take minutes and wait for processes: as one of two steps at a time they would be waited for.
const LONG: [&str; 2] = ["connect", "skillctl"];
/// The variable that names the folder for the stories' pictures.
const PICTURES: &str = "SKILL_STUDIO_SCREENS";
/// The package of the benchmarks, and its program.
const MEASURING: &str = "studio-bench";
/// A file that the interface is built from.
const OF_INTERFACE: &str = "ui/index.html";
/// The story that is run every time, whatever changed.
const SMOKE: &str = "first_start::";

/// What the steps of a run share.
pub(super) struct Plan<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) packages: Packages,
    pub(super) mode: Mode,
    pub(super) tracer: Option<Tracer>,
    /// What was fetched for the tests.
    pub(super) places: Places,
    /// What they have in common, once it is made.
    pub(super) world: OnceLock<World>,
    /// The window's program, once it is compiled.
    pub(super) studio: OnceLock<PathBuf>,
}

impl Plan<'_> {
    /// Names of all steps, as `--only` takes them.
    pub(super) fn names(&self) -> Vec<String> {
        let fixed = WITHOUT_RUST.into_iter().chain(["compile", "smoke", "measures"]);
        let packages =
            self.packages.names().filter(|name| *name != TESTS && !self.packages.tested(name).is_empty()).map(short);
        let tests = OF_TESTS.map(|(name, ..)| name.to_owned());
        fixed.map(str::to_owned).chain(packages).chain(tests).collect()
    }

    /// What is looked at before anything is compiled, cheapest first.
    pub(super) fn first(&self, is_compiled: bool, filters: Vec<String>) -> Vec<Step<'_>> {
        let workspace = self.workspace;
        let build = Step {
            is_preparation: is_compiled,
            makes: Some(workspace.ui().join("dist")),
            ..interface("interface", CORES, Box::new(|log| self.npm("interface", "build", &[], log)))
        };
        vec![
            step("format", 1, Box::new(|log| show(workspace.cargo().args(["fmt", "--all", "--check"]), log))),
            step("tidy", 1, Box::new(|_| tidy::check(workspace))),
            build,
            interface("types", 1, Box::new(|log| self.npm("types", "check", &[], log))),
            interface("lint", 1, Box::new(|log| self.npm("lint", "lint", &[], log))),
            interface(
                "interface tests",
                CORES,
                Box::new(move |log| self.npm("interface tests", "test", &filters, log)),
            ),
        ]
    }

    fn npm(&self, step: &str, script: &str, arguments: &[String], log: &mut Log) -> Result<(), Error> {
        let mut npm = self.workspace.npm();
        npm.args(["run", "--silent", script, "--"]).args(arguments).env("CI", "true");
        self.watch(step, &mut npm, &interface_inputs(), log)
    }

    pub(super) fn compile<'a>(&'a self, compiled: &'a mut Compiled) -> Step<'a> {
        let work = Box::new(move |log: &mut Log| {
            let outcome;
            (*compiled, outcome) =
                compile::compile(self.workspace, &self.packages, Goal::Tests, self.mode == Mode::Ci, log);
            if let Some(studio) = compiled.programs.get("skill-studio") {
                // It is set once: a run compiles once.
                let _set = self.studio.set(studio.clone());
            }
            outcome?;
            all_listed(&compiled.unlisted(&self.packages, &Snapshot::take(self.workspace)?, &self.workspace.root))
        });
        Step { is_preparation: true, ..step("compile", CORES, work) }
    }

    /// What is measured or judged is compiled, with the tests of what measures, and after everything that is waited for.
    pub(super) fn measures(&self) -> Step<'_> {
        let mut inputs = self.packages.tested_with(MEASURING);
        inputs.paths.extend(self.packages.tested_with(TESTS).paths);
        let listed = inputs.clone();
        let work = Box::new(move |log: &mut Log| {
            let is_locked = self.mode == Mode::Ci;
            let (compiled, outcome) = compile::compile(self.workspace, &self.packages, Goal::Measures, is_locked, log);
            outcome?;
            let program = compiled.test(MEASURING, MEASURING);
            let program = program.ok_or_else(|| Error::NotCompiled { step: MEASURING.to_owned() })?;
            self.watch("measures", &mut self.test_command(&program, CORES), &listed, log)
        });
        Step { inputs: Some(inputs), ..step("measures", CORES, work) }
    }

    /// The tests of each package, then the scenarios, the mutated input, and the stories in the window.
    pub(super) fn tests<'a>(&'a self, compiled: &Compiled, filters: &dyn Fn(&str) -> Vec<String>) -> Vec<Step<'a>> {
        let mut steps = Vec::new();
        for package in self.packages.names().filter(|name| *name != TESTS && !self.packages.tested(name).is_empty()) {
            let name = short(package);
            let programs = self.packages.tested(package).iter().map(|target| compiled.test(package, target)).collect();
            let cores = if LONG.contains(&name.as_str()) { CORES } else { 1 };
            steps.push(self.programs(&name, cores, self.packages.tested_with(package), programs, filters(&name)));
        }
        for (name, target, reads) in OF_TESTS {
            let program = compiled.test_that_starts(reads.starts, TESTS, target);
            let programs = program.map(|program| vec![program]);
            let tests = self.programs(name, CORES, self.inputs_of(reads), programs, filters(name));
            // Where pictures are wanted, the stories that take them are run.
            let is_keyed = name != "stories" || env::var_os(PICTURES).is_none();
            steps.push(Step { inputs: tests.inputs.filter(|_| is_keyed), ..tests });
        }
        steps
    }

    fn inputs_of(&self, reads: &Reads) -> Inputs {
        let mut inputs = self.packages.tested_with(TESTS);
        self.packages.add(&mut inputs, reads);
        inputs
    }

    /// Makes what the tests have in common.
    pub(super) fn world(&self, compiled: &Compiled) -> Step<'_> {
        let program = compiled.programs.get("world").cloned();
        let needs = needs(program.is_some(), &Inputs::default());
        let work = Box::new(move |_: &mut Log| {
            let program = program.ok_or_else(|| Error::NotCompiled { step: "world".to_owned() })?;
            let folder = self.packages.folder(TESTS).unwrap_or_default();
            let mut command = Command::new(program);
            command.env("CARGO_MANIFEST_DIR", self.workspace.root.join(folder));
            // It is set once: a run has one.
            let _set = self.world.set(World::start(command, &self.places)?);
            Ok(())
        });
        Step { is_preparation: true, needs, ..step("world", CORES, work) }
    }

    /// One story in the real window.
    pub(super) fn smoke(&self, compiled: &Compiled) -> Step<'_> {
        let programs = compiled.test_that_starts(STORIES.starts, TESTS, "e2e").map(|program| vec![program]);
        let smoke = self.programs("smoke", CORES, self.inputs_of(&STORIES), programs, vec![SMOKE.to_owned()]);
        Step { inputs: None, ..smoke }
    }

    /// A step that runs programs of tests, one after the other. Where one was not compiled, none is run: green is the step
    /// only as a whole.
    fn programs(
        &self,
        name: &str,
        cores: usize,
        inputs: Inputs,
        programs: Option<Vec<TestProgram>>,
        filters: Vec<String>,
    ) -> Step<'_> {
        let (title, listed) = (name.to_owned(), inputs.clone());
        let needs = needs(programs.is_some(), &inputs);
        let work: Work<'_> = Box::new(move |log| {
            let due = codegen::TESTS.into_iter().filter(|(step, _)| *step == title && filters.is_empty());
            log.due = due.map(|(_, test)| test).collect();
            let programs = programs.ok_or_else(|| Error::NotCompiled { step: title.clone() })?;
            let outcomes = programs.iter().map(|program| {
                let mut command = self.test_command(program, cores);
                command.args(&filters);
                self.watch(&title, &mut command, &listed, log)
            });
            // Every program runs, whatever the one before it found.
            let outcomes: Vec<_> = outcomes.collect();
            outcomes.into_iter().collect::<Result<(), _>>()?;
            codegen::did_run(&log.due)
        });
        Step { inputs: Some(inputs), needs, ..step(name, cores, work) }
    }

    /// As cargo would start it.
    fn test_command(&self, program: &TestProgram, threads: usize) -> Command {
        let mut command = Command::new(&program.path);
        command.current_dir(&program.folder).env("CARGO_MANIFEST_DIR", &program.folder);
        command.arg("--test-threads").arg(threads.to_string());
        command.envs(self.places.iter().map(|(name, place)| (name, place)));
        command.envs(self.world.get().into_iter().flat_map(|world| world.variables.clone()));
        command.envs(self.studio.get().map(|studio| ("SKILL_STUDIO_BINARY", studio)));
        command
    }

    /// Runs tests, counts them, and where the run is traced holds what was opened against what is listed.
    fn watch(&self, step: &str, command: &mut Command, inputs: &Inputs, log: &mut Log) -> Result<(), Error> {
        let mut wrapped = self.tracer.as_ref().map(|tracer| tracer.wrap(command, step));
        process::each_line(wrapped.as_mut().unwrap_or(command), |line| log.read(line))?;
        let Some(tracer) = &self.tracer else { return Ok(()) };
        all_listed(&tracer.unlisted(step, inputs, &Snapshot::take(self.workspace)?, &self.workspace.root))
    }
}

/// The steps that must not be red before one with these inputs: what could not be compiled is not there to be run, and what
/// takes the interface in would show the one that was built last. All else has nothing to do with either.
fn needs(is_compiled: bool, inputs: &Inputs) -> Vec<String> {
    let compile = (!is_compiled).then_some("compile");
    let interface = inputs.have(OF_INTERFACE).then_some("interface");
    compile.into_iter().chain(interface).map(str::to_owned).collect()
}

/// Fails where something is opened or taken in that no list has.
fn all_listed(unlisted: &[String]) -> Result<(), Error> {
    if unlisted.is_empty() { Ok(()) } else { Err(Error::Unlisted { unlisted: unlisted.join("\n    ") }) }
}

/// A step that looks at the interface alone.
fn interface<'a>(name: &str, cores: usize, work: Work<'a>) -> Step<'a> {
    Step { inputs: Some(interface_inputs()), ..step(name, cores, work) }
}

/// The interface's own folder, which holds the recorded bindings and fixtures. Pictures are for readers of the README.
fn interface_inputs() -> Inputs {
    Inputs {
        paths: ["ui/", "src-tauri/crates/xtask/"].map(str::to_owned).to_vec(),
        except: vec!["ui/docs/".to_owned()],
        programs: vec!["node", "npm"],
    }
}

fn step<'a>(name: &str, cores: usize, work: Work<'a>) -> Step<'a> {
    Step { name: name.to_owned(), cores, needs: Vec::new(), inputs: None, is_preparation: false, makes: None, work }
}

fn show(command: &mut Command, log: &mut Log) -> Result<(), Error> {
    process::each_line(command, |line| log.show(line))
}

/// What a package is called among the steps.
fn short(package: &str) -> String {
    match package {
        "skill-studio" => "window".to_owned(),
        package => package.trim_start_matches("studio-").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_step_waits_for_what_it_is_made_of_and_for_nothing_else() {
        let package = |name: &str, folder: &str, uses: &[&str]| {
            let dependencies: Vec<_> = uses.iter().map(|name| json!({"name": name, "path": "/r/x"})).collect();
            json!({"name": name, "manifest_path": format!("/r/{folder}/Cargo.toml"), "dependencies": dependencies,
                   "targets": [{"name": "it", "test": true}]})
        };
        let metadata = json!({"packages": [
            package("skill-studio", "src-tauri", &["studio-text"]),
            package("studio-text", "src-tauri/crates/text", &[]),
            package("studio-bridge", "src-tauri/crates/bridge", &["skill-studio"]),
            package("skillctl", "src-tauri/crates/cli", &["studio-text"]),
            package("studio-tests", "tests", &["studio-text"]),
        ]});
        let workspace = Workspace { root: PathBuf::from("/r") };
        let plan = Plan {
            workspace: &workspace,
            packages: Packages::of(&metadata, &workspace.root),
            mode: Mode::Local,
            tracer: None,
            places: Vec::new(),
            world: OnceLock::new(),
            studio: OnceLock::new(),
        };
        let mut nothing = Compiled::default();
        let steps = plan.tests(&nothing, &|_: &str| Vec::new());
        let needs: Vec<_> = steps.iter().map(|step| format!("{}: {}", step.name, step.needs.join(", "))).collect();
        let expected = [
            "window: compile, interface",
            "skillctl: compile",
            "bridge: compile, interface",
            "text: compile",
            "scenarios: compile",
            "fuzz: compile",
            "stories: compile, interface",
        ];
        assert_eq!(needs, expected, "where nothing was compiled");
        assert_eq!(plan.smoke(&nothing).needs, ["compile", "interface"]);
        assert_eq!(plan.world(&nothing).needs, ["compile"]);
        assert!(plan.compile(&mut nothing).needs.is_empty(), "most crates don't take the interface in");
        let text = plan.packages.tested_with("studio-text");
        assert!(plan.programs("text", 1, text, Some(Vec::new()), Vec::new()).needs.is_empty(), "it was compiled");
    }
}
