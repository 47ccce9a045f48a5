//! Simulated sessions: what happens, what the model is sent, and whether that is what was expected.

use serde_json::{Value, json};
use studio_api::{
    Studio,
    dto::{
        ComponentTools, ConsentRequest, SimulatedModel, SimulatedRuntime, Simulation, SimulationRequest, SimulationStep,
    },
};

use crate::{
    arguments::{RuntimeName, Simulate},
    consent,
    output::{Failure, Outcome, Output},
    query::text_of,
};

/// Simulates a session and prints it. Exit status 1 where it did not end with an answer, or an expectation failed.
pub(crate) fn simulate(studio: &Studio, arguments: &Simulate, output: &Output) -> Result<Outcome, Failure> {
    let request = SimulationRequest {
        session_id: "skillctl".to_owned(),
        agent: arguments.agent.clone(),
        messages: arguments.messages.clone(),
        runtime: runtime(arguments.runtime),
        components: if arguments.components_always { ComponentTools::Always } else { ComponentTools::OnlySkills },
        model: model(&arguments.model)?,
        tool_library: arguments.library_name.clone(),
        max_iterations: arguments.max_iterations,
    };
    let refused = parking_lot::Mutex::new(None);
    let allows = |asked: &ConsentRequest| {
        let is_allowed = if arguments.allow { Ok(true) } else { consent::ask(asked, None) };
        is_allowed.unwrap_or_else(|failure| {
            refused.lock().get_or_insert(failure);
            false
        })
    };
    let simulation = studio.simulate(&request, &allows)?;
    if let Some(failure) = refused.into_inner() {
        return Err(failure);
    }
    let failed = expectations(arguments, &simulation);
    let mut document = json!(simulation);
    document["failed_expectations"] = json!(failed);
    output.result(&document, |out| out.block(&told(&simulation, &failed)));
    Ok(Outcome::with_findings(!failed.is_empty() || simulation.problem.is_some()))
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

fn model(named: &str) -> Result<SimulatedModel, Failure> {
    if named == "mock" {
        return Ok(SimulatedModel::Mock);
    }
    if let Some(file) = named.strip_prefix("scripted:") {
        return Ok(SimulatedModel::Scripted { replies: text_of(file.as_ref())? });
    }
    if let Some(file) = named.strip_prefix("replay:") {
        let unread = |cause: serde_json::Error| {
            Failure::input(format!("{file}: {cause}. Give a file that skillctl simulate --json has written."))
        };
        let mut document: Value = serde_json::from_str(&text_of(file.as_ref())?).map_err(unread)?;
        let events = serde_json::from_value(document["events"].take()).map_err(unread)?;
        return Ok(SimulatedModel::Recorded { events });
    }
    Err(Failure::input(format!("There is no model {named:?}. Use mock, scripted:FILE or replay:FILE.")))
}

/// What was expected and did not come, a sentence each.
fn expectations(arguments: &Simulate, simulation: &Simulation) -> Vec<String> {
    let mut failed = Vec::new();
    for skill in arguments.expected_skills.iter().filter(|skill| !simulation.skills_used().contains(&skill.as_str())) {
        failed.push(format!("The skill {skill} was not activated."));
    }
    for tool in arguments.expected_tools.iter().filter(|tool| !simulation.tools_used.contains(tool)) {
        failed.push(format!("The tool {tool} was not carried out."));
    }
    if let Some(text) = arguments.expected_text.as_ref().filter(|text| !simulation.response.contains(*text)) {
        failed.push(format!("The answer does not hold \u{201c}{text}\u{201d}."));
    }
    let most = simulation.steps.iter().map(SimulationStep::tokens).max().unwrap_or_default();
    if let Some(limit) = arguments.max_tokens.filter(|limit| most > *limit) {
        failed.push(format!("The model was sent {most} tokens; at most {limit} were expected."));
    }
    failed
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
