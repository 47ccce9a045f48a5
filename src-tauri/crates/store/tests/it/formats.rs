//! Libraries of every format there ever was: each opens with all it held, also cut short, damaged, and by an older `SQLite`.

mod holdings;

use std::{
    fs,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, functions::FunctionFlags};
use studio_model::AgentId;
use studio_store::{Error, LabelledQuery, Library, SKILL_FILE, TrashKind};
use studio_testkit::{AgentBuilder, SkillBuilder, TempLibrary, ToolBuilder, agent_skill, repository, skill_tool};
use uuid::Uuid;

use holdings::{
    assert_changes, assert_evaluation, assert_fixture, assert_forms, assert_packs, assert_sessions, assert_sharing,
    assert_steps, assert_tools, keep_packs, keep_sharing,
};
pub(crate) use holdings::{change, evaluate, keep_forms, keep_sessions, keep_steps, tool_up};

use crate::safety::{beside, open};

/// Where a library of each format is kept for good.
fn fixture(format: u32) -> PathBuf {
    repository().join(format!("fixtures/libraries/v{format}.db"))
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
        (10, Some(10), "care"),
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
    for format in 1..=10 {
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

/// How every format up to the newest came to be.
const STEPS: [&str; 11] = [
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
    include_str!("../../src/migrations/11_session_parts.sql"),
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

#[test]
fn a_lost_list_of_tables_is_found_again_in_every_format() {
    fn copied(format: u32, path: &Path) {
        fs::copy(fixture(format), path).unwrap();
    }
    type Making = fn(u32, &Path);
    let makings: [(&str, Making); 2] = [("created", created_in_format), ("copied", copied)];
    for format in 1..=10 {
        for (making, make) in makings {
            assert_found_again(&format!("{making} in format {format}"), |path| make(format, path), format);
            let brought_up = |path: &Path| {
                make(format, path);
                bring_up(path, format);
            };
            assert_found_again(&format!("{making} in format {format}, brought up"), brought_up, 10);
        }
    }
    // Its new tables lie where no other file's do: they are lost, and everything else is not.
    let killed = |path: &Path| {
        created_in_format(1, path);
        let db = Connection::open(path).unwrap();
        db.execute_batch(&format!("{} PRAGMA user_version = 11", STEPS[1..].join(" "))).unwrap();
        bring_up(path, 1);
    };
    assert_found_again("created in format 1, brought up and killed before it was laid out anew", killed, 1);
    assert_found_again("created in format 11", write_fixture, 11);
}

/// Loses the list of tables of a library that is made, and expects all it held up to some format to be found again.
fn assert_found_again(origin: &str, make: impl Fn(&Path), holds: u32) {
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

/// Run once for each format, before the next migration is written; never again for a format that has shipped.
#[test]
#[ignore = "writes the fixture of the current format"]
fn write_the_fixture_of_format_11() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("library.db");
    write_fixture(&path);
    let copy = open(&path).unwrap().backup(&folder.path().join("copies")).unwrap();
    fs::create_dir_all(fixture(11).parent().unwrap()).unwrap();
    fs::copy(copy, fixture(11)).unwrap();
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
            unwanted: vec![],
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
    library.set_info("Format 11", false).unwrap();
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
