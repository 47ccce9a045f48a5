//! The vault's key: 256 random bits in a file of their own, or given through the environment.
//!
//! A key is no passphrase: it is used as it is, so a short one that people can remember is refused.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, aead::Generate as _};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use super::{
    Error, Secret,
    lock::{self, Existing},
};

/// The environment variable that gives the key, for machines without a home.
pub(super) const VARIABLE: &str = "SKILL_STUDIO_VAULT_KEY";

const BYTES: usize = 32;

/// Bytes of a key's fingerprint.
pub(super) const PRINT_BYTES: usize = 16;

/// Where the key is.
#[derive(Clone, Debug)]
pub(super) enum KeySource {
    File(PathBuf),
    Given(Secret),
}

#[derive(Clone)]
pub(super) struct Key(Zeroizing<[u8; BYTES]>);

impl KeySource {
    /// The key, where there is one.
    pub(super) fn read(&self) -> Result<Option<Key>, Error> {
        match self {
            Self::Given(text) => Key::parse(text.expose(), self.name()).map(Some),
            Self::File(path) => match fs::read_to_string(path).map(Zeroizing::new) {
                Ok(text) => {
                    keep_private(path)?;
                    Key::parse(&text, self.name()).map(Some)
                }
                Err(cause) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(cause) if cause.kind() == io::ErrorKind::InvalidData => Err(Error::BadKey { key: self.name() }),
                Err(cause) => Err(Error::io(path)(cause)),
            },
        }
    }

    /// The key; a new one where there is none. Never takes the place of one that is there.
    pub(super) fn read_or_make(&self) -> Result<Key, Error> {
        if let (None, Self::File(path)) = (self.read()?, self) {
            let key = Key::random();
            match lock::write(path, key.text().as_bytes(), Existing::Kept) {
                Err(Error::Io { source, .. }) if source.kind() == io::ErrorKind::AlreadyExists => {}
                other => other?,
            }
        }
        self.read()?.ok_or_else(|| Error::BadKey { key: self.name() })
    }

    /// What to call it in a message.
    pub(super) fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Given(_) => VARIABLE.to_owned(),
        }
    }
}

impl Key {
    pub(super) fn random() -> Self {
        Self(Zeroizing::new(<[u8; BYTES]>::generate()))
    }

    pub(super) fn parse(text: &str, name: String) -> Result<Self, Error> {
        let mut key = Zeroizing::new([0; BYTES]);
        match hex::decode_to_slice(text.trim(), key.as_mut()) {
            Ok(()) => Ok(Self(key)),
            Err(_) => Err(Error::BadKey { key: name }),
        }
    }

    pub(super) fn text(&self) -> Zeroizing<String> {
        // Long enough at once: a text that grows leaves a copy behind.
        let mut digits = vec![b'\n'; 2 * BYTES + 1];
        hex::encode_to_slice(self.0.as_slice(), &mut digits[..2 * BYTES]).expect("a byte has two digits");
        Zeroizing::new(String::from_utf8(digits).expect("digits are ASCII"))
    }

    pub(super) fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new((&*self.0).into())
    }

    /// Tells a vault of another key from a damaged one. Says nothing about a key of 256 random bits.
    pub(super) fn print(&self) -> [u8; PRINT_BYTES] {
        let hash = Sha256::new().chain_update(b"skill-studio vault key").chain_update(self.0.as_slice()).finalize();
        std::array::from_fn(|at| hash[at])
    }
}

/// A copy put back by hand is often readable for everybody.
#[cfg(unix)]
fn keep_private(path: &Path) -> Result<(), Error> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = fs::metadata(path).map_err(Error::io(path))?.permissions().mode();
    if mode & 0o077 != 0 {
        fs::set_permissions(path, fs::Permissions::from_mode(0o600)).map_err(Error::io(path))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn keep_private(_: &Path) -> Result<(), Error> {
    Ok(())
}
