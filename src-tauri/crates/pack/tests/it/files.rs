//! Changing files of a linked folder.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use studio_pack::{Error, LinkedFolder, write_atomically};

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
