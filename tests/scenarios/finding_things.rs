//! Skills, tools, agents and servers found by words and by meaning, and the vectors in the rows they stand in.

use serde_json::{Value, json};
use studio_api::{
    ErrorCode, Upkeep,
    dto::{
        AgentEdit, EmbeddingState, FindThingsRequest, FoundKind, FoundThings, PaletteHit, PaletteRequest, SearchField,
        ServerEdit, ServerTransport, SpecEdit, SpecForm, ToolEdit, ToolImplementation, TrashKind,
    },
};

use crate::{
    harness::{AsItIsNow, Bench, skill, until},
    toolbox::{self, edit_of, tool},
};

fn things(query: &str, kinds: &[FoundKind]) -> FindThingsRequest {
    FindThingsRequest { query: query.to_owned(), kinds: kinds.to_vec(), limit: 50 }
}

/// `kind name: field`, best first.
fn shown(found: &FoundThings) -> Vec<String> {
    let word = |value: Value| value.as_str().unwrap_or_default().to_owned();
    let line = |hit: &studio_api::dto::SearchHit| {
        format!("{} {}: {}", word(json!(hit.kind)), hit.name, word(json!(hit.field)))
    };
    found.hits.iter().map(line).collect()
}

fn described(name: &str, description: &str) -> ToolEdit {
    ToolEdit { description: description.to_owned(), ..tool(name, SpecEdit::default(), ToolImplementation::None) }
}

fn agent(name: &str, description: &str) -> AgentEdit {
    let instruction = "You answer the telephone.".to_owned();
    AgentEdit { description: description.to_owned(), instruction, ..toolbox::agent(name) }
}

fn water_works(bench: &Bench) {
    bench.write("in/leaks/SKILL.md", skill("leaks", "Finds a water leak. Use when a pipe drips.", "", "Look below."));
    bench.import(&["in"]);
    let server = ToolImplementation::McpServer { server: "valves".to_owned(), tool: "shut".to_owned() };
    let shut = ToolEdit { implementation: server, ..described("shut_valve", "Close the main water valve of a house.") };
    bench.save_tool(&shut).unwrap();
    bench.save_tool(&described("count_sheep", "Counts sheep until somebody sleeps.")).unwrap();
    bench.save_agent(&agent("plumber", "Answers people whose kitchen stands under water.")).unwrap();
    let transport = ServerTransport::Stdio {
        command: "true".to_owned(),
        args: Vec::new(),
        env: Vec::new(),
        cwd: String::new(),
        sandbox: None,
    };
    let server = ServerEdit { id: None, aggregate_version: 0, name: "valves".to_owned(), transport, is_enabled: true };
    bench.save_server(&server).unwrap();
}

#[test]
fn s0_19_skills_tools_agents_and_servers_are_found_by_words_and_by_meaning() {
    let bench = Bench::new();
    water_works(&bench);
    bench.wait_until_indexed().unwrap();
    let found = |query: &str| shown(&bench.find_things(&things(query, &FoundKind::ALL)).unwrap());
    // Each kind by words, ranked together; each hit says where.
    let by_words = |query: &str| found(query).into_iter().filter(|hit| !hit.ends_with(": meaning")).collect::<Vec<_>>();
    let all = ["skill leaks: description", "agent plumber: description", "tool shut_valve: description"];
    assert_eq!(by_words("water"), [&all[..], &["server valves: body"]].concat());
    assert_eq!(by_words("valve"), ["server valves: name", "tool shut_valve: name"]);
    assert_eq!(by_words("telephone"), ["agent plumber: body"]);
    assert_eq!(by_words("shut"), ["tool shut_valve: name", "server valves: description"]);
    // Not every word stands anywhere: what means nearly the same is all there is.
    let similar = bench.find_things(&things("close the water valve of my house", &FoundKind::ALL)).unwrap();
    assert_eq!(shown(&similar)[0], "tool shut_valve: meaning");
    assert!(similar.hits.iter().all(|hit| hit.field == SearchField::Meaning && hit.score >= 0.35), "{similar:?}");
    assert!(similar.hits.iter().all(|hit| hit.name != "count_sheep"), "{similar:?}");
    // Words first, then meaning; nothing twice.
    let both = found("water valve of a house");
    assert_eq!(both[..2], ["tool shut_valve: description", "server valves: body"]);
    assert!(both[2..].contains(&"skill leaks: meaning".to_owned()), "{both:?}");
    assert!(both[2..].iter().all(|hit| hit.ends_with(": meaning")), "{both:?}");
    // Nonsense finds nothing, and only the kinds that are asked for are found.
    for nonsense in ["zxqv blorp", "???", " ", ""] {
        assert_eq!(found(nonsense), Vec::<String>::new(), "{nonsense:?}");
    }
    let tools = bench.find_things(&things("water", &[FoundKind::Tool])).unwrap();
    assert_eq!(shown(&tools)[0], "tool shut_valve: description");
    assert!(tools.hits.iter().all(|hit| hit.kind == FoundKind::Tool), "{tools:?}");
    // The palette has the same, by the same rule.
    let kinds = FoundKind::ALL.to_vec();
    let request = PaletteRequest { query: "water".to_owned(), actions: Vec::new(), kinds, limit: 9 };
    let hits = bench.search_palette(&request).unwrap().hits.into_iter().filter_map(|hit| match hit {
        PaletteHit::Found { hit } => Some(hit.name),
        PaletteHit::Action { .. } => None,
    });
    assert_eq!(hits.collect::<Vec<_>>(), ["leaks", "plumber", "shut_valve", "valves"]);
    let similar = bench.find_similar(&things("water", &FoundKind::ALL)).unwrap();
    assert!(similar.hits.iter().all(|hit| !["leaks", "plumber", "shut_valve", "valves"].contains(&hit.name.as_str())));
}

#[test]
fn s0_10_what_is_saved_renamed_or_deleted_is_found_as_it_is_now() {
    let bench = Bench::live();
    let is_ready = || bench.get_embedding_status().is_ok_and(|status| status.state == EmbeddingState::Ready);
    until("an empty library to be ready", is_ready);
    let made = bench.save_tool(&described("shut_valve", "Close the main water valve of a house.")).unwrap();
    until("its vector", || is_ready() && bench.get_embedding_status().is_ok_and(|status| status.indexed == 1));
    let similar = |query: &str| {
        let found = bench.find_similar(&things(query, &FoundKind::ALL)).unwrap();
        found.hits.into_iter().map(|hit| hit.name).collect::<Vec<_>>()
    };
    assert_eq!(similar("close the water valve of my house"), ["shut_valve"]);
    let other = ToolEdit { description: "Paints fences in bright colours.".to_owned(), ..edit_of(&made) };
    let other = bench.save_tool(&other).unwrap();
    until("the new meaning", || similar("paints all fences bright") == ["shut_valve"]);
    assert!(similar("close the water valve of my house").is_empty());

    // Nothing is embedded twice, and the instructions of what did not change are left alone.
    bench.model.forget();
    bench.save_tool(&ToolEdit { timeout_s: 99, ..edit_of(&other) }).unwrap();
    bench.save_agent(&agent("plumber", "Answers people whose kitchen stands under water.")).unwrap();
    until("the agent's vector", || similar("people whose kitchen is under water") == ["plumber"]);
    assert_eq!(bench.model.texts().iter().filter(|text| text.contains("fences in")).count(), 0);

    bench.trash_now(TrashKind::Tool, &other.id).unwrap();
    assert!(similar("paints all fences bright").is_empty());
    bench.restore_now(TrashKind::Tool, &other.id).unwrap();
    until("the restored tool", || similar("paints all fences bright") == ["shut_valve"]);
    until("every vector", || is_ready() && bench.get_embedding_status().is_ok_and(|status| status.total == 2));

    // It outlives the studio.
    let bench = bench.reopen(Upkeep::OnDemand);
    bench.wait_until_indexed().unwrap();
    assert!(bench.model.texts().is_empty(), "{:?}", bench.model.texts());
}

#[test]
fn s0_06_s0_10_the_vector_of_a_description_stands_in_its_row_and_goes_with_it() {
    let bench = Bench::new();
    water_works(&bench);
    let lengths = || {
        let length = |vector: Option<studio_api::DescriptionVector>| vector.map(|vector| vector.dimensions);
        let (skill, tool) = (bench.find_skill("leaks").unwrap(), bench.find_tool("shut_valve").unwrap());
        (length(skill.description_embedding), length(tool.description_embedding))
    };
    let versions = || {
        let (skill, tool) = (bench.find_skill("leaks").unwrap(), bench.find_tool("shut_valve").unwrap());
        (skill.detail.aggregate_version, tool.aggregate_version)
    };
    assert_eq!(lengths(), (None, None), "nobody has read them yet");
    let before = versions();
    bench.wait_until_indexed().unwrap();
    assert_eq!(lengths(), (Some(384), Some(384)));
    assert_eq!(versions(), before, "a vector is no change of what an author wrote");

    // Other changes keep it; one of the description takes it away, until there is a new one.
    let id = bench.row("leaks").id;
    bench.save(&id, "SKILL.md", &skill("leaks", "Finds a water leak. Use when a pipe drips.", "", "Look above."));
    let stored = bench.get_tool(&bench.tool("shut_valve").id).unwrap();
    let stored = bench.save_tool(&ToolEdit { timeout_s: 12, ..edit_of(&stored) }).unwrap();
    assert_eq!(lengths(), (Some(384), Some(384)));
    bench.save(&id, "SKILL.md", &skill("leaks", "Finds a gas leak. Use when it smells.", "", "Look above."));
    bench.save_tool(&ToolEdit { description: "Opens the valve.".to_owned(), ..edit_of(&stored) }).unwrap();
    assert_eq!(lengths(), (None, None));
    bench.wait_until_indexed().unwrap();
    assert_eq!(lengths(), (Some(384), Some(384)));

    // Back to what it was: the index has forgotten the old vector, or has it still; the row has one either way.
    bench.save(&id, "SKILL.md", &skill("leaks", "Finds a water leak. Use when a pipe drips.", "", "Look above."));
    bench.wait_until_indexed().unwrap();
    assert_eq!(lengths(), (Some(384), Some(384)));
}

#[test]
fn s0_12_show_prints_the_schema_that_calls_use() {
    let bench = Bench::new();
    let written = json!({
        "type": "object",
        "properties": { "name": { "type": "string", "maxLength": 5, "description": "Whom." } },
        "required": ["name"],
        "additionalProperties": false,
    });
    let spec = SpecEdit { source: SpecForm::Schema, schema: written.to_string(), ..SpecEdit::default() };
    let made = bench.save_tool(&tool("greet", spec, ToolImplementation::None)).unwrap();
    let said = bench.skillctl(&["show", "tool", "greet", "--json", "--library", &bench.path("Test.db")]);
    let shown: Value = serde_json::from_slice(&said.stdout).unwrap();
    assert_eq!(shown["input_schema"]["properties"]["name"]["maxLength"], 5, "{shown:#}");
    assert_eq!(shown["input_schema"]["additionalProperties"], false, "{shown:#}");
    // The window's view is the same, and a call holds to it.
    let viewed: Value = serde_json::from_str(&bench.get_tool(&made.id).unwrap().spec.schema).unwrap();
    assert_eq!(viewed, shown["input_schema"]);
    for arguments in [json!({ "name": "too long" }), json!({ "name": "Ann", "age": 3 })] {
        let outcome = bench.try_call(&made.id, &arguments);
        assert!(!outcome.problems.is_empty(), "{arguments} breaks the schema that is shown: {outcome:?}");
    }
}

#[test]
fn s0_12_show_is_the_whole_entity() {
    let bench = Bench::with_samples();
    bench.wait_until_indexed().unwrap();
    let library = bench.path("Test.db");
    let row = ["host_id", "aggregate_version", "active", "update_ts", "update_user"];
    let of_skill =
        ["version", "hash", "text", "content_markdown", "tools", "depends_on", "parent", "description_embedding"];
    let of_tool = [
        "version",
        "hash",
        "implementation",
        "effect",
        "timeout_s",
        "retries",
        "parameters",
        "signature",
        "input_schema",
        "depends_on",
        "used_by",
        "description_embedding",
    ];
    let of_agent = ["instruction", "model_provider", "model_name", "api_key_ref", "max_tokens", "assignments", "tools"];
    let of_server = ["transport", "is_enabled", "tools"];
    let server = bench.list_servers().unwrap().into_iter().find(|server| server.aggregate_version > 0).unwrap().name;
    for (kind, name, fields) in [
        ("skill", "gas-emergency", &of_skill[..]),
        ("tool", "transfer_call", &of_tool),
        ("agent", "hello_world_agent", &of_agent),
        ("server", server.as_str(), &of_server),
    ] {
        let said = bench.skillctl(&["show", kind, name, "--json", "--library", &library]);
        let shown: Value = serde_json::from_slice(&said.stdout).unwrap_or_else(|_| panic!("{kind}: {said:?}"));
        for field in row.iter().chain(fields) {
            assert!(shown.get(field).is_some(), "{kind} has no {field}: {shown:#}");
        }
    }
    let skill = bench.find_skill("gas-emergency").unwrap();
    assert!(skill.skill_tools.iter().any(|link| link["tool"] == "transfer_call" && link["access_level"].is_string()));
    assert_eq!(bench.find_server("nobody").unwrap_err().code, ErrorCode::NotFound);
}

#[test]
fn x_20_version_row_version_and_hash_are_shown_of_skills_and_tools() {
    let (here, there) = (Bench::with_samples(), Bench::with_samples_of_its_own());
    let tool = here.find_tool("sayHello").unwrap();
    let same = there.find_tool("sayHello").unwrap();
    assert_eq!((tool.hash.len(), &tool.hash), (64, &same.hash), "equal tools of two libraries have one hash");
    assert_eq!(here.get_tool(&tool.id).unwrap().hash, tool.hash, "the window has it too");
    assert_eq!((tool.version.as_str(), tool.aggregate_version), ("1.0.0", 1));
    let stored = here.get_tool(&tool.id).unwrap();
    let next = here.save_tool(&ToolEdit { version: "1.1.0".to_owned(), ..edit_of(&stored) }).unwrap();
    assert_eq!((next.version.as_str(), next.aggregate_version), ("1.1.0", 2));
    assert_ne!(next.hash, tool.hash);

    let skill = here.find_skill("gas-emergency").unwrap().detail;
    assert_eq!((skill.hash.len(), skill.version.as_str()), (64, "1.0.0"));
    assert_eq!(here.get_skill(&skill.id).unwrap().hash, skill.hash);
    let text = here.text(&skill.id, "SKILL.md");
    let saved = here.save(&skill.id, "SKILL.md", &format!("{text}\nOne more line.\n"));
    assert_eq!(saved.aggregate_version, skill.aggregate_version + 1);
    assert_ne!(saved.hash, skill.hash);
}
