//! Changing files of a linked folder.

use std::cell::Cell;
use std::fs::{self, OpenOptions, Permissions};
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use studio_pack::{Error, Exchanged, LinkedFolder, read_regular, write_atomically, write_privately};

use crate::folder;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn writing_replaces_whole_and_keeps_permissions() {
    let root = folder(&[("a/SKILL.md", "old"), ("a/run.sh", "old")]);
    let linked = LinkedFolder::open(&root.path().join("a")).unwrap();
    fs::set_permissions(root.path().join("a/run.sh"), Permissions::from_mode(0o750)).unwrap();
    linked.write(Path::new("run.sh"), b"new").unwrap();
    linked.write(&root.path().join("a/SKILL.md"), b"new").unwrap();
    linked.write(Path::new("references/deep/notes.md"), b"made").unwrap();
    assert_eq!(fs::read(root.path().join("a/SKILL.md")).unwrap(), b"new");
    assert_eq!(mode(&root.path().join("a/run.sh")), 0o750);
    assert_eq!(fs::read(root.path().join("a/references/deep/notes.md")).unwrap(), b"made");
    // A new file is as readable as any program would have made it.
    fs::write(root.path().join("plain"), "").unwrap();
    assert_eq!(mode(&root.path().join("a/references/deep/notes.md")), mode(&root.path().join("plain")));
    assert_eq!(names(&root.path().join("a")), ["SKILL.md", "references", "run.sh"], "nothing temporary is left");
    write_atomically(&root.path().join("fresh.json"), b"{}").unwrap();
    assert_eq!(fs::read(root.path().join("fresh.json")).unwrap(), b"{}");
    // Settings may be links to where somebody keeps all of theirs.
    let link = root.path().join("link.json");
    symlink("fresh.json", &link).unwrap();
    write_privately(&link, b"own").unwrap();
    assert_eq!(fs::read(root.path().join("fresh.json")).unwrap(), b"own");
    assert_eq!(mode(&root.path().join("fresh.json")), 0o600);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}

#[test]
fn nothing_outside_of_the_folder_is_touched() {
    let root = folder(&[("a/SKILL.md", "old"), ("a/inner/real.md", "old"), ("b/other.md", "kept")]);
    let a = root.path().join("a");
    let linked = LinkedFolder::open(&a).unwrap();
    symlink("inner/real.md", a.join("alias.md")).unwrap();
    symlink("../b/other.md", a.join("out.md")).unwrap();
    symlink("../b", a.join("out")).unwrap();
    symlink("nowhere", a.join("dangling.md")).unwrap();
    linked.write(Path::new("alias.md"), b"new").unwrap();
    assert_eq!(fs::read(a.join("inner/real.md")).unwrap(), b"new");
    assert!(fs::symlink_metadata(a.join("alias.md")).unwrap().is_symlink(), "the link stays one");
    for path in
        ["out.md", "out/other.md", "out/new/x.md", "../b/other.md", "inner/../../b/other.md", "", "/etc/hostname"]
    {
        let error = linked.write(Path::new(path), b"stolen").unwrap_err();
        assert!(matches!(error, Error::OutsideFolder { .. } | Error::NotAFile { .. }), "{path}: {error}");
    }
    assert!(matches!(linked.write(Path::new("dangling.md"), b""), Err(Error::Io { .. })));
    assert!(matches!(linked.remove(Path::new("out/other.md")), Err(Error::OutsideFolder { .. })));
    assert!(matches!(linked.rename(Path::new("SKILL.md"), Path::new("out/x.md")), Err(Error::OutsideFolder { .. })));
    linked.remove(Path::new("out.md")).unwrap();
    assert_eq!(fs::read(root.path().join("b/other.md")).unwrap(), b"kept");
    assert_eq!(names(&root.path().join("b")), ["other.md"]);
}

#[test]
fn refusals_leave_everything_as_it_was() {
    let root = folder(&[("a/SKILL.md", "old"), ("a/locked.md", "old"), ("a/sub/x.md", "x")]);
    let linked = LinkedFolder::open(&root.path().join("a")).unwrap();
    fs::set_permissions(root.path().join("a/locked.md"), Permissions::from_mode(0o444)).unwrap();
    assert!(matches!(linked.write(Path::new("locked.md"), b"new"), Err(Error::ReadOnly { .. })));
    assert!(matches!(linked.write(Path::new("sub"), b"new"), Err(Error::NotAFile { .. })));
    assert!(matches!(linked.remove(Path::new("sub")), Err(Error::NotAFile { .. })));
    assert!(matches!(linked.remove(Path::new("gone.md")), Err(Error::Io { .. })));
    assert!(matches!(linked.rename(Path::new("SKILL.md"), Path::new("sub/x.md")), Err(Error::Exists { .. })));
    assert!(matches!(LinkedFolder::open(&root.path().join("a/SKILL.md")), Err(Error::NotAFolder { .. })));
    assert_eq!(names(&root.path().join("a")), ["SKILL.md", "locked.md", "sub"]);
    assert_eq!(fs::read(root.path().join("a/locked.md")).unwrap(), b"old");
    linked.rename(Path::new("sub/x.md"), Path::new("new/y.md")).unwrap();
    linked.remove(Path::new("new/y.md")).unwrap();
    assert_eq!(names(&root.path().join("a/new")), [""; 0]);
}

#[test]
fn what_is_written_between_looking_and_exchanging_is_in_hand() {
    let root = folder(&[("a/SKILL.md", "agreed")]);
    let file = root.path().join("a/SKILL.md");
    let linked = LinkedFolder::open(&root.path().join("a")).unwrap();
    let exchange = |bytes: &[u8], meanwhile: &dyn Fn()| {
        let is_first = Cell::new(true);
        linked.exchange(Path::new("SKILL.md"), bytes, 1024, |present| {
            let is_agreed = present == b"agreed";
            if is_first.replace(false) {
                meanwhile();
            }
            is_agreed
        })
    };
    let slipped = |meanwhile: &dyn Fn(), expected: &[u8]| {
        fs::write(&file, "agreed").unwrap();
        let Exchanged::Slipped { mut theirs, .. } = exchange(b"mine", meanwhile).unwrap() else { panic!("it slipped") };
        assert_eq!(fs::read(&file).unwrap(), b"mine");
        assert_eq!(names(&root.path().join("a")).len(), 2, "until it is kept elsewhere it stays on disk");
        assert_eq!(theirs.at_rest().unwrap(), expected);
        theirs.let_go();
        assert_eq!(names(&root.path().join("a")), ["SKILL.md"]);
    };
    slipped(&|| fs::write(&file, "theirs").unwrap(), b"theirs");
    slipped(
        &|| {
            fs::write(root.path().join("new"), "theirs by rename").unwrap();
            fs::rename(root.path().join("new"), &file).unwrap();
        },
        b"theirs by rename",
    );
    // Whoever could not keep what came out has not lost it.
    fs::write(&file, "agreed").unwrap();
    drop(exchange(b"mine", &|| fs::write(&file, "theirs, not kept").unwrap()).unwrap());
    let kept = names(&root.path().join("a")).into_iter().find(|name| name != "SKILL.md").unwrap();
    assert_eq!(fs::read(root.path().join("a").join(&kept)).unwrap(), b"theirs, not kept");
    fs::remove_file(root.path().join("a").join(kept)).unwrap();
    // Another content is never replaced; nor is what came where nothing was, or what is not read.
    assert!(matches!(exchange(b"again", &|| ()).unwrap(), Exchanged::Differs));
    fs::write(&file, "agreed").unwrap();
    let huge = || fs::write(&file, vec![b'x'; 2048]).unwrap();
    assert!(matches!(exchange(b"mine", &huge).unwrap(), Exchanged::Differs));
    assert_eq!(fs::read(&file).unwrap().len(), 2048);
    // Gone meanwhile: it is made anew.
    fs::write(&file, "agreed").unwrap();
    let gone = || fs::remove_file(&file).unwrap();
    assert!(matches!(exchange(b"mine", &gone).unwrap(), Exchanged::Done { displaced: None, .. }));
    assert_eq!(names(&root.path().join("a")), ["SKILL.md"]);
}

#[test]
fn a_program_that_has_the_file_open_is_seen_to_write_to_it_later() {
    let root = folder(&[("a/SKILL.md", "agreed")]);
    let linked = LinkedFolder::open(&root.path().join("a")).unwrap();
    let mut open = OpenOptions::new().append(true).open(root.path().join("a/SKILL.md")).unwrap();
    let exchanged = linked.exchange(Path::new("SKILL.md"), b"mine", 1024, |present| present == b"agreed").unwrap();
    let Exchanged::Done { displaced: Some(mut displaced), .. } = exchanged else { panic!("it stands") };
    assert_eq!(names(&root.path().join("a")), ["SKILL.md"], "nothing is left on disk");
    assert!(displaced.written_since().unwrap().is_none());
    open.write_all(b", and more").unwrap();
    assert_eq!(displaced.written_since().unwrap().as_deref(), Some(b"agreed, and more".as_slice()));
}

#[test]
fn only_ordinary_files_of_a_size_are_read_and_nobody_waits() {
    let root = folder(&[("a/SKILL.md", "text"), ("b/other.md", "other")]);
    let a = root.path().join("a");
    let fifo = a.join("fifo");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    symlink("../b/other.md", a.join("out.md")).unwrap();
    symlink("SKILL.md", a.join("alias.md")).unwrap();
    symlink("/dev/zero", a.join("zero.md")).unwrap();
    let linked = LinkedFolder::open(&a).unwrap();
    assert_eq!(linked.read(Path::new("alias.md"), 4).unwrap().bytes, b"text");
    assert!(matches!(linked.read(Path::new("SKILL.md"), 3), Err(Error::TooLarge { limit: 3, .. })));
    assert!(matches!(linked.read(Path::new("fifo"), 9), Err(Error::NotAFile { .. })));
    for path in ["out.md", "zero.md", "../b/other.md"] {
        assert!(matches!(linked.read(Path::new(path), 9), Err(Error::OutsideFolder { .. })), "{path}");
    }
    // What an author names may be a link, but not a device or a pipe.
    assert_eq!(read_regular(&a.join("out.md"), 9).unwrap(), b"other");
    for path in [fifo.as_path(), &a.join("zero.md"), Path::new("/dev/zero"), &a] {
        let error = read_regular(path, 9).unwrap_err();
        assert!(matches!(error, Error::NotAFile { .. }), "{error}");
    }
}

/// Names the folder in which a child ends in the middle of an exchange, and says when: `made` or `exchanged`.
const CHILD: [&str; 2] = ["STUDIO_PACK_EXCHANGE_FOLDER", "STUDIO_PACK_EXCHANGE_ENDS"];

/// The child. Without a folder it is no test and does nothing.
#[test]
#[ignore = "run by the test below, as a process of its own"]
fn child_that_ends_in_an_exchange() {
    let (Ok(folder), Ok(when)) = (std::env::var(CHILD[0]), std::env::var(CHILD[1])) else { return };
    let asked = Cell::new(0);
    let is_agreed = |_: &[u8]| {
        asked.set(asked.get() + 1);
        if asked.get() == if when == "made" { 1 } else { 2 } {
            std::process::abort();
        }
        true
    };
    drop(LinkedFolder::open(Path::new(&folder)).unwrap().exchange(Path::new("SKILL.md"), b"mine", 100, is_agreed));
}

#[test]
fn what_a_killed_program_left_is_found_and_what_a_running_one_has_is_not() {
    for (when, left) in [("made", "mine"), ("exchanged", "theirs")] {
        let root = folder(&[("a/SKILL.md", "theirs"), ("a/other.md", "other")]);
        let a = root.path().join("a");
        let mut child = std::process::Command::new(std::env::current_exe().unwrap());
        child.args(["child_that_ends_in_an_exchange", "--ignored"]).env(CHILD[0], &a).env(CHILD[1], when);
        assert!(!child.output().unwrap().status.success());
        assert_eq!(names(&a).len(), 3, "{when}");

        let linked = LinkedFolder::open(&a).unwrap();
        let paths = [Path::new("other.md"), Path::new("SKILL.md")];
        let mut found = linked.leftovers(&paths, 100);
        let (place, leftover) = found.pop().unwrap();
        assert_eq!((place, leftover.bytes.as_slice(), found.len()), (1, left.as_bytes(), 0), "{when}");
        assert_eq!(linked.leftovers(&paths, 100).len(), 0, "{when}: taken by one at a time");
        leftover.remove().unwrap();
        assert_eq!(names(&a), ["SKILL.md", "other.md"], "{when}");

        // One that is under way is nobody else's.
        let exchanged = linked.exchange(Path::new("SKILL.md"), b"new", 100, |_| {
            assert_eq!(LinkedFolder::open(&a).unwrap().leftovers(&paths, 100).len(), 0, "{when}");
            true
        });
        assert!(matches!(exchanged, Ok(Exchanged::Done { .. })));
    }
}
