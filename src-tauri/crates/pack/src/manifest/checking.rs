//! Manifests on disk, held against the files beside them.

use std::{
    collections::{BTreeSet, HashSet},
    fs,
    path::{Path, PathBuf},
};

use studio_model::sha256_hex;

use super::{MANIFEST, Manifest, ManifestFile, SIGNATURE};
use crate::{FoundSkill, Options, discover, may_run::may_run, names, regular::read_regular};

/// Largest manifest that is read.
const LARGEST: u64 = 16 * 1024 * 1024;
/// Largest file that is compared with its digest.
const LARGEST_FILE: u64 = 200 * 1024 * 1024;
/// Most files that are looked for beside those of a manifest.
const MOST_FILES: usize = 50_000;
/// Folders below a path in which manifests are looked for.
const DEEPEST: usize = 2;

/// A manifest on disk, held against the files beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Its file.
    pub path: PathBuf,
    /// Its bytes, for the signature.
    pub bytes: Vec<u8>,
    /// Its signature's text, where there is one; or why that cannot be read.
    pub signature: Option<Result<String, String>>,
    /// What it says; or why it cannot be read, as a sentence.
    pub manifest: Result<Manifest, String>,
    /// Files that are other than it says.
    pub altered: Vec<String>,
    /// Files that may be run and may not as it says.
    pub made_executable: Vec<String>,
    /// Files that may not be run and may as it says.
    pub no_longer_executable: Vec<String>,
    /// Files that are not there.
    pub missing: Vec<String>,
    /// Files it does not name.
    pub added: Vec<String>,
}

/// The manifests that stand with a path: in a folder and not far below, or beside a file that they name.
pub fn find(path: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    if path.is_dir() {
        below(path, DEEPEST, &mut found);
    } else if let Some(beside) = path.parent().map(|folder| folder.join(MANIFEST)).filter(|beside| beside.is_file()) {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let names_it = read_regular(&beside, LARGEST)
            .ok()
            .and_then(|bytes| Manifest::read(&bytes).ok())
            .is_some_and(|manifest| manifest.files.iter().any(|file| file.path == name));
        found.extend(names_it.then_some(beside));
    }
    found.sort();
    found
}

fn below(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let manifest = folder.join(MANIFEST);
    if manifest.is_file() {
        found.push(manifest);
        return;
    }
    let Some(depth) = depth.checked_sub(1) else { return };
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().take(MOST_FILES) {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            below(&entry.path(), depth, found);
        }
    }
}

/// Holds a manifest against the files beside it. Only ordinary files are read, and no link is followed out.
pub fn check(path: &Path) -> Checked {
    let signature = path.with_file_name(SIGNATURE);
    let signature = signature.is_file().then(|| {
        let bytes = read_regular(&signature, 64 * 1024).map_err(|error| format!("Couldn't {error}."))?;
        String::from_utf8(bytes).map_err(|_| format!("{SIGNATURE} isn't a text file."))
    });
    let bytes = read_regular(path, LARGEST).map_err(|error| format!("Couldn't {error}."));
    let manifest = bytes.as_ref().map_err(Clone::clone).and_then(|bytes| Manifest::read(bytes));
    let mut checked = Checked {
        path: path.to_owned(),
        bytes: bytes.unwrap_or_default(),
        signature,
        manifest,
        altered: Vec::new(),
        made_executable: Vec::new(),
        no_longer_executable: Vec::new(),
        missing: Vec::new(),
        added: Vec::new(),
    };
    let (Ok(manifest), Some(folder)) = (&checked.manifest, path.parent()) else { return checked };
    // Where a manifest may be run everything may: such a file system keeps no marks.
    let has_marks = may_run(path) != Some(true);
    for file in &manifest.files {
        let place = folder.join(&file.path);
        if leads_out(folder, &file.path) {
            checked.altered.push(file.path.clone());
        } else if !place.is_file() {
            checked.missing.push(file.path.clone());
        } else if !read_regular(&place, LARGEST_FILE).is_ok_and(|bytes| sha256_hex(&bytes) == file.sha256) {
            checked.altered.push(file.path.clone());
        } else if has_marks {
            match (file.is_executable, may_run(&place)) {
                (Some(false), Some(true)) => checked.made_executable.push(file.path.clone()),
                (Some(true), Some(false)) => checked.no_longer_executable.push(file.path.clone()),
                _ => {}
            }
        }
    }
    checked.added = added(folder, manifest);
    checked
}

/// What lies at a path and none of these manifests names: every file below it, but for histories and what systems leave behind,
/// and skills that an import, looked at like this, brings in with files that aren't named. What a manifest already tells to be
/// added is left out.
pub fn strays(path: &Path, options: &Options, manifests: &[Checked]) -> Vec<String> {
    let outside = if path.is_dir() { outside(path, manifests) } else { Vec::new() };
    let named: HashSet<PathBuf> = manifests.iter().flat_map(named).collect();
    let is_named = |place: &Path| fs::canonicalize(place).is_ok_and(|place| named.contains(&place));
    let found = discover(&[path.to_owned()], options, &()).found.into_iter();
    let is_stray = |skill: &FoundSkill| match &skill.skill_file {
        Some(file) => {
            let others = skill.files.iter().map(|file| file.on_disk.as_deref());
            !std::iter::once(Some(file.as_path())).chain(others).all(|place| place.is_some_and(is_named))
        }
        // Of what is in an archive the archive itself is named.
        None => !Path::new(&skill.display_path).ancestors().any(|place| place.is_file() && is_named(place)),
    };
    let is_told = |shown: &String| outside.iter().any(|file| Path::new(shown).starts_with(file));
    let skills: Vec<String> =
        found.filter(is_stray).map(|skill| skill.display_path).filter(|shown| !is_told(shown)).collect();
    outside.iter().map(|file| file.display().to_string()).chain(skills).collect()
}

/// Files below a folder that lie in the folder of no manifest. One that can't be looked through, or not to its end, is named
/// itself.
fn outside(folder: &Path, manifests: &[Checked]) -> Vec<PathBuf> {
    let held: HashSet<&Path> = manifests.iter().filter_map(|checked| checked.path.parent()).collect();
    let mut found = Vec::new();
    let mut due = vec![folder.to_owned()];
    while let Some(folder) = due.pop() {
        if held.contains(folder.as_path()) {
            continue;
        }
        let Ok(entries) = fs::read_dir(&folder) else {
            found.push(folder);
            continue;
        };
        for entry in entries.flatten() {
            match entry.file_type() {
                Ok(kind) if names::is_left_aside(&entry.file_name().to_string_lossy(), kind) => {}
                Ok(kind) if kind.is_dir() => due.push(entry.path()),
                _ => found.push(entry.path()),
            }
        }
        if found.len() + due.len() > MOST_FILES {
            found.push(folder);
            break;
        }
    }
    found.sort();
    found
}

/// The files that are told of with a manifest, where they really lie.
fn named(checked: &Checked) -> Vec<PathBuf> {
    let (Ok(manifest), Some(folder)) = (&checked.manifest, checked.path.parent()) else { return Vec::new() };
    let Ok(folder) = fs::canonicalize(folder) else { return Vec::new() };
    manifest.files.iter().map(|file| &file.path).chain(&checked.added).map(|path| folder.join(path)).collect()
}

/// Files below a folder that a manifest does not name. Where all of them are in folders of clients, only those are looked
/// through: the rest is somebody's project. A history is left aside where it is that of the whole: one further below would come
/// along with a skill, and runs what it is set up with.
fn added(folder: &Path, manifest: &Manifest) -> Vec<String> {
    let known: BTreeSet<&str> = manifest.files.iter().map(|file| file.path.as_str()).collect();
    let hidden =
        |file: &ManifestFile| file.path.starts_with('.') && file.path.contains('/') || !file.path.contains('/');
    let is_in_project =
        manifest.files.iter().any(|file| file.path.starts_with('.')) && manifest.files.iter().all(hidden);
    let roots: BTreeSet<String> = if is_in_project {
        let root = |file: &ManifestFile| {
            let parts: Vec<&str> = file.path.split('/').collect();
            (parts.len() > 2).then(|| parts[..2].join("/")).or_else(|| (parts.len() > 1).then(|| parts[0].to_owned()))
        };
        manifest.files.iter().filter_map(root).collect()
    } else {
        BTreeSet::from([String::new()])
    };
    let mut found = Vec::new();
    let mut due: Vec<String> = roots.iter().cloned().collect();
    while let Some(below) = due.pop() {
        let Ok(entries) = fs::read_dir(folder.join(&below)) else { continue };
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if below.is_empty() { name.clone() } else { format!("{below}/{name}") };
            match entry.file_type() {
                Ok(kind) if names::is_history(&name, kind) && !roots.contains(&below) => found.push(path),
                Ok(kind) if names::is_left_aside(&name, kind) && !known.contains(path.as_str()) => {}
                Ok(kind) if kind.is_dir() => due.push(path),
                _ if known.contains(path.as_str()) || path == MANIFEST || path == SIGNATURE => {}
                _ => found.push(path),
            }
            if found.len() + due.len() > MOST_FILES {
                break;
            }
        }
    }
    found.sort();
    found
}

/// Whether a part of a path below a folder is a link.
fn leads_out(folder: &Path, path: &str) -> bool {
    let mut place = folder.to_owned();
    path.split('/').any(|part| {
        place.push(part);
        fs::symlink_metadata(&place).is_ok_and(|found| found.file_type().is_symlink())
    })
}
