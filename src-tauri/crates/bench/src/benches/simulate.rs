//! Simulated sessions: a step of the mock over a large agent, looking back at its steps, and long sessions.

mod long;

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use studio_api::{
    Studio,
    dto::{
        AdkSettings, AgentEdit, AgentSkillEdit, ComponentTools, Host, SimulatedRuntime, SimulationModel,
        SimulationPace, SimulationSetup, SpecEdit, SpecForm, ToolEdit, ToolImplementation,
    },
};

pub(crate) use long::open;

use crate::{
    amount::Amount,
    data::Data,
    report::{Measured, Report, Row},
};

const SKILLS: usize = 1_000;
const TOOLS: usize = 500;
/// Steps of the mock that are timed, and steps of the session that is looked back at.
const STEPS: usize = 20;
const LONG: usize = 200;
/// Calls of one turn of a long session.
const OF_A_TURN: usize = 1_000;
/// A reply that calls a tool which changes nothing.
const CALL: &str = r#"{"calls": [{"name": "list_skills", "arguments": {}}]}"#;
const STEP: Amount = Amount::Time(Duration::from_millis(20));
const LOOK: Amount = Amount::Time(Duration::from_millis(50));

/// Fills the table.
pub(crate) fn measure(_: &Data, report: Report) -> Measured {
    let folder = tempfile::tempdir()?;
    let studio = super::import::studio(folder.path())?;
    studio.create_library(&folder.path().join("large.db").to_string_lossy(), false)?;
    fill(&studio, folder.path(), SKILLS, TOOLS)?;
    let mut report = report;
    for runtime in [SimulatedRuntime::AgentSkills, SimulatedRuntime::AgentLib] {
        let mut times = Vec::new();
        let begun = Instant::now();
        let id = studio.start_simulation(&setup(runtime, SimulationModel::Mock))?.row.id;
        let start = begun.elapsed();
        for number in 0..STEPS {
            studio.say_in_simulation(&id, &format!("Handle matter {number} of kind {number}"), SimulationPace::Step)?;
            let begun = Instant::now();
            studio.step_simulation(&id)?;
            times.push(begun.elapsed());
            studio.cancel_simulation(&id)?;
        }
        let name = format!("{SKILLS} skills, {TOOLS} tools, {runtime:?}");
        times.sort_unstable();
        report = report
            .row(Row::new(format!("starting a session, {name}"), Amount::Time(start)))
            .row(Row::new(format!("a step of the mock, {name}: median"), Amount::Time(times[STEPS / 2])).goal(STEP))
            .row(Row::new(format!("the same: the slowest of {STEPS}"), Amount::Time(times[STEPS - 1])));
    }
    let id = studio.start_simulation(&calling(LONG))?.row.id;
    let begun = Instant::now();
    let view = studio.say_in_simulation(&id, "go", SimulationPace::Run)?;
    let whole = begun.elapsed();
    let mut looks = Vec::new();
    for step in &view.steps {
        let begun = Instant::now();
        studio.get_simulation_step(&id, step.event)?;
        looks.push(begun.elapsed());
    }
    looks.sort_unstable();
    let report = report
        .row(Row::new(format!("a session of {} steps as a whole", view.steps.len()), Amount::Time(whole)))
        .row(Row::new("looking at one of its steps: median", Amount::Time(looks[looks.len() / 2])).goal(LOOK))
        .row(Row::new("looking at one of its steps: 95%", Amount::Time(looks[looks.len() * 95 / 100])).goal(LOOK))
        .note("each step is in the library before it ends");
    long::measure(&folder.path().join("small"), report)
}

/// A session of so many calls.
fn calling(calls: usize) -> SimulationSetup {
    let replies = format!("[{}]", vec![CALL; calls].join(","));
    let setup = setup(SimulatedRuntime::AgentLib, SimulationModel::Scripted { replies });
    SimulationSetup { max_iterations: OF_A_TURN as u32, ..setup }
}

/// An agent's session.
pub(super) fn setup(runtime: SimulatedRuntime, model: SimulationModel) -> SimulationSetup {
    SimulationSetup {
        agent: "Large".to_owned(),
        runtime,
        components: ComponentTools::OnlySkills,
        adk: AdkSettings::default(),
        model,
        // Its tools are only described.
        tool_library: Some("mock".to_owned()),
        max_iterations: 10,
        window_tokens: 1_000_000,
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

/// An agent with all skills, each of which names a tool.
fn fill(studio: &Studio, folder: &Path, skills: usize, tools: usize) -> Result<(), Box<dyn std::error::Error>> {
    for number in 0..tools {
        studio.save_tool(&tool(number))?;
    }
    let within = folder.join("skills");
    for number in 0..skills {
        let own = within.join(format!("skill-{number}"));
        fs::create_dir_all(&own)?;
        let head =
            format!("---\nname: skill-{number}\ndescription: Handles matter {number}. Use when a matter of kind");
        let head =
            format!("{head} {number} comes up, or one like it.\nallowed-tools: tool_{}\n---\n\n", number % tools);
        fs::write(own.join("SKILL.md"), head + &"Look at the matter, then handle it step by step.\n".repeat(60))?;
    }
    let report = studio.import_paths(&[within.to_string_lossy().into_owned()], false)?;
    let assigned = report.imported.into_iter().map(|item| AgentSkillEdit {
        skill_id: item.id,
        priority: 0,
        sequence: 0,
        config: "{}".to_owned(),
    });
    let agent = AgentEdit {
        name: "Large".to_owned(),
        instruction: "You handle matters.".to_owned(),
        model_provider: "openai".to_owned(),
        model_name: "none".to_owned(),
        temperature: 0.7,
        skills: assigned.collect(),
        ..AgentEdit::default()
    };
    studio.save_agent(&agent)?;
    studio.wait_until_indexed()?;
    Ok(())
}

fn tool(number: usize) -> ToolEdit {
    let signature = "(matter: Text, count: Maybe Int) --> IO Text".to_owned();
    ToolEdit {
        id: None,
        aggregate_version: 0,
        name: format!("tool_{number}"),
        description: format!("Does thing {number}. Use when thing {number} has to be done."),
        version: "1.0.0".to_owned(),
        spec: SpecEdit { source: SpecForm::Signature, signature, ..SpecEdit::default() },
        implementation: ToolImplementation::None,
        effect: None,
        timeout_s: 30,
        retries: 0,
        depends_on: Vec::new(),
        stated: None,
    }
}
