//! The libraries opened before, and which was open last.

use parking_lot::Mutex;
use std::path::{Path, PathBuf};

use studio_store::{KnownLibrary, LibraryMarks};

use crate::{
    dto::RecentLibrary,
    kept::{self, user},
};

/// How many are remembered.
const KEPT: usize = 12;

/// A small file in the data folder. Losing it loses no work, so a broken one is started anew.
#[derive(Debug)]
pub(crate) struct Recent {
    file: PathBuf,
    known: Mutex<user::Recent>,
}

impl Recent {
    /// Reads the list kept in `folder`.
    pub(crate) fn read(folder: &Path) -> Self {
        let file = folder.join("studio.json");
        let known = kept::read_file(&file).ok().flatten().and_then(Result::ok).unwrap_or_default();
        Self { file, known: Mutex::new(known) }
    }

    /// The libraries that are still there, the last opened first.
    pub(crate) fn list(&self) -> Vec<RecentLibrary> {
        let known = self.known.lock();
        let there = known.libraries.iter().filter(|library| Path::new(&library.path).exists());
        there.map(|library| RecentLibrary { name: library.name.clone(), path: library.path.clone() }).collect()
    }

    /// Which files each of them was when it was opened last, those that are gone among them.
    pub(crate) fn known(&self) -> Vec<KnownLibrary> {
        let known = self.known.lock();
        let marked = known.libraries.iter().filter_map(|library| {
            Some(KnownLibrary { path: PathBuf::from(&library.path), marks: library.marks?.into() })
        });
        marked.collect()
    }

    /// Puts a library first.
    pub(crate) fn opened(&self, name: &str, path: &Path, marks: Option<LibraryMarks>) {
        let mut known = self.known.lock();
        let path = path.display().to_string();
        known.libraries.retain(|library| library.path != path);
        known.libraries.insert(0, user::RecentLibrary { name: name.to_owned(), path, marks: marks.map(Into::into) });
        known.libraries.truncate(KEPT);
        let written = kept::file_bytes(&*known).map_err(std::io::Error::other);
        // The list is a convenience: where it cannot be kept, the library is open all the same.
        let _unkept =
            written.and_then(|bytes| studio_pack::write_atomically(&self.file, &bytes).map_err(std::io::Error::other));
    }
}
