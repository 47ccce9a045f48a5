//! Secrets in one encrypted file.
//!
//! The file: a line that names the format, the fingerprint of its key (16 bytes), a nonce (24 bytes), and a JSON object of
//! names and values under XChaCha20-Poly1305, with all that stands before as associated data. Written anew as a whole at
//! each change. Somebody who can write the file can put an older version of it back; nothing here notices.

use std::{collections::BTreeMap, fs, io, path::PathBuf};

use chacha20poly1305::{
    XNonce,
    aead::{Aead as _, Generate as _, Payload},
};
use zeroize::Zeroizing;

use super::{
    Error, Secret,
    key::{Key, KeySource, PRINT_BYTES},
    lock::{self, Existing, Lock},
};

const FORMAT: &[u8] = b"skill-studio vault 1\n";
const NONCE_BYTES: usize = 24;
const HEAD_BYTES: usize = FORMAT.len() + PRINT_BYTES + NONCE_BYTES;

type Entries = BTreeMap<String, Secret>;

#[derive(Debug)]
pub(super) struct Vault {
    pub(super) file: PathBuf,
    pub(super) lock: PathBuf,
    pub(super) key: KeySource,
}

impl Vault {
    pub(super) fn get(&self, name: &str) -> Result<Option<Secret>, Error> {
        Ok(self.read()?.remove(name))
    }

    pub(super) fn set(&self, name: &str, value: &Secret) -> Result<(), Error> {
        self.change(|entries| entries.insert(name.to_owned(), value.clone()) != Some(value.clone())).map(drop)
    }

    /// What is kept under a name; `value` from now on where there is nothing yet.
    pub(super) fn get_or_set(&self, name: &str, value: Secret) -> Result<Secret, Error> {
        let mut kept = value.clone();
        self.change(|entries| {
            if let Some(there) = entries.get(name) {
                kept = there.clone();
                return false;
            }
            entries.insert(name.to_owned(), value).is_none()
        })?;
        Ok(kept)
    }

    /// Says whether there was something to delete.
    pub(super) fn delete(&self, name: &str) -> Result<bool, Error> {
        self.change(|entries| entries.remove(name).is_some())
    }

    pub(super) fn names(&self) -> Result<Vec<String>, Error> {
        Ok(self.read()?.into_keys().collect())
    }

    /// Changes the entries and writes them, if `change` says that it changed something.
    fn change(&self, change: impl FnOnce(&mut Entries) -> bool) -> Result<bool, Error> {
        let _lock = Lock::take(&self.lock)?;
        let mut entries = self.read()?;
        let is_changed = change(&mut entries);
        if is_changed {
            let bytes = seal(&self.key.read_or_make()?, &entries);
            lock::write(&self.file, &bytes, Existing::Replaced)?;
        }
        Ok(is_changed)
    }

    fn read(&self) -> Result<Entries, Error> {
        let bytes = match fs::read(&self.file) {
            Ok(bytes) => bytes,
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(Entries::new()),
            Err(cause) => return Err(Error::io(&self.file)(cause)),
        };
        if !bytes.starts_with(FORMAT) {
            return Err(Error::NotAVault { path: self.file.clone() });
        }
        let key = self
            .key
            .read()?
            .ok_or_else(|| Error::NoKey { path: self.file.clone(), key: PathBuf::from(self.key.name()) })?;
        self.unseal(&key, &bytes)
    }

    fn unseal(&self, key: &Key, bytes: &[u8]) -> Result<Entries, Error> {
        let tampered = || Error::Tampered { path: self.file.clone() };
        if bytes.len() < HEAD_BYTES {
            return Err(tampered());
        }
        let (head, body) = bytes.split_at(HEAD_BYTES);
        if head[FORMAT.len()..][..PRINT_BYTES] != key.print() {
            return Err(Error::WrongKey { path: self.file.clone(), key: self.key.name() });
        }
        let nonce = XNonce::try_from(&head[HEAD_BYTES - NONCE_BYTES..]).expect("a head ends in a nonce");
        let json = key.cipher().decrypt(&nonce, Payload { msg: body, aad: head }).map_err(|_| tampered())?;
        let entries: BTreeMap<String, String> =
            serde_json::from_slice(&Zeroizing::new(json)).map_err(|_| tampered())?;
        Ok(entries.into_iter().map(|(name, value)| (name, Secret::new(value))).collect())
    }
}

fn seal(key: &Key, entries: &Entries) -> Vec<u8> {
    let plain: BTreeMap<&str, &str> = entries.iter().map(|(name, value)| (name.as_str(), value.expose())).collect();
    let json = Zeroizing::new(serde_json::to_vec(&plain).expect("a map of texts is JSON"));
    let nonce = XNonce::generate();
    let mut bytes = [FORMAT, &key.print(), &nonce].concat();
    let body = key.cipher().encrypt(&nonce, Payload { msg: &json, aad: &bytes });
    bytes.extend(body.expect("a vault is far smaller than what the cipher takes"));
    bytes
}
