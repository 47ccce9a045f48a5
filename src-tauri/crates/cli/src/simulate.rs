//! Simulated sessions: what happens, what the model is sent, and whether that is what was expected.

use serde_json::json;
use studio_api::{
    Studio,
    dto::{
        ComponentTools, ConsentRequest, Host, SimulatedModel, SimulatedRuntime, Simulation, SimulationCase,
        SimulationModel, SimulationRequest, SimulationSetup,
    },
    one_line,
};

mod model;

use crate::{
    arguments::{RuntimeName, Simulate},
    consent,
    output::{Failure, Outcome, Output},
};

/// Simulates a session and prints it. Exit status 1 where it did not end with an answer, or an expectation failed.
pub(crate) fn simulate(studio: &Studio, arguments: &Simulate, output: &Output) -> Result<Outcome, Failure> {
    if arguments.case.is_some() || arguments.cases || arguments.evals.is_some() {
        return cases(studio, arguments, output);
    }
    let request = SimulationRequest {
        session_id: "skillctl".to_owned(),
        agent: arguments.agent.clone().unwrap_or_default(),
        messages: arguments.messages.clone(),
        runtime: runtime(arguments.runtime),
        components: if arguments.components_always { ComponentTools::Always } else { ComponentTools::OnlySkills },
        model: model::of(studio, arguments)?,
        tool_library: arguments.library_name.clone(),
        max_iterations: arguments.max_iterations,
    };
    let author = Author::new(arguments.allow);
    let simulation = studio.simulate(&request, &|asked| author.allows(asked))?;
    author.answered()?;
    let failed = simulation.unmet(
        &arguments.expected_skills,
        &arguments.expected_tools,
        arguments.expected_text.as_deref(),
        arguments.max_tokens,
    );
    let mut document = json!(simulation);
    document["failed_expectations"] = json!(failed);
    output.result(&document, |out| out.block(&told(&simulation, &failed)));
    Ok(Outcome::with_findings(!failed.is_empty() || simulation.problem.is_some()))
}

/// Runs kept test cases and prints what came of each. Exit status 1 where one failed.
fn cases(studio: &Studio, arguments: &Simulate, output: &Output) -> Result<Outcome, Failure> {
    let (mut chosen, mut skipped) = (Vec::new(), Vec::new());
    if let Some(file) = &arguments.evals {
        let import = studio.import_simulation_cases(&file.to_string_lossy(), &setup(studio, arguments)?)?;
        (chosen, skipped) = (import.cases, import.skipped);
    } else {
        let kept = studio.list_simulation_cases()?;
        let is_it =
            |one: &SimulationCase| arguments.case.as_ref().is_none_or(|name| [&one.id, &one.name].contains(&name));
        chosen.extend(kept.cases.into_iter().filter(is_it));
        skipped.extend(kept.unreadable.into_iter().filter(|_| arguments.cases));
        if chosen.is_empty() {
            let name = arguments.case.as_deref().unwrap_or_default();
            let message =
                format!("There is no test case {name:?}. Keep a session as one in the window, or use --evals FILE.");
            return Err(Failure::input(message));
        }
    }
    let author = Author::new(arguments.allow);
    let (mut ran, mut lines) = (Vec::new(), Vec::new());
    for case in chosen {
        let case = studio.run_simulation_case(&case.id, Some(&|asked| author.allows(asked)))?.case;
        author.answered()?;
        let failures = case.last.as_ref().map(|last| last.failures.as_slice()).unwrap_or_default();
        lines.push(format!("{}: {}", if failures.is_empty() { "passed" } else { "failed" }, one_line(&case.name)));
        lines.extend(failures.iter().map(|why| format!("  {}", one_line(why))));
        ran.push(case);
    }
    lines.extend(skipped.iter().map(|row| format!("left out: {}: {}", row.name, row.reason)));
    lines.push(String::new());
    let has_failed = ran.iter().any(|case| case.last.as_ref().is_none_or(|last| !last.is_passed));
    output.result(&json!({ "cases": ran, "skipped": skipped }), |out| out.block(&lines.join("\n")));
    Ok(Outcome::with_findings(has_failed || !skipped.is_empty()))
}

/// What cases are run with that are imported for an agent.
pub(crate) fn case_setup(agent: &str, name: RuntimeName) -> SimulationSetup {
    SimulationSetup {
        agent: agent.to_owned(),
        runtime: runtime(name),
        components: ComponentTools::OnlySkills,
        model: SimulationModel::Mock,
        tool_library: None,
        max_iterations: 10,
        window_tokens: 200_000,
        host: Host::Whole,
        without: Vec::new(),
        uses: None,
        versions: Vec::new(),
    }
}

/// What imported cases are run with.
fn setup(studio: &Studio, arguments: &Simulate) -> Result<SimulationSetup, Failure> {
    let model = match model::of(studio, arguments)? {
        SimulatedModel::Mock => SimulationModel::Mock,
        SimulatedModel::Scripted { replies } => SimulationModel::Scripted { replies },
        SimulatedModel::Recorded { .. } => {
            return Err(Failure::input("Test cases keep no recording. Use mock or scripted:FILE."));
        }
        SimulatedModel::Real { settings, cap } => {
            let name = settings.name.clone();
            // A case is run again later, by whoever opens the library.
            if !studio.list_models()?.models.contains(&settings) {
                let message = format!(
                    "Test cases are run with a chat model of the library, and {name} is none as given here. Set it up in \
                     the window, and leave the other options out."
                );
                return Err(Failure::input(message));
            }
            SimulationModel::Real { name, max_tokens: cap.max_tokens, max_cents: cap.max_cents }
        }
    };
    Ok(SimulationSetup {
        components: if arguments.components_always { ComponentTools::Always } else { ComponentTools::OnlySkills },
        model,
        tool_library: arguments.library_name.clone(),
        max_iterations: arguments.max_iterations,
        ..case_setup(arguments.agent.as_deref().unwrap_or_default(), arguments.runtime)
    })
}

/// The author at the terminal, asked for what would run.
struct Author {
    allows_all: bool,
    refused: parking_lot::Mutex<Option<Failure>>,
}

impl Author {
    const fn new(allows_all: bool) -> Self {
        Self { allows_all, refused: parking_lot::Mutex::new(None) }
    }

    fn allows(&self, asked: &ConsentRequest) -> bool {
        let is_allowed = if self.allows_all { Ok(true) } else { consent::ask(asked, None) };
        is_allowed.unwrap_or_else(|failure| {
            self.refused.lock().get_or_insert(failure);
            false
        })
    }

    /// An error where nobody could be asked.
    fn answered(&self) -> Result<(), Failure> {
        self.refused.lock().take().map_or(Ok(()), Err)
    }
}

const fn runtime(name: RuntimeName) -> SimulatedRuntime {
    match name {
        RuntimeName::AgentSkills => SimulatedRuntime::AgentSkills,
        RuntimeName::AgentLib => SimulatedRuntime::AgentLib,
        RuntimeName::LightGenai => SimulatedRuntime::LightGenai,
        RuntimeName::Adk => SimulatedRuntime::Adk,
        RuntimeName::Everything => SimulatedRuntime::Everything,
    }
}

/// The session for reading.
fn told(simulation: &Simulation, failed: &[String]) -> String {
    let mut lines: Vec<String> = simulation.lines();
    if let Some(problem) = &simulation.problem {
        lines.push(format!("ended: {problem}"));
    }
    lines.extend(failed.iter().map(|why| format!("expected: {why}")));
    lines.push(String::new());
    lines.join("\n")
}
