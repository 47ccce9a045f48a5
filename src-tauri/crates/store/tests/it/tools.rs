//! Tools and agents as authors edit them: saved whole, with a timeline; servers, libraries, cases, counts, the map.

use std::collections::HashMap;

use serde_json::{Value, json};
use studio_model::{AccessLevel, Agent, AgentId, Implementation, Parameter, ToolId};
use studio_store::{
    AgentRecord, AssignedSkill, CallCount, Error, LibraryToolRow, ServerCheck, ServerRow, ToolCaseRow, ToolDetailRow,
    ToolRecord, TrashKind, unsaved,
};
use studio_testkit::{
    AgentBuilder, SkillBuilder, TempLibrary, ToolBuilder, agent_skill, parameter, skill_dependency, skill_tool,
};
use uuid::Uuid;

/// A tool without parameters that needs some others.
fn record(name: &str, depends_on: &[ToolId]) -> ToolRecord {
    let detail = ToolDetailRow { depends_on: depends_on.to_vec(), ..ToolDetailRow::default() };
    ToolRecord { tool: ToolBuilder::new(name).build(), parameters: Vec::new(), detail }
}

fn save(library: &TempLibrary, record: &ToolRecord) -> Result<i64, Error> {
    library.save_tool(record, &json!({}), "saved").map(|audit| audit.aggregate_version)
}

fn names(parameters: &[Parameter]) -> Vec<&str> {
    parameters.iter().map(|parameter| parameter.name.as_str()).collect()
}

#[test]
fn s0_07_to_s0_12_a_tool_is_saved_whole_and_read_as_it_was_saved() {
    let library = TempLibrary::new();
    let other = record("other", &[]);
    save(&library, &other).unwrap();
    let script = Implementation::Python { script: "print(1)".to_owned() };
    let tool = ToolBuilder::new("look").implementation(script).build();
    let [mut query, mut limit] = ["query", "limit"].map(|name| parameter(tool.id, name));
    limit.order_index = 1;
    limit.validation_schema = Some(json!({ "type": "integer", "b": 1, "a": 2 }));
    query.description = Some("What to look for".to_owned());
    let detail = ToolDetailRow {
        spec_source: "schema".to_owned(),
        signature: "(query: Text) --> IO Text".to_owned(),
        dialect: "curried".to_owned(),
        schema: Some(json!({ "type": "object", "properties": { "z": {}, "a": {} } })),
        settings: json!({ "args": ["-u"], "allow_network": false }),
        effect: Some(AccessLevel::Write),
        timeout_s: 5,
        retries: 2,
        depends_on: vec![other.tool.id],
    };
    let mut saved = ToolRecord { tool, parameters: vec![query, limit], detail };
    let audit = library.save_tool(&saved, &json!({ "version": 1 }), "created").unwrap();
    assert_eq!((audit.aggregate_version, audit.active, audit.update_user.as_str()), (1, true, "tester"));

    let read = library.get_tool_record(saved.tool.id).unwrap();
    saved.tool.audit = audit.clone();
    saved.tool.host = library.host();
    for parameter in &mut saved.parameters {
        parameter.audit = audit.clone();
    }
    assert_eq!(read, saved);
    assert_eq!(
        read.detail.schema.as_ref().unwrap().to_string(),
        r#"{"type":"object","properties":{"z":{},"a":{}}}"#,
        "keys stay in the author's order"
    );
    let listed = library.list_tool_records().unwrap();
    assert_eq!(listed[0], read);
    assert_eq!(listed[1].detail, ToolDetailRow::default());
    assert_eq!(library.list_parameters(saved.tool.id).unwrap(), saved.parameters);
    assert_eq!(library.get_tool(saved.tool.id).unwrap(), saved.tool);

    let plain = library.add_tool(ToolBuilder::new("zz-plain"));
    assert_eq!(library.get_tool_record(plain).unwrap().detail, ToolDetailRow::default(), "one of an older format");
    assert_eq!(library.list_tool_records().unwrap()[2].detail, ToolDetailRow::default());
}

#[test]
fn s0_11_parameters_that_are_not_named_any_more_go_and_the_others_stay() {
    let library = TempLibrary::new();
    let mut edited = record("x", &[]);
    edited.parameters = ["a", "b", "c"].map(|name| parameter(edited.tool.id, name)).to_vec();
    save(&library, &edited).unwrap();
    edited = library.get_tool_record(edited.tool.id).unwrap();
    edited.parameters.remove(1);
    edited.parameters[1].required = false;
    edited.parameters[1].order_index = -1;
    edited.parameters.push(parameter(edited.tool.id, "d"));
    assert_eq!(save(&library, &edited).unwrap(), 2);
    let stored = library.list_parameters(edited.tool.id).unwrap();
    assert_eq!(names(&stored), ["c", "a", "d"]);
    let versions: Vec<i64> = stored.iter().map(|parameter| parameter.audit.aggregate_version).collect();
    assert_eq!(versions, [2, 1, 1], "only what changed has a new version");

    let mut double = library.get_tool_record(edited.tool.id).unwrap();
    double.parameters.push(parameter(edited.tool.id, "a"));
    assert_eq!(save(&library, &double).unwrap_err().to_string(), "parameter a already exists");
    double.parameters.last_mut().unwrap().name = " ".to_owned();
    assert_eq!(save(&library, &double).unwrap_err().to_string(), "parameter  : name is empty");
    let mut foreign = record("y", &[]);
    foreign.parameters = vec![stored[0].clone()];
    assert!(matches!(save(&library, &foreign).unwrap_err(), Error::Stale { entity: "parameter", .. }));
    assert_eq!(library.get_tool_record(edited.tool.id).unwrap().parameters, stored);
    assert!(matches!(library.get_tool(foreign.tool.id).unwrap_err(), Error::NotFound { .. }), "nothing of it is left");
}

#[test]
fn s0_24_a_stale_tool_is_refused_and_nothing_of_it_is_written() {
    let library = TempLibrary::new();
    let first = record("x", &[]);
    save(&library, &first).unwrap();
    assert!(matches!(save(&library, &first).unwrap_err(), Error::Stale { expected: 0, found: 1, .. }), "created twice");
    let read = library.get_tool_record(first.tool.id).unwrap();
    save(&library, &read).unwrap();
    let mut late = read.clone();
    late.detail.timeout_s = 1;
    late.parameters.push(parameter(late.tool.id, "late"));
    let error = save(&library, &late).unwrap_err();
    let id = late.tool.id;
    assert_eq!(error.to_string(), format!("tool {id} has changed since it was read (version 1, now 2)"));
    let stored = library.get_tool_record(id).unwrap();
    assert_eq!((stored.detail, stored.parameters.len()), (ToolDetailRow::default(), 0));
    assert_eq!(library.list_tool_versions(id).unwrap().len(), 2);
    late.detail.timeout_s = 0;
    late.tool.audit.aggregate_version = 2;
    assert!(matches!(save(&library, &late).unwrap_err(), Error::Sqlite { .. }), "a limit is at least a second");
}

#[test]
fn s1_16_every_save_is_a_version_that_can_be_read_again() {
    let library = TempLibrary::new();
    let mut edited = record("x", &[]);
    for (step, reason) in ["created", "saved", "restored"].into_iter().enumerate() {
        edited.tool.audit.aggregate_version = step as i64;
        library.save_tool(&edited, &json!({ "step": step, "nested": { "b": 1, "a": null } }), reason).unwrap();
    }
    let versions = library.list_tool_versions(edited.tool.id).unwrap();
    let read: Vec<(i64, &str, &Value)> = versions
        .iter()
        .map(|version| (version.aggregate_version, version.reason.as_str(), &version.snapshot["step"]))
        .collect();
    assert_eq!(read, [(3, "restored", &json!(2)), (2, "saved", &json!(1)), (1, "created", &json!(0))]);
    assert_eq!((versions[0].user.as_str(), versions[0].created_ts.as_str()), ("tester", "2026-01-02T03:04:05.000Z"));
    assert_eq!(versions[0].snapshot["nested"].to_string(), r#"{"b":1,"a":null}"#);
    assert_eq!(library.list_tool_versions(ToolId(Uuid::now_v7())).unwrap(), []);
}

#[test]
fn s1_16_a_dependency_of_tools_that_closes_a_cycle_is_refused_by_name() {
    let library = TempLibrary::new();
    let c = record("c", &[]);
    let b = record("b", &[c.tool.id]);
    let a = record("a", &[b.tool.id, c.tool.id, b.tool.id]);
    for record in [&c, &b, &a] {
        save(&library, record).unwrap();
    }
    assert_eq!(library.get_tool_record(a.tool.id).unwrap().detail.depends_on, [b.tool.id, c.tool.id]);
    let needing = |id: ToolId, other: ToolId| {
        let mut record = library.get_tool_record(id).unwrap();
        record.detail.depends_on = vec![other];
        save(&library, &record)
    };
    let cycle = |id, other| needing(id, other).unwrap_err().to_string();
    assert_eq!(cycle(c.tool.id, b.tool.id), "tool dependency would create a cycle: c → b → c");
    assert_eq!(cycle(c.tool.id, a.tool.id), "tool dependency would create a cycle: c → a → c");
    assert_eq!(cycle(a.tool.id, a.tool.id), "tool dependency would create a cycle: a → a");
    library.set_tool_active(b.tool.id, 1, false).unwrap();
    assert_eq!(cycle(c.tool.id, b.tool.id), "tool dependency would create a cycle: c → b → c", "it may come back");
    assert!(matches!(needing(c.tool.id, ToolId(Uuid::now_v7())).unwrap_err(), Error::Dangling { .. }));
    assert_eq!(library.get_tool_record(c.tool.id).unwrap().tool.audit.aggregate_version, 1);

    assert_eq!(library.delete(TrashKind::Tool, c.tool.id.0), Err(vec!["a".to_owned(), "b".to_owned()]));
    // The other way round is fine once the old one is gone.
    needing(a.tool.id, c.tool.id).unwrap();
    library.delete(TrashKind::Tool, b.tool.id.0).unwrap();
    library.delete(TrashKind::Tool, a.tool.id.0).unwrap();
    library.delete(TrashKind::Tool, c.tool.id.0).unwrap();
}

#[test]
fn an_active_tool_has_its_name_for_itself() {
    let library = TempLibrary::new();
    let first = record("x", &[]);
    save(&library, &first).unwrap();
    let second = record("x", &[]);
    assert_eq!(save(&library, &second).unwrap_err().to_string(), "tool x already exists");
    save(&library, &record("X", &[])).unwrap();
    assert!(matches!(library.set_tool_active(first.tool.id, 7, false).unwrap_err(), Error::Stale { found: 1, .. }));
    let audit = library.set_tool_active(first.tool.id, 1, false).unwrap();
    assert_eq!((audit.aggregate_version, audit.active), (2, false));
    assert!(!library.get_tool_record(first.tool.id).unwrap().tool.audit.active);
    assert_eq!(library.list_tool_records().unwrap().len(), 1);
    save(&library, &second).unwrap();
    let error = library.set_tool_active(first.tool.id, 2, true).unwrap_err();
    assert_eq!(error.to_string(), "tool x already exists");
    library.set_tool_active(second.tool.id, 1, false).unwrap();
    assert_eq!(library.set_tool_active(first.tool.id, 2, true).unwrap().aggregate_version, 3);
    let unknown = ToolId(Uuid::now_v7());
    assert!(matches!(library.set_tool_active(unknown, 1, true).unwrap_err(), Error::NotFound { entity: "tool", .. }));
}

fn server(name: &str) -> ServerRow {
    let transport = json!({ "kind": "stdio", "command": "npx", "args": ["-y"] });
    ServerRow { id: Uuid::now_v7(), name: name.to_owned(), transport, is_enabled: true, audit: unsaved() }
}

#[test]
fn servers_have_names_versions_and_what_they_offered() {
    let library = TempLibrary::new();
    let mut row = server("everything");
    row.audit = library.put_server(&row).unwrap();
    assert_eq!(library.get_server(row.id).unwrap(), row);
    library.put_server(&server("Another")).unwrap();
    assert_eq!(library.put_server(&server("everything")).unwrap_err().to_string(), "server everything already exists");
    assert_eq!(library.put_server(&server("")).unwrap_err().to_string(), "server : name is empty");
    let listed: Vec<String> = library.list_servers().unwrap().into_iter().map(|row| row.name).collect();
    assert_eq!(listed, ["Another", "everything"]);

    let changed = ServerRow { is_enabled: false, ..row.clone() };
    assert_eq!(library.put_server(&changed).unwrap().aggregate_version, 2);
    assert!(matches!(library.put_server(&row).unwrap_err(), Error::Stale { entity: "server", found: 2, .. }));
    assert!(!library.get_server(row.id).unwrap().is_enabled);
    assert_eq!(library.counts().unwrap().servers, 2);

    let mut check =
        ServerCheck { checked_ts: "2026".to_owned(), info: "1.0".to_owned(), tools: json!([{ "name": "echo" }]) };
    library.put_server_check(row.id, &check).unwrap();
    check.info = "2.0".to_owned();
    library.put_server_check(row.id, &check).unwrap();
    assert_eq!(library.list_server_checks().unwrap(), HashMap::from([(row.id, check.clone())]));
    assert!(matches!(library.put_server_check(Uuid::now_v7(), &check).unwrap_err(), Error::Dangling { .. }));
    library.delete(TrashKind::Server, row.id).unwrap();
    assert_eq!(library.list_server_checks().unwrap(), HashMap::new());
    assert!(matches!(library.get_server(row.id).unwrap_err(), Error::NotFound { entity: "server", .. }));
}

fn library_tool(name: &str, answer: &Value) -> LibraryToolRow {
    let behaviour = json!({ "kind": "fixed", "value": answer });
    LibraryToolRow { name: name.to_owned(), description: format!("Is {name}."), schema: json!({}), behaviour }
}

#[test]
fn a_tool_library_is_filled_with_all_its_tools_or_is_not_there() {
    let library = TempLibrary::new();
    let nameless = library_tool("", &json!(2));
    library.fill_tool_library("copy", "", &[library_tool("a", &json!(1)), nameless]).unwrap_err();
    assert_eq!(library.list_tool_libraries().unwrap(), []);
    library.fill_tool_library("copy", "", &[library_tool("a", &json!(1)), library_tool("b", &json!(2))]).unwrap();
    assert_eq!(library.library_tools("copy").unwrap().len(), 2);
}

#[test]
fn s2_05_libraries_of_implementations_replace_what_is_registered_again() {
    let library = TempLibrary::new();
    library.put_tool_library("staging", "First.").unwrap();
    library.put_tool_library("staging", "Staged answers.").unwrap();
    library.put_tool_library("Empty", "").unwrap();
    library.put_library_tool("staging", &library_tool("b", &json!(1))).unwrap();
    library.put_library_tool("staging", &library_tool("a", &json!(1))).unwrap();
    library.put_library_tool("staging", &library_tool("a", &json!(2))).unwrap();
    let listed = library.list_tool_libraries().unwrap();
    assert_eq!(listed.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["Empty", "staging"]);
    assert_eq!((listed[1].description.as_str(), listed[1].tools.join(" ").as_str()), ("Staged answers.", "a b"));
    assert_eq!(listed[0].tools, [""; 0]);
    assert_eq!(library.library_tools("staging").unwrap()[0], library_tool("a", &json!(2)));
    assert_eq!(library.library_tools("none").unwrap(), []);
    assert!(matches!(
        library.put_library_tool("none", &library_tool("a", &json!(1))).unwrap_err(),
        Error::Dangling { .. }
    ));
    assert!(matches!(library.put_tool_library(" ", "").unwrap_err(), Error::Invalid { .. }));
    assert_eq!(library.counts().unwrap().tool_libraries, 2);
    library.delete_library_tool("staging", "b").unwrap();
    assert!(matches!(library.delete_library_tool("staging", "b").unwrap_err(), Error::NotFound { .. }));
    library.delete_tool_library("staging").unwrap();
    assert_eq!(library.library_tools("staging").unwrap(), []);
    assert!(matches!(library.delete_tool_library("staging").unwrap_err(), Error::NotFound { .. }));
}

#[test]
fn kept_calls_stay_in_their_order_with_how_they_went_last() {
    let library = TempLibrary::new();
    let tool = library.add_tool(ToolBuilder::new("x"));
    let case = |name: &str| ToolCaseRow {
        id: Uuid::now_v7(),
        tool,
        name: name.to_owned(),
        arguments: "{ not json".to_owned(),
        expected: json!({ "kind": "refused" }),
        last: None,
    };
    let (mut first, mut second) = (case("z"), case("a"));
    library.put_tool_case(&first).unwrap();
    library.put_tool_case(&second).unwrap();
    first.last = Some(json!({ "passed": true }));
    library.put_tool_case(&first).unwrap();
    assert!(library.set_case_outcome(second.id, &json!({ "passed": false })).unwrap());
    second.last = Some(json!({ "passed": false }));
    assert_eq!(library.list_tool_cases(tool).unwrap(), [first.clone(), second.clone()]);
    assert_eq!(library.get_tool_case(first.id).unwrap(), first);
    assert_eq!(library.counts().unwrap().tool_cases, 2);
    let lost = ToolCaseRow { tool: ToolId(Uuid::now_v7()), ..case("lost") };
    assert!(matches!(library.put_tool_case(&lost).unwrap_err(), Error::Dangling { .. }));
    library.delete_tool_case(second.id).unwrap();
    assert!(!library.set_case_outcome(second.id, &json!({})).unwrap(), "what is forgotten does not come back");
    assert!(matches!(library.delete_tool_case(second.id).unwrap_err(), Error::NotFound { .. }));
    assert!(matches!(library.get_tool_case(second.id).unwrap_err(), Error::NotFound { .. }));
}

#[test]
fn s1_16_calls_are_counted_by_tool_and_by_skill() {
    let library = TempLibrary::new();
    let tool = library.add_tool(ToolBuilder::new("x"));
    let skill = library.add_skill(SkillBuilder::new("s"));
    let last_ts = "2026-01-02T03:04:05.000Z".to_owned();
    let count =
        |skill, calls, failed, total_us| CallCount { tool, skill, calls, failed, total_us, last_ts: last_ts.clone() };
    let unknown = CallCount { tool: ToolId(Uuid::now_v7()), ..count(None, 1, 0, 1) };
    library.count_calls(&[count(None, 1, 0, 10), unknown, count(Some(skill), 1, 1, 5)]).unwrap();
    library.count_calls(&[count(Some(skill), 1, 0, u64::MAX), count(None, 1, 0, 1)]).unwrap();
    let expected = [count(None, 2, 0, 11), count(Some(skill), 2, 1, u64::from(u32::MAX) + 5)];
    assert_eq!(library.list_call_counts().unwrap(), expected);
}

fn whole(agent: &Agent, skills: &[AssignedSkill], tools: &[ToolId]) -> AgentRecord {
    AgentRecord { agent: agent.clone(), skills: skills.to_vec(), tools: tools.to_vec(), components: Vec::new() }
}

#[test]
fn s2_07_an_agent_is_saved_with_its_skills_and_tools_and_what_stays_keeps_its_version() {
    let library = TempLibrary::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| library.add_skill(SkillBuilder::new(name)));
    let [one, two] = ["x", "y"].map(|name| library.add_tool(ToolBuilder::new(name)));
    let assigned = |skill, priority| AssignedSkill { skill, priority, sequence_id: 0, config: json!({}) };
    let mut agent = AgentBuilder::new("Nurse").build();
    agent.audit = library.save_agent(&whole(&agent, &[assigned(a, 1), assigned(b, 2)], &[two, one])).unwrap();
    assert_eq!(library.list_agent_tools().unwrap(), [(agent.id, two), (agent.id, one)]);
    let loaded = |library: &TempLibrary| -> Vec<(String, i64)> {
        let agent = library.load_agent("nurse").unwrap();
        agent.skills.into_iter().map(|it| (it.skill.name, it.link.audit.aggregate_version)).collect()
    };
    assert_eq!(loaded(&library), [("b".to_owned(), 1), ("a".to_owned(), 1)]);

    agent.instruction = "Be kind.".to_owned();
    let skills = [assigned(a, 9), assigned(c, 3), assigned(b, 2)];
    agent.audit = library.save_agent(&whole(&agent, &skills, &[one])).unwrap();
    assert_eq!(agent.audit.aggregate_version, 2);
    assert_eq!(loaded(&library), [("a".to_owned(), 2), ("c".to_owned(), 1), ("b".to_owned(), 1)]);
    assert_eq!(library.get_agent(agent.id).unwrap().instruction, "Be kind.");

    // S2-08 and the rest of what is refused, with nothing of it left.
    let refused =
        |skills: &[AssignedSkill], tools: &[ToolId]| library.save_agent(&whole(&agent, skills, tools)).unwrap_err();
    assert!(matches!(refused(&[assigned(a, 1), assigned(a, 2)], &[]), Error::Taken { entity: "assignment", .. }));
    assert!(matches!(refused(&[], &[one, one]), Error::Taken { entity: "agent tool", .. }));
    let same_name = ToolBuilder::new("x").inactive().build();
    library.put_tool(&same_name).unwrap();
    assert_eq!(refused(&[], &[one, same_name.id]).to_string(), "agent tool x already exists");
    assert!(matches!(refused(&[], &[ToolId(Uuid::now_v7())]), Error::Dangling { entity: "agent tool", .. }));
    let mut stale = agent.clone();
    stale.audit.aggregate_version = 1;
    assert!(matches!(
        library.save_agent(&whole(&stale, &[], &[])).unwrap_err(),
        Error::Stale { entity: "agent", found: 2, .. }
    ));
    assert_eq!((loaded(&library).len(), library.list_agent_tools().unwrap().len()), (3, 1));

    // S2-09: an agent without anything is valid.
    agent.audit = library.save_agent(&whole(&agent, &[], &[])).unwrap();
    assert_eq!((library.list_agent_skills().unwrap().len(), library.list_agent_tools().unwrap().len()), (0, 0));
    let audit = library.set_agent_active(agent.id, 3, false).unwrap();
    assert_eq!((audit.aggregate_version, audit.active, library.list_agents().unwrap().len()), (4, false, 0));
    assert!(matches!(library.set_agent_active(agent.id, 3, true).unwrap_err(), Error::Stale { found: 4, .. }));
    assert!(library.set_agent_active(agent.id, 4, true).unwrap().active);
    let nobody = AgentId(Uuid::now_v7());
    assert!(matches!(library.set_agent_active(nobody, 1, true).unwrap_err(), Error::NotFound { .. }));
    assert!(matches!(library.set_agent_tools(nobody, 1, &[one]).unwrap_err(), Error::NotFound { .. }));
}

#[test]
fn places_on_the_map_are_kept_moved_and_forgotten() {
    let library = TempLibrary::new();
    let put = |positions: &[(&str, Option<(f64, f64)>)]| {
        let positions: Vec<_> = positions.iter().map(|(key, point)| ((*key).to_owned(), *point)).collect();
        library.put_positions(&positions)
    };
    put(&[("skill:a", Some((1.0, -2.25))), ("missing:é", Some((0.0, 1e6)))]).unwrap();
    put(&[("skill:a", Some((3.0, 4.0))), ("missing:é", None), ("tool:none", None)]).unwrap();
    let error = put(&[("skill:b", Some((1.0, 1.0))), ("skill:c", Some((f64::NAN, 0.0)))]).unwrap_err();
    assert_eq!(error.to_string(), "node skill:c: position isn't a pair of numbers");
    assert_eq!(library.list_positions().unwrap(), HashMap::from([("skill:a".to_owned(), (3.0, 4.0))]));
}

#[test]
fn s0_17_what_belongs_to_a_tool_a_skill_or_an_agent_goes_with_it() {
    let library = TempLibrary::new();
    let other = record("other", &[]);
    let full = record("full", &[other.tool.id]);
    save(&library, &other).unwrap();
    save(&library, &full).unwrap();
    let tool = full.tool.id;
    let skill = library.add_skill(SkillBuilder::new("s"));
    let agent = library.add_agent(AgentBuilder::new("agent"));
    library.put_agent_skill(&agent_skill(agent, skill)).unwrap();
    library.put_skill_tool(&skill_tool(skill, tool)).unwrap();
    let count =
        |skill| CallCount { tool, skill, calls: 1, failed: 0, total_us: 1, last_ts: "2026-01-02T03:04:05Z".to_owned() };
    library.count_calls(&[count(Some(skill)), count(None)]).unwrap();
    library.set_agent_tools(agent, 2, &[tool, other.tool.id]).unwrap();
    let (id, name, arguments) = (Uuid::now_v7(), "case".to_owned(), "{}".to_owned());
    library.put_tool_case(&ToolCaseRow { id, tool, name, arguments, expected: json!({}), last: None }).unwrap();

    library.delete(TrashKind::Skill, skill.0).unwrap();
    assert_eq!(library.list_call_counts().unwrap().len(), 1, "the skill's are gone");
    library.delete(TrashKind::Tool, tool.0).unwrap();
    assert_eq!(library.list_tool_versions(tool).unwrap(), []);
    assert_eq!(library.list_tool_cases(tool).unwrap(), []);
    assert_eq!(library.list_call_counts().unwrap(), []);
    assert_eq!(library.list_agent_tools().unwrap(), [(agent, other.tool.id)]);
    library.delete(TrashKind::Agent, agent.0).unwrap();
    assert_eq!(library.list_agent_tools().unwrap(), []);
    library.delete(TrashKind::Tool, other.tool.id.0).unwrap();
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
}

#[test]
fn lists_read_a_large_library_in_a_few_statements() {
    let library = TempLibrary::new();
    let mut last: Option<ToolId> = None;
    for number in 0..50 {
        let mut row = record(&format!("tool-{number:02}"), last.as_slice());
        row.parameters = vec![parameter(row.tool.id, "p"), parameter(row.tool.id, "q")];
        save(&library, &row).unwrap();
        last = Some(row.tool.id);
    }
    let skills = [0, 1].map(|number| library.add_skill(SkillBuilder::new(&format!("skill-{number}"))));
    library.put_skill_dependency(&skill_dependency(skills[0], skills[1])).unwrap();
    let records = library.list_tool_records().unwrap();
    assert_eq!(records.len(), 50);
    for (record, before) in records.iter().skip(1).zip(&records) {
        assert_eq!((names(&record.parameters), &record.detail.depends_on[..]), (vec!["p", "q"], &[before.tool.id][..]));
        assert_eq!(library.get_tool_record(record.tool.id).unwrap(), *record);
    }
}
