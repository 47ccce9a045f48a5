//! The folder around a file: writing a temporary file next to one that is to be replaced, and syncing their folder.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use crate::error::Error;
use crate::kill_point::kill_point;
use crate::names::TEMPORARY_PREFIX;
use crate::regular::{self, Links};

/// Digits of a hash that stand for a file's name in that of a temporary file.
const DIGITS: usize = 12;

/// How the names of temporary files beside `file` begin.
pub(crate) fn temporary_prefix(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    format!("{TEMPORARY_PREFIX}{}-", &studio_text::sha256_hex(name.as_bytes())[..DIGITS])
}

/// How the names of temporary files go on that never hold anything but what somebody was about to write.
const NEW: &str = "new-";

/// A file beside `file` that holds `bytes` for good, with the permissions of what is there. It is to take the place of
/// `file`; what writes before it left so when their program was killed, goes.
pub(crate) fn prepared_anew(file: &Path, bytes: &[u8]) -> Result<NamedTempFile, Error> {
    let folder = parent(file);
    // Until it is locked nobody could tell that it is in use.
    let turn = turn(folder);
    if turn.is_some() {
        sweep_in(folder);
    }
    prepared_as(&format!("{TEMPORARY_PREFIX}{NEW}"), file, bytes)
}

/// Removes what killed programs were about to write to files in a folder. Nobody misses it: it was said of none that it is
/// written.
pub fn sweep(folder: &Path) {
    if let Some(_turn) = turn(folder) {
        sweep_in(folder);
    }
}

fn sweep_in(folder: &Path) {
    let prefix = format!("{TEMPORARY_PREFIX}{NEW}");
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_one = entry.file_name().to_string_lossy().starts_with(&prefix);
        let left = is_one.then(|| regular::open(&entry.path(), Links::Refused).ok()).flatten();
        if left.is_some_and(|left| left.try_lock().is_ok()) {
            let _stays = fs::remove_file(entry.path());
        }
    }
}

/// How long somebody else may have the turn.
const PATIENCE: Duration = Duration::from_secs(2);

/// Held while something temporary is made or cleared away in a folder, so that nobody takes what just begins for what was left.
/// Where folders can't be locked nobody has it, nor where others lock one for long: `flock FOLDER COMMAND` does while what it
/// runs writes there.
pub(crate) fn turn(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    let start = Instant::now();
    loop {
        match folder.try_lock() {
            Ok(()) => return Some(folder),
            Err(TryLockError::WouldBlock) if start.elapsed() < PATIENCE => thread::sleep(Duration::from_millis(5)),
            Err(_) => return None,
        }
    }
}

/// A file beside `file` that holds `bytes` for good, with the permissions of what is there. It is to change places with what
/// is there, which nobody else may have then.
pub(crate) fn prepared(file: &Path, bytes: &[u8]) -> Result<NamedTempFile, Error> {
    prepared_as(&temporary_prefix(file), file, bytes)
}

fn prepared_as(prefix: &str, file: &Path, bytes: &[u8]) -> Result<NamedTempFile, Error> {
    let path = file.to_owned();
    let old = match fs::symlink_metadata(file) {
        Ok(metadata) if !metadata.is_file() => return Err(Error::NotAFile { path }),
        Ok(metadata) if metadata.permissions().readonly() => return Err(Error::ReadOnly { path }),
        Ok(metadata) => Some(metadata.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(Error::io("read", path)(error)),
    };
    let failed = |error| Error::io("write", path.as_path())(error);
    let mut temporary = new_file().prefix(prefix).tempfile_in(parent(file)).map_err(failed)?;
    // Locked while this program has it, so that nobody takes it for a leftover. Without locks leftovers are never cleaned up.
    let _unlocked = temporary.as_file().try_lock();
    kill_point();
    temporary.write_all(bytes).map_err(failed)?;
    if let Some(permissions) = old {
        temporary.as_file().set_permissions(permissions).map_err(failed)?;
    }
    temporary.as_file().sync_all().map_err(failed)?;
    kill_point();
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
