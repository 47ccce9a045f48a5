//! Secrets kept, found and kept from others.

mod keychain;
mod programs;
mod seal;
mod texts;

use std::{fs, path::Path};

use tempfile::TempDir;

use super::{Error, Kind, Mask, Secret, SecretStore, check_name};

const CANARY: &str = "canary-4f1d\"ü\n/+";

fn store(folder: &Path) -> SecretStore {
    SecretStore::open_vault(&folder.join("data"), &folder.join("config"))
}

fn filled() -> (TempDir, SecretStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    store.set("weather", &Secret::new(CANARY)).unwrap();
    store.set("tracker_2", &Secret::new("second")).unwrap();
    (folder, store)
}

fn vault(folder: &TempDir) -> std::path::PathBuf {
    folder.path().join("data/secrets.vault")
}

fn key(folder: &TempDir) -> std::path::PathBuf {
    folder.path().join("config/keys/vault.key")
}

#[test]
fn a_vault_gives_back_what_it_was_given() {
    let (folder, first) = filled();
    assert_eq!(first.kind(), Kind::Vault);
    let again = store(folder.path());
    assert_eq!(again.get("weather").unwrap().expose(), CANARY);
    assert_eq!(again.names().unwrap(), ["tracker_2", "weather"]);
    assert!(again.is_there("weather").unwrap() && !again.is_there("other").unwrap());

    again.set("weather", &Secret::new("new value")).unwrap();
    assert_eq!(first.get("weather").unwrap().expose(), "new value");
    first.delete("weather").unwrap();
    assert!(matches!(again.get("weather"), Err(Error::Missing { name }) if name == "weather"));
    assert!(matches!(again.delete("weather"), Err(Error::Missing { .. })));
    assert_eq!(again.get("tracker_2").unwrap().expose(), "second");
}

/// Made by libsodium from what `vault` says of the format, so that the cipher is held to more than itself.
#[test]
fn a_vault_that_another_program_sealed_is_read() {
    let key_text = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
    let sealed = "736b696c6c2d73747564696f207661756c7420310a4382e2c2d3d6cc1449ad67d805aeb0826465666768696a6b6c6d6e6f70\
        7172737475767778797a7b07518ed59e5ae1e7f512a71dd51ad3a722992fec0e26d1b0c8d4c94cfa53fcae0b0cb6";
    let (folder, store) = filled();
    fs::write(key(&folder), key_text).unwrap();
    fs::write(vault(&folder), hex::decode(sealed).unwrap()).unwrap();
    assert_eq!(store.get("weather").unwrap().expose(), "sunny");
    assert_eq!(store.names().unwrap(), ["weather"]);
}

#[test]
fn an_empty_vault_leaves_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    assert!(store.names().unwrap().is_empty() && !store.is_there("a").unwrap());
    let error = store.get("a").unwrap_err().to_string();
    assert_eq!(error, "secret “a” not found; add it in Settings > Secrets");
    assert!(fs::read_dir(folder.path()).unwrap().next().is_none());
}

#[test]
fn only_names_and_values_that_fit_are_taken() {
    let (_folder, store) = filled();
    for name in ["", "Weather", "a b", "ü", "a/b", "..", &"a".repeat(65)] {
        assert!(matches!(store.set(name, &Secret::new("value")), Err(Error::BadName { .. })), "{name}");
        assert!(matches!(store.get(name), Err(Error::BadName { .. })), "{name}");
    }
    check_name(&"a".repeat(64)).unwrap();
    check_name("0-_z").unwrap();
    assert!(matches!(store.set("a", &Secret::new("")), Err(Error::Empty)));
    assert!(matches!(store.set("a", &Secret::new("x".repeat(65 * 1024))), Err(Error::TooLong { bytes: 66_560 })));
}

#[test]
fn neither_names_nor_values_can_be_read_in_the_files() {
    let (folder, store) = filled();
    for entry in walk(folder.path()) {
        let bytes = fs::read(&entry).unwrap();
        for needle in ["weather", "tracker_2", "canary", "second"] {
            let is_there = bytes.windows(needle.len()).any(|window| window == needle.as_bytes());
            assert!(!is_there, "{needle} in {}", entry.display());
        }
    }
    let secret = store.get("weather").unwrap();
    assert!(!format!("{store:?} {secret:?} {:?}", Mask::new([&secret])).contains("canary"));
}

#[test]
fn writing_the_same_twice_looks_different() {
    let (folder, store) = filled();
    let first = fs::read(vault(&folder)).unwrap();
    store.set("tracker_2", &Secret::new("other!")).unwrap();
    store.set("tracker_2", &Secret::new("second")).unwrap();
    let second = fs::read(vault(&folder)).unwrap();
    assert_eq!(first.len(), second.len());
    assert_ne!(first[first.len() - 40..], second[second.len() - 40..]);
}

#[test]
fn every_changed_byte_is_noticed_and_nothing_is_written_over_it() {
    let (folder, store) = filled();
    let path = vault(&folder);
    let whole = fs::read(&path).unwrap();
    for at in 0..whole.len() {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        fs::write(&path, &changed).unwrap();
        let error = store.get("weather").unwrap_err();
        assert!(
            matches!(error, Error::Tampered { .. } | Error::WrongKey { .. } | Error::NotAVault { .. }),
            "byte {at}: {error}"
        );
        assert!(store.set("weather", &Secret::new("value")).is_err() && store.delete("weather").is_err());
        assert_eq!(fs::read(&path).unwrap(), changed);
    }
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        assert!(store.set("weather", &Secret::new("value")).is_err(), "{length} bytes");
        assert_eq!(fs::read(&path).unwrap().len(), length);
    }
    fs::write(&path, &whole).unwrap();
    assert_eq!(store.get("weather").unwrap().expose(), CANARY);
}

#[test]
fn another_key_and_a_lost_key_are_told_apart() {
    let (folder, store) = filled();
    let (right, whole) = (fs::read(key(&folder)).unwrap(), fs::read(vault(&folder)).unwrap());
    fs::write(key(&folder), "0".repeat(64)).unwrap();
    assert!(matches!(store.get("weather"), Err(Error::WrongKey { .. })));
    assert!(matches!(store.set("weather", &Secret::new("value")), Err(Error::WrongKey { .. })));
    for broken in ["", "abc", &"g".repeat(64), "\u{fffd}"] {
        fs::write(key(&folder), broken).unwrap();
        assert!(matches!(store.get("weather"), Err(Error::BadKey { .. })), "{broken}");
    }
    fs::write(key(&folder), [0xff; 64]).unwrap();
    assert!(matches!(store.get("weather"), Err(Error::BadKey { .. })));
    fs::remove_file(key(&folder)).unwrap();
    assert!(matches!(store.get("weather"), Err(Error::NoKey { .. })));
    assert!(matches!(store.set("weather", &Secret::new("value")), Err(Error::NoKey { .. })));
    assert!(!key(&folder).exists() && fs::read(vault(&folder)).unwrap() == whole);
    fs::write(key(&folder), right).unwrap();
    assert_eq!(store.get("weather").unwrap().expose(), CANARY);
}

#[cfg(unix)]
#[test]
fn only_the_user_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let (folder, store) = filled();
    for file in walk(folder.path()) {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    assert_eq!(mode(&folder.path().join("config/keys")), 0o700);
    fs::set_permissions(key(&folder), fs::Permissions::from_mode(0o644)).unwrap();
    store.get("weather").unwrap();
    assert_eq!(mode(&key(&folder)), 0o600);
}

fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(walk(&path)) } else { files.push(path) }
    }
    files
}
