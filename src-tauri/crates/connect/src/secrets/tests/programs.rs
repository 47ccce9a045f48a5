//! Several threads and programs with the same secrets.

use std::{
    env, fs,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
};

use super::{
    super::{Error, Kind, Secret, SecretStore},
    key, store, vault,
};

const CHILD: &str = "SKILL_STUDIO_TEST_SECRETS_CHILD";

/// What the other tests start as a program of its own; does nothing otherwise.
#[test]
fn child_writes_when_it_is_told_to() {
    let Ok(told) = env::var(CHILD) else { return };
    let (writer, folder) = told.split_once(' ').unwrap();
    let folder = Path::new(folder);
    if writer == "environment" {
        let store = SecretStore::open(&folder.join("data"), &folder.join("config"));
        assert_eq!(store.kind(), Kind::Vault);
        return store.set("from-child", &Secret::new("value")).unwrap();
    }
    for number in 0..20 {
        store(folder).set(&format!("{writer}-{number}"), &Secret::new("value")).unwrap();
    }
}

fn child(writer: &str, folder: &Path, variables: &[(&str, &str)]) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "secrets::tests::programs::child_writes_when_it_is_told_to"])
        .env(CHILD, format!("{writer} {}", folder.display()))
        .envs(variables.iter().copied())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

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

#[test]
fn programs_lose_nothing_to_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let children: Vec<_> = ["a", "b", "c"].map(|writer| child(writer, folder.path(), &[])).into();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(store(folder.path()).names().unwrap().len(), 60);
}

#[test]
fn a_program_killed_while_it_writes_leaves_a_whole_vault() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..8 {
        let mut child = child(&format!("r{round}"), folder.path(), &[]);
        let first = format!("r{round}-{round}");
        while !store(folder.path()).is_there(&first).unwrap() && child.try_wait().unwrap().is_none() {}
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(store(folder.path()).is_there(&first).unwrap());
    }
    store(folder.path()).set("last", &Secret::new("value")).unwrap();
    assert!(store(folder.path()).names().unwrap().len() > 8);
}

#[test]
fn the_environment_can_force_the_vault_and_give_its_key() {
    let digits = "0123456789abcdefABCDEF0123456789".repeat(2);
    let folder = tempfile::tempdir().unwrap();
    let write = |variables: &[(&str, &str)]| child("environment", folder.path(), variables).wait().unwrap().success();
    let forced = ("SKILL_STUDIO_SECRETS", "vault");

    assert!(write(&[forced, ("SKILL_STUDIO_VAULT_KEY", &digits)]));
    assert!(!key(&folder).exists(), "the key was given");
    assert!(matches!(store(folder.path()).get("from-child"), Err(Error::NoKey { .. })));
    assert!(!write(&[forced, ("SKILL_STUDIO_VAULT_KEY", "a passphrase")]), "a passphrase is no key");
    fs::create_dir_all(key(&folder).parent().unwrap()).unwrap();
    fs::write(key(&folder), format!("  {digits}\n")).unwrap();
    assert_eq!(store(folder.path()).get("from-child").unwrap().expose(), "value");

    fs::remove_file(vault(&folder)).unwrap();
    assert!(write(&[forced, ("SKILL_STUDIO_VAULT_KEY", "")]));
    assert_eq!(store(folder.path()).names().unwrap(), ["from-child"]);
}
