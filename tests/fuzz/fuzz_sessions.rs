//! Readers of simulated sessions: what chat models answer in them, scripts of replies, recordings, and test cases.

use std::{cell::Cell, fs, path::Path};

use studio_api::{
    Studio,
    dto::{
        AdkSettings, AgentEdit, AgentSkillEdit, ComponentTools, Host, ImportedItem, ModelProvider, ModelSettings,
        SimulatedRuntime, SimulationModel, SimulationPace, SimulationSetup, SimulationState, SimulationView, SpecEdit,
        SpecForm, ToolEdit, ToolImplementation,
    },
};
use studio_store::{Library, Options, SimulationEventRow};
use uuid::Uuid;

use crate::{
    answering::Answering,
    engine::{FEW, fuzz},
    fuzz_answers::{studio, words},
    fuzz_texts::{JSON_WORDS, text},
};

const RUNTIMES: [SimulatedRuntime; 5] = [
    SimulatedRuntime::AgentSkills,
    SimulatedRuntime::AgentLib,
    SimulatedRuntime::LightGenai,
    SimulatedRuntime::Adk,
    SimulatedRuntime::Everything,
];
const PROVIDERS: [ModelProvider; 4] =
    [ModelProvider::OpenAi, ModelProvider::OpenAiResponses, ModelProvider::Anthropic, ModelProvider::Ollama];
/// Questions to a model for one message.
const ITERATIONS: u32 = 3;

/// A studio whose library has an agent with one skill and one tool.
fn desk(folder: &Path) -> Studio {
    let studio = studio(folder);
    let skill = folder.join("greet-people");
    fs::create_dir_all(&skill).expect("the temporary folder can be written");
    let text = "---\nname: greet-people\ndescription: Greets people. Use when somebody comes.\n---\n\nCall `greet`.\n";
    fs::write(skill.join("SKILL.md"), text).expect("the temporary folder can be written");
    let report = studio.import_paths(&[skill.display().to_string()], false).expect("it comes in");
    let tool = studio.save_tool(&ToolEdit {
        id: None,
        aggregate_version: 0,
        name: "greet".to_owned(),
        description: "Greets. Use when somebody comes.".to_owned(),
        version: "1.0.0".to_owned(),
        spec: SpecEdit {
            source: SpecForm::Signature,
            signature: "(name: Text) --> IO Text".to_owned(),
            ..SpecEdit::default()
        },
        implementation: ToolImplementation::Javascript { script: "function run() {}".to_owned(), memory_mb: 64 },
        effect: None,
        timeout_s: 30,
        retries: 0,
        depends_on: Vec::new(),
        stated: None,
    });
    let tool = tool.expect("the tool is well").id;
    let assigned = |skill: &ImportedItem| AgentSkillEdit {
        skill_id: skill.id.clone(),
        priority: 0,
        sequence: 0,
        config: "{}".to_owned(),
    };
    let skills = report.imported.iter().map(assigned).collect();
    let agent = AgentEdit {
        name: "Greeter".to_owned(),
        instruction: "You greet.".to_owned(),
        model_provider: "openai".to_owned(),
        model_name: "small".to_owned(),
        temperature: 0.5,
        tools: vec![tool],
        skills,
        ..AgentEdit::default()
    };
    studio.save_agent(&agent).expect("the agent is well");
    studio
}

fn setup(runtime: SimulatedRuntime, model: SimulationModel) -> SimulationSetup {
    SimulationSetup {
        agent: "Greeter".to_owned(),
        runtime,
        components: ComponentTools::OnlySkills,
        adk: AdkSettings::default(),
        model,
        tool_library: Some("mock".to_owned()),
        max_iterations: ITERATIONS,
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

/// Looks at all of a session, as the window does.
fn look_at(studio: &Studio, view: &SimulationView) {
    let id = &view.row.id;
    for step in &view.steps {
        drop(studio.get_simulation_step(id, step.event));
        drop(studio.list_simulation_exchanges(id, step.event));
    }
    drop(studio.get_simulation_metrics(id));
    drop(studio.compare_simulations(id, id));
    drop(studio.estimate_repeat_cost(id, 3));
}

/// Says something in a session. Whatever the model answers, the session comes to an end and hears the next message.
fn converse(studio: &Studio, setup: &SimulationSetup) {
    let Ok(started) = studio.start_simulation(setup) else { return };
    let id = started.row.id;
    let view = studio.say_in_simulation(&id, "greet Ada", SimulationPace::Run).expect("a session takes a message");
    assert!(matches!(view.state, SimulationState::WaitingForUser { .. }), "{:?}", view.state);
    look_at(studio, &view);
    let copy = SimulationModel::Recorded { id: id.clone() };
    if let Ok(again) = studio.start_simulation(&SimulationSetup { model: copy, ..setup.clone() }) {
        drop(studio.say_in_simulation(&again.row.id, "greet Ada", SimulationPace::Run));
        studio.delete_simulation(&again.row.id).expect("a session can be deleted");
    }
    studio.delete_simulation(&id).expect("a session can be deleted");
}

#[test]
fn replies_in_sessions() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let studio = desk(folder.path());
    let own: &[&[u8]] = &[
        b"data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"type\":\"function\",\"function\":{\"name\":\"greet\",\"arguments\":\"{\\\"name\\\":\"}}]}}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"\\\"Ada\\\"}\"}}]},\"finish_reason\":\"tool_calls\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1}}\n\ndata: [DONE]\n\n",
        b"event: response.output_text.delta\ndata: {\"type\":\"response.output_text.delta\",\"delta\":\"hello\"}\n\nevent: response.completed\ndata: {\"type\":\"response.completed\",\"response\":{\"id\":\"a\",\"status\":\"completed\",\"output\":[{\"type\":\"function_call\",\"call_id\":\"b\",\"name\":\"greet\",\"arguments\":\"{}\"}],\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}\n\n",
        b"event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"a\",\"type\":\"message\",\"role\":\"assistant\",\"content\":[],\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}\n\nevent: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"b\",\"name\":\"greet\",\"input\":{}}}\n\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"name\\\":\\\"Ada\\\"}\"}}\n\nevent: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
        b"{\"model\":\"a\",\"message\":{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"function\":{\"name\":\"greet\",\"arguments\":{\"name\":\"Ada\"}}}]},\"done\":false}\n{\"model\":\"a\",\"message\":{\"role\":\"assistant\",\"content\":\"hello\"},\"done\":true,\"done_reason\":\"stop\",\"prompt_eval_count\":1,\"eval_count\":1}\n",
        b"HTTP/1.1 429 So\r\nretry-after: 0\r\ncontent-type: application/json\r\n\r\n{\"error\":{\"message\":\"a\"}}",
    ];
    let server = Answering::start();
    for provider in PROVIDERS {
        let settings = ModelSettings {
            name: provider.to_string(),
            provider,
            model: "small".to_owned(),
            base_url: format!("http://{}/v1", server.address),
            ..ModelSettings::default()
        };
        studio.save_model(&settings, None).expect("an address of this machine is fine");
    }
    let turn = Cell::new(0_usize);
    fuzz("session-model", FEW, own, &words(), |bytes| {
        server.say(vec![bytes.to_vec()]);
        let provider = PROVIDERS[turn.get() % PROVIDERS.len()];
        let runtime = RUNTIMES[turn.get() % RUNTIMES.len()];
        turn.set(turn.get() + 1);
        let model = SimulationModel::Real { name: provider.to_string(), max_tokens: Some(100_000), max_cents: None };
        converse(&studio, &setup(runtime, model));
    });
}

const REPLIES: &[u8] = br#"[{"text":"I look.","calls":[{"name":"activate_skill","arguments":{"name":"greet-people"}},{"name":"greet","arguments":{"name":"Ada"}}]},{"text":"Done."},{"error":"The model is down."}]"#;

#[test]
fn scripts_of_replies() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let studio = desk(folder.path());
    let turn = Cell::new(0_usize);
    let more = ["\"calls\":", "\"text\":", "\"name\":\"greet\"", "\"arguments\":", "\"error\":"];
    let words: Vec<&str> = more.into_iter().chain(JSON_WORDS.iter().copied()).collect();
    fuzz("session-script", FEW, &[REPLIES, b"[]", b"[{\"text\":\"a\"}]"], &words, |bytes| {
        let runtime = RUNTIMES[turn.get() % RUNTIMES.len()];
        turn.set(turn.get() + 1);
        converse(&studio, &setup(runtime, SimulationModel::Scripted { replies: text(bytes) }));
    });
}

#[test]
fn sessions_that_are_kept() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let studio = desk(folder.path());
    let model = SimulationModel::Scripted { replies: text(REPLIES) };
    let started = studio.start_simulation(&setup(SimulatedRuntime::AgentSkills, model)).expect("a session starts");
    let id = started.row.id;
    studio.say_in_simulation(&id, "greet Ada", SimulationPace::Run).expect("a session takes a message");
    let file = studio.get_library().expect("a library is open").path;
    let library = Library::open(Path::new(&file), &Options::new("tester")).expect("the library can be opened twice").0;
    let id: Uuid = id.parse().expect("ids are uuids");
    let row = library.find_simulation(id).expect("it can be read").expect("it is kept");
    let world = library.simulation_world(&row.world_hash).expect("it can be read").expect("it is kept");
    let hashes: serde_json::Value = serde_json::from_str(&world).expect("a world is JSON");
    let hash = hashes["skill_hashes"][0].as_str().expect("it has a skill").to_owned();
    let part = library.simulation_parts(std::slice::from_ref(&hash)).expect("it can be read").remove(0);
    let part = part.expect("it is kept");
    let events = library.simulation_events(id).expect("they can be read");
    let calls = events.iter().filter_map(|event| event.calls.as_deref());
    let own = [row.setup.as_str(), &row.summary, &world, &part].into_iter();
    let own: Vec<&[u8]> =
        own.chain(events.iter().map(|event| event.event.as_str())).chain(calls).map(str::as_bytes).collect();
    let turn = Cell::new(0_usize);
    fuzz("session-kept", FEW, &own, JSON_WORDS, |bytes| {
        let (mut row, mut world, mut events, odd) = (row.clone(), world.clone(), events.clone(), text(bytes));
        row.id = Uuid::now_v7();
        row.world_hash = format!("{:064x}", turn.get() + 1);
        let mut parts = Vec::new();
        match turn.get() % 6 {
            0 => row.setup = odd,
            1 => row.summary = odd,
            2 => world = odd,
            3 => {
                let at = turn.get() / 6 % events.len();
                events[at].event = odd;
            }
            4 => {
                let other = format!("{:064x}", usize::MAX - turn.get());
                world = world.replace(&hash, &other);
                parts.push((other, odd));
            }
            _ => events.push(SimulationEventRow { event: events[0].event.clone(), calls: Some(odd) }),
        }
        turn.set(turn.get() + 1);
        library.put_simulation(&row, &world, &parts, &events).expect("any text is kept");
        let id = row.id.to_string();
        assert_eq!(studio.list_simulations().expect("sessions can be listed").len(), 2);
        if let Ok(view) = studio.get_simulation(&id) {
            look_at(&studio, &view);
        }
        drop(studio.say_in_simulation(&id, "greet Grace", SimulationPace::Run));
        drop(studio.save_simulation_as_case(&id, "a case"));
        for case in studio.list_simulation_cases().expect("cases can be listed").cases {
            drop(studio.delete_simulation_case(&case.id));
        }
        studio.delete_simulation(&id).expect("a session can be deleted");
    });
}

#[test]
fn test_cases_of_others() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let studio = desk(folder.path());
    let own: &[&[u8]] = &[
        br#"{"skill_name":"greet-people","evals":[{"id":1,"prompt":"greet Ada","expected_output":"Hello","files":["a.txt"],"assertions":["The answer contains \"Ada\"","It is kind."]}]}"#,
        br#"[{"id":"a","prompt":"b","assertions":[{"text":"c","type":"regex","value":"("}]}]"#,
    ];
    let more = ["\"evals\":", "\"prompt\":", "\"assertions\":", "\"expectations\":", "\"id\":", "\"files\":"];
    let words: Vec<&str> = more.into_iter().chain(JSON_WORDS.iter().copied()).collect();
    let file = folder.path().join("evals.json");
    let path = file.display().to_string();
    fuzz("evals", FEW, own, &words, |bytes| {
        fs::write(&file, bytes).expect("the temporary folder can be written");
        drop(studio.read_simulation_cases(&path));
        drop(studio.import_simulation_cases(&path, &setup(SimulatedRuntime::AgentSkills, SimulationModel::Mock)));
        let cases = studio.list_simulation_cases().expect("cases can be listed").cases;
        for case in cases.iter().take(2) {
            drop(studio.run_simulation_case(&case.id, None));
        }
        for case in cases {
            studio.delete_simulation_case(&case.id).expect("a case can be deleted");
        }
    });
}
