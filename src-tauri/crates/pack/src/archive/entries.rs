//! What an archive's directory may say. Checked whole before anything is unpacked.

use std::collections::HashMap;
use std::io::{Read, Seek};
use std::path::Component;

use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::{Stop, reject};
use crate::found::SkipReason;
use crate::limits::Limits;
use crate::names::folded_path;

/// An entry that broke no rule.
pub(super) struct Entry {
    pub(super) index: usize,
    /// With `/`, relative, without `.` and `..`.
    pub(super) path: String,
    pub(super) is_folder: bool,
    pub(super) is_executable: bool,
    pub(super) packed: u64,
    pub(super) declared: u64,
}

/// Checks what the archive's directory says, without unpacking anything.
pub(super) fn check_entries<R: Read + Seek>(archive: &mut ZipArchive<R>, limits: &Limits) -> Result<Vec<Entry>, Stop> {
    if archive.has_duplicate_names() {
        return Err(reject(SkipReason::ArchiveCollision, "Two entries in this archive have the same name.".to_owned()));
    }
    if archive.len() > limits.archive_entries {
        let message = format!("This archive has {} entries; the limit is {}.", archive.len(), limits.archive_entries);
        return Err(reject(SkipReason::ArchiveTooLarge, message));
    }
    let mut entries = Vec::with_capacity(archive.len());
    let mut names = Names::default();
    for index in 0..archive.len() {
        let entry = check_entry(archive, index, limits)?;
        names.add(&entry)?;
        entries.push(entry);
    }
    match archive.has_overlapping_entries() {
        Ok(false) => Ok(entries),
        Ok(true) => {
            let message = "Entries in this archive overlap, which only happens in malicious archives.";
            Err(reject(SkipReason::ArchiveDamaged, message.to_owned()))
        }
        Err(error) => Err(damaged(None, &error)),
    }
}

fn check_entry<R: Read + Seek>(archive: &ZipArchive<R>, index: usize, limits: &Limits) -> Result<Entry, Stop> {
    let entry = archive.by_index_data(index).map_err(|error| damaged(None, &error))?;
    let name = entry.name().map_err(|error| damaged(Some(&format!("number {index}")), &error))?.into_owned();
    let shown = quote(&name);
    let unsafe_path = |why: &str| reject(SkipReason::ArchiveUnsafePath, format!("The entry {shown} {why}."));
    if name.contains('\0') {
        return Err(unsafe_path("has a NUL character in its name"));
    }
    if name.starts_with(['/', '\\']) || name.as_bytes().get(1) == Some(&b':') {
        return Err(unsafe_path("has an absolute path"));
    }
    if name.split(['/', '\\']).any(|part| part == "..") {
        return Err(unsafe_path("points outside its folder (`..`)"));
    }
    let enclosed = entry.enclosed_name().ok_or_else(|| unsafe_path("has a path that points outside the archive"))?;
    let parts: Option<Vec<&str>> = enclosed
        .components()
        .map(|part| if let Component::Normal(part) = part { part.to_str() } else { None })
        .collect();
    let parts = parts.ok_or_else(|| unsafe_path("has a path that points outside the archive"))?;
    if parts.len() > limits.archive_depth {
        return Err(unsafe_path(&format!("is {} folders deep; the limit is {}", parts.len(), limits.archive_depth)));
    }
    let is_folder = entry.is_dir();
    let mode = entry.unix_mode().unwrap_or(0);
    if entry.is_symlink() || !is_ordinary(mode, is_folder) {
        let what = if entry.is_symlink() { "a symbolic link" } else { "neither a file nor a folder" };
        let message = format!("The entry {shown} is {what}. Add the file itself to the archive.");
        return Err(reject(SkipReason::ArchiveSpecialEntry, message));
    }
    if entry.encrypted() {
        let message =
            format!("The entry {shown} is encrypted. Unpack the archive with its password and import the folder.");
        return Err(reject(SkipReason::ArchiveEncrypted, message));
    }
    if !matches!(entry.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
        let message = format!(
            "The entry {shown} uses an unsupported compression method. Create the archive again as a standard zip."
        );
        return Err(reject(SkipReason::ArchiveUnsupported, message));
    }
    if parts.is_empty() && !is_folder {
        return Err(unsafe_path("has no name"));
    }
    let path = parts.join("/");
    let is_executable = mode & 0o100 != 0;
    Ok(Entry { index, path, is_folder, is_executable, packed: entry.compressed_size(), declared: entry.size() })
}

/// Whether the type bits of a Unix mode, where there are any, fit what the entry's name says.
fn is_ordinary(mode: u32, is_folder: bool) -> bool {
    match mode & 0o170_000 {
        // Some packers on DOS forget the folder bit; the slash at a name's end is what counts.
        0 | 0o100_000 => true,
        0o040_000 => is_folder,
        _ => false,
    }
}

/// The paths so far, to find two that some file system would take for one.
#[derive(Default)]
struct Names {
    /// By the path in lower case and composed letters: the path as written, and whether it is a folder.
    seen: HashMap<String, (String, bool)>,
}

impl Names {
    fn add(&mut self, entry: &Entry) -> Result<(), Stop> {
        let mut path = entry.path.as_str();
        let mut is_folder = entry.is_folder;
        let mut is_own = true;
        while !path.is_empty() {
            let earlier = self.seen.insert(folded_path(path), (path.to_owned(), is_folder));
            if let Some((earlier, was_folder)) = earlier
                && (earlier != path || was_folder != is_folder || (is_own && !is_folder))
            {
                let (one, other) = (quote(&earlier), quote(path));
                let message = if earlier != path {
                    format!(
                        "The entries {one} and {other} differ only in upper and lower case or in how accents are \
                         encoded. Rename one of them."
                    )
                } else if was_folder == is_folder {
                    format!("The entry {one} appears twice. Remove one of them.")
                } else {
                    format!("The entry {one} is both a file and a folder. Rename one of them.")
                };
                return Err(reject(SkipReason::ArchiveCollision, message));
            }
            (path, is_folder, is_own) = (path.rsplit_once('/').map_or("", |(folder, _)| folder), true, false);
        }
        Ok(())
    }
}

pub(super) fn damaged(entry: Option<&str>, error: &ZipError) -> Stop {
    let message = match entry {
        Some(entry) => {
            format!("Can't unpack the entry {} ({error}). Create or download the archive again.", quote(entry))
        }
        None => format!("This isn't a zip archive, or it's damaged ({error}). Create or download it again."),
    };
    reject(SkipReason::ArchiveDamaged, message)
}

/// A name from a stranger: no control characters, not endless.
pub(super) fn quote(name: &str) -> String {
    const MOST: usize = 120;
    let mut text: String = name.chars().take(MOST).flat_map(char::escape_debug).collect();
    if name.chars().nth(MOST).is_some() {
        text.push('…');
    }
    format!("\"{text}\"")
}
