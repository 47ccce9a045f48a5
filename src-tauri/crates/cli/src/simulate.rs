//! Simulated sessions: what happens, what the model is sent, and whether that is what was expected.

use serde_json::json;
use studio_api::{
    Studio,
    dto::{
        AdkSettings, AdkStrategy, ComponentTools, ConsentRequest, Host, HostState, MissingInput, SessionAct,
        SimulatedModel, SimulatedRuntime, Simulation, SimulationCase, SimulationInput, SimulationListing,
        SimulationModel, SimulationRequest, SimulationSetup, SkillAtVersion, SkillUses,
    },
    host_window, one_line,
};

mod adk;
mod given;
mod model;

pub(crate) use adk::strategies_in_order;
pub(crate) use given::refuse_nobody;

use crate::{
    arguments::{Conditions, RuntimeName, Simulate},
    consent,
    output::{Failure, Outcome, Output},
};

/// A context window of fewer tokens is none that a chat model has.
const LEAST_WINDOW: u32 = 1_000;

/// Simulates a session and prints it. Exit status 1 where it did not end with an answer, or an expectation failed.
pub(crate) fn simulate(
    studio: &Studio,
    arguments: &Simulate,
    strategies: &[AdkStrategy],
    output: &Output,
) -> Result<Outcome, Failure> {
    if arguments.case.is_some() || arguments.cases || arguments.evals.is_some() {
        return cases(studio, arguments, strategies, output);
    }
    let model = model::of(studio, arguments)?;
    if let Some(word) = &arguments.find {
        let found = studio.list_skills_with_word(&setup(studio, arguments, strategies, &model)?, word)?;
        output.result(&json!({ "skills": found }), |out| {
            found.iter().try_for_each(|name| writeln!(out, "{}", one_line(name)))
        });
        return Ok(Outcome::with_findings(found.is_empty()));
    }
    let request = SimulationRequest {
        session_id: "skillctl".to_owned(),
        messages: arguments.messages.clone(),
        compact_after: arguments.compact_after.clone(),
        acts: acts(arguments),
        setup: setup(studio, arguments, strategies, &model)?,
        model,
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

/// What is done between messages, components before skills.
fn acts(arguments: &Simulate) -> Vec<SessionAct> {
    let register =
        |(after, component): &(u32, String)| SessionAct::Register { after: *after, component: component.clone() };
    let remove = |(after, skill): &(u32, String)| SessionAct::Remove { after: *after, skill: skill.clone() };
    arguments.register_after.iter().map(register).chain(arguments.remove_after.iter().map(remove)).collect()
}

/// Runs kept test cases and prints what came of each. Exit status 1 where one failed.
fn cases(
    studio: &Studio,
    arguments: &Simulate,
    strategies: &[AdkStrategy],
    output: &Output,
) -> Result<Outcome, Failure> {
    let (mut chosen, mut skipped, mut missing) = (Vec::new(), Vec::new(), Vec::new());
    if let Some(file) = &arguments.evals {
        let import =
            studio.import_simulation_cases(&file.to_string_lossy(), &setup_of_cases(studio, arguments, strategies)?)?;
        (chosen, skipped, missing) = (import.cases, import.skipped, import.missing);
    } else {
        let kept = studio.list_simulation_cases()?;
        let is_it =
            |one: &SimulationCase| arguments.case.as_ref().is_none_or(|name| [&one.id, &one.name].contains(&name));
        chosen.extend(kept.cases.into_iter().filter(is_it));
        skipped.extend(kept.unreadable.into_iter().filter(|_| arguments.cases));
        if chosen.is_empty() {
            let name = arguments.case.as_deref().unwrap_or_default();
            let message =
                format!("There is no test named {name:?}. Save a session as a test in the app, or use --evals FILE.");
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
    lines.extend(skipped.iter().map(|row| format!("skipped: {}: {}", row.name, row.reason)));
    let not_given = |input: &MissingInput| {
        format!("missing input: {}: {} wasn't found in the skill", one_line(&input.case), one_line(&input.file))
    };
    lines.extend(missing.iter().map(not_given));
    lines.push(String::new());
    let has_failed = ran.iter().any(|case| case.last.as_ref().is_none_or(|last| !last.is_passed));
    output.result(&json!({ "cases": ran, "skipped": skipped, "missing": missing }), |out| out.block(&lines.join("\n")));
    Ok(Outcome::with_findings(has_failed || !skipped.is_empty() || !missing.is_empty()))
}

/// What cases are run with that are imported for an agent.
pub(crate) fn case_setup(agent: &str, name: RuntimeName) -> SimulationSetup {
    SimulationSetup {
        agent: agent.to_owned(),
        runtime: runtime(name),
        components: ComponentTools::OnlySkills,
        adk: AdkSettings::default(),
        model: SimulationModel::Mock,
        tool_library: None,
        max_iterations: 10,
        window_tokens: 200_000,
        host: Host::Standard,
        without: Vec::new(),
        uses: None,
        versions: Vec::new(),
        inputs: Vec::new(),
        captured: None,
        skills: None,
        reads: None,
    }
}

/// What a session is run with.
fn setup(
    studio: &Studio,
    arguments: &Simulate,
    strategies: &[AdkStrategy],
    model: &SimulatedModel,
) -> Result<SimulationSetup, Failure> {
    let Conditions { listing, window, uses, without, versions, inputs, components_always, adk, .. } =
        &arguments.conditions;
    let captured = listing.as_deref().map(given::captured).transpose()?;
    let host = match &captured {
        Some(captured) => captured.client,
        None => given::client(studio, arguments)?,
    };
    let window = window.or_else(|| captured.as_ref()?.window_tokens.filter(|tokens| *tokens >= LEAST_WINDOW));
    let usual = case_setup(arguments.agent.as_deref().unwrap_or_default(), arguments.runtime);
    let known = match model {
        SimulatedModel::Real { settings, .. } => Some(settings.window_tokens).filter(|tokens| *tokens >= LEAST_WINDOW),
        SimulatedModel::Mock | SimulatedModel::Scripted { .. } | SimulatedModel::Recorded { .. } => None,
    };
    let uses: Vec<SkillUses> =
        uses.iter().map(|(skill, uses)| SkillUses { skill: skill.clone(), uses: *uses }).collect();
    let captured_uses = captured.as_ref().map(|captured| captured.uses.clone());
    let version = |(skill, version): &(String, u32)| SkillAtVersion { skill: skill.clone(), version: *version };
    Ok(SimulationSetup {
        components: if *components_always { ComponentTools::Always } else { ComponentTools::OnlySkills },
        adk: adk::settings(adk, strategies)?,
        tool_library: arguments.library_name.clone(),
        max_iterations: arguments.max_iterations,
        window_tokens: window.or(known).or_else(|| host_window(host)).unwrap_or(usual.window_tokens),
        host,
        without: without.clone(),
        uses: captured_uses.or(Some(uses).filter(|uses| !uses.is_empty())),
        versions: versions.iter().map(version).collect(),
        inputs: inputs
            .iter()
            .map(|(skill, path)| SimulationInput { skill: skill.clone(), path: path.clone() })
            .collect(),
        captured,
        skills: given::skills(arguments),
        reads: arguments.reads.as_deref().map(given::whole).transpose()?,
        ..usual
    })
}

/// What imported cases are run with.
fn setup_of_cases(
    studio: &Studio,
    arguments: &Simulate,
    strategies: &[AdkStrategy],
) -> Result<SimulationSetup, Failure> {
    let given = model::of(studio, arguments)?;
    let setup = setup(studio, arguments, strategies, &given)?;
    let model = match given {
        SimulatedModel::Mock => SimulationModel::Mock,
        SimulatedModel::Scripted { replies } => SimulationModel::Scripted { replies },
        SimulatedModel::Recorded { .. } => {
            return Err(Failure::input("Tests can't use a recording. Use mock or scripted:FILE."));
        }
        SimulatedModel::Real { cap, .. } if arguments.model == model::OF_AGENT => {
            SimulationModel::Agent { max_tokens: cap.max_tokens, max_cents: cap.max_cents }
        }
        SimulatedModel::Real { settings, cap } => {
            let name = settings.name.clone();
            // A case is run again later, by whoever opens the library.
            if !studio.list_models()?.models.contains(&settings) {
                let message = format!(
                    "Tests require a chat model configured in the library. With these options, {name} isn't configured \
                     there. Add the model in the app, then run the command without the other options."
                );
                return Err(Failure::input(message));
            }
            SimulationModel::Real { name, max_tokens: cap.max_tokens, max_cents: cap.max_cents }
        }
    };
    Ok(SimulationSetup { model, ..setup })
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

/// What became of a skill in a client's list.
const fn state_in_words(state: HostState) -> &'static str {
    match state {
        HostState::Whole => "full description",
        HostState::Shortened => "description shortened",
        HostState::NameOnly => "name only",
        HostState::Absent => "left out, no room",
        HostState::Hidden => "hidden by its frontmatter",
        HostState::Refused => "left out, the client can't read its file",
    }
}

/// Which version of a client was measured, and when; nothing where the list is that of one that was captured.
fn measured(listing: &SimulationListing) -> String {
    if listing.is_captured || listing.version.is_empty() {
        return String::new();
    }
    format!(" ({}, measured {})", listing.version, listing.measured_on)
}

/// The session for reading.
fn told(simulation: &Simulation, failed: &[String]) -> String {
    let mut lines: Vec<String> = Vec::new();
    if let Some(listing) = &simulation.listing {
        lines.push(format!("skill list: {}{}", listing.rule, measured(listing)));
        lines.extend(
            listing.cut.iter().map(|cut| format!("skill {}: {}", one_line(&cut.skill), state_in_words(cut.state))),
        );
    }
    lines.extend(simulation.lines());
    if let Some(problem) = &simulation.problem {
        lines.push(format!("ended: {problem}"));
    }
    lines.extend(failed.iter().map(|why| format!("expected: {why}")));
    lines.push(String::new());
    lines.join("\n")
}
