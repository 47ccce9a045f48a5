//! Which files of labelled queries beside skills were imported, as the library keeps it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Kept;

/// The files that were imported.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct ImportedEvals {
    /// What each held then, as a SHA-256 in hex, by what names it.
    pub(crate) files: BTreeMap<String, String>,
}

impl Kept for ImportedEvals {}
