//! Reading linked files: ordinary ones of a size that is edited, and what a link leads to only inside the folder.

use std::{collections::HashMap, io::ErrorKind, path::Path, time::UNIX_EPOCH};

use studio_model::SkillId;
use studio_pack::{Error as PackError, FileRead, FoundFile, Leftover, Limits, LinkedFolder};
use studio_store::{self as store, FolderLink, SKILL_FILE, SyncedFile};

use super::place::{disk_path, has_own_folder, stamp};
use crate::{Error, ErrorCode, state::session::Session};

/// Largest linked file that is compared and taken over.
pub(super) const LARGEST: u64 = 10 * 1024 * 1024;

/// What a linked file on disk is to the content both sides last agreed on.
pub(crate) enum Outside {
    /// Not there, or the same.
    Same,
    /// It holds this now.
    Differs(Vec<u8>),
    /// It is not read: a pipe, a device, too large, or a link that leads out of the folder.
    Unreadable(PackError),
}

impl Session {
    /// What became of a linked file outside.
    pub(crate) fn outside(&self, id: SkillId, path: &str) -> Result<Outside, Error> {
        Ok(self.library.get_link(id)?.map_or(Outside::Same, |link| outside(&link, path)))
    }
}

pub(super) fn outside(link: &FolderLink, path: &str) -> Outside {
    let Some(agreed) = link.files.iter().find(|file| file.path == path) else { return Outside::Same };
    match read(link, path) {
        Ok(read) if store::sha256_hex(&read.bytes) == agreed.sha256 => Outside::Same,
        Ok(read) => Outside::Differs(read.bytes),
        Err(cause) if is_gone(&cause) => Outside::Same,
        // Large since it was linked, and not written since: nobody changed it.
        Err(PackError::TooLarge { .. })
            if !agreed.is_changed_outside && stamp(&disk_path(link, path)) == Some((agreed.size, agreed.mtime_ms)) =>
        {
            Outside::Same
        }
        Err(cause) => Outside::Unreadable(cause),
    }
}

/// A linked file as it lies on disk.
pub(super) fn read(link: &FolderLink, path: &str) -> Result<FileRead, PackError> {
    let file = if path == SKILL_FILE { link.skill_file.as_str() } else { path };
    LinkedFolder::open(Path::new(&link.folder))?.read(Path::new(file), LARGEST)
}

/// A file of a folder that is about to be linked, as it lies there. It may be as large as an import takes it.
pub(crate) fn read_to_link(file: &Path) -> Result<SyncedFile, PackError> {
    let folder = LinkedFolder::open(file.parent().unwrap_or(file))?;
    Ok(agreed("", &folder.read(file, Limits::STUDIO.file_bytes)?))
}

/// A file that was read as library and disk agree on it.
pub(super) fn agreed(path: &str, read: &FileRead) -> SyncedFile {
    let (size, mtime_ms) = stamp_of(read);
    SyncedFile {
        path: path.to_owned(),
        sha256: store::sha256_hex(&read.bytes),
        size,
        mtime_ms,
        is_changed_outside: false,
    }
}

fn stamp_of(read: &FileRead) -> (u64, i64) {
    let since = read.modified.and_then(|modified| modified.duration_since(UNIX_EPOCH).ok());
    (read.size, since.map_or(0, |since| since.as_millis() as i64))
}

pub(super) fn is_gone(cause: &PackError) -> bool {
    matches!(cause, PackError::Io { source, .. } if source.kind() == ErrorKind::NotFound)
}

/// What the author is told of a linked file that is not read.
pub(crate) fn unreadable(cause: &PackError) -> Error {
    let message = format!(
        "The file in the linked folder can't be compared: failed to {cause}. Replace it with a regular file of at most 10 MB, \
         or unlink the folder."
    );
    Error::new(ErrorCode::File, message)
}

/// What was read of a linked folder before anybody waited for it.
#[derive(Default)]
pub(super) struct Ahead {
    /// Files that are not as they were.
    files: HashMap<String, FileRead>,
    /// All files of the folder but the skill's own.
    pub(super) found: Vec<FoundFile>,
    /// What killed programs left beside linked files, with the path of each.
    pub(super) left: Vec<(String, Leftover)>,
}

impl Ahead {
    pub(super) fn read(link: &FolderLink) -> Self {
        if !disk_path(link, SKILL_FILE).is_file() {
            return Self::default();
        }
        let is_other = |file: &&SyncedFile| {
            file.is_changed_outside || stamp(&disk_path(link, &file.path)) != Some((file.size, file.mtime_ms))
        };
        let others = link.files.iter().filter(is_other);
        let files = others.filter_map(|file| Some((file.path.clone(), read(link, &file.path).ok()?))).collect();
        Self { files, found: found(link), left: left(link) }
    }

    /// A file as it is now: what was read before, where nobody has written to it since.
    pub(super) fn take(&mut self, link: &FolderLink, path: &str) -> Result<FileRead, PackError> {
        match self.files.remove(path) {
            Some(read) if stamp(&disk_path(link, path)) == Some(stamp_of(&read)) => Ok(read),
            _ => read(link, path),
        }
    }
}

fn left(link: &FolderLink) -> Vec<(String, Leftover)> {
    let Ok(folder) = LinkedFolder::open(Path::new(&link.folder)) else { return Vec::new() };
    let on_disk: Vec<_> = link.files.iter().map(|file| disk_path(link, &file.path)).collect();
    let paths: Vec<&Path> = on_disk.iter().map(AsRef::as_ref).collect();
    let left = folder.leftovers(&paths, LARGEST);
    left.into_iter().map(|(place, left)| (link.files[place].path.clone(), left)).collect()
}

fn found(link: &FolderLink) -> Vec<FoundFile> {
    if !has_own_folder(link) {
        return Vec::new();
    }
    let folder = Path::new(&link.folder);
    let found = studio_pack::discover(&[folder.to_owned()], &studio_pack::Options::default(), &());
    let own = found.found.into_iter().find(|skill| skill.folder.as_deref() == Some(folder));
    own.map(|skill| skill.files).unwrap_or_default()
}
