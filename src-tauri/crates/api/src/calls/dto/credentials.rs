//! What becomes of a credential that was written out.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What the author wants done with what looks like a credential in something that is saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum CredentialChoice {
    /// Nothing is saved while there is one: they have to say.
    #[default]
    Ask,
    /// Its value becomes a secret, and goes out of earlier versions and kept calls too.
    Secret,
    /// It stays as it is, for whoever reads the library.
    Plain,
}

/// How a credential is known, for a page that keeps what is typed and not saved yet. Made from what the studio knows itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct CredentialRules {
    /// Words in names; `_` stands for a hyphen or blank, too.
    pub telling: Vec<String>,
    /// Whole words that begin like one of these, and say nothing.
    pub harmless: Vec<String>,
    /// Last words of names.
    pub endings: Vec<String>,
    /// Beginnings of well-known keys.
    pub key_starts: Vec<String>,
    /// How many letters and digits in one run are a key.
    pub long_run: u32,
}

impl CredentialRules {
    /// The rules as they are.
    pub fn new() -> Self {
        use studio_text::credentials::{ENDINGS, HARMLESS, KEYS, LONG_RUN, TELLING};
        let list = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        Self {
            telling: list(&TELLING),
            harmless: list(&HARMLESS),
            endings: list(&ENDINGS),
            key_starts: list(&KEYS),
            long_run: LONG_RUN as u32,
        }
    }
}

impl Default for CredentialRules {
    fn default() -> Self {
        Self::new()
    }
}
