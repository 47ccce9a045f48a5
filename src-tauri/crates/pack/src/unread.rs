//! Why a file was not read, and the line that says so.

use std::fs;
use std::io;
use std::path::Path;

use crate::error::Error;
use crate::found::{SkipReason, Skipped};
use crate::walk::too_large;

/// Why a file was not read.
pub(crate) enum Refusal {
    Io(io::Error),
    /// It has this many bytes.
    TooLarge(u64),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl Refusal {
    /// The line for the list; `what` is what has the limit.
    pub(crate) fn into_skipped(self, path: String, limit: u64, what: &str) -> Skipped {
        match self {
            Self::Io(error) => Skipped {
                path,
                reason: SkipReason::Unreadable,
                message: format!("Can't read this file ({error})."),
                leads_to: None,
            },
            Self::TooLarge(size) => {
                Skipped { path, reason: SkipReason::TooLarge, message: too_large(size, limit, what), leads_to: None }
            }
        }
    }
}

/// Why reading a file up to `limit` bytes failed.
pub(crate) fn refusal(error: Error, path: &Path, limit: u64) -> Refusal {
    match error {
        Error::TooLarge { .. } => Refusal::TooLarge(fs::metadata(path).map_or(limit + 1, |file| file.len())),
        Error::Io { source, .. } => Refusal::Io(source),
        other => Refusal::Io(io::Error::other(other.to_string())),
    }
}
