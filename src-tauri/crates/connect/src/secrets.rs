//! Secrets: values that tools need and that appear nowhere but where they are used.
//!
//! A [`SecretStore`] keeps them in the system's keychain, or in an encrypted file where none answers. Everything else
//! names them as `secret://name` ([`Reference`]) and looks them up at the last moment through [`Secrets`]. What comes back
//! from where a secret was sent goes through a [`Mask`].

mod error;
mod flow;
mod key;
mod keychain;
mod lock;
mod mask;
mod reference;
mod seal;
mod store;
mod vault;

#[cfg(test)]
mod tests;

use std::fmt;

use zeroize::Zeroizing;

pub use error::Error;
pub use flow::Flow;
pub use mask::Mask;
pub use reference::{Reference, resolve};
pub use store::{Kind, SecretStore};

/// What stands where a secret would be readable.
pub const MASKED: &str = "••••";

/// Longest name, in characters.
pub const MOST_NAME_CHARS: usize = 64;

/// What a name looks like, as a regular expression: for screens, which say so while one types. [`check_name`] decides.
pub const NAME_PATTERN: &str = "^[a-z0-9_-]{1,64}$";

/// Longest value, in bytes.
pub const MOST_VALUE_BYTES: usize = 64 * 1024;

/// A secret's value. Does not print itself, and is wiped from memory when dropped.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// Takes the value over.
    pub fn new(value: impl Into<String>) -> Self {
        Self(Zeroizing::new(value.into()))
    }

    /// The value, for the one place that sends it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(MASKED)
    }
}

/// Where secrets are looked up by name. May block while a keychain is being unlocked.
pub trait Secrets: Send + Sync {
    /// The secret of this name.
    fn secret(&self, name: &str) -> Result<Secret, Error>;
}

impl<F: Fn(&str) -> Result<Secret, Error> + Send + Sync> Secrets for F {
    fn secret(&self, name: &str) -> Result<Secret, Error> {
        self(name)
    }
}

impl Secrets for SecretStore {
    fn secret(&self, name: &str) -> Result<Secret, Error> {
        self.get(name)
    }
}

/// Refuses what cannot be a secret's name: 1 to 64 of `a-z`, `0-9`, `_` and `-`.
pub fn check_name(name: &str) -> Result<(), Error> {
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-".contains(&byte);
    if (1..=MOST_NAME_CHARS).contains(&name.len()) && name.bytes().all(is_allowed) {
        return Ok(());
    }
    Err(Error::BadName { name: name.to_owned() })
}

fn check_value(value: &str) -> Result<(), Error> {
    if value.is_empty() {
        return Err(Error::Empty);
    }
    if value.len() > MOST_VALUE_BYTES {
        return Err(Error::TooLong { bytes: value.len() });
    }
    Ok(())
}
