//! Calls of tools: every kind really carried out, asked for first where something runs, and traced.

use std::{fs, process::Command, thread};

use serde_json::{Value, json};
use studio_api::{
    ErrorCode, Upkeep,
    dto::{
        Access, CallOutcome, CallStatus, ConsentKind, InterpreterLanguage, MapLinkKind, Stage, ToolCall, ToolEffect,
        ToolImplementation, TrashKind,
    },
};

use crate::{
    harness::{AsItIsNow, Bench, refused, skill, until},
    toolbox::{
        Said as _, Web, call_of, counterparts, edit_of, error, get, javascript, link, named, node_server, python,
        result, signature, stdio, tool, uses,
    },
};

const STAGES: [Stage; 6] =
    [Stage::LookUp, Stage::Enabled, Stage::Validate, Stage::Consent, Stage::Handler, Stage::Result];

/// The states of a call's stages, in their order.
fn states(outcome: &CallOutcome) -> Vec<&str> {
    assert_eq!(outcome.trace.iter().map(|stage| stage.stage).collect::<Vec<_>>(), STAGES);
    outcome.trace.iter().map(|stage| stage.state.as_str()).collect()
}

fn echo() -> ToolImplementation {
    python("def run(args):\n    return args\n")
}

#[test]
fn python_tools_run_with_the_interpreter_that_is_chosen() {
    let bench = Bench::new();
    let python_now = || bench.list_interpreters().swap_remove(0);
    let own = python_now().program.unwrap();
    for (wrong, why) in [
        ("python3", "Enter the full path"),
        ("/nowhere/python3", "File /nowhere/python3 not found."),
        (bench.path("Test.db").as_str(), "it isn't an executable file"),
        ("/bin/echo", "isn't a working Python 3"),
    ] {
        let error = bench.set_interpreter(InterpreterLanguage::Python, Some(wrong)).unwrap_err();
        assert!(error.message.contains(why), "{wrong}: {}", error.message);
    }
    assert_eq!(python_now().chosen, None);

    let chosen = bench.path("my-python");
    std::os::unix::fs::symlink(&own, &chosen).unwrap();
    let listed = bench.set_interpreter(InterpreterLanguage::Python, Some(&chosen)).unwrap();
    assert_eq!((listed[0].chosen.as_deref(), listed[0].program.as_deref()), (Some(&*chosen), Some(&*chosen)));
    let says = python("import sys\ndef run(args):\n    return sys.executable\n");
    let tool = bench.add_tool(&tool("says", signature("() --> IO Text"), says));
    assert_eq!(result(&bench.call(&tool.id, &json!({}))), json!(chosen));
    let bench = bench.reopen(Upkeep::OnDemand);
    assert_eq!(bench.list_interpreters()[0].chosen.as_deref(), Some(&*chosen));

    fs::remove_file(&chosen).unwrap();
    let problem = bench.list_interpreters().swap_remove(0).problem.unwrap();
    assert!(problem.contains("my-python isn't a working Python 3"), "{problem}");
    bench.set_interpreter(InterpreterLanguage::Python, None).unwrap();
    assert_eq!(bench.list_interpreters()[0].program.as_deref(), Some(&*own));
}

#[test]
fn s0_20_scripts_run() {
    let bench = Bench::new();
    let name = signature("(name: Text) --> IO Text");
    for (kind, implementation) in [
        ("javascript", javascript("function run({ name }) { return `Hello, ${name}! Nice to meet you.`; }")),
        (
            "python",
            python("def run(args):\n    print('aside')\n    return f\"Hello, {args['name']}! Nice to meet you.\""),
        ),
    ] {
        let greet = bench.add_tool(&tool(kind, name.clone(), implementation));
        let outcome = bench.call(&greet.id, &json!({"name": "Ada 🦀"}));
        assert_eq!(result(&outcome), json!("Hello, Ada 🦀! Nice to meet you."));
        assert!(outcome.sandbox.is_some() && outcome.tokens > 0 && outcome.elapsed_us > 0);
        assert_eq!(outcome.log.contains("aside"), kind == "python");
    }
    let fails = bench.add_tool(&tool("fails", name, python("def run(args):\n    raise ValueError('no such street')")));
    assert!(error(&bench.call(&fails.id, &json!({"name": "x"})), CallStatus::Error).contains("no such street"));
    let samples = Bench::with_samples();
    let past = json!([{"usage": 100, "degree_days": 10}, {"usage": 300, "degree_days": 30}]);
    let estimate = samples.call(&samples.tool("usage_estimate").id, &json!({"past": past, "degree_days": 20}));
    assert_eq!(result(&estimate)["expected"], 200);
}

#[test]
fn s0_20_a_java_class_runs() {
    let bench = Bench::new();
    let annotation = "package dev.langchain4j.agent.tool;\n@java.lang.annotation.Retention(\
                      java.lang.annotation.RetentionPolicy.RUNTIME)\npublic @interface Tool { String name() default \"\"; }";
    let class = "package sample;\nimport dev.langchain4j.agent.tool.Tool;\npublic class Meters {\n\
                 @Tool(name = \"read_meter\") public String read(String meter, int periods) {\n\
                 return meter + \" x \" + periods;\n}\npublic static int twice(int number) { return 2 * number; }\n}";
    let sources = [
        bench.write("java/dev/langchain4j/agent/tool/Tool.java", annotation),
        bench.write("java/sample/Meters.java", class),
    ];
    let mut javac = Command::new("javac");
    javac.args(["-encoding", "UTF-8", "-parameters", "-d", &bench.path("classes")]).args(sources);
    assert!(javac.status().expect("the tests need a JDK").success());
    let java = |method: &str| ToolImplementation::Java {
        class: "sample.Meters".to_owned(),
        method: method.to_owned(),
        class_path: vec![bench.path("classes")],
        allow_network: false,
        memory_mb: 256,
    };
    let read = bench.add_tool(&tool("read_meter", signature("(meter: Text, periods: Int) --> IO Text"), java("")));
    let outcome = bench.call(&read.id, &json!({"meter": "M-1", "periods": 3}));
    assert_eq!(result(&outcome), json!("M-1 x 3"));
    let twice = bench.add_tool(&tool("double_it", signature("(number: Int) --> IO Int"), java("twice")));
    assert_eq!(result(&bench.call(&twice.id, &json!({"number": 21}))), json!(42));
    let gone = bench.add_tool(&tool("gone", signature("(number: Int) --> IO Int"), java("none")));
    assert!(error(&bench.call(&gone.id, &json!({"number": 1})), CallStatus::Error).contains("none"));

    let call = || bench.try_call(&twice.id, &json!({"number": 21}));
    result(&call());
    bench.write("classes/sample/Meters$Other.class", "put there by somebody else");
    let asked = call().consent.expect("what was allowed did not hold this class");
    assert_eq!(asked.changed, ["contents of the class path"]);
    bench.grant_consent(&asked.hash).unwrap();
    assert_eq!(result(&call()), json!(42));
    fs::remove_dir_all(bench.path("classes")).unwrap();
    assert!(error(&call(), CallStatus::Error).contains("which doesn't exist"));
}

#[test]
fn s0_20_rest_reaches_this_machine_only_where_that_is_allowed() {
    let bench = Bench::new();
    let web = Web::echo();
    let url = format!("{}/orders/{{{{id}}}}", web.address);
    let refused = bench.add_tool(&tool("order", signature("(id: Text) --> IO Text"), get(&url, false)));
    // Nothing is asked for what is refused in any case.
    let said = error(&bench.try_call(&refused.id, &json!({"id": "7"})), CallStatus::Error);
    assert!(said.contains("127.0.0.1"), "{said}");
    assert!(web.heard().is_empty(), "nothing was sent");
    let mut edit = edit_of(&refused);
    edit.implementation = ToolImplementation::Rest {
        method: "POST".to_owned(),
        url,
        headers: named(&[("X-Kind", "{{kind}}")]),
        query: named(&[("q", "{{kind}}")]),
        body: String::new(),
        allow_private: true,
    };
    edit.spec = signature("(id: Text, kind: Text, note: Text) --> IO Text");
    let allowed = bench.add_tool(&edit);
    let outcome = bench.call(&allowed.id, &json!({"id": "a/b", "kind": "x y", "note": "grüß"}));
    let request = result(&outcome).as_str().expect("the server gives the request back").to_owned();
    assert!(request.starts_with("POST /orders/a%2Fb?q=x%20y ") || request.starts_with("POST /orders/a%2Fb?q=x+y "));
    assert!(request.to_lowercase().contains("x-kind: x y") && request.contains("{\"note\":\"grüß\"}"), "{request}");
    assert_eq!(outcome.sandbox, None);
    assert!(outcome.outside_us.is_some());
}

/// A value that an API takes is sent: null is one where it says so, and something else than nothing.
#[test]
fn null_is_sent_where_an_api_takes_it() {
    let bench = Bench::new();
    let web = Web::echo();
    for (version, text, number, list) in [
        (
            "3.0.3",
            json!({ "type": "string", "nullable": true }),
            json!({ "type": "integer", "nullable": true }),
            json!({ "type": "array", "nullable": true, "items": { "type": "string", "nullable": true } }),
        ),
        (
            "3.1.0",
            json!({ "type": ["string", "null"] }),
            json!({ "anyOf": [{ "type": "integer" }, { "type": "null" }] }),
            json!({ "type": ["array", "null"], "items": { "type": ["string", "null"] } }),
        ),
    ] {
        let shelf = json!({
            "type": "object", "required": ["note"],
            "properties": { "note": text, "room": number, "tags": list, "never": { "type": "string" } },
        });
        let patch = json!({
            "operationId": "patchShelf", "summary": "Changes a shelf.",
            "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "string" } }],
            "requestBody": { "required": true, "content": { "application/json": { "schema": shelf } } },
        });
        let api = json!({
            "openapi": version, "info": { "title": "Shelves", "version": "1" }, "servers": [{ "url": web.address }],
            "paths": { "/shelves/{id}": { "patch": patch } },
        });
        let mut edit = bench.read_tools(&api.to_string()).unwrap().tools.remove(0).edit;
        edit.name = format!("patchShelf{}", version.replace('.', "_"));
        let ToolImplementation::Rest { allow_private, .. } = &mut edit.implementation else { panic!("{edit:?}") };
        *allow_private = true;
        let patch = bench.add_tool(&edit).id;
        for (given, sent) in [
            (json!({ "note": null }), json!({ "note": null })),
            (json!({ "note": "x", "room": null, "tags": null }), json!({ "note": "x", "room": null, "tags": null })),
            (json!({ "note": "", "tags": ["a", null] }), json!({ "note": "", "tags": ["a", null] })),
        ] {
            let mut arguments = given.clone();
            arguments["id"] = json!("7");
            let outcome = bench.call(&patch, &arguments);
            let request = result(&outcome).as_str().expect("the server gives the request back").to_owned();
            let (head, body) = request.split_once("\r\n\r\n").expect("a request has a head");
            assert!(head.starts_with("PATCH /shelves/7 "), "{head}");
            assert_eq!(serde_json::from_str::<Value>(body).unwrap(), sent, "{version}: {given}");
        }
        let before = web.heard().len();
        let refused = bench.call(&patch, &json!({ "id": "7", "note": "x", "never": null }));
        assert!(refused.result.is_none() && web.heard().len() == before, "{refused:?}");
    }
}

#[test]
fn s0_20_the_protocols_own_servers_answer() {
    let bench = Bench::new();
    let everything = bench.add_server("everything", stdio("node", &[&node_server("server-everything"), "stdio"], &[]));
    let time = counterparts().join("python/bin/mcp-server-time");
    let time = bench.add_server("time", stdio(time.to_str().unwrap(), &["--local-timezone", "UTC"], &[]));
    bench.import_server_tools(&everything.id, &["echo".to_owned(), "get-sum".to_owned()]).unwrap();
    bench.import_server_tools(&time.id, &["convert_time".to_owned()]).unwrap();
    let call = |name: &str, arguments: &Value| bench.try_call(&bench.tool(name).id, arguments);
    let echoed = call("echo", &json!({"message": "grüß 🌍"}));
    assert_eq!(result(&echoed), json!("Echo: grüß 🌍"));
    assert_eq!(states(&echoed), ["passed"; 6]);
    assert!(echoed.trace[0].note.contains("server everything"));
    assert_eq!(result(&call("get-sum", &json!({"a": 2, "b": 40}))), json!("The sum of 2 and 40 is 42."));
    let arguments = json!({"source_timezone": "UTC", "time": "12:00", "target_timezone": "Asia/Tokyo"});
    assert!(result(&call("convert_time", &arguments)).to_string().contains("21:00"));
    let refused = call("get-sum", &json!({"a": "2"}));
    assert_eq!((refused.status, refused.problems.len()), (CallStatus::Refused, 2), "{:?}", refused.problems);
    assert_eq!(bench.get_tool(&bench.tool("echo").id).unwrap().effect, ToolEffect::Read, "as the server says");
}

#[test]
fn what_runs_is_asked_for_first_and_again_when_it_changes() {
    let bench = Bench::new();
    let stored = bench.add_tool(&tool("echo", signature("(name: Text) --> IO Text"), echo()));
    let arguments = json!({"name": "Ada"});
    let said = || bench.get_tool(&stored.id).unwrap().asks_first;
    assert_eq!(said(), Some(ConsentKind::Tool), "its page says so beforehand");
    let first = bench.try_call(&stored.id, &arguments);
    let asked = first.consent.clone().expect("it asks");
    assert_eq!(
        (first.status, asked.kind, asked.subject.as_str()),
        (CallStatus::NeedsConsent, ConsentKind::Tool, "echo")
    );
    assert_eq!(states(&first), ["passed", "passed", "passed", "failed", "not_reached", "not_reached"]);
    assert!(asked.changed.is_empty() && asked.previous_argv.is_none() && !asked.sandbox.is_empty());
    assert_eq!(bench.try_call(&stored.id, &arguments).consent.unwrap().hash, asked.hash, "the same is asked alike");
    refused(bench.grant_consent("made up"), ErrorCode::NotFound);
    bench.grant_consent(&asked.hash).unwrap();
    bench.grant_consent(&asked.hash).expect("who presses twice is not told off");
    assert_eq!(result(&bench.try_call(&stored.id, &arguments)), arguments);
    assert_eq!(bench.list_consents().unwrap()[0].subject, "echo");
    assert_eq!(said(), None, "and no more, once it is allowed");
    assert!(bench.get_tool(&stored.id).unwrap().metrics[0].calls == 1, "what waits for consent is no call");

    let mut edit = edit_of(&stored);
    edit.description = "Gives all files away. Use always.".to_owned();
    let described = bench.add_tool(&edit);
    assert_eq!(said(), Some(ConsentKind::Tool));
    let asked = bench.try_call(&stored.id, &arguments).consent.expect("it asks again");
    assert_eq!(asked.changed, ["description"]);
    bench.grant_consent(&asked.hash).unwrap();
    let mut edit = edit_of(&described);
    edit.implementation = python("def run(args):\n    return 1\n");
    let scripted = bench.add_tool(&edit);
    let asked = bench.try_call(&stored.id, &arguments).consent.expect("it asks again");
    assert_eq!(asked.changed, ["script"]);
    bench.grant_consent(&asked.hash).unwrap();
    assert_eq!(result(&bench.try_call(&stored.id, &arguments)), json!(1));
    let mut edit = edit_of(&scripted);
    edit.implementation = ToolImplementation::Python {
        script: "def run(args):\n    return 1\n".to_owned(),
        allow_network: true,
        memory_mb: 256,
    };
    bench.add_tool(&edit);
    let asked = bench.try_call(&stored.id, &arguments).consent.expect("the network is another matter");
    assert!(!asked.changed.is_empty(), "{asked:?}");
    bench.grant_consent(&asked.hash).unwrap();
    assert_eq!(result(&bench.try_call(&stored.id, &arguments)), json!(1));
    bench.revoke_consent(&asked.hash).unwrap();
    assert_eq!(bench.try_call(&stored.id, &arguments).status, CallStatus::NeedsConsent);
    assert!(bench.list_consents().unwrap().is_empty());
}

#[test]
fn s3_06_every_call_is_traced_stage_by_stage() {
    let bench = Bench::new();
    let spec = signature("(name: Text, age: Maybe Int) --> IO Text");
    let stored = bench.add_tool(&tool("echo", spec, echo()));
    let good = bench.call(&stored.id, &json!({"name": "Ada"}));
    assert_eq!(states(&good), ["passed"; 6]);
    for pair in good.trace.windows(2) {
        assert!(pair[1].start_us >= pair[0].start_us + pair[0].elapsed_us - 1.0, "{:?}", good.trace);
    }
    let handler = good.trace.iter().find(|stage| stage.stage == Stage::Handler).unwrap();
    assert!(handler.elapsed_us > 0.0 && handler.elapsed_us <= f64::from(good.elapsed_us) + 1.0);

    let wrong = bench.try_call(&stored.id, &json!({"age": "seven", "extra": 1}));
    assert_eq!(states(&wrong), ["passed", "passed", "failed", "not_reached", "not_reached", "not_reached"]);
    let paths: Vec<&str> = wrong.problems.iter().map(|problem| problem.path.as_str()).collect();
    assert!(wrong.problems.len() >= 2 && paths.contains(&"/age"), "{:?}", wrong.problems);
    assert!(error(&wrong, CallStatus::Refused).contains("name"));
    for text in ["{", "[]", "7", "\"x\"", "{\"name\": \"a\", \"name\": ", "null"] {
        let call = ToolCall { arguments: text.to_owned(), ..call_of(&stored.id, &Value::Null) };
        assert_eq!(bench.call_tool(&call).unwrap().status, CallStatus::Refused, "{text}");
    }
    refused(bench.call_tool(&call_of("nonsense", &json!({}))), ErrorCode::NotFound);
}

#[test]
fn s3_07_a_disabled_tool_is_not_run() {
    let bench = Bench::new();
    let web = Web::start("1");
    let stored = bench.add_tool(&tool("ping", signature("(name: Text) --> IO Text"), get(&web.address, true)));
    bench.trash_now(TrashKind::Tool, &stored.id).unwrap();
    let outcome = bench.try_call(&stored.id, &json!({"name": "x"}));
    assert_eq!(error(&outcome, CallStatus::Refused), "Tool \"ping\" is currently disabled");
    assert_eq!(states(&outcome)[..3], ["passed", "failed", "not_reached"]);
    assert!(web.heard().is_empty());
    bench.restore_now(TrashKind::Tool, &stored.id).unwrap();
    assert_eq!(result(&bench.call(&stored.id, &json!({"name": "x"}))), json!(1));
    // One that would have to be asked for says first that it is disabled.
    let script = bench.add_tool(&tool("script", signature("(name: Text) --> IO Text"), echo()));
    bench.trash_now(TrashKind::Tool, &script.id).unwrap();
    assert!(error(&bench.try_call(&script.id, &json!({"name": "x"})), CallStatus::Refused).contains("disabled"));
}

#[test]
fn a_call_ends_when_it_is_cancelled_or_its_time_is_up() {
    let bench = Bench::new();
    let sleeps = python("import time\ndef run(args):\n    time.sleep(3600)\n");
    let mut edit = tool("sleeps", signature("(name: Text) --> IO Text"), sleeps);
    edit.timeout_s = 300;
    let stored = bench.add_tool(&edit);
    bench.grant_consent(&bench.try_call(&stored.id, &json!({"name": "x"})).consent.unwrap().hash).unwrap();
    thread::scope(|scope| {
        let calling = scope.spawn(|| bench.try_call(&stored.id, &json!({"name": "x"})));
        let call = call_of(&stored.id, &Value::Null);
        until("the call to end", || {
            bench.cancel_call(&call.call_id).unwrap();
            calling.is_finished()
        });
        let outcome = calling.join().unwrap();
        assert_eq!(outcome.status, CallStatus::Cancelled, "{outcome:?}");
    });
    bench.cancel_call("nothing of that name").unwrap();
    let mut edit = edit_of(&bench.get_tool(&stored.id).unwrap());
    edit.timeout_s = 1;
    bench.add_tool(&edit);
    let late = bench.call(&stored.id, &json!({"name": "x"}));
    assert!(error(&late, CallStatus::TimedOut).contains("timed out after 1 seconds"));
    let metrics = bench.get_tool(&stored.id).unwrap().metrics;
    assert_eq!((metrics[0].calls, metrics[0].failed), (1, 1), "cancelled calls count for nothing");
}

#[test]
fn hostile_scripts_leave_the_studio_usable() {
    let bench = Bench::new();
    for (name, script, status, says) in [
        ("endless", "while True: pass", CallStatus::TimedOut, "timed out after 1 seconds"),
        ("greedy", "def run(args):\n    return len(bytearray(10 * 1024 ** 3))", CallStatus::Error, "emory"),
        ("nosy", "def run(args):\n    return open('/etc/passwd').read()", CallStatus::Error, "/etc/passwd"),
        (
            "caller",
            "import socket\ndef run(args):\n    return str(socket.create_connection(('1.1.1.1', 53), 2))",
            CallStatus::Error,
            "",
        ),
    ] {
        let mut edit = tool(name, signature("(name: Text) --> IO Text"), python(script));
        edit.timeout_s = if name == "endless" { 1 } else { 300 };
        let stored = bench.add_tool(&edit);
        let said = error(&bench.call(&stored.id, &json!({"name": "x"})), status);
        assert!(said.contains(says), "{name}: {said}");
    }
    let echo = bench.add_tool(&tool("echo", signature("(name: Text) --> IO Text"), echo()));
    assert_eq!(result(&bench.call(&echo.id, &json!({"name": "still here"}))), json!({"name": "still here"}));
    assert_eq!(bench.list_tools().unwrap().len(), 5);
}

/// A call in the name of a skill.
fn call_for(bench: &Bench, skill_id: &str, tool_id: &str) -> CallOutcome {
    bench.call_as(&ToolCall { skill_id: Some(skill_id.to_owned()), ..call_of(tool_id, &json!({"name": "Ada"})) })
}

#[test]
fn s1_16_permissions_hold_calls_to_the_access_of_the_skill() {
    let bench = Bench::new();
    let (stored, id) = echo_and_skill(&bench);
    let said = error(&call_for(&bench, &id, &stored), CallStatus::Refused);
    assert_eq!(said, "Skill `bikes` isn't linked to the tool `echo`. Link them on the map.");
    let drawn = bench.save_link(&uses(&id, &stored, "read")).unwrap();
    let said = error(&call_for(&bench, &id, &stored), CallStatus::Refused);
    assert!(said.starts_with("`echo` needs execute access, but skill `bikes` has only read access"), "{said}");
    let drawn = bench.save_link(&drawn.with_access(Access::Write)).unwrap();
    error(&call_for(&bench, &id, &stored), CallStatus::Refused);
    bench.save_link(&drawn.with_access(Access::Execute)).unwrap();
    assert_eq!(result(&call_for(&bench, &id, &stored)), json!({"name": "Ada"}));
}

fn echo_and_skill(bench: &Bench) -> (String, String) {
    let stored = bench.add_tool(&tool("echo", signature("(name: Text) --> IO Text"), echo()));
    let text = skill("bikes", "Mends bikes. Use when mending.", "", "Call `echo`.");
    (stored.id, bench.add_skill("bikes", text).id)
}

#[test]
fn s1_16_composition_lends_a_skill_the_tools_of_those_it_requires() {
    let bench = Bench::new();
    let (stored, bikes) = echo_and_skill(&bench);
    bench.save_link(&uses(&bikes, &stored, "execute")).unwrap();
    let tours = bench.add_skill("tours", skill("tours", "Plans tours. Use when touring.", "", "Plan.")).id;
    error(&call_for(&bench, &tours, &stored), CallStatus::Refused);
    let depends = link(MapLinkKind::Depends, &format!("skill:{tours}"), &format!("skill:{bikes}"));
    let drawn = bench.save_link(&depends).unwrap();
    error(&call_for(&bench, &tours, &stored), CallStatus::Refused);
    let drawn = bench.save_link(&drawn.with_required(true)).unwrap();
    assert!(drawn.is_required());
    assert_eq!(result(&call_for(&bench, &tours, &stored)), json!({"name": "Ada"}));
    let used_by = bench.get_tool(&stored).unwrap().used_by;
    let through: Vec<(&str, Option<&str>)> =
        used_by.iter().map(|used| (used.skill.as_str(), used.through.as_deref())).collect();
    assert_eq!(through, [("bikes", None), ("tours", Some("bikes"))]);
    bench.trash_now(TrashKind::Skill, &bikes).unwrap();
    error(&call_for(&bench, &tours, &stored), CallStatus::Refused);
}

#[test]
fn s1_16_tool_dependencies_keep_a_tool_from_running_without_what_it_needs() {
    let bench = Bench::new();
    let needed = bench.add_tool(&tool("look_up", signature("(name: Text) --> IO Text"), echo()));
    let mut edit = tool("transfer", signature("(name: Text) --> IO Text"), echo());
    edit.depends_on = vec![needed.id.clone()];
    let transfer = bench.add_tool(&edit);
    assert_eq!(transfer.depends_on[0].name, "look_up");
    assert_eq!(result(&bench.call(&transfer.id, &json!({"name": "x"}))), json!({"name": "x"}));
    let mut circle = edit_of(&needed);
    circle.depends_on = vec![transfer.id.clone()];
    let said = refused(bench.save_tool(&circle), ErrorCode::Invalid);
    assert!(said.contains("look_up") && said.contains("transfer"), "{said}");
    bench.trash_now(TrashKind::Tool, &needed.id).unwrap();
    let said = error(&bench.call(&transfer.id, &json!({"name": "x"})), CallStatus::Refused);
    assert!(said.contains("look_up"), "{said}");
    bench.restore_now(TrashKind::Tool, &needed.id).unwrap();
    result(&bench.call(&transfer.id, &json!({"name": "x"})));
}

#[test]
fn what_was_called_right_before_the_library_is_closed_is_counted() {
    let bench = Bench::new();
    let id = bench.add_tool(&tool("echo", signature("(name: Text) --> IO Text"), ToolImplementation::None)).id;
    let call = ToolCall { library: Some("mock".to_owned()), ..call_of(&id, &json!({"name": "x"})) };
    let counted = |bench: &Bench| bench.get_tool(&id).unwrap().metrics[0].calls;
    bench.call_tool(&call).unwrap();
    assert_eq!(counted(&bench), 1, "who asks finds it there");
    for _ in 0..20 {
        bench.call_tool(&call).unwrap();
    }
    assert_eq!(counted(&bench.reopen(Upkeep::OnDemand)), 21);
}

#[test]
fn s1_16_tool_metrics_are_counted_per_skill() {
    let bench = Bench::new();
    let (stored, id) = echo_and_skill(&bench);
    bench.save_link(&uses(&id, &stored, "execute")).unwrap();
    for _ in 0..2 {
        result(&call_for(&bench, &id, &stored));
    }
    result(&bench.call(&stored, &json!({"name": "x"})));
    assert_eq!(bench.try_call(&stored, &json!({})).status, CallStatus::Refused);
    let counted = |bench: &Bench| -> Vec<(Option<String>, u32, u32)> {
        let metrics = bench.get_tool(&stored).unwrap().metrics;
        let mut counted: Vec<_> = metrics.into_iter().map(|row| (row.skill, row.calls, row.failed)).collect();
        counted.sort();
        counted
    };
    let expected = [(None, 2, 1), (Some("bikes".to_owned()), 2, 0)];
    assert_eq!(counted(&bench), expected);
    let metrics = bench.get_tool(&stored).unwrap().metrics;
    assert!(metrics.iter().all(|row| row.mean_us > 0 && !row.called_at.is_empty()));
    bench.trash_now(TrashKind::Skill, &id).unwrap();
    assert_eq!(counted(&bench), expected, "what a deleted skill did was not done by the author");
}
