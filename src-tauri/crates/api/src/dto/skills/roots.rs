//! The folders skills were imported from, and what linking, unlinking and relinking them came to.

use serde::{Deserialize, Serialize};
use specta::Type;

/// A folder skills were imported from, and how they stand to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct ImportRoot {
    /// Absolute path.
    pub path: String,
    /// Skills that were imported from it.
    pub skills: u32,
    /// Those that are linked: saving one writes its file there.
    pub linked: u32,
    /// Those linked whose files changed outside, which is not taken over yet.
    pub changed: u32,
    /// Those linked whose file is gone.
    pub missing: u32,
    /// Those whose link is not followed on this computer; they do not count as linked.
    pub held: u32,
    /// Whether the folder is there.
    pub is_there: bool,
}

/// What linking some skills came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Type)]
pub struct LinkReport {
    /// Ids of the skills that are linked now.
    pub linked: Vec<String>,
    /// How many of them differ from their file, which is put to the author as a merge.
    pub changed: u32,
    /// Files that are not there; their skills are as they were.
    pub not_found: Vec<String>,
}

/// What to show in the system's file manager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RevealTarget {
    /// The folder a skill is linked to, or was imported from.
    Skill {
        /// Skill id.
        id: String,
    },
    /// A folder skills were imported from.
    Root {
        /// Its path.
        path: String,
    },
    /// The folder the daily copies of the open library are in.
    Backups,
    /// What was written in this run where the author said: a folder itself, a file by the folder it is in.
    Written {
        /// Its path.
        path: String,
    },
}
