//! agent-lib: the vectors A1 to A18 with their rulings, and the seeds' requirements on tools and skills.

use std::sync::{Arc, atomic::Ordering};

use serde_json::{Value, json};
use studio_runtime::{
    context::{Event, Prompt, ToolSource, Warning, World},
    disclosure::{AgentLib, ComponentRule, skills_with_word},
    session::{Limits, Session},
};

use crate::stage::{Hands, available, call_more, calling, last_answer, notifications, skill, world};

const GLOBALS: [&str; 4] = ["attempt_completion", "get_skill", "list_skills", "deactivate_skill"];

fn lib() -> Arc<AgentLib> {
    Arc::new(AgentLib::default())
}

fn after(calls: &[(&str, Value)]) -> (Session, Hands) {
    let world = Arc::new(world());
    let hands = Hands::of(&world);
    (calling(&world, lib(), &hands, calls), hands)
}

fn get(skill: &str) -> (&'static str, Value) {
    ("get_skill", json!({ "skill_name": skill }))
}

fn with_globals<'a>(tools: &[&'a str]) -> Vec<&'a str> {
    GLOBALS.iter().chain(tools).copied().collect()
}

fn warnings(session: &Session) -> Vec<&Warning> {
    let mut warnings = Vec::new();
    for event in session.events() {
        if let Event::Warned { warning } = event {
            warnings.push(warning);
        }
    }
    warnings
}

#[test]
fn a01_at_the_start_the_globals_and_all_component_tools_are_available() {
    let session = Session::start(Arc::new(world()), lib(), Limits::default());
    assert_eq!(available(&session), with_globals(&["a1", "a2", "b1"]));
}

#[test]
fn a02_an_unknown_tool_is_named() {
    let (session, hands) = after(&[("zzz", json!({}))]);
    assert_eq!(last_answer(&session), r#"{"error":"Tool not found: zzz","success":false}"#);
    assert_eq!(hands.ran.load(Ordering::SeqCst), 0);
}

#[test]
fn a03_a_skill_that_is_not_there_is_answered_with_those_that_are() {
    let (session, _) = after(&[get("nope")]);
    let names = "s1, s2, none, badact, globalclash";
    let message = format!("Skill \"nope\" not found. Available skills: {names}");
    assert_eq!(last_answer(&session), json!({ "success": false, "message": message }).to_string());
    let empty = Arc::new(World::default());
    let session = calling(&empty, lib(), &Hands::default(), &[get("nope")]);
    assert!(last_answer(&session).contains("Available skills: none"));
}

#[test]
fn a04_activating_a_skill_leaves_its_tools_and_tells_it_once() {
    let (session, _) = after(&[get("s1")]);
    let expected = concat!(
        r#"{"success":true,"message":"Skill \"Skill One\" activated successfully. Line one","skill":{"name":"s1","#,
        r#""displayName":"Skill One","description":"first","triggers":["t1","t2"],"prompt":{"capability":"#,
        r#""You have the following capabilities:\n- c1\n- c2","direction":"Line one\nLine two"}},"addedTools":["a1"]}"#
    );
    assert_eq!(last_answer(&session), expected);
    assert_eq!(available(&session), with_globals(&["a1"]));
    assert_eq!(notifications(&session), 2, "one at the start, one for the change");
}

#[test]
fn a05_a_disabled_tool_is_refused_and_does_not_run() {
    let (session, hands) = after(&[get("s1"), ("a2", json!({}))]);
    assert_eq!(last_answer(&session), r#"{"error":"Tool \"a2\" is currently disabled","success":false}"#);
    assert_eq!(hands.ran.load(Ordering::SeqCst), 0);
    assert!(session.state().used.is_empty());
}

#[test]
fn a06_what_a_handler_fails_with_is_passed_on() {
    let world = Arc::new(world());
    let hands = Hands { failing: vec!["a1"], ..Hands::of(&world) };
    let session = calling(&world, lib(), &hands, &[("a1", json!({ "q": "?" }))]);
    assert_eq!(last_answer(&session), r#"{"error":"boom!","success":false}"#);
}

#[test]
fn a07_a_skill_that_is_active_already_changes_nothing() {
    let (session, _) = after(&[get("s1"), get("s1")]);
    let answer: Value = serde_json::from_str(&last_answer(&session)).unwrap();
    assert_eq!(answer["message"], "Skill \"Skill One\" is already active.");
    assert_eq!(answer.get("addedTools"), None);
    assert_eq!(notifications(&session), 2);
}

#[test]
fn a08_switching_warns_of_tools_nobody_has() {
    let (session, _) = after(&[get("s1"), get("s2")]);
    assert_eq!(available(&session), with_globals(&["b1"]));
    let ghost = Warning::UnknownTool { skill: "s2".to_owned(), tool: "ghost".to_owned() };
    assert_eq!(warnings(&session), [&ghost]);
    assert_eq!(session.state().active, ["s2"], "the one before is not active any more");
}

#[test]
fn a09_a10_a_skill_without_tools_leaves_tools_alone() {
    let (session, _) = after(&[get("s1"), get("none")]);
    assert_eq!(available(&session), with_globals(&["a1", "a2", "b1"]));
    let answer: Value = serde_json::from_str(&last_answer(&session)).unwrap();
    assert_eq!(answer.get("addedTools"), None);
}

#[test]
fn a11_a_component_registered_while_a_skill_is_active_does_not_leak_its_tools() {
    let (mut session, hands) = after(&[get("s1")]);
    session.register_component("L");
    assert_eq!(available(&session), with_globals(&["a1"]));
    call_more(&mut session, &hands, &[("deactivate_skill", json!({}))]);
    assert_eq!(available(&session), with_globals(&["a1", "a2", "b1", "late1"]));
}

#[test]
fn a12_a_global_tool_in_a_skills_list_is_warned_of_and_stays() {
    let (session, _) = after(&[get("globalclash")]);
    let clash = Warning::GlobalTool { skill: "globalclash".to_owned(), tool: "get_skill".to_owned() };
    assert_eq!(warnings(&session), [&clash]);
    assert_eq!(available(&session), with_globals(&["a2"]));
}

#[test]
fn a13_a_skill_that_is_active_cannot_be_taken_out() {
    let (mut session, _) = after(&[get("s1")]);
    assert!(!session.remove_skill("s1") && session.state().is_active("s1"));
    assert_eq!(warnings(&session), [&Warning::ActiveSkill { skill: "s1".to_owned() }]);
    assert!(session.remove_skill("s2"));
    assert!(AgentLib::skill_tools(session.world(), session.state()).iter().all(|skill| skill.skill != "s2"));
}

#[test]
fn a14_an_activation_that_fails_leaves_nothing_behind() {
    let world = Arc::new(world());
    let hands = Hands { failing: vec!["b1"], ..Hands::of(&world) };
    let session = calling(&world, lib(), &hands, &[get("globalclash"), get("badact")]);
    assert_eq!(last_answer(&session), r#"{"error":"boom!","success":false}"#);
    assert_eq!(session.state().active, ["globalclash"]);
    assert_eq!(available(&session), with_globals(&["a2"]));
    let hands = Hands::of(&world);
    let session = calling(&world, lib(), &hands, &[get("badact")]);
    assert_eq!(session.state().active, ["badact"]);
    assert_eq!(session.state().components["B"], json!({ "calls": 1 }), "what it does first was done");
}

#[test]
fn a15_deactivating_succeeds_twice() {
    let (mut session, hands) = after(&[get("s1"), ("deactivate_skill", json!({}))]);
    assert_eq!(last_answer(&session), r#"{"success":true,"message":"Skill \"Skill One\" deactivated."}"#);
    assert_eq!(available(&session), with_globals(&["a1", "a2", "b1"]));
    call_more(&mut session, &hands, &[("deactivate_skill", json!({}))]);
    assert_eq!(last_answer(&session), r#"{"success":true,"message":"No skill is currently active."}"#);
}

#[test]
fn a16_every_tool_has_a_source_and_an_owner() {
    let session = Session::start(Arc::new(world()), lib(), Limits::default());
    let of = |name| session.state().tool(name).map(|tool| (tool.source, tool.owner.as_str()));
    assert_eq!(of("b1"), Some((ToolSource::Component, "B")));
    assert_eq!(of("get_skill"), Some((ToolSource::Global, "global")));
    assert_eq!(of("ghost"), None);
}

#[test]
fn a17_completing_ends_the_work() {
    let (session, _) = after(&[("attempt_completion", json!({ "result": "done" }))]);
    assert_eq!(last_answer(&session), r#"{"success":true,"completed":true,"result":"done"}"#);
    assert_eq!(session.state().ended, Some(studio_runtime::context::EndReason::Completed));
}

#[test]
fn a18_skills_are_found_by_any_part_of_what_they_say() {
    let world = world();
    let found = |word| skills_with_word(&world, word).iter().map(|skill| skill.name.as_str()).collect::<Vec<_>>();
    assert_eq!(found("TAGX"), ["s2"]);
    assert_eq!(found("skill o"), ["s1"]);
    assert_eq!(found("nothing of the kind"), [""; 0]);
}

#[test]
fn every_skill_tells_its_tools_and_the_active_one_is_known() {
    let (session, _) = after(&[get("s2")]);
    let states = AgentLib::skill_tools(session.world(), session.state());
    let of = |name: &str| states.iter().find(|state| state.skill == name).unwrap();
    assert!(of("s2").is_active && !of("s1").is_active);
    assert_eq!(
        (&of("s2").tools[..], &of("s2").added[..]),
        (&["b1".to_owned()][..], &["b1".to_owned(), "ghost".to_owned()][..])
    );
    assert_eq!(AgentLib::active_tools(session.world(), session.state()), ["b1", "ghost"]);
    let (session, _) = after(&[]);
    assert!(AgentLib::active_tools(session.world(), session.state()).is_empty());
}

#[test]
fn by_the_plan_component_tools_are_always_available() {
    let world = Arc::new(world());
    let plan = Arc::new(AgentLib { components: ComponentRule::Always });
    let session = calling(&world, plan, &Hands::of(&world), &[get("s1")]);
    assert_eq!(available(&session), with_globals(&["a1", "a2", "b1"]));
}

#[test]
fn a_tool_of_no_component_is_the_skills_own() {
    let mut world = world();
    world.tools.push(crate::stage::tool("own"));
    world.skills.push(skill("alone", "Alone", "x", &["own"]));
    let world = Arc::new(world);
    let hands = Hands::of(&world);
    let mut session = calling(&world, lib(), &hands, &[("own", json!({}))]);
    assert_eq!(last_answer(&session), r#"{"error":"Tool \"own\" is currently disabled","success":false}"#);
    call_more(&mut session, &hands, &[get("alone"), ("own", json!({}))]);
    assert_eq!(last_answer(&session), r#"{"success":true,"of":"own"}"#, "the model reads what the handler gave");
    let own = session.state().tool("own").unwrap();
    assert_eq!((own.source, own.owner.as_str()), (ToolSource::Skill, "alone"));
    assert_eq!(session.state().used, ["own"]);
}

#[test]
fn what_a_call_does_to_its_component_is_told() {
    let (session, _) = after(&[("b1", json!({})), ("b1", json!({}))]);
    let changes = session.events().iter().filter_map(|event| match event {
        Event::ComponentChanged { key, before, after, .. } => Some((key.as_str(), before.clone(), after.clone())),
        _ => None,
    });
    let changes = changes.collect::<Vec<_>>();
    assert_eq!(changes, [("B", json!({}), json!({ "calls": 1 })), ("B", json!({ "calls": 1 }), json!({ "calls": 2 }))]);
}

fn section<'a>(prompt: &'a Prompt, title: &str) -> Option<&'a str> {
    prompt.pieces.iter().map(|piece| piece.text.trim_start()).find(|text| text.contains(title))
}

#[test]
fn sections_are_drawn_in_order_as_observed() {
    let (session, _) = after(&[get("s1")]);
    let prompt = session.prompt();
    let skills = section(&prompt, "AVAILABLE SKILLS").unwrap();
    let lines: Vec<&str> = skills.lines().collect();
    assert!(lines.iter().all(|line| line.chars().count() == 120), "{skills}");
    assert_eq!(lines[0], format!("┌{}┐", "─".repeat(118)));
    assert_eq!(lines[2], format!("│{}SKILLS{}│", " ".repeat(56), " ".repeat(56)));
    assert_eq!(lines[6], format!("││{}AVAILABLE SKILLS{}││", " ".repeat(50), " ".repeat(50)));
    assert_eq!(lines[8].trim_end_matches(['│', ' ']), "││→ s1: first [t1, t2]");
    assert_eq!(lines[9].trim_end_matches(['│', ' ']), "││- s2: second [tagx]");
    assert_eq!(lines[lines.len() - 2].trim_end_matches(['│', ' ']), "│Active: Skill One");
    let tools = section(&prompt, "SKILL TOOLS: Skill One").unwrap();
    let inside = |line: &str| line.trim_matches(['║', '│', ' ']).to_owned();
    let said: Vec<String> = tools.lines().map(inside).filter(|line| !line.is_empty()).collect();
    let wanted = [
        "Tool Name: a1",
        "Description: desc a1",
        "Parameters:",
        "{",
        "q: string // the q",
        "n: number (integer) (min: 1)?",
        "d: string = \"x\"",
        "}",
    ];
    assert!(wanted.iter().all(|wanted| said.iter().any(|line| line == wanted)), "{tools}");
    assert!(tools.lines().all(|line| line.chars().count() == 120), "{tools}");
    let text = prompt.system_text();
    let at = |part: &str| text.find(part).unwrap();
    assert!(at("AVAILABLE SKILLS") < at("SKILL TOOLS") && at("SKILL TOOLS") < at("## A"));
    assert!(text.ends_with("--- Skill Enhancement ---\nYou have the following capabilities:\n- c1\n- c2\n\n--- Skill Guidance ---\nLine one\nLine two"));
    let (without, _) = after(&[get("none")]);
    assert_eq!(section(&without.prompt(), "SKILL TOOLS"), None, "a skill without tools has no such section");
}
