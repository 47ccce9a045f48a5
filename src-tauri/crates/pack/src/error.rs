//! What can go wrong when a linked folder is changed or watched.

use std::io;
use std::path::PathBuf;

/// Why a file was not changed (it is then as it was) or a folder not watched.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file system said no.
    #[error("{action} {}: {source}", path.display())]
    Io {
        /// What was tried: `write`, `rename`, …
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// What it said.
        source: io::Error,
    },
    /// The path, or a link in it, leads out of the linked folder.
    #[error("change {}, which is outside the linked folder {}", path.display(), folder.display())]
    OutsideFolder {
        /// Where it leads.
        path: PathBuf,
        /// The folder.
        folder: PathBuf,
    },
    /// The file is write-protected.
    #[error("change {}, which is read-only", path.display())]
    ReadOnly {
        /// The file.
        path: PathBuf,
    },
    /// There is a folder, a pipe or a device where a file should be.
    #[error("open {}, which isn't a regular file", path.display())]
    NotAFile {
        /// What it is.
        path: PathBuf,
    },
    /// The file is larger than anybody reads here.
    #[error("read {}, which is larger than {}", path.display(), crate::limits::size(*limit))]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// How many bytes are read at most.
        limit: u64,
    },
    /// There is a file where a folder should be.
    #[error("open {}, which isn't a folder", path.display())]
    NotAFolder {
        /// What it is.
        path: PathBuf,
    },
    /// The system cannot watch the folder.
    #[error("watch {}: {source}", path.display())]
    Watch {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: notify::Error,
    },
    /// Somebody else wrote to the file while it was about to be replaced.
    #[error("write {}, which another program changed meanwhile. Check that file, then try again", path.display())]
    ChangedMeanwhile {
        /// The file.
        path: PathBuf,
    },
    /// The new name is taken.
    #[error("rename to {}, which already exists", path.display())]
    Exists {
        /// What is there.
        path: PathBuf,
    },
}

impl Error {
    pub(crate) fn io(action: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { action, path, source }
    }
}
