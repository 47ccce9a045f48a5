//! One writer at a time, among threads and programs; and files that are there whole or not at all.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::Write as _,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use super::Error;

/// How long somebody else may write.
const PATIENCE: Duration = Duration::from_secs(20);

/// How the names of files begin that are about to take the place of others.
const NEW: &str = ".secrets-new-";

/// Held while something is changed; goes with the process that holds it.
#[derive(Debug)]
pub(super) struct Lock(#[expect(dead_code, reason = "the lock is held as long as the file is open")] File);

impl Lock {
    /// Waits until nobody else holds the lock.
    pub(super) fn take(path: &Path) -> Result<Self, Error> {
        make_folder(path)?;
        let file =
            private(OpenOptions::new().create(true).truncate(false).write(true)).open(path).map_err(Error::io(path))?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self(file)),
                Err(TryLockError::Error(source)) => return Err(Error::io(path)(source)),
                Err(TryLockError::WouldBlock) if start.elapsed() > PATIENCE => {
                    return Err(Error::Busy { seconds: PATIENCE.as_secs() });
                }
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(5)),
            }
        }
    }
}

/// Whether a file that is there already is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existing {
    Replaced,
    Kept,
}

/// Writes a file that only this user may read: whole or not at all, also when the power fails.
pub(super) fn write(path: &Path, bytes: &[u8], existing: Existing) -> Result<(), Error> {
    let folder = make_folder(path)?;
    let io = || Error::io(path);
    // Who replaces has the lock, so that no other of these is about to be held.
    if existing == Existing::Replaced {
        sweep(folder);
    }
    let mut file = tempfile::Builder::new().prefix(NEW).tempfile_in(folder).map_err(io())?;
    // Held while it is written: what nobody holds was left by a program that was killed.
    let _unlocked = file.as_file().try_lock();
    file.write_all(bytes).map_err(io())?;
    file.as_file().sync_all().map_err(io())?;
    let placed = match existing {
        Existing::Replaced => file.persist(path),
        Existing::Kept => file.persist_noclobber(path),
    };
    placed.map_err(|cause| io()(cause.error))?;
    #[cfg(unix)]
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(Error::io(folder))?;
    Ok(())
}

/// Removes what killed programs were about to write.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_one = entry.file_name().to_string_lossy().starts_with(NEW);
        let left = is_one.then(|| File::open(entry.path()).ok()).flatten();
        if left.is_some_and(|left| left.try_lock().is_ok()) {
            let _stays = fs::remove_file(entry.path());
        }
    }
}

/// Makes the file's folder where it is missing, for this user only.
fn make_folder(path: &Path) -> Result<&Path, Error> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(Error::io(folder))?;
    Ok(folder)
}

fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}
