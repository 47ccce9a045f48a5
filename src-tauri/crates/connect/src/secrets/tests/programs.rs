//! Several threads and programs with the same secrets.

use std::{
    env,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
};

use super::{super::Secret, store};

#[test]
fn threads_lose_nothing_to_each_other() {
    let folder = tempfile::tempdir().unwrap();
    thread::scope(|scope| {
        for writer in 0..4 {
            let folder = folder.path();
            scope.spawn(move || {
                let store = store(folder);
                for number in 0..10 {
                    store.set(&format!("w{writer}-{number}"), &Secret::new(format!("value {number}"))).unwrap();
                    store.names().unwrap();
                }
            });
        }
    });
    assert_eq!(store(folder.path()).names().unwrap().len(), 40);
}

const CHILD: &str = "SKILL_STUDIO_TEST_SECRETS_CHILD";

/// What the next tests start as a program of its own; does nothing otherwise.
#[test]
fn child_writes_when_it_is_told_to() {
    let Ok(told) = env::var(CHILD) else { return };
    let (writer, folder) = told.split_once(' ').unwrap();
    let store = store(Path::new(folder));
    for number in 0..20 {
        store.set(&format!("{writer}-{number}"), &Secret::new("value")).unwrap();
    }
}

fn child(writer: &str, folder: &Path) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "secrets::tests::programs::child_writes_when_it_is_told_to"])
        .env(CHILD, format!("{writer} {}", folder.display()))
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn programs_lose_nothing_to_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let children: Vec<_> = ["a", "b", "c"].map(|writer| child(writer, folder.path())).into();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(store(folder.path()).names().unwrap().len(), 60);
}

#[test]
fn a_program_killed_while_it_writes_leaves_a_whole_vault() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..8 {
        let mut child = child(&format!("r{round}"), folder.path());
        let first = format!("r{round}-{round}");
        while !store(folder.path()).is_there(&first).unwrap() && child.try_wait().unwrap().is_none() {}
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(store(folder.path()).is_there(&first).unwrap());
    }
    store(folder.path()).set("last", &Secret::new("value")).unwrap();
    assert!(store(folder.path()).names().unwrap().len() > 8);
}
