//! Secrets kept, found and kept from others.

use std::{
    collections::BTreeMap,
    env, fs,
    path::Path,
    process::{Child, Command},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

use serde_json::json;
use tempfile::TempDir;

use super::{Error, Kind, MASKED, Mask, Reference, Secret, SecretStore, Secrets, check_name, keychain::Chain, resolve};

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

#[test]
fn an_empty_vault_leaves_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(folder.path());
    assert!(store.names().unwrap().is_empty() && !store.is_there("a").unwrap());
    let error = store.get("a").unwrap_err().to_string();
    assert_eq!(error, "there is no secret “a”; add it under Settings, Secrets");
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
        .args(["--exact", "secrets::tests::child_writes_when_it_is_told_to"])
        .env(CHILD, format!("{writer} {}", folder.display()))
        .stdout(std::process::Stdio::null())
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

#[test]
fn references_are_found_wherever_they_stand() {
    let cases: [(&str, &[&str]); 6] = [
        ("", &[]),
        ("Bearer secret://weather", &["weather"]),
        ("/botsecret://tele-gram/send?k=secret://b_2&x", &["tele-gram", "b_2"]),
        ("{\"a\": \"secret://a\", \"b\": \"secret://a\"}", &["a", "a"]),
        ("secret:// secret://Big secret://ü", &["", "Big", ""]),
        ("secret:/weather secret", &[]),
    ];
    for (text, names) in cases {
        let found: Vec<_> = Reference::find(text).collect();
        assert_eq!(found.iter().map(|reference| reference.name).collect::<Vec<_>>(), names, "{text}");
        for reference in found {
            assert_eq!(&text[reference.span.clone()], format!("secret://{}", reference.name), "{text}");
        }
    }
}

#[test]
fn a_text_is_resolved_whole_or_not_at_all() {
    let secrets = |name: &str| match name {
        "a" => Ok(Secret::new("secret://b")),
        "c" => Ok(Secret::new("C")),
        _ => Err(Error::Missing { name: name.to_owned() }),
    };
    assert_eq!(resolve("x secret://a, secret://c!", &secrets).unwrap().expose(), "x secret://b, C!");
    assert_eq!(resolve("nothing", &secrets).unwrap().expose(), "nothing");
    let error = resolve("secret://a secret://b", &secrets).unwrap_err().to_string();
    assert_eq!(error, "there is no secret “b”; add it under Settings, Secrets");
    let (_folder, store) = filled();
    assert_eq!(resolve("-secret://tracker_2.", &store).unwrap().expose(), "-second.");
    assert!(matches!(resolve("secret://Big", &store), Err(Error::BadName { name }) if name == "Big"));
}

#[test]
fn a_mask_takes_a_secret_out_however_it_is_written() {
    let secret = Secret::new("a/b \"key\"+ü");
    let mask = Mask::new([&secret, &Secret::new("secret-long"), &Secret::new("12345"), &Secret::new("ab")]);
    let cases = [
        ("say a/b \"key\"+ü!", "say ••••!"),
        ("?k=a%2Fb%20%22key%22%2B%C3%BC&x", "?k=••••&x"),
        ("?k=a%2fb%20%22key%22%2b%c3%bc&x", "?k=••••&x"),
        ("?k=a%2Fb+%22key%22%2B%C3%BC&x", "?k=••••&x"),
        (r#"{"k":"a/b \"key\"+ü"}"#, r#"{"k":"••••"}"#),
        ("secret-longer ab", "••••er ab"),
    ];
    for (text, expected) in cases {
        assert!(mask.is_in(text), "{text}");
        assert_eq!(mask.text(text), expected);
    }
    let value = json!({"Bearer secret-long": [{"k": "a/b \"key\"+ü"}, 12345, 1.5, null, true, "ab"]});
    assert_eq!(mask.value(value), json!({"Bearer ••••": [{"k": MASKED}, MASKED, 1.5, null, true, "ab"]}));
    assert!(Mask::new([&Secret::new("  \n a")]).is_empty());
}

/// A keychain in memory, which may be slow or broken.
#[derive(Default)]
struct Memory {
    entries: Mutex<BTreeMap<String, Secret>>,
    is_broken: bool,
    delay: Duration,
}

impl Chain for Memory {
    fn get(&self, name: &str) -> keyring::Result<Secret> {
        thread::sleep(self.delay);
        if self.is_broken {
            return Err(keyring::Error::NoDefaultStore);
        }
        self.entries.lock().unwrap().get(name).cloned().ok_or(keyring::Error::NoEntry)
    }

    fn set(&self, name: &str, value: &Secret) -> keyring::Result<()> {
        self.entries.lock().unwrap().insert(name.to_owned(), value.clone());
        Ok(())
    }

    fn delete(&self, name: &str) -> keyring::Result<()> {
        self.entries.lock().unwrap().remove(name).map(drop).ok_or(keyring::Error::NoEntry)
    }
}

fn with_chain(folder: &TempDir, chain: Arc<Memory>) -> SecretStore {
    SecretStore::with_chain(folder.path(), chain, Duration::from_millis(500))
}

#[test]
fn a_keychain_that_answers_keeps_the_secrets_and_the_folder_only_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let chain = Arc::new(Memory::default());
    let store = with_chain(&folder, Arc::clone(&chain));
    assert_eq!(store.kind(), Kind::Keychain);
    store.set("weather", &Secret::new(CANARY)).unwrap();
    store.set("a", &Secret::new("value")).unwrap();
    assert_eq!(store.get("weather").unwrap().expose(), CANARY);
    assert_eq!(store.secret("a").unwrap().expose(), "value");
    assert_eq!(store.names().unwrap(), ["a", "weather"]);
    assert!(!folder.path().join("secrets.vault").exists());
    assert_eq!(fs::read_to_string(folder.path().join("secrets.names")).unwrap(), "a\nweather");

    store.delete("a").unwrap();
    assert!(matches!(store.get("a"), Err(Error::Missing { .. })));
    assert!(matches!(store.delete("a"), Err(Error::Missing { .. })));
    assert_eq!(store.names().unwrap(), ["weather"]);
}

#[test]
fn without_an_answer_the_vault_steps_in_and_nothing_gets_lost() {
    let folder = tempfile::tempdir().unwrap();
    let chain = Arc::new(Memory::default());
    with_chain(&folder, Arc::clone(&chain)).set("weather", &Secret::new("in the keychain")).unwrap();
    for silent in
        [Memory { is_broken: true, ..Memory::default() }, Memory { delay: Duration::from_secs(5), ..Memory::default() }]
    {
        let store = with_chain(&folder, Arc::new(silent));
        assert_eq!(store.kind(), Kind::Vault);
        let error = store.get("weather").unwrap_err();
        assert!(matches!(&error, Error::Elsewhere { name } if name == "weather"), "{error}");
        store.set("other", &Secret::new("in the vault")).unwrap();
        assert_eq!(store.names().unwrap(), ["other"]);
    }
    let store = with_chain(&folder, chain);
    assert_eq!(store.get("weather").unwrap().expose(), "in the keychain");
    assert_eq!(store.get("other").unwrap().expose(), "in the vault");
    assert_eq!(store.names().unwrap(), ["other", "weather"]);
    store.set("other", &Secret::new("moved")).unwrap();
    assert_eq!(store.get("other").unwrap().expose(), "moved");
    assert!(SecretStore::open_vault(folder.path(), folder.path()).names().unwrap().is_empty());
}

fn walk(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(walk(&path)) } else { files.push(path) }
    }
    files
}
