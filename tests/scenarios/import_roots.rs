//! Folders skills were imported from: linked later, unlinked, and found again after they moved.

use std::fs;

use studio_api::{
    ErrorCode,
    dto::{ImportRoot, LinkStatus, RevealTarget},
};

use crate::harness::{Bench, refused, skill};

const NAMES: [&str; 3] = ["one", "two", "three"];

fn text(name: &str, body: &str) -> String {
    skill(name, "A skill. Use when asked.", "", body)
}

/// A folder of three skills.
fn filled() -> Bench {
    let bench = Bench::new();
    for name in NAMES {
        bench.write(&format!("set/deep/{name}/SKILL.md"), text(name, "Body."));
    }
    bench
}

fn root(bench: &Bench) -> ImportRoot {
    let mut roots = bench.list_import_roots().unwrap();
    assert_eq!(roots.len(), 1, "{roots:#?}");
    roots.remove(0)
}

fn counts(bench: &Bench) -> [u32; 4] {
    let ImportRoot { skills, linked, changed, missing, .. } = root(bench);
    [skills, linked, changed, missing]
}

#[test]
fn one_root_stands_for_all_its_skills_and_is_linked_later() {
    let bench = filled();
    bench.import(&["set"]);
    assert_eq!((root(&bench).path, root(&bench).is_there), (bench.path("set"), true));
    assert_eq!(counts(&bench), [3, 0, 0, 0]);
    assert_eq!(bench.row("one").link, LinkStatus::Unlinked);

    let report = bench.link_root(&bench.path("set")).unwrap();
    assert_eq!((report.linked.len(), report.changed, report.not_found.len()), (3, 0, 0));
    assert_eq!(counts(&bench), [3, 3, 0, 0]);
    assert_eq!(bench.row("one").link, LinkStatus::Linked);
    bench.save(&bench.row("one").id, "SKILL.md", &text("one", "Saved here."));
    assert!(String::from_utf8(bench.read("set/deep/one/SKILL.md")).unwrap().contains("Saved here."));
}

#[test]
fn linking_later_writes_nothing_and_puts_differences_as_a_merge() {
    let bench = filled();
    bench.import(&["set"]);
    let (mine, theirs, moved) = (bench.row("one").id, bench.row("two").id, bench.row("three").id);
    bench.save(&mine, "SKILL.md", &text("one", "Changed in the library."));
    bench.write("set/deep/two/SKILL.md", text("two", "Changed in the folder."));
    fs::rename(bench.path("set/deep/three"), bench.path("set/elsewhere")).unwrap();

    let report = bench.link_root(&bench.path("set")).unwrap();
    assert_eq!((report.linked.len(), report.changed), (3, 1), "the moved one is known by its content");
    assert_eq!(bench.get_skill(&moved).unwrap().link.unwrap().folder, bench.path("set/elsewhere"));
    assert_eq!(bench.read("set/deep/one/SKILL.md"), text("one", "Body.").into_bytes(), "nothing is written");
    assert_eq!(counts(&bench), [3, 3, 1, 0]);
    let merge = bench.get_outside_change(&mine, "SKILL.md").unwrap().expect("the library is ahead");
    assert_eq!((merge.conflicts, merge.merged.contains("Changed in the library.")), (0, true), "{merge:#?}");
    assert!(bench.text(&theirs, "SKILL.md").contains("Changed in the folder."), "only the folder changed: taken over");
    assert_eq!(bench.list_versions(&theirs).unwrap()[0].reason.as_str(), "changed outside");
}

#[test]
fn unlinking_keeps_files_and_skills_and_can_be_undone() {
    let bench = filled();
    bench.link(&["set"]);
    let unlinked = bench.unlink_root(&bench.path("set")).unwrap();
    assert_eq!((unlinked.len(), counts(&bench)), (3, [3, 0, 0, 0]));
    let one = bench.row("one").id;
    bench.save(&one, "SKILL.md", &text("one", "In the library only."));
    assert_eq!(bench.read("set/deep/one/SKILL.md"), text("one", "Body.").into_bytes(), "saving writes nothing now");

    bench.save(&one, "SKILL.md", &text("one", "Body."));
    let report = bench.link_skills(&unlinked).unwrap();
    assert_eq!((report.linked.len(), report.changed, counts(&bench)), (3, 0, [3, 3, 0, 0]));
    assert_eq!(bench.unlink_skills(std::slice::from_ref(&one)).unwrap(), [one.as_str()]);
    assert_eq!(counts(&bench), [3, 2, 0, 0]);
}

#[test]
fn a_moved_folder_is_relinked_by_relative_paths() {
    let bench = Bench::live();
    for name in NAMES {
        bench.write(&format!("set/deep/{name}/SKILL.md"), text(name, "Body."));
    }
    bench.link(&["set"]);
    fs::rename(bench.path("set"), bench.path("moved")).unwrap();
    crate::harness::until("the folder to be missed", || counts(&bench) == [3, 3, 0, 3]);
    assert_eq!((bench.row("one").link, root(&bench).is_there), (LinkStatus::Missing, false));

    let said = refused(bench.relink_root(&bench.path("set"), &bench.path("nowhere")), ErrorCode::File);
    assert!(said.contains("nowhere"), "{said}");
    fs::create_dir(bench.path("other")).unwrap();
    let said = refused(bench.relink_root(&bench.path("set"), &bench.path("other")), ErrorCode::NotFound);
    assert!(said.contains("None of the 3 skills") && said.contains(&bench.path("other")), "{said}");

    fs::remove_dir_all(bench.path("moved/deep/three")).unwrap();
    let report = bench.relink_root(&bench.path("set"), &bench.path("moved")).unwrap();
    assert_eq!((report.linked.len(), report.not_found), (2, vec![bench.path("moved/deep/three/SKILL.md")]));
    assert_eq!((bench.row("one").link, bench.row("three").link), (LinkStatus::Linked, LinkStatus::Missing));
    let roots = bench.list_import_roots().unwrap();
    let standing: Vec<_> = roots.iter().map(|root| (root.path.clone(), root.skills, root.missing)).collect();
    assert_eq!(standing, [(bench.path("moved"), 2, 0), (bench.path("set"), 1, 1)]);
    bench.save(&bench.row("one").id, "SKILL.md", &text("one", "Saved to its new place."));
    assert!(String::from_utf8(bench.read("moved/deep/one/SKILL.md")).unwrap().contains("new place"));
}

#[test]
fn one_skill_is_linked_to_another_folder_of_its_own() {
    let bench = filled();
    bench.link(&["set"]);
    let one = bench.row("one").id;
    fs::rename(bench.path("set/deep/one"), bench.path("set/one-moved")).unwrap();
    let said = refused(bench.relink_skill(&one, &bench.path("set/deep")), ErrorCode::NotFound);
    assert!(said.contains("No SKILL.md"), "{said}");
    assert_eq!(bench.relink_skill(&one, &bench.path("set/one-moved")).unwrap().linked, std::slice::from_ref(&one));
    assert_eq!(bench.get_skill(&one).unwrap().link.unwrap().folder, bench.path("set/one-moved"));
    assert_eq!(counts(&bench), [3, 3, 0, 0], "it belongs to the same root");
}

#[test]
fn only_folders_the_library_knows_are_revealed() {
    let bench = filled();
    bench.link(&["set"]);
    let skill = RevealTarget::Skill { id: bench.row("one").id };
    assert_eq!(bench.folder_to_reveal(&skill).unwrap().to_str(), Some(bench.path("set/deep/one").as_str()));
    let root = RevealTarget::Root { path: bench.path("set") };
    assert_eq!(bench.folder_to_reveal(&root).unwrap().to_str(), Some(bench.path("set").as_str()));
    refused(bench.folder_to_reveal(&RevealTarget::Backups), ErrorCode::NotFound);
    let backups = bench.get_backup_info().unwrap().folder;
    std::fs::create_dir_all(&backups).unwrap();
    assert_eq!(bench.folder_to_reveal(&RevealTarget::Backups).unwrap().to_str(), Some(backups.as_str()));
    let other = RevealTarget::Root { path: "/".to_owned() };
    refused(bench.folder_to_reveal(&other), ErrorCode::NotFound);
    fs::remove_dir_all(bench.path("set")).unwrap();
    let said = refused(bench.folder_to_reveal(&skill), ErrorCode::NotFound);
    assert!(said.contains("no longer exists"), "{said}");
}
