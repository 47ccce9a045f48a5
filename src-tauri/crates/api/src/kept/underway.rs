//! What is kept of the user's of changes of several files: what a program is in the middle of, and which manifests it wrote.

use serde::{Deserialize, Serialize};

use super::Kept;

/// Digests of the manifests that exports of this user wrote, the newest last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ExportedManifests {
    pub(crate) manifests: Vec<String>,
}

impl Kept for ExportedManifests {}

/// What a program of this user is in the middle of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Underway {
    pub(crate) step: Step,
}

impl Kept for Underway {}

/// Something that is more than one step for the file system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Step {
    /// Files of a folder are changed as one; the folders that are made around them, the innermost first.
    Writing { folder: String, made: Vec<String> },
    /// Something that is there only for a while.
    Scratch { path: String },
    /// The folder of a linked skill is given another name.
    RenamingFolder { host: String, skill: String, from: String, to: String },
    /// The folders of linked skills go to the system's trash, with their skills.
    TrashingFolders { host: String, skills: Vec<String> },
    /// The folders of linked skills come back from the system's trash, with their skills.
    RestoringFolders { host: String, skills: Vec<String> },
}
