//! Another program writes a linked file while it is saved, and puts odd things in its place: nothing is lost unseen.

use std::{
    fs::{self, OpenOptions},
    io::Write as _,
    os::unix::fs::symlink,
    path::Path,
    process::Command,
    thread,
    time::{Duration, Instant},
};

use studio_api::{
    ErrorCode,
    dto::{LinkStatus, SaveOutcome},
};

use crate::harness::{Bench, refused, saved, skill};

fn body(text: &str) -> String {
    skill("one", "First. Use when first.", "", text)
}

fn linked() -> (Bench, String) {
    let bench = Bench::new();
    bench.write("one/SKILL.md", body("Base."));
    let id = bench.link(&["one"]).imported[0].id.clone();
    (bench, id)
}

/// The ways programs write a file.
fn write_as(way: usize, file: &Path, text: &str) {
    match way % 3 {
        0 => fs::write(file, text).unwrap(),
        1 => {
            let new = file.with_extension("new");
            fs::write(&new, text).unwrap();
            fs::rename(new, file).unwrap();
        }
        _ => {
            let mut open = OpenOptions::new().write(true).open(file).unwrap();
            open.write_all(text.as_bytes()).unwrap();
            open.set_len(text.len() as u64).unwrap();
        }
    }
}

/// Saves while another program writes, `rounds` times. Gives how often each met the other.
fn race(rounds: usize) -> (usize, usize) {
    let (bench, id) = linked();
    let file = Path::new(&bench.path("one")).join("SKILL.md");
    let (mut conflicts, mut slipped) = (0, 0);
    // Only where writes are tried depends on this: nothing is expected of any one of them but those that are surely first.
    let mut lasted = Duration::from_millis(5);
    for round in 0..rounds {
        let (mine, theirs) = (body(&format!("Mine, {round}.")), body(&format!("Theirs, {round}. A longer line.")));
        // Spread over the whole time a save takes.
        let delay = lasted.mul_f64((round * 61 % 100) as f64 / 100.0);
        let other = thread::spawn({
            let (file, theirs) = (file.clone(), theirs.clone());
            move || {
                thread::sleep(delay);
                write_as(round, &file, &theirs);
            }
        });
        let is_first = round % 10 == 0;
        let other = if is_first { other.join().map(|()| None) } else { Ok(Some(other)) };
        let version = bench.get_skill(&id).unwrap().aggregate_version;
        let started = Instant::now();
        let outcome = bench.save_file(&id, "SKILL.md", &mine, version, None).unwrap();
        lasted = started.elapsed();
        other.unwrap().map_or(Ok(()), thread::JoinHandle::join).unwrap();
        bench.settle();

        let is_saved = matches!(outcome, SaveOutcome::Saved { .. });
        assert!(!(is_first && is_saved), "round {round}: what was there before is saved over");
        conflicts += usize::from(!is_saved);
        let on_disk = fs::read_to_string(&file).unwrap();
        let versions = bench.list_versions(&id).unwrap();
        let kept = |text: &str| versions.iter().take(8).any(|one| bench.get_version(&one.id).unwrap() == text);
        assert!(on_disk == theirs || kept(&theirs), "round {round}: what the other program wrote is gone: {on_disk}");
        assert!(!is_saved || kept(&mine), "round {round}: what was saved is gone");
        slipped += usize::from(on_disk != theirs && kept(&theirs));
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "round {round}: a file is left behind");
        // Both agree again for the next round.
        while let Some(merge) = bench.get_outside_change(&id, "SKILL.md").unwrap() {
            let version = merge.aggregate_version;
            bench.save_file(&id, "SKILL.md", &merge.theirs, version, Some(&merge.their_hash)).unwrap();
        }
    }
    (conflicts, slipped)
}

#[test]
fn nothing_another_program_writes_during_saves_is_lost_unseen() {
    race(120);
}

/// The same for longer: `SKILL_STUDIO_TEST_RACES` says how often.
#[test]
#[ignore = "takes minutes; run on request"]
fn nothing_another_program_writes_during_thousands_of_saves_is_lost_unseen() {
    let rounds = std::env::var("SKILL_STUDIO_TEST_RACES").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(2_000);
    let (conflicts, slipped) = race(rounds);
    let said = format!("{rounds} races: {conflicts} put to the author, {slipped} kept in the timeline, 0 lost");
    studio_testkit::tell(&said);
}

#[test]
fn a_pipe_a_link_and_a_huge_file_in_the_place_of_a_linked_file_block_nothing_and_do_not_come_in() {
    type Put = fn(&Bench, &Path);
    let put: [(&str, Put); 3] = [
        ("isn't a regular file", |_, file| assert!(Command::new("mkfifo").arg(file).status().unwrap().success())),
        ("outside", |bench, file| {
            bench.write("secret/key.md", body("The secret of another folder."));
            symlink(bench.path("secret/key.md"), file).unwrap();
        }),
        ("10 MB", |_, file| fs::File::create(file).unwrap().set_len(3 << 30).unwrap()),
    ];
    for (said, put) in put {
        let (bench, id) = linked();
        let file = Path::new(&bench.path("one")).join("SKILL.md");
        bench.write("one/notes.md", "notes");
        fs::remove_file(&file).unwrap();
        put(&bench, &file);
        let before = fs::symlink_metadata(&file).unwrap().file_type();
        let version = bench.get_skill(&id).unwrap().aggregate_version;
        let message = refused(bench.save_file(&id, "SKILL.md", &body("Mine."), version, None), ErrorCode::File);
        assert!(
            message.contains("The change was saved in the library") || message.contains("merge"),
            "{said}: {message}"
        );
        let message = refused(bench.get_outside_change(&id, "SKILL.md"), ErrorCode::File);
        assert!(message.contains(said), "{said}: {message}");
        assert_eq!(bench.text(&id, "SKILL.md"), body("Mine."), "{said}: the library has it");
        assert_eq!(fs::symlink_metadata(&file).unwrap().file_type(), before, "{said}: it is left alone");

        let bench = bench.reopen(studio_api::Upkeep::InBackground);
        crate::harness::until("the file to be marked", || bench.row("one").link != LinkStatus::Linked);
        let versions = bench.list_versions(&id).unwrap();
        let texts: Vec<String> = versions.iter().map(|one| bench.get_version(&one.id).unwrap()).collect();
        assert!(!texts.iter().any(|text| text.contains("secret")), "{said}: {texts:?}");
    }
}

#[test]
fn bytes_that_cannot_be_decoded_survive_a_save_elsewhere_in_the_file() {
    let bench = Bench::new();
    let latin = [body("Caf\u{e9}.").as_bytes(), b"na\xEFve\nthe end\n"].concat();
    bench.write("one/SKILL.md", &latin);
    let id = bench.link(&["one"]).imported[0].id.clone();
    let text = bench.text(&id, "SKILL.md");
    bench.save(&id, "SKILL.md", &text.replace("the end", "the very end"));
    let expected = [body("Caf\u{e9}.").as_bytes(), b"na\xEFve\nthe very end\n"].concat();
    assert_eq!(bench.read("one/SKILL.md"), expected);
    let finding = bench.analyze(&id, "SKILL.md", &bench.text(&id, "SKILL.md")).unwrap();
    let said = finding.findings.iter().find(|one| one.code == "encoding-invalid").expect("it is said");
    assert!(said.message.contains("kept until you replace them"), "{}", said.message);
    // Merged with a change outside, they are still there.
    let version = bench.get_skill(&id).unwrap().aggregate_version;
    bench.write("one/SKILL.md", [b"---\n# theirs\n".as_slice(), &expected[4..]].concat());
    let mine = bench.text(&id, "SKILL.md").replace("very end", "last");
    let SaveOutcome::Conflict { merge } = bench.save_file(&id, "SKILL.md", &mine, version, None).unwrap() else {
        panic!("it was changed outside")
    };
    saved(bench.save_file(&id, "SKILL.md", &merge.merged, version, Some(&merge.their_hash)).unwrap());
    let on_disk = bench.read("one/SKILL.md");
    assert!(on_disk.windows(5).any(|bytes| bytes == b"na\xEFve"), "{}", String::from_utf8_lossy(&on_disk));
    assert!(String::from_utf8_lossy(&on_disk).contains("the last") && on_disk.starts_with(b"---\n# theirs"));
}

/// Names the folder in which a child is killed while it exchanges a file; see below.
const ENDS_IN: &str = "SKILL_STUDIO_TEST_ENDS_IN";

/// The child. Without a folder it is no test and does nothing.
#[test]
#[ignore = "run by the test below, as a process of its own"]
fn child() {
    let Ok(folder) = std::env::var(ENDS_IN) else { return };
    let asked = std::cell::Cell::new(0);
    let is_agreed = |_: &[u8]| {
        asked.set(asked.get() + 1);
        // First on the file as it stands, then on what came out of its place.
        if asked.get() > 1 {
            std::process::abort();
        }
        true
    };
    let linked = studio_pack::LinkedFolder::open(Path::new(&folder)).unwrap();
    drop(linked.exchange(Path::new("SKILL.md"), body("Mine.").as_bytes(), 1 << 20, is_agreed));
}

#[test]
fn what_a_killed_exchange_left_is_kept_where_it_is_the_only_copy_and_removed() {
    for on_disk in ["Base.", "Theirs, written at that moment."] {
        let (bench, id) = linked();
        let folder = bench.path("one");
        let names = || fs::read_dir(&folder).unwrap().count();
        bench.write("one/SKILL.md", body(on_disk));
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["linked_races::child", "--exact", "--ignored"]).env(ENDS_IN, &folder);
        assert!(!child.output().unwrap().status.success());
        assert_eq!((names(), bench.read("one/SKILL.md")), (2, body("Mine.").into_bytes()), "{on_disk}: it was killed");

        let bench = bench.reopen(studio_api::Upkeep::InBackground);
        crate::harness::until("the leftover to be gone", || names() == 1);
        crate::harness::until("the file to be taken over", || bench.text(&id, "SKILL.md") == body("Mine."));
        let versions = bench.list_versions(&id).unwrap();
        let kept = versions.iter().filter(|one| bench.get_version(&one.id).unwrap() == body(on_disk)).count();
        assert_eq!(kept, 1, "{on_disk} is in the timeline: {versions:?}");
        let notices = bench.get_library().unwrap().notices;
        assert_eq!(notices.is_empty(), on_disk == "Base.", "what nobody else has is told of: {notices:?}");
    }
}
