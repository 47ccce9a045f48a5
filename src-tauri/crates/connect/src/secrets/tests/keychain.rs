//! A keychain that answers, one that does not, and the vault beside them.

use parking_lot::Mutex;
use std::{
    collections::BTreeMap,
    fs,
    sync::{
        Arc,
        mpsc::{Receiver, channel},
    },
    thread,
    time::Duration,
};

use studio_testkit::PATIENCE;
use tempfile::TempDir;

use super::{
    super::{Error, Kind, Secret, SecretStore, Secrets as _, keychain::Chain},
    CANARY,
};

/// A keychain in memory, which may be broken or never answer.
#[derive(Default)]
struct Memory {
    entries: Mutex<BTreeMap<String, Secret>>,
    is_broken: bool,
    /// It answers nothing before this ends.
    silence: Option<Mutex<Receiver<()>>>,
}

impl Chain for Memory {
    fn get(&self, name: &str) -> keyring::Result<Secret> {
        if let Some(silence) = &self.silence {
            let _ended = silence.lock().recv();
        }
        if self.is_broken {
            return Err(keyring::Error::NoDefaultStore);
        }
        self.entries.lock().get(name).cloned().ok_or(keyring::Error::NoEntry)
    }

    fn set(&self, name: &str, value: &Secret) -> keyring::Result<()> {
        self.entries.lock().insert(name.to_owned(), value.clone());
        Ok(())
    }

    fn delete(&self, name: &str) -> keyring::Result<()> {
        self.entries.lock().remove(name).map(drop).ok_or(keyring::Error::NoEntry)
    }
}

fn with_chain(folder: &TempDir, chain: Arc<Memory>) -> SecretStore {
    let limit = if chain.silence.is_none() { PATIENCE } else { Duration::from_millis(100) };
    SecretStore::with_chain(folder.path(), chain, limit)
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
    let (_silent, silence) = channel();
    for silent in [
        Memory { is_broken: true, ..Memory::default() },
        Memory { silence: Some(Mutex::new(silence)), ..Memory::default() },
    ] {
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

/// Run it by name where a keychain is unlocked: `cargo test -p studio-connect -- --ignored systems_own_keychain`.
#[test]
#[ignore = "needs this system's keychain, unlocked"]
fn the_systems_own_keychain_keeps_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let store = || SecretStore::open(folder.path(), folder.path());
    let name = format!("test-{}", std::process::id());
    assert_eq!(store().kind(), Kind::Keychain);
    assert!(matches!(store().get(&name), Err(Error::Missing { .. })));
    store().set(&name, &Secret::new(CANARY)).unwrap();
    store().set(&name, &Secret::new(format!("{CANARY} again"))).unwrap();
    assert_eq!(store().get(&name).unwrap().expose(), format!("{CANARY} again"));
    assert_eq!(store().names().unwrap(), [name.as_str()]);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert!(store().get(&name).is_ok()));
        }
    });
    store().delete(&name).unwrap();
    assert!(matches!(store().get(&name), Err(Error::Missing { .. })));
    assert!(!folder.path().join("secrets.vault").exists());
}

#[test]
fn what_is_sealed_with_a_key_of_the_keychain_stays_readable_beside_one_of_the_vault() {
    let folder = tempfile::tempdir().unwrap();
    let chain = Arc::new(Memory::default());
    let in_vault = SecretStore::open_vault(folder.path(), folder.path());
    let before = in_vault.seal(CANARY, "x").unwrap();
    let store = with_chain(&folder, Arc::clone(&chain));
    let after = store.seal(CANARY, "x").unwrap();
    assert!(chain.entries.lock().contains_key("studio.seal"), "a keychain that answers has the key");
    assert_eq!(store.names().unwrap(), Vec::<String>::new());
    assert_ne!(before[..16], after[..16], "each has its own key");
    for sealed in [&before, &after] {
        assert_eq!(with_chain(&folder, Arc::clone(&chain)).unseal(sealed, "x").unwrap().expose(), CANARY);
    }
    assert!(matches!(in_vault.unseal(&after, "x"), Err(Error::Unsealable)));
}
