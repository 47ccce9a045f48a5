//! Files that a skill's texts lead to and that aren't there, once it lies where it is exported to.

use std::collections::BTreeSet;

use studio_text::lint::{leads, leads_of_file};

use super::{
    bundle::{Bundle, SkillOut},
    export::OutFile,
    loss::{Entity, Field, Loss, Why},
};

const SKILL_FILE: &str = "SKILL.md";

/// What lies beside a skill where it is exported to.
#[derive(Clone, Copy)]
pub(super) enum Around<'a> {
    /// The other skills of the export, each in the folder that is made of its name.
    Skills(&'a dyn Fn(&str) -> String),
    /// Nothing: it goes out by itself.
    Nothing,
}

/// Links of a skill that break, each by the file it leads to. `written` are the skill's files as they go out; what others of
/// its files lead to does not count.
pub(super) fn broken(bundle: &Bundle, skill: &SkillOut, written: &[OutFile], around: Around<'_>) -> Vec<Loss> {
    let mut all: Vec<&str> = skill.files.iter().map(|file| file.path.as_str()).collect();
    all.push(SKILL_FILE);
    let mut led: BTreeSet<String> = leads(&skill.document(), &all).into_iter().collect();
    let is_read = |path: &str| {
        let is_markdown = path.len() > 3 && path.as_bytes()[path.len() - 3..].eq_ignore_ascii_case(b".md");
        is_markdown && (path.starts_with("references/") || led.contains(path))
    };
    let read: Vec<&OutFile> = written.iter().filter(|file| is_read(&file.path)).collect();
    for file in read {
        if let Ok(text) = std::str::from_utf8(&file.bytes) {
            led.extend(leads_of_file(text, &file.path, &all));
        }
    }
    let own: Vec<&str> = written.iter().map(|file| file.path.as_str()).collect();
    led.retain(|path| path != SKILL_FILE && !is_there(path, &own) && !is_beside(path, bundle, around));
    let entity = || Entity::skill(&skill.skill.name);
    led.into_iter().map(|path| Loss::new(entity(), Field::LinkedFile(path), Why::Broken)).collect()
}

/// Whether a path is that of a file, or of a folder with files in it.
fn is_there(path: &str, files: &[&str]) -> bool {
    let leads_to = |file: &str| file.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    files.iter().any(|file| leads_to(file))
}

/// Whether a path leads to another skill of the export, or to one of that skill's files.
fn is_beside(path: &str, bundle: &Bundle, around: Around<'_>) -> bool {
    let (Around::Skills(folder_of), Some(out)) = (around, path.strip_prefix("../")) else { return false };
    let (folder, rest) = out.split_once('/').unwrap_or((out, SKILL_FILE));
    bundle.skills.iter().any(|other| {
        let is_meant = other.document().name().is_some_and(|name| folder_of(name) == folder);
        let mut files: Vec<&str> = other.files.iter().map(|file| file.path.as_str()).collect();
        files.push(SKILL_FILE);
        is_meant && is_there(rest, &files)
    })
}
