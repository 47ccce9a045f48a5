//! Folders and library kept in step, both ways, with everything running that runs beside an author's work.

use std::fs;

use studio_api::{
    ErrorCode, Upkeep,
    dto::{FixAction, LinkStatus, Merge, SaveOutcome, TrashKind},
};
use studio_store::{Library, Options};

use crate::harness::{AsItIsNow, Bench, refused, saved, skill, until};

fn body(text: &str) -> String {
    skill("one", "First. Use when first.", "", text)
}

/// A linked skill whose body is three paragraphs.
fn linked() -> (Bench, String) {
    let bench = Bench::live();
    bench.write("one/SKILL.md", body("Top.\n\nMiddle.\n\nBottom."));
    let id = bench.link(&["one"]).imported[0].id.clone();
    (bench, id)
}

fn conflict(outcome: SaveOutcome) -> Merge {
    match outcome {
        SaveOutcome::Conflict { merge } => merge,
        SaveOutcome::Saved { .. } => panic!("it was saved over a change outside"),
    }
}

#[test]
fn a_change_outside_is_taken_over_where_nothing_is_typed() {
    let (bench, id) = linked();
    bench.events.clear();
    bench.write("one/SKILL.md", body("Changed by another editor."));
    bench.events.wait_for_outside("SKILL.md", true);
    until("the change in the library", || bench.text(&id, "SKILL.md").contains("another editor"));
    assert_eq!(bench.list_versions(&id).unwrap()[0].reason.as_str(), "changed outside");
    assert_eq!(bench.row("one").link, LinkStatus::Linked);
    assert!(bench.get_outside_change(&id, "SKILL.md").unwrap().is_none());
}

#[test]
fn a_change_outside_of_what_is_typed_is_a_merge() {
    let (bench, id) = linked();
    let base = bench.text(&id, "SKILL.md");
    let mine = base.replace("Bottom.", "My bottom.");
    let theirs = base.replace("Top.", "Their top.");
    bench.save_draft(&id, "SKILL.md", &mine).unwrap();
    bench.write("one/SKILL.md", &theirs);
    bench.events.wait_for_outside("SKILL.md", false);
    assert_eq!(bench.row("one").link, LinkStatus::Changed);
    assert_eq!(bench.get_skill(&id).unwrap().link.unwrap().changed, ["SKILL.md"]);
    let merge = bench.get_outside_change(&id, "SKILL.md").unwrap().expect("there is something to merge");
    assert_eq!((&merge.base, &merge.mine, &merge.theirs), (&base, &mine, &theirs));
    assert_eq!((merge.source.as_str(), merge.conflicts), ("file", 0));

    let version = bench.get_skill(&id).unwrap().aggregate_version;
    let seen = conflict(bench.save_file(&id, "SKILL.md", &mine, version, None).unwrap());
    assert_eq!(seen.their_hash, merge.their_hash);
    assert_eq!(bench.read("one/SKILL.md"), theirs.as_bytes(), "nothing was written");
    let outcome = bench.save_file(&id, "SKILL.md", &merge.merged, version, Some(&merge.their_hash)).unwrap();
    saved(outcome);
    let both = base.replace("Bottom.", "My bottom.").replace("Top.", "Their top.");
    assert_eq!(bench.text(&id, "SKILL.md"), both);
    assert_eq!(bench.read("one/SKILL.md"), both.as_bytes());
    assert!(bench.get_outside_change(&id, "SKILL.md").unwrap().is_none());
    assert_eq!(bench.row("one").link, LinkStatus::Linked);
}

#[test]
fn a_draft_that_is_given_up_lets_the_change_outside_in() {
    let (bench, id) = linked();
    bench.save_draft(&id, "SKILL.md", "typed").unwrap();
    bench.write("one/SKILL.md", body("Theirs."));
    bench.events.wait_for_outside("SKILL.md", false);
    bench.delete_draft(&id, "SKILL.md").unwrap();
    until("their text", || bench.text(&id, "SKILL.md").contains("Theirs."));
    assert_eq!(bench.row("one").link, LinkStatus::Linked);
}

#[test]
fn a_save_that_comes_before_the_notice_is_a_conflict_too() {
    // Nobody watches here, so the save is the first to look.
    let bench = Bench::new();
    bench.write("one/SKILL.md", body("Base."));
    let id = bench.link(&["one"]).imported[0].id.clone();
    bench.write("one/SKILL.md", body("Theirs."));
    let version = bench.get_skill(&id).unwrap().aggregate_version;
    let merge = conflict(bench.save_file(&id, "SKILL.md", &body("Mine."), version, None).unwrap());
    assert_eq!((merge.source.as_str(), merge.conflicts), ("file", 1));
    assert_eq!((merge.base, merge.theirs), (body("Base."), body("Theirs.")));
    // They change it once more before the merge is saved.
    bench.write("one/SKILL.md", body("Theirs, again."));
    let outcome = bench.save_file(&id, "SKILL.md", &body("Merged."), version, Some(&merge.their_hash)).unwrap();
    let merge = conflict(outcome);
    saved(bench.save_file(&id, "SKILL.md", &body("Merged."), version, Some(&merge.their_hash)).unwrap());
    assert_eq!(bench.read("one/SKILL.md"), body("Merged.").as_bytes());
}

#[test]
fn other_ways_of_changing_a_skill_do_not_write_over_what_is_outside() {
    let bench = Bench::new();
    bench.write("one/SKILL.md", body("Base."));
    bench.write("one/notes.md", "notes");
    let id = bench.link(&["one"]).imported[0].id.clone();
    bench.save(&id, "SKILL.md", &body("Second."));
    let first = bench.list_versions(&id).unwrap().pop().unwrap();
    // With something typed, the change outside cannot be taken over.
    bench.save_draft(&id, "SKILL.md", &body("Typed.")).unwrap();
    bench.write("one/SKILL.md", body("Theirs."));
    for outcome in [
        bench.rename_skill(&id, "uno"),
        bench.restore_version(&first.id),
        bench.rename_file(&id, "notes.md", "facts.md"),
        bench.remove_file(&id, "notes.md"),
    ] {
        let message = refused(outcome, ErrorCode::Stale);
        assert!(message.contains("was changed on disk"), "{message}");
    }
    assert_eq!(bench.read("one/SKILL.md"), body("Theirs.").as_bytes());
    // With nothing typed it is, and the rename builds on it.
    bench.delete_draft(&id, "SKILL.md").unwrap();
    bench.write("one/SKILL.md", body("Theirs, later."));
    assert_eq!(bench.rename_skill(&id, "uno").unwrap().name, "uno");
    let text = String::from_utf8(bench.read("one/SKILL.md")).unwrap();
    assert!(text.contains("name: uno") && text.contains("Theirs, later."), "{text}");
}

#[test]
fn files_come_and_go_outside() {
    let (bench, id) = linked();
    bench.write("one/references/new.md", "new");
    bench.events.wait_for_outside("references/new.md", true);
    until("the new file", || bench.get_file(&id, "references/new.md").is_ok_and(|file| file.text == "new"));
    bench.save(&id, "references/new.md", "edited\n");
    assert_eq!(bench.read("one/references/new.md"), b"edited\n");
    bench.events.clear();
    fs::remove_file(bench.path("one/references/new.md")).unwrap();
    bench.events.wait_for_outside("references/new.md", true);
    until("the file to be gone", || bench.get_file(&id, "references/new.md").is_err());
    let kept =
        bench.list_versions(&id).unwrap().into_iter().find(|version| version.reason.as_str() == "deleted outside");
    assert_eq!(bench.get_version(&kept.expect("the timeline keeps it").id).unwrap(), "edited\n");
}

#[test]
fn a_file_deleted_outside_while_it_is_typed_over_is_kept() {
    let bench = Bench::live();
    bench.write("one/SKILL.md", body("Base."));
    bench.write("one/notes.md", "notes\n");
    let id = bench.link(&["one"]).imported[0].id.clone();
    bench.save_draft(&id, "notes.md", "notes, typed on\n").unwrap();
    fs::remove_file(bench.path("one/notes.md")).unwrap();
    bench.events.wait_for_outside("notes.md", false);
    assert_eq!(bench.get_file(&id, "notes.md").unwrap().draft.as_deref(), Some("notes, typed on\n"));
    bench.save(&id, "notes.md", "notes, typed on\n");
    assert_eq!(bench.read("one/notes.md"), b"notes, typed on\n");
    assert_eq!(bench.row("one").link, LinkStatus::Linked);
}

#[test]
fn a_folder_goes_and_comes_back() {
    let (bench, id) = linked();
    fs::rename(bench.path("one"), bench.path("away")).unwrap();
    until("the folder to be missed", || bench.get_skill(&id).unwrap().link.is_some_and(|link| link.is_missing));
    assert_eq!(bench.row("one").link, LinkStatus::Missing);
    let text = body("Saved while the folder was away.");
    bench.save(&id, "SKILL.md", &text);
    assert!(!std::path::Path::new(&bench.path("one")).exists(), "a save does not make the folder anew");
    fs::rename(bench.path("away"), bench.path("one")).unwrap();
    until("the folder to be found", || bench.get_skill(&id).unwrap().link.is_some_and(|link| !link.is_missing));
    until("what was saved meanwhile to be written", || bench.read("one/SKILL.md") == text.as_bytes());
    assert_eq!(bench.text(&id, "SKILL.md"), text);
}

#[test]
fn a_folder_whose_return_nobody_tells_of_is_found() {
    let (bench, id) = linked();
    let other = Library::open(bench.path("Test.db").as_ref(), &Options::new("other")).unwrap().0;
    other.set_link_missing(id.parse().unwrap(), true).unwrap();
    drop(other);
    until("the folder to be found", || bench.get_skill(&id).unwrap().link.is_some_and(|link| !link.is_missing));
}

#[test]
fn what_both_sides_changed_while_apart_is_a_merge() {
    let (bench, id) = linked();
    fs::rename(bench.path("one"), bench.path("away")).unwrap();
    until("the folder to be missed", || bench.get_skill(&id).unwrap().link.is_some_and(|link| link.is_missing));
    bench.save(&id, "SKILL.md", &body("Mine."));
    bench.write("away/SKILL.md", body("Theirs."));
    fs::rename(bench.path("away"), bench.path("one")).unwrap();
    bench.events.wait_for_outside("SKILL.md", false);
    let merge = bench.get_outside_change(&id, "SKILL.md").unwrap().expect("both changed it");
    assert_eq!((merge.mine, merge.theirs, merge.conflicts), (body("Mine."), body("Theirs."), 1));
    assert_eq!(bench.read("one/SKILL.md"), body("Theirs.").as_bytes());
    assert_eq!(bench.text(&id, "SKILL.md"), body("Mine."));
}

#[test]
fn what_changed_while_nobody_looked_is_seen_at_the_next_start() {
    let bench = Bench::new();
    for name in ["one", "two"] {
        bench.write(&format!("{name}/SKILL.md"), skill(name, "First. Use when first.", "", "Base."));
    }
    bench.link(&["one", "two"]);
    let (one, two) = (bench.row("one").id, bench.row("two").id);
    bench.save_draft(&two, "SKILL.md", "typed").unwrap();
    for name in ["one", "two"] {
        bench.write(&format!("{name}/SKILL.md"), skill(name, "First. Use when first.", "", "Changed meanwhile."));
    }
    let bench = bench.reopen(Upkeep::InBackground);
    until("the change to be taken over", || bench.text(&one, "SKILL.md").contains("meanwhile"));
    until("the change to be marked", || bench.row("two").link == LinkStatus::Changed);
    assert!(bench.get_outside_change(&two, "SKILL.md").unwrap().is_some());
    let roots = bench.list_import_roots().unwrap();
    assert_eq!(roots.iter().map(|root| &root.path).collect::<Vec<_>>(), [&bench.path("one"), &bench.path("two")]);
}

#[test]
fn a_folder_missing_at_the_start_is_found_when_it_comes() {
    let bench = Bench::new();
    bench.write("one/SKILL.md", body("Base."));
    let id = bench.link(&["one"]).imported[0].id.clone();
    fs::rename(bench.path("one"), bench.path("away")).unwrap();
    let bench = bench.reopen(Upkeep::InBackground);
    until("the folder to be missed", || bench.get_skill(&id).unwrap().link.is_some_and(|link| link.is_missing));
    bench.write("away/SKILL.md", body("Changed while away."));
    fs::rename(bench.path("away"), bench.path("one")).unwrap();
    until("the change to be taken over", || bench.text(&id, "SKILL.md") == body("Changed while away."));
    assert!(bench.get_skill(&id).unwrap().link.is_some_and(|link| !link.is_missing));
}

#[test]
fn a_single_file_is_watched_too() {
    let bench = Bench::live();
    bench.write("p/.skills/tea.md", skill("tea", "Steeps. Use when thirsty.", "", "Body."));
    let id = bench.link(&["p/.skills/tea.md"]).imported[0].id.clone();
    bench.write("p/.skills/tea.md", skill("tea", "Steeps. Use when thirsty.", "", "Changed outside."));
    until("the change in the library", || bench.text(&id, "SKILL.md").contains("Changed outside."));
}

#[test]
fn the_trash_leaves_the_folder_alone_and_restoring_catches_up() {
    let (bench, id) = linked();
    bench.trash_now(TrashKind::Skill, &id).unwrap();
    let theirs = body("Changed while in the trash.");
    bench.write("one/SKILL.md", &theirs);
    bench.restore_now(TrashKind::Skill, &id).unwrap();
    until("the change in the library", || bench.text(&id, "SKILL.md") == theirs);
    bench.trash_now(TrashKind::Skill, &id).unwrap();
    bench.purge_now(TrashKind::Skill, &[id]).unwrap();
    assert_eq!(bench.read("one/SKILL.md"), theirs.as_bytes());
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_is_said_and_the_library_keeps_the_change() {
    use std::os::unix::fs::PermissionsExt as _;
    let bench = Bench::new();
    let file = bench.write("one/SKILL.md", body("Base."));
    let id = bench.link(&["one"]).imported[0].id.clone();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o444)).unwrap();
    let version = bench.get_skill(&id).unwrap().aggregate_version;
    let message = refused(bench.save_file(&id, "SKILL.md", &body("Mine."), version, None), ErrorCode::File);
    assert!(message.contains("SKILL.md"), "{message}");
    assert_eq!(bench.text(&id, "SKILL.md"), body("Mine."));
    assert_eq!(bench.read("one/SKILL.md"), body("Base.").as_bytes());
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    bench.save(&id, "SKILL.md", &body("Mine."));
    assert_eq!(bench.read("one/SKILL.md"), body("Mine.").as_bytes(), "saving again writes it");
}

#[test]
fn the_folder_of_a_linked_skill_takes_its_name_and_gives_it_back() {
    let bench = Bench::live();
    let text = crate::harness::skill("tides", "Reads tides. Use when asked.", "", "Base.");
    bench.write("set/old-name/SKILL.md", &text);
    bench.write("set/old-name/notes.md", "notes");
    bench.write("set/taken/SKILL.md", crate::harness::skill("taken", "Is there. Use when asked.", "", "x"));
    bench.link(&["set"]);
    let id = bench.row("tides").id;
    let rename =
        |name: &str, folder: &str| FixAction::RenameFolder { name: name.to_owned(), folder: folder.to_owned() };
    let told = |bench: &Bench| -> Vec<FixAction> {
        let files = bench.list_problems().unwrap().files;
        let mine = files.into_iter().filter(|file| file.skill_id == id).flat_map(|file| file.problems);
        mine.filter(|one| one.code == "name-folder").flat_map(|one| one.actions).collect()
    };
    until("the problem", || told(&bench) == [rename("tides", "old-name")]);
    let findings = bench.analyze(&id, "SKILL.md", &text).unwrap().findings;
    let actions: Vec<FixAction> = findings.into_iter().flat_map(|one| one.actions).collect();
    assert_eq!(actions, [rename("tides", "old-name")], "the editor offers the same");

    for (name, code, says) in [
        ("taken", ErrorCode::WouldOverwrite, "already exists"),
        ("a/b", ErrorCode::Invalid, "can't be named"),
        ("..", ErrorCode::Invalid, "can't be named"),
    ] {
        assert!(refused(bench.apply_fix_action(&id, &rename(name, "old-name")), code).contains(says), "{name}");
    }
    bench.apply_fix_action(&id, &rename("tides", "old-name")).unwrap();
    assert_eq!(bench.read("set/tides/SKILL.md"), text.as_bytes());
    assert_eq!(bench.read("set/tides/notes.md"), b"notes");
    assert!(!std::path::Path::new(&bench.path("set/old-name")).exists());
    until("the problem to go", || told(&bench).is_empty());
    let detail = bench.get_skill(&id).unwrap();
    let link = detail.link.unwrap();
    assert_eq!((link.folder, link.file), (bench.path("set/tides"), bench.path("set/tides/SKILL.md")));
    assert_eq!((bench.row("tides").link, bench.list_import_roots().unwrap().len()), (LinkStatus::Linked, 1));

    // It is followed there: both ways, and by the next start.
    bench.events.clear();
    bench.write("set/tides/SKILL.md", text.replace("Base.", "Changed by another editor."));
    bench.events.wait_for_outside("SKILL.md", true);
    let bench = bench.reopen(Upkeep::InBackground);
    bench.save(&id, "SKILL.md", &text.replace("Base.", "Saved here."));
    assert!(String::from_utf8(bench.read("set/tides/SKILL.md")).unwrap().contains("Saved here."));

    bench.apply_fix_action(&id, &rename("old-name", "tides")).unwrap();
    assert!(String::from_utf8(bench.read("set/old-name/SKILL.md")).unwrap().contains("Saved here."));
    assert_eq!(bench.row("tides").link, LinkStatus::Linked);
}
