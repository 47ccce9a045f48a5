//! What authors were promised not to wait for, each beside its limit. No test asserts a time: a machine with other work to do
//! breaks none of these promises.

use std::{
    error::Error,
    sync::mpsc::channel,
    thread,
    time::{Duration, Instant},
};

use studio_api::{
    Studio,
    dto::{
        AdkSettings, AgentEdit, CallOutcome, CallStatus, ComponentTools, Host, SimulatedRuntime, SimulationModel,
        SimulationPace, SimulationSetup, SimulationState, SpecEdit, SpecForm, ToolCall, ToolDetail, ToolEdit,
        ToolImplementation,
    },
};
use studio_testkit::{at_work_here, until};
use studio_text::merge;

use crate::{
    amount::Amount,
    cost,
    data::Data,
    report::{Measured, Report, Row},
};

/// Times each is measured; the median counts.
const TIMES: usize = 5;
/// What is cancelled, or whose time is up, has ended after this.
const AT_ONCE: Amount = Amount::Time(Duration::from_millis(200));
/// Two texts that share nothing are merged, or given up on, in this.
const MERGE: Amount = Amount::Time(Duration::from_secs(5));
/// Lines of them.
const LINES: usize = 100_000;
/// Time of a call that ends with it, in seconds.
const SHORT: u32 = 1;
/// Time of a call that does not.
const LONG: u32 = 3_600;
const NAME: &str = "endless";

type Taken = Result<Duration, Box<dyn Error>>;

/// Fills the table.
pub(crate) fn measure(_: &Data, report: Report) -> Measured {
    let folder = tempfile::tempdir()?;
    let studio = super::import::studio(folder.path())?;
    studio.create_library(&folder.path().join("promises.db").to_string_lossy(), false)?;
    let tool = endless(&studio)?;
    let call = median(|| time_to_cancel_a_call(&studio, &tool.id))?;
    let session = median(|| time_to_cancel_a_session(&studio))?;
    let tool = timed(&studio, &tool, SHORT)?;
    let late = median(|| time_over_its_own(&studio, &tool.id))?;
    let merging = median(|| Ok(time_to_merge()))?;
    Ok(report
        .row(Row::new("cancelling a session at work in a script that never ends", Amount::Time(session)).goal(AT_ONCE))
        .row(Row::new("cancelling a call of such a script", Amount::Time(call)).goal(AT_ONCE))
        .row(Row::new(format!("a call of such a script, over its own {SHORT} s"), Amount::Time(late)).goal(AT_ONCE))
        .row(Row::new(format!("merging texts of {LINES} lines that share none"), Amount::Time(merging)).goal(MERGE))
        .note(format!("medians of {TIMES}")))
}

fn median(mut take: impl FnMut() -> Taken) -> Taken {
    (0..TIMES).map(|_| take()).collect::<Result<_, _>>().map(cost::median)
}

/// A tool that never ends, which an agent of its name has; it may be called.
fn endless(studio: &Studio) -> Result<ToolDetail, studio_api::Error> {
    let signature = "(name: Text) --> IO Text".to_owned();
    let tool = studio.save_tool(&ToolEdit {
        id: None,
        aggregate_version: 0,
        name: NAME.to_owned(),
        description: "Never ends. Use when there is time.".to_owned(),
        version: "1.0.0".to_owned(),
        spec: SpecEdit { source: SpecForm::Signature, signature, ..SpecEdit::default() },
        implementation: ToolImplementation::Javascript {
            script: "function run() { for (;;) {} }".to_owned(),
            memory_mb: 64,
        },
        effect: None,
        timeout_s: LONG,
        retries: 0,
        depends_on: Vec::new(),
        stated: None,
    })?;
    studio.save_agent(&AgentEdit {
        name: NAME.to_owned(),
        instruction: "You have time.".to_owned(),
        model_provider: "openai".to_owned(),
        model_name: "none".to_owned(),
        temperature: 0.7,
        tools: vec![tool.id.clone()],
        ..AgentEdit::default()
    })?;
    if let Some(consent) = called(studio, &tool.id)?.consent {
        studio.grant_consent(&consent.hash)?;
    }
    Ok(tool)
}

/// The tool with another time for each call.
fn timed(studio: &Studio, tool: &ToolDetail, timeout_s: u32) -> Result<ToolDetail, studio_api::Error> {
    studio.save_tool(&ToolEdit {
        id: Some(tool.id.clone()),
        aggregate_version: tool.aggregate_version,
        name: tool.name.clone(),
        description: tool.description.clone(),
        version: tool.version.clone(),
        spec: SpecEdit { source: SpecForm::Signature, signature: tool.spec.signature.clone(), ..SpecEdit::default() },
        implementation: tool.implementation.clone(),
        effect: None,
        timeout_s,
        retries: 0,
        depends_on: Vec::new(),
        stated: None,
    })
}

fn called(studio: &Studio, tool: &str) -> Result<CallOutcome, studio_api::Error> {
    studio.call_tool(&ToolCall {
        call_id: NAME.to_owned(),
        tool_id: tool.to_owned(),
        library: None,
        skill_id: None,
        arguments: r#"{"name": "Ada"}"#.to_owned(),
    })
}

/// How long something goes on after it was cancelled, which is when what it started is at work.
fn time_to_end<T: Send>(
    work: impl FnOnce() -> Result<T, studio_api::Error> + Send,
    cancel: impl FnOnce() -> Result<(), studio_api::Error>,
) -> Result<(T, Duration), studio_api::Error> {
    thread::scope(|scope| {
        let (tell, told) = channel();
        let working = scope.spawn(move || {
            // Whoever measures waits for this.
            let _told = tell.send(at_work_here());
            work()
        });
        until("the script to be at work", told.recv().expect("it is told first"));
        let begun = Instant::now();
        cancel()?;
        let done = working.join().expect("a call does not panic")?;
        Ok((done, begun.elapsed()))
    })
}

fn time_to_cancel_a_call(studio: &Studio, tool: &str) -> Taken {
    let (outcome, took) = time_to_end(|| called(studio, tool), || studio.cancel_call(NAME))?;
    ended_as(&outcome, CallStatus::Cancelled)?;
    Ok(took)
}

fn time_to_cancel_a_session(studio: &Studio) -> Taken {
    let id = studio.start_simulation(&setup())?.row.id;
    let say = || studio.say_in_simulation(&id, "Go on", SimulationPace::Run);
    let (view, took) = time_to_end(say, || studio.cancel_simulation(&id))?;
    if !matches!(view.state, SimulationState::WaitingForUser { .. }) {
        return Err("a session that was cancelled goes on".into());
    }
    Ok(took)
}

/// How much longer than its time a call takes.
fn time_over_its_own(studio: &Studio, tool: &str) -> Taken {
    let begun = Instant::now();
    ended_as(&called(studio, tool)?, CallStatus::TimedOut)?;
    Ok(begun.elapsed().saturating_sub(Duration::from_secs(SHORT.into())))
}

fn ended_as(outcome: &CallOutcome, status: CallStatus) -> Result<(), Box<dyn Error>> {
    if outcome.status == status { Ok(()) } else { Err(format!("a call ended as {:?}", outcome.status).into()) }
}

fn time_to_merge() -> Duration {
    let text = |word: &str| (0..LINES).map(|at| format!("{word} {at}\n")).collect::<Vec<_>>().concat();
    let (base, mine, theirs) = (text("base"), text("mine"), text("theirs"));
    let begun = Instant::now();
    std::hint::black_box(merge::three_way(&base, &mine, &theirs));
    begun.elapsed()
}

fn setup() -> SimulationSetup {
    let replies =
        format!(r#"[{{"calls": [{{"name": "{NAME}", "arguments": {{"name": "Ada"}}}}]}}, {{"text": "done"}}]"#);
    SimulationSetup {
        agent: NAME.to_owned(),
        runtime: SimulatedRuntime::AgentSkills,
        components: ComponentTools::OnlySkills,
        adk: AdkSettings::default(),
        model: SimulationModel::Scripted { replies },
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
