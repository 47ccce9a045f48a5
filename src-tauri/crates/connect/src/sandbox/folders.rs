//! Folders made for one run, such as those that programs run in: held while they are used, swept away where the studio was
//! killed.

use std::{
    fs::{self, File},
    io,
    path::Path,
    time::Duration,
};

use studio_runtime::Failure;
use tempfile::TempDir;

use super::not_started;

/// Start of the names of these folders, before the number of the process that made them.
const WORK_FOLDER: &str = "skill-studio-run-";
/// A folder that was left is not removed before: between making and holding one nobody can tell that it is used.
const LEFT_FOR: Duration = Duration::from_mins(1);

/// A folder for one run, gone when dropped. Until then it is held by a lock that goes with the process: another container
/// may share the folder around it and not our numbers, and would take it for one that was left.
#[derive(Debug)]
pub struct RunFolder {
    folder: TempDir,
    // After the folder, which is removed first. None where the file system has no locks: nobody sweeps there.
    _held: Option<File>,
}

impl RunFolder {
    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A fresh empty folder.
pub(crate) fn work_folder() -> Result<RunFolder, Failure> {
    folder_of_run().map_err(|error| not_started(&error))
}

/// The same for whatever else is needed for one run alone.
pub fn folder_of_run() -> io::Result<RunFolder> {
    let prefix = format!("{WORK_FOLDER}{}-", std::process::id());
    let folder = tempfile::Builder::new().prefix(&prefix).tempdir()?;
    let held = hold(folder.path());
    Ok(RunFolder { folder, _held: held })
}

/// Holds a folder for as long as what is returned is there; none where somebody holds it, or nobody can.
fn hold(folder: &Path) -> Option<File> {
    File::open(folder).ok().filter(|folder| folder.try_lock().is_ok())
}

/// Removes the folders that were there when the studio was killed.
pub fn sweep_work_folders() {
    sweep(&std::env::temp_dir());
}

fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name();
        let maker =
            name.to_str().and_then(|name| name.strip_prefix(WORK_FOLDER)?.split('-').next()?.parse::<u32>().ok());
        let is_left = maker.is_some_and(|maker| !Path::new("/proc").join(maker.to_string()).exists())
            && entry.metadata().is_ok_and(|folder| {
                folder.is_dir() && folder.modified().is_ok_and(|then| then.elapsed().is_ok_and(|age| age > LEFT_FOR))
            });
        // Another user's is left to them.
        if is_left && let Some(_held) = hold(&entry.path()) {
            let _gone = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        ffi::OsString,
        fs::{self, File},
        time::SystemTime,
    };

    use super::{LEFT_FOR, WORK_FOLDER, folder_of_run, hold, sweep};

    #[test]
    fn folders_of_a_studio_that_was_killed_are_removed_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str, age| {
            let path = folder.path().join(name);
            fs::create_dir(&path).unwrap();
            fs::write(path.join("script.py"), "").unwrap();
            File::open(&path).unwrap().set_modified(SystemTime::now() - age).unwrap();
        };
        // No system gives a process a number as high.
        let (gone, running) = (u32::MAX, std::process::id());
        make(&format!("{WORK_FOLDER}{gone}-a"), LEFT_FOR * 2);
        let others = [format!("{WORK_FOLDER}{running}-b"), format!("{WORK_FOLDER}mine"), "somebody-elses".to_owned()];
        for name in &others {
            make(name, LEFT_FOR * 2);
        }
        // It may have a number that another system of this temporary folder gave.
        make(&format!("{WORK_FOLDER}{gone}-new"), LEFT_FOR / 2);
        sweep(folder.path());
        let mut left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
        left.sort();
        let mut expected: Vec<_> = others.iter().map(OsString::from).collect();
        expected.push(format!("{WORK_FOLDER}{gone}-new").into());
        expected.sort();
        assert_eq!(left, expected);
    }

    #[test]
    fn a_folder_in_use_stays_where_nobody_knows_its_process() {
        assert!(hold(folder_of_run().unwrap().path()).is_none(), "whoever makes one holds it");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(format!("{WORK_FOLDER}{}-used", u32::MAX));
        fs::create_dir(&path).unwrap();
        File::open(&path).unwrap().set_modified(SystemTime::now() - LEFT_FOR * 2).unwrap();
        let held = hold(&path).unwrap();
        sweep(folder.path());
        assert!(path.is_dir());
        drop(held);
        sweep(folder.path());
        assert!(!path.exists(), "once its process is gone it was left");
    }
}
