//! Folders of linked skills that go to the system's trash with them, stay where they are not the skill's alone, and come back.

#![cfg(not(any(target_os = "macos", windows)))]

use studio_api::{
    Upkeep,
    dto::{FoldersOnDisk, Host, LinkStatus, RefusalReason, TrashKind, WhenNeeded},
};

use crate::harness::{AsItIsNow, Bench, skill, until};

/// A skill's file that is named as the skill.
fn plain(name: &str) -> String {
    skill(name, &format!("Does {name}. Use when {name} is asked for."), "", "Do it.")
}

/// Moves a skill to the trash with its folder. Gives why the folder stays; empty where it went.
fn trash_with_folder(bench: &Bench, id: &str) -> String {
    let read = bench.now(TrashKind::Skill, id).unwrap();
    let report = bench.trash_skills(&[read], WhenNeeded::Trash, FoldersOnDisk::Trash).unwrap();
    assert_eq!(report.done, 1);
    report.refused.into_iter().map(|one| one.message).collect()
}

#[test]
fn a_linked_folder_goes_to_the_systems_trash_with_its_skill_and_comes_back_with_it() {
    let bench = Bench::live();
    let own = "home/.claude/skills/tides";
    bench.write(&format!("{own}/SKILL.md"), skill("tides", "Reads tides. Use when asked.", "", "Look."));
    bench.write(&format!("{own}/notes/more.md"), "More.");
    bench.write("p/.skills/tea.md", skill("tea", "Steeps. Use when thirsty.", "", "Steep."));
    bench.write("outer/SKILL.md", skill("outer", "Holds. Use when held.", "", "Hold."));
    bench.write("outer/inner/SKILL.md", skill("inner", "Lies inside. Use when inside.", "", "Lie."));
    for path in [own, "p/.skills/tea.md", "outer/inner", "outer"] {
        bench.link(&[path]);
    }
    let ids = ["tides", "tea", "outer"].map(|name| bench.row(name).id).to_vec();
    let on_disk = bench.list_folders_on_disk(&ids).unwrap();
    let of = |id: &String| on_disk.iter().find(|one| one.skill_id == *id).unwrap();
    let [tides, tea, outer] = [of(&ids[0]), of(&ids[1]), of(&ids[2])];
    assert_eq!((tides.path.as_str(), tides.client), (bench.path(own).as_str(), Some(Host::ClaudeCode)));
    assert_eq!(tea.path, bench.path("p/.skills/tea.md"));
    assert_eq!([tides, tea, outer].map(|one| one.is_movable), [true, false, false]);

    let refs = ids.iter().map(|id| bench.now(TrashKind::Skill, id).unwrap()).collect::<Vec<_>>();
    let report = bench.trash_skills(&refs, WhenNeeded::Trash, FoldersOnDisk::Trash).unwrap();
    assert_eq!(report.done, 3);
    let mut stayed: Vec<_> = report.refused.iter().map(|one| (one.skill.as_str(), one.reason)).collect();
    stayed.sort_by_key(|(skill, _)| *skill);
    assert_eq!(stayed, ["outer", "tea"].map(|skill| (skill, RefusalReason::NotWritten)), "{report:?}");
    assert!(!bench.exists(own) && bench.exists("outer/SKILL.md") && bench.exists("p/.skills/tea.md"));
    assert_eq!(bench.read("home/.local/share/Trash/files/tides/notes/more.md"), b"More.");

    // After a restart too, and done again as it was done first.
    let bench = bench.reopen(Upkeep::InBackground);
    let set = report.set.unwrap().id;
    bench.undo_change_set(&set).unwrap();
    assert_eq!(bench.read(&format!("{own}/notes/more.md")), b"More.");
    let again = bench.redo_change_set(&set).unwrap();
    assert_eq!((again.done, again.refused.len(), bench.exists(own)), (3, 2, false), "{again:?}");
    bench.undo_change_set(&set).unwrap();
    assert_eq!(bench.read(&format!("{own}/notes/more.md")), b"More.");
    assert_eq!(bench.row("tides").link, LinkStatus::Linked);
    let text = skill("tides", "Reads tides. Use when asked.", "", "Look twice.");
    bench.save(&ids[0], "SKILL.md", &text);
    assert_eq!(bench.read(&format!("{own}/SKILL.md")), text.as_bytes());

    // One at a time, out of the list of the trash.
    let read = bench.now(TrashKind::Skill, &ids[0]).unwrap();
    bench.trash_skills(&[read], WhenNeeded::Trash, FoldersOnDisk::Trash).unwrap();
    assert!(!bench.exists(own));
    bench.restore_now(TrashKind::Skill, &ids[0]).unwrap();
    assert!(bench.exists(own));
}

#[test]
fn a_folder_that_holds_what_is_not_its_skills_stays_and_says_why() {
    let bench = Bench::new();
    for (folder, beside, why) in [
        ("home/.claude/skills", "", "clients look for skills in"),
        ("p/.claude/skills", "", "clients look for skills in"),
        ("downloads", "two/SKILL.md", "contains another skill"),
        ("kept", ".git/HEAD", "which isn't part of the skill"),
        ("left", "notes/.DS_Store", ""),
    ] {
        let file = format!("{folder}/SKILL.md");
        let name = folder.replace(['/', '.'], "");
        bench.write(&file, plain(&name));
        bench.link(&[file.as_str()]);
        let id = bench.row(&name).id;
        if !beside.is_empty() {
            bench.write(&format!("{folder}/{beside}"), plain("beside"));
        }
        let on_disk = bench.list_folders_on_disk(std::slice::from_ref(&id)).unwrap().remove(0);
        assert_eq!(on_disk.is_movable, why.is_empty(), "{folder}");
        let said = trash_with_folder(&bench, &id);
        assert!(said.contains(why) && said.is_empty() == why.is_empty(), "{folder}: {said}");
        assert_eq!(bench.exists(&file), !why.is_empty(), "{folder}");
    }
}

#[test]
fn a_folder_that_holds_the_library_or_the_folder_of_a_skill_in_the_trash_stays() {
    let bench = Bench::new();
    bench.write("own/SKILL.md", plain("own"));
    bench.write("own/.git/HEAD", "ref");
    bench.create_library(&bench.path("own/.git/Mine.db"), false).unwrap();
    bench.link(&["own/SKILL.md"]);
    let said = trash_with_folder(&bench, &bench.row("own").id);
    assert!(said.contains("Skill Studio's own") && bench.exists("own/.git/Mine.db"), "{said}");

    bench.write("outer/SKILL.md", plain("outer"));
    bench.write("outer/inner/SKILL.md", plain("inner"));
    bench.link(&["outer"]);
    bench.trash_now(TrashKind::Skill, &bench.row("inner").id).unwrap();
    let said = trash_with_folder(&bench, &bench.row("outer").id);
    assert!(said.contains("another linked skill") && bench.exists("outer/inner/SKILL.md"), "{said}");
}

#[test]
fn a_folder_in_another_one_waits_for_it_in_the_trash_and_one_that_is_refused_stays_there() {
    let bench = Bench::live();
    bench.write("outer/SKILL.md", plain("outer"));
    bench.write("outer/inner/SKILL.md", plain("inner"));
    bench.link(&["outer"]);
    let ids = ["outer", "inner"].map(|name| bench.row(name).id);
    assert!(bench.list_folders_on_disk(&ids).unwrap().iter().all(|one| one.is_movable));
    let refs = ids.iter().map(|id| bench.now(TrashKind::Skill, id).unwrap()).collect::<Vec<_>>();
    let report = bench.trash_skills(&refs, WhenNeeded::Trash, FoldersOnDisk::Trash).unwrap();
    assert!(report.refused.is_empty() && !bench.exists("outer"), "{report:?}");

    let mut stale = bench.now(TrashKind::Skill, &ids[0]).unwrap();
    stale.aggregate_version += 7;
    let refused = bench.restore_items(&[stale]).unwrap().skills.refused;
    assert_eq!(refused[0].reason, RefusalReason::ChangedSince);
    assert!(!bench.exists("outer"), "what did not come back has no folder");

    bench.restore_now(TrashKind::Skill, &ids[1]).unwrap();
    assert!(!bench.exists("outer"), "nothing takes the place of the outer one");
    bench.restore_now(TrashKind::Skill, &ids[0]).unwrap();
    assert!(bench.exists("outer/SKILL.md") && bench.exists("outer/inner/SKILL.md"));
    until("the inner folder", || bench.row("inner").link == LinkStatus::Linked);
}

#[test]
fn a_folder_that_waits_for_the_one_around_it_comes_back_once_that_is_deleted_for_good() {
    let bench = Bench::new();
    bench.write("outer/SKILL.md", plain("outer"));
    bench.write("outer/inner/SKILL.md", plain("inner"));
    bench.link(&["outer"]);
    let ids = ["outer", "inner"].map(|name| bench.row(name).id);
    let refs = ids.iter().map(|id| bench.now(TrashKind::Skill, id).unwrap()).collect::<Vec<_>>();
    bench.trash_skills(&refs, WhenNeeded::Trash, FoldersOnDisk::Trash).unwrap();
    bench.restore_now(TrashKind::Skill, &ids[1]).unwrap();
    assert!(!bench.exists("outer"));
    let outer = bench.now(TrashKind::Skill, &ids[0]).unwrap();
    assert_eq!(bench.delete_trashed(&[outer]).unwrap().deleted, 1);
    assert!(bench.exists("outer/inner/SKILL.md") && !bench.exists("outer/SKILL.md"));
    assert_eq!(bench.row("inner").link, LinkStatus::Linked);
}

#[test]
fn a_folder_that_was_linked_anew_is_of_the_skill_that_has_it_now() {
    let bench = Bench::new();
    bench.write("tea/SKILL.md", plain("tea"));
    bench.link(&["tea"]);
    let before = bench.row("tea").id;
    bench.trash_now(TrashKind::Skill, &before).unwrap();
    bench.link(&["tea"]);
    let id = bench.row("tea").id;
    assert_ne!(id, before);
    assert!(bench.list_folders_on_disk(std::slice::from_ref(&id)).unwrap()[0].is_movable);
    assert_eq!(trash_with_folder(&bench, &id), "");
    assert!(!bench.exists("tea"));
}
