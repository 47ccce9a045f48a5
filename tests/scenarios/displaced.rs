//! The open library moved, deleted or replaced: writing stops at once, and every way on has all that was saved or typed.

use std::{fs, process::Command};

use studio_api::{
    Error, ErrorCode, Upkeep,
    dto::{
        CheckStatus, DisplacedHow, DisplacedLibrary, FoundKind, PaletteRequest, SearchMode, SearchRequest, StudioEvent,
    },
};

use crate::harness::{Bench, refused, skill};

const NEW_TEXT: &str = "---\nname: one\ndescription: First. Use when first.\n---\n\nAnother body.\n";
const TYPED: &str = "---\nname: one\ndescription: First. Use when first.\n---\n\nTyped meanwhile.\n";

/// A library with one skill, at a path of its own, that something is done to while it is open.
fn displaced_by(change: impl FnOnce(&Bench)) -> (Bench, String, DisplacedLibrary) {
    let bench = Bench::new();
    let id = bench.add_skill("one", skill("one", "First. Use when first.", "", "Body.")).id;
    bench.save(&id, "SKILL.md", NEW_TEXT);
    let version = bench.get_skill(&id).unwrap().aggregate_version;
    change(&bench);
    for _ in 0..2 {
        let message = refused(bench.save_file(&id, "SKILL.md", TYPED, version, None), ErrorCode::DisplacedLibrary);
        assert!(message.contains("Test.db") && message.contains("wasn't saved"), "{message}");
    }
    bench.save_draft(&id, "SKILL.md", TYPED).unwrap();
    let displaced = bench.get_library().unwrap().displaced.unwrap();
    assert_eq!((displaced.path.as_str(), displaced.drafts), (bench.path("Test.db").as_str(), 1));
    assert_eq!(bench.text(&id, "SKILL.md"), NEW_TEXT, "reading goes on");
    let copy = displaced.copy.clone().unwrap();
    let kept = studio_store::Library::open(copy.as_ref(), &studio_store::Options::new("tester")).unwrap().0;
    assert_eq!(kept.list_skills().unwrap().len(), 1, "a copy was made at once");
    (bench, id, displaced)
}

/// Everything saved is there, what was typed since is a draft, and saving goes on.
fn assert_goes_on(bench: &Bench, id: &str) {
    let info = bench.get_library().unwrap();
    assert_eq!(info.displaced, None);
    assert_eq!(bench.text(id, "SKILL.md"), NEW_TEXT);
    let drafts = bench.list_drafts().unwrap();
    assert_eq!(drafts.iter().map(|draft| draft.text.as_str()).collect::<Vec<_>>(), [TYPED]);
    bench.save(id, "SKILL.md", TYPED);
    assert_eq!(bench.doctor()[0].status, CheckStatus::Ok, "{:?}", bench.doctor()[0]);
}

#[test]
fn a_moved_library_is_followed() {
    let (bench, id, displaced) = displaced_by(|bench| {
        fs::create_dir(bench.path("archive")).unwrap();
        fs::rename(bench.path("Test.db"), bench.path("archive/Moved.db")).unwrap();
    });
    assert_eq!(displaced.how, DisplacedHow::Moved);
    assert!(!displaced.is_path_taken);
    let to = displaced.moved_to.unwrap();
    assert_eq!(to, bench.path("archive/Moved.db"));
    bench.open_library(&to).unwrap();
    assert_goes_on(&bench, &id);
    assert_goes_on_after_restart(bench, &id);
}

fn assert_goes_on_after_restart(bench: Bench, id: &str) {
    let bench = bench.reopen(Upkeep::OnDemand);
    assert_eq!(bench.text(id, "SKILL.md"), TYPED);
    assert!(bench.list_drafts().unwrap().is_empty());
}

#[test]
fn a_deleted_library_goes_on_in_a_copy_of_it() {
    let (bench, id, displaced) = displaced_by(|bench| fs::remove_file(bench.path("Test.db")).unwrap());
    assert_eq!((displaced.how, displaced.moved_to), (DisplacedHow::Deleted, None));
    let info = bench.save_library_copy(&bench.path("Rescued.db")).unwrap();
    assert_eq!(info.path, bench.path("Rescued.db"));
    assert_goes_on(&bench, &id);
    assert_goes_on_after_restart(bench, &id);
}

#[test]
fn a_replaced_library_leaves_the_file_that_took_its_place_alone() {
    let (bench, id, displaced) = displaced_by(|bench| {
        let other = studio_store::Library::open(bench.path("Other.db").as_ref(), &studio_store::Options::new("other"));
        drop(other.unwrap());
        fs::rename(bench.path("Other.db"), bench.path("Test.db")).unwrap();
    });
    assert_eq!((displaced.how, displaced.is_path_taken), (DisplacedHow::Replaced, true));
    let message = refused(bench.save_library_copy(&bench.path("Test.db")), ErrorCode::Invalid);
    assert!(message.contains("another name"), "{message}");
    // The new file has none of it: what was typed waits for a library that has the skill.
    assert_eq!(bench.open_library(&bench.path("Test.db")).unwrap().skills, 0);
    assert!(bench.list_drafts().unwrap().is_empty());
    let bench = bench.reopen(Upkeep::OnDemand);
    bench.open_library(&displaced.copy.unwrap()).unwrap();
    assert_goes_on(&bench, &id);
    let other = studio_store::Library::open(bench.path("Test.db").as_ref(), &studio_store::Options::new("other"));
    assert_eq!(other.unwrap().0.check().unwrap(), Vec::<String>::new());
}

#[test]
fn the_screen_is_told_when_a_library_goes_from_its_path() {
    let bench = Bench::live();
    bench.add_skill("one", skill("one", "First. Use when first.", "", "Body."));
    fs::rename(bench.path("Test.db"), bench.path("Moved.db")).unwrap();
    bench.events.wait_for("the library's being moved", |event| {
        matches!(event, StudioEvent::LibraryDisplaced { displaced: Some(displaced) } if displaced.how == DisplacedHow::Moved)
    });
    bench.open_library(&bench.path("Moved.db")).unwrap();
    assert_eq!(bench.row("one").name, "one");
}

/// Runs a line in the folder of a library. Another program does it: to close a file takes away this one's locks on it.
fn shell(bench: &Bench, line: &str) {
    let ran = Command::new("sh").args(["-c", line]).current_dir(bench.path("")).status().unwrap();
    assert!(ran.success(), "{line}");
}

fn another(bench: &Bench) -> studio_store::Library {
    let options = studio_store::Options::new("other");
    studio_store::Library::open(bench.path("Other.db").as_ref(), &options).unwrap().0
}

/// What programs do to the log of an open library that take it for a file like any other.
const LOG_WRITTEN_OVER: [&str; 6] = [
    "truncate -s 0 Test.db-wal",
    "cp Other.db-wal Test.db-wal",
    "cp Earlier-wal Test.db-wal",
    "cp Other.db-wal part && mv part Test.db-wal",
    "truncate -s 0 Test.db-shm",
    "cp Earlier-shm Test.db-shm",
];

#[test]
fn what_was_saved_is_kept_where_the_log_of_a_library_is_written_over() {
    for line in LOG_WRITTEN_OVER {
        let bench = Bench::new();
        let other = another(&bench);
        other.set_info("Other", false).unwrap();
        let id = bench.add_skill("one", skill("one", "First. Use when first.", "", "Body.")).id;
        shell(&bench, "cp Test.db-wal Earlier-wal && cp Test.db-shm Earlier-shm");
        bench.save(&id, "SKILL.md", NEW_TEXT);
        shell(&bench, line);
        assert_eq!(bench.text(&id, "SKILL.md"), NEW_TEXT, "{line}");
        bench.save(&id, "SKILL.md", TYPED);
        assert_eq!(bench.get_library().unwrap().displaced, None, "{line}");
        // The studio is killed now.
        shell(&bench, "mkdir killed && cp Test.db Test.db-wal killed/");
        bench.open_library(&bench.path("killed/Test.db")).unwrap();
        assert_eq!(bench.text(&id, "SKILL.md"), TYPED, "{line}");
        assert_eq!(bench.doctor()[0].status, CheckStatus::Ok, "{line}: {:?}", bench.doctor()[0]);
        // And the one that was closed is whole as well.
        bench.open_library(&bench.path("Test.db")).unwrap();
        assert_eq!(bench.text(&id, "SKILL.md"), TYPED, "{line}");
        assert_eq!(bench.doctor()[0].status, CheckStatus::Ok, "{line}: {:?}", bench.doctor()[0]);
        drop(other);
    }
}

type Read = fn(&Bench, &str) -> Result<(), Error>;

/// What a screen asks of a library.
const READ: [(&str, Read); 13] = [
    ("list", |bench, _| bench.list_skills().map(drop)),
    ("rows", |bench, id| bench.get_skill_rows(&[id.to_owned()]).map(drop)),
    ("get", |bench, id| bench.get_skill(id).map(drop)),
    ("search by words", |bench, _| search(bench, SearchMode::Words)),
    ("search by meaning", |bench, _| search(bench, SearchMode::Meaning)),
    ("palette", |bench, _| {
        let (query, kinds) = ("one".to_owned(), vec![FoundKind::Skill]);
        bench.search_palette(&PaletteRequest { query, kinds, actions: Vec::new(), limit: 9 }).map(drop)
    }),
    ("overview", |bench, _| bench.get_overview(None).map(drop)),
    ("problems", |bench, _| bench.list_problems().map(drop)),
    ("history", |bench, id| bench.list_versions(id).map(drop)),
    ("tools", |bench, _| bench.list_tools().map(drop)),
    ("trash", |bench, _| bench.list_trash().map(drop)),
    ("map", |bench, _| bench.get_map().map(drop)),
    ("drafts", |bench, _| bench.list_drafts().map(drop)),
];

fn search(bench: &Bench, mode: SearchMode) -> Result<(), Error> {
    let query = "first".to_owned();
    bench.search_skills(&SearchRequest { query, mode, limit: 9, among: None }).map(drop)
}

/// A library with one skill, changes in its log, and another library written over it in place, as `cp` does.
fn overwritten(before: impl FnOnce(&Bench, &str)) -> (Bench, String) {
    let bench = Bench::new();
    drop(another(&bench));
    let id = bench.add_skill("one", skill("one", "First. Use when first.", "", "Body.")).id;
    bench.save(&id, "SKILL.md", NEW_TEXT);
    for _ in 0..2 {
        // Looks bring the log into the file.
        bench.get_library().unwrap();
    }
    before(&bench, &id);
    shell(&bench, "cp Other.db Test.db");
    (bench, id)
}

#[test]
fn nothing_is_answered_from_a_file_that_was_written_over_a_library() {
    for (what, read) in READ {
        let (bench, id) = overwritten(|bench, id| {
            // What was read once may be answered from memory.
            read(bench, id).unwrap();
            bench.save(id, "SKILL.md", TYPED);
        });
        for _ in 0..2 {
            let Err(error) = read(&bench, &id) else { panic!("{what} was answered") };
            assert_eq!(error.code, ErrorCode::DisplacedLibrary, "{what}: {}", error.message);
            assert!(error.message.contains("Test.db was overwritten by another program"), "{what}: {}", error.message);
            assert!(error.message.contains("until you open it again"), "{what}: {}", error.message);
        }
        let info = bench.get_library().unwrap();
        assert_eq!(info.skills, 1, "{what}: what it said last");
        let displaced = info.displaced.unwrap();
        assert_eq!((displaced.how, displaced.is_path_taken), (DisplacedHow::Overwritten, true), "{what}");
        shell(&bench, "cmp Other.db Test.db");
    }
}

#[test]
fn a_library_that_is_written_over_in_place_is_left_as_it_is_found_and_what_is_typed_is_kept() {
    let (bench, id) = overwritten(|bench, id| {
        bench.save(id, "SKILL.md", TYPED);
    });
    for _ in 0..2 {
        refused(bench.save_file(&id, "SKILL.md", NEW_TEXT, 1, None), ErrorCode::DisplacedLibrary);
    }
    bench.save_draft(&id, "SKILL.md", NEW_TEXT).unwrap();
    assert_eq!(bench.get_library().unwrap().displaced.unwrap().drafts, 1);
    let message = refused(bench.save_library_copy(&bench.path("Copy.db")), ErrorCode::DisplacedLibrary);
    assert!(message.contains("open a backup"), "{message}");
    assert!(!std::path::Path::new(&bench.path("Copy.db")).exists(), "no copy is of two libraries");
    shell(&bench, "cmp Other.db Test.db");
    assert_eq!(bench.open_library(&bench.path("Test.db")).unwrap().skills, 0);
    assert_eq!(bench.doctor()[0].status, CheckStatus::Ok, "{:?}", bench.doctor()[0]);
}
