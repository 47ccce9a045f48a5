//! What a tool is: its three forms, its limits, its earlier states, and tools read from what authors have already.

use serde_json::{Value, json};
use studio_api::{
    ErrorCode,
    dto::{
        NamedValue, ParameterType, PastedFormat, ServerTransport, SignatureDialect, SpecEdit, SpecForm, ToolDetail,
        ToolEffect, ToolImplementation, ToolParameter, ToolPart, TrashKind,
    },
};

use crate::{
    harness::{AsItIsNow, Bench, refused},
    toolbox::{edit_of, get, javascript, python, schema, signature, tool},
};

fn parameter(name: &str, kind: &str, required: bool) -> ToolParameter {
    ToolParameter {
        name: name.to_owned(),
        kind: ParameterType::parse(kind).expect("it is a type"),
        required,
        default_value: None,
        description: None,
        validation_schema: None,
    }
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn s2_02_the_schema_follows_and_is_never_stored_by_hand() {
    let bench = Bench::new();
    let mut edit = tool("greet", signature("(name: Text, times: Maybe Int) --> IO Text"), ToolImplementation::None);
    // What stands in a form that follows is of no matter.
    edit.spec.schema = "{\"type\": \"object\", \"properties\": {\"forged\": {}}}".to_owned();
    edit.spec.parameters = vec![parameter("forged", "string", true)];
    let greet = bench.add_tool(&edit);
    assert_eq!(greet.spec.source, SpecForm::Signature);
    assert_eq!(greet.spec.signature, "(name: Text, times: Maybe Int) --> IO Text");
    let names: Vec<&str> = greet.spec.parameters.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["name", "times"]);
    let schema = json_of(&greet.spec.schema);
    assert_eq!((&schema["required"], &schema["properties"]["times"]["type"]), (&json!(["name"]), &json!("integer")));
    assert!(!greet.spec.schema.contains("forged"));

    for (name, description, says) in [("", "Says it.", "name"), ("  ", "Says it.", "name"), ("x", " \n", "description")]
    {
        let mut empty = tool("x", signature("(name: Text) --> IO Text"), ToolImplementation::None);
        (empty.name, empty.description) = (name.to_owned(), description.to_owned());
        assert!(refused(bench.save_tool(&empty), ErrorCode::Invalid).contains(&format!("needs a {says}")));
    }
    let broken = tool("broken", signature("(name: Text --> IO Text"), ToolImplementation::None);
    assert!(refused(bench.save_tool(&broken), ErrorCode::Invalid).contains("specification of broken"));
    assert_eq!(bench.list_tools().unwrap().len(), 1, "nothing of what was refused is stored");
}

#[test]
fn s0_08_each_of_the_five_types_is_saved_read_and_shown_as_it_is() {
    let bench = Bench::new();
    let class = "org.example.Desk".to_owned();
    let java = ToolImplementation::Java {
        class,
        method: String::new(),
        class_path: Vec::new(),
        allow_network: false,
        memory_mb: 256,
    };
    let server = ToolImplementation::McpServer { server: "desk".to_owned(), tool: "look".to_owned() };
    let kinds = [
        ("java", java),
        ("mcp_server", server),
        ("rest", get("https://desk.example/look", false)),
        ("python", python("def run(args):\n    return 1\n")),
        ("javascript", javascript("function run() { return 1; }")),
    ];
    for (kind, implementation) in kinds {
        let name = format!("of_{kind}");
        let saved = bench.add_tool(&tool(&name, signature("(id: Text) --> IO Text"), implementation.clone()));
        assert_eq!(bench.get_tool(&saved.id).unwrap().implementation, implementation, "{kind}");
        let shown = bench.skillctl(&["show", "tool", &name]);
        let shown: Value = serde_json::from_slice(&shown.stdout).unwrap();
        assert_eq!(shown["implementation"]["type"], kind, "{shown:#}");
    }
    let bench = bench.reopen(studio_api::Upkeep::OnDemand);
    assert_eq!(bench.list_tools().unwrap().len(), 5);
}

#[test]
fn s0_07_to_12_what_a_tool_cannot_be_is_said() {
    let bench = Bench::new();
    let good = || tool("good", signature("(name: Text) --> IO Text"), javascript("x => 1"));
    let rest = |url: &str| get(url, false);
    let java = ToolImplementation::Java {
        class: " ".to_owned(),
        method: String::new(),
        class_path: Vec::new(),
        allow_network: false,
        memory_mb: 256,
    };
    let server = ToolImplementation::McpServer { server: String::new(), tool: "x".to_owned() };
    let wide = ToolImplementation::Python { script: String::new(), allow_network: false, memory_mb: 100_000 };
    for (implementation, says) in [
        (rest(""), "needs a URL"),
        (rest("ftp://host"), "https://"),
        (java, "fully qualified class name"),
        (server, "Choose the server"),
        (wide, "16 and 16,384 MB"),
    ] {
        let mut edit = good();
        edit.implementation = implementation;
        let message = refused(bench.save_tool(&edit), ErrorCode::Invalid);
        assert!(message.contains(says), "{message}");
    }
    for (timeout_s, retries, says) in [(0, 0, "3,600"), (3_601, 0, "3,600"), (1, 11, "at most 10 times")] {
        let mut edit = good();
        (edit.timeout_s, edit.retries) = (timeout_s, retries);
        assert!(refused(bench.save_tool(&edit), ErrorCode::Invalid).contains(says));
    }
    let mut long = good();
    long.name = "n".repeat(127);
    refused(bench.save_tool(&long), ErrorCode::Invalid);
    let mut kinds = good();
    let parameters = vec![parameter("a", "string", true), parameter("a", "number", false)];
    kinds.spec = SpecEdit { parameters, ..SpecEdit::default() };
    assert!(refused(bench.save_tool(&kinds), ErrorCode::Invalid).contains("Two parameters are named “a”"));
    assert!(bench.list_tools().unwrap().is_empty());

    let odd = bench.add_tool(&tool("say hello!", signature("(name: Text) --> IO Text"), ToolImplementation::None));
    assert_eq!(odd.problems.len(), 2, "{:?}", odd.problems);
    assert!(odd.problems[0].contains("up to 64") && odd.problems[1].contains("has no implementation"));
    assert_eq!(bench.tool("say hello!").problem.as_ref(), odd.problems.first());
    let effects: [(ToolImplementation, ToolEffect); 4] = [
        (get("https://host/{{name}}", false), ToolEffect::Read),
        (python("def run(args): return 1"), ToolEffect::Execute),
        (ToolImplementation::McpServer { server: "s".to_owned(), tool: "t".to_owned() }, ToolEffect::Execute),
        (ToolImplementation::None, ToolEffect::Read),
    ];
    for (at, (implementation, effect)) in effects.into_iter().enumerate() {
        let spec = signature("(name: Text) --> IO Text");
        let stored = bench.add_tool(&tool(&format!("kind{at}"), spec, implementation.clone()));
        assert_eq!((stored.effect, &stored.implementation), (effect, &implementation), "it comes back as it went in");
    }
}

/// A stored tool whose source is another form from now on.
fn switched(bench: &Bench, detail: &ToolDetail, source: SpecForm) -> ToolDetail {
    let mut edit = edit_of(detail);
    edit.spec.source = source;
    bench.add_tool(&edit)
}

#[test]
fn the_three_forms_stay_one_whichever_is_the_source() {
    let bench = Bench::new();
    let text = "(name: Text, age: Maybe Int, tags: [Text], home: {street: Text, number: Maybe Int}) --> IO Text";
    let first = bench.add_tool(&tool("person", signature(text), ToolImplementation::None));
    assert!(first.spec.losses.is_empty() && first.spec.problems.is_empty(), "{:?}", first.spec);
    let by_table = switched(&bench, &first, SpecForm::Parameters);
    assert_eq!(json_of(&by_table.spec.schema), json_of(&first.spec.schema), "the same schema by the table");
    let by_schema = switched(&bench, &by_table, SpecForm::Schema);
    assert_eq!(json_of(&by_schema.spec.schema), json_of(&first.spec.schema), "the same schema by itself");
    let again = switched(&bench, &by_schema, SpecForm::Signature);
    assert_eq!(json_of(&again.spec.schema), json_of(&first.spec.schema), "and by the signature that followed");
    assert_eq!(again.spec.parameters, first.spec.parameters);
    for path in ["name", "home.street"] {
        let mark = again.spec.marks.iter().find(|mark| mark.path == path).unwrap();
        let (start, end) = mark.signature.unwrap();
        let word = path.rsplit('.').next().unwrap();
        assert!(again.spec.signature[start as usize..end as usize].contains(word), "{mark:?}");
        assert!(mark.schema.is_some());
    }
    for (dialect, says) in [(SignatureDialect::Curried, "==>"), (SignatureDialect::Classic, "String")] {
        let spec = SpecEdit { dialect, ..edit_of(&by_table).spec };
        let spec = bench.convert_spec(&SpecEdit { source: SpecForm::Parameters, ..spec }).unwrap();
        assert!(spec.signature.contains(says), "{}", spec.signature);
    }

    let strict = json!({
        "type": "object",
        "properties": {"id": {"type": "string", "pattern": "^P-[0-9]+$"}},
        "required": ["id"],
        "additionalProperties": false,
    });
    let strict = bench.add_tool(&tool("strict", schema(&strict), ToolImplementation::None));
    assert!(json_of(&strict.spec.schema)["properties"]["id"]["pattern"].is_string(), "nothing is lost of the source");
    let lost: Vec<&str> = strict.spec.losses.iter().map(|loss| loss.parameter.as_str()).collect();
    assert!(lost.contains(&"id"), "what a signature cannot say is named: {:?}", strict.spec.losses);

    let broken = bench.convert_spec(&schema(&json!([1]))).unwrap();
    assert!(broken.signature.is_empty() && broken.parameters.is_empty() && broken.problems.len() == 1);
    let broken = SpecEdit { schema: "{\n  \"ä\": tru }".to_owned(), ..schema(&json!({})) };
    let broken = bench.convert_spec(&broken).unwrap();
    assert_eq!(broken.problems[0].line, 2, "{:?}", broken.problems);
}

#[test]
fn s1_16_tool_versioning_keeps_what_was_and_brings_it_back() {
    let bench = Bench::new();
    let first = bench.add_tool(&tool("count", signature("(of: Text) --> IO Int"), javascript("function run() {}")));
    let mut edit = edit_of(&first);
    edit.description = "Counts letters. Use when letters are counted.".to_owned();
    edit.spec = signature("(of: Text, only: Text) --> IO Int");
    edit.version = "2.0.0".to_owned();
    let second = bench.add_tool(&edit);
    assert_eq!(second.aggregate_version, 2);
    refused(bench.save_tool(&edit), ErrorCode::Stale);
    let mut edit = edit_of(&second);
    (edit.name, edit.timeout_s) = ("count_letters".to_owned(), 5);
    edit.implementation = javascript("function run() { return 2 }");
    let third = bench.add_tool(&edit);
    let versions = bench.list_tool_versions(&first.id).unwrap();
    let changed: Vec<&[ToolPart]> = versions.iter().map(|version| version.changed.as_slice()).collect();
    assert_eq!(changed[0], [ToolPart::Name, ToolPart::Implementation, ToolPart::Limits]);
    assert_eq!(changed[1], [ToolPart::Description, ToolPart::Version, ToolPart::Schema]);
    assert!(changed[2].is_empty());
    let reasons: Vec<&str> = versions.iter().map(|version| version.reason.as_str()).collect();
    assert_eq!((reasons, versions[1].version.as_str()), (vec!["saved", "saved", "created"], "2.0.0"));
    assert!(versions.iter().all(|version| version.user == "tester"));

    let back = bench.restore_tool_version(&first.id, &versions[2].id).unwrap();
    assert_eq!((back.name.as_str(), back.aggregate_version), ("count", third.aggregate_version + 1));
    assert_eq!((&back.spec, &back.implementation), (&first.spec, &first.implementation));
    let versions = bench.list_tool_versions(&first.id).unwrap();
    assert_eq!((versions.len(), versions[0].reason.as_str()), (4, "restored"));
    refused(bench.restore_tool_version(&first.id, "none"), ErrorCode::NotFound);

    // The name it had is somebody else's by now.
    bench.add_tool(&tool("count_letters", signature("(of: Text) --> IO Int"), ToolImplementation::None));
    assert!(
        refused(bench.restore_tool_version(&first.id, &versions[1].id), ErrorCode::Invalid).contains("count_letters")
    );
}

#[test]
fn an_earlier_state_that_needs_a_deleted_tool_comes_back() {
    let bench = Bench::new();
    let needed = bench.add_tool(&tool("needed", signature("(a: Text) --> IO Text"), ToolImplementation::None));
    let mut edit = tool("needs", signature("(a: Text) --> IO Text"), ToolImplementation::None);
    edit.depends_on = vec![needed.id.clone()];
    let needs = bench.add_tool(&edit);
    let mut edit = edit_of(&needs);
    edit.depends_on.clear();
    bench.add_tool(&edit);
    bench.trash_now(TrashKind::Tool, &needed.id).unwrap();
    let versions = bench.list_tool_versions(&needs.id).unwrap();
    assert_eq!(versions[0].changed, [ToolPart::Dependencies]);
    let back = bench.restore_tool_version(&needs.id, &versions[1].id).unwrap();
    assert!(back.depends_on.is_empty(), "what lies in the trash is not shown");
    bench.restore_now(TrashKind::Tool, &needed.id).unwrap();
    let needs: Vec<_> = bench.get_tool(&needs.id).unwrap().depends_on.into_iter().map(|tool| tool.name).collect();
    assert_eq!(needs, ["needed"]);
}

#[test]
fn deleted_tools_come_back_and_names_stay_one_tools() {
    let bench = Bench::new();
    let spec = || signature("(a: Text) --> IO Text");
    let one = bench.add_tool(&tool("one", spec(), ToolImplementation::None));
    assert!(
        refused(bench.save_tool(&tool("one", spec(), ToolImplementation::None)), ErrorCode::Invalid).contains("one")
    );
    bench.trash_now(TrashKind::Tool, &one.id).unwrap();
    assert!(bench.list_tools().unwrap().is_empty());
    assert!(!bench.get_tool(&one.id).unwrap().is_active);
    let two = bench.add_tool(&tool("one", spec(), ToolImplementation::None));
    assert!(refused(bench.restore_now(TrashKind::Tool, &one.id), ErrorCode::Invalid).contains("one"));
    bench.trash_now(TrashKind::Tool, &two.id).unwrap();
    bench.restore_now(TrashKind::Tool, &one.id).unwrap();
    assert!(bench.get_tool(&one.id).unwrap().is_active);
    bench.trash_now(TrashKind::Tool, &one.id).unwrap();
    bench.trash_now(TrashKind::Tool, &one.id).unwrap();
    refused(bench.get_tool("nonsense"), ErrorCode::NotFound);
    refused(bench.trash_now(TrashKind::Tool, &uuid()), ErrorCode::NotFound);
}

fn uuid() -> String {
    "00000000-0000-4000-8000-000000000000".to_owned()
}

#[test]
fn a_curl_line_becomes_a_tool_and_its_secret_is_kept_only_when_it_is_stored() {
    let bench = Bench::new();
    let line = "curl -X POST 'https://api.host.example/orders/{id}?verbose=1' -H 'Authorization: Bearer sk-live-abcdefgh' \
                -d '{\"note\": \"x\"}'";
    let read = bench.read_tools(line).unwrap();
    assert_eq!(
        (read.format.map_or("", PastedFormat::as_str), read.tools.len(), read.secrets.len()),
        ("curl", 1, 1),
        "{read:?}"
    );
    let shown = serde_json::json!(read).to_string();
    assert!(!shown.contains("sk-live-abcdefgh"), "{shown}");
    assert!(bench.list_secrets().unwrap().secrets.is_empty(), "reading stores nothing");
    let edit = read.tools[0].edit.clone();
    let ToolImplementation::Rest { method, url, headers, allow_private, .. } = &edit.implementation else {
        panic!("a REST tool")
    };
    assert_eq!((method.as_str(), *allow_private), ("POST", false));
    assert!(url.contains("{{id}}"), "{url}");
    let wanted = NamedValue { name: "Authorization".to_owned(), value: format!("Bearer secret://{}", read.secrets[0]) };
    assert!(headers.contains(&wanted), "{headers:?}");
    let stored = bench.import_tools(std::slice::from_ref(&edit)).unwrap();
    let secrets = bench.list_secrets().unwrap().secrets;
    assert_eq!((secrets.len(), secrets[0].is_set, &secrets[0].used_by), (1, true, &vec![stored[0].name.clone()]));
    assert!(bench.read_tools(line).unwrap().tools[0].is_taken);
    assert!(refused(bench.import_tools(&[edit]), ErrorCode::Invalid).contains("already"));
}

#[test]
fn another_key_of_the_same_host_does_not_take_the_place_of_the_first() {
    let bench = Bench::new();
    let line =
        |name: &str, key: &str| format!("curl 'https://api.host.example/{name}' -H 'Authorization: Bearer {key}'");
    let first = bench.read_tools(&line("orders", "sk-first-key-of-all")).unwrap();
    let second = bench.read_tools(&line("bills", "sk-second-key-of-all")).unwrap();
    assert_ne!(first.secrets, second.secrets, "two keys, two secrets, though neither is stored yet");
    bench.import_tools(&[first.tools[0].edit.clone()]).unwrap();
    bench.import_tools(&[second.tools[0].edit.clone()]).unwrap();
    let third = bench.read_tools(&line("boats", "sk-third-key-of-all")).unwrap();
    let same = bench.read_tools(&line("birds", "sk-first-key-of-all")).unwrap();
    assert_eq!(same.secrets, first.secrets, "the same key keeps its name");
    bench.import_tools(&[third.tools[0].edit.clone(), same.tools[0].edit.clone()]).unwrap();
    let secrets = bench.list_secrets().unwrap().secrets;
    assert_eq!(secrets.len(), 3, "{secrets:?}");
    assert!(secrets.iter().all(|secret| secret.is_set));
}

#[test]
fn apis_servers_and_lists_are_told_apart() {
    let bench = Bench::new();
    let api = json!({
        "openapi": "3.0.0",
        "info": {"title": "Orders", "version": "1"},
        "servers": [{"url": "https://api.host.example"}],
        "paths": {"/orders/{id}": {"get": {
            "operationId": "getOrder",
            "summary": "One order",
            "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
            "responses": {"200": {"description": "ok"}},
        }}},
    });
    let read = bench.read_tools(&serde_json::to_string_pretty(&api).unwrap()).unwrap();
    assert_eq!((read.format.map_or("", PastedFormat::as_str), read.tools.len()), ("openapi", 1), "{read:?}");
    assert_eq!(read.tools[0].edit.name, "getOrder");

    let servers = json!({"mcpServers": {
        "time": {"command": "mcp-server-time", "args": ["--zone", "UTC"], "env": {"API_TOKEN": "tok-123456789"}},
        "far": {"url": "https://mcp.host.example/mcp", "headers": {"Authorization": "Bearer tok-987654321"}},
    }});
    let read = bench.read_tools(&servers.to_string()).unwrap();
    assert_eq!(
        (read.format.map_or("", PastedFormat::as_str), read.servers.len(), read.secrets.len()),
        ("mcp-servers", 2, 2),
        "{read:?}"
    );
    assert!(!serde_json::json!(read).to_string().contains("tok-"));
    assert!(read.servers.iter().any(|server| matches!(&server.transport, ServerTransport::Http { .. })));

    let schema = json!({"type": "object", "properties": {"q": {"type": "string"}}});
    let openai =
        json!([{"type": "function", "function": {"name": "find", "description": "Finds.", "parameters": schema}}]);
    let anthropic = json!([{"name": "find", "description": "Finds.", "input_schema": schema}]);
    let mcp = json!({"tools": [{"name": "find", "description": "Finds.", "inputSchema": schema}]});
    for (list, format) in [(openai, "openai-tools"), (anthropic, "anthropic-tools"), (mcp, "mcp-tools")] {
        let read = bench.read_tools(&list.to_string()).unwrap();
        assert_eq!((read.format.map_or("", PastedFormat::as_str), read.tools.len()), (format, 1), "{read:?}");
        assert_eq!(json_of(&read.tools[0].edit.spec.schema)["properties"]["q"]["type"], "string");
    }
    for nonsense in ["", "hello there", "{\"a\": 1}", "[1, 2", "curl", "openapi: 3.0.0\npaths: ["] {
        let read = bench.read_tools(nonsense).unwrap();
        assert!(read.tools.is_empty() && read.servers.is_empty());
        assert_eq!(read.problems.is_empty(), nonsense.is_empty(), "{nonsense}: {read:?}");
    }
}

#[test]
fn only_an_address_of_this_machine_itself_comes_in_as_one_that_may_be_reached_there() {
    let bench = Bench::new();
    let allows = |url: &str| {
        let pasted = json!({"mcpServers": {"far": {"url": url}}});
        let read = bench.read_tools(&pasted.to_string()).unwrap();
        match &read.servers[0].transport {
            ServerTransport::Http { allow_private, .. } => *allow_private,
            other @ ServerTransport::Stdio { .. } => panic!("{url}: {other:?}"),
        }
    };
    let here = "http://localhost/mcp http://LOCALHOST:8080 https://localhost http://127.0.0.1:1/ http://127.1.2.3/ \
        http://[::1]:3000/mcp";
    let elsewhere = "http://localhost.evil.example/ http://127.0.0.1.evil.example http://127.0.0.1@10.0.0.5/ \
        http://localhost:80@10.0.0.5/ http://evil.example/localhost http://evil.example/?http://localhost \
        http://[::2]/ http://10.0.0.5/ http://localhosts/ https://mcp.host.example/mcp";
    assert!(here.split_whitespace().all(allows), "{here}");
    for url in elsewhere.split_whitespace() {
        assert!(!allows(url), "{url}");
    }
}

#[test]
fn an_import_stores_all_or_nothing() {
    let bench = Bench::new();
    let spec = || signature("(a: Text) --> IO Text");
    let good = tool("good", spec(), ToolImplementation::None);
    let nameless = tool("", spec(), ToolImplementation::None);
    let broken = tool("broken", signature("(a"), ToolImplementation::None);
    let double = tool("good ", spec(), ToolImplementation::None);
    let long = tool(&"n".repeat(300), spec(), ToolImplementation::None);
    for bad in [nameless, broken, double, long] {
        refused(bench.import_tools(&[good.clone(), bad]), ErrorCode::Invalid);
        assert!(bench.list_tools().unwrap().is_empty(), "nothing is half imported");
    }
    assert_eq!(bench.import_tools(&[good]).unwrap().len(), 1);
}

#[test]
fn x_16_gram_is_read_as_the_seed_writes_it_and_as_it_is_valid() {
    let bench = Bench::new();
    let seed = "toolSpecification: sayHello\n  name: \"sayHello\"\n  description: \"Greets\"\n  \
                typeSignature: \"(name: Text) --> IO Text\"\n";
    let valid = r#"[sayHello:ToolSpecification {name:"sayHello", description:"Greets", typeSignature:"(name: Text) --> IO Text"}]"#;
    for text in [seed, valid] {
        let read = bench.read_tools(text).unwrap();
        assert_eq!(
            (read.format.map_or("", PastedFormat::as_str), read.tools.len(), read.problems.len()),
            ("gram", 1, 0),
            "{text}"
        );
        let edit = &read.tools[0].edit;
        assert_eq!((edit.name.as_str(), edit.spec.signature.as_str()), ("sayHello", "(name: Text) --> IO Text"));
    }
}
