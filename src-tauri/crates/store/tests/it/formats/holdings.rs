//! What the library of each format holds: given to a new one, and looked for in every later one.

use std::collections::HashMap;

use serde_json::json;
use studio_model::SharedKind;
use studio_store::{
    Agreement, CallCount, ChangeKind, ChangeStep, FindingRow, FormDraft, FormKind, IgnoredFinding, JudgedSkill,
    Library, LibraryToolRow, NewChangeSet, PackExportRow, PackFileRow, PackRow, RemoteItemRow, RemoteRow, RunRow,
    ScanDismissal, ServerCheck, ServerRow, SimulationCaseRow, SimulationEventRow, SimulationRow, SkillChange,
    SkillStep, ToolCaseRow, ToolDetailRow, UndoHistory, UndoScope, unsaved,
};
use studio_testkit::ToolBuilder;
use uuid::Uuid;

/// What the library of every format holds.
pub(crate) fn assert_fixture(library: &Library, format: u32) {
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
    assert_eq!(library.info().unwrap().name, format!("Format {format}"));
    let skills = library.list_skills().unwrap();
    assert_eq!(skills.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["emergency", "triage"]);
    let emergency = library.get_skill(skills[0].id).unwrap();
    assert_eq!(emergency.skill.parent, Some(skills[1].id));
    assert_eq!(emergency.files[0].path, "scripts/call.sh");
    assert_eq!(library.load_agent("nurse").unwrap().skills[0].tools[0].parameters[0].name, "number");
    assert_eq!(library.list_drafts().unwrap()[0].text, "typed and not saved");
    assert_eq!(library.get_setting("theme").unwrap().as_deref(), Some("dark"));
    let query = library.list_queries(None).unwrap().remove(0);
    assert_eq!((query.text.as_str(), query.expected[0].as_str()), ("someone collapsed", "emergency"));
    assert_eq!(library.get_link(skills[0].id).unwrap().unwrap().folder, "/skills/emergency");
}

/// What came with format 2.
pub(crate) fn assert_evaluation(library: &Library, set: &str) {
    assert_eq!(library.query_sets().unwrap()[0].name, set);
    let run = library.list_runs().unwrap().remove(0);
    assert_eq!(library.run_results(run.id).unwrap(), "[1]");
    assert_eq!(library.list_overlap_dismissals().unwrap()[0].texts_hash, "hash");
}

/// What came with format 3.
pub(crate) fn assert_tools(library: &Library) {
    let record = library.list_tool_records().unwrap().remove(0);
    assert_eq!((record.detail.timeout_s, record.parameters.len()), (7, 1));
    assert_eq!(record.detail.depends_on.len(), 1);
    assert_eq!(library.list_tool_versions(record.tool.id).unwrap()[0].snapshot, json!({ "is": "kept" }));
    let server = library.list_servers().unwrap().remove(0);
    assert_eq!(library.list_server_checks().unwrap()[&server.id].info, "everything 1.0");
    assert_eq!(library.list_tool_libraries().unwrap()[0].tools, ["call"]);
    assert_eq!(library.list_tool_cases(record.tool.id).unwrap()[0].arguments, "{}");
    assert_eq!(library.list_call_counts().unwrap()[0].calls, 1);
    assert_eq!(library.list_agent_tools().unwrap().len(), 1);
    assert_eq!(library.list_positions().unwrap()["missing:x"], (1.0, 2.5));
}

/// What came with format 4.
pub(crate) fn assert_steps(library: &Library) {
    let kept = library.get_undo_history(&UndoScope::Map).unwrap();
    assert_eq!((kept.done, kept.basis.as_str()), (vec!["{}".to_owned()], "basis"));
}

/// Gives a library everything that came with format 4.
pub(crate) fn keep_steps(library: &Library) {
    let history = UndoHistory { done: vec!["{}".to_owned()], undone: vec![], basis: "basis".to_owned() };
    library.put_undo_history(&UndoScope::Map, &history).unwrap();
}

/// What came with format 7.
pub(crate) fn assert_forms(library: &Library) {
    let kept = library.list_form_drafts(FormKind::Server).unwrap();
    assert_eq!((kept[0].row.as_str(), kept[0].sealed.as_slice()), ("named", [1, 0, 255].as_slice()));
}

/// Gives a library everything that came with format 7.
pub(crate) fn keep_forms(library: &Library) {
    let (kind, row, sealed) = (FormKind::Server, "named".to_owned(), vec![1, 0, 255]);
    library.put_form_draft(&FormDraft { kind, row, row_version: 2, sealed, saved_at: String::new() }).unwrap();
}

/// What came with format 8.
pub(crate) fn assert_sessions(library: &Library) {
    let row = library.list_simulations().unwrap().remove(0);
    assert_eq!((row.setup.as_str(), row.runner.as_deref(), row.parent), ("{}", Some("gone"), None));
    assert_eq!(library.simulation_world(&row.world_hash).unwrap().as_deref(), Some("{\"world\":1}"));
    let events = library.simulation_events(row.id).unwrap();
    assert_eq!(events.iter().map(|row| row.event.as_str()).collect::<Vec<_>>(), ["1", "2"]);
    assert_eq!(events[1].calls.as_deref(), Some("[]"));
    assert_eq!(library.list_simulation_cases().unwrap()[0].kept, "{\"say\":1}");
}

/// Gives a library everything that came with format 8.
pub(crate) fn keep_sessions(library: &Library) {
    let at = "2026-01-02T03:04:05.000Z".to_owned();
    let row = SimulationRow {
        id: Uuid::now_v7(),
        world_hash: "0".repeat(64),
        started_at: at.clone(),
        updated_at: at.clone(),
        setup: "{}".to_owned(),
        summary: "{}".to_owned(),
        parent: None,
        runner: None,
    };
    let event = |event: &str, calls: Option<&str>| SimulationEventRow {
        event: event.to_owned(),
        calls: calls.map(str::to_owned),
    };
    assert!(library.put_simulation(&row, "{\"world\":1}", &[], &[event("1", None)]).unwrap());
    let second = [event("2", Some("[]"))];
    assert!(library.append_simulation(row.id, 1, &second, "{}", &at, Some("gone")).unwrap());
    let (id, kept) = (Uuid::now_v7(), "{\"say\":1}".to_owned());
    library.put_simulation_case(&SimulationCaseRow { id, created_at: at, kept }).unwrap();
}

/// What came with format 9.
pub(crate) fn assert_sharing(library: &Library) {
    let remote = library.list_remotes().unwrap().remove(0);
    assert_eq!((remote.name.as_str(), remote.revision), ("team", 7));
    let item = library.list_remote_items(remote.id).unwrap().remove(0);
    assert_eq!((item.kind, item.row_version, item.agreed.as_deref()), (SharedKind::Skill, 3, Some("hash")));
    assert_eq!(library.agreed_content(remote.id, item.kind, item.id).unwrap().as_deref(), Some("{}"));
}

/// What came with format 10.
pub(crate) fn assert_packs(library: &Library) {
    let pack = library.list_packs().unwrap().remove(0);
    assert_eq!((pack.name.as_str(), pack.content.as_str()), ("care", "{}"));
    let export = library.last_pack_export(pack.id).unwrap().unwrap();
    let file = library.list_pack_files(export.id).unwrap().remove(0);
    assert_eq!((export.kept.as_str(), file.path.as_str(), file.has_text), ("{}", "SKILL.md", true));
    assert_eq!(library.pack_text(&file.sha256).unwrap().as_deref(), Some("text"));
    assert_eq!(library.list_scan_dismissals().unwrap()[0].note, "an example");
}

/// Gives a library everything that came with format 10.
pub(crate) fn keep_packs(library: &Library) {
    let row = PackRow { id: Uuid::now_v7(), name: "care".to_owned(), content: "{}".to_owned(), audit: unsaved() };
    library.put_pack(&row).unwrap();
    let (id, made_at) = (Uuid::now_v7(), "2026-01-02T03:04:05.000Z".to_owned());
    let export = PackExportRow { id, pack: row.id, made_at, kept: "{}".to_owned() };
    let (folder, path, sha256) = (String::new(), "SKILL.md".to_owned(), "0".repeat(64));
    let file = PackFileRow { folder, path, sha256: sha256.clone(), bytes: 4, has_text: true };
    library.put_pack_export(&export, &[file], &HashMap::from([(sha256, "text".to_owned())])).unwrap();
    let (rule, note) = ("secret".to_owned(), "an example".to_owned());
    library.put_scan_dismissal(&ScanDismissal { key: "1".repeat(64), rule, note }).unwrap();
}

/// Gives a library everything that came with format 9.
pub(crate) fn keep_sharing(library: &Library) {
    let at = "2026-01-02T03:04:05.000Z".to_owned();
    let remote = RemoteRow {
        id: Uuid::now_v7(),
        tenant: Uuid::now_v7(),
        name: "team".to_owned(),
        address: "postgresql://ann@db/team".to_owned(),
        revision: 7,
        seen_at: at.clone(),
    };
    let id = Uuid::now_v7();
    let item = RemoteItemRow {
        kind: SharedKind::Skill,
        id,
        local: id,
        name: "emergency".to_owned(),
        sha256: Some("newer".to_owned()),
        row_version: 3,
        revision: 7,
        changed_user: "ann".to_owned(),
        changed_at: at,
        agreed: None,
    };
    library.put_seen(&remote, &[item]).unwrap();
    let content = Some(("hash".to_owned(), "{}".to_owned()));
    library.put_agreements(remote.id, &[Agreement { kind: SharedKind::Skill, id, content }]).unwrap();
}

/// Gives a library everything that came with format 3.
pub(crate) fn tool_up(library: &Library) {
    let mut record = library.get_tool_record(library.list_tools().unwrap()[0].id).unwrap();
    let other = ToolBuilder::new("dial").build();
    library.put_tool(&other).unwrap();
    record.detail = ToolDetailRow { timeout_s: 7, depends_on: vec![other.id], ..ToolDetailRow::default() };
    library.save_tool(&record, &json!({ "is": "kept" }), "saved").unwrap();
    let id = Uuid::now_v7();
    let transport = json!({ "kind": "stdio" });
    let server = ServerRow { id, name: "everything".to_owned(), transport, is_enabled: true, audit: unsaved() };
    library.put_server(&server).unwrap();
    let (checked_ts, info) = ("2026-01-02T03:04:05.000Z".to_owned(), "everything 1.0".to_owned());
    library.put_server_check(id, &ServerCheck { checked_ts, info, tools: json!([]) }).unwrap();
    library.put_tool_library("fixed", "Fixed answers.").unwrap();
    let (name, description) = ("call".to_owned(), "Calls.".to_owned());
    let tool = LibraryToolRow { name, description, schema: json!({}), behaviour: json!({ "kind": "echo" }) };
    library.put_library_tool("fixed", &tool).unwrap();
    let case = ToolCaseRow {
        id: Uuid::now_v7(),
        tool: record.tool.id,
        name: "empty".to_owned(),
        arguments: "{}".to_owned(),
        expected: json!({ "kind": "success" }),
        last: None,
    };
    library.put_tool_case(&case).unwrap();
    let (tool, skill) = (record.tool.id, Some(library.list_skills().unwrap()[0].id));
    let last_ts = "2026-01-02T03:04:05.000Z".to_owned();
    library.count_calls(&[CallCount { tool, skill, calls: 1, failed: 0, total_us: 12, last_ts }]).unwrap();
    let smith = library.list_agents().unwrap().remove(0);
    library.set_agent_tools(smith.id, smith.audit.aggregate_version, &[record.tool.id]).unwrap();
    library.put_positions(&[("missing:x".to_owned(), Some((1.0, 2.5)))]).unwrap();
}

/// What came with format 4.
pub(crate) fn assert_changes(library: &Library) {
    let set = library.list_change_sets().unwrap().remove(0);
    assert_eq!((set.kind, set.title.as_str(), set.items), (ChangeKind::Move, "Moved 1 skill", 1));
    let (_, items) = library.get_change_set(set.id).unwrap();
    assert_eq!((items[0].before.as_deref(), items[0].after.as_deref()), (Some(""), Some("care")));
    assert_eq!(library.list_findings().unwrap()[0].ignored.as_ref().unwrap().reason, "meant so");
}

/// Gives a library everything that came with format 4.
pub(crate) fn change(library: &Library) {
    let skill = library.list_skills().unwrap().remove(0);
    let change = SkillChange { group: Some("care".to_owned()), ..SkillChange::default() };
    let step = SkillStep::Update(Box::new(change));
    let step = ChangeStep { skill: skill.id, expected: skill.aggregate_version, step };
    let set = NewChangeSet { kind: ChangeKind::Move, title: "Moved 1 skill" };
    library.apply_change_set(set, &[step]).unwrap();
    let (code, subject) = ("link-missing".to_owned(), "notes.md".to_owned());
    let finding = FindingRow {
        severity: "warning".to_owned(),
        code: code.clone(),
        subject: subject.clone(),
        ..FindingRow::default()
    };
    library.set_findings(&[JudgedSkill { skill: skill.id, sha256: skill.sha256, findings: vec![finding] }]).unwrap();
    let reason = "meant so".to_owned();
    library.ignore_finding(&IgnoredFinding { skill: skill.id, code, subject, reason }).unwrap();
}

/// Gives a library everything that came with format 2.
pub(crate) fn evaluate(library: &Library) {
    let run = RunRow {
        id: Uuid::now_v7(),
        finished_at: "2026-01-02T03:04:05.000Z".to_owned(),
        elapsed_ms: 1,
        label: "kept".to_owned(),
        request: "{}".to_owned(),
        summary: "{}".to_owned(),
    };
    library.put_run(&run, "[1]").unwrap();
    let skills = library.list_skills().unwrap();
    library.put_overlap_dismissal(skills[0].id, skills[1].id, "hash").unwrap();
}
