//! Simulated sessions that are kept: said to, stepped, paused, forked, cancelled, killed and found again.

use std::{
    io::{BufRead as _, BufReader},
    path::PathBuf,
    process::{Command, Stdio},
    sync::mpsc,
    thread,
    time::Instant,
};

use serde_json::json;
use studio_api::{
    ErrorCode, Studio, Upkeep,
    dto::{
        AdkSettings, CaseExpectation, ComponentTools, ConsentKind, Host, HostBudgets, MissingInput, SimulatedRuntime,
        SimulationInput, SimulationModel, SimulationPace, SimulationSetup, SimulationState, SimulationUpdate,
        SimulationView, SimulationWork, SkillAtVersion, SkillUses, StudioEvent, ToolEdit, TurnDifference,
    },
};
use studio_testkit::at_work_here;

use crate::{
    harness::{Bench, Events, Model, refused, start, until},
    toolbox::{javascript, signature, tool},
};

/// Names the folder a child works on.
const FOLDER: &str = "SKILL_STUDIO_TEST_SESSION_FOLDER";

fn setup(agent: &str, replies: &serde_json::Value) -> SimulationSetup {
    SimulationSetup {
        agent: agent.to_owned(),
        runtime: SimulatedRuntime::AgentSkills,
        components: ComponentTools::OnlySkills,
        adk: AdkSettings::default(),
        model: SimulationModel::Scripted { replies: replies.to_string() },
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

fn calls(name: &str, arguments: &serde_json::Value) -> serde_json::Value {
    json!({ "calls": [{ "name": name, "arguments": arguments }] })
}

fn says(text: &str) -> serde_json::Value {
    json!({ "text": text })
}

/// What happened, a word each, without the tool sets.
fn kinds(view: &SimulationView) -> Vec<String> {
    let kind = |event: &studio_api::dto::SimulationEvent| json!(event.event)["kind"].as_str().unwrap().to_owned();
    view.events.iter().map(kind).filter(|kind| kind != "tools_changed").collect()
}

/// What calls were answered.
fn answers(view: &SimulationView) -> Vec<String> {
    let events = view.events.iter().map(|event| json!(event.event));
    events
        .filter(|event| event["kind"] == "tool_answered")
        .map(|event| event["content"].as_str().unwrap().to_owned())
        .collect()
}

fn waits_for_user(view: &SimulationView) -> bool {
    matches!(view.state, SimulationState::WaitingForUser { .. })
}

/// An agent with one tool of its own, which greets.
fn greeter(bench: &Bench, script: &str) -> String {
    let greet = tool("greet", signature("(name: Text) --> IO Text"), javascript(script));
    let greet = bench.add_tool(&ToolEdit { timeout_s: 300, ..greet }).id;
    let agent = studio_api::dto::AgentEdit { tools: vec![greet], ..crate::toolbox::agent("Greeter") };
    bench.save_agent(&agent).unwrap();
    "Greeter".to_owned()
}

fn allow(studio: &Studio, view: &SimulationView) {
    let SimulationState::WaitingForConsent { request, .. } = &view.state else {
        panic!("it asks for nothing: {view:#?}")
    };
    studio.grant_consent(&request.hash).unwrap();
}

#[test]
fn a_session_steps_pauses_and_goes_on_where_it_was() {
    let bench = Bench::with_samples();
    let activate = calls("activate_skill", &json!({ "name": "pico-extraction" }));
    let view =
        bench.start_simulation(&setup("pico_reviewer", &json!([activate, says("done"), says("again")]))).unwrap();
    assert!(waits_for_user(&view) && view.row.title == "New session", "{:#?}", view.row);
    let id = view.row.id;
    refused(bench.step_simulation(&id), ErrorCode::Invalid);
    refused(bench.say_in_simulation(&id, "  ", SimulationPace::Run), ErrorCode::Invalid);
    let view = bench.say_in_simulation(&id, "Extract the PICO", SimulationPace::Step).unwrap();
    assert_eq!((kinds(&view), &view.state), (vec!["user_said".to_owned()], &SimulationState::Paused));
    assert_eq!(view.row.title, "Extract the PICO");
    refused(bench.say_in_simulation(&id, "And more", SimulationPace::Run), ErrorCode::Invalid);
    let view = bench.step_simulation(&id).unwrap();
    assert_eq!(kinds(&view), ["user_said", "model_asked", "model_replied"]);
    assert_eq!((view.steps.len(), &view.state), (1, &SimulationState::Paused));
    let view = bench.step_simulation(&id).unwrap();
    assert_eq!(kinds(&view)[3..], ["skill_activated", "tool_answered"]);
    let view = bench.continue_simulation(&id).unwrap();
    assert_eq!(kinds(&view)[5..], ["model_asked", "model_replied", "ended"]);
    assert!(waits_for_user(&view));
    let step = &view.steps[1];
    assert!(step.tiers.bodies > 300 && step.tokens == step.tiers.total(), "{step:#?}");
    assert!(step.entered.iter().any(|part| json!(part)["tier"] == "body"), "the body came in: {step:#?}");
    assert!(step.tools_entered.contains(&"set_picos_element".to_owned()), "{step:#?}");
    assert!(step.left.is_empty() && view.steps[0].baseline_tokens > 3_000);

    // Another studio finds all of it as it was, and goes on in it.
    let bench = bench.reopen(Upkeep::OnDemand);
    assert_eq!(bench.list_simulations().unwrap(), std::slice::from_ref(&view.row));
    let found = bench.get_simulation(&id).unwrap();
    assert_eq!(found, view);
    let view = bench.say_in_simulation(&id, "Once more", SimulationPace::Run).unwrap();
    assert_eq!((view.row.messages, view.row.steps, view.row.problem.as_deref()), (2, 3, None));
    let view = bench.say_in_simulation(&id, "And again", SimulationPace::Run).unwrap();
    assert!(view.row.problem.unwrap().contains("no more replies"));
    bench.delete_simulation(&id).unwrap();
    assert!(bench.list_simulations().unwrap().is_empty());
    refused(bench.get_simulation(&id), ErrorCode::NotFound);
}

#[test]
fn what_is_told_while_it_runs_is_the_whole_session_in_few_events() {
    let bench = Bench::with_samples();
    let mut replies: Vec<serde_json::Value> = (0..150).map(|_| calls("list_skills", &json!({}))).collect();
    replies.push(says("done"));
    let setup = SimulationSetup {
        runtime: SimulatedRuntime::AgentLib,
        max_iterations: 1_000,
        ..setup("pico_reviewer", &json!(replies))
    };
    let id = bench.start_simulation(&setup).unwrap().row.id;
    bench.events.clear();
    let start = Instant::now();
    let view = bench.say_in_simulation(&id, "go", SimulationPace::Run).unwrap();
    let took = start.elapsed();
    let mut events = Vec::new();
    let (mut told, mut last) = (0, None);
    for event in bench.events.all() {
        let StudioEvent::Simulation { update } = event else { continue };
        told += 1;
        if let SimulationUpdate::Advanced { from, events: more, state, .. } = *update {
            assert_eq!(from as usize, view.events.len() - (view.events.len() - 1 - events.len()));
            events.extend(more);
            last = Some(state);
        }
    }
    assert_eq!(events, view.events[1..], "every event once, in its order; the first was told by the start");
    assert_eq!(last, Some(view.state));
    // No machine makes the pause between two of them shorter.
    let most = 4 + (took.as_secs_f64() * 31.0) as usize * 2;
    assert!(told <= most, "{told} events in {took:?}");
}

#[test]
fn a_session_waits_before_a_call_until_the_author_allows_or_refuses_it() {
    let bench = Bench::new();
    let agent = greeter(&bench, "function run({ name }) { return `Hello ${name}`; }");
    let greet = |name: &str| calls("greet", &json!({ "name": name }));
    let replies = json!([greet("Ada"), greet("Bob"), says("done")]);
    let id = bench.start_simulation(&setup(&agent, &replies)).unwrap().row.id;
    let view = bench.say_in_simulation(&id, "greet them", SimulationPace::Run).unwrap();
    let SimulationState::WaitingForConsent { request, call } = &view.state else { panic!("{:?}", view.state) };
    assert_eq!((request.kind, request.subject.as_str(), call.name.as_str()), (ConsentKind::Tool, "greet", "greet"));
    assert_eq!(answers(&view), [""; 0]);
    // Who goes on without an answer is asked again.
    assert!(matches!(bench.continue_simulation(&id).unwrap().state, SimulationState::WaitingForConsent { .. }));
    let forked = bench.fork_simulation(&id, u32::MAX, None).unwrap();
    let refused = bench.continue_simulation(&forked.row.id).unwrap();
    assert!(matches!(refused.state, SimulationState::WaitingForConsent { .. }));
    let refused = bench.refuse_simulation_call(&forked.row.id).unwrap();
    assert_eq!(answers(&refused), ["The user didn't allow `greet` to run."]);
    assert!(matches!(refused.state, SimulationState::WaitingForConsent { .. }), "each call is asked for");

    allow(&bench, &view);
    let view = bench.continue_simulation(&id).unwrap();
    assert_eq!(answers(&view), ["Hello Ada", "Hello Bob"]);
    assert!(waits_for_user(&view));
    let answer = view.events.iter().find(|event| json!(event.event)["kind"] == "tool_answered").unwrap().index;
    let detail = bench.get_simulation_step(&id, answer).unwrap();
    assert_eq!(detail.calls[0].trace.len(), 6, "the call's trace stays with its answer");
    let bench = bench.reopen(Upkeep::OnDemand);
    assert_eq!(bench.get_simulation_step(&id, answer).unwrap(), detail, "also in the library");
}

#[test]
fn a_fork_shares_what_happened_before_and_may_change_everything_after() {
    let bench = Bench::with_samples();
    let select = calls("activate_skill", &json!({ "name": "evidence-summary" }));
    let first = bench.start_simulation(&setup("pico_reviewer", &json!([select, says("one"), says("two")]))).unwrap();
    let first = bench.say_in_simulation(&first.row.id, "Summarise", SimulationPace::Run).unwrap();
    for shared in 0..=first.events.len() {
        let fork = bench.fork_simulation(&first.row.id, shared as u32, None).unwrap();
        let parent = fork.row.forked_from.clone().unwrap();
        let common = parent.events as usize;
        assert!(common <= shared && parent.id == first.row.id);
        assert_eq!(fork.events[..common], first.events[..common], "steps 1 to k are the same");
        if waits_for_user(&fork) {
            continue;
        }
        let whole = bench.continue_simulation(&fork.row.id).unwrap();
        assert_eq!(whole.events.len(), first.events.len());
        let timeless = |view: &SimulationView| {
            let mut events = json!(view.events);
            events.as_array_mut().unwrap().iter_mut().for_each(|event| event["event"]["elapsed_us"] = json!(null));
            events
        };
        assert_eq!(timeless(&whole), timeless(&first), "the same model goes the same way");
        assert_eq!(whole.steps, first.steps);
    }
    // The same beginning under another runtime, with a model that is new from there on.
    let changed = SimulationSetup {
        runtime: SimulatedRuntime::AgentLib,
        without: vec!["risk-of-bias".to_owned()],
        ..setup("pico_reviewer", &json!([says("three")]))
    };
    let end = first.events.len() as u32;
    let fork = bench.fork_simulation(&first.row.id, end, Some(&changed)).unwrap();
    let fork = bench.say_in_simulation(&fork.row.id, "And now?", SimulationPace::Run).unwrap();
    assert_eq!(fork.events[..first.events.len()], first.events[..]);
    assert_eq!(fork.row.problem, None, "its script begins where it takes over");
    let step = bench.get_simulation_step(&fork.row.id, fork.steps.last().unwrap().event).unwrap();
    assert!(step.tools.iter().any(|tool| tool.name == "get_skill"));
    assert!(!step.sections.iter().any(|section| section.text.contains("risk-of-bias")), "it goes without that skill");
    let unknown = SimulationSetup { without: vec!["nothing".to_owned()], ..changed };
    assert!(refused(bench.start_simulation(&unknown), ErrorCode::Invalid).contains("no skill “nothing”"));
    // What it came from may go.
    bench.delete_simulation(&first.row.id).unwrap();
    assert_eq!(bench.reopen(Upkeep::OnDemand).get_simulation(&fork.row.id).unwrap().events, fork.events);
}

#[test]
fn a_recorded_session_replays_byte_for_byte() {
    let bench = Bench::with_samples();
    let mock = SimulationSetup { model: SimulationModel::Mock, ..setup("pico_reviewer", &json!([])) };
    let first = bench.start_simulation(&mock).unwrap();
    let messages = ["Summarise the evidence", "How biased is it?"];
    let talk = |id: &str| {
        let mut last = None;
        for message in messages {
            last = Some(bench.say_in_simulation(id, message, SimulationPace::Run).unwrap());
            while let Some(view) = last.as_ref().filter(|view| !waits_for_user(view)) {
                allow(&bench, view);
                last = Some(bench.continue_simulation(id).unwrap());
            }
        }
        last.unwrap()
    };
    let first = talk(&first.row.id);
    let model = SimulationModel::Recorded { id: first.row.id.clone() };
    let again = bench.start_simulation(&SimulationSetup { model, ..mock }).unwrap();
    assert!(again.row.model.contains("Summarise the evidence"), "{}", again.row.model);
    for message in messages {
        let view = bench.say_in_simulation(&again.row.id, message, SimulationPace::Run).unwrap();
        assert!(waits_for_user(&view), "nothing is asked: {:?}", view.state);
    }
    let again = bench.get_simulation(&again.row.id).unwrap();
    assert_eq!(bytes(&again), bytes(&first));
    assert_eq!(again.steps, first.steps);
}

/// All that happened, as it is kept.
fn bytes(view: &SimulationView) -> Vec<String> {
    view.events.iter().map(|event| json!(event.event).to_string()).collect()
}

#[test]
fn a_replay_runs_nothing_and_answers_as_the_tools_did() {
    let bench = Bench::new();
    let agent = greeter(&bench, "function run(a) { return a.name + ' ' + Math.random(); }");
    let greet = |name: &str| calls("greet", &json!({ "name": name }));
    let wrong = calls("greet", &json!({ "age": 7 }));
    let scripted =
        setup(&agent, &json!([greet("Ada"), wrong, calls("nobody", &json!({})), greet("Eve"), says("done")]));
    let id = bench.start_simulation(&scripted).unwrap().row.id;
    let asks = bench.say_in_simulation(&id, "Greet all", SimulationPace::Run).unwrap();
    allow(&bench, &asks);
    let first = bench.continue_simulation(&id).unwrap();
    assert_eq!(first.row.problem, None);
    assert!(answers(&first)[0].contains("Ada 0.") && answers(&first)[3].contains("Eve 0."), "{:?}", answers(&first));

    // Not even allowed any more: the replay asks for nothing, since it runs nothing.
    for consent in bench.list_consents().unwrap() {
        bench.revoke_consent(&consent.hash).unwrap();
    }
    let replay = SimulationSetup { model: SimulationModel::Recorded { id }, ..scripted };
    let again = bench.start_simulation(&replay).unwrap().row.id;
    let again = bench.say_in_simulation(&again, "Greet all", SimulationPace::Run).unwrap();
    assert!(waits_for_user(&again), "{:?}", again.state);
    assert_eq!(bytes(&again), bytes(&first));
    let spread = bench.repeat_simulation(&replay, &["Greet all".to_owned()], 3, "repeat").unwrap();
    assert!(spread.asks.is_none(), "{:?}", spread.asks);
}

#[test]
fn a_replay_ends_where_its_recording_does() {
    let bench = Bench::with_samples();
    let calls =
        json!([{ "calls": [{ "name": "get_skill", "arguments": { "name": "risk-of-bias" } }] }, { "text": "x" }]);
    let first = bench.start_simulation(&setup("pico_reviewer", &calls)).unwrap();
    let first = bench.say_in_simulation(&first.row.id, "Look", SimulationPace::Run).unwrap();
    let model = SimulationModel::Recorded { id: first.row.id.clone() };
    let fork = bench.start_simulation(&SimulationSetup { model, ..setup("pico_reviewer", &calls) }).unwrap();
    let fork = bench.say_in_simulation(&fork.row.id, "Look", SimulationPace::Run).unwrap();
    assert_eq!(fork.row.problem, None);
    let after = bench.say_in_simulation(&fork.row.id, "And now?", SimulationPace::Run).unwrap();
    let problem = after.row.problem.unwrap();
    assert!(problem.contains("The recording ends here"), "{problem}");
}

/// Cancels a session that is at work in a call that does not end before its own time, which is longer than any test's.
fn cancelled_at_work(bench: &Bench, setup: &SimulationSetup) {
    let id = bench.start_simulation(setup).unwrap().row.id;
    let view = bench.say_in_simulation(&id, "greet", SimulationPace::Run).unwrap();
    allow(bench, &view);
    let (studio, (send, receive)) = (&**bench, mpsc::channel());
    thread::scope(|scope| {
        let session = &id;
        let running = scope.spawn(move || {
            send.send(at_work_here()).unwrap();
            studio.continue_simulation(session).unwrap()
        });
        until("the session to run", || {
            matches!(studio.get_simulation(session).unwrap().state, SimulationState::Running)
        });
        refused(studio.delete_simulation(session), ErrorCode::Invalid);
        refused(studio.say_in_simulation(session, "more", SimulationPace::Run), ErrorCode::Invalid);
        until("its call to be at work", receive.recv().unwrap());
        studio.cancel_simulation(session).unwrap();
        let view = running.join().unwrap();
        assert_eq!(json!(view.row.ended), "cancelled");
        assert_eq!(view.row.problem.as_deref(), Some("The session was stopped."));
        assert!(waits_for_user(&view));
    });
}

#[test]
fn a_running_session_is_cancelled_at_once() {
    let bench = Bench::new();
    let agent = greeter(&bench, "function run() { for (;;) {} }");
    let replies = json!([calls("greet", &json!({ "name": "Ada" })), says("done")]);
    cancelled_at_work(&bench, &setup(&agent, &replies));
    // A turn that stands still is ended too.
    let id = bench.start_simulation(&setup(&agent, &replies)).unwrap().row.id;
    bench.say_in_simulation(&id, "greet", SimulationPace::Step).unwrap();
    bench.cancel_simulation(&id).unwrap();
    assert!(waits_for_user(&bench.get_simulation(&id).unwrap()));
}

/// The child. Without a folder it is no test and does nothing.
#[test]
#[ignore = "run by the test below, as a process of its own"]
fn child() {
    let Ok(folder) = std::env::var(FOLDER) else { return };
    let folder = PathBuf::from(folder);
    let studio = start(&folder, Upkeep::OnDemand, &Events::default(), &Model::default());
    studio.open_library(folder.join("Test.db").to_str().unwrap()).unwrap();
    let id = studio.list_simulations().unwrap()[0].id.clone();
    // Killed before it is confined, a call would go on until its own end, and keep a core from all other tests.
    let is_at_work = at_work_here();
    thread::spawn(move || {
        until("its call to be at work", is_at_work);
        studio_testkit::tell("running");
    });
    drop(studio.continue_simulation(&id));
}

#[test]
fn a_session_that_is_killed_while_it_runs_is_found_again() {
    let bench = Bench::new();
    let agent = greeter(&bench, "function run({ name }) { while (name == 'Eve') {} return name; }");
    let greet = |name: &str| calls("greet", &json!({ "name": name }));
    let replies = json!([greet("Ada"), greet("Eve"), says("done")]);
    let view = bench.start_simulation(&setup(&agent, &replies)).unwrap();
    let view = bench.say_in_simulation(&view.row.id, "greet", SimulationPace::Run).unwrap();
    allow(&bench, &view);
    let id = view.row.id;
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["simulating::child", "--exact", "--ignored", "--nocapture"])
        .env(FOLDER, bench.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(lines.map_while(Result::ok).any(|line| line.contains("running")), "the child never came to run it");
    let bench = bench.reopen(Upkeep::OnDemand);
    let second = || bench.second().get_simulation(&id).unwrap();
    until("the second call to be asked for", || second().steps.len() == 2);
    // Another program is at work in it: it is seen to be, and nobody else works in it or deletes it.
    assert_eq!(bench.list_simulations().unwrap()[0].work, SimulationWork::Elsewhere);
    assert_eq!(bench.get_simulation(&id).unwrap().state, SimulationState::RunningElsewhere);
    for refusal in [bench.continue_simulation(&id).map(drop), bench.delete_simulation(&id)] {
        assert!(refused(refusal, ErrorCode::Invalid).contains("running in another program"));
    }
    child.kill().unwrap();
    child.wait().unwrap();

    let row = bench.list_simulations().unwrap().remove(0);
    assert!(row.work == SimulationWork::Interrupted && row.unreadable.is_none(), "{row:#?}");
    let found = bench.get_simulation(&id).unwrap();
    assert_eq!((found.state.clone(), answers(&found)), (SimulationState::Paused, vec!["Ada".to_owned()]));
    bench.cancel_simulation(&id).unwrap();
    let ended = bench.get_simulation(&id).unwrap();
    assert!(waits_for_user(&ended) && ended.row.work == SimulationWork::Nobody);
    assert_eq!(ended.events[..found.events.len()], found.events[..], "nothing it had is lost");
    assert_eq!(bench.reopen(Upkeep::OnDemand).list_simulations().unwrap()[0].work, SimulationWork::Nobody);
}

#[test]
fn two_programs_take_turns_in_a_session_and_neither_loses_what_the_other_did() {
    let bench = Bench::with_samples();
    let replies = json!([says("one"), says("two"), says("three")]);
    let id = bench.start_simulation(&setup("pico_reviewer", &replies)).unwrap().row.id;
    let say = |studio: &Studio, text: &str| studio.say_in_simulation(&id, text, SimulationPace::Run).unwrap();
    say(&bench, "first");
    let second = bench.second();
    let theirs = say(&second, "second");
    assert_eq!((theirs.row.messages, theirs.row.work), (2, SimulationWork::Nobody));
    assert_eq!(bench.get_simulation(&id).unwrap(), theirs, "what was at hand is read anew");
    assert_eq!(bench.list_simulations().unwrap(), std::slice::from_ref(&theirs.row));
    let ours = say(&bench, "third");
    assert_eq!(ours.events[..theirs.events.len()], theirs.events[..]);
    assert_eq!(second.get_simulation(&id).unwrap(), ours);
    // What failed before it began gives the session back.
    refused(bench.say_in_simulation(&id, "  ", SimulationPace::Run), ErrorCode::Invalid);
    assert_eq!(second.list_simulations().unwrap()[0].work, SimulationWork::Nobody);
    second.delete_simulation(&id).unwrap();
    refused(bench.get_simulation(&id), ErrorCode::NotFound);
    assert!(bench.list_simulations().unwrap().is_empty());
}

#[test]
fn the_list_of_skills_is_cut_as_the_chosen_client_cuts_it() {
    let bench = Bench::with_samples();
    let of =
        |host, window_tokens| SimulationSetup { host, window_tokens, ..setup("pico_reviewer", &json!([says("done")])) };
    let catalogue = |setup: &SimulationSetup| {
        let view = bench.start_simulation(setup).unwrap();
        let view = bench.say_in_simulation(&view.row.id, "go", SimulationPace::Run).unwrap();
        (view.steps[0].tiers.catalogue, view)
    };
    let (whole, _) = catalogue(&of(Host::Standard, 200_000));
    let (codex, view) = catalogue(&of(Host::Codex, 2_000));
    let listing = view.listing.unwrap();
    assert!(codex < whole && !listing.cut.is_empty() && listing.rule.contains("Codex"), "{listing:#?}");
    assert_eq!(view.steps[0].cut_tokens, listing.cut_tokens);
    let detail = bench.get_simulation_step(&view.row.id, view.steps[0].event).unwrap();
    let told: u32 = detail.sections.iter().map(|section| section.tokens).sum();
    let tools: u32 = detail.tools.iter().filter_map(|tool| tool.tokens).sum();
    assert_eq!(told + tools, view.steps[0].tokens, "the sections and tools are what was counted");
    let (gemini, view) = catalogue(&of(Host::Gemini, 2_000));
    assert!(gemini > codex, "nothing is cut");
    assert!(view.listing.unwrap().cut.is_empty(), "Gemini lists all of them whole");
    // Claude Code keeps the descriptions of the skills it used most: counted by the library, or as the setup says.
    let kept = |uses: Option<Vec<SkillUses>>| {
        let setup = SimulationSetup { uses, ..of(Host::ClaudeCode, 200_000) };
        let budgets = HostBudgets { claude_budget: Some(500), claude_bundled: 0, ..bench.get_host_budgets().unwrap() };
        bench.set_host_budgets(budgets).unwrap();
        let cut = bench.start_simulation(&setup).unwrap().listing.unwrap().cut;
        let is_kept = |name: &str| cut.iter().all(|one| one.skill != name);
        (is_kept("risk-of-bias"), is_kept("evidence-summary"))
    };
    let used = |skill: &str| Some(vec![SkillUses { skill: skill.to_owned(), uses: 9 }]);
    assert!(kept(used("risk-of-bias")).0 && kept(used("evidence-summary")).1);
    assert_eq!(kept(None), kept(Some(Vec::new())), "nothing was counted yet");
    let setup = SimulationSetup { tool_library: Some("mock".to_owned()), ..of(Host::ClaudeCode, 200_000) };
    let call = SimulationSetup {
        model: SimulationModel::Scripted {
            replies: json!([
                calls("Skill", &json!({ "skill": "evidence-summary" })),
                calls("pooled_effect", &json!({})),
                says("done"),
            ])
            .to_string(),
        },
        ..setup
    };
    let id = bench.start_simulation(&call).unwrap().row.id;
    let view = bench.say_in_simulation(&id, "go", SimulationPace::Run).unwrap();
    assert!(answers(&view)[0].starts_with("Launching skill: evidence-summary\n\nBase directory"), "{view:#?}");
    assert!(kept(None).1, "the call in its name is counted: {view:#?}");
}

#[test]
fn a_skill_is_taken_back_to_an_earlier_version_for_one_session() {
    let bench = Bench::with_samples();
    let skill = bench.row("risk-of-bias").id;
    let earlier = bench.text(&skill, "SKILL.md");
    let later = earlier
        .replace("Assesses the risk of bias of a randomised trial domain by domain", "Judges trials")
        .replace("Bias belongs to a **result**", "Bias belongs to whoever finds it")
        .replace("  - export_picos\n", "");
    let saved = bench.save(&skill, "SKILL.md", &later);
    let known = bench.list_simulation_versions("pico_reviewer").unwrap();
    let [of_skill] = known.as_slice() else { panic!("only one skill was changed: {known:#?}") };
    assert_eq!(of_skill.skill, "risk-of-bias");
    let [version] = of_skill.versions.as_slice() else { panic!("{known:#?}") };
    assert!(version.aggregate_version < saved.aggregate_version);

    let replies = json!([calls("activate_skill", &json!({ "name": "risk-of-bias" })), says("done")]);
    let now = setup("pico_reviewer", &replies);
    let at = |version| vec![SkillAtVersion { skill: "risk-of-bias".to_owned(), version }];
    let then = SimulationSetup { versions: at(version.aggregate_version), ..now.clone() };
    let sent = |setup: &SimulationSetup| {
        let id = bench.start_simulation(setup).unwrap().row.id;
        let view = bench.say_in_simulation(&id, "go", SimulationPace::Run).unwrap();
        let step = bench.get_simulation_step(&id, view.steps.last().unwrap().event).unwrap();
        let prompt: String = step.sections.iter().map(|section| section.text.as_str()).collect();
        let tools: Vec<String> = step.tools.into_iter().map(|tool| tool.name).collect();
        (id, prompt, tools)
    };
    let ((a, before, tools_before), (b, after, tools_after)) = (sent(&then), sent(&now));
    assert!(before.contains("domain by domain") && before.contains("belongs to a **result**"), "{before}");
    assert!(after.contains("Judges trials") && after.contains("whoever finds it"), "{after}");
    assert!(!after.contains("domain by domain"), "{after}");
    let has = |tools: &[String]| tools.iter().any(|tool| tool == "export_picos");
    assert!(has(&tools_before) && !has(&tools_after), "{tools_before:?} {tools_after:?}");
    let compared = bench.compare_simulations(&a, &b).unwrap();
    assert!(compared.turns[0].differences.contains(&TurnDifference::Tokens), "{compared:#?}");
    assert_eq!(bench.get_simulation(&a).unwrap().setup.versions, then.versions, "kept with the session");

    let wrong = |versions| bench.start_simulation(&SimulationSetup { versions, ..now.clone() });
    let message = refused(wrong(at(9_999)), ErrorCode::NotFound);
    assert_eq!(message, "“risk-of-bias” has no version 9999 of its SKILL.md to revert to.");
    let stranger = vec![SkillAtVersion { skill: "small-talk".to_owned(), version: 1 }];
    refused(wrong(stranger), ErrorCode::Invalid);
}

#[test]
fn two_sessions_are_compared_turn_by_turn_and_one_without_a_skill_beside_one_with_it() {
    let bench = Bench::with_samples();
    let mock = SimulationSetup { model: SimulationModel::Mock, ..setup("pico_reviewer", &json!([])) };
    let message = "Assess the risk of bias of this randomised trial domain by domain".to_owned();
    let compared = bench.simulate_with_and_without(&mock, "risk-of-bias", &[message]).unwrap();
    let (a, b) = (compared.turns[0].a.as_ref().unwrap(), compared.turns[0].b.as_ref().unwrap());
    assert_eq!(a.skills, ["risk-of-bias"]);
    assert!(!b.skills.contains(&"risk-of-bias".to_owned()), "{b:#?}");
    let differences = json!(compared.turns[0].differences);
    let differs = |what: &str| differences.as_array().unwrap().contains(&json!(what));
    assert!(differs("skills") && differs("tokens") && !differs("message"), "{differences}");
    assert_eq!(bench.list_simulations().unwrap().len(), 2, "both are kept");
    let same = bench.compare_simulations(&compared.a.id, &compared.a.id).unwrap();
    assert!(same.turns[0].differences.is_empty());
    assert_eq!(
        a.tokens,
        bench.get_simulation(&compared.a.id).unwrap().steps.iter().map(|step| step.tokens).sum::<u32>()
    );
    // A session with more turns stands alone where the other has none.
    let longer = bench.fork_simulation(&compared.a.id, u32::MAX, None).unwrap();
    let scripted = setup("pico_reviewer", &json!([says("more")]));
    let longer = bench.fork_simulation(&longer.row.id, u32::MAX, Some(&scripted)).unwrap();
    let ended = bench.get_simulation(&longer.row.id).unwrap();
    if !waits_for_user(&ended) {
        bench.cancel_simulation(&longer.row.id).unwrap();
    }
    bench.say_in_simulation(&longer.row.id, "And?", SimulationPace::Run).unwrap();
    let uneven = bench.compare_simulations(&compared.a.id, &longer.row.id).unwrap();
    assert!(uneven.turns[1].a.is_none() && uneven.turns[1].b.as_ref().unwrap().answer == "more");
}

#[test]
fn repeats_tell_how_far_they_lie_from_each_other_and_stop_at_what_is_not_allowed() {
    let bench = Bench::with_samples();
    let select = calls("activate_skill", &json!({ "name": "pico-extraction" }));
    let setup_of = |replies| setup("pico_reviewer", &replies);
    let spread =
        bench.repeat_simulation(&setup_of(json!([select, says("done")])), &["go".to_owned()], 5, "repeats").unwrap();
    assert_eq!((spread.times, spread.answered, spread.answers), (5, 5, 1));
    assert_eq!((spread.steps.min, spread.steps.median, spread.steps.max, spread.calls.max), (2, 2, 2, 0));
    assert!(spread.tokens.min > 500 && spread.tokens.min == spread.tokens.max, "{spread:#?}");
    assert_eq!((spread.skills[0].name.as_str(), spread.skills[0].times), ("pico-extraction", 5));
    assert!(bench.list_simulations().unwrap().is_empty(), "none is kept");
    refused(bench.repeat_simulation(&setup_of(json!([])), &["go".to_owned()], 0, "none"), ErrorCode::Invalid);
    let plain = Bench::new();
    let agent = greeter(&plain, "function run({ name }) { return name; }");
    let replies = json!([calls("greet", &json!({ "name": "Ada" })), says("done")]);
    let asks = plain.repeat_simulation(&setup(&agent, &replies), &["go".to_owned()], 3, "asks").unwrap();
    assert_eq!(asks.times, 0);
    plain.grant_consent(&asks.asks.unwrap().hash).unwrap();
    let ran = plain.repeat_simulation(&setup(&agent, &replies), &["go".to_owned()], 3, "asks").unwrap();
    assert_eq!((ran.times, ran.calls.min, ran.tools[0].times), (3, 1, 3));
}

#[test]
fn files_no_path_of_disclosure_loads_are_told() {
    let bench = Bench::new();
    bench.write("guide/references/a.md", "See [b](b.md).");
    bench.write("guide/references/b.md", "The end.");
    bench.write("guide/references/lost.md", "Nobody comes here.");
    bench.write("guide/assets/logo.png", [0x89, b'P', b'N', b'G', 0, 255, 254]);
    let id = bench
        .add_skill("guide", crate::harness::skill("guide", "Guides. Use to be guided.", "", "See references/a.md."))
        .id;
    let load = studio_api::dto::AgentSkillEdit { skill_id: id, priority: 0, sequence: 0, config: "{}".to_owned() };
    bench.save_agent(&studio_api::dto::AgentEdit { skills: vec![load], ..crate::toolbox::agent("Guide") }).unwrap();
    let reach = |runtime| {
        let setup = SimulationSetup { runtime, ..setup("Guide", &json!([])) };
        let reach = bench.get_simulation_reach(&setup).unwrap();
        let files = reach
            .files
            .into_iter()
            .map(|file| (file.path, json!(file.reach).as_str().unwrap().to_owned(), file.through));
        let mut files: Vec<_> = files.collect();
        files.sort();
        files
    };
    let file = |path: &str, reach: &str, through: Option<&str>| {
        (path.to_owned(), reach.to_owned(), through.map(str::to_owned))
    };
    assert_eq!(
        reach(SimulatedRuntime::AgentSkills),
        [
            file("assets/logo.png", "not_text", None),
            file("references/a.md", "named", None),
            file("references/b.md", "two_hops", Some("references/a.md")),
            file("references/lost.md", "unnamed", None),
        ]
    );
    assert!(reach(SimulatedRuntime::LightGenai).iter().all(|file| file.1 == "never"));
}

#[test]
fn a_session_becomes_a_test_case_that_fails_when_something_changes() {
    let bench = Bench::with_samples();
    let select = calls("activate_skill", &json!({ "name": "pico-extraction" }));
    let view = bench.start_simulation(&setup("pico_reviewer", &json!([select, says("{\"n\": 1}")]))).unwrap();
    let view = bench.say_in_simulation(&view.row.id, "Extract", SimulationPace::Run).unwrap();
    let case = bench.save_simulation_as_case(&view.row.id, "Extracts").unwrap();
    assert_eq!(
        (&case.expected_skills[..], case.max_tokens),
        (&["pico-extraction".to_owned()][..], Some(view.row.most_tokens))
    );
    let run = |case: &studio_api::dto::SimulationCase| {
        let saved = bench.save_simulation_case(case).unwrap();
        bench.run_simulation_case(&saved.id, None).unwrap().case.last.unwrap()
    };
    let passed = run(&case);
    assert!(passed.is_passed && passed.failures.is_empty(), "{passed:#?}");
    let schema = |kind: &str| Some(json!({ "type": "object", "properties": { "n": { "type": kind } } }).to_string());
    assert!(run(&studio_api::dto::SimulationCase { expected_schema: schema("integer"), ..case.clone() }).is_passed);
    let failing = studio_api::dto::SimulationCase {
        expected_skills: vec!["risk-of-bias".to_owned()],
        expected_tools: vec!["clear_picos".to_owned()],
        expected_text: Some("nothing".to_owned()),
        expected_schema: schema("string"),
        max_tokens: Some(10),
        ..case.clone()
    };
    let failed = run(&failing);
    assert!(!failed.is_passed && failed.failures.len() == 5, "{failed:#?}");
    // Expected stands against got: the answer came, and nothing else that was expected.
    assert_eq!((failed.skills.as_slice(), failed.tools.as_slice()), (&["pico-extraction".to_owned()][..], &[][..]));
    let unmet: Vec<_> = failed.checks.iter().filter(|check| check.why.is_some()).map(|check| &check.expected).collect();
    assert_eq!(failed.checks.len(), 6);
    assert!(failed.checks[0].expected == CaseExpectation::Answered && failed.checks[0].why.is_none());
    assert!(unmet.contains(&&CaseExpectation::Tokens { most: 10 }), "{unmet:#?}");
    assert!(unmet.contains(&&CaseExpectation::Tool { name: "clear_picos".to_owned() }), "{unmet:#?}");
    let bench = bench.reopen(Upkeep::OnDemand);
    let kept = bench.list_simulation_cases().unwrap().cases;
    assert_eq!((kept.len(), kept[0].last.as_ref()), (1, Some(&failed)));
    bench.delete_simulation_case(&kept[0].id).unwrap();
    assert!(bench.list_simulation_cases().unwrap().cases.is_empty());
    let empty = studio_api::dto::SimulationCase { messages: Vec::new(), ..case };
    refused(bench.save_simulation_case(&empty), ErrorCode::Invalid);
}

#[test]
fn an_evals_file_is_shown_before_it_comes_in_whole_and_comes_in_once() {
    let bench = Bench::with_samples();
    let evals = |prompt: &str| {
        json!({ "skill_name": "pico-extraction", "evals": [
            { "id": 1, "prompt": prompt, "expected_output": "A table", "files": ["trial.pdf", "./references/hard-cases.md"],
              "assertions": ["Quotes the source", { "type": "contains", "value": "pico" }] },
            { "id": 2 },
        ] })
        .to_string()
    };
    let path = bench.write("evals/evals.json", evals("Extract the PICO")).display().to_string();
    let file = bench.read_simulation_cases(&path).unwrap();
    assert_eq!((file.skill.as_str(), file.agents.as_slice()), ("pico-extraction", &["pico_reviewer".to_owned()][..]));
    assert_eq!((file.entries.len(), file.entries[0].name.as_str()), (1, "pico-extraction 1"));
    assert_eq!(file.skipped[0].reason, "It has no “prompt”.");
    let missing = MissingInput { case: "pico-extraction 1".to_owned(), file: "trial.pdf".to_owned() };
    assert_eq!(file.missing, std::slice::from_ref(&missing));
    assert!(bench.list_simulation_cases().unwrap().cases.is_empty(), "nothing is kept yet");

    let setup = SimulationSetup { model: SimulationModel::Mock, ..setup("pico_reviewer", &json!([])) };
    let first = bench.import_simulation_cases(&path, &setup).unwrap();
    assert_eq!((first.cases.len(), first.updated, first.skipped.len()), (1, 0, 1));
    let case = &first.cases[0];
    assert_eq!(case.assertions, file.entries[0].assertions);
    // A file the skill has is given to the session; what it does not have is said.
    let hard_cases = SimulationInput { skill: file.skill.clone(), path: "references/hard-cases.md".to_owned() };
    assert_eq!((&case.setup.inputs, &case.missing_files), (&vec![hard_cases], &vec!["trial.pdf".to_owned()]));
    assert_eq!(first.missing, [missing]);
    assert_eq!((case.expected_output.as_str(), &case.expected_skills[..]), ("A table", &[file.skill.clone()][..]));
    let ran = bench.run_simulation_case(&case.id, None).unwrap().case.last.unwrap();
    assert_eq!(ran.unchecked, 1, "what only a person can judge is kept, and counted");
    assert_eq!(ran.checks.len(), 3, "{:#?}", ran.checks);

    // What the case is run with can be looked at: the model is told of the file, and reads it.
    let view = bench.start_simulation(&case.setup).unwrap();
    let view = bench.say_in_simulation(&view.row.id, &case.messages[0], SimulationPace::Run).unwrap();
    let events = json!(view.events).to_string();
    assert!(events.contains("read_input_file") && events.contains("references/hard-cases.md"), "{events}");
    let gone = SimulationInput { skill: file.skill.clone(), path: "evals/gone.csv".to_owned() };
    let gone = SimulationSetup { inputs: vec![gone], ..setup.clone() };
    assert!(refused(bench.start_simulation(&gone), ErrorCode::NotFound).contains("evals/gone.csv"));
    let stranger = SimulationInput { skill: "gas-emergency".to_owned(), path: "references/leak-grades.md".to_owned() };
    let stranger = SimulationSetup { inputs: vec![stranger], ..setup.clone() };
    assert!(refused(bench.start_simulation(&stranger), ErrorCode::NotFound).contains("pico_reviewer"));
    let known = bench.list_simulation_files("pico_reviewer").unwrap();
    let of_pico = known.iter().find(|files| files.skill == file.skill).unwrap();
    assert!(of_pico.paths.contains(&"references/hard-cases.md".to_owned()), "{known:?}");

    // The same file again changes nothing; a new wording takes the place of the old one.
    let again = bench.import_simulation_cases(&path, &setup).unwrap();
    assert_eq!((again.updated, again.cases[0].last.as_ref()), (1, Some(&ran)));
    bench.write("evals/evals.json", evals("Fill the PICO table"));
    let changed = bench.import_simulation_cases(&path, &setup).unwrap();
    let kept = bench.list_simulation_cases().unwrap().cases;
    assert_eq!((kept.len(), &kept[0].id, &kept[0]), (1, &case.id, &changed.cases[0]));
    assert_eq!((kept[0].messages[0].as_str(), kept[0].last.as_ref()), ("Fill the PICO table", None));
    bench.write("evals/evals.json", "[]");
    assert!(refused(bench.read_simulation_cases(&path), ErrorCode::Invalid).contains("evals"));
}

#[test]
fn a_case_that_is_cancelled_or_changed_while_it_runs_keeps_what_it_had() {
    let bench = Bench::new();
    let agent = greeter(&bench, "function run({ name }) { while (name == 'Eve') {} return name; }");
    let greet = |name: &str| calls("greet", &json!({ "name": name }));
    let view = bench.start_simulation(&setup(&agent, &json!([greet("Eve"), says("done")]))).unwrap();
    let view = bench.say_in_simulation(&view.row.id, "greet", SimulationPace::Run).unwrap();
    allow(&bench, &view);
    let case = bench.save_simulation_as_case(&view.row.id, "Greets").unwrap();
    let (studio, id) = (&*bench, case.id.as_str());
    let ran = thread::scope(|scope| {
        let running = scope.spawn(move || studio.run_simulation_case(id, None).unwrap());
        until("the case to end", || {
            studio.cancel_call(id).unwrap();
            running.is_finished()
        });
        running.join().unwrap()
    });
    assert_eq!((ran.asks, ran.case.last), (None, None), "nothing came of it");
    assert_eq!(bench.list_simulation_cases().unwrap().cases[0].last, None);
}

#[test]
fn s1_16_the_tools_and_skills_of_a_session_have_their_numbers() {
    let bench = Bench::with_samples();
    let select = calls("get_skill", &json!({ "skill_name": "pico-extraction" }));
    let set = |value: &str| calls("set_picos_element", &json!({ "element": "population", "value": value }));
    let disabled = calls("search_pubmed", &json!({ "term": "adults over 65" }));
    let wrong = calls("set_picos_element", &json!({ "element": 1 }));
    let replies = json!([select, set("adults"), set("adults over 65"), wrong, disabled, says("done")]);
    let setup = SimulationSetup {
        runtime: SimulatedRuntime::AgentLib,
        tool_library: Some("mock".to_owned()),
        ..setup("pico_reviewer", &replies)
    };
    let id = bench.start_simulation(&setup).unwrap().row.id;
    bench.say_in_simulation(&id, "Extract", SimulationPace::Run).unwrap();
    let metrics = bench.get_simulation_metrics(&id).unwrap();
    let of = |tool: &str| metrics.tools.iter().find(|one| one.tool == tool).unwrap();
    let own = of("get_skill");
    assert_eq!((own.is_own, own.skill.as_deref(), own.calls, own.refused), (true, None, 1, 0));
    let set = of("set_picos_element");
    assert_eq!((set.skill.as_deref(), set.calls, set.refused, set.failed), (Some("pico-extraction"), 3, 1, 0));
    assert!(set.tokens > 0 && set.most_us >= set.mean_us, "{set:#?}");
    let off = of("search_pubmed");
    assert_eq!((off.skill.as_deref(), off.calls, off.refused), (None, 1, 1), "no active skill has it");
    let skill = metrics.skills.iter().find(|one| one.skill == "pico-extraction").unwrap();
    assert_eq!((skill.chosen, skill.steps, skill.calls, skill.failed), (1, 5, 3, 1));
    assert!(metrics.skills.iter().any(|one| one.chosen + one.steps == 0), "those that never came in are listed");
}

#[test]
fn a_session_of_claude_code_is_compacted_kept_and_compared() {
    let bench = Bench::with_samples();
    let load = calls("Skill", &json!({ "skill": "pico-extraction" }));
    let of = |host| {
        let replies = json!([load, says("done"), says("again")]);
        SimulationSetup { host, ..setup("pico_reviewer", &replies) }
    };
    let begun = bench.start_simulation(&of(Host::ClaudeCode)).unwrap();
    assert!(begun.compaction.as_ref().is_some_and(|rule| rule.contains("not measured")), "{:?}", begun.compaction);
    let id = begun.row.id;
    assert!(refused(bench.compact_simulation(&id), ErrorCode::Invalid).contains("Nothing to compact yet"));
    bench.say_in_simulation(&id, "Extract the PICO", SimulationPace::Step).unwrap();
    assert!(refused(bench.compact_simulation(&id), ErrorCode::Invalid).contains("in the middle of a turn"));
    let before = bench.continue_simulation(&id).unwrap();
    let view = bench.compact_simulation(&id).unwrap();
    assert!(waits_for_user(&view), "{:?}", view.state);
    assert_eq!(view.events[..before.events.len()], before.events[..]);
    let compacted = json!(view.events[before.events.len()].event);
    let skill = &compacted["skills"][0];
    assert_eq!((&compacted["kind"], &skill["remains"]["kind"]), (&json!("compacted"), &json!("whole")));
    assert_eq!(compacted["rule"], json!(begun.compaction));
    assert!(compacted["tokens_after"].as_u64() < compacted["tokens_before"].as_u64(), "{compacted:#}");
    let view = bench.say_in_simulation(&id, "And more", SimulationPace::Run).unwrap();
    let (earlier, last) = (&view.steps[1], view.steps.last().unwrap());
    assert!(earlier.tiers.catalogue > 0 && earlier.tiers.bodies > 0, "{earlier:#?}");
    assert!(last.tiers.catalogue == 0 && last.tiers.bodies > 0, "{last:#?}");
    let bench = bench.reopen(Upkeep::OnDemand);
    assert_eq!(bench.get_simulation(&id).unwrap(), view);

    let other = bench.start_simulation(&of(Host::ClaudeCode)).unwrap().row.id;
    for text in ["Extract the PICO", "And more"] {
        bench.say_in_simulation(&other, text, SimulationPace::Run).unwrap();
    }
    let turns = bench.compare_simulations(&id, &other).unwrap().turns;
    let sides = turns.iter().map(|turn| [&turn.a, &turn.b].map(|side| side.as_ref().unwrap().is_compacted));
    assert_eq!(sides.collect::<Vec<_>>(), [[true, false], [false, false]]);
    assert_eq!(turns[0].differences, [TurnDifference::Compaction]);
    assert_eq!(turns[1].differences, [TurnDifference::Tokens], "what was said and done is the same");

    let codex = bench.start_simulation(&of(Host::Codex)).unwrap();
    assert_eq!(codex.compaction, None);
    bench.say_in_simulation(&codex.row.id, "Extract the PICO", SimulationPace::Run).unwrap();
    let why = refused(bench.compact_simulation(&codex.row.id), ErrorCode::Invalid);
    assert!(why.contains("Codex") && why.contains("Claude Code"), "{why}");
}
