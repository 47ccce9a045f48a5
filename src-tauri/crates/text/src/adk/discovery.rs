//! Which files adk looks at.

use std::path::Path;

/// Convention files and the name a skill made of one gets.
const CONVENTION_FILES: [(&str, &str); 7] = [
    ("AGENTS.md", "agents"),
    ("AGENT.md", "agents"),
    ("CLAUDE.md", "claude"),
    ("GEMINI.md", "gemini"),
    ("COPILOT.md", "copilot"),
    ("SKILLS.md", "skills"),
    ("SOUL.md", "soul"),
];

/// Folders convention files are not looked for in.
const SKIPPED_FOLDERS: [&str; 9] =
    [".git", ".hg", ".svn", "target", "node_modules", ".next", "dist", "build", "coverage"];

/// Folders of a skill whose markdown belongs to it and is no skill; `assets` is not among them.
const SUPPORT_FOLDERS: [&str; 3] = ["references", "agents", "scripts"];

/// Whether the file's name is one of the convention files', whatever its case.
pub fn is_convention_file(path: &str) -> bool {
    file_name(path).is_some_and(|name| convention_name(name).is_some())
}

/// Whether adk finds a file at this path relative to the root it searches.
pub fn is_discovered(relative_path: &str) -> bool {
    let parts: Vec<&str> = relative_path.split(['/', '\\']).filter(|part| !matches!(*part, "" | ".")).collect();
    let Some((file, folders)) = parts.split_last() else { return false };
    is_skill(&parts, file) || is_convention(file, folders)
}

pub(super) fn convention_name(file: &str) -> Option<&'static str> {
    CONVENTION_FILES.iter().find(|(convention, _)| file.eq_ignore_ascii_case(convention)).map(|(_, name)| *name)
}

fn is_skill(parts: &[&str], file: &str) -> bool {
    let is_in_root = matches!(parts, [".skills", _, ..] | [".claude", "skills", _, ..]);
    let is_support = |part: &&str| SUPPORT_FOLDERS.iter().any(|folder| part.eq_ignore_ascii_case(folder));
    let is_markdown = Path::new(file).extension().is_some_and(|extension| extension == "md");
    is_in_root && is_markdown && !parts.iter().any(is_support)
}

fn is_convention(file: &str, folders: &[&str]) -> bool {
    let is_skipped = |folder: &&str| SKIPPED_FOLDERS.iter().any(|skipped| folder.eq_ignore_ascii_case(skipped));
    match convention_name(file) {
        Some("soul") => folders.is_empty(),
        Some(_) => !folders.iter().any(is_skipped),
        None => false,
    }
}

fn file_name(path: &str) -> Option<&str> {
    path.rsplit(['/', '\\']).next()
}
