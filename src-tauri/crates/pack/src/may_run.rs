//! Whether a file may be run, as the system keeps it.

use std::{
    fs::{self, Metadata},
    path::Path,
};

/// Whether its owner may run the file at a path; none where there is no such file, or the system keeps no such mark.
pub(crate) fn may_run(path: &Path) -> Option<bool> {
    let found = fs::metadata(path).ok()?;
    cfg!(unix).then(|| is_executable(&found))
}

/// Whether its owner may run a file; no file where the system keeps no such mark.
#[cfg(unix)]
pub(crate) fn is_executable(metadata: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    metadata.permissions().mode() & 0o100 != 0
}

/// Whether its owner may run a file; no file where the system keeps no such mark.
#[cfg(not(unix))]
pub(crate) fn is_executable(_metadata: &Metadata) -> bool {
    false
}
