//! The folder around a file: writing a temporary file next to one that is to be replaced, and syncing their folder.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::error::Error;
use crate::names::TEMPORARY_PREFIX;

/// Digits of a hash that stand for a file's name in that of a temporary file.
const DIGITS: usize = 12;

/// How the names of temporary files beside `file` begin.
pub(crate) fn temporary_prefix(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    format!("{TEMPORARY_PREFIX}{}-", &studio_text::sha256_hex(name.as_bytes())[..DIGITS])
}

/// A file beside `file` that holds `bytes` for good, with the permissions of what is there.
pub(crate) fn prepared(file: &Path, bytes: &[u8]) -> Result<NamedTempFile, Error> {
    let path = file.to_owned();
    let old = match fs::symlink_metadata(file) {
        Ok(metadata) if !metadata.is_file() => return Err(Error::NotAFile { path }),
        Ok(metadata) if metadata.permissions().readonly() => return Err(Error::ReadOnly { path }),
        Ok(metadata) => Some(metadata.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(Error::io("read", path)(error)),
    };
    let failed = |error| Error::io("write", path.as_path())(error);
    let prefix = temporary_prefix(file);
    let mut temporary = new_file().prefix(&prefix).tempfile_in(parent(file)).map_err(failed)?;
    // Locked while this program has it, so that nobody takes it for a leftover. Without locks leftovers are never cleaned up.
    let _unlocked = temporary.as_file().try_lock();
    temporary.write_all(bytes).map_err(failed)?;
    if let Some(permissions) = old {
        temporary.as_file().set_permissions(permissions).map_err(failed)?;
    }
    temporary.as_file().sync_all().map_err(failed)?;
    Ok(temporary)
}

/// Writes a new file at `place` that is to go to `file`, with the permissions an ordinary new file would get.
pub(crate) fn write_new(place: &Path, file: &Path, bytes: &[u8], is_executable: bool) -> Result<(), Error> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.mode(if is_executable { 0o777 } else { 0o666 });
    }
    options.open(place).and_then(|mut new| new.write_all(bytes)).map_err(Error::io("write", file))
}

/// The folder a file is in.
pub(crate) fn parent(file: &Path) -> &Path {
    match file.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => Path::new("/"),
    }
}

/// A temporary file that gets the permissions an ordinary new file would.
fn new_file<'a>() -> tempfile::Builder<'a, 'a> {
    let mut builder = tempfile::Builder::new();
    builder.suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}

/// Makes a rename in `folder` survive a power cut, where the file system can. The change is made by now and stands either way,
/// so that it must not be told as failed.
#[cfg(unix)]
pub(crate) fn sync_folder(folder: &Path) {
    let _unsure = File::open(folder).and_then(|folder| folder.sync_all());
}

#[cfg(not(unix))]
pub(crate) fn sync_folder(_folder: &Path) {}
