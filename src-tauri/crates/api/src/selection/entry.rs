//! From a stored skill to what the scorers see: as adk-skill 0.6.0 reads its file, from the file itself.
//!
//! The library's columns hold no more than the first characters of a name or description; scores are made of the whole.

use std::path::Path;

use studio_clients::{Readings, SkillFile};
use studio_select::Entry;
use studio_store::StoredSkill;
use studio_text::{
    SkillDocument,
    adk::{self, AdkSkill},
    decode::decode,
};

use crate::skills::content::convention_of;

/// A skill as the scorers see it. One that adk would drop carries the reason, and is for the other scorers what the
/// studio's own reading found.
pub(crate) fn entry(skill: StoredSkill) -> Entry {
    let path = path_of(&skill);
    let slashed = path.replace('\\', "/");
    let file = SkillFile { path: &slashed, bytes: &skill.bytes, openai_yaml: skill.openai_yaml.as_deref() };
    let readings = Readings::of(&file);
    match read(&skill.bytes, &path) {
        Ok(read) => Entry {
            key: skill.id,
            id: read.id,
            name: read.name,
            description: read.description,
            tags: read.tags,
            body: read.body,
            allowed_tools: read.allowed_tools,
            path,
            hash: read.hash,
            is_only_by_name: read.trigger,
            readings,
            broken: None,
            dropped: None,
        },
        Err(reason) => {
            let (name, description) = uncut(&skill);
            Entry {
                key: skill.id,
                id: adk::skill_id(&name, &String::from_utf8_lossy(&skill.bytes)),
                name,
                description,
                tags: skill.tags,
                body: skill.content_markdown,
                allowed_tools: skill.allowed_tools,
                path,
                hash: skill.sha256,
                is_only_by_name: false,
                readings,
                broken: skill.is_broken.then(|| "its file has an error that must be fixed first".to_owned()),
                dropped: Some(reason),
            }
        }
    }
}

/// Where a skill's file is or was imported from; one that never was a file has the place an export gives it.
fn path_of(skill: &StoredSkill) -> String {
    if let Some((folder, file)) = &skill.linked_file {
        return Path::new(folder).join(file).display().to_string();
    }
    if let Some(origin) = &skill.origin {
        return Path::new(&origin.root).join(&origin.path).display().to_string();
    }
    convention_of(&skill.tags).unwrap_or_else(|| format!("{}/{}", skill.name, studio_store::SKILL_FILE))
}

/// What adk reads, or why it drops the file, as a part of a sentence.
fn read(bytes: &[u8], path: &str) -> Result<AdkSkill, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "its file isn't UTF-8 text".to_owned())?;
    if text.starts_with('\u{FEFF}') && adk::parse(path, text).is_err() {
        return Err("its file starts with a byte order mark".to_owned());
    }
    adk::parse(path, text).map_err(|error| error.to_string())
}

/// Name and description as the file has them, where the library's columns may hold less.
fn uncut(skill: &StoredSkill) -> (String, String) {
    let is_full = |text: &str, most: usize| text.len() >= most && text.chars().count() >= most;
    let is_cut =
        is_full(&skill.name, studio_model::MAX_NAME) || is_full(&skill.description, studio_model::MAX_DESCRIPTION);
    if !is_cut {
        return (skill.name.clone(), skill.description.clone());
    }
    let document = SkillDocument::read(&decode(&skill.bytes).text);
    let whole = |read: Option<&str>, stored: &str| read.map_or_else(|| stored.to_owned(), str::to_owned);
    (whole(document.name(), &skill.name), whole(document.description(), &skill.description))
}
