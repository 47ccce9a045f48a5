//! What work on a connection can fail with, and the error that is made of it.

use std::path::Path;

use rusqlite::ErrorCode;

use crate::Error;

/// What work on a connection can fail with, before it is known at which file.
#[derive(Debug)]
pub(crate) enum Fault {
    Sqlite(rusqlite::Error),
    Named(Error),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Named(error)
    }
}

impl Fault {
    /// Whether the values of the row are to blame, and not the file, the disk or another process.
    pub(crate) fn is_of_the_row(&self) -> bool {
        match self {
            Self::Named(_) => true,
            Self::Sqlite(error) => {
                matches!(error.sqlite_error_code(), Some(ErrorCode::ConstraintViolation | ErrorCode::TooBig))
            }
        }
    }

    /// The error to show for a fault in the file at `path`.
    pub(crate) fn at(self, path: &Path) -> Error {
        match self {
            Self::Named(error) => error,
            Self::Sqlite(error) => name(error, path),
        }
    }
}

fn name(error: rusqlite::Error, path: &Path) -> Error {
    let path = path.to_owned();
    let code = error.sqlite_error_code();
    let is_unreadable_value = matches!(
        error,
        rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::InvalidColumnType(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::Utf8Error(..)
    );
    match code {
        Some(ErrorCode::NotADatabase) => Error::NotADatabase { path },
        Some(ErrorCode::DatabaseCorrupt) => Error::Damaged { path, detail: error.to_string() },
        Some(ErrorCode::DiskFull) => Error::DiskFull { path },
        Some(ErrorCode::ReadOnly) => Error::ReadOnly { path },
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::Busy { path },
        _ if is_unreadable_value => Error::Damaged { path, detail: error.to_string() },
        _ => Error::Sqlite { path, source: error },
    }
}
