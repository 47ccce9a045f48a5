//! Folders that go to the system's trash and come back from it.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::slice;

use studio_pack::SystemTrash;

use crate::folder;

const AT: &str = "2026-11-29T14:32:54";

fn wanted(folder: &Path) -> [(String, PathBuf); 1] {
    [("one".to_owned(), folder.to_owned())]
}

#[test]
fn a_folder_lies_there_with_a_note_that_file_managers_read_and_comes_back_whole() {
    let root = folder(&[("my skills/100%/SKILL.md", "text"), ("my skills/100%/notes/a.md", "more")]);
    let (own, place) = (root.path().join("my skills/100%"), root.path().join("Trash"));
    let trash = SystemTrash::at(place.clone());
    trash.put(&own, "one", AT).unwrap();
    assert!(!own.exists());
    assert_eq!(fs::read_to_string(place.join("files/100%/notes/a.md")).unwrap(), "more");
    let note = fs::read_to_string(place.join("info/100%.trashinfo")).unwrap();
    let escaped = format!("Path={}/my%20skills/100%25", root.path().display());
    assert_eq!(
        note.lines().take(3).collect::<Vec<_>>(),
        ["[Trash Info]", escaped.as_str(), "DeletionDate=2026-11-29T14:32:54"]
    );

    // Nobody else's, and nothing that has another one in its place.
    trash.take_back(&[("two".to_owned(), own.clone())], &[]).unwrap();
    assert!(!own.exists());
    fs::remove_dir(root.path().join("my skills")).unwrap();
    trash.take_back(&wanted(&own), &[]).unwrap();
    assert_eq!(fs::read_to_string(own.join("notes/a.md")).unwrap(), "more");
    assert_eq!(fs::read_dir(place.join("info")).unwrap().count(), 0);
    trash.take_back(&wanted(&own), &[]).unwrap();
}

#[test]
fn the_note_of_a_move_that_was_killed_is_taken_up_by_the_next_one() {
    let root = folder(&[("a/SKILL.md", "text")]);
    let (own, place) = (root.path().join("a"), root.path().join("Trash"));
    let trash = SystemTrash::at(place.clone());
    trash.put(&own, "one", AT).unwrap();
    // As after a kill between the note and the move.
    fs::rename(place.join("files/a"), &own).unwrap();
    trash.put(&own, "one", "2026-11-29T14:32:55").unwrap();
    assert_eq!(fs::read_dir(place.join("info")).unwrap().count(), 1, "one folder has one note");
    trash.take_back(&wanted(&own), &[]).unwrap();
    assert!(own.join("SKILL.md").is_file());
    assert_eq!(fs::read_dir(place.join("info")).unwrap().count(), 0);
}

#[test]
fn only_folders_of_its_own_file_system_are_taken() {
    let root = folder(&[("a/SKILL.md", "text")]);
    let trash = SystemTrash::at(root.path().join("not/there/yet/Trash"));
    assert!(trash.takes(&root.path().join("a")));
    assert!(trash.takes(&root.path().join("gone")), "whoever moves it is told");
    if cfg!(target_os = "linux") {
        assert!(!trash.takes(Path::new("/proc/sys")));
    }
}

#[test]
fn names_that_are_taken_there_stay_and_the_last_to_come_is_the_first_to_go() {
    let root = folder(&[("a/SKILL.md", "first"), ("Trash/files/a", "somebody's")]);
    let (own, place) = (root.path().join("a"), root.path().join("Trash"));
    let trash = SystemTrash::at(place.clone());
    trash.put(&own, "one", AT).unwrap();
    fs::create_dir(&own).unwrap();
    fs::write(own.join("SKILL.md"), "second").unwrap();
    trash.put(&own, "one", "2026-11-29T14:32:55").unwrap();
    assert_eq!(fs::read_to_string(place.join("files/a")).unwrap(), "somebody's");
    trash.take_back(&wanted(&own), &[]).unwrap();
    assert_eq!(fs::read_to_string(own.join("SKILL.md")).unwrap(), "second");
    assert_eq!(fs::read_to_string(place.join("files/a.2/SKILL.md")).unwrap(), "first");
    trash.take_back(&wanted(&own), &[]).unwrap();
    assert_eq!(fs::read_to_string(own.join("SKILL.md")).unwrap(), "second", "what is there stays");
}

#[test]
fn what_was_in_a_folder_that_lies_there_waits_for_it() {
    let root = folder(&[("x/SKILL.md", "outer"), ("x/sub/SKILL.md", "inner")]);
    let (outer, inner) = (root.path().join("x"), root.path().join("x/sub"));
    let trash = SystemTrash::at(root.path().join("Trash"));
    let of = |owner: &str, folder: &Path| (owner.to_owned(), folder.to_owned());
    let (whole, part) = (of("outer", &outer), of("inner", &inner));
    trash.put(&inner, "inner", AT).unwrap();
    trash.put(&outer, "outer", AT).unwrap();
    trash.take_back(slice::from_ref(&part), slice::from_ref(&whole)).unwrap();
    assert!(!outer.exists(), "nothing takes the place of the outer one");
    trash.take_back(&[part.clone(), whole], &[]).unwrap();
    assert_eq!(fs::read_to_string(outer.join("SKILL.md")).unwrap(), "outer");
    assert_eq!(fs::read_to_string(inner.join("SKILL.md")).unwrap(), "inner");

    // Nobody waits for one whose owner is gone.
    trash.put(&inner, "inner", AT).unwrap();
    trash.put(&outer, "outer", AT).unwrap();
    trash.take_back(&[part], &[]).unwrap();
    assert_eq!(fs::read_to_string(inner.join("SKILL.md")).unwrap(), "inner");
}

#[test]
fn a_link_goes_as_a_link_and_what_cannot_go_leaves_no_note() {
    let root = folder(&[("real/SKILL.md", "text")]);
    let place = root.path().join("Trash");
    let trash = SystemTrash::at(place.clone());
    symlink("real", root.path().join("link")).unwrap();
    trash.put(&root.path().join("link"), "one", AT).unwrap();
    assert!(fs::symlink_metadata(place.join("files/link")).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(root.path().join("real/SKILL.md")).unwrap(), "text");
    let error = trash.put(&root.path().join("gone"), "one", AT).unwrap_err().to_string();
    assert!(error.contains("move to the trash"), "{error}");
    assert!(!place.join("info/gone.trashinfo").exists());
}

#[test]
fn a_note_that_tells_of_nothing_goes_and_one_that_tells_of_a_folder_stays() {
    let root = folder(&[("a/SKILL.md", "text")]);
    let (own, place) = (root.path().join("a"), root.path().join("Trash"));
    let trash = SystemTrash::at(place.clone());
    let notes = || fs::read_dir(place.join("info")).unwrap().count();
    trash.put(&own, "one", AT).unwrap();
    trash.clear_notes(&wanted(&own)).unwrap();
    assert_eq!(notes(), 1);
    // As after a kill between the move back and the note.
    fs::rename(place.join("files/a"), &own).unwrap();
    trash.clear_notes(&[("two".to_owned(), own.clone())]).unwrap();
    assert_eq!(notes(), 1, "somebody else's stays");
    trash.clear_notes(&wanted(&own)).unwrap();
    assert_eq!(notes(), 0);
}
