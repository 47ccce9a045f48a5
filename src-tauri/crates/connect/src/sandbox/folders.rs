//! The folders that programs run in: made for one run, and swept away where the studio was killed.

use std::{fs, path::Path, time::Duration};

use studio_runtime::Failure;

use super::not_started;

/// Start of the names of the folders programs run in, before the number of the process that made them.
const WORK_FOLDER: &str = "skill-studio-run-";
/// A folder that was left is not removed before: another container may share the folder, but not our numbers.
const LEFT_FOR: Duration = Duration::from_secs(60 * 60);

/// A fresh empty folder, gone when dropped.
pub(crate) fn work_folder() -> Result<tempfile::TempDir, Failure> {
    let prefix = format!("{WORK_FOLDER}{}-", std::process::id());
    tempfile::Builder::new().prefix(&prefix).tempdir().map_err(|error| not_started(&error))
}

/// Removes the folders that programs ran in when the studio was killed.
pub fn sweep_work_folders() {
    let Ok(entries) = fs::read_dir(std::env::temp_dir()) else { return };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        let maker =
            name.to_str().and_then(|name| name.strip_prefix(WORK_FOLDER)?.split('-').next()?.parse::<u32>().ok());
        let is_left = maker.is_some_and(|maker| !Path::new("/proc").join(maker.to_string()).exists())
            && entry.metadata().is_ok_and(|folder| {
                folder.is_dir() && folder.modified().is_ok_and(|then| then.elapsed().is_ok_and(|age| age > LEFT_FOR))
            });
        if is_left {
            // Another user's is left to them.
            let _others = fs::remove_dir_all(entry.path());
        }
    }
}
