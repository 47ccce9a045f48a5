//! Simulated sessions of the sample agents: what is disclosed when, which tools may be called, and what comes of it.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

use crate::harness::{Home, ran};

/// The sample library.
struct Stage(Home);

impl Stage {
    fn new() -> Self {
        Self(Home::with_samples())
    }

    fn run(&self, runtime: &str, agent: &str, messages: &[&str], more: &[&str]) -> (i32, Value) {
        let mut arguments = vec!["simulate", "--agent", agent, "--runtime", runtime, "--allow", "--json"];
        for message in messages {
            arguments.extend(["--message", message]);
        }
        arguments.extend(more);
        let ran = self.0.run_offline(&arguments);
        let said = if ran.code == 2 { &ran.err } else { &ran.out };
        (ran.code, serde_json::from_str(said).unwrap_or_else(|error| panic!("{error} in {said}")))
    }

    /// With a model that gives these replies.
    fn scripted(&self, runtime: &str, agent: &str, replies: &Value) -> Value {
        let file = self.0.folder().join("script.json");
        fs::write(&file, replies.to_string()).unwrap();
        self.run(runtime, agent, &["go"], &["--model", &format!("scripted:{}", file.display())]).1
    }
}

fn calls(name: &str, arguments: &Value) -> Value {
    json!({ "calls": [{ "name": name, "arguments": arguments }] })
}

fn says(text: &str) -> Value {
    json!({ "text": text })
}

/// The tools that may be called at a step.
fn available(document: &Value, step: usize) -> Vec<&str> {
    let tools = document["steps"][step]["tools"].as_array().unwrap_or_else(|| panic!("no step {step}: {document:#}"));
    tools.iter().filter(|tool| tool["enabled"] == true).map(|tool| tool["name"].as_str().unwrap()).collect()
}

/// What calls were answered, in their order.
fn answers(document: &Value) -> Vec<&str> {
    let events = document["events"].as_array().unwrap().iter();
    events.filter(|event| event["kind"] == "tool_answered").map(|event| event["content"].as_str().unwrap()).collect()
}

fn count(document: &Value, kind: &str) -> usize {
    document["events"].as_array().unwrap().iter().filter(|event| event["kind"] == kind).count()
}

const PICOS: [&str; 5] =
    ["set_picos_element", "generate_clinical_question", "validate_picos", "clear_picos", "export_picos"];

#[test]
fn s2_11_s2_12_s2_13_s2_15_s2_16_the_hello_world_agent_greets_with_the_mock() {
    let stage = Stage::new();
    let (code, told) = stage.run("agent-skills", "hello_world_agent", &["Say hello to Ada"], &[]);
    assert_eq!(code, 0, "{told:#}");
    assert_eq!(answers(&told), ["Hello, Ada! Nice to meet you."]);
    assert_eq!(told["tools_used"], json!(["sayHello"]));
    assert_eq!(told["response"], "[mock] Called sayHello, which answered: Hello, Ada! Nice to meet you.");
    // The conversation as the model reads it: in order, newest last, the answer under the name of its tool.
    let said = |told: &Value, step: usize| -> Vec<(String, String)> {
        let sections = told["steps"][step]["sections"].as_array().unwrap().iter();
        let talk = sections.filter(|section| section["role"] != "system");
        talk.map(|section| (section["role"].as_str().unwrap().to_owned(), section["origin"].to_string())).collect()
    };
    let user = || ("user".to_owned(), json!({ "kind": "user" }).to_string());
    let model = || ("assistant".to_owned(), json!({ "kind": "model" }).to_string());
    let tool = || ("tool".to_owned(), json!({ "kind": "tool", "tool": "sayHello" }).to_string());
    assert_eq!(said(&told, 0), [user()]);
    assert_eq!(said(&told, 1), [user(), model(), tool()]);
    let (_, twice) = stage.run("agent-skills", "hello_world_agent", &["Say hello to Ada", "Say hello to Bo"], &[]);
    assert_eq!(said(&twice, 3), [user(), model(), tool(), model(), user(), model(), tool()]);
    let kinds: Vec<&str> =
        told["events"].as_array().unwrap().iter().map(|event| event["kind"].as_str().unwrap()).collect();
    let expected =
        ["user_said", "model_asked", "model_replied", "tool_answered", "model_asked", "model_replied", "ended"];
    assert_eq!(
        kinds.iter().filter(|kind| **kind != "tools_changed").collect::<Vec<_>>(),
        expected.iter().collect::<Vec<_>>()
    );
    // Each call is among the tools used, in the order of the calls; an answer without words is an error.
    let twice = json!([
        { "calls": [calls("sayHello", &json!({ "name": "Bo" }))["calls"][0], calls("sayHello", &json!({ "name": "Al" }))["calls"][0]] },
        says("done"),
    ]);
    let told = stage.scripted("agent-skills", "hello_world_agent", &twice);
    assert_eq!(told["tools_used"], json!(["sayHello", "sayHello"]));
    assert_eq!(answers(&told), ["Hello, Bo! Nice to meet you.", "Hello, Al! Nice to meet you."]);
    let silent = stage.scripted("agent-skills", "hello_world_agent", &json!([says("")]));
    assert_eq!((&silent["response"], silent["problem"].is_string()), (&json!(""), true), "{silent:#}");
    let (code, empty) = stage.run("agent-skills", "hello_world_agent", &["  "], &[]);
    assert_eq!((code, &empty["error"]["message"]), (2, &json!("Empty user input")), "{empty:#}");
}

#[test]
fn s2_05_s2_14_one_agent_runs_on_two_libraries_of_real_implementations() {
    let stage = Stage::new();
    let script = stage.0.folder().join("shout.js");
    fs::write(&script, "function run({ name }) { return `HELLO ${name}`; }").unwrap();
    let implement = ["tool", "implement", "sayHello", "--library-name", "Loud", "--script", script.to_str().unwrap()];
    assert_eq!(stage.0.run_offline(&implement).code, 0);
    let shown = |kind: &str, name: &str| -> Value {
        serde_json::from_str(&stage.0.run_offline(&["show", kind, name, "--json"]).out).unwrap()
    };
    let kept = || {
        let tool = shown("tool", "sayHello");
        [shown("agent", "hello_world_agent"), tool["hash"].clone(), tool["aggregate_version"].clone()]
    };
    let before = kept();
    assert!(before.iter().all(|part| !part.is_null()), "{before:#?}");
    let run = |more: &[&str]| stage.run("agent-skills", "hello_world_agent", &["Say hello to Ada"], more);
    let (own, loud) = (run(&[]), run(&["--library-name", "Loud"]));
    for ((code, told), answer) in [(&own, "Hello, Ada! Nice to meet you."), (&loud, "HELLO Ada")] {
        assert_eq!((*code, answers(told)), (0, vec![answer]), "{told:#}");
        assert_eq!(told["tools_used"], json!(["sayHello"]));
        assert_eq!(told["response"], format!("[mock] Called sayHello, which answered: {answer}"));
    }
    // What the model was offered is the same; only what carries its calls out is another.
    let offered = |told: &Value| {
        let mut step = told["steps"][0].clone();
        step["tools"].as_array_mut().unwrap().iter_mut().for_each(|tool| tool["handler"] = Value::Null);
        step
    };
    assert_eq!(offered(&own.1), offered(&loud.1));
    assert_eq!(kept(), before, "nothing serialised changes");

    // Who lacks the tool does not fall back on the agent's own implementation: the session doesn't start. Who isn't there is named.
    let other = ["tool", "implement", "pooled_effect", "--library-name", "Quiet", "--from", "pooled_effect"];
    assert_eq!(stage.0.run_offline(&other).code, 0);
    let (code, without) = run(&["--library-name", "Quiet"]);
    let why = without["error"]["message"].as_str().unwrap_or_default();
    assert!(code == 2 && why.contains("sayHello") && why.contains("Quiet"), "{without:#}");
    let (code, none) = run(&["--library-name", "Nobody's"]);
    assert!(code == 2 && none["error"]["message"].as_str().unwrap().contains("Nobody's"), "{none:#}");
}

#[test]
fn descriptions_come_first_and_schemas_when_a_skill_is_chosen() {
    let stage = Stage::new();
    let script = json!([calls("select_skill", &json!({ "skill": "pico-extraction" })), says("done")]);
    let told = stage.scripted("light-genai", "pico_reviewer", &script);
    assert_eq!(available(&told, 0), ["select_skill"]);
    for tool in PICOS {
        assert!(available(&told, 1).contains(&tool), "{tool}: {told:#}");
    }
    let tiers = |step: usize| &told["steps"][step]["tiers"];
    assert!(tiers(0)["catalogue"].as_u64() > Some(100));
    assert_eq!(tiers(0)["bodies"], 0);
    assert!(tiers(1)["bodies"].as_u64() > Some(300));
    assert!(tiers(1)["tool_schemas"].as_u64() > tiers(0)["tool_schemas"].as_u64());
    assert!(told["steps"][0]["baseline_tokens"].as_u64() > Some(3_000));
}

#[test]
fn s1_05_s1_06_s1_09_s1_14_s3_01_s3_02_s3_04_s3_05_s3_07_a_skill_enables_its_tools_and_no_others() {
    let stage = Stage::new();
    let get = |skill: &str| calls("get_skill", &json!({ "skill_name": skill }));
    let told = stage.scripted(
        "agent-lib",
        "pico_reviewer",
        &json!([
            get("risk-of-bias"),
            calls("clear_picos", &json!({})),
            get("pico-extraction"),
            get("risk-of-bias"),
            calls("deactivate_skill", &json!({})),
            says("done"),
        ]),
    );
    let has = |step: usize| PICOS.iter().map(|tool| available(&told, step).contains(tool)).collect::<Vec<_>>();
    assert_eq!(has(0), [true; 5], "all of the component's at the start");
    assert_eq!(has(1), [true, false, false, false, true], "what risk-of-bias names");
    assert_eq!(answers(&told)[1], r#"{"error":"Tool \"clear_picos\" is currently disabled","success":false}"#);
    assert_eq!(has(3), [true; 5], "pico-extraction takes its place and names all that the component has");
    assert_eq!(has(4), has(1), "and risk-of-bias takes its place again");
    assert_eq!(has(5), [true; 5], "deactivated: all again");
    let names = |step: usize| {
        let tools = told["steps"][step]["tools"].as_array().unwrap().iter();
        let mut names: Vec<&str> = tools.map(|tool| tool["name"].as_str().unwrap()).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(names(0), names(1), "nothing is added or removed");
    assert_eq!(count(&told, "tools_changed"), 5, "one at the start, one after each change, none for the refused call");
    assert_eq!(told["tools_used"], json!([]), "the disabled tool was not carried out");
}

#[test]
fn s1_01_s1_11_every_tool_has_its_source_and_globals_stay() {
    let stage = Stage::new();
    let told = stage.scripted(
        "agent-lib",
        "pico_reviewer",
        &json!([calls("get_skill", &json!({ "skill_name": "evidence-summary" })), says("done"),]),
    );
    let of = |step: usize, name: &str| {
        let tools = told["steps"][step]["tools"].as_array().unwrap();
        let tool = tools.iter().find(|tool| tool["name"] == name).unwrap_or_else(|| panic!("no {name}"));
        (
            tool["source"].as_str().unwrap().to_owned(),
            tool["owner"].as_str().unwrap().to_owned(),
            tool["enabled"] == true,
        )
    };
    let whole = |source: &str, owner: &str, is_enabled| (source.to_owned(), owner.to_owned(), is_enabled);
    assert_eq!(of(0, "export_picos"), whole("component", "picos", true));
    assert_eq!(of(0, "get_skill"), whole("global", "global", true));
    assert_eq!(of(0, "pooled_effect"), whole("skill", "evidence-summary", false));
    assert_eq!(of(1, "pooled_effect"), whole("skill", "evidence-summary", true));
    assert_eq!(of(1, "get_skill"), whole("global", "global", true));
}

#[test]
fn s3_08_s3_09_s3_11_the_pico_walkthrough_runs_with_the_mock() {
    let stage = Stage::new();
    let set = |element: &str, value: &str| {
        format!("Extract the PICO elements: set_picos_element element={element}, value=\"{value}\"")
    };
    let messages = [
        set("population", "adults over 65 after hip fracture"),
        set("intervention", "home-based exercise"),
        set("outcome", "further falls"),
        "generate_clinical_question kind=therapy".to_owned(),
        "validate_picos".to_owned(),
        "export_picos format=json".to_owned(),
        "clear_picos".to_owned(),
    ];
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    let (code, told) = stage.run("agent-lib", "pico_reviewer", &messages, &["--components-always"]);
    assert_eq!(code, 0, "{told:#}");
    let said = answers(&told);
    let question = "In adults over 65 after hip fracture, does home-based exercise, compared with usual care, change further falls?";
    assert!(said.iter().any(|answer| answer.contains(question)), "{said:#?}");
    assert!(
        said.iter().any(|answer| answer.contains("\"element\":\"comparison\",\"problem\":\"missing\"")),
        "{said:#?}"
    );
    let changes: Vec<&Value> =
        told["events"].as_array().unwrap().iter().filter(|event| event["kind"] == "component_changed").collect();
    let sizes: Vec<usize> = changes.iter().map(|change| change["after"].as_array().unwrap().len()).collect();
    assert_eq!(sizes, [1, 2, 3, 0], "the table is seen to fill, and to be cleared");
    let carried_out: Vec<&str> = told["events"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["kind"] == "tool_answered" && event["is_carried_out"] == true)
        .map(|event| event["name"].as_str().unwrap())
        .collect();
    let set = "set_picos_element";
    let all = [set, set, set, "generate_clinical_question", "validate_picos", "export_picos", "clear_picos"];
    assert_eq!(carried_out, all);
    assert!(said.iter().any(|answer| answer.contains("home-based exercise") && answer.contains("json")), "{said:#?}");
    assert_eq!(told["tools_used"], json!(["clear_picos"]));
    assert!(told["response"].as_str().unwrap().contains("cleared"), "what the tool answered reached the model");
}

#[test]
fn what_a_session_is_run_under_is_said_on_the_command_line() {
    let stage = Stage::new();
    let run = |more: &[&str]| stage.run("agent-skills", "pico_reviewer", &["hello"], more);
    let (_, whole) = run(&[]);
    assert!(whole["listing"].is_null(), "{whole:#}");
    let (_, codex) = run(&["--host", "codex", "--window", "2000"]);
    assert_eq!((&codex["listing"]["host"], &codex["listing"]["version"]), (&json!("codex"), &json!("0.171.0")));
    assert!(!codex["listing"]["cut"].as_array().unwrap().is_empty(), "{codex:#}");
    let catalogue = |told: &Value| told["steps"][0]["tiers"]["catalogue"].as_u64();
    assert!(catalogue(&codex) < catalogue(&whole));
    // Whatever a client was called before means the same, and nobody is told to write it.
    for (old, new) in [("claude", "claude-code"), ("whole", "agent-skills"), ("agents", "agent-skills")] {
        let under = |name: &str| {
            let (code, told) = run(&["--host", name]);
            assert_eq!(code, 0, "{name}: {told:#}");
            (told["listing"].clone(), told["steps"][0]["sections"].clone())
        };
        assert_eq!(under(old), under(new), "{old}");
    }
    let claude = run(&["--host", "claude"]).1;
    assert_eq!(claude["listing"]["host"], "claude-code");
    let (_, cursor) = run(&["--host", "cursor"]);
    assert_eq!((&cursor["listing"]["host"], &cursor["listing"]["version"]), (&json!("cursor"), &json!("")));
    assert!(cursor["listing"]["rule"].as_str().unwrap().starts_with("Not measured. "), "{cursor:#}");
    let (_, without) = run(&["--without", "risk-of-bias"]);
    let named = |told: &Value| told["steps"][0]["sections"].to_string().contains("risk-of-bias");
    assert_eq!([named(&whole), named(&without)], [true, false]);
    let (code, none) = run(&["--without", "nobody"]);
    assert!(code == 2 && none["error"]["message"].as_str().unwrap().contains("nobody"), "{none:#}");
    let (code, none) = run(&["--skill-version", "risk-of-bias=99"]);
    assert!(code == 2 && none["error"]["message"].as_str().unwrap().contains("version 99"), "{none:#}");

    let adk = |more: &[&str]| stage.run("adk", "pico_reviewer", &["Assess the risk of bias"], more).1;
    let chosen = |told: &Value| {
        let events = told["events"].as_array().unwrap().iter();
        events.filter(|event| event["kind"] == "skill_injected").map(|event| event["skill"].clone()).next()
    };
    let by_name = adk(&["--mode", "permissive", "--by-name", "evidence-summary", "--by-message"]);
    assert_eq!(chosen(&by_name), Some(json!("evidence-summary")));
    let in_turn = adk(&["--mode", "permissive", "--by-message", "--by-name", "evidence-summary"]);
    assert_eq!(chosen(&in_turn), Some(json!("risk-of-bias")), "tried in the order given");
}

#[test]
fn a_skill_that_could_not_be_selected_is_named_with_the_reason() {
    let stage = Stage::new();
    stage.0.run(&["trash", "put", "tool", "openapi_diff", "--force"]).ended(0);
    let arguments = ["simulate", "--agent", "release_engineer", "--runtime", "adk", "--by-name", "api-changelog"];
    let said = stage.0.run_offline(&[&arguments[..], &["--message", "Compare the versions", "--allow"]].concat()).out;
    assert!(said.contains("no skill selected\n  api-changelog: "), "{said}");
    assert!(
        said.contains("\n  Tool 'openapi_diff' not found in library or validation failed: it's in the trash."),
        "{said}"
    );
}

#[test]
fn a_conversation_is_compacted_after_a_message_as_claude_code_does() {
    let stage = Stage::new();
    let load = calls("Skill", &json!({ "skill": "pico-extraction" }));
    let file = stage.0.folder().join("script.json");
    fs::write(&file, json!([load, says("done"), says("again")]).to_string()).unwrap();
    let model = format!("scripted:{}", file.display());
    let run = |host: &str, after: &str| {
        let more = ["--host", host, "--model", model.as_str(), "--compact-after", after];
        stage.run("agent-skills", "pico_reviewer", &["Extract the PICO", "And more"], &more)
    };
    let (code, told) = run("claude-code", "1");
    assert_eq!((code, count(&told, "compacted"), &told["response"]), (0, 1, &json!("again")), "{told:#}");
    let events = told["events"].as_array().unwrap();
    let at = events.iter().position(|event| event["kind"] == "compacted").unwrap();
    assert_eq!((&events[at - 1]["kind"], &events[at + 1]["kind"]), (&json!("ended"), &json!("user_said")), "{told:#}");
    let skills = events[at]["skills"].as_array().unwrap();
    assert_eq!((skills.len(), &skills[0]["skill"]), (1, &json!("pico-extraction")));
    assert_eq!(skills[0]["remains"], json!({ "kind": "whole" }), "{skills:#?}");
    let tiers = |step: usize| {
        let tiers = &told["steps"][step]["tiers"];
        (tiers["catalogue"].as_u64().unwrap() > 0, tiers["bodies"].as_u64().unwrap() > 0)
    };
    assert_eq!([tiers(0), tiers(1), tiers(2)], [(true, false), (true, true), (false, true)]);
    let (code, last) = run("claude-code", "2");
    assert_eq!((code, &last["response"]), (0, &json!("again")), "the answer is told all the same");

    let arguments = ["simulate", "--agent", "pico_reviewer", "--host", "claude", "--model", model.as_str(), "--allow"];
    let said = ["--message", "Extract the PICO", "--compact-after", "1"];
    let out = stage.0.run_offline(&[&arguments[..], &said[..]].concat()).out;
    let lines: Vec<&str> = out.lines().filter(|line| line.starts_with("compacted: ")).collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert!(lines[0].contains("the skill list was removed") && lines[0].contains("a placeholder"), "{out}");
    assert!(lines[1].contains("Documented by Claude Code; not measured."), "{out}");
    assert!(lines[2].starts_with("compacted: pico-extraction was reattached in full"), "{out}");

    for (host, after, why) in [
        ("codex", "1", "Compaction isn't supported for Codex."),
        ("whole", "1", "Compaction isn't supported"),
        ("claude-code", "0", "Enter a number from 1 to 2."),
        ("claude-code", "3", "after message 3: it has 2."),
    ] {
        let (code, told) = run(host, after);
        assert!(code == 2 && told["error"]["message"].as_str().unwrap().contains(why), "{told:#}");
    }
}

#[test]
fn a_client_is_simulated_with_skills_of_the_library_and_no_agent() {
    let home = Home::with_samples();
    let run = |more: &[&str]| {
        let mut arguments = vec!["simulate", "--message", "Extract the PICO", "--library-name", "mock", "--json"];
        arguments.extend(more);
        home.run_offline(&arguments)
    };
    let told = |more: &[&str]| -> Value {
        let ran = run(more);
        assert_eq!(ran.code, 0, "{}", ran.err);
        serde_json::from_str(&ran.out).unwrap()
    };
    let all = told(&["--client", "claude-code"]);
    assert_eq!((&all["agent"], &all["listing"]["host"]), (&json!("Claude Code"), &json!("claude-code")));
    let tools = all["steps"][0]["tools"].as_array().unwrap();
    assert!(tools.iter().any(|tool| tool["name"] == "Bash"), "{tools:?}");
    let named = |told: &Value| told["steps"][0]["sections"].to_string().contains("risk-of-bias");
    let one = told(&["--host", "claude-code", "--skill", "pico-extraction"]);
    assert_eq!([named(&all), named(&one)], [true, false]);
    for (more, why) in [
        (&["--client", "claude-code", "--skill", "nobody"][..], "nobody"),
        (&["--client", "claude-code", "--group", "nothing"], "nothing"),
        (&["--client", "claude-code", "--agent", "pico_reviewer", "--group", "x"], "--group"),
        (&[], "--agent"),
    ] {
        let ran = run(more);
        assert!(ran.code == 2 && ran.err.contains(why), "{more:?}: {}", ran.err);
    }
}

#[test]
fn clients_are_offered_by_the_names_they_have() {
    let home = Home::new();
    let said = home.run(&["simulate", "--agent", "a", "--message", "b", "--host", "clippy"]).ended(2).err;
    for name in ["agent-skills", "claude-code", "codex", "copilot", "gemini", "opencode", "qwen", "kimi", "pi", "adk"] {
        assert!(said.contains(name), "{name}: {said}");
    }
    let mut words = said.split(['[', ',', ']', ' ']).map(str::trim);
    assert!(!words.any(|word| matches!(word, "whole" | "claude" | "agents")), "{said}");
}

#[test]
fn what_was_simulated_replays_and_expectations_set_the_exit_status() {
    let stage = Stage::new();
    let hello = ["Say hello to Ada"];
    let (_, first) = stage.run("agent-skills", "hello_world_agent", &hello, &[]);
    let file = stage.0.folder().join("recorded.json");
    fs::write(&file, first.to_string()).unwrap();
    let replay = format!("replay:{}", file.display());
    let (code, again) = stage.run("agent-skills", "hello_world_agent", &hello, &["--model", &replay]);
    let untimed = |document: &Value| {
        let mut events = document["events"].clone();
        events.as_array_mut().unwrap().iter_mut().for_each(|event| event["elapsed_us"] = Value::Null);
        events
    };
    assert_eq!((code, untimed(&again)), (0, untimed(&first)));
    let met = ["--expect-tool", "sayHello", "--expect-text", "Ada", "--max-tokens", "1000"];
    assert_eq!(stage.run("agent-skills", "hello_world_agent", &hello, &met).0, 0);
    for (unmet, why) in [
        (["--expect-tool", "farewell"], "The tool farewell wasn't run."),
        (["--expect-skill", "gas-emergency"], "The skill gas-emergency wasn't activated."),
        (["--max-tokens", "10"], "at most 10 expected."),
    ] {
        let (code, told) = stage.run("agent-skills", "hello_world_agent", &hello, &unmet);
        assert!(code == 1 && told["failed_expectations"][0].as_str().unwrap().ends_with(why), "{told:#}");
    }
    let (code, told) = stage.run("agent-skills", "nobody", &hello, &[]);
    assert_eq!((code, &told["error"]["message"]), (2, &json!("No agent named “nobody” in the library.")));
    let wrong = stage.scripted("agent-skills", "hello_world_agent", &json!({ "not": "a list" }));
    assert!(wrong["error"]["message"].as_str().unwrap().contains("The script can't be read"), "{wrong:#}");
}

#[test]
fn a_file_that_is_no_recording_and_no_script_is_named_with_what_to_do() {
    let stage = Stage::new();
    let nested = "[".repeat(100_000);
    let odd =
        ["", "7", "null", "\"x\"", "[]", "[{}]", "{}", r#"{"events": 7}"#, r#"{"events": []}"#, r#"{"events": [7]}"#];
    for (number, text) in
        odd.into_iter().chain([r#"{"events": [{"kind": "no_such_thing"}]}"#, nested.as_str()]).enumerate()
    {
        let file = stage.0.folder().join(format!("odd{number}.json"));
        fs::write(&file, text).unwrap();
        let shown = file.display().to_string();
        let refused = |kind: &str| {
            let more = ["--model", &format!("{kind}:{shown}")];
            let (code, told) = stage.run("agent-skills", "hello_world_agent", &["go"], &more);
            (code, told["error"]["message"].as_str().unwrap_or_default().to_owned())
        };
        let (code, said) = refused("replay");
        let is_told = said.starts_with(&shown) && said.ends_with("Use a file written by skillctl simulate --json.");
        assert!(code == 2 && is_told, "{text:.40}: {code} {said}");
        // A list without a reply, and one with an empty reply, are scripts.
        if !matches!(text, "[]" | "[{}]") {
            let (code, said) = refused("scripted");
            let is_told = said.starts_with(&shown) && said.contains("Expected a JSON list");
            assert!(code == 2 && is_told, "{text:.40}: {code} {said}");
        }
    }
    let file = stage.0.folder().join("bytes.json");
    fs::write(&file, [0xff, 0, 0x80]).unwrap();
    for kind in ["replay", "scripted"] {
        let more = ["--model", &format!("{kind}:{}", file.display())];
        let (code, told) = stage.run("agent-skills", "hello_world_agent", &["go"], &more);
        assert!(code == 2 && told["error"]["message"].as_str().unwrap().contains("bytes.json"), "{told:#}");
    }
}

#[test]
fn an_evals_file_comes_in_whole_and_its_cases_set_the_exit_status() {
    let stage = Stage::new();
    let evals = json!({ "skill_name": "pico-extraction", "evals": [
        { "id": 1, "prompt": "Extract the PICO elements from this trial report", "expected_output": "A table",
          "files": ["trial.pdf", "references/hard-cases.md"], "assertions": ["Quotes the source", { "type": "contains", "value": "pico" }] },
        { "id": 2 },
    ] });
    let file = stage.0.folder().join("evals.json");
    fs::write(&file, evals.to_string()).unwrap();
    let run = |arguments: &[&str]| {
        let ran = stage.0.run_offline(&[&["simulate", "--allow", "--json"], arguments].concat());
        let said = if ran.code == 2 { &ran.err } else { &ran.out };
        (ran.code, serde_json::from_str::<Value>(said).unwrap_or_else(|error| panic!("{error} in {said}")))
    };
    let (code, told) = run(&["--agent", "pico_reviewer", "--evals", file.to_str().unwrap()]);
    assert_eq!((code, &told["skipped"][0]["reason"]), (1, &json!("It has no “prompt”.")), "{told:#}");
    let case = &told["cases"][0];
    assert_eq!((&case["expected_output"], &case["missing_files"]), (&json!("A table"), &json!(["trial.pdf"])));
    assert_eq!(case["setup"]["inputs"][0]["path"], json!("references/hard-cases.md"));
    assert_eq!(told["missing"], json!([{ "case": "pico-extraction 1", "file": "trial.pdf" }]));
    assert_eq!((&case["assertions"][0]["kind"], &case["last"]["unchecked"]), (&json!("judged"), &json!(1)));
    assert_eq!(case["expected_skills"], json!(["pico-extraction"]));
    assert!(
        !case["last"]["failures"].as_array().unwrap().iter().any(|why| why.as_str().unwrap().contains("activated")),
        "{told:#}"
    );
    let (again, all) = run(&["--cases"]);
    assert_eq!(all["cases"].as_array().unwrap().len(), 1, "what came in is kept");
    let is_passed = all["cases"][0]["last"]["is_passed"] == true;
    assert_eq!(again, i32::from(!is_passed), "{all:#}");
    assert_eq!(run(&["--case", "pico-extraction 1"]).0, again);
    // The same file is imported without being run, too, beside the queries it labels.
    let import = ["import", file.to_str().unwrap(), "--format", "evals", "--agent", "pico_reviewer", "--json"];
    let ran = stage.0.run_offline(&import);
    let told: Value = serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error} in {}", ran.out));
    let kinds: Vec<_> = told["imported"].as_array().unwrap().iter().map(|one| one["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["query_set", "test_case"], "{told:#}");
    assert_eq!((&told["imported"][1]["assertions"], &told["imported"][1]["judged"]), (&json!(2), &json!(1)));
    let warned = told["warnings"].as_array().unwrap();
    assert!(warned.iter().any(|one| one["message"].as_str().unwrap().contains("trial.pdf")), "{told:#}");
    // A session is given a file the same way.
    let give = |input: &str| run(&["--agent", "pico_reviewer", "--message", "Extract the PICO", "--input", input]);
    let (_, told) = give("pico-extraction=references/hard-cases.md");
    assert!(told["events"].to_string().contains("read_input_file"), "{told:#}");
    let (code, told) = give("pico-extraction=nothing.md");
    assert!(code == 2 && told["error"]["message"].as_str().unwrap().contains("nothing.md"), "{told:#}");
    assert_eq!(stage.0.run_offline(&["import", file.to_str().unwrap(), "--agent", "pico_reviewer"]).code, 2);
    let (code, none) = run(&["--case", "nobody"]);
    assert!(code == 2 && none["error"]["message"].as_str().unwrap().contains("nobody"), "{none:#}");
}

/// Plays a model that begins to answer at once, thinks for as long after `first`, and then says the rest. Gives its address.
fn thinking(first: String, pause: Duration, rest: String) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // Who has waited long enough hangs up.
            let _hung_up = answer(stream, &first, pause, &rest);
        }
    });
    address
}

fn answer(mut stream: TcpStream, first: &str, pause: Duration, rest: &str) -> std::io::Result<()> {
    let mut asked = BufReader::new(stream.try_clone()?);
    let (mut line, mut length) = (String::new(), 0);
    while asked.read_line(&mut line)? > 2 {
        if let Some(bytes) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = bytes.trim().parse().unwrap_or(0);
        }
        line.clear();
    }
    asked.take(length).read_to_end(&mut Vec::new())?;
    write!(stream, "HTTP/1.1 200 OK\r\ncontent-type: application/x-ndjson\r\nconnection: close\r\n\r\n{first}")?;
    thread::sleep(pause);
    stream.write_all(rest.as_bytes())
}

/// A session stops where nothing comes for a tenth of a second; before the first word there are the usual two minutes.
#[test]
fn a_first_word_may_take_longer_than_a_reply_may_stop_in_its_middle() {
    let home = Home::with_samples();
    let said = |text: &str, is_last: bool| {
        let message = json!({ "role": "assistant", "content": text });
        json!({ "message": message, "done": is_last, "done_reason": is_last.then_some("stop") }).to_string() + "\n"
    };
    let ask = |address: &str| {
        let mut command = home.command(&["simulate", "--agent", "hello_world_agent", "--runtime", "agent-skills"]);
        command.args(["--allow", "--json", "--message", "Weather?", "--model", "ollama/small", "--base-url", address]);
        ran(command.env("SKILL_STUDIO_TEST_STALL", "100").output().unwrap())
    };
    let pause = Duration::from_secs(1);
    let late = ask(&thinking(String::new(), pause, said("It is sunny.", true))).ended(0);
    assert!(late.out.contains("It is sunny."), "{}", late.out);
    let stalled = ask(&thinking(said("It is", false), pause, said(" sunny.", true)));
    let told = stalled.out + &stalled.err;
    assert!(stalled.code != 0 && !told.contains("It is sunny."), "{told}");
    assert!(told.contains("stopped responding in the middle of its reply"), "{told}");
}
