//! Runtimes beside agent-lib on an agent of the library: adk-rust, which selects a skill itself, and light-genai-4j, which
//! shows descriptions first.

use serde_json::{Value, json};
use studio_api::dto::{
    AdkSettings, AdkStrategy, AgentEdit, AgentSkillEdit, ComponentTools, Host, MapLinkKind, SimulatedRuntime,
    SimulationModel, SimulationPace, SimulationSetup, SimulationView, SkillAtVersion, TrashKind, ValidationMode,
};

use crate::{
    harness::{AsItIsNow as _, Bench, skill},
    toolbox::{Said as _, agent, javascript, link, signature, tool},
};

/// A setup whose model makes these replies and says `done`.
fn setup(runtime: SimulatedRuntime, replies: &[Value]) -> SimulationSetup {
    let mut replies = replies.to_vec();
    replies.push(json!({ "text": "done" }));
    SimulationSetup {
        agent: "Crew".to_owned(),
        runtime,
        components: ComponentTools::OnlySkills,
        adk: AdkSettings::default(),
        model: SimulationModel::Scripted { replies: json!(replies).to_string() },
        tool_library: None,
        max_iterations: 20,
        window_tokens: 100_000,
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

fn adk(strategies: Vec<AdkStrategy>, mode: ValidationMode) -> SimulationSetup {
    SimulationSetup { adk: AdkSettings { strategies, mode }, ..setup(SimulatedRuntime::Adk, &[]) }
}

fn play(bench: &Bench, setup: &SimulationSetup, message: &str) -> SimulationView {
    let id = bench.start_simulation(setup).unwrap().row.id;
    bench.say_in_simulation(&id, message, SimulationPace::Run).unwrap()
}

/// The events of a kind, as JSON.
fn of_kind(view: &SimulationView, kind: &str) -> Vec<Value> {
    view.events.iter().map(|event| json!(event.event)).filter(|event| event["kind"] == kind).collect()
}

fn selected(view: &SimulationView) -> Option<String> {
    let injected = of_kind(view, "skill_injected");
    injected.first().map(|event| event["skill"].as_str().unwrap().to_owned())
}

/// An agent with two skills: `gas` (tags home; a tool that is there and one nobody has) and `water` (tags home, wet). The
/// library has `gas-expert` as well, which fits better.
fn crew() -> Bench {
    let bench = Bench::new();
    bench.add_tool(&tool("close_valve", signature("() --> IO Text"), javascript("function run() { return 'ok'; }")));
    let file = |name: &str, description: &str, more: &str| skill(name, description, more, &format!("BODY OF {name}"));
    let gas = file("gas", "Handles gas.", "tags: [home]\nallowed-tools: [close_valve, siren]\n");
    let water = file("water", "Handles water.", "tags: [home, wet]\n");
    let mut loads = Vec::new();
    for (name, text) in [("gas", gas), ("water", water)] {
        let skill_id = bench.add_skill(name, text).id;
        loads.push(AgentSkillEdit { skill_id, priority: 0, sequence: 0, config: "{}".to_owned() });
    }
    bench.add_skill("gas-expert", file("gas-expert", "Handles gas and water, gas leaks and gas smells.", ""));
    bench.save_agent(&AgentEdit { skills: loads, ..agent("Crew") }).unwrap();
    bench
}

#[test]
fn adk_selects_among_the_skills_of_the_agent_by_the_ways_that_are_set() {
    let bench = crew();
    let by_message = || vec![AdkStrategy::Message];
    let name = |name: &str| AdkStrategy::Name { name: name.to_owned() };
    let tag = |tag: &str| AdkStrategy::Tag { tag: tag.to_owned() };
    let found = |ways: Vec<AdkStrategy>, message: &str| {
        selected(&play(&bench, &adk(ways, ValidationMode::Permissive), message))
    };
    // The best of the library is not the agent's.
    assert_eq!(found(by_message(), "gas gas gas").as_deref(), Some("gas"));
    assert_eq!(found(vec![name("gas-expert")], "gas"), None);
    assert_eq!(found(vec![name("water"), AdkStrategy::Message], "gas gas gas").as_deref(), Some("water"));
    assert_eq!(found(vec![name("nobody"), AdkStrategy::Message], "gas gas gas").as_deref(), Some("gas"));
    assert_eq!(found(vec![tag("wet")], "gas gas gas").as_deref(), Some("water"));
    assert_eq!(found(vec![tag("home")], "anything").as_deref(), Some("gas"), "the first by name");
    assert_eq!(found(by_message(), "something else"), None);
}

#[test]
fn adk_never_names_a_tool_that_is_not_bound() {
    let bench = crew();
    let strict = play(&bench, &adk(vec![AdkStrategy::Message], ValidationMode::Strict), "gas gas gas");
    let reasons = of_kind(&strict, "nothing_selected")[0]["reasons"].to_string();
    assert!(reasons.contains("requires tools not in registry") && reasons.contains("siren"), "{reasons}");
    assert_eq!(selected(&strict), None);

    let permissive = play(&bench, &adk(vec![AdkStrategy::Message], ValidationMode::Permissive), "gas gas gas");
    let injected = &of_kind(&permissive, "skill_injected")[0];
    assert_eq!(injected["tools"], json!(["close_valve"]));
    let text = injected["text"].as_str().unwrap();
    assert!(text.contains("BODY OF gas") && text.contains("close_valve") && !text.contains("siren"), "{text}");
    let warned = &of_kind(&permissive, "warned")[0]["warning"];
    assert_eq!(*warned, json!({ "kind": "tool_left_out", "skill": "gas", "tool": "siren" }));
    let step = bench.get_simulation_step(&permissive.row.id, permissive.steps[0].event).unwrap();
    let offered: Vec<&str> = step.tools.iter().filter(|tool| tool.enabled).map(|tool| tool.name.as_str()).collect();
    assert_eq!(offered, ["close_valve"]);
}

#[test]
fn adk_reads_the_skills_as_they_were_when_the_session_began() {
    let bench = crew();
    let water = bench.row("water").id;
    let before = bench.get_skill(&water).unwrap().aggregate_version;
    let text = skill("water", "Handles leaks.", "tags: [home]\n", "ANOTHER BODY");
    let ways = || adk(vec![AdkStrategy::Message], ValidationMode::Permissive);
    let begun = bench.start_simulation(&ways()).unwrap().row.id;
    bench.save(&water, "SKILL.md", &text);
    let view = bench.say_in_simulation(&begun, "water water", SimulationPace::Run).unwrap();
    assert!(of_kind(&view, "skill_injected")[0]["text"].as_str().unwrap().contains("BODY OF water"));
    // As it is now, and as it was.
    assert_eq!(selected(&play(&bench, &ways(), "leaks leaks")).as_deref(), Some("water"));
    let earlier = SkillAtVersion { skill: "water".to_owned(), version: before };
    let earlier = SimulationSetup { versions: vec![earlier], ..ways() };
    assert_eq!(selected(&play(&bench, &earlier, "leaks leaks")), None);
    let view = play(&bench, &earlier, "water water");
    assert!(of_kind(&view, "skill_injected")[0]["text"].as_str().unwrap().contains("BODY OF water"));
}

#[test]
fn s0_02_s0_03_light_genai_shows_assigned_descriptions_in_order_and_schemas_once_a_skill_is_chosen() {
    let bench = Bench::new();
    let add = |name: &str, more: &str| {
        bench.add_skill(name, skill(name, &format!("Does {name} work."), more, &format!("BODY OF {name}"))).id
    };
    let script = javascript("function run() { return 'ok'; }");
    for name in ["draft_tool", "facts_tool"] {
        bench.add_tool(&tool(name, signature("() --> IO Text"), script.clone()));
    }
    let draft = add("draft", "allowed-tools: draft_tool\n");
    let facts = add("facts", "allowed-tools: facts_tool\n");
    let style = add("style", "");
    add("other", "");
    let (left, right) = (add("left", ""), add("right", ""));
    let requires = |skill: &str, other: &str| {
        let depends = link(MapLinkKind::Depends, &format!("skill:{skill}"), &format!("skill:{other}"));
        bench.save_link(&depends.with_required(true)).unwrap();
    };
    requires(&draft, &facts);
    requires(&left, &right);
    // Sequence first, then the higher priority, whatever the order they were assigned in.
    let load = |skill_id: &str, sequence, priority| AgentSkillEdit {
        skill_id: skill_id.to_owned(),
        priority,
        sequence,
        config: "{}".to_owned(),
    };
    let loads = vec![load(&style, 2, 0), load(&draft, 1, 1), load(&left, 1, 5)];
    bench.save_agent(&AgentEdit { skills: loads, ..agent("Crew") }).unwrap();
    let choose = |skill: &str| json!({ "calls": [{ "name": "select_skill", "arguments": { "skill": skill } }] });
    let view = play(&bench, &setup(SimulatedRuntime::LightGenai, &[choose("draft")]), "go");
    let at = |step: usize| bench.get_simulation_step(&view.row.id, view.steps[step].event).unwrap();
    let prompt = |step: usize| at(step).sections.into_iter().map(|section| section.text).collect::<String>();
    let first = prompt(0);
    let places: Vec<usize> = ["left: Does left work.", "draft: Does draft work.", "style: Does style work."]
        .map(|line| first.find(line).unwrap_or_else(|| panic!("no {line:?} in {first}")))
        .to_vec();
    assert!(places.is_sorted(), "{first}");
    for absent in ["Does other work", "Does facts work", "Does right work", "BODY OF"] {
        assert!(!first.contains(absent), "only descriptions, and only of skills it was given: {first}");
    }
    let offered = |step: usize| {
        let tools = at(step).tools.into_iter().filter(|tool| tool.enabled).map(|tool| tool.name);
        tools.collect::<Vec<_>>()
    };
    assert_eq!(offered(0), ["select_skill"]);
    assert_eq!(offered(1), ["select_skill", "facts_tool", "draft_tool"], "what it requires comes along, first");
    assert!(prompt(1).contains("BODY OF draft") && prompt(1).contains("BODY OF facts"));
    // Skills that require each other cannot be saved; what is required may go to the trash.
    let circle = link(MapLinkKind::Depends, &format!("skill:{right}"), &format!("skill:{left}"));
    let why = bench.save_link(&circle.with_required(true)).unwrap_err().message;
    assert!(why.contains("left") && why.contains("right"), "{why}");
    bench.trash_now(TrashKind::Skill, &right).unwrap();
    let refused = play(&bench, &setup(SimulatedRuntime::LightGenai, &[choose("left")]), "go");
    let answer = of_kind(&refused, "tool_answered")[0]["content"].to_string();
    assert!(answer.contains("left") && answer.contains("not assigned"), "{answer}");
    assert!(of_kind(&refused, "skill_activated").is_empty());
}

#[test]
fn everything_up_front_counts_nothing_twice() {
    let bench = crew();
    let activate = json!({ "calls": [{ "name": "activate_skill", "arguments": { "name": "water" } }] });
    let view = play(&bench, &setup(SimulatedRuntime::AgentSkills, &[activate]), "go");
    let [first, second] = view.steps.as_slice() else { panic!("{:#?}", view.steps) };
    assert!(second.tokens > first.tokens, "the instructions came in");
    assert_eq!(second.baseline_tokens, first.baseline_tokens, "up front they are there from the start");
    let selected = play(&bench, &adk(vec![AdkStrategy::Message], ValidationMode::Permissive), "gas gas gas");
    let plain = play(
        &bench,
        &adk(vec![AdkStrategy::Name { name: "nobody".to_owned() }], ValidationMode::Strict),
        "gas gas gas",
    );
    assert_eq!(selected.steps[0].baseline_tokens, plain.steps[0].baseline_tokens);
    assert!(selected.steps[0].tokens > plain.steps[0].tokens);
    let everything = play(&bench, &setup(SimulatedRuntime::Everything, &[]), "go");
    assert_eq!(everything.steps[0].baseline_tokens, everything.steps[0].tokens);
}
