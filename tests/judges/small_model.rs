//! A model that really runs, small enough for any machine: `cargo xtask small-model` fetches it and runs this.

use std::{env, path::PathBuf, process::Command};

use serde_json::json;
use studio_api::dto::{
    AdkSettings, AgentEdit, AgentSkillEdit, ComponentTools, Host, ModelProvider, ModelSettings, ModelToolCalls,
    SimulatedRuntime, SimulationModel, SimulationPace, SimulationSetup, SimulationState, SkillDetail, ToolEdit,
    ToolEffect,
};
use studio_testkit::{ModelServer, repository};

use crate::{
    harness::{Bench, skill},
    toolbox::{agent, javascript, signature, tool},
};

/// A library with two skills, one of which greets.
fn bench() -> Bench {
    let bench = Bench::new();
    let script = "function run({ name }) { return `Hello, ${name}! Nice to meet you.`; }";
    bench.add_tool(&ToolEdit {
        effect: Some(ToolEffect::Read),
        ..tool("sayHello", signature("(name: Text) --> IO Text"), javascript(script))
    });
    let steps = "Call sayHello with the person's name. Then answer with its result.";
    let greeting = bench
        .add_skill("greeting", skill("greeting", "Greets a person by name.", "allowed-tools: [sayHello]\n", steps));
    let taxes = bench.add_skill("taxes", skill("taxes", "Files a tax return.", "", "Ask for the papers."));
    let given =
        |skill: SkillDetail| AgentSkillEdit { skill_id: skill.id, priority: 0, sequence: 0, config: "{}".to_owned() };
    bench.save_agent(&AgentEdit { skills: vec![given(greeting), given(taxes)], ..agent("Host") }).unwrap();
    bench
}

#[test]
fn a_small_model_picks_a_skill_calls_its_tool_and_answers() {
    let folder = env::var_os("SKILL_STUDIO_SMALL_MODEL").map(PathBuf::from).expect("run cargo xtask small-model");
    let mut python = Command::new(folder.join("bin/python3"));
    python.arg(repository().join("tests/small-model/serve.py"));
    let server = ModelServer::start(python, tempfile::tempdir().unwrap());
    let bench = bench();
    let model = ModelSettings {
        name: "SmolLM2".to_owned(),
        provider: ModelProvider::OpenAi,
        model: "SmolLM2-135M-Instruct".to_owned(),
        base_url: server.url("/v1"),
        tool_calls: ModelToolCalls::Constrained,
        window_tokens: 8_192,
        max_output: 200,
        ..ModelSettings::default()
    };
    bench.save_model(&model, None).unwrap();
    let setup = SimulationSetup {
        agent: "Host".to_owned(),
        runtime: SimulatedRuntime::AgentSkills,
        components: ComponentTools::OnlySkills,
        adk: AdkSettings::default(),
        model: SimulationModel::Real { name: model.name, max_tokens: Some(50_000), max_cents: None },
        tool_library: None,
        max_iterations: 6,
        window_tokens: 8_192,
        host: Host::Standard,
        without: Vec::new(),
        uses: None,
        versions: Vec::new(),
        inputs: Vec::new(),
        captured: None,
        skills: None,
        reads: None,
    };
    let id = bench.start_simulation(&setup).unwrap().row.id;
    let mut view = bench.say_in_simulation(&id, "Please greet Ada.", SimulationPace::Run).unwrap();
    while let SimulationState::WaitingForConsent { request, .. } = &view.state {
        bench.grant_consent(&request.hash).unwrap();
        view = bench.continue_simulation(&id).unwrap();
    }
    let told: Vec<serde_json::Value> = view.events.iter().map(|event| json!(event.event)).collect();
    let of = |kind: &str| told.iter().filter(|event| event["kind"] == kind).collect::<Vec<_>>();
    assert!(of("skill_activated").iter().any(|event| event["skill"] == "greeting"), "{told:#?}");
    // Whom it greets is more than so small a model is sure of.
    let greeted = |event: &&&serde_json::Value| {
        event["name"] == "sayHello" && event["content"].as_str().is_some_and(|text| text.starts_with("Hello, "))
    };
    assert!(of("tool_answered").iter().any(|event| greeted(&event)), "{told:#?}");
    assert_eq!(json!(view.row.ended), "answered", "{told:#?}");
    let answer = of("model_replied").last().map(|event| event["text"].clone());
    assert!(answer.is_some_and(|text| text.as_str().is_some_and(|text| !text.is_empty())), "{told:#?}");
}
