//! What a reader should find later though nothing failed: lines in a file of the data folder.

use parking_lot::Mutex;
use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use crate::dto::Resolved;

/// Longest file, in bytes; then it becomes the older one, and a new one begins.
const LONGEST: u64 = 1_000_000;

/// The log of one data folder, which window and command line share.
#[derive(Debug)]
pub(crate) struct Log {
    path: PathBuf,
    /// The last line of this process: who types asks the same again and again.
    last: Mutex<String>,
}

impl Log {
    pub(crate) fn of(data_dir: &Path) -> Self {
        Self { path: data_dir.join("studio.log"), last: Mutex::default() }
    }

    /// Notes the tools that permissive mode left out of a context. The query itself is not written: it may be anybody's
    /// words.
    pub(crate) fn omitted(&self, library: &Path, resolved: &Resolved) {
        let line = format!(
            "permissive: {} ({}) without {}; {}",
            resolved.name,
            resolved.strategy,
            resolved.omitted.join(", "),
            library.display()
        );
        let mut last = self.last.lock();
        if *last != line {
            // What is asked is answered all the same where nothing can be written.
            let _unwritten = self.write(&line);
            *last = line;
        }
    }

    fn write(&self, line: &str) -> std::io::Result<()> {
        if std::fs::metadata(&self.path).is_ok_and(|file| file.len() > LONGEST) {
            std::fs::rename(&self.path, self.path.with_extension("old.log"))?;
        }
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&self.path)?;
        // One write, so that lines of two processes don't mix. A name may hold a line break.
        file.write_all(format!("{} {}\n", crate::now(), line.replace(['\n', '\r'], " ")).as_bytes())
    }
}
