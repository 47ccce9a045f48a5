//! What happens to files that are not, not yet, not any more or too new a library; and two of us at one file.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use rusqlite::{Connection, functions::FunctionFlags};
use serde_json::json;
use studio_model::{AgentId, SharedKind};
use studio_store::{
    Agreement, CallCount, ChangeKind, ChangeStep, Error, FindingRow, FormDraft, FormKind, IgnoredFinding, JudgedSkill,
    LabelledQuery, Library, LibraryToolRow, NewChangeSet, PackExportRow, PackFileRow, PackRow, RemoteItemRow,
    RemoteRow, RunRow, SKILL_FILE, ScanDismissal, ServerCheck, ServerRow, SimulationCaseRow, SimulationEventRow,
    SimulationRow, SkillChange, SkillStep, ToolCaseRow, ToolDetailRow, TrashKind, UndoHistory, UndoScope, unsaved,
};
use studio_testkit::{AgentBuilder, SkillBuilder, TempLibrary, ToolBuilder, agent_skill, repository, skill_tool};
use uuid::Uuid;

fn open(path: &Path) -> Result<Library, Error> {
    Library::open(path, &TempLibrary::options()).map(|opened| opened.0)
}

/// A library with `count` skills of several pages each, closed.
fn filled(count: usize) -> (tempfile::TempDir, PathBuf) {
    let library = TempLibrary::new();
    let skills: Vec<_> = (0..count)
        .map(|number| {
            SkillBuilder::new(&format!("skill-{number:03}"))
                .body(&format!("Line of skill {number}.\n").repeat(300))
                .file("notes.md", &format!("note {number} ").repeat(200))
                .build()
        })
        .collect();
    let ids = library.create_skills(&skills).unwrap();
    let agent = library.add_agent(AgentBuilder::new("agent"));
    let tool = library.add_tool(ToolBuilder::new("tool"));
    for id in ids {
        let id = id.unwrap();
        library.put_agent_skill(&agent_skill(agent, id)).unwrap();
        library.put_skill_tool(&skill_tool(id, tool)).unwrap();
    }
    library.close()
}

#[test]
fn what_is_not_a_library_is_refused_and_stays_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    for content in ["x", "hello, this is a diary\n", &"long ".repeat(1000)] {
        fs::write(&path, content).unwrap();
        assert!(matches!(open(&path).unwrap_err(), Error::NotADatabase { .. }));
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
    let other = folder.path().join("other.db");
    Connection::open(&other).unwrap().execute_batch("CREATE TABLE mine (a); INSERT INTO mine VALUES (1)").unwrap();
    let before = fs::read(&other).unwrap();
    let error = open(&other).unwrap_err();
    assert!(error.to_string().ends_with("other.db is not a library: it is a database of another program"), "{error}");
    assert_eq!(fs::read(&other).unwrap(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left beside them");
    assert!(matches!(open(folder.path()).unwrap_err(), Error::Io { .. }), "a folder is no file");
    assert!(matches!(open(&folder.path().join("no/such/folder.db")).unwrap_err(), Error::Sqlite { .. }));

    fs::write(&path, "").unwrap();
    let (_, report) = Library::open(&path, &TempLibrary::options()).unwrap();
    assert!(report.is_new, "an empty file is a new library");
}

#[test]
fn a_newer_library_is_refused_untouched() {
    let (_folder, path) = filled(1);
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let before = fs::read(&path).unwrap();
    let error = open(&path).unwrap_err();
    assert!(matches!(error, Error::Newer { found: 99, supported: 10, .. }), "{error}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn two_libraries_on_one_file_see_each_other_and_a_stale_write_is_named() {
    let here = TempLibrary::new();
    let there = here.open_again();
    assert_eq!(here.host(), there.host());
    let skill = here.add_skill(SkillBuilder::new("x"));
    let seen = here.outside_writes().unwrap();
    let content = |body: &str| SkillChange {
        content: Some(SkillBuilder::new("x").body(body).content()),
        ..SkillChange::default()
    };
    here.update_skill(skill, 1, &content("own")).unwrap();
    assert_eq!(here.outside_writes().unwrap(), seen, "own writes are not outside ones");
    there.update_skill(skill, 2, &content("theirs")).unwrap();
    assert_ne!(here.outside_writes().unwrap(), seen);
    let error = here.update_skill(skill, 2, &content("mine")).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("skill {skill} was changed since version 2 was read: it is at version 3 now")
    );
    assert_eq!(here.get_skill(skill).unwrap().skill.content_markdown, "theirs");
}

#[test]
fn many_threads_and_libraries_write_without_losing_one() {
    let library = TempLibrary::new();
    let skill = library.add_skill(SkillBuilder::new("x"));
    let other = library.open_again();
    std::thread::scope(|scope| {
        for number in 0..8 {
            let library: &Library = if number % 2 == 0 { &library } else { &other };
            scope.spawn(move || {
                for step in 0..10 {
                    library.put_draft(skill, &format!("{number}/{step}"), "text", "").unwrap();
                    library.list_skills().unwrap();
                }
            });
        }
    });
    assert_eq!(library.list_drafts().unwrap().len(), 80);
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
}

/// The other half of the test below: it writes, says so, and never ends by itself.
#[test]
#[ignore = "run by a_killed_process_loses_nothing_it_acknowledged in a process of its own"]
fn writes_until_it_is_killed() {
    let Some(path) = std::env::var_os("STUDIO_STORE_KILL_TEST") else { return };
    let library = open(Path::new(&path)).unwrap();
    for number in 0.. {
        let name = format!("skill-{number}");
        library.create_skill(&SkillBuilder::new(&name).file("a.md", &"x".repeat(50_000)).build()).unwrap();
        let acknowledged = Path::new(&path).with_extension("acknowledged");
        fs::write(acknowledged.with_extension("new"), number.to_string()).unwrap();
        fs::rename(acknowledged.with_extension("new"), acknowledged).unwrap();
    }
}

#[test]
fn a_killed_process_loses_nothing_it_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    let acknowledged = path.with_extension("acknowledged");
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "safety::writes_until_it_is_killed"])
        .env("STUDIO_STORE_KILL_TEST", &path)
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut written = |at_least: usize| loop {
        let number: Option<usize> = fs::read_to_string(&acknowledged).ok().and_then(|text| text.parse().ok());
        if let Some(number) = number.filter(|number| *number >= at_least) {
            break number;
        }
        assert!(child.try_wait().unwrap().is_none(), "the writer ended by itself");
        std::thread::yield_now();
    };
    written(5);
    // Opened beside the writer, as a second window would.
    let beside = open(&path).unwrap();
    assert!(beside.counts().unwrap().skills >= 5);
    drop(beside);
    let before = written(20);
    child.kill().unwrap();
    child.wait().unwrap();
    let library = open(&path).unwrap();
    let after = library.counts().unwrap().skills as usize;
    assert!(after > before, "{before} was acknowledged and {after} are there");
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
}

#[test]
fn a_truncated_log_loses_only_what_it_cut() {
    let library = TempLibrary::new();
    library.add_skill(SkillBuilder::new("first"));
    // A copy of file and log is what a crash leaves behind.
    let copy = library.path_of("copy.db");
    let log = PathBuf::from(format!("{}-wal", library.path().display()));
    let copied_log = library.path_of("copy.db-wal");
    fs::copy(library.path(), &copy).unwrap();
    let whole = fs::read(&log).unwrap();
    fs::write(&copied_log, &whole[..whole.len() - 1000]).unwrap();
    let cut = open(&copy).unwrap();
    assert_eq!(cut.check().unwrap(), Vec::<String>::new());
    assert_eq!(cut.counts().unwrap().skills, 0, "the cut change is gone as a whole");
}

#[test]
fn a_truncated_library_is_named_damaged_and_what_is_left_is_salvaged() {
    let (_folder, path) = filled(40);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() * 2 / 3 / 4096 * 4096]).unwrap();
    let error = open(&path).unwrap_err();
    assert!(matches!(error, Error::Damaged { .. }), "{error}");
    let damaged = fs::read(&path).unwrap();
    let report = Library::salvage(&path, &TempLibrary::options()).unwrap();
    assert_eq!(fs::read(&report.kept).unwrap(), damaged, "the original is kept byte for byte");
    let library = open(&path).unwrap();
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
    let skills = library.list_skills().unwrap();
    assert!(!skills.is_empty(), "{report:?}");
    assert!(report.tables.iter().any(|table| table.lost > 0));
    for skill in skills {
        library.get_skill(skill.id).unwrap();
    }
}

#[test]
fn bytes_flipped_anywhere_are_noticed_or_harmless_and_never_cost_the_rest() {
    let (_folder, path) = filled(20);
    let whole = fs::read(&path).unwrap();
    let work = path.with_file_name("work.db");
    let mut seen = (0, 0);
    // A step of whole pages would only ever meet their first bytes, however many pages the file has.
    for at in (0..whole.len()).step_by(whole.len() / 15 + 1_000).chain([3, 17, 20, 30]) {
        let mut bytes = whole.clone();
        for byte in bytes.iter_mut().skip(at).take(12) {
            *byte ^= 0x5A;
        }
        fs::write(&work, &bytes).unwrap();
        match open(&work) {
            Ok(library) => {
                seen.0 += 1;
                library.check().unwrap();
                assert_eq!(library.list_skills().unwrap().len(), 20, "at {at}");
            }
            Err(error) => {
                seen.1 += 1;
                let path = work.display();
                assert!(error.to_string().contains(&path.to_string()), "{error}");
                assert_salvaged(&work, at);
            }
        }
        for entry in fs::read_dir(work.parent().unwrap()).unwrap() {
            let entry = entry.unwrap().path();
            if entry != path {
                fs::remove_file(entry).unwrap();
            }
        }
    }
    assert!(seen.0 > 0 && seen.1 > 0, "both happen: {seen:?}");
}

fn assert_salvaged(path: &Path, at: usize) {
    let report = Library::salvage(path, &TempLibrary::options()).unwrap();
    let library = open(path).unwrap();
    assert_eq!(library.check().unwrap_or_default(), Vec::<String>::new(), "at {at}: {report:?}");
    let skills = library.list_skills().unwrap();
    assert!(skills.len() >= 15, "{} skills left of 20 after bytes flipped at {at}: {report:#?}", skills.len());
    for skill in skills {
        library.read_file(skill.id, SKILL_FILE).unwrap();
    }
}

#[test]
fn a_skill_that_lost_its_row_or_its_file_is_made_whole() {
    let (_folder, path) = filled(3);
    let db = Connection::open(&path).unwrap();
    db.pragma_update(None, "foreign_keys", false).unwrap();
    db.execute("DELETE FROM skill_t WHERE name = 'skill-000'", []).unwrap();
    db.execute(
        "DELETE FROM skill_document_t WHERE skill_id = (SELECT skill_id FROM skill_t WHERE name = 'skill-001')",
        [],
    )
    .unwrap();
    db.execute("DELETE FROM library_t", []).unwrap();
    drop(db);
    let report = Library::salvage(&path, &TempLibrary::options()).unwrap();
    assert_eq!(
        report.repairs,
        [
            "1 skills lost their row: it was made anew from their file",
            "1 skills lost their file: it was made anew from their row",
            "1 library row was made anew",
        ]
    );
    let library = open(&path).unwrap();
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
    let skills = library.list_skills().unwrap();
    let names: Vec<&str> = skills.iter().map(|row| row.name.as_str()).collect();
    assert!(names[0].starts_with("recovered-") && names[1..] == ["skill-001", "skill-002"], "{names:?}");
    assert!(library.get_skill(skills[0].id).unwrap().skill.content_markdown.contains("Line of skill 0."));
    let made = library.read_file(skills[1].id, SKILL_FILE).unwrap().bytes;
    assert!(String::from_utf8(made).unwrap().starts_with("---\nname: \"skill-001\"\ndescription: \"Does skill-001."));
}

#[test]
fn backups_are_whole_libraries_and_seven_are_kept() {
    let library = TempLibrary::new();
    library.add_skill(SkillBuilder::new("x"));
    let folder = library.path_of("backups");
    let copies: Vec<PathBuf> = (0..9).map(|_| library.backup(&folder).unwrap()).collect();
    fs::write(folder.join("library-notes.db"), "mine").unwrap();
    let last = library.backup(&folder).unwrap();
    let mut kept: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    kept.sort();
    assert_eq!(kept.len(), 8, "seven copies and a file that is none: {kept:?}");
    assert!(!copies[0].exists() && copies[8].exists() && last.exists());
    let copy = open(&last).unwrap();
    assert_eq!(copy.list_skills().unwrap(), library.list_skills().unwrap());
    assert_eq!(copy.host(), library.host());
    let blocked = library.path_of("file");
    fs::write(&blocked, "").unwrap();
    assert!(matches!(library.backup(&blocked).unwrap_err(), Error::Io { .. }));
}

/// Where a library of each format is kept for good.
fn fixture(format: u32) -> PathBuf {
    repository().join(format!("fixtures/libraries/v{format}.db"))
}

/// What the library of every format holds.
fn assert_fixture(library: &Library, format: u32) {
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
fn assert_evaluation(library: &Library, set: &str) {
    assert_eq!(library.query_sets().unwrap()[0].name, set);
    let run = library.list_runs().unwrap().remove(0);
    assert_eq!(library.run_results(run.id).unwrap(), "[1]");
    assert_eq!(library.list_overlap_dismissals().unwrap()[0].texts_hash, "hash");
}

/// What came with format 3.
fn assert_tools(library: &Library) {
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
fn assert_steps(library: &Library) {
    let kept = library.get_undo_history(&UndoScope::Map).unwrap();
    assert_eq!((kept.done, kept.basis.as_str()), (vec!["{}".to_owned()], "basis"));
}

/// Gives a library everything that came with format 4.
fn keep_steps(library: &Library) {
    let history = UndoHistory { done: vec!["{}".to_owned()], undone: vec![], basis: "basis".to_owned() };
    library.put_undo_history(&UndoScope::Map, &history).unwrap();
}

/// What came with format 7.
fn assert_forms(library: &Library) {
    let kept = library.list_form_drafts(FormKind::Server).unwrap();
    assert_eq!((kept[0].row.as_str(), kept[0].sealed.as_slice()), ("named", [1, 0, 255].as_slice()));
}

/// Gives a library everything that came with format 7.
fn keep_forms(library: &Library) {
    let (kind, row, sealed) = (FormKind::Server, "named".to_owned(), vec![1, 0, 255]);
    library.put_form_draft(&FormDraft { kind, row, row_version: 2, sealed, saved_at: String::new() }).unwrap();
}

/// What came with format 8.
fn assert_sessions(library: &Library) {
    let row = library.list_simulations().unwrap().remove(0);
    assert_eq!((row.setup.as_str(), row.runner.as_deref(), row.parent), ("{}", Some("gone"), None));
    assert_eq!(library.simulation_world(&row.world_hash).unwrap().as_deref(), Some("{\"world\":1}"));
    let events = library.simulation_events(row.id).unwrap();
    assert_eq!(events.iter().map(|row| row.event.as_str()).collect::<Vec<_>>(), ["1", "2"]);
    assert_eq!(events[1].calls.as_deref(), Some("[]"));
    assert_eq!(library.list_simulation_cases().unwrap()[0].kept, "{\"say\":1}");
}

/// Gives a library everything that came with format 8.
fn keep_sessions(library: &Library) {
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
    assert!(library.put_simulation(&row, "{\"world\":1}", &[event("1", None)]).unwrap());
    let second = [event("2", Some("[]"))];
    assert!(library.append_simulation(row.id, 1, &second, "{}", &at, Some("gone")).unwrap());
    let (id, kept) = (Uuid::now_v7(), "{\"say\":1}".to_owned());
    library.put_simulation_case(&SimulationCaseRow { id, created_at: at, kept }).unwrap();
}

/// What came with format 9.
fn assert_sharing(library: &Library) {
    let remote = library.list_remotes().unwrap().remove(0);
    assert_eq!((remote.name.as_str(), remote.revision), ("team", 7));
    let item = library.list_remote_items(remote.id).unwrap().remove(0);
    assert_eq!((item.kind, item.row_version, item.agreed.as_deref()), (SharedKind::Skill, 3, Some("hash")));
    assert_eq!(library.agreed_content(remote.id, item.kind, item.id).unwrap().as_deref(), Some("{}"));
}

/// What came with format 10.
fn assert_packs(library: &Library) {
    let pack = library.list_packs().unwrap().remove(0);
    assert_eq!((pack.name.as_str(), pack.content.as_str()), ("care", "{}"));
    let export = library.last_pack_export(pack.id).unwrap().unwrap();
    let file = library.list_pack_files(export.id).unwrap().remove(0);
    assert_eq!((export.kept.as_str(), file.path.as_str(), file.has_text), ("{}", "SKILL.md", true));
    assert_eq!(library.pack_text(&file.sha256).unwrap().as_deref(), Some("text"));
    assert_eq!(library.list_scan_dismissals().unwrap()[0].note, "an example");
}

/// Gives a library everything that came with format 10.
fn keep_packs(library: &Library) {
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
fn keep_sharing(library: &Library) {
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

#[test]
fn one_program_at_a_time_is_at_work_in_a_session() {
    let library = TempLibrary::new();
    keep_sessions(&library);
    let seen = library.list_simulations().unwrap().remove(0);
    assert_eq!(library.take_simulation(&seen, "one").unwrap(), Some(true));
    assert_eq!(library.take_simulation(&seen, "two").unwrap(), Some(false), "it is not as it was seen");
    let taken = library.find_simulation(seen.id).unwrap().unwrap();
    assert_eq!((taken.runner.as_deref(), &taken.summary), (Some("one"), &seen.summary));
    library.append_simulation(seen.id, 2, &[], "{}", "2026-01-02T03:04:06.000Z", Some("one")).unwrap();
    assert_eq!(library.take_simulation(&taken, "two").unwrap(), Some(false), "it went on meanwhile");
}

#[test]
fn a_world_goes_with_the_last_session_that_has_it() {
    let library = TempLibrary::new();
    let row = |parent| SimulationRow {
        id: Uuid::now_v7(),
        world_hash: "f".repeat(64),
        started_at: String::new(),
        updated_at: String::new(),
        setup: String::new(),
        summary: String::new(),
        parent,
        runner: None,
    };
    let first = row(None);
    let second = row(Some((first.id, 3)));
    for one in [&first, &second] {
        library.put_simulation(one, "world", &[]).unwrap();
    }
    assert_eq!(library.find_simulation(second.id).unwrap().unwrap().parent, Some((first.id, 3)));
    library.delete_simulation(first.id).unwrap();
    assert_eq!(library.simulation_world(&first.world_hash).unwrap().as_deref(), Some("world"));
    library.delete_simulation(second.id).unwrap();
    assert_eq!(library.simulation_world(&first.world_hash).unwrap(), None);
    assert!(matches!(library.delete_simulation(second.id), Err(Error::NotFound { .. })));
    assert!(matches!(library.append_simulation(second.id, 0, &[], "", "", None), Err(Error::NotFound { .. })));
}

/// Gives a library everything that came with format 3.
fn tool_up(library: &Library) {
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

/// Brings a library up with what its own format did not have.
fn bring_up(path: &Path, format: u32) {
    let library = open(path).unwrap();
    if format < 2 {
        evaluate(&library);
    }
    if format < 3 {
        tool_up(&library);
    }
    if format < 4 {
        change(&library);
        keep_steps(&library);
    }
    if format < 7 {
        keep_forms(&library);
    }
    if format < 8 {
        keep_sessions(&library);
    }
    if format < 9 {
        keep_sharing(&library);
    }
    if format < 10 {
        keep_packs(&library);
    }
}

/// What came with format 4.
fn assert_changes(library: &Library) {
    let set = library.list_change_sets().unwrap().remove(0);
    assert_eq!((set.kind, set.title.as_str(), set.items), (ChangeKind::Move, "Moved 1 skill", 1));
    let (_, items) = library.get_change_set(set.id).unwrap();
    assert_eq!((items[0].before.as_deref(), items[0].after.as_deref()), (Some(""), Some("care")));
    assert_eq!(library.list_findings().unwrap()[0].ignored.as_deref(), Some("meant so"));
}

/// Gives a library everything that came with format 4.
fn change(library: &Library) {
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
fn evaluate(library: &Library) {
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

#[test]
fn a_library_of_every_format_still_opens_with_all_it_held() {
    let folder = tempfile::tempdir().unwrap();
    let formats = [
        (1, Some(1), "queries"),
        (2, Some(2), "care"),
        (3, Some(3), "care"),
        (4, Some(4), "care"),
        (5, Some(5), "care"),
        (6, Some(6), "care"),
        (7, Some(7), "care"),
        (8, Some(8), "care"),
        (9, Some(9), "care"),
    ];
    for (format, migrated_from, set) in formats {
        let path = folder.path().join(format!("{format}.db"));
        fs::copy(fixture(format), &path).unwrap();
        let (library, report) = Library::open(&path, &TempLibrary::options()).unwrap();
        assert_eq!((report.is_new, report.migrated_from), (false, migrated_from));
        assert_fixture(&library, format);
        drop(library);
        bring_up(&path, format);
        let (library, report) = Library::open(&path, &TempLibrary::options()).unwrap();
        assert_eq!(report.migrated_from, None, "it is of the newest format now");
        assert_evaluation(&library, set);
        assert_tools(&library);
        assert_changes(&library);
        assert_steps(&library);
        assert_forms(&library);
        assert_sessions(&library);
        assert_sharing(&library);
        assert_packs(&library);
    }
}

/// As `SQLite` had it until 3.45: no value is no valid JSON.
fn with_older_json_valid(path: &Path) -> Connection {
    let db = Connection::open(path).unwrap();
    db.create_scalar_function("json_valid", 1, FunctionFlags::SQLITE_DETERMINISTIC, |context| {
        let text = context.get::<Option<String>>(0)?;
        Ok(text.is_some_and(|text| serde_json::from_str::<serde_json::Value>(&text).is_ok()))
    })
    .unwrap();
    db
}

#[test]
fn a_library_is_whole_in_the_eyes_of_an_older_sqlite_too() {
    let folder = tempfile::tempdir().unwrap();
    let fresh = folder.path().join("fresh.db");
    write_fixture(&fresh);
    let mut paths = vec![fresh];
    for format in 1..=9 {
        let path = folder.path().join(format!("{format}.db"));
        fs::copy(fixture(format), &path).unwrap();
        bring_up(&path, format);
        drop(open(&path).unwrap());
        paths.push(path);
    }
    for path in paths {
        let db = with_older_json_valid(&path);
        let mut problems = db.prepare("PRAGMA integrity_check").unwrap();
        let problems: Vec<String> = problems.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
        assert_eq!(problems, ["ok"], "{}", path.display());
        // Not only the rows there are: every check of a value that may be missing lets it be missing.
        let sql = "SELECT t.name, c.name, t.sql FROM sqlite_schema t JOIN pragma_table_info(t.name) c
            WHERE t.type = 'table' AND c.\"notnull\" = 0 AND t.sql LIKE '%json_valid(' || c.name || ')%'";
        let mut checks = db.prepare(sql).unwrap();
        let checks = checks.query_map([], |row| <(String, String, String)>::try_from(row)).unwrap();
        let mut seen = 0;
        for (table, column, sql) in checks.map(Result::unwrap) {
            let sql = sql.replace('"', "");
            assert!(sql.contains(&format!("{column} IS NULL OR json_valid({column})")), "{table}.{column}: {sql}");
            seen += 1;
        }
        assert_eq!(seen, 7);
    }
}

#[test]
fn a_migration_cut_short_leaves_the_older_library() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("library.db"), folder.path().join("copy.db"));
    fs::copy(fixture(1), &path).unwrap();
    let db = Connection::open(&path).unwrap();
    db.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(())).unwrap();
    db.execute_batch(&format!("BEGIN; {} PRAGMA user_version = 2; COMMIT", STEPS[1])).unwrap();
    // File and log as a process leaves them that is killed before its last page is written.
    let log = fs::read(beside(&path, "-wal")).unwrap();
    for end in [log.len() - 1, log.len() / 2, 40] {
        fs::copy(&path, &copy).unwrap();
        fs::write(beside(&copy, "-wal"), &log[..end]).unwrap();
        let (library, report) = Library::open(&copy, &TempLibrary::options()).unwrap();
        assert_eq!(report.migrated_from, Some(1), "nothing of it was done");
        assert_fixture(&library, 1);
        evaluate(&library);
        assert_evaluation(&library, "queries");
    }
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", path.display()))
}

/// How every format up to the newest came to be.
const STEPS: [&str; 10] = [
    include_str!("../../src/migrations/1_library.sql"),
    include_str!("../../src/migrations/2_evaluate.sql"),
    include_str!("../../src/migrations/3_tools.sql"),
    include_str!("../../src/migrations/4_strangers.sql"),
    include_str!("../../src/migrations/5_one_truth.sql"),
    include_str!("../../src/migrations/6_nothing_lost.sql"),
    include_str!("../../src/migrations/7_forms.sql"),
    include_str!("../../src/migrations/8_sessions.sql"),
    include_str!("../../src/migrations/9_sharing.sql"),
    include_str!("../../src/migrations/10_packs.sql"),
];

/// A library as some format made it, table by table, with the rows of the fixture.
fn created_in_format(format: u32, path: &Path) {
    let db = Connection::open(path).unwrap();
    for step in &STEPS[..format as usize] {
        db.execute_batch(step).unwrap();
    }
    db.execute("ATTACH ? AS fixture", [fixture(format).display().to_string()]).unwrap();
    let sql = "SELECT name FROM fixture.sqlite_schema WHERE type = 'table' ORDER BY rowid";
    let tables: Vec<String> =
        db.prepare(sql).unwrap().query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    for table in tables {
        db.execute(&format!("INSERT INTO main.{table} SELECT * FROM fixture.{table}"), []).unwrap();
    }
    db.pragma_update(None, "user_version", format).unwrap();
}

/// Where a library of some format comes from, and the format up to which all it held is expected to be left.
type Origin = (&'static str, fn(&Path), u32);

#[test]
fn a_lost_list_of_tables_is_found_again_in_every_format() {
    fn copied(format: u32, path: &Path) {
        fs::copy(fixture(format), path).unwrap();
    }
    fn brought_up(make: fn(u32, &Path), format: u32, path: &Path) {
        make(format, path);
        bring_up(path, format);
    }
    let origins: [Origin; 38] = [
        ("created in format 1", |path| created_in_format(1, path), 1),
        ("copied in format 1", |path| copied(1, path), 1),
        ("created in format 1, brought up", |path| brought_up(created_in_format, 1, path), 10),
        ("copied in format 1, brought up", |path| brought_up(copied, 1, path), 10),
        // Its new tables lie where no other file's do: they are lost, and everything else is not.
        (
            "created in format 1, brought up and killed before it was laid out anew",
            |path| {
                created_in_format(1, path);
                let db = Connection::open(path).unwrap();
                db.execute_batch(&format!("{} PRAGMA user_version = 10", STEPS[1..].join(" "))).unwrap();
                bring_up(path, 1);
            },
            1,
        ),
        ("created in format 2", |path| created_in_format(2, path), 2),
        ("copied in format 2", |path| copied(2, path), 2),
        ("created in format 2, brought up", |path| brought_up(created_in_format, 2, path), 10),
        ("copied in format 2, brought up", |path| brought_up(copied, 2, path), 10),
        ("created in format 3", |path| created_in_format(3, path), 3),
        ("copied in format 3", |path| copied(3, path), 3),
        ("created in format 3, brought up", |path| brought_up(created_in_format, 3, path), 10),
        ("copied in format 3, brought up", |path| brought_up(copied, 3, path), 10),
        ("created in format 4", |path| created_in_format(4, path), 4),
        ("copied in format 4", |path| copied(4, path), 4),
        ("created in format 4, brought up", |path| brought_up(created_in_format, 4, path), 10),
        ("copied in format 4, brought up", |path| brought_up(copied, 4, path), 10),
        ("created in format 5", |path| created_in_format(5, path), 5),
        ("copied in format 5", |path| copied(5, path), 5),
        ("created in format 5, brought up", |path| brought_up(created_in_format, 5, path), 10),
        ("copied in format 5, brought up", |path| brought_up(copied, 5, path), 10),
        ("created in format 6", |path| created_in_format(6, path), 6),
        ("copied in format 6", |path| copied(6, path), 6),
        ("created in format 6, brought up", |path| brought_up(created_in_format, 6, path), 10),
        ("copied in format 6, brought up", |path| brought_up(copied, 6, path), 10),
        ("created in format 7", |path| created_in_format(7, path), 7),
        ("copied in format 7", |path| copied(7, path), 7),
        ("created in format 7, brought up", |path| brought_up(created_in_format, 7, path), 10),
        ("copied in format 7, brought up", |path| brought_up(copied, 7, path), 10),
        ("created in format 8", |path| created_in_format(8, path), 8),
        ("copied in format 8", |path| copied(8, path), 8),
        ("created in format 8, brought up", |path| brought_up(created_in_format, 8, path), 10),
        ("copied in format 8, brought up", |path| brought_up(copied, 8, path), 10),
        ("created in format 9", |path| created_in_format(9, path), 9),
        ("copied in format 9", |path| copied(9, path), 9),
        ("created in format 9, brought up", |path| brought_up(created_in_format, 9, path), 10),
        ("copied in format 9, brought up", |path| brought_up(copied, 9, path), 10),
        ("created in format 10", write_fixture, 10),
    ];
    for (origin, make, holds) in origins {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("library.db");
        make(&path);
        let mut bytes = fs::read(&path).unwrap();
        bytes[100..4096].fill(0xA5);
        fs::write(&path, bytes).unwrap();
        assert!(matches!(open(&path).unwrap_err(), Error::Damaged { .. }), "{origin}");
        let report = Library::salvage(&path, &TempLibrary::options()).unwrap();
        assert!(report.repairs[0].starts_with("the list of tables was lost"), "{origin}: {report:?}");
        assert_eq!(report.repairs.len(), 1, "{origin}: {report:?}");
        let library = open(&path).unwrap();
        assert_fixture(&library, library.info().unwrap().name["Format ".len()..].parse().unwrap());
        if holds >= 2 {
            assert_evaluation(&library, &library.list_queries(None).unwrap()[0].set);
        }
        if holds >= 3 {
            assert_tools(&library);
        }
        if holds >= 4 {
            assert_changes(&library);
            assert_steps(&library);
        }
        if holds >= 7 {
            assert_forms(&library);
        }
        if holds >= 8 {
            assert_sessions(&library);
        }
        if holds >= 9 {
            assert_sharing(&library);
        }
        if holds >= 10 {
            assert_packs(&library);
        }
    }
}

/// Run once for each format, before the next migration is written; never again for a format that has shipped.
#[test]
#[ignore = "writes the fixture of the current format"]
fn write_the_fixture_of_format_10() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    write_fixture(&path);
    let copy = open(&path).unwrap().backup(&folder.path().join("copies")).unwrap();
    fs::create_dir_all(fixture(10).parent().unwrap()).unwrap();
    fs::copy(copy, fixture(10)).unwrap();
}

/// Makes a library of the newest format at `path`.
fn write_fixture(path: &Path) {
    let library = TempLibrary::new();
    let triage = library.add_skill(SkillBuilder::new("triage").tags(&["medical"]));
    let emergency = SkillBuilder::new("emergency").parent(triage).file("scripts/call.sh", "#!/bin/sh\n");
    let emergency = library.add_skill(emergency.link("/skills/emergency"));
    let tool = library.add_tool(ToolBuilder::new("call"));
    library.put_parameter(&studio_testkit::parameter(tool, "number")).unwrap();
    library.put_skill_tool(&skill_tool(emergency, tool)).unwrap();
    library.put_skill_dependency(&studio_testkit::skill_dependency(emergency, triage)).unwrap();
    let agent = library.add_agent(AgentBuilder::new("Nurse"));
    library.put_agent_skill(&agent_skill(agent, emergency)).unwrap();
    library.put_draft(emergency, SKILL_FILE, "typed and not saved", "base").unwrap();
    library.set_setting("theme", "dark").unwrap();
    library
        .put_query(&LabelledQuery {
            id: Uuid::now_v7(),
            set: "care".to_owned(),
            text: "someone collapsed".to_owned(),
            expected: vec!["emergency".to_owned()],
            source: "fixture".to_owned(),
        })
        .unwrap();
    evaluate(&library);
    tool_up(&library);
    change(&library);
    keep_steps(&library);
    keep_forms(&library);
    keep_sessions(&library);
    keep_sharing(&library);
    keep_packs(&library);
    library.set_info("Format 10", false).unwrap();
    let (_folder, closed) = library.close();
    fs::copy(closed, path).unwrap();
}

#[test]
fn s0_21_an_agent_deleted_in_an_older_library_leaves_its_name_to_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    fs::copy(fixture(4), &path).unwrap();
    Connection::open(&path).unwrap().execute_batch("UPDATE agent_definition_t SET active = 0").unwrap();
    let library = open(&path).unwrap();
    let trash = library.list_trash().unwrap();
    let row = trash.iter().find(|row| row.key.kind == TrashKind::Agent).unwrap();
    let old = library.get_agent(AgentId(row.key.id)).unwrap();
    assert!(!old.audit.active && old.name == row.name && row.name != row.key.id.to_string(), "{row:?}");
    let new = AgentBuilder::new(&row.name).build();
    library.put_agent(&new).unwrap();
    let taken = library.set_agent_active(old.id, old.audit.aggregate_version, true).unwrap_err();
    assert!(matches!(taken, Error::Taken { entity: "agent", .. }), "{taken}");
    let audit = library.set_agent_active(new.id, 1, false).unwrap();
    assert!(library.set_agent_active(old.id, old.audit.aggregate_version, true).unwrap().active);
    assert_eq!((library.get_agent(new.id).unwrap().name, audit.aggregate_version), (old.name, 2));
}
