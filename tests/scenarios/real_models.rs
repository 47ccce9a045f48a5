//! Sessions with chat models that go over the wire: every protocol, what it costs, where keys go, and what is kept.

use std::{sync::mpsc, thread};

use serde_json::{Value, json};
use studio_api::{
    ErrorCode,
    dto::{
        AdkSettings, AgentEdit, ComponentTools, ConsentKind, Host, ModelExchange, ModelProvider, ModelSettings,
        ModelToolCalls, SimulatedRuntime, SimulationModel, SimulationPace, SimulationSetup, SimulationState,
        SimulationUpdate, SimulationView, StudioEvent,
    },
};
use studio_testkit::ModelServer;

use crate::harness::{Bench, refused, until};

const REMOTE: [ModelProvider; 4] =
    [ModelProvider::OpenAi, ModelProvider::OpenAiResponses, ModelProvider::Anthropic, ModelProvider::Ollama];

fn settings(server: &ModelServer, provider: ModelProvider) -> ModelSettings {
    ModelSettings {
        name: provider.to_string(),
        provider,
        model: "small".to_owned(),
        base_url: server.url(if provider == ModelProvider::Ollama { "" } else { "/v1" }),
        ..ModelSettings::default()
    }
}

fn setup(agent: &str, model: &str) -> SimulationSetup {
    SimulationSetup {
        agent: agent.to_owned(),
        runtime: SimulatedRuntime::AgentLib,
        components: ComponentTools::OnlySkills,
        adk: AdkSettings::default(),
        model: SimulationModel::Real { name: model.to_owned(), max_tokens: None, max_cents: None },
        tool_library: Some("mock".to_owned()),
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

fn capped(setup: &SimulationSetup, max_tokens: Option<u32>, max_cents: Option<u32>) -> SimulationSetup {
    let SimulationModel::Real { name, .. } = &setup.model else { panic!("{setup:?}") };
    let model = SimulationModel::Real { name: name.clone(), max_tokens, max_cents };
    SimulationSetup { model, ..setup.clone() }
}

/// A bench with the samples, and a session of an agent with a model that a server plays.
fn stage(provider: ModelProvider, fixtures: &Value, more: &[&str]) -> (Bench, ModelServer) {
    let (bench, server) = (Bench::with_samples(), ModelServer::aimock(fixtures, more));
    bench.save_model(&settings(&server, provider), None).unwrap();
    (bench, server)
}

fn say(bench: &Bench, setup: &SimulationSetup, text: &str) -> SimulationView {
    let id = bench.start_simulation(setup).unwrap().row.id;
    bench.say_in_simulation(&id, text, SimulationPace::Run).unwrap()
}

fn events(view: &SimulationView) -> Vec<Value> {
    view.events.iter().map(|event| json!(event.event)).collect()
}

fn of<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["kind"] == kind).collect()
}

fn answers(view: &SimulationView) -> Vec<String> {
    let told = events(view);
    of(&told, "tool_answered").iter().map(|event| event["content"].as_str().unwrap().to_owned()).collect()
}

/// What went over the wire for each question of a session.
fn exchanges(bench: &Bench, view: &SimulationView) -> Vec<Vec<ModelExchange>> {
    view.steps.iter().map(|step| bench.list_simulation_exchanges(&view.row.id, step.event).unwrap()).collect()
}

fn turn(number: u32, response: &Value) -> Value {
    json!({ "match": { "turnIndex": number }, "response": response })
}

fn calls(name: &str, arguments: &Value) -> Value {
    json!({ "name": name, "arguments": arguments })
}

#[test]
fn s2_10_s2_11_s2_12_s2_13_a_real_model_calls_a_tool_reads_its_answer_and_answers() {
    let both = [calls("sayHello", &json!({})), calls("sayHello", &json!({ "name": "Ada" }))];
    let hello = |has_result: bool| json!({ "userMessage": "Say hello", "hasToolResult": has_result });
    let fixtures = json!([
        { "match": hello(false), "response": { "toolCalls": both } },
        { "match": hello(true), "response": { "content": "She was greeted." } },
        { "match": { "userMessage": "Thank you" }, "response": { "content": "You are welcome." } },
    ]);
    for provider in REMOTE {
        let (bench, _server) = stage(provider, &fixtures, &[]);
        let setup = setup("hello_world_agent", provider.as_str());
        let view = say(&bench, &setup, "Say hello to Ada");
        assert_eq!(json!(view.row.ended), "answered", "{provider}: {:#?}", view.row);
        let answers = answers(&view);
        assert!(answers[0].contains("Missing required field: name"), "{provider}: {answers:?}");
        assert_eq!(answers.len(), 2, "{provider}");
        let told = events(&view);
        assert_eq!(of(&told, "model_replied")[1]["text"], "She was greeted.", "{provider}");
        // The second question shows the model what it called and what came of it, in its own protocol.
        let asked: Vec<Value> = exchanges(&bench, &view)
            .iter()
            .map(|tries| serde_json::from_str(&tries[0].request_body).unwrap())
            .collect();
        assert_eq!(asked.len(), 2, "{provider}");
        let second = asked[1].to_string();
        assert!(second.contains("Missing required field: name") && second.contains("Say hello to Ada"), "{second}");
        let view = bench.say_in_simulation(&view.row.id, "Thank you", SimulationPace::Run).unwrap();
        assert_eq!(of(&events(&view), "model_replied")[2]["text"], "You are welcome.", "{provider}");
        let third = &exchanges(&bench, &view)[2][0].request_body;
        assert!(third.contains("She was greeted.") && third.contains("Thank you"), "{third}");
    }
}

#[test]
fn s3_06_s3_07_s3_08_s3_09_a_real_model_works_on_a_component_through_a_skill() {
    let set = json!({ "element": "population", "value": "adults over 65" });
    let fixtures = json!([
        turn(0, &json!({ "toolCalls": [calls("get_skill", &json!({ "skill_name": "risk-of-bias" }))] })),
        turn(1, &json!({ "toolCalls": [calls("clear_picos", &json!({}))] })),
        turn(2, &json!({ "toolCalls": [calls("set_picos_element", &set)] })),
        turn(3, &json!({ "content": "Done." })),
    ]);
    let (bench, _server) = stage(ModelProvider::Anthropic, &fixtures, &[]);
    let setup = SimulationSetup { tool_library: None, ..setup("pico_reviewer", "anthropic") };
    let id = bench.start_simulation(&setup).unwrap().row.id;
    let mut view = bench.say_in_simulation(&id, "Note the population", SimulationPace::Run).unwrap();
    while let SimulationState::WaitingForConsent { request, .. } = &view.state {
        bench.grant_consent(&request.hash).unwrap();
        view = bench.continue_simulation(&id).unwrap();
    }
    assert_eq!(json!(view.row.ended), "answered", "{:#?}", view.row);
    let told = events(&view);
    assert_eq!(of(&told, "skill_activated")[0]["skill"], "risk-of-bias");
    assert_eq!(answers(&view)[1], r#"{"error":"Tool \"clear_picos\" is currently disabled","success":false}"#);
    assert_eq!(of(&told, "component_changed")[0]["after"][0]["value"], "adults over 65");
    let answer = view.events.iter().rfind(|event| json!(event.event)["kind"] == "tool_answered").unwrap();
    let trace = &bench.get_simulation_step(&id, answer.index).unwrap().calls[0].trace;
    assert_eq!(trace.iter().map(|stage| json!(stage.stage)).collect::<Vec<_>>().len(), 6, "{trace:#?}");
    let last = exchanges(&bench, &view).pop().unwrap().remove(0).request_body;
    assert!(last.contains("currently disabled") && last.contains("adults over 65"), "{last}");
    // What is not active is not offered.
    assert!(!serde_json::from_str::<Value>(&last).unwrap()["tools"].to_string().contains("clear_picos"));
}

#[test]
fn s0_21_an_agents_sessions_are_asked_with_its_own_model_temperature_and_limit() {
    let fixtures = json!([{ "match": {}, "response": { "content": "Hi." } }]);
    for provider in REMOTE {
        let (bench, _server) = stage(provider, &fixtures, &[]);
        let edit = bench.get_agent("hello_world_agent").unwrap().edit;
        let edit = AgentEdit {
            model_provider: provider.to_string(),
            model_name: "small".to_owned(),
            temperature: 0.25,
            max_tokens: Some(77),
            ..edit
        };
        let edit = bench.save_agent(&edit).unwrap().edit;
        let named = setup("hello_world_agent", provider.as_str());
        let own = SimulationModel::Agent { max_tokens: None, max_cents: None };
        for model in [named.model.clone(), own.clone()] {
            let view = say(&bench, &SimulationSetup { model, ..named.clone() }, "Hello");
            assert_eq!(json!(view.row.ended), "answered", "{provider}: {:#?}", view.row);
            let sent = exchanges(&bench, &view)[0][0].request_body.clone();
            let sent = serde_json::from_str::<Value>(&sent).unwrap().to_string();
            assert!(sent.contains(r#""temperature":0.25"#) && sent.contains(":77"), "{provider}: {sent}");
            assert!(sent.contains("small"), "{provider}: {sent}");
        }
        let own = SimulationSetup { model: own, ..named };
        assert_eq!(bench.estimate_simulation_cost(&own).unwrap().unwrap().most_output, 77);
        let first = ["simulate", "--json", "--agent", "hello_world_agent", "--message", "Hello", "--model", "agent"];
        let ran = bench.skillctl(&[&first[..], &["--library-name", "mock"]].concat());
        assert!(ran.status.success(), "{provider}: {ran:?}");
        assert!(String::from_utf8_lossy(&ran.stderr).contains("using small at"), "{ran:?}");
        // A session keeps the model it began with; one of a provider that nobody can ask does not begin.
        let id = bench.start_simulation(&own).unwrap().row.id;
        bench.save_agent(&AgentEdit { model_provider: "acme".to_owned(), temperature: 1.5, ..edit }).unwrap();
        let view = bench.say_in_simulation(&id, "Hello", SimulationPace::Run).unwrap();
        assert!(exchanges(&bench, &view)[0][0].request_body.contains("0.25"), "{provider}");
        let why = refused(bench.start_simulation(&own), ErrorCode::Invalid);
        assert!(why.contains("provider “acme” can't be asked"), "{why}");
    }
}

#[test]
fn s0_21_an_agents_sessions_are_asked_with_the_key_it_names_and_do_not_begin_without_it() {
    const KEY: &str = "sk-live-9876543210";
    let fixtures = json!([{ "match": {}, "response": { "content": "Hi." } }]);
    for provider in [ModelProvider::OpenAi, ModelProvider::OpenAiResponses, ModelProvider::Anthropic] {
        let (bench, server) = stage(provider, &fixtures, &[]);
        let edit = bench.get_agent("hello_world_agent").unwrap().edit;
        let edit = AgentEdit {
            model_provider: provider.to_string(),
            model_name: "small".to_owned(),
            api_key_ref: "secret://agent-key".to_owned(),
            ..edit
        };
        bench.save_agent(&edit).unwrap();
        let own = SimulationModel::Agent { max_tokens: None, max_cents: None };
        let own = SimulationSetup { model: own, ..setup("hello_world_agent", provider.as_str()) };
        // The library's model of that name has no key: with the agent's it was never saved here.
        let why = refused(bench.start_simulation(&own), ErrorCode::Invalid);
        assert!(why.contains("with the key in secret://agent-key"), "{provider}: {why}");
        let (name, model, secret) = ("keyed".to_owned(), "other".to_owned(), "agent-key".to_owned());
        let keyed = ModelSettings { name, model, secret, ..settings(&server, provider) };
        bench.save_model(&keyed, None).unwrap();
        let why = refused(bench.start_simulation(&own), ErrorCode::Invalid);
        assert!(why.contains("The secret agent-key isn't allowed to be sent to http://127.0.0.1"), "{provider}: {why}");
        bench.grant_consent(&bench.asked_for_model(&keyed).unwrap().unwrap().hash).unwrap();
        let why = refused(bench.start_simulation(&own), ErrorCode::Invalid);
        assert!(why.contains("agent-key"), "{provider}: {why}");
        let first = ["simulate", "--agent", "hello_world_agent", "--message", "Hello", "--model", "agent", "--allow"];
        let ran = bench.skillctl(&[&first[..], &["--library-name", "mock"]].concat());
        assert_eq!(ran.status.code(), Some(2), "{provider}: {ran:?}");
        assert!(String::from_utf8_lossy(&ran.stderr).contains("agent-key"), "{provider}: {ran:?}");
        assert!(bench.list_simulations().unwrap().is_empty(), "nothing began");

        bench.save_secret("agent-key", KEY).unwrap();
        let view = say(&bench, &own, "Hello");
        assert_eq!(json!(view.row.ended), "answered", "{provider}: {:?}", view.row.problem);
        let went = exchanges(&bench, &view);
        assert!(went[0][0].curl.contains("$AGENT_KEY"), "{provider}: {}", went[0][0].curl);
        assert!(!format!("{went:?}{view:?}").contains(KEY), "{provider}");
    }
}

#[test]
fn a_real_run_is_kept_with_its_requests_and_replays_byte_for_byte() {
    let fixtures = json!([
        turn(0, &json!({ "toolCalls": [calls("sayHello", &json!({ "name": "Ada" }))] })),
        turn(1, &json!({ "content": "She was greeted." })),
    ]);
    let (bench, server) = stage(ModelProvider::OpenAi, &fixtures, &["--chunk-size", "4"]);
    let setup = setup("hello_world_agent", "openai");
    let first = say(&bench, &setup, "Say hello to Ada");
    let went = exchanges(&bench, &first);
    assert!(went[0][0].response_body.starts_with("data: {") && went[0][0].status == Some(200), "{:?}", went[0][0]);
    assert!(went[0][0].curl.starts_with(&format!("curl --no-buffer '{}", server.url("/v1/chat/completions"))));
    assert!(first.row.model.starts_with("openai at http://127.0.0.1:"), "{}", first.row.model);

    // Without the server, in another studio.
    drop(server);
    let bench = bench.reopen(studio_api::Upkeep::OnDemand);
    assert_eq!(exchanges(&bench, &bench.get_simulation(&first.row.id).unwrap()), went);
    let recorded = SimulationModel::Recorded { id: first.row.id.clone() };
    let again = say(&bench, &SimulationSetup { model: recorded, ..setup.clone() }, "Say hello to Ada");
    let untimed = |view: &SimulationView| {
        let mut told = events(view);
        told.iter_mut().filter(|event| event["elapsed_us"].is_u64()).for_each(|event| event["elapsed_us"] = json!(0));
        serde_json::to_string(&told).unwrap()
    };
    assert_eq!(untimed(&again), untimed(&first));
    assert_eq!(again.steps, first.steps);

    // And with the server gone, a real one fails by name.
    let failed = say(&bench, &setup, "Say hello to Ada");
    let told = events(&failed);
    assert_eq!(of(&told, "model_failed")[0]["failure"], "unreachable", "{told:#?}");
    assert!(failed.row.problem.unwrap().contains("can't be reached"));
}

#[test]
fn a_session_stops_before_it_would_take_more_than_it_may() {
    let fixtures = json!([{ "match": {}, "response": { "toolCalls": [calls("list_skills", &json!({}))] } }]);
    let (bench, server) = stage(ModelProvider::OpenAi, &fixtures, &[]);
    let priced =
        ModelSettings { input_price: 1_000.0, output_price: 1_000.0, ..settings(&server, ModelProvider::OpenAi) };
    bench.save_model(&priced, Some("openai")).unwrap();
    let setup = setup("pico_reviewer", "openai");
    let cost = bench.estimate_simulation_cost(&setup).unwrap().unwrap();
    assert!(cost.first_tokens > 200 && cost.unavailable.is_none(), "{cost:?}");
    assert!((cost.first_dollars.unwrap() - f64::from(cost.first_tokens) / 1_000.0).abs() < 1e-9, "{cost:?}");
    assert_eq!(cost.address, server.url("/v1"));

    let most = cost.first_tokens * 3;
    let view = say(&bench, &capped(&setup, Some(most), None), "go");
    let told = events(&view);
    let cap = &of(&told, "cap_reached")[0]["cap"];
    let (spent, next) = (cap["spent"].as_u64().unwrap(), cap["next"].as_u64().unwrap());
    assert!(spent > 0 && spent <= u64::from(most) && spent + next > u64::from(most), "{cap}");
    assert_eq!((json!(view.row.ended), of(&told, "model_asked").len()), (json!("cap_reached"), view.steps.len()));
    assert!(
        view.row.problem.as_ref().unwrap().replace(',', "").contains(&format!("limited to {most} tokens")),
        "{:?}",
        view.row.problem
    );
    // Repeating it takes as much each time, and stops at the cap each time.
    let cost_of = |id: &str| bench.estimate_repeat_cost(id, 4).unwrap();
    let repeated = cost_of(&view.row.id).unwrap();
    assert_eq!((u64::from(repeated.tokens), repeated.most_tokens), (4 * spent, Some(4 * most)));
    let dollars = repeated.dollars.unwrap();
    assert!(
        (dollars - f64::from(repeated.tokens) / 1_000.0).abs() < 1e-9 && repeated.most_dollars.is_none(),
        "{dollars}"
    );
    // A recording comes to the same end.
    let recorded = SimulationModel::Recorded { id: view.row.id.clone() };
    let again = say(&bench, &SimulationSetup { model: recorded, ..setup.clone() }, "go");
    assert_eq!(of(&events(&again), "cap_reached")[0]["cap"], *cap);
    assert!(cost_of(&again.row.id).is_none(), "a recording costs nothing");
    // Saying more does not help, and nothing is asked.
    let view = bench.say_in_simulation(&view.row.id, "go on", SimulationPace::Run).unwrap();
    assert_eq!((json!(view.row.ended), view.steps.len()), (json!("cap_reached"), again.steps.len()));

    let cents = (cost.first_dollars.unwrap() * 150.0) as u32;
    let view = say(&bench, &capped(&setup, None, Some(cents)), "go");
    assert_eq!(of(&events(&view), "cap_reached")[0]["cap"]["kind"], "dollars");
    // A cap below the first question asks nothing at all.
    let view = say(&bench, &capped(&setup, Some(10), None), "go");
    assert_eq!((view.steps.len(), json!(view.row.ended)), (0, json!("cap_reached")));
}

#[test]
fn what_a_reply_counts_is_taken_and_a_stream_that_breaks_ends_the_turn_by_name() {
    let server = ModelServer::llmock();
    let bench = Bench::with_samples();
    bench.save_model(&settings(&server, ModelProvider::OpenAi), None).unwrap();
    let view = say(&bench, &setup("hello_world_agent", "openai"), "Tell me");
    assert_eq!(of(&events(&view), "model_replied")[0]["usage"]["is_estimated"], false);
    server.next(&json!({ "type": "stream_fault", "kind": "truncate", "after_chunks": 1 }));
    let view = say(&bench, &setup("hello_world_agent", "openai"), "Tell me");
    assert_eq!(of(&events(&view), "model_failed")[0]["failure"], "unreachable");
    assert!(view.row.problem.unwrap().contains("closed the connection before its response was complete"));
}

#[test]
fn a_question_that_failed_counts_to_the_cap() {
    let server = ModelServer::llmock();
    let bench = Bench::with_samples();
    bench.save_model(&settings(&server, ModelProvider::OpenAi), None).unwrap();
    let plain = setup("hello_world_agent", "openai");
    let asked = say(&bench, &plain, "Tell me").steps[0].tokens;
    server.next(&json!({ "type": "stream_fault", "kind": "truncate", "after_chunks": 1 }));
    let view = say(&bench, &capped(&plain, Some(asked * 3 / 2), None), "Tell me");
    assert_eq!(json!(view.row.ended), "model_failed");
    let view = bench.say_in_simulation(&view.row.id, "Tell me", SimulationPace::Run).unwrap();
    let cap = of(&events(&view), "cap_reached")[0]["cap"].clone();
    assert_eq!((&cap["spent"], json!(view.row.ended)), (&json!(asked), json!("cap_reached")), "{cap}");
}

#[test]
fn a_stream_is_told_in_few_events_and_cancelled_at_once() {
    // All of it takes the better part of a minute.
    let words = "word ".repeat(4_000);
    let fixtures = json!([{ "match": {}, "response": { "content": words } }]);
    let (bench, _server) = stage(ModelProvider::OpenAi, &fixtures, &["--latency", "5", "--chunk-size", "2"]);
    let setup = setup("hello_world_agent", "openai");
    let id = bench.start_simulation(&setup).unwrap().row.id;
    bench.events.clear();
    let heard = || -> Vec<String> {
        let heard = bench.events.all().into_iter().filter_map(|event| match event {
            StudioEvent::Simulation { update } => match *update {
                SimulationUpdate::Heard { text, .. } => Some(text),
                SimulationUpdate::Advanced { .. } => None,
            },
            _ => None,
        });
        heard.collect()
    };
    let (studio, (send, receive)) = (&*bench, mpsc::channel());
    thread::scope(|scope| {
        let session = &id;
        scope.spawn(move || send.send(studio.say_in_simulation(session, "go", SimulationPace::Run)).unwrap());
        until("some words", || heard().concat().len() > 100);
        studio.cancel_simulation(session).unwrap();
        let view = receive.recv().unwrap().unwrap();
        assert_eq!(json!(view.row.ended), "cancelled");
    });
    let told = heard();
    assert!(told.concat().starts_with("word word ") && told.iter().all(|text| !text.is_empty()), "{told:?}");
    assert!(told.len() * 3 < told.concat().len(), "several deltas come in one event: {}", told.len());
    // The law of the session: whoever stops it does not wait for the model, which had much more to say.
    assert!(told.concat().len() < words.len() / 2, "{} of {} characters", told.concat().len(), words.len());
    let view = bench.get_simulation(&id).unwrap();
    let kept = &exchanges(&bench, &view)[0][0];
    assert!(kept.response_bytes > 0 && kept.status == Some(200), "what came until then is kept");
}

#[test]
fn a_secret_goes_only_where_it_was_allowed_and_is_never_kept() {
    const KEY: &str = "sk-live-0123456789";
    let fixtures = json!([{ "match": {}, "response": { "content": "Hello." } }]);
    let (bench, server) = (Bench::with_samples(), ModelServer::aimock(&fixtures, &[]));
    bench.save_secret("model-key", KEY).unwrap();
    let keyed = ModelSettings { secret: "secret://model-key".to_owned(), ..settings(&server, ModelProvider::OpenAi) };
    let list = bench.save_model(&keyed, None).unwrap();
    assert_eq!(list.models[0].secret, "model-key");
    let setup = setup("hello_world_agent", "openai");
    let said = refused(bench.start_simulation(&setup), ErrorCode::Invalid);
    assert!(said.contains("model-key isn't allowed to be sent to http://127.0.0.1"), "{said}");
    let asked = bench.asked_for_model(&keyed).unwrap().unwrap();
    assert_eq!((asked.subject.as_str(), asked.argv[0].as_str()), ("model-key", &*server.url("")));
    bench.grant_consent(&asked.hash).unwrap();
    let view = say(&bench, &setup, "Hello");
    assert_eq!(json!(view.row.ended), "answered", "{:?}", view.row.problem);
    let went = exchanges(&bench, &view);
    assert!(went[0][0].curl.contains("\"authorization: Bearer $MODEL_KEY\""), "{}", went[0][0].curl);
    assert!(!format!("{went:?}{view:?}").contains(KEY));
    assert!(bench.list_secrets().unwrap().secrets[0].used_by.contains(&"openai".to_owned()));

    // Another address is another place.
    let elsewhere = ModelServer::aimock(&fixtures, &[]);
    let moved = ModelSettings { base_url: elsewhere.url("/v1"), ..keyed };
    bench.save_model(&moved, Some("openai")).unwrap();
    refused(bench.start_simulation(&setup), ErrorCode::Invalid);
}

#[test]
fn a_model_without_a_key_is_asked_for_unless_it_is_on_this_machine() {
    let (bench, server) = (Bench::with_samples(), ModelServer::aimock(&json!([]), &[]));
    let near = settings(&server, ModelProvider::OpenAi);
    assert_eq!(bench.asked_for_model(&near).unwrap(), None);
    let far = ModelSettings { base_url: "https://models.example.com/v1".to_owned(), ..near };
    let asked = bench.asked_for_model(&far).unwrap().expect("messages and skills would be sent there");
    let place = ["https://models.example.com".to_owned()];
    assert_eq!((asked.kind, asked.subject.as_str(), &*asked.argv), (ConsentKind::Model, "openai", &place[..]));
    bench.grant_consent(&asked.hash).unwrap();
    assert_eq!(bench.asked_for_model(&far).unwrap(), None);
    // Another address is another place.
    let elsewhere = ModelSettings { base_url: "https://other.example.com/v1".to_owned(), ..far };
    assert!(bench.asked_for_model(&elsewhere).unwrap().is_some());
}

#[test]
fn models_are_kept_renamed_and_deleted_and_one_that_came_with_the_library_is_not_asked() {
    let bench = Bench::with_samples();
    let server = ModelServer::aimock(&json!([]), &[]);
    let one = settings(&server, ModelProvider::OpenAi);
    bench.save_model(&one, None).unwrap();
    refused(bench.save_model(&one, None), ErrorCode::Invalid);
    let other = ModelSettings {
        name: "second".to_owned(),
        tool_calls: ModelToolCalls::Constrained,
        window_tokens: 8_192,
        is_unstreamed: true,
        ..one.clone()
    };
    let names = |list: &studio_api::dto::ModelList| list.models.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&bench.save_model(&other, None).unwrap()), ["openai", "second"]);
    bench.set_model_settings(&other).unwrap();
    let renamed = ModelSettings { name: "third".to_owned(), ..other.clone() };
    let list = bench.save_model(&renamed, Some("second")).unwrap();
    assert_eq!((names(&list), list.picks.as_str()), (vec!["openai".to_owned(), "third".to_owned()], "third"));
    assert_eq!(bench.get_model_settings().unwrap(), renamed);
    let list = bench.delete_model("third").unwrap();
    assert_eq!((names(&list), list.picks.as_str()), (vec!["openai".to_owned()], ""));
    refused(bench.start_simulation(&setup("hello_world_agent", "third")), ErrorCode::NotFound);

    // As if the library came from somebody else.
    let theirs = ModelSettings { base_url: "http://127.0.0.1:9/v1".to_owned(), ..one };
    let list = json!({ "format": 2, "models": [theirs], "picks": "" });
    bench.set_setting("models", &list.to_string()).unwrap();
    let said = refused(bench.start_simulation(&setup("hello_world_agent", "openai")), ErrorCode::Invalid);
    assert!(said.contains("came with the library"), "{said}");
}

#[test]
fn skillctl_simulates_with_a_real_model_and_ends_as_is_expected_of_it() {
    let hello = |has_result: bool| json!({ "userMessage": "Say hello", "hasToolResult": has_result });
    let fixtures = json!([
        { "match": hello(false), "response": { "toolCalls": [calls("sayHello", &json!({ "name": "Ada" }))] } },
        { "match": hello(true), "response": { "content": "She was greeted." } },
    ]);
    let (bench, server) = (Bench::with_samples(), ModelServer::aimock(&fixtures, &[]));
    let run = |more: &[&str]| {
        let fixed = ["simulate", "--json", "--agent", "hello_world_agent", "--message", "Say hello to Ada", "--allow"];
        let output = bench.skillctl(&[&fixed[..], &["--library-name", "mock"], more].concat());
        let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), said(&output.stdout), said(&output.stderr))
    };
    for (model, path) in
        [("openai/small", "/v1"), ("openai-responses/small", "/v1"), ("anthropic/small", "/v1"), ("ollama/small", "")]
    {
        let url = server.url(path);
        let (code, out, err) =
            run(&["--model", model, "--base-url", &url, "--expect-tool", "sayHello", "--cap-tokens", "9000"]);
        assert_eq!(code, Some(0), "{model}: {out}{err}");
        let told: Value = serde_json::from_str(&out).unwrap();
        assert_eq!((&told["response"], &told["tools_used"]), (&json!("She was greeted."), &json!(["sayHello"])));
        // Where it goes is said before anything does.
        assert!(err.contains(&format!("using small at {url}")) && err.contains("at most 9000 tokens"), "{err}");
    }
    let url = server.url("/v1");
    let real = ["--model", "openai/small", "--base-url", &url];
    let (code, out, _) = run(&[&real[..], &["--expect-text", "nobody says this"]].concat());
    assert_eq!(code, Some(1));
    // What a real model said replays without it.
    let file = bench.write("recorded.json", &out);
    drop(server);
    let (code, again, err) = run(&["--model", &format!("replay:{}", file.display())]);
    assert_eq!(code, Some(0), "{err}");
    let events = |text: &str| {
        let mut told: Value = serde_json::from_str(text).unwrap();
        told["events"].as_array_mut().unwrap().iter_mut().for_each(|event| event["elapsed_us"] = Value::Null);
        told["events"].to_string()
    };
    assert_eq!(events(&again), events(&out));

    let (code, out, err) = run(&real);
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(out.contains("can't be reached"), "{out}");
    for (more, words) in [
        (vec!["--model", "bard/small"], "openai-responses, anthropic or ollama"),
        (vec!["--model", "openai/"], "No model is set"),
        (vec!["--model", "openai/small", "--base-url", "nowhere"], "isn't a valid model URL"),
        ([&real[..], &["--cap-cents", "5"]].concat(), "needs the prices"),
        ([&real[..], &["--key-variable", "NO_SUCH_KEY_HERE"]].concat(), "NO_SUCH_KEY_HERE isn't set"),
        ([&real[..], &["--secret", "nothing"]].concat(), "nothing"),
    ] {
        let (code, out, err) = run(&more);
        assert!(code == Some(2) && err.contains(words), "{more:?}: {out}{err}");
    }
}

#[test]
fn tokens_that_a_reply_does_not_tell_are_estimated() {
    let bench = Bench::with_samples();
    let silent = crate::asking_a_model::Provider::start("Hello there, Ada.", usize::MAX);
    let model = ModelSettings { name: "silent".to_owned(), is_unstreamed: true, ..silent.settings() };
    bench.save_model(&model, None).unwrap();
    let view = say(&bench, &setup("hello_world_agent", "silent"), "Say hello");
    let told = events(&view);
    let usage = &of(&told, "model_replied")[0]["usage"];
    assert_eq!((&usage["is_estimated"], &usage["input"]), (&json!(true), &json!(view.steps[0].tokens)), "{usage}");
    assert!((3..12).contains(&usage["output"].as_u64().unwrap()), "{usage}");
}
