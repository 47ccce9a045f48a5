//! Two versions of one tool side by side: a link holds on to one, another takes whatever is the newest.

use std::path::Path;

use serde_json::{Value, json};
use studio_api::{
    ErrorCode, Studio,
    dto::{
        Access, AgentEdit, AgentSkillEdit, CallOutcome, CallStatus, MapLink, SimulatedRuntime, SimulationPace,
        SimulationState, ToolCall, ToolEdit, TrashKind,
    },
};
use studio_store::{Library, Options};

use crate::{
    harness::{AsItIsNow, Bench, refused, skill},
    runtimes::{of_kind, setup},
    toolbox::{Said as _, agent, call_of, edit_of, javascript, signature, tool, uses},
};

/// A tool of two versions, and two skills that use it.
struct Two {
    bench: Bench,
    tool: String,
    old: String,
    new: String,
}

fn two() -> Two {
    let bench = Bench::new();
    let first = tool(
        "greet",
        signature("(name: Text) --> IO Text"),
        javascript("function run(a) { return 'Hello ' + a.name; }"),
    );
    let id = bench.add_tool(&first).id;
    let add = |name: &str| {
        bench.add_skill(name, skill(name, &format!("Does {name}. Use for {name}."), "", "Call `greet`.")).id
    };
    let (old, new) = (add("old"), add("new"));
    for skill in [&old, &new] {
        bench.save_link(&uses(skill, &id, "execute")).unwrap();
    }
    let second = ToolEdit {
        version: "2.0.0".to_owned(),
        spec: signature("(person: Text) --> IO Text"),
        implementation: javascript("function run(a) { return 'Good day ' + a.person; }"),
        ..edit_of(&bench.get_tool(&id).unwrap())
    };
    assert_eq!(bench.save_tool(&second).unwrap().aggregate_version, 2);
    Two { bench, tool: id, old, new }
}

impl Two {
    fn link(&self, skill: &str) -> MapLink {
        let from = format!("skill:{skill}");
        self.bench.get_map().unwrap().links.into_iter().find(|link| link.from == from).unwrap()
    }

    fn pin(&self, skill: &str, tool_version: Option<u32>) -> MapLink {
        self.bench.save_link(&self.link(skill).with_tool_version(tool_version)).unwrap()
    }

    fn call(&self, skill: &str, arguments: &Value) -> CallOutcome {
        self.bench.call_as(&ToolCall { skill_id: Some(skill.to_owned()), ..call_of(&self.tool, arguments) })
    }

    fn said(&self, skill: &str, arguments: &Value) -> Value {
        let outcome = self.call(skill, arguments);
        serde_json::from_str(outcome.result.as_deref().unwrap_or_else(|| panic!("{outcome:?}"))).unwrap()
    }
}

#[test]
fn s1_16_tool_versioning_lets_two_skills_use_two_versions_side_by_side() {
    let two = two();
    two.pin(&two.old, Some(1));
    assert_eq!(two.said(&two.old, &json!({"name": "Ada"})), "Hello Ada");
    assert_eq!(two.said(&two.new, &json!({"person": "Ada"})), "Good day Ada");
    // Each is checked by the schema of its own version, and the trace tells which one ran.
    assert_eq!(two.call(&two.old, &json!({"person": "Ada"})).status, CallStatus::Refused);
    assert_eq!(two.call(&two.new, &json!({"name": "Ada"})).status, CallStatus::Refused);
    let trace = format!("{:?}", two.call(&two.old, &json!({"name": "Ada"})).trace);
    assert!(trace.contains("version 1"), "{trace}");
    // A save of the tool changes nothing for the one that is bound, its new name included.
    let renamed = ToolEdit { name: "welcome".to_owned(), ..edit_of(&two.bench.get_tool(&two.tool).unwrap()) };
    two.bench.save_tool(&renamed).unwrap();
    let outcome = two.call(&two.old, &json!({"name": "Bo"}));
    assert_eq!((outcome.name.as_str(), outcome.result.as_deref()), ("welcome", Some("\"Hello Bo\"")));

    // Whoever reads the link sees it: the tool's page, an agent's load, the command line.
    let versions: Vec<(String, Option<u32>)> =
        two.bench.get_tool(&two.tool).unwrap().used_by.into_iter().map(|used| (used.skill, used.version)).collect();
    assert_eq!(versions, [("new".to_owned(), None), ("old".to_owned(), Some(1))]);
    let assigned =
        |id: &String| AgentSkillEdit { skill_id: id.clone(), priority: 0, sequence: 0, config: String::new() };
    let agent = AgentEdit {
        name: "Host".to_owned(),
        instruction: "Greet.".to_owned(),
        model_provider: "openai".to_owned(),
        model_name: "gpt".to_owned(),
        skills: vec![assigned(&two.new), assigned(&two.old)],
        ..AgentEdit::default()
    };
    two.bench.save_agent(&agent).unwrap();
    let loads = two.bench.load_agent("host").unwrap();
    let parameters: Vec<(&str, &str)> =
        loads.iter().map(|load| (load.skill.as_str(), load.tools[0].parameters[0].name.as_str())).collect();
    assert_eq!(parameters, [("new", "person"), ("old", "name")]);
    let losses = two.bench.get_agent_gram("host").unwrap().losses;
    assert!(losses.iter().any(|loss| loss.why.contains("old uses welcome at version 1")), "{losses:?}");
    let shown = two.bench.skillctl(&["show", "skill", "old", "--json"]);
    let shown: Value = serde_json::from_slice(&shown.stdout).unwrap();
    assert_eq!(shown["skill_tools"][0]["tool_version"], 1);
}

#[test]
fn s1_16_a_pinned_version_is_taken_back_cut_and_restored_like_every_setting_of_a_link() {
    let two = two();
    let before = two.link(&two.old);
    let after = two.pin(&two.old, Some(1));
    assert_eq!((before.tool_version(), after.tool_version()), (None, Some(1)));
    // As undo and redo of the map do it.
    let undone = two.bench.save_link(&MapLink { aggregate_version: after.aggregate_version, ..before }).unwrap();
    assert_eq!(undone.tool_version(), None);
    let redone = two.bench.save_link(&MapLink { aggregate_version: undone.aggregate_version, ..after }).unwrap();
    assert_eq!(redone.tool_version(), Some(1));
    let why = refused(two.bench.save_link(&redone.clone().with_tool_version(Some(9))), ErrorCode::Invalid);
    assert_eq!(why, "The tool greet has no version 9 to pin the link to.");
    refused(two.bench.save_link(&MapLink { aggregate_version: 1, ..redone.clone() }), ErrorCode::Stale);

    two.bench.trash_now(TrashKind::Link, &redone.key).unwrap();
    two.bench.restore_now(TrashKind::Link, &redone.key).unwrap();
    assert_eq!(two.link(&two.old).tool_version(), Some(1));

    // A skill that requires another calls its tools at the version that one has them.
    let depends = crate::toolbox::link(
        studio_api::dto::MapLinkKind::Depends,
        &format!("skill:{}", two.new),
        &format!("skill:{}", two.old),
    );
    two.bench.save_link(&depends.with_required(true)).unwrap();
    assert_eq!(two.said(&two.new, &json!({"person": "Ada"})), "Good day Ada", "its own link wins");
    two.bench
        .cut_now(studio_api::dto::MapLinkKind::Uses, &format!("skill:{}", two.new), &format!("tool:{}", two.tool))
        .unwrap();
    assert_eq!(two.said(&two.new, &json!({"name": "Ada"})), "Hello Ada");
}

#[test]
fn s1_16_a_pinned_version_that_is_gone_is_a_problem_of_the_skill_and_never_another_version() {
    let two = two();
    let drawn = two.link(&two.old);
    // As a library has it that lost its timeline.
    let file = two.bench.path("Test.db");
    let library = Library::open(Path::new(&file), &Options::new("tester")).unwrap().0;
    let (skill, tool) = (two.old.parse().unwrap(), two.tool.parse().unwrap());
    let link = library.find_skill_tool(skill, tool).unwrap().unwrap();
    library.put_skill_tool(&studio_model::SkillTool { tool_version: Some(7), ..link }).unwrap();
    drop(library);

    let outcome = two.call(&two.old, &json!({"name": "Ada"}));
    let said = "Version 7 of the tool `greet` no longer exists. Choose another version for the link on the map.";
    assert_eq!((outcome.status, outcome.error.as_deref()), (CallStatus::Refused, Some(said)));
    assert_eq!(two.said(&two.new, &json!({"person": "Ada"})), "Good day Ada");
    // Its access can still be changed, and choosing another version ends the problem.
    let link = two.link(&two.old);
    let link = two.bench.save_link(&link.with_access(Access::Write)).unwrap();
    let codes = |two: &Two| -> Vec<String> {
        let files = two.bench.list_problems().unwrap().files;
        files.into_iter().flat_map(|file| file.problems).map(|one| one.code).collect()
    };
    assert_eq!(codes(&two), ["pinned-version"]);
    two.bench.save_link(&link.with_tool_version(Some(1)).with_access(drawn.access().unwrap())).unwrap();
    assert!(codes(&two).is_empty());
    assert_eq!(two.said(&two.old, &json!({"name": "Ada"})), "Hello Ada");
}

impl Two {
    /// Saves the tool as something else.
    fn save(&self, change: impl FnOnce(&mut ToolEdit)) {
        let mut edit = edit_of(&self.bench.get_tool(&self.tool).unwrap());
        change(&mut edit);
        self.bench.save_tool(&edit).unwrap();
    }

    /// Begins a session of an agent with the newer skill, whose model calls the tool for each of some messages.
    fn begin(&self, tool: &str, arguments: &Value) -> String {
        let call = json!({ "calls": [{ "name": tool, "arguments": arguments }] });
        let replies: Vec<Value> = (0..10).flat_map(|_| [call.clone(), json!({ "text": "done" })]).collect();
        self.bench.start_simulation(&setup(SimulatedRuntime::Everything, &replies)).unwrap().row.id
    }
}

/// What the model of a session reads of its call, whatever has to be allowed for it.
fn answered(studio: &Studio, session: &str) -> String {
    let mut view = studio.say_in_simulation(session, "go", SimulationPace::Run).unwrap();
    while let SimulationState::WaitingForConsent { request, .. } = &view.state {
        studio.grant_consent(&request.hash).unwrap();
        view = studio.continue_simulation(session).unwrap();
    }
    of_kind(&view, "tool_answered").pop().unwrap()["content"].as_str().unwrap().to_owned()
}

#[test]
fn s0_03_s1_16_a_session_calls_what_it_offered_whatever_is_saved_while_it_waits() {
    let two = two();
    let bench = &two.bench;
    let assigned = AgentSkillEdit { skill_id: two.new.clone(), priority: 0, sequence: 0, config: String::new() };
    bench.save_agent(&AgentEdit { skills: vec![assigned], ..agent("Crew") }).unwrap();
    let begun = two.begin("greet", &json!({ "person": "Ada" }));
    let said = || answered(bench, &begun);
    two.save(|tool| {
        tool.spec = signature("(who: Text) --> IO Text");
        tool.implementation = javascript("function run(a) { return 'Hi ' + a.who; }");
    });
    assert_eq!(said(), "Good day Ada", "another version of the tool");
    two.pin(&two.new, Some(1));
    assert_eq!(said(), "Good day Ada", "a link that is bound to another version");
    bench.save_link(&two.link(&two.new).with_access(Access::Read)).unwrap();
    assert_eq!(said(), "Good day Ada", "less access");
    two.save(|tool| "welcome".clone_into(&mut tool.name));
    assert_eq!(said(), "Good day Ada", "another name");
    // Another program reads from the library what was offered.
    assert_eq!(answered(&bench.second(), &begun), "Good day Ada");
    let fork = bench.fork_simulation(&begun, 0, None).unwrap().row.id;
    assert_eq!(answered(bench, &fork), "Good day Ada", "a fork goes on in the same world");
    // Whatever begins now has what is there now.
    let now = answered(bench, &two.begin("welcome", &json!({ "name": "Ada" })));
    assert!(now.contains("only read access"), "{now}");

    // What is thrown away isn't run, and it comes back as it was.
    bench.trash_now(TrashKind::Tool, &two.tool).unwrap();
    assert!(said().contains("currently disabled"));
    bench.restore_now(TrashKind::Tool, &two.tool).unwrap();
    assert_eq!(said(), "Good day Ada");
    bench.save_link(&two.link(&two.new).with_tool_version(None).with_access(Access::Execute)).unwrap();
    let restored = two.begin("welcome", &json!({ "who": "Ada" }));
    two.save(|tool| tool.spec = signature("(name: Text) --> IO Text"));
    assert_eq!(answered(bench, &restored), "Hi Ada", "a version that only came out of the trash");
}
