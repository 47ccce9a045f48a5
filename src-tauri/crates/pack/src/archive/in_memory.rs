//! An archive that lies in memory, as a file of a skill: each of its files in turn, none kept.

use std::io::Cursor;

use super::{Budget, Stop, check_entries, directory, read_entry};
use crate::limits::Limits;

/// Hands over every file of an archive with its path, as far as the limits of an import go. Else it says why not, as a sentence;
/// what was handed over until then stays.
pub(crate) fn each_file(bytes: &[u8], limits: &Limits, take: &mut dyn FnMut(&str, &[u8])) -> Result<(), String> {
    let mut read = || -> Result<(), Stop> {
        let mut archive = directory(Cursor::new(bytes), limits)?;
        let mut budget = Budget { left: limits.together_bytes, length: bytes.len() as u64, total: 0 };
        for entry in check_entries(&mut archive, limits)?.into_iter().filter(|entry| !entry.is_folder) {
            take(&entry.path, &read_entry(&mut archive, &entry, limits, &mut budget)?);
        }
        Ok(())
    };
    match read() {
        // Nobody stops it: whoever scans asks between files.
        Ok(()) | Err(Stop::Cancelled) => Ok(()),
        Err(Stop::Rejected { message, .. }) => Err(message),
    }
}
