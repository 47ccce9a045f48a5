//! Which tools may be called when, and what the model reads of that: the seeds' rules on an agent of the library.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use studio_api::dto::{
    AdkSettings, AgentEdit, AgentSkillEdit, ComponentEdit, ComponentTools, Host, SimulatedRuntime, SimulationModel,
    SimulationPace, SimulationSetup, SimulationState, SimulationStepDetail, SimulationView, StepTool, ToolEdit,
    ToolEffect,
};

use crate::{
    harness::{Bench, skill},
    toolbox::{agent, javascript, signature, tool},
};

/// An agent with the components A {a1, a2} and B {b1}, and skills: `one` (a1 and a tool nobody has), `two` (b1), `none`
/// (no tools), `alone` (a tool of its own), `broken` (a2, and an activation that fails).
struct Ward {
    bench: Bench,
    edit: AgentEdit,
}

impl Ward {
    fn new() -> Self {
        let bench = Bench::new();
        let script = "function run() { return { done: true, calls: 1 }; }";
        let fails = "function run() { throw new Error('act fail'); }";
        let add = |name: &str, script: &str| {
            let edit = tool(name, signature("() --> IO Text"), javascript(script));
            bench.add_tool(&ToolEdit { effect: Some(ToolEffect::Read), ..edit }).id
        };
        let (a1, a2, b1) = (add("a1", script), add("a2", script), add("b1", script));
        let (fail, _own, given) = (add("fail", fails), add("own", script), add("given", script));
        let named = |shown: &str, more: &str, tools: &str| {
            format!(
                "metadata:\n  display-name: {shown}\n{more}{}",
                if tools.is_empty() { String::new() } else { format!("allowed-tools: {tools}\n") }
            )
        };
        let mut ids = Vec::new();
        for (name, more) in [
            ("one", named("Skill One", "  work-direction: Do one thing.\n", "a1 ghost")),
            ("two", named("Skill Two", "", "b1")),
            ("none", named("No Tools", "", "")),
            ("alone", named("Alone", "", "own")),
            ("broken", named("Broken", "  on-activate: fail\n", "a2")),
        ] {
            let text = skill(name, &format!("Does {name}. Use for {name}."), &more, &format!("BODY OF {name}"));
            ids.push(bench.add_skill(name, text).id);
        }
        let component = |name: &str, tools: Vec<String>| ComponentEdit {
            name: name.to_owned(),
            prompt: format!("About {name}."),
            initial_state: r#"{"calls":0}"#.to_owned(),
            tools,
            ..ComponentEdit::default()
        };
        let skills = ids.into_iter().zip(0..).map(|(skill_id, sequence)| AgentSkillEdit {
            skill_id,
            sequence,
            priority: 0,
            config: "{}".to_owned(),
        });
        let edit = AgentEdit {
            skills: skills.collect(),
            tools: vec![given],
            components: vec![component("A", vec![a1, a2, fail]), component("B", vec![b1])],
            ..agent("Ward")
        };
        let edit = bench.save_agent(&edit).unwrap().edit;
        Self { bench, edit }
    }

    fn setup(replies: &[Value]) -> SimulationSetup {
        let mut replies = replies.to_vec();
        replies.push(json!({ "text": "done" }));
        SimulationSetup {
            agent: "Ward".to_owned(),
            runtime: SimulatedRuntime::AgentLib,
            components: ComponentTools::OnlySkills,
            adk: AdkSettings::default(),
            model: SimulationModel::Scripted { replies: json!(replies).to_string() },
            tool_library: None,
            max_iterations: 50,
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

    /// A session whose model makes these calls one after the other.
    fn play(&self, setup: &SimulationSetup) -> Played<'_> {
        let id = self.bench.start_simulation(setup).unwrap().row.id;
        self.play_on(&id)
    }

    fn play_on(&self, id: &str) -> Played<'_> {
        let mut view = self.bench.say_in_simulation(id, "go", SimulationPace::Run).unwrap();
        while let SimulationState::WaitingForConsent { request, .. } = &view.state {
            self.bench.grant_consent(&request.hash).unwrap();
            view = self.bench.continue_simulation(id).unwrap();
        }
        Played { bench: &self.bench, view }
    }
}

struct Played<'a> {
    bench: &'a Bench,
    view: SimulationView,
}

impl Played<'_> {
    /// What there was at one of the questions to the model.
    fn at(&self, step: usize) -> SimulationStepDetail {
        self.bench.get_simulation_step(&self.view.row.id, self.view.steps[step].event).unwrap()
    }

    fn last(&self) -> SimulationStepDetail {
        self.at(self.view.steps.len() - 1)
    }

    fn answers(&self) -> Vec<String> {
        let events = self.view.events.iter().map(|event| json!(event.event));
        let answered = events.filter(|event| event["kind"] == "tool_answered");
        answered.map(|event| event["content"].as_str().unwrap().to_owned()).collect()
    }
}

fn call(name: &str) -> Value {
    json!({ "calls": [{ "name": name, "arguments": {} }] })
}

fn get(skill: &str) -> Value {
    json!({ "calls": [{ "name": "get_skill", "arguments": { "skill_name": skill } }] })
}

fn named<'a>(detail: &'a SimulationStepDetail, name: &str) -> &'a StepTool {
    detail.tools.iter().find(|tool| tool.name == name).unwrap_or_else(|| panic!("no tool {name}"))
}

/// The tools of the world that can be called, without the runtime's own.
fn enabled(detail: &SimulationStepDetail) -> BTreeSet<&str> {
    detail.tools.iter().filter(|tool| tool.enabled && !tool.is_own).map(|tool| tool.name.as_str()).collect()
}

fn set<'a>(names: &[&'a str]) -> BTreeSet<&'a str> {
    names.iter().copied().collect()
}

#[test]
fn s1_02_s3_03_a_registration_names_source_component_skill_and_handler() {
    let ward = Ward::new();
    let first = ward.play(&Ward::setup(&[])).at(0);
    let of = |name: &str| {
        let tool = named(&first, name);
        (
            json!(tool.source).as_str().unwrap().to_owned(),
            tool.component_key.clone(),
            tool.skill_name.clone(),
            tool.enabled,
            tool.handler.clone(),
        )
    };
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(of("a1"), ("component".to_owned(), some("A"), None, true, some("javascript")));
    assert_eq!(of("own"), ("skill".to_owned(), None, some("alone"), false, some("javascript")));
    assert_eq!(of("given"), ("global".to_owned(), None, None, true, some("javascript")));
    assert_eq!(of("get_skill"), ("global".to_owned(), None, None, true, some("the runtime")));
    // Another library carries the calls out; what the tool is stays the same.
    let quietly = javascript("function run() { return {}; }");
    for tool in ward.bench.list_tools().unwrap() {
        ward.bench.implement_in_tool_library("Quiet", &tool.id, &quietly).unwrap();
    }
    let quiet = SimulationSetup { tool_library: some("Quiet"), ..Ward::setup(&[]) };
    let tool = named(&ward.play(&quiet).at(0), "a1").clone();
    assert_eq!((tool.handler, tool.component_key), (some("library Quiet"), some("A")));
}

#[test]
fn s1_03_s1_04_every_skill_tells_its_tools_and_the_active_one_is_known() {
    let ward = Ward::new();
    let played = ward.play(&Ward::setup(&[get("one"), get("none")]));
    let states = |step: usize| {
        let skills = played.at(step).skills;
        let of =
            skills.into_iter().map(|skill| (skill.skill_name, (skill.tools, skill.active, skill.added_tool_names)));
        of.collect::<BTreeMap<_, _>>()
    };
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    assert_eq!(states(0).len(), 5);
    assert_eq!(states(0)["one"], (words(&["a1"]), false, words(&["a1", "ghost"])));
    assert_eq!(states(1)["one"], (words(&["a1"]), true, words(&["a1", "ghost"])));
    assert_eq!(states(1)["two"], (words(&["b1"]), false, words(&["b1"])));
    assert_eq!((played.at(0).active, played.at(0).active_tools), (words(&[]), words(&[])));
    assert_eq!((played.at(1).active, played.at(1).active_tools), (words(&["one"]), words(&["a1", "ghost"])));
    assert!(named(&played.at(1), "a1").is_of_active_skill && !named(&played.at(1), "b1").is_of_active_skill);
    assert_eq!((played.at(2).active, played.at(2).active_tools), (words(&["none"]), words(&[])));
}

#[test]
fn s1_07_s1_08_the_tools_of_the_active_skill_are_a_section_between_the_skills_and_the_rest() {
    let ward = Ward::new();
    let played = ward.play(&Ward::setup(&[get("one"), get("none")]));
    let place =
        |step: usize, text: &str| played.at(step).sections.iter().position(|section| section.text.contains(text));
    let title = "SKILL TOOLS: ";
    assert_eq!((place(0, title), place(2, title)), (None, None), "no skill, or one without tools");
    let order: Vec<usize> =
        ["You are Ward.", "AVAILABLE SKILLS", "SKILL TOOLS: Skill One", "About A.", "--- Skill Guidance ---"]
            .map(|text| place(1, text).unwrap_or_else(|| panic!("no {text}")))
            .to_vec();
    assert!(order.is_sorted(), "header, skills, skill tools, rest: {order:?}");
    let section = &played.at(1).sections[order[2]];
    assert!(section.text.contains("Tool Name: a1") && !section.text.contains("Tool Name: a2"), "{}", section.text);
}

#[test]
fn s1_15_who_may_be_called_when_is_as_the_house_describes_it() {
    let house = std::fs::read_to_string(studio_testkit::repository().join("src-tauri/ARCHITECTURE.md")).unwrap();
    let (_, model) = house.split_once("### Who may be called when").expect("the model is described");
    let rows: Vec<Vec<&str>> = model
        .lines()
        .filter(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .take(5)
        .collect();
    let ward = Ward::new();
    // The phases: registered, a skill that names the tool, one that names others, one that names none, deactivated.
    let phases = |tool: &str, names_it: &str, names_others: &str| {
        let played =
            ward.play(&Ward::setup(&[get(names_it), get(names_others), get("none"), call("deactivate_skill")]));
        (0..5).map(|step| if named(&played.at(step), tool).enabled { "yes" } else { "no" }).collect::<Vec<_>>()
    };
    for (row, told) in
        rows[2..].iter().zip([phases("given", "one", "two"), phases("a1", "one", "two"), phases("own", "alone", "two")])
    {
        assert_eq!(row[1..], told[..], "{}", row[0]);
    }
    assert_eq!(
        rows[2..].iter().map(|row| row[0]).collect::<Vec<_>>(),
        ["the agent or the runtime (`global`)", "a component (`component`)", "a skill alone (`skill`)"]
    );
}

#[test]
fn s3_10_a_tool_of_no_component_is_carried_out_by_its_own_handler() {
    let ward = Ward::new();
    let played = ward.play(&Ward::setup(&[call("own"), get("alone"), call("own")]));
    let answers = played.answers();
    assert_eq!(answers[0], r#"{"error":"Tool \"own\" is currently disabled","success":false}"#);
    assert_eq!(answers[2], r#"{"done":true,"calls":1}"#, "what its own script gives");
    assert!(played.last().components.iter().all(|component| component.value == component.initial));
    assert_eq!(played.view.row.problem, None);
}

#[test]
fn x_01_x_03_activating_toggles_tools_of_all_components_and_adds_or_removes_none() {
    let ward = Ward::new();
    let played = ward.play(&Ward::setup(&[get("one"), get("two"), call("deactivate_skill")]));
    let all = |step: usize| played.at(step).tools.into_iter().map(|tool| tool.name).collect::<BTreeSet<_>>();
    assert!((1..4).all(|step| all(step) == all(0)), "the set of tools is the same throughout");
    let every = set(&["a1", "a2", "b1", "fail", "given"]);
    assert_eq!(enabled(&played.at(0)), every);
    assert_eq!(enabled(&played.at(1)), set(&["a1", "given"]), "not only those of a skill before are disabled");
    assert_eq!(enabled(&played.at(2)), set(&["b1", "given"]));
    assert_eq!(enabled(&played.at(3)), every);
    let offered = played.at(1).tools.into_iter().filter(|tool| tool.tokens.is_some()).map(|tool| tool.name);
    assert!(offered.into_iter().all(|name| named(&played.at(1), &name).enabled), "the model is offered no other");
}

#[test]
fn x_02_that_component_tools_stay_available_is_a_setting() {
    let ward = Ward::new();
    let plan = SimulationSetup { components: ComponentTools::Always, ..Ward::setup(&[get("one"), call("b1")]) };
    let played = ward.play(&plan);
    assert_eq!(enabled(&played.at(1)), set(&["a1", "a2", "b1", "fail", "given"]));
    assert_eq!(played.answers()[1], r#"{"done":true,"calls":1}"#);
    let default = ward.play(&Ward::setup(&[get("one"), call("b1")]));
    assert_eq!(default.answers()[1], r#"{"error":"Tool \"b1\" is currently disabled","success":false}"#);
}

#[test]
fn x_04_a_components_tool_stays_the_components_and_unknown_names_warn() {
    let ward = Ward::new();
    let played = ward.play(&Ward::setup(&[get("one"), get("alone")]));
    let active = played.at(1);
    assert_eq!((json!(named(&active, "a1").source), named(&active, "a1").owner.as_str()), (json!("component"), "A"));
    let alone = played.at(2);
    assert_eq!((json!(named(&alone, "own").source), named(&alone, "own").owner.as_str()), (json!("skill"), "alone"));
    let events = played.view.events.iter().map(|event| json!(event.event));
    let warned: Vec<Value> =
        events.filter(|event| event["kind"] == "warned").map(|event| event["warning"].clone()).collect();
    assert_eq!(warned, [json!({ "kind": "unknown_tool", "skill": "one", "tool": "ghost" })]);
}

#[test]
fn s1_12_x_05_a_skill_without_a_list_of_tools_or_with_an_empty_one_changes_nothing() {
    let ward = Ward::new();
    let empty =
        ward.bench.add_skill("empty", skill("empty", "Does nothing. Use at rest.", "allowed-tools: []\n", "REST"));
    let mut edit = ward.edit.clone();
    edit.skills.push(AgentSkillEdit { skill_id: empty.id, sequence: 9, priority: 0, config: "{}".to_owned() });
    ward.bench.save_agent(&edit).unwrap();
    let played = ward.play(&Ward::setup(&[get("none"), get("empty"), get("one"), get("empty")]));
    let start = enabled(&played.at(0)).into_iter().map(str::to_owned).collect::<Vec<_>>();
    for (step, active) in [(1, "none"), (2, "empty"), (4, "empty")] {
        assert_eq!(played.at(step).active, [active]);
        assert_eq!(enabled(&played.at(step)).into_iter().collect::<Vec<_>>(), start, "{active} at {step}");
        assert!(played.at(step).active_tools.is_empty());
    }
    assert_ne!(enabled(&played.at(3)).len(), start.len(), "a skill with tools does change something");
}

#[test]
fn s1_09_s1_10_a_tool_nobody_has_is_neither_available_nor_anybodys() {
    let ward = Ward::new();
    let played = ward.play(&Ward::setup(&[get("one"), call("ghost"), call("nobody")]));
    for name in ["ghost", "nobody"] {
        assert!((0..4).all(|step| played.at(step).tools.iter().all(|tool| tool.name != name)), "{name} has no source");
    }
    for (answer, name) in played.answers()[1..].iter().zip(["ghost", "nobody"]) {
        assert!(answer.contains(name) && answer.contains("\"success\":false"), "{answer}");
    }
    // What may be called is exactly what is enabled: each is called once, and none of the others runs.
    let active = played.at(1);
    let calls: Vec<Value> = active.tools.iter().filter(|tool| !tool.is_own).map(|tool| call(&tool.name)).collect();
    let mut script = vec![get("one")];
    script.extend(calls);
    let all = ward.play(&Ward::setup(&script));
    let ran: BTreeSet<String> = all
        .view
        .events
        .iter()
        .map(|event| json!(event.event))
        .filter(|event| event["kind"] == "tool_answered" && event["is_carried_out"] == true)
        .map(|event| event["name"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ran.iter().map(String::as_str).collect::<BTreeSet<_>>(), enabled(&active));
    let source = |name: &str| (json!(named(&active, name).source), named(&active, name).owner.clone());
    assert_eq!(source("a1"), (json!("component"), "A".to_owned()));
    assert_eq!(source("own"), (json!("skill"), "alone".to_owned()));
    assert_eq!(source("given"), (json!("global"), "global".to_owned()));
}

#[test]
fn x_06_a_component_that_comes_later_leaks_nothing_and_a_failed_activation_rolls_back() {
    let ward = Ward::new();
    let broken = ward.play(&Ward::setup(&[get("one"), get("broken")]));
    assert!(broken.answers()[1].contains("act fail"), "{:?}", broken.answers());
    assert_eq!(broken.last().active, ["one"], "as if nothing had been asked for");
    assert_eq!(enabled(&broken.last()), set(&["a1", "given"]));

    let first = ward.play(&Ward::setup(&[get("one")]));
    let late = ward.bench.add_tool(&tool("late", signature("() --> IO Text"), javascript("function run() {}"))).id;
    let mut edit = ward.edit.clone();
    edit.components.push(ComponentEdit {
        name: "Late".to_owned(),
        initial_state: "{}".to_owned(),
        tools: vec![late],
        ..ComponentEdit::default()
    });
    ward.bench.save_agent(&edit).unwrap();
    let end = first.view.events.len() as u32;
    let setup = Ward::setup(&[call("late"), call("deactivate_skill")]);
    let fork = ward.bench.fork_simulation(&first.view.row.id, end, Some(&setup)).unwrap();
    let fork = ward.play_on(&fork.row.id);
    let steps = fork.view.steps.len();
    assert!(!named(&fork.at(steps - 3), "late").enabled, "it came while a skill was active");
    assert_eq!(fork.answers()[1], r#"{"error":"Tool \"late\" is currently disabled","success":false}"#);
    assert!(named(&fork.last(), "late").enabled, "no skill is active any more");
}

#[test]
fn x_07_assigned_is_not_active_and_a_runtime_may_have_several() {
    let ward = Ward::new();
    let activate = |name: &str| json!({ "calls": [{ "name": "activate_skill", "arguments": { "name": name } }] });
    let lib = ward.play(&Ward::setup(&[get("one"), get("two")]));
    assert_eq!((lib.at(0).active.len(), lib.at(0).skills.len()), (0, 5));
    assert_eq!(lib.last().active, ["two"], "one at a time");
    let setup =
        SimulationSetup { runtime: SimulatedRuntime::AgentSkills, ..Ward::setup(&[activate("one"), activate("two")]) };
    assert_eq!(ward.play(&setup).last().active, ["one", "two"]);
}

#[test]
fn components_come_and_skills_go_while_skillctl_simulates_agent_lib() {
    let ward = Ward::new();
    let get = |name: &str| json!({ "calls": [{ "name": "get_skill", "arguments": { "skill_name": name } }] });
    let replies = json!([get("one"), { "text": "active" }, { "text": "later" }]).to_string();
    let script = ward.bench.write("replies.json", replies).display().to_string();
    let model = format!("scripted:{script}");
    let simulate = |more: &[&str]| {
        let first = ["simulate", "--agent", "Ward", "--runtime", "agent-lib", "--model", &model, "--json"];
        let ran = ward.bench.skillctl(&[&first[..], &["--message", "go", "--message", "on"], more].concat());
        (ran.status.success(), serde_json::from_slice::<Value>(&ran.stdout).unwrap_or_default(), ran.stderr)
    };
    // A component that comes while a skill is active leaks none of its tools (A11, X-06).
    let (is_well, said, _) = simulate(&["--register-after", "1=B"]);
    assert!(is_well, "{said:#}");
    let enabled = |step: usize| -> Vec<String> {
        let tools = said["steps"][step]["tools"].as_array().unwrap().iter();
        let enabled = tools.filter(|tool| tool["enabled"] == json!(true));
        enabled.map(|tool| tool["name"].as_str().unwrap().to_owned()).collect()
    };
    let known = |step: usize| said["steps"][step]["tools"].as_array().unwrap().iter().any(|tool| tool["name"] == "b1");
    assert!(!known(0) && known(2), "it comes after the first message");
    assert!(enabled(2).contains(&"a1".to_owned()) && !enabled(2).contains(&"b1".to_owned()), "{:?}", enabled(2));
    // The active skill stays, with a warning; another one goes (A13).
    let (is_well, said, _) = simulate(&["--remove-after", "1=one", "--remove-after", "1=two"]);
    let events = said["events"].to_string();
    assert!(is_well && events.contains(r#""kind":"active_skill","skill":"one""#), "{events}");
    assert!(events.contains(r#""kind":"skill_removed","skill":"two""#), "{events}");
    let (is_well, _, why) = simulate(&["--register-after", "1=nobody"]);
    assert!(!is_well && String::from_utf8_lossy(&why).contains("Ward has no component “nobody”"));
    // Skills are found by a word, whatever its case (A18).
    let find = |word: &str| {
        let first = ["simulate", "--agent", "Ward", "--runtime", "agent-lib", "--json", "--find"];
        let ran = ward.bench.skillctl(&[&first[..], &[word]].concat());
        serde_json::from_slice::<Value>(&ran.stdout).unwrap()["skills"].clone()
    };
    assert_eq!(find("SKILL TWO"), json!(["two"]));
    assert_eq!(find("nothing of the kind"), json!([]));
}
