//! Rolling copies of a library, each one whole file.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{Error, Reading, connection::Fault, files::beside};

/// How many copies of a library are kept.
pub const BACKUPS_KEPT: usize = 7;
const EXTENSION: &str = "db";
/// End of the name of one that is not whole yet.
const UNFINISHED: &str = ".unfinished";

impl Reading {
    /// The copies of this library in `dir`, the oldest first.
    pub fn list_backups(&self, dir: &Path) -> Result<Vec<PathBuf>, Error> {
        let stem = self.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match copies(dir, &stem) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
            listed => listed.map_err(|source| Error::Io { path: dir.to_owned(), source }),
        }
    }

    /// Writes everything the library holds to a file at `path`, also where its own file is gone. Takes the place of a
    /// file that is there; never that of the library itself, nor of a database somebody has open.
    pub fn save_copy(&self, path: &Path) -> Result<(), Error> {
        let is_taken = path.exists() && std::path::absolute(path).ok() == std::path::absolute(self.path()).ok();
        if is_taken || beside(path, "-wal").exists() {
            return Err(Error::Busy { path: path.to_owned() });
        }
        self.copy_to(path)
    }

    /// Copies the library into `dir` as one compact file, keeps the newest seven copies of it, and names the new one.
    ///
    /// The copy takes its name only when it is whole, so that a copy cut short is never taken for one.
    pub fn backup(&self, dir: &Path) -> Result<PathBuf, Error> {
        let io = |source| Error::Io { path: dir.to_owned(), source };
        fs::create_dir_all(dir).map_err(io)?;
        forget_unfinished(dir).map_err(io)?;
        let stem = self.path().file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let copy = next_name(dir, &format!("{stem}-{}", file_time(&self.stamp().now))).map_err(io)?;
        self.copy_to(&copy)?;
        forget_old(dir, &stem).map_err(io)?;
        Ok(copy)
    }

    /// Writes one compact file that takes its name only when it is whole.
    fn copy_to(&self, copy: &Path) -> Result<(), Error> {
        let io = |source| Error::Io { path: copy.to_owned(), source };
        let unfinished = unfinished_copy(copy);
        let _ = fs::remove_file(&unfinished);
        // Held while it is written to, empty until then: who finds one that nobody holds knows that its program was killed.
        let held = fs::File::create_new(&unfinished).map_err(io)?;
        let _unlocked = held.try_lock();
        let target = unfinished.to_string_lossy().into_owned();
        let copied = self.connections.with_writer(|db| {
            let copied = db.execute("VACUUM INTO ?", [target]).map_err(Fault::from);
            Ok(copied.map_err(|fault| fault.at(copy))?)
        });
        let finished = copied.and_then(|_| {
            held.sync_all().map_err(io)?;
            fs::rename(&unfinished, copy).map_err(io)
        });
        if finished.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        finished
    }
}

/// Where a copy is written before it takes its name.
pub fn unfinished_copy(copy: &Path) -> PathBuf {
    beside(copy, UNFINISHED)
}

/// Removes copies whose programs were killed.
fn forget_unfinished(dir: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(dir)?.flatten() {
        let is_one = entry.file_name().to_string_lossy().ends_with(UNFINISHED);
        let left = is_one.then(|| fs::File::open(entry.path()).ok()).flatten();
        if left.is_some_and(|left| left.try_lock().is_ok()) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// A time as part of a file's name on any system.
pub(crate) fn file_time(now: &str) -> String {
    now.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// A name that sorts behind every copy there is, also behind those of the same moment.
fn next_name(dir: &Path, name: &str) -> std::io::Result<PathBuf> {
    let of_this_moment = fs::read_dir(dir)?
        .filter_map(|entry| Some(entry.ok()?.path().file_stem()?.to_str()?.strip_prefix(name)?.to_owned()))
        .map(|number| number.trim_start_matches('-').parse::<u32>().unwrap_or(1))
        .max();
    Ok(dir.join(match of_this_moment {
        None => format!("{name}.{EXTENSION}"),
        Some(number) => format!("{name}-{:04}.{EXTENSION}", number + 1),
    }))
}

fn copies(dir: &Path, stem: &str) -> std::io::Result<Vec<PathBuf>> {
    let mut copies: Vec<PathBuf> =
        fs::read_dir(dir)?.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| is_copy(path, stem)).collect();
    // The names hold the time, so their order is the order in which they were made.
    copies.sort_by(|a, b| a.file_stem().cmp(&b.file_stem()));
    Ok(copies)
}

fn forget_old(dir: &Path, stem: &str) -> std::io::Result<()> {
    let copies = copies(dir, stem)?;
    let surplus = copies.len().saturating_sub(BACKUPS_KEPT);
    copies.iter().take(surplus).try_for_each(fs::remove_file)
}

/// Whether a file is one of this library's copies: its name, then a time.
fn is_copy(path: &Path, stem: &str) -> bool {
    let is_db = path.extension().is_some_and(|extension| extension == EXTENSION);
    let time = path.file_stem().and_then(|name| name.to_str()).and_then(|name| name.strip_prefix(stem));
    let is_time = time.and_then(|time| time.strip_prefix('-')).is_some_and(|time| {
        time.len() >= 20 && time.contains('T') && time[..4].bytes().all(|byte| byte.is_ascii_digit())
    });
    is_db && is_time
}
