//! A library that came from somebody else brings links along: none is followed before the author says so.

use std::fs;

use studio_api::{
    Upkeep,
    dto::{LinkStatus, NoticeCode},
};

use crate::harness::{Bench, skill, until};

fn text(body: &str) -> String {
    skill("bait", "A skill. Use when asked.", "", body)
}

/// A studio of another user, who was given a library whose skill is linked to a file of theirs; and that file's folder.
fn given(upkeep: Upkeep) -> (Bench, Bench) {
    let theirs = Bench::new();
    theirs.write("home/bait/SKILL.md", text("As it was."));
    theirs.link(&["home"]);
    let mine = Bench::without_library(upkeep);
    theirs.save_library_copy(&mine.path("Gift.db")).unwrap();
    theirs.open_library(&theirs.path("Test.db")).unwrap();
    theirs.write("home/bait/SKILL.md", text("PRIVATE words of the author."));
    mine.open_library(&mine.path("Gift.db")).unwrap();
    (mine, theirs)
}

#[test]
fn links_that_were_not_made_here_read_and_write_nothing() {
    let (mine, theirs) = given(Upkeep::InBackground);
    until("the notice", || mine.get_library().unwrap().notices.iter().any(|told| told.code == NoticeCode::HeldLinks));
    // Where the folders were linked is not known: a library that was copied on this computer holds its links, too.
    let notices = mine.get_library().unwrap().notices;
    let told = notices.iter().find(|told| told.code == NoticeCode::HeldLinks).unwrap();
    assert!(told.message.starts_with("1 skill is linked to folders that aren't synced on this computer"), "{told:?}");
    let row = mine.row("bait");
    assert_eq!((row.link, row.is_linked, row.is_written), (LinkStatus::Held, true, false));
    let root = mine.list_import_roots().unwrap().remove(0);
    assert_eq!((root.skills, root.linked, root.held), (1, 0, 1));
    assert!(mine.get_skill(&row.id).unwrap().link.is_none());

    mine.save(&row.id, "SKILL.md", &text("Written by the library."));
    theirs.write("home/bait/SKILL.md", text("PRIVATE words, changed."));
    mine.write("unrelated/SKILL.md", text("x"));
    let again = mine.reopen(Upkeep::InBackground);
    until("the notice", || again.get_library().unwrap().notices.iter().any(|told| told.code == NoticeCode::HeldLinks));
    assert!(again.text(&row.id, "SKILL.md").contains("Written by the library."), "nothing was read");
    assert_eq!(theirs.read("home/bait/SKILL.md"), text("PRIVATE words, changed.").into_bytes(), "nothing was written");
    assert!(again.list_versions(&row.id).unwrap().iter().all(|version| version.reason.as_str() != "changed outside"));
}

#[test]
fn links_are_followed_once_the_author_says_so_and_stay_followed() {
    let (mine, theirs) = given(Upkeep::OnDemand);
    let id = mine.row("bait").id;
    assert_eq!(mine.list_held_folders().unwrap(), [theirs.path("home/bait")]);
    let elsewhere = mine.follow_links(&[mine.path("elsewhere")]).unwrap();
    assert!(elsewhere.linked.is_empty() && mine.row("bait").link == LinkStatus::Held, "only what was named");

    let report = mine.follow_links(&[theirs.path("home/bait")]).unwrap();
    assert_eq!((report.linked, report.changed), (vec![id.clone()], 0));
    assert!(mine.text(&id, "SKILL.md").contains("PRIVATE words of the author."), "what only the folder changed");
    assert_eq!(mine.list_held_folders().unwrap(), [""; 0]);
    let mine = mine.reopen(Upkeep::OnDemand);
    mine.save(&id, "SKILL.md", &text("Saved."));
    assert_eq!(theirs.read("home/bait/SKILL.md"), text("Saved.").into_bytes());
}

#[test]
fn a_held_link_can_be_cut() {
    let (mine, theirs) = given(Upkeep::OnDemand);
    let id = mine.row("bait").id;
    assert_eq!(mine.unlink_skills(std::slice::from_ref(&id)).unwrap(), [id.as_str()]);
    assert_eq!((mine.row("bait").link, mine.list_held_folders().unwrap().len()), (LinkStatus::Unlinked, 0));
    mine.save(&id, "SKILL.md", &text("Saved."));
    assert_eq!(theirs.read("home/bait/SKILL.md"), text("PRIVATE words of the author.").into_bytes());
}

#[test]
fn what_was_followed_for_one_library_is_not_followed_for_another() {
    let (mine, theirs) = given(Upkeep::OnDemand);
    mine.create_library(&mine.path("Own.db"), false).unwrap();
    mine.link(&[&theirs.path("home")]);
    assert_eq!(mine.row("bait").link, LinkStatus::Linked);
    mine.open_library(&mine.path("Gift.db")).unwrap();
    assert_eq!(mine.row("bait").link, LinkStatus::Held);
    let followed = fs::read_dir(mine.path("data/links")).unwrap().flatten();
    assert_eq!(followed.filter(|file| file.path().extension().is_some_and(|end| end == "json")).count(), 1);
}

#[test]
fn the_command_line_lists_what_is_held_and_follows_it_where_it_is_told_to() {
    let (mine, theirs) = given(Upkeep::OnDemand);
    let folder = theirs.path("home/bait");
    let listed = mine.skillctl(&["links", "--json"]);
    assert_eq!(listed.status.code(), Some(1), "{}", String::from_utf8_lossy(&listed.stderr));
    let document: serde_json::Value = serde_json::from_slice(&listed.stdout).unwrap();
    assert_eq!((&document["not_followed"][0], &document["roots"][0]["held"]), (&folder.into(), &1.into()));

    let followed = mine.skillctl(&["links", "--follow"]);
    assert_eq!(followed.status.code(), Some(0), "{}", String::from_utf8_lossy(&followed.stderr));
    assert!(String::from_utf8_lossy(&followed.stdout).contains("Synced: 1"));
    let mine = mine.reopen(Upkeep::OnDemand);
    assert_eq!(mine.row("bait").link, LinkStatus::Linked);
}
