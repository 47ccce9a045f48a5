//! A library goes out to every target and comes back the same, but for what was named.

use std::{collections::HashSet, fs};

use serde_json::{Value, json};
use studio_api::{
    ErrorCode,
    dto::{
        ExportFileState, ExportRequest, ExportTarget, Host, ImplementationKind, ImportOutcome, MapLinkKind, RowFormat,
        ToolEdit, ToolEffect, ToolImplementation,
    },
};

use studio_testkit::repository;

use crate::{
    harness::{Bench, refused, skill},
    toolbox::{edit_of, javascript, signature, tool},
};

/// A request for all of a library.
pub(crate) fn to(bench: &Bench, target: ExportTarget, out: &str) -> ExportRequest {
    ExportRequest {
        target,
        out: bench.path(out),
        client: (target == ExportTarget::ClientFolder).then_some(Host::ClaudeCode),
        skills: Vec::new(),
        agents: Vec::new(),
        name: None,
        is_overwriting: false,
    }
}

/// A library with texts that files in the wild have (`fixtures/skills/edges`), tools of every kind, links with settings, and what needs what.
fn edges() -> Bench {
    let bench = Bench::new();
    let rest = ToolImplementation::Rest {
        method: "POST".to_owned(),
        url: "https://example.org/{{id}}".to_owned(),
        headers: vec![studio_api::dto::NamedValue { name: "Accept".to_owned(), value: "text/plain".to_owned() }],
        query: Vec::new(),
        body: "{\"id\": \"{{id}}\"}".to_owned(),
        allow_private: true,
    };
    let java = ToolImplementation::Java {
        class: "org.example.Reach".to_owned(),
        method: "reach".to_owned(),
        class_path: vec!["lib/reach.jar".to_owned()],
        allow_network: true,
        memory_mb: 512,
    };
    bench.add_tool(&ToolEdit {
        version: "2.0.0".to_owned(),
        ..tool("reach", signature("(id: Text, n: Maybe Int) --> IO Text"), java)
    });
    let limits = ToolEdit {
        timeout_s: 5,
        retries: 2,
        effect: Some(ToolEffect::Execute),
        ..tool("call-it", signature("(id: Text) --> IO Text"), rest)
    };
    bench.add_tool(&limits);
    bench.add_tool(&tool("script", signature("() --> IO Text"), javascript("function run() { return 'it\\'s'; }")));
    bench.import(&[repository().join("fixtures/skills/edges").to_str().expect("the repository has a plain name")]);
    bench
}

#[test]
fn s0_22_s4_16_every_target_gives_back_what_it_was_given_but_for_what_it_names() {
    for bench in [Bench::with_samples(), edges()] {
        for target in ExportTarget::ALL.iter().copied() {
            let request = to(&bench, target, "unused/");
            let differences = bench.verify_export(&request).unwrap();
            assert_eq!(differences, [], "{target}");
            assert!(!bench.plan_export(&request).unwrap().losses.is_empty(), "{target} cannot hold all of it");
        }
        assert!(!fs::exists(bench.path("unused")).unwrap(), "nothing is written for a look");
    }
}

#[test]
fn x_09_x_15_light4j_takes_the_links_and_names_what_its_columns_lack() {
    let bench = edges();
    let plan = bench.plan_export(&to(&bench, ExportTarget::Light4jSql, "all.sql")).unwrap();
    let told: HashSet<(String, String)> =
        plan.losses.iter().map(|loss| (loss.entity.clone(), loss.field.clone())).collect();
    for (entity, field) in [
        ("tool reach", "method"),
        ("tool reach", "class_path"),
        ("tool reach", "allow_network"),
        ("tool reach", "memory_mb"),
        ("tool reach", "signature"),
        ("tool call-it", "headers"),
        ("tool call-it", "body"),
        ("tool call-it", "allow_private"),
        ("tool call-it", "timeout_s"),
        ("tool call-it", "retries"),
        ("tool call-it", "effect"),
        ("skill flow", "allowed-tools"),
        ("skill flow", "metadata"),
        ("skill typed", "model"),
    ] {
        assert!(told.contains(&(entity.to_owned(), field.to_owned())), "{entity}, {field}: {told:#?}");
    }
    bench.export(&to(&bench, ExportTarget::Light4jSql, "all.sql")).unwrap();
    let into = Bench::new();
    let report = into.import_from(&[bench.path("all.sql").into()], RowFormat::Light4jSql).unwrap();
    let skills = bench.list_skills().unwrap().len();
    assert_eq!((report.imported.len(), report.skipped.len()), (skills + 3, 0), "{:?}", report.skipped);
    let linked = into.find_skill("flow").unwrap();
    assert_eq!(
        linked.skill_tools,
        [json!({"tool": "reach", "access_level": "read", "tool_version": null, "config": {}})]
    );
    assert_eq!(linked.detail.allowed_tools, ["reach"], "the file says what the link says");
    let reach = into.find_tool("reach").unwrap();
    assert_eq!(reach.implementation["type"], ImplementationKind::Java.as_str());
    assert_eq!(reach.input_schema["properties"]["n"]["type"], "integer");
    let again = into.import_from(&[bench.path("all.sql").into()], RowFormat::Light4jSql).unwrap();
    let unchanged = again.imported.iter().filter(|item| item.outcome == ImportOutcome::Unchanged).count();
    let (all, said) = (skills + 3, &again.imported);
    assert_eq!(
        (unchanged, said.len(), again.skipped.len()),
        (all, all, 0),
        "what is there stays, the tools too: {said:?}"
    );
}

#[test]
fn s0_22_the_samples_go_out_as_rows_in_an_order_that_foreign_keys_take() {
    let bench = Bench::with_samples();
    bench.export(&to(&bench, ExportTarget::Light4jSql, "all.sql")).unwrap();
    let sql = String::from_utf8(bench.read("all.sql")).unwrap();
    let order = [
        "agent_definition_t",
        "skill_t",
        "tool_t",
        "tool_param_t",
        "agent_skill_t",
        "skill_tool_t",
        "skill_dependency_t",
    ];
    let at = |table: &str| sql.find(&format!("INSERT INTO {table} ")).unwrap_or_else(|| panic!("{table} has rows"));
    assert!(order.windows(2).all(|two| at(two[0]) < at(two[1])), "tables come in the order of their keys");
    assert!(sql.contains("CREATE TABLE IF NOT EXISTS agent_definition_t") && sql.contains("VECTOR(384)"));
    assert!(sql.trim_end().ends_with("COMMIT;") && sql.contains("BEGIN;"), "all of it, or nothing");
    let into = Bench::new();
    into.import_from(&[bench.path("all.sql").into()], RowFormat::Light4jSql).unwrap();
    let amounts = |bench: &Bench| (bench.list_agents().unwrap().len(), bench.list_tools().unwrap().len());
    assert_eq!(amounts(&into), amounts(&bench));
    // Who is linked to whom, by name: ids are made anew.
    let links = |bench: &Bench, kind: MapLinkKind| -> Vec<(String, String)> {
        let map = bench.get_map().unwrap();
        let name = |key: &str| map.nodes.iter().find(|node| node.key == key).unwrap().name.clone();
        let of_kind = map.links.iter().filter(|link| link.facts.kind() == kind);
        let mut links: Vec<_> = of_kind.map(|link| (name(&link.from), name(&link.to))).collect();
        links.sort();
        links
    };
    for kind in [MapLinkKind::Depends, MapLinkKind::Uses, MapLinkKind::Assigned, MapLinkKind::Parent] {
        let came = links(&into, kind);
        assert_eq!(came, links(&bench, kind), "{kind:?}");
        assert!(!came.is_empty(), "the samples have {kind:?}");
    }
}

#[test]
fn what_a_list_said_of_a_tool_goes_out_until_its_author_says_otherwise() {
    let bench = Bench::new();
    let schema = json!({ "type": "object", "properties": {} });
    let list = json!([
        {
            "name": "send", "title": "Send", "description": "Sends.", "inputSchema": schema,
            "annotations": { "readOnlyHint": false, "openWorldHint": true },
        },
        { "name": "bare", "description": "Deletes.", "inputSchema": schema },
    ]);
    let read = bench.read_tools(&list.to_string()).unwrap();
    let edits: Vec<ToolEdit> = read.tools.into_iter().map(|draft| draft.edit).collect();
    bench.import_tools(&edits).unwrap();
    let written = |name: &str| -> Value {
        let request = ExportRequest { is_overwriting: true, ..to(&bench, ExportTarget::McpTools, "out.json") };
        assert_eq!(bench.verify_export(&request).unwrap(), []);
        bench.export(&request).unwrap();
        let out: Value = serde_json::from_slice(&bench.read("out.json")).unwrap();
        out.as_array().unwrap().iter().find(|one| one["name"] == name).unwrap().clone()
    };
    let shown = |name: &str| {
        let found = bench.list_tools().unwrap().into_iter().find(|one| one.name == name).unwrap();
        bench.get_tool(&found.id).unwrap()
    };
    assert_eq!((written("send"), written("bare")), (list[0].clone(), list[1].clone()));
    // A page saves the effect it shows, which nobody said.
    for name in ["send", "bare"] {
        let described = ToolEdit { description: "Does more.".to_owned(), ..edit_of(&shown(name)) };
        bench.save_tool(&described).unwrap();
    }
    let mut expected = list[0].clone();
    expected["description"] = json!("Does more.");
    assert_eq!(written("send"), expected);
    assert_eq!(written("bare").get("annotations"), None);
    bench.save_tool(&ToolEdit { effect: Some(ToolEffect::Read), ..edit_of(&shown("send")) }).unwrap();
    expected["annotations"] = json!({ "openWorldHint": true, "readOnlyHint": true });
    assert_eq!(written("send"), expected);
}

#[test]
fn what_was_written_is_held_to_its_sources_where_it_lies() {
    let bench = Bench::new();
    bench.write("one/SKILL.md", skill("one", "First. Use when first.", "", "Top."));
    bench.write("one/references/a.md", "A.\n");
    bench.link(&["one"]);
    let request = to(&bench, ExportTarget::AgentSkills, "out");
    let prepared = bench.prepare_export(&request).unwrap();
    bench.write_export(&prepared).unwrap();
    let told = || -> Vec<String> {
        let differences = bench.verify_written(&prepared).unwrap();
        differences.into_iter().map(|one| format!("{}, {}", one.entity, one.field)).collect()
    };
    assert_eq!(told(), [""; 0]);
    bench.write("out/one/references/a.md", "B.\n");
    bench.write("out/one/references/old.md", "What an agent would read.\n");
    assert_eq!(told(), ["skill one, file references/a.md", "skill one, file references/old.md"]);
    bench.write("out/one/references/a.md", "A.\n");
    fs::remove_file(bench.path("out/one/references/old.md")).unwrap();
    assert_eq!(told(), [""; 0]);
    // Nobody follows the folder meanwhile: what it holds is not what went out.
    bench.write("one/references/a.md", "Changed by another editor.\n");
    assert_eq!(told(), ["skill one, file references/a.md"]);
}

#[test]
fn every_target_is_held_to_its_sources_where_it_lies() {
    for bench in [Bench::with_samples(), edges()] {
        for target in ExportTarget::ALL.iter().copied() {
            let request = to(&bench, target, &format!("out/{target}/"));
            let prepared = bench.prepare_export(&request).unwrap();
            bench.write_export(&prepared).unwrap();
            assert_eq!(bench.verify_written(&prepared).unwrap(), [], "{target}");
        }
    }
}

#[test]
fn x_10_a_skill_goes_out_with_what_it_requires_or_not_at_all() {
    let bench = Bench::with_samples();
    let request = ExportRequest {
        skills: vec!["carbon-monoxide-alarm".to_owned()],
        ..to(&bench, ExportTarget::AgentSkills, "out")
    };
    let plan = bench.plan_export(&request).unwrap();
    let has = |name: &str| plan.files.iter().any(|file| file.path.ends_with(&format!("{name}/SKILL.md")));
    assert!(has("carbon-monoxide-alarm") && has("gas-emergency") && !has("code-review"), "{:?}", plan.files);
    let required = bench.row("gas-emergency").id;
    crate::harness::AsItIsNow::trash_now(&*bench, studio_api::dto::TrashKind::Skill, &required).unwrap();
    let plan = bench.export(&request).unwrap();
    assert_eq!(
        (plan.refused[0].code.as_str(), plan.refused[0].entity.as_str()),
        ("required-skill", "skill carbon-monoxide-alarm")
    );
    assert!(plan.refused[0].message.contains("gas-emergency, which is in the trash"), "{}", plan.refused[0].message);
    assert!(!fs::exists(bench.path("out")).unwrap(), "nothing was written");
    let unknown = ExportRequest { skills: vec!["nobody".to_owned()], ..request };
    assert!(refused(bench.plan_export(&unknown), ErrorCode::NotFound).contains("nobody"));
}

#[test]
fn a_skill_that_goes_out_alone_is_read_back_alone() {
    let bench = Bench::with_samples();
    let required = bench.row("gas-emergency").id;
    crate::harness::AsItIsNow::trash_now(&*bench, studio_api::dto::TrashKind::Skill, &required).unwrap();
    let out = bench.path("alarm.skill");
    let export = ["export", "carbon-monoxide-alarm", "--target", "skill-zip", "--to", &out, "--verify", "--json"];
    let ran = bench.skillctl(&export);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let document: Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!((&document["differences"], document["files"].as_array().unwrap().len()), (&json!([]), 1));
}

#[test]
fn x_19_x_22_each_target_refuses_by_its_own_rules_and_writes_nothing_then() {
    let bench = Bench::new();
    let long = "Says much and more. ".repeat(30);
    bench.add_skill("long", skill("Long Name", &format!("{long}Use when asked."), "", "Body"));
    let codes = |target| {
        let plan = bench.export(&to(&bench, target, "out")).unwrap();
        let mut codes: Vec<String> = plan.refused.into_iter().map(|refused| refused.code).collect();
        codes.sort();
        codes
    };
    for target in
        [ExportTarget::AgentSkills, ExportTarget::SkillZip, ExportTarget::ClaudePlugin, ExportTarget::WellKnown]
    {
        assert_eq!(codes(target), ["name-format"], "{target}");
    }
    for target in [ExportTarget::Light4jSql, ExportTarget::Light4jEvents] {
        assert_eq!(codes(target), ["description-length"], "{target}");
    }
    assert!(!fs::exists(bench.path("out")).unwrap());
    assert_eq!(codes(ExportTarget::Adk), [""; 0]);
    assert!(fs::exists(bench.path("out/.skills/Long Name/SKILL.md")).unwrap());
}

#[test]
fn an_export_never_replaces_what_differs_unless_it_is_told_to() {
    let bench = Bench::with_samples();
    let request = to(&bench, ExportTarget::AgentSkills, "out");
    let states =
        |plan: &studio_api::dto::ExportPlan, state| plan.files.iter().filter(|file| file.state == state).count();
    let first = bench.export(&request).unwrap();
    assert_eq!(states(&first, ExportFileState::Created), first.files.len());
    let again = bench.export(&request).unwrap();
    assert_eq!(states(&again, ExportFileState::Unchanged), first.files.len(), "equal input, equal bytes");
    fs::write(bench.path("out/code-review/SKILL.md"), "mine").unwrap();
    let kept = refused(bench.export(&request), ErrorCode::Invalid);
    assert!(kept.contains("code-review/SKILL.md with different content"), "{kept}");
    assert_eq!(bench.read("out/code-review/SKILL.md"), b"mine");
    bench.export(&ExportRequest { is_overwriting: true, ..request.clone() }).unwrap();
    assert_eq!(states(&bench.plan_export(&request).unwrap(), ExportFileState::Unchanged), first.files.len());
}

#[test]
fn skillctl_exports_imports_and_compares_in_a_pipeline() {
    let bench = edges();
    let out = bench.path("call.skill");
    let export =
        ["export", "--target", "skill-zip", "--skill", "flow", "--out", &out, "--json", "--verify", "--verbose"];
    let ran = bench.skillctl(&export);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let document: Value = serde_json::from_slice(&ran.stdout).unwrap();
    let bytes = fs::read(&out).unwrap();
    assert_eq!(document["files"][0]["sha256"], json!(studio_api::sha256_hex(&bytes)));
    assert_eq!(document["differences"], json!([]));
    let told = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(told.contains("skill flow, metadata.a: Only text is allowed there"), "{told}");
    // A format is known by its name, and found by itself where it can be.
    bench.export(&to(&bench, ExportTarget::Light4jEvents, "all.json")).unwrap();
    let all = bench.path("all.json");
    for format in [&["--format", "light4j-events"][..], &[]] {
        let library = bench.path(&format!("in{}.db", format.len()));
        let arguments = [&["import", all.as_str(), "--library", &library, "--json"], format].concat();
        let ran = bench.skillctl(&arguments);
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let report: Value = serde_json::from_slice(&ran.stdout).unwrap();
        assert_eq!(report["imported"].as_array().unwrap().len(), bench.list_skills().unwrap().len() + 3);
    }
    bench.write("half.sql", "INSERT INTO skill_t (name) VALUES ('x");
    let bad = bench.skillctl(&["import", &bench.path("half.sql"), "--library", &bench.path("x.db")]);
    assert_eq!(bad.status.code(), Some(2));
    let told = String::from_utf8_lossy(&bad.stderr).into_owned();
    assert!(told.contains("half.sql: Line 1"), "{told}");
    let unknown = bench.skillctl(&["export", "--target", "client-folder", "--out", &out]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("Choose the client"));
}
