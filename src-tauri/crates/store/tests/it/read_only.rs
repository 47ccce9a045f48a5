//! Libraries where nothing can be written: everything in them is read, and every change is refused by name.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Command,
};

use studio_store::{Error, Library, Obstacle};
use studio_testkit::{SkillBuilder, TempLibrary, leave_out, repository};

fn open(path: &Path) -> Library {
    Library::open(path, &TempLibrary::options()).unwrap().0
}

/// A folder nothing can be written to, whoever tests: locked, or on a drive mounted so.
struct Locked {
    folder: tempfile::TempDir,
    is_mounted: bool,
}

impl Locked {
    /// None where it could not be locked.
    fn with(fill: impl FnOnce(&Path)) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let run = |program: &str, arguments: &[&str]| {
            let output = Command::new(program).args(arguments).arg(folder.path()).output();
            output.is_ok_and(|output| output.status.success())
        };
        let is_mounted = run("mount", &["-t", "tmpfs", "tmpfs"]);
        fill(folder.path());
        if is_mounted {
            assert!(run("mount", &["-o", "remount,ro"]));
        } else {
            fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
        }
        let is_locked = fs::write(folder.path().join("probe"), "").is_err();
        if !is_locked {
            leave_out("no folder can be locked here");
        }
        is_locked.then_some(Self { folder, is_mounted })
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("library.db")
    }
}

impl Drop for Locked {
    fn drop(&mut self) {
        if self.is_mounted {
            let _gone = Command::new("umount").arg("--lazy").arg(self.folder.path()).output();
        } else {
            let _unlocked = fs::set_permissions(self.folder.path(), fs::Permissions::from_mode(0o755));
        }
    }
}

fn assert_reads_only(library: &Library, path: &Path, skills: &[&str]) {
    assert!(library.obstacle().is_some());
    assert_eq!(library.path(), path);
    let names: Vec<String> = library.list_skills().unwrap().into_iter().map(|row| row.name).collect();
    assert_eq!(names, skills);
    assert_eq!(library.check().unwrap(), Vec::<String>::new());
    assert_eq!(library.look(), None);
    let error = library.create_skill(&SkillBuilder::new("new").build()).unwrap_err();
    assert!(matches!(error, Error::ReadOnly { .. }), "{error}");
    let copies = tempfile::tempdir().unwrap();
    let copy = copies.path().join("copy.db");
    library.save_copy(&copy).unwrap();
    let copy = open(&copy);
    assert_eq!((copy.obstacle(), copy.list_skills().unwrap().len()), (None, skills.len()));
    copy.create_skill(&SkillBuilder::new("new").build()).unwrap();
}

#[test]
fn a_library_in_a_folder_that_cannot_be_written_can_be_read() {
    let library = TempLibrary::new();
    library.add_skill(SkillBuilder::new("one"));
    let (_kept, closed) = library.close();
    let Some(locked) = Locked::with(|folder| assert!(fs::copy(&closed, folder.join("library.db")).unwrap() > 0)) else {
        return;
    };
    let library = open(&locked.path());
    assert_eq!(library.obstacle(), Some(Obstacle::Folder));
    assert_reads_only(&library, &locked.path(), &["one"]);
    assert_eq!(fs::read_dir(locked.folder.path()).unwrap().count(), 1);
}

#[test]
fn the_log_of_a_library_that_cannot_be_written_is_read_too() {
    let library = TempLibrary::new();
    library.add_skill(SkillBuilder::new("one"));
    library.add_skill(SkillBuilder::new("two"));
    for sides in [&["", "-wal"][..], &["", "-wal", "-shm"]] {
        let copied = |folder: &Path| {
            for side in sides {
                let from = format!("{}{side}", library.path().display());
                fs::copy(from, folder.join(format!("library.db{side}"))).unwrap();
            }
        };
        let Some(locked) = Locked::with(copied) else { return };
        assert_reads_only(&open(&locked.path()), &locked.path(), &["one", "two"]);
    }
}

#[test]
fn an_older_library_that_cannot_be_written_is_read_as_one_of_today() {
    let fixture = repository().join("fixtures/libraries/v1.db");
    let Some(locked) = Locked::with(|folder| assert!(fs::copy(fixture, folder.join("library.db")).unwrap() > 0)) else {
        return;
    };
    assert_reads_only(&open(&locked.path()), &locked.path(), &["emergency", "triage"]);
}

#[test]
fn a_damaged_library_that_cannot_be_written_is_named_so() {
    let library = TempLibrary::new();
    for number in 0..40 {
        library.add_skill(SkillBuilder::new(&format!("skill-{number}")).body(&"line\n".repeat(500)));
    }
    let (_kept, closed) = library.close();
    let Some(locked) = Locked::with(|folder| {
        let bytes = fs::read(&closed).unwrap();
        fs::write(folder.join("library.db"), &bytes[..bytes.len() / 2 / 4096 * 4096]).unwrap();
    }) else {
        return;
    };
    let error = Library::open(&locked.path(), &TempLibrary::options()).unwrap_err();
    assert!(matches!(error, Error::Damaged { .. }), "{error}");
}
