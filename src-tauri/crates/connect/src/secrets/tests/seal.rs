//! Texts sealed for this user: read again by nobody else, and not in another place.

use std::fs;

use super::{CANARY, Error, Secret, filled, store, vault, walk};

#[test]
fn a_sealed_text_is_read_again_by_its_user_alone() {
    let (folder, first) = filled();
    let sealed = first.seal(CANARY, "tool/1").unwrap();
    assert!(!sealed.windows(6).any(|bytes| bytes == b"canary"), "it cannot be read as it is");
    assert_ne!(sealed, first.seal(CANARY, "tool/1").unwrap(), "the same text twice is not seen to be the same");
    let again = store(folder.path());
    assert_eq!(again.unseal(&sealed, "tool/1").unwrap().expose(), CANARY);
    assert!(matches!(again.unseal(&sealed, "tool/2"), Err(Error::Unsealable)), "nor in the place of another");
    let mut changed = sealed.clone();
    *changed.last_mut().unwrap() ^= 1;
    for bytes in [&changed[..], &sealed[..20], &[]] {
        assert!(matches!(again.unseal(bytes, "tool/1"), Err(Error::Unsealable)));
    }
    let elsewhere = tempfile::tempdir().unwrap();
    assert!(matches!(store(elsewhere.path()).unseal(&sealed, "tool/1"), Err(Error::Unsealable)));
    fs::remove_file(vault(&folder)).unwrap();
    assert!(matches!(store(folder.path()).unseal(&sealed, "tool/1"), Err(Error::Unsealable)));
}

#[test]
fn the_key_of_sealed_texts_is_no_secret_of_the_authors() {
    let (folder, store) = filled();
    store.seal("text", "x").unwrap();
    assert_eq!(store.names().unwrap(), ["tracker_2", "weather"]);
    assert!(matches!(store.get("studio.seal"), Err(Error::BadName { .. })));
    assert!(matches!(store.set("studio.seal", &Secret::new("x")), Err(Error::BadName { .. })));
    for file in walk(folder.path()) {
        assert!(!String::from_utf8_lossy(&fs::read(file).unwrap()).contains("studio.seal"));
    }
}

#[test]
fn two_programs_that_start_at_once_seal_with_one_key() {
    let (folder, _) = filled();
    let sealed: Vec<_> = std::thread::scope(|scope| {
        let seal = || store(folder.path()).seal(CANARY, "x").unwrap();
        let threads: Vec<_> = (0..6).map(|_| scope.spawn(seal)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let store = store(folder.path());
    assert!(sealed.iter().all(|sealed| store.unseal(sealed, "x").unwrap().expose() == CANARY));
}
