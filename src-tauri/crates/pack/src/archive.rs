//! Skills in a zip (`.zip`, `.skill`). Archives are hostile: every entry is checked before anything is unpacked, every
//! cap is enforced while unpacking, nothing is written to disk, and an archive inside an archive stays a file.
//!
//! One broken rule rejects the whole archive, with one line that names the entry and the rule.

mod entries;
mod in_memory;

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use zip::ZipArchive;
use zip::result::ZipError;

use entries::{Entry, check_entries, damaged, quote};
pub(crate) use in_memory::each_file;

use crate::found::{FoundSkill, Options, SkipReason, Skipped, Watcher};
use crate::limits::{Limits, size};
use crate::plan::{Archived, Leaf, Place, Reach};
use crate::read::{Assembled, assemble};
use crate::regular::{self, Links};
use crate::tree::{Details, Kind, Listed, Tree};
use crate::walk::walk;

/// Finds the skills in the archive at `path`, which the author chose as `shown`.
pub(crate) fn discover_archive(
    path: &Path,
    shown: &Path,
    options: &Options,
    watcher: &dyn Watcher,
) -> (Assembled, bool) {
    let shown_path = shown.to_string_lossy().into_owned();
    let mut unpacked = match unpack(path, &options.limits, &shown_path, watcher) {
        Ok(unpacked) => unpacked,
        Err(Stop::Cancelled) => return (Assembled::default(), true),
        Err(Stop::Rejected { reason, message }) => {
            let skipped = vec![Skipped { path: shown_path, reason, message, leads_to: None }];
            return (Assembled { found: Vec::new(), skipped }, false);
        }
    };
    let fallback = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let place = Place { shown: shown_path, above: Vec::new(), fallback, name: None };
    let walked = walk(&unpacked, String::new(), &place, Reach::Everything, options, watcher);
    let mut assembled = Assembled { found: Vec::new(), skipped: walked.skipped };
    if walked.is_cancelled {
        // What is planned may lack files.
        return (assembled, true);
    }
    for planned in walked.planned {
        let mut take = |leaf: &Leaf<String>| {
            let file = unpacked.files.get_mut(&leaf.node).map(|file| std::mem::take(&mut file.bytes));
            Ok(file.unwrap_or_default())
        };
        assemble(planned, |_| None, &mut take, &mut assembled);
    }
    (assembled, false)
}

/// Opens the archives that lie in a folder, each as if it had been chosen, until more than an import can hold is in hand.
/// Says whether it was stopped.
pub(crate) fn open_archives(
    archives: Vec<Archived<PathBuf>>,
    mut held: u64,
    assembled: &mut Assembled,
    options: &Options,
    watcher: &dyn Watcher,
) -> bool {
    let total = archives.len();
    for (done, archive) in archives.into_iter().enumerate() {
        watcher.progress(done, Some(total), &archive.display_path);
        let shown = Path::new(&archive.display_path);
        let (mut opened, is_stopped) = discover_archive(&archive.node, shown, options, watcher);
        if is_stopped || watcher.is_cancelled() {
            return true;
        }
        let bytes: usize = opened.found.iter().map(FoundSkill::size).sum();
        let path = archive.display_path.clone();
        if held + bytes as u64 > options.limits.discovery_bytes {
            let message = at_once(&options.limits);
            assembled.skipped.push(Skipped { path, reason: SkipReason::TooLarge, message, leads_to: None });
            continue;
        }
        held += bytes as u64;
        if let [only] = opened.found.as_mut_slice() {
            // Its own name says no more than the skill's; where there are many, one label each would be a list of labels.
            only.group = archive.group;
        }
        if opened.found.is_empty() && opened.skipped.is_empty() {
            let message = "No skills found in this archive. A skill is a folder with a SKILL.md file.".to_owned();
            opened.skipped.push(Skipped { path, reason: SkipReason::NoSkill, message, leads_to: None });
        }
        assembled.found.extend(opened.found);
        assembled.skipped.extend(opened.skipped);
    }
    false
}

fn at_once(limits: &Limits) -> String {
    format!("An import is limited to {}. Import this archive separately.", size(limits.discovery_bytes))
}

/// Why an archive was given up.
enum Stop {
    Cancelled,
    Rejected { reason: SkipReason, message: String },
}

fn reject(reason: SkipReason, message: String) -> Stop {
    Stop::Rejected { reason, message }
}

/// An archive's content, all of it checked.
#[derive(Default)]
struct Unpacked {
    /// By path.
    files: HashMap<String, UnpackedFile>,
    /// What is in each folder by the folder's path: a name, and whether it is a folder.
    folders: BTreeMap<String, BTreeMap<String, bool>>,
}

struct UnpackedFile {
    bytes: Vec<u8>,
    is_executable: bool,
}

impl Tree for Unpacked {
    type Node = String;

    fn list(&self, folder: &String) -> io::Result<Vec<io::Result<Listed<String>>>> {
        let Some(children) = self.folders.get(folder) else { return Ok(Vec::new()) };
        let listed = children.iter().map(|(name, is_folder)| {
            let kind = if *is_folder { Kind::Folder } else { Kind::File };
            Ok(Listed { name: name.clone(), kind, node: join(folder, name) })
        });
        Ok(listed.collect())
    }

    fn details(&self, file: &String) -> io::Result<Details> {
        let file = self.files.get(file).ok_or(io::ErrorKind::NotFound)?;
        Ok(Details { size: file.bytes.len() as u64, is_executable: file.is_executable, modified: None })
    }
}

fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

fn unpack(path: &Path, limits: &Limits, shown: &str, watcher: &dyn Watcher) -> Result<Unpacked, Stop> {
    let (mut archive, length) = open(path, limits)?;
    let entries = check_entries(&mut archive, limits)?;
    let mut unpacked = Unpacked::default();
    let mut budget = Budget { left: limits.together_bytes, length, total: 0 };
    let count = entries.len();
    for (index, entry) in entries.into_iter().enumerate() {
        if watcher.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        watcher.progress(index, Some(count), shown);
        unpacked.add_folders(&entry);
        if entry.is_folder {
            continue;
        }
        let bytes = read_entry(&mut archive, &entry, limits, &mut budget)?;
        unpacked.files.insert(entry.path, UnpackedFile { bytes, is_executable: entry.is_executable });
    }
    Ok(unpacked)
}

impl Unpacked {
    fn add_folders(&mut self, entry: &Entry) {
        let mut path = entry.path.as_str();
        let mut is_folder = entry.is_folder;
        while !path.is_empty() {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            self.folders.entry(folder.to_owned()).or_default().insert(name.to_owned(), is_folder);
            (path, is_folder) = (folder, true);
        }
    }
}

type Archive<R> = ZipArchive<Metered<R>>;

fn open(path: &Path, limits: &Limits) -> Result<(Archive<BufReader<File>>, u64), Stop> {
    let unreadable = |error: io::Error| reject(SkipReason::Unreadable, format!("Can't open this archive ({error})."));
    let file = regular::open(path, Links::Refused)
        .map_err(|error| reject(SkipReason::Unreadable, format!("Can't open this archive: failed to {error}.")))?;
    let length = file.metadata().map_err(unreadable)?.len();
    if length > limits.together_bytes {
        let message = format!("This archive is {}; the limit is {}.", size(length), size(limits.together_bytes));
        return Err(reject(SkipReason::ArchiveTooLarge, message));
    }
    Ok((directory(BufReader::new(file), limits)?, length))
}

/// An archive whose directory was read.
fn directory<R: Read + Seek>(inner: R, limits: &Limits) -> Result<Archive<R>, Stop> {
    let left = Rc::new(Cell::new(limits.archive_directory_bytes));
    let reader = Metered { inner, left: Rc::clone(&left) };
    let opened = ZipArchive::new(reader);
    if left.get() == 0 {
        let message = format!(
            "The archive's file list is larger than {}, too large for an archive of skills.",
            size(limits.archive_directory_bytes)
        );
        return Err(reject(SkipReason::ArchiveTooLarge, message));
    }
    // From here on every read belongs to one entry, and entries neither overlap nor exceed their own caps.
    left.set(u64::MAX);
    opened.map_err(|error| damaged(None, &error))
}

/// A reader that stops after a number of bytes.
struct Metered<R> {
    inner: R,
    left: Rc<Cell<u64>>,
}

impl<R: Read> Read for Metered<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.left.get();
        if left == 0 {
            return Err(io::Error::other("the archive's file list is too large"));
        }
        let most = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let read = self.inner.read(&mut buffer[..most])?;
        self.left.set(left - read as u64);
        Ok(read)
    }
}

impl<R: Seek> Seek for Metered<R> {
    fn seek(&mut self, position: SeekFrom) -> io::Result<u64> {
        self.inner.seek(position)
    }
}

/// What may still be unpacked.
struct Budget {
    left: u64,
    /// Length of the archive.
    length: u64,
    total: u64,
}

/// Unpacks one entry, trusting no size it declares.
fn read_entry<R: Read + Seek>(
    archive: &mut Archive<R>,
    entry: &Entry,
    limits: &Limits,
    budget: &mut Budget,
) -> Result<Vec<u8>, Stop> {
    const CHUNK: u64 = 64 * 1024;
    let shown = quote(&entry.path);
    let too_large = |message: String| reject(SkipReason::ArchiveTooLarge, message);
    let mut reader = archive.by_index(entry.index).map_err(|error| damaged(Some(&entry.path), &error))?;
    let mut bytes = Vec::with_capacity(entry.declared.min(CHUNK) as usize);
    loop {
        let before = bytes.len();
        (&mut reader)
            .take(CHUNK)
            .read_to_end(&mut bytes)
            .map_err(|error| damaged(Some(&entry.path), &ZipError::Io(error)))?;
        let read = (bytes.len() - before) as u64;
        if read == 0 {
            break;
        }
        budget.total += read;
        let unpacked = bytes.len() as u64;
        if unpacked > limits.file_bytes {
            return Err(too_large(format!("The entry {shown} is larger than {} unpacked.", size(limits.file_bytes))));
        }
        if read > budget.left {
            return Err(too_large(format!("The archive is larger than {} unpacked.", size(limits.together_bytes))));
        }
        budget.left -= read;
        let ratio = limits.archive_ratio;
        let is_bomb = |unpacked: u64, packed: u64| {
            unpacked > limits.archive_ratio_floor && unpacked > packed.saturating_mul(ratio)
        };
        if is_bomb(unpacked, entry.packed) || is_bomb(budget.total, budget.length) {
            return Err(too_large(format!("The entry {shown} unpacks to more than {ratio} times its size.")));
        }
    }
    if bytes.len() as u64 != entry.declared {
        let message = format!(
            "The entry {shown} is listed as {}, but is {}. Create the archive again.",
            size(entry.declared),
            size(bytes.len() as u64)
        );
        return Err(reject(SkipReason::ArchiveDamaged, message));
    }
    Ok(bytes)
}
