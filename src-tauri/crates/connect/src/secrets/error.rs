//! What can go wrong with secrets. No message holds a value.

use std::{io, path::PathBuf};

use super::{MOST_NAME_CHARS, MOST_VALUE_BYTES};

/// Messages are fragments that fit after "failed to get the secret: ", and say what to do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Nothing is kept under this name.
    #[error("secret “{name}” not found; add it in Settings > Secrets")]
    Missing {
        /// The name.
        name: String,
    },
    /// It is in the keychain, which does not answer now.
    #[error(
        "the secret “{name}” is in the system keychain, which isn't responding; unlock it and restart Skill Studio, \
         or add the secret again in Settings > Secrets"
    )]
    Elsewhere {
        /// The name.
        name: String,
    },
    /// No name of a secret.
    #[error(
        "“{name}” isn't a valid secret name; use 1 to {MOST_NAME_CHARS} lowercase letters, digits, hyphens and \
         underscores"
    )]
    BadName {
        /// As given.
        name: String,
    },
    /// Nothing is no secret.
    #[error("a secret can't be empty; delete it if you no longer need it")]
    Empty,
    /// Larger than secrets are.
    #[error("a secret of {bytes} bytes is too long; the limit is {MOST_VALUE_BYTES}")]
    TooLong {
        /// Its size.
        bytes: usize,
    },
    /// The keychain refused or failed.
    #[error(
        "the system keychain returned an error: {cause}; unlock it, or start Skill Studio with \
         SKILL_STUDIO_SECRETS=vault to keep secrets in its own vault"
    )]
    Keychain {
        /// What it said.
        cause: String,
    },
    /// The keychain did not answer.
    #[error(
        "the system keychain didn't respond within {seconds} s; unlock it, or start Skill Studio with \
         SKILL_STUDIO_SECRETS=vault to keep secrets in its own vault"
    )]
    Silent {
        /// How long was waited.
        seconds: u64,
    },
    /// The vault was changed by something else, or is damaged.
    #[error(
        "the vault {} is damaged or was changed on disk; nothing was written; restore a backup, or move it away and \
         add the secrets again",
        .path.display()
    )]
    Tampered {
        /// The vault.
        path: PathBuf,
    },
    /// The file is not a vault of this version.
    #[error("{} isn't a vault this version can read; nothing was written; update Skill Studio, or move the file \
            to another folder", .path.display())]
    NotAVault {
        /// The file.
        path: PathBuf,
    },
    /// The vault was locked with another key.
    #[error("the vault {} was encrypted with a different key than {key}; nothing was written; restore the right \
            key", .path.display())]
    WrongKey {
        /// The vault.
        path: PathBuf,
        /// Where the key came from.
        key: String,
    },
    /// The vault is there and its key is not.
    #[error(
        "the vault's key {} is missing; restore it, or move the vault {} away and add the secrets again",
        .key.display(), .path.display()
    )]
    NoKey {
        /// The vault.
        path: PathBuf,
        /// Where its key should be.
        key: PathBuf,
    },
    /// What should be a key is none.
    #[error(
        "{key} doesn't contain a key; a key is 64 hexadecimal digits, such as the output of “openssl rand -hex 32”"
    )]
    BadKey {
        /// Where it came from.
        key: String,
    },
    /// A sealed text was changed, or its key is elsewhere.
    #[error(
        "it was encrypted by another user or on another computer, or its key is missing from the keychain; unlock \
         the keychain and restart Skill Studio"
    )]
    Unsealable,
    /// Another process holds the secrets.
    #[error("another program has been changing the secrets for {seconds} s; try again")]
    Busy {
        /// How long was waited.
        seconds: u64,
    },
    /// A file could not be read or written.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl Error {
    pub(super) fn io(path: &std::path::Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Self::Io { path, source }
    }
}
