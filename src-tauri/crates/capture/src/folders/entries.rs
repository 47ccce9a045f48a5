//! What of a folder with skills is copied.

use std::path::Path;

use studio_clients::Scope;
use walkdir::{DirEntry, WalkDir};

/// Folders that no skill of the author's lies in; the last is where Codex puts its own.
const PASSED_OVER: [&str; 3] = [".git", "node_modules", ".system"];

/// What of a folder with skills is copied. Where a link leads may be a stranger's choice: it is followed to what lies in
/// `within` or in its own skill, and to a folder wherever that is if the author linked it right into a client's folder.
pub(super) fn entries_in(from: &Path, within: &Path, scope: Scope) -> impl Iterator<Item = walkdir::Result<DirEntry>> {
    let within = within.canonicalize().ok();
    let is_copied = move |entry: &DirEntry| {
        let depth = entry.depth();
        if depth > 0 && entry.file_name().to_str().is_some_and(|name| PASSED_OVER.contains(&name)) {
            return false;
        }
        // What leads to the folder itself may be a link, too.
        let is_plain = depth > 0 && !entry.path_is_symlink();
        let is_authors = scope == Scope::User && depth <= 1 && entry.file_type().is_dir();
        is_plain || is_authors || leads_inside(entry, within.as_deref())
    };
    WalkDir::new(from).follow_links(true).sort_by_file_name().into_iter().filter_entry(is_copied)
}

/// Whether an entry is really in this folder, or in that of its skill.
fn leads_inside(entry: &DirEntry, within: Option<&Path>) -> bool {
    let Ok(real) = entry.path().canonicalize() else { return false };
    let is_in = |folder: &Path| real.starts_with(folder);
    let skill = entry.depth().checked_sub(1).filter(|above| *above > 0);
    let skill = skill.and_then(|above| entry.path().ancestors().nth(above)?.canonicalize().ok());
    within.is_some_and(is_in) || skill.is_some_and(|skill| is_in(&skill))
}

#[cfg(test)]
mod tests {
    use std::{fs, os::unix::fs::symlink, path::PathBuf};

    use super::*;

    fn link(to: impl AsRef<Path>, at: &Path) {
        fs::create_dir_all(at.parent().unwrap()).unwrap();
        symlink(to, at).unwrap();
    }

    /// A folder with skills, and what lies around it.
    fn folder() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for file in [
            "skills/own/SKILL.md",
            "skills/own/.git/HEAD",
            "skills/.system/brought/SKILL.md",
            "skills/node_modules/a/SKILL.md",
            "around/notes.md",
            "elsewhere/far/SKILL.md",
            "elsewhere/far/words.md",
            "elsewhere/key",
        ] {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "text").unwrap();
        }
        let at = |path: &str| root.path().join(path);
        link("SKILL.md", &at("skills/own/again.md"));
        link("../../around/notes.md", &at("skills/own/notes.md"));
        link("../../elsewhere/key", &at("skills/own/key"));
        link("../../elsewhere/far", &at("skills/own/far"));
        link("../elsewhere/key", &at("skills/key"));
        link("../elsewhere/far", &at("skills/far"));
        link("words.md", &at("elsewhere/far/again.md"));
        link("../key", &at("elsewhere/far/key"));
        link("skills", &at("linked"));
        root
    }

    /// The files that are copied of a folder, by their paths in it.
    fn copied(from: &Path, within: &Path, scope: Scope) -> Vec<PathBuf> {
        let files = entries_in(from, within, scope).filter_map(Result::ok).filter(|entry| entry.file_type().is_file());
        files.map(|entry| entry.path().strip_prefix(from).unwrap().to_owned()).collect()
    }

    #[test]
    fn a_link_is_followed_to_what_was_chosen_to_its_own_skill_and_where_the_author_linked() {
        let root = folder();
        let at = |path: &str| root.path().join(path);
        let own = ["own/SKILL.md", "own/again.md"];
        let far = ["far/SKILL.md", "far/again.md", "far/words.md"];
        let paths = |parts: &[&[&str]]| -> Vec<PathBuf> { parts.concat().iter().map(PathBuf::from).collect() };
        for from in ["skills", "linked"] {
            assert_eq!(copied(&at(from), &at(from), Scope::Project), paths(&[&own]), "{from}");
            assert_eq!(copied(&at(from), &at(from), Scope::User), paths(&[&far, &own]), "{from}");
        }
        let around = ["far/key", "key", "own/far/key", "own/key", "own/notes.md"];
        let all = copied(&at("skills"), root.path(), Scope::Project);
        assert!(around.iter().all(|path| all.contains(&PathBuf::from(path))), "{all:?}");
        assert!(copied(&at("linked"), &at("elsewhere"), Scope::Project).is_empty(), "it leads out itself");
    }

    #[test]
    fn a_plugin_is_the_whole_of_what_is_followed_in_its_skills() {
        let root = folder();
        let skill = root.path().join("skills/own");
        let found = copied(&skill, &root.path().join("skills"), Scope::Plugin);
        assert_eq!(found, ["SKILL.md", "again.md"].map(PathBuf::from));
    }
}
