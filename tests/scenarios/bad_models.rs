//! Models that answer with tools nobody has, wrong arguments, calls without end, ten megabytes, or nothing: each is named in
//! the session, nothing runs that should not, and the session goes on with the next message.

use serde_json::{Value, json};
use studio_api::dto::{
    AdkSettings, AgentEdit, AgentSkillEdit, ComponentTools, Host, SimulatedRuntime, SimulationModel, SimulationPace,
    SimulationSetup, SimulationState, SimulationUpdate, SimulationView, StudioEvent,
};

use crate::{
    harness::{Bench, skill},
    toolbox::{agent, javascript, signature, tool},
};

const RUNTIMES: [SimulatedRuntime; 5] = [
    SimulatedRuntime::AgentSkills,
    SimulatedRuntime::AgentLib,
    SimulatedRuntime::LightGenai,
    SimulatedRuntime::Adk,
    SimulatedRuntime::Everything,
];

/// Characters of an answer that a session keeps.
const KEPT: usize = 200_000;

/// An agent with one tool, which greets by name, and a skill that nobody needs: light-genai starts no agent without one.
struct Desk(Bench);

impl Desk {
    fn new() -> Self {
        let bench = Bench::new();
        let script = javascript("function run({ name }) { return `Hello ${name}`; }");
        let greet = bench.add_tool(&tool("greet", signature("(name: Text) --> IO Text"), script)).id;
        let idle = skill("idle", "Waits. Use when nothing has to be done.", "", "Wait.");
        let skill_id = bench.add_skill("idle", idle).id;
        let skills = vec![AgentSkillEdit { skill_id, priority: 0, sequence: 0, config: String::new() }];
        bench.save_agent(&AgentEdit { tools: vec![greet], skills, ..agent("Greeter") }).unwrap();
        Self(bench)
    }

    fn setup(runtime: SimulatedRuntime, replies: &Value) -> SimulationSetup {
        SimulationSetup {
            agent: "Greeter".to_owned(),
            runtime,
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

    /// A session whose model gives these replies to one message; what it asks for is allowed.
    fn play(&self, runtime: SimulatedRuntime, replies: &Value) -> SimulationView {
        let id = self.0.start_simulation(&Self::setup(runtime, replies)).unwrap().row.id;
        self.say(&id, "greet Ada")
    }

    fn say(&self, id: &str, text: &str) -> SimulationView {
        let mut view = self.0.say_in_simulation(id, text, SimulationPace::Run).unwrap();
        while let SimulationState::WaitingForConsent { request, .. } = &view.state {
            self.0.grant_consent(&request.hash).unwrap();
            view = self.0.continue_simulation(id).unwrap();
        }
        view
    }
}

fn call(name: &str, arguments: &Value) -> Value {
    json!({ "name": name, "arguments": arguments })
}

fn calls(calls: &[Value]) -> Value {
    json!({ "calls": calls })
}

fn says(text: &str) -> Value {
    json!({ "text": text })
}

/// What each call was answered, and whether it was carried out.
fn answers(view: &SimulationView) -> Vec<(String, bool)> {
    let events = view.events.iter().map(|event| json!(event.event));
    let answered = events.filter(|event| event["kind"] == "tool_answered");
    answered
        .map(|event| {
            let is_carried_out = event["is_carried_out"].as_bool().unwrap();
            assert_eq!(event["is_error"], json!(!is_carried_out), "{event}");
            (event["content"].as_str().unwrap().to_owned(), is_carried_out)
        })
        .collect()
}

/// The failures of the model, each with its kind.
fn failures(view: &SimulationView) -> Vec<(String, String)> {
    let events = view.events.iter().map(|event| json!(event.event));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    events
        .filter(|event| event["kind"] == "model_failed")
        .map(|event| (text(&event["failure"]), text(&event["message"])))
        .collect()
}

fn ended(view: &SimulationView) -> String {
    assert!(matches!(view.state, SimulationState::WaitingForUser { .. }), "{:?}", view.state);
    json!(view.row.ended).as_str().unwrap().to_owned()
}

#[test]
fn a_model_that_calls_tools_nobody_has_is_told_their_names_and_nothing_runs() {
    let desk = Desk::new();
    for runtime in RUNTIMES {
        let asks = calls(&[call("no_such_tool", &json!({ "a": 1 })), call("", &json!({})), call("Greet", &json!({}))]);
        let view = desk.play(runtime, &json!([asks, says("sorry")]));
        let answers = answers(&view);
        assert_eq!(answers.len(), 3, "{runtime:?}: {answers:?}");
        assert!(answers[0].0.contains("no_such_tool") && answers[2].0.contains("Greet"), "{runtime:?}: {answers:?}");
        assert!(answers.iter().all(|(_, is_carried_out)| !is_carried_out), "{runtime:?}: {answers:?}");
        if runtime == SimulatedRuntime::Adk {
            assert_eq!(answers[0].0, r#"{"error":"Tool no_such_tool not found"}"#, "as adk-agent 0.6.0 answers");
        }
        assert_eq!((ended(&view).as_str(), view.row.problem), ("answered", None), "{runtime:?}");
    }
    assert!(desk.0.list_consents().unwrap().is_empty(), "nobody was asked for anything");
}

#[test]
fn s2_10_a_model_that_sends_wrong_arguments_is_told_what_is_wrong_and_only_right_ones_run() {
    let desk = Desk::new();
    for runtime in RUNTIMES {
        let wrong = [json!("{\"name\": \"Ada\""), json!([1]), json!({}), json!({ "name": 7 }), json!("null")];
        let mut asks: Vec<Value> = wrong.iter().map(|arguments| call("greet", arguments)).collect();
        asks.push(call("greet", &json!({ "name": "Ada" })));
        let view = desk.play(runtime, &json!([calls(&asks), says("done")]));
        let answers = answers(&view);
        let (right, refused) = answers.split_last().unwrap();
        assert_eq!(*right, ("Hello Ada".to_owned(), true), "{runtime:?}");
        assert_eq!(refused.len(), wrong.len());
        assert!(refused.iter().all(|(said, is_carried_out)| !said.is_empty() && !is_carried_out), "{refused:?}");
        assert!(refused[2].0.contains("Missing required field: name"), "{runtime:?}: {}", refused[2].0);
        assert!(refused[3].0.contains("name"), "{runtime:?}: {}", refused[3].0);
        assert_eq!(ended(&view), "answered", "{runtime:?}");
    }
}

#[test]
fn a_model_that_calls_without_end_is_ended_at_the_limit_and_hears_the_next_message() {
    let desk = Desk::new();
    let again = calls(&[call("greet", &json!({ "name": "Ada" }))]);
    for runtime in RUNTIMES {
        let mut replies = vec![again.clone(); 10];
        replies.push(says("at last"));
        let view = desk.play(runtime, &json!(replies));
        assert_eq!(ended(&view), "too_many_iterations", "{runtime:?}");
        assert_eq!(view.row.problem.as_deref(), Some("Maximum iteration limit reached"));
        assert_eq!((view.steps.len(), answers(&view).len()), (10, 10), "{runtime:?}: all that was asked is answered");
        let view = desk.say(&view.row.id, "and now?");
        assert_eq!((ended(&view).as_str(), view.steps.len()), ("answered", 11), "{runtime:?}");
    }
    // As many calls in one reply are no way round the limit.
    let crowd = |count: usize| calls(&vec![call("greet", &json!({ "name": "Ada" })); count]);
    let view = desk.play(SimulatedRuntime::Everything, &json!([crowd(128), says("done")]));
    assert_eq!((ended(&view).as_str(), answers(&view).len()), ("answered", 128));
    let view = desk.play(SimulatedRuntime::Everything, &json!([crowd(129), says("done")]));
    let said = "The model requested 129 calls in one reply. The limit is 128, so none were run.";
    assert_eq!(failures(&view), [("garbage".to_owned(), said.to_owned())]);
    assert_eq!((ended(&view).as_str(), answers(&view).len()), ("model_failed", 0));
}

#[test]
fn replies_of_ten_megabytes_are_cut_said_to_be_and_never_carried_out() {
    let desk = Desk::new();
    let huge = "é".repeat(5_000_000);
    for runtime in RUNTIMES {
        let asks = calls(&[call("greet", &json!({ "name": huge })), call(&huge, &json!({}))]);
        desk.0.events.clear();
        let view = desk.play(runtime, &json!([asks, says(&huge)]));
        let answers = answers(&view);
        assert!(answers[0].0.contains("The arguments are longer than 200000 characters"), "{:.200}", answers[0].0);
        assert!(answers[1].0.len() < 2_000, "the name is cut, too: {}", answers[1].0.len());
        assert!(answers.iter().all(|(_, is_carried_out)| !is_carried_out));
        assert_eq!(ended(&view), "answered", "{runtime:?}");
        let events: Vec<Value> = view.events.iter().map(|event| json!(event.event)).collect();
        let last = events.iter().rev().find(|event| event["kind"] == "model_replied").unwrap();
        let text = last["text"].as_str().unwrap();
        assert!(text.ends_with("[… cut after 200000 characters]") && text.chars().count() < KEPT + 100);
        // Two texts of two bytes a character are kept, and nothing else is large: neither in the log nor on the way.
        assert!(json!(events).to_string().len() < 5 * KEPT, "{runtime:?}");
        let heard = desk.0.events.all().into_iter().filter_map(|event| {
            let StudioEvent::Simulation { update } = event else { return None };
            let SimulationUpdate::Heard { text, .. } = *update else { return None };
            Some(text.chars().count())
        });
        assert!(heard.sum::<usize>() <= KEPT, "{runtime:?}");
        assert_eq!(desk.0.get_simulation(&view.row.id).unwrap().events, view.events);
    }
}

#[test]
fn a_model_that_says_nothing_fails_by_name_and_hears_the_next_message() {
    let desk = Desk::new();
    for runtime in RUNTIMES {
        for nothing in [json!({}), says(""), says(" \n\t"), calls(&[])] {
            let view = desk.play(runtime, &json!([nothing, says("here I am")]));
            let said = "LLM returned empty response".to_owned();
            assert_eq!(failures(&view), [("empty".to_owned(), said.clone())], "{runtime:?}");
            assert_eq!((ended(&view).as_str(), view.row.problem), ("model_failed", Some(said)), "{runtime:?}");
            let view = desk.say(&view.row.id, "and now?");
            assert_eq!(ended(&view), "answered", "{runtime:?}");
        }
    }
}

#[test]
fn skillctl_names_what_a_bad_model_did() {
    let desk = Desk::new();
    let script = |name: &str, replies: &Value| desk.0.write(name, replies.to_string()).display().to_string();
    let again = calls(&[call("no_such_tool", &json!({}))]);
    for (file, replies, says) in [
        ("nothing.json", json!([{}]), "LLM returned empty response"),
        ("endless.json", json!(vec![again; 11]), "Maximum iteration limit reached"),
        ("crowd.json", json!([calls(&vec![call("greet", &json!({})); 500])]), "requested 500 calls in one reply"),
        ("short.json", json!([]), "The script has no more replies"),
    ] {
        let model = format!("scripted:{}", script(file, &replies));
        let ran = desk.0.skillctl(&["simulate", "--agent", "Greeter", "--message", "greet Ada", "--model", &model]);
        let said = format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert_eq!(ran.status.code(), Some(1), "{file}: {said}");
        assert!(said.contains(says), "{file}: {said}");
    }
}
