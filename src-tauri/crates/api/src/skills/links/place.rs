//! Where a linked skill lies on disk, and what library and disk agree on.

use std::{
    fs,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use studio_store::{self as store, FolderLink, Record, SKILL_FILE, SyncedFile};
use studio_text::{decode, merge};

use crate::{Error, ErrorCode};

/// Whether the linked folder is the skill's own. The folder of a single file belongs to others too.
pub(crate) fn has_own_folder(link: &FolderLink) -> bool {
    link.skill_file.eq_ignore_ascii_case(SKILL_FILE)
}

/// Where a skill's file lies on disk.
pub(crate) fn disk_path(link: &FolderLink, path: &str) -> PathBuf {
    let file = if path == SKILL_FILE { link.skill_file.as_str() } else { path };
    Path::new(&link.folder).join(file)
}

/// A file as library and disk agree on it now.
pub(crate) fn synced(path: &str, disk: &Path, bytes: &[u8]) -> SyncedFile {
    let (_, mtime_ms) = stamp(disk).unwrap_or_default();
    SyncedFile {
        path: path.to_owned(),
        sha256: store::sha256_hex(bytes),
        size: bytes.len() as u64,
        mtime_ms,
        is_changed_outside: false,
    }
}

pub(crate) fn stamp(disk: &Path) -> Option<(u64, i64)> {
    let metadata = fs::metadata(disk).ok()?;
    let modified = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((metadata.len(), modified.as_millis() as i64))
}

/// How the timeline names a change by another program.
pub(crate) const CHANGED_OUTSIDE: &str = "changed outside";

/// What a change of a file is in the timeline.
pub(crate) fn changed(before: &[u8], after: &[u8], reason: &str) -> Record {
    let (added, removed) = merge::word_counts(&decode::decode(before).text, &decode::decode(after).text);
    Record { reason: reason.to_owned(), added: added as u32, removed: removed as u32, ..Record::default() }
}

pub(crate) fn not_on_disk(cause: &studio_pack::Error) -> Error {
    let message = format!("The change was saved in the library, but not in the linked folder: failed to {cause}.");
    Error::new(ErrorCode::File, message)
}
