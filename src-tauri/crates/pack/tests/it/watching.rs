//! Noticing what other programs do to linked folders.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use studio_pack::{FolderWatch, LinkedFolder};
use studio_testkit::{PATIENCE, until};

use crate::folder;

/// Longer than changes are gathered before they are told.
const AT_REST: Duration = Duration::from_secs(2);

fn watch(folders: &[&Path]) -> (FolderWatch, Receiver<Vec<PathBuf>>) {
    let (sender, receiver) = channel();
    // The receiver may be gone while the last changes are told.
    let watch = FolderWatch::start(move |paths| drop(sender.send(paths)));
    for folder in folders {
        watch.watch(folder).unwrap();
    }
    (watch, receiver)
}

/// Receives until `is_enough` of all paths told so far.
fn receive(receiver: &Receiver<Vec<PathBuf>>, is_enough: impl Fn(&BTreeSet<PathBuf>) -> bool) -> BTreeSet<PathBuf> {
    let mut told = BTreeSet::new();
    while !is_enough(&told) {
        let batch = receiver.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("only {} paths were told", told.len()));
        let sorted: BTreeSet<_> = batch.iter().cloned().collect();
        assert!(batch.iter().eq(&sorted), "a batch is sorted and has no repeats");
        told.extend(sorted);
    }
    told
}

#[test]
fn saves_renames_and_removals_are_told() {
    let root = folder(&[("a/SKILL.md", "old"), ("a/notes.md", "notes"), ("b/SKILL.md", "b")]);
    let base = fs::canonicalize(root.path()).unwrap();
    let (watch, receiver) = watch(&[&base.join("a")]);
    let skill_file = base.join("a/SKILL.md");

    fs::write(&skill_file, "by another editor").unwrap();
    receive(&receiver, |told| told.contains(&skill_file));

    // Reading must not wake it: the next thing told is the write after it.
    fs::read(&skill_file).unwrap();
    LinkedFolder::open(&base.join("a")).unwrap().write(Path::new("SKILL.md"), b"ours").unwrap();
    let told = receive(&receiver, |told| told.contains(&skill_file));
    assert!(told.iter().all(|path| path == &skill_file || path == &base.join("a")), "{told:?}");

    fs::rename(base.join("a/notes.md"), base.join("a/renamed.md")).unwrap();
    receive(&receiver, |told| told.contains(&base.join("a/renamed.md")) && told.contains(&base.join("a/notes.md")));
    fs::remove_file(base.join("a/renamed.md")).unwrap();
    receive(&receiver, |told| told.contains(&base.join("a/renamed.md")));

    // What is in a new folder may be older than the watch on it: the folder is told.
    fs::create_dir_all(base.join("a/references")).unwrap();
    receive(&receiver, |told| told.contains(&base.join("a/references")));

    watch.watch(&base.join("b")).unwrap();
    watch.watch(&base.join("b")).unwrap();
    watch.unwatch(&base.join("a"));
    fs::write(&skill_file, "not watched").unwrap();
    fs::write(base.join("b/SKILL.md"), "watched").unwrap();
    let told = receive(&receiver, |told| told.contains(&base.join("b/SKILL.md")));
    assert!(!told.contains(&skill_file), "{told:?}");
    assert!(!watch.is_polling());

    // A folder that is not there yet is waited for.
    watch.watch(&base.join("later")).unwrap();
    fs::create_dir(base.join("later")).unwrap();
    receive(&receiver, |told| told.contains(&base.join("later")));
}

#[test]
fn ten_thousand_changes_at_once_arrive_in_batches() {
    const COUNT: usize = 10_000;
    let root = folder(&[]);
    let base = fs::canonicalize(root.path()).unwrap();
    let (_watch, receiver) = watch(&[&base]);
    for number in 0..COUNT {
        fs::write(base.join(format!("{number}.md")), "x").unwrap();
    }
    // Where the system lost count, the folder itself stands for all that is in it.
    let told = receive(&receiver, |told| told.len() >= COUNT || told.contains(&base));
    assert!(told.contains(&base) || (0..COUNT).all(|number| told.contains(&base.join(format!("{number}.md")))));
    // And it goes on afterwards.
    fs::write(base.join("after.md"), "x").unwrap();
    receive(&receiver, |told| told.contains(&base.join("after.md")));
}

#[test]
fn folders_within_each_other_are_watched_on_their_own() {
    let root = folder(&[("a/SKILL.md", ""), ("a/inner/SKILL.md", ""), ("a/other/x.md", "")]);
    let base = fs::canonicalize(root.path()).unwrap();
    let (outer, inner) = (base.join("a"), base.join("a/inner"));
    let (watch, receiver) = watch(&[&outer, &inner]);
    watch.unwatch(&inner);
    fs::write(inner.join("SKILL.md"), "still seen through the outer").unwrap();
    receive(&receiver, |told| told.contains(&inner.join("SKILL.md")));
    watch.watch(&inner).unwrap();
    watch.unwatch(&outer);
    fs::write(outer.join("other/x.md"), "not watched").unwrap();
    fs::write(inner.join("SKILL.md"), "watched").unwrap();
    let told = receive(&receiver, |told| told.contains(&inner.join("SKILL.md")));
    assert!(!told.contains(&outer.join("other/x.md")), "{told:?}");
}

#[test]
fn a_folder_that_comes_back_is_watched_again() {
    let root = folder(&[("skills/a/SKILL.md", "before")]);
    let base = fs::canonicalize(root.path()).unwrap();
    let a = base.join("skills/a");
    let (_watch, receiver) = watch(&[&a]);
    // As a change of branch does: away with everything, and back some time later.
    fs::remove_dir_all(base.join("skills")).unwrap();
    receive(&receiver, |told| told.contains(&a));
    fs::create_dir_all(&a).unwrap();
    receive(&receiver, |told| told.contains(&a));
    fs::write(a.join("SKILL.md"), "after").unwrap();
    receive(&receiver, |told| told.contains(&a.join("SKILL.md")));
    // And at once, before anybody could look.
    fs::remove_dir_all(&a).unwrap();
    fs::create_dir_all(&a).unwrap();
    receive(&receiver, |told| told.contains(&a));
    // If somebody did look in between, the watch is back only after a while.
    until("the folder that came back to be watched", || {
        fs::write(a.join("SKILL.md"), "again").unwrap();
        // What is written all the time is told only when it rests.
        receiver.recv_timeout(AT_REST).unwrap_or_default().contains(&a.join("SKILL.md"))
    });
}
