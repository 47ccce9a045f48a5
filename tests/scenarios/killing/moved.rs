//! The library moved or replaced, and the studio killed before it could notice.

use std::{
    fs::{self, File},
    path::Path,
    process::{Child, Command},
    time::{Duration, SystemTime},
};

use studio_api::{Studio, Upkeep, dto::NoticeCode};
use studio_store::{Library, Options};

use super::{Said, look, number_of, prepared, write_until};
use crate::harness::{Events, Model, start};

/// Moves a library while a child has it open; gives its new name. One that is stopped first notices nothing.
pub(super) fn moved(folder: &Path, library: &str, child: &Child, is_unaware: bool) -> String {
    if is_unaware {
        stop(child);
    }
    let number = 1 + library.trim_start_matches("Moved-").trim_end_matches(".db").parse().unwrap_or(0);
    let name = format!("Moved-{number}.db");
    fs::rename(folder.join(library), folder.join(&name)).unwrap();
    name
}

/// Stops a process where it is.
fn stop(child: &Child) {
    assert!(Command::new("kill").args(["-STOP", &child.id().to_string()]).status().unwrap().success());
}

/// Writes, and is stopped after some writes with changes that are in the log only.
fn stopped(folder: &Path, said: &mut Said) -> Child {
    let (child, lines) = write_until(folder, "Test.db", 20, said);
    stop(&child);
    assert!(fs::metadata(folder.join("Test.db-wal")).unwrap().len() > 0, "there are changes in the log");
    // The pipe is closed with the child only; what it said by now is of no use here.
    drop(lines);
    child
}

fn kill(child: &mut Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

fn opened(folder: &Path, library: &str) -> Studio {
    let studio = start(folder, Upkeep::OnDemand, &Events::default(), &Model::default());
    studio.open_library(folder.join(library).to_str().unwrap()).unwrap();
    studio
}

fn told(studio: &Studio) -> Option<String> {
    let notices = studio.get_library().unwrap().notices;
    notices.into_iter().find(|notice| notice.code == NoticeCode::LeftLog).map(|notice| notice.message)
}

fn texts(studio: &Studio) -> u64 {
    let row = studio.list_skills().unwrap().into_iter().find(|row| row.name == "saved").unwrap();
    number_of(&studio.get_file(&row.id, "SKILL.md").unwrap().text)
}

#[test]
fn the_changes_that_a_moved_library_left_behind_are_brought_to_it_once_nobody_has_it_open() {
    let folder = prepared();
    let mut said = Said::default();
    let mut child = stopped(folder.path(), &mut said);
    let name = moved(folder.path(), "Test.db", &child, false);
    let log = folder.path().join("Test.db-wal");
    // Somebody has it open still, and may go on with the log.
    let looked = || {
        let recent = fs::read_to_string(folder.path().join("data/studio.json")).unwrap();
        assert!(recent.contains("Test.db"), "{recent}");
        let copy = opened(folder.path(), &name);
        let message = told(&copy);
        drop(copy);
        message
    };
    kill(&mut child);
    let message = looked().expect("it is told");
    assert!(message.contains("moved while it was open") && message.contains("Test.db-wal"), "{message}");
    assert!(!log.exists() && !folder.path().join("Test.db-shm").exists());
    assert_eq!(looked(), None, "once");
    said.check(&look(folder.path(), &name), "after the library was moved");
}

#[test]
fn a_log_somebody_still_writes_to_is_left_where_it_is() {
    let folder = prepared();
    let mut child = stopped(folder.path(), &mut Said::default());
    let marks = studio_store::LibraryMarks::of(&folder.path().join("Test.db")).unwrap();
    let known = [studio_store::KnownLibrary { path: folder.path().join("Test.db"), marks }];
    let name = moved(folder.path(), "Test.db", &child, false);
    let settled = || studio_store::settle_left_log(&folder.path().join(&name), &known).unwrap();
    assert_eq!(settled(), None);
    assert!(folder.path().join("Test.db-wal").exists());
    kill(&mut child);
    // A library with another log at that place is not the one that is known.
    let other = [studio_store::KnownLibrary {
        marks: studio_store::LibraryMarks { log: Some(marks.file), ..marks },
        ..known[0].clone()
    }];
    assert_eq!(studio_store::settle_left_log(&folder.path().join(&name), &other).unwrap(), None);
    let from = folder.path().canonicalize().unwrap().join("Test.db-wal");
    assert_eq!(settled(), Some(studio_store::LeftLog::Brought { from }));
}

#[test]
fn the_log_of_a_replaced_library_does_not_spoil_the_one_that_took_its_place() {
    let folder = prepared();
    let at = |name: &str| folder.path().join(name);
    let mut child = stopped(folder.path(), &mut Said::default());
    let old = at("Test.db");
    fs::hard_link(&old, at("Earlier.db")).unwrap();
    drop(Library::open(&at("Other.db"), &Options::new("other")).unwrap());
    fs::rename(at("Other.db"), &old).unwrap();
    kill(&mut child);

    let studio = opened(folder.path(), "Test.db");
    let message = told(&studio).expect("it is told");
    assert!(message.contains("Test.db.displaced-wal"), "{message}");
    assert!(studio.list_skills().unwrap().is_empty(), "nothing of the earlier library is in it");
    drop(studio);
    assert_eq!(Library::open(&old, &Options::new("looker")).unwrap().0.check().unwrap(), Vec::<String>::new());
    // As the message says, the earlier one has everything with its log.
    let before = texts(&{
        fs::copy(at("Earlier.db"), at("Alone.db")).unwrap();
        opened(folder.path(), "Alone.db")
    });
    fs::rename(at("Test.db.displaced-wal"), at("Earlier.db-wal")).unwrap();
    assert!(texts(&opened(folder.path(), "Earlier.db")) > before);
}

#[test]
fn a_log_that_does_not_fit_any_more_is_named_and_left() {
    let folder = prepared();
    let mut child = stopped(folder.path(), &mut Said::default());
    let name = moved(folder.path(), "Test.db", &child, false);
    kill(&mut child);
    let file = File::options().append(true).open(folder.path().join(&name)).unwrap();
    file.set_modified(SystemTime::now() + Duration::from_mins(1)).unwrap();
    drop(file);
    let message = told(&opened(folder.path(), &name)).expect("it is told");
    assert!(message.contains("changed since") && message.contains("Test.db-wal"), "{message}");
    assert!(folder.path().join("Test.db-wal").exists());
}
