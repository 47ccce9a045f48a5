//! The one error a screen or a pipeline sees.

use serde::{Deserialize, Serialize};
use specta::Type;
use studio_model::{sentence, visible};
use studio_store::{Displacement, Error as StoreError};

/// What went wrong, in words an author can act on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Type, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// Stable name; one exists only where a screen or a script behaves differently.
    pub code: ErrorCode,
    /// What, where, what to do.
    pub message: String,
    /// What lies behind it, for a report.
    pub detail: Option<String>,
}

/// Kinds of errors a caller can tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// No library is open.
    NoLibrary,
    /// The file is not a library.
    NotALibrary,
    /// The library was written by a newer studio.
    NewerLibrary,
    /// The library is damaged; it can be salvaged.
    DamagedLibrary,
    /// The library cannot be written; everything in it can be read.
    ReadOnlyLibrary,
    /// The library's file is not at its path any more; nothing is written to it.
    DisplacedLibrary,
    /// Nothing has that id or name.
    NotFound,
    /// The row changed since it was read.
    Stale,
    /// Something else depends on it.
    Referenced,
    /// The value cannot be stored as it is.
    Invalid,
    /// It holds what looks like a credential; the author has to say what becomes of it.
    Credentials,
    /// The embedding model is not there.
    ModelMissing,
    /// A file or folder could not be read or written.
    File,
    /// A database server cannot be reached, refuses, or is not as it should be.
    Server,
    /// A database is not set up for sharing.
    NotSetUp,
    /// What goes to a database could be read on the way, and nobody has allowed that.
    Unencrypted,
    /// More than a few things would go to the trash.
    WouldTrash,
    /// Files that are something else would be replaced.
    WouldOverwrite,
    /// A gate holds a pack back.
    HeldBack,
    /// The work was cancelled or cut short.
    Cancelled,
    /// Anything else.
    Internal,
}

impl Error {
    /// An error with its message. What of it comes from others' texts is shown, never obeyed.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: visible(&message.into()).into_owned(), detail: None }
    }

    /// The same error with what lies behind it.
    #[must_use]
    pub fn with_detail(mut self, detail: &impl ToString) -> Self {
        self.detail = Some(detail.to_string());
        self
    }

    /// A use-case that ended without a result, because its thread stopped.
    pub fn interrupted(cause: &impl std::fmt::Display) -> Self {
        Self::new(ErrorCode::Internal, "The operation stopped before it finished. Nothing was saved.")
            .with_detail(cause)
    }

    /// A file that could not be read or written.
    pub(crate) fn file(doing: &str, path: &std::path::Path, cause: &std::io::Error) -> Self {
        Self::new(ErrorCode::File, format!("Couldn't {doing} {}: {cause}.", path.display()))
    }

    /// An id that is not one.
    pub(crate) fn bad_id(entity: &str, text: &str) -> Self {
        Self::new(ErrorCode::NotFound, format!("“{text}” isn't a valid {entity} ID."))
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        let said = sentence(&error.to_string());
        let (code, advice) = match &error {
            StoreError::NotADatabase { .. } | StoreError::NotALibrary { .. } => {
                (ErrorCode::NotALibrary, " The file wasn't changed. Choose a library file, or import it as skills.")
            }
            StoreError::NothingToSalvage { .. } => {
                (ErrorCode::NotALibrary, " Nothing was changed. Look for a backup in the backups folder.")
            }
            StoreError::Newer { .. } => {
                (ErrorCode::NewerLibrary, " The file wasn't changed. Update Skill Studio to open it.")
            }
            StoreError::Damaged { .. } => (
                ErrorCode::DamagedLibrary,
                " Recovering it copies everything readable into a new file and keeps the original.",
            ),
            StoreError::Strange { .. } => (
                ErrorCode::DamagedLibrary,
                " The file wasn't changed. Ask whoever gave it to you, or recover it: this copies only its data into \
                 a new file and keeps the original.",
            ),
            StoreError::Displaced {
                displacement: Displacement::Overwritten | Displacement::LogOverwritten, ..
            } => (
                ErrorCode::DisplacedLibrary,
                " Nothing can be read from it or saved to it until you open it again. You can also open a backup.",
            ),
            StoreError::Displaced { .. } => (
                ErrorCode::DisplacedLibrary,
                " This change wasn't saved. Open the library where it is now, or save a copy of it.",
            ),
            StoreError::Stopped => (ErrorCode::Cancelled, " Nothing was written."),
            StoreError::NotFound { .. } => (ErrorCode::NotFound, ""),
            StoreError::Stale { .. } => (ErrorCode::Stale, " Nothing was written. Reload it and merge your changes."),
            StoreError::Referenced { .. } => (ErrorCode::Referenced, " Remove those links first."),
            StoreError::Cycle { .. }
            | StoreError::Taken { .. }
            | StoreError::Invalid { .. }
            | StoreError::Dangling { .. }
            | StoreError::NoActiveSkills { .. } => (ErrorCode::Invalid, ""),
            StoreError::ReadOnly { .. } => {
                (ErrorCode::ReadOnlyLibrary, " Nothing was changed. Save a copy of the library to make changes.")
            }
            StoreError::DiskFull { .. } | StoreError::Busy { .. } | StoreError::Io { .. } => (ErrorCode::File, ""),
            _ => (ErrorCode::Internal, ""),
        };
        Self::new(code, format!("{said}{advice}")).with_detail(&format!("{error:?}"))
    }
}

impl From<studio_embed::Error> for Error {
    fn from(error: studio_embed::Error) -> Self {
        Self::new(ErrorCode::ModelMissing, sentence(&error.to_string()))
    }
}

/// What a name gets that nothing has.
pub(crate) fn not_found(entity: &str, name: &str) -> Error {
    Error::new(ErrorCode::NotFound, format!("No {entity} named “{name}” in the library."))
}
