//! What happens to files that are not, not any more or too new a library; and two of us at one file.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use rusqlite::Connection;
use studio_store::{Error, Library, SKILL_FILE, SkillChange};
use studio_testkit::{AgentBuilder, SkillBuilder, TempLibrary, ToolBuilder, agent_skill, skill_tool, until_some};

pub(crate) fn open(path: &Path) -> Result<Library, Error> {
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

pub(crate) fn beside(path: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", path.display()))
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
    assert!(error.to_string().ends_with("other.db isn't a library: it is another program's database"), "{error}");
    assert_eq!(fs::read(&other).unwrap(), before);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left beside them");
    assert!(matches!(open(folder.path()).unwrap_err(), Error::Io { .. }), "a folder is no file");
    assert!(matches!(open(&folder.path().join("no/such/folder.db")).unwrap_err(), Error::Io { .. }));

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
    assert!(matches!(error, Error::Newer { found: 99, supported: 11, .. }), "{error}");
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
    assert_eq!(error.to_string(), format!("skill {skill} has changed since it was read (version 2, now 3)"));
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
    let mut written = |at_least: usize| {
        until_some("what it acknowledged", || {
            assert!(child.try_wait().unwrap().is_none(), "the writer ended by itself");
            let number: Option<usize> = fs::read_to_string(&acknowledged).ok().and_then(|text| text.parse().ok());
            number.filter(|number| *number >= at_least)
        })
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
            "skills recreated from their file: 1",
            "skill files recreated from the database: 1",
            "library record recreated: 1",
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

/// A library of somebody else's, with this added to it.
fn with_strange(statements: &str) -> (tempfile::TempDir, PathBuf) {
    let (folder, path) = filled(3);
    Connection::open(&path).unwrap().execute_batch(statements).unwrap();
    (folder, path)
}

#[test]
fn what_acts_by_itself_in_a_strangers_library_is_named_and_left_behind_by_a_rescue() {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)";
    let instead = format!(
        "ALTER TABLE library_t RENAME TO hidden_t;
        CREATE VIEW library_t AS {endless} SELECT '0' AS host_id, i AS name, '' AS created_ts, 0 AS is_sample FROM n;"
    );
    for (statements, named) in [
        (
            "CREATE TRIGGER undo_saves AFTER UPDATE ON skill_document_t BEGIN
                UPDATE skill_document_t SET bytes = OLD.bytes WHERE rowid = NEW.rowid; END",
            "trigger undo_saves",
        ),
        (
            "DROP TRIGGER skill_vector_is_old;
            CREATE TRIGGER skill_vector_is_old AFTER INSERT ON skill_t BEGIN DELETE FROM skill_t; END",
            "trigger skill_vector_is_old",
        ),
        (&instead, "view library_t"),
        ("CREATE TABLE other_t (a UNIQUE ON CONFLICT REPLACE)", "table other_t"),
        ("CREATE VIRTUAL TABLE words_t USING fts5(a)", "table words_t"),
    ] {
        let (folder, path) = with_strange(statements);
        let before = fs::read(&path).unwrap();
        for error in [open(&path).unwrap_err(), Library::open_for_a_look(&path).unwrap_err()] {
            let said = error.to_string();
            assert!(matches!(error, Error::Strange { .. }) && said.contains(named), "{said}");
        }
        assert_eq!(fs::read(&path).unwrap(), before, "nothing in it was touched");
        let report = Library::salvage(&path, &TempLibrary::options()).unwrap();
        let library = open(&path).unwrap();
        assert_eq!(library.list_skills().unwrap().len(), 3, "{report:#?}");
        assert_eq!(library.check().unwrap(), Vec::<String>::new());
        drop(library);
        let db = Connection::open(&path).unwrap();
        let sql =
            "SELECT count(*) FROM sqlite_schema WHERE name IN ('undo_saves', 'other_t', 'words_t') OR type = 'view'";
        assert_eq!(db.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap(), 0);
        drop(folder);
    }
}

#[test]
fn a_strangers_list_of_tables_calls_nothing_that_reaches_beyond_the_file() {
    let library = TempLibrary::new();
    let (_folder, path) = library.close();
    let library = open(&path).unwrap();
    // Written after it was opened, as by another program.
    let other = Connection::open(&path).unwrap();
    other
        .execute_batch("CREATE TRIGGER late AFTER INSERT ON query_t BEGIN SELECT * FROM pragma_table_list; END")
        .unwrap();
    let query = studio_store::LabelledQuery {
        id: uuid::Uuid::now_v7(),
        set: "set".into(),
        text: "text".into(),
        expected: vec![],
        unwanted: vec![],
        source: "hand".into(),
    };
    let error = library.put_query(&query).unwrap_err().to_string();
    assert!(error.contains("unsafe use of virtual table"), "{error}");
}
