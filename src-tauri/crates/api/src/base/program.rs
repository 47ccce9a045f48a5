//! This program, told apart from others that are at work in the same library, and those of them that still live.
//!
//! A program that begins to work in something writes its name beside it, and holds a lock on a file of that name in the data
//! folder until it ends, however it ends. A name whose file is not locked is one of a program that is gone. A process that it had
//! just begun to start, and that was not yet another program, holds the lock for the moment it still lives.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use uuid::Uuid;

/// This program, for as long as it runs.
pub(crate) struct Program {
    name: String,
    folder: PathBuf,
    /// Held from the first time something is worked in.
    held: OnceLock<Option<File>>,
}

impl Program {
    /// A program whose lock lies in a folder of the data folder.
    pub(crate) fn new(data_dir: &Path) -> Self {
        Self { name: Uuid::new_v4().to_string(), folder: data_dir.join("running"), held: OnceLock::new() }
    }

    /// Its name, which others find alive from now on. Where its lock can't be held (the data folder is full or cannot be
    /// written) others take it for one that is gone.
    pub(crate) fn at_work(&self) -> &str {
        self.held.get_or_init(|| self.hold().ok());
        &self.name
    }

    /// Whether a name is this program's.
    pub(crate) fn is_this(&self, name: &str) -> bool {
        self.name == name
    }

    /// Whether another program of that name still runs.
    pub(crate) fn is_alive(&self, name: &str) -> bool {
        // Names are made here; anything else a library holds leads to no file.
        if self.is_this(name) || Uuid::parse_str(name).is_err() {
            return false;
        }
        let path = self.folder.join(name);
        let Ok(file) = File::open(&path) else { return false };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => true,
            Err(TryLockError::Error(_)) => false,
            Ok(()) => {
                // It was killed: nobody asks for it again who looks into the folder.
                let _gone = std::fs::remove_file(&path);
                false
            }
        }
    }

    fn hold(&self) -> io::Result<File> {
        std::fs::create_dir_all(&self.folder)?;
        let file = OpenOptions::new().create_new(true).write(true).open(self.folder.join(&self.name))?;
        file.try_lock()?;
        Ok(file)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if let Some(Some(_held)) = self.held.get() {
            let _gone = std::fs::remove_file(self.folder.join(&self.name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_alive_for_others_from_its_first_work_to_its_end() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (Program::new(folder.path()), Program::new(folder.path()));
        assert!(!other.is_alive(&one.name), "it has not begun");
        let name = one.at_work().to_owned();
        assert!(other.is_alive(&name) && !one.is_alive(&name) && one.is_this(&name));
        assert!(!other.is_alive("../running") && !other.is_alive(&Uuid::new_v4().to_string()));
        drop(one);
        assert!(!other.is_alive(&name));
    }

    #[test]
    fn what_a_killed_program_leaves_is_no_sign_of_life_and_goes() {
        let folder = tempfile::tempdir().unwrap();
        let program = Program::new(folder.path());
        let left = folder.path().join("running").join(Uuid::new_v4().to_string());
        std::fs::create_dir_all(left.parent().unwrap()).unwrap();
        std::fs::write(&left, "").unwrap();
        assert!(!program.is_alive(left.file_name().unwrap().to_str().unwrap()));
        assert!(!left.exists());
    }
}
