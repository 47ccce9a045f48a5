//! What lies in a folder and does not belong to what the folder is for.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::names;

/// A file below a folder that `is_own` does not know by its path, written with `/`; none where there is no such file. What
/// systems and tools leave behind does not count, links are not followed, and folders that `is_passed` are not looked into.
pub fn first_stranger(
    folder: &Path,
    is_own: impl Fn(&str) -> bool,
    is_passed: impl Fn(&Path) -> bool,
) -> Result<Option<PathBuf>, Error> {
    let mut waiting = vec![(folder.to_owned(), String::new())];
    while let Some((folder, above)) = waiting.pop() {
        for entry in fs::read_dir(&folder).map_err(Error::io("read", folder.as_path()))? {
            let entry = entry.map_err(Error::io("read", folder.as_path()))?;
            let kind = entry.file_type().map_err(Error::io("read", entry.path()))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{above}{name}");
            if kind.is_dir() {
                if !is_passed(&entry.path()) {
                    waiting.push((entry.path(), format!("{path}/")));
                }
            } else if !is_own(&path) && !names::is_leftover(&name) {
                return Ok(Some(entry.path()));
            }
        }
    }
    Ok(None)
}
