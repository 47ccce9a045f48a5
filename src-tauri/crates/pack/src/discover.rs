//! `discover`: each chosen path to the reader for what it is, and one tidy answer.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::archive::discover_archive;
use crate::disk::{discover_folder, read_file};
use crate::found::{Discovery, FoundSkill, ImportFormat, Options, SkillKind, SkipReason, Skipped, Watcher};
use crate::names;
use crate::plan::Reach;
use crate::read::Assembled;

/// Finds every skill under `paths`: folders (searched to the bottom, with the `.skill` archives that belong to no skill),
/// skill files, and archives. Writes nothing, never fails: what cannot come in is listed with its reason and the rest goes on.
///
/// Not searched at all: `.git`, `.hg`, `.svn`, `__pycache__` and what symbolic links lead to, but for the author's own
/// arrangement in their home folder ([`Options::home`]). Skills in
/// `node_modules`, `target`, `.next`, `.venv`, `dist`, `build` and `coverage` are listed, not found, unless that folder
/// is itself a skill's or was chosen.
pub fn discover(paths: &[PathBuf], options: &Options, watcher: &dyn Watcher) -> Discovery {
    let mut discovery = Discovery::default();
    let mut known = HashMap::new();
    for path in paths {
        if watcher.is_cancelled() {
            discovery.is_cancelled = true;
        }
        if discovery.is_cancelled {
            break;
        }
        let (mut assembled, is_cancelled) = discover_path(path, options, watcher);
        if assembled.found.is_empty() && assembled.skipped.is_empty() && !is_cancelled {
            assembled.skipped.push(no_skill(path, options));
        }
        // What is in an archive stands after what is on disk: of two that are identical the one with a folder comes in.
        assembled
            .found
            .sort_by(|a, b| (a.skill_file.is_none(), &a.display_path).cmp(&(b.skill_file.is_none(), &b.display_path)));
        assembled.skipped.sort_by(|a, b| (&a.path, a.reason.as_str()).cmp(&(&b.path, b.reason.as_str())));
        discovery.is_cancelled |= is_cancelled;
        discovery.skipped.extend(assembled.skipped);
        for skill in assembled.found {
            // What the author's own links lead to may well have been found itself.
            let is_followed = !Path::new(&skill.display_path).starts_with(path);
            match duplicate(&skill, &mut known) {
                Some(skipped) if !is_followed => discovery.skipped.push(skipped),
                Some(_) => {}
                None => discovery.found.push(skill),
            }
        }
    }
    // What a link leads to was found itself.
    discovery.skipped.retain(|skipped| skipped.leads_to.as_ref().is_none_or(|file| !known.contains_key(file)));
    discovery
}

fn discover_path(path: &Path, options: &Options, watcher: &dyn Watcher) -> (Assembled, bool) {
    if options.is_for_client && path.ends_with("SKILL.md") && path.is_symlink() {
        return discover_skill_file_at_link(path, options, watcher);
    }
    let real = match fs::canonicalize(path) {
        Ok(real) => real,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return only(skipped(path, SkipReason::NotFound, "There is no file or folder at this path.".to_owned()));
        }
        Err(error) => {
            return only(skipped(path, SkipReason::Unreadable, format!("Can't open this path ({error}).")));
        }
    };
    let name = real.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let is_folder = real.is_dir();
    let is_archive = options.format == Some(ImportFormat::SkillZip) || names::is_archive(&name);
    if !is_folder && !real.is_file() {
        only(skipped(path, SkipReason::SpecialFile, "This isn't a regular file or folder and was skipped.".to_owned()))
    } else if is_folder {
        discover_folder(&real, path, Reach::Everything, options, watcher)
    } else if is_archive {
        discover_archive(&real, path, options, watcher)
    } else if names::is_skill_file(&name) {
        discover_skill_file(&real, path, options, watcher)
    } else if names::is_markdown(&name) {
        only_file(&real, path, name, options)
    } else {
        let message =
            "Unsupported file type. Choose a folder, a .md file such as SKILL.md, or a .zip or .skill archive."
                .to_owned();
        only(skipped(path, SkipReason::Unsupported, message))
    }
}

/// A chosen `SKILL.md` brings its folder.
fn discover_skill_file(real: &Path, path: &Path, options: &Options, watcher: &dyn Watcher) -> (Assembled, bool) {
    let (Some(folder), Some(shown)) = (real.parent(), path.parent()) else { return Default::default() };
    let shown = if shown.as_os_str().is_empty() { Path::new(".") } else { shown };
    let (mut assembled, is_cancelled) = discover_folder(folder, shown, Reach::OneSkill, options, watcher);
    for skill in &mut assembled.found {
        if skill.skill_file.as_deref() == Some(real) {
            skill.display_path = path.to_string_lossy().into_owned();
        }
    }
    (assembled, is_cancelled)
}

/// A chosen `SKILL.md` that is a link, as a client reads it: with what lies beside the link.
fn discover_skill_file_at_link(path: &Path, options: &Options, watcher: &dyn Watcher) -> (Assembled, bool) {
    let shown = path.parent().filter(|shown| !shown.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match fs::canonicalize(shown) {
        Ok(folder) => discover_folder(&folder, shown, Reach::OneSkill, options, watcher),
        Err(error) => only(skipped(path, SkipReason::Unreadable, format!("Can't open this path ({error})."))),
    }
}

fn only_file(real: &Path, path: &Path, name: String, options: &Options) -> (Assembled, bool) {
    let display_path = path.to_string_lossy().into_owned();
    let limit = options.limits.skill_file_bytes;
    let bytes = match read_file(real, limit) {
        Ok(bytes) => bytes,
        Err(refusal) => return only(refusal.into_skipped(display_path, limit, "a skill file")),
    };
    let above: Vec<String> = real.iter().skip(1).map(|name| name.to_string_lossy().into_owned()).collect();
    let above: Vec<&str> = above[..above.len().saturating_sub(1)].iter().map(String::as_str).collect();
    let kind = if names::is_convention_file(&name) { SkillKind::Convention } else { SkillKind::Flat };
    let found = vec![FoundSkill {
        kind,
        display_path,
        group: names::group(&above, ""),
        folder: None,
        skill_file: Some(real.to_owned()),
        file_name: name,
        folder_name: None,
        listed: bytes.len() as u64,
        bytes,
        files: Vec::new(),
    }];
    (Assembled { found, skipped: Vec::new() }, false)
}

/// The line for a skill file that an earlier path brought already.
fn duplicate(skill: &FoundSkill, known: &mut HashMap<PathBuf, String>) -> Option<Skipped> {
    let file = skill.place()?;
    let path = skill.display_path.clone();
    if let Some(first) = known.get(&file) {
        return Some(Skipped {
            path,
            reason: SkipReason::Duplicate,
            message: format!("This skill was already found at {first}."),
            leads_to: None,
        });
    }
    known.insert(file, path);
    None
}

fn no_skill(path: &Path, options: &Options) -> Skipped {
    let message = if options.format == Some(ImportFormat::SkillZip) && path.is_dir() {
        "No .skill or .zip archives found in this folder."
    } else {
        "No skills found here. A skill is a folder with a SKILL.md file."
    };
    skipped(path, SkipReason::NoSkill, message.to_owned())
}

fn skipped(path: &Path, reason: SkipReason, message: String) -> Skipped {
    Skipped { path: path.to_string_lossy().into_owned(), reason, message, leads_to: None }
}

fn only(skipped: Skipped) -> (Assembled, bool) {
    (Assembled { found: Vec::new(), skipped: vec![skipped] }, false)
}
