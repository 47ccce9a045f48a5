//! Skills in folders on disk: the tree the walk sees, and reading what it planned.

use parking_lot::Mutex;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use studio_clients::home_folders;

use crate::archive::open_archives;
use crate::found::{Contents, FoundSkill, Options, Skipped, Watcher};
use crate::limits::Limits;
use crate::may_run::is_executable;
use crate::names;
use crate::plan::{Leaf, Linked, Place, Planned, Reach};
use crate::read::{Assembled, assemble};
use crate::regular;
use crate::tree::{Details, Kind, LeadsTo, Link, LinkedSkill, Listed, Tree};
use crate::unread::{Refusal, refusal};
use crate::walk::walk;

/// How many folders above the chosen one may lend their name to a group.
const NAMES_ABOVE: usize = 4;
/// Reading small files is waiting for the file system; more threads than this gain nothing.
const READERS: usize = 4;

/// Finds the skills under `root`, an absolute path without links that the author chose as `shown`.
pub(crate) fn discover_folder(
    root: &Path,
    shown: &Path,
    reach: Reach,
    options: &Options,
    watcher: &dyn Watcher,
) -> (Assembled, bool) {
    discover_at(root, root, shown, reach, options, watcher)
}

/// The same where `start` may be a link to that folder, which gives the skill in it its name.
fn discover_at(
    start: &Path,
    root: &Path,
    shown: &Path,
    reach: Reach,
    options: &Options,
    watcher: &dyn Watcher,
) -> (Assembled, bool) {
    let name = start.file_name().map(|name| name.to_string_lossy().into_owned());
    let mut above: Vec<String> = start.iter().skip(1).map(|name| name.to_string_lossy().into_owned()).collect();
    above.drain(..above.len().saturating_sub(NAMES_ABOVE));
    let place = Place {
        shown: shown.to_string_lossy().into_owned(),
        above,
        fallback: name.clone().unwrap_or_else(|| start.to_string_lossy().into_owned()),
        name,
    };
    let home = options.home.as_ref().and_then(|home| fs::canonicalize(home).ok());
    let walked = walk(&DiskTree { root, home }, start.to_owned(), &place, reach, options, watcher);
    let (mut assembled, mut is_stopped) = read_all(walked.planned, options, watcher);
    assembled.skipped.extend(walked.skipped);
    is_stopped |= walked.is_cancelled;
    // One skill each, and no link is followed in it: this ends.
    for linked in &walked.linked {
        let (start, shown) = match linked {
            Linked::There(file) => (file.parent().unwrap_or(file), None),
            Linked::Here { link, shown } => (link.as_path(), Some(Path::new(shown))),
        };
        let Ok(folder) = fs::canonicalize(start) else { continue };
        let shown = shown.unwrap_or(start);
        let (linked, is_cancelled) = discover_at(start, &folder, shown, Reach::OneSkill, options, watcher);
        assembled.found.extend(linked.found);
        assembled.skipped.extend(linked.skipped);
        is_stopped |= is_cancelled;
    }
    if !is_stopped {
        is_stopped = open_archives(walked.archives, walked.held, &mut assembled, options, watcher);
    }
    (assembled, is_stopped)
}

/// Reads one file that the author chose, up to `limit` bytes.
pub(crate) fn read_file(path: &Path, limit: u64) -> Result<Vec<u8>, Refusal> {
    regular::read_regular(path, limit).map_err(|error| refusal(error, path, limit))
}

/// Reads a file of a skill; the line for the list where it cannot be read.
fn read_one(path: &Path, shown: &str, is_skill_file: bool, limits: &Limits) -> Result<Vec<u8>, Skipped> {
    let (limit, what) =
        if is_skill_file { (limits.skill_file_bytes, "a skill file") } else { (limits.file_bytes, "a skill's file") };
    regular::read_listed(path, limit)
        .map_err(|error| refusal(error, path, limit).into_skipped(shown.to_owned(), limit, what))
}

impl FoundSkill {
    /// The same skill with what its files on disk hold now, and those of them that cannot be read. What came from an
    /// archive is as it was unpacked. An error where the skill file itself cannot be read.
    pub fn read(&self, limits: &Limits) -> Result<(Self, Vec<Skipped>), Skipped> {
        let mut whole = self.clone();
        if let Some(file) = &self.skill_file {
            whole.bytes = read_one(file, &self.display_path, true, limits)?;
        }
        let mut skipped = Vec::new();
        whole.files.retain_mut(|file| {
            let Some(path) = &file.on_disk else { return true };
            let shown = Path::new(&self.display_path).with_file_name(&file.path);
            match read_one(path, &shown.to_string_lossy(), false, limits) {
                Ok(bytes) => file.bytes = bytes,
                Err(refusal) => {
                    skipped.push(refusal);
                    return false;
                }
            }
            true
        });
        Ok((whole, skipped))
    }
}

struct DiskTree<'a> {
    root: &'a Path,
    /// The author's home folder, without links.
    home: Option<PathBuf>,
}

impl Tree for DiskTree<'_> {
    type Node = PathBuf;

    fn list(&self, folder: &PathBuf) -> io::Result<Vec<io::Result<Listed<PathBuf>>>> {
        Ok(fs::read_dir(folder)?.map(|entry| self.listed(&entry?)).collect())
    }

    fn details(&self, file: &PathBuf) -> io::Result<Details> {
        let metadata = fs::metadata(file)?;
        let modified = metadata.modified().ok();
        Ok(Details { size: metadata.len(), is_executable: is_executable(&metadata), modified })
    }

    fn has_archives(&self) -> bool {
        true
    }

    fn through(&self, folder: &PathBuf, name: &str) -> Option<PathBuf> {
        Some(folder.join(name))
    }
}

impl DiskTree<'_> {
    fn listed(&self, entry: &fs::DirEntry) -> io::Result<Listed<PathBuf>> {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        let file_type = entry.file_type()?;
        if file_type.is_symlink() {
            let (link, node) = self.resolve(path);
            return Ok(Listed { name, kind: Kind::Link(link), node });
        }
        let kind = match file_type {
            kind if kind.is_dir() => Kind::Folder,
            kind if kind.is_file() => Kind::File,
            _ => Kind::Special,
        };
        Ok(Listed { name, kind, node: path })
    }

    /// Where the link at `path` leads, and the path without links that it is read from.
    fn resolve(&self, path: PathBuf) -> (Link, PathBuf) {
        let Ok(target) = fs::canonicalize(&path) else {
            let target = fs::read_link(&path).unwrap_or_default().to_string_lossy().into_owned();
            return (Link { target, within: None, leads_to: LeadsTo::Nothing, skill: None }, path);
        };
        let leads_to = match fs::metadata(&target) {
            Ok(metadata) if metadata.is_file() => LeadsTo::File,
            Ok(metadata) if metadata.is_dir() => LeadsTo::Folder,
            _ => LeadsTo::Nothing,
        };
        let within = target.strip_prefix(self.root).ok().map(slashed);
        let skill = self.linked_skill(&path, &target, leads_to);
        (Link { target: target.to_string_lossy().into_owned(), within, leads_to, skill }, target)
    }

    /// The skill that a link leads to. A folder around the chosen one is none of the skills in that.
    fn linked_skill(&self, link: &Path, target: &Path, leads_to: LeadsTo) -> Option<LinkedSkill> {
        let file = match leads_to {
            LeadsTo::File => target.to_owned(),
            LeadsTo::Folder if !self.root.starts_with(target) => fs::canonicalize(target.join("SKILL.md")).ok()?,
            LeadsTo::Folder | LeadsTo::Nothing => return None,
        };
        if !file.is_file() || !names::is_markdown(&file.file_name()?.to_string_lossy()) {
            return None;
        }
        let is_folder = file.parent() == Some(target);
        let is_authors = |home: &PathBuf| is_folder && target.starts_with(home) && is_arranged(link, home);
        let is_authors = self.home.as_ref().is_some_and(is_authors);
        Some(LinkedSkill { file, is_authors })
    }
}

/// Whether a link lies right in a folder of this home that clients look in. Where that folder is a link itself, what lies
/// in it may be a stranger's.
fn is_arranged(link: &Path, home: &Path) -> bool {
    let folder = link.parent().and_then(|folder| fs::canonicalize(folder).ok());
    folder.is_some_and(|folder| home_folders().iter().any(|(_, own)| home.join(own) == folder))
}

fn slashed(path: &Path) -> String {
    path.iter().map(|name| name.to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Reads all planned skills on a few threads. What comes back is in no order.
fn read_all(planned: Vec<Planned<PathBuf>>, options: &Options, watcher: &dyn Watcher) -> (Assembled, bool) {
    let limits = &options.limits;
    let total = planned.len();
    let queue = Mutex::new(planned.into_iter());
    let done = AtomicUsize::new(0);
    let read_some = || {
        let mut assembled = Assembled::default();
        loop {
            if watcher.is_cancelled() {
                return (assembled, true);
            }
            let next = queue.lock().next();
            let Some(planned) = next else { return (assembled, false) };
            watcher.progress(done.fetch_add(1, Ordering::Relaxed), Some(total), &planned.display_path);
            let skill_file = planned.skill_file.node.clone();
            let read = |leaf: &Leaf<PathBuf>| {
                let is_skill_file = leaf.node == skill_file;
                let is_left = match options.contents {
                    Contents::All => false,
                    Contents::SkillFiles => !is_skill_file,
                    Contents::Names => true,
                };
                if is_left && !leaf.is_adk_candidate {
                    return Ok(Vec::new());
                }
                read_one(&leaf.node, &leaf.display_path, is_skill_file, limits)
            };
            assemble(planned, |node| Some(node.clone()), read, &mut assembled);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(READERS).min(total);
    let parts: Vec<(Assembled, bool)> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(read_some)).collect();
        let mut parts = vec![read_some()];
        for other in others {
            parts.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        parts
    });
    let mut all = Assembled::default();
    let mut is_stopped = false;
    for (part, part_stopped) in parts {
        all.found.extend(part.found);
        all.skipped.extend(part.skipped);
        is_stopped |= part_stopped;
    }
    (all, is_stopped)
}
