//! The keychain where one answers, the vault where none does.

use std::{env, path::Path, sync::OnceLock};

use super::{
    Error, Secret, check_name, check_value,
    key::{Key, KeySource, VARIABLE},
    keychain::{Keychain, NameList},
    lock::Lock,
    vault::Vault,
};

/// Set to `vault`, it keeps the keychain out: for tests, and for machines nobody sits at.
const FORCE: &str = "SKILL_STUDIO_SECRETS";

/// No name of a secret has a dot.
const SIGNING_NAME: &str = "studio.signing";

/// Where new secrets go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The system's keychain.
    Keychain,
    /// The encrypted file `secrets.vault` of the studio's own.
    Vault,
}

/// Keeps secrets by name. Several programs and threads may use the same ones at once.
///
/// The keychain is asked whether it answers when the store is first used. Secrets that came into the vault while it did
/// not are still found; a secret set again moves to where new ones go.
pub struct SecretStore {
    vault: Vault,
    names: NameList,
    keychain: OnceLock<Option<Keychain>>,
    /// The key of [`Self::seal`], once it was asked for.
    pub(super) seal: OnceLock<Key>,
}

impl SecretStore {
    /// The user's secrets: vault and list of names in `data_dir`, the vault's key in `config_dir`. Touches nothing yet.
    ///
    /// `SKILL_STUDIO_SECRETS=vault` keeps the keychain out; `SKILL_STUDIO_VAULT_KEY` gives the vault's key as 64
    /// hexadecimal digits instead of the file.
    pub fn open(data_dir: &Path, config_dir: &Path) -> Self {
        let mut store = Self::without_probe(data_dir, config_dir);
        if let Some(key) = env::var(VARIABLE).ok().filter(|key| !key.is_empty()) {
            store.vault.key = KeySource::Given(Secret::new(key));
        }
        if env::var(FORCE).is_ok_and(|kind| kind == "vault") {
            store.keychain = OnceLock::from(None);
        }
        store
    }

    /// A vault without keychain, with its key in a file, whatever the environment says.
    pub fn open_vault(data_dir: &Path, config_dir: &Path) -> Self {
        Self { keychain: OnceLock::from(None), ..Self::without_probe(data_dir, config_dir) }
    }

    fn without_probe(data_dir: &Path, config_dir: &Path) -> Self {
        let lock = data_dir.join("secrets.lock");
        Self {
            vault: Vault {
                file: data_dir.join("secrets.vault"),
                lock: lock.clone(),
                key: KeySource::File(config_dir.join("keys").join("vault.key")),
            },
            names: NameList { file: data_dir.join("secrets.names"), lock },
            keychain: OnceLock::new(),
            seal: OnceLock::new(),
        }
    }

    /// Where new secrets go.
    pub fn kind(&self) -> Kind {
        if self.keychain().is_some() { Kind::Keychain } else { Kind::Vault }
    }

    /// The secret of this name.
    pub fn get(&self, name: &str) -> Result<Secret, Error> {
        check_name(name)?;
        if let Some(secret) = self.keychain().map_or(Ok(None), |keychain| keychain.get(name))? {
            return Ok(secret);
        }
        if let Some(secret) = self.vault.get(name)? {
            return Ok(secret);
        }
        let is_listed = self.keychain().is_none() && self.names.read()?.iter().any(|listed| listed == name);
        let name = name.to_owned();
        Err(if is_listed { Error::Elsewhere { name } } else { Error::Missing { name } })
    }

    /// Keeps a secret, in place of one of the same name.
    pub fn set(&self, name: &str, value: &Secret) -> Result<(), Error> {
        check_name(name)?;
        check_value(value.expose())?;
        let Some(keychain) = self.keychain() else { return self.vault.set(name, value) };
        keychain.set(name, value)?;
        self.vault.delete(name).map(drop)
    }

    /// Forgets a secret; says so if there is none.
    pub fn delete(&self, name: &str) -> Result<(), Error> {
        check_name(name)?;
        let was_in_vault = self.vault.delete(name)?;
        let was_in_keychain = self.keychain().map_or(Ok(false), |keychain| keychain.delete(name))?;
        if was_in_vault || was_in_keychain { Ok(()) } else { Err(Error::Missing { name: name.to_owned() }) }
    }

    /// Names of all secrets that can be had now, sorted.
    pub fn names(&self) -> Result<Vec<String>, Error> {
        let mut names = self.vault.names()?;
        // A key of the studio's own has a name that no secret can have.
        names.retain(|name| check_name(name).is_ok());
        if self.keychain().is_some() {
            names.extend(self.names.read()?);
        }
        names.sort();
        names.dedup();
        Ok(names)
    }

    /// Whether a secret of this name is listed. Asks nobody for a password.
    pub fn is_there(&self, name: &str) -> Result<bool, Error> {
        Ok(self.names()?.iter().any(|listed| listed == name))
    }

    /// What is kept under a name of the studio's own, or what is made for it now. Two programs get the same.
    pub(super) fn kept_or_made(&self, name: &str, make: impl FnOnce() -> Secret) -> Result<Secret, Error> {
        let Some(keychain) = self.keychain() else { return self.vault.get_or_set(name, make()) };
        // Without the lock first: a keychain may wait for somebody to unlock it.
        if let Some(kept) = keychain.get(name)? {
            return Ok(kept);
        }
        let _alone = Lock::take(&self.vault.lock)?;
        if let Some(kept) = keychain.get(name)? {
            return Ok(kept);
        }
        let made = make();
        keychain.set_unlisted(name, &made)?;
        Ok(made)
    }

    /// The key that this user signs with, made by `make` where there is none. It is kept under a name that no secret can
    /// have, so that nobody lists or refers to it.
    pub fn signing_key(&self, make: impl FnOnce() -> Secret) -> Result<Secret, Error> {
        self.kept_or_made(SIGNING_NAME, make)
    }

    /// The key that this user signs with, where it was made.
    pub fn find_signing_key(&self) -> Result<Option<Secret>, Error> {
        Ok(self.everywhere(SIGNING_NAME)?.into_iter().next())
    }

    /// All that is kept under a name, in the keychain and in the vault.
    pub(super) fn everywhere(&self, name: &str) -> Result<Vec<Secret>, Error> {
        let in_keychain = self.keychain().map_or(Ok(None), |keychain| keychain.get(name))?;
        Ok(in_keychain.into_iter().chain(self.vault.get(name)?).collect())
    }

    fn keychain(&self) -> Option<&Keychain> {
        self.keychain.get_or_init(|| Keychain::of_system(self.names.clone())).as_ref()
    }
}

impl std::fmt::Debug for SecretStore {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("SecretStore").field("vault", &self.vault.file).finish_non_exhaustive()
    }
}

#[cfg(test)]
impl SecretStore {
    /// A store over a keychain of the test's own.
    pub(super) fn with_chain(
        folder: &Path,
        chain: std::sync::Arc<dyn super::keychain::Chain>,
        limit: std::time::Duration,
    ) -> Self {
        let store = Self::without_probe(folder, folder);
        let keychain = Keychain::probe(chain, store.names.clone(), limit);
        Self { keychain: OnceLock::from(keychain), ..store }
    }
}
