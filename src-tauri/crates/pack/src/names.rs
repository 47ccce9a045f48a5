//! Which names mean something to discovery: skill files, ignored folders, leftovers, and group labels.

use std::fs::FileType;

use icu_normalizer::ComposingNormalizerBorrowed;
use studio_clients::is_folder_of_clients;
use studio_text::adk;

/// Start of the name of every temporary file this crate writes, so that discovery and the folder watch know them.
pub(crate) const TEMPORARY_PREFIX: &str = ".skill-studio-";

/// Histories and caches of other tools, never looked into: their content is a copy of what stands beside them.
const NEVER_SEARCHED: [&str; 5] = [".git", ".hg", ".svn", "__pycache__", "__MACOSX"];
/// Fetched dependencies and caches: no part of a skill, and searched only to list skill files hidden in them.
const FETCHED: [&str; 4] = ["node_modules", "target", ".next", ".venv"];
/// Build output beside a project, but an ordinary folder inside a skill.
const BUILT: [&str; 3] = ["dist", "build", "coverage"];

/// Folder names that say nothing about the skills below them, beside those of clients.
const GENERIC: [&str; 7] = ["skills", "skill", ".skills", "plugins", "packages", "src", "assets"];

/// Histories of version control.
const HISTORIES: [&str; 3] = [".git", ".hg", ".svn"];

/// What a folder's name says about looking into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visit {
    /// As any folder.
    Search,
    /// Only to list the skill files in it.
    ListOnly,
    /// Not at all.
    Never,
}

/// How to treat a folder called `name`, seen inside a skill's folder or outside of all.
pub(crate) fn visit(name: &str, is_in_skill: bool) -> Visit {
    if NEVER_SEARCHED.contains(&name) {
        Visit::Never
    } else if FETCHED.contains(&name) || (BUILT.contains(&name) && !is_in_skill) {
        Visit::ListOnly
    } else {
        Visit::Search
    }
}

/// The same for adk-rust, which looks into whatever is below `.skills`, and elsewhere for convention files only.
pub(crate) fn visit_for_adk(name: &str, is_in_skill: bool, is_below_skills: bool) -> Visit {
    match visit(name, is_in_skill) {
        Visit::Never if is_below_skills || !HISTORIES.contains(&name) => Visit::ListOnly,
        visit => visit,
    }
}

/// What some file systems make of a path: lower case, and each accent joined with its letter. Paths that are folded alike are one
/// there.
pub fn folded_path(path: &str) -> String {
    ComposingNormalizerBorrowed::new_nfc().normalize(&path.to_lowercase()).into_owned()
}

/// Whether `name` is the standard's skill file, in any case.
pub(crate) fn is_skill_file(name: &str) -> bool {
    name.eq_ignore_ascii_case("SKILL.md")
}

/// Whether `name` ends in `.md`, in any case.
pub(crate) fn is_markdown(name: &str) -> bool {
    has_extension(name, "md")
}

/// Whether `name` is that of an archive we open.
pub(crate) fn is_archive(name: &str) -> bool {
    has_extension(name, "zip") || is_skill_archive(name)
}

/// Whether `name` is that of an archive of skills, and of nothing else.
pub(crate) fn is_skill_archive(name: &str) -> bool {
    has_extension(name, "skill")
}

fn has_extension(name: &str, extension: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, end)| !stem.is_empty() && end.eq_ignore_ascii_case(extension))
}

/// Whether `name` is what systems and tools leave behind in folders, no file of an author's.
pub(crate) fn is_leftover(name: &str) -> bool {
    matches!(name, ".DS_Store" | "Thumbs.db" | "desktop.ini")
        || name.starts_with("._")
        || name.starts_with(TEMPORARY_PREFIX)
        || has_extension(name, "pyc")
}

/// Whether an entry of a folder is no part of what is shared with others: the history of the folder, and what systems leave
/// behind. A link may be called so and be anything, and what Python compiled is run where it lies.
pub(crate) fn is_left_aside(name: &str, kind: FileType) -> bool {
    is_history(name, kind) || kind.is_file() && is_leftover(name) && !has_extension(name, "pyc")
}

/// Whether an entry of a folder is its history, or leads to it.
pub(crate) fn is_history(name: &str, kind: FileType) -> bool {
    HISTORIES.contains(&name) && (kind.is_dir() || kind.is_file())
}

/// Whether adk-rust reads the file at `path` as a flat skill. `path` starts at the folder that is chosen or above it:
/// adk looks for `.skills` in a project's root, the studio wherever it is in what was chosen.
pub(crate) fn is_flat_skill(path: &[&str]) -> bool {
    let start = path.iter().enumerate().position(|(at, name)| {
        *name == ".skills" || (*name == ".claude" && path.get(at + 1).is_some_and(|next| *next == "skills"))
    });
    start.is_some_and(|start| {
        let path = path[start..].join("/");
        adk::is_discovered(&path) && !adk::is_convention_file(&path)
    })
}

/// Whether `path` is a convention file's by its name.
pub(crate) fn is_convention_file(path: &str) -> bool {
    adk::is_convention_file(path)
}

/// Whether adk-rust, pointed at the chosen folder, reads the file at `relative` in it. The chosen folder may be `.skills`
/// or `.claude/skills` itself, or in one: `above` are the folders around its files.
pub(crate) fn is_read_by_adk(above: &[&str], relative: &str) -> bool {
    adk::is_discovered(relative) || below_skills(above, relative).is_some_and(|path| adk::is_discovered(&path))
}

/// Whether `relative` is a place in the folders adk-rust looks for skills in.
pub(crate) fn is_below_skills(above: &[&str], relative: &str) -> bool {
    below_skills(above, relative).is_some()
}

/// The path from `.skills` or `.claude` on, where one of them is the chosen folder, around it or directly in it.
fn below_skills(above: &[&str], relative: &str) -> Option<String> {
    let path: Vec<&str> = above.iter().copied().chain(relative.split('/')).collect();
    let starts = |at: &usize| path[*at] == ".skills" || path[*at..].starts_with(&[".claude", "skills"]);
    let start = (0..=above.len()).find(starts)?;
    Some(path[start..].join("/"))
}

/// Whether `relative` is one of the places that adk-rust looks into even where they are links.
pub(crate) fn is_root_of_adk(relative: &str) -> bool {
    matches!(relative, ".skills" | ".claude" | ".claude/skills")
}

/// The nearest telling name among the folders `above` (outermost first), or `fallback`.
pub(crate) fn group(above: &[&str], fallback: &str) -> String {
    let is_generic =
        |name: &str| GENERIC.iter().any(|generic| generic.eq_ignore_ascii_case(name)) || is_folder_of_clients(name);
    above.iter().rev().find(|name| !is_generic(name)).unwrap_or(&fallback).to_string()
}
