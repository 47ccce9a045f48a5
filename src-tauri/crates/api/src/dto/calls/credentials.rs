//! What becomes of a credential that was written out.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What the name of a secret looks like, as a regular expression.
pub const SECRET_NAME: &str = studio_connect::secrets::NAME_PATTERN;

/// What the author wants done with what looks like a credential in something that is saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum CredentialChoice {
    /// Nothing is saved while there is one: they have to say.
    #[default]
    Ask,
    /// Its value becomes a secret, and goes out of earlier versions and kept calls too; where no secret can be named, it is
    /// left out.
    Secret,
    /// It stays as it is, for whoever reads the library.
    Plain,
}
