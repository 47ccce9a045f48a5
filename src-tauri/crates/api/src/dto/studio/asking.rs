//! What is asked of the author where no page can answer for them, and what they point at in the system's dialogs.

use serde::{Deserialize, Serialize};
use specta::Type;

use crate::dto::ConsentRequest;

/// A question that the author alone answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Question {
    /// Whether something may run, or be sent somewhere.
    Consent {
        /// What is asked.
        request: ConsentRequest,
    },
    /// Whether a path may be used that was typed, not chosen in a dialog of the system.
    Path {
        /// What for.
        purpose: PathUse,
        /// The whole path.
        path: String,
        /// Whether a file or folder is there already.
        is_there: bool,
    },
    /// Whether skills may be kept in step with these folders.
    Links {
        /// The whole paths.
        folders: Vec<String>,
    },
    /// Whether a pack is signed with the author's key.
    Signature {
        /// Its name and version.
        pack: String,
        /// The folder it is written to.
        folder: String,
    },
}

/// What a path is used for. A path chosen for one thing is not chosen for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum PathUse {
    /// Skills or queries are read from it.
    Import,
    /// Skills are linked to it: their files are read, watched and written there.
    Link,
    /// A library that is opened, or rescued.
    Library,
    /// A file or folder that is written: a new library, a chart, gram, a pack.
    Write,
    /// A program that tools are run with.
    Program,
}

/// What the system's dialog is opened for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PathChoice {
    /// A folder of skills.
    Folder {
        /// What the dialog says.
        title: String,
    },
    /// Skill files and archives.
    Skills {
        /// What the dialog says.
        title: String,
    },
    /// A library to open.
    Library,
    /// Where a new library goes.
    NewLibrary,
    /// Where a copy of the open library goes.
    LibraryCopy {
        /// The path that is offered.
        path: String,
    },
    /// A file of labelled queries.
    Queries,
    /// The folder a pack is written to.
    PackFolder {
        /// What the dialog says.
        title: String,
    },
    /// The file one skill is exported to.
    SkillArchive {
        /// The path that is offered.
        path: String,
    },
    /// The folder of a client that one skill is copied into.
    ClientFolder {
        /// The folder that is offered.
        path: String,
        /// Those that are one click away.
        folders: Vec<String>,
    },
    /// Where an export goes.
    Export {
        /// The path that is offered.
        path: String,
        /// Its ending, without the dot.
        extension: String,
    },
}
