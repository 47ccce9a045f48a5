//! Which files of labelled queries beside skills were imported, and which were written, as the library keeps it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Kept;

/// The files that were imported.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct ImportedEvals {
    /// What each held then, as a SHA-256 in hex, by what names it.
    pub(crate) files: BTreeMap<String, String>,
    /// What was written into each last, as a SHA-256 in hex, by what names it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) written: BTreeMap<String, String>,
}

impl Kept for ImportedEvals {}
