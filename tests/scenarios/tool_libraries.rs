//! Implementations apart from specifications: binding, mocks, comparisons, kept cases.

use serde_json::{Value, json};
use studio_api::{
    ErrorCode,
    dto::{
        Binding, CallStatus, Expectation, LibraryBehaviour, LibraryTool, Stage, ToolCall, ToolCase, ToolImplementation,
        ToolPart,
    },
};

use crate::{
    harness::{Bench, refused},
    toolbox::{Web, call_of, edit_of, error, get, javascript, result, signature, tool},
};

const HELLO: &str = "function run({ name }) { return `Hello, ${name}! Nice to meet you.`; }";

fn bench_with_greeting() -> (Bench, String) {
    let bench = Bench::new();
    let mut edit = tool("sayHello", signature("(name: Text) --> IO Text"), javascript(HELLO));
    "Returns a friendly greeting message for the given name".clone_into(&mut edit.description);
    let id = bench.add_tool(&edit).id;
    (bench, id)
}

fn in_library(bench: &Bench, id: &str, library: &str) -> studio_api::dto::CallOutcome {
    bench.call_as(&ToolCall { library: Some(library.to_owned()), ..call_of(id, &json!({"name": "Ada"})) })
}

/// A library's tool as the specification has it, with a behaviour of its own.
fn library_tool(bench: &Bench, behaviour: LibraryBehaviour) -> LibraryTool {
    let tools = bench.get_tool_library("mock").unwrap().tools;
    let tool = tools.into_iter().find(|tool| tool.name == "sayHello").unwrap();
    LibraryTool { behaviour, ..tool }
}

fn binding(bench: &Bench, library: &str) -> Binding {
    bench.bind_tool_library(library).unwrap().into_iter().find(|binding| binding.name == "sayHello").unwrap()
}

#[test]
fn s2_15_say_hello_says_exactly_that() {
    for bench in [bench_with_greeting().0, Bench::with_samples()] {
        let outcome = bench.call(&bench.tool("sayHello").id, &json!({"name": "Ada"}));
        assert_eq!(result(&outcome), json!("Hello, Ada! Nice to meet you."));
    }
}

#[test]
fn s2_05_a_library_is_empty_registers_replaces_and_looks_up() {
    let (bench, id) = bench_with_greeting();
    let names = |bench: &Bench| -> Vec<String> {
        bench.list_tool_libraries().unwrap().into_iter().map(|library| library.name).collect()
    };
    assert_eq!(names(&bench), ["own", "mock"]);
    let empty = bench.create_tool_library(" Friendly ", None).unwrap();
    assert_eq!((empty.name.as_str(), empty.is_built_in, empty.tools.len()), ("Friendly", false, 0));
    assert_eq!(binding(&bench, "Friendly").state.as_str(), "missing");
    let said = error(&in_library(&bench, &id, "Friendly"), CallStatus::Refused);
    assert!(said.contains("sayHello"), "{said}");
    for value in ["\"Hi.\"", "\"Hi again.\""] {
        let fixed = LibraryBehaviour::Fixed { value: value.to_owned() };
        bench.save_implementation("Friendly", &library_tool(&bench, fixed)).unwrap();
    }
    assert_eq!(bench.get_tool_library("Friendly").unwrap().tools.len(), 1, "registering replaces");
    assert_eq!(result(&in_library(&bench, &id, "Friendly")), json!("Hi again."));
    let copy = bench.create_tool_library("Copy", Some("Friendly")).unwrap();
    assert_eq!(copy.tools, ["sayHello"]);
    for (name, says) in [("", "needs a name"), ("own", "already"), ("MOCK", "already"), ("friendly", "already")] {
        assert!(refused(bench.create_tool_library(name, None), ErrorCode::Invalid).contains(says));
    }
    refused(bench.create_tool_library("Other", Some("none")), ErrorCode::NotFound);
    assert!(!names(&bench).contains(&"Other".to_owned()));
    bench.remove_implementation("Friendly", "sayHello").unwrap();
    assert_eq!(binding(&bench, "Friendly").state.as_str(), "missing");
    bench.delete_tool_library("Friendly").unwrap();
    refused(bench.get_tool_library("Friendly"), ErrorCode::NotFound);
    refused(bench.delete_tool_library("own"), ErrorCode::Invalid);
    refused(bench.save_implementation("own", &library_tool(&bench, LibraryBehaviour::Echo)), ErrorCode::Invalid);
    refused(bench.save_implementation("none", &library_tool(&bench, LibraryBehaviour::Echo)), ErrorCode::NotFound);
    let broken = LibraryBehaviour::Fixed { value: "Hi".to_owned() };
    refused(bench.save_implementation("Copy", &library_tool(&bench, broken)), ErrorCode::Invalid);
}

#[test]
fn s2_06_binding_shows_what_differs_and_how() {
    let (bench, id) = bench_with_greeting();
    for library in ["own", "mock"] {
        assert_eq!(binding(&bench, library).state.as_str(), "bound");
    }
    bench.create_tool_library("Mine", Some("own")).unwrap();
    assert_eq!(binding(&bench, "Mine").state.as_str(), "bound");
    let mut other = library_tool(&bench, LibraryBehaviour::Echo);
    other.description = "Says something.".to_owned();
    other.schema = other.schema.replace("\"name\"", "\"who\"");
    bench.save_implementation("Mine", &other).unwrap();
    let differs = binding(&bench, "Mine");
    assert_eq!((differs.state.as_str(), differs.tool_id.as_str()), ("differs", id.as_str()));
    let description = differs.differences.iter().find(|difference| difference.part.as_str() == "description").unwrap();
    assert_eq!(description.implementation, "Says something.");
    assert!(description.specification.starts_with("Returns a friendly"));
    let schema: Vec<&str> = differs.differences.iter().map(|difference| difference.part.as_str()).collect();
    assert!(schema.iter().any(|part| part.starts_with("schema")), "{schema:?}");
    // What is bound differently is not called as if it were the same.
    assert_ne!(in_library(&bench, &id, "Mine").status, CallStatus::Success);

    let mut edit = edit_of(&bench.get_tool(&id).unwrap());
    edit.name = "greet".to_owned();
    bench.add_tool(&edit);
    let renamed = bench.bind_tool_library("Mine").unwrap();
    assert_eq!((renamed[0].name.as_str(), renamed[0].state.as_str()), ("greet", "missing"));
}

#[test]
fn s2_01_an_implementation_changes_nothing_of_the_specification() {
    let (bench, id) = bench_with_greeting();
    let before = bench.get_tool(&id).unwrap();
    bench.create_tool_library("Mine", Some("own")).unwrap();
    bench.save_implementation("Mine", &library_tool(&bench, LibraryBehaviour::Echo)).unwrap();
    in_library(&bench, &id, "Mine");
    let after = bench.get_tool(&id).unwrap();
    assert_eq!((&after.spec, after.aggregate_version), (&before.spec, before.aggregate_version));
    let mut edit = edit_of(&after);
    edit.implementation = javascript("function run() { return 1 }");
    let changed = bench.add_tool(&edit);
    assert_eq!(changed.spec, before.spec);
    assert_eq!(bench.list_tool_versions(&id).unwrap()[0].changed, [ToolPart::Implementation]);
}

#[test]
fn the_mock_answers_fails_and_lies_as_it_is_told() {
    let (bench, id) = bench_with_greeting();
    assert_eq!(result(&in_library(&bench, &id, "mock")), json!({"name": "Ada"}), "it gives back what it gets");
    let set = |behaviour: LibraryBehaviour| {
        bench.save_implementation("mock", &library_tool(&bench, behaviour)).unwrap();
        in_library(&bench, &id, "mock")
    };
    let fixed = set(LibraryBehaviour::Fixed { value: "{\"a\": [1]}".to_owned() });
    assert_eq!(result(&fixed), json!({"a": [1]}));
    let late = set(LibraryBehaviour::Delay { ms: 300, value: "1".to_owned() });
    assert_eq!(result(&late), json!(1));
    assert!(late.elapsed_us >= 300_000);
    let failed = set(LibraryBehaviour::Error { message: "The line is cut.".to_owned() });
    assert_eq!(error(&failed, CallStatus::Error), "The line is cut.");
    let garbage = set(LibraryBehaviour::Garbage { text: "<html>oops".to_owned() });
    assert!(error(&garbage, CallStatus::Error).contains("<html>oops"));
    let mut edit = edit_of(&bench.get_tool(&id).unwrap());
    edit.timeout_s = 1;
    bench.add_tool(&edit);
    let too_late = set(LibraryBehaviour::Delay { ms: 60_000, value: "1".to_owned() });
    assert_eq!(too_late.status, CallStatus::TimedOut);
    assert!(too_late.consent.is_none() && too_late.sandbox.is_none(), "nothing of it runs on this machine");
    let libraries = bench.list_tool_libraries().unwrap();
    assert_eq!(libraries.len(), 2, "the mock stays the one that comes with the studio");
}

#[test]
fn s2_14_two_libraries_are_compared_on_the_same_calls() {
    let (bench, id) = bench_with_greeting();
    bench.call(&id, &json!({"name": "x"}));
    let before = bench.get_tool(&id).unwrap();
    bench.create_tool_library("Mine", Some("own")).unwrap();
    let calls = [json!({"name": "Ada"}), json!({"name": 7}), json!({"name": "Bo"})].map(|call| call.to_string());
    let same = bench.compare_tool_libraries(&id, "own", "Mine", &calls, "comparison").unwrap();
    assert_eq!(same.rows.len(), 3);
    for row in &same.rows {
        assert_eq!(row.is_same, Some(true), "{:?} {:?}", row.a, row.b);
    }
    assert_eq!(same.rows[1].a.status, CallStatus::Refused);
    assert_eq!(result(&same.rows[2].b), json!("Hello, Bo! Nice to meet you."));
    let other = bench.compare_tool_libraries(&id, "own", "mock", &calls, "comparison").unwrap();
    let is_same: Vec<bool> = other.rows.iter().filter_map(|row| row.is_same).collect();
    assert_eq!(is_same, [false, true, false]);
    let fixed = LibraryBehaviour::Fixed { value: "\"Hello, Ada! Nice to meet you.\"".to_owned() };
    bench.save_implementation("Mine", &library_tool(&bench, fixed)).unwrap();
    let fixed = bench.compare_tool_libraries(&id, "own", "Mine", &calls[..1], "comparison").unwrap();
    assert_eq!(fixed.rows[0].is_same, Some(true), "the same result by another way is the same");
    refused(bench.compare_tool_libraries(&id, "own", "none", &calls, "comparison"), ErrorCode::NotFound);
    let after = bench.get_tool(&id).unwrap();
    assert_eq!((after.spec, after.implementation), (before.spec, before.implementation), "nothing serialised changes");

    let case = case(&id, "Ada", &json!({"name": "Ada"}), Expectation::Success);
    bench.save_tool_case(&case).unwrap();
    let kept = bench.compare_tool_libraries(&id, "own", "mock", &[], "comparison").unwrap();
    assert_eq!((kept.rows.len(), kept.rows[0].name.as_str()), (1, "Ada"), "without calls, the kept ones");
}

#[test]
fn s2_14_all_tools_of_an_agent_are_compared_in_two_libraries_and_nothing_that_is_kept_changes() {
    let bench = Bench::with_samples();
    let agent = bench.find_agent("hello_world_agent").unwrap().info.id;
    let mut edit = bench.get_agent(&agent).unwrap().edit;
    edit.tools.push(bench.tool("group_commits").id);
    let given = bench.save_agent(&edit).unwrap().edit.tools;
    bench.create_tool_library("A", Some("own")).unwrap();
    bench.create_tool_library("B", Some("own")).unwrap();
    let hello = LibraryBehaviour::Fixed { value: "\"Hello, Ada! Nice to meet you.\"".to_owned() };
    bench.save_implementation("B", &library_tool(&bench, hello)).unwrap();
    for library in ["A", "B"] {
        let bindings = bench.bind_tool_library(library).unwrap();
        let bound = bindings.iter().filter(|binding| given.contains(&binding.tool_id));
        assert_eq!(bound.map(|binding| binding.state.as_str()).collect::<Vec<_>>(), ["bound", "bound"], "{library}");
    }
    let calls = [json!({"name": "Ada"}), json!({"name": "Bo"}), json!({"subjects": ["fix: less"]}), json!({"name": 7})];
    let calls = calls.map(|call| call.to_string());
    // What runs here is allowed first, so that the comparison is of answers.
    bench.call(&given[0], &json!({"name": "x"}));
    bench.call(&given[1], &json!({"subjects": []}));

    let before = kept(&bench, &agent, &given);
    let compared = given.iter().map(|tool| bench.compare_tool_libraries(tool, "A", "B", &calls, "comparison").unwrap());
    let shown: Vec<Vec<(CallStatus, CallStatus, Option<bool>)>> =
        compared.map(|both| both.rows.iter().map(|row| (row.a.status, row.b.status, row.is_same)).collect()).collect();
    let (answered, refused) = (CallStatus::Success, CallStatus::Refused);
    let (same, differs) = ((answered, answered, Some(true)), (answered, answered, Some(false)));
    let unfit = (refused, refused, Some(true));
    assert_eq!(shown, [[same, differs, unfit, unfit], [unfit, unfit, same, unfit]]);
    assert_eq!(kept(&bench, &agent, &given), before, "nothing serialised changes");
    // What does change is told.
    bench.remove_implementation("B", "sayHello").unwrap();
    assert_ne!(kept(&bench, &agent, &given), before);
    let without = bench.compare_tool_libraries(&given[0], "A", "B", &calls[..1], "comparison").unwrap();
    assert_eq!((without.rows[0].a.status, without.rows[0].b.status), (answered, refused));
}

/// All that is stored of an agent, its tools and the libraries, but for how often they were called.
fn kept(bench: &Bench, agent: &str, tools: &[String]) -> Value {
    let tools: Vec<Value> = tools
        .iter()
        .map(|id| {
            let mut tool = json!(bench.get_tool(id).unwrap());
            tool.as_object_mut().unwrap().remove("metrics").expect("the calls are counted");
            json!([tool, bench.list_tool_versions(id).unwrap(), bench.list_tool_cases(id).unwrap().cases])
        })
        .collect();
    let libraries = bench.list_tool_libraries().unwrap();
    let implemented: Vec<_> =
        libraries.iter().map(|library| bench.get_tool_library(&library.name).unwrap().tools).collect();
    json!([bench.get_agent(agent).unwrap(), tools, libraries, implemented])
}

fn case(tool_id: &str, name: &str, arguments: &Value, expected: Expectation) -> ToolCase {
    ToolCase {
        id: String::new(),
        tool_id: tool_id.to_owned(),
        name: name.to_owned(),
        arguments: arguments.to_string(),
        expected,
        last: None,
    }
}

#[test]
fn kept_calls_are_made_again_and_held_to_what_they_should_give() {
    let (bench, id) = bench_with_greeting();
    let script = "function run({ name }) { if (name === 'nobody') throw new Error('nobody is there'); \
                  return { greeting: `Hello, ${name}`, length: 1.0 }; }";
    let mut edit = edit_of(&bench.get_tool(&id).unwrap());
    edit.implementation = javascript(script);
    bench.add_tool(&edit);
    let ada = json!({"name": "Ada"});
    let equals = |value: &str| Expectation::Equals { value: value.to_owned() };
    let contains = |text: &str| Expectation::Contains { text: text.to_owned() };
    let error = |text: &str| Expectation::Error { text: text.to_owned() };
    let cases = [
        ("any", ada.clone(), Expectation::Success, true),
        ("equal", ada.clone(), equals("{\"length\": 1, \"greeting\": \"Hello, Ada\"}"), true),
        ("equal, written otherwise", ada.clone(), equals("{\"length\": 1.0, \"greeting\": \"Hello, Ada\"}"), true),
        ("not equal", ada.clone(), equals("{\"length\": 2, \"greeting\": \"Hello, Ada\"}"), false),
        ("contains", ada.clone(), contains("Hello, Ada"), true),
        ("contains not", ada.clone(), contains("Goodbye"), false),
        ("refused", json!({"name": 1}), Expectation::Refused, true),
        ("not refused", ada.clone(), Expectation::Refused, false),
        ("fails", json!({"name": "nobody"}), error("nobody is there"), true),
        ("fails otherwise", json!({"name": "nobody"}), error("somebody"), false),
        ("fails not", ada, error(""), false),
    ];
    for (name, arguments, expected, _) in &cases {
        let kept = bench.save_tool_case(&case(&id, name, arguments, expected.clone())).unwrap();
        assert!(!kept.id.is_empty() && kept.last.is_none());
    }
    let waiting = bench.run_tool_cases(&id, None, "run").unwrap().results;
    assert!(
        waiting
            .iter()
            .all(|result| !result.is_passed || result.message.contains("/name") || result.message.contains("name"))
    );
    assert!(waiting[0].message.contains("permission"), "{}", waiting[0].message);
    bench.call(&id, &json!({"name": "x"}));
    let results = bench.run_tool_cases(&id, None, "run").unwrap().results;
    let kept = bench.list_tool_cases(&id).unwrap().cases;
    assert_eq!(results.len(), cases.len());
    for result in &results {
        let kept = kept.iter().find(|kept| kept.id == result.case_id).unwrap();
        let (name, _, _, passes) = cases.iter().find(|(name, ..)| *name == kept.name).unwrap();
        assert_eq!(result.is_passed, *passes, "{name}: {}", result.message);
        assert_eq!(kept.last.as_ref(), Some(result), "how it went is kept");
    }
    let refused_call = bench.call(&id, &json!({"name": 1}));
    let of = |name: &str| kept.iter().find(|kept| kept.name == name).unwrap().id.clone();
    assert!(bench.judge_tool_case(&of("refused"), &refused_call).unwrap().is_passed);
    assert!(!bench.judge_tool_case(&of("contains"), &refused_call).unwrap().is_passed);
    let contains = bench.list_tool_cases(&id).unwrap().cases.into_iter().find(|kept| kept.name == "contains").unwrap();
    assert!(contains.last.is_some_and(|last| !last.is_passed), "how it went is kept");
    let mocked = bench.run_tool_cases(&id, Some("mock"), "run").unwrap().results;
    assert!(mocked.iter().all(|result| result.library.as_deref() == Some("mock")));
    let mut first = kept[0].clone();
    first.name = "renamed".to_owned();
    assert_eq!(bench.save_tool_case(&first).unwrap().name, "renamed");
    assert_eq!(bench.list_tool_cases(&id).unwrap().cases.len(), cases.len());
    bench.delete_tool_case(&first.id).unwrap();
    refused(bench.delete_tool_case("nonsense"), ErrorCode::NotFound);
    let bad = case(&id, "bad", &json!({}), equals("Hello"));
    assert!(refused(bench.save_tool_case(&bad), ErrorCode::Invalid).contains("double quotes"));
    refused(bench.save_tool_case(&case(&id, " ", &json!({}), Expectation::Success)), ErrorCode::Invalid);
    refused(bench.run_tool_cases(&id, Some("none"), "run"), ErrorCode::NotFound);
}

/// A tool that waits for its server's answer, with kept calls of these names.
fn waits(address: &str, cases: &[&str]) -> (Bench, String) {
    let bench = Bench::new();
    let id = bench.add_tool(&tool("waits", signature("() --> IO Text"), get(address, true))).id;
    let asked = bench.try_call(&id, &json!({})).consent.expect("it is a new address");
    bench.grant_consent(&asked.hash).unwrap();
    for name in cases {
        bench.save_tool_case(&case(&id, name, &json!({}), Expectation::Success)).unwrap();
    }
    (bench, id)
}

#[test]
fn a_case_that_is_changed_or_forgotten_while_all_run_stays_so() {
    let (web, comes, answer) = Web::holding();
    let (bench, id) = waits(&web.address, &["edited", "forgotten"]);
    let kept = bench.list_tool_cases(&id).unwrap().cases;
    std::thread::scope(|scope| {
        let running = scope.spawn(|| bench.run_tool_cases(&id, None, "run").unwrap());
        comes.recv().unwrap();
        bench.save_tool_case(&ToolCase { name: "another name".to_owned(), ..kept[0].clone() }).unwrap();
        answer.send("1".to_owned()).unwrap();
        comes.recv().unwrap();
        bench.delete_tool_case(&kept[1].id).unwrap();
        answer.send("2".to_owned()).unwrap();
        let run = running.join().unwrap();
        assert_eq!((run.results.len(), run.results[0].is_passed, run.not_run.len()), (1, true, 0), "{run:?}");
        let now = bench.list_tool_cases(&id).unwrap().cases;
        assert_eq!((now.len(), now[0].name.as_str()), (1, "another name"));
        assert_eq!(now[0].last.as_ref(), Some(&run.results[0]));
    });
}

#[test]
fn a_cancelled_run_ends_with_its_call_and_says_what_was_not_run() {
    let (web, comes, answer) = Web::holding();
    let (bench, id) = waits(&web.address, &["first", "second", "third"]);
    let kept = bench.list_tool_cases(&id).unwrap().cases;
    let ids = |cases: &[ToolCase]| cases.iter().map(|case| case.id.clone()).collect::<Vec<_>>();
    std::thread::scope(|scope| {
        let running = scope.spawn(|| bench.run_tool_cases(&id, None, "all of them").unwrap());
        comes.recv().unwrap();
        answer.send("1".to_owned()).unwrap();
        comes.recv().unwrap();
        bench.cancel_call("all of them").unwrap();
        let run = running.join().unwrap();
        assert_eq!((run.results.len(), run.not_run), (1, ids(&kept[1..])));
        let now = bench.list_tool_cases(&id).unwrap().cases;
        assert_eq!((now[0].last.as_ref(), &now[1..]), (Some(&run.results[0]), &kept[1..]), "they are as they were");
        answer.send("2".to_owned()).unwrap();

        let comparing = scope.spawn(|| bench.compare_tool_libraries(&id, "own", "mock", &[], "comparison").unwrap());
        comes.recv().unwrap();
        answer.send("1".to_owned()).unwrap();
        comes.recv().unwrap();
        bench.cancel_call("comparison").unwrap();
        let compared = comparing.join().unwrap();
        assert_eq!((compared.rows.len(), compared.not_run), (1, vec!["second".to_owned(), "third".to_owned()]));
        answer.send("2".to_owned()).unwrap();
    });
}

#[test]
fn two_scripts_are_compared_once_both_are_allowed() {
    let (bench, id) = bench_with_greeting();
    bench.create_tool_library("Mine", None).unwrap();
    let shout = javascript("function run({ name }) { return `HELLO ${name}`; }");
    let run = LibraryBehaviour::Run { implementation: shout };
    bench.save_implementation("Mine", &library_tool(&bench, run)).unwrap();
    let asked =
        bench.compare_tool_libraries(&id, "own", "Mine", &["{\"name\": \"Ada\"}".to_owned()], "comparison").unwrap();
    let row = &asked.rows[0];
    let waits = CallStatus::NeedsConsent;
    assert_eq!((row.a.status, row.b.status, row.is_same), (waits, waits, None), "what did not run gave nothing");
    assert_eq!(result(&bench.call(&id, &json!({"name": "Ada"}))), json!("Hello, Ada! Nice to meet you."));
    let other = in_library(&bench, &id, "Mine");
    assert_eq!(result(&other), json!("HELLO Ada"));
    let consent = other.trace.iter().find(|stage| stage.stage == Stage::Consent).unwrap();
    assert_eq!(consent.note, "given", "it was asked for");
    let compared =
        bench.compare_tool_libraries(&id, "own", "Mine", &["{\"name\": \"Ada\"}".to_owned()], "comparison").unwrap();
    let row = &compared.rows[0];
    assert_eq!((row.a.status, row.b.status, row.is_same), (CallStatus::Success, CallStatus::Success, Some(false)));
    assert_eq!(bench.list_consents().unwrap().len(), 2);
}

#[test]
fn s2_05_a_second_real_implementation_goes_into_a_library_and_both_run() {
    let (bench, id) = bench_with_greeting();
    let before = bench.get_tool(&id).unwrap();
    let shout = javascript("function run({ name }) { return `HELLO ${name}`; }");
    refused(bench.implement_in_tool_library("own", &id, &shout), ErrorCode::Invalid);
    refused(bench.implement_in_tool_library("mock", &id, &shout), ErrorCode::Invalid);
    refused(bench.implement_in_tool_library("Loud", &id, &ToolImplementation::None), ErrorCode::Invalid);
    let built_in = bench.list_tool_libraries().unwrap().len();
    bench.implement_in_tool_library("Loud", &id, &shout).unwrap();
    assert_eq!(bench.list_tool_libraries().unwrap().len(), built_in + 1, "made when it was not there");
    assert_eq!(result(&bench.call(&id, &json!({"name": "Ada"}))), json!("Hello, Ada! Nice to meet you."));
    assert_eq!(result(&in_library(&bench, &id, "Loud")), json!("HELLO Ada"));
    let after = bench.get_tool(&id).unwrap();
    assert_eq!((after.implementation, after.aggregate_version), (before.implementation, before.aggregate_version));

    let script = bench.write("whisper.js", "function run({ name }) { return `hello ${name}`; }");
    let whisper = ["tool", "implement", "sayHello", "--library-name", "Quiet", "--script", script.to_str().unwrap()];
    let made = bench.skillctl(&whisper);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let call = ["tool", "call", "sayHello", "--args", "{\"name\": \"Ada\"}", "--library-name", "Quiet", "--allow"];
    let called: Value = serde_json::from_slice(&bench.skillctl(&[&call[..], &["--json"]].concat()).stdout).unwrap();
    assert_eq!(called["result"], json!("hello Ada"));
    let copied = ["tool", "implement", "sayHello", "--library-name", "Same", "--from", "sayHello"];
    assert!(bench.skillctl(&copied).status.success());
    let same: Value = serde_json::from_slice(
        &bench
            .skillctl(&[
                "tool",
                "call",
                "sayHello",
                "--args",
                "{\"name\": \"Ada\"}",
                "--library-name",
                "Same",
                "--json",
            ])
            .stdout,
    )
    .unwrap();
    assert_eq!(same["result"], json!("Hello, Ada! Nice to meet you."), "allowed already: it is the same script");
    let bad = bench.write("script.rb", "puts 1");
    let bad = ["tool", "implement", "sayHello", "--library-name", "Bad", "--script", bad.to_str().unwrap()];
    assert_eq!(bench.skillctl(&bad).status.code(), Some(2));
}

#[test]
fn s2_14_bind_compares_name_description_and_schema_and_one_tool_runs_on_two_real_libraries() {
    let (bench, id) = bench_with_greeting();
    for (library, word) in [("A", "Hello"), ("B", "Goodbye")] {
        let script = format!("function run({{ name }}) {{ return `{word} ${{name}}`; }}");
        bench.implement_in_tool_library(library, &id, &javascript(&script)).unwrap();
        in_library(&bench, &id, library);
    }
    let compared =
        bench.compare_tool_libraries(&id, "A", "B", &["{\"name\": \"Ada\"}".to_owned()], "comparison").unwrap();
    let row = &compared.rows[0];
    assert_eq!((row.a.result.as_deref(), row.b.result.as_deref()), (Some("\"Hello Ada\""), Some("\"Goodbye Ada\"")));
    assert_eq!(row.is_same, Some(false));

    let bind = |library: &str| bench.skillctl(&["tool", "bind", library, "--json"]);
    assert_eq!(bind("A").status.code(), Some(0));
    let mut edit = edit_of(&bench.get_tool(&id).unwrap());
    "Greets whoever is named".clone_into(&mut edit.description);
    edit.spec = signature("(name: Text, times: Int) --> IO Text");
    bench.add_tool(&edit);
    let ran = bind("A");
    assert_eq!(ran.status.code(), Some(1), "what the library describes is not the tool any more");
    let told: Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(told["bindings"][0]["state"], "differs");
    let differences = told["bindings"][0]["differences"].as_array().unwrap();
    let parts: Vec<&str> = differences.iter().filter_map(|difference| difference["part"].as_str()).collect();
    assert!(parts.contains(&"description") && parts.iter().any(|part| part.starts_with("schema")), "{parts:?}");
    bench.implement_in_tool_library("A", &id, &javascript("function run() { return 1; }")).unwrap();
    assert_eq!(bind("A").status.code(), Some(0), "implemented again, it is described as the tool is now");
}
