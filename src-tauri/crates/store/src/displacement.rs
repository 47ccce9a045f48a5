//! What can become of a library's file while it is open.

use std::path::PathBuf;

/// What became of a file that was open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Displacement {
    /// It was moved or renamed.
    Moved {
        /// Where it is now, where the system tells.
        to: Option<PathBuf>,
    },
    /// It was deleted.
    Deleted,
    /// Something else was put in its place.
    Replaced {
        /// Where it is now, if it is anywhere.
        moved_to: Option<PathBuf>,
    },
    /// Another file was written over it, in place: nothing of what it held can be read anymore.
    Overwritten,
    /// Its log was written over, and what it held cannot be put back: changes since it was last brought into the file are lost.
    LogOverwritten,
    /// The folder or the drive it is on is not there any more.
    Unreachable,
}

impl std::fmt::Display for Displacement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Moved { to: Some(to) } => write!(f, "was moved to {} while it was open", to.display()),
            Self::Moved { to: None } => f.write_str("was moved away while it was open"),
            Self::Deleted => f.write_str("was deleted while it was open"),
            Self::Replaced { .. } => f.write_str("was replaced by another file while it was open"),
            Self::Overwritten => f.write_str("was overwritten by another program while it was open"),
            Self::LogOverwritten => f.write_str(
                "had its -wal file overwritten by another program while it was open, so changes of the last seconds may be lost",
            ),
            Self::Unreachable => f.write_str("can't be reached anymore: its folder or drive is gone"),
        }
    }
}
