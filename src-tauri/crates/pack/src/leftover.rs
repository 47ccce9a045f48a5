//! What saves left beside linked files when their program was killed.
//!
//! A save makes a temporary file beside the one it is for, and exchanges both names. It holds a lock on whatever has the
//! temporary name, which goes with the program: what nobody holds was left behind. It is the new content, or, after the
//! exchange, what stood there before, which nobody else may have.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::beside::{parent, sync_folder, temporary_prefix};
use crate::error::Error;
use crate::files::LinkedFolder;
use crate::regular::{self, Links};

/// A file that a killed program left beside a linked one.
#[derive(Debug)]
pub struct Leftover {
    /// What it holds.
    pub bytes: Vec<u8>,
    path: PathBuf,
    /// Locked, so that two programs never take the same one.
    _held: File,
}

impl Leftover {
    /// Removes it from disk.
    pub fn remove(self) -> Result<(), Error> {
        fs::remove_file(&self.path).map_err(Error::io("remove", self.path.as_path()))?;
        sync_folder(parent(&self.path));
        Ok(())
    }

    fn take(path: PathBuf, limit: u64) -> Option<Self> {
        let mut held = regular::open(&path, Links::Refused).ok()?;
        held.try_lock().ok()?;
        let bytes = regular::read(&mut held, &path, limit).ok()?.bytes;
        // Its program may have given it another name just before the lock was free.
        path.exists().then_some(Self { bytes, path, _held: held })
    }
}

impl LinkedFolder {
    /// What killed programs left beside these files, each with the place of its file among `paths`. What is larger than
    /// `limit`, or no ordinary file, stays.
    pub fn leftovers(&self, paths: &[&Path], limit: u64) -> Vec<(usize, Leftover)> {
        let mut beside: BTreeMap<PathBuf, Vec<(String, usize)>> = BTreeMap::new();
        for (place, path) in paths.iter().enumerate() {
            let Ok(file) = self.locate_target(path) else { continue };
            beside.entry(parent(&file).to_owned()).or_default().push((temporary_prefix(&file), place));
        }
        let mut found = Vec::new();
        for (folder, files) in beside {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                let name = entry.file_name();
                let is_of = |(prefix, _): &&(String, usize)| name.to_string_lossy().starts_with(prefix);
                let Some((_, place)) = files.iter().find(is_of) else { continue };
                found.extend(Leftover::take(entry.path(), limit).map(|left| (*place, left)));
            }
        }
        found
    }
}
