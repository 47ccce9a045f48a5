//! Runtimes beside agent-lib on an agent of the library: adk-rust, which selects a skill itself, and light-genai-4j, which
//! shows descriptions first.

use serde_json::{Value, json};
use studio_api::dto::{
    AdkSettings, AdkStrategy, AdkWay, AgentEdit, AgentSkillEdit, ComponentTools, Host, MapLinkKind, Policy,
    SimulatedRuntime, SimulationModel, SimulationPace, SimulationSetup, SimulationState, SimulationView,
    SkillAtVersion, ToolEdit, ToolEffect, ToolImplementation, TrashKind, ValidationMode,
};

use crate::{
    harness::{AsItIsNow as _, Bench, skill},
    toolbox::{Said as _, agent, edit_of, javascript, link, signature, tool},
};

/// A setup whose model makes these replies and says `done`.
pub(crate) fn setup(runtime: SimulatedRuntime, replies: &[Value]) -> SimulationSetup {
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
    with_adk(AdkSettings { strategies, mode, ..AdkSettings::default() })
}

fn with_adk(adk: AdkSettings) -> SimulationSetup {
    SimulationSetup { adk, ..setup(SimulatedRuntime::Adk, &[]) }
}

fn play(bench: &Bench, setup: &SimulationSetup, message: &str) -> SimulationView {
    let id = bench.start_simulation(setup).unwrap().row.id;
    bench.say_in_simulation(&id, message, SimulationPace::Run).unwrap()
}

/// The events of a kind, as JSON.
pub(crate) fn of_kind(view: &SimulationView, kind: &str) -> Vec<Value> {
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
    let why = "It requires the skill right, which is in the trash.";
    assert!(answer.contains(why) && !answer.contains("not assigned"), "{answer}");
    assert!(of_kind(&refused, "skill_activated").is_empty());
}

/// What of a session is told: text of a prompt's sections by a role.
fn said_by(bench: &Bench, view: &SimulationView, role: &str) -> String {
    let step = bench.get_simulation_step(&view.row.id, view.steps[0].event).unwrap();
    step.sections.into_iter().filter(|section| json!(section.role) == role).map(|section| section.text).collect()
}

#[test]
fn s4_01_adks_coordinator_gives_a_system_instruction_and_its_injector_a_short_block() {
    let bench = crew();
    let long = "é".repeat(2_500);
    let file = skill("long", "Handles long matters.", "allowed-tools: [close_valve]\n", &long);
    let skill_id = bench.add_skill("long", file).id;
    let skills = vec![AgentSkillEdit { skill_id, priority: 0, sequence: 0, config: "{}".to_owned() }];
    bench.save_agent(&AgentEdit { skills, ..agent("Longest") }).unwrap();
    let of = |way, max_chars| SimulationSetup {
        agent: "Longest".to_owned(),
        ..with_adk(AdkSettings { way, max_chars, ..AdkSettings::default() })
    };
    let play = |way, max_chars| play(&bench, &of(way, max_chars), "long matters");
    let coordinated = play(AdkWay::Coordinator, None);
    let expected = format!(
        "[skill:long]\n\n# long\nHandles long matters.\n\nYou have access to the following tools: close_valve.\n\n## \
         Instructions\n{long}\n\n[/skill]"
    );
    assert!(said_by(&bench, &coordinated, "system").ends_with(&expected));
    assert_eq!(said_by(&bench, &coordinated, "user"), "long matters");
    let cut = play(AdkWay::Coordinator, Some(10));
    let expected = format!("{}\n[... truncated]\n\n[/skill]", "é".repeat(10));
    assert!(said_by(&bench, &cut, "system").ends_with(&expected));

    let injected = play(AdkWay::Injector, None);
    let block = format!("[skill:long]\n{}\n[/skill]\n\nlong matters", "é".repeat(2_000));
    assert_eq!(said_by(&bench, &injected, "user"), block);
    assert!(!said_by(&bench, &injected, "system").contains("[skill:"));
    let tools = bench.get_simulation_step(&injected.row.id, injected.steps[0].event).unwrap().tools;
    assert!(tools.is_empty(), "the injector binds none: {tools:?}");
    let short = play(AdkWay::Injector, Some(3));
    assert_eq!(said_by(&bench, &short, "user"), "[skill:long]\nééé\n[/skill]\n\nlong matters");
    // A file that names a tool nobody has is no matter to the injector.
    let injector = AdkSettings { way: AdkWay::Injector, ..AdkSettings::default() };
    assert_eq!(selected(&self::play(&bench, &with_adk(injector), "gas gas gas")).as_deref(), Some("gas"));
}

#[test]
fn s4_04_sessions_under_adk_go_by_the_policy_that_is_set_on_the_command_line_too() {
    let bench = crew();
    let found = |policy: Policy| {
        let mode = ValidationMode::Strict;
        selected(&play(&bench, &with_adk(AdkSettings { policy, mode, ..AdkSettings::default() }), "gas gas gas water"))
    };
    let usual = || AdkSettings::default().policy;
    assert_eq!(found(usual()), None, "gas is the only candidate, and its siren is missing");
    assert_eq!(found(Policy { top_k: 2, ..usual() }).as_deref(), Some("water"));
    assert_eq!(found(Policy { include_tags: vec!["wet".to_owned()], ..usual() }).as_deref(), Some("water"));
    assert_eq!(found(Policy { top_k: 2, exclude_tags: vec!["wet".to_owned()], ..usual() }), None);
    assert_eq!(found(Policy { top_k: 2, min_score: 1_000.0, ..usual() }), None);
    let simulate = |more: &[&str]| {
        let first = ["simulate", "--agent", "Crew", "--runtime", "adk", "--message", "gas gas gas water", "--json"];
        let output = bench.skillctl(&[&first[..], more].concat());
        let said: Value = serde_json::from_slice(&output.stdout).unwrap();
        let events = said["events"].as_array().unwrap().clone();
        let injected = events.into_iter().find(|event| event["kind"] == "skill_injected");
        injected.map(|event| (event["skill"].as_str().unwrap().to_owned(), event["text"].as_str().unwrap().to_owned()))
    };
    assert_eq!(simulate(&[]), None);
    assert_eq!(simulate(&["--top-k", "2"]).unwrap().0, "water");
    assert_eq!(simulate(&["--tag", "wet", "--min-score", "0.1"]).unwrap().0, "water");
    assert_eq!(simulate(&["--top-k", "2", "--exclude-tag", "wet"]), None);
    let first = ["resolve", "--by-query", "gas gas gas water", "--tag", "wet", "--json"];
    let said: Value = serde_json::from_slice(&bench.skillctl(&first).stdout).unwrap();
    assert_eq!(said["resolved"]["name"], json!("water"), "what resolves can be limited by tags, too");
    let refused = bench.skillctl(&[
        "simulate",
        "--agent",
        "Crew",
        "--message",
        "go",
        "--adk-way",
        "injector",
        "--by-name",
        "gas",
    ]);
    assert!(!refused.status.success() && String::from_utf8_lossy(&refused.stderr).contains("--adk-way coordinator"));
    let injected = simulate(&["--adk-way", "injector", "--max-chars", "4"]).unwrap();
    assert_eq!(injected, ("gas".to_owned(), "[skill:gas]\nBODY\n[/skill]".to_owned()));
}

/// A library with one of the tools of an agent's skill, and a second one with both.
fn with_libraries() -> Bench {
    let bench = Bench::new();
    let script = javascript("function run() { return 'real'; }");
    let ids: Vec<String> = ["close_valve", "siren"]
        .map(|name| bench.add_tool(&tool(name, signature("() --> IO Text"), script.clone())).id)
        .into();
    let text = skill("gas", "Handles gas.", "allowed-tools: [close_valve, siren]\n", "Close it.");
    let skill_id = bench.add_skill("gas", text).id;
    let skills = vec![AgentSkillEdit { skill_id, priority: 0, sequence: 0, config: "{}".to_owned() }];
    bench.save_agent(&AgentEdit { skills, ..agent("Crew") }).unwrap();
    for (library, tools) in [("Half", &ids[..1]), ("Whole", &ids[..])] {
        for id in tools {
            bench.implement_in_tool_library(library, id, &script).unwrap();
        }
    }
    bench
}

#[test]
fn s4_02_s2_13_the_registry_of_a_session_is_the_tool_library_that_was_chosen() {
    let bench = with_libraries();
    let under = |library: &str, mode| SimulationSetup {
        tool_library: Some(library.to_owned()),
        ..adk(vec![AdkStrategy::Message], mode)
    };
    let strict = play(&bench, &under("Half", ValidationMode::Strict), "gas gas gas");
    assert_eq!(selected(&strict), None);
    let reasons = of_kind(&strict, "nothing_selected")[0]["reasons"].to_string();
    assert!(reasons.contains("requires tools not in registry") && reasons.contains("tool library Half"), "{reasons}");
    let permissive = play(&bench, &under("Half", ValidationMode::Permissive), "gas gas gas");
    let text = of_kind(&permissive, "skill_injected")[0]["text"].to_string();
    assert!(text.contains("close_valve") && !text.contains("siren"), "{text}");
    let whole = play(&bench, &under("Whole", ValidationMode::Strict), "gas gas gas");
    assert_eq!(of_kind(&whole, "skill_injected")[0]["tools"], json!(["close_valve", "siren"]));

    // Whoever does not select by what is bound does not begin, and says what to do.
    let simulate = |runtime: &str, library: &str| {
        let first = ["simulate", "--agent", "Crew", "--runtime", runtime, "--message", "go"];
        bench.skillctl(&[&first[..], &["--library-name", library]].concat())
    };
    for runtime in ["agent-skills", "agent-lib", "light-genai", "everything"] {
        let refused = simulate(runtime, "Half");
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success() && refused.stdout.is_empty(), "{runtime}: {said}");
        let words = "Tool 'siren' not found in library or validation failed";
        assert!(said.contains(words) && said.contains("Half") && !said.contains("close_valve"), "{runtime}: {said}");
        assert!(simulate(runtime, "Whole").status.success(), "{runtime}");
    }
    // What was called comes with its trace.
    let replies = json!([{ "calls": [{ "name": "siren", "arguments": {} }] }, { "text": "done" }]).to_string();
    let script = format!("scripted:{}", bench.write("replies.json", replies).display());
    let first = ["simulate", "--agent", "Crew", "--runtime", "adk", "--message", "gas gas gas", "--model", &script];
    let ran = bench.skillctl(&[&first[..], &["--library-name", "Whole", "--json"]].concat());
    let said: Value = serde_json::from_slice(&ran.stdout).unwrap();
    let call = &said["calls"][0];
    assert_eq!((&call["name"], call["trace"].as_array().unwrap().len()), (&json!("siren"), 6), "{call:#}");
    assert!(bench.list_simulations().unwrap().iter().all(|row| row.runtime == SimulatedRuntime::Adk));
}

#[test]
fn s2_13_a_binding_failure_ends_the_run_before_the_first_request() {
    let bench = with_libraries();
    let ids: Vec<String> = bench.list_tools().unwrap().into_iter().map(|tool| tool.id).collect();
    bench.save_agent(&AgentEdit { tools: ids, ..agent("Given") }).unwrap();
    let under = |library: &str| SimulationSetup {
        agent: "Given".to_owned(),
        tool_library: Some(library.to_owned()),
        ..setup(SimulatedRuntime::AgentSkills, &[])
    };
    let why = bench.start_simulation(&under("Half")).unwrap_err().message;
    assert!(why.starts_with("The session can't start. Tool 'siren' not found in library"), "{why}");
    assert!(bench.list_simulations().unwrap().is_empty());
    assert_eq!(play(&bench, &under("Whole"), "go").row.problem, None);
    // One that is described otherwise by now, one that is only described, and one in the trash.
    let siren = bench.list_tools().unwrap().into_iter().find(|tool| tool.name == "siren").unwrap().id;
    let edit = ToolEdit { description: "Blows.".to_owned(), ..edit_of(&bench.get_tool(&siren).unwrap()) };
    bench.save_tool(&edit).unwrap();
    let why = bench.start_simulation(&under("Whole")).unwrap_err().message;
    assert!(why.contains("its description differs"), "{why}");
    let bare = ToolEdit { implementation: ToolImplementation::None, ..edit_of(&bench.get_tool(&siren).unwrap()) };
    bench.save_tool(&bare).unwrap();
    let own = SimulationSetup { agent: "Given".to_owned(), ..setup(SimulatedRuntime::AgentSkills, &[]) };
    let why = bench.start_simulation(&own).unwrap_err().message;
    assert!(why.contains("it has no implementation"), "{why}");
    bench.trash_now(TrashKind::Tool, &siren).unwrap();
    let why = bench.start_simulation(&own).unwrap_err().message;
    assert!(why.contains("'siren'") && why.contains("in the trash"), "{why}");
    let mock = SimulationSetup { tool_library: Some("mock".to_owned()), ..own };
    assert!(bench.start_simulation(&mock).is_err(), "nothing stands for what is in the trash");
}

/// What `skillctl` says of a session under a runtime with a tool library, and whether it began.
fn simulated(bench: &Bench, runtime: &str, library: &str, more: &[&str]) -> (bool, String) {
    let first = ["simulate", "--agent", "Crew", "--runtime", runtime, "--message", "gas gas gas"];
    let output = bench.skillctl(&[&first[..], &["--library-name", library], more].concat());
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn s2_13_a_skills_tool_in_the_trash_ends_the_run_before_the_first_request_or_is_no_candidate() {
    let bench = with_libraries();
    let siren = bench.list_tools().unwrap().into_iter().find(|tool| tool.name == "siren").unwrap().id;
    bench.trash_now(TrashKind::Tool, &siren).unwrap();
    // Nothing stands for what is in the trash, neither the mock nor a library that implements it.
    for runtime in ["agent-skills", "agent-lib", "light-genai", "everything"] {
        for library in ["own", "mock", "Whole"] {
            let (is_started, said) = simulated(&bench, runtime, library, &[]);
            let is_named = said.contains("The session can't start. Tool 'siren' not found") && !said.contains("step 1");
            assert!(!is_started && is_named && said.contains("in the trash. Restore it."), "{runtime}: {said}");
        }
    }
    let strict = play(&bench, &adk(vec![AdkStrategy::Message], ValidationMode::Strict), "gas gas gas");
    let reasons = of_kind(&strict, "nothing_selected")[0]["reasons"].to_string();
    assert!(reasons.contains("siren") && reasons.contains("in the trash. Restore it."), "{reasons}");
    let (_, said) = simulated(&bench, "adk", "mock", &["--mode", "permissive"]);
    assert!(said.contains("gas was loaded without siren."), "{said}");
    let shown = bench.skillctl(&["show", "agent", "Crew", "--json"]);
    let shown: Value = serde_json::from_slice(&shown.stdout).unwrap();
    let missed = json!("gas uses the tool siren, which is in the trash.");
    assert!(shown["problems"].as_array().unwrap().contains(&missed), "{:#}", shown["problems"]);

    bench.restore_now(TrashKind::Tool, &siren).unwrap();
    for runtime in ["agent-skills", "agent-lib", "light-genai", "everything", "adk"] {
        let (is_started, said) = simulated(&bench, runtime, "mock", &[]);
        assert!(is_started && !said.contains("warning:"), "{runtime}: {said}");
    }
}

#[test]
fn x_04_a_name_in_a_skills_list_that_no_tool_has_is_told_once_under_every_runtime() {
    let bench = crew();
    let activate =
        json!([{ "calls": [{ "name": "get_skill", "arguments": { "skill_name": "gas" } }] }, { "text": "." }]);
    let script = format!("scripted:{}", bench.write("replies.json", activate.to_string()).display());
    // The last two as they load the skill.
    let ways: [(&str, &[&str]); 5] = [
        ("agent-skills", &[]),
        ("light-genai", &[]),
        ("everything", &[]),
        ("agent-lib", &["--model", &script]),
        ("adk", &["--mode", "permissive"]),
    ];
    for (runtime, more) in ways {
        let (is_started, said) = simulated(&bench, runtime, "mock", more);
        let told: Vec<&str> = said.lines().filter(|line| line.contains("warning:")).collect();
        assert!(is_started && told.len() == 1, "{runtime}: {said}");
        assert!(told[0].contains("gas") && told[0].contains("siren"), "{runtime}: {told:?}");
    }
}

#[test]
fn s1_16_a_skill_that_adk_selects_calls_with_the_access_it_has_and_the_call_counts_as_its_own() {
    let bench = with_libraries();
    let call = json!({ "calls": [{ "name": "siren", "arguments": {} }] });
    let run = |runtime| {
        let mock =
            SimulationSetup { tool_library: Some("Whole".to_owned()), ..setup(runtime, std::slice::from_ref(&call)) };
        play(&bench, &mock, "gas gas gas")
    };
    for runtime in [SimulatedRuntime::Adk, SimulatedRuntime::Everything] {
        let view = run(runtime);
        let answer = &of_kind(&view, "tool_answered")[0];
        let said = answer["content"].as_str().unwrap();
        assert!(said.contains("skill `gas` has only read access"), "{runtime:?}: {said}");
        assert_eq!(answer["is_carried_out"], json!(false));
        let numbers = bench.get_simulation_metrics(&view.row.id).unwrap();
        assert_eq!(numbers.tools[0].skill.as_deref(), Some("gas"), "{runtime:?}");
        assert_eq!(numbers.skills[0].calls, 1, "{runtime:?}");
    }
}

#[test]
fn s0_03_s0_12_s1_16_every_runtime_offers_and_calls_a_bound_tool_in_its_version() {
    let bench = Bench::new();
    let first = ToolEdit {
        effect: Some(ToolEffect::Read),
        ..tool(
            "greet",
            signature("(name: Text) --> IO Text"),
            javascript("function run(a) { return 'Hello ' + a.name; }"),
        )
    };
    let id = bench.add_tool(&first).id;
    let text = skill("old", "Greets people.", "allowed-tools: [greet]\n", "Call greet.");
    let skill_id = bench.add_skill("old", text).id;
    let skills = vec![AgentSkillEdit { skill_id, priority: 0, sequence: 0, config: "{}".to_owned() }];
    bench.save_agent(&AgentEdit { skills, ..agent("Crew") }).unwrap();
    let link = bench.get_map().unwrap().links.into_iter().find(|link| link.kind() == MapLinkKind::Uses).unwrap();
    bench.save_link(&link.with_tool_version(Some(1))).unwrap();
    let second = ToolEdit {
        spec: signature("(person: Text) --> IO Text"),
        implementation: javascript("function run(a) { return 'Good day ' + a.person; }"),
        ..edit_of(&bench.get_tool(&id).unwrap())
    };
    bench.save_tool(&second).unwrap();
    let call = |name: &str, arguments: Value| json!({ "calls": [{ "name": name, "arguments": arguments }] });
    let greet = || call("greet", json!({ "name": "Ada" }));
    for (runtime, replies) in [
        (SimulatedRuntime::AgentSkills, vec![call("activate_skill", json!({ "name": "old" })), greet()]),
        (SimulatedRuntime::AgentLib, vec![call("get_skill", json!({ "skill_name": "old" })), greet()]),
        (SimulatedRuntime::LightGenai, vec![call("select_skill", json!({ "skill": "old" })), greet()]),
        (SimulatedRuntime::Adk, vec![greet()]),
        (SimulatedRuntime::Everything, vec![greet()]),
    ] {
        let id = bench.start_simulation(&setup(runtime, &replies)).unwrap().row.id;
        let mut view = bench.say_in_simulation(&id, "greets people", SimulationPace::Run).unwrap();
        while let SimulationState::WaitingForConsent { request, .. } = &view.state {
            bench.grant_consent(&request.hash).unwrap();
            view = bench.continue_simulation(&id).unwrap();
        }
        let asked = view.steps[replies.len() - 1].event;
        let tools = bench.get_simulation_step(&id, asked).unwrap().tools;
        let schema = tools.into_iter().find(|tool| tool.name == "greet").unwrap().schema;
        assert!(schema.contains("\"name\"") && !schema.contains("person"), "{runtime:?}: {schema}");
        let answer = of_kind(&view, "tool_answered").pop().unwrap();
        assert_eq!(answer["content"], json!("Hello Ada"), "{runtime:?}");
    }
}

#[test]
fn s0_23_light_genai_refuses_an_agent_without_active_skills_and_what_is_left_out_has_its_reason() {
    let bench = Bench::new();
    let add =
        |name: &str| bench.add_skill(name, skill(name, &format!("Does {name}. Use for {name}."), "", "Do it.")).id;
    let (left, right) = (add("left"), add("right"));
    let depends = link(MapLinkKind::Depends, &format!("skill:{left}"), &format!("skill:{right}"));
    bench.save_link(&depends.with_required(true)).unwrap();
    bench.save_agent(&agent("Nobody")).unwrap();
    let skills = vec![AgentSkillEdit { skill_id: left, priority: 0, sequence: 0, config: "{}".to_owned() }];
    bench.save_agent(&AgentEdit { skills, ..agent("Crew") }).unwrap();
    bench.trash_now(TrashKind::Skill, &right).unwrap();
    let simulate = |agent: &str, runtime: &str, more: &[&str]| {
        let first = ["simulate", "--agent", agent, "--runtime", runtime, "--message", "go"];
        let output = bench.skillctl(&[&first[..], more].concat());
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8_lossy(&said).into_owned())
    };
    let (is_started, said) = simulate("Nobody", "light-genai", &[]);
    assert!(!is_started && said.contains("agent Nobody has no active skills"), "{said}");
    let why = "It requires the skill right, which is in the trash.";
    let (is_started, said) = simulate("Crew", "light-genai", &[]);
    assert!(!is_started && said.contains("has no active skills") && said.contains(why), "{said}");
    // Wherever it is started all the same, it is told at once.
    for runtime in ["agent-skills", "agent-lib", "adk", "everything"] {
        let (is_started, said) = simulate("Crew", runtime, &[]);
        assert!(is_started && said.contains(&format!("left isn't loaded. {why}")), "{runtime}: {said}");
        let (is_started, said) = simulate("Crew", runtime, &["--without", "left"]);
        assert!(is_started && !said.contains("isn't loaded"), "{runtime}: {said}");
    }
    let (is_started, said) = simulate("Crew", "agent-skills", &["--input", "left=a.md"]);
    assert!(!is_started && said.contains(why), "{said}");
    let shown = bench.skillctl(&["show", "agent", "Crew", "--json"]);
    let shown: Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!((&shown["load"], &shown["left_out"]), (&json!([]), &json!([{ "skill": "left", "why": why }])));
    // Where an agent is chosen for a session, too; what lies in the trash itself is no less left out.
    let listed = |name: &str| bench.list_agents().unwrap().into_iter().find(|agent| agent.name == name).unwrap();
    let left_out = |name: &str| -> Vec<(String, String)> {
        listed(name).left_out.into_iter().map(|one| (one.skill, one.why)).collect()
    };
    assert_eq!((left_out("Crew"), listed("Crew").skills.len()), (vec![("left".to_owned(), why.to_owned())], 0));
    assert!(left_out("Nobody").is_empty());
    bench.trash_now(TrashKind::Skill, &bench.row("left").id).unwrap();
    let gone = ("left".to_owned(), "It's in the trash. Restore it.".to_owned());
    assert_eq!(left_out("Crew"), [gone]);
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
